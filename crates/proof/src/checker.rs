//! Whether a proof is one. The checker shares no code with whatever finds proofs, and reads nothing but sentences, lines and the
//! table of schemes.

use crate::sentence::Sentence;

/// What a theorem rests on, besides the axioms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Foundations {
    /// What is assumed to hold here and now.
    pub premises: Vec<Sentence>,
    /// What is assumed to be a theorem: this is a derived rule.
    pub given: Vec<Sentence>,
    /// The rules of the game that are used.
    pub rules: Vec<Box<str>>,
}

impl Foundations {
    /// Whether there are none: the theorem is one of the logic.
    pub fn is_empty(&self) -> bool {
        self.premises.is_empty() && self.given.is_empty() && self.rules.is_empty()
    }
}
