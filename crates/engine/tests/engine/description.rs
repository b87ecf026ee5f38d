//! The description of a state is true in a state if and only if that is bisimilar to it (thesis sec.
//! 3.4), on random models with cells and with arrows, checked by the definitional engine. A theory that is revised by an
//! action (sec. 3.5) says what the action leads to.

use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::action::{Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::{self, Access};
use hexa_engine::{
    Among, Bounds, Description, Engine, Held, Limits, NotRevised, OtherModels, Revised,
    TheoryBounds, UpdateError, bisimilar, describe, models_of, revise, revise_formula,
};
use hexa_logic::{Action, ActionNode, Agent, Formula, FormulaNode, Setup, Stop, Terms};
use std::cell::Cell;

fn held(engine: Engine, setup: &Setup, terms: &Terms) -> Held {
    let limits = Limits::default();
    engine.build(setup, &generate::vocabulary(), terms, &limits).expect("a small model")
}

fn description(setup: &Setup, among: Among, terms: &mut Terms) -> Formula {
    let held = held(Engine::Explicit, setup, terms);
    let state = held.as_listed().expect("the explicit engine was asked");
    describe(state, terms).expect("a small model").formula(among, terms)
}

fn check(access: Access, many: u32) {
    let (alike, different) = (Cell::new(0), Cell::new(0));
    cases("descriptions", many, |case| {
        let [left, right] = [0, 0].map(|_| generate::model(case, 4, access));
        let mut terms = Terms::default();
        let among = if access == Access::Cells { Among::Partitions } else { Among::All };
        let formula = description(&left, among, &mut terms);
        let states = [&left, &right].map(|setup| held(Engine::Definitional, setup, &terms));
        ensure_eq!(states[0].holds(&terms, formula), Ok(true));
        let same = states[0].bisimilar(&states[1]).expect("small");
        ensure_eq!(states[1].holds(&terms, formula), Ok(same));
        let count = if same { &alike } else { &different };
        count.set(count.get() + 1);
        // In every world of the model, not only in the actual one.
        let truth = states[0].truth(&terms, formula).expect("small");
        ensure!(truth[states[0].view().expect("small").actual]);
        Ok(())
    });
    assert!(alike.get() > 0 && different.get() > 0);
}

#[test]
fn a_description_is_true_in_bisimilar_states_only() {
    check(Access::Cells, 1500);
}

#[test]
fn a_description_is_true_in_bisimilar_states_only_on_arrows() {
    check(Access::Any, 1500);
}

fn theory(setup: &Setup, terms: &mut Terms) -> Description {
    let held = held(Engine::Explicit, setup, terms);
    describe(held.as_listed().expect("the explicit engine was asked"), terms).expect("small")
}

/// The only outcome, if there is one and it is not too large.
fn revised(theory: &Description, action: Action, terms: &mut Terms) -> Option<Revised> {
    let limits = Limits { max_worlds: Some(100), work: 300_000, ..Limits::default() };
    let found = revise(theory, action, &generate::vocabulary(), terms, &limits).ok()?;
    <[Revised; 1]>::try_from(found.into_iter().flatten().collect::<Vec<_>>()).ok().map(|[one]| one)
}

#[test]
fn a_revised_theory_says_what_holds_after_the_action() {
    let compared = Cell::new(0);
    cases("revised theories", 1200, |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let (action, formula) = (decisions(case), decisions(case));
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &action);
        let theory = theory(&setup, &mut terms);
        let names = generate::vocabulary();
        let limits = Limits { max_worlds: Some(100), work: 300_000, ..Limits::default() };
        let found = revise(&theory, action, &names, &mut terms, &limits);
        let before = held(Engine::Definitional, &setup, &terms);
        let after = before.update(&terms, action);
        let (found, after) = match (found, after) {
            (
                Err(NotRevised::NotDescribed(_) | NotRevised::Limit(_) | NotRevised::NotBuilt(_)),
                _,
            ) => {
                return Ok(());
            }
            (Ok(found), Ok(after)) => (found, after),
            // Whether it can be executed is the same; why not may differ only where it takes too long.
            (Err(NotRevised::NotExecuted(UpdateError::Evaluation(_))), _)
            | (_, Err(UpdateError::Evaluation(_))) => return Ok(()),
            (found, after) => {
                ensure_eq!(found.is_ok(), after.is_ok());
                return Ok(());
            }
        };
        let found: Vec<Revised> = found.into_iter().flatten().collect();
        let after: Vec<Held> = after.alternatives().concat();
        for state in &after {
            let mut theories = Vec::new();
            for revised in &found {
                let says = revised.theory.formula(Among::Partitions, &mut terms);
                let agents = state.view().expect("small").access;
                let same =
                    revised.theory.group.iter().eq(agents.into_iter().map(|(agent, _)| agent));
                if same && state.holds(&terms, says) == Ok(true) {
                    theories.push(revised);
                }
            }
            ensure!(!theories.is_empty());
            let group = theories[0].theory.group.clone();
            let asked = grow_formula(&mut terms, Kind::Knowledge, &group, &formula);
            let says = hexa_engine::holds(&theories[0].state, &terms, asked);
            if let (Ok(says), Ok(holds)) = (says, state.holds(&terms, asked)) {
                ensure_eq!(says, holds);
                compared.set(compared.get() + 1);
            }
        }
        ensure_eq!(found.is_empty(), after.is_empty());
        Ok(())
    });
    assert!(compared.get() > 100, "{compared:?}");
}

#[test]
fn revising_twice_is_revising_by_the_sequence() {
    let compared = Cell::new(0);
    cases("theories revised twice", 600, |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let (first, second) = (decisions(case), decisions(case));
        let mut terms = Terms::default();
        let [first, second] = [first, second].map(|of| {
            let inside = grow(&mut terms, Kind::Knowledge, &of);
            terms.action(ActionNode::Learn(everybody(), inside))
        });
        let both = terms.action(ActionNode::Sequence([first, second].into()));
        let theory = theory(&setup, &mut terms);
        let once = revised(&theory, first, &mut terms);
        let twice = once.and_then(|once| revised(&once.theory, second, &mut terms));
        let at_once = revised(&theory, both, &mut terms);
        if let (Some(twice), Some(at_once)) = (twice, at_once) {
            ensure_eq!(bisimilar(&twice.state, &at_once.state), Ok(true));
            compared.set(compared.get() + 1);
        }
        Ok(())
    });
    assert!(compared.get() > 30, "{compared:?}");
}

/// Bisimilar states may disagree on what a group knows together, so that no theory says it.
#[test]
fn theories_are_not_revised_by_what_they_do_not_say() {
    let mut terms = Terms::default();
    let p = terms.formula(FormulaNode::Atom(hexa_logic::Atom(0)));
    let together = terms.formula(FormulaNode::Distributed(everybody(), p));
    let said = terms.announcement(everybody(), together);
    let setup = Setup::Model(hexa_logic::ModelSetup {
        worlds: vec![hexa_logic::WorldSetup { name: "w".into(), atoms: vec![hexa_logic::Atom(0)] }],
        relations: everybody()
            .iter()
            .map(|_: Agent| Some(hexa_logic::RelationSetup::Cells(vec![0])))
            .collect(),
        point: hexa_logic::World(0),
    });
    let theory = theory(&setup, &mut terms);
    let found = revise(&theory, said, &generate::vocabulary(), &mut terms, &Limits::default());
    assert!(matches!(found, Err(NotRevised::NotDescribed(part)) if part == together));
}

fn bounds(worlds: usize, states: usize) -> TheoryBounds {
    TheoryBounds { models: Bounds { worlds, conflicts: 20_000, stop: Stop::new() }, states }
}

/// A formula is revised so that it is true after the action in every model of it, and says no more: whatever it says is so
/// after the action in some model.
#[test]
fn any_formula_is_revised_to_what_holds_after_the_action() {
    let compared = Cell::new(0);
    cases("revised formulas", 200, |case| {
        let setup = generate::model(case, 2, Access::Cells);
        let (theory, action) = (decisions(case), decisions(case));
        let mut terms = Terms::default();
        let theory = grow_formula(&mut terms, Kind::Knowledge, &everybody(), &theory);
        let inside = grow(&mut terms, Kind::Knowledge, &action);
        let action = terms.action(ActionNode::Learn(everybody(), inside));
        let names = generate::vocabulary();
        let limits = Limits { max_worlds: Some(100), work: 300_000, ..Limits::default() };
        let found = revise_formula(theory, action, (&names, &mut terms), &bounds(2, 200), &limits);
        let Ok(found) = found else { return Ok(()) };
        let OtherModels::NoneOfAtMost(2) = found.before.others else { return Ok(()) };
        let becomes = found.formula(&mut terms);
        let before = held(Engine::Definitional, &setup, &terms);
        let common = terms.formula(FormulaNode::Common(everybody(), theory));
        let before_holds = before.holds(&terms, common);
        let listed = found.before.states.iter().any(|state| {
            let says = state.formula(Among::Partitions, &mut terms);
            before.holds(&terms, says) == Ok(true)
        });
        if let Ok(holds) = before_holds {
            ensure_eq!(listed, holds);
        }
        if let (Ok(true), Ok(after)) = (before_holds, before.update(&terms, action)) {
            for state in after.alternatives().concat() {
                ensure_eq!(state.holds(&terms, becomes), Ok(true));
                compared.set(compared.get() + 1);
            }
        }
        Ok(())
    });
    assert!(compared.get() > 5, "{compared:?}");
}

/// Of no atom is more to be said than that everybody knows it, nobody does, and so on; what is false has no models; what
/// speaks of change is refused.
#[test]
fn the_models_of_a_formula_are_found_each_once() {
    let mut terms = Terms::default();
    let names = generate::vocabulary();
    let limits = Limits::default();
    let none = models_of(Terms::FALSE, &names, &mut terms, &bounds(3, 9), &limits).expect("small");
    assert!(none.states.is_empty());
    assert_eq!(none.others, OtherModels::NoneOfAtMost(3));
    let many = models_of(Terms::TRUE, &names, &mut terms, &bounds(2, 5), &limits).expect("small");
    assert_eq!(many.others, OtherModels::MoreThan(5));
    let one = models_of(Terms::TRUE, &names, &mut terms, &bounds(1, 500), &limits).expect("small");
    // One world each, by its atoms.
    assert_eq!(one.states.len(), 1 << names.atoms().count());
    let said = terms.announcement(everybody(), Terms::TRUE);
    let change = terms.formula(FormulaNode::After(hexa_logic::Modality::Some, said, Terms::TRUE));
    let refused = models_of(change, &names, &mut terms, &bounds(2, 5), &limits);
    assert!(matches!(refused, Err(NotRevised::NotStatic(part)) if part == change));
}
