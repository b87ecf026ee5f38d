//! A board with its pawns as it is drawn, as data; and in lines for people, none longer than 38 columns, so that it fits a
//! narrow terminal with what stands before it.

use super::{Board, PawnStanding, Place, PlaceKind};
use crate::game::Player;

/// A board with its pawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardDrawing {
    /// What it is called.
    pub name: String,
    /// Its rooms, in the order of the printed board.
    pub rooms: Vec<DrawnRoom>,
    /// The squares of its map, row by row; none, if it has no map.
    pub squares: Vec<Vec<DrawnSquare>>,
    /// Its doors.
    pub doors: Vec<DrawnDoor>,
    /// Ways between rooms, by their places in the list.
    pub ways: Vec<(usize, usize)>,
    /// Passages between rooms.
    pub passages: Vec<(usize, usize)>,
    /// Whether there are pathways.
    pub has_pathways: bool,
    /// Its pawns.
    pub pawns: Vec<DrawnPawn>,
}

/// A room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnRoom {
    /// What it is called in this play.
    pub name: String,
    /// The mark of that name in the map.
    pub mark: Option<char>,
    /// Its column and its row, from 1 on, on a board without a map.
    pub at: Option<(usize, usize)>,
}

/// What a square is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnSquare {
    /// Nothing.
    Wall,
    /// One of a corridor.
    Corridor,
    /// One of a room, by its place in the list.
    Room(usize),
}

/// A door between two squares, each a column and a row from 0 on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnDoor {
    /// The square of the room.
    pub inside: (usize, usize),
    /// The square of the corridor.
    pub outside: (usize, usize),
}

/// A pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnPawn {
    /// The suspect.
    pub name: String,
    /// Whose it is, if it is anybody's.
    pub player: Option<Player>,
    /// Where it stands.
    pub at: PawnPlace,
}

/// Where a pawn stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnPlace {
    /// In a room, by its place in the list.
    Room(usize),
    /// On a square: its column and its row, from 0 on.
    Square(usize, usize),
    /// On the pathways.
    Pathways,
    /// Not yet on the board.
    Start,
}

/// So long are lines.
const WIDTH: usize = 38;

impl BoardDrawing {
    /// A board with pawns.
    pub fn of(board: &Board, standing: &PawnStanding) -> Self {
        let name_of = |at: usize| standing.named(board, Place(at as u16)).index();
        let place_of: Vec<usize> = {
            let mut places = vec![0; board.rooms().len()];
            (0..places.len()).for_each(|at| places[name_of(at)] = at);
            places
        };
        let rooms = (0..board.rooms().len()).map(|at| {
            let named = &board.rooms()[name_of(at)];
            DrawnRoom { name: named.name.clone(), mark: named.mark, at: board.rooms()[at].at }
        });
        let square = |square: &Option<Place>| match square.map(|place| board.kinds()[place.index()])
        {
            None => DrawnSquare::Wall,
            Some(PlaceKind::Room(at)) => DrawnSquare::Room(at),
            Some(PlaceKind::Square(..) | PlaceKind::Pathways | PlaceKind::Start(_)) => {
                DrawnSquare::Corridor
            }
        };
        let pairs = |of: &dyn Fn(Place) -> Vec<Place>| {
            let from = |at: usize| of(Place(at as u16)).into_iter().map(move |to| (at, to.index()));
            let all = (0..board.rooms().len()).flat_map(from);
            all.filter(|(one, two)| one < two && *two < board.rooms().len()).collect::<Vec<_>>()
        };
        let passages = pairs(&|place| board.passages(place).to_vec());
        let mut ways = pairs(&|place| board.ways(place).to_vec());
        ways.retain(|way| !passages.contains(way));
        let pawn = |(pawn, name): (usize, &String)| DrawnPawn {
            name: name.clone(),
            player: standing.player_of(pawn),
            at: match board.kinds()[standing.place_of(board, pawn).index()] {
                PlaceKind::Room(name) => PawnPlace::Room(place_of[name]),
                PlaceKind::Square(column, row) => PawnPlace::Square(column, row),
                PlaceKind::Pathways => PawnPlace::Pathways,
                PlaceKind::Start(_) => PawnPlace::Start,
            },
        };
        let doors = board.doors().iter();
        Self {
            name: board.name().to_owned(),
            rooms: rooms.collect(),
            squares: board.map().iter().map(|row| row.iter().map(square).collect()).collect(),
            doors: doors
                .map(|door| DrawnDoor { inside: door.inside, outside: door.outside })
                .collect(),
            ways,
            passages,
            has_pathways: board.pathways().is_some(),
            pawns: board.pawns().iter().enumerate().map(pawn).collect(),
        }
    }

    /// The board in lines, for a player.
    pub fn lines(&self, player: Player) -> Vec<String> {
        let mut lines = if self.squares.is_empty() { self.grid_lines() } else { self.map_lines() };
        for &(one, two) in &self.passages {
            let (one, two) = (&self.rooms[one].name, &self.rooms[two].name);
            fold(&format!("passage: {one} - {two}"), &mut lines);
        }
        self.told(PawnPlace::Pathways, "on the pathways", player, &mut lines);
        self.told(PawnPlace::Start, "not yet in a room", player, &mut lines);
        for pawn in &self.pawns {
            if let PawnPlace::Square(column, row) = pawn.at {
                let place = format!("{}{}", char::from(b'a' + column as u8), row + 1);
                fold(&format!("{place}: {}", pawn_name(pawn, player)), &mut lines);
            }
        }
        for (at, room) in self.rooms.iter().enumerate() {
            let mark = room.mark.map_or(String::new(), |mark| format!("{mark} "));
            let title = format!("{mark}{}", room.name);
            let is_told = self.told(PawnPlace::Room(at), &title, player, &mut lines);
            if !is_told && room.mark.is_some() {
                lines.push(title);
            }
        }
        lines
    }

    /// Tells who stands somewhere, if anybody does.
    fn told(&self, at: PawnPlace, title: &str, player: Player, lines: &mut Vec<String>) -> bool {
        let there = self.pawns.iter().filter(|pawn| pawn.at == at);
        let names: Vec<String> = there.map(|pawn| pawn_name(pawn, player)).collect();
        if !names.is_empty() {
            fold(&format!("{title}: {}", names.join(", ")), lines);
        }
        !names.is_empty()
    }

    /// The map: letters are rooms, points are corridors, arrows are doors, numbers are players, stars are pawns of nobody.
    fn map_lines(&self) -> Vec<String> {
        let columns = self.squares.iter().map(Vec::len).max().unwrap_or(0);
        let letters: String = (0..columns).map(|at| char::from(b'a' + at as u8)).collect();
        let mut lines = vec![format!("   {letters}")];
        for (row, squares) in self.squares.iter().enumerate() {
            let mark = |(column, square): (usize, &DrawnSquare)| {
                let at = PawnPlace::Square(column, row);
                if let Some(pawn) = self.pawns.iter().find(|pawn| pawn.at == at) {
                    return pawn_mark(pawn);
                }
                match square {
                    DrawnSquare::Wall => ' ',
                    DrawnSquare::Corridor => '.',
                    DrawnSquare::Room(room) => {
                        let door = self.doors.iter().find(|door| door.inside == (column, row));
                        let mark = self.rooms[*room].mark.unwrap_or('?');
                        door.map_or(mark, |door| match door.outside {
                            (outside, _) if outside < column => '<',
                            (outside, _) if outside > column => '>',
                            (_, outside) if outside < row => '^',
                            (_, _) => 'v',
                        })
                    }
                }
            };
            let marks: String = squares.iter().enumerate().map(mark).collect();
            lines.push(format!("{:>2} {}", row + 1, marks.trim_end()));
        }
        lines
    }

    /// Rooms in columns and rows, with lines where a way leads to the next.
    fn grid_lines(&self) -> Vec<String> {
        let cells = || self.rooms.iter().filter_map(|room| room.at);
        let columns = cells().map(|(column, _)| column).max().unwrap_or(1);
        let rows = cells().map(|(_, row)| row).max().unwrap_or(1);
        let wide = WIDTH / columns;
        let at = |column, row| self.rooms.iter().position(|room| room.at == Some((column, row)));
        let is_joined = |one: Option<usize>, two: Option<usize>| match (one, two) {
            (Some(one), Some(two)) => self.ways.contains(&(one.min(two), one.max(two))),
            (Some(_) | None, _) => false,
        };
        // A way down may lead past cells without a room.
        let goes_down = |column, row| {
            let above = (1..=row).rev().find_map(|row| at(column, row));
            is_joined(above, (row + 1..=rows).find_map(|row| at(column, row)))
        };
        let mut lines = Vec::new();
        for row in 1..=rows {
            let (mut names, mut pawns, mut below) = (String::new(), String::new(), String::new());
            for column in 1..=columns {
                let here = at(column, row);
                let way = if goes_down(column, row) { "   |" } else { "" };
                if here.is_none() {
                    names += &format!("{way:wide$}");
                    pawns += &format!("{way:wide$}");
                    below += &format!("{way:wide$}");
                    continue;
                }
                let name = here.map_or("", |room| &self.rooms[room].name);
                let mut name = shorten(name, wide - 3);
                let fill = if is_joined(here, at(column + 1, row)) { '-' } else { ' ' };
                let left = wide - name.chars().count();
                name.push(' ');
                name.extend(std::iter::repeat_n(fill, left.saturating_sub(2)));
                name.push(' ');
                names += &name;
                let there = self
                    .pawns
                    .iter()
                    .filter(|pawn| here.is_some_and(|room| pawn.at == PawnPlace::Room(room)));
                let marks: String = there.map(pawn_mark).collect();
                pawns += &format!("{marks:wide$}");
                below += &format!("{way:wide$}");
            }
            for line in [names, pawns, below] {
                let line = line.trim_end().to_owned();
                lines.extend((!line.is_empty()).then_some(line));
            }
        }
        lines
    }
}

/// The number of the player whose pawn it is, or a star.
fn pawn_mark(pawn: &DrawnPawn) -> char {
    let digit = pawn.player.and_then(|player| char::from_digit((player.0 + 1) % 10, 10));
    digit.unwrap_or('*')
}

fn pawn_name(pawn: &DrawnPawn, player: Player) -> String {
    match pawn.player {
        Some(of) if of == player => format!("{} {} (you)", of.0 + 1, pawn.name),
        Some(of) => format!("{} {}", of.0 + 1, pawn.name),
        None => format!("* {}", pawn.name),
    }
}

fn shorten(name: &str, most: usize) -> String {
    match name.chars().count() > most {
        true => name.chars().take(most.saturating_sub(1)).chain(['.']).collect(),
        false => name.to_owned(),
    }
}

/// Breaks a line at commas.
fn fold(text: &str, lines: &mut Vec<String>) {
    let mut line = String::new();
    for part in text.split_inclusive(", ") {
        if !line.is_empty() && line.chars().count() + part.trim_end().chars().count() > WIDTH {
            lines.push(line.trim_end().to_owned());
            line = "    ".to_owned();
        }
        line += part;
    }
    lines.push(line.trim_end().to_owned());
}
