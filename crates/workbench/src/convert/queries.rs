//! The scenarios of a file as queries about its initial state: what is executed becomes part of the
//! formula. `check valid` speaks of the relevant worlds, which are all states only if somebody sees
//! nothing; otherwise it is common knowledge of all.

use super::structure::{self, Observed};
use super::unsayable;
use crate::session::INITIAL;
use hexa_lang::{Document, Step, StepKind};
use hexa_logic::{Action, Atom, Formula, FormulaNode, Group, Modality, Setup, Terms};
use hexa_text::Diagnostic;
use std::collections::BTreeMap;

/// A question about a structure.
pub enum Query {
    /// Is it true in the state where exactly these atoms are true?
    True(Vec<Atom>, Formula),
    /// Is it true in all states?
    Valid(Formula),
    /// Where is it true?
    Where(Formula),
}

impl Query {
    /// What is asked.
    pub fn formula(&self) -> Formula {
        match self {
            Self::True(_, formula) | Self::Valid(formula) | Self::Where(formula) => *formula,
        }
    }
}

/// A structure with the queries about it.
pub struct Questions {
    /// The structure.
    pub structure: Observed,
    /// The queries, or why a step is none; with the step, by the places of its scenario and in it.
    pub queries: Vec<(Result<Query, Diagnostic>, (usize, usize))>,
}

impl Questions {
    /// What is asked.
    pub fn questions(&self) -> impl Iterator<Item = &Query> {
        self.queries.iter().filter_map(|(query, _)| query.as_ref().ok())
    }
}

/// A moment of a scenario: a point, and what was executed there.
#[derive(Clone)]
struct Moment {
    point: Option<Vec<Atom>>,
    done: Vec<Action>,
    /// Whether it belongs to the structure at all.
    known: bool,
}

/// The questions of a file.
pub fn questions(document: &mut Document) -> Result<Questions, Diagnostic> {
    let setup = document.initial.clone();
    let structure = structure::structure(document, &setup)?;
    let start = Moment { point: structure.point.clone(), done: Vec::new(), known: true };
    let mut saved = BTreeMap::from([(INITIAL.to_owned(), start.clone())]);
    for at in 0..document.states.len() {
        let (name, setup) = (document.states[at].name.clone(), document.states[at].setup.clone());
        if let Some(point) = same_but_point(&document.initial, &setup) {
            let point = structure.state(&document.terms, &point);
            saved.insert(name, Moment { point: Some(point), ..start.clone() });
        }
    }
    let mut asking = Asking { structure, saved, queries: Vec::new() };
    for scenario in 0..document.scenarios.len() {
        let mut now = start.clone();
        let steps = document.scenarios[scenario].steps.clone();
        for (at, step) in steps.iter().enumerate() {
            let query = asking.step(step, &mut now, &mut document.terms).transpose();
            asking.queries.extend(query.map(|query| (query, (scenario, at))));
        }
    }
    Ok(Questions { structure: asking.structure, queries: asking.queries })
}

/// The point of a structure that is otherwise the same.
fn same_but_point(initial: &Setup, other: &Setup) -> Option<Vec<Atom>> {
    let (Setup::Structure(initial), Setup::Structure(other)) = (initial, other) else {
        return None;
    };
    let alike = initial.atoms == other.atoms
        && initial.law == other.law
        && initial.observations == other.observations;
    other.point.clone().filter(|_| alike)
}

struct Asking {
    structure: Observed,
    saved: BTreeMap<String, Moment>,
    queries: Vec<(Result<Query, Diagnostic>, (usize, usize))>,
}

impl Asking {
    /// The query that a step is, if it asks anything.
    fn step(
        &mut self,
        step: &Step,
        now: &mut Moment,
        terms: &mut Terms,
    ) -> Result<Option<Query>, Diagnostic> {
        let query = match &step.kind {
            StepKind::Do(action) => {
                now.done.push(*action);
                return Ok(None);
            }
            StepKind::Save(name) => {
                self.saved.insert(name.clone(), now.clone());
                return Ok(None);
            }
            StepKind::Restore(name) => {
                now.known = false;
                *now = self.saved.get(name).cloned().unwrap_or_else(|| now.clone());
                return match now.known {
                    true => Ok(None),
                    false => Err(other_state(step)),
                };
            }
            // These show something to people, and assert nothing.
            StepKind::PrintNumber(_)
            | StepKind::PrintCount
            | StepKind::PrintState
            | StepKind::PrintKnowledge
            | StepKind::Draw(_) => return Ok(None),
            _ if !now.known => return Err(other_state(step)),
            StepKind::Check(formula) => self.truth(*formula, step, now, terms)?,
            StepKind::CheckAt(atoms, formula) => Query::True(atoms.clone(), *formula),
            StepKind::CheckValid(formula) if self.all_are_relevant() && now.done.is_empty() => {
                Query::Valid(*formula)
            }
            StepKind::CheckValid(formula) => {
                let all = Group::first(self.structure.observed.len());
                let common = terms.formula(FormulaNode::Common(all, *formula));
                self.truth(common, step, now, terms)?
            }
            StepKind::CheckExecutable(action) => {
                let can = FormulaNode::After(Modality::Some, *action, Terms::TRUE);
                let can = terms.formula(can);
                self.truth(can, step, now, terms)?
            }
            StepKind::CheckBlocked(action) => {
                let cannot = FormulaNode::After(Modality::Every, *action, Terms::FALSE);
                let cannot = terms.formula(cannot);
                self.truth(cannot, step, now, terms)?
            }
            StepKind::Print(formula) | StepKind::Where(formula) => {
                Query::Where(after(terms, &now.done, *formula))
            }
            StepKind::Broken
            | StepKind::ExpectOutcomes(..)
            | StepKind::ExpectAction(..)
            | StepKind::ExpectWorlds(_)
            | StepKind::ExpectAllWorlds(_)
            | StepKind::ExpectMinimal(_)
            | StepKind::ExpectClasses(..)
            | StepKind::ExpectNumber(..)
            | StepKind::ExpectCompare(..) => {
                return Err(unsayable("this step cannot be asked as a query")
                    .at(step.at, "")
                    .help("queries ask whether formulas are true; `check`, `print` and `do` can be converted"));
            }
        };
        Ok(Some(query))
    }

    fn truth(
        &self,
        formula: Formula,
        step: &Step,
        now: &Moment,
        terms: &mut Terms,
    ) -> Result<Query, Diagnostic> {
        let formula = after(terms, &now.done, formula);
        match &now.point {
            Some(point) => Ok(Query::True(point.clone(), formula)),
            None => Err(unsayable("there is no actual world to ask about").at(step.at, "")),
        }
    }

    /// Whether somebody sees nothing, so that all states can be reached from each.
    fn all_are_relevant(&self) -> bool {
        self.structure.observed.iter().any(Vec::is_empty)
    }
}

fn other_state(step: &Step) -> Diagnostic {
    unsayable("this is about another state than the initial one with another point")
        .at(step.at, "there can be one structure only")
}

/// A formula after actions that can all be executed.
fn after(terms: &mut Terms, done: &[Action], formula: Formula) -> Formula {
    done.iter().rev().fold(formula, |formula, &action| {
        terms.formula(FormulaNode::After(Modality::Some, action, formula))
    })
}
