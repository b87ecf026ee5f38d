//! Executing an action in a state (thesis def. 35): its outcomes, sets of states that
//! are the same up to bisimilarity counted once, or the part of it that stands in
//! the way.

use super::State;
use super::comparison::Sameness;
use super::models::{Member, Models, Outcome};
use super::reading::{Reading, unsupported_part};
use super::scope::Scope;
use super::semantics::Semantics;
use crate::evaluation::EvalError;
use crate::outcomes::{Outcomes, UpdateError};
use hexa_logic::{Action, ActionNode, Agent, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Executes an action by local interpretation.
pub(super) fn update(
    state: &State,
    terms: &Terms,
    action: Action,
) -> Result<Outcomes<State>, UpdateError> {
    let semantics = Semantics::new(terms, &state.model, &state.limits);
    semantics.executable(action)?;
    let here = (Models::START, state.point);
    let mut found: Vec<Outcome> = Vec::new();
    for outcome in semantics.outcomes(here, action, Sameness::Bisimilar)? {
        semantics.keep_smallest(&mut found, semantics.distinct(&outcome)?)?;
    }
    if found.is_empty() {
        return Err(semantics.fault(here, action)?);
    }
    let reached = |&member: &Member| semantics.state_at(member);
    let alternative = |outcome: &Outcome| outcome.iter().map(reached).collect();
    Ok(Outcomes::new(found.iter().map(alternative).collect()))
}

/// For each world of the model its outcomes, as sets of states.
pub(super) fn images(
    state: &State,
    terms: &Terms,
    action: Action,
    reading: Reading,
) -> Result<Vec<Vec<Vec<State>>>, UpdateError> {
    let semantics = Semantics::new(terms, &state.model, &state.limits);
    semantics.executable(action)?;
    let reached = |&member: &Member| semantics.state_at(member);
    let set = |outcome: &Outcome| outcome.iter().map(reached).collect();
    let of_world = |outcomes: &BTreeSet<Outcome>| outcomes.iter().map(set).collect();
    Ok(semantics.images(Models::START, action, reading)?.iter().map(of_world).collect())
}

impl Semantics<'_> {
    /// Whether an action is defined and can be executed outside a modality; what it leaves.
    pub(super) fn executable(&self, action: Action) -> Result<BTreeSet<Scope>, EvalError> {
        if let Some(star) = self.first_star(action)? {
            return Err(EvalError::Unsupported(unsupported_part(self.terms, star)));
        }
        let scope = self.start_scope();
        self.action_defined(action, &scope, Reading::Type)?;
        self.action_defined(action, &scope, Reading::Marked)
    }

    /// Adds an outcome. Of those that are the same up to bisimilarity the smallest is kept.
    fn keep_smallest(&self, found: &mut Vec<Outcome>, outcome: Outcome) -> Result<(), EvalError> {
        for known in found.iter_mut() {
            if self.is_among(std::slice::from_ref(known), &outcome, Sameness::Bisimilar)? {
                if self.extent(&outcome) < self.extent(known) {
                    *known = outcome;
                }
                return Ok(());
            }
        }
        found.push(outcome);
        Ok(())
    }

    /// How large an outcome is: how many relevant worlds it has, then how many cells by agent, then how many worlds in
    /// all.
    fn extent(&self, outcome: &Outcome) -> (usize, BTreeMap<Agent, usize>, usize) {
        let (mut worlds, mut cells, mut all) = (0, BTreeMap::new(), 0);
        for state in outcome.iter().map(|&member| self.state_at(member)) {
            worlds += state.relevant().len();
            all += state.world_count();
            for &agent in state.model.access.keys() {
                // Arrows have no cells.
                *cells.entry(agent).or_default() += state.class_count(agent).unwrap_or(0);
            }
        }
        (worlds, cells, all)
    }

    /// The members of a set, of bisimilar ones the smallest.
    fn distinct(&self, outcome: &Outcome) -> Result<Outcome, EvalError> {
        let mut distinct: Vec<Outcome> = Vec::new();
        for &member in outcome {
            self.keep_smallest(&mut distinct, Outcome::from([member]))?;
        }
        Ok(distinct.into_iter().flatten().collect())
    }

    /// Why an action has no outcome in a state: the smallest part of it that has none.
    fn fault(&self, state: Member, action: Action) -> Result<UpdateError, EvalError> {
        use ActionNode as A;
        let none = UpdateError::NoOutcome { action };
        self.deeper(|| match self.terms.action_node(action) {
            // The parts of a program with `U` mean nothing by themselves.
            _ if self.terms.has_update(action) => Ok(none),
            A::Test(test) => Ok(UpdateError::NotExecutable { test: *test }),
            A::Event(frame, event) => {
                let event = self.terms.frame(*frame).events.get(event.index());
                Ok(event
                    .map_or(none, |event| UpdateError::NotExecutable { test: event.precondition }))
            }
            A::Message(index) => {
                let event = self.terms.said(*index).1.events.first();
                Ok(event
                    .map_or(none, |event| UpdateError::NotExecutable { test: event.precondition }))
            }
            A::Epistemic(..) => {
                let Some((expression, agents)) = self.expression_of(action)? else {
                    return Ok(none);
                };
                let test = self.failing(state, &expression, agents)?;
                Ok(test.map_or(none, |test| UpdateError::NotExecutable { test }))
            }
            A::Learn(_, inner) => self.fault(state, *inner),
            A::Game(game) => self.fault(state, game.description),
            A::Choice(of, Some(mark)) => match of.get(*mark as usize) {
                Some(&marked) => self.fault(state, marked),
                None => Ok(none),
            },
            A::Concurrent(of) => self.first_fault(&[(state, of)], none),
            A::Sequence(of) => self.fault_in_sequence(state, of, none),
            A::Update(..)
            | A::Choice(..)
            | A::Assign(_)
            | A::Star(_)
            | A::Suspect(..)
            | A::Fix(_)
            | A::Variable(_) => Ok(none),
        })
    }

    /// Why the first of some actions that has no outcome in its state has none.
    fn first_fault(
        &self,
        of: &[(Member, &[Action])],
        otherwise: UpdateError,
    ) -> Result<UpdateError, EvalError> {
        for &(state, actions) in of {
            for &action in actions {
                if self.outcomes(state, action, Sameness::Bisimilar)?.is_empty() {
                    return self.fault(state, action);
                }
            }
        }
        Ok(otherwise)
    }

    /// The first step that has no outcome in some state that the steps before it lead to.
    fn fault_in_sequence(
        &self,
        state: Member,
        of: &[Action],
        otherwise: UpdateError,
    ) -> Result<UpdateError, EvalError> {
        let mut before = BTreeSet::from([Outcome::from([state])]);
        for step in of.chunks(1) {
            let next = |s: Member| self.outcomes(s, step[0], Sameness::Bisimilar);
            let after = self.compose_outcomes(&before, &next)?;
            if after.is_empty() {
                let states: Vec<_> = before.iter().flatten().map(|&s| (s, step)).collect();
                return self.first_fault(&states, otherwise);
            }
            before = after;
        }
        Ok(otherwise)
    }
}
