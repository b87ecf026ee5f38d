//! What somebody sees of the board: where rooms and pawns are by all that they have noticed, in lines, as facts and as a drawing,
//! and what is told of moving.

use super::CluedoGame;
use super::cards::fact_name;
use super::journeys::Travel;
use super::notice::CluedoNotice;
use crate::cluedo::board::{BoardDrawing, BoardNotice, PawnStanding, Place, PlaceKind};
use crate::game::{Memory, Move, PlayStep, Player};
use hexa_logic::Card;

impl CluedoGame {
    /// Where pawns stand before anything is drawn, if there is a board.
    pub fn standing_at_start(&self) -> Option<PawnStanding> {
        let on_board = self.rules.board.as_ref()?;
        let printed = on_board.printed(self.rules.deck(), self.players());
        Some(PawnStanding::at_start(&on_board.board, printed))
    }

    /// The room of a card, by its number on the board.
    pub fn room_of_card(&self, card: Card) -> Option<usize> {
        self.journeys.as_ref()?.cards.iter().position(|of| *of == Some(card))
    }

    /// The card of a room, by its number on the board; `None` if it is not in the deck.
    pub fn card_of_room(&self, room: usize) -> Option<Card> {
        *self.journeys.as_ref()?.cards.get(room)?
    }

    /// The step that leads to what is noticed of the board.
    pub(in crate::cluedo) fn step_on_board(&self, notice: BoardNotice) -> Option<PlayStep> {
        let journeys = self.journeys.as_ref()?;
        let travel = match notice {
            BoardNotice::Placed(placement) => {
                return Some(PlayStep::Drawn(placement.text(&journeys.board, self.players())));
            }
            BoardNotice::First(player) => return Some(PlayStep::Chance(Move(player.0))),
            BoardNotice::Roll(_, thrown) => {
                let over_least = thrown.checked_sub(journeys.least)?;
                return Some(PlayStep::Chance(Move(u32::from(over_least))));
            }
            BoardNotice::Throw(_) => Travel::Throw,
            BoardNotice::Go(_, to) => Travel::Go(to),
            BoardNotice::Stay(_) => Travel::Stay,
            // It comes with the suspicion.
            BoardNotice::Summoned(..) => return None,
        };
        journeys.move_of(travel).map(|made| PlayStep::Moves(vec![made]))
    }

    /// The board with the pawns where somebody with this memory sees them, if there is a board.
    pub fn drawing(&self, memory: &Memory) -> Option<BoardDrawing> {
        let board = &self.rules.board.as_ref()?.board;
        Some(BoardDrawing::of(board, &self.standing_seen(memory)?))
    }

    /// Where somebody with this memory sees the pawns, if there is a board.
    fn standing_seen(&self, memory: &Memory) -> Option<PawnStanding> {
        let board = &self.rules.board.as_ref()?.board;
        let mut standing = self.standing_at_start()?;
        for observed in memory.since(0) {
            if let Some(CluedoNotice::Board(notice)) = CluedoNotice::read(observed) {
                standing.observe(board, notice);
            }
        }
        Some(standing)
    }

    /// Where pawns stand for somebody with this memory, as facts.
    pub(in crate::cluedo) fn pawn_facts_seen(&self, memory: &Memory) -> Vec<String> {
        let standing = self.standing_seen(memory);
        standing.map_or_else(Vec::new, |standing| self.pawn_facts(&standing))
    }

    /// Where pawns stand, as facts.
    pub(super) fn pawn_facts(&self, standing: &PawnStanding) -> Vec<String> {
        let Some(on_board) = &self.rules.board else { return Vec::new() };
        let board = &on_board.board;
        let fact = |(pawn, name): (usize, &String)| {
            let place = board.place_name(standing.place_of(board, pawn));
            format!("{}({})", fact_name(name), fact_name(&place))
        };
        board.pawns().iter().enumerate().map(fact).collect()
    }

    pub(super) fn board_lines(&self, player: Player, memory: &Memory) -> Vec<String> {
        self.drawing(memory).map_or_else(Vec::new, |drawing| drawing.lines(player))
    }

    pub(super) fn tell_board(
        &self,
        notice: BoardNotice,
        who: impl Fn(Player) -> String,
        verb: impl Fn(Player, &str) -> String,
    ) -> String {
        let place = |place: Place| {
            let on_board = self.rules.board.as_ref();
            on_board.map_or_else(String::new, |rules| match rules.board.kinds()[place.index()] {
                PlaceKind::Square(..) => rules.board.place_name(place),
                PlaceKind::Room(_) | PlaceKind::Pathways | PlaceKind::Start(_) => {
                    format!("the {}", rules.board.place_name(place))
                }
            })
        };
        match notice {
            BoardNotice::Placed(placement) => {
                let on_board = self.rules.board.as_ref();
                let text = on_board.map(|rules| placement.text(&rules.board, self.players()));
                let text = text.unwrap_or_default();
                let mut lists = text.split(" | ");
                let mut list = || lists.next().unwrap_or_default();
                format!("rooms in order: {}; starts: {}; players have {}", list(), list(), list())
            }
            BoardNotice::First(by) => format!("{} {}", who(by), verb(by, "begin")),
            BoardNotice::Throw(by) => format!("{} {} the dice", who(by), verb(by, "take")),
            BoardNotice::Roll(by, thrown) => {
                format!("{} {} {thrown}", who(by), verb(by, "throw"))
            }
            BoardNotice::Go(by, to) => {
                let goes = if verb(by, "") == "s" { "goes" } else { "go" };
                format!("{} {goes} to {}", who(by), place(to))
            }
            BoardNotice::Stay(by) => format!("{} {}", who(by), verb(by, "stay")),
            BoardNotice::Summoned(pawn, to) => {
                let on_board = self.rules.board.as_ref();
                let pawn = on_board.and_then(|rules| rules.board.pawns().get(pawn));
                format!("{} is moved to {}", pawn.map_or("", String::as_str), place(to))
            }
        }
    }
}
