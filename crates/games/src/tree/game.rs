//! A tree as a game that is played. A player who is to move observes the name of their information set, privately, and
//! nothing else of what happens, as in the extensive form of game theory (Kuhn 1953).

use super::recall::Remembering;
use super::{FlatTree, NodeKind, TreeNode, add, nothing, subtract};
use crate::exact::{Exact, RBig};
use crate::game::{
    Chance, Declaration, Game, Memory, Move, Observation, Play, PlayLength, PlayStep, Player,
    PlayerView, Sum, Trouble, Turn,
};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// A game that is given by its tree.
pub struct TreeGame {
    tree: FlatTree,
    declaration: Declaration,
    /// Numbers of moves, as many as any node has children.
    moves: Vec<Move>,
}

impl TreeGame {
    /// The game of a tree, which is one: see [`FlatTree::check`].
    pub fn new(tree: FlatTree) -> Self {
        let many = tree.nodes.iter().map(|node| node.children).max().unwrap_or(0);
        let declaration = declare(&tree);
        Self { tree, declaration, moves: (0..many).map(Move).collect() }
    }

    /// Its tree.
    pub fn tree(&self) -> &FlatTree {
        &self.tree
    }

    fn moves(&self, node: &TreeNode) -> &[Move] {
        &self.moves[..node.children as usize]
    }
}

fn declare(tree: &FlatTree) -> Declaration {
    let mut ends = Ends::default();
    let mut path: Vec<Passing> = Vec::new();
    let mut remembering = Remembering::new(tree);
    let mut worth = nothing(tree.players.len());
    let mut next = Some(0);
    loop {
        if let Some(at) = next {
            let node = &tree.nodes[at];
            if let Some(pays) = node.pays {
                worth = add(&worth, &tree.payoffs[pays as usize]);
            }
            ends.depth = ends.depth.max(path.len());
            remembering.enter(at);
            if node.kind == NodeKind::End {
                ends.visit(&worth);
            }
            path.push(Passing { node: at, done: 0 });
        }
        let Some(last) = path.last_mut() else { break };
        let node = &tree.nodes[last.node];
        if last.done == node.children {
            remembering.leave(last.node);
            if let Some(pays) = node.pays {
                worth = subtract(&worth, &tree.payoffs[pays as usize]);
            }
            path.pop();
            next = None;
        } else {
            remembering.choose(last.node, last.done);
            next = Some((node.first + last.done) as usize);
            last.done += 1;
        }
    }
    let mut declaration = Declaration::of_players(&tree.name, tree.players.clone());
    declaration.about = tree.about.clone();
    declaration.payoffs = ends.bounds;
    declaration.sum = match (ends.sum, ends.differs) {
        (Some(sum), false) => Sum::Constant(Exact(sum)),
        (Some(_) | None, _) => Sum::General,
    };
    declaration.length = PlayLength::AtMost(ends.depth);
    declaration.recall = remembering.recall;
    let decides = |node: &&TreeNode| matches!(node.kind, NodeKind::Decision(_));
    let decisions = tree.nodes.iter().filter(decides).count();
    declaration.perfect_information = decisions == tree.sets.len();
    let label =
        "A player who is to move observes the name of their information set, and nothing else.";
    declaration.assumptions = vec![label.to_owned()];
    declaration
}

/// A node on the way, with how many of its branches are done.
struct Passing {
    node: usize,
    done: u32,
}

/// What is known of the ends of all plays.
#[derive(Default)]
struct Ends {
    depth: usize,
    bounds: Option<(Exact, Exact)>,
    sum: Option<RBig>,
    differs: bool,
}

impl Ends {
    fn visit(&mut self, worth: &[Exact]) {
        for one in worth {
            let (least, most) = self.bounds.get_or_insert_with(|| (one.clone(), one.clone()));
            if one < least {
                *least = one.clone();
            } else if one > most {
                *most = one.clone();
            }
        }
        let sum = worth.iter().fold(RBig::ZERO, |sum, one| sum + &one.0);
        self.differs |= self.sum.get_or_insert_with(|| sum.clone()) != &sum;
    }
}

struct TreePlay {
    game: Arc<TreeGame>,
    /// The nodes that were come to, with how many observations each player had before.
    path: Vec<(u32, Vec<usize>)>,
    node: u32,
    turn: Turn,
    memories: Vec<Memory>,
}

impl Game for TreeGame {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, _: Player, observed: Observation<'_>) -> String {
        match <[u8; 4]>::try_from(observed.private) {
            Ok(set) => match self.tree.sets.get(u32::from_be_bytes(set) as usize) {
                Some(set) => set.words.clone(),
                None => String::new(),
            },
            Err(_) => String::new(),
        }
    }

    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble> {
        let rest = information.get(1..).ok_or(Trouble::NoInformation)?;
        let told = match information.first() {
            Some(1) => {
                vec![self.tell(player, Observation { own: None, public: &[], private: rest })]
            }
            Some(0) => {
                let memory = Memory::read(rest).ok_or(Trouble::NoInformation)?;
                memory.since(0).map(|observed| self.tell(player, observed)).collect()
            }
            Some(_) | None => return Err(Trouble::NoInformation),
        };
        Ok(PlayerView {
            heard: told.into_iter().filter(|told| !told.is_empty()).collect(),
            ..PlayerView::default()
        })
    }

    fn start(self: Arc<Self>, _: &Stop) -> Result<Box<dyn Play>, Trouble> {
        let memories = vec![Memory::default(); self.tree.players.len()];
        let mut play =
            TreePlay { game: self, path: Vec::new(), node: 0, turn: Turn::Over, memories };
        play.arrive(0);
        Ok(Box::new(play))
    }
}

impl TreePlay {
    fn node(&self) -> &TreeNode {
        &self.game.tree.nodes[self.node as usize]
    }

    /// Comes to a node, and goes on from there while there is no choice.
    fn arrive(&mut self, node: u32) {
        self.node = node;
        loop {
            self.turn = self.turn_here();
            let NodeKind::Decision(set) = self.node().kind else { return };
            let player = self.game.tree.sets[set as usize].player;
            let private = &set.to_be_bytes();
            self.memories[player.index()].record(Observation { own: None, public: &[], private });
            if self.node().children != 1 {
                return;
            }
            self.node = self.node().first;
        }
    }

    fn turn_here(&self) -> Turn {
        match self.node().kind {
            NodeKind::Decision(set) => Turn::Decision(self.game.tree.sets[set as usize].player),
            NodeKind::Chance { .. } => Turn::Chance,
            NodeKind::End => Turn::Over,
        }
    }

    fn leave(&mut self) {
        let noticed = self.memories.iter().map(Memory::len).collect();
        self.path.push((self.node, noticed));
    }
}

impl Play for TreePlay {
    fn turn(&self) -> &Turn {
        &self.turn
    }

    fn moves(&self, player: Player) -> &[Move] {
        if self.turn.players().contains(&player) { self.game.moves(self.node()) } else { &[] }
    }

    fn move_text(&self, _: Player, made: Move) -> String {
        let NodeKind::Decision(set) = self.node().kind else { return String::new() };
        self.game.tree.sets[set as usize].moves.get(made.index()).cloned().unwrap_or_default()
    }

    fn chance(&self) -> Result<Chance<'_>, Trouble> {
        match self.node().kind {
            NodeKind::Chance { weights, .. } => {
                let weights = &self.game.tree.weights[weights as usize];
                Ok(Chance::Listed(self.game.moves(self.node()), weights))
            }
            NodeKind::Decision(_) | NodeKind::End => Err(Trouble::WrongTurn),
        }
    }

    fn chance_text(&self, made: Move) -> String {
        let NodeKind::Chance { names, .. } = self.node().kind else { return String::new() };
        let names = self.game.tree.chances.get(names as usize);
        names.and_then(|names| names.get(made.index())).cloned().unwrap_or_default()
    }

    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        let NodeKind::Chance { weights, .. } = self.node().kind else {
            return Err(Trouble::WrongTurn);
        };
        let weights = &self.game.tree.weights[weights as usize];
        let at = weights.draw(stream);
        Ok((PlayStep::Chance(Move(at as u32)), weights.probability(at)))
    }

    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble> {
        let (made, player) = match (step, &self.turn) {
            (PlayStep::Chance(made), Turn::Chance) => (*made, None),
            (PlayStep::Moves(moves), &Turn::Decision(player)) => match moves[..] {
                [made] => (made, Some(player)),
                _ => return Err(Trouble::WrongTurn),
            },
            (PlayStep::Moves(_) | PlayStep::Chance(_) | PlayStep::Drawn(_), _) => {
                return Err(Trouble::WrongTurn);
            }
        };
        if made.0 >= self.node().children {
            return Err(match player {
                Some(player) => Trouble::NoSuchMove { player, made },
                None => Trouble::NoSuchChance,
            });
        }
        self.leave();
        if let Some(player) = player {
            let own = Observation { own: Some(made), public: &[], private: &[] };
            self.memories[player.index()].record(own);
        }
        self.arrive(self.node().first + made.0);
        Ok(())
    }

    fn undo(&mut self) {
        if let Some((node, noticed)) = self.path.pop() {
            self.node = node;
            self.turn = self.turn_here();
            for (memory, noticed) in self.memories.iter_mut().zip(noticed) {
                memory.truncate(noticed);
            }
        }
    }

    fn steps(&self) -> usize {
        self.path.len()
    }

    fn memory(&self, player: Player) -> &Memory {
        &self.memories[player.index()]
    }

    fn information(&self, player: Player, bytes: &mut Vec<u8>) {
        match (self.node().kind, self.turn.players().contains(&player)) {
            (NodeKind::Decision(set), true) => {
                bytes.push(1);
                bytes.extend_from_slice(&set.to_be_bytes());
            }
            (NodeKind::Decision(_) | NodeKind::Chance { .. } | NodeKind::End, _) => {
                bytes.push(0);
                bytes.extend_from_slice(self.memory(player).bytes());
            }
        }
    }

    fn facts(&self) -> Vec<String> {
        // Nothing is known of a position but how it came to be: what chance did, counted from the start.
        let tree = &self.game.tree;
        let mut steps: Vec<(u32, u32)> = Vec::new();
        let mut at = self.node;
        while at != 0 {
            let parent = tree.nodes[at as usize].parent;
            steps.push((parent, at - tree.nodes[parent as usize].first));
            at = parent;
        }
        let chances = steps.into_iter().rev().filter_map(|(node, child)| {
            let NodeKind::Chance { names, .. } = tree.nodes[node as usize].kind else {
                return None;
            };
            tree.chances.get(names as usize)?.get(child as usize)
        });
        chances
            .zip(1..)
            .map(|(name, number)| format!("chance({number},{})", atom_part(name)))
            .collect()
    }

    fn rewards(&self) -> Result<Vec<Exact>, Trouble> {
        let before = self.path.last().map_or(u32::MAX, |(node, _)| *node);
        Ok(self.paid_since(before))
    }

    fn returns(&self) -> Result<Vec<Exact>, Trouble> {
        Ok(self.paid_since(u32::MAX))
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(Self {
            game: Arc::clone(&self.game),
            path: self.path.clone(),
            node: self.node,
            turn: self.turn.clone(),
            memories: self.memories.clone(),
        })
    }
}

impl TreePlay {
    /// What was paid after a node on the way; from the root on, if it is no node.
    fn paid_since(&self, before: u32) -> Vec<Exact> {
        let tree = &self.game.tree;
        let mut sum = nothing(tree.players.len());
        let mut at = self.node;
        while at != before {
            let node = &tree.nodes[at as usize];
            if let Some(pays) = node.pays {
                sum = add(&sum, &tree.payoffs[pays as usize]);
            }
            if at == 0 {
                break;
            }
            at = node.parent;
        }
        sum
    }
}

/// A name as part of an atom: what cannot be part of one is written as `_`.
fn atom_part(name: &str) -> String {
    let part = |c: char| if c.is_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(part).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}
