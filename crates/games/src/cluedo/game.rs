//! Cluedo as a game that is played: chance deals, whoever is to move suspects or accuses, the others show a card or cannot
//! (Cluedo paper secs. 1 and 4). What follows for what players know is not computed here: a step is a few words of memory.

mod board_view;
mod cards;
mod consequences;
mod deals;
mod declaration;
mod journeys;
mod notice;
mod play;
mod travel;

use super::rules::{CluedoRules, FirstPlayer};
use crate::belief::EpistemicGame;
use crate::exact::{Exact, RBig};
use crate::game::{
    Declaration, Game, Memory, Move, Observation, Play, PlayStep, Player, PlayerView, Trouble,
    Weights,
};
pub(super) use cards::fact_name;
use cards::list_cards;
pub use cards::{CluedoCards, cards_in};
pub(super) use deals::CluedoDeal;
use deals::{ListedDeals, count_deals, equal_moves, list_deals};
use declaration::declare;
use hexa_logic::{Card, Stop};
pub use journeys::Travel;
use journeys::{Journeys, moves_in_room};
pub use notice::CluedoNotice;
use play::CluedoPlay;
use std::sync::Arc;

/// Cluedo.
pub struct CluedoGame {
    rules: CluedoRules,
    declaration: Declaration,
    /// The cards of each triple, the last category counting fastest.
    triples: Vec<CluedoCards>,
    /// Triples to suspect, triples to accuse, ending the turn, cards to show, and moving on a board, in this order.
    moves: Vec<Move>,
    /// Those with which a turn begins, if there is no board.
    beginnings: Vec<Move>,
    /// What there is to know of moving, if there is a board.
    journeys: Option<Journeys>,
    /// Who begins, where chance says it.
    first: Option<(Vec<Move>, Weights)>,
    /// One over the number of deals.
    chance: Exact,
    /// All deals, where they can be listed.
    deals: Option<ListedDeals>,
}

/// What a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CluedoMove {
    /// A suspicion of these cards.
    Suspect(CluedoCards),
    /// An accusation of these cards.
    Accuse(CluedoCards),
    /// The turn ends.
    EndTurn,
    /// A card is shown.
    Show(Card),
    /// The player moves on the board, or throws the dice.
    Travel(Travel),
}

impl CluedoGame {
    /// The game by these rules.
    pub fn new(rules: CluedoRules) -> Self {
        let mut triples: Vec<CluedoCards> = vec![0];
        for category in rules.deck().categories() {
            let with = |triple: &u64| {
                let triple = *triple;
                category.cards.iter().map(move |card| triple | 1 << card.0)
            };
            triples = triples.iter().flat_map(with).collect();
        }
        let many = 2 * triples.len() + 1 + rules.deck().cards().len();
        let journeys = Journeys::new(&rules, &triples, many);
        let many = many + journeys.as_ref().map_or(0, |journeys| journeys.travels().len());
        let moves = (0..many as u32).map(Move).collect();
        let beginnings = moves_in_room(&rules, 0..triples.len(), triples.len());
        let chance = Exact(RBig::ONE / count_deals(&rules));
        let declaration = declare(&rules, &triples, journeys.as_ref());
        let deals = list_deals(&rules, &triples);
        let first = match rules.first {
            FirstPlayer::FirstSeat => None,
            FirstPlayer::HighestThrow => equal_moves(rules.hands().len()),
        };
        Self { rules, declaration, triples, moves, beginnings, journeys, first, chance, deals }
    }

    /// The rules.
    pub fn rules(&self) -> &CluedoRules {
        &self.rules
    }

    /// The triples that can be suspected, in the order of their moves.
    pub fn triples(&self) -> &[CluedoCards] {
        &self.triples
    }

    /// What a move is.
    pub fn meaning(&self, made: Move) -> Option<CluedoMove> {
        let (at, triples) = (made.index(), self.triples.len());
        match at {
            _ if at < triples => Some(CluedoMove::Suspect(self.triples[at])),
            _ if at < 2 * triples => Some(CluedoMove::Accuse(self.triples[at - triples])),
            _ if at == 2 * triples => Some(CluedoMove::EndTurn),
            _ if at <= 2 * triples + self.rules.deck().cards().len() => {
                Some(CluedoMove::Show(Card((at - 2 * triples - 1) as u32)))
            }
            _ => self.journeys.as_ref()?.travel(made).map(CluedoMove::Travel),
        }
    }

    /// The move that a meaning has; `None` if these cards are no triple, or that card is none.
    pub fn move_of(&self, meaning: CluedoMove) -> Option<Move> {
        let triples = self.triples.len();
        let place = |cards: CluedoCards| self.triples.iter().position(|&triple| triple == cards);
        let at = match meaning {
            CluedoMove::Suspect(cards) => place(cards)?,
            CluedoMove::Accuse(cards) => place(cards)? + triples,
            CluedoMove::EndTurn => 2 * triples,
            CluedoMove::Show(card) => 2 * triples + 1 + card.index(),
            CluedoMove::Travel(travel) => return self.journeys.as_ref()?.move_of(travel),
        };
        self.moves.get(at).copied()
    }

    fn players(&self) -> usize {
        self.rules.hands().len()
    }

    fn accusations_and_end(&self) -> &[Move] {
        &self.moves[self.triples.len()..=2 * self.triples.len()]
    }

    /// Whether all deals are moves of chance that are listed.
    pub(super) fn has_listed_deals(&self) -> bool {
        self.deals.is_some()
    }

    /// The move of chance that deals so.
    pub(super) fn step_of_deal(&self, deal: &CluedoDeal) -> Option<PlayStep> {
        match &self.deals {
            None => Some(PlayStep::Drawn(self.deal_text(deal))),
            Some(listed) => {
                let at = listed.deals.iter().position(|one| one == deal)?;
                listed.moves.get(at).copied().map(PlayStep::Chance)
            }
        }
    }

    /// The moves with which a turn begins, after the way to a room, if there is a board.
    fn beginnings(&self, room: Option<usize>) -> &[Move] {
        match (&self.journeys, room) {
            (Some(journeys), Some(room)) => journeys.beginnings(room),
            (Some(_), None) | (None, _) => &self.beginnings,
        }
    }

    fn show_of(&self, card: Card) -> Move {
        self.moves[2 * self.triples.len() + 1 + card.index()]
    }

    /// A deal as it is written: the envelope, then the hands.
    fn deal_text(&self, (envelope, hands): &CluedoDeal) -> String {
        let sets = std::iter::once(envelope).chain(hands);
        sets.map(|&cards| self.names(cards)).collect::<Vec<_>>().join(" | ")
    }

    fn names(&self, cards: CluedoCards) -> String {
        list_cards(self.rules.deck(), cards)
    }

    /// What an observation says, in words for a player, or for somebody who does not play.
    fn tell_to(&self, reader: Option<Player>, observed: Observation<'_>) -> String {
        let who = |other: Player| match Some(other) == reader {
            true => "you".to_owned(),
            false => (other.0 + 1).to_string(),
        };
        let verb = |other: Player, plain: &str| match Some(other) == reader {
            true => plain.to_owned(),
            false => format!("{plain}s"),
        };
        let Some(notice) = CluedoNotice::read(observed) else { return String::new() };
        match notice {
            CluedoNotice::Dealt(hand) => format!("you get {}", self.names(hand)),
            CluedoNotice::Suspicion(by, cards) => {
                format!("{} {}: {}", who(by), verb(by, "suspect"), self.names(cards))
            }
            CluedoNotice::Pass(by) => format!("{} cannot show a card", who(by)),
            CluedoNotice::Show(by, card) => {
                let card = match card {
                    Some(card) => self.rules.deck().name(card),
                    None => "a card",
                };
                format!("{} {} {card}", who(by), verb(by, "show"))
            }
            CluedoNotice::Right(by, cards) => {
                format!("{} {}: {}. That is right", who(by), verb(by, "accuse"), self.names(cards))
            }
            CluedoNotice::Wrong { player: by, named, envelope } => {
                let named = named.map(|cards| format!(": {}", self.names(cards)));
                let seen =
                    envelope.map(|cards| format!("; the envelope has {}", self.names(cards)));
                format!(
                    "{} {}{}. That is wrong{}",
                    who(by),
                    verb(by, "accuse"),
                    named.unwrap_or_default(),
                    seen.unwrap_or_default()
                )
            }
            CluedoNotice::EndOfTurn(by) => format!("{} {} the turn", who(by), verb(by, "end")),
            CluedoNotice::Board(notice) => self.tell_board(notice, who, verb),
        }
    }
}

impl Game for CluedoGame {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn tell(&self, player: Player, observed: Observation<'_>) -> String {
        self.tell_to(Some(player), observed)
    }

    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble> {
        let memory = Memory::read(information).ok_or(Trouble::NoInformation)?;
        let heard = memory.since(0).map(|observed| self.tell(player, observed)).collect();
        let mut lines = Vec::new();
        let first = memory.since(0).next().and_then(CluedoNotice::read);
        if let Some(CluedoNotice::Dealt(hand)) = first {
            lines.push(format!("your cards: {}", self.names(hand)));
        }
        lines.extend(self.board_lines(player, &memory));
        Ok(PlayerView { lines, board: Vec::new(), heard })
    }

    fn epistemic(self: Arc<Self>) -> Option<Arc<dyn EpistemicGame>> {
        Some(self)
    }

    fn start(self: Arc<Self>, _: &Stop) -> Result<Box<dyn Play>, Trouble> {
        Ok(Box::new(CluedoPlay::new(self)))
    }
}
