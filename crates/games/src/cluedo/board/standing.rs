//! Where pawns stand, and what everybody notices of it. All of it is public.

use super::{Board, MOST_PAWNS, MOST_ROOMS, Place, PlaceKind};
use crate::cluedo::rules::CLUEDO_PLAYERS;
use crate::exact::{Exact, RBig};
use crate::game::Player;
use hexa_logic::Stream;

/// No more players than this.
const MOST_PLAYERS: usize = *CLUEDO_PLAYERS.end();

/// Which room is where, where pawns start, and who has which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// For each name of a room the place that has it.
    rooms: [u8; MOST_ROOMS],
    /// For each pawn the number of the start it has.
    starts: [u8; MOST_PAWNS],
    /// For each player their pawn.
    pawns: [u8; MOST_PLAYERS],
}

impl Placement {
    /// As the board is printed; players have these pawns.
    pub fn new(board: &Board, order: &[usize]) -> Self {
        let mut placement = Self {
            rooms: [0; MOST_ROOMS],
            starts: [0; MOST_PAWNS],
            pawns: [u8::MAX; MOST_PLAYERS],
        };
        for (room, place) in placement.rooms.iter_mut().zip(0..board.rooms().len()) {
            *room = place as u8;
        }
        for (pawn, start) in placement.starts.iter_mut().zip(0..board.pawns().len()) {
            *pawn = start as u8;
        }
        for (player, &pawn) in placement.pawns.iter_mut().zip(order) {
            *player = pawn as u8;
        }
        placement
    }

    /// One of all placements, each as likely as any other.
    pub fn draw(board: &Board, players: usize, stream: &mut Stream) -> Self {
        let mut pawns: Vec<usize> = (0..board.pawns().len()).collect();
        stream.shuffle(&mut pawns);
        let mut placement = Self::new(board, &pawns[..players]);
        stream.shuffle(&mut placement.rooms[..board.rooms().len()]);
        stream.shuffle(&mut placement.starts[..board.pawns().len()]);
        placement
    }

    /// How likely each placement is.
    pub fn chance(board: &Board, players: usize) -> Exact {
        let product = |numbers: std::ops::RangeInclusive<usize>| {
            numbers.fold(RBig::ONE, |product, number| product * RBig::from(number as u64))
        };
        let pawns = board.pawns().len();
        let many = product(1..=board.rooms().len())
            * product(1..=pawns)
            * product(pawns - players + 1..=pawns);
        Exact(RBig::ONE / many)
    }

    /// As it is written: the names of rooms in the order of the board's places, the suspects in the order of its starts, and
    /// the pawns of the players.
    pub fn text(&self, board: &Board, players: usize) -> String {
        let (rooms, pawns) = (board.rooms(), board.pawns());
        let name_of = |numbers: &[u8], at: usize| {
            numbers.iter().position(|&number| usize::from(number) == at).unwrap_or(0)
        };
        let room = |at| rooms[name_of(&self.rooms[..rooms.len()], at)].name.as_str();
        let start = |at| pawns[name_of(&self.starts[..pawns.len()], at)].as_str();
        let player = |at: usize| pawns[usize::from(self.pawns[at])].as_str();
        let lists = [
            (0..rooms.len()).map(room).collect::<Vec<_>>(),
            (0..pawns.len()).map(start).collect(),
            (0..players).map(player).collect(),
        ];
        lists.map(|list| list.join(", ")).join(" | ")
    }

    /// A placement that is written.
    pub fn of_text(board: &Board, players: usize, text: &str) -> Option<Self> {
        let mut lists = text.split('|').map(|list| list.split(',').map(str::trim));
        let rooms: Vec<&str> = lists.next()?.collect();
        let starts: Vec<&str> = lists.next()?.collect();
        let pawns: Vec<&str> = lists.next()?.collect();
        let (all_rooms, all_pawns) = (board.rooms(), board.pawns());
        let fits = rooms.len() == all_rooms.len()
            && starts.len() == all_pawns.len()
            && pawns.len() == players
            && lists.next().is_none();
        if !fits {
            return None;
        }
        let place = |list: &[&str], name: &str| list.iter().position(|other| *other == name);
        let all: Vec<&str> = all_pawns.iter().map(String::as_str).collect();
        let order = pawns.iter().map(|name| place(&all, name)).collect::<Option<Vec<usize>>>()?;
        let is_twice = |(at, pawn)| order[..at].contains(pawn);
        if order.iter().enumerate().any(is_twice) {
            return None;
        }
        let mut placement = Self::new(board, &order);
        for (of, room) in placement.rooms.iter_mut().zip(all_rooms) {
            *of = place(&rooms, &room.name)? as u8;
        }
        for (of, name) in placement.starts.iter_mut().zip(&all) {
            *of = place(&starts, name)? as u8;
        }
        Some(placement)
    }

    /// As bytes.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = u8> {
        self.rooms.into_iter().chain(self.starts).chain(self.pawns)
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (rooms, rest) = bytes.split_first_chunk()?;
        let (starts, rest) = rest.split_first_chunk()?;
        let (pawns, rest) = rest.split_first_chunk()?;
        rest.is_empty().then_some(Self { rooms: *rooms, starts: *starts, pawns: *pawns })
    }
}

/// Where pawns stand. Places of rooms are told by the names that rooms have in this play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnStanding {
    placement: Placement,
    /// For each pawn where it stands, as the board is printed.
    at: [Place; MOST_PAWNS],
}

/// What is noticed of moving, as the second byte of what is public.
mod moved {
    pub(super) const PLACED: u8 = 0;
    pub(super) const FIRST: u8 = 1;
    pub(super) const THROW: u8 = 2;
    pub(super) const ROLL: u8 = 3;
    pub(super) const GO: u8 = 4;
    pub(super) const STAY: u8 = 5;
    pub(super) const SUMMONED: u8 = 6;
}

/// Something that everybody notices of moving. Rooms are told by their names, so that their places are as in `Board::rooms`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardNotice {
    /// What was drawn before the game begins.
    Placed(Placement),
    /// This player begins.
    First(Player),
    /// A player chooses to throw the dice.
    Throw(Player),
    /// The dice show so much.
    Roll(Player, u8),
    /// A player's pawn goes there.
    Go(Player, Place),
    /// A player's pawn stays.
    Stay(Player),
    /// A pawn is moved because its suspect was named.
    Summoned(usize, Place),
}

impl BoardNotice {
    /// What bytes after the first say.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (&kind, rest) = bytes.split_first()?;
        if kind == moved::PLACED {
            return Placement::of_bytes(rest).map(Self::Placed);
        }
        let (&who, rest) = rest.split_first()?;
        let player = Player(u32::from(who));
        let place = || <[u8; 2]>::try_from(rest).ok().map(|bytes| Place(u16::from_le_bytes(bytes)));
        Some(match kind {
            moved::FIRST => Self::First(player),
            moved::THROW => Self::Throw(player),
            moved::ROLL => Self::Roll(player, *rest.first()?),
            moved::GO => Self::Go(player, place()?),
            moved::STAY => Self::Stay(player),
            moved::SUMMONED => Self::Summoned(usize::from(who), place()?),
            _ => return None,
        })
    }

    /// As bytes, after this one.
    pub(crate) fn write(self, first: u8) -> Vec<u8> {
        let place = |kind, who: u8, place: Place| {
            let [low, high] = place.0.to_le_bytes();
            vec![first, kind, who, low, high]
        };
        match self {
            Self::Placed(placement) => {
                [first, moved::PLACED].into_iter().chain(placement.bytes()).collect()
            }
            Self::First(player) => vec![first, moved::FIRST, player.0 as u8],
            Self::Throw(player) => vec![first, moved::THROW, player.0 as u8],
            Self::Roll(player, thrown) => vec![first, moved::ROLL, player.0 as u8, thrown],
            Self::Go(player, to) => place(moved::GO, player.0 as u8, to),
            Self::Stay(player) => vec![first, moved::STAY, player.0 as u8],
            Self::Summoned(pawn, to) => place(moved::SUMMONED, pawn as u8, to),
        }
    }
}

impl PawnStanding {
    /// Everybody at their starts.
    pub fn at_start(board: &Board, placement: Placement) -> Self {
        let mut at = [Place(0); MOST_PAWNS];
        for (at, &start) in at.iter_mut().zip(&placement.starts).take(board.pawns().len()) {
            *at = board.starts()[usize::from(start)];
        }
        Self { placement, at }
    }

    /// After something was noticed.
    pub fn observe(&mut self, board: &Board, notice: BoardNotice) {
        match notice {
            BoardNotice::Placed(placement) => *self = Self::at_start(board, placement),
            BoardNotice::Go(player, to) => {
                let pawn = self.pawn_of(player);
                self.at[pawn] = self.printed(board, to);
            }
            BoardNotice::Summoned(pawn, to) => self.at[pawn] = self.printed(board, to),
            BoardNotice::First(_)
            | BoardNotice::Throw(_)
            | BoardNotice::Roll(..)
            | BoardNotice::Stay(_) => {}
        }
    }

    /// The pawn of a player.
    pub fn pawn_of(&self, player: Player) -> usize {
        usize::from(self.placement.pawns[player.index()])
    }

    /// Whose pawn it is, if it is anybody's.
    pub fn player_of(&self, pawn: usize) -> Option<Player> {
        let has = |&of: &u8| usize::from(of) == pawn;
        self.placement.pawns.iter().position(has).map(Player::from_index)
    }

    /// Where a pawn stands, rooms by their names.
    pub fn place_of(&self, board: &Board, pawn: usize) -> Place {
        self.named(board, self.at[pawn])
    }

    /// The name of the room where a pawn stands, by its number, if it stands in one.
    pub fn room_of(&self, board: &Board, pawn: usize) -> Option<usize> {
        board.room_at(self.place_of(board, pawn))
    }

    /// Where a pawn can go in so many steps, rooms by their names, in order.
    pub fn reach(&self, board: &Board, pawn: usize, steps: usize) -> Vec<Place> {
        let pawns = &self.at[..board.pawns().len()];
        self.all_named(board, &board.reach(pawns, self.at[pawn], steps))
    }

    /// The rooms at the other ends of the passages of the room where a pawn stands.
    pub fn passages(&self, board: &Board, pawn: usize) -> Vec<Place> {
        self.all_named(board, board.passages(self.at[pawn]))
    }

    /// How many steps it is from a place to a room, both by their names.
    pub fn distance(&self, board: &Board, from: Place, room: usize) -> usize {
        board.distance(self.printed(board, from), usize::from(self.placement.rooms[room]))
    }

    /// How many steps it is from a pawn to a room.
    pub fn distance_of(&self, board: &Board, pawn: usize, room: usize) -> usize {
        board.distance(self.at[pawn], usize::from(self.placement.rooms[room]))
    }

    fn all_named(&self, board: &Board, places: &[Place]) -> Vec<Place> {
        let mut places: Vec<Place> = places.iter().map(|&at| self.named(board, at)).collect();
        places.sort_unstable();
        places
    }

    /// A place of the printed board, as it is called in this play.
    pub(crate) fn named(&self, board: &Board, printed: Place) -> Place {
        match board.kinds()[printed.index()] {
            PlaceKind::Room(at) => {
                let rooms = &self.placement.rooms[..board.rooms().len()];
                let name = rooms.iter().position(|&place| usize::from(place) == at);
                name.map_or(printed, Place::from_index)
            }
            PlaceKind::Square(..) | PlaceKind::Pathways | PlaceKind::Start(_) => printed,
        }
    }

    /// The place of the printed board that is called so in this play.
    fn printed(&self, board: &Board, named: Place) -> Place {
        match board.kinds()[named.index()] {
            PlaceKind::Room(name) => Place(u16::from(self.placement.rooms[name])),
            PlaceKind::Square(..) | PlaceKind::Pathways | PlaceKind::Start(_) => named,
        }
    }
}
