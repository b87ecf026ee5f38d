//! Moving on a board. A turn begins with it: whoever is in a room takes a passage, stays or throws the dice; then they go to a room
//! that is in reach, or to the square nearest to one that is not. A suspicion is about the room one is in, and moves the
//! suspect's pawn there. Without dice one goes equally far each turn; where there are pathways, whoever cannot get where
//! they want goes there, and is a step from every room in the next turn (Cluedo agents project).

use super::CluedoMove;
use super::cards::{CluedoCards, cards_in};
use super::journeys::Travel;
use super::notice::noticed;
use super::play::{CluedoPlay, Phase};
use crate::cluedo::board::{
    Board, BoardNotice, PawnStanding, Place, Placement, Placing, Summoned, Summons,
};
use crate::cluedo::edition::Staying;
use crate::cluedo::rules::Ending;
use crate::exact::Exact;
use crate::game::{Move, PlayStep, Player, Trouble};
use hexa_logic::Stream;
use std::sync::Arc;

impl CluedoPlay {
    fn board(&self) -> Option<Arc<Board>> {
        self.game.rules.board.as_ref().map(|rules| Arc::clone(&rules.board))
    }

    /// Everybody notices something of moving; it is so from here on.
    fn note(&mut self, own: Option<(Player, Move)>, notice: BoardNotice) {
        self.notice(own, &notice.write(noticed::BOARD), |_| &[]);
        if let (Some(board), Some(standing)) = (self.board(), &mut self.now.standing) {
            standing.observe(&board, notice);
        }
    }

    /// What comes when the cards are dealt.
    pub(super) fn after_deal(&mut self) -> Phase {
        let placing = self.game.rules.board.as_ref().map(|rules| rules.placing);
        match placing {
            Some(Placing::Drawn) => Phase::Place,
            Some(Placing::Printed) | None => self.after_placing(),
        }
    }

    fn after_placing(&mut self) -> Phase {
        if self.game.first.is_some() { Phase::First } else { self.beginning() }
    }

    /// How a turn begins.
    pub(super) fn beginning(&mut self) -> Phase {
        self.now.thrown = None;
        self.now.room = None;
        if self.game.journeys.is_some() { Phase::Depart } else { Phase::Begin }
    }

    pub(super) fn place(&mut self, text: &str) -> Result<(), Trouble> {
        let players = self.hands.len();
        let placement = self.board().and_then(|board| Placement::of_text(&board, players, text));
        let placement = placement.ok_or(Trouble::NoSuchChance)?;
        self.note(None, BoardNotice::Placed(placement));
        self.now.phase = self.after_placing();
        Ok(())
    }

    pub(super) fn draw_placement(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble> {
        let (board, players) = (self.board().ok_or(Trouble::WrongTurn)?, self.hands.len());
        let text = Placement::draw(&board, players, stream).text(&board, players);
        Ok((PlayStep::Drawn(text), Placement::chance(&board, players)))
    }

    pub(super) fn begin_with(&mut self, made: Move) -> Result<(), Trouble> {
        if made.index() >= self.hands.len() {
            return Err(Trouble::NoSuchChance);
        }
        self.now.player = Player(made.0);
        self.note(None, BoardNotice::First(self.now.player));
        self.now.phase = self.beginning();
        Ok(())
    }

    pub(super) fn roll(&mut self, made: Move) -> Result<(), Trouble> {
        let journeys = self.game.journeys.as_ref().ok_or(Trouble::WrongTurn)?;
        let many = journeys.throws().map_or(0, |(moves, _)| moves.len());
        if made.index() >= many {
            return Err(Trouble::NoSuchChance);
        }
        let thrown = journeys.least + made.0 as u8;
        self.note(None, BoardNotice::Roll(self.now.player, thrown));
        self.now.thrown = Some(thrown);
        self.now.phase = Phase::Depart;
        Ok(())
    }

    /// What chance does on the board, as it is written.
    pub(super) fn board_chance_text(&self, made: Move) -> Option<String> {
        match self.now.phase {
            Phase::First => Some((made.0 + 1).to_string()),
            Phase::Throw => {
                let least = self.game.journeys.as_ref().map_or(0, |journeys| journeys.least);
                Some((u32::from(least) + made.0).to_string())
            }
            Phase::Deal
            | Phase::Place
            | Phase::Depart
            | Phase::Travel
            | Phase::Begin
            | Phase::Answer(_)
            | Phase::Decide
            | Phase::Over => None,
        }
    }

    /// Goes on until a player or chance has a choice. Turns follow each other without a choice where everybody is shut in.
    pub(super) fn depart(&mut self) {
        while self.now.phase == Phase::Depart {
            let goes = self.destinations();
            let player = self.now.player;
            match goes[..] {
                [] => self.travel(player, None, Travel::Stay),
                [only] => match self.game.meaning(only) {
                    Some(CluedoMove::Travel(travel)) => self.travel(player, None, travel),
                    Some(
                        CluedoMove::Suspect(_)
                        | CluedoMove::Accuse(_)
                        | CluedoMove::EndTurn
                        | CluedoMove::Show(_),
                    )
                    | None => return,
                },
                _ => {
                    self.goes = goes;
                    self.now.phase = Phase::Travel;
                }
            }
        }
    }

    /// Where the player can go now, in the order of the moves.
    pub(super) fn destinations(&self) -> Vec<Move> {
        let rules = self.game.rules.board.as_ref();
        let (Some(rules), Some(standing), Some(journeys)) =
            (rules, &self.now.standing, &self.game.journeys)
        else {
            return Vec::new();
        };
        let (board, player) = (&rules.board, self.now.player);
        let pawn = standing.pawn_of(player);
        let mut travels: Vec<Travel> = Vec::new();
        let passages = || standing.passages(board, pawn).into_iter().map(Travel::Go);
        let throws = journeys.throws().is_some();
        if self.now.thrown.is_none() {
            travels.extend(passages().filter(|_| board.has_map()));
            if standing.room_of(board, pawn).is_some() && self.may_stay(player) {
                travels.push(Travel::Stay);
            }
            if throws {
                travels.push(Travel::Throw);
            }
        }
        let steps = match self.now.thrown {
            Some(thrown) => usize::from(thrown),
            None if throws => 0,
            None => rules.steps as usize,
        };
        if steps > 0 {
            travels.extend(goals(board, standing, pawn, steps).into_iter().map(Travel::Go));
        }
        let mut moves: Vec<Move> =
            travels.into_iter().filter_map(|travel| journeys.move_of(travel)).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// Whether a player may ask where they are without moving.
    fn may_stay(&self, player: Player) -> bool {
        let was_summoned = self.now.summoned >> player.0 & 1 == 1;
        let summoned = self.game.rules.board.as_ref().map(|rules| rules.summoned);
        match (was_summoned, summoned, self.game.rules.edition.staying) {
            (true, Some(Summoned::MayAsk), _) => true,
            (true, Some(Summoned::MustMove), _) => false,
            (true, None, staying) | (false, _, staying) => staying == Staying::Allowed,
        }
    }

    pub(super) fn travel(&mut self, player: Player, own: Option<Move>, travel: Travel) {
        let made = own.map(|made| (player, made));
        let may_stay = self.may_stay(player);
        match travel {
            Travel::Throw => {
                // Whoever has no choice just throws.
                if own.is_some() {
                    self.note(made, BoardNotice::Throw(player));
                }
                self.now.phase = Phase::Throw;
            }
            Travel::Go(to) => {
                self.note(made, BoardNotice::Go(player, to));
                self.arrive(player, self.room_of(player));
            }
            Travel::Stay => {
                self.note(made, BoardNotice::Stay(player));
                self.arrive(player, self.room_of(player).filter(|_| may_stay));
            }
        }
    }

    fn room_of(&self, player: Player) -> Option<usize> {
        let (board, standing) = (self.board()?, self.now.standing?);
        standing.room_of(&board, standing.pawn_of(player))
    }

    /// A player is where they are, and can ask in this room.
    fn arrive(&mut self, player: Player, room: Option<usize>) {
        self.now.summoned &= !(1 << player.0);
        self.now.room = room.filter(|&room| self.game.card_of_room(room).is_some());
        if self.now.room.is_none() {
            match self.game.rules.ends {
                Ending::Accusation => self.now.phase = Phase::Decide,
                Ending::Unrefuted => self.end_turn(player, None),
            }
            return;
        }
        let only = match self.game.beginnings(self.now.room) {
            &[only] => Some(only),
            _ => None,
        };
        match only.and_then(|only| Some((only, self.game.meaning(only)?))) {
            Some((_, CluedoMove::Suspect(cards))) => self.suspect(player, None, cards),
            Some((
                _,
                CluedoMove::Accuse(_)
                | CluedoMove::EndTurn
                | CluedoMove::Show(_)
                | CluedoMove::Travel(_),
            ))
            | None => self.now.phase = Phase::Begin,
        }
    }

    /// The pawn of the suspect among these cards is moved.
    pub(super) fn summon(&mut self, cards: CluedoCards) {
        let (Some(rules), Some(standing), Some(room)) =
            (self.game.rules.board.clone(), self.now.standing, self.now.room)
        else {
            return;
        };
        let journeys = self.game.journeys.as_ref();
        let pawn = cards_in(cards)
            .find_map(|card| journeys.and_then(|journeys| journeys.pawns[card.index()]));
        let Some(pawn) = pawn else { return };
        let (board, room) = (&rules.board, Place(room as u16));
        if standing.place_of(board, pawn) == room {
            return;
        }
        let is_near = || standing.reach(board, pawn, 1).contains(&room);
        let to = match rules.summons {
            Summons::Never => None,
            Summons::Always => Some(room),
            Summons::InReach if is_near() => Some(room),
            Summons::InReach => board.pathways(),
        };
        let Some(to) = to else { return };
        if standing.place_of(board, pawn) == to {
            return;
        }
        self.note(None, BoardNotice::Summoned(pawn, to));
        if let (true, Some(player)) = (to == room, standing.player_of(pawn)) {
            self.now.summoned |= 1 << player.0;
        }
    }

    /// Where pawns stand, as facts.
    pub(super) fn board_facts(&self) -> Vec<String> {
        let standing = self.now.standing.as_ref();
        standing.map_or_else(Vec::new, |standing| self.game.pawn_facts(standing))
    }
}

/// Where a pawn can go that makes sense: rooms in reach, for each other room the square in reach that is nearest to it, and
/// the pathways, if there is such a room.
fn goals(board: &Board, standing: &PawnStanding, pawn: usize, steps: usize) -> Vec<Place> {
    let reached = standing.reach(board, pawn, steps);
    let (mut goals, squares): (Vec<Place>, Vec<Place>) =
        reached.into_iter().partition(|&place| board.room_at(place).is_some());
    let here = standing.place_of(board, pawn);
    let far: Vec<usize> = (0..board.rooms().len())
        .filter(|&room| {
            let room = Place(room as u16);
            room != here && !goals.contains(&room)
        })
        .collect();
    if let Some(pathways) = board.pathways()
        && !far.is_empty()
        && here != pathways
    {
        goals.push(pathways);
    }
    for room in far {
        goals.extend(
            squares.iter().min_by_key(|&&square| (standing.distance(board, square, room), square)),
        );
    }
    goals
}
