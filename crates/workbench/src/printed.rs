//! What a step that only shows something shows.

use crate::knowledge::Knowledge;
use crate::listing::Listing;
use crate::quantity::{Number, Sizes};
use hexa_engine::{Extension, UBig};
use hexa_lang::Document;

/// What a `print` step shows.
#[derive(Clone, Debug)]
pub enum Printed {
    /// The truth of a formula.
    Truth(Truth),
    /// A number.
    Number(Number),
    /// How large the state is.
    Sizes(Sizes),
    /// The states that a query asks for.
    States(States),
    /// The current state.
    State(Listing),
    /// Who knows what.
    Knowledge(Knowledge),
}

impl Printed {
    /// Whether it is a value that a line has room for.
    pub fn is_value(&self) -> bool {
        match self {
            Self::Truth(_) | Self::Number(_) | Self::Sizes(_) => true,
            Self::States(_) | Self::State(_) | Self::Knowledge(_) => false,
        }
    }

    /// Whether it stands on lines of its own.
    pub fn is_block(&self) -> bool {
        match self {
            Self::State(_) | Self::Knowledge(_) => true,
            Self::Truth(_) | Self::Number(_) | Self::Sizes(_) | Self::States(_) => false,
        }
    }
}

/// The truth of a formula in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Truth {
    /// In the actual world.
    #[cfg_attr(feature = "json", serde(rename = "truth"))]
    pub here: bool,
    /// In how many relevant worlds.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
    pub count: UBig,
    /// How many relevant worlds there are.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
    pub worlds: UBig,
}

/// The states where a formula is true.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct States {
    /// How many there are.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
    pub count: UBig,
    /// The first of them: the variables that are true in each.
    #[cfg_attr(feature = "json", serde(rename = "states"))]
    pub first: Vec<Vec<u64>>,
    /// The same, as they are written.
    #[cfg_attr(feature = "json", serde(skip))]
    pub written: Vec<String>,
}

impl States {
    /// As the document writes them.
    pub fn new(extension: &Extension, document: &Document) -> Self {
        let first = extension.first.iter();
        Self {
            count: extension.count.clone(),
            first: first.clone().map(|atoms| document.smcdel_variables(atoms)).collect(),
            written: first.map(|atoms| document.smcdel_state(atoms)).collect(),
        }
    }
}
