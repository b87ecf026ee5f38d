//! Announcements: actions whose local interpretation (thesis def. 33) only ever
//! takes worlds away. These are the tests, `L_B` of such an action, and sequences of
//! them. Interpreting one gives a single model, so that `L_B` adds nothing but
//! access for B, inherited from where the worlds come from: all that matters is the
//! tests, in order, each evaluated on what the one before it left.

use crate::definedness::{self, Meaningless, Term, Undefined, Unsupported};
use crate::limits::{Limit, Work};
use crate::state::State;
use crate::truth::{self, EvalError};
use hexa_logic::{Action, ActionNode, Formula, Terms};
use std::fmt;

/// What executing an action gives: alternatives, each a set of states. There is at least one
/// alternative, and an announcement gives exactly one, with one state.
#[derive(Clone, Debug)]
pub struct Outcomes<S> {
    alternatives: Vec<Vec<S>>,
}

impl<S> Outcomes<S> {
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
    /// The action speaks of an agent without access.
    Undefined(Undefined),
    /// The action cannot be executed by this engine yet.
    Unsupported(Unsupported),
    /// A limit was hit.
    Limit(Limit),
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotExecutable { .. } => write!(f, "a test fails in the actual world"),
            Self::Undefined(why) => write!(f, "undefined: {why}"),
            Self::Unsupported(what) => what.fmt(f),
            Self::Limit(limit) => write!(f, "the action takes too much: {limit}"),
        }
    }
}

impl std::error::Error for UpdateError {}

impl From<Meaningless> for UpdateError {
    fn from(why: Meaningless) -> Self {
        match why {
            Meaningless::Undefined(why) => Self::Undefined(why),
            Meaningless::Unsupported(what) => Self::Unsupported(what),
        }
    }
}

impl From<EvalError> for UpdateError {
    fn from(error: EvalError) -> Self {
        match error {
            EvalError::Undefined(why) => Self::Undefined(why),
            EvalError::Unsupported(what) => Self::Unsupported(what),
            EvalError::Limit(limit) => Self::Limit(limit),
        }
    }
}

/// Executes an action.
pub fn update(
    state: &State,
    terms: &Terms,
    action: Action,
) -> Result<Outcomes<State>, UpdateError> {
    let arrows = state.model().arrow_agents();
    let group = definedness::check_action(terms, action, state.group(), &arrows)?;
    let mut work = Work::new(state.limits().work);
    let tests = tests(terms, action, &mut work).map_err(UpdateError::Limit)?;
    let mut next = state.clone();
    for test in tests {
        // Access in between is the tests' own affair, and was checked above.
        let column = truth::column(&next, terms, test)?;
        if !column.contains(next.point().index()) {
            return Err(UpdateError::NotExecutable { test });
        }
        next = next.restrict(&column, state.group().clone());
    }
    Ok(Outcomes::one(next.with_group(group)))
}

/// The tests that an announcement makes, in order. Other constructs are passed over: callers
/// have checked that there are none.
pub(crate) fn tests(terms: &Terms, action: Action, work: &mut Work) -> Result<Vec<Formula>, Limit> {
    let mut tests = Vec::new();
    let mut waiting = vec![action];
    while let Some(action) = waiting.pop() {
        work.spend(1)?;
        match terms.action_node(action) {
            ActionNode::Test(formula) => tests.push(*formula),
            ActionNode::Learn(_, inner) | ActionNode::Game(_, inner) => waiting.push(*inner),
            ActionNode::Sequence(of) => waiting.extend(of.iter().rev()),
            _ => {}
        }
    }
    Ok(tests)
}

impl Undefined {
    /// The action at fault, if it is one.
    pub fn action(&self) -> Option<Action> {
        match self.term {
            Term::Action(action) => Some(action),
            Term::Formula(_) => None,
        }
    }
}
