//! What a game with a board knows of moving on it, before it is played: all moves, all throws, and where rooms and pawns of cards
//! are.

use super::cards::CluedoCards;
use crate::cluedo::board::{Board, Place, PlaceKind};
use crate::cluedo::rules::{CluedoRules, Ending, Suspecting};
use crate::dice;
use crate::exact::{Exact, RBig};
use crate::game::{Move, Weights};
use hexa_logic::Card;
use std::sync::Arc;

/// A move on a board. Rooms are told by their names, which may be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Travel {
    /// To a room, a square, or the pathways.
    Go(Place),
    /// The dice are thrown.
    Throw,
    /// The player stays in their room.
    Stay,
}

/// What a game with a board knows of moving.
pub(super) struct Journeys {
    pub(super) board: Arc<Board>,
    /// All moves on the board, in order.
    travels: Vec<Travel>,
    /// The number of the first of them.
    first: usize,
    throws: Option<(Vec<Move>, Weights)>,
    /// The least that can be thrown.
    pub(super) least: u8,
    /// The card of each room, if it is one of the deck.
    pub(super) cards: Vec<Option<Card>>,
    /// The pawn of each card, if it is a suspect.
    pub(super) pawns: Vec<Option<usize>>,
    /// For each room the moves with which a turn goes on there.
    beginnings: Vec<Vec<Move>>,
}

/// So many sides has a die.
const SIDES: u32 = 6;

impl Journeys {
    pub(super) fn new(rules: &CluedoRules, triples: &[CluedoCards], first: usize) -> Option<Self> {
        let on_board = rules.board.as_ref()?;
        let (board, deck) = (Arc::clone(&on_board.board), rules.deck());
        let goals = board.kinds().iter().zip(0..).filter_map(|(kind, place)| match kind {
            PlaceKind::Room(_) | PlaceKind::Square(..) | PlaceKind::Pathways => {
                Some(Travel::Go(Place(place)))
            }
            PlaceKind::Start(_) => None,
        });
        let travels = goals.chain([Travel::Throw, Travel::Stay]).collect();
        let kinds = deck.categories();
        let rooms = kinds.last().map_or(&[][..], |kind| &kind.cards);
        let card_of = |name: &str| rooms.iter().copied().find(|&card| deck.name(card) == name);
        let cards: Vec<Option<Card>> =
            board.rooms().iter().map(|room| card_of(&room.name)).collect();
        let suspects = kinds.first().map_or(&[][..], |kind| &kind.cards);
        let pawn_of = |card: Card| {
            let name = suspects.contains(&card).then(|| deck.name(card))?;
            board.pawns().iter().position(|pawn| pawn == name)
        };
        let pawns = deck.cards().map(pawn_of).collect();
        let many = triples.len();
        let beginnings = cards.iter().map(|card| {
            let Some(card) = card else { return Vec::new() };
            let here = (0..many).filter(|&at| triples[at] >> card.0 & 1 == 1);
            moves_in_room(rules, here, many)
        });
        let beginnings = beginnings.collect();
        let (throws, least) = throws_of(on_board.dice);
        Some(Self { board, travels, first, throws, least, cards, pawns, beginnings })
    }

    pub(super) fn travels(&self) -> &[Travel] {
        &self.travels
    }

    pub(super) fn throws(&self) -> Option<&(Vec<Move>, Weights)> {
        self.throws.as_ref()
    }

    pub(super) fn beginnings(&self, room: usize) -> &[Move] {
        &self.beginnings[room]
    }

    pub(super) fn travel(&self, made: Move) -> Option<Travel> {
        self.travels.get(made.index().checked_sub(self.first)?).copied()
    }

    pub(super) fn move_of(&self, travel: Travel) -> Option<Move> {
        let at = match travel {
            // Places that can be gone to are numbered first, without gaps.
            Travel::Go(to) => to.index(),
            Travel::Throw => self.travels.len() - 2,
            Travel::Stay => self.travels.len() - 1,
        };
        (self.travels.get(at) == Some(&travel)).then(|| Move((self.first + at) as u32))
    }

    /// The moves as they are written.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> {
        self.travels.iter().map(|travel| match travel {
            Travel::Go(to) => format!("go {}", self.board.place_name(*to)),
            Travel::Throw => "throw".to_owned(),
            Travel::Stay => "stay".to_owned(),
        })
    }
}

/// What so many dice can show, and the least of it.
fn throws_of(dice: u32) -> (Option<(Vec<Move>, Weights)>, u8) {
    let Ok(thrown) = dice::throw(dice, SIDES) else { return (None, 0) };
    let all = RBig::from(u64::from(SIDES).pow(dice));
    let ways = |sum: u32| {
        let of_two = (1..=SIDES).filter(|one| (1..=SIDES).contains(&sum.wrapping_sub(*one)));
        if dice == 1 { 1 } else { of_two.count() as u64 }
    };
    let chances: Vec<Exact> =
        thrown.sums.iter().map(|of| Exact(RBig::from(ways(of.sum)) / &all)).collect();
    let moves = (0..chances.len() as u32).map(Move).collect();
    (Weights::new(&chances).ok().map(|weights| (moves, weights)), dice as u8)
}

/// What whoever can suspect some of the triples, by their places, can do: suspect them, accuse, if that does not come after a
/// suspicion only, and end the turn, if they need not suspect.
pub(super) fn moves_in_room(
    rules: &CluedoRules,
    suspicions: impl Iterator<Item = usize>,
    triples: usize,
) -> Vec<Move> {
    let accusations = match rules.ends {
        Ending::Accusation => triples..2 * triples,
        Ending::Unrefuted => 0..0,
    };
    let end = match rules.suspecting {
        Suspecting::Must => None,
        Suspecting::May => Some(2 * triples),
    };
    suspicions.chain(accusations).chain(end).map(|at| Move(at as u32)).collect()
}
