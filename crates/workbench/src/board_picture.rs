//! Pictures of boards with their pawns.

use crate::game_argument::OpenedGame;
use crate::table::follow;
use crate::table::log::PlayLog;
use hexa_draw::board::{BoardPicture, BoardSquare, PiecePlace, render_board};
use hexa_games::cluedo::CluedoGame;
use hexa_games::cluedo::board::{BoardDrawing, DrawnSquare, PawnPlace};
use hexa_games::game::{Game, Memory, Player};
use hexa_logic::Stop;
use hexa_text::{Code, Diagnostic};
use std::any::Any;
use std::sync::Arc;

/// A picture of the board with the pawns where somebody with this memory sees them; `None` if the game has no board.
pub fn draw_board(game: &Arc<dyn Game>, memory: &Memory) -> Option<String> {
    let game: Arc<dyn Any + Send + Sync> = Arc::<dyn Game>::clone(game);
    let drawing = game.downcast::<CluedoGame>().ok()?.drawing(memory)?;
    Some(render_board(&picture(&drawing)))
}

/// A picture of the board as it stands at the end of a log. Where pawns stand, everybody sees.
pub fn draw_log(
    opened: &OpenedGame,
    log: &PlayLog,
    file: &str,
    stop: &Stop,
) -> Result<String, Diagnostic> {
    let course = follow(opened, log, file, stop)?;
    draw_board(&opened.game, &course.seen(Player(0)).memory).ok_or_else(|| {
        let message = format!("{file} cannot be drawn: {} has no board", log.head.game);
        Diagnostic::without_place(Code::NoSuchGame, message).of_file(file)
    })
}

fn picture(drawing: &BoardDrawing) -> BoardPicture {
    let square = |square: &DrawnSquare| match square {
        DrawnSquare::Wall => BoardSquare::Wall,
        DrawnSquare::Corridor => BoardSquare::Corridor,
        DrawnSquare::Room(room) => BoardSquare::Room(*room),
    };
    let pawns = drawing.pawns.iter().map(|pawn| {
        let sign = pawn.player.map_or("*".to_owned(), |player| (player.0 + 1).to_string());
        let at = match pawn.at {
            PawnPlace::Room(room) => PiecePlace::Room(room),
            PawnPlace::Square(column, row) => PiecePlace::Square(column, row),
            PawnPlace::Pathways => PiecePlace::Beside("on the pathways"),
            PawnPlace::Start => PiecePlace::Beside("not yet in a room"),
        };
        (sign, pawn.name.clone(), at)
    });
    BoardPicture {
        title: format!("The board {}", drawing.name),
        rooms: drawing.rooms.iter().map(|room| (room.name.clone(), room.at)).collect(),
        squares: drawing.squares.iter().map(|row| row.iter().map(square).collect()).collect(),
        doors: drawing.doors.iter().map(|door| (door.inside, door.outside)).collect(),
        ways: drawing.ways.clone(),
        passages: drawing.passages.clone(),
        pawns: pawns.collect(),
    }
}
