//! Whether a formula or an action means anything (thesis def. 33, strictly; language
//! reference, section 7). Groups decide, before anything is evaluated: a walk over
//! the term with every group that could have access where a part of it is read.
//!
//! The parts of an action are read after its *type*, marks or not; the formula in
//! `[α]φ` is read after the action itself.

use super::Given;
use super::models::Models;
use super::reading::{Reading, alternatives, beside_update, changes_nothing, unsupported_part};
use super::scope::Scope;
use super::semantics::Semantics;
use crate::definedness::{Lack, Term, Undefined};
use crate::evaluation::EvalError;
use hexa_logic::{Action, ActionNode, Agent, Formula, FormulaNode, Group, RelationSetup};
use std::collections::BTreeSet;

impl Semantics<'_> {
    /// Where the question starts.
    pub(super) fn start_scope(&self) -> Scope {
        let access = &self.model(Models::START).model.access;
        let arrows = access.iter().filter(|(_, access)| access.given == Given::Arrows);
        Scope {
            group: access.keys().copied().collect(),
            arrows: arrows.map(|(&agent, _)| agent).collect(),
        }
    }

    /// Whether gr(φ) is part of the group, strictly.
    pub(super) fn formula_defined(&self, formula: Formula, scope: &Scope) -> Result<(), EvalError> {
        let key = (formula, scope.clone());
        if self.checked.borrow().formulas.contains(&key) {
            return Ok(());
        }
        self.deeper(|| self.formula_clause(formula, scope))?;
        self.checked.borrow_mut().formulas.insert(key);
        Ok(())
    }

    fn formula_clause(&self, formula: Formula, scope: &Scope) -> Result<(), EvalError> {
        use FormulaNode as F;
        let all = |of: &[Formula]| of.iter().try_for_each(|&f| self.formula_defined(f, scope));
        let term = Term::Formula(formula);
        match self.terms.node(formula) {
            F::True | F::False | F::Atom(_) => Ok(()),
            F::Not(f) => self.formula_defined(*f, scope),
            F::And(of) | F::Or(of) | F::Count(of, _) => all(of),
            F::Implies(f, g) | F::Iff(f, g) => all(&[*f, *g]),
            F::Knows(a, f) | F::Believes(a, f) | F::Imagines(a, f) | F::KnowsWhether(a, f) => {
                have_access(&Group::from(*a), scope, term)?;
                self.formula_defined(*f, scope)
            }
            F::Everybody(b, f) | F::Common(b, f) | F::Distributed(b, f) => {
                have_access(b, scope, term)?;
                self.formula_defined(*f, scope)
            }
            F::Probability(a, f, _, _) => {
                have_access(&Group::from(*a), scope, term)?;
                have_cells(&Group::from(*a), scope, term, Lack::Cells)?;
                self.formula_defined(*f, scope)
            }
            F::After(_, action, f) => {
                self.action_defined(*action, scope, Reading::Type)?;
                let after = self.action_defined(*action, scope, Reading::Marked)?;
                after.iter().try_for_each(|scope| self.formula_defined(*f, scope))
            }
        }
    }

    /// Whether gr(α) is part of the group, strictly; what can be the case after α.
    pub(super) fn action_defined(
        &self,
        action: Action,
        scope: &Scope,
        how: Reading,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        let key = (action, scope.clone(), how);
        if let Some(known) = self.checked.borrow().actions.get(&key) {
            return Ok(known.clone());
        }
        let after = self.deeper(|| self.action_clause(action, scope, how))?;
        self.checked.borrow_mut().actions.insert(key, after.clone());
        Ok(after)
    }

    fn action_clause(
        &self,
        action: Action,
        scope: &Scope,
        how: Reading,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        use ActionNode as A;
        match self.terms.action_node(action) {
            _ if self.terms.has_update(action) => self.program_defined(action, scope, how),
            A::Test(f) => {
                self.formula_defined(*f, scope)?;
                Ok(leaving(&Group::empty()))
            }
            A::Assign(list) => {
                list.iter().try_for_each(|(_, f)| self.formula_defined(*f, scope))?;
                Ok(leaving(&Group::empty()))
            }
            A::Learn(b, inner) => self.learning_defined(action, b, *inner, scope),
            A::Sequence(of) => self.sequence_defined(of, scope, how),
            A::Choice(of, mark) => self.choice_defined(of, *mark, scope, how),
            A::Concurrent(of) if of.is_empty() => Ok(leaving(&Group::empty())),
            A::Concurrent(of) => self.each_defined(of, scope, how),
            A::Event(..) => self.event_defined(action, scope),
            A::Game(game) => self.action_defined(game.description, scope, how),
            A::Star(inner) => self.iteration_defined(*inner, scope, how),
            A::Epistemic(..) => self.epistemic_defined(action, scope),
            A::Message(index) => self.message_defined(action, *index, scope),
            A::Update(..) | A::Suspect(..) | A::Fix(_) | A::Variable(_) => {
                Err(EvalError::Unsupported(unsupported_part(self.terms, action)))
            }
        }
    }

    /// A part of a program with `U`. Everybody keeps access; after an update it is given by arrows,
    /// and what is inside an update may be executed after those inside it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn program_defined(
        &self,
        program: Action,
        scope: &Scope,
        how: Reading,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        use ActionNode as A;
        let unchanged = BTreeSet::from([scope.clone()]);
        self.deeper(|| match self.terms.action_node(program) {
            A::Test(f) => {
                self.formula_defined(*f, scope)?;
                Ok(unchanged)
            }
            A::Sequence(of) => of.iter().try_fold(unchanged, |scopes, &next| {
                let mut after = BTreeSet::new();
                for scope in &scopes {
                    after.extend(self.program_defined(next, scope, how)?);
                }
                Ok(after)
            }),
            A::Choice(of, _) if of.is_empty() => Ok(unchanged),
            A::Choice(of, mark) => {
                let mut after = BTreeSet::new();
                for &part in alternatives(of, *mark, how) {
                    after.extend(self.program_defined(part, scope, how)?);
                }
                Ok(after)
            }
            A::Update(b, inner) => {
                have_access(b, scope, Term::Action(program))?;
                let after = Scope { arrows: scope.group.clone(), ..scope.clone() };
                let inside = if self.terms.has_update(*inner) { &after } else { scope };
                self.program_defined(*inner, inside, Reading::Type)?;
                Ok(BTreeSet::from([after]))
            }
            _ => Err(EvalError::Unsupported(beside_update(program))),
        })
    }

    /// `L_B α` leaves B. Nobody who learns may have arrows, nor be left arrows by α.
    fn learning_defined(
        &self,
        action: Action,
        group: &Group,
        inner: Action,
        scope: &Scope,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        let term = Term::Action(action);
        have_access(group, scope, term)?;
        have_cells(group, scope, term, Lack::CellsToLearn)?;
        if let Some(star) = self.first_star(inner)? {
            return Err(EvalError::Unsupported(unsupported_part(self.terms, star)));
        }
        let inside = self.action_defined(inner, scope, Reading::Type)?;
        if changes_nothing(self.terms, inner) {
            return Ok(leaving(group));
        }
        inside.iter().try_for_each(|after| have_cells(group, after, term, Lack::CellsToLearn))?;
        Ok(leaving(group))
    }

    fn sequence_defined(
        &self,
        of: &[Action],
        scope: &Scope,
        how: Reading,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        of.iter().try_fold(BTreeSet::from([scope.clone()]), |scopes, &next| {
            let mut after = BTreeSet::new();
            for scope in &scopes {
                after.extend(self.action_defined(next, scope, how)?);
            }
            Ok(after)
        })
    }

    /// `α + β` leaves what either leaves; among nothing it is `?false`.
    fn choice_defined(
        &self,
        of: &[Action],
        mark: Option<u32>,
        scope: &Scope,
        how: Reading,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        match of.is_empty() {
            true => Ok(leaving(&Group::empty())),
            false => self.each_defined(alternatives(of, mark, how), scope, how),
        }
    }

    fn each_defined(
        &self,
        of: &[Action],
        scope: &Scope,
        how: Reading,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        let mut after = BTreeSet::new();
        for &part in of {
            after.extend(self.action_defined(part, scope, how)?);
        }
        Ok(after)
    }

    fn iteration_defined(
        &self,
        inner: Action,
        scope: &Scope,
        how: Reading,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        let mut reached = BTreeSet::from([scope.clone()]);
        let mut waiting = vec![scope.clone()];
        while let Some(scope) = waiting.pop() {
            for next in self.action_defined(inner, &scope, how)? {
                if reached.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        Ok(reached)
    }

    /// An event leaves those who have a relation in its frame.
    fn event_defined(&self, action: Action, scope: &Scope) -> Result<BTreeSet<Scope>, EvalError> {
        let ActionNode::Event(frame, _) = self.terms.action_node(action) else {
            return Ok(BTreeSet::new());
        };
        let frame = self.terms.frame(*frame);
        let agents = || frame.relations.iter().enumerate();
        let related = agents().filter(|(_, relation)| relation.is_some());
        let group: Group = related.map(|(at, _)| Agent::from_index(at)).collect();
        have_access(&group, scope, Term::Action(action))?;
        for event in &frame.events {
            self.formula_defined(event.precondition, scope)?;
            event.postcondition.iter().try_for_each(|(_, f)| self.formula_defined(*f, scope))?;
        }
        let arrows = agents().filter(|(at, relation)| {
            let own = matches!(relation, Some(RelationSetup::Arrows(_)));
            own || relation.is_some() && scope.arrows.contains(Agent::from_index(*at))
        });
        let arrows = arrows.map(|(at, _)| Agent::from_index(at)).collect();
        Ok(BTreeSet::from([Scope { group, arrows }]))
    }
}

/// Access for a group, on cells.
fn leaving(group: &Group) -> BTreeSet<Scope> {
    BTreeSet::from([Scope { group: group.clone(), arrows: Group::empty() }])
}

pub(super) fn have_access(who: &Group, scope: &Scope, term: Term) -> Result<(), EvalError> {
    match who.iter().find(|&agent| !scope.group.contains(agent)) {
        Some(agent) => Err(EvalError::Undefined(Undefined { agent, term, lack: Lack::Access })),
        None => Ok(()),
    }
}

fn have_cells(who: &Group, scope: &Scope, term: Term, lack: Lack) -> Result<(), EvalError> {
    match who.iter().find(|&agent| scope.arrows.contains(agent)) {
        Some(agent) => Err(EvalError::Undefined(Undefined { agent, term, lack })),
        None => Ok(()),
    }
}
