//! What was found out about a claim.

use std::fmt;

/// What was found out about a claim. Later ones outweigh earlier ones.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// It is true: everything that it speaks of was looked at.
    Holds,
    /// No counterexample was found among so many cases.
    HoldsUpTo(String),
    /// It was looked at, and could not be settled.
    Open(String),
    /// It is false, and this shows it.
    Fails(String),
}

impl Verdict {
    /// The verdict in a word or two.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsUpTo(_) => "holds up to a bound",
            Self::Open(_) => "open",
            Self::Fails(_) => "fails",
        }
    }

    /// The verdict on a claim that both are about: it fails if it fails in one way, and is settled
    /// only if everything is.
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds => f.write_str(self.name()),
            Self::HoldsUpTo(what) | Self::Open(what) | Self::Fails(what) => {
                write!(f, "{}: {what}", self.name())
            }
        }
    }
}
