//! How far a search may go, how it ends, and what it counts.

use crate::knowledge::moves::Ask;
use hexa_logic::Card;

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchBounds {
    /// The most questions in a play.
    pub depth: Option<usize>,
    /// The most states.
    pub states: usize,
    /// Models of more worlds, before contraction, are not entered.
    pub worlds: usize,
    /// The bytes that states may take.
    pub memory: usize,
}

impl Default for SearchBounds {
    fn default() -> Self {
        Self { depth: None, states: 1_000_000, worlds: 5_000, memory: 2 << 30 }
    }
}

/// Which bound was reached, so that there may be more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchCut {
    /// [`SearchBounds::depth`]
    Depth(usize),
    /// [`SearchBounds::states`]
    States(usize),
    /// [`SearchBounds::worlds`], and how many models were not entered.
    Worlds(usize, usize),
    /// [`SearchBounds::memory`]
    Memory(usize),
    /// Somebody asked for the end of the search.
    Stopped,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// What was looked for was found.
    Found(Found),
    /// There are no other states.
    Exhausted,
    /// There may be other states.
    Cut(SearchCut),
}

/// Where something was found: after a play, in a world of its last model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub(in crate::knowledge) batch: usize,
    pub(in crate::knowledge) world: usize,
    /// The card that is shown next, if that makes the state larger.
    pub(in crate::knowledge) next: Option<Growth>,
}

/// A card that is shown, and the numbers of worlds before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    pub(in crate::knowledge) ask: Ask,
    pub(in crate::knowledge) shown: Option<Card>,
    /// The worlds before.
    pub before: usize,
    /// The worlds after.
    pub after: usize,
}

/// What was found with so many questions and not with fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DepthCount {
    /// Models.
    pub models: usize,
    /// States: models with an actual world.
    pub states: usize,
    /// The most worlds of a model.
    pub worlds: usize,
}

/// States and models up to agent-similarity (thesis def. 50).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimilarCount {
    /// Models.
    pub models: usize,
    /// States.
    pub states: usize,
}
