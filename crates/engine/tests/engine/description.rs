//! The description of a state is true in a state if and only if that is bisimilar to it (thesis sec.
//! 3.4), on random models with cells and with arrows, checked by the definitional engine.

use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::{self, Access};
use hexa_engine::{Among, Engine, Held, Limits, describe};
use hexa_logic::{Formula, Setup, Terms};
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
