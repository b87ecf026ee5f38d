//! Numbers that a state gives: what `print` shows, and what `expect` compares.

use hexa_engine::UBig;

/// A number that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Number {
    /// A whole number, or a fraction as `1/3`.
    pub value: String,
}

/// How large a state is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Sizes {
    /// How many worlds are relevant.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
    pub worlds: UBig,
    /// How many are left when bisimilar worlds are taken together, if they are few enough to tell.
    pub minimal: Option<usize>,
    /// How many cells each agent who has some has.
    pub classes: Vec<Classes>,
}

/// The cells of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Classes {
    /// The agent.
    pub agent: String,
    /// How many cells they have.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
    pub count: UBig,
}
