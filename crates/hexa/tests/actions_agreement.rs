//! The explicit engine does with every action what the definitions say: outcomes, worlds as built,
//! contractions, cells, and what is true before and after, in all relevant worlds. A case that fails is
//! printed as a scenario, which is also read back.

use dashu_int::UBig;
use hexa_engine::generate::action::{Growth, Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::{self, Access};
use hexa_engine::{Engine, EvalError, Held, Limits, UpdateError};
use hexa_lang::syntax::Printer;
use hexa_lang::{NoIncludes, StepKind, Writer, load};
use hexa_logic::{Action, Formula, FormulaNode, Modality, Setup, Terms};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::cell::Cell;

/// Long searches are passed over, and counted.
fn limits() -> Limits {
    Limits { max_worlds: Some(300), work: 20_000_000, ..Limits::default() }
}

fn build(engine: Engine, setup: &Setup, terms: &Terms) -> Held {
    engine.build(setup, &generate::vocabulary(), terms, &limits()).expect("a small model")
}

#[derive(Default)]
struct Tally {
    all: Cell<u32>,
    executed: Cell<u32>,
    blocked: Cell<u32>,
    undefined: Cell<u32>,
    too_long: Cell<u32>,
}

impl Tally {
    fn count(&self, cell: &Cell<u32>) {
        cell.set(cell.get() + 1);
    }

    #[allow(clippy::print_stdout)]
    fn print(&self, name: &str) {
        println!(
            "{name}: {} actions, {} executed, {} not executable, {} undefined, {} too long",
            self.all.get(),
            self.executed.get(),
            self.blocked.get(),
            self.undefined.get(),
            self.too_long.get(),
        );
        assert!(self.executed.get() * 5 > self.all.get(), "{name}: too few were executed");
    }
}

fn run(name: &str, cases: u32, property: impl Fn(&Tally, Case<'_>) -> Result<(), TestCaseError>) {
    let config = ProptestConfig { cases, failure_persistence: None, ..Default::default() };
    let tally = Tally::default();
    let inputs = (generate::models(4, Access::Cells), decisions(), decisions());
    // Always the same cases: what is found once is found again.
    let cases = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, cases)
        .run(&inputs, |(setup, action, formula)| {
            tally.count(&tally.all);
            property(&tally, Case { setup: &setup, action: &action, formula: &formula })
        })
        .unwrap_or_else(|failure| panic!("{name}: {failure}"));
    tally.print(name);
}

#[derive(Clone, Copy)]
struct Case<'a> {
    setup: &'a Setup,
    action: &'a [u8],
    formula: &'a [u8],
}

impl Case<'_> {
    /// The case as a scenario that can be pasted into a file and run.
    fn scenario(&self, terms: &Terms, step: &str) -> String {
        let Setup::Model(model) = self.setup else { return String::new() };
        let vocabulary = generate::vocabulary();
        let text = Writer::new(terms, &vocabulary).model(model);
        format!("{text}\n{step}\n")
    }

    fn after(&self, terms: &Terms, action: Action) -> String {
        let vocabulary = generate::vocabulary();
        self.scenario(terms, &format!("do {}", Printer::new(terms, &vocabulary).action(action)))
    }

    fn check(&self, terms: &Terms, formula: Formula) -> String {
        let vocabulary = generate::vocabulary();
        let formula = Printer::new(terms, &vocabulary).formula(formula);
        self.scenario(terms, &format!("check valid {formula}"))
    }
}

/// What the explicit engine makes of the scenario, read back from its text.
fn read_back(text: &str) -> Result<Vec<Vec<Held>>, String> {
    let loaded = load("case.hexa", text, &NoIncludes, &[]);
    let Some(document) = loaded.document.filter(|_| loaded.diagnostics.is_empty()) else {
        return Err(format!("{:?}", loaded.diagnostics));
    };
    let engine = Engine::Explicit;
    let state = engine.build(&document.initial, &document.vocabulary, &document.terms, &limits());
    let StepKind::Do(action) = document.scenarios[0].steps[0].kind else {
        return Err("there is no action".to_owned());
    };
    let outcomes = state.expect("it was built before").update(&document.terms, action);
    outcomes.map(|outcomes| outcomes.alternatives().to_vec()).map_err(|error| error.to_string())
}

/// The symbolic engine has cases of its own in `crates/engine/tests/symbolic.rs`.
const ENGINES: [Engine; 2] = [Engine::Explicit, Engine::Definitional];

/// What both engines make of a case, with the action and the terms.
type Both = (Result<Vec<Vec<Held>>, UpdateError>, Result<Vec<Vec<Held>>, UpdateError>);

fn both(case: Case<'_>, terms: &Terms, action: Action) -> Both {
    let [explicit, definitional] = ENGINES.map(|engine| {
        let outcomes = build(engine, case.setup, terms).update(terms, action);
        outcomes.map(|outcomes| outcomes.alternatives().to_vec())
    });
    (explicit, definitional)
}

/// Relevant worlds, worlds of the contraction, and cells of each agent.
type Look = (Option<UBig>, Option<usize>, Vec<Option<UBig>>);

/// What two held states have in common, whichever engine holds them.
fn look(state: &Held) -> Look {
    let cells = |agent| state.class_count(agent).ok().and_then(Result::ok);
    let cells = everybody().iter().map(cells).collect();
    (state.relevant_count().ok(), state.minimal_count().ok(), cells)
}

/// Outcomes in an order that does not depend on the engine.
fn looks(outcomes: &[Vec<Held>]) -> Vec<Vec<Look>> {
    let mut looks: Vec<Vec<_>> = outcomes
        .iter()
        .map(|set| {
            let mut set: Vec<_> = set.iter().map(look).collect();
            // Of bisimilar members of a set any one may be kept; a set cannot be entered anyway.
            if set.len() > 1 {
                set.iter_mut().for_each(|look| *look = (None, look.1, Vec::new()));
            }
            set.sort();
            set
        })
        .collect();
    looks.sort();
    looks
}

#[test]
fn actions_have_the_outcomes_that_the_definitions_say() {
    run("outcomes", 1500, |tally, case| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, case.action);
        match both(case, &terms, action) {
            (Err(UpdateError::Evaluation(EvalError::Limit(_))), _)
            | (_, Err(UpdateError::Evaluation(EvalError::Limit(_)))) => {
                tally.count(&tally.too_long);
            }
            // The explicit engine runs sequences step by step, and may stop before it comes to states
            // that disagree.
            (_, Err(UpdateError::Evaluation(EvalError::Disagreement { .. }))) => {
                tally.count(&tally.undefined)
            }
            (Ok(explicit), Ok(definitional)) => {
                tally.count(&tally.executed);
                let text = case.after(&terms, action);
                let definitional = looks(&definitional);
                let again = read_back(&text).map(|outcomes| looks(&outcomes));
                prop_assert_eq!(again, Ok(looks(&explicit)), "read back:\n{}", text);
                // The slow engine may give up on a contraction.
                let gave_up = definitional.iter().flatten().any(|look| look.1.is_none());
                if !gave_up {
                    prop_assert_eq!(looks(&explicit), definitional, "{}", text);
                }
            }
            (
                Err(UpdateError::Evaluation(EvalError::Undefined(_))),
                Err(UpdateError::Evaluation(EvalError::Undefined(_))),
            ) => {
                tally.count(&tally.undefined);
            }
            (
                Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }),
                Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }),
            ) => tally.count(&tally.blocked),
            (explicit, definitional) => {
                let told = (explicit.map(|o| o.len()), definitional.map(|o| o.len()));
                prop_assert!(false, "{told:?}\n{}", case.after(&terms, action));
            }
        }
        Ok(())
    });
}

/// A formula as the engines answer it: where it is true, or that it is not.
fn answers(terms: &Terms, case: Case<'_>, formula: Formula) -> [Result<Vec<bool>, EvalError>; 2] {
    ENGINES.map(|engine| build(engine, case.setup, terms).truth(terms, formula))
}

#[test]
fn what_is_true_after_actions_is_what_the_definitions_say() {
    run("modalities", 1500, |tally, case| {
        let mut terms = Terms::default();
        let growth = &mut Growth::new(&mut terms, Kind::Any, case.action);
        let (action, left) = growth.action(&everybody(), &everybody(), 4);
        let body = grow_formula(&mut terms, Kind::Any, &left, case.formula);
        for modality in [Modality::Every, Modality::Some] {
            let formula = terms.formula(FormulaNode::After(modality, action, body));
            match answers(&terms, case, formula) {
                [Err(EvalError::Limit(_)), _] | [_, Err(EvalError::Limit(_))] => {
                    tally.count(&tally.too_long);
                }
                [Ok(explicit), Ok(definitional)] => {
                    tally.count(&tally.executed);
                    prop_assert_eq!(explicit, definitional, "{}", case.check(&terms, formula));
                }
                [Err(EvalError::Undefined(_)), Err(EvalError::Undefined(_))]
                | [_, Err(EvalError::Disagreement { .. })] => {
                    tally.count(&tally.undefined);
                }
                told => prop_assert!(false, "{told:?}\n{}", case.check(&terms, formula)),
            }
        }
        Ok(())
    });
}
