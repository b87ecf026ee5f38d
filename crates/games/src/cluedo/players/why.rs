//! Why a player of Cluedo moved as they did, as data. Chances and bits are in millionths.

use super::nowin::Conclusions;
use super::sample::SampleBasis;
use crate::cluedo::advice::{Choice, Recommendation};
use crate::measures::Measure;

/// A number in millionths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Millionths(pub i64);

impl Millionths {
    /// The nearest to a number.
    pub fn of(number: f64) -> Self {
        Self((number * 1e6).round() as i64)
    }

    /// About the number.
    pub fn value(self) -> f64 {
        self.0 as f64 / 1e6
    }
}

/// Why a player of Cluedo moved: what it is about, and why that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CluedoReason {
    /// What it is about.
    pub aim: CluedoAim,
    /// Why that.
    pub why: CluedoWhy,
    /// From what the player draws conclusions.
    pub conclusions: Conclusions,
}

/// What a reason is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CluedoAim {
    /// The move that is made, of all that there are.
    Move,
    /// The suspicion that is made, of those in the room where the player is.
    InRoom,
    /// The player moves to suspect these cards.
    ToSuspect(Vec<String>),
    /// The suspicion that is made instead of these cards, with the room where the player is.
    InsteadOf(Vec<String>),
    /// The player moves or suspects to accuse of these cards after it.
    ToAccuse(Vec<String>),
}

/// Why a player of Cluedo chose something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CluedoWhy {
    /// The suspicion was drawn from so many triples that can be in the envelope.
    Possible {
        /// How many.
        envelopes: usize,
    },
    /// No triple of the room can be in the envelope. The suspicion was drawn from so many that could be there with another room.
    PossibleElsewhere {
        /// How many.
        among: usize,
    },
    /// The suspicion was drawn from all triples.
    AnyTriple {
        /// How many there are.
        among: usize,
    },
    /// The suspicion is best by a measure.
    Measured {
        /// The measure.
        measure: Measure,
        /// What it is worth by it.
        worth: Millionths,
        /// How many suspicions are as good.
        ties: usize,
        /// What was looked at.
        basis: SampleBasis,
    },
    /// The suspicion tells the player most, less what it tells the others.
    Bluff {
        /// How many of its cards are the player's own.
        own: usize,
        /// How many bits it is expected to tell the player.
        gain: Millionths,
        /// How many it is expected to tell another player, on average.
        leak: Millionths,
        /// Of how many suspicions it is the best.
        tried: usize,
        /// In which worlds it was worked out what others can tell.
        basis: SampleBasis,
    },
    /// With the suspicion the player won most of the games that were played on.
    Lookahead {
        /// How many they won.
        wins: usize,
        /// Of how many.
        games: usize,
        /// How many suspicions were tried.
        tried: usize,
    },
    /// The suspicion is the assistant's.
    AdvisedSuspicion {
        /// How many bits it is expected to tell the player.
        gain: Millionths,
        /// How many it is expected to tell everybody.
        leak: Millionths,
    },
    /// Only one triple can be in the envelope, and they accuse of it.
    OnlyEnvelope,
    /// Only one triple can be in the envelope if all others are perfect logicians, because they did not accuse.
    OnlyWithoutWin {
        /// How many could be there otherwise.
        otherwise: usize,
    },
    /// So many triples can be in the envelope, and they accuse only when certain.
    NotCertain {
        /// How many.
        envelopes: usize,
    },
    /// Whether accusing wins more often than waiting was weighed.
    Weighed {
        /// What is better.
        recommendation: Recommendation,
        /// How likely the best triple is.
        chance: Millionths,
        /// How many games the player won by waiting.
        wins: usize,
        /// Of how many that were played on.
        games: usize,
    },
    /// The card was shown to the same player before, so that it tells nothing.
    ShownBefore,
    /// The card was drawn from so many that can be shown.
    AnyCard {
        /// How many.
        among: usize,
    },
    /// The card leaves most open for whoever asks.
    LeavesMost {
        /// How likely they know the envelope then.
        knows: Millionths,
        /// How much is open for them, in bits.
        open: Millionths,
        /// In which worlds that was worked out.
        basis: SampleBasis,
    },
    /// The card is the assistant's choice.
    AdvisedCard {
        /// How sure that is.
        choice: Choice,
    },
}
