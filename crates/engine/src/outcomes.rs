//! What executing an action gives, and why it may give nothing (thesis defs. 33-35), whichever engine
//! executes it.

use crate::evaluation::EvalError;
use crate::limits::Limit;
use hexa_logic::{Action, Formula, Stopped};
use std::fmt;

/// What executing an action gives: alternatives, each a set of states. There is at least one
/// alternative, and an announcement gives exactly one, with one state.
#[derive(Clone, Debug)]
pub struct Outcomes<S> {
    alternatives: Vec<Vec<S>>,
}

impl<S> Outcomes<S> {
    /// Alternatives, each with at least one state.
    pub(crate) fn new(alternatives: Vec<Vec<S>>) -> Self {
        Self { alternatives }
    }

    /// A single state.
    pub fn one(state: S) -> Self {
        Self { alternatives: vec![vec![state]] }
    }

    /// The alternatives.
    pub fn alternatives(&self) -> &[Vec<S>] {
        &self.alternatives
    }

    /// The only state of the only alternative, if there are no others.
    pub fn into_single(mut self) -> Option<S> {
        match (self.alternatives.len(), self.alternatives.pop()) {
            (1, Some(mut states)) if states.len() == 1 => states.pop(),
            _ => None,
        }
    }

    /// The same alternatives, each state held in another way.
    pub fn map<T>(self, f: impl Fn(S) -> T) -> Outcomes<T> {
        let set = |states: Vec<S>| states.into_iter().map(&f).collect();
        Outcomes { alternatives: self.alternatives.into_iter().map(set).collect() }
    }
}

/// Why an action could not be executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UpdateError {
    /// This test fails in the actual world, where it is made.
    NotExecutable {
        /// The formula tested.
        test: Formula,
    },
    /// None of several alternatives, or of several things at once, can be done.
    NoOutcome {
        /// The part of the action at fault.
        action: Action,
    },
    /// A part of it has no meaning here, or evaluating it takes too much.
    Evaluation(EvalError),
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotExecutable { .. } => write!(f, "a test fails in the actual world"),
            Self::NoOutcome { .. } => write!(f, "no alternative can be executed"),
            Self::Evaluation(EvalError::Limit(Limit::Stopped)) => Stopped.fmt(f),
            Self::Evaluation(EvalError::Limit(limit)) => {
                write!(f, "the action takes too much: {limit}")
            }
            Self::Evaluation(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for UpdateError {}

impl UpdateError {
    /// The limit that was hit, if one was.
    pub fn limit(&self) -> Option<&Limit> {
        match self {
            Self::Evaluation(error) => error.limit(),
            Self::NotExecutable { .. } | Self::NoOutcome { .. } => None,
        }
    }
}

impl<E: Into<EvalError>> From<E> for UpdateError {
    fn from(error: E) -> Self {
        Self::Evaluation(error.into())
    }
}
