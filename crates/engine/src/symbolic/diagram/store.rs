//! The nodes of decision diagrams. There is one node for each variable and pair of edges, so that
//! equal functions are one edge. An edge may be marked, and then stands for the negation of what
//! it leads to; a function and its negation share all their nodes. To keep functions unique, the
//! low edge of a node is never marked: what would be one is a marked edge to the node whose edges
//! are both turned round (Brace, Rudell and Bryant 1990).
//!
//! Everything is sized by what is there: a new store takes a few kilobytes.

use super::Root;
use super::memo::Memo;
use super::operations::{Lists, Quantified, Substitution};
use crate::limits::Limit;
use hexa_logic::{Holding, Stop};
use std::ops::Not;
use std::sync::Weak;

/// A function: a node by its number, and whether its negation is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Edge(pub(super) u32);

impl Edge {
    pub(super) const FALSE: Self = Self(0);
    pub(super) const TRUE: Self = Self(1);

    pub(super) fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(super) fn is_constant(self) -> bool {
        self.0 <= 1
    }

    /// The number of the node that it leads to.
    pub(super) fn place(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_marked(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn without_mark(self) -> Self {
        Self(self.0 & !1)
    }

    pub(super) fn negated_if(self, negated: bool) -> Self {
        Self(self.0 ^ u32::from(negated))
    }
}

impl Not for Edge {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A test of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) variable: u32,
    /// Never marked. Of a node that is free, its number is that of the next one.
    pub(super) low: Edge,
    pub(super) high: Edge,
}

/// Added to the variable of a node that was visited, while one goes through a diagram.
const VISITED: u32 = 1 << 31;

/// The last variable of all, which stands at the constant; it always counts as visited.
pub(super) const NO_VARIABLE: u32 = u32::MAX;

/// Numbers of nodes must fit in an edge with room for the kind of a question (see [`Memo`]).
const MOST: usize = (1 << 28) - 1;

/// With fewer nodes than this, sweeping does not pay: what nobody holds is often asked for again.
const FEW: usize = 1 << 21;

/// With fewer handles than this, it does not pay to look which of them are still held.
const FEW_ROOTS: usize = 1 << 10;

/// For how many nodes there is room at first.
const FIRST_ROOM: usize = 1 << 7;

/// A number of a node has so many bits; none has the number of the constant in its slot.
const PLACE_BITS: u32 = 28;
const EMPTY: u32 = 0;

/// Where there is room for fewer nodes than this, it grows fourfold, and otherwise twofold.
const MANY: usize = 1 << 15;

/// So many steps are done before they are reported, and at most so many after the end of the work
/// was asked for.
pub(super) const STEPS_PER_REPORT: u32 = 1 << 10;

/// Why an operation was not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// There is no room for another node.
    Full,
    Stopped,
}

/// Where nodes live.
pub(super) struct Store {
    /// The first one is the constant.
    nodes: Vec<Node>,
    /// Nodes by their hash: each stands in the first slot from there that was empty. A number has some
    /// bits of the hash above it, so that other nodes are seldom looked at. Half of the slots stay
    /// empty.
    slots: Vec<u32>,
    /// The first of the nodes that were swept away, and how many there are.
    free: u32,
    free_count: usize,
    pub(super) memo: Memo,
    pub(super) lists: Lists,
    /// What is quantified, and what is put in, by the operation that runs or by the last one.
    pub(super) quantified: Quantified,
    pub(super) substitution: Substitution,
    /// What is held outside, with those who hold it.
    roots: Vec<(Edge, Weak<Root>)>,
    /// Those no longer held are dropped when there are so many.
    most_roots: usize,
    /// The most nodes that may be in use, and the most that may be there.
    limit: usize,
    room: usize,
    /// Sweeping starts when there are more nodes.
    full: usize,
    peak: usize,
    /// How many nodes were ever made.
    made: u64,
    /// Steps that were not yet reported.
    steps: u32,
    stop: Stop,
    held: Option<Holding>,
}

/// Spreads the bits of a key over the upper half.
pub(super) fn hash(first: u32, second: u32, third: u32) -> u64 {
    let pair = u64::from(first) << 32 | u64::from(second);
    let key = (pair ^ u64::from(third) << 17).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (key ^ key >> 32).wrapping_mul(0xf135_7aea_2e62_a9c5)
}

impl Store {
    pub(super) fn new(limit: u64, stop: Stop) -> Self {
        let limit = usize::try_from(limit).unwrap_or(MOST).min(MOST / 2);
        let constant = Node { variable: NO_VARIABLE, low: Edge::FALSE, high: Edge::FALSE };
        let mut nodes = Vec::with_capacity(FIRST_ROOM);
        nodes.push(constant);
        let mut store = Self {
            nodes,
            slots: vec![EMPTY; 2 * FIRST_ROOM],
            free: 0,
            free_count: 0,
            memo: Memo::default(),
            lists: Lists::default(),
            quantified: Quantified::default(),
            substitution: Substitution::default(),
            roots: Vec::new(),
            most_roots: FEW_ROOTS,
            limit,
            // An operation may make as many nodes again before it is seen that they are not needed.
            room: (2 * limit).max(1 << 10),
            full: FEW.min(limit),
            peak: 0,
            made: 0,
            steps: 0,
            stop,
            held: None,
        };
        store.account();
        store
    }

    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// How many nodes there are.
    pub(super) fn count(&self) -> usize {
        self.nodes.len() - 1 - self.free_count
    }

    /// How many nodes were ever made.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// The most nodes that were there at once.
    pub(super) fn peak(&self) -> usize {
        self.peak.max(self.count())
    }

    pub(super) fn node(&self, edge: Edge) -> &Node {
        &self.nodes[edge.place()]
    }

    pub(super) fn variable(&self, edge: Edge) -> u32 {
        self.node(edge).variable
    }

    /// Where an edge leads if a variable is false, and if it is true; no variable before that one
    /// may matter.
    pub(super) fn split(&self, edge: Edge, variable: u32) -> (Edge, Edge) {
        let node = self.node(edge);
        if node.variable != variable {
            return (edge, edge);
        }
        let marked = edge.is_marked();
        (node.low.negated_if(marked), node.high.negated_if(marked))
    }

    /// The function that is one if a variable is false and another if it is true, both of later
    /// variables.
    pub(super) fn make(&mut self, variable: u32, low: Edge, high: Edge) -> Result<Edge, Halt> {
        debug_assert!(variable < VISITED, "a mark stands above it");
        debug_assert!(variable < self.variable(low).min(self.variable(high)), "in order");
        if low == high {
            return Ok(low);
        }
        let marked = low.is_marked();
        let found = self.find(variable, low.without_mark(), high.negated_if(marked))?;
        Ok(Edge(found << 1).negated_if(marked))
    }

    fn find(&mut self, variable: u32, low: Edge, high: Edge) -> Result<u32, Halt> {
        let hash = hash(low.0, high.0, variable);
        let (mut slot, above) = self.slot(hash);
        loop {
            let there = self.slots[slot];
            if there == EMPTY {
                break;
            }
            let place = there & ((1 << PLACE_BITS) - 1);
            if there & !((1 << PLACE_BITS) - 1) == above {
                let node = &self.nodes[place as usize];
                if node.low == low && node.high == high && node.variable == variable {
                    return Ok(place);
                }
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.made += 1;
        let node = Node { variable, low, high };
        if self.free == 0 {
            return self.append(node);
        }
        let place = self.free;
        self.free = self.nodes[place as usize].low.0;
        self.free_count -= 1;
        self.nodes[place as usize] = node;
        self.slots[slot] = place | above;
        Ok(place)
    }

    /// Where a node with this hash would be, and the bits that stand above its number.
    fn slot(&self, hash: u64) -> (usize, u32) {
        let slot = (hash >> 32) as usize & (self.slots.len() - 1);
        (slot, ((hash >> 60) as u32) << PLACE_BITS)
    }

    /// A new node where none is free.
    fn append(&mut self, node: Node) -> Result<u32, Halt> {
        let place = self.nodes.len();
        if place > self.room {
            return Err(Halt::Full);
        }
        if 2 * place == self.slots.len() {
            self.grow();
        }
        self.nodes.push(node);
        self.link(place);
        Ok(place as u32)
    }

    /// Puts a node into an empty slot.
    fn link(&mut self, place: usize) {
        let Node { variable, low, high } = self.nodes[place];
        let (mut slot, above) = self.slot(hash(low.0, high.0, variable));
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = place as u32 | above;
    }

    /// Makes room for more nodes; none is free.
    fn grow(&mut self) {
        let before = self.nodes.len();
        let room = before * if before < MANY { 4 } else { 2 };
        self.nodes.reserve_exact(room.min(self.room + 1) - before);
        self.slots.clear();
        self.slots.resize(2 * room, EMPTY);
        (1..before).for_each(|place| self.link(place));
        self.memo.make_room(room);
        self.account();
    }

    /// Holds the memory of all tables to account.
    fn account(&mut self) {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        let bytes = nodes + self.slots.len() * size_of::<u32>() + self.memo.bytes();
        // What was held before must not count beside it.
        self.held = None;
        self.held = Some(self.stop.hold(bytes as u64));
    }

    /// Counts one step of work.
    pub(super) fn step(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps < STEPS_PER_REPORT {
            return Ok(());
        }
        let steps = u64::from(std::mem::take(&mut self.steps));
        self.stop.count(steps).map_err(|_| Halt::Stopped)
    }

    /// Does an operation, a second time without what is no longer used if there was no room:
    /// whether there is must not depend on when it was last swept away.
    pub(super) fn attempt<T>(
        &mut self,
        mut operation: impl FnMut(&mut Self) -> Result<T, Halt>,
    ) -> Result<T, Limit> {
        let mut done = self.step().and_then(|()| operation(self));
        if matches!(done, Err(Halt::Full)) {
            let before = self.count();
            self.sweep();
            if self.count() < before {
                done = operation(self);
            }
        }
        done.map_err(|halt| match halt {
            Halt::Full => Limit::Nodes(self.limit as u64),
            Halt::Stopped => Limit::Stopped,
        })
    }

    /// Remembers that a function is held by somebody.
    pub(super) fn hold(&mut self, edge: Edge, root: Weak<Root>) {
        if self.roots.len() >= self.most_roots {
            self.forget_roots();
            self.most_roots = (2 * self.roots.len()).max(FEW_ROOTS);
        }
        self.roots.push((edge, root));
    }

    fn forget_roots(&mut self) {
        self.roots.retain(|(_, root)| root.strong_count() > 0);
    }

    /// After an operation: sweeps if there is much to sweep, and sees that no more is used than allowed.
    pub(super) fn tidy(&mut self) -> Result<(), Limit> {
        if self.count() > self.full {
            self.sweep();
        }
        match self.count() > self.limit {
            true => Err(Limit::Nodes(self.limit as u64)),
            false => Ok(()),
        }
    }

    /// Sweeps away all nodes that nobody holds.
    fn sweep(&mut self) {
        self.peak = self.peak();
        self.forget_roots();
        let mut waiting: Vec<Edge> = self.roots.iter().map(|&(edge, _)| edge).collect();
        while let Some(edge) = waiting.pop() {
            if self.visit(edge) {
                let node = self.node(edge);
                waiting.extend([node.low, node.high]);
            }
        }
        let nodes = &self.nodes;
        let is_visited = |edge: Edge| nodes[edge.place()].variable & VISITED != 0;
        self.memo.retain(|edge| edge.is_constant() || is_visited(edge));
        self.quantified.forget();
        self.relink();
        self.full = (4 * self.count()).max(FEW).min(self.limit);
    }

    /// Puts the nodes that were visited into slots, and makes the others free.
    fn relink(&mut self) {
        // The constant always counts as visited.
        let last = self.nodes.iter().rposition(|node| node.variable & VISITED != 0);
        self.nodes.truncate(last.unwrap_or(0) + 1);
        self.slots.fill(EMPTY);
        (self.free, self.free_count) = (0, 0);
        // The first ones are used first.
        for place in (1..self.nodes.len()).rev() {
            let node = &mut self.nodes[place];
            if node.variable & VISITED != 0 {
                node.variable &= !VISITED;
                self.link(place);
            } else {
                node.low = Edge(self.free);
                self.free = place as u32;
                self.free_count += 1;
            }
        }
    }

    /// Whether a node is visited for the first time; constants never are.
    #[inline]
    fn visit(&mut self, edge: Edge) -> bool {
        let node = &mut self.nodes[edge.place()];
        let is_first = node.variable & VISITED == 0;
        node.variable |= VISITED;
        is_first
    }

    /// The nodes of a function, as unmarked edges.
    pub(super) fn reachable(&mut self, root: Edge) -> Vec<Edge> {
        self.reachable_within(root, usize::MAX)
    }

    /// The nodes of a function, or a few more than so many of them.
    pub(super) fn reachable_within(&mut self, root: Edge, most: usize) -> Vec<Edge> {
        let mut found = Vec::new();
        self.visit_into(root, &mut found);
        let mut next = 0;
        while let Some(&edge) = found.get(next)
            && found.len() <= most
        {
            let Node { low, high, .. } = *self.node(edge);
            self.visit_into(low, &mut found);
            self.visit_into(high, &mut found);
            next += 1;
        }
        for edge in &found {
            self.nodes[edge.place()].variable &= !VISITED;
        }
        found
    }

    #[inline]
    fn visit_into(&mut self, edge: Edge, found: &mut Vec<Edge>) {
        if self.visit(edge) {
            found.push(edge.without_mark());
        }
    }
}
