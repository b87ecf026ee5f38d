//! Why a player of Pit made a move, as data.

use crate::exact::Exact;
use crate::game::Player;

/// Why a player of Pit made a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PitWhy {
    /// It offers a suit that whoever they traded with last is known to hold.
    Shared {
        /// With whom they traded.
        partner: Player,
        /// How many offers are like that.
        among: usize,
    },
    /// It offers a suit that whoever they traded with last is known not to hold.
    Distinct {
        /// With whom they traded.
        partner: Player,
        /// How many offers are like that.
        among: usize,
    },
    /// It was not they who traded last, or they know nothing of the other that tells their cards apart.
    Anything {
        /// How many offers there are.
        among: usize,
    },
    /// It leaves the suit that is kept.
    Keeps {
        /// The name of the suit.
        suit: &'static str,
        /// How many offers leave it.
        among: usize,
    },
    /// They always trade when they are matched.
    Trades,
    /// It is worth most in the next trade.
    NextTrade {
        /// What it is worth: winning counts as in the play, and going on is worth nothing.
        worth: Exact,
        /// How many offers are worth as much.
        ties: usize,
    },
}
