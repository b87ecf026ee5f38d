//! Truth (thesis defs. 32 and 66) and local interpretation (def. 33), clause by
//! clause. What was found once is remembered; nothing else is clever.

use super::{Access, Given, Model};
use crate::definedness::{Construct, Lack, Meaningless, Term, Undefined, Unsupported};
use crate::execution::UpdateError;
use crate::limits::Limit;
use crate::truth::EvalError;
use hexa_logic::{Action, ActionNode, Agent, Formula, FormulaNode, Group, Modality, Ratio, Terms};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// Formulas and actions may be nested this deep: the clauses recurse.
const MAX_DEPTH: usize = 500;

/// Truth on one model.
pub(super) struct Semantics<'t> {
    terms: &'t Terms,
    model: Arc<Model>,
    known: RefCell<HashMap<(usize, Formula), bool>>,
    images: RefCell<HashMap<Action, Option<Rc<Image<'t>>>>>,
    /// Shared by all models of one question.
    effort: Rc<Effort>,
}

/// How much of the limits is used up.
struct Effort {
    steps: Cell<u64>,
    limit: u64,
    depth: Cell<usize>,
}

/// The model that interpreting an announcement gives.
struct Image<'t> {
    semantics: Semantics<'t>,
    /// For each world of the image, the world it is an image of.
    origin: Vec<usize>,
}

impl<'t> Semantics<'t> {
    pub(super) fn new(terms: &'t Terms, model: &Arc<Model>, limit: u64) -> Self {
        let effort = Effort { steps: Cell::new(0), limit, depth: Cell::new(0) };
        Self::on(terms, Arc::clone(model), Rc::new(effort))
    }

    fn on(terms: &'t Terms, model: Arc<Model>, effort: Rc<Effort>) -> Self {
        Self { terms, model, known: RefCell::default(), images: RefCell::default(), effort }
    }

    /// Goes one level deeper.
    fn deeper<T, E: From<EvalError>>(&self, f: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let effort = &self.effort;
        self.spend(1)?;
        if effort.depth.get() >= MAX_DEPTH {
            return Err(EvalError::Limit(Limit::Depth(MAX_DEPTH as u64)).into());
        }
        effort.depth.set(effort.depth.get() + 1);
        let result = f();
        effort.depth.set(effort.depth.get() - 1);
        result
    }

    fn spend(&self, steps: usize) -> Result<(), EvalError> {
        let effort = &self.effort;
        effort.steps.set(effort.steps.get() + steps as u64);
        match effort.steps.get() > effort.limit {
            true => Err(EvalError::Limit(Limit::Work(effort.limit))),
            false => Ok(()),
        }
    }

    /// Whether gr(φ) is part of the group, strictly.
    pub(super) fn formula_defined(&self, formula: Formula, group: &Group) -> Result<(), EvalError> {
        use FormulaNode as F;
        let all = |of: &[Formula]| of.iter().try_for_each(|&f| self.formula_defined(f, group));
        let term = Term::Formula(formula);
        self.deeper(|| match self.terms.node(formula) {
            F::True | F::False | F::Atom(_) => Ok(()),
            F::Not(f) => self.formula_defined(*f, group),
            F::And(of) | F::Or(of) | F::Count(of, _) => all(of),
            F::Implies(f, g) | F::Iff(f, g) => all(&[*f, *g]),
            F::Knows(a, f) | F::Imagines(a, f) | F::KnowsWhether(a, f) => {
                within(&Group::from(*a), group, term)?;
                self.formula_defined(*f, group)
            }
            F::Everybody(b, f) | F::Common(b, f) | F::Distributed(b, f) => {
                within(b, group, term)?;
                self.formula_defined(*f, group)
            }
            F::Probability(a, f, _, _) => {
                within(&Group::from(*a), group, term)?;
                self.have_cells(&Group::from(*a), term, Lack::Cells)?;
                self.formula_defined(*f, group)
            }
            F::After(_, action, f) => {
                let after = self.action_defined(*action, group)?;
                self.formula_defined(*f, &after)
            }
        })
    }

    /// Whether gr(α) is part of the group, strictly; the group that α leaves.
    pub(super) fn action_defined(&self, action: Action, group: &Group) -> Result<Group, EvalError> {
        use ActionNode as A;
        self.deeper(|| match self.terms.action_node(action) {
            A::Test(f) => self.formula_defined(*f, group).map(|()| Group::empty()),
            A::Learn(b, inner) => {
                within(b, group, Term::Action(action))?;
                self.have_cells(b, Term::Action(action), Lack::CellsToLearn)?;
                self.action_defined(*inner, group)?;
                Ok(b.clone())
            }
            A::Sequence(of) => {
                of.iter().try_fold(group.clone(), |group, &next| self.action_defined(next, &group))
            }
            A::Game(_, meaning) => self.action_defined(*meaning, group),
            other => Err(Meaningless::Unsupported(unsupported(action, other)).into()),
        })
    }

    fn have_cells(&self, who: &Group, term: Term, lack: Lack) -> Result<(), EvalError> {
        let arrows = |a: &Agent| {
            self.model.access.get(a).is_some_and(|access| access.given == Given::Arrows)
        };
        match who.iter().find(arrows) {
            Some(agent) => Err(Meaningless::Undefined(Undefined { agent, term, lack }).into()),
            None => Ok(()),
        }
    }

    /// M, w ⊨ φ, for a formula that is defined on M.
    pub(super) fn holds(&self, world: usize, formula: Formula) -> Result<bool, EvalError> {
        if let Some(&known) = self.known.borrow().get(&(world, formula)) {
            return Ok(known);
        }
        let value = self.deeper(|| self.clause(world, formula))?;
        self.known.borrow_mut().insert((world, formula), value);
        Ok(value)
    }

    fn clause(&self, w: usize, formula: Formula) -> Result<bool, EvalError> {
        use FormulaNode as F;
        match self.terms.node(formula) {
            F::True => Ok(true),
            F::False => Ok(false),
            F::Atom(p) => Ok(self.model.worlds[w].atoms.contains(p)),
            F::Not(f) => Ok(!self.holds(w, *f)?),
            F::And(of) => Ok(self.how_many(w, of)? == of.len()),
            F::Or(of) => Ok(self.how_many(w, of)? > 0),
            F::Implies(f, g) => Ok(!self.holds(w, *f)? || self.holds(w, *g)?),
            F::Iff(f, g) => Ok(self.holds(w, *f)? == self.holds(w, *g)?),
            F::Count(of, test) => Ok(test.accepts(self.how_many(w, of)? as i64)),
            F::Knows(a, f) => self.everywhere(self.accessible(*a, w), *f),
            F::Imagines(a, f) => self.somewhere(self.accessible(*a, w), *f),
            F::KnowsWhether(a, f) => Ok(self.everywhere(self.accessible(*a, w), *f)?
                || !self.somewhere(self.accessible(*a, w), *f)?),
            F::Everybody(b, f) => {
                let union = self.worlds().filter(|&v| b.iter().any(|a| self.related(a, w, v)));
                self.everywhere(union.collect(), *f)
            }
            F::Common(b, f) => {
                self.spend(self.model.worlds.len() * self.model.worlds.len() * b.len())?;
                self.everywhere(self.model.reachable(b, w).into_iter().collect(), *f)
            }
            F::Distributed(b, f) => {
                let common = self.worlds().filter(|&v| b.iter().all(|a| self.related(a, w, v)));
                self.everywhere(common.collect(), *f)
            }
            F::Probability(a, f, comparison, ratio) => {
                let possible = self.accessible(*a, w);
                let likely = self.count(&possible, *f)?;
                Ok(comparison.holds(compare(likely, possible.len(), *ratio)))
            }
            F::After(modality, action, f) => match (self.after(w, *action)?, modality) {
                (None, Modality::Every) => Ok(true),
                (None, Modality::Some) => Ok(false),
                (Some((image, at)), _) => image.semantics.holds(at, *f),
            },
        }
    }

    fn worlds(&self) -> std::ops::Range<usize> {
        0..self.model.worlds.len()
    }

    fn related(&self, agent: Agent, from: usize, to: usize) -> bool {
        self.model.related(agent, from, to)
    }

    fn accessible(&self, agent: Agent, from: usize) -> Vec<usize> {
        self.worlds().filter(|&to| self.related(agent, from, to)).collect()
    }

    fn count(&self, worlds: &[usize], formula: Formula) -> Result<usize, EvalError> {
        worlds.iter().try_fold(0, |n, &w| Ok(n + usize::from(self.holds(w, formula)?)))
    }

    fn everywhere(&self, worlds: Vec<usize>, formula: Formula) -> Result<bool, EvalError> {
        Ok(self.count(&worlds, formula)? == worlds.len())
    }

    fn somewhere(&self, worlds: Vec<usize>, formula: Formula) -> Result<bool, EvalError> {
        Ok(self.count(&worlds, formula)? > 0)
    }

    fn how_many(&self, w: usize, of: &[Formula]) -> Result<usize, EvalError> {
        of.iter().try_fold(0, |n, &f| Ok(n + usize::from(self.holds(w, f)?)))
    }

    /// The image of a world under an action, if it has one.
    fn after(
        &self,
        world: usize,
        action: Action,
    ) -> Result<Option<(Rc<Image<'t>>, usize)>, EvalError> {
        let Some(image) = self.image(action)? else { return Ok(None) };
        let at = image.origin.iter().position(|&origin| origin == world);
        Ok(at.map(|at| (image, at)))
    }

    fn image(&self, action: Action) -> Result<Option<Rc<Image<'t>>>, EvalError> {
        if let Some(image) = self.images.borrow().get(&action) {
            return Ok(image.clone());
        }
        let image = self.deeper(|| self.interpret(action))?.map(Rc::new);
        self.images.borrow_mut().insert(action, image.clone());
        Ok(image)
    }

    /// Def. 33.b and c: the model that an announcement gives, if it gives one.
    fn interpret(&self, action: Action) -> Result<Option<Image<'t>>, EvalError> {
        use ActionNode as A;
        match self.terms.action_node(action) {
            A::Test(f) => {
                let mut kept = Vec::new();
                for w in 0..self.model.worlds.len() {
                    if self.holds(w, *f)? {
                        kept.push(w);
                    }
                }
                Ok(self.with_access(kept, |_| None))
            }
            A::Learn(b, inner) => {
                let Some(image) = self.image(*inner)? else { return Ok(None) };
                let access = |a: Agent| b.contains(a).then(|| self.learnt(&image, a));
                Ok(self.with_access(image.origin.clone(), access))
            }
            A::Sequence(of) => {
                let unchanged: Vec<usize> = (0..self.model.worlds.len()).collect();
                let kept = |a: Agent| self.model.access.get(&a).cloned();
                let mut done = self.with_access(unchanged, kept);
                for &next in of {
                    let Some(before) = done else { return Ok(None) };
                    done = before.semantics.interpret(next)?;
                    if let Some(image) = &mut done {
                        image.origin.iter_mut().for_each(|w| *w = before.origin[*w]);
                    }
                }
                Ok(done)
            }
            A::Game(_, meaning) => self.interpret(*meaning),
            other => Err(Meaningless::Unsupported(unsupported(action, other)).into()),
        }
    }

    /// Def. 33.e: access of a learner is kept where the model defines it, and otherwise is that of
    /// the origins.
    fn learnt(&self, image: &Image, agent: Agent) -> Access {
        let inner = &image.semantics.model;
        if let Some(access) = inner.access.get(&agent) {
            return access.clone();
        }
        let row =
            |&v: &usize| image.origin.iter().map(|&w| self.model.related(agent, v, w)).collect();
        Access { given: Given::Cells, pairs: image.origin.iter().map(row).collect() }
    }

    /// The model of these worlds, each the image of itself; none if there are none.
    fn with_access(
        &self,
        origin: Vec<usize>,
        access: impl Fn(Agent) -> Option<Access>,
    ) -> Option<Image<'t>> {
        if origin.is_empty() {
            return None;
        }
        let agents = self.model.access.keys();
        let access: BTreeMap<Agent, Access> =
            agents.filter_map(|&agent| Some((agent, access(agent)?))).collect();
        let worlds = origin.iter().map(|&w| self.model.worlds[w].clone()).collect();
        let model = Arc::new(Model { worlds, access });
        let semantics = Self::on(self.terms, model, Rc::clone(&self.effort));
        Some(Image { semantics, origin })
    }

    /// Executes an action in a world.
    pub(super) fn execute(
        &self,
        world: usize,
        action: Action,
    ) -> Result<(Arc<Model>, usize), UpdateError> {
        match self.after(world, action)? {
            Some((image, at)) => Ok((Arc::clone(&image.semantics.model), at)),
            None => Err(UpdateError::NotExecutable { test: self.failed_test(world, action)? }),
        }
    }

    /// The test that stops an action which has no image of this world.
    fn failed_test(&self, world: usize, action: Action) -> Result<Formula, EvalError> {
        use ActionNode as A;
        self.deeper(|| match self.terms.action_node(action) {
            A::Test(f) => Ok(*f),
            A::Learn(_, inner) | A::Game(_, inner) => self.failed_test(world, *inner),
            A::Sequence(of) => {
                let Some((&first, rest)) = of.split_first() else { return Ok(Terms::FALSE) };
                match self.after(world, first)? {
                    None => self.failed_test(world, first),
                    Some((image, at)) => image.semantics.failed_in_sequence(at, rest),
                }
            }
            _ => Ok(Terms::FALSE),
        })
    }

    fn failed_in_sequence(&self, world: usize, of: &[Action]) -> Result<Formula, EvalError> {
        let Some((&first, rest)) = of.split_first() else { return Ok(Terms::FALSE) };
        match self.after(world, first)? {
            None => self.failed_test(world, first),
            Some((image, at)) => self.deeper(|| image.semantics.failed_in_sequence(at, rest)),
        }
    }
}

fn within(who: &Group, group: &Group, term: Term) -> Result<(), EvalError> {
    match who.iter().find(|&agent| !group.contains(agent)) {
        Some(agent) => Err(EvalError::Undefined(Undefined { agent, term, lack: Lack::Access })),
        None => Ok(()),
    }
}

/// How part / whole compares with a number.
fn compare(part: usize, whole: usize, ratio: Ratio) -> std::cmp::Ordering {
    let part = part as i128 * i128::from(ratio.denominator());
    part.cmp(&(whole as i128 * i128::from(ratio.numerator())))
}

/// Whatever is not part of an announcement.
fn unsupported(action: Action, node: &ActionNode) -> Unsupported {
    let construct = match node {
        ActionNode::Update(..) => Construct::Update,
        ActionNode::Choice(..) => Construct::Choice,
        ActionNode::Concurrent(_) => Construct::Concurrent,
        ActionNode::Assign(_) => Construct::Assignment,
        ActionNode::Star(_) => Construct::Star,
        _ => Construct::Frame,
    };
    Unsupported { action, construct }
}
