//! Small texts in the Hexa language, from which checks take states, actions and formulas.

use super::Work;
use crate::Verdict;
use hexa_engine::{Engine, EvalError, Held, Limits, Outcomes, State, UpdateError, update};
use hexa_lang::{Document, NoIncludes, StepKind, load};
use hexa_logic::{Action, Formula, Setup};

/// A text that was read.
pub(super) struct Snippet {
    pub(super) document: Document,
    /// What its states may use.
    limits: Limits,
}

impl Snippet {
    /// Reads a text that is part of a check.
    pub(super) fn read(work: &Work, text: &str) -> Result<Self, String> {
        document(text).map(|document| Self { document, limits: work.limits.clone() })
    }

    /// What is done in it, in the order of the text.
    pub(super) fn actions(&self) -> Vec<Action> {
        actions(&self.document)
    }

    /// What is checked in it, in the order of the text.
    pub(super) fn formulas(&self) -> Vec<Formula> {
        let formula = |step: &StepKind| {
            let StepKind::Check(formula) = step else { return None };
            Some(*formula)
        };
        steps(&self.document).filter_map(formula).collect()
    }

    /// The initial state, held by an engine.
    pub(super) fn hold(&self, engine: Engine) -> Result<Held, String> {
        let Document { initial, vocabulary, terms, .. } = &self.document;
        in_words(engine.build(initial, vocabulary, terms, &self.limits))
    }

    /// The initial state.
    pub(super) fn initial(&self) -> Result<State, String> {
        self.build(&self.document.initial)
    }

    /// A state over the names of the text.
    pub(super) fn build(&self, setup: &Setup) -> Result<State, String> {
        let Document { vocabulary, terms, .. } = &self.document;
        in_words(hexa_engine::build(setup, vocabulary, terms, &self.limits))
    }

    /// The outcomes of an action; none if it cannot be executed.
    pub(super) fn outcomes(&self, state: &State, action: Action) -> Result<Vec<State>, String> {
        let outcomes = if_executable(update(state, &self.document.terms, action))?;
        Ok(outcomes.map_or_else(Vec::new, |all| all.alternatives().concat()))
    }

    /// The only outcome of an action.
    pub(super) fn after(&self, state: &State, action: Action) -> Result<State, String> {
        let outcome = in_words(update(state, &self.document.terms, action))?.into_single();
        outcome.ok_or_else(|| "there are several outcomes".to_owned())
    }
}

/// A text, read. What is wrong with it is an error.
pub(super) fn document(text: &str) -> Result<Document, String> {
    let loaded = load("check.hexa", text, &NoIncludes, &[]);
    match (loaded.diagnostics.first(), loaded.document) {
        (None, Some(document)) => Ok(document),
        (problem, _) => Err(problem.map_or_else(String::new, |problem| problem.message.clone())),
    }
}

fn steps(document: &Document) -> impl Iterator<Item = &StepKind> {
    document.scenarios.iter().flat_map(|scenario| &scenario.steps).map(|step| &step.kind)
}

/// What is done in a text, in its order.
pub(super) fn actions(document: &Document) -> Vec<Action> {
    let action = |step: &StepKind| {
        let StepKind::Do(action) = step else { return None };
        Some(*action)
    };
    steps(document).filter_map(action).collect()
}

/// An error in words.
pub(super) fn in_words<T>(result: Result<T, impl ToString>) -> Result<T, String> {
    result.map_err(|why| why.to_string())
}

/// What an action leads to, if it can be executed.
pub(super) fn if_executable<S>(
    done: Result<Outcomes<S>, UpdateError>,
) -> Result<Option<Outcomes<S>>, String> {
    match done {
        Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }) => Ok(None),
        done => in_words(done).map(Some),
    }
}

/// Whether something has no truth value.
pub(super) fn is_undefined<T>(truth: Result<T, EvalError>) -> Result<bool, String> {
    match truth {
        Err(EvalError::Undefined(_)) => Ok(true),
        truth => in_words(truth).map(|_| false),
    }
}

/// What could not be computed is open.
pub(super) fn verdict_or_open(result: Result<Verdict, String>) -> Verdict {
    result.unwrap_or_else(Verdict::Open)
}
