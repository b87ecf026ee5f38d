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
    /// Histories of one length to make a model of.
    pub export: Option<HistoryExport>,
    /// Random plays to make.
    pub plays: Option<Playing>,
    /// The moves of so many of them are told, from the first on.
    pub traced: u64,
    /// Moves before anything else: what is asked is asked of the position after them.
    pub after: Option<AskedFormula>,
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
            export: None,
            plays: None,
            traced: 0,
            after: None,
            engine: RuleEngine::Auto,
            max_positions: 1_000_000,
            max_rules: 3_000_000,
        }
    }
}

/// Histories of one length, as a model of what is possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryExport {
    /// Which ones.
    pub moment: HistoryMoment,
    /// The most worlds.
    pub max_worlds: usize,
}

/// The histories of one length, and which of them is the actual one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HistoryMoment {
    /// Those of so many steps; the first one is the actual one.
    Steps(usize),
    /// Those that are as long as these moves, which lead to the actual one: `(guess 3) noop; ...`, of all roles.
    After(String),
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
