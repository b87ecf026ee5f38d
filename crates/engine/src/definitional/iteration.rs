//! What executing an action in one state leads to. Unlike an interpretation on all
//! worlds of a model, this asks nothing of other worlds and of what was not chosen outside of
//! what somebody learns, and it is defined for `α^*` too: states are explored until no new
//! ones are found, up to bisimilarity, or up to isomorphism where a formula could
//! tell bisimilar states apart, and isomorphic ones if it asks how likely something is.

use super::comparison::{self, Sameness};
use super::models::{Member, Outcome};
use super::reading::{Reading, alternatives};
use super::semantics::Semantics;
use super::{State, models::ModelId};
use crate::evaluation::EvalError;
use hexa_logic::{Action, ActionNode, Formula, FormulaNode};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Semantics<'_> {
    /// The outcomes of an action in a state, with marks.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    pub(super) fn outcomes(
        &self,
        state: Member,
        action: Action,
        sameness: Sameness,
    ) -> Result<BTreeSet<Outcome>, EvalError> {
        use ActionNode as A;
        if self.terms.has_update(action) && self.first_star(action)?.is_none() {
            return Ok(self.images(state.0, action, Reading::Marked)?[state.1].clone());
        }
        let of = |part: Action| self.outcomes(state, part, sameness);
        self.deeper(|| match self.terms.action_node(action) {
            A::Game(game) if self.first_star(action)?.is_some() => of(game.description),
            A::Sequence(parts) => {
                let unit = BTreeSet::from([Outcome::from([state])]);
                parts.iter().try_fold(unit, |outcomes, &part| {
                    self.compose_outcomes(&outcomes, &|s| self.outcomes(s, part, sameness))
                })
            }
            A::Choice(parts, mark) => {
                let counted = alternatives(parts, *mark, Reading::Marked).iter();
                let each: Result<Vec<_>, EvalError> = counted.map(|&part| of(part)).collect();
                Ok(each?.into_iter().flatten().collect())
            }
            A::Concurrent(parts) if !parts.is_empty() => {
                let each: Result<Vec<_>, EvalError> = parts.iter().map(|&part| of(part)).collect();
                self.unions(&each?)
            }
            A::Star(inner) => self.iterate(state, *inner, sameness),
            // Learning what is iterated was refused before.
            _ => Ok((*self.images(state.0, action, Reading::Marked)?)[state.1].clone()),
        })
    }

    /// `α^*`: no steps, and one more step from wherever steps lead.
    fn iterate(
        &self,
        state: Member,
        inner: Action,
        sameness: Sameness,
    ) -> Result<BTreeSet<Outcome>, EvalError> {
        self.iterate_until(state, inner, sameness, &|_| Ok(false))
    }

    /// The same up to the first that decides.
    pub(super) fn iterate_until(
        &self,
        state: Member,
        inner: Action,
        sameness: Sameness,
        decides: &dyn Fn(&Outcome) -> Result<bool, EvalError>,
    ) -> Result<BTreeSet<Outcome>, EvalError> {
        let mut found = vec![Outcome::from([state])];
        let mut at = 0;
        while at < found.len() {
            if decides(&found[at])? {
                break;
            }
            let here = BTreeSet::from([found[at].clone()]);
            for next in self.compose_outcomes(&here, &|s| self.outcomes(s, inner, sameness))? {
                if !self.is_among(&found, &next, sameness)? {
                    found.push(next);
                }
            }
            at += 1;
        }
        Ok(found.into_iter().collect())
    }

    /// Whether a set of states is the same as one of these.
    pub(super) fn is_among(
        &self,
        found: &[Outcome],
        outcome: &Outcome,
        sameness: Sameness,
    ) -> Result<bool, EvalError> {
        for other in found {
            if self.same_sets(other, outcome, sameness)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether every member of either set is the same as some member of the other.
    pub(super) fn same_sets(
        &self,
        left: &Outcome,
        right: &Outcome,
        sameness: Sameness,
    ) -> Result<bool, EvalError> {
        let covered = |of: &Outcome, by: &Outcome| {
            for &s in of {
                let mut found = false;
                for &t in by {
                    found = found || self.same_states(s, t, sameness)?;
                }
                if !found {
                    return Ok(false);
                }
            }
            Ok::<bool, EvalError>(true)
        };
        Ok(covered(left, right)? && covered(right, left)?)
    }

    fn same_states(&self, s: Member, t: Member, sameness: Sameness) -> Result<bool, EvalError> {
        if s == t {
            return Ok(true);
        }
        let key = (s.min(t), s.max(t), sameness);
        if let Some(&known) = self.same.borrow().get(&key) {
            return Ok(known);
        }
        let (left, right) = (self.state_at(s), self.state_at(t));
        self.spend(left.world_count() * right.world_count() + 1)?;
        let same = comparison::same(&left, &right, sameness).map_err(EvalError::Limit)?;
        self.same.borrow_mut().insert(key, same);
        Ok(same)
    }

    /// A state that was reached.
    pub(super) fn state_at(&self, (id, point): (ModelId, usize)) -> State {
        let model = Arc::clone(&self.model(id).model);
        State { model, point, limits: self.limits.clone() }
    }

    /// What must be preserved for a formula to have the same value after an action.
    pub(super) fn sameness_for(
        &self,
        action: Action,
        formula: Formula,
    ) -> Result<Sameness, EvalError> {
        let invariant = self.is_invariant(formula)? && self.tests_invariant(action)?;
        Ok(match (invariant, self.looks_at_all_worlds(action, formula)) {
            (true, _) => Sameness::Bisimilar,
            (false, false) => Sameness::Isomorphic,
            // Isomorphic states may differ in how likely their worlds are, and in worlds that are not relevant.
            (false, true) => Sameness::Equal,
        })
    }

    /// Whether `P` looks at how likely worlds are, or `D` of nobody at all of them.
    fn looks_at_all_worlds(&self, action: Action, formula: Formula) -> bool {
        let looks = |f: &Formula| match self.terms.node(*f) {
            FormulaNode::Probability(..) => true,
            FormulaNode::Distributed(group, _) => group.is_empty(),
            FormulaNode::True
            | FormulaNode::False
            | FormulaNode::Atom(_)
            | FormulaNode::Not(_)
            | FormulaNode::And(_)
            | FormulaNode::Or(_)
            | FormulaNode::Implies(..)
            | FormulaNode::Iff(..)
            | FormulaNode::Count(..)
            | FormulaNode::Knows(..)
            | FormulaNode::Believes(..)
            | FormulaNode::Imagines(..)
            | FormulaNode::KnowsWhether(..)
            | FormulaNode::Everybody(..)
            | FormulaNode::Common(..)
            | FormulaNode::After(..) => false,
        };
        self.terms.occurring(&[formula], &[action]).formulas.iter().any(looks)
    }

    /// Whether a formula speaks of nothing but what bisimulation preserves: no `D`, no `P`.
    fn is_invariant(&self, formula: Formula) -> Result<bool, EvalError> {
        use FormulaNode as F;
        let all = |of: &[Formula]| every(of, &|f| self.is_invariant(f));
        self.deeper(|| match self.terms.node(formula) {
            F::True | F::False | F::Atom(_) => Ok(true),
            F::Not(f) => self.is_invariant(*f),
            F::And(of) | F::Or(of) | F::Count(of, _) => all(of),
            F::Implies(f, g) | F::Iff(f, g) => all(&[*f, *g]),
            F::Knows(_, f) | F::Believes(_, f) | F::Imagines(_, f) | F::KnowsWhether(_, f) => {
                self.is_invariant(*f)
            }
            F::Everybody(_, f) | F::Common(_, f) => self.is_invariant(*f),
            F::Distributed(..) | F::Probability(..) => Ok(false),
            F::After(_, action, f) => Ok(self.tests_invariant(*action)? && self.is_invariant(*f)?),
        })
    }

    fn tests_invariant(&self, action: Action) -> Result<bool, EvalError> {
        use ActionNode as A;
        self.deeper(|| match self.terms.action_node(action) {
            A::Test(f) => self.is_invariant(*f),
            A::Game(game) => self.tests_invariant(game.description),
            A::Learn(_, inner)
            | A::Update(_, inner)
            | A::Star(inner)
            | A::Suspect(_, inner)
            | A::Fix(inner)
            | A::Epistemic(inner, _) => self.tests_invariant(*inner),
            A::Variable(_) => Ok(true),
            A::Message(index) => self.is_invariant(self.terms.said(*index).0.said),
            A::Sequence(of) | A::Choice(of, _) | A::Concurrent(of) => {
                every(of, &|part| self.tests_invariant(part))
            }
            A::Assign(list) => every(list, &|(_, f)| self.is_invariant(f)),
            A::Event(frame, _) => every(&self.terms.frame(*frame).events, &|event| {
                let changes = every(&event.postcondition, &|(_, f)| self.is_invariant(f))?;
                Ok(changes && self.is_invariant(event.precondition)?)
            }),
        })
    }

    /// The first iteration in an action, outside of its formulas.
    pub(super) fn first_star(&self, action: Action) -> Result<Option<Action>, EvalError> {
        use ActionNode as A;
        self.deeper(|| match self.terms.action_node(action) {
            A::Star(_) => Ok(Some(action)),
            A::Learn(_, inner) | A::Update(_, inner) => self.first_star(*inner),
            A::Game(game) => self.first_star(game.description),
            A::Sequence(of) | A::Choice(of, _) | A::Concurrent(of) => {
                let mut stars = of.iter().map(|&part| self.first_star(part));
                stars.find(|star| !matches!(star, Ok(None))).unwrap_or(Ok(None))
            }
            A::Test(_) | A::Assign(_) | A::Event(..) | A::Epistemic(..) | A::Message(_) => Ok(None),
            A::Suspect(..) | A::Fix(_) | A::Variable(_) => Ok(None),
        })
    }
}

fn every<T: Clone>(
    of: &[T],
    holds: &dyn Fn(T) -> Result<bool, EvalError>,
) -> Result<bool, EvalError> {
    for item in of {
        if !holds(item.clone())? {
            return Ok(false);
        }
    }
    Ok(true)
}
