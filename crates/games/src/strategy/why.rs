//! Why a strategy moved as it did, as data.

use crate::cluedo::agents::AgentReason;
use crate::cluedo::players::CluedoReason;
use crate::exact::Exact;
use crate::pit::players::PitWhy;

/// Why a strategy chose a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// It was drawn; all of so many moves were equally likely.
    Drawn {
        /// How many moves there were.
        among: usize,
    },
    /// The player knows all that they need.
    Certain,
    /// Of what the player needs to know, the least is expected to stay open after it.
    Information {
        /// How many answers to what they need to know are possible now.
        open: usize,
        /// How likely two answers drawn from what is possible then are the same, expected over what can be noticed: the
        /// more, the better.
        agreement: Exact,
        /// How many moves are as good.
        ties: usize,
    },
    /// It was worth most in plays that were tried.
    Mean {
        /// What it was worth on average.
        mean: Exact,
        /// How many plays were tried with it, without those that are left out.
        plays: u64,
        /// How many plays are left out, of all moves: they could not go on, or the rules do not say what they are worth.
        left_out: u64,
        /// How many moves were worth as much.
        ties: usize,
    },
    /// An agent of the Cluedo agents project says why.
    CluedoAgent(AgentReason),
    /// A player of Cluedo says why.
    Cluedo(CluedoReason),
    /// A player of Pit says why.
    Pit(PitWhy),
}
