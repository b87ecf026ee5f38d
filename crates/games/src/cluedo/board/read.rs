//! Reading boards. A board is a text of lines, each with a word at its beginning; all that is wrong is reported, with its line.

use super::{Board, Door, MOST_COLUMNS, MOST_PAWNS, MOST_ROOMS, MOST_ROWS, Place, PlaceKind, Room};

/// Longer texts are no boards.
pub const MOST_BOARD_BYTES: usize = 100_000;

/// What is wrong with a text of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardFault {
    /// The line, from 1 on; that of a room or a pawn where the whole board shows what is wrong.
    pub line: usize,
    /// What is wrong.
    pub wrong: BoardWrong,
}

/// What can be wrong with a text of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardWrong {
    /// The first line that says something is not `board NAME`.
    NoName,
    /// The text has so many bytes, which are too many.
    TooLong(usize),
    /// A line starts with no word of the format.
    UnknownLine(String),
    /// A line does not have this form.
    Form(&'static str),
    /// Something is there twice.
    Twice(String),
    /// There is no such room.
    NoRoom(String),
    /// A room or a start that is given as on a board with a map, and there is no map, or the other way round.
    MapAndPlaces,
    /// So many rooms or pawns are too many, or too few.
    Count {
        /// Of what.
        of: BoardPart,
        /// How many there are.
        found: usize,
    },
    /// The map does not end.
    OpenMap,
    /// The map is larger than it may be.
    LargeMap,
    /// A mark in the map means nothing.
    UnknownMark(usize, char),
    /// A door does not lead to a corridor.
    DoorToNothing(usize),
    /// Behind a door there is no room.
    DoorWithoutRoom(usize),
    /// A room or a pawn has no square in the map.
    NotInMap(String),
    /// No way leads from this pawn's start to this room.
    OutOfReach {
        /// The room.
        room: String,
        /// The pawn.
        pawn: String,
    },
    /// A way leads from a room to itself.
    Loop(String),
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardPart {
    /// Rooms.
    Rooms,
    /// Pawns.
    Pawns,
}

const ROOM: &str = "room NAME as MARK, or room NAME at COLUMN ROW";
const START: &str = "start NAME as mark, or start NAME at ROOM, ROOM";
const PAIR: &str = "ROOM - ROOM";

/// A room or a pawn as it is read.
struct Entry {
    line: usize,
    name: String,
    mark: Option<char>,
    /// What stands behind `at`.
    at: Option<String>,
}

#[derive(Default)]
struct Reading {
    faults: Vec<BoardFault>,
    name: Option<String>,
    about: String,
    rooms: Vec<Entry>,
    pawns: Vec<Entry>,
    ways: Vec<(usize, String)>,
    passages: Vec<(usize, String)>,
    pathways: Option<usize>,
    map: Vec<(usize, Vec<char>)>,
}

impl Board {
    /// Reads a board.
    pub fn read(text: &str) -> Result<Self, Vec<BoardFault>> {
        if text.len() > MOST_BOARD_BYTES {
            let wrong = BoardWrong::TooLong(text.len());
            return Err(vec![BoardFault { line: 1, wrong }]);
        }
        let mut reading = Reading::default();
        reading.lines(text);
        let board = reading.board();
        match (reading.faults.is_empty(), board) {
            (true, Some(board)) => Ok(board),
            (_, _) => {
                reading.faults.sort_by_key(|fault| fault.line);
                Err(reading.faults)
            }
        }
    }
}

impl Reading {
    fn fault(&mut self, line: usize, wrong: BoardWrong) {
        self.faults.push(BoardFault { line, wrong });
    }

    fn lines(&mut self, text: &str) {
        let mut lines = text.lines().zip(1..);
        while let Some((written, line)) = lines.next() {
            let written = written.trim();
            if written.is_empty() || written.starts_with('#') {
                continue;
            }
            let (word, rest) = written.split_once(' ').unwrap_or((written, ""));
            let rest = rest.trim();
            if self.name.is_none() && word != "board" {
                self.fault(line, BoardWrong::NoName);
                self.name = Some(String::new());
            }
            match word {
                "board" if rest.is_empty() => self.fault(line, BoardWrong::NoName),
                "board" if self.name.is_some() => self.twice(line, "board"),
                "board" => self.name = Some(rest.to_owned()),
                "about" => self.about = rest.to_owned(),
                "room" => match entry(line, rest, char::is_ascii_uppercase) {
                    Some(room) => self.rooms.push(room),
                    None => self.fault(line, BoardWrong::Form(ROOM)),
                },
                "start" => {
                    match entry(line, rest, |mark| mark.is_ascii_lowercase() && *mark != 'v') {
                        Some(pawn) => self.pawns.push(pawn),
                        None => self.fault(line, BoardWrong::Form(START)),
                    }
                }
                "way" => self.ways.push((line, rest.to_owned())),
                "passage" => self.passages.push((line, rest.to_owned())),
                "pathways" if rest.is_empty() => self.pathways = Some(line),
                "map" if rest.is_empty() && self.map.is_empty() => {
                    let mut is_closed = false;
                    for (row, number) in lines.by_ref() {
                        if row.trim() == "end" {
                            is_closed = true;
                            break;
                        }
                        self.map.push((number, row.trim_end().chars().collect()));
                    }
                    if !is_closed {
                        self.fault(line, BoardWrong::OpenMap);
                    }
                }
                "map" if rest.is_empty() => self.twice(line, "map"),
                _ => self.fault(line, BoardWrong::UnknownLine(word.to_owned())),
            }
        }
        if self.name.is_none() {
            self.fault(1, BoardWrong::NoName);
        }
    }

    fn twice(&mut self, line: usize, what: &str) {
        self.fault(line, BoardWrong::Twice(what.to_owned()));
    }

    /// Names and marks that are there twice.
    fn check_names(&mut self) {
        let mut doubled = Vec::new();
        for entries in [&self.rooms, &self.pawns] {
            for (at, entry) in entries.iter().enumerate() {
                let before = &entries[..at];
                if before.iter().any(|other| other.name == entry.name) {
                    doubled.push((entry.line, entry.name.clone()));
                }
                if let Some(mark) = entry.mark
                    && before.iter().any(|other| other.mark == Some(mark))
                {
                    doubled.push((entry.line, mark.to_string()));
                }
            }
        }
        doubled.into_iter().for_each(|(line, what)| self.twice(line, &what));
        let (rooms, pawns) = (self.rooms.len(), self.pawns.len());
        if !(1..=MOST_ROOMS).contains(&rooms) {
            self.fault(1, BoardWrong::Count { of: BoardPart::Rooms, found: rooms });
        }
        if !(1..=MOST_PAWNS).contains(&pawns) {
            self.fault(1, BoardWrong::Count { of: BoardPart::Pawns, found: pawns });
        }
    }

    /// The board, unless something is too wrong to go on.
    fn board(&mut self) -> Option<Board> {
        self.check_names();
        let has_map = !self.map.is_empty();
        let entries = self.rooms.iter().chain(&self.pawns);
        let misplaced: Vec<usize> = entries
            .filter(|entry| entry.mark.is_some() != has_map)
            .map(|entry| entry.line)
            .collect();
        let ways = if has_map { &self.ways[..] } else { &[] };
        let misplaced: Vec<usize> = misplaced
            .into_iter()
            .chain(ways.iter().map(|(line, _)| *line))
            .chain(self.pathways.filter(|_| has_map))
            .collect();
        misplaced.into_iter().for_each(|line| self.fault(line, BoardWrong::MapAndPlaces));
        if !self.faults.is_empty() {
            return None;
        }
        let rooms = self.rooms.iter().map(|room| Room {
            name: room.name.clone(),
            mark: room.mark,
            at: room.at.as_deref().and_then(read_cell),
        });
        let mut board = Board {
            name: self.name.clone().unwrap_or_default(),
            about: self.about.clone(),
            rooms: rooms.collect(),
            pawns: self.pawns.iter().map(|pawn| pawn.name.clone()).collect(),
            starts: Vec::new(),
            kinds: (0..self.rooms.len()).map(PlaceKind::Room).collect(),
            ways: Vec::new(),
            passages: vec![Vec::new(); self.rooms.len()],
            pathways: None,
            map: Vec::new(),
            doors: Vec::new(),
            distances: Vec::new(),
        };
        if has_map {
            self.read_map(&mut board);
        } else {
            self.read_places(&mut board);
        }
        self.read_passages(&mut board);
        if !self.faults.is_empty() {
            return None;
        }
        board.ways.iter_mut().chain(&mut board.passages).for_each(|ways| {
            ways.sort_unstable();
            ways.dedup();
        });
        board.distances = (0..board.rooms.len()).map(|room| board.count_steps(room)).collect();
        self.check_reach(&board);
        Some(board)
    }

    fn room(&mut self, line: usize, name: &str) -> Option<Place> {
        let place = self.rooms.iter().position(|room| room.name == name);
        if place.is_none() {
            self.fault(line, BoardWrong::NoRoom(name.to_owned()));
        }
        place.map(Place::from_index)
    }

    fn pair(&mut self, line: usize, written: &str) -> Option<(Place, Place)> {
        let Some((one, two)) = written.split_once(" - ") else {
            self.fault(line, BoardWrong::Form(PAIR));
            return None;
        };
        let (one, two) = (self.room(line, one.trim()), self.room(line, two.trim()));
        let (one, two) = (one?, two?);
        if one == two {
            self.fault(line, BoardWrong::Loop(self.rooms[one.index()].name.clone()));
        }
        Some((one, two))
    }

    /// A board without a map: ways between rooms, pathways, and starts beside rooms.
    fn read_places(&mut self, board: &mut Board) {
        board.ways = vec![Vec::new(); board.rooms.len()];
        for (line, written) in std::mem::take(&mut self.ways) {
            if let Some((one, two)) = self.pair(line, &written) {
                board.ways[one.index()].push(two);
                board.ways[two.index()].push(one);
            }
        }
        for at in 0..self.rooms.len() {
            if board.rooms[at].at.is_none() {
                self.fault(self.rooms[at].line, BoardWrong::Form(ROOM));
            }
        }
        let add = |board: &mut Board, kind| {
            let place = Place::from_index(board.kinds.len());
            board.kinds.push(kind);
            board.ways.push(Vec::new());
            place
        };
        if self.pathways.is_some() {
            let place = add(board, PlaceKind::Pathways);
            board.pathways = Some(place);
        }
        for pawn in 0..self.pawns.len() {
            let start = add(board, PlaceKind::Start(pawn));
            board.starts.push(start);
            let line = self.pawns[pawn].line;
            for name in self.pawns[pawn].at.clone().unwrap_or_default().split(',') {
                if let Some(room) = self.room(line, name.trim()) {
                    board.ways[start.index()].push(room);
                }
            }
        }
        board.passages.resize(board.kinds.len(), Vec::new());
    }

    fn read_map(&mut self, board: &mut Board) {
        let rows = std::mem::take(&mut self.map);
        let columns = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        if columns > MOST_COLUMNS || rows.len() > MOST_ROWS {
            self.fault(rows[0].0, BoardWrong::LargeMap);
            return;
        }
        let of_mark = |entries: &[Entry], mark: char| {
            entries.iter().position(|entry| entry.mark == Some(mark))
        };
        let mut starts: Vec<Option<Place>> = vec![None; self.pawns.len()];
        let mut has_square = vec![false; self.rooms.len()];
        board.map = vec![vec![None; columns]; rows.len()];
        for (row, (line, marks)) in rows.iter().enumerate() {
            for (column, &mark) in marks.iter().enumerate() {
                let pawn = of_mark(&self.pawns, mark);
                let place = match (mark, pawn, of_mark(&self.rooms, mark)) {
                    (' ' | '#' | '^' | 'v' | '<' | '>', ..) => continue,
                    (_, _, Some(room)) => {
                        has_square[room] = true;
                        Place::from_index(room)
                    }
                    ('.', ..) | (_, Some(_), None) => {
                        board.kinds.push(PlaceKind::Square(column, row));
                        Place::from_index(board.kinds.len() - 1)
                    }
                    (_, None, None) => {
                        self.fault(*line, BoardWrong::UnknownMark(column + 1, mark));
                        continue;
                    }
                };
                if let Some(pawn) = pawn
                    && starts[pawn].replace(place).is_some()
                {
                    self.fault(*line, BoardWrong::Twice(self.pawns[pawn].name.clone()));
                }
                board.map[row][column] = Some(place);
            }
        }
        board.ways = vec![Vec::new(); board.kinds.len()];
        board.passages.resize(board.kinds.len(), Vec::new());
        self.read_doors(&rows, board);
        join_squares(board);
        let missing = |entries: &[Entry], at: usize| {
            (entries[at].line, BoardWrong::NotInMap(entries[at].name.clone()))
        };
        let rooms = (0..self.rooms.len()).filter(|&at| !has_square[at]);
        let pawns = (0..self.pawns.len()).filter(|&at| starts[at].is_none());
        let missing: Vec<_> = rooms
            .map(|at| missing(&self.rooms, at))
            .chain(pawns.map(|at| missing(&self.pawns, at)))
            .collect();
        missing.into_iter().for_each(|(line, wrong)| self.fault(line, wrong));
        board.starts = starts.into_iter().flatten().collect();
    }

    /// A door is a square of the room behind it, and leads to the square of a corridor before it.
    fn read_doors(&mut self, rows: &[(usize, Vec<char>)], board: &mut Board) {
        for (row, (line, marks)) in rows.iter().enumerate() {
            for (column, mark) in marks.iter().enumerate() {
                let towards: (isize, isize) = match mark {
                    '^' => (0, -1),
                    'v' => (0, 1),
                    '<' => (-1, 0),
                    '>' => (1, 0),
                    _ => continue,
                };
                let beside = |times: isize| {
                    let column = column.checked_add_signed(times * towards.0)?;
                    let row = row.checked_add_signed(times * towards.1)?;
                    let is_door = matches!(rows.get(row)?.1.get(column)?, '^' | 'v' | '<' | '>');
                    let place = (*board.map.get(row)?.get(column)?).filter(|_| !is_door)?;
                    Some((place, (column, row)))
                };
                let room = beside(-1).filter(|&(place, _)| board.room_at(place).is_some());
                let corridor = beside(1).filter(|&(place, _)| board.room_at(place).is_none());
                match (room, corridor) {
                    (Some((room, _)), Some((corridor, outside))) => {
                        board.map[row][column] = Some(room);
                        board.ways[room.index()].push(corridor);
                        board.ways[corridor.index()].push(room);
                        board.doors.push(Door { room, inside: (column, row), outside });
                    }
                    (None, _) => self.fault(*line, BoardWrong::DoorWithoutRoom(column + 1)),
                    (Some(_), None) => self.fault(*line, BoardWrong::DoorToNothing(column + 1)),
                }
            }
        }
    }

    fn read_passages(&mut self, board: &mut Board) {
        for (line, written) in std::mem::take(&mut self.passages) {
            let Some((one, two)) = self.pair(line, &written) else { continue };
            for (from, to) in [(one, two), (two, one)] {
                board.passages[from.index()].push(to);
                // Without a map a passage is a way like others.
                if !board.has_map() {
                    board.ways[from.index()].push(to);
                }
            }
        }
    }

    /// Every room must be in reach of every pawn.
    fn check_reach(&mut self, board: &Board) {
        for (pawn, &start) in board.starts.iter().enumerate() {
            for room in 0..board.rooms.len() {
                if board.distance(start, room) == usize::from(u16::MAX) {
                    let (room, line) = (&self.rooms[room].name, self.rooms[room].line);
                    let wrong = BoardWrong::OutOfReach {
                        room: room.clone(),
                        pawn: self.pawns[pawn].name.clone(),
                    };
                    self.fault(line, wrong);
                }
            }
        }
    }
}

/// Squares of corridors are joined with those above, below and beside them.
fn join_squares(board: &mut Board) {
    let is_corridor = |place: &Place| place.index() >= board.rooms.len();
    let mut ways = Vec::new();
    for (row, squares) in board.map.iter().enumerate() {
        for (column, square) in squares.iter().enumerate() {
            let Some(from) = square.filter(is_corridor) else { continue };
            let right = squares.get(column + 1).copied().flatten();
            let below = board.map.get(row + 1).and_then(|below| below[column]);
            ways.extend(
                [right, below].into_iter().flatten().filter(is_corridor).map(|to| (from, to)),
            );
        }
    }
    for (from, to) in ways {
        board.ways[from.index()].push(to);
        board.ways[to.index()].push(from);
    }
}

/// `NAME as MARK` or `NAME at PLACES`.
fn entry(line: usize, rest: &str, is_mark: impl Fn(&char) -> bool) -> Option<Entry> {
    if let Some((name, mark)) = rest.rsplit_once(" as ") {
        let mut marks = mark.trim().chars();
        let mark = marks.next().filter(is_mark)?;
        let name = read_name(name)?;
        return marks.next().is_none().then_some(Entry { line, name, mark: Some(mark), at: None });
    }
    let (name, at) = rest.split_once(" at ")?;
    Some(Entry { line, name: read_name(name)?, mark: None, at: Some(at.to_owned()) })
}

fn read_name(text: &str) -> Option<String> {
    let name = text.trim();
    // Names stand between commas and hyphens, and in moves.
    let is_name = !name.is_empty()
        && name.len() <= 40
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '\''));
    is_name.then(|| name.to_owned())
}

/// A column and a row, from 1 to 9.
fn read_cell(text: &str) -> Option<(usize, usize)> {
    let (column, row) = text.trim().split_once(' ')?;
    let number = |text: &str| text.trim().parse().ok().filter(|number| (1..=9).contains(number));
    Some((number(column)?, number(row)?))
}
