//! The rules of a game of Cluedo that has a board: dice, staying, summoning, and what is drawn before it begins.

use super::{Board, Placement};
use crate::cluedo::deck::Deck;
use std::sync::Arc;

/// Whether a player whose pawn was moved by a suspicion may ask in that room without moving.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Summoned {
    /// They may.
    #[default]
    MayAsk,
    /// They must move first.
    MustMove,
}

/// What becomes of the pawn of a suspect who is named.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Summons {
    /// It is moved into the room.
    #[default]
    Always,
    /// It is moved into the room if it is a step away, and else onto the pathways, if there are any (the program of the Cluedo
    /// agents project).
    InReach,
    /// It stays where it is (the page of the Cluedo agents project).
    Never,
}

/// Whether the board is as it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Placing {
    /// It is, and players have the pawns in order.
    #[default]
    Printed,
    /// Chance says which room is where, where each pawn starts, and who has which.
    Drawn,
}

/// The rules of moving on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRules {
    /// The board.
    pub board: Arc<Board>,
    /// How many dice are thrown; none on a board where one always goes equally far.
    pub dice: u32,
    /// How far one goes without dice.
    pub steps: u32,
    /// Whether a summoned player may ask without moving.
    pub summoned: Summoned,
    /// Whether pawns are summoned.
    pub summons: Summons,
    /// Whether the board is as it is printed.
    pub placing: Placing,
}

/// Why a game cannot be played on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoBoardGame {
    /// A setting that only a game with a board has.
    NeedsBoard(&'static str),
    /// More players than there are pawns.
    TooFewPawns {
        /// Players.
        players: usize,
        /// Pawns.
        pawns: usize,
    },
    /// A card of the deck is no room of the board.
    NoSuchRoom(String),
    /// A card of the deck is a suspect without a pawn.
    NoSuchPawn(String),
    /// The deck does not have suspects and rooms.
    Kinds(usize),
}

impl BoardRules {
    /// The usual rules on a board: two dice where there are squares, else a step a turn.
    pub fn usual(board: Board) -> Self {
        Self {
            dice: if board.has_map() { 2 } else { 0 },
            steps: usual_steps(&board),
            board: Arc::new(board),
            summoned: Summoned::default(),
            summons: Summons::default(),
            placing: Placing::default(),
        }
    }

    /// Refuses a deck, or so many players, that the board is not for.
    pub fn check(&self, deck: &Deck, players: usize) -> Result<(), NoBoardGame> {
        let kinds = deck.categories();
        let [suspects, .., rooms] = kinds else { return Err(NoBoardGame::Kinds(kinds.len())) };
        let pawns = self.board.pawns();
        if players > pawns.len() {
            return Err(NoBoardGame::TooFewPawns { players, pawns: pawns.len() });
        }
        let mut names = suspects.cards.iter().map(|&card| deck.name(card));
        if let Some(name) = names.find(|name| pawns.iter().all(|pawn| pawn != name)) {
            return Err(NoBoardGame::NoSuchPawn(name.to_owned()));
        }
        let mut names = rooms.cards.iter().map(|&card| deck.name(card));
        let on_board = |name: &str| self.board.rooms().iter().any(|room| room.name == name);
        match names.find(|name| !on_board(name)) {
            Some(name) => Err(NoBoardGame::NoSuchRoom(name.to_owned())),
            None => Ok(()),
        }
    }

    /// The board as it is printed: players have the pawns of the deck's suspects in order, then the others.
    pub fn printed(&self, deck: &Deck, players: usize) -> Placement {
        let pawns = self.board.pawns();
        let suspects = deck.categories().first().map_or(&[][..], |kind| &kind.cards);
        let of_deck = suspects.iter().filter_map(|&card| {
            let name = deck.name(card);
            pawns.iter().position(|pawn| pawn == name)
        });
        let mut order: Vec<usize> = of_deck.collect();
        order.extend((0..pawns.len()).filter(|pawn| !order.contains(pawn)).collect::<Vec<_>>());
        order.truncate(players);
        Placement::new(&self.board, &order)
    }
}

/// How far one goes without dice on a board, unless it is set otherwise: as far as two dice go on average.
pub fn usual_steps(board: &Board) -> u32 {
    if board.has_map() { 7 } else { 1 }
}
