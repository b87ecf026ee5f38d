//! The English of beliefs: why there is none.

use crate::belief::NoBelief;
use crate::game::{GameLimit, Trouble};
use std::fmt;

impl fmt::Display for NoBelief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DrawnChance => f.write_str(
                "chance can do more here than can be listed, so that what is possible cannot be found by trying all plays",
            ),
            Self::Impossible => f.write_str("no play leads to what the player has noticed"),
            Self::NeverPlayed { model } => {
                write!(f, "by the model of moves `{model}`, no play leads to what the player has noticed")
            }
            Self::Trouble(Trouble::Limit(limit)) => limit_words(f, limit),
            Self::Trouble(Trouble::Stopped) => f.write_str("it was stopped"),
            Self::Trouble(trouble) => write!(f, "a play that is tried cannot go on: {trouble:?}"),
        }
    }
}

impl std::error::Error for NoBelief {}

fn limit_words(f: &mut fmt::Formatter<'_>, limit: &GameLimit) -> fmt::Result {
    match limit {
        GameLimit::Positions(most) => {
            write!(f, "more positions are possible than the limit of {most}")
        }
        GameLimit::Nodes(most) => {
            write!(f, "more positions had to be visited than the limit of {most}")
        }
        GameLimit::Steps(most) => write!(f, "plays are longer than the limit of {most} steps"),
        GameLimit::Worlds(most) => write!(f, "there are too many worlds: {most}"),
        GameLimit::Moves(most) => write!(f, "there are more moves than the limit of {most}"),
        GameLimit::Source(what, most) => write!(f, "the limit of {most} {what} was reached"),
    }
}
