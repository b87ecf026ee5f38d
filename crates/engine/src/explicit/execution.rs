//! Executing actions: from a state to the states it can become (thesis defs. 33-35).
//! A sequence runs step by step. Outcomes that are bisimilar count once.

use crate::announcement;
use crate::compare::bisimulation::{self, bisimilar};
use crate::definedness;
use crate::evaluation::EvalError;
use crate::explicit::interpretation::Interpreter;
use crate::explicit::state::State;
use crate::explicit::truth;
use crate::limits::{Limit, Work};
use crate::outcomes::{Outcomes, UpdateError};
use hexa_logic::{Action, ActionNode, Formula, FormulaNode, Group, Terms, World};
use std::cmp::Ordering;
use std::slice;

/// More outcomes than this are not followed.
const MAX_OUTCOMES: usize = 10_000;

/// Executes an action.
pub fn update(
    state: &State,
    terms: &Terms,
    action: Action,
) -> Result<Outcomes<State>, UpdateError> {
    let arrows = state.model().arrow_agents();
    let groups = definedness::check_action(terms, action, state.group(), &arrows)?;
    if let ([group], true) = (&groups[..], announcement::is_one(terms, action)) {
        return announce(state, terms, action, group.clone()).map(Outcomes::one);
    }
    match step_by_step(state, terms, action)? {
        Some(outcomes) => Ok(outcomes),
        None => Ok(Outcomes::new(distinct_sets(outcomes(state, terms, action)?)?)),
    }
}

/// Follows a sequence one part after the other, so that models in between can be forgotten. That only
/// works while outcomes are single states: from bisimilar members of a set, different ways may be taken.
fn step_by_step(
    state: &State,
    terms: &Terms,
    action: Action,
) -> Result<Option<Outcomes<State>>, UpdateError> {
    let mut alternatives = vec![vec![state.clone()]];
    let steps = steps(terms, action);
    for (at, &step) in steps.iter().enumerate() {
        let next = follow(&alternatives, terms, step)?;
        if at + 1 < steps.len() && next.iter().any(|set| set.len() > 1) {
            return Ok(None);
        }
        alternatives = distinct_sets(next)?;
    }
    Ok(Some(Outcomes::new(alternatives)))
}

/// The parts of a sequence, or the action itself.
#[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
pub(crate) fn steps(terms: &Terms, action: Action) -> Vec<Action> {
    match terms.action_node(action) {
        // What a test does depends on the updates around it.
        _ if terms.has_update(action) => vec![action],
        ActionNode::Sequence(parts) => parts.iter().flat_map(|&part| steps(terms, part)).collect(),
        _ => vec![action],
    }
}

fn announce(
    state: &State,
    terms: &Terms,
    action: Action,
    group: Group,
) -> Result<State, UpdateError> {
    let mut work = Work::new(state.limits());
    let tests = announcement::tests(terms, action, &mut work)?;
    let mut next = state.clone();
    for test in tests {
        // Access in between is the tests' own affair, and was checked before.
        let column = truth::column(&next, terms, test)?;
        if !column.contains(next.point().index()) {
            return Err(UpdateError::NotExecutable { test });
        }
        next = next.restrict(&column, state.group().clone(), work.pace())?;
    }
    Ok(next.with_group(group))
}

/// One step from each single state.
fn follow(
    alternatives: &[Vec<State>],
    terms: &Terms,
    step: Action,
) -> Result<Vec<Vec<State>>, UpdateError> {
    let mut next = Vec::new();
    let mut blocked = None;
    for state in alternatives.iter().flatten() {
        match outcomes(state, terms, step) {
            Err(why @ (UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. })) => {
                blocked.get_or_insert(why);
            }
            found => next.extend(found?),
        }
        if next.len() > MAX_OUTCOMES {
            return Err(EvalError::Limit(Limit::Work(MAX_OUTCOMES as u64)).into());
        }
    }
    match (next.is_empty(), blocked) {
        (true, Some(why)) => Err(why),
        _ => Ok(next),
    }
}

/// Sets of states, those with the same members up to bisimilarity once: the smallest of them.
fn distinct_sets(sets: Vec<Vec<State>>) -> Result<Vec<Vec<State>>, Limit> {
    let mut distinct: Vec<Vec<State>> = Vec::new();
    'sets: for set in sets {
        let set = distinct_members(set)?;
        for known in &mut distinct {
            if same(known, &set)? {
                if is_smaller(&set, known)? {
                    *known = set;
                }
                continue 'sets;
            }
        }
        distinct.push(set);
    }
    Ok(distinct)
}

/// Whether one set of states has fewer relevant worlds than another one that is bisimilar to it, or as many and
/// fewer cells, agent by agent, or as many of these and fewer worlds that cannot be reached.
fn is_smaller(states: &[State], than: &[State]) -> Result<bool, Limit> {
    match count_relevant(states)?.cmp(&count_relevant(than)?) {
        Ordering::Less => Ok(true),
        Ordering::Equal => {
            Ok((count_cells(states)?, count_worlds(states))
                < (count_cells(than)?, count_worlds(than)))
        }
        Ordering::Greater => Ok(false),
    }
}

/// How many worlds there are, reachable or not.
fn count_worlds(states: &[State]) -> usize {
    states.iter().map(State::world_count).sum()
}

fn count_relevant(states: &[State]) -> Result<usize, Limit> {
    states.iter().map(State::relevant_count).sum()
}

/// How many cells there are in all states, of the first agent, the second, and so on. Arrows have none.
fn count_cells(states: &[State]) -> Result<Vec<usize>, Limit> {
    let agents = states.first().map(|state| state.group().clone()).unwrap_or_default();
    let of_agent =
        |agent| states.iter().map(|state| Ok(state.class_count(agent)?.unwrap_or(0))).sum();
    agents.iter().map(of_agent).collect()
}

/// The states of a set, of bisimilar ones the smallest. A set that is followed further keeps them all.
fn distinct_members(states: Vec<State>) -> Result<Vec<State>, Limit> {
    let mut distinct: Vec<State> = Vec::new();
    'states: for state in states {
        for known in &mut distinct {
            if bisimilar(known, &state)? {
                if is_smaller(slice::from_ref(&state), slice::from_ref(known))? {
                    *known = state;
                }
                continue 'states;
            }
        }
        distinct.push(state);
    }
    Ok(distinct)
}

/// Whether two sets have the same states up to bisimilarity.
fn same(left: &[State], right: &[State]) -> Result<bool, Limit> {
    Ok(are_among(left, right)? && are_among(right, left)?)
}

fn are_among(states: &[State], set: &[State]) -> Result<bool, Limit> {
    for state in states {
        if !is_among(state, set)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a state is bisimilar to one of a set.
fn is_among(state: &State, set: &[State]) -> Result<bool, Limit> {
    for other in set {
        if bisimilar(other, state)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The outcomes of an action in a state; there is at least one.
fn outcomes(state: &State, terms: &Terms, action: Action) -> Result<Vec<Vec<State>>, UpdateError> {
    let (submodel, group) = (state.submodel.clone(), state.group().clone());
    let mut interpreter = Interpreter::new(terms, state.limits(), submodel, group);
    let sets = interpreter.outcomes_at((Interpreter::START, state.point()), action)?;
    if sets.is_empty() {
        return Err(reason(&mut interpreter, action, state.point())?);
    }
    let reached = |&(place, world): &(usize, World)| {
        let reached = interpreter.reached_at(place);
        let (submodel, group) = (reached.submodel.clone(), reached.group.clone());
        let outcome = state.turned_into(submodel, group, world, interpreter.pace())?;
        match terms.has_update(action) {
            // A possibility is its smallest picture.
            true => bisimulation::contraction(&outcome),
            false => Ok(outcome),
        }
    };
    let set = |set: &Vec<(usize, World)>| set.iter().map(reached).collect::<Result<_, Limit>>();
    Ok(sets.iter().map(set).collect::<Result<_, _>>()?)
}

/// The smallest part of an action without outcome that has none.
#[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
fn reason(
    interpreter: &mut Interpreter<'_>,
    action: Action,
    world: World,
) -> Result<UpdateError, EvalError> {
    match interpreter.terms().action_node(action) {
        _ if interpreter.terms().has_update(action) => {
            interpreter.why_no_update(Interpreter::START, action, world.0)
        }
        ActionNode::Test(test) => Ok(UpdateError::NotExecutable { test: *test }),
        ActionNode::Learn(_, inner) => reason(interpreter, *inner, world),
        ActionNode::Game(game) => reason(interpreter, game.description, world),
        ActionNode::Choice(parts, Some(chosen)) => {
            reason(interpreter, parts[*chosen as usize], world)
        }
        ActionNode::Concurrent(parts) => {
            for &part in parts {
                if interpreter.outcomes_at((Interpreter::START, world), part)?.is_empty() {
                    return reason(interpreter, part, world);
                }
            }
            Ok(UpdateError::NoOutcome { action })
        }
        ActionNode::Event(frame, event) => {
            let event = &interpreter.terms().frame(*frame).events[event.index()];
            Ok(UpdateError::NotExecutable { test: event.precondition })
        }
        ActionNode::Message(index) => {
            let event = &interpreter.terms().said(*index).1.events[0];
            Ok(UpdateError::NotExecutable { test: event.precondition })
        }
        ActionNode::Epistemic(expression, index) => {
            let event = &interpreter.terms().epistemic(*index).frame.events[0];
            let tests = tests_of(interpreter.terms(), *expression);
            let here = (Interpreter::START, world.index());
            let test = first_false(interpreter, here, event.precondition, &tests)?;
            Ok(UpdateError::NotExecutable { test })
        }
        _ => Ok(UpdateError::NoOutcome { action }),
    }
}

/// The tests that an action expression makes itself, not those that are suspected.
#[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
pub(crate) fn tests_of(terms: &Terms, expression: Action) -> Vec<Formula> {
    let (mut tests, mut waiting) = (Vec::new(), vec![expression]);
    while let Some(action) = waiting.pop() {
        match terms.action_node(action) {
            ActionNode::Test(formula) => tests.push(*formula),
            ActionNode::Suspect(..) => {}
            node => waiting.extend(node.parts()),
        }
    }
    tests
}

/// The first test of a precondition that is false: a part of a conjunction, or what should hold after
/// the first parts of a sequence.
#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
fn first_false(
    interpreter: &mut Interpreter<'_>,
    (place, world): (usize, usize),
    precondition: Formula,
    tests: &[Formula],
) -> Result<Formula, EvalError> {
    if tests.contains(&precondition) {
        return Ok(precondition);
    }
    match interpreter.terms().node(precondition) {
        FormulaNode::And(of) => {
            for &part in of {
                if !interpreter.truth(place, part)?.contains(world) {
                    return first_false(interpreter, (place, world), part, tests);
                }
            }
            Ok(precondition)
        }
        FormulaNode::After(_, action, later) => {
            let led = interpreter.outcomes_at((place, World::from_index(world)), *action)?;
            match led.first().and_then(|set| set.first()) {
                Some(&(place, world)) => {
                    first_false(interpreter, (place, world.index()), *later, tests)
                }
                None => Ok(precondition),
            }
        }
        _ => Ok(precondition),
    }
}
