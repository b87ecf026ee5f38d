//! Truth in one world, for formulas about what actions lead to (thesis def. 32). Outside of what
//! somebody learns, actions are followed from this world only: what no outcome leads to is not
//! asked, so that nothing undefined there matters, and `α^*` ends at the first state that decides. In
//! all worlds at once everything is asked; where that is undefined, worlds are asked one by one.

use crate::compare::{bisimulation, isomorphism};
use crate::evaluation::EvalError;
use crate::explicit::bits::Bits;
use crate::explicit::interpretation::{Interpreter, Pointed};
use crate::explicit::iteration;
use crate::explicit::modality::{self, Claim};
use crate::explicit::model::Submodel;
use crate::explicit::probability;
use crate::explicit::relation::Relation;
use crate::explicit::state::State;
use crate::explicit::truth;
use crate::limits::{Limit, model_bytes};
use dashu_int::UBig;
use hexa_logic::{Action, ActionNode, Agent, Formula, FormulaNode, Group, Modality, Terms, World};

/// More states than this are not explored.
const MAX_STATES: usize = 10_000;

/// Whether a formula is true in the actual world.
pub fn holds(state: &State, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
    if truth::can_be_laid_out(state, terms, formula) {
        return Ok(truth::truth(state, terms, formula)?.contains(state.point().index()));
    }
    truth::check(state, terms, formula)?;
    holds_at(&mut interpreter(state, terms), (Interpreter::START, state.point()), formula)
}

/// Whether a formula is true in every relevant world.
pub fn is_valid(state: &State, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
    Ok(state.relevant()?.is_subset(&relevant_truth(state, terms, formula)?))
}

/// The relevant worlds where a formula is true, and perhaps others.
pub(crate) fn relevant_truth(
    state: &State,
    terms: &Terms,
    formula: Formula,
) -> Result<Bits, EvalError> {
    match truth::truth(state, terms, formula) {
        Err(error) if is_needed_somewhere(&error) => {}
        found => return found,
    }
    truth::check(state, terms, formula)?;
    let mut interpreter = interpreter(state, terms);
    let mut truth = Bits::with_capacity(state.model().worlds());
    for world in state.relevant()?.ones() {
        let here = (Interpreter::START, World::from_index(world));
        truth.set(world, holds_at(&mut interpreter, here, formula)?);
    }
    Ok(truth)
}

fn interpreter<'t>(state: &State, terms: &'t Terms) -> Interpreter<'t> {
    Interpreter::new(terms, state.limits(), state.submodel.clone(), state.group().clone())
}

/// Whether an error says that a value is undefined that may not be needed.
pub(crate) fn is_needed_somewhere(error: &EvalError) -> bool {
    match error {
        EvalError::NoProbability { .. } | EvalError::Disagreement { .. } => true,
        EvalError::Undefined(_)
        | EvalError::Unsupported(_)
        | EvalError::Limit(_)
        | EvalError::Unweighed { .. }
        | EvalError::Unanswerable { .. } => false,
    }
}

/// Whether a formula is true in a world.
fn holds_at(
    interpreter: &mut Interpreter<'_>,
    here: Pointed,
    formula: Formula,
) -> Result<bool, EvalError> {
    use FormulaNode as F;
    let terms = interpreter.terms();
    if !asks_after(terms, formula) {
        match interpreter.attempt(|interpreter| holds_now(interpreter, here, formula)) {
            Err(error) if is_needed_somewhere(&error) && is_joined(terms, formula) => {}
            found => return found,
        }
    }
    interpreter.deepen()?;
    let holds = match terms.node(formula) {
        F::Not(part) => !holds_at(interpreter, here, *part)?,
        F::And(of) => count(interpreter, here, of)? == of.len(),
        F::Or(of) => count(interpreter, here, of)? > 0,
        F::Implies(left, right) => {
            let (left, right) =
                (holds_at(interpreter, here, *left)?, holds_at(interpreter, here, *right)?);
            !left || right
        }
        F::Iff(left, right) => {
            holds_at(interpreter, here, *left)? == holds_at(interpreter, here, *right)?
        }
        F::Count(of, test) => test.accepts(count(interpreter, here, of)? as i64),
        F::After(modality, action, body) => {
            let claim = Claim { modality: *modality, actions: &[*action], body: *body };
            after(interpreter, here, claim)?
        }
        F::True
        | F::False
        | F::Atom(_)
        | F::Knows(..)
        | F::Believes(..)
        | F::Imagines(..)
        | F::KnowsWhether(..)
        | F::Everybody(..)
        | F::Common(..)
        | F::Distributed(..)
        | F::Probability(..) => holds_now(interpreter, here, formula)?,
    };
    interpreter.rise();
    Ok(holds)
}

/// Whether an action stands in a formula outside of what somebody knows.
fn asks_after(terms: &Terms, formula: Formula) -> bool {
    let mut waiting = vec![formula];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(formula) = waiting.pop() {
        if matches!(terms.node(formula), FormulaNode::After(..)) {
            return true;
        }
        if is_joined(terms, formula) && seen.insert(formula) {
            terms.node(formula).parts(|part| waiting.push(part));
        }
    }
    false
}

/// Whether a formula is made of others by connectives.
fn is_joined(terms: &Terms, formula: Formula) -> bool {
    use FormulaNode as F;
    matches!(
        terms.node(formula),
        F::Not(_) | F::And(_) | F::Or(_) | F::Implies(..) | F::Iff(..) | F::Count(..)
    )
}

fn count(
    interpreter: &mut Interpreter<'_>,
    here: Pointed,
    of: &[Formula],
) -> Result<usize, EvalError> {
    let mut true_here = 0;
    for &part in of {
        true_here += usize::from(holds_at(interpreter, here, part)?);
    }
    Ok(true_here)
}

fn holds_now(
    interpreter: &mut Interpreter<'_>,
    (place, world): Pointed,
    formula: Formula,
) -> Result<bool, EvalError> {
    match interpreter.attempt(|interpreter| interpreter.truth(place, formula)) {
        Err(error) if is_needed_somewhere(&error) => {
            is_known(interpreter, (place, world), formula, error)
        }
        found => Ok(found?.contains(world.index())),
    }
}

/// What somebody knows, or how likely they think it, asked in each world that they consider possible.
#[expect(clippy::wildcard_enum_match_arm, reason = "formulas of all other forms are alike here")]
fn is_known(
    interpreter: &mut Interpreter<'_>,
    (place, world): Pointed,
    formula: Formula,
    otherwise: EvalError,
) -> Result<bool, EvalError> {
    use FormulaNode as F;
    let seen = |interpreter: &Interpreter<'_>, group: &Group, from: usize, how: How| {
        let Submodel { model, domain, .. } = interpreter.submodel(place);
        let sees = |agent: Agent, to: usize| match model.relation(agent) {
            Some(Relation::Cells(cells)) => cells.class()[from] == cells.class()[to],
            Some(Relation::Arrows(arrows)) => arrows.successors(from).contains(&(to as u32)),
            None => false,
        };
        let related = |to: &usize| match how {
            How::Any => group.iter().any(|agent| sees(agent, *to)),
            How::All => group.iter().all(|agent| sees(agent, *to)),
        };
        domain.ones().filter(related).collect::<Vec<usize>>()
    };
    let from = world.index();
    interpreter.spend(interpreter.submodel(place).size)?;
    let (worlds, part) = match interpreter.terms().node(formula) {
        F::Probability(agent, part, ..) => {
            need_weights(interpreter, (place, world), otherwise)?;
            (seen(interpreter, &Group::from(*agent), from, How::Any), *part)
        }
        F::Knows(agent, part)
        | F::Believes(agent, part)
        | F::Imagines(agent, part)
        | F::KnowsWhether(agent, part) => {
            (seen(interpreter, &Group::from(*agent), from, How::Any), *part)
        }
        F::Everybody(group, part) => (seen(interpreter, group, from, How::Any), *part),
        F::Distributed(group, part) if !group.is_empty() => {
            (seen(interpreter, group, from, How::All), *part)
        }
        F::Common(group, part) => {
            let mut reached = vec![from];
            let mut at = 0;
            while at < reached.len() {
                interpreter.spend(interpreter.submodel(place).size)?;
                let next = seen(interpreter, group, reached[at], How::Any);
                let next = next.into_iter().filter(|to| !reached.contains(to));
                let next: Vec<usize> = next.collect();
                reached.extend(next);
                at += 1;
            }
            (reached, *part)
        }
        _ => return Err(otherwise),
    };
    let mut holding = 0;
    let mut column = Bits::with_capacity(interpreter.submodel(place).model.worlds());
    for &world in &worlds {
        let holds = holds_at(interpreter, (place, World::from_index(world)), part)?;
        holding += usize::from(holds);
        column.set(world, holds);
    }
    Ok(match interpreter.terms().node(formula) {
        F::Imagines(..) => holding > 0,
        F::KnowsWhether(..) => holding == 0 || holding == worlds.len(),
        F::Probability(agent, _, comparison, ratio) => {
            let (submodel, pace) = (interpreter.submodel(place), interpreter.pace());
            probability::compares(submodel, *agent, &column, *comparison, *ratio, pace)?
                .contains(from)
        }
        _ => holding == worlds.len(),
    })
}

/// Where weights are lost, only those of relevant worlds matter.
fn need_weights(
    interpreter: &Interpreter<'_>,
    here: Pointed,
    otherwise: EvalError,
) -> Result<(), EvalError> {
    let relevant = state_at(interpreter, here).relevant_worlds(interpreter.pace())?;
    match interpreter.submodel(here.0).model.weights().lost_in(&relevant) {
        Some(_) => Err(otherwise),
        None => Ok(()),
    }
}

/// Whether one of a group sees something, or all of them.
#[derive(Clone, Copy)]
enum How {
    Any,
    All,
}

fn state_at(interpreter: &Interpreter<'_>, (place, world): Pointed) -> State {
    let reached = interpreter.reached_at(place);
    let limits = interpreter.limits().clone();
    State::at_world(reached.submodel.clone(), reached.group.clone(), world, limits)
}

fn reach(interpreter: &mut Interpreter<'_>, state: &State) -> Pointed {
    (interpreter.reach(state.submodel.clone(), state.group().clone()), state.point())
}

/// Whether a formula is true after actions, one after the other: `[α]φ` if every outcome has some
/// member where it is, `<α>φ` if some outcome has only such.
fn after(
    interpreter: &mut Interpreter<'_>,
    here: Pointed,
    claim: Claim<'_>,
) -> Result<bool, EvalError> {
    let Claim { modality, actions, body } = claim;
    let Some((&action, rest)) = actions.split_first() else {
        return holds_at(interpreter, here, body);
    };
    let terms = interpreter.terms();
    match terms.action_node(action) {
        // What a test does depends on the updates around it.
        _ if terms.has_update(action) => in_all_worlds(interpreter, here, claim),
        ActionNode::Sequence(parts) => {
            let actions: Vec<Action> = parts.iter().chain(rest).copied().collect();
            after(interpreter, here, Claim { actions: &actions, ..claim })
        }
        ActionNode::Choice(parts, mark) => {
            let mut decided = 0;
            let counted = parts.iter().enumerate();
            let counted = counted.filter(|(at, _)| mark.is_none_or(|mark| mark as usize == *at));
            let counted: Vec<Action> = counted.map(|(_, &part)| part).collect();
            for &part in &counted {
                let actions: Vec<Action> = [&[part], rest].concat();
                let claim = Claim { modality, actions: &actions, body };
                decided += usize::from(after(interpreter, here, claim)?);
            }
            Ok(match modality {
                Modality::Every => decided == counted.len(),
                Modality::Some => decided > 0,
            })
        }
        ActionNode::Star(inner) => {
            iterate(interpreter, here, *inner, Claim { actions: rest, ..claim })
        }
        ActionNode::Test(_)
        | ActionNode::Assign(_)
        | ActionNode::Learn(..)
        | ActionNode::Concurrent(_)
        | ActionNode::Event(..)
        | ActionNode::Epistemic(..)
        | ActionNode::Message(_)
        | ActionNode::Game(_)
        | ActionNode::Suspect(..)
        | ActionNode::Fix(_)
        | ActionNode::Variable(_)
        | ActionNode::Update(..) => {
            after_one(interpreter, here, action, Claim { actions: rest, ..claim })
        }
    }
}

/// The same, found in all worlds at once.
fn in_all_worlds(
    interpreter: &mut Interpreter<'_>,
    (place, world): Pointed,
    claim: Claim<'_>,
) -> Result<bool, EvalError> {
    Ok(modality::after(interpreter, place, claim)?.contains(world.index()))
}

/// After one action that is executed as a whole.
fn after_one(
    interpreter: &mut Interpreter<'_>,
    here: Pointed,
    action: Action,
    claim: Claim<'_>,
) -> Result<bool, EvalError> {
    interpreter.spend(1)?;
    let outcomes = interpreter.outcomes_at(here, action)?;
    let mut passed = 0;
    for outcome in &outcomes {
        let mut members = 0;
        for &member in outcome {
            members += usize::from(after(interpreter, member, claim)?);
        }
        passed += usize::from(match claim.modality {
            Modality::Every => members > 0,
            Modality::Some => members == outcome.len(),
        });
    }
    Ok(match claim.modality {
        Modality::Every => passed == outcomes.len(),
        Modality::Some => passed > 0,
    })
}

/// After an action any number of times: state by state, until one decides or none is new. States are the
/// same if they are bisimilar; where `D` could tell bisimilar ones apart, if they are isomorphic.
fn iterate(
    interpreter: &mut Interpreter<'_>,
    here: Pointed,
    inner: Action,
    claim: Claim<'_>,
) -> Result<bool, EvalError> {
    let kind = Sameness::of(interpreter.terms(), inner, claim);
    let mut found: Vec<(State, Pointed)> = Vec::new();
    let mut waiting = std::collections::VecDeque::from([here]);
    let mut bytes = UBig::ZERO;
    while let Some(next) = waiting.pop_front() {
        let Some((state, at)) = kind.admit(interpreter, &found, next)? else { continue };
        bytes += model_bytes(
            &UBig::from(state.world_count()),
            state.group().len(),
            state.model().atoms(),
        );
        let allowed = interpreter.limits().memory;
        if bytes > UBig::from(allowed) {
            return Err(EvalError::Limit(Limit::Memory { allowed, needed: bytes }));
        }
        if found.len() >= MAX_STATES {
            return Err(EvalError::Limit(Limit::Work(MAX_STATES as u64)));
        }
        found.push((state, at));
        if after(interpreter, at, claim)? == (claim.modality == Modality::Some) {
            return Ok(claim.modality == Modality::Some);
        }
        for outcome in interpreter.outcomes_at(at, inner)? {
            match outcome[..] {
                [state] => waiting.push_back(state),
                // Sets of states are followed in all worlds at once.
                _ => return iterate_in_all_worlds(interpreter, here, inner, claim),
            }
        }
    }
    Ok(claim.modality == Modality::Every)
}

fn iterate_in_all_worlds(
    interpreter: &mut Interpreter<'_>,
    (place, world): Pointed,
    inner: Action,
    claim: Claim<'_>,
) -> Result<bool, EvalError> {
    Ok(iteration::after(interpreter, place, inner, claim)?.contains(world.index()))
}

/// When states are the same, for what is asked of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sameness {
    Bisimilar,
    /// Among the relevant worlds.
    Isomorphic,
    /// `P` looks at weights, and `D` of nobody at all worlds.
    Equal,
}

impl Sameness {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    fn of(terms: &Terms, inner: Action, claim: Claim<'_>) -> Self {
        let actions: Vec<Action> = [&[inner], claim.actions].concat();
        let occurring = terms.occurring(&[claim.body], &actions).formulas;
        let needed = occurring.iter().map(|&formula| match terms.node(formula) {
            FormulaNode::Probability(..) => Self::Equal,
            FormulaNode::Distributed(group, _) if group.is_empty() => Self::Equal,
            FormulaNode::Distributed(..) => Self::Isomorphic,
            _ => Self::Bisimilar,
        });
        needed.max_by_key(|sameness| *sameness as u8).unwrap_or(Self::Bisimilar)
    }

    /// A state that is the same as none of those found, made small, with where it is now.
    fn admit(
        self,
        interpreter: &mut Interpreter<'_>,
        found: &[(State, Pointed)],
        next: Pointed,
    ) -> Result<Option<(State, Pointed)>, EvalError> {
        let state = state_at(interpreter, next);
        let state = match self {
            Self::Equal => {
                let known = found.iter().any(|(_, at)| *at == next);
                return Ok((!known).then_some((state, next)));
            }
            Self::Isomorphic => state.only_relevant(interpreter.pace())?,
            Self::Bisimilar => bisimulation::contraction(&state)?,
        };
        for (other, _) in found {
            interpreter.spend(state.world_count() + 1)?;
            let same = match self {
                Self::Isomorphic => isomorphism::isomorphic(other, &state)?,
                Self::Bisimilar | Self::Equal => {
                    other.world_count() == state.world_count()
                        && bisimulation::bisimilar(other, &state)?
                }
            };
            if same {
                return Ok(None);
            }
        }
        let at = reach(interpreter, &state);
        Ok(Some((state, at)))
    }
}
