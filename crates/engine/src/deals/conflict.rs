//! What an impossible event contradicts, and why something is certain, in terms of the game; which events that takes is
//! found by [searching](smallest) for a smallest set of them.

mod hitting;
mod smallest;

use super::probability::Grid;
use super::record::{Clause, Event, Record};
use crate::limits::Limit;
use hexa_logic::{Agent, Card, Holder};
use smallest::Hard;
use std::fmt;
use std::sync::Arc;

/// Why an event is impossible, in terms of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// There is no such card.
    UnknownCard(Card),
    /// There is no such holder.
    UnknownHolder(Holder),
    /// Somebody asks himself.
    AsksHimself(Agent),
    /// Nobody is asked.
    NobodyAsked,
    /// No cards are asked for, or spoken of.
    NothingAskedFor,
    /// The card shown is not among those asked for.
    NotAskedFor(Card),
    /// There is no table to know.
    NoTable,
    /// What is named are not so many cards as are on the table.
    NoTableHand {
        /// How many are there.
        size: usize,
    },
    /// A card would be in two hands.
    HeldElsewhere {
        /// The card.
        card: Card,
        /// Who has it.
        by: Holder,
    },
    /// A hand would have more cards than there are in it.
    HandFull {
        /// Whose hand.
        holder: Holder,
        /// How many cards are in it.
        size: usize,
    },
    /// A holder cannot have a card.
    CannotHold {
        /// Who.
        holder: Holder,
        /// The card.
        card: Card,
    },
    /// A holder must have a card.
    MustHold {
        /// Who.
        holder: Holder,
        /// The card.
        card: Card,
    },
    /// Somebody who says that he has none of the cards must have one of them.
    MustHoldOne {
        /// Who.
        respondent: Agent,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Somebody who shows one of the cards can have none of them.
    HoldsNone {
        /// Who: one of these.
        respondents: Vec<Agent>,
        /// The cards.
        cards: Vec<Card>,
    },
    /// What is named cannot be on the table.
    NotOnTable(Vec<Card>),
    /// What is named wrongly must be on the table.
    OnTable(Vec<Card>),
    /// Somebody knows the table who is taken not to.
    KnowsTable(Agent),
    /// Somebody cannot know the table who names it.
    CannotKnowTable(Agent),
    /// Somebody knows which of the cards are on the table who says that he does not.
    KnowsWhich {
        /// Who.
        agent: Agent,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Somebody cannot know which of the cards are on the table who says that he does.
    CannotKnowWhich {
        /// Who.
        agent: Agent,
        /// The cards.
        cards: Vec<Card>,
    },
}

/// How small a set of events is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// There is none with fewer events, and none with as many that comes before it.
    Smallest,
    /// There may be one with fewer events: the search was given up, or many events say what somebody knows.
    Small,
}

/// Events that something follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// Their numbers, in order.
    pub events: Vec<usize>,
    /// How few they are.
    pub size: Size,
}

/// An event is impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Its number. If a change of the record made it impossible, it may have been there before.
    pub event: usize,
    /// What is wrong.
    pub reason: Reason,
    /// The numbers of earlier events that it is impossible with, in order: as few as there are. None, if it is impossible
    /// in itself.
    pub events: Vec<usize>,
    /// How few they are.
    pub size: Size,
}

/// Why an event is not entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It is impossible.
    Conflict(Conflict),
    /// It was not found out whether it is possible.
    GaveUp(Limit),
}

/// Where a card is, or is not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// A holder has a card.
    Holds(Holder, Card),
    /// A holder does not have a card.
    Lacks(Holder, Card),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GaveUp(limit) => write!(f, "whether this is possible was given up: {limit}"),
            Self::Conflict(conflict) => {
                let numbers = conflict.events.iter().map(|event| (event + 1).to_string());
                let numbers: Vec<String> = numbers.collect();
                match numbers.is_empty() {
                    true => write!(f, "event {} is impossible", conflict.event + 1),
                    false => write!(
                        f,
                        "event {} is impossible after {}",
                        conflict.event + 1,
                        numbers.join(", ")
                    ),
                }
            }
        }
    }
}

impl Record {
    /// Why an event is impossible after all others.
    pub(super) fn clash(&self, event: &Event) -> Result<Conflict, Limit> {
        let said = self.rules.entry(self.model(), &self.events, event)?.said;
        let core = self.core(&Hard::Event(event, said))?;
        let core =
            core.unwrap_or(Core { events: (0..self.events.len()).collect(), size: Size::Small });
        let reason = self.reason(event)?;
        Ok(Conflict { event: self.events.len(), reason, events: core.events, size: core.size })
    }

    /// The events that a fact follows from: as few as there are. None, if it is not certain.
    pub fn why(&self, fact: Fact) -> Result<Option<Core>, Limit> {
        let deck = &self.rules.deck;
        let (Fact::Holds(holder, card) | Fact::Lacks(holder, card)) = fact;
        let (Some(at), Some(card)) = (deck.holder_place(holder), deck.place(card)) else {
            return Ok(None);
        };
        let by = match fact {
            Fact::Holds(..) => !(1 << at),
            Fact::Lacks(..) => 1 << at,
        };
        self.core(&Hard::Fact(Clause::unit(card, by)))
    }

    /// What is wrong with an event that is impossible after all others.
    fn reason(&self, event: &Event) -> Result<Reason, Limit> {
        let (deck, known) = (&self.rules.deck, self.grid()?);
        let held = |holder: Holder, card: Card| {
            let (at, place) = (deck.holder_place(holder)?, deck.place(card)?);
            Some(known.held[place][at].clone())
        };
        let cannot = |holder: Holder, card: Card| self.reason_against(&known, holder, card);
        Ok(match event {
            Event::Holds { holder, card, .. } => cannot(*holder, *card),
            Event::Lacks { holder, card, .. } => Reason::MustHold { holder: *holder, card: *card },
            Event::NoCard { respondent, cards, .. } => {
                let holder = Holder::Agent(*respondent);
                match cards.iter().find(|&&card| held(holder, card).as_ref() == Some(&known.total))
                {
                    Some(&card) => Reason::MustHold { holder, card },
                    None => Reason::MustHoldOne { respondent: *respondent, cards: cards.clone() },
                }
            }
            Event::Shows { respondent, cards, card, .. } => {
                let holder = Holder::Agent(*respondent);
                let none = |card: &Card| held(holder, *card).is_none_or(|weight| weight.is_zero());
                match card {
                    Some(card) if !cards.iter().all(none) => cannot(holder, *card),
                    _ => Reason::HoldsNone { respondents: vec![*respondent], cards: cards.clone() },
                }
            }
            Event::SomebodyShows { respondents, cards, .. } => {
                Reason::HoldsNone { respondents: respondents.clone(), cards: cards.clone() }
            }
            Event::NoWin(agent) => Reason::KnowsTable(*agent),
            Event::Knows { agent, cards } => {
                Reason::CannotKnowWhich { agent: *agent, cards: cards.clone() }
            }
            Event::KnowsNot { agent, cards } => {
                Reason::KnowsWhich { agent: *agent, cards: cards.clone() }
            }
            Event::Wins { agent, table, .. } => match table {
                Some(table) if !self.is_met(event)? => Reason::NotOnTable(table.clone()),
                _ => Reason::CannotKnowTable(*agent),
            },
            Event::WrongAccusation { accuser, accused, .. } => match accused {
                Some(accused) if !self.is_met(event)? => Reason::OnTable(accused.clone()),
                _ => Reason::KnowsTable(*accuser),
            },
        })
    }

    /// Whether what an event says of the cards is possible after all others.
    fn is_met(&self, event: &Event) -> Result<bool, Limit> {
        let mut seen = self.seen_by_any();
        let model =
            Arc::new(self.model().after_statement(&self.rules.chart(&self.rules.public(event))?));
        seen.add(&self.rules, event, None);
        Ok(self.rules.together(&model, &seen)?.is_some())
    }

    /// Why a holder cannot have a card.
    fn reason_against(&self, known: &Grid, holder: Holder, card: Card) -> Reason {
        let deck = &self.rules.deck;
        let (Some(at), Some(place)) = (deck.holder_place(holder), deck.place(card)) else {
            return Reason::CannotHold { holder, card };
        };
        let certain = |card: usize, at: usize| known.held[card][at] == known.total;
        if let Some(by) = (0..deck.holders()).find(|&other| certain(place, other)) {
            return Reason::HeldElsewhere { card, by: deck.holder(by) };
        }
        let size = deck.sizes()[at];
        match (0..deck.cards()).filter(|&card| certain(card, at)).count() == size {
            true => Reason::HandFull { holder, size },
            false => Reason::CannotHold { holder, card },
        }
    }
}
