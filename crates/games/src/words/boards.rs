//! The English of boards: what is wrong with their texts, and why a game cannot be played on one.

use crate::cluedo::board::{
    BoardFault, BoardPart, BoardWrong, MOST_BOARD_BYTES, MOST_COLUMNS, MOST_PAWNS, MOST_ROOMS,
    MOST_ROWS, NoBoardGame,
};

/// What is wrong with a text of a board, without the line.
pub fn board_fault(fault: &BoardFault) -> String {
    match &fault.wrong {
        BoardWrong::NoName => "a board begins with a line `board NAME`".to_owned(),
        BoardWrong::TooLong(bytes) => {
            format!("{bytes} bytes are too many for a board: there may be {MOST_BOARD_BYTES}")
        }
        BoardWrong::UnknownLine(word) => format!(
            "no line of a board starts with `{word}`; there are board, about, room, way, passage, pathways, start and map"
        ),
        BoardWrong::Form(form) => format!("this line should be of the form `{form}`"),
        BoardWrong::Twice(what) => format!("`{what}` is there twice"),
        BoardWrong::NoRoom(name) => format!("there is no room called `{name}`"),
        BoardWrong::MapAndPlaces => {
            "with a map, rooms and starts have marks, and ways are corridors; without one, rooms and starts have places, and ways are lines".to_owned()
        }
        BoardWrong::Count { of: BoardPart::Rooms, found } => {
            format!("a board has 1 to {MOST_ROOMS} rooms, not {found}")
        }
        BoardWrong::Count { of: BoardPart::Pawns, found } => {
            format!("a board has starts of 1 to {MOST_PAWNS} pawns, not {found}")
        }
        BoardWrong::OpenMap => "the map is not closed by a line `end`".to_owned(),
        BoardWrong::LargeMap => {
            format!("a map has at most {MOST_COLUMNS} columns and {MOST_ROWS} rows")
        }
        BoardWrong::UnknownMark(column, mark) => {
            format!("column {column}: `{mark}` is the mark of no room and of no start")
        }
        BoardWrong::DoorToNothing(column) => {
            format!("column {column}: this door does not lead to a corridor")
        }
        BoardWrong::DoorWithoutRoom(column) => {
            format!("column {column}: there is no room behind this door")
        }
        BoardWrong::NotInMap(name) => format!("`{name}` has no square in the map"),
        BoardWrong::OutOfReach { room, pawn } => {
            format!("no way leads from the start of `{pawn}` to `{room}`")
        }
        BoardWrong::Loop(room) => format!("this way leads from `{room}` to itself"),
    }
}

/// Why a game cannot be played on a board.
pub fn no_board_game(why: &NoBoardGame) -> String {
    match why {
        NoBoardGame::NeedsBoard(key) => {
            format!("`{key}` is for a game with a board, such as `board=ring`")
        }
        NoBoardGame::TooFewPawns { players, pawns } => {
            format!("{players} players cannot play: the board has pawns for {pawns}")
        }
        NoBoardGame::NoSuchRoom(name) => {
            format!("the deck has the room `{name}`, which is not on the board")
        }
        NoBoardGame::NoSuchPawn(name) => {
            format!("the deck has the suspect `{name}`, who has no start on the board")
        }
        NoBoardGame::Kinds(kinds) => {
            format!(
                "on a board a deck has suspects and rooms, and this one has {kinds} kinds of cards"
            )
        }
    }
}
