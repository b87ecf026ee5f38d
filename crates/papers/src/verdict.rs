//! What was found out about a claim.

use std::cmp::Ordering;

/// What was found out about a claim. Later ones outweigh earlier ones.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// The verdict on a claim that both are about: it fails if it fails in one way, and is settled
    /// only if everything is. Of two witnesses the shorter one is told.
    pub fn and(self, other: Self) -> Self {
        match (self.weight().cmp(&other.weight()), self, other) {
            (Ordering::Less, _, heavier) | (Ordering::Greater, heavier, _) => heavier,
            (_, Self::Fails(one), Self::Fails(two)) => {
                Self::Fails(if two.len() < one.len() { two } else { one })
            }
            (_, Self::HoldsUpTo(one), Self::HoldsUpTo(two)) => Self::HoldsUpTo(both(one, &two)),
            (_, Self::Open(one), Self::Open(two)) => Self::Open(both(one, &two)),
            (_, one, _) => one,
        }
    }

    fn weight(&self) -> u8 {
        match self {
            Self::Holds => 0,
            Self::HoldsUpTo(_) => 1,
            Self::Open(_) => 2,
            Self::Fails(_) => 3,
        }
    }
}

/// What a check finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What it says of the claim.
    pub verdict: Verdict,
    /// The numbers that it computed, each in a few words.
    pub numbers: Vec<String>,
}

/// Why a case does not confirm a claim. An error in words, as engines give it, is no counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Doubt {
    /// The claim is false, and this shows it.
    Witness(String),
    /// Whether it is true of the case could not be found out.
    Unsettled(String),
}

impl From<String> for Doubt {
    fn from(why: String) -> Self {
        Self::Unsettled(why)
    }
}

impl From<&str> for Doubt {
    fn from(why: &str) -> Self {
        Self::Unsettled(why.to_owned())
    }
}

/// Two remarks in one, unless they are the same.
fn both(one: String, two: &str) -> String {
    if one == two { one } else { format!("{one}; {two}") }
}

#[cfg(test)]
mod tests {
    use super::Verdict::{self, *};

    #[test]
    fn what_speaks_against_a_claim_outweighs_the_rest_in_whatever_order() {
        let (long, short) = (Fails("a long witness".into()), Fails("short".into()));
        let bound = HoldsUpTo("10 cases".into());
        for (one, two, both) in [
            (Holds, bound.clone(), bound.clone()),
            (bound.clone(), Open("why".into()), Open("why".into())),
            (Open("why".into()), long.clone(), long.clone()),
            (long, short.clone(), short),
            (bound.clone(), bound.clone(), bound),
        ] {
            assert_eq!(one.clone().and(two.clone()), both);
            assert_eq!(Verdict::and(two, one), both);
        }
    }
}
