//! Which engine holds the states of a document: the one asked for, or else the one that suits all of
//! its scenarios; and the order of variables in diagrams.

use crate::cli::{EngineChoice, OrderArgs, OrderChoice};
use crate::session::{Arrangement, Reordering};
use hexa_engine::{Choice, Engine, Ground, Limits, Order, Task};
use hexa_lang::{Document, StepKind};

/// The engine for a document, and why this one; no reason if it was asked for.
pub fn engine(
    wanted: EngineChoice,
    document: &Document,
    limits: Limits,
) -> (Engine, Option<Ground>) {
    match wanted {
        EngineChoice::Auto => {
            let Choice { engine, ground } = suitable(document, limits);
            (engine, Some(ground))
        }
        EngineChoice::Deals => (Engine::Deals, None),
        EngineChoice::Explicit => (Engine::Explicit, None),
        EngineChoice::Symbolic => (Engine::Symbolic, None),
        EngineChoice::Definitional => (Engine::Definitional, None),
    }
}

/// The order of variables that was asked for.
pub fn arrangement(args: &OrderArgs) -> Arrangement {
    let order = match args.order {
        OrderChoice::Auto => Order::Auto,
        OrderChoice::Declared => Order::Declared,
        OrderChoice::Mention => Order::Mentioned,
        OrderChoice::Force => Order::DrawnTogether,
    };
    let reordering = if args.reorder { Reordering::WhenGrown } else { Reordering::Never };
    Arrangement { order, reordering }
}

/// The engine that suits a document.
pub fn suitable(document: &Document, limits: Limits) -> Choice {
    Engine::choose(&task(document, limits))
}

/// What the scenarios of a document ask of an engine.
pub fn task(document: &Document, limits: Limits) -> Task<'_> {
    let Document { vocabulary, terms, .. } = document;
    let states = document.states.iter().map(|state| &state.setup);
    let setups = std::iter::once(&document.initial).chain(states).collect();
    let mut task =
        Task { setups, formulas: Vec::new(), actions: Vec::new(), vocabulary, terms, limits };
    for step in document.scenarios.iter().flat_map(|scenario| &scenario.steps) {
        match step.kind {
            StepKind::Check(formula) | StepKind::CheckValid(formula) | StepKind::Print(formula) => {
                task.formulas.push(formula);
            }
            StepKind::Do(action)
            | StepKind::CheckExecutable(action)
            | StepKind::CheckBlocked(action)
            | StepKind::ExpectAction(_, action)
            | StepKind::ExpectOutcomes(_, action) => task.actions.push(action),
            _ => {}
        }
    }
    task
}
