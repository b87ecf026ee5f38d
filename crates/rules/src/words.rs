//! All English about answers: an answer goes in, lines of text come out. There are no colours here, and no names of
//! what an interface lets people choose: ways out are data, which each interface words for itself.

pub mod egdl;
pub mod gdl;
pub mod pointed;

use crate::checking::GaveUp;
use crate::gdl::{CutShort, describe_circle};
use crate::unfolding::NoUnfolding;
use hexa_logic::Progress;
use std::fmt;

/// What went wrong, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordedFailure {
    /// In one line.
    pub message: String,
    /// What else there is to say, one remark each.
    pub notes: Vec<String>,
}

impl WordedFailure {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), notes: Vec::new() }
    }

    fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// A number of things: `1 rule`, `2 rules`.
pub(crate) fn number_of(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A number of histories.
pub(crate) fn number_of_histories(count: usize) -> String {
    if count == 1 { "1 history".to_owned() } else { format!("{count} histories") }
}

/// How far work came that was stopped.
pub(crate) fn how_far(progress: &Progress) -> String {
    format!("it was stopped after {} of work", number_of(progress.steps as usize, "step"))
}

/// That a check along paths takes too long.
pub(crate) fn check_too_long(steps: u64) -> String {
    format!("the check was given up after {} along paths", number_of(steps as usize, "step"))
}

fn too_many_histories_to_unfold(most: usize, moves: usize) -> String {
    let (histories, moves) = (number_of_histories(most), number_of(moves, "move"));
    format!("there are more than {histories} of more than {moves}")
}

const STOPPED: &str = "it was stopped";

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(steps) => f.write_str(&check_too_long(*steps)),
            Self::Stopped => f.write_str(STOPPED),
        }
    }
}

impl fmt::Display for NoUnfolding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { most, moves } => {
                f.write_str(&too_many_histories_to_unfold(*most, *moves))
            }
            Self::Stopped => f.write_str(STOPPED),
        }
    }
}

impl fmt::Display for CutShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Atoms(most) => {
                write!(f, "more than {} follow from the rules", number_of(*most, "atom"))
            }
            Self::Instances(most) => {
                write!(f, "the rules can be applied in more than {}", number_of(*most, "way"))
            }
            Self::Depth(most) => {
                write!(f, "the rules build terms that are nested deeper than {most}")
            }
            Self::Answers(most) => {
                write!(
                    f,
                    "more than {most} questions and answers are kept while relations are asked"
                )
            }
            Self::OnDemand(name) => write!(f, "`{name}` can only be evaluated on demand"),
            Self::Unbound(name) => {
                write!(f, "`{name}` is asked without what must be known to answer")
            }
            Self::Circle(atoms) => {
                let first = atoms.first().map_or("", String::as_str);
                write!(f, "`{first}` depends on its own negation: {}", describe_circle(atoms))
            }
            Self::Stopped => f.write_str(STOPPED),
        }
    }
}
