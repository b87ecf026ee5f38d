//! Boards of Cluedo as data: rooms, ways and passages between them, squares of corridors with doors, and where pawns start. A
//! board is read from a text of our own format (`read`), which refuses boards that cannot be played on; where pawns stand
//! on it, and what of that is noticed, is in `standing`.

mod drawing;
mod read;
mod rules;
mod standing;
mod travelling;

pub use drawing::{BoardDrawing, DrawnDoor, DrawnPawn, DrawnRoom, DrawnSquare, PawnPlace};
pub use read::{BoardFault, BoardPart, BoardWrong, MOST_BOARD_BYTES};
pub use rules::{BoardRules, NoBoardGame, Placing, Summoned, Summons, usual_steps};
pub use standing::{BoardNotice, PawnStanding, Placement};
pub use travelling::{Goal, Traveller, room_card, suspect_here};

/// The most rooms of a board.
pub const MOST_ROOMS: usize = 16;
/// The most pawns of a board.
pub const MOST_PAWNS: usize = 12;
/// The most columns, and the most rows, of a map.
pub const MOST_COLUMNS: usize = 26;
/// The most rows of a map.
pub const MOST_ROWS: usize = 40;

/// A place of a board, by its number: rooms first, then squares of corridors, then the pathways, then starts that are no
/// squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(pub u16);

impl Place {
    fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// Its number.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    /// A room, by its number.
    Room(usize),
    /// A square of a corridor, by its column and its row. One pawn has room on it.
    Square(usize, usize),
    /// The pathways: from there every room is in reach.
    Pathways,
    /// Where a pawn starts, by the number of the pawn.
    Start(usize),
}

/// A room of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Room {
    /// What it is called.
    pub name: String,
    /// Its mark in the map.
    pub mark: Option<char>,
    /// Its column and its row in drawings of a board without a map, from 1 on.
    pub at: Option<(usize, usize)>,
}

/// A door: a square of a room, and the square of a corridor that it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Door {
    /// The room.
    pub room: Place,
    /// The square of the room.
    pub inside: (usize, usize),
    /// The square of the corridor.
    pub outside: (usize, usize),
}

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    name: String,
    about: String,
    rooms: Vec<Room>,
    pawns: Vec<String>,
    starts: Vec<Place>,
    kinds: Vec<PlaceKind>,
    /// The places a step away, in order.
    ways: Vec<Vec<Place>>,
    /// The rooms at the other ends of passages.
    passages: Vec<Vec<Place>>,
    pathways: Option<Place>,
    /// The rows of the map: what each square is.
    map: Vec<Vec<Option<Place>>>,
    doors: Vec<Door>,
    /// For each room, how many steps it is away from each place, with nobody in the way.
    distances: Vec<Vec<u16>>,
}

/// The boards that are known by name, with their texts.
pub const BOARDS: [(&str, &str); 2] =
    [("ring", include_str!("board/ring.board")), ("squares", include_str!("board/squares.board"))];

impl Board {
    /// The board with a name.
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = BOARDS.iter().find(|(known, _)| *known == name)?;
        Self::read(text).ok()
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is, in a line.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Its rooms, whose places have the same numbers.
    pub fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// The suspects whose pawns stand on it.
    pub fn pawns(&self) -> &[String] {
        &self.pawns
    }

    /// Where each pawn starts.
    pub fn starts(&self) -> &[Place] {
        &self.starts
    }

    /// What each place is.
    pub fn kinds(&self) -> &[PlaceKind] {
        &self.kinds
    }

    /// The pathways, if it has any.
    pub fn pathways(&self) -> Option<Place> {
        self.pathways
    }

    /// The rows of its map, with what each square is; none, if it has no map.
    pub fn map(&self) -> &[Vec<Option<Place>>] {
        &self.map
    }

    /// Its doors.
    pub fn doors(&self) -> &[Door] {
        &self.doors
    }

    /// The rooms a step away from a room on a board without a map, and all other places a step away.
    pub fn ways(&self, from: Place) -> &[Place] {
        &self.ways[from.index()]
    }

    /// The rooms at the other ends of the passages of a room.
    pub fn passages(&self, from: Place) -> &[Place] {
        &self.passages[from.index()]
    }

    /// How many steps it is from a place to a room, with nobody in the way; a passage is a step.
    pub fn distance(&self, from: Place, room: usize) -> usize {
        usize::from(self.distances[room][from.index()])
    }

    /// Whether it has squares.
    pub fn has_map(&self) -> bool {
        !self.map.is_empty()
    }

    /// The number of the room at a place, if it is one.
    pub fn room_at(&self, place: Place) -> Option<usize> {
        match self.kinds[place.index()] {
            PlaceKind::Room(room) => Some(room),
            PlaceKind::Square(..) | PlaceKind::Pathways | PlaceKind::Start(_) => None,
        }
    }

    /// A place in a word: a room by its name, a square by its column and row, such as `c5`.
    pub fn place_name(&self, place: Place) -> String {
        match self.kinds[place.index()] {
            PlaceKind::Room(room) => self.rooms[room].name.clone(),
            PlaceKind::Square(column, row) => {
                format!("{}{}", char::from(b'a' + column as u8), row + 1)
            }
            PlaceKind::Pathways => "pathways".to_owned(),
            PlaceKind::Start(_) => "start".to_owned(),
        }
    }

    /// Where a pawn can go in so many steps: rooms and squares, in order. On a map a room ends a move, the room that is left
    /// is not entered again, and squares where others stand are neither passed nor taken. Without a map one goes through rooms.
    pub fn reach(&self, pawns: &[Place], from: Place, steps: usize) -> Vec<Place> {
        if self.pathways == Some(from) {
            return (0..self.rooms.len()).map(Place::from_index).collect();
        }
        let is_taken = |place: Place| match self.kinds[place.index()] {
            PlaceKind::Square(..) => pawns.contains(&place),
            PlaceKind::Room(_) | PlaceKind::Pathways | PlaceKind::Start(_) => false,
        };
        let mut seen = vec![false; self.kinds.len()];
        seen[from.index()] = true;
        let mut reached = Vec::new();
        let mut edge = vec![from];
        for _ in 0..steps {
            let mut next = Vec::new();
            for at in edge {
                if self.has_map() && at != from && self.room_at(at).is_some() {
                    continue;
                }
                for &to in &self.ways[at.index()] {
                    if !seen[to.index()] && !is_taken(to) {
                        seen[to.index()] = true;
                        reached.push(to);
                        next.push(to);
                    }
                }
            }
            edge = next;
        }
        reached.sort_unstable();
        reached
    }

    /// The steps from each place to a room, for `distances`.
    fn count_steps(&self, room: usize) -> Vec<u16> {
        // Starts are left and never entered, so that ways are followed backwards.
        let mut before: Vec<Vec<Place>> = vec![Vec::new(); self.kinds.len()];
        for (from, (ways, passages)) in self.ways.iter().zip(&self.passages).enumerate() {
            for to in ways.iter().chain(passages) {
                before[to.index()].push(Place::from_index(from));
            }
        }
        let mut steps = vec![u16::MAX; self.kinds.len()];
        steps[room] = 0;
        let mut edge = vec![Place::from_index(room)];
        for step in 1.. {
            let mut next = Vec::new();
            for at in edge {
                for &from in &before[at.index()] {
                    if steps[from.index()] == u16::MAX {
                        steps[from.index()] = step;
                        next.push(from);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            edge = next;
        }
        if let Some(pathways) = self.pathways {
            steps[pathways.index()] = 1;
            steps.iter_mut().for_each(|steps| *steps = (*steps).min(2));
        }
        steps
    }
}
