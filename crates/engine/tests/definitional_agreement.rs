//! The explicit engine executes every action as the definitions say.

mod random_actions;

use hexa_engine::generate::{self, Access};
use hexa_engine::{Engine, Held, Limits, Outcomes, UpdateError};
use hexa_logic::{ActionNode, Agent, Setup, Terms};
use proptest::prelude::*;
use random_actions::{Kind, decisions, everybody, grow, grow_formula};

fn built(setup: &Setup, terms: &Terms) -> [Held; 2] {
    let limits = Limits { max_worlds: Some(200), work: 3_000_000, ..Limits::default() };
    let build = |engine: Engine| engine.build(setup, &generate::vocabulary(), terms, &limits);
    Engine::ALL.map(|engine| build(engine).expect("a small model"))
}

/// What came of an action, as far as bisimilar states have it in common.
#[derive(PartialEq, Eq, Debug)]
enum Verdict {
    /// For each alternative, for each state, its size up to bisimilarity and who has access.
    Outcomes(Vec<Vec<(usize, Vec<Agent>)>>),
    /// It has no outcome, or there are states that disagree: which is noticed first depends on
    /// whether an engine goes step by step.
    Blocked,
    Undefined,
    Unsupported,
}

/// None if a limit was hit.
fn verdict(outcomes: Result<Outcomes<Held>, UpdateError>) -> Option<Verdict> {
    match outcomes {
        Ok(outcomes) => {
            let fact = |s: &Held| Some((s.minimal_count().ok()?, s.group().iter().collect()));
            let set = |set: &Vec<Held>| set.iter().map(fact).collect::<Option<_>>().map(sorted);
            let sets = outcomes.alternatives().iter().map(set).collect::<Option<_>>()?;
            Some(Verdict::Outcomes(sorted(sets)))
        }
        Err(UpdateError::Limit(_)) => None,
        Err(UpdateError::Undefined(_)) => Some(Verdict::Undefined),
        Err(UpdateError::Unsupported(_)) => Some(Verdict::Unsupported),
        Err(_) => Some(Verdict::Blocked),
    }
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

fn compare(kind: Kind, setup: &Setup, first: &[u8], second: &[u8]) -> Result<(), TestCaseError> {
    let mut terms = Terms::default();
    let mut action = grow(&mut terms, kind, first);
    if kind == Kind::Any {
        // Before it takes the next step of a sequence, the explicit engine takes bisimilar states of
        // a set for one. Under `L` no engine does.
        action = terms.action(ActionNode::Learn(everybody(), action));
    }
    let formula = grow_formula(&mut terms, kind, &everybody(), second);
    let states = built(setup, &terms);
    let [fast, slow] = states.each_ref().map(|state| state.truth(&terms, formula));
    if let (Ok(fast), Ok(slow)) = (&fast, &slow) {
        prop_assert_eq!(fast, slow, "{:?} {:?}", formula, terms);
    }
    let [fast, slow] = states.each_ref().map(|state| verdict(state.update(&terms, action)));
    // What is said after a marked choice the explicit engine reads after every alternative.
    if let (Some(fast), Some(slow)) = (fast, slow)
        && fast != Verdict::Undefined
    {
        prop_assert_eq!(fast, slow, "{:?} {:?}", action, terms);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn knowledge_actions_do_what_the_definitions_say(
        setup in generate::models(4, Access::Cells),
        first in decisions(),
        second in decisions(),
    ) {
        compare(Kind::Knowledge, &setup, &first, &second)?;
    }

    #[test]
    fn actions_without_concurrency_do_what_the_definitions_say(
        setup in generate::models(4, Access::Cells),
        first in decisions(),
        second in decisions(),
    ) {
        compare(Kind::Single, &setup, &first, &second)?;
    }

    #[test]
    fn all_actions_do_what_the_definitions_say(
        setup in generate::models(4, Access::Cells),
        first in decisions(),
        second in decisions(),
    ) {
        compare(Kind::Any, &setup, &first, &second)?;
    }
}
