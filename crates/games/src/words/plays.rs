//! The English of plays: why a game cannot be played, and why a play does not go on.

use crate::belief::NoBelief;
use crate::game::{ChanceError, Declaration, GameLimit, Player, Trouble};
use crate::knowledge::NotPlayed;
use crate::strategy::NoChoice;
use std::fmt;

impl fmt::Display for NotPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NobodyWins => {
                f.write_str("nobody ever says that they can win, so that no play ends")
            }
            Self::NoQuestions => f.write_str("there is nothing to ask for"),
            Self::EverybodyMay => f.write_str(
                "everybody says at the end of a turn that they cannot win, and yet who can win need not: \
                 it is one or the other",
            ),
            Self::NothingToDraw => f.write_str("a card can be drawn, and none lies on the table"),
            Self::Guesses(many) => {
                write!(f, "there are {many} things that can be guessed, more than can be listed")
            }
        }
    }
}

impl fmt::Display for GameLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(most) => write!(f, "more than {most} legal moves"),
            Self::Nodes(most) => write!(f, "more than {most} nodes"),
            Self::Positions(most) => write!(f, "more than {most} positions are possible"),
            Self::Worlds(most) => write!(f, "more than {most} worlds"),
            Self::Steps(most) => write!(f, "more than {most} steps"),
            Self::Source(what, most) => write!(f, "more than {most} {what}"),
        }
    }
}

impl fmt::Display for ChanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("there is nothing that chance can do"),
            Self::NotPositive(one) => write!(f, "the probability {one} is not positive"),
            Self::Sum(sum) => write!(f, "the probabilities add up to {sum}, not to 1"),
            Self::Denominator => {
                f.write_str("the common denominator of the probabilities has more than 64 bits")
            }
        }
    }
}

/// Why a play of a game does not go on, in words.
pub fn trouble(trouble: &Trouble, declaration: &Declaration) -> String {
    let name = |player: &Player| {
        let name = declaration.players.get(player.index());
        name.cloned().unwrap_or_else(|| format!("player {}", player.index() + 1))
    };
    match trouble {
        Trouble::NoSuchMove { player, made } => {
            format!("{} has no move with the number {}", name(player), made.0)
        }
        Trouble::WrongTurn => "it is somebody else's turn".to_owned(),
        Trouble::NoSuchChance => "chance cannot do that".to_owned(),
        Trouble::Stuck(player) => format!("{} must move and cannot", name(player)),
        Trouble::Chance(why) => why.to_string(),
        Trouble::NoPayoff(player) => format!(
            "the play is over, and the rules do not say what it is worth for {}",
            name(player)
        ),
        Trouble::NoInformation => "this is not what a player of this game can know".to_owned(),
        Trouble::MovesDiffer(player) => format!(
            "{} has other moves in positions that they cannot tell apart, so that the game has no tree",
            name(player)
        ),
        Trouble::Limit(limit) => limit.to_string(),
        Trouble::Stopped => "it was stopped".to_owned(),
    }
}

/// Why a strategy does not move, in words.
pub fn no_choice(why: &NoChoice, declaration: &Declaration) -> String {
    match why {
        NoChoice::UnknownInformation => {
            "it does not know this situation: it is for another game, or does not go so far"
                .to_owned()
        }
        NoChoice::Left => "the person left".to_owned(),
        NoChoice::GaveUp(limit) => format!("what is possible was given up: {limit}"),
        NoChoice::NoBelief(why) => no_belief(why, declaration),
        NoChoice::NoPlayCounts { plays, last } => no_play_counts(*plays, last, declaration),
        NoChoice::Stopped => "it was stopped".to_owned(),
    }
}

/// Why nothing is learnt from plays that were tried, in words; this is what happened in the last one.
fn no_play_counts(plays: u64, last: &Trouble, declaration: &Declaration) -> String {
    let plays = if plays == 1 { "play".to_owned() } else { format!("{plays} plays") };
    format!("nothing is learnt from the {plays} that it tried: {}", trouble(last, declaration))
}

/// Why it is not found out what a player considers possible, in words.
pub fn no_belief(why: &NoBelief, declaration: &Declaration) -> String {
    match why {
        NoBelief::Trouble(Trouble::Limit(_) | Trouble::Stopped)
        | NoBelief::DrawnChance
        | NoBelief::Impossible
        | NoBelief::NeverPlayed { .. } => why.to_string(),
        NoBelief::Trouble(why) => {
            format!("a play that is tried cannot go on: {}", trouble(why, declaration))
        }
    }
}
