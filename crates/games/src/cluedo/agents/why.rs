//! Why an agent of the project moved as it did, as data.

use super::settings::DecidedCard;
use crate::cluedo::players::CluedoAim;

/// Why an agent moved: what it is about, and why that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentReason {
    /// What it is about.
    pub aim: CluedoAim,
    /// Why that.
    pub why: AgentWhy,
}

/// Why an agent chose something. Goal decks are those of its goal model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgentWhy {
    /// The suspicion was drawn from so many goal decks.
    GoalDeck {
        /// How many.
        among: usize,
    },
    /// The model has no goal deck left, which can be so in the modes of page and program; the first triple is suspected.
    NoGoalDeck,
    /// The suspicion has of each kind the card that is in most goal decks.
    MostFrequent {
        /// How many goal decks there are.
        among: usize,
    },
    /// The same, but for kinds whose card the agent knows.
    Decided {
        /// How many goal decks there are.
        among: usize,
        /// How many kinds.
        kinds: usize,
        /// What is suspected of them.
        instead: DecidedCard,
    },
    /// Nobody could refute the agent's suspicion, and it has none of the cards.
    Unrefuted,
    /// One goal deck is left.
    OnlyGoalDeck,
    /// So many goal decks are left, and the agent does not accuse.
    Waits {
        /// How many.
        goal_decks: usize,
    },
    /// The other was shown this card before.
    ShownBefore,
    /// The card was drawn from so many that can be shown.
    AnyCard {
        /// How many.
        among: usize,
    },
}
