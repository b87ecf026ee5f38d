//! What an agent knows of what others know: from what he has seen, how likely something is that speaks of knowledge. A set of
//! worlds that depends on what others were shown is weighed with their choices.

use super::claim::Domains;
use super::playing::{kept, parts};
use super::view::{More, NoView, View};
use super::{Record, Rules};
use crate::deals::Fact;
use crate::deals::chart::{Chart, Sight, Tally};
use crate::deals::model::Model;
use crate::deals::truth::Evaluator;
use crate::deals::weights::Weighed;
use crate::definedness;
use crate::limits::Limit;
use crate::truth::EvalError;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use hexa_logic::{Agent, Card, Formula, Group, Holder, Terms};
use std::fmt;

/// A probability: what some possibilities weigh, and what all weigh.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance {
    /// What those weigh in which it is so: nothing if and only if it is impossible.
    pub part: UBig,
    /// What all weigh.
    pub all: UBig,
}

impl Chance {
    /// Whether it is so in everything that is considered possible.
    pub fn is_certain(&self) -> bool {
        self.part == self.all
    }

    /// Whether it is not so in anything that is considered possible.
    pub fn is_impossible(&self) -> bool {
        self.part.is_zero()
    }

    /// About how much it is.
    pub fn value(&self) -> f64 {
        match self.all.is_zero() {
            true => 0.0,
            false => quotient(&self.part, &self.all),
        }
    }
}

/// A quotient of numbers that may be too large to be told apart from infinity.
fn quotient(part: &UBig, all: &UBig) -> f64 {
    let spare = all.bit_len().saturating_sub(1000);
    let shortened = |of: &UBig| (of >> spare).to_f64().value();
    shortened(part) / shortened(all)
}

/// How likely it is for an agent that another knows where the cards are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insight {
    /// What everything weighs that the agent considers possible.
    pub total: UBig,
    /// By card and holder, the table last: what those possibilities weigh in which the other knows that he has it.
    pub holds: Vec<Vec<UBig>>,
    /// The same for knowing that he does not have it.
    pub lacks: Vec<Vec<UBig>>,
}

/// How many possibilities somebody has left, in all that is considered possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// At least so many.
    pub least: u64,
    /// At most so many.
    pub most: u64,
}

/// Why a formula has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// It cannot be said what the agent has seen.
    View(NoView),
    /// The formula means nothing here, or takes too much.
    Formula(EvalError),
}

impl From<NoView> for NoAnswer {
    fn from(view: NoView) -> Self {
        Self::View(view)
    }
}

impl From<Limit> for NoAnswer {
    fn from(limit: Limit) -> Self {
        Self::View(NoView::GaveUp(limit))
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::View(view) => write!(f, "{view}"),
            Self::Formula(error) => write!(f, "{error}"),
        }
    }
}

/// The most tests in which numbers of possibilities are added up.
const MOST_ADDED: u64 = 1 << 20;

impl Record {
    /// How likely a formula is for an agent. He knows it if that is certain. What others have seen that is not public,
    /// beside their cards and those shown to them, plays no part in what they know.
    pub fn chance_of(
        &self,
        agent: Agent,
        terms: &Terms,
        formula: Formula,
    ) -> Result<Chance, NoAnswer> {
        let view = self.view_of(agent)?;
        let group: Group = self.rules.deck.agents().collect();
        definedness::check_formula(terms, formula, &group, &Group::empty())
            .map_err(|error| NoAnswer::Formula(error.into()))?;
        let truth = Evaluator::new(terms, group).truth(self.model(), formula);
        Ok(self.chance(&view, &truth.map_err(NoAnswer::Formula)?)?)
    }

    /// How likely it is for an agent that another knows where cards are.
    pub fn insight(&self, agent: Agent, other: Agent) -> Result<Insight, NoView> {
        let (deck, model) = (&self.rules.deck, self.model());
        let (view, grid) = (self.view_of(agent)?, self.grid_of(agent)?);
        self.stranger(other)?;
        let sight = model.sight(other);
        let shows = self.unsaid(sight.shows.clone());
        let weigh = |set: Chart| -> Result<UBig, Limit> {
            let known = model.knows(other, &[set])?;
            let about = known.shows();
            let others: Vec<u32> =
                shows.iter().copied().filter(|show| !about.contains(show)).collect();
            Ok(self.weight(&view, &known)? * self.scale(&view, &others))
        };
        let scale = self.scale(&view, &shows);
        let nothing = vec![vec![UBig::ZERO; deck.holders()]; deck.cards()];
        let (mut holds, mut lacks) = (nothing.clone(), nothing);
        for card in 0..deck.cards() {
            for holder in 0..deck.holders() {
                let held = &grid.held[card][holder];
                let (yes, no) = (&mut holds[card][holder], &mut lacks[card][holder]);
                if sight.hands >> holder & 1 == 1 {
                    (*yes, *no) = (held * &scale, (&grid.total - held) * &scale);
                    continue;
                }
                let is_held = model.holds(card, holder);
                // What is not so nobody knows.
                if !held.is_zero() {
                    *yes = weigh(is_held.clone())?;
                }
                if *held != grid.total {
                    *no = weigh(is_held.not())?;
                }
            }
        }
        Ok(Insight { total: grid.total * scale, holds, lacks })
    }

    /// How likely it is for an agent that another knows the table.
    pub fn knows_table(&self, agent: Agent, other: Agent) -> Result<Chance, NoView> {
        let (view, model) = (self.view_of(agent)?, self.model());
        self.stranger(other)?;
        let Some(table) = self.rules.deck.table() else { return self.always(&view) };
        Ok(self.chance(&view, &model.knows_hands(&model.sight(other), 1 << table)?)?)
    }

    /// How likely it is for an agent that another knows which of some cards are on the table.
    pub fn knows_which(
        &self,
        agent: Agent,
        other: Agent,
        cards: &[Card],
    ) -> Result<Chance, NoView> {
        let view = self.view_of(agent)?;
        self.stranger(other)?;
        let doubts = self.rules.doubts(self.model(), other, cards)?;
        Ok(self.chance(&view, &doubts.not())?)
    }

    /// How many tables another can still think of, in all that an agent considers possible.
    pub fn tables_left(&self, agent: Agent, other: Agent) -> Result<Option<Left>, NoView> {
        let Some(table) = self.rules.deck.table() else { return Ok(None) };
        let (sight, told) = self.told_of_table(agent, other)?;
        let mut tally = Tally::new(MOST_ADDED);
        let sum = tally.counted(&told, &sight, table)?;
        Ok(tally.range(sum).map(|(least, most)| Left { least, most }))
    }

    /// How many of some cards another can still think of as being on the table.
    pub fn cards_left(
        &self,
        agent: Agent,
        other: Agent,
        cards: &[Card],
    ) -> Result<Option<Left>, NoView> {
        let (rules, model) = (&self.rules, self.model());
        let Some(table) = rules.deck.table() else { return Ok(None) };
        let (sight, told) = self.told_of_table(agent, other)?;
        let mut tally = Tally::new(MOST_ADDED);
        // One more, so that nothing is where nothing is possible.
        let mut sum = tally.of(&told.seen(&sight, model.most())?)?;
        for card in rules.places(cards) {
            let here = told.and(&model.holds(card, table), model.most())?;
            let one = tally.of(&here.seen(&sight, model.most())?)?;
            sum = tally.plus(sum, one)?;
        }
        Ok(tally.range(sum).map(|(least, most)| Left { least: least - 1, most: most - 1 }))
    }

    /// What another sees, and what he can think of as being on the table beside that, in all that an agent considers
    /// possible.
    fn told_of_table(&self, agent: Agent, other: Agent) -> Result<(Sight, Chart), NoView> {
        let (view, model) = (self.view_of(agent)?, self.model());
        self.stranger(other)?;
        let (sight, table) = (model.sight(other), self.rules.deck.table());
        let mut matter = kept(&parts(model));
        matter.extend(&sight.shows);
        let seen = self.rules.seen_chart(&view.seen, &matter);
        let within = model.seen_with(&sight, 0, &seen)?;
        let told = model.seen_with(&sight, table.map_or(0, |table| 1 << table), &within)?;
        Ok((sight, told))
    }

    /// How likely it is for an agent that another knows where a card is, or is not.
    pub fn knows_fact(&self, agent: Agent, other: Agent, fact: Fact) -> Result<Chance, NoView> {
        let (view, model) = (self.view_of(agent)?, self.model());
        self.stranger(other)?;
        let Some(set) = self.rules.fact(model, fact) else { return Ok(self.never(&view)?) };
        Ok(self.chance(&view, &model.knows(other, &[set])?)?)
    }

    /// How likely it is for an agent that another knows that a third knows the table.
    pub fn knows_of_table(
        &self,
        agent: Agent,
        (other, third): (Agent, Agent),
    ) -> Result<Chance, NoView> {
        let (view, model) = (self.view_of(agent)?, self.model());
        self.stranger(other)?;
        self.stranger(third)?;
        let Some(table) = self.rules.deck.table() else { return self.always(&view) };
        let known = model.knows_hands(&model.sight(third), 1 << table)?;
        Ok(self.chance(&view, &model.knows(other, &[known])?)?)
    }

    /// Whether an agent knows that another knows that a third knows where a card is, or is not.
    pub fn knows_of(
        &self,
        agent: Agent,
        (other, third): (Agent, Agent),
        fact: Fact,
    ) -> Result<Chance, NoView> {
        let (view, model) = (self.view_of(agent)?, self.model());
        self.stranger(other)?;
        self.stranger(third)?;
        let Some(set) = self.rules.fact(model, fact) else { return Ok(self.never(&view)?) };
        let known = model.knows(third, &[set])?;
        Ok(self.chance(&view, &model.knows(other, &[known])?)?)
    }

    pub(super) fn stranger(&self, agent: Agent) -> Result<(), NoView> {
        match self.rules.deck.holder_place(Holder::Agent(agent)) {
            Some(_) => Ok(()),
            None => Err(NoView::UnknownAgent(agent)),
        }
    }

    fn always(&self, view: &View) -> Result<Chance, NoView> {
        Ok(self.chance(view, &self.model().constant(true))?)
    }

    pub(super) fn never(&self, view: &View) -> Result<Chance, Limit> {
        self.chance(view, &self.model().constant(false))
    }

    /// How likely a set is for somebody.
    pub(super) fn chance(&self, view: &View, set: &Chart) -> Result<Chance, Limit> {
        let weight = self.asking(view, |question| question.total())?;
        let shows = self.unsaid(set.shows());
        Ok(Chance { part: self.weight(view, set)?, all: weight * self.scale(view, &shows) })
    }

    /// What the worlds of a set weigh for somebody, with the choices that it depends on.
    fn weight(&self, view: &View, set: &Chart) -> Result<UBig, Limit> {
        if set.is_false() {
            return Ok(UBig::ZERO);
        }
        let shows = self.unsaid(set.shows());
        let more = More { charts: vec![set.clone()], shows, ..More::default() };
        self.asking_with(view, &more, |question| question.total())
    }

    /// Of some occasions those that the law does not speak of.
    fn unsaid(&self, mut shows: Vec<u32>) -> Vec<u32> {
        let spoken_of = kept(&parts(self.model()));
        shows.retain(|show| !spoken_of.contains(show));
        shows
    }

    /// How much more everything weighs when some occasions do that did not.
    fn scale(&self, view: &View, shows: &[u32]) -> UBig {
        let own = Domains::of(self.rules.deck.cards(), view.seen.clauses.iter());
        let added = shows.iter().filter(|show| !view.weighed.contains(show));
        let scale = |&show: &u32| {
            let is_told = view.seen.shown.iter().any(|(told, ..)| *told == show);
            let weighed = self.model().weighed(&Sight::default(), &[show]);
            let share = weighed.into_iter().map(|Weighed { respondent, cards, shares }| {
                let has = |&&card: &&usize| own.0[card] == 1 << respondent;
                // All choices together weigh as much as the only one.
                let held = if is_told { cards.iter().filter(has).count() } else { 1 };
                shares.get(held).cloned().unwrap_or(UBig::ONE)
            });
            share.product::<UBig>()
        };
        added.map(scale).product()
    }
}

impl Rules {
    /// Where a fact holds.
    pub(super) fn fact(&self, model: &Model, fact: Fact) -> Option<Chart> {
        let (Fact::Holds(holder, card) | Fact::Lacks(holder, card)) = fact;
        let held = model.holds(self.deck.place(card)?, self.deck.holder_place(holder)?);
        Some(match fact {
            Fact::Holds(..) => held,
            Fact::Lacks(..) => held.not(),
        })
    }
}
