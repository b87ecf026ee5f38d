//! The explicit and the symbolic engine do with every action what the definitions say: outcomes, worlds as built,
//! contractions, cells, and what is true before and after, in all relevant worlds. A case that fails is
//! printed as a scenario, which is also read back.

use dashu_int::UBig;
use hexa_cases::{Failed, cases, ensure, ensure_eq};
use hexa_engine::generate::action::{Growth, Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::{self, Access};
use hexa_engine::{Engine, EvalError, Held, Limits, UpdateError};
use hexa_lang::syntax::Printer;
use hexa_lang::{NoIncludes, StepKind, Writer, load};
use hexa_logic::{Action, Formula, FormulaNode, Modality, Setup, Terms};
use std::cell::Cell;

/// Long searches are passed over, and counted.
pub fn limits() -> Limits {
    Limits { max_worlds: Some(300), work: 20_000_000, ..Limits::default() }
}

pub fn build(engine: Engine, setup: &Setup, terms: &Terms) -> Held {
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

fn run(name: &str, many: u32, property: impl Fn(&Tally, Input<'_>) -> Result<(), Failed>) {
    let tally = Tally::default();
    cases(name, many, |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let (action, formula) = (decisions(case), decisions(case));
        tally.count(&tally.all);
        property(&tally, Input { setup: &setup, action: &action, formula: &formula })
    });
    tally.print(name);
}

#[derive(Clone, Copy)]
struct Input<'a> {
    setup: &'a Setup,
    action: &'a [u8],
    formula: &'a [u8],
}

impl Input<'_> {
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
pub fn read_back(text: &str) -> Result<Vec<Vec<Held>>, String> {
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

/// What each engine makes of a case.
fn outcomes(case: Input<'_>, terms: &Terms, action: Action) -> [Outcome; 3] {
    Engine::GENERAL.map(|engine| {
        let outcomes = build(engine, case.setup, terms).update(terms, action);
        outcomes.map(|outcomes| outcomes.alternatives().to_vec())
    })
}

type Outcome = Result<Vec<Vec<Held>>, UpdateError>;

fn is_too_long(error: &UpdateError) -> bool {
    matches!(error, UpdateError::Evaluation(EvalError::Limit(_)))
}

fn is_blocked(outcome: &Outcome) -> bool {
    matches!(outcome, Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }))
}

fn is_undefined(outcome: &Outcome) -> bool {
    matches!(outcome, Err(UpdateError::Evaluation(EvalError::Undefined(_))))
}

/// What happens at the same time makes one world of several valuations.
fn is_torn(outcome: &Outcome) -> bool {
    matches!(outcome, Err(UpdateError::Evaluation(EvalError::Disagreement { .. })))
}

/// Relevant worlds, worlds of the contraction, and cells of each agent.
type Look = (Option<UBig>, Option<UBig>, Vec<Option<UBig>>);

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
                set.iter_mut().for_each(|look| *look = (None, look.1.take(), Vec::new()));
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
        let outcomes = outcomes(case, &terms, action);
        if outcomes.iter().any(|outcome| outcome.as_ref().is_err_and(is_too_long)) {
            tally.count(&tally.too_long);
        } else if let [Ok(explicit), Ok(symbolic), Ok(definitional)] = &outcomes {
            tally.count(&tally.executed);
            let text = case.after(&terms, action);
            let (explicit, definitional) = (looks(explicit), looks(definitional));
            let again = read_back(&text).map(|outcomes| looks(&outcomes));
            ensure_eq!(again.as_ref(), Ok(&explicit), "read back:\n{}", text);
            ensure_eq!(&looks(symbolic), &explicit, "symbolic:\n{}", text);
            // The slow engine may give up on a contraction.
            let gave_up = definitional.iter().flatten().any(|look| look.1.is_none());
            if !gave_up {
                ensure_eq!(explicit, definitional, "{}", text);
            }
        } else if outcomes.iter().all(is_undefined) || outcomes.iter().all(is_torn) {
            tally.count(&tally.undefined);
        } else if outcomes.iter().all(is_blocked) {
            tally.count(&tally.blocked);
        } else {
            let told = outcomes.map(|outcome| outcome.map(|outcomes| outcomes.len()));
            ensure!(false, "{told:?}\n{}", case.after(&terms, action));
        }
        Ok(())
    });
}

/// A formula as the engines answer it: where it is true, or why that cannot be said.
fn answers(terms: &Terms, case: Input<'_>, formula: Formula) -> [Result<Vec<bool>, EvalError>; 3] {
    Engine::GENERAL.map(|engine| build(engine, case.setup, terms).truth(terms, formula))
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
            let answers = answers(&terms, case, formula);
            if answers.iter().any(|answer| matches!(answer, Err(EvalError::Limit(_)))) {
                tally.count(&tally.too_long);
                continue;
            }
            match &answers {
                [Ok(explicit), Ok(symbolic), Ok(definitional)] => {
                    tally.count(&tally.executed);
                    let text = case.check(&terms, formula);
                    ensure_eq!(explicit, definitional, "{}", text);
                    ensure_eq!(symbolic, definitional, "symbolic:\n{}", text);
                }
                [
                    Err(EvalError::Undefined(_)),
                    Err(EvalError::Undefined(_)),
                    Err(EvalError::Undefined(_)),
                ]
                | [
                    Err(EvalError::Disagreement { .. }),
                    Err(EvalError::Disagreement { .. }),
                    Err(EvalError::Disagreement { .. }),
                ] => tally.count(&tally.undefined),
                told => ensure!(false, "{told:?}\n{}", case.check(&terms, formula)),
            }
        }
        Ok(())
    });
}
