//! Why states could not be compared, whichever engine holds them.

use crate::limits::Limit;
use std::fmt;

/// Why two states could not be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompareError {
    /// They are held by different engines.
    DifferentEngines,
    /// The comparison was given up.
    GaveUp(Limit),
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DifferentEngines => write!(f, "the states are held by different engines"),
            Self::GaveUp(limit) => write!(f, "the comparison was given up: {limit}"),
        }
    }
}

impl std::error::Error for CompareError {}

impl From<Limit> for CompareError {
    fn from(limit: Limit) -> Self {
        Self::GaveUp(limit)
    }
}
