//! What can be asked about a game in EGDL.

use super::model::ModelLimits;
use crate::asked::AskedFormula;

/// A question about a game: what its model is like, whether its rules hold there, and whether other formulas do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EgdlRequest {
    /// What messages call the text.
    pub name: String,
    /// The description.
    pub text: String,
    /// Formulas that should hold.
    pub checks: Vec<AskedFormula>,
    /// What agents remember.
    pub recall: EgdlRecall,
    /// Formulas are checked on the paths from the state that these moves lead to: `a^x_{1,1}; a^o_{2,2}`.
    pub from: Option<String>,
    /// Formulas are checked on the paths that go on with these moves.
    pub along: Option<String>,
    /// The most states.
    pub max_states: usize,
}

impl EgdlRequest {
    /// What a game is like, within the usual limits.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            checks: Vec::new(),
            recall: EgdlRecall::None,
            from: None,
            along: None,
            max_states: ModelLimits::default().states,
        }
    }
}

/// What agents remember.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EgdlRecall {
    /// Nothing: they know what they see now (def. 3).
    None,
    /// Nothing, but they know what they are about to do.
    OwnAction,
    /// All that they have seen and done, in plays of at most so many moves.
    Perfect {
        /// The most moves.
        depth: usize,
    },
}
