//! Strategies: what picks moves. A strategy is told what its player observes and asked in information sets; it never sees a
//! play, and what it needs to know of the rules it is given when it is made.

mod logician;
mod mind;
mod montecarlo;
mod why;

pub use logician::{Logician, NoLogician};
pub use mind::{Mind, MindCard, MindModel, MindSubject};
pub use montecarlo::{MonteCarlo, Samples};
pub use why::Why;

use crate::belief::NoBelief;
use crate::game::{Move, Observation, Player, Trouble};
use hexa_engine::Limit;
use hexa_logic::{Stop, Stream};

/// What a player is asked.
#[derive(Clone, Copy)]
pub struct Decision<'d> {
    /// Who is asked.
    pub player: Player,
    /// What they cannot tell apart, as canonical bytes.
    pub information: &'d [u8],
    /// The legal moves.
    pub moves: &'d [Move],
    /// A legal move as it is written.
    pub text: &'d dyn Fn(Move) -> String,
}

/// Why a strategy does not move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoChoice {
    /// It does not know this information set: it is for another game, or does not go so far.
    UnknownInformation,
    /// A person left.
    Left,
    /// It did not find out what is possible.
    NoBelief(NoBelief),
    /// Nothing was learnt from the plays that it tried.
    NoPlayCounts {
        /// How many they were.
        plays: u64,
        /// What happened in the last one.
        last: Trouble,
    },
    /// It took too much to find out what is possible.
    GaveUp(Limit),
    /// Somebody asked for the end.
    Stopped,
}

impl From<Limit> for NoChoice {
    fn from(limit: Limit) -> Self {
        if limit == Limit::Stopped { Self::Stopped } else { Self::GaveUp(limit) }
    }
}

/// Picks moves for a player, from the start of a play to its end.
pub trait Strategy {
    /// A play begins.
    fn begin(&mut self, player: Player);

    /// The player does or notices something.
    fn observe(&mut self, observed: Observation<'_>);

    /// The place of a move among those that can be made. Random numbers come from the stream only.
    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice>;

    /// Why it chose as it did when it was asked last; `None` if it does not say.
    fn explain(&self) -> Option<Why> {
        None
    }

    /// What it keeps in mind now; `None` if it keeps nothing that could be shown.
    fn mind(&mut self) -> Option<Mind> {
        None
    }
}

/// Makes each legal move with the same chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

impl Strategy for Uniform {
    fn begin(&mut self, _: Player) {}

    fn observe(&mut self, _: Observation<'_>) {}

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        _: &Stop,
    ) -> Result<usize, NoChoice> {
        Ok(stream.below(decision.moves.len()))
    }
}
