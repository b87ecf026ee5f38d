//! How whoever wants to suspect somewhere gets there: into the room if it is in reach, else onto the pathways, else as near to
//! it as can be (Agents page, Decision Making: players move based on their suggestion).

use super::{BoardNotice, PawnStanding, Place};
use crate::cluedo::{CluedoCards, CluedoGame, CluedoMove, Travel, cards_in};
use crate::game::{Move, Player};
use hexa_logic::Card;

/// Where a player wants to suspect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// In the room of this card.
    Room(Card),
    /// In any room of the deck, best in that of this card.
    AnyRoom {
        /// The best one.
        best: Card,
    },
}

/// Keeps account of where pawns stand, for strategies.
#[derive(Clone, Debug, Default)]
pub struct Traveller {
    standing: Option<PawnStanding>,
}

impl Traveller {
    /// A play of this game begins.
    pub fn begin(&mut self, game: &CluedoGame) {
        self.standing = game.standing_at_start();
    }

    /// Something is noticed of moving.
    pub fn observe(&mut self, game: &CluedoGame, notice: BoardNotice) {
        if let (Some(standing), Some(rules)) = (&mut self.standing, &game.rules().board) {
            standing.observe(&rules.board, notice);
        }
    }

    /// Where pawns stand, if there is a board.
    pub fn standing(&self) -> Option<&PawnStanding> {
        self.standing.as_ref()
    }

    /// The move that brings a player nearest to where they want to suspect. Those in order are the rule: whoever stands in the
    /// room stays, a room that is in reach is entered, pathways are taken, the dice are thrown.
    pub fn towards(
        &self,
        game: &CluedoGame,
        player: Player,
        moves: &[Move],
        goal: Goal,
    ) -> Option<Move> {
        let (standing, rules) = (self.standing.as_ref()?, game.rules().board.as_ref()?);
        let board = &rules.board;
        let (Goal::Room(wanted) | Goal::AnyRoom { best: wanted }) = goal;
        let room = game.room_of_card(wanted)?;
        let travel = |made: &Move| match game.meaning(*made) {
            Some(CluedoMove::Travel(travel)) => Some(travel),
            Some(
                CluedoMove::Suspect(_)
                | CluedoMove::Accuse(_)
                | CluedoMove::EndTurn
                | CluedoMove::Show(_),
            )
            | None => None,
        };
        let pawn = standing.pawn_of(player);
        let here = standing.room_of(board, pawn);
        let serves = |at: Option<usize>| match goal {
            Goal::AnyRoom { .. } => at.is_some_and(|room| game.card_of_room(room).is_some()),
            Goal::Room(_) => false,
        };
        let rank = |travel: Travel| match travel {
            Travel::Stay if here == Some(room) => (0, 0),
            Travel::Go(to) if to == Place::from_index(room) => (1, 0),
            Travel::Stay if serves(here) => (2, 0),
            Travel::Go(to) if serves(board.room_at(to)) => (2, 0),
            Travel::Go(to) if board.pathways() == Some(to) => (3, 0),
            Travel::Throw => (4, 0),
            Travel::Go(to) => (5, standing.distance(board, to, room)),
            Travel::Stay => (5, standing.distance_of(board, pawn, room)),
        };
        moves
            .iter()
            .filter_map(|made| Some((rank(travel(made)?), *made)))
            .min()
            .map(|(_, made)| made)
    }
}

/// A suspicion with the room of another in which the rest is as wanted.
pub fn suspect_here(game: &CluedoGame, moves: &[Move], wanted: CluedoCards) -> CluedoCards {
    let kinds = game.rules().deck().categories();
    let rooms =
        kinds.last().map_or(0, |kind| kind.cards.iter().fold(0, |all, card| all | 1u64 << card.0));
    let first = moves.first().and_then(|&made| game.meaning(made));
    match first {
        Some(CluedoMove::Suspect(cards)) => wanted & !rooms | cards & rooms,
        Some(
            CluedoMove::Accuse(_)
            | CluedoMove::EndTurn
            | CluedoMove::Show(_)
            | CluedoMove::Travel(_),
        )
        | None => wanted,
    }
}

/// The room of a triple.
pub fn room_card(game: &CluedoGame, cards: CluedoCards) -> Option<Card> {
    let kinds = game.rules().deck().categories();
    let rooms = kinds.last()?;
    cards_in(cards).find(|card| rooms.cards.contains(card))
}
