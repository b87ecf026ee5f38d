//! Boards of games with their pawns, as SVG: squares, rooms and doors, or rooms with the ways between them.

use crate::Format;
use crate::palette::COLOURS;
use crate::svg::{escape, num};
use std::fmt::Write;

/// A board to draw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardPicture {
    /// What it is called.
    pub title: String,
    /// Its rooms: the name, and on a board without squares the column and the row, from 1 on.
    pub rooms: Vec<(String, Option<(usize, usize)>)>,
    /// Its squares, row by row.
    pub squares: Vec<Vec<BoardSquare>>,
    /// Doors: a square of a room, and the square before it, each a column and a row from 0 on.
    pub doors: Vec<((usize, usize), (usize, usize))>,
    /// Ways between rooms.
    pub ways: Vec<(usize, usize)>,
    /// Passages between rooms.
    pub passages: Vec<(usize, usize)>,
    /// Pawns: the sign in the piece, who it is, and where it stands.
    pub pawns: Vec<(String, String, PiecePlace)>,
}

/// What a square is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardSquare {
    /// Nothing.
    Wall,
    /// One of a corridor.
    Corridor,
    /// One of a room.
    Room(usize),
}

/// Where a piece stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PiecePlace {
    /// In a room.
    Room(usize),
    /// On a square: its column and its row, from 0 on.
    Square(usize, usize),
    /// Beside the board; this is what is said of it.
    Beside(&'static str),
}

/// A side of a square, and half of a piece.
const SIDE: f64 = 26.0;
const RADIUS: f64 = 10.0;
const MARGIN: f64 = 16.0;
/// A room that is no squares.
const ROOM: (f64, f64) = (150.0, 84.0);
const GAP: (f64, f64) = (34.0, 34.0);
const LINE: f64 = 24.0;
/// What is said of a pawn below the board, without the sign, takes so much at most for each letter.
const LETTER: f64 = 7.5;
/// The line on which letters stand is so far below their middle. Not all programs that draw SVG know the middle themselves.
const BASE: f64 = 4.5;

/// Draws a board as SVG. The same board gives the same bytes.
pub fn render_board(board: &BoardPicture) -> String {
    let mut page = BoardPage { out: String::new() };
    let (wide, high) = size(board);
    let list = PawnList::of(board, wide);
    let height = high + list.height();
    let (view_wide, view_high) = (wide + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let _ = writeln!(
        page.out,
        "{}\n<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hexa-board\" role=\"img\" \
         viewBox=\"0 0 {} {}\">\n<title>{}</title>",
        Format::Svg.marker(),
        num(view_wide),
        num(view_high),
        escape(&board.title)
    );
    page.out.push_str(&style());
    page.rect("paper", (0.0, 0.0), (view_wide, view_high), 0.0);
    match board.squares.is_empty() {
        true => page.rooms(board),
        false => page.squares(board),
    }
    page.passages(board);
    page.names(board);
    page.pieces(board);
    page.list(board, &list, MARGIN + high);
    page.out + "</svg>\n"
}

/// Who all pawns are, below the board.
struct PawnList {
    texts: Vec<String>,
    columns: usize,
    column: f64,
}

impl PawnList {
    fn of(board: &BoardPicture, wide: f64) -> Self {
        let text = |(_, name, at): &(String, String, PiecePlace)| match at {
            PiecePlace::Beside(said) => format!("{name}: {said}"),
            PiecePlace::Room(_) | PiecePlace::Square(..) => name.clone(),
        };
        let texts: Vec<String> = board.pawns.iter().map(text).collect();
        let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let column = longest as f64 * LETTER + 4.0 * RADIUS;
        let columns = ((wide / column) as usize).clamp(1, 3);
        Self { texts, columns, column }
    }

    fn height(&self) -> f64 {
        self.texts.len().div_ceil(self.columns) as f64 * LINE
    }
}

fn size(board: &BoardPicture) -> (f64, f64) {
    if board.squares.is_empty() {
        let cells = || board.rooms.iter().filter_map(|(_, at)| *at);
        let columns = cells().map(|(column, _)| column).max().unwrap_or(1) as f64;
        let rows = cells().map(|(_, row)| row).max().unwrap_or(1) as f64;
        return (columns * (ROOM.0 + GAP.0) - GAP.0, rows * (ROOM.1 + GAP.1) - GAP.1);
    }
    let columns = board.squares.iter().map(Vec::len).max().unwrap_or(0);
    (columns as f64 * SIDE, board.squares.len() as f64 * SIDE)
}

/// The corner of a square.
fn corner((column, row): (usize, usize)) -> (f64, f64) {
    (MARGIN + column as f64 * SIDE, MARGIN + row as f64 * SIDE)
}

/// The middle of a room: of its box, or of the rows that it takes.
fn middle(board: &BoardPicture, room: usize) -> (f64, f64) {
    if let (true, Some((_, Some((column, row))))) =
        (board.squares.is_empty(), board.rooms.get(room))
    {
        let (column, row) = (column.saturating_sub(1) as f64, row.saturating_sub(1) as f64);
        return (
            MARGIN + column * (ROOM.0 + GAP.0) + ROOM.0 / 2.0,
            MARGIN + row * (ROOM.1 + GAP.1) + ROOM.1 / 2.0,
        );
    }
    let rows = board.squares.iter().enumerate();
    let all = rows.flat_map(|(row, squares)| {
        let of = move |(column, square): (usize, &BoardSquare)| {
            (*square == BoardSquare::Room(room)).then(|| corner((column, row)))
        };
        squares.iter().enumerate().filter_map(of)
    });
    let (mut many, mut sum) = (0.0, (0.0, 0.0));
    for (x, y) in all {
        many += 1.0;
        sum = (sum.0 + x + SIDE / 2.0, sum.1 + y + SIDE / 2.0);
    }
    if many == 0.0 { sum } else { (sum.0 / many, sum.1 / many) }
}

struct BoardPage {
    out: String,
}

impl BoardPage {
    fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64), round: f64) {
        let _ = writeln!(
            self.out,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            num(at.0),
            num(at.1),
            num(size.0),
            num(size.1),
            num(round)
        );
    }

    fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ = writeln!(
            self.out,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            num(from.0),
            num(from.1),
            num(to.0),
            num(to.1)
        );
    }

    fn text(&mut self, class: &str, at: (f64, f64), text: &str) {
        let (x, y, text) = (num(at.0), num(at.1 + BASE), escape(text));
        let _ = writeln!(self.out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    fn piece(&mut self, look: usize, at: (f64, f64), sign: &str, name: &str) {
        let (x, y) = (num(at.0), num(at.1));
        let look = look % COLOURS.len();
        let _ = writeln!(
            self.out,
            "<circle class=\"c{look}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"><title>{}</title></circle>",
            num(RADIUS),
            escape(name)
        );
        self.text("sign", at, sign);
    }

    fn squares(&mut self, board: &BoardPicture) {
        for (row, squares) in board.squares.iter().enumerate() {
            for (column, square) in squares.iter().enumerate() {
                let class = match square {
                    BoardSquare::Wall => continue,
                    BoardSquare::Corridor => "corridor",
                    BoardSquare::Room(_) => "room",
                };
                self.rect(class, corner((column, row)), (SIDE, SIDE), 0.0);
            }
        }
        let of = |column: usize, row: usize| match board.squares.get(row)?.get(column)? {
            BoardSquare::Room(room) => Some(*room),
            BoardSquare::Wall | BoardSquare::Corridor => None,
        };
        let rows = board.squares.len();
        let columns = board.squares.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..=rows {
            for column in 0..=columns {
                let (here, at) = (of(column, row), corner((column, row)));
                let left = column.checked_sub(1).and_then(|left| of(left, row));
                let above = row.checked_sub(1).and_then(|above| of(column, above));
                if left != here && row < rows {
                    self.line("wall", at, (at.0, at.1 + SIDE));
                }
                if above != here && column < columns {
                    self.line("wall", at, (at.0 + SIDE, at.1));
                }
            }
        }
        for &(inside, outside) in &board.doors {
            let (one, two) = (corner(inside), corner(outside));
            let larger = (one.0.max(two.0), one.1.max(two.1));
            let to = match inside.1 == outside.1 {
                true => (larger.0, larger.1 + SIDE),
                false => (larger.0 + SIDE, larger.1),
            };
            self.line("door", larger, to);
        }
    }

    fn rooms(&mut self, board: &BoardPicture) {
        for &(one, two) in &board.ways {
            self.line("way", middle(board, one), middle(board, two));
        }
        for room in 0..board.rooms.len() {
            let (x, y) = middle(board, room);
            self.rect("room box", (x - ROOM.0 / 2.0, y - ROOM.1 / 2.0), ROOM, 10.0);
        }
    }

    fn passages(&mut self, board: &BoardPicture) {
        for &(one, two) in &board.passages {
            for (from, to) in [(one, two), (two, one)] {
                let Some((name, _)) = board.rooms.get(to) else { continue };
                let (x, y) = middle(board, from);
                self.text("passage", (x, y - 31.0), &format!("passage to {name}"));
            }
        }
    }

    fn names(&mut self, board: &BoardPicture) {
        for (room, (name, _)) in board.rooms.iter().enumerate() {
            let (x, y) = middle(board, room);
            self.text("name", (x, y - 16.0), name);
        }
    }

    fn pieces(&mut self, board: &BoardPicture) {
        for (pawn, (sign, name, at)) in board.pawns.iter().enumerate() {
            let at = match at {
                PiecePlace::Beside(_) => continue,
                PiecePlace::Square(column, row) => {
                    let (x, y) = corner((*column, *row));
                    (x + SIDE / 2.0, y + SIDE / 2.0)
                }
                PiecePlace::Room(room) => {
                    // Those in one room stand side by side, three in a row.
                    let is_there = |(_, _, other): &&(String, String, PiecePlace)| {
                        *other == PiecePlace::Room(*room)
                    };
                    let all = board.pawns.iter().filter(is_there).count();
                    let place = board.pawns[..pawn].iter().filter(is_there).count();
                    let (row, column) = ((place / 3) as f64, (place % 3) as f64);
                    let in_row = (all - place / 3 * 3).min(3) as f64;
                    let (x, y) = middle(board, *room);
                    let step = 2.0 * RADIUS + 4.0;
                    (x + (column - (in_row - 1.0) / 2.0) * step, y + 6.0 + row * step)
                }
            };
            self.piece(pawn, at, sign, name);
        }
    }

    fn list(&mut self, board: &BoardPicture, list: &PawnList, top: f64) {
        for (pawn, ((sign, name, _), text)) in board.pawns.iter().zip(&list.texts).enumerate() {
            let x = MARGIN + (pawn % list.columns) as f64 * list.column;
            let y = top + ((pawn / list.columns) as f64 + 0.6) * LINE;
            self.piece(pawn, (x + RADIUS, y), sign, name);
            self.text("beside", (x + 3.0 * RADIUS, y), text);
        }
    }
}

fn style() -> String {
    let colours = |paper: &str, ink: &str, room: &str, corridor: &str, edge: &str| {
        format!(
            ".hexa-board .paper{{fill:#{paper}}}.hexa-board .room{{fill:#{room}}}\
             .hexa-board .corridor{{fill:#{corridor};stroke:#{edge}}}\
             .hexa-board .box{{stroke:#{ink}}}.hexa-board .wall{{stroke:#{ink}}}\
             .hexa-board .door{{stroke:#{corridor}}}.hexa-board .way{{stroke:#{ink}}}\
             .hexa-board text{{fill:#{ink}}}.hexa-board .sign{{fill:#{paper}}}\n"
        )
    };
    let pieces = |of: fn(&(&'static str, &'static str, &'static str)) -> &'static str| {
        let mut css = String::new();
        for (index, colour) in COLOURS.iter().map(of).enumerate() {
            let _ = write!(css, ".hexa-board .c{index}{{fill:#{colour}}}");
        }
        css + "\n"
    };
    let light = colours("ffffff", "1b1f24", "efe6d2", "f7f7f5", "d8dee4");
    let dark = colours("14171c", "e8eaed", "3a3428", "22272e", "444c56");
    format!(
        "<style>\n.hexa-board text{{font:13px system-ui,sans-serif}}\
         .hexa-board .name,.hexa-board .sign,.hexa-board .passage{{text-anchor:middle}}.hexa-board .name,.hexa-board .sign{{font-weight:600}}\
         .hexa-board .wall{{stroke-width:2.5}}.hexa-board .door{{stroke-width:5}}\
         .hexa-board .way{{stroke-width:2}}.hexa-board text.passage{{font-size:10px;font-style:italic}}\n\
         {light}{}@media (prefers-color-scheme:dark){{\n{dark}{}}}\n</style>\n",
        pieces(|colour| colour.0),
        pieces(|colour| colour.1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(svg: &str, what: &str) -> usize {
        svg.matches(what).count()
    }

    #[test]
    fn squares_walls_and_doors_are_drawn() {
        use BoardSquare::{Corridor, Room, Wall};
        let board = BoardPicture {
            title: "a < b".to_owned(),
            rooms: vec![("one".to_owned(), None)],
            squares: vec![vec![Room(0), Corridor], vec![Wall, Corridor]],
            doors: vec![((0, 0), (1, 0))],
            pawns: vec![
                ("1".to_owned(), "plum".to_owned(), PiecePlace::Square(1, 1)),
                ("2".to_owned(), "green".to_owned(), PiecePlace::Room(0)),
            ],
            ..BoardPicture::default()
        };
        let svg = render_board(&board);
        assert!(svg.starts_with(Format::Svg.marker()) && svg.ends_with("</svg>\n"));
        assert!(svg.contains("<title>a &lt; b</title>"));
        let counted = ["class=\"corridor\"", "class=\"room\"", "class=\"wall\"", "class=\"door\""];
        assert_eq!(counted.map(|what| count(&svg, what)), [2, 1, 4, 1]);
        // Each pawn is on the board and in the list below it, where it looks the same.
        let look = |name: &str| {
            let circles = svg.lines().filter(|line| line.contains(&format!("<title>{name}<")));
            let mut looks: Vec<_> = circles.map(|line| line.split('"').nth(1)).collect();
            looks.dedup();
            looks
        };
        assert_eq!(count(&svg, "<circle"), 4);
        assert_eq!((look("plum"), look("green")), (vec![Some("c0")], vec![Some("c1")]));
        assert_eq!(svg, render_board(&board));
    }

    #[test]
    fn rooms_ways_and_pieces_beside_are_drawn() {
        let room = |name: &str, column| (name.to_owned(), Some((column, 1)));
        let board = BoardPicture {
            rooms: vec![room("one", 1), room("two", 2)],
            ways: vec![(0, 1)],
            passages: vec![(0, 1)],
            pawns: vec![
                ("1".to_owned(), "plum".to_owned(), PiecePlace::Room(0)),
                ("*".to_owned(), "white".to_owned(), PiecePlace::Beside("on the way")),
            ],
            ..BoardPicture::default()
        };
        let svg = render_board(&board);
        let counted = ["class=\"room box\"", "class=\"way\"", "class=\"passage\"", "<circle"];
        assert_eq!(counted.map(|what| count(&svg, what)), [2, 1, 2, 3]);
        assert!(svg.contains("white: on the way") && svg.contains("passage to two"));
        // A pawn beside the board has its own colour, whoever is on the board.
        assert!(svg.lines().any(|line| line.contains("class=\"c1\"") && line.contains("white")));
    }
}
