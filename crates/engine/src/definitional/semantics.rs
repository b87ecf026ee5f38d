//! Truth (thesis defs. 32 and 66), clause by clause; after an action, as for sets of
//! states (Cluedo paper def. 3). What was found once is remembered; nothing else is
//! clever. All parts of a formula are evaluated, whether or not they still matter.

use super::Model;
use super::comparison::Sameness;
use super::expression::Expression;
use super::models::{Constructed, Images, Member, ModelId, Models, Outcome, Updated};
use super::reading::Reading;
use super::scope::Checked;
use crate::evaluation::EvalError;
use crate::limits::{Limit, Limits, MOST_STEPS_BETWEEN_LOOKS, Pace};
use hexa_logic::{Action, ActionNode, Agent, Formula, FormulaNode, Modality, Terms};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Formulas and actions may be nested this deep: the clauses recurse.
const MAX_DEPTH: usize = 500;

/// Truth on one model and on those that actions lead to.
pub(super) struct Semantics<'t> {
    pub(super) terms: &'t Terms,
    pub(super) limits: Limits,
    pace: Pace,
    models: RefCell<Models>,
    known: RefCell<HashMap<(Member, Formula), bool>>,
    pub(super) images: RefCell<HashMap<(ModelId, Action, Reading), Rc<Images>>>,
    pub(super) updates: RefCell<HashMap<(ModelId, Rc<Expression>), Updated>>,
    pub(super) same: RefCell<HashMap<(Member, Member, Sameness), bool>>,
    pub(super) checked: RefCell<Checked>,
    steps: Cell<u64>,
    depth: Cell<usize>,
}

impl<'t> Semantics<'t> {
    pub(super) fn new(terms: &'t Terms, model: &Arc<Model>, limits: &Limits) -> Self {
        Self {
            terms,
            limits: limits.clone(),
            pace: Pace::new(&limits.stop),
            models: RefCell::new(Models::starting_from(model)),
            known: RefCell::default(),
            images: RefCell::default(),
            updates: RefCell::default(),
            same: RefCell::default(),
            checked: RefCell::default(),
            steps: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    /// Goes one level deeper.
    pub(super) fn deeper<T>(
        &self,
        f: impl FnOnce() -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        self.spend(1)?;
        if self.depth.get() >= MAX_DEPTH {
            return Err(EvalError::Limit(Limit::Depth(MAX_DEPTH as u64)));
        }
        self.depth.set(self.depth.get() + 1);
        let result = f();
        self.depth.set(self.depth.get() - 1);
        result
    }

    pub(super) fn spend(&self, steps: usize) -> Result<(), EvalError> {
        self.steps.set(self.steps.get().saturating_add(steps as u64));
        self.pace.count((steps as u64).min(MOST_STEPS_BETWEEN_LOOKS / 2))?;
        match self.steps.get() > self.limits.work {
            true => Err(EvalError::Limit(Limit::Work(self.limits.work))),
            false => Ok(()),
        }
    }

    pub(super) fn model(&self, id: ModelId) -> Rc<Constructed> {
        self.models.borrow().get(id)
    }

    pub(super) fn add_model(&self, model: Constructed) -> Result<ModelId, EvalError> {
        self.spend(model.world_count())?;
        self.models.borrow_mut().add(model, &self.limits).map_err(EvalError::Limit)
    }

    /// M, w ⊨ φ on the model that the question is about, for a formula that is defined there.
    pub(super) fn holds(&self, world: usize, formula: Formula) -> Result<bool, EvalError> {
        self.holds_at((Models::START, world), formula)
    }

    /// M, w ⊨ φ, for a formula that is defined on M.
    pub(super) fn holds_at(&self, state: Member, formula: Formula) -> Result<bool, EvalError> {
        if let Some(&known) = self.known.borrow().get(&(state, formula)) {
            return Ok(known);
        }
        let value = self.deeper(|| self.clause(state, formula))?;
        self.known.borrow_mut().insert((state, formula), value);
        Ok(value)
    }

    fn clause(&self, state: Member, formula: Formula) -> Result<bool, EvalError> {
        use FormulaNode as F;
        let (id, w) = state;
        let model = &self.model(id).model;
        let from_here = |related: &dyn Fn(usize) -> bool| -> Vec<Member> {
            (0..model.worlds.len()).filter(|&v| related(v)).map(|v| (id, v)).collect()
        };
        let seen = |a: Agent| from_here(&|v| model.is_related(a, w, v));
        match self.terms.node(formula) {
            F::True => Ok(true),
            F::False => Ok(false),
            F::Atom(p) => Ok(model.worlds[w].atoms.contains(p)),
            F::Not(f) => Ok(!self.holds_at(state, *f)?),
            F::And(of) => Ok(self.how_many(state, of)? == of.len()),
            F::Or(of) => Ok(self.how_many(state, of)? > 0),
            F::Implies(f, g) => {
                let (f, g) = (self.holds_at(state, *f)?, self.holds_at(state, *g)?);
                Ok(!f || g)
            }
            F::Iff(f, g) => Ok(self.holds_at(state, *f)? == self.holds_at(state, *g)?),
            F::Count(of, test) => Ok(test.accepts(self.how_many(state, of)? as i64)),
            F::After(modality, action, f) => self.after(state, *modality, *action, *f),
            F::Knows(a, f) | F::Believes(a, f) => self.everywhere(seen(*a), *f),
            F::Imagines(a, f) => self.somewhere(seen(*a), *f),
            F::KnowsWhether(a, f) => {
                Ok(self.everywhere(seen(*a), *f)? || !self.somewhere(seen(*a), *f)?)
            }
            F::Everybody(b, f) => {
                self.everywhere(from_here(&|v| b.iter().any(|a| model.is_related(a, w, v))), *f)
            }
            F::Common(b, f) => {
                self.spend(model.worlds.len() * model.worlds.len() * b.len())?;
                let reached = model.reachable(b, w);
                self.everywhere(from_here(&|v| reached.contains(&v)), *f)
            }
            F::Distributed(b, f) => {
                if b.is_empty() {
                    self.all_worlds_defined(state, formula)?;
                }
                self.everywhere(from_here(&|v| b.iter().all(|a| model.is_related(a, w, v))), *f)
            }
            F::Probability(a, f, comparison, ratio) => {
                self.likelihood_defined(state, formula)?;
                let likely = |world: Member| self.holds_at(world, *f);
                let compared = self.likelihood(&seen(*a), &likely, *ratio)?;
                Ok(comparison.holds(compared))
            }
        }
    }

    fn count(&self, states: &[Member], formula: Formula) -> Result<usize, EvalError> {
        states.iter().try_fold(0, |n, &s| Ok(n + usize::from(self.holds_at(s, formula)?)))
    }

    fn everywhere(&self, states: Vec<Member>, formula: Formula) -> Result<bool, EvalError> {
        Ok(self.count(&states, formula)? == states.len())
    }

    fn somewhere(&self, states: Vec<Member>, formula: Formula) -> Result<bool, EvalError> {
        Ok(self.count(&states, formula)? > 0)
    }

    fn how_many(&self, state: Member, of: &[Formula]) -> Result<usize, EvalError> {
        of.iter().try_fold(0, |n, &f| Ok(n + usize::from(self.holds_at(state, f)?)))
    }

    /// `[α]φ`: every outcome has some member where φ holds. `<α>φ`: some outcome has φ in all
    /// members.
    fn after(
        &self,
        state: Member,
        modality: Modality,
        action: Action,
        formula: Formula,
    ) -> Result<bool, EvalError> {
        let sameness = self.sameness_for(action, formula)?;
        let passes = |outcome: &Outcome| {
            let members = outcome.iter().copied().collect();
            match modality {
                Modality::Every => self.somewhere(members, formula),
                Modality::Some => self.everywhere(members, formula),
            }
        };
        let outcomes = if let ActionNode::Star(inner) = self.terms.action_node(action) {
            // The first outcome that decides is enough.
            let decides = |outcome: &Outcome| Ok(passes(outcome)? == (modality == Modality::Some));
            self.iterate_until(state, *inner, sameness, &decides)?
        } else {
            self.outcomes(state, action, sameness)?
        };
        let mut passed = 0;
        for outcome in &outcomes {
            passed += usize::from(passes(outcome)?);
        }
        Ok(match modality {
            Modality::Every => passed == outcomes.len(),
            Modality::Some => passed > 0,
        })
    }
}
