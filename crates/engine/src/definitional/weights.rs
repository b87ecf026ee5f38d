//! How likely worlds are, compared with each other (language reference, section 7). Worlds start equally
//! likely and hand on their weights. Who shows a card picks uniformly among those asked for that he has;
//! where another action makes several worlds out of one, their weights are lost.

use super::interpretation::Images;
use super::models::{Constructed, Member, ModelId, Outcome};
use super::semantics::Semantics;
use super::{Model, World};
use crate::truth::EvalError;
use dashu_int::{IBig, UBig};
use hexa_logic::{Action, Formula, FormulaNode, Ratio};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The weight of a world: one over a number.
#[derive(Clone, Debug)]
pub(crate) struct Weight {
    divisor: UBig,
    /// The action that made several worlds out of one.
    lost: Option<Action>,
}

impl Default for Weight {
    fn default() -> Self {
        Self { divisor: UBig::ONE, lost: None }
    }
}

/// Equal models may be made by different actions: which action lost a weight is no part of a model.
impl PartialEq for Weight {
    fn eq(&self, other: &Self) -> bool {
        self.divisor == other.divisor
    }
}

impl Eq for Weight {}

impl Hash for Weight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.divisor.hash(state);
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
        formula: Formula,
        possible: &[Member],
        likely: &dyn Fn(Member) -> Result<bool, EvalError>,
        ratio: Ratio,
    ) -> Result<Ordering, EvalError> {
        let weight = |(id, w): Member| self.model(id).model.worlds[w].weight.clone();
        let weights: Vec<Weight> = possible.iter().map(|&world| weight(world)).collect();
        if let Some(action) = weights.iter().find_map(Weight::lost) {
            return Err(EvalError::NoProbability { formula, action });
        }
        let common = weights.iter().fold(UBig::ONE, |all, weight| all * &weight.divisor);
        let (mut part, mut whole) = (UBig::ZERO, UBig::ZERO);
        for (&world, weight) in possible.iter().zip(&weights) {
            let weight = &common / &weight.divisor;
            if likely(world)? {
                part += &weight;
            }
            whole += weight;
        }
        let part = IBig::from(part) * IBig::from(ratio.denominator());
        Ok(part.cmp(&(IBig::from(whole) * IBig::from(ratio.numerator()))))
    }

    /// After a card was shown: the worlds that come from one, whatever card was shown, share its weight.
    pub(super) fn shared_out(
        &self,
        id: ModelId,
        all: &Images,
        images: &Images,
    ) -> Result<Images, EvalError> {
        let models: BTreeSet<ModelId> =
            all.iter().flatten().flatten().map(|&(model, _)| model).collect();
        let mut shared = images.clone();
        for model in models {
            let after = self.divided(id, model, all)?;
            let renamed = |&(old, w): &Member| if old == model { (after, w) } else { (old, w) };
            for outcomes in &mut shared {
                let outcome = |outcome: &Outcome| outcome.iter().map(renamed).collect();
                *outcomes = outcomes.iter().map(outcome).collect();
            }
        }
        Ok(shared)
    }

    /// A model whose worlds have the weights of their origins, divided by how many come from it.
    fn divided(&self, id: ModelId, after: ModelId, images: &Images) -> Result<ModelId, EvalError> {
        let (before, old) = (self.model(id), self.model(after));
        let mut worlds: Vec<World> = old.model.worlds.clone();
        for (origin, outcomes) in images.iter().enumerate() {
            let made: Vec<usize> =
                outcomes.iter().flatten().filter(|(m, _)| *m == after).map(|&(_, w)| w).collect();
            let weight = &before.model.worlds[origin].weight;
            for &world in &made {
                let divisor = &weight.divisor * UBig::from(made.len());
                worlds[world].weight = Weight { divisor, lost: weight.lost };
            }
        }
        let model = Arc::new(Model { worlds, access: old.model.access.clone() });
        self.add_model(Constructed { objects: old.objects.clone(), model })
    }

    /// A part of a formula that asks for a probability before anything is done.
    pub(super) fn asked_probability(&self, formula: Formula) -> Option<Formula> {
        let node = self.terms.node(formula);
        match node {
            FormulaNode::Probability(..) => return Some(formula),
            FormulaNode::After(..) => return None,
            _ => {}
        }
        let mut found = None;
        node.parts(|part| found = found.or_else(|| self.asked_probability(part)));
        found
    }
}
