//! What is typed about a game.

/// A formula as somebody has typed it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AskedFormula {
    /// What messages call the place where it was typed.
    pub name: String,
    /// The formula.
    pub text: String,
}
