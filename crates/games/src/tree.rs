//! Flat trees: a whole game as arrays, for those who go through all of it (solvers, exports, pages).
//!
//! Nodes are numbered from the root, 0. The children of a node have consecutive numbers, in the order of their moves, and
//! every node has a larger number than its parent. A decision node belongs to an information set of one player, in which
//! all nodes have the same moves; a chance node has weights; what a node pays is paid when it is reached, and a play is
//! worth what it has paid in all. Games in which several players move at once are given in their sequential form.

mod agreement;
mod check;
mod game;
mod recall;
#[cfg(feature = "serde")]
mod serial;

pub use agreement::{PayoffScaling, TreeAgreement, compare_trees};
pub use check::TreeFault;
pub use game::TreeGame;

use crate::exact::{Exact, RBig};
use crate::game::{
    Chance, Game, GameLimit, InformationTable, Move, MoveNumbers, Play, PlayStep, Player,
    PlayerView, Trouble, Turn, Weights,
};
use crate::sequential::Sequential;
use hexa_logic::Stop;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::ops::Range;
use std::sync::Arc;

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FlatTree {
    /// What the game is called.
    pub name: String,
    /// What it is, in a line; may be empty.
    pub about: String,
    /// The players.
    pub players: Vec<String>,
    /// The nodes; the first is the root.
    pub nodes: Vec<TreeNode>,
    /// The information sets.
    pub sets: Vec<TreeSet>,
    /// Weights of chance nodes.
    pub weights: Vec<Weights>,
    /// The names of what chance does, where it has names: for each of the weights or none.
    pub chances: Vec<Vec<String>>,
    /// What nodes pay, to each player.
    pub payoffs: Vec<Vec<Exact>>,
}

/// A node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// The node before; the root's is itself.
    pub parent: u32,
    /// Its first child.
    pub first: u32,
    /// How many children it has.
    pub children: u32,
    /// What happens there.
    pub kind: NodeKind,
    /// What it pays, if anything, by its place among the payoffs.
    pub pays: Option<u32>,
}

/// What happens at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A player moves who has this information set.
    Decision(u32),
    /// Chance moves with these weights, and these names.
    Chance {
        /// The place of the weights.
        weights: u32,
        /// The place of the names.
        names: u32,
    },
    /// The play is over.
    End,
}

/// An information set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeSet {
    /// Whose it is.
    pub player: Player,
    /// What the player cannot tell apart, in the bytes of the game, or the name that a file gives to it.
    pub label: Box<[u8]>,
    /// The same in words, for people; may be empty.
    pub words: String,
    /// The moves, as texts.
    pub moves: Vec<String>,
}

impl TreeNode {
    /// Its children.
    pub fn children(&self) -> Range<usize> {
        self.first as usize..(self.first + self.children) as usize
    }
}

impl FlatTree {
    /// The tree of a game, unless it has more nodes than the limit.
    pub fn of(game: &Arc<dyn Game>, most_nodes: usize, stop: &Stop) -> Result<Self, Trouble> {
        let declaration = game.declaration();
        let tree = Self {
            name: declaration.name.clone(),
            about: declaration.about.clone(),
            players: declaration.players.clone(),
            ..Self::default()
        };
        let sequential: Arc<dyn Game> = Arc::new(Sequential::new(Arc::clone(game)));
        let mut play = sequential.start(stop)?;
        let players = declaration.players.len();
        let mut growing = Growing {
            game: &**game,
            tree,
            most_nodes: most_nodes.min(u32::MAX as usize),
            stop,
            sets: InformationTable::new(players),
            places: vec![Vec::new(); players],
            moves: Vec::new(),
            weights: IndexSet::default(),
            chances: IndexSet::default(),
            payoffs: IndexSet::default(),
            bytes: Vec::new(),
        };
        growing.add(1)?;
        growing.grow(&mut *play)?;
        let Growing { mut tree, weights, chances, payoffs, .. } = growing;
        tree.weights = weights.into_iter().collect();
        tree.chances = chances.into_iter().collect();
        tree.payoffs = payoffs.into_iter().collect();
        Ok(tree)
    }

    /// How many information sets a player has.
    pub fn count_sets(&self, player: Player) -> usize {
        self.sets.iter().filter(|set| set.player == player).count()
    }
}

/// A tree in the making.
struct Growing<'s> {
    game: &'s dyn Game,
    tree: FlatTree,
    most_nodes: usize,
    stop: &'s Stop,
    sets: InformationTable,
    /// For each player and information set its place among all.
    places: Vec<Vec<u32>>,
    /// For each of all information sets the numbers of its moves.
    moves: Vec<Box<[Move]>>,
    weights: IndexSet<Weights, FxBuildHasher>,
    chances: IndexSet<Vec<String>, FxBuildHasher>,
    payoffs: IndexSet<Vec<Exact>, FxBuildHasher>,
    bytes: Vec<u8>,
}

/// A node whose children are being made.
struct Open {
    node: usize,
    done: u32,
}

impl Growing<'_> {
    /// Makes room for so many nodes.
    fn add(&mut self, many: usize) -> Result<u32, Trouble> {
        let first = self.tree.nodes.len();
        if first + many > self.most_nodes {
            return Err(Trouble::Limit(GameLimit::Nodes(self.most_nodes)));
        }
        self.stop.count(many as u64)?;
        let empty = TreeNode { parent: 0, first: 0, children: 0, kind: NodeKind::End, pays: None };
        self.tree.nodes.resize(first + many, empty);
        Ok(first as u32)
    }

    /// Goes through all plays. No stack is used for it but a list of the nodes on the way.
    fn grow(&mut self, play: &mut dyn Play) -> Result<(), Trouble> {
        self.enter(0, play)?;
        let mut open = vec![Open { node: 0, done: 0 }];
        // One list for the moves of all steps.
        let mut step = PlayStep::Moves(Vec::with_capacity(1));
        while let Some(last) = open.last_mut() {
            let node = self.tree.nodes[last.node];
            if last.done == node.children {
                open.pop();
                play.undo();
                continue;
            }
            match play.turn() {
                Turn::Chance => match play.chance()? {
                    Chance::Listed(moves, _) => {
                        play.apply(&PlayStep::Chance(moves[last.done as usize]))?;
                    }
                    Chance::Drawn => return Err(Trouble::WrongTurn),
                },
                Turn::Decision(player) => {
                    let made = play.moves(*player)[last.done as usize];
                    if let PlayStep::Moves(moves) = &mut step {
                        moves.clear();
                        moves.push(made);
                    }
                    play.apply(&step)?;
                }
                Turn::Simultaneous(_) | Turn::Over => return Err(Trouble::WrongTurn),
            }
            let child = (node.first + last.done) as usize;
            last.done += 1;
            self.enter(child, play)?;
            open.push(Open { node: child, done: 0 });
        }
        Ok(())
    }

    /// What happens at a node, with room for its children.
    fn enter(&mut self, node: usize, play: &dyn Play) -> Result<(), Trouble> {
        let (kind, children) = match play.turn() {
            Turn::Over => {
                let (place, _) = self.payoffs.insert_full(play.returns()?);
                self.tree.nodes[node].pays = Some(place as u32);
                return Ok(());
            }
            Turn::Chance => {
                let Chance::Listed(moves, weights) = play.chance()? else {
                    return Err(Trouble::Limit(GameLimit::Moves(self.most_nodes)));
                };
                let names = moves.iter().map(|&made| play.chance_text(made)).collect();
                let names = self.chances.insert_full(names).0 as u32;
                let weights = match self.weights.get_index_of(weights) {
                    Some(place) => place,
                    None => self.weights.insert_full(weights.clone()).0,
                };
                (NodeKind::Chance { weights: weights as u32, names }, moves.len())
            }
            &Turn::Decision(player) => {
                (NodeKind::Decision(self.set(player, play)?), play.moves(player).len())
            }
            Turn::Simultaneous(_) => return Err(Trouble::WrongTurn),
        };
        let first = self.add(children)?;
        let new = &mut self.tree.nodes[first as usize..];
        new.iter_mut().for_each(|child| child.parent = node as u32);
        let entered = &mut self.tree.nodes[node];
        (entered.kind, entered.first, entered.children) = (kind, first, children as u32);
        Ok(())
    }

    /// The information set of a player who is asked. Where they have other moves than before in it, there is no such tree.
    fn set(&mut self, player: Player, play: &dyn Play) -> Result<u32, Trouble> {
        self.bytes.clear();
        play.information(player, &mut self.bytes);
        let set = self.sets.number(player, &self.bytes);
        let places = &mut self.places[player.index()];
        if let Some(&place) = places.get(set.index()) {
            let moves = play.moves(player);
            let is_same = *moves == *self.moves[place as usize]
                && match &self.game.declaration().numbers {
                    MoveNumbers::Listed(_) => true,
                    MoveNumbers::PerPosition => {
                        let texts = moves.iter().map(|&made| play.move_text(player, made));
                        texts.eq(self.tree.sets[place as usize].moves.iter().cloned())
                    }
                };
            return if is_same { Ok(place) } else { Err(Trouble::MovesDiffer(player)) };
        }
        let place = self.tree.sets.len() as u32;
        places.push(place);
        let moves = play.moves(player).iter().map(|&made| play.move_text(player, made)).collect();
        let words = match self.game.view(player, &self.bytes) {
            Ok(PlayerView { lines, heard, .. }) => [lines, heard].concat().join("; "),
            // Somebody who has chosen and waits for the others has no view of their own.
            Err(_) => String::new(),
        };
        self.moves.push(play.moves(player).into());
        self.tree.sets.push(TreeSet { player, label: self.bytes[..].into(), words, moves });
        Ok(place)
    }
}

/// The sum of two payments.
pub(crate) fn add(left: &[Exact], right: &[Exact]) -> Vec<Exact> {
    left.iter().zip(right).map(|(left, right)| Exact(&left.0 + &right.0)).collect()
}

/// What is left of a payment without another.
pub(crate) fn subtract(left: &[Exact], right: &[Exact]) -> Vec<Exact> {
    left.iter().zip(right).map(|(left, right)| Exact(&left.0 - &right.0)).collect()
}

/// Nothing for so many players.
pub(crate) fn nothing(players: usize) -> Vec<Exact> {
    vec![Exact(RBig::ZERO); players]
}
