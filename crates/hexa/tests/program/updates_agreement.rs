//! The explicit and the symbolic engine do with programs with `U` what thesis def. 55 says: how many outcomes there are, how
//! many possibilities are in each, and what is true before and after, on cells and on arrows. A case that
//! fails is printed as a scenario, which is also read back.

use crate::actions_agreement::{build, read_back};
use dashu_int::UBig;
use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::action::{Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::{self, Access};
use hexa_engine::{Engine, EvalError, Held, UpdateError};
use hexa_lang::Writer;
use hexa_lang::syntax::Printer;
use hexa_logic::{Action, FormulaNode, Modality, Setup, Terms};
use std::cell::Cell;

fn scenario(setup: &Setup, terms: &Terms, action: Action) -> String {
    let Setup::Model(model) = setup else { return String::new() };
    let vocabulary = generate::vocabulary();
    let program = Printer::new(terms, &vocabulary).action(action);
    format!("{}\ndo {program}\n", Writer::new(terms, &vocabulary).model(model))
}

/// The possibilities in each outcome, in an order that does not depend on the engine.
fn sizes(outcomes: &[Vec<Held>]) -> Vec<(Option<UBig>, Option<UBig>)> {
    let outcomes = outcomes.iter().flatten();
    let mut sizes: Vec<_> =
        outcomes.map(|state| (state.relevant_count().ok(), state.minimal_count().ok())).collect();
    sizes.sort_unstable();
    sizes
}

fn is_too_long(error: &UpdateError) -> bool {
    matches!(error, UpdateError::Evaluation(EvalError::Limit(_)))
}

fn is_blocked(outcome: &Result<Vec<Vec<Held>>, UpdateError>) -> bool {
    matches!(outcome, Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }))
}

#[derive(Default)]
struct Tally {
    all: Cell<u32>,
    executed: Cell<u32>,
    several: Cell<u32>,
    nested: Cell<u32>,
    blocked: Cell<u32>,
    too_long: Cell<u32>,
}

impl Tally {
    #[allow(clippy::print_stdout)]
    fn print(&self, name: &str) {
        println!(
            "{name}: {} programs, {} executed, {} with several outcomes, {} with nested updates, \
             {} not executable, {} too long",
            self.all.get(),
            self.executed.get(),
            self.several.get(),
            self.nested.get(),
            self.blocked.get(),
            self.too_long.get(),
        );
        assert!(self.executed.get() * 2 > self.all.get(), "{name}: too few were executed");
        assert!(self.several.get() > 400 && self.nested.get() > 3000, "{name}: too simple");
    }
}

fn count(cell: &Cell<u32>) {
    cell.set(cell.get() + 1);
}

/// Whether an update occurs under an update.
fn is_nested(terms: &Terms, action: Action) -> bool {
    use hexa_logic::ActionNode::Update;
    let parts = terms.occurring(&[], &[action]).actions;
    parts.iter().any(|&part| match terms.action_node(part) {
        Update(_, inner) => terms.has_update(*inner),
        _ => false,
    })
}

#[test]
fn programs_with_updates_have_the_outcomes_that_the_definitions_say() {
    let tally = Tally::default();
    cases("updates", 8000, |case| {
        let setup = generate::model(case, 3, Access::Any);
        let (program, formula) = (decisions(case), decisions(case));
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Update, &program);
        let body = grow_formula(&mut terms, Kind::Update, &everybody(), &formula);
        count(&tally.all);
        let text = scenario(&setup, &terms, action);
        let states = Engine::GENERAL.map(|engine| build(engine, &setup, &terms));
        let outcomes = states.each_ref().map(|state| {
            let outcomes = state.update(&terms, action);
            outcomes.map(|outcomes| outcomes.alternatives().to_vec())
        });
        if outcomes.iter().any(|outcome| outcome.as_ref().is_err_and(is_too_long)) {
            count(&tally.too_long);
            return Ok(());
        }
        if let [Ok(explicit), Ok(symbolic), Ok(definitional)] = &outcomes {
            count(&tally.executed);
            if explicit.len() > 1 {
                count(&tally.several);
            }
            if is_nested(&terms, action) {
                count(&tally.nested);
            }
            ensure_eq!(
                read_back(&text).map(|them| them.len()),
                Ok(explicit.len()),
                "read back:\n{}",
                text
            );
            ensure_eq!(sizes(explicit), sizes(definitional), "{}", text);
            ensure_eq!(sizes(symbolic), sizes(definitional), "symbolic:\n{}", text);
        } else if outcomes.iter().all(is_blocked) {
            count(&tally.blocked);
        } else {
            let told = outcomes.map(|outcome| outcome.map(|outcomes| outcomes.len()));
            ensure!(false, "{told:?}\n{text}");
        }
        for modality in [Modality::Every, Modality::Some] {
            let formula = terms.formula(FormulaNode::After(modality, action, body));
            let [explicit, symbolic, definitional] =
                states.each_ref().map(|state| state.truth(&terms, formula));
            let too_long = |answer| matches!(answer, &Err(EvalError::Limit(_)));
            if ![&explicit, &symbolic, &definitional].into_iter().any(too_long) {
                ensure_eq!(&explicit, &definitional, "{:?}\n{}", modality, text);
                ensure_eq!(&symbolic, &definitional, "symbolic: {:?}\n{}", modality, text);
            }
        }
        Ok(())
    });
    tally.print("updates");
}
