//! Files of boards, each a game of Cluedo with settings.

use hexa_games::catalogue::CATALOGUE;
use hexa_games::cluedo::board::{Board, BoardFault, BoardWrong};
use hexa_games::cluedo::{CluedoGame, CluedoRules};
use hexa_games::named::Named;
use hexa_games::words;
use hexa_text::{Code, Diagnostic, SourceId, Span};

/// The setting that a file stands for.
const BOARD: &str = "board";

/// Cluedo on the board of a file, with settings; or all that is wrong. Places are in the text with the number 0.
pub(crate) fn open_board(named: &Named, text: &str) -> Result<CluedoGame, Vec<Diagnostic>> {
    let board = Board::read(text).map_err(|faults| {
        faults.iter().map(|fault| fault_problem(text, fault)).collect::<Vec<Diagnostic>>()
    })?;
    let path = &named.word;
    let refuse = |why: String| {
        let message = format!("{path} cannot be played: {why}");
        vec![Diagnostic::without_place(Code::NoSuchGame, message).of_file(&path[..])]
    };
    let entry = CATALOGUE.iter().find(|entry| entry.word == "cluedo");
    let settings = entry.map_or(&[][..], |entry| entry.settings);
    let keys: Vec<&'static str> =
        settings.iter().map(|(key, _)| *key).filter(|key| *key != BOARD).collect();
    named.check_keys(&keys).map_err(|bad| refuse(bad.to_string()))?;
    let rules = CluedoRules::with_board(named, Some(board));
    rules.map(CluedoGame::new).map_err(|why| refuse(why.to_string()))
}

/// What is wrong with a line of a board.
fn fault_problem(text: &str, fault: &BoardFault) -> Diagnostic {
    let start: usize = text.split_inclusive('\n').take(fault.line - 1).map(str::len).sum();
    let line = text[start..].lines().next().unwrap_or_default();
    let span = Span::new(start, start + line.trim_end().len());
    let code = match fault.wrong {
        BoardWrong::NoName
        | BoardWrong::TooLong(_)
        | BoardWrong::UnknownLine(_)
        | BoardWrong::Form(_)
        | BoardWrong::Twice(_)
        | BoardWrong::NoRoom(_)
        | BoardWrong::OpenMap
        | BoardWrong::LargeMap
        | BoardWrong::UnknownMark(..) => Code::BadBoard,
        BoardWrong::MapAndPlaces
        | BoardWrong::Count { .. }
        | BoardWrong::DoorToNothing(_)
        | BoardWrong::DoorWithoutRoom(_)
        | BoardWrong::NotInMap(_)
        | BoardWrong::OutOfReach { .. }
        | BoardWrong::Loop(_) => Code::UnplayableBoard,
    };
    Diagnostic::new(code, SourceId(0), span, words::board_fault(fault))
}
