//! What can be asked about a game in GDL.

use super::model::Remembering;
use super::playouts::Playing;
use crate::asked::AskedFormula;

/// A question about a game: what it is like, which formulas hold in its histories, what random plays come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GdlRequest {
    /// What messages call the text.
    pub name: String,
    /// The rules.
    pub text: String,
    /// Formulas that should hold in all histories.
    pub checks: Vec<AskedFormula>,
    /// What players remember.
    pub remembering: Remembering,
    /// Formulas are checked in histories of at most so many steps; in all of them if nothing is said.
    pub depth: Option<usize>,
    /// Random plays to make.
    pub plays: Option<Playing>,
    /// How rules are applied.
    pub engine: RuleEngine,
    /// The most positions, or histories.
    pub max_positions: usize,
    /// The most rules without variables in a network.
    pub max_rules: usize,
}

impl GdlRequest {
    /// What a game is like, within the usual limits.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            checks: Vec::new(),
            remembering: Remembering::Everything,
            depth: None,
            plays: None,
            engine: RuleEngine::Auto,
            max_positions: 1_000_000,
            max_rules: 3_000_000,
        }
    }
}

/// How rules are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RuleEngine {
    /// By a network, if it is not too large.
    #[default]
    Auto,
    /// By a network of gates, compiled before play.
    Network,
    /// One by one, in every position.
    Interpreter,
}

/// How far the work has come, for those who wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GdlProgress {
    /// Random plays were made.
    Plays {
        /// How many.
        plays: u64,
        /// Their steps.
        steps: u64,
    },
    /// Positions were met.
    Positions {
        /// How many.
        positions: usize,
        /// Steps between them.
        steps: usize,
    },
    /// Histories were met.
    Histories {
        /// How many.
        histories: usize,
        /// Steps between them.
        steps: usize,
    },
}
