//! Whether arrays are a tree, as its description says. Whoever goes through a tree relies on it, so that what comes from
//! outside is checked first.

use super::{FlatTree, NodeKind};
use crate::exact::widen_denominator;
use rustc_hash::FxHashSet;

/// Why arrays are no tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeFault {
    /// There are no nodes, or more than can be numbered.
    Nodes(usize),
    /// The parent of the root is not the root itself.
    Root,
    /// The children of this node are no nodes behind it, or have another parent.
    Children(usize),
    /// So many nodes are nobody's children.
    Loose(usize),
    /// A play is over at this node, and it has children; or it is not, and there are none.
    End(usize),
    /// There is no such information set, or it has another number of moves than this node has children.
    Set(usize),
    /// There are no such weights or names, or not as many as this node has children.
    Chance(usize),
    /// There are no such payoffs as this node has.
    Pays(usize),
    /// This information set belongs to nobody.
    Player(usize),
    /// This information set has a move twice.
    Moves(usize),
    /// These payoffs are not one for each player.
    Payoffs(usize),
    /// All payoffs together have no common denominator of at most 128 bits.
    Denominator,
}

impl FlatTree {
    /// Whether this is a tree: all that its description says of it is so.
    pub fn check(&self) -> Result<(), TreeFault> {
        let many = self.nodes.len();
        if many == 0 || u32::try_from(many).is_err() {
            return Err(TreeFault::Nodes(many));
        }
        if self.nodes[0].parent != 0 {
            return Err(TreeFault::Root);
        }
        self.check_lists()?;
        let mut born = 1;
        for at in 0..many {
            self.check_node(at)?;
            born += self.nodes[at].children as usize;
        }
        // Children know their parents, so that nobody is a child twice.
        if born == many { Ok(()) } else { Err(TreeFault::Loose(many - born)) }
    }

    fn check_lists(&self) -> Result<(), TreeFault> {
        for (at, set) in self.sets.iter().enumerate() {
            if set.player.index() >= self.players.len() {
                return Err(TreeFault::Player(at));
            }
            let mut known = FxHashSet::default();
            if !set.moves.iter().all(|name| known.insert(name)) {
                return Err(TreeFault::Moves(at));
            }
        }
        let short = |payoffs: &Vec<_>| payoffs.len() != self.players.len();
        if let Some(at) = self.payoffs.iter().position(short) {
            return Err(TreeFault::Payoffs(at));
        }
        let common = self.payoffs.iter().flatten().try_fold(1, widen_denominator);
        if common.is_some() { Ok(()) } else { Err(TreeFault::Denominator) }
    }

    fn check_node(&self, at: usize) -> Result<(), TreeFault> {
        let node = &self.nodes[at];
        let children = node.first as usize..node.first as usize + node.children as usize;
        let family = self.nodes.get(children.clone());
        let is_family = family.is_some_and(|all| all.iter().all(|one| one.parent as usize == at));
        if node.children > 0 && (children.start <= at || !is_family) {
            return Err(TreeFault::Children(at));
        }
        let many = children.len();
        if (node.kind == NodeKind::End) != (many == 0) {
            return Err(TreeFault::End(at));
        }
        match node.kind {
            NodeKind::End => {}
            NodeKind::Decision(set) => {
                let set = self.sets.get(set as usize);
                if set.is_none_or(|set| set.moves.len() != many) {
                    return Err(TreeFault::Set(at));
                }
            }
            NodeKind::Chance { weights, names } => {
                let weights = self.weights.get(weights as usize);
                let names = self.chances.get(names as usize);
                let fits = weights.is_some_and(|weights| weights.len() == many)
                    && names.is_some_and(|names| names.len() == many);
                if !fits {
                    return Err(TreeFault::Chance(at));
                }
            }
        }
        match node.pays {
            Some(pays) if pays as usize >= self.payoffs.len() => Err(TreeFault::Pays(at)),
            Some(_) | None => Ok(()),
        }
    }
}
