//! Files of boards, each a game of Cluedo with settings.

use hexa_games::catalogue::CATALOGUE;
use hexa_games::cluedo::board::{Board, BoardFault, BoardWrong, NoBoardGame};
use hexa_games::cluedo::{CluedoGame, CluedoRules, NoCluedo};
use hexa_games::named::Named;
use hexa_games::words;
use hexa_text::{Code, Diagnostic, SourceId, Span};

/// The setting that a file stands for.
const BOARD: &str = "board";

/// Decks that are tried for a board have at least and at most so many cards of each kind.
const LEAST_OF_A_KIND: usize = 2;
const MOST_OF_A_KIND: usize = 9;

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
    let rules = CluedoRules::with_board(named, Some(board.clone()));
    rules.map(CluedoGame::new).map_err(|why| {
        let problems = refuse(why.to_string());
        match fitting(named, &board).filter(|_| is_about_the_deck(&why)) {
            Some(fits) => {
                let try_it = |problem: Diagnostic| problem.help(format!("try `{fits}`"));
                problems.into_iter().map(try_it).collect()
            }
            None => problems,
        }
    })
}

/// Whether a smaller deck may help.
fn is_about_the_deck(why: &NoCluedo) -> bool {
    use NoBoardGame::{NoSuchPawn, NoSuchRoom};
    matches!(why, NoCluedo::Board(NoSuchRoom(_) | NoSuchPawn(_)))
}

/// The same game with the largest deck whose suspects and rooms are all on the board, as many of each kind.
fn fitting(named: &Named, board: &Board) -> Option<Named> {
    (LEAST_OF_A_KIND..=MOST_OF_A_KIND).rev().find_map(|size| {
        let other = |(key, _): &&(String, String)| key != "deck";
        let settings = named.settings.iter().filter(other).cloned().collect();
        let mut fits = Named { word: named.word.clone(), settings };
        // Three players would get one card each.
        let has_players = ["players", "hands"].iter().any(|key| named.setting(key).is_some());
        if size == LEAST_OF_A_KIND && !has_players {
            fits = fits.with("players", 2);
        }
        let fits = fits.with("deck", format!("{size}/{size}/{size}"));
        CluedoRules::with_board(&fits, Some(board.clone())).is_ok().then_some(fits)
    })
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
