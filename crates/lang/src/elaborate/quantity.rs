//! Numbers that a state gives, and numbers that are known before.

use super::Elaborator;
use super::scope::{Entity, Env, Node};
use crate::document::{Quantity, StepKind};
use crate::syntax::tree;
use hexa_logic::{Comparison, FormulaNode, Ratio};

impl Elaborator<'_> {
    /// What `print` shows.
    pub(super) fn quantity(&mut self, node: Node, quantity: &tree::Quantity) -> Option<Quantity> {
        let none = Env::default();
        Some(match quantity {
            tree::Quantity::Worlds => Quantity::Worlds,
            tree::Quantity::AllWorlds => Quantity::AllWorlds,
            tree::Quantity::Minimal => Quantity::Minimal,
            tree::Quantity::Classes(agent) => {
                Quantity::Classes(self.agent(node.with(*agent), &none)?)
            }
            tree::Quantity::Probability(agent, of) => {
                let agent = self.single_agent(node.with(*agent), &none);
                let body = self.formula(node.with(*of), &none);
                let ((agent, body), one) = agent.zip(body).zip(Ratio::new(1, 1))?;
                let certain = FormulaNode::Probability(agent, body, Comparison::Equal, one);
                let certain = self.terms.formula(certain);
                let at = self.location(node.with(*of));
                self.places.formulas.entry(certain).or_insert(at);
                Quantity::Probability(certain)
            }
            tree::Quantity::Instances(binder, body) => {
                Quantity::Instances(self.instances(node.with(*body), binder, *body, &none)?)
            }
            tree::Quantity::Number(number) => {
                Quantity::Number(self.number(node.with(*number), &none)?)
            }
        })
    }

    /// `print φ`, where φ may be a word for a number that nothing else is called by, or a parameter.
    pub(super) fn printed(&mut self, node: Node) -> Option<StepKind> {
        let none = Env::default();
        if let Some(symbol) = self.kind(node).name() {
            match (self.scope.entity(symbol), self.scope.symbols.name(symbol)) {
                (Some(Entity::Parameter(number)), _) => {
                    return Some(StepKind::PrintNumber(Quantity::Number(number)));
                }
                (None, "worlds") => return Some(StepKind::PrintNumber(Quantity::Worlds)),
                (None, "minimal") => return Some(StepKind::PrintNumber(Quantity::Minimal)),
                _ => {}
            }
        }
        Some(StepKind::Print(self.formula(node, &none)?))
    }
}
