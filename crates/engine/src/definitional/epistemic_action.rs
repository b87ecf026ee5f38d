//! Epistemic actions (thesis sec. 7.2.2 and def. 58), to the letter: access between action
//! expressions and their preconditions, by induction on their structure, and the update
//! of a state by the alternatives of an expression. Expressions are trees of their own;
//! equal trees are the same alternative.
//!
//! An agent whose access between alternatives is an equivalence keeps their cells.

use super::definedness::have_access;
use super::expression::Expression;
use super::models::{Constructed, Images, Member, ModelId, Object, Outcome, Updated, admit};
use super::reading::Reading;
use super::scope::Scope;
use super::semantics::Semantics;
use super::{Access, Given, Model};
use crate::definedness::{Construct, Term, Unsupported};
use crate::evaluation::EvalError;
use hexa_logic::{Action, ActionNode, Agent, Formula, Group, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use Expression as X;

/// ALT(α) with its access, α first.
struct Alternatives {
    all: Vec<Rc<Expression>>,
    arrows: BTreeMap<Agent, BTreeSet<(usize, usize)>>,
}

impl Semantics<'_> {
    /// The tree of an action.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    pub(super) fn expression(&self, action: Action) -> Result<Rc<Expression>, EvalError> {
        use ActionNode as A;
        let all = |of: &[Action]| -> Result<Vec<_>, EvalError> {
            of.iter().map(|&part| self.expression(part)).collect()
        };
        self.deeper(|| {
            Ok(Rc::new(match self.terms.action_node(action) {
                A::Test(formula) => X::Test(*formula),
                A::Suspect(group, inner) => X::Suspected(group.clone(), self.expression(*inner)?),
                A::Concurrent(of) => X::Together(all(of)?),
                A::Sequence(of) => X::Sequence(all(of)?),
                A::Fix(body) => X::Fixed(self.expression(*body)?),
                A::Variable(index) => X::Variable(*index),
                _ => {
                    let construct = Construct::Suspicion;
                    return Err(EvalError::Unsupported(Unsupported { action, construct }));
                }
            }))
        })
    }

    /// α(μx.α(x)) for μx.α(x), which is closed.
    fn unfold(
        &self,
        fixed: &Rc<Expression>,
        body: &Rc<Expression>,
    ) -> Result<Rc<Expression>, EvalError> {
        self.put(fixed, body, 0)
    }

    /// A closed expression put for a variable.
    fn put(
        &self,
        closed: &Rc<Expression>,
        into: &Rc<Expression>,
        variable: u32,
    ) -> Result<Rc<Expression>, EvalError> {
        let all = |of: &[Rc<Expression>]| -> Result<Vec<_>, EvalError> {
            of.iter().map(|part| self.put(closed, part, variable)).collect()
        };
        self.deeper(|| {
            Ok(match &**into {
                X::Variable(index) if *index == variable => Rc::clone(closed),
                X::Variable(_) | X::Test(_) => Rc::clone(into),
                X::Suspected(group, inner) => {
                    Rc::new(X::Suspected(group.clone(), self.put(closed, inner, variable)?))
                }
                X::Together(of) => Rc::new(X::Together(all(of)?)),
                X::Sequence(of) => Rc::new(X::Sequence(all(of)?)),
                X::Fixed(body) => Rc::new(X::Fixed(self.put(closed, body, variable + 1)?)),
            })
        })
    }

    /// α →_a β for these β.
    fn accessible(
        &self,
        from: &Rc<Expression>,
        agent: Agent,
    ) -> Result<Vec<Rc<Expression>>, EvalError> {
        self.deeper(|| match &**from {
            X::Test(_) | X::Variable(_) => Ok(Vec::new()),
            X::Suspected(group, inner) => {
                Ok(Some(inner).filter(|_| group.contains(agent)).into_iter().cloned().collect())
            }
            X::Together(of) => {
                let each: Result<Vec<_>, EvalError> =
                    of.iter().map(|part| self.accessible(part, agent)).collect();
                Ok(each?.into_iter().flatten().collect())
            }
            X::Sequence(of) => {
                let nothing = vec![Vec::new()];
                let all = of.iter().try_fold(nothing, |sequences, part| {
                    let mut longer = Vec::new();
                    for next in self.accessible(part, agent)? {
                        self.spend(sequences.len())?;
                        longer.extend(sequences.iter().map(|before: &Vec<Rc<Expression>>| {
                            [before.as_slice(), &[Rc::clone(&next)]].concat()
                        }));
                    }
                    Ok::<_, EvalError>(longer)
                })?;
                Ok(all.into_iter().map(|of| Rc::new(X::Sequence(of))).collect())
            }
            X::Fixed(body) => self.accessible(&self.unfold(from, body)?, agent),
        })
    }

    fn alternatives(
        &self,
        expression: &Rc<Expression>,
        agents: usize,
    ) -> Result<Alternatives, EvalError> {
        let agents = || (0..agents).map(Agent::from_index);
        let mut all = vec![Rc::clone(expression)];
        let mut arrows: BTreeMap<_, _> =
            agents().map(|agent| (agent, BTreeSet::<(usize, usize)>::new())).collect();
        let mut at = 0;
        while at < all.len() {
            for agent in agents() {
                for next in self.accessible(&all[at].clone(), agent)? {
                    self.spend(all.len())?;
                    let known = all.iter().position(|other| *other == next);
                    let to = known.unwrap_or(all.len());
                    if known.is_none() {
                        all.push(next);
                    }
                    arrows.entry(agent).or_default().insert((at, to));
                }
            }
            at += 1;
        }
        Ok(Alternatives { all, arrows })
    }

    /// A part of PRE(α) that is false in a state. After the first part of a sequence, the
    /// preconditions of the others are read where it leads.
    pub(super) fn failing(
        &self,
        state: Member,
        expression: &Rc<Expression>,
        agents: usize,
    ) -> Result<Option<Formula>, EvalError> {
        self.deeper(|| match &**expression {
            X::Test(formula) => Ok(match self.holds_at(state, *formula)? {
                true => None,
                false => Some(*formula),
            }),
            X::Suspected(..) | X::Variable(_) => Ok(None),
            X::Together(of) => {
                let mut fails = None;
                for part in of {
                    fails = fails.or(self.failing(state, part, agents)?);
                }
                Ok(fails)
            }
            X::Sequence(of) => {
                let mut here = state;
                for (at, part) in of.iter().enumerate() {
                    if let Some(test) = self.failing(here, part, agents)? {
                        return Ok(Some(test));
                    }
                    if of[at + 1..].iter().any(|next| requires(next)) {
                        here = self.execute_expression(here, part, agents)?;
                    }
                }
                Ok(None)
            }
            X::Fixed(body) => self.failing(state, &self.unfold(expression, body)?, agents),
        })
    }

    /// The state that an expression leads to, whose precondition holds.
    fn execute_expression(
        &self,
        (id, world): Member,
        expression: &Rc<Expression>,
        agents: usize,
    ) -> Result<Member, EvalError> {
        let updated = self.product_update(id, expression, agents, None)?;
        let place = updated.1.iter().position(|&pair| pair == (world, 0));
        Ok((updated.0, place.unwrap_or_default()))
    }

    /// s · α: pairs (w, k) with w ⊨ PRE(k), related iff both are.
    fn product_update(
        &self,
        id: ModelId,
        expression: &Rc<Expression>,
        agents: usize,
        action: Option<Action>,
    ) -> Result<Updated, EvalError> {
        let key = (id, Rc::clone(expression));
        if let Some(known) = self.updates.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let before = self.model(id);
        let alternatives = self.alternatives(expression, agents)?;
        let (mut pairs, mut objects, mut worlds) = (Vec::new(), Vec::new(), Vec::new());
        for (at, alternative) in alternatives.all.iter().enumerate() {
            for w in 0..before.world_count() {
                if self.failing((id, w), alternative, agents)?.is_none() {
                    let mut world = before.model.worlds[w].clone();
                    world.events.push(format!("k{at}"));
                    worlds.push(world);
                    let origin = Box::new(before.objects[w].clone());
                    objects.push(Object::Happened(Rc::clone(alternative), origin));
                    pairs.push((w, at));
                }
            }
        }
        admit(pairs.len(), &self.limits).map_err(EvalError::Limit)?;
        self.spend(pairs.len() * pairs.len() * agents)?;
        for (world, &(origin, _)) in worlds.iter_mut().zip(&pairs) {
            let several = pairs.iter().filter(|(other, _)| *other == origin).count() > 1;
            if let (true, Some(action)) = (several, action) {
                world.weight.lose(action);
            }
        }
        let access = alternatives.access(&before.model, &pairs);
        let model = Arc::new(Model { worlds, access });
        let updated = Rc::new((self.add_model(Constructed { objects, model })?, pairs));
        self.updates.borrow_mut().insert(key, Rc::clone(&updated));
        Ok(updated)
    }

    /// What an epistemic action leads to from each world: the first alternative happens.
    pub(super) fn epistemic_action(
        &self,
        id: ModelId,
        action: Action,
        how: Reading,
    ) -> Result<Images, EvalError> {
        let Some((expression, agents)) = self.expression_of(action)? else {
            return Ok(Images::new());
        };
        let updated = self.product_update(id, &expression, agents, Some(action))?;
        let mut images = vec![BTreeSet::new(); self.model(id).world_count()];
        for (at, &(w, happened)) in updated.1.iter().enumerate() {
            if how == Reading::Type || happened == 0 {
                images[w].insert(Outcome::from([(updated.0, at)]));
            }
        }
        Ok(images)
    }

    /// The expression of an epistemic action, and how many agents there are.
    pub(super) fn expression_of(
        &self,
        action: Action,
    ) -> Result<Option<(Rc<Expression>, usize)>, EvalError> {
        let ActionNode::Epistemic(expression, index) = self.terms.action_node(action) else {
            return Ok(None);
        };
        let agents = self.terms.epistemic(*index).frame.relations.len();
        Ok(Some((self.expression(*expression)?, agents)))
    }

    /// An epistemic action needs access for everybody, and leaves it.
    pub(super) fn epistemic_defined(
        &self,
        action: Action,
        scope: &Scope,
    ) -> Result<BTreeSet<Scope>, EvalError> {
        let Some((expression, agents)) = self.expression_of(action)? else {
            return Ok(BTreeSet::new());
        };
        have_access(&Group::first(agents), scope, Term::Action(action))?;
        Ok(BTreeSet::from([self.alternatives_defined(&expression, agents, scope)?]))
    }

    /// Whether the preconditions of all alternatives are defined, and what they leave.
    fn alternatives_defined(
        &self,
        expression: &Rc<Expression>,
        agents: usize,
        scope: &Scope,
    ) -> Result<Scope, EvalError> {
        let alternatives = self.alternatives(expression, agents)?;
        for alternative in &alternatives.all {
            self.precondition_defined(alternative, agents, scope)?;
        }
        let by_arrows =
            |agent: &Agent| scope.arrows.contains(*agent) || !alternatives.is_equivalence(*agent);
        let everybody = Group::first(agents);
        let arrows = everybody.iter().filter(by_arrows).collect();
        Ok(Scope { group: everybody, arrows })
    }

    fn precondition_defined(
        &self,
        expression: &Rc<Expression>,
        agents: usize,
        scope: &Scope,
    ) -> Result<(), EvalError> {
        self.deeper(|| match &**expression {
            X::Test(formula) => self.formula_defined(*formula, scope),
            X::Suspected(..) | X::Variable(_) => Ok(()),
            X::Together(of) => {
                of.iter().try_for_each(|part| self.precondition_defined(part, agents, scope))
            }
            X::Sequence(of) => {
                let mut scope = scope.clone();
                for (at, part) in of.iter().enumerate() {
                    self.precondition_defined(part, agents, &scope)?;
                    if of[at + 1..].iter().any(|next| requires(next)) {
                        scope = self.alternatives_defined(part, agents, &scope)?;
                    }
                }
                Ok(())
            }
            X::Fixed(body) => {
                let unfolded = self.unfold(expression, body)?;
                self.precondition_defined(&unfolded, agents, scope)
            }
        })
    }
}

/// Whether an expression has a precondition other than what always holds. Its variables are suspected.
fn requires(expression: &Expression) -> bool {
    match expression {
        X::Test(formula) => *formula != Terms::TRUE,
        X::Suspected(..) | X::Variable(_) => false,
        X::Together(of) | X::Sequence(of) => of.iter().any(|part| requires(part)),
        X::Fixed(body) => requires(body),
    }
}

impl Alternatives {
    fn is_equivalence(&self, agent: Agent) -> bool {
        let Some(arrows) = self.arrows.get(&agent) else { return false };
        let reflexive = (0..self.all.len()).all(|k| arrows.contains(&(k, k)));
        let symmetric = arrows.iter().all(|&(k, l)| arrows.contains(&(l, k)));
        let transitive = arrows.iter().all(|&(k, l)| {
            arrows.range((l, 0)..(l + 1, 0)).all(|&(_, m)| arrows.contains(&(k, m)))
        });
        reflexive && symmetric && transitive
    }

    fn access(&self, model: &Model, pairs: &[(usize, usize)]) -> BTreeMap<Agent, Access> {
        let access = |(&agent, arrows): (&Agent, &BTreeSet<(usize, usize)>)| {
            let before = model.access.get(&agent)?;
            let related = |&(v, k): &(usize, usize), &(w, l): &(usize, usize)| {
                before.pairs[v][w] && arrows.contains(&(k, l))
            };
            let row = |from| pairs.iter().map(|to| related(from, to)).collect();
            let given = if self.is_equivalence(agent) { before.given } else { Given::Arrows };
            Some((agent, Access { given, pairs: pairs.iter().map(row).collect() }))
        };
        self.arrows.iter().filter_map(access).collect()
    }
}
