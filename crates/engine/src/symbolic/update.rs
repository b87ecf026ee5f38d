//! Gerbrandy's updates (thesis defs. 51-55) on models whose worlds are not listed. What becomes of
//! a possibility by `U_B π`, where there is no update in π, is the product with three events:
//! *learnt* where π can be executed and *missed* where it cannot, between which the members of B take
//! everything for learnt; and *before*, where nothing has happened and where all others believe to be.
//! Learnt and missed exclude each other, so that one more variable is enough, and none if everybody
//! is in B.
//!
//! Worlds of the product that are bisimilar are one possibility (def. 52). They stay apart here: no
//! formula tells them apart but those with D, and those that ask how likely worlds are.

use super::interpretation::{Image, Interpreter, Place};
use super::model::{Likelihood, Parts};
use super::sum::{self, Insight, Part};
use crate::definedness::beside_update;
use crate::diagram::Diagram;
use crate::evaluation::EvalError;
use crate::limits::Limit;
use hexa_logic::{Action, ActionNode, Agent, Formula, FormulaNode, Group, Terms};
use std::sync::Arc;

/// The events, by their places.
const LEARNT: usize = 0;
const MISSED: usize = 1;
const BEFORE: usize = 2;

/// Up to so many worlds, updates are executed by listing them: then bisimilar ones are taken
/// together.
pub(super) const FEW: u64 = 1 << 12;

/// What is refused after updates that were not executed so: to say which worlds are the same
/// possibility.
pub(super) const PICTURES: Limit = Limit::Possibilities(FEW);

impl Interpreter<'_> {
    /// What a program with `U` leads to (def. 55). Tests leave access to everybody.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    pub(super) fn program(
        &mut self,
        place: Place,
        action: Action,
    ) -> Result<Vec<Image>, EvalError> {
        self.deeper()?;
        let terms = self.terms;
        let images = match terms.action_node(action) {
            ActionNode::Test(formula) => {
                vec![Image { place, chosen: self.truth(place, *formula)? }]
            }
            ActionNode::Choice(parts, Some(chosen)) => {
                self.program(place, parts[*chosen as usize])?
            }
            ActionNode::Choice(parts, None) => {
                let mut whole = Vec::new();
                for &part in parts {
                    for image in self.program(place, part)? {
                        self.collect(&mut whole, image)?;
                    }
                }
                whole
            }
            ActionNode::Sequence(parts) => {
                self.compose_images(place, parts, |this, place, part| this.program(place, part))?
            }
            ActionNode::Update(group, inner) => {
                vec![self.interpret_update(place, action, group, *inner)?]
            }
            _ => return Err(EvalError::Unsupported(beside_update(action))),
        };
        self.shallower();
        Ok(images)
    }

    /// `U_B π`, for a π without updates.
    fn interpret_update(
        &mut self,
        place: Place,
        action: Action,
        learners: &Group,
        inner: Action,
    ) -> Result<Image, EvalError> {
        let passed = self.where_executable(place, inner)?;
        let group = self.reached[place].group.clone();
        let model = Arc::clone(self.model(place));
        let part = |law: Diagram| Part {
            law,
            variables: Arc::clone(&model.variables),
            values: Arc::clone(&model.values),
            likelihood: model.likelihood,
        };
        let diagrams = Arc::clone(&self.diagrams);
        let made = || {
            let learnt = part(model.worlds(&passed)?);
            let missed = part(diagrams.minus(&model.law, &passed)?);
            let mut parts = vec![learnt, missed];
            if !group.iter().all(|agent| learners.contains(agent)) {
                parts.push(part(model.law.clone()));
            }
            let insight = |agent: Agent| {
                let to = if learners.contains(agent) { LEARNT } else { BEFORE };
                let pairs = [(LEARNT, to), (MISSED, to), (BEFORE, BEFORE)];
                (agent, Insight::Arrows(pairs.into_iter().filter(|p| p.0 < parts.len()).collect()))
            };
            let sum = sum::sum(&model, &parts, group.iter().map(insight).collect(), action)?;
            let chosen = diagrams.or(&sum.shares[LEARNT], &sum.shares[MISSED])?;
            Ok((sum.model, chosen))
        };
        let (model, chosen) = made().map_err(EvalError::Limit)?;
        let parts = Parts { likelihood: Likelihood::Pictures(action), ..model.parts() };
        Ok(Image { place: self.reach(Arc::new(parts.model()), group), chosen })
    }

    /// Where a program without updates can be executed, whatever was marked in it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn where_executable(&mut self, place: Place, action: Action) -> Result<Diagram, EvalError> {
        let terms = self.terms;
        let node = terms.action_node(action);
        if let ActionNode::Test(formula) = node {
            return self.truth(place, *formula);
        }
        self.deeper()?;
        let parts = node.parts().iter().map(|&part| self.where_executable(place, part));
        let parts = parts.collect::<Result<Vec<Diagram>, _>>()?;
        self.shallower();
        let passed = match node {
            ActionNode::Choice(..) => self.diagrams.any(parts),
            ActionNode::Sequence(_) => self.model(place).all(parts.iter()),
            _ => return Err(EvalError::Unsupported(beside_update(action))),
        };
        passed.map_err(EvalError::Limit)
    }
}

/// Whether a program with `U` is executed on diagrams: no update occurs inside another, and none of
/// its tests asks what tells bisimilar worlds apart.
pub(super) fn is_held(terms: &Terms, program: Action) -> bool {
    let flat = |action: &Action| {
        if let ActionNode::Update(_, inner) = terms.action_node(*action) {
            !terms.has_update(*inner)
        } else {
            true
        }
    };
    let found = terms.occurring(&[], &[program]);
    found.actions.iter().all(flat) && !found.formulas.iter().any(|&f| tells_apart(terms.node(f)))
}

/// Whether somewhere in a formula it is asked what tells bisimilar worlds apart.
pub(super) fn asks_apart(terms: &Terms, formula: Formula) -> bool {
    terms.occurring(&[formula], &[]).formulas.iter().any(|&f| tells_apart(terms.node(f)))
}

fn tells_apart(node: &FormulaNode) -> bool {
    matches!(node, FormulaNode::Distributed(..) | FormulaNode::Probability(..))
}
