//! Answers that were found, by their questions. There is one place for each; what comes later takes
//! it. Questions name edges with their marks, so that a function and its negation have places of
//! their own.

use super::store::{Edge, hash};

/// What was asked of up to three functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    And = 1,
    Xor,
    Choose,
    /// The second number is that of the substitution.
    Substitute,
    /// The third function of these is a cube.
    Exists,
    /// What is asked of the variables of a cube one by one; the second function tells what.
    OneByOne,
    AndExists,
}

/// A question that can be remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    first: u32,
    second: u32,
    /// The kind of the question stands above the edge; there is none where nothing was asked.
    third: u32,
}

/// An edge has so many bits.
const EDGE_BITS: u32 = 29;

impl Key {
    pub(super) fn new(kind: Kind, first: Edge, second: Edge, third: Edge) -> Self {
        Self { first: first.0, second: second.0, third: third.0 | (kind as u32) << EDGE_BITS }
    }

    /// With the substitution of that number.
    pub(super) fn substitution(of: Edge, number: u32) -> Self {
        Self::new(Kind::Substitute, of, Edge(number), Edge::FALSE)
    }

    fn edges(self) -> [Edge; 3] {
        [Edge(self.first), Edge(self.second), Edge(self.third & ((1 << EDGE_BITS) - 1))]
    }

    fn is(self, kind: Kind) -> bool {
        self.third >> EDGE_BITS == kind as u32
    }
}

#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Entry {
    key: Key,
    answer: Edge,
}

const NOTHING: Entry = Entry { key: Key { first: 0, second: 0, third: 0 }, answer: Edge::FALSE };

/// How many answers are remembered at first, and at most.
const FEWEST: usize = 1 << 8;
const MOST: usize = 1 << 24;

/// See the module.
pub(super) struct Memo {
    entries: Vec<Entry>,
}

impl Default for Memo {
    fn default() -> Self {
        Self { entries: vec![NOTHING; FEWEST] }
    }
}

impl Memo {
    /// Questions that differ in the first function only have places near each other: functions that
    /// were made one after the other are asked about one after the other.
    #[inline]
    fn place(&self, key: Key) -> usize {
        let hash = hash(key.first & 1, key.second, key.third);
        ((hash >> 32) as usize + (key.first >> 1) as usize) & (self.entries.len() - 1)
    }

    /// The answer, if it is remembered.
    pub(super) fn recall(&self, key: Key) -> Option<Edge> {
        let entry = &self.entries[self.place(key)];
        (entry.key == key).then_some(entry.answer)
    }

    pub(super) fn remember(&mut self, key: Key, answer: Edge) {
        let place = self.place(key);
        self.entries[place] = Entry { key, answer };
    }

    /// Remembers as many answers as there is room for nodes. With fewer, more is found out again; with
    /// more, they no longer fit into the faster memory of the machine.
    pub(super) fn make_room(&mut self, nodes: usize) {
        let wanted = nodes.clamp(FEWEST, MOST);
        if wanted > self.entries.len() {
            let known = std::mem::replace(&mut self.entries, vec![NOTHING; wanted]);
            let known = known.into_iter().filter(|entry| entry.key != NOTHING.key);
            known.for_each(|entry| self.remember(entry.key, entry.answer));
        }
    }

    /// Forgets what is about other functions than these, and all substitutions.
    pub(super) fn retain(&mut self, is_kept: impl Fn(Edge) -> bool) {
        for entry in &mut self.entries {
            let stays = || entry.key.edges().into_iter().chain([entry.answer]).all(&is_kept);
            if entry.key.is(Kind::Substitute) || !stays() {
                *entry = NOTHING;
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }
}
