//! How far the work may go, and why it ended before that.

use hexa_logic::Stopped;

/// How far the work may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SolveLimits {
    /// The most situations whose payoffs are found as functions.
    pub situations: usize,
    /// The most terms of a polynomial.
    pub terms: usize,
    /// The most boxes in one search.
    pub boxes: usize,
    /// The most often that the unit is halved in one variable.
    pub halvings: usize,
    /// The most profiles of pure strategies that are gone through.
    pub profiles: usize,
    /// The highest degree of a polynomial in one variable of which zeros are asked.
    pub degree: usize,
}

impl Default for SolveLimits {
    fn default() -> Self {
        Self {
            situations: 24,
            terms: 200_000,
            boxes: 200_000,
            halvings: 40,
            profiles: 100_000,
            degree: 120,
        }
    }
}

/// Which limit ended the work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SolveLimit {
    /// There are more situations.
    Situations,
    /// A polynomial has more terms.
    Terms,
    /// There are more boxes.
    Boxes,
    /// A box would become too small.
    Halvings,
    /// There are more profiles.
    Profiles,
    /// A polynomial has a higher degree.
    Degree,
    /// Somebody asked for the end of the work.
    Stopped,
}

impl From<Stopped> for SolveLimit {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}
