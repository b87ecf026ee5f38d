//! What is wrong with strategy files, in words.

use crate::behaviour::{BehaviourFault, BehaviourFaultKind, GameIdentity, OtherGame};
use crate::game::ChanceError;
use std::fmt;

impl fmt::Display for BehaviourFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for BehaviourFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAStrategy => {
                write!(f, "this is no strategy: the first line must be `hexa-strategy 1`")
            }
            Self::Version(version) => {
                write!(
                    f,
                    "strategies of version `{version}` cannot be read, only those of version 1"
                )
            }
            Self::UnknownWord(word) => write!(
                f,
                "a line cannot start with `{word}`, only with game, text, player, elsewhere, set, words or move"
            ),
            Self::Twice(word) => write!(f, "`{word}` is given twice"),
            Self::Missing(word) => write!(f, "there is no line that starts with `{word}`"),
            Self::Misplaced(word @ ("move" | "words")) => {
                write!(f, "`{word}` must follow an information set: a line that starts with `set`")
            }
            Self::Misplaced(word) => write!(f, "`{word}` must stand before the first `set`"),
            Self::BadText("elsewhere") => {
                write!(f, "`elsewhere` is followed by `uniform` or `refuse`")
            }
            Self::BadText(word) => write!(
                f,
                "in the text after `{word}`, a backslash must be written `\\\\`, and an end of line `\\n`"
            ),
            Self::NoBytes(text) => {
                write!(f, "`{text}` is no text of hexadecimal digits as is needed here")
            }
            Self::NoFraction(text) => {
                write!(f, "`{text}` is no probability: write a fraction such as 1/3")
            }
            Self::Negative(chance) => write!(f, "the probability {chance} is negative"),
            Self::MoveTwice(name) => write!(f, "the move `{name}` is given twice"),
            Self::SetTwice(line) => {
                write!(f, "this information set is given on line {line} already")
            }
            Self::NoMoves => write!(f, "this information set has no moves"),
            Self::Chances(ChanceError::Sum(sum)) => {
                write!(f, "the probabilities of this information set add up to {sum}, not to 1")
            }
            Self::Chances(ChanceError::Denominator) => write!(
                f,
                "the common denominator of the probabilities of this information set has more than 64 bits"
            ),
            Self::Chances(ChanceError::Nothing | ChanceError::NotPositive(_)) => {
                write!(f, "the probabilities of this information set are none")
            }
        }
    }
}

impl fmt::Display for GameIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fingerprint {
            Some(fingerprint) => write!(f, "`{}` (text {fingerprint:016x})", self.name),
            None => write!(f, "`{}`", self.name),
        }
    }
}

impl fmt::Display for OtherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { meant, found } => {
                write!(f, "this strategy is for {meant}, and the game is {found}")
            }
            Self::NoPlayer { meant, found } => {
                write!(
                    f,
                    "this strategy is for the player `{meant}`, and the players are {}",
                    found.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for BehaviourFault {}

impl std::error::Error for OtherGame {}
