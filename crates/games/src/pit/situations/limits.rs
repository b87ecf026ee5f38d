//! How far the derivation of situations goes.

use crate::knowledge::MOST_WORLDS;
use hexa_logic::Stopped;

/// Limits of a derivation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PitLimits {
    /// The most deals of the deck. Never more than [`MOST_WORLDS`].
    pub deals: usize,
    /// The most ways to give suits and players other names.
    pub renamings: usize,
    /// The most worlds of a model, before those are taken together that are alike. Never more than [`MOST_WORLDS`].
    pub worlds: usize,
    /// The most models.
    pub models: usize,
    /// The most bytes of models that are kept.
    pub bytes: usize,
    /// The most situations.
    pub situations: usize,
    /// The most states and sets of states to a depth of knowledge.
    pub parts: usize,
}

impl Default for PitLimits {
    fn default() -> Self {
        Self {
            deals: 20_000,
            renamings: 10_000,
            worlds: MOST_WORLDS,
            models: 20_000,
            bytes: 1 << 30,
            situations: 200_000,
            parts: 10_000_000,
        }
    }
}

/// What ended a derivation early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum PitCut {
    /// The deck has more deals than this.
    Deals(usize),
    /// There are more ways to give other names than this.
    Renamings(usize),
    /// A model has more worlds than this.
    Worlds(usize),
    /// There are more models than this.
    Models(usize),
    /// The models that are kept have more bytes than this.
    Bytes(usize),
    /// There are more situations than this.
    Situations(usize),
    /// There are more states and sets of states to a depth of knowledge than this.
    Parts(usize),
    /// Somebody asked for the end.
    Stopped,
}

impl From<Stopped> for PitCut {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
