//! Boards of Cluedo as files: the tiny games that are the yardstick for all players, what is wrong with a board, and pictures.

use hexa_games::conformance::{Trials, conform};
use hexa_games::game::{GameLimit, Trouble};
use hexa_games::named::Named;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::tree::FlatTree;
use hexa_games::{PlayEnd, PlayStreams, play_on};
use hexa_logic::Stop;
use hexa_text::{Code, Diagnostic, Sources};
use hexa_workbench::game_argument::{GameName, OpenedGame, open_game};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

const YARDSTICK: &str = "games/cluedo/yardstick.txt";
/// Larger trees are not grown.
const MOST_NODES: usize = 100_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn open(text: &str) -> OpenedGame {
    let name = GameName::read(text).unwrap_or_else(|wrong| panic!("{text}: {}", wrong.message));
    let file = name.file().map(|file| read(&file.path));
    let opened = open_game(&name, file.as_deref(), &Stop::new());
    opened.unwrap_or_else(|wrong| panic!("{text}: {:?}", wrong.problems))
}

/// The game and its nodes, as they stand in a line.
fn split(line: &str) -> (&str, Option<&str>) {
    match line.rsplit_once(") ") {
        Some((game, nodes)) => (&line[..=game.len()], Some(nodes.trim())),
        None => (line, None),
    }
}

#[test]
fn the_yardstick_conforms_has_its_trees_and_is_played() {
    let list = read(YARDSTICK);
    let mut written = String::new();
    let mut tried = 0;
    for line in list.lines() {
        if line.starts_with('#') {
            written += &format!("{line}\n");
            continue;
        }
        let (name, _) = split(line);
        let opened = open(name);
        assert_eq!(opened.name.to_string(), name, "canonical");
        assert_eq!(opened.game.declaration().name, name, "canonical");
        let tried_plays =
            conform(&opened.game, Trials { plays: 8, steps: 60, seed: 7 }, &Stop::new());
        tried_plays.unwrap_or_else(|violation| panic!("{name}: {violation:#?}"));
        // Games of a thousand turns have no tree to speak of.
        let is_short = name.contains("turns=");
        let grown = is_short.then(|| FlatTree::of(&opened.game, MOST_NODES, &Stop::new()));
        let nodes = match grown.unwrap_or(Err(Trouble::Limit(GameLimit::Nodes(0)))) {
            Ok(tree) => tree.nodes.len().to_string(),
            Err(Trouble::Limit(GameLimit::Nodes(_))) => "-".to_owned(),
            Err(why) => panic!("{name}: {why:?}"),
        };
        written += &format!("{name} {nodes}\n");
        play_by_agents(&opened);
        tried += 1;
    }
    assert!(tried >= 20, "{tried}");
    if std::env::var_os("HEXA_BLESS").is_some() {
        fs::write(root().join(YARDSTICK), &written).expect("can be written");
    }
    assert!(written == read(YARDSTICK), "{written}");
}

/// Agents of all orders play it to its end.
fn play_by_agents(opened: &OpenedGame) {
    let players = opened.game.declaration().players.len();
    let name = &opened.game.declaration().name;
    for (number, mode) in ["right", "page", "program"].iter().enumerate() {
        let strategy = |seat: usize| {
            let named = format!("agent(order={}; mode={mode})", seat % 3);
            named_strategy(&Named::read(&named).expect("a name"), &opened.game)
                .unwrap_or_else(|why| panic!("{name}: {why:?}"))
        };
        let mut strategies: Vec<Box<dyn hexa_games::Strategy>> =
            (0..players).map(|seat| strategy(seat) as _).collect();
        let mut streams = PlayStreams::new(2, number as u64, players);
        let mut play = Arc::clone(&opened.game).start(&Stop::new()).expect("it starts");
        let stop = Stop::new();
        let end = play_on(&mut *play, &mut strategies, &mut streams, 20_000, &stop, &mut |_, _| {});
        assert!(matches!(end, Ok(PlayEnd::Over(_))), "{name}, {mode}: {end:?}");
    }
}

/// What is wrong with the text of a board, with the line of each problem.
fn problems(text: &str) -> Vec<(Code, usize, Diagnostic)> {
    let name = GameName::read("b.board").expect("a name");
    let wrong = open_game(&name, Some(text), &Stop::new()).expect_err("no board");
    let line = |wrong: &Diagnostic, sources: &Sources| {
        wrong.place().map_or(0, |at| sources.line_column(at).0)
    };
    let sources = &wrong.sources;
    wrong.problems.iter().map(|one| (one.code, line(one, sources), one.clone())).collect()
}

#[test]
fn every_error_of_boards_has_an_example() {
    let page = read("docs/errors.md");
    for (code, line) in [(Code::BadBoard, 3), (Code::UnplayableBoard, 3)] {
        let heading = format!("### {}\n", code.as_str());
        let (_, section) = page.split_once(&heading).expect("a section");
        let (_, block) = section.split_once("```text\n").expect("an example");
        let (text, _) = block.split_once("```").expect("its end");
        let found = problems(text);
        assert_eq!((found.len(), found[0].0, found[0].1), (1, code, line), "{found:?}");
        let (_, block) = section.split_once("```text-repair\n").expect("a repair");
        let name = GameName::read("b.board").expect("a name");
        let (text, _) = block.split_once("```").expect("its end");
        // The usual deck has other rooms, which is no error of the board.
        let left = open_game(&name, Some(text), &Stop::new()).err();
        let codes = left.into_iter().flat_map(|wrong| wrong.problems).map(|one| one.code);
        assert!(codes.into_iter().all(|left| left != code), "{text}");
    }
}

#[test]
fn games_on_a_board_of_a_file_have_settings_of_their_own() {
    let refused = |text: &str| {
        let name = GameName::read(text).expect("a name");
        let file = name.file().map(|file| read(&file.path));
        let wrong = open_game(&name, file.as_deref(), &Stop::new()).expect_err("no game");
        wrong.problems[0].message.clone()
    };
    for (settings, why) in [
        ("deck=2/2/3", "the deck has the room `conservatory`, which is not on the board"),
        ("players=4; deck=3/3/2", "4 players cannot play: the board has pawns for 3"),
        ("deck=4/2/2", "the deck has the suspect `peacock`, who has no start on the board"),
        ("board=ring", "there is no setting `board`"),
    ] {
        let message = refused(&format!("games/cluedo/two-rooms.board({settings})"));
        assert!(message.contains(why), "{message}");
    }
}

/// What the usual deck lacks on a board is said with settings that do fit, and so is any other deck that does not.
#[test]
fn a_deck_that_does_not_fit_the_board_is_refused_with_one_that_does() {
    let open = |text: &str| {
        let name = GameName::read(text).expect("a name");
        let file = name.file().map(|file| read(&file.path));
        open_game(&name, file.as_deref(), &Stop::new())
    };
    for (settings, fits) in [
        ("", "(players=2; deck=2/2/2)"),
        ("(deck=2/2/3)", "(players=2; deck=2/2/2)"),
        ("(players=3; deck=4/2/2)", "(players=3; deck=2/2/2)"),
    ] {
        let board = "games/cluedo/two-rooms.board";
        let mut wrong = open(&format!("{board}{settings}")).expect_err("the deck does not fit");
        let help = wrong.problems.remove(0).way_out.expect("a way out").to_string();
        assert_eq!(help, format!("try `{board}{fits}`"));
        assert!(open(&format!("{board}{fits}")).is_ok());
    }
}

/// The example of the page is a board.
#[test]
fn the_board_of_the_page_can_be_played_on() {
    let page = read("docs/cluedo.md");
    for block in page.split("```text\nboard ").skip(1) {
        let (text, _) = block.split_once("```").expect("its end");
        let name = GameName::read("b.board(players=2; deck=2/2/2)").expect("a name");
        let opened = open_game(&name, Some(&format!("board {text}")), &Stop::new());
        assert!(opened.is_ok(), "{opened:?}");
    }
    assert_eq!(page.matches("```text\nboard ").count(), 2);
}

#[test]
fn a_log_is_drawn_with_its_pawns() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluedo-boards");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("can be made");
    let hexa = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
        command.args(arguments).current_dir(&directory).stdin(Stdio::null());
        command.output().expect("runs")
    };
    for (game, rooms) in
        [("cluedo(board=ring)", true), ("cluedo(board=squares)", true), ("kuhn", false)]
    {
        let log = format!("{rooms}{}.play", game.len());
        let picture = log.replace(".play", ".svg");
        let played = hexa(&["play", game, "--seed", "2", "--log", &log]);
        assert_eq!(played.status.code(), Some(0), "{played:?}");
        let told = hexa(&["replay", &log, "--picture", &picture]);
        assert_eq!(told.status.code(), Some(if rooms { 0 } else { 2 }), "{told:?}");
        let svg = fs::read_to_string(directory.join(&picture)).unwrap_or_default();
        // Each pawn is in the list below the board, and on squares on the board too.
        let listed = ["mustard", "plum", "green", "peacock", "scarlett", "white"];
        assert_eq!(listed.iter().all(|name| svg.contains(name)), rooms);
        let places = if game.contains("squares") { 12 } else { 6 };
        assert_eq!(svg.matches("<circle").count(), if rooms { places } else { 0 });
        assert_eq!(svg.contains("conservatory"), rooms);
        if rooms {
            // Other files are not written over.
            fs::write(directory.join(&picture), "mine").expect("can be written");
            let told = hexa(&["replay", &log, "--picture", &picture]);
            assert_eq!(told.status.code(), Some(2));
        }
    }
}
