//! Whether players remember what they did: perfect recall (Kuhn 1953) means that all nodes of an information set come after
//! the same own information sets and moves. Where it fails, two plays show it.

use super::{FlatTree, NodeKind};
use crate::game::{Forgetting, Recall, RecallFailure};
use rustc_hash::FxHashMap;

/// Who remembers what, found out while somebody goes through the tree from the root, one branch after the other.
pub(super) struct Remembering<'t> {
    tree: &'t FlatTree,
    /// What was found for each player.
    pub(super) recall: Vec<Recall>,
    /// For each player what they have done so far, at each of their nodes on the way and after the last.
    done: Vec<Vec<u32>>,
    /// What players did: what came before, the information set, the move. The first stands for nothing.
    histories: Vec<Own>,
    numbers: FxHashMap<Own, u32>,
    /// For each information set its first node, and what was done before it.
    before: Vec<Option<(usize, u32)>>,
    /// For each information set its first node on the way.
    open: Vec<Option<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Own {
    before: u32,
    set: u32,
    made: u32,
}

impl<'t> Remembering<'t> {
    pub(super) fn new(tree: &'t FlatTree) -> Self {
        Self {
            tree,
            recall: vec![Recall::Perfect; tree.players.len()],
            done: vec![vec![0]; tree.players.len()],
            histories: vec![Own { before: 0, set: 0, made: 0 }],
            numbers: FxHashMap::default(),
            before: vec![None; tree.sets.len()],
            open: vec![None; tree.sets.len()],
        }
    }

    fn set_at(&self, node: usize) -> Option<(usize, usize)> {
        match self.tree.nodes[node].kind {
            NodeKind::Decision(set) => {
                Some((set as usize, self.tree.sets[set as usize].player.index()))
            }
            NodeKind::Chance { .. } | NodeKind::End => None,
        }
    }

    /// A node is come to.
    pub(super) fn enter(&mut self, node: usize) {
        let Some((set, player)) = self.set_at(node) else { return };
        let done = self.done[player].last().copied().unwrap_or(0);
        self.done[player].push(done);
        let (first, before) = *self.before[set].get_or_insert((node, done));
        let seen = self.open[set];
        self.open[set].get_or_insert(node);
        if before == done || self.recall[player] != Recall::Perfect {
            return;
        }
        let (kind, other) = match seen {
            Some(seen) => (Forgetting::Absentminded, seen),
            None => (self.compare(before, done), first),
        };
        let plays = [self.steps_to(other), self.steps_to(node)];
        self.recall[player] = Recall::Imperfect(Some(Box::new(RecallFailure { kind, plays })));
    }

    /// One of the moves at a node on the way is made.
    pub(super) fn choose(&mut self, node: usize, made: u32) {
        let Some((set, player)) = self.set_at(node) else { return };
        let [.., before, done] = &mut self.done[player][..] else { return };
        let own = Own { before: *before, set: set as u32, made };
        let next = self.histories.len() as u32;
        *done = *self.numbers.entry(own).or_insert(next);
        if *done == next {
            self.histories.push(own);
        }
    }

    /// All below a node is done.
    pub(super) fn leave(&mut self, node: usize) {
        let Some((set, player)) = self.set_at(node) else { return };
        self.done[player].pop();
        if self.open[set] == Some(node) {
            self.open[set] = None;
        }
    }

    /// How two different histories of one player differ first.
    fn compare(&self, left: u32, right: u32) -> Forgetting {
        let (left, right) = (self.moves_of(left), self.moves_of(right));
        let mut pairs = left.iter().zip(&right);
        match pairs.find(|(left, right)| left != right) {
            Some((left, right)) if left.set == right.set => Forgetting::OwnMove,
            Some(_) | None => Forgetting::Knowledge,
        }
    }

    fn moves_of(&self, mut history: u32) -> Vec<Own> {
        let mut moves = Vec::new();
        while history != 0 {
            let own = self.histories[history as usize];
            moves.push(own);
            history = own.before;
        }
        moves.reverse();
        moves
    }

    /// The steps of the play to a node. Forced moves are none.
    fn steps_to(&self, node: usize) -> Vec<String> {
        let tree = self.tree;
        let mut steps = Vec::new();
        let mut at = node;
        while at != 0 {
            let above = tree.nodes[at].parent as usize;
            let parent = &tree.nodes[above];
            let made = at - parent.first as usize;
            match parent.kind {
                NodeKind::Decision(_) if parent.children == 1 => {}
                NodeKind::Decision(set) => {
                    let set = &tree.sets[set as usize];
                    steps.push(format!(
                        "{}: {}",
                        tree.players[set.player.index()],
                        set.moves[made]
                    ));
                }
                NodeKind::Chance { names, .. } => {
                    let names = tree.chances.get(names as usize);
                    let name = names.and_then(|names| names.get(made));
                    steps.push(format!("chance: {}", name.map_or("", |name| name)));
                }
                NodeKind::End => {}
            }
            at = above;
        }
        steps.reverse();
        steps
    }
}
