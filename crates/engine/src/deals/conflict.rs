//! What an impossible event contradicts, and why something is certain, in terms of the game; which events that takes is
//! found by [searching](smallest) for a smallest set of them.

mod hitting;
pub(super) mod reason;
mod smallest;

pub use reason::{Conflict, Core, Fact, Obstacle, Reason, Refused, Size};

use super::probability::Grid;
use super::record::Record;
use super::record::claim::Clause;
use super::record::event::Event;
use crate::limits::Limit;
use dashu_int::UBig;
use hexa_logic::{Card, Holder};
use smallest::Hard;
use std::sync::Arc;

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
    pub(super) fn reason(&self, event: &Event) -> Result<Reason, Limit> {
        Ok(match event {
            Event::NoWin(agent) => Reason::KnowsTable(*agent),
            Event::Knows { agent, cards } => {
                Reason::CannotKnowWhich { agent: *agent, cards: cards.clone() }
            }
            Event::KnowsNot { agent, cards } => {
                Reason::KnowsWhich { agent: *agent, cards: cards.clone() }
            }
            Event::Holds { holder, card, .. } => self.reason_against(&self.grid()?, *holder, *card),
            Event::Lacks { holder, card, .. } => Reason::MustHold { holder: *holder, card: *card },
            Event::NoCard { respondent, cards, .. } => {
                let (known, holder) = (self.grid()?, Holder::Agent(*respondent));
                let must =
                    |card: &&Card| self.held_weight(&known, holder, **card) == Some(&known.total);
                match cards.iter().find(must) {
                    Some(&card) => Reason::MustHold { holder, card },
                    None => Reason::MustHoldOne { respondent: *respondent, cards: cards.clone() },
                }
            }
            Event::Shows { respondent, cards, card, .. } => {
                let (known, holder) = (self.grid()?, Holder::Agent(*respondent));
                let none = |card: &Card| {
                    self.held_weight(&known, holder, *card).is_none_or(|weight| weight.is_zero())
                };
                match card {
                    Some(card) if !cards.iter().all(none) => {
                        self.reason_against(&known, holder, *card)
                    }
                    _ => Reason::HoldsNone { respondents: vec![*respondent], cards: cards.clone() },
                }
            }
            Event::SomebodyShows { respondents, cards, .. } => {
                Reason::HoldsNone { respondents: respondents.clone(), cards: cards.clone() }
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

    /// How much weighs that a holder has a card.
    fn held_weight<'k>(&self, known: &'k Grid, holder: Holder, card: Card) -> Option<&'k UBig> {
        let deck = &self.rules.deck;
        let (at, place) = (deck.holder_place(holder)?, deck.place(card)?);
        Some(&known.held[place][at])
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
