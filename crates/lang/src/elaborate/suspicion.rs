//! Action expressions in which agents suspect actions (thesis sec. 7.2.2): variables bound by fixed
//! points, and the epistemic action that a whole program of this kind stands for.

use super::Elaborator;
use super::scope::{Binder, Bound, Env, Node};
use crate::syntax::Symbol;
use hexa_logic::{Action, ActionNode, NoEpistemicAction};
use hexa_text::Code;

impl Elaborator<'_> {
    /// A whole program. If somebody suspects something in it, it is an epistemic action, and no
    /// variable of a fixed point around the formula it stands in means anything.
    pub(super) fn program(&mut self, node: Node, env: &Env) -> Option<Action> {
        let outside = std::mem::replace(&mut self.outside, self.inside.fixed_points);
        let action = self.action(node, env);
        self.outside = outside;
        let action = action?;
        let learning = self.learning(action);
        if !learning.suspects {
            return Some(action);
        }
        if let Some(foreign) = learning.foreign {
            return self.mixed_with_suspicion(node, foreign);
        }
        let whole = match self.terms.epistemic_action(action, self.vocabulary.agent_count()) {
            Ok(whole) => whole,
            Err(why) => return self.no_epistemic_action(node, why),
        };
        let at = self.location(node);
        self.places.actions.entry(whole).or_insert(at);
        Some(whole)
    }

    fn mixed_with_suspicion(&mut self, node: Node, foreign: Action) -> Option<Action> {
        let message = "`S` and `fix` stand in one program with tests, `;` and `||` only";
        let mut diagnostic = self.diagnostic(Code::MixedLogics, node, message).help(
            "a program with `S` or `fix` is a frame (Knowledge games, def. 58); do the other actions before or after it, \
             each in its own step or modality",
        );
        if let Some(at) = self.places.action(foreign) {
            diagnostic = diagnostic.at(at, "this cannot stand in such a program");
        }
        self.report(diagnostic);
        None
    }

    fn no_epistemic_action(&mut self, node: Node, why: NoEpistemicAction) -> Option<Action> {
        let (most, what) = match why {
            NoEpistemicAction::Circular => {
                return self.error_help(
                    Code::Unguarded,
                    node,
                    "whether this can happen depends on itself",
                    "a variable of `fix` is not suspected inside the first part of `α ; β`",
                );
            }
            NoEpistemicAction::TooManyEvents(most) => (most, "events"),
            NoEpistemicAction::TooManyArrows(most) => (most, "arrows between events"),
            // These were refused part by part.
            NoEpistemicAction::Foreign(_)
            | NoEpistemicAction::Open
            | NoEpistemicAction::Unguarded(_) => {
                return self.error(Code::WrongKind, node, "this is no closed action expression");
            }
        };
        self.error_help(
            Code::TooLarge,
            node,
            format!("the epistemic action of this has more than {most} {what}"),
            "a `;` around a variable of `fix` has no end of alternatives; repeat less often elsewhere",
        )
    }

    /// `S_B α`
    pub(super) fn suspect(&mut self, group: Node, inner: Node, env: &Env) -> Option<Action> {
        let group = self.group(group, env);
        self.inside.suspicions += 1;
        let inner = self.action(inner, env);
        self.inside.suspicions -= 1;
        let (group, inner) = group.zip(inner)?;
        Some(self.terms.action(ActionNode::Suspect(group, inner)))
    }

    /// `fix x: α`
    pub(super) fn fixed_point(&mut self, variable: Node, body: Node, env: &Env) -> Option<Action> {
        let name = self.variable(variable)?;
        let env = env.bind(name, Bound::Fixed(self.inside));
        self.inside.fixed_points += 1;
        let body = self.action(body, &env);
        self.inside.fixed_points -= 1;
        Some(self.terms.action(ActionNode::Fix(body?)))
    }

    /// A variable of a fixed point, where an action is needed.
    pub(super) fn bound_variable(
        &mut self,
        node: Node,
        symbol: Symbol,
        binder: Binder,
    ) -> Option<Action> {
        let name = self.scope.symbols.name(symbol).to_owned();
        if binder.fixed_points < self.outside {
            return self.error_help(
                Code::Unguarded,
                node,
                format!("`{name}` stands in a formula inside its own fixed point"),
                "the actions inside formulas are closed: bind the variable inside `[ ]`",
            );
        }
        if binder.suspicions == self.inside.suspicions {
            return self.error_help(
                Code::Unguarded,
                node,
                format!("nobody suspects `{name}` here: the action would be defined by itself"),
                format!("between `fix {name}:` and `{name}` stands a suspicion: `S_B {name}`"),
            );
        }
        let index = self.inside.fixed_points - 1 - binder.fixed_points;
        Some(self.terms.action(ActionNode::Variable(index)))
    }
}
