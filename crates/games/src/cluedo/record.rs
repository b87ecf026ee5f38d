//! What a player has noticed of a play of Cluedo, as a record of the engine (Knowledge games defs. 7, 11 and 14; Cluedo paper
//! sec. 2): their own cards, and what happened since. Which deals are possible for them, and how likely, is then computed
//! exactly at any size.
//!
//! Nothing is concluded from others having chosen well: a suspicion says nothing, nor does an accusation but that it is wrong.
//! Whoever shows a card picks it uniformly among those that they can show.

use super::CluedoCards;
use super::edition::{Accuser, WrongAccusation};
use super::game::{CluedoGame, CluedoNotice, cards_in};
use crate::game::{Memory, Player};
use hexa_engine::deals::{Dealing, Event, Looks, Misdealt, Obstacle, Record, Witness};
use hexa_engine::{Limit, Limits};
use hexa_logic::{Agent, Card, Holder, Stop, Vocabulary};

/// What a player has noticed.
pub struct NoticedPlay {
    /// It as a record.
    pub record: Record,
    /// In order.
    pub notices: Vec<CluedoNotice>,
    /// By notice, where the card that was shown then stands in courses of the record; none where no card was shown.
    pub events: Vec<Option<usize>>,
}

/// Why what a player has noticed is no record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoRecord {
    /// No play leads to it.
    Impossible,
    /// It is not what a player notices of this game.
    NotOfThisGame,
    /// The engine gave up.
    GaveUp(Limit),
}

impl From<Misdealt> for NoRecord {
    fn from(misdealt: Misdealt) -> Self {
        match misdealt {
            Misdealt::GaveUp(limit) => Self::GaveUp(limit),
            Misdealt::NoDealObeysTheLaw => Self::Impossible,
            Misdealt::NoPlayers
            | Misdealt::Hands { .. }
            | Misdealt::HandsDoNotAddUp { .. }
            | Misdealt::NoTable
            | Misdealt::UnknownCard(_)
            | Misdealt::Law(_)
            | Misdealt::TooLarge(_) => Self::NotOfThisGame,
        }
    }
}

impl From<Obstacle> for NoRecord {
    fn from(obstacle: Obstacle) -> Self {
        match obstacle {
            Obstacle::GaveUp(limit) => Self::GaveUp(limit),
            Obstacle::Reason(_) => Self::Impossible,
        }
    }
}

/// The names of players, cards and facts.
pub(super) fn vocabulary(game: &CluedoGame) -> Vocabulary {
    let (deck, rules) = (game.rules().deck(), game.rules());
    let mut vocabulary = Vocabulary::default();
    for player in 1..=rules.hands().len() {
        vocabulary.add_agent(player.to_string());
    }
    vocabulary.set_table("t");
    deck.cards().for_each(|card| _ = vocabulary.add_card(&fact_name(deck.name(card))));
    vocabulary
}

/// A card as facts name it: letters and digits alone.
pub(super) fn fact_name(card: &str) -> String {
    card.replace(|c: char| !c.is_alphanumeric(), "")
}

impl NoticedPlay {
    /// What a player has noticed.
    pub fn new(
        game: &CluedoGame,
        player: Player,
        memory: &Memory,
        stop: &Stop,
    ) -> Result<Self, NoRecord> {
        let rules = game.rules();
        let vocabulary = vocabulary(game);
        let categories: Vec<Vec<Card>> =
            rules.deck().categories().iter().map(|category| category.cards.clone()).collect();
        let sizes = rules.hands().iter().copied().chain([categories.len()]).collect();
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let dealing = Dealing { categories, limits, ..Dealing::new(&vocabulary, sizes) };
        let mut noticed =
            Self { record: Record::new(&dealing)?, notices: Vec::new(), events: Vec::new() };
        let mut suspicion = None;
        for observed in memory.since(0) {
            let notice = CluedoNotice::read(observed).ok_or(NoRecord::NotOfThisGame)?;
            noticed.add(game, player, notice, &mut suspicion)?;
        }
        Ok(noticed)
    }

    /// What comes after a notice; a suspicion is kept for those who answer it.
    fn add(
        &mut self,
        game: &CluedoGame,
        reader: Player,
        notice: CluedoNotice,
        suspicion: &mut Option<(Player, CluedoCards)>,
    ) -> Result<(), NoRecord> {
        let edition = game.rules().edition;
        let mut shown_at = None;
        let asked = |suspicion: &Option<(Player, CluedoCards)>| {
            let (asker, cards) = suspicion.ok_or(NoRecord::NotOfThisGame)?;
            Ok::<_, NoRecord>((agent(asker), cards_in(cards).collect::<Vec<Card>>()))
        };
        match notice {
            CluedoNotice::Dealt(hand) => self.see(reader, Holder::Agent(agent(reader)), hand)?,
            CluedoNotice::Suspicion(by, cards) => *suspicion = Some((by, cards)),
            CluedoNotice::Pass(by) => {
                let (requester, cards) = asked(suspicion)?;
                self.happen(Event::NoCard { requester, respondent: agent(by), cards })?;
            }
            CluedoNotice::Show(by, card) => {
                let (requester, cards) = asked(suspicion)?;
                shown_at = Some(self.record.events().len());
                self.happen(Event::Shows { requester, respondent: agent(by), cards, card })?;
            }
            CluedoNotice::Right(by, cards) => {
                let table = Some(cards_in(cards).collect());
                let player = hexa_engine::deals::Player::Guesser;
                self.happen(Event::Wins { agent: agent(by), table, player })?;
            }
            CluedoNotice::Wrong { player: by, named, envelope } => {
                let looks = match edition.accuser {
                    Accuser::Looks => Looks::AtTable,
                    Accuser::DoesNotLook => Looks::AtNothing,
                };
                let heard = match edition.wrong_accusation {
                    WrongAccusation::Heard => Witness::Everybody,
                    WrongAccusation::NotHeard => Witness::Only(agent(by)),
                };
                let accused = named.map(|cards| cards_in(cards).collect());
                let (accuser, player) = (agent(by), hexa_engine::deals::Player::Guesser);
                self.happen(Event::WrongAccusation { accuser, accused, heard, player, looks })?;
                if let Some(envelope) = envelope {
                    self.see(reader, Holder::Table, envelope)?;
                }
            }
            // Where pawns go says nothing of the cards.
            CluedoNotice::EndOfTurn(_) | CluedoNotice::Board(_) => {}
        }
        self.notices.push(notice);
        self.events.push(shown_at);
        Ok(())
    }

    /// The reader sees that a holder has these cards.
    fn see(&mut self, reader: Player, holder: Holder, cards: CluedoCards) -> Result<(), NoRecord> {
        let seen = Witness::Only(agent(reader));
        cards_in(cards).try_for_each(|card| self.happen(Event::Holds { holder, card, seen }))
    }

    fn happen(&mut self, event: Event) -> Result<(), NoRecord> {
        self.record = self.record.try_with(event)?;
        Ok(())
    }
}

/// A player as an agent of the engine.
pub(super) fn agent(player: Player) -> Agent {
    Agent(player.0)
}
