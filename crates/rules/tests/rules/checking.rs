//! The checker against the definitions, path by path, on small random models that obey def. 1 of *Epistemic GDL*.
//!
//! `HEXA_CASES=20` takes twenty times as many cases.

use fixedbitset::FixedBitSet;
use hexa_logic::{Agent, AgentAction, Fluent, PathFormula, PathFormulas, Stop};
use hexa_rules::definitional::DefinitionalChecker;
use hexa_rules::frame::{Classes, Frame, FrameBuilder, Valuation};
use hexa_rules::{Checker, GaveUp, Recall};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner};

const RECALLS: [Recall; 2] = [Recall::None, Recall::OwnAction];
/// An atom, initial and terminal; then what is legal.
const ATOM: Fluent = Fluent(0);
const INITIAL: Fluent = Fluent(1);
const TERMINAL: Fluent = Fluent(2);

fn legal(action: AgentAction) -> Fluent {
    Fluent(3 + action.0)
}

/// Always the same cases: what is found once is found again.
fn run<S: Strategy>(
    cases: u32,
    inputs: &S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let more = std::env::var("HEXA_CASES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let config =
        ProptestConfig { cases: cases * more, failure_persistence: None, ..Default::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng)
        .run(inputs, property)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// A model with facts.
#[derive(Debug)]
struct Game {
    frame: Frame,
    facts: Vec<FixedBitSet>,
    agents: usize,
    moves: usize,
}

impl Valuation for Game {
    fn truth(&self, fact: Fluent) -> FixedBitSet {
        self.facts[fact.0 as usize].clone()
    }
}

/// Decisions one after the other; zeros when there are none left.
struct Picks<'d>(std::slice::Iter<'d, u8>);

impl Picks<'_> {
    fn of(&mut self, many: usize) -> usize {
        self.0.next().map_or(0, |&pick| usize::from(pick) % many)
    }
}

/// Two actions for each agent, noop first; the conditions of def. 1.
fn game(decisions: &[u8]) -> Game {
    let mut picks = Picks(decisions.iter());
    let (agents, states) = (1 + picks.of(2), 2 + picks.of(4));
    let moves = 2 * agents;
    let mut facts = vec![FixedBitSet::with_capacity(states); 3 + moves];
    facts[1].insert(0);
    (0..states).for_each(|state| {
        facts[0].set(state, picks.of(2) == 1);
        facts[2].set(state, state > 0 && picks.of(4) == 1);
        for agent in 0..agents {
            let which = if facts[2][state] { 0 } else { picks.of(3) };
            facts[3 + 2 * agent].set(state, which != 1);
            facts[3 + 2 * agent + 1].set(state, which != 0);
        }
    });
    let joint: Vec<Box<[AgentAction]>> = match agents {
        1 => (0..2).map(|a| [AgentAction(a)].into()).collect(),
        _ => (0..4).map(|ab| [AgentAction(ab % 2), AgentAction(2 + ab / 2)].into()).collect(),
    };
    let mut builder = FrameBuilder::new(joint.clone(), vec![0]);
    (0..states).for_each(|state| {
        for (number, actions) in joint.iter().enumerate() {
            if !actions.iter().all(|action| facts[legal(*action).0 as usize][state]) {
                continue;
            }
            // A legal joint action need not lead anywhere, and never leads back to the start.
            let to = match facts[2][state] {
                true => state,
                false => picks.of(states + 1),
            };
            if (1..states).contains(&to) {
                builder.step(number as u32, to as u32);
            }
        }
        builder.end_state();
    });
    let classes = |_| {
        let of: Vec<u32> = (0..states).map(|_| picks.of(3) as u32).collect();
        Classes { of, count: 3 }
    };
    let classes = (0..agents).map(classes).collect();
    Game {
        frame: builder.finish(classes, &Stop::new()).expect("nobody stops it"),
        facts,
        agents,
        moves,
    }
}

fn formula(
    formulas: &mut PathFormulas,
    picks: &mut Picks<'_>,
    game: &Game,
    depth: usize,
) -> PathFormula {
    let part = |formulas: &mut PathFormulas, picks: &mut Picks<'_>| {
        formula(formulas, picks, game, depth - 1)
    };
    match picks.of(if depth == 0 { 4 } else { 11 }) {
        0 => formulas.fact(ATOM),
        1 => formulas.does(AgentAction(picks.of(game.moves) as u32)),
        2 => formulas.fact([TERMINAL, INITIAL][picks.of(2)]),
        3 => formulas.fact(legal(AgentAction(picks.of(game.moves) as u32))),
        4 => {
            let body = part(formulas, picks);
            formulas.not(body)
        }
        5 => {
            let of = [part(formulas, picks), part(formulas, picks)];
            formulas.and(of)
        }
        6 => {
            let of = [part(formulas, picks), part(formulas, picks)];
            formulas.or(of)
        }
        7 | 8 => {
            let body = part(formulas, picks);
            formulas.next(body)
        }
        9 => {
            let body = part(formulas, picks);
            formulas.knows(Agent::from_index(picks.of(game.agents)), body)
        }
        _ => {
            let body = part(formulas, picks);
            formulas.common(body)
        }
    }
}

fn cases() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    (vec(any::<u8>(), 60), vec(any::<u8>(), 30))
}

#[test]
fn formulas_hold_where_the_definitions_say() {
    run(600, &cases(), |(decisions, choices)| {
        let game = game(&decisions);
        let mut formulas = PathFormulas::default();
        let asked = formula(&mut formulas, &mut Picks(choices.iter()), &game, 4);
        if formulas.depth(asked) > 4 {
            return Ok(());
        }
        let stop = Stop::new();
        for recall in RECALLS {
            let oracle = DefinitionalChecker {
                frame: &game.frame,
                facts: &game,
                formulas: &formulas.clone(),
                recall,
            };
            let mut checker =
                Checker::new(&game.frame, &game, &mut formulas, recall, u64::MAX, &stop);
            let holds = checker.everywhere(asked).expect("no limit");
            for state in 0..game.frame.states() as u32 {
                prop_assert_eq!(
                    holds[state as usize],
                    oracle.holds_from(asked, state),
                    "{:?} in {}",
                    recall,
                    state
                );
                against(&game, &oracle, &mut checker, asked, state)?;
            }
        }
        Ok(())
    });
}

/// Steps that speak against a formula do, and are found if and only if it is not true on all paths.
fn against(
    game: &Game,
    oracle: &DefinitionalChecker<'_>,
    checker: &mut Checker<'_>,
    asked: PathFormula,
    state: u32,
) -> Result<(), TestCaseError> {
    let found = checker.against(asked, state).expect("no limit");
    prop_assert_eq!(found.is_none(), oracle.holds_from(asked, state));
    let Some(steps) = found else { return Ok(()) };
    let length = oracle.formulas.depth(asked) + 1;
    let begins = |path: &&hexa_rules::definitional::PathPrefix| {
        path.steps[..steps.len().min(length)] == steps[..steps.len().min(length)]
    };
    let paths = oracle.paths(state, length);
    prop_assert!(paths.iter().any(|path| begins(&path)), "the steps are a path");
    prop_assert!(paths.iter().filter(begins).all(|path| !oracle.holds(asked, path)));
    prop_assert!(!checker.along(asked, state, &steps).expect("no limit"));
    prop_assert!(game.frame.is_lasting(state));
    Ok(())
}

/// The axioms of sec. 3.1, by their numbers, for two formulas.
fn axioms(
    formulas: &mut PathFormulas,
    game: &Game,
    f: PathFormula,
    g: PathFormula,
) -> Vec<(u32, PathFormula)> {
    let (initial, terminal) = (formulas.fact(INITIAL), formulas.fact(TERMINAL));
    let mut axioms = Vec::new();
    let next_initial = formulas.next(initial);
    axioms.push((2, formulas.not(next_initial)));
    let f_then_g = formulas.implies(f, g);
    let (next_f, next_g, next_both) = (formulas.next(f), formulas.next(g), formulas.next(f_then_g));
    let then = formulas.implies(next_f, next_g);
    axioms.push((6, formulas.implies(next_both, then)));
    let (not_next, not_f) = (formulas.not(next_f), formulas.not(f));
    let next_not = formulas.next(not_f);
    axioms.push((7, formulas.iff(not_next, next_not)));
    let over = formulas.and([f, terminal]);
    axioms.push((9, formulas.implies(over, next_f)));
    let common = formulas.common(f);
    let both = formulas.and([f, common]);
    let everybody = formulas.everybody(game.agents, both);
    axioms.push((15, formulas.implies(common, everybody)));
    for agent in (0..game.agents).map(Agent::from_index) {
        axioms.extend(axioms_of(formulas, agent, terminal, (f, g)));
    }
    axioms
}

/// The axioms that speak of one agent.
fn axioms_of(
    formulas: &mut PathFormulas,
    agent: Agent,
    terminal: PathFormula,
    (f, g): (PathFormula, PathFormula),
) -> Vec<(u32, PathFormula)> {
    let own = [AgentAction(2 * agent.0), AgentAction(2 * agent.0 + 1)];
    let may = own.map(|action| formulas.fact(legal(action)));
    let does = own.map(|action| formulas.does(action));
    let mut axioms = Vec::new();
    let only_noop = {
        let not = formulas.not(may[1]);
        formulas.and([not, may[0]])
    };
    axioms.push((3, formulas.implies(terminal, only_noop)));
    axioms.push((4, formulas.or(does)));
    let two = formulas.and(does);
    axioms.push((5, formulas.not(two)));
    for (does, may) in does.into_iter().zip(may) {
        axioms.push((8, formulas.implies(does, may)));
    }
    let f_then_g = formulas.implies(f, g);
    let [knows_f, knows_g, knows_both] = [f, g, f_then_g].map(|body| formulas.knows(agent, body));
    let then = formulas.implies(knows_f, knows_g);
    axioms.push((10, formulas.implies(knows_both, then)));
    axioms.push((11, formulas.implies(knows_f, f)));
    let twice = formulas.knows(agent, knows_f);
    axioms.push((12, formulas.implies(knows_f, twice)));
    let not = formulas.not(knows_f);
    let knows_not = formulas.knows(agent, not);
    axioms.push((13, formulas.implies(not, knows_not)));
    axioms
}

#[test]
fn the_axioms_hold_in_every_model() {
    run(300, &cases(), |(decisions, choices)| {
        let game = game(&decisions);
        let mut formulas = PathFormulas::default();
        let mut picks = Picks(choices.iter());
        let f = formula(&mut formulas, &mut picks, &game, 3);
        let g = formula(&mut formulas, &mut picks, &game, 3);
        let axioms = axioms(&mut formulas, &game, f, g);
        let stop = Stop::new();
        for recall in RECALLS {
            let mut checker =
                Checker::new(&game.frame, &game, &mut formulas, recall, u64::MAX, &stop);
            for &(number, axiom) in &axioms {
                let holds = checker.everywhere(axiom).expect("no limit");
                prop_assert_eq!(holds.count_zeroes(..), 0, "axiom {} with {:?}", number, recall);
            }
        }
        Ok(())
    });
}

#[test]
fn a_check_that_takes_too_much_is_given_up() {
    let game = game(&[
        1, 3, 0, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2,
    ]);
    let mut formulas = PathFormulas::default();
    let does = formulas.does(AgentAction(0));
    let next = formulas.next(does);
    let stop = Stop::new();
    let mut checker = Checker::new(&game.frame, &game, &mut formulas, Recall::None, 1, &stop);
    assert_eq!(checker.everywhere(next), Err(GaveUp::Steps(1)));
}
