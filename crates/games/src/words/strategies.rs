//! The English of strategies: why there is none, and why one moved.

use crate::strategy::Why;
use crate::strategy_catalogue::{NoStrategy, NotForGame, STRATEGIES};
use std::fmt;

impl fmt::Display for NoStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => {
                let known: Vec<&str> = STRATEGIES.iter().map(|entry| entry.word).collect();
                write!(f, "there is no strategy called `{word}`; there are {}", known.join(", "))
            }
            Self::Setting(bad) => write!(f, "{bad}"),
            Self::NotForGame(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for NoStrategy {}

impl fmt::Display for NotForGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGoalOfKnowledge => f.write_str(
                "this strategy seeks knowledge, and in this game nobody wins by what they know",
            ),
            Self::TooManyPositions => f.write_str(
                "this strategy lists all positions that are possible, and chance can do more here than can be listed",
            ),
            Self::MadeFor(word) => write!(f, "this strategy is made for `{word}` only"),
            Self::TooManyCategories => {
                f.write_str("this strategy cannot follow so many players and categories of cards")
            }
        }
    }
}

/// Why a strategy chose a move, in a sentence.
pub fn why(why: &Why) -> String {
    match why {
        Why::Drawn { among } => format!("It was drawn from {}.", moves(*among)),
        Why::Certain => "The player knows all that they need.".to_owned(),
        Why::Information { open, agreement, ties } => format!(
            "Of what the player needs to know, {open} answers are possible. Nothing is expected to leave fewer: two answers \
             drawn after it agree with probability {agreement}{}.",
            as_good(*ties)
        ),
        Why::Mean { mean, plays, left_out, ties } => format!(
            "It was worth {mean} on average in {plays} plays that were tried, the most of all moves{}.{}",
            as_good(*ties),
            without(*left_out)
        ),
        Why::CluedoAgent(reason) => super::cluedo_agents::why(reason),
        Why::Cluedo(reason) => super::cluedo_players::why(reason),
        Why::Pit(why) => super::pit::why(why),
    }
}

fn without(left_out: u64) -> String {
    match left_out {
        0 => String::new(),
        1 => " 1 play is left out, which could not go on, or had no worth by the rules.".to_owned(),
        many => format!(
            " {many} plays are left out, which could not go on, or had no worth by the rules."
        ),
    }
}

fn moves(many: usize) -> String {
    if many == 1 { "1 move".to_owned() } else { format!("{many} moves") }
}

fn as_good(ties: usize) -> String {
    match ties {
        0 | 1 => String::new(),
        ties => format!("; {} are as good, and one of them was drawn", moves(ties)),
    }
}
