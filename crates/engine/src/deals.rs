//! States of card games at full size: deals of cards under questions and answers, which are too many to list
//! and whose holders see too different things for diagrams of everything (thesis ch. 2 and sec. 5.3, Cluedo paper
//! sec. 2). Here a set of worlds is a chart, in which a card is one test; choices of cards that were shown
//! are left out wherever they do not matter. The answers are those of the other engines.

mod chart;
mod conflict;
mod deck;
mod explanation;
mod knowledge;
mod listing;
mod model;
mod moves;
mod probability;
mod random;
mod record;
mod relevant;
mod truth;
mod weights;

pub use crate::building::NoDeal;
pub use conflict::{Conflict, Core, Fact, Obstacle, Reason, Refused, Size};
pub use probability::{Grid, WeighedHand};
pub use record::{
    Answer, Asked, Chance, Course, Courses, Dealing, Event, Inquiry, Insight, Left, Looks,
    Misdealt, NoAnswer, NoView, Player, Record, Regard, Reply, Witness,
};

use crate::building::BuildError;
use crate::building::WhyNot;
use crate::compare::bisimulation;
use crate::comparison::CompareError;
use crate::definedness;
use crate::evaluation::EvalError;
use crate::limits::{Limit, Limits};
use crate::outcomes::{Outcomes, UpdateError};
use crate::propositional::Proposition;
use crate::propositional::conjuncts;
use chart::{Chart, NO, YES};
use deck::Deck;
use hexa_logic::{
    Action, Agent, Atom, Card, DealSetup, Formula, FormulaNode, Group, Modality, Setup, Terms,
    Vocabulary,
};
use model::{Model, World};
use moves::Step;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use truth::Evaluator;

/// A state of a card game. It never changes and is cheap to clone.
#[derive(Clone, Debug)]
pub struct State {
    model: Arc<Model>,
    group: Group,
    point: Arc<World>,
    limits: Limits,
    relevant: Arc<relevant::Remembered>,
}

/// Builds an initial state.
pub(crate) fn build(
    setup: &Setup,
    vocabulary: &Vocabulary,
    terms: &Terms,
    limits: &Limits,
) -> Result<State, BuildError> {
    let Setup::Deal(setup) = setup else { return Err(BuildError::NoDeal(NoDeal::OtherState)) };
    let deck = Arc::new(Deck::new(setup, vocabulary)?);
    let group: Group = deck.agents().collect();
    let mut model = Arc::new(Model::all_deals(deck, &limits.room())?);
    let mut evaluator = Evaluator::new(terms, group.clone());
    let point = Arc::new(World { holder_of: holders_of_cards(setup, &model), shown: Vec::new() });
    let mut obeys = true;
    for law in conjuncts(terms, setup.law) {
        Proposition::new(terms, law)?;
        let truth = evaluator.truth(&model, law).map_err(|error| BuildError::of_law(law, error))?;
        obeys &= point.is_in(&truth);
        model = Arc::new(model.after_statement(&truth));
    }
    match obeys {
        true => Ok(State { model, group, point, limits: limits.clone(), relevant: Arc::default() }),
        false if model.law()?.is_false() => Err(BuildError::NoWorldObeysTheLaw),
        false => Err(BuildError::PointBreaksTheLaw),
    }
}

/// Whether a state can be held, before it is built.
pub(crate) fn admit(setup: &Setup, vocabulary: &Vocabulary) -> Result<(), NoDeal> {
    match setup {
        Setup::Deal(deal) => deck::admit(deal, vocabulary),
        Setup::Structure(_) | Setup::Hypercube(_) | Setup::Model(_) | Setup::Weighed(_) => {
            Err(NoDeal::OtherState)
        }
    }
}

/// Whether actions can be executed after a deal, before they are.
pub(crate) fn admit_actions(
    terms: &Terms,
    actions: &[Action],
    setup: &Setup,
    vocabulary: &Vocabulary,
) -> Result<(), WhyNot> {
    let Setup::Deal(setup) = setup else {
        return Err(WhyNot::Initial(BuildError::NoDeal(NoDeal::OtherState)));
    };
    let deck = Deck::new(setup, vocabulary).map_err(WhyNot::Initial)?;
    let mut actions = actions.iter();
    actions.try_for_each(|&action| moves::admit(terms, action, &deck)).map_err(
        |error| match error {
            EvalError::Unsupported(what) => WhyNot::Action(what),
            EvalError::Undefined(_)
            | EvalError::Limit(_)
            | EvalError::NoProbability { .. }
            | EvalError::Unweighed { .. }
            | EvalError::Disagreement { .. }
            | EvalError::Unanswerable { .. } => WhyNot::Depth(truth::MOST_DEPTH),
        },
    )
}

/// Who holds each card.
fn holders_of_cards(setup: &DealSetup, model: &Model) -> Vec<u8> {
    let mut holder_of = vec![0; model.deck.cards()];
    for (holder, hand) in setup.deal.hands().iter().enumerate() {
        for place in hand.iter().filter_map(|&card| model.deck.place(card)) {
            holder_of[place] = holder as u8;
        }
    }
    holder_of
}

impl State {
    /// What may be used for this state.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Who has access.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// The cards, in order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        (0..self.model.deck.cards()).map(|place| self.model.deck.card(place))
    }

    fn evaluator<'t>(&self, terms: &'t Terms) -> Evaluator<'t> {
        Evaluator::new(terms, self.model.deck.agents().collect())
    }

    /// Whether a formula means anything here.
    fn check(&self, terms: &Terms, formula: Formula) -> Result<(), EvalError> {
        Ok(definedness::check_formula(terms, formula, &self.group, &Group::empty())?)
    }

    /// Where a formula is true, if it means anything here.
    fn truth(&self, terms: &Terms, formula: Formula) -> Result<Chart, EvalError> {
        self.check(terms, formula)?;
        self.evaluator(terms).truth(&self.model, formula)
    }

    /// Whether a formula is true in the actual world.
    pub fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        self.check(terms, formula)?;
        self.holds_after(terms, formula, 0)
    }

    /// Whether a formula is true in the actual world, after so many actions inside of formulas.
    fn holds_after(&self, terms: &Terms, formula: Formula, depth: u64) -> Result<bool, EvalError> {
        if depth > truth::MOST_DEPTH {
            return Err(EvalError::Limit(Limit::Depth(truth::MOST_DEPTH)));
        }
        let needed = here(terms, formula);
        let mut known: FxHashMap<Formula, bool> = FxHashMap::default();
        for formula in needed {
            let holds = self.holds_of(terms, formula, &known, depth)?;
            known.insert(formula, holds);
        }
        Ok(known.get(&formula).copied().unwrap_or(false))
    }

    /// Whether a formula is true in the actual world, if that is known of its parts.
    fn holds_of(
        &self,
        terms: &Terms,
        formula: Formula,
        known: &FxHashMap<Formula, bool>,
        depth: u64,
    ) -> Result<bool, EvalError> {
        use FormulaNode as F;
        let of = |part: &Formula| known.get(part).copied().unwrap_or(false);
        Ok(match terms.node(formula) {
            F::True => true,
            F::False => false,
            F::Not(part) => !of(part),
            F::And(parts) => parts.iter().all(of),
            F::Or(parts) => parts.iter().any(of),
            F::Implies(left, right) => !of(left) || of(right),
            F::Iff(left, right) => of(left) == of(right),
            F::Count(parts, test) => {
                test.accepts(parts.iter().filter(|part| of(part)).count() as i64)
            }
            F::Knows(agent, part) | F::Believes(agent, part) => {
                self.knows(terms, std::iter::once(*agent), *part)?
            }
            F::Everybody(group, part) => self.knows(terms, group.iter(), *part)?,
            F::Imagines(agent, part) => {
                let truth = self.evaluator(terms).truth(&self.model, *part)?;
                let cell = self.model.cell(&self.model.sight(*agent), &self.point);
                self.model.is_within(&cell, &truth, YES).map_err(EvalError::Limit)?
            }
            F::KnowsWhether(agent, part) => {
                let truth = self.evaluator(terms).truth(&self.model, *part)?;
                let cell = self.model.cell(&self.model.sight(*agent), &self.point);
                let end = if self.point.is_in(&truth) { NO } else { YES };
                !self.model.is_within(&cell, &truth, end).map_err(EvalError::Limit)?
            }
            F::Probability(agent, part, comparison, ratio) => {
                let truth = self.evaluator(terms).truth(&self.model, *part)?;
                let found = self.probability(*agent, &truth).map_err(EvalError::Limit)?;
                probability::holds(&found, *comparison, *ratio)
            }
            F::After(modality, action, body) => {
                self.after(terms, (*modality, *action), *body, depth + 1)?
            }
            F::Atom(_) | F::Common(..) | F::Distributed(..) => {
                let truth = self.evaluator(terms).truth(&self.model, formula)?;
                self.point.is_in(&truth)
            }
        })
    }

    /// Whether all of some agents know something: looked for in what they consider possible.
    fn knows(
        &self,
        terms: &Terms,
        agents: impl Iterator<Item = Agent>,
        part: Formula,
    ) -> Result<bool, EvalError> {
        let mut evaluator = self.evaluator(terms);
        let mut truths = Vec::new();
        for part in conjuncts(terms, part) {
            truths.push(evaluator.truth(&self.model, part)?);
        }
        // What is false here nobody knows.
        if truths.iter().any(|truth| !self.point.is_in(truth)) {
            return Ok(agents.count() == 0);
        }
        for agent in agents {
            let cell = self.model.cell(&self.model.sight(agent), &self.point);
            for truth in &truths {
                if self.model.is_within(&cell, truth, NO).map_err(EvalError::Limit)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether a formula is true after every execution of an action, or after some.
    fn after(
        &self,
        terms: &Terms,
        (modality, action): (Modality, Action),
        body: Formula,
        depth: u64,
    ) -> Result<bool, EvalError> {
        let states = match self.states_after(terms, action) {
            Ok(states) => states,
            Err(UpdateError::Evaluation(error)) => return Err(error),
            Err(_) => Vec::new(),
        };
        let every = modality == Modality::Every;
        for state in states {
            if state.holds_after(terms, body, depth)? != every {
                return Ok(!every);
            }
        }
        Ok(every)
    }

    /// Whether a formula is true in every relevant world.
    pub fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        let truth = self.truth(terms, formula)?;
        let found = || {
            // What holds in all worlds holds in the relevant ones, whichever they are.
            if !self.model.is_somewhere(&truth, NO)? {
                return Ok(true);
            }
            self.is_everywhere(&truth)
        };
        found().map_err(EvalError::Limit)
    }

    /// Whether an action means anything here, and which groups it can leave access.
    pub(crate) fn check_action(
        &self,
        terms: &Terms,
        action: Action,
    ) -> Result<Vec<Group>, UpdateError> {
        Ok(definedness::check_action(terms, action, &self.group, &Group::empty())?)
    }

    /// Executes an action.
    pub fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<Self>, UpdateError> {
        let groups = self.check_action(terms, action)?;
        let mut states = self.states_after(terms, action)?;
        if let [group] = &groups[..] {
            states.iter_mut().for_each(|state| state.group = group.clone());
        }
        let states = distinct(states).map_err(EvalError::Limit)?;
        Ok(Outcomes::new(states.into_iter().map(|state| vec![state]).collect()))
    }

    /// The states that an action leads to.
    fn states_after(&self, terms: &Terms, action: Action) -> Result<Vec<Self>, UpdateError> {
        let mut evaluator = self.evaluator(terms);
        let mut states = vec![self.clone()];
        for step in
            moves::steps(terms, action, (&self.model.deck, &evaluator.group), &self.limits.stop)?
        {
            let mut next = Vec::new();
            let mut blocked = None;
            for state in &states {
                match state.states_after_step(&mut evaluator, &step, action)? {
                    Ok(more) => next.extend(more),
                    Err(why) => blocked = blocked.or(Some(why)),
                }
            }
            if let (true, Some(why)) = (next.is_empty(), blocked) {
                return Err(why);
            }
            states = next;
        }
        Ok(states)
    }

    /// The states that a step leads to; if it cannot be taken, why not.
    fn states_after_step(
        &self,
        evaluator: &mut Evaluator<'_>,
        step: &Step,
        action: Action,
    ) -> Result<Result<Vec<Self>, UpdateError>, EvalError> {
        let (test, model) = step.execute(evaluator, &self.model, action)?;
        let held = |card: usize| self.point.is_in(&step.possible(&self.model, card));
        let ways = step.ways(&self.model).into_iter();
        let ways: Vec<Option<usize>> = ways.filter(|way| way.is_none_or(held)).collect();
        if ways.is_empty() || !self.point.is_in(&test) {
            return Ok(Err(step.why_blocked()));
        }
        let state = |way: Option<usize>| {
            let mut point = World::clone(&self.point);
            point.shown.extend(way.map(|card| card as u8));
            let (model, point) = (Arc::clone(&model), Arc::new(point));
            Self { model, point, relevant: Arc::default(), ..self.clone() }
        };
        Ok(Ok(ways.into_iter().map(state).collect()))
    }

    /// Whether the card shown last tells two outcomes of one move apart: who saw it in one does not know in the other
    /// that its holder has it.
    fn is_told_from(&self, other: &Self) -> Result<bool, Limit> {
        let (Some(show), true) = (self.model.shows.last(), Arc::ptr_eq(&self.model, &other.model))
        else {
            return Ok(false);
        };
        let sight = self.model.sight(Agent::from_index(show.requester));
        let knows = |state: &Self, card: Option<&u8>| match card {
            Some(&card) => {
                let held = self.model.holds(usize::from(card), show.respondent);
                let cell = self.model.cell(&sight, &state.point);
                Ok::<bool, Limit>(!self.model.is_within(&cell, &held, NO)?)
            }
            None => Ok(true),
        };
        Ok(!knows(self, other.point.shown.last())? || !knows(other, self.point.shown.last())?)
    }

    /// Whether two states over the same vocabulary are bisimilar.
    pub fn bisimilar(&self, other: &Self) -> Result<bool, CompareError> {
        if Arc::ptr_eq(&self.model, &other.model)
            && self.point == other.point
            && self.group == other.group
        {
            return Ok(true);
        }
        if self.point.holder_of != other.point.holder_of || self.group != other.group {
            return Ok(false);
        }
        let left = self.list_worlds().map_err(CompareError::GaveUp)?;
        let right = other.list_worlds().map_err(CompareError::GaveUp)?;
        bisimulation::bisimilar(&left, &right).map_err(CompareError::GaveUp)
    }

    /// The same state with another actual world: the first one where exactly these atoms are true.
    pub(crate) fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Self>, Limit> {
        let mut holder_of = vec![None; self.model.deck.cards()];
        for &atom in atoms {
            let Some((card, holder)) = self.model.deck.holding(atom) else { return Ok(None) };
            if holder_of[card].replace(holder as u8).is_some() {
                return Ok(None);
            }
        }
        let Some(holder_of) = holder_of.into_iter().collect::<Option<Vec<u8>>>() else {
            return Ok(None);
        };
        let point = self.model.first_world(&holder_of)?.map(Arc::new);
        Ok(point.map(|point| Self { point, relevant: Arc::default(), ..self.clone() }))
    }
}

/// The formulas to be evaluated in the actual world for a formula, parts before what they are parts of.
fn here(terms: &Terms, formula: Formula) -> Vec<Formula> {
    use FormulaNode as F;
    let mut needed = std::collections::BTreeSet::new();
    let mut waiting = vec![formula];
    while let Some(formula) = waiting.pop() {
        if needed.insert(formula) {
            let node = terms.node(formula);
            if let F::Not(_) | F::And(_) | F::Or(_) | F::Implies(..) | F::Iff(..) | F::Count(..) =
                node
            {
                node.parts(|part| waiting.push(part));
            }
        }
    }
    needed.into_iter().collect()
}

/// States of which no two are bisimilar: of bisimilar ones the smallest, by relevant worlds, then by cells, agent by
/// agent.
fn distinct(states: Vec<State>) -> Result<Vec<State>, Limit> {
    let mut distinct: Vec<State> = Vec::new();
    'states: for state in states {
        for known in &mut distinct {
            if known.is_told_from(&state)? {
                continue;
            }
            match known.bisimilar(&state) {
                Ok(false) => {}
                Ok(true) => {
                    if state.extent()? < known.extent()? {
                        *known = state;
                    }
                    continue 'states;
                }
                Err(CompareError::GaveUp(limit)) => return Err(limit),
                Err(CompareError::DifferentEngines) => return Err(Limit::Numbering),
            }
        }
        distinct.push(state);
    }
    Ok(distinct)
}
