//! What any formula becomes by an action (thesis sec. 3.5): its models are found, up to a bound, and what each of them
//! becomes is described.

use crate::opened::Opened;
use hexa_engine::{Among, Bounds, NotRevised, OtherModels, TheoryBounds, revise_formula};
use hexa_lang::syntax::Printer;
use hexa_text::{Code, Diagnostic};

/// So many states of a theory are looked for.
const MOST_STATES: usize = 200;

/// What a theory becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct TheoryRevision {
    /// How many states the theory has, up to bisimilarity, as far as they were found.
    pub states: usize,
    /// There are no others of at most so many worlds; none if not all were looked for.
    pub all_of_at_most: Option<usize>,
    /// In how many of them the action cannot be executed.
    pub blocked: usize,
    /// What comes out of the others, up to bisimilarity.
    pub revised: Vec<RevisedState>,
}

/// A state that comes out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct RevisedState {
    /// How many worlds it has, up to bisimilarity.
    pub worlds: usize,
    /// What describes it.
    pub description: String,
}

impl Opened {
    /// What a theory becomes by an action.
    pub fn revise_theory(
        &mut self,
        theory: &str,
        action: &str,
        models: Bounds,
    ) -> Result<TheoryRevision, Diagnostic> {
        let (theory, _) = self.formula(theory)?;
        let (action, _) = self.action(action)?;
        let (mut terms, names) = (self.document.terms.clone(), &self.document.vocabulary);
        let bounds = TheoryBounds { models, states: MOST_STATES };
        let found = revise_formula(theory, action, (names, &mut terms), &bounds, &self.limits)
            .map_err(refuse)?;
        let mut revised = Vec::new();
        for state in &found.after {
            let formula = state.theory.formula(Among::All, &mut terms);
            let description = Printer::new(&terms, names).formula(formula);
            revised.push(RevisedState { worlds: state.theory.worlds.len(), description });
        }
        let all_of_at_most = match found.before.others {
            OtherModels::NoneOfAtMost(worlds) => Some(worlds),
            OtherModels::GaveUp { .. } | OtherModels::MoreThan(_) => None,
        };
        let (states, blocked) = (found.before.states.len(), found.blocked);
        Ok(TheoryRevision { states, all_of_at_most, blocked, revised })
    }
}

fn refuse(why: NotRevised) -> Diagnostic {
    match why {
        NotRevised::NotDescribed(_) => Diagnostic::without_place(
            Code::WrongKind,
            "a theory does not decide what is asked for: bisimilar states disagree on D and P",
        ),
        NotRevised::NotStatic(_) => Diagnostic::without_place(
            Code::WrongKind,
            "the search for models does not handle this theory: it speaks of change or of probability",
        ),
        NotRevised::NotExecuted(error) => {
            Diagnostic::without_place(Code::NotRun, format!("the action was not executed: {error}"))
        }
        NotRevised::NotBuilt(error) => Diagnostic::without_place(Code::Limit, error.to_string()),
        NotRevised::Limit(limit) => Diagnostic::without_place(Code::Limit, limit.to_string()),
    }
}
