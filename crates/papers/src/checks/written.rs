//! Small texts in the Hexa language, from which checks take states, actions and formulas.

use crate::Verdict;
use hexa_engine::{Engine, EvalError, Held, Limits, Outcomes, State, UpdateError, build, update};
use hexa_lang::{Document, NoIncludes, StepKind, load};
use hexa_logic::{Action, Formula, Setup};

/// A text that was read.
pub(super) struct Written {
    pub(super) document: Document,
}

impl Written {
    /// Reads a text that is part of a check.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let loaded = load("check.hexa", text, &NoIncludes, &[]);
        match (loaded.diagnostics.first(), loaded.document) {
            (None, Some(document)) => Ok(Self { document }),
            (problem, _) => {
                Err(problem.map_or_else(String::new, |problem| problem.message.clone()))
            }
        }
    }

    fn steps(&self) -> impl Iterator<Item = &StepKind> {
        self.document.scenarios.iter().flat_map(|scenario| &scenario.steps).map(|step| &step.kind)
    }

    /// What is done in it, in the order of the text.
    pub(super) fn actions(&self) -> Vec<Action> {
        let action = |step: &StepKind| match step {
            StepKind::Do(action) => Some(*action),
            _ => None,
        };
        self.steps().filter_map(action).collect()
    }

    /// What is checked in it, in the order of the text.
    pub(super) fn formulas(&self) -> Vec<Formula> {
        let formula = |step: &StepKind| match step {
            StepKind::Check(formula) => Some(*formula),
            _ => None,
        };
        self.steps().filter_map(formula).collect()
    }

    /// The initial state, held by an engine.
    pub(super) fn held(&self, engine: Engine) -> Result<Held, String> {
        let Document { initial, vocabulary, terms, .. } = &self.document;
        said(engine.build(initial, vocabulary, terms, &Limits::default()))
    }

    /// The initial state.
    pub(super) fn initial(&self) -> Result<State, String> {
        self.built(&self.document.initial)
    }

    /// A state over the names of the text.
    pub(super) fn built(&self, setup: &Setup) -> Result<State, String> {
        let Document { vocabulary, terms, .. } = &self.document;
        said(build(setup, vocabulary, terms, &Limits::default()))
    }

    /// The outcomes of an action; none if it cannot be executed.
    pub(super) fn outcomes(&self, state: &State, action: Action) -> Result<Vec<State>, String> {
        let outcomes = executed(update(state, &self.document.terms, action))?;
        Ok(outcomes.map_or_else(Vec::new, |all| all.alternatives().concat()))
    }

    /// The only outcome of an action.
    pub(super) fn after(&self, state: &State, action: Action) -> Result<State, String> {
        let outcome = said(update(state, &self.document.terms, action))?.into_single();
        outcome.ok_or_else(|| "there are several outcomes".to_owned())
    }
}

/// An error in words.
pub(super) fn said<T>(result: Result<T, impl ToString>) -> Result<T, String> {
    result.map_err(|why| why.to_string())
}

/// What an action leads to, if it can be executed.
pub(super) fn executed<S>(
    done: Result<Outcomes<S>, UpdateError>,
) -> Result<Option<Outcomes<S>>, String> {
    match done {
        Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }) => Ok(None),
        done => said(done).map(Some),
    }
}

/// Whether something has no truth value.
pub(super) fn is_undefined<T>(truth: Result<T, EvalError>) -> Result<bool, String> {
    match truth {
        Err(EvalError::Undefined(_)) => Ok(true),
        truth => said(truth).map(|_| false),
    }
}

/// What could not be computed is open.
pub(super) fn settled(result: Result<Verdict, String>) -> Verdict {
    result.unwrap_or_else(Verdict::Open)
}
