//! How likely worlds are, compared with each other (language reference, section 7). Worlds start equally
//! likely and hand on their weights. Who shows a card picks uniformly among those asked for that he has;
//! where another action makes several worlds out of one, their weights are lost.

use super::models::{Constructed, Images, Member, ModelId, Object, Outcome};
use super::reading::Reading;
use super::semantics::Semantics;
use super::{Model, World};
use crate::evaluation::EvalError;
use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};
use hexa_logic::{Action, ActionNode, Formula, FormulaNode, GameAction, Ratio};
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

    /// After a card was shown: who shows picks each card that he has and was asked for equally often. A
    /// world is as likely as all cards together that lead to it, whatever card was shown in fact.
    pub(super) fn shared_out(
        &self,
        id: ModelId,
        game: &GameAction,
        images: &Images,
    ) -> Result<Images, EvalError> {
        let all = self.images(id, game.description, Reading::Type)?;
        let cards = self.cards(id, game)?;
        let models: BTreeSet<ModelId> =
            all.iter().flatten().flatten().map(|&(model, _)| model).collect();
        let mut shared = images.clone();
        for model in models {
            let after = self.share_weights(id, model, &cards, &all)?;
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
        cards: &[Rc<Images>],
        all: &Images,
    ) -> Result<ModelId, EvalError> {
        let (before, old) = (self.model(id), self.model(after));
        let mut worlds: Vec<World> = old.model.worlds.clone();
        for (origin, outcomes) in all.iter().enumerate() {
            let weight = &before.model.worlds[origin].weight;
            let held = cards.iter().filter(|images| !images[origin].is_empty()).count();
            for &(_, world) in outcomes.iter().flatten().filter(|(model, _)| *model == after) {
                let leads_here = |images: &&Rc<Images>| {
                    let mut outcomes = images[origin].iter().cloned();
                    outcomes.any(|outcome| old.objects[world] == Object::Outcome(outcome))
                };
                let picked = cards.iter().filter(leads_here).count();
                let numerator = &weight.numerator * UBig::from(picked);
                let denominator = &weight.denominator * UBig::from(held);
                worlds[world].weight = Weight { numerator, denominator, lost: weight.lost };
            }
        }
        let model = Arc::new(Model { worlds, access: old.model.access.clone() });
        self.add_model(Constructed { objects: old.objects.clone(), model })
    }

    /// What is under `L_B` in the description of a move, for each card asked for. Where everybody sees
    /// which card is shown, the description has left out the others.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn cards(&self, id: ModelId, game: &GameAction) -> Result<Vec<Rc<Images>>, EvalError> {
        let ActionNode::Learn(_, inner) = self.terms.action_node(game.description) else {
            return Ok(Vec::new());
        };
        let learnt = |&card: &Action| self.images(id, card, Reading::Type);
        match self.terms.action_node(*inner) {
            ActionNode::Test(_) => {
                let shown = |&answer: &Formula| self.test(id, answer).map(Rc::new);
                game.question.answers.iter().map(shown).collect()
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
