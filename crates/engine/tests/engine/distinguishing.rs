//! Formulas that tell states apart: true in one, false in the other, and none is shorter.

use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::{self, Access};
use hexa_engine::{Length, Limits, Patience, State, bisimilar, build, distinguish, holds, symbols};
use hexa_logic::{Agent, Atom, Formula, FormulaNode, Group, Setup, Terms};

const NONE: Patience = Patience { steps: 0, memory: 0 };

fn state(setup: &Setup) -> State {
    let names = generate::vocabulary();
    build(setup, &names, &Terms::default(), &Limits::default()).expect("a small model")
}

/// All formulas of the language with so many symbols, for each number up to the largest.
fn formulas(terms: &mut Terms, largest: usize) -> Vec<Vec<Formula>> {
    let mut simple = vec![Terms::TRUE, Terms::FALSE];
    for atom in 0..generate::ATOMS {
        simple.push(terms.formula(FormulaNode::Atom(Atom::from_index(atom))));
    }
    let mut by_size = vec![Vec::new(), simple];
    for size in 2..=largest {
        let mut found = Vec::new();
        for body in by_size[size - 1].clone() {
            found.extend(prefixed(body).map(|node| terms.formula(node)));
        }
        for left in 1..size - 1 {
            for &f in &by_size[left] {
                for &g in &by_size[size - 1 - left] {
                    found.push(terms.formula(FormulaNode::And([f, g].into())));
                    found.push(terms.formula(FormulaNode::Or([f, g].into())));
                }
            }
        }
        by_size.push(found);
    }
    by_size
}

fn prefixed(body: Formula) -> impl Iterator<Item = FormulaNode> {
    let agents = (0..generate::AGENTS).map(Agent::from_index);
    let by_agents = agents.flat_map(move |agent| {
        [
            FormulaNode::Knows(agent, body),
            FormulaNode::Imagines(agent, body),
            FormulaNode::KnowsWhether(agent, body),
        ]
    });
    let everybody = Group::first(generate::AGENTS);
    by_agents.chain([FormulaNode::Not(body), FormulaNode::Common(everybody, body)])
}

#[test]
fn states_that_are_not_bisimilar_are_told_apart() {
    cases("states that are not bisimilar are told apart", 400, |case| {
        let left = generate::model(case, 6, Access::Any);
        let right = generate::model(case, 6, Access::Any);
        let (left, right) = (state(&left), state(&right));
        for patience in [Patience::default(), NONE] {
            let mut terms = Terms::default();
            let found = distinguish(&left, &right, &mut terms, patience).expect("small");
            ensure_eq!(Ok(found.is_none()), bisimilar(&left, &right));
            if let Some(found) = found {
                ensure_eq!(holds(&left, &terms, found.formula), Ok(true));
                ensure_eq!(holds(&right, &terms, found.formula), Ok(false));
                // A single symbol is found without looking any further.
                let one = symbols(&terms, found.formula) == 1;
                ensure_eq!(found.length == Length::Shortest, patience != NONE || one);
            }
        }
        Ok(())
    });
}

#[test]
fn the_other_world_of_a_model_is_told_apart_in_the_shortest_way() {
    cases("the other world of a model is told apart in the shortest way", 400, |case| {
        let setup = generate::model(case, 5, Access::Any);
        let other = case.below(5);
        // Worlds of one model often need longer formulas than those of two.
        let left = state(&setup);
        let Some(right) = left.at(hexa_logic::World::from_index(other)) else { return Ok(()) };
        let mut terms = Terms::default();
        let found = distinguish(&left, &right, &mut terms, Patience::default()).expect("small");
        let Some(found) = found else { return Ok(()) };
        let size = symbols(&terms, found.formula) as usize;
        let listed = formulas(&mut terms, 3);
        for &shorter in listed[..size.min(4)].iter().flatten() {
            let apart = holds(&left, &terms, shorter) == Ok(true)
                && holds(&right, &terms, shorter) == Ok(false);
            ensure!(!apart, "{:?} is shorter than {size}", terms.node(shorter));
        }
        Ok(())
    });
}
