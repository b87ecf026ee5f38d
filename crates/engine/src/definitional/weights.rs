//! How likely worlds are, compared with each other (language reference, section 7). Worlds start equally
//! likely, or as likely as is written, and hand on their weights. Whoever answers a question picks
//! uniformly among the answers that are true, and an event happens as often as its chance says where it
//! can (Kooi 2003). Where another action makes several worlds out of one, or the chances of the events
//! that can happen in a world do not add up to one, weights are lost.

use super::models::{Constructed, Images, Member, ModelId, Object, Outcome};
use super::reading::Reading;
use super::semantics::Semantics;
use super::{Model, World};
use crate::evaluation::EvalError;
use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};
use hexa_logic::{Action, ActionNode, Event, EventModel, Formula, FormulaNode, GameAction, Ratio};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// The weight of a world, a fraction.
#[derive(Clone, Debug)]
pub(crate) struct Weight {
    numerator: UBig,
    denominator: UBig,
    /// The action that made several worlds out of one.
    lost: Option<Action>,
}

impl Default for Weight {
    fn default() -> Self {
        Self { numerator: UBig::ONE, denominator: UBig::ONE, lost: None }
    }
}

impl From<Ratio> for Weight {
    fn from(ratio: Ratio) -> Self {
        let numerator = UBig::from(ratio.numerator().unsigned_abs());
        Self { numerator, denominator: UBig::from(ratio.denominator()), lost: None }
    }
}

/// Equal models may be made by different actions: which action lost a weight is no part of a model.
impl PartialEq for Weight {
    fn eq(&self, other: &Self) -> bool {
        &self.numerator * &other.denominator == &other.numerator * &self.denominator
    }
}

impl Eq for Weight {}

impl Hash for Weight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let divisor = (&self.numerator).gcd(&self.denominator);
        (&self.numerator / &divisor).hash(state);
        (&self.denominator / &divisor).hash(state);
    }
}

impl Weight {
    /// One of several worlds that an action makes out of one.
    pub(super) fn lose(&mut self, action: Action) {
        self.lost.get_or_insert(action);
    }

    /// The weight of a world in which an event happens, out of those that can happen there.
    pub(super) fn share_out(
        &mut self,
        frame: &EventModel,
        event: Event,
        possible: &[Event],
        action: Action,
    ) {
        match (&frame.chances, frame.roles) {
            (Some(chances), _) => {
                let denominators = possible.iter().map(|e| chances[e.index()].denominator());
                let common: UBig = denominators.map(UBig::from).product();
                let whole = |event: &Event| {
                    let Self { numerator, denominator, .. } = Self::from(chances[event.index()]);
                    &common / denominator * numerator
                };
                if possible.iter().map(whole).sum::<UBig>() != common {
                    self.lose(action);
                }
                self.numerator *= whole(&event);
                self.denominator *= &common;
            }
            (None, Some(_)) => self.denominator *= UBig::from(possible.len()),
            (None, None) if possible.len() > 1 => self.lose(action),
            (None, None) => {}
        }
    }

    /// The action that lost it.
    pub(super) fn lost(&self) -> Option<Action> {
        self.lost
    }
}

impl Semantics<'_> {
    /// How a part of some worlds compares with a share of all of them.
    pub(super) fn likelihood(
        &self,
        possible: &[Member],
        likely: &dyn Fn(Member) -> Result<bool, EvalError>,
        ratio: Ratio,
    ) -> Result<Ordering, EvalError> {
        let weight = |(id, w): Member| self.model(id).model.worlds[w].weight.clone();
        let weights: Vec<Weight> = possible.iter().map(|&world| weight(world)).collect();
        let common = weights.iter().fold(UBig::ONE, |all, weight| all * &weight.denominator);
        let (mut part, mut whole) = (UBig::ZERO, UBig::ZERO);
        for (&world, weight) in possible.iter().zip(&weights) {
            let weight = &common / &weight.denominator * &weight.numerator;
            if likely(world)? {
                part += &weight;
            }
            whole += weight;
        }
        let part = IBig::from(part) * IBig::from(ratio.denominator());
        Ok(part.cmp(&(IBig::from(whole) * IBig::from(ratio.numerator()))))
    }

    /// Probabilities are undefined where a world that is relevant there has lost its weight.
    pub(super) fn likelihood_defined(
        &self,
        (id, w): Member,
        formula: Formula,
    ) -> Result<(), EvalError> {
        let model = &self.model(id).model;
        let mut relevant = model.reachable(&model.group(), w).into_iter();
        match relevant.find_map(|world| model.worlds[world].weight.lost()) {
            Some(action) => Err(EvalError::NoProbability { formula, action }),
            None => Ok(()),
        }
    }

    /// After an answer: whoever answers picks each answer that is true equally often. A world is as likely
    /// as all answers together that lead to it, whichever was given in fact.
    pub(super) fn shared_out(
        &self,
        id: ModelId,
        game: &GameAction,
        images: &Images,
    ) -> Result<Images, EvalError> {
        let all = self.images(id, game.description, Reading::Type)?;
        let answers = self.answers(id, game)?;
        let models: BTreeSet<ModelId> =
            all.iter().flatten().flatten().map(|&(model, _)| model).collect();
        let mut shared = images.clone();
        for model in models {
            let after = self.share_weights(id, model, &answers, &all)?;
            let renamed = |&(old, w): &Member| if old == model { (after, w) } else { (old, w) };
            for outcomes in &mut shared {
                let outcome = |outcome: &Outcome| outcome.iter().map(renamed).collect();
                *outcomes = outcomes.iter().map(outcome).collect();
            }
        }
        Ok(shared)
    }

    /// A model whose worlds have their shares of the weights of their origins.
    fn share_weights(
        &self,
        id: ModelId,
        after: ModelId,
        answers: &[Rc<Images>],
        all: &Images,
    ) -> Result<ModelId, EvalError> {
        let (before, old) = (self.model(id), self.model(after));
        let mut worlds: Vec<World> = old.model.worlds.clone();
        for (origin, outcomes) in all.iter().enumerate() {
            let weight = &before.model.worlds[origin].weight;
            let possible = answers.iter().filter(|images| !images[origin].is_empty()).count();
            for &(_, world) in outcomes.iter().flatten().filter(|(model, _)| *model == after) {
                let leads_here = |images: &&Rc<Images>| {
                    let mut outcomes = images[origin].iter().cloned();
                    outcomes.any(|outcome| old.objects[world] == Object::Outcome(outcome))
                };
                let picked = answers.iter().filter(leads_here).count();
                let numerator = &weight.numerator * UBig::from(picked);
                let denominator = &weight.denominator * UBig::from(possible);
                worlds[world].weight = Weight { numerator, denominator, lost: weight.lost };
            }
        }
        let model = Arc::new(Model { worlds, access: old.model.access.clone() });
        self.add_model(Constructed { objects: old.objects.clone(), model })
    }

    /// What is under `L_B` in the description of a move, for each answer. Where everybody hears which
    /// answer is given, the description has left out the others.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn answers(&self, id: ModelId, game: &GameAction) -> Result<Vec<Rc<Images>>, EvalError> {
        let ActionNode::Learn(_, inner) = self.terms.action_node(game.description) else {
            return Ok(Vec::new());
        };
        let learnt = |&answer: &Action| self.images(id, answer, Reading::Type);
        match self.terms.action_node(*inner) {
            ActionNode::Test(_) => {
                let given = |&answer: &Formula| self.test(id, answer).map(Rc::new);
                game.question.answers.iter().map(given).collect()
            }
            ActionNode::Choice(of, _) => of.iter().map(learnt).collect(),
            _ => Ok(vec![learnt(inner)?]),
        }
    }

    /// `D` of nobody speaks of all possibilities, and after updates they are no definite set.
    pub(super) fn all_worlds_defined(
        &self,
        state: Member,
        formula: Formula,
    ) -> Result<(), EvalError> {
        match self.likelihood_defined(state, formula) {
            Err(EvalError::NoProbability { action, .. }) if !self.terms.has_update(action) => {
                Ok(())
            }
            defined => defined,
        }
    }

    /// A part of a formula that asks, before anything is done, for a probability, which this action lost, or
    /// for what is true in all worlds after updates.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    pub(super) fn left_undefined(&self, formula: Formula, action: Action) -> Option<Formula> {
        let node = self.terms.node(formula);
        match node {
            FormulaNode::Probability(..) => return Some(formula),
            FormulaNode::Distributed(b, _) if b.is_empty() && self.terms.has_update(action) => {
                return Some(formula);
            }
            FormulaNode::After(..) => return None,
            _ => {}
        }
        let mut found = None;
        node.parts(|part| found = found.or_else(|| self.left_undefined(part, action)));
        found
    }
}
