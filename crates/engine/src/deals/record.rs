//! A play as somebody at the table has written it down: the deal is not known, and an entry may be wrong. What is public
//! becomes a [model](super::model) event by event (thesis defs. 7, 11 and 14); what only some have seen is kept
//! beside it, and takes no part in what the others know. An event that is impossible after those before it is refused,
//! with the fewest of them that it contradicts.
//!
//! Models never change: a record shares those of its first events with the record that it was made from.

mod answer;
pub(super) mod claim;
mod course;
pub(super) mod event;
mod nested;
pub(super) mod playing;
mod view;

pub use answer::{Answer, Asked, Inquiry, Reply};
pub use course::{Course, Courses};
pub use event::{Event, Looks, Player, Witness};
pub use nested::{Chance, Insight, Left, NoAnswer, Regard};
pub use view::NoView;

use super::chart::{Chart, Level};
use super::conflict::reason::{Conflict, Obstacle, Refused};
use super::deck::Deck;
use super::model::Model;
use super::truth::Evaluator;
use crate::building::NoDeal;
use crate::evaluation::EvalError;
use crate::limits::{Limit, Limits};
use crate::propositional::Proposition;
use crate::propositional::conjuncts;
use hexa_logic::{Agent, Card, Formula, Group, Holder, Stop, Terms, Vocabulary};
use std::fmt;
use std::sync::Arc;

/// What is dealt, as everybody knows it.
#[derive(Clone, Debug)]
pub struct Dealing<'d> {
    /// The holders and the cards.
    pub vocabulary: &'d Vocabulary,
    /// How many cards each holder has, in order, the table last.
    pub sizes: Vec<usize>,
    /// Sets of cards of which exactly one is on the table.
    pub categories: Vec<Vec<Card>>,
    /// What else holds of every deal, without speaking of knowledge.
    pub law: Option<(&'d Terms, Formula)>,
    /// How much may be used.
    pub limits: Limits,
}

/// Why cards cannot be dealt so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misdealt {
    /// Nobody plays.
    NoPlayers,
    /// The number of hands is not that of the holders.
    Hands {
        /// How many holders there are.
        holders: usize,
        /// How many sizes of hands are given.
        hands: usize,
    },
    /// The hands do not add up to the deck.
    HandsDoNotAddUp {
        /// How many cards there are.
        cards: usize,
        /// How many are in the hands and on the table.
        held: usize,
    },
    /// There are categories, but no table.
    NoTable,
    /// A category has a card that is not in the deck.
    UnknownCard(Card),
    /// The law speaks of more than cards.
    Law(Formula),
    /// No deal obeys the law.
    NoDealObeysTheLaw,
    /// There are too many cards or holders.
    TooLarge(NoDeal),
    /// The law takes too much.
    GaveUp(Limit),
}

impl fmt::Display for Misdealt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlayers => write!(f, "nobody plays"),
            Self::Hands { holders, hands } => {
                write!(f, "there are {holders} holders, but {hands} sizes of hands")
            }
            Self::HandsDoNotAddUp { cards, held } => {
                write!(f, "there are {cards} cards, but the hands and the table have {held} in all")
            }
            Self::NoTable => write!(f, "there are categories, but no table"),
            Self::UnknownCard(_) => write!(f, "a category has a card that is not in the deck"),
            Self::Law(_) => write!(f, "the law speaks of more than where the cards are"),
            Self::NoDealObeysTheLaw => write!(f, "no deal obeys the law"),
            Self::TooLarge(why) => write!(f, "{why}"),
            Self::GaveUp(limit) => write!(f, "the law was given up: {limit}"),
        }
    }
}

impl From<Limit> for Misdealt {
    fn from(limit: Limit) -> Self {
        Self::GaveUp(limit)
    }
}

/// The deck and the law.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) deck: Arc<Deck>,
    pub(super) dealt: Arc<Model>,
    /// What ends everything that is asked.
    pub(super) stop: Stop,
}

/// What comes of an event.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// What is public after it.
    pub(super) model: Arc<Model>,
    /// The occasion on which a card was shown.
    pub(super) show: Option<u32>,
    /// What it said of what somebody has seen who knows what is on the table, or does not; none, if that was clear before.
    pub(super) said: Option<Chart>,
}

/// What somebody has written down of a play. It never changes and is cheap to clone.
#[derive(Clone, Debug)]
pub struct Record {
    pub(super) rules: Arc<Rules>,
    pub(super) events: Arc<Vec<Event>>,
    pub(super) entries: Arc<Vec<Entry>>,
    /// Who shows a card again that they have shown before to the same agent, as a set of bits.
    pub(super) remembering: u32,
}

impl<'d> Dealing<'d> {
    /// So many cards for each holder, without a law.
    pub fn new(vocabulary: &'d Vocabulary, sizes: Vec<usize>) -> Self {
        let (categories, law, limits) = (Vec::new(), None, Limits::default());
        Self { vocabulary, sizes, categories, law, limits }
    }

    fn deck(&self) -> Result<Deck, Misdealt> {
        let (holders, cards) = (self.vocabulary.holders().count(), self.vocabulary.cards().len());
        if self.vocabulary.agent_count() == 0 {
            return Err(Misdealt::NoPlayers);
        }
        if self.sizes.len() != holders {
            return Err(Misdealt::Hands { holders, hands: self.sizes.len() });
        }
        let held = self.sizes.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
        if held != cards {
            return Err(Misdealt::HandsDoNotAddUp { cards, held });
        }
        Deck::of(self.vocabulary, self.sizes.clone()).map_err(Misdealt::TooLarge)
    }

    fn model(&self) -> Result<Arc<Model>, Misdealt> {
        let mut model = Arc::new(Model::all_deals(Arc::new(self.deck()?), &self.limits.room())?);
        for category in &self.categories {
            let one = self.one_on_table(&model, category)?;
            model = Arc::new(model.after_statement(&one));
        }
        let Some((terms, law)) = self.law else { return Ok(model) };
        let group: Group = model.deck.agents().collect();
        for law in conjuncts(terms, law) {
            Proposition::new(terms, law).map_err(|_| Misdealt::Law(law))?;
            let truth = Evaluator::new(terms, group.clone()).truth(&model, law);
            let truth = truth.map_err(|error| match error {
                EvalError::Limit(limit) => Misdealt::GaveUp(limit),
                EvalError::Undefined(_)
                | EvalError::Unsupported(_)
                | EvalError::NoProbability { .. }
                | EvalError::Unweighed { .. }
                | EvalError::Disagreement { .. }
                | EvalError::Unanswerable { .. } => Misdealt::Law(law),
            })?;
            model = Arc::new(model.after_statement(&truth));
        }
        Ok(model)
    }

    /// Where exactly one card of a category is on the table.
    fn one_on_table(&self, model: &Model, category: &[Card]) -> Result<Chart, Misdealt> {
        let here = 1 << model.deck.table().ok_or(Misdealt::NoTable)?;
        let place = |&card: &Card| model.deck.place(card).ok_or(Misdealt::UnknownCard(card));
        let mut cards = category.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        cards.sort_unstable();
        cards.dedup();
        let mut some = model.constant(false);
        for &one in &cards {
            let test =
                |&card: &usize| (Level::holder(card), if card == one { here } else { !here });
            let only = Chart::path(model.deck.holders(), cards.iter().rev().map(test));
            some = some.or(&only, model.most())?;
        }
        Ok(some)
    }
}

impl Record {
    /// What ends everything that is asked of this record, and of those that grow out of it: that of the
    /// limits it was dealt with.
    pub fn stop(&self) -> &Stop {
        &self.rules.stop
    }

    /// The record of a play in which nothing has happened yet.
    pub fn new(dealing: &Dealing<'_>) -> Result<Self, Misdealt> {
        let dealt = dealing.model()?;
        let (deck, stop) = (Arc::clone(&dealt.deck), dealing.limits.stop.clone());
        let rules = Arc::new(Rules { deck, dealt, stop });
        let record =
            Self { rules, events: Arc::default(), entries: Arc::default(), remembering: 0 };
        match record.is_possible()? {
            true => Ok(record),
            false => Err(Misdealt::NoDealObeysTheLaw),
        }
    }

    /// The same record, of agents some of whom remember. Who remembers, and is asked for a card that they have shown to the same
    /// agent before, shows that one again, so that it tells nothing. If they show another one after all, they have forgotten it, and
    /// picks any; so does everybody who does not remember. What is possible is the same, only how likely it is differs.
    pub fn with_memory(&self, remembering: impl IntoIterator<Item = Agent>) -> Self {
        let bits = remembering.into_iter().map(|agent| 1u32.checked_shl(agent.index() as u32));
        Self { remembering: bits.flatten().fold(0, |all, bit| all | bit), ..self.clone() }
    }

    /// Whether an agent remembers what they have shown.
    pub fn remembers(&self, agent: Agent) -> bool {
        self.remembering.checked_shr(agent.index() as u32).is_some_and(|bits| bits & 1 == 1)
    }

    /// Who plays, in order.
    pub fn agents(&self) -> impl Iterator<Item = Agent> + '_ {
        self.rules.deck.agents()
    }

    /// The cards, in order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        (0..self.rules.deck.cards()).map(|place| self.rules.deck.card(place))
    }

    /// Who can hold cards, in order, the table last.
    pub fn holders(&self) -> impl Iterator<Item = Holder> + '_ {
        (0..self.rules.deck.holders()).map(|place| self.rules.deck.holder(place))
    }

    /// How many cards each of them has, in the same order.
    pub fn sizes(&self) -> &[usize] {
        self.rules.deck.sizes()
    }

    /// What has happened.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The record with one event more, if it is possible.
    pub fn with(&self, event: Event) -> Result<Self, Refused> {
        match self.try_with(event.clone()) {
            Ok(record) => Ok(record),
            Err(Obstacle::GaveUp(limit)) => Err(Refused::GaveUp(limit)),
            Err(Obstacle::Reason(_)) => Err(Refused::Conflict(self.conflict(&event)?)),
        }
    }

    /// The record with one event more, if it is possible. If not, it is only said why: what it contradicts, which can take
    /// long, is for [`conflict`](Self::conflict) to find.
    pub fn try_with(&self, event: Event) -> Result<Self, Obstacle> {
        if let Some(reason) = self.rules.flaw(&event) {
            return Err(Obstacle::Reason(reason));
        }
        let entry = self.rules.entry(self.model(), &self.events, &event)?;
        let entries = self.entries.iter().cloned().chain([entry]).collect();
        let events = self.events.iter().cloned().chain([event.clone()]).collect();
        let record = Self { events: Arc::new(events), entries: Arc::new(entries), ..self.clone() };
        match record.is_possible()? {
            true => Ok(record),
            false => Err(Obstacle::Reason(self.reason(&event)?)),
        }
    }

    /// What an event contradicts that is impossible after all others.
    pub fn conflict(&self, event: &Event) -> Result<Conflict, Limit> {
        match self.rules.flaw(event) {
            Some(reason) => Ok(Conflict::by_itself(self.events.len(), reason)),
            None => self.clash(event),
        }
    }

    /// The record of the first events, at most so many.
    pub fn up_to(&self, many: usize) -> Self {
        let many = many.min(self.events.len());
        Self {
            rules: Arc::clone(&self.rules),
            events: Arc::new(self.events[..many].to_vec()),
            entries: Arc::new(self.entries[..many].to_vec()),
            remembering: self.remembering,
        }
    }

    /// The record without an event, if the rest is possible. Without one that there is not, it is the same.
    pub fn without_event(&self, index: usize) -> Result<Self, Refused> {
        let mut events = self.events.to_vec();
        if index >= events.len() {
            return Ok(self.clone());
        }
        let removed = events.remove(index);
        let mut entries = self.entries.to_vec();
        match removed.is_own() {
            // What the others have seen is the same.
            true => _ = entries.remove(index),
            false => entries.truncate(index),
        }
        self.continue_with(events, entries, index)
    }

    /// The record with an event instead of another, if that is possible. An event instead of one that there is not comes
    /// last.
    pub fn replace_event(&self, index: usize, event: Event) -> Result<Self, Refused> {
        let (mut events, mut entries) = (self.events.to_vec(), self.entries.to_vec());
        match events.get_mut(index) {
            Some(old) => {
                if !old.is_same_for_others(&event) {
                    entries.truncate(index);
                }
                *old = event;
            }
            None => return self.with(event),
        }
        self.continue_with(events, entries, index)
    }

    /// The record of these events, with what came of the first ones; so many are possible.
    fn continue_with(
        &self,
        events: Vec<Event>,
        mut entries: Vec<Entry>,
        same: usize,
    ) -> Result<Self, Refused> {
        for (at, event) in events.iter().enumerate().skip(same) {
            if let Some(reason) = self.rules.flaw(event) {
                return Err(Refused::Conflict(Conflict::by_itself(at, reason)));
            }
        }
        for (at, event) in events.iter().enumerate().skip(entries.len()) {
            let before = entries.last().map_or(&self.rules.dealt, |entry| &entry.model);
            entries.push(self.rules.entry(before, &events[..at], event)?);
        }
        let record = Self {
            rules: Arc::clone(&self.rules),
            events: Arc::new(events),
            entries: Arc::new(entries),
            remembering: self.remembering,
        };
        match record.is_possible()? {
            true => Ok(record),
            false => Err(record.explain_refusal(same)?),
        }
    }

    /// Why it is impossible, if the first events are not.
    fn explain_refusal(&self, possible: usize) -> Result<Refused, Limit> {
        let (mut below, mut above) = (possible, self.events.len());
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            match self.up_to(middle).is_possible()? {
                true => below = middle,
                false => above = middle,
            }
        }
        // Leaving an event out can make a later one impossible; if nothing comes later, all that is left is possible.
        let event = &self.events[above - 1];
        Ok(Refused::Conflict(self.up_to(above - 1).clash(event)?))
    }

    /// What is public.
    pub(super) fn model(&self) -> &Arc<Model> {
        self.entries.last().map_or(&self.rules.dealt, |entry| &entry.model)
    }
}
