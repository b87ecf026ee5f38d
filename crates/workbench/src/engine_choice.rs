//! Which engine holds the states of a document: the one that suits all of its scenarios.

use hexa_engine::{Choice, Engine, Limits, Task, WorldsCounted};
use hexa_lang::{Document, Quantity, StepKind};
use hexa_text::{Code, Diagnostic};

/// The engine that suits a document.
pub fn suitable(document: &Document, limits: &Limits) -> Choice {
    Engine::choose(&task(document, limits))
}

/// What the scenarios of a document ask of an engine.
pub fn task<'d>(document: &'d Document, limits: &Limits) -> Task<'d> {
    let Document { vocabulary, terms, .. } = document;
    let states = document.states.iter().map(|state| &state.setup);
    let setups = std::iter::once(&document.initial).chain(states).collect();
    let mut task = Task {
        setups,
        formulas: Vec::new(),
        actions: Vec::new(),
        counted: WorldsCounted::Relevant,
        vocabulary,
        terms,
        limits: limits.clone(),
    };
    for step in document.scenarios.iter().flat_map(|scenario| &scenario.steps) {
        match &step.kind {
            StepKind::Check(formula)
            | StepKind::CheckValid(formula)
            | StepKind::CheckAt(_, formula)
            | StepKind::Print(formula)
            | StepKind::Where(formula) => task.formulas.push(*formula),
            StepKind::Do(action)
            | StepKind::CheckExecutable(action)
            | StepKind::CheckBlocked(action)
            | StepKind::ExpectAction(_, action)
            | StepKind::ExpectOutcomes(_, action) => task.actions.push(*action),
            StepKind::ExpectAllWorlds(_)
            | StepKind::ExpectNumber(Quantity::AllWorlds, ..)
            | StepKind::PrintNumber(Quantity::AllWorlds) => task.counted = WorldsCounted::Whole,
            StepKind::PrintNumber(Quantity::Probability(formula)) => task.formulas.push(*formula),
            StepKind::PrintNumber(Quantity::Instances(of)) => task.formulas.extend(of),
            StepKind::Broken
            | StepKind::ExpectWorlds(_)
            | StepKind::ExpectMinimal(_)
            | StepKind::ExpectClasses(..)
            | StepKind::ExpectCompare(..)
            | StepKind::Save(_)
            | StepKind::Restore(_)
            | StepKind::ExpectNumber(..)
            | StepKind::PrintNumber(_)
            | StepKind::PrintCount
            | StepKind::PrintState
            | StepKind::PrintKnowledge
            | StepKind::Draw(_) => {}
        }
    }
    task
}

/// The engine of a name.
pub fn engine_named(name: &str) -> Result<Engine, Diagnostic> {
    Engine::by_name(name).ok_or_else(|| {
        let all: Vec<&str> = Engine::ALL.iter().map(|engine| engine.name()).collect();
        let message = format!("there is no engine `{name}`");
        Diagnostic::without_place(Code::WrongEngine, message)
            .help(format!("there are {}", all.join(", ")))
    })
}
