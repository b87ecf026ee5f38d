//! Checks that are programs: exhaustive where that is possible, and otherwise up to a bound that the
//! verdict names. Each is called by the name that the list of claims gives it.

mod dice;

use crate::Verdict;

/// How much a check may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// What is done in seconds.
    Short,
    /// Long searches too.
    Deep,
}

/// A check.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The name in the list of claims.
    pub name: &'static str,
    /// Where it stands, for readers.
    pub at: &'static str,
    /// What it finds.
    pub run: fn(Effort) -> Verdict,
}

/// All checks.
pub fn all() -> impl Iterator<Item = &'static Check> {
    [dice::CHECKS].into_iter().flatten()
}

/// The check with a name.
pub fn named(name: &str) -> Option<&'static Check> {
    all().find(|check| check.name == name)
}

/// A verdict on something that is true or false, with a witness if it is false.
fn decided(holds: bool, witness: impl FnOnce() -> String) -> Verdict {
    match holds {
        true => Verdict::Holds,
        false => Verdict::Fails(witness()),
    }
}
