//! Random action expressions (thesis sec. 7.2.2), grown from lists of decisions: closed, every variable
//! suspected, with tests of what everybody has access to.

use super::action::everybody;
use super::{AGENTS, ATOMS, Choices};
use hexa_logic::{Action, ActionNode, Agent, Atom, Formula, FormulaNode, Group, Modality, Terms};

/// The closed expression that grows from a list of decisions, as an epistemic action; none if it has too
/// many events.
pub fn grow_expression(terms: &mut Terms, decisions: &[u8]) -> Option<Action> {
    grow_on(terms, &mut Choices::new(decisions), 5)
}

/// The closed expression of at most this depth that grows from the next decisions; none if it has too many events.
pub(super) fn grow_on(
    terms: &mut Terms,
    choices: &mut Choices<'_>,
    depth: usize,
) -> Option<Action> {
    let expression = Growth { terms, choices }.expression(depth, &[]);
    terms.epistemic_action(expression, AGENTS).ok()
}

struct Growth<'a, 'c> {
    terms: &'a mut Terms,
    choices: &'a mut Choices<'c>,
}

/// Whether a variable of an enclosing fixed point is suspected by now; the innermost last.
type Guards = [Guard];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    Suspected,
    Exposed,
}

impl Growth<'_, '_> {
    fn choose(&mut self, ways: usize) -> usize {
        self.choices.choose(ways)
    }

    fn group(&mut self) -> Group {
        let mask = self.choose((1 << AGENTS) - 1) + 1;
        (0..AGENTS).filter(|at| mask >> at & 1 == 1).map(Agent::from_index).collect()
    }

    fn expression(&mut self, depth: usize, guards: &Guards) -> Action {
        let kind = if depth == 0 { self.choose(2) } else { self.choose(9) };
        let node = match kind {
            0 | 2 => match self.variable(guards) {
                Some(variable) => variable,
                None => ActionNode::Test(self.formula(depth.min(2))),
            },
            1 => ActionNode::Test(Terms::TRUE),
            3 => ActionNode::Sequence(self.several(depth, guards)),
            4 | 5 => ActionNode::Concurrent(self.several(depth, guards)),
            6 => {
                let guards = vec![Guard::Suspected; guards.len()];
                ActionNode::Suspect(self.group(), self.expression(depth - 1, &guards))
            }
            _ => self.fixed_point(depth, guards),
        };
        self.terms.action(node)
    }

    /// `fix x: α || S_B x`: most fixed points are about themselves.
    fn fixed_point(&mut self, depth: usize, guards: &Guards) -> ActionNode {
        let inside = [guards, &[Guard::Exposed]].concat();
        let body = self.expression(depth - 1, &inside);
        let own = self.terms.action(ActionNode::Variable(0));
        let own = ActionNode::Suspect(self.group(), own);
        let own = self.terms.action(own);
        let guarded = vec![Guard::Suspected; inside.len()];
        let other = self.expression(depth - 1, &guarded);
        let other = ActionNode::Suspect(self.group(), other);
        let other = self.terms.action(other);
        ActionNode::Fix(self.terms.action(ActionNode::Concurrent([body, own, other].into())))
    }

    fn variable(&mut self, guards: &Guards) -> Option<ActionNode> {
        let at = self.choose(guards.len().max(1));
        let suspected = guards.len() > at && guards[guards.len() - 1 - at] == Guard::Suspected;
        suspected.then_some(ActionNode::Variable(at as u32))
    }

    fn several(&mut self, depth: usize, guards: &Guards) -> Box<[Action]> {
        (0..[2, 2, 3][self.choose(3)]).map(|_| self.expression(depth - 1, guards)).collect()
    }

    fn formula(&mut self, depth: usize) -> Formula {
        let kind = if depth == 0 { 0 } else { self.choose(6) };
        let node = match kind {
            1 => FormulaNode::Not(self.formula(depth - 1)),
            2 => FormulaNode::Or([0, 0].map(|_| self.formula(depth - 1)).into()),
            3 => {
                FormulaNode::Knows(Agent::from_index(self.choose(AGENTS)), self.formula(depth - 1))
            }
            4 => FormulaNode::Common(self.group(), self.formula(depth - 1)),
            5 => {
                let test = ActionNode::Test(self.formula(0));
                let test = self.terms.action(test);
                let own = self.terms.action(ActionNode::Variable(0));
                let own = self.terms.action(ActionNode::Suspect(Group::first(AGENTS), own));
                let told = self.terms.action(ActionNode::Concurrent([test, own].into()));
                let told = self.terms.action(ActionNode::Fix(told));
                match self.terms.epistemic_action(told, AGENTS) {
                    Ok(told) => FormulaNode::After(Modality::Some, told, self.formula(depth - 1)),
                    Err(_) => FormulaNode::True,
                }
            }
            _ => FormulaNode::Atom(Atom::from_index(self.choose(ATOMS))),
        };
        self.terms.formula(node)
    }
}

/// `fix x: ?φ || S_B x || S_others (fix y: skip || S_all y)`: B hears φ, which is true, and nobody else
/// notices.
pub fn private_announcement(terms: &mut Terms, formula: Formula, group: &Group) -> Action {
    let test = terms.action(ActionNode::Test(formula));
    let own = terms.action(ActionNode::Variable(0));
    let own = terms.action(ActionNode::Suspect(group.clone(), own));
    let unnoticed = unnoticed_by_others(terms, group);
    let body = terms.action(ActionNode::Concurrent([test, own, unnoticed].into()));
    terms.action(ActionNode::Fix(body))
}

/// `S_others (fix y: skip || S_all y)`: the others think that nothing happens.
pub fn unnoticed_by_others(terms: &mut Terms, group: &Group) -> Action {
    let others: Group = everybody().iter().filter(|&agent| !group.contains(agent)).collect();
    let skip = terms.skip();
    let own = terms.action(ActionNode::Variable(0));
    let own = terms.action(ActionNode::Suspect(everybody(), own));
    let nothing = terms.action(ActionNode::Concurrent([skip, own].into()));
    let nothing = terms.action(ActionNode::Fix(nothing));
    terms.action(ActionNode::Suspect(others, nothing))
}
