//! A tree as a game that is played. A player who is to move observes the name of their information set, privately, and
//! nothing else of what happens, as in the extensive form of game theory (Kuhn 1953).

use super::{FlatTree, NodeKind, TreeNode, add, nothing};
use crate::exact::{Exact, RBig};
use crate::game::{
    Chance, Declaration, Game, Memory, Move, Observation, Play, PlayLength, PlayStep, Player,
    PlayerView, Recall, Sum, Trouble, Turn,
};
use hexa_logic::{Stop, Stream};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A game that is given by its tree.
pub struct TreeGame {
    tree: FlatTree,
    declaration: Declaration,
    /// Numbers of moves, as many as any node has children.
    moves: Vec<Move>,
}

impl TreeGame {
    /// The game of a tree.
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
    let mut depth = vec![0usize; tree.nodes.len()];
    let mut worth = vec![nothing(tree.players.len()); tree.nodes.len()];
    let mut recall = Recollection::new(tree);
    let mut ends = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        if at > 0 {
            depth[at] = depth[node.parent as usize] + 1;
            worth[at] = worth[node.parent as usize].clone();
        }
        if let Some(pays) = node.pays {
            worth[at] = add(&worth[at], &tree.payoffs[pays as usize]);
        }
        recall.visit(tree, at);
        if node.kind == NodeKind::End {
            ends.push(at);
        }
    }
    let all = || ends.iter().flat_map(|&end| &worth[end]);
    let bounds = all().min().cloned().zip(all().max().cloned());
    let sum_of = |end: &usize| worth[*end].iter().fold(RBig::ZERO, |sum, one| sum + &one.0);
    let mut sums = ends.iter().map(sum_of);
    let first = sums.next();
    let sum = match first {
        Some(first) if sums.all(|sum| sum == first) => Sum::Constant(Exact(first)),
        Some(_) | None => Sum::General,
    };
    let mut declaration = Declaration::of_players(&tree.name, tree.players.clone());
    declaration.payoffs = bounds;
    declaration.sum = sum;
    declaration.length = PlayLength::AtMost(depth.into_iter().max().unwrap_or(0));
    declaration.recall = recall.recall;
    let label =
        "A player who is to move observes the name of their information set, and nothing else.";
    declaration.assumptions = vec![label.to_owned()];
    declaration
}

/// Whether players remember what they did: all nodes of an information set come after the same own sets and moves.
struct Recollection {
    recall: Vec<Recall>,
    /// For each node and player, the last own move, as a number of it together with what came before.
    last: Vec<Vec<u32>>,
    numbers: FxHashMap<(u32, u32, u32), u32>,
    /// For each information set, what came before its first node.
    before: Vec<Option<u32>>,
}

impl Recollection {
    fn new(tree: &FlatTree) -> Self {
        Self {
            recall: vec![Recall::Perfect; tree.players.len()],
            last: vec![Vec::new(); tree.nodes.len()],
            numbers: FxHashMap::default(),
            before: vec![None; tree.sets.len()],
        }
    }

    fn visit(&mut self, tree: &FlatTree, at: usize) {
        let node = &tree.nodes[at];
        let mut last = match at {
            0 => vec![0; tree.players.len()],
            _ => self.last[node.parent as usize].clone(),
        };
        let parent = &tree.nodes[node.parent as usize];
        if let (true, NodeKind::Decision(set)) = (at > 0, parent.kind) {
            let player = tree.sets[set as usize].player.index();
            let next = self.numbers.len() as u32 + 1;
            let key = (last[player], set, at as u32 - parent.first);
            last[player] = *self.numbers.entry(key).or_insert(next);
        }
        if let NodeKind::Decision(set) = node.kind {
            let player = tree.sets[set as usize].player.index();
            let before = *self.before[set as usize].get_or_insert(last[player]);
            if before != last[player] {
                self.recall[player] = Recall::Imperfect;
            }
        }
        self.last[at] = last;
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
                Some(set) => String::from_utf8_lossy(&set.label).into_owned(),
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
