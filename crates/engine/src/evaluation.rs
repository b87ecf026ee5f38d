//! Why a formula has no truth value, whichever engine was asked (thesis def. 32).

use crate::definedness::{Meaningless, Undefined, Unsupported};
use crate::limits::Limit;
use hexa_logic::{Action, Agent, Atom, Formula, Stopped};
use std::fmt;

/// Why a formula has no truth value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// It speaks of an agent without access.
    Undefined(Undefined),
    /// It contains an action that cannot be executed.
    Unsupported(Unsupported),
    /// A limit was hit.
    Limit(Limit),
    /// Probabilities are not defined any more: an action made several worlds out of one, or has updates. After
    /// updates `D` of nobody is undefined too.
    NoProbability {
        /// The formula that asks for one, or for what is true in all worlds.
        formula: Formula,
        /// The action.
        action: Action,
    },
    /// How likely worlds are is not kept by the symbolic engine after this action.
    Unweighed {
        /// The formula that asks for a probability.
        formula: Formula,
        /// The action.
        action: Action,
    },
    /// An action makes a state out of several that disagree on an atom.
    Disagreement {
        /// The action.
        action: Action,
        /// The atom.
        atom: Atom,
    },
    /// A question that cannot be asked here.
    Unanswerable {
        /// The action that asks it.
        action: Action,
        /// Why not.
        why: Unanswerable,
    },
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(why) => write!(f, "undefined: {why}"),
            Self::Unsupported(what) => what.fmt(f),
            Self::Limit(Limit::Stopped) => Stopped.fmt(f),
            Self::Limit(limit) => write!(f, "evaluation takes too much: {limit}"),
            Self::NoProbability { .. } => write!(f, "an action made several worlds out of one"),
            Self::Unweighed { .. } => {
                write!(
                    f,
                    "the symbolic engine does not keep how likely worlds are after this action"
                )
            }
            Self::Disagreement { .. } => write!(f, "{DISAGREEMENT}"),
            Self::Unanswerable { why, .. } => why.fmt(f),
        }
    }
}

impl std::error::Error for EvalError {}

impl EvalError {
    /// The limit that was hit, if one was.
    pub fn limit(&self) -> Option<&Limit> {
        match self {
            Self::Limit(limit) => Some(limit),
            Self::Undefined(_)
            | Self::Unsupported(_)
            | Self::NoProbability { .. }
            | Self::Unweighed { .. }
            | Self::Disagreement { .. }
            | Self::Unanswerable { .. } => None,
        }
    }
}

impl From<Limit> for EvalError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<Stopped> for EvalError {
    fn from(stopped: Stopped) -> Self {
        Self::Limit(stopped.into())
    }
}

impl From<Meaningless> for EvalError {
    fn from(why: Meaningless) -> Self {
        match why {
            Meaningless::Undefined(why) => Self::Undefined(why),
            Meaningless::Unsupported(what) => Self::Unsupported(what),
            Meaningless::Limit(limit) => Self::Limit(limit),
        }
    }
}

/// What a disagreement is called.
pub(crate) const DISAGREEMENT: &str =
    "concurrent actions leave states that disagree on an atom, so that together they are none";

/// Why a question cannot be asked in a state (def. 9).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unanswerable {
    /// Who answers cannot tell worlds where the answer is true from worlds where it is false.
    NotKnown {
        /// The answer.
        answer: Formula,
        /// Who answers.
        respondent: Agent,
    },
    /// In some world no answer is true.
    NoAnswer,
}

impl fmt::Display for Unanswerable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotKnown { .. } => "an answer says something that who answers does not know",
            Self::NoAnswer => "there is a world where no answer is true",
        })
    }
}
