//! What a player of Cluedo has noticed, as a record of the deals engine: for exact chances, and for courses that are drawn exactly
//! as likely as they are.

use super::account::Account;
use crate::cluedo::edition::{Accuser, WrongAccusation};
use crate::cluedo::{CluedoCards, CluedoNotice, CluedoRules, cards_in};
use hexa_engine::Limits;
use hexa_engine::deals::{Dealing, Event, Looks, Misdealt, Obstacle, Player, Record, Witness};
use hexa_logic::{Agent, Card, Holder, Stop, Vocabulary};
use std::sync::Arc;

/// Why there is no record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoNotes {
    /// Cards cannot be dealt so.
    Misdealt(Misdealt),
    /// What was noticed is impossible, or took too much.
    Refused(Obstacle),
}

/// A record that grows with what a player notices.
#[derive(Clone)]
pub struct Notes {
    record: Record,
    categories: Arc<Vec<Vec<Card>>>,
    /// So many notices are in it.
    taken: usize,
    /// By notice that was taken, how many events were there after it.
    events: Vec<usize>,
    asker: Agent,
    cards: Vec<Card>,
}

impl Notes {
    /// The record before the cards are dealt. Whoever is taken to remember shows cards again that they have shown before.
    pub fn new(rules: &CluedoRules, remember: Memories, stop: &Stop) -> Result<Self, NoNotes> {
        let mut vocabulary = Vocabulary::default();
        for seat in 1..=rules.hands().len() {
            vocabulary.add_agent(seat.to_string());
        }
        vocabulary.set_table("envelope");
        for card in rules.deck().cards() {
            vocabulary.add_card(&format!("c{}", card.0));
        }
        let mut sizes = rules.hands().to_vec();
        sizes.push(rules.deck().categories().len());
        let categories = rules.deck().dealt_categories();
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let dealing =
            Dealing { categories: categories.clone(), limits, ..Dealing::new(&vocabulary, sizes) };
        let mut record = Record::new(&dealing).map_err(NoNotes::Misdealt)?;
        if remember == Memories::Good {
            record = record.with_memory(vocabulary.agents());
        }
        Ok(Self {
            record,
            categories: Arc::new(categories),
            taken: 0,
            events: Vec::new(),
            asker: Agent(0),
            cards: Vec::new(),
        })
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The cards of each category.
    pub fn categories(&self) -> &[Vec<Card>] {
        &self.categories
    }

    /// By notice, how many events there were after it.
    pub fn events_after(&self) -> &[usize] {
        &self.events
    }

    /// Takes down what was noticed since the last time.
    pub fn take(&mut self, rules: &CluedoRules, account: &Account) -> Result<(), NoNotes> {
        self.take_until(rules, account, account.notices().len())
    }

    /// Takes down what was noticed since the last time, up to a notice.
    pub fn take_until(
        &mut self,
        rules: &CluedoRules,
        account: &Account,
        end: usize,
    ) -> Result<(), NoNotes> {
        for notice in account.notices()[..end].iter().skip(self.taken) {
            for event in self.events_of(rules, account, *notice) {
                self.record = self.record.try_with(event).map_err(NoNotes::Refused)?;
            }
            self.taken += 1;
            self.events.push(self.record.events().len());
        }
        Ok(())
    }

    fn events_of(
        &mut self,
        rules: &CluedoRules,
        account: &Account,
        notice: CluedoNotice,
    ) -> Vec<Event> {
        let me = agent_of(account.player());
        let (requester, cards) = (self.asker, self.cards.clone());
        let holds = |holder: Holder, set: CluedoCards| {
            let event = move |card| Event::Holds { holder, card, seen: Witness::Only(me) };
            cards_in(set).map(event)
        };
        match notice {
            CluedoNotice::Dealt(hand) => holds(Holder::Agent(me), hand).collect(),
            CluedoNotice::Suspicion(by, cards) => {
                (self.asker, self.cards) = (agent_of(by), cards_in(cards).collect());
                Vec::new()
            }
            CluedoNotice::Pass(by) => {
                vec![Event::NoCard { requester, respondent: agent_of(by), cards }]
            }
            CluedoNotice::Show(by, card) => {
                vec![Event::Shows { requester, respondent: agent_of(by), cards, card }]
            }
            CluedoNotice::Right(by, cards) => {
                let (agent, table) = (agent_of(by), Some(cards_in(cards).collect()));
                vec![Event::Wins { agent, table, player: Player::Guesser }]
            }
            CluedoNotice::Wrong { player, named, envelope } => {
                let looks = match rules.edition.accuser {
                    Accuser::Looks => Looks::AtTable,
                    Accuser::DoesNotLook => Looks::AtNothing,
                };
                let heard = match rules.edition.wrong_accusation {
                    WrongAccusation::Heard => Witness::Everybody,
                    WrongAccusation::NotHeard => Witness::Only(me),
                };
                let accused = named.map(|cards| cards_in(cards).collect());
                let (accuser, player) = (agent_of(player), Player::Guesser);
                let wrong = Event::WrongAccusation { accuser, accused, heard, player, looks };
                std::iter::once(wrong).chain(holds(Holder::Table, envelope.unwrap_or(0))).collect()
            }
            CluedoNotice::EndOfTurn(_) | CluedoNotice::Board(_) => Vec::new(),
        }
    }
}

/// Whether players are taken to remember which cards they have shown to whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memories {
    /// They do, and show the same card again.
    Good,
    /// They do not, and show any.
    Bad,
}

/// A player of the game as an agent.
pub fn agent_of(player: crate::game::Player) -> Agent {
    Agent(player.0)
}
