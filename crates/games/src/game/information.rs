//! Information sets: what a player cannot tell apart, as bytes that are the same for all of it and for nothing else.

use super::{Move, Player};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// An information set of a player, by its number in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InformationSet(pub u32);

impl InformationSet {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The information sets that were met, numbered for each player in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub struct InformationTable {
    sets: Vec<IndexSet<Box<[u8]>, FxBuildHasher>>,
}

impl InformationTable {
    /// None so far.
    pub fn new(players: usize) -> Self {
        Self { sets: vec![IndexSet::default(); players] }
    }

    /// The number of a player's information set.
    pub fn number(&mut self, player: Player, bytes: &[u8]) -> InformationSet {
        let sets = &mut self.sets[player.index()];
        let number = match sets.get_index_of(bytes) {
            Some(number) => number,
            None => sets.insert_full(bytes.into()).0,
        };
        InformationSet(number as u32)
    }

    /// The bytes of an information set.
    pub fn bytes(&self, player: Player, set: InformationSet) -> Option<&[u8]> {
        self.sets[player.index()].get_index(set.index()).map(|bytes| &**bytes)
    }

    /// How many information sets of a player were met.
    pub fn count(&self, player: Player) -> usize {
        self.sets[player.index()].len()
    }
}

/// What a player notices at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation<'m> {
    /// The player's own choice, if they made one.
    pub own: Option<Move>,
    /// What everybody notices, and everybody knows that everybody does.
    pub public: &'m [u8],
    /// What the player notices beside that.
    pub private: &'m [u8],
}

/// All that a player has done and noticed: the information set of somebody who forgets nothing. Different histories have
/// different bytes, and those of a longer one begin with those of the shorter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Memory {
    /// The memory with these bytes, if there is one.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut memory = Self::default();
        let mut rest = bytes;
        while !rest.is_empty() {
            let (_, after) = split_observed(rest)?;
            memory.ends.push(bytes.len() - after.len());
            rest = after;
        }
        memory.bytes = bytes.to_vec();
        Some(memory)
    }

    /// Something more is noticed.
    pub fn record(&mut self, observed: Observation<'_>) {
        // Whoever notices something will notice more: room is made once for some of it.
        if self.ends.capacity() == 0 {
            self.ends.reserve(16);
            self.bytes.reserve(256);
        }
        push_number(&mut self.bytes, observed.own.map_or(0, |made| u64::from(made.0) + 1));
        for part in [observed.public, observed.private] {
            push_number(&mut self.bytes, part.len() as u64);
            self.bytes.extend_from_slice(part);
        }
        self.ends.push(self.bytes.len());
    }

    /// How many observations there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing was done or noticed.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Only the first so many observations are kept.
    pub fn truncate(&mut self, len: usize) {
        self.ends.truncate(len);
        self.bytes.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// The observations from this one on, in order.
    pub fn since(&self, first: usize) -> impl Iterator<Item = Observation<'_>> {
        let start = |at: usize| at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let observed =
            move |at| split_observed(&self.bytes[start(at)..]).map(|(observed, _)| observed);
        (first..self.len()).filter_map(observed)
    }

    /// All of it.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The first observation, and the bytes after it.
fn split_observed(bytes: &[u8]) -> Option<(Observation<'_>, &[u8])> {
    let (own, bytes) = split_number(bytes)?;
    let own = own.checked_sub(1).map(u32::try_from).transpose().ok()?.map(Move);
    let (public, bytes) = split_part(bytes)?;
    let (private, bytes) = split_part(bytes)?;
    Some((Observation { own, public, private }, bytes))
}

fn split_part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, bytes) = split_number(bytes)?;
    bytes.split_at_checked(usize::try_from(len).ok()?)
}

/// Seven bits at a time, the lowest first.
fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn split_number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0u64;
    for (at, &byte) in bytes.iter().enumerate().take(9) {
        number |= u64::from(byte & 0x7F) << (7 * at);
        if byte & 0x80 == 0 {
            // No number is written in two ways.
            return (at == 0 || byte != 0).then_some((number, &bytes[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed<'m>(own: Option<u32>, public: &'m [u8], private: &'m [u8]) -> Observation<'m> {
        Observation { own: own.map(Move), public, private }
    }

    #[test]
    fn what_was_done_and_noticed_is_told_apart_and_read_again() {
        let mut memory = Memory::default();
        memory.record(observed(Some(300), b"ab", b"c"));
        let before = memory.clone();
        memory.record(observed(None, b"a", &[7; 200]));
        assert!(memory.bytes().starts_with(before.bytes()));
        assert_eq!(Memory::read(memory.bytes()).as_ref(), Some(&memory));
        assert_eq!(memory.since(1).collect::<Vec<_>>(), [observed(None, b"a", &[7; 200])]);
        memory.truncate(1);
        assert_eq!(memory, before);
        let mut other = Memory::default();
        other.record(observed(Some(300), b"a", b"bc"));
        assert_ne!(memory.bytes(), other.bytes());
        memory.truncate(0);
        assert_eq!(memory, Memory::default());
    }

    #[test]
    fn bytes_that_nobody_wrote_are_refused() {
        for wrong in [&[1u8][..], &[0, 5, 1], &[0x80, 0, 0, 0], &[0xFF; 12], &[0, 0]] {
            assert_eq!(Memory::read(wrong), None, "{wrong:?}");
        }
    }
}
