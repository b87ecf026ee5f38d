//! Moving on a board. A turn begins with it: whoever is in a room takes a passage, stays or throws the dice; then they go to a room
//! that is in reach, or to the square nearest to one that is not. A suspicion is about the room one is in, and moves the
//! suspect's pawn there. Without dice one goes equally far each turn; where there are pathways, whoever cannot get where
//! they want goes there, and is a step from every room in the next turn (Cluedo agents project).

use super::{
    CluedoCards, CluedoGame, CluedoMove, CluedoNotice, CluedoPlay, Phase, fact_name, noticed,
};
use crate::cluedo::board::{
    Board, BoardDrawing, BoardNotice, PawnStanding, Place, PlaceKind, Placement, Placing, Summoned,
    Summons,
};
use crate::cluedo::cards_in;
use crate::cluedo::edition::Staying;
use crate::cluedo::rules::{CluedoRules, Ending};
use crate::dice;
use crate::exact::Exact;
use crate::exact::RBig;
use crate::game::{Memory, Move, PlayStep, Player, Trouble, Weights};
use hexa_logic::{Card, Stream};
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
    board: Arc<Board>,
    /// All moves on the board, in order.
    travels: Vec<Travel>,
    /// The number of the first of them.
    first: usize,
    throws: Option<(Vec<Move>, Weights)>,
    /// The least that can be thrown.
    least: u8,
    /// The card of each room, if it is one of the deck.
    cards: Vec<Option<Card>>,
    /// The pawn of each card, if it is a suspect.
    pawns: Vec<Option<usize>>,
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
            let accusations = match rules.ends {
                Ending::Accusation => many..2 * many,
                Ending::Unrefuted => 0..0,
            };
            here.chain(accusations).map(|at| Move(at as u32)).collect()
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
    fn pawn_facts(&self, standing: &PawnStanding) -> Vec<String> {
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
