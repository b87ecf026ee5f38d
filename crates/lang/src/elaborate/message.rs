//! Messages: who is told what, by whom. What they stand for is in the store of terms.

use super::Elaborator;
use super::scope::{Entity, Env, Node};
use crate::syntax::message::manner;
use crate::syntax::tree::{Expr, Message};
use hexa_logic::{self as logic, Action, Group, Manner};
use hexa_text::Code;

impl Elaborator<'_> {
    /// `announce φ`, `tell φ to a, b by c`, ...
    pub(super) fn message(&mut self, node: Node, message: &Message, env: &Env) -> Option<Action> {
        let said = self.formula(node.with(message.said), env);
        let mut told = Some(Group::empty());
        for &part in &message.to {
            let group = self.group(node.with(part), env);
            told = told.zip(group).map(|(told, group)| told.union(&group));
        }
        let to = (!message.to.is_empty()).then_some(told?);
        let by = match message.by {
            Some(by) => Some(self.agent(node.with(by), env)?),
            None => None,
        };
        if message.manner == Manner::Lie {
            let everybody = self.everybody();
            let hearers = to.as_ref().unwrap_or(&everybody);
            if hearers.iter().all(|agent| by == Some(agent)) {
                let place = message.to.first().copied().or(message.by).unwrap_or(node.expr);
                let message = "nobody but the liar would hear this";
                return self.error(Code::BadRequest, node.with(place), message);
            }
        }
        let message = logic::Message { manner: message.manner, said: said?, to, by };
        Some(self.terms.message(message, self.vocabulary.agent_count()))
    }

    /// `announce(p)`, which is read like the use of a definition: a message, if nothing of that name is declared.
    pub(super) fn message_in_brackets(
        &mut self,
        node: Node,
        head: Expr,
        arguments: &[Expr],
        env: &Env,
    ) -> Option<Option<Action>> {
        let symbol = self.kind(node.with(head)).name()?;
        let manner = manner(self.scope.symbols.name(symbol))?;
        let (&[said], None, None) = (arguments, env.get(symbol), self.scope.entity(symbol)) else {
            return None;
        };
        if manner == Manner::Announce {
            let message = Message { manner, said, to: Vec::new(), by: None };
            return Some(self.message(node, &message, env));
        }
        let help = match manner {
            Manner::Lie => "`lie φ to b by a`: a lies to b that φ",
            Manner::Announce | Manner::Tell | Manner::Privately => {
                "`tell φ to a, b`, `privately φ to a`; what everybody hears is `announce φ`"
            }
        };
        Some(self.error_help(Code::Expected, node, "it is not said who is told", help))
    }

    /// Whether `B` is the name of a card, an atom or a definition here, so that it is no operator.
    pub(super) fn declares_belief(&self) -> bool {
        match self.scope.entity_named("B") {
            Some(Entity::Atoms | Entity::Card(_) | Entity::Macro(_)) => true,
            Some(_) | None => self.vocabulary.atoms().any(|atom| {
                self.vocabulary
                    .atom_name(atom)
                    .strip_prefix('B')
                    .is_some_and(|rest| rest.starts_with('_'))
            }),
        }
    }
}
