//! The outcomes of an action in one world (thesis def. 35; Cluedo paper, sec. 4). Outside of what somebody
//! learns, actions are followed from this world only: what another alternative or another world would lead
//! to is not asked, and if something is undefined there, that is no error.

use super::{Interpreter, Place};
use crate::evaluation::EvalError;
use hexa_logic::{Action, ActionNode, World};
use std::collections::BTreeSet;

/// A world of a model that has been reached.
pub(crate) type Pointed = (Place, World);

/// States that hold at the same time.
type Together = BTreeSet<Pointed>;

impl Interpreter<'_> {
    /// The outcomes of an action in a world, each a set of states.
    pub(crate) fn outcomes_at(
        &mut self,
        here: Pointed,
        action: Action,
    ) -> Result<Vec<Vec<Pointed>>, EvalError> {
        let outcomes = self.follow(here, action)?;
        Ok(outcomes.into_iter().map(|outcome| outcome.into_iter().collect()).collect())
    }

    fn follow(&mut self, here: Pointed, action: Action) -> Result<BTreeSet<Together>, EvalError> {
        let terms = self.terms;
        let (place, world) = here;
        if terms.has_update(action) {
            // What a test does depends on the updates around it.
            let interpretation = self.update_from(place, action, &[world.0])?;
            return Ok(self.sets_of(&interpretation, world));
        }
        self.deeper()?;
        let outcomes = match terms.action_node(action) {
            ActionNode::Sequence(parts) => {
                let mut outcomes = BTreeSet::from([Together::from([here])]);
                for &part in parts {
                    let mut next = BTreeSet::new();
                    for outcome in &outcomes {
                        next.append(&mut self.follow_together(outcome, part)?);
                    }
                    outcomes = next;
                }
                outcomes
            }
            ActionNode::Choice(parts, mark) => {
                let mut outcomes = BTreeSet::new();
                for (at, &part) in parts.iter().enumerate() {
                    if mark.is_none_or(|mark| mark as usize == at) {
                        outcomes.append(&mut self.follow(here, part)?);
                    }
                }
                outcomes
            }
            ActionNode::Concurrent(parts) if !parts.is_empty() => {
                let mut each = Vec::new();
                for &part in parts {
                    each.push(self.follow(here, part)?);
                }
                self.unions(&each)?
            }
            ActionNode::Test(_)
            | ActionNode::Assign(_)
            | ActionNode::Learn(..)
            | ActionNode::Concurrent(_)
            | ActionNode::Event(..)
            | ActionNode::Epistemic(..)
            | ActionNode::Message(_)
            | ActionNode::Game(_)
            | ActionNode::Star(_)
            | ActionNode::Suspect(..)
            | ActionNode::Fix(_)
            | ActionNode::Variable(_)
            | ActionNode::Update(..) => {
                let interpretation = self.interpret(place, action)?;
                self.sets_of(&interpretation, world)
            }
        };
        self.rise();
        Ok(outcomes)
    }

    fn sets_of(&self, interpretation: &super::Interpretation, world: World) -> BTreeSet<Together> {
        let outcomes = self.outcomes_of(interpretation, world).into_iter();
        outcomes.map(|outcome| outcome.into_iter().collect()).collect()
    }

    /// One outcome for each state, together.
    fn follow_together(
        &mut self,
        states: &Together,
        action: Action,
    ) -> Result<BTreeSet<Together>, EvalError> {
        let mut each = Vec::new();
        for &state in states {
            each.push(self.follow(state, action)?);
        }
        self.unions(&each)
    }

    /// All unions of one outcome out of each set.
    fn unions(&mut self, of: &[BTreeSet<Together>]) -> Result<BTreeSet<Together>, EvalError> {
        if let [only] = of {
            return Ok(only.clone());
        }
        let mut unions = BTreeSet::from([Together::new()]);
        for outcomes in of {
            let mut longer = BTreeSet::new();
            for union in &unions {
                for outcome in outcomes {
                    self.spend(1 + union.len() + outcome.len())?;
                    longer.insert(union | outcome);
                }
            }
            unions = longer;
        }
        Ok(unions)
    }
}
