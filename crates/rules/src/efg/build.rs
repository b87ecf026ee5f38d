//! A tree in the making: nodes come in prefix order, and a list of those that wait for children says where each belongs.

use super::moves::{ChanceSet, amount, chance_set, differing, names_of, read_chances, read_number};
use super::node::{Header, Record, RecordKind, RecordOutcome, RecordSet};
use super::problems::Problems;
use super::token::plain_name;
use super::{MAX_NODES, MAX_PLAYERS};
use hexa_games::exact::{Exact, widen_denominator};
use hexa_games::game::{Player, Weights};
use hexa_games::tree::{FlatTree, NodeKind, TreeNode, TreeSet};
use hexa_lang::{Code, Span};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;

/// A tree in the making.
pub(super) struct Building {
    tree: FlatTree,
    /// Where the players stand in the file.
    players: Span,
    /// Nodes that wait for children, the innermost last.
    waiting: Vec<Waiting>,
    read: usize,
    shape: Shape,
    sets: FxHashMap<(Player, u64), DecisionSet>,
    chances: FxHashMap<u64, ChanceSet>,
    outcomes: FxHashMap<u64, Outcome>,
    weights: IndexSet<Weights, FxBuildHasher>,
    names: IndexSet<Vec<String>, FxBuildHasher>,
    payoffs: IndexSet<Vec<Exact>, FxBuildHasher>,
    /// The common denominator of all payoffs.
    denominator: u128,
}

/// How far the shape of the tree is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Growing,
    /// There were nodes after the last one: the first of them.
    Exceeded(Span, usize),
    /// A node could not be read, so that nobody knows how many children it has.
    Unknown,
    /// There are more nodes than the limit.
    Full,
}

/// A node that waits for children.
struct Waiting {
    /// Where it is in the tree; nowhere if it is never reached.
    node: Option<u32>,
    /// The next child's place among those in the file.
    next: usize,
    /// For each child in the file whether it can be reached.
    children: Children,
    /// Where its first child in the tree is, and how many were come to.
    first: u32,
    placed: u32,
    span: Span,
}

enum Children {
    All(usize),
    /// Some are never reached: for each whether it is, and how many are.
    Possible(Rc<[bool]>, usize),
}

impl Children {
    fn len(&self) -> usize {
        match self {
            Self::All(many) => *many,
            Self::Possible(possible, _) => possible.len(),
        }
    }

    fn count_possible(&self) -> usize {
        match self {
            Self::All(many) | Self::Possible(_, many) => *many,
        }
    }

    fn is_possible(&self, child: usize) -> bool {
        match self {
            Self::All(_) => true,
            Self::Possible(possible, _) => possible.get(child).copied().unwrap_or(false),
        }
    }
}

struct DecisionSet {
    span: Span,
    label: String,
    moves: Vec<String>,
    /// Its place in the tree, once it is met there.
    place: Option<u32>,
}

struct Outcome {
    span: Span,
    payoffs: Option<Vec<Exact>>,
    place: Option<u32>,
}

/// What a node is, with how many children it has in the file.
struct Arrived {
    kind: NodeKind,
    children: Children,
}

impl Building {
    /// A tree of which only the first line is known.
    pub(super) fn new(name: &str, header: Header, problems: &mut Problems) -> Self {
        let Header { title, players, span } = header;
        if players.is_empty() {
            let help = "name the players in braces after the title";
            problems.error(Code::BadPlayer, span, "there are no players", help);
        } else if players.len() > MAX_PLAYERS {
            let message =
                format!("there are {} players; at most {MAX_PLAYERS} are read", players.len());
            problems.error(Code::TooLarge, span, message, "leave players out who never move");
        }
        let players = differing(players, span, "player", problems);
        let tree = FlatTree { name: name.to_owned(), about: title, players, ..FlatTree::default() };
        Self {
            tree,
            players: span,
            waiting: Vec::new(),
            read: 0,
            shape: Shape::Growing,
            sets: FxHashMap::default(),
            chances: FxHashMap::default(),
            outcomes: FxHashMap::default(),
            weights: IndexSet::default(),
            names: IndexSet::default(),
            payoffs: IndexSet::default(),
            denominator: 1,
        }
    }

    /// A node could not be read.
    pub(super) fn lose_shape(&mut self) {
        self.read += 1;
        self.shape = Shape::Unknown;
    }

    /// Whether there are more nodes than are read.
    pub(super) fn is_full(&self) -> bool {
        self.shape == Shape::Full
    }

    /// The next node.
    pub(super) fn add(&mut self, record: &Record<'_>, problems: &mut Problems) {
        self.read += 1;
        if self.read > MAX_NODES {
            return self.refuse_nodes(record.span, problems);
        }
        let node = self.place(record.span);
        let pays = self.outcome(&record.outcome, node, problems);
        let arrived = match &record.kind {
            RecordKind::End => {
                self.settle(node, NodeKind::End, pays);
                return;
            }
            RecordKind::Chance(set) => self.chance(set, node, problems),
            RecordKind::Decision(player, span, set) => {
                let player = self.player(player, *span, problems);
                player.and_then(|player| self.decision(player, set, node, problems))
            }
        };
        let Some(Arrived { kind, children }) = arrived else {
            self.shape = Shape::Unknown;
            return;
        };
        self.settle(node, kind, pays);
        let reached = children.count_possible();
        // A set is described once and met often: its nodes may be far more than there is text.
        if self.tree.nodes.len() + reached > MAX_NODES {
            return self.refuse_nodes(record.span, problems);
        }
        let first = match node {
            Some(node) => self.open(node, reached),
            None => 0,
        };
        let span = record.span;
        self.waiting.push(Waiting { node, next: 0, children, first, placed: 0, span });
    }

    fn refuse_nodes(&mut self, span: Span, problems: &mut Problems) {
        let message = format!("there are more than {MAX_NODES} nodes, the most that are read");
        problems.error(Code::TooLarge, span, message, "read a smaller game");
        self.shape = Shape::Full;
    }

    /// Where the next node belongs; nowhere if it is never reached or too much.
    fn place(&mut self, span: Span) -> Option<u32> {
        match self.shape {
            Shape::Unknown | Shape::Full => return None,
            Shape::Exceeded(first, many) => {
                self.shape = Shape::Exceeded(first, many + 1);
                return None;
            }
            Shape::Growing => {}
        }
        if self.tree.nodes.is_empty() {
            self.open(0, 1);
            return Some(0);
        }
        while self.waiting.last().is_some_and(|last| last.next == last.children.len()) {
            self.waiting.pop();
        }
        let Some(last) = self.waiting.last_mut() else {
            self.shape = Shape::Exceeded(span, 1);
            return None;
        };
        let child = last.next;
        last.next += 1;
        if last.node.is_none() || !last.children.is_possible(child) {
            return None;
        }
        last.placed += 1;
        Some(last.first + last.placed - 1)
    }

    /// Makes room for the children of a node.
    fn open(&mut self, parent: u32, many: usize) -> u32 {
        let first = self.tree.nodes.len();
        let empty = TreeNode { parent, first: 0, children: 0, kind: NodeKind::End, pays: None };
        self.tree.nodes.resize(first + many, empty);
        if let (true, Some(node)) = (first > 0, self.tree.nodes.get_mut(parent as usize)) {
            (node.first, node.children) = (first as u32, many as u32);
        }
        first as u32
    }

    fn settle(&mut self, node: Option<u32>, kind: NodeKind, pays: Option<u32>) {
        if let Some(node) = node.and_then(|node| self.tree.nodes.get_mut(node as usize)) {
            (node.kind, node.pays) = (kind, pays);
        }
    }

    fn player(&self, word: &str, span: Span, problems: &mut Problems) -> Option<Player> {
        let many = self.tree.players.len();
        let place = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match place {
            Some(place) if place < many => Some(Player::from_index(place)),
            Some(_) | None => {
                let message =
                    format!("there is no player `{word}`: players are numbered from 1 to {many}");
                let players = (self.players, "the players");
                let help = "write the number of a player of the first line";
                problems.clash(Code::BadPlayer, span, message, players, help);
                None
            }
        }
    }

    fn decision(
        &mut self,
        player: Player,
        set: &RecordSet<'_>,
        node: Option<u32>,
        problems: &mut Problems,
    ) -> Option<Arrived> {
        let number = read_number(set.number, set.span, "information set", problems)?;
        let who = player.index() + 1;
        if let Some((moves, span)) = &set.moves {
            for (probability, at) in moves.iter().filter_map(|one| one.chance) {
                let message = format!("expected a move or `}}`, found `{probability}`");
                problems.error(
                    Code::BadNode,
                    at,
                    message,
                    "moves of players have no probabilities",
                );
            }
            let names = names_of(moves, *span, problems)?;
            match self.sets.get(&(player, number)) {
                Some(known) if known.moves != names => {
                    let message = format!(
                        "information set {number} of player {who} has other moves here than before"
                    );
                    let before = (known.span, "these are its moves");
                    let help = "leave the list out here, or write the same one";
                    problems.clash(Code::BadInformationSet, *span, message, before, help);
                }
                Some(_) => {}
                None => {
                    let label = set.label.map(plain_name).filter(|label| !label.is_empty());
                    let label = label.unwrap_or_else(|| format!("{who}:{number}"));
                    let new = DecisionSet { span: *span, label, moves: names, place: None };
                    self.sets.insert((player, number), new);
                }
            }
        }
        let Some(known) = self.sets.get_mut(&(player, number)) else {
            let message = format!("information set {number} of player {who} has no moves yet");
            let help = "list its moves in braces where it is first mentioned";
            problems.error(Code::BadInformationSet, set.span, message, help);
            return None;
        };
        let children = Children::All(known.moves.len());
        let place = match (known.place, node) {
            (Some(place), _) => place,
            (None, None) => 0,
            (None, Some(_)) => {
                let place = self.tree.sets.len() as u32;
                known.place = Some(place);
                self.tree.sets.push(TreeSet {
                    player,
                    label: known.label.as_bytes().into(),
                    words: known.label.clone(),
                    moves: known.moves.clone(),
                });
                place
            }
        };
        Some(Arrived { kind: NodeKind::Decision(place), children })
    }

    fn chance(
        &mut self,
        set: &RecordSet<'_>,
        node: Option<u32>,
        problems: &mut Problems,
    ) -> Option<Arrived> {
        let number = read_number(set.number, set.span, "information set", problems)?;
        if let Some((moves, span)) = &set.moves {
            let names = names_of(moves, *span, problems)?;
            let chances = read_chances(moves, problems);
            match (self.chances.get(&number), chances) {
                (Some(known), Some(chances))
                    if known.moves != names || known.chances != chances =>
                {
                    let message =
                        format!("the moves of chance at {number} are others here than before");
                    let before = (known.span, "these are its moves");
                    let help =
                        "leave the list out here, write the same one, or take another number";
                    problems.clash(Code::BadInformationSet, *span, message, before, help);
                }
                (Some(_), _) => {}
                (None, chances) => {
                    let new = chance_set(names, chances.unwrap_or_default(), *span, problems);
                    self.chances.insert(number, new);
                }
            }
        }
        let Some(known) = self.chances.get_mut(&number) else {
            let message = format!("chance at {number} has no moves yet");
            let help =
                "list its moves with their probabilities in braces where it is first mentioned";
            problems.error(Code::BadInformationSet, set.span, message, help);
            return None;
        };
        let all = known.moves.len();
        let Some(kept) = &mut known.kept else {
            // It was told what is wrong with it; the shape of the tree is known all the same.
            let kind = NodeKind::Chance { weights: 0, names: 0 };
            return Some(Arrived { kind, children: Children::All(all) });
        };
        let children = if kept.names.len() == all {
            Children::All(all)
        } else {
            Children::Possible(Rc::clone(&kept.possible), kept.names.len())
        };
        let (weights, names) = match (kept.places, node) {
            (Some(places), _) => places,
            (None, None) => (0, 0),
            (None, Some(_)) => {
                let weights = self.weights.insert_full(kept.weights.clone()).0 as u32;
                let names = self.names.insert_full(kept.names.clone()).0 as u32;
                *kept.places.insert((weights, names))
            }
        };
        Some(Arrived { kind: NodeKind::Chance { weights, names }, children })
    }

    fn outcome(
        &mut self,
        outcome: &RecordOutcome<'_>,
        node: Option<u32>,
        problems: &mut Problems,
    ) -> Option<u32> {
        let number = read_number(outcome.number, outcome.span, "outcome", problems)?;
        if let Some((written, span)) = &outcome.payoffs {
            let payoffs = self.read_payoffs(number, written, *span, problems);
            match self.outcomes.get(&number) {
                _ if number == 0 => {
                    let message = "outcome 0 means that nothing is paid";
                    let help = "number outcomes from 1, or leave its payoffs out";
                    problems.error(Code::BadOutcome, *span, message, help);
                }
                Some(known)
                    if payoffs.is_some() && known.payoffs.is_some() && known.payoffs != payoffs =>
                {
                    let message = format!("outcome {number} has other payoffs here than before");
                    let before = (known.span, "these are its payoffs");
                    let help = "leave them out here, write the same ones, or take another number";
                    problems.clash(Code::BadOutcome, *span, message, before, help);
                }
                Some(_) => {}
                None => {
                    self.outcomes.insert(number, Outcome { span: *span, payoffs, place: None });
                }
            }
        }
        if number == 0 {
            return None;
        }
        let Some(known) = self.outcomes.get_mut(&number) else {
            let at = outcome.label.map_or(outcome.span, |label| outcome.span.to(label));
            let message = format!("outcome {number} has no payoffs yet");
            let help = "write its payoffs in braces where it is first mentioned";
            problems.error(Code::BadOutcome, at, message, help);
            return None;
        };
        match (known.place, node, &known.payoffs) {
            (Some(place), _, _) => Some(place),
            (None, Some(_), Some(payoffs)) => {
                let place = self.payoffs.insert_full(payoffs.clone()).0 as u32;
                known.place = Some(place);
                Some(place)
            }
            (None, None, _) | (None, _, None) => None,
        }
    }

    fn read_payoffs(
        &mut self,
        number: u64,
        written: &[(&str, Span)],
        span: Span,
        problems: &mut Problems,
    ) -> Option<Vec<Exact>> {
        let many = self.tree.players.len();
        if written.len() != many {
            let message = format!(
                "outcome {number} has {} payoffs, and there are {many} players",
                written.len()
            );
            let help = "write one payoff for each player, in the order of the first line";
            problems.error(Code::BadOutcome, span, message, help);
        }
        let payoffs: Vec<Option<Exact>> =
            written.iter().map(|(word, at)| amount(word, *at, "payoff", problems)).collect();
        let payoffs: Vec<Exact> = payoffs.into_iter().collect::<Option<_>>()?;
        match payoffs.iter().try_fold(self.denominator, widen_denominator) {
            Some(denominator) => self.denominator = denominator,
            None => {
                let message = "the common denominator of all payoffs so far has more than 128 bits";
                let help = "round the payoffs, or multiply all of them by a number";
                problems.error(Code::BadOutcome, span, message, help);
            }
        }
        (payoffs.len() == many).then_some(payoffs)
    }

    /// The tree, if its shape is right; errors are told beside it.
    pub(super) fn finish(mut self, end: Span, problems: &mut Problems) -> Option<FlatTree> {
        match self.shape {
            Shape::Unknown | Shape::Full => return None,
            Shape::Exceeded(first, many) => {
                let message = match many {
                    1 => "the tree is complete before this node".to_owned(),
                    many => format!(
                        "the tree is complete before this node and the {} after it",
                        many - 1
                    ),
                };
                let help = "remove what is too much, or give more moves to a node before";
                problems.error(Code::TreeShape, first, message, help);
                return None;
            }
            Shape::Growing => {}
        }
        if self.tree.nodes.is_empty() {
            let help = "nodes follow the first line; a game without moves is `t \"\" 0`";
            problems.error(Code::TreeShape, end, "there are no nodes", help);
            return None;
        }
        // Reading was cut short.
        if problems.are_many() {
            return None;
        }
        let missing = |waiting: &Waiting| waiting.children.len() - waiting.next;
        let lacking: usize = self.waiting.iter().map(missing).sum();
        if let (Some(last), true) =
            (self.waiting.iter().rfind(|node| missing(node) > 0), lacking > 0)
        {
            // What is missing may itself have children.
            let message = match lacking {
                1 => "the tree ends early: at least 1 node is missing".to_owned(),
                many => format!("the tree ends early: at least {many} nodes are missing"),
            };
            let first = (last.span, "the last node that has fewer children than moves");
            problems.clash(Code::TreeShape, end, message, first, "write a node for every move");
            return None;
        }
        self.tree.weights = self.weights.into_iter().collect();
        self.tree.chances = self.names.into_iter().collect();
        self.tree.payoffs = self.payoffs.into_iter().collect();
        Some(self.tree)
    }
}
