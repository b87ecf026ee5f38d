//! The search for countermodels finds one exactly if there is one among all S5 models of that size, and one
//! with the fewest worlds: random formulas over two atoms and two agents, all models of at most three
//! worlds, written out.

use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::{self, ATOMS, Language};
use hexa_engine::{Bounds, Engine, Entailment, Held, Limits, Searched, countermodel};
use hexa_logic::{
    Agent, Atom, Formula, Group, ModelSetup, RelationSetup, Setup, Stop, Terms, World, WorldSetup,
};
use std::cell::Cell;

/// The partitions of so many worlds: the cell of each, numbered in order of appearance.
fn partitions(worlds: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..worlds {
        let grown = |cells: Vec<u32>| {
            let next = cells.iter().max().map_or(0, |most| most + 1);
            (0..=next).map(move |cell| [&cells[..], &[cell]].concat())
        };
        all = all.into_iter().flat_map(grown).collect();
    }
    all
}

/// All valuations of the atoms in so many worlds.
fn valuations(worlds: usize) -> Vec<Vec<Vec<Atom>>> {
    let in_world = |code: usize| -> Vec<Atom> {
        (0..ATOMS).filter(|at| code >> at & 1 == 1).map(Atom::from_index).collect()
    };
    let all = 1usize << (ATOMS * worlds);
    let world = |code: usize, at: usize| in_world(code >> (ATOMS * at) & ((1 << ATOMS) - 1));
    (0..all).map(|code| (0..worlds).map(|at| world(code, at)).collect()).collect()
}

fn models(worlds: usize) -> Vec<Held> {
    let mut all = Vec::new();
    for atoms in valuations(worlds) {
        for first in partitions(worlds) {
            for second in partitions(worlds) {
                let alone = (0..worlds as u32).collect();
                let relations = [first.clone(), second, alone];
                let relations = relations.map(|cells| Some(RelationSetup::Cells(cells))).into();
                all.push(built(&ModelSetup {
                    worlds: atoms.iter().cloned().map(of_seed).collect(),
                    relations,
                    point: World(0),
                }));
            }
        }
    }
    all
}

fn of_seed(atoms: Vec<Atom>) -> WorldSetup {
    WorldSetup { name: "w".to_owned(), atoms }
}

fn built(model: &ModelSetup) -> Held {
    let setup = Setup::Model(model.clone());
    let (terms, limits) = (Terms::default(), Limits::default());
    Engine::Explicit.build(&setup, &generate::vocabulary(), &terms, &limits).expect("small")
}

fn refutes(state: &Held, terms: &Terms, premise: Formula, conclusion: Formula) -> bool {
    state.holds(terms, conclusion) == Ok(false) && state.is_valid(terms, premise) == Ok(true)
}

#[test]
fn a_countermodel_is_found_if_and_only_if_there_is_one() {
    let all: Vec<Vec<Held>> = (1..=3).map(models).collect();
    let two: Group = [0, 1].into_iter().map(Agent::from_index).collect();
    let by_size = [0, 0, 0, 0].map(Cell::new);
    cases("countermodels", 600, |case| {
        let (first, second) = (generate::decisions(case), generate::decisions(case));
        let mut terms = Terms::default();
        let premise = generate::formula(&mut terms, Language::ARROWS, &two, &first);
        let conclusion = generate::formula(&mut terms, Language::ARROWS, &two, &second);
        let premises = [premise];
        let asked = Entailment { terms: &terms, agents: 3, premises: &premises, conclusion };
        let Ok(found) =
            countermodel(asked, Bounds { worlds: 3, conflicts: 100_000, stop: Stop::new() })
        else {
            return Ok(());
        };
        let there = all.iter().position(|models| {
            models.iter().any(|state| refutes(state, &terms, premise, conclusion))
        });
        let expected = there.map(|at| at + 1);
        match &found {
            Searched::Found(model) => {
                ensure_eq!(Some(model.worlds.len()), expected);
                ensure!(refutes(&built(model), &terms, premise, conclusion));
            }
            Searched::NoneOfAtMost(most) => ensure_eq!((*most, expected), (3, None)),
            Searched::GaveUp { .. } => ensure!(false, "gave up"),
        }
        let counted = &by_size[expected.unwrap_or(0)];
        counted.set(counted.get() + 1);
        Ok(())
    });
    let counts = by_size.map(Cell::into_inner);
    let told = format!("none, and of one, two, three worlds: {counts:?}");
    assert!(counts.iter().all(|&count| count > 0), "{told}");
    assert!(counts.iter().sum::<u32>() > 300, "{told}");
}
