//! Whole games at a pseudo-terminal, as a person would type them: with abbreviations, completion, and mistakes that are
//! corrected.

use super::recorded::Game;
use super::{directory, hexa, piped};
use rexpect::session::{PtySession, spawn_command};
use std::path::Path;

const PATIENCE: Option<u64> = Some(60_000);

fn sit_down(directory: &Path, arguments: &[&str]) -> PtySession {
    spawn_command(hexa(directory, arguments), PATIENCE).expect("runs at a terminal")
}

fn expect(session: &mut PtySession, text: &str) -> String {
    session.exp_string(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn say(session: &mut PtySession, line: &str) {
    session.send_line(line).expect("is typed");
}

/// Types a line after the prompt, and waits for an answer.
fn enter(session: &mut PtySession, line: &str, answer: &str) {
    expect(session, "cluedo> ");
    say(session, line);
    expect(session, answer);
}

/// What a clumsy player types before the right line, and what they are told.
fn mistakes(at: usize, line: &str) -> Vec<(String, &'static str)> {
    let first_card = line.split([' ', '.']).nth(1).expect("a card");
    match at % 5 {
        0 => vec![(line.replacen(first_card, "mustrad", 1), "did you mean `mustard`?")],
        1 => vec![(line.replacen(':', "", 1), "after a player comes")],
        2 => vec![(format!("{line}, me no"), "nobody is asked after a card was shown")],
        3 => vec![("me has plum, I think".to_owned(), "the line should end here")],
        _ => vec![],
    }
}

/// The last answer is forgotten: is it asked for?
fn without_end(line: &str) -> Option<String> {
    let (start, last) = line.rsplit_once(", ")?;
    last.contains("shows").then(|| start.to_owned())
}

#[test]
fn recorded_games_typed_with_mistakes_come_out_as_without() {
    for name in ["three-players.hexa", "six-players.hexa"] {
        let game = Game::read(name);
        let clumsy = directory(&format!("clumsy-{name}"));
        std::fs::write(clumsy.join("us"), &game.setup).expect("can be written");
        let mut session = sit_down(&clumsy, &["--setup", "us"]);
        for (at, line) in game.suspicions.iter().enumerate() {
            if at % 5 != 2 || line.contains("shows") {
                for (wrong, told) in mistakes(at, line) {
                    enter(&mut session, &wrong, told);
                }
            }
            if let Some(short) = without_end(line) {
                enter(&mut session, &short, "what did");
            }
            enter(&mut session, line, &format!("\n{}.", at + 1));
            if at % 4 == 3 {
                enter(&mut session, "undo", "Undone.");
                enter(&mut session, "redo", "Done again.");
                enter(&mut session, "bob passes", &format!("\n{}.", at + 2));
                enter(&mut session, &format!("delete {}", at + 2), "is left out");
            }
        }
        expect(&mut session, "cluedo> ");
        say(&mut session, "quit");
        session.exp_eof().expect("ends");

        let careful = directory(&format!("careful-{name}"));
        std::fs::write(careful.join("us"), &game.setup).expect("can be written");
        let lines = game.suspicions.join("\n") + "\n";
        piped(&careful, &["--setup", "us"], &lines);
        let grid = piped(&careful, &[], "grid\nenvelope\nlist\n");
        assert_eq!(piped(&clumsy, &[], "grid\nenvelope\nlist\n"), grid);
        let many = game.suspicions.len();
        assert!(grid.contains(&format!("{many:>3}  ")), "{grid}");
        for (holder, hand) in game.hands.iter().enumerate() {
            for card in hand {
                let row =
                    grid.lines().find(|line| line.trim_start().starts_with(&format!("{card} ")));
                let cell =
                    row.and_then(|row| row.split_whitespace().nth(1 + holder)).expect("a cell");
                assert_ne!(cell, "-", "{card} in {grid}");
            }
        }
    }
}

#[test]
fn a_game_is_set_up_by_questions_and_gone_on_with() {
    let directory = directory("questions");
    let mut session = sit_down(&directory, &[]);
    expect(&mut session, "Which cards");
    say(&mut session, "");
    expect(&mut session, "Who plays");
    say(&mut session, "ann");
    expect(&mut session, "1 cannot play");
    say(&mut session, "ann, me, grid");
    expect(&mut session, "that word means something else");
    say(&mut session, "ann, me, eve");
    expect(&mut session, "face up");
    say(&mut session, "back");
    expect(&mut session, "Who plays");
    say(&mut session, "ann, bob, me, eve");
    expect(&mut session, "face up");
    say(&mut session, "");
    expect(&mut session, "[5 5 4 4]");
    say(&mut session, "");
    expect(&mut session, "your 4 cards");
    say(&mut session, "plum rop hall");
    expect(&mut session, "you have 4 cards, but named 3");
    say(&mut session, "plum rop hall study");
    expect(&mut session, "[nobody]");
    say(&mut session, "");
    expect(&mut session, "Which rules");
    say(&mut session, "");
    expect(&mut session, "cluedo> ");
    session.send("bob: mu\t dag\t kit\t > eve").expect("is typed");
    say(&mut session, "");
    expect(&mut session, "\n1.");
    expect(&mut session, "cluedo> ");
    session.send_control('c').expect("is typed");
    expect(&mut session, "quit or Ctrl-D");
    session.send_control('d').expect("is typed");
    session.exp_eof().expect("ends");
    let kept = std::fs::read_to_string(directory.join("cluedo.game")).expect("is there");
    assert!(kept.ends_with("---\nbob: mustard dagger kitchen. me no, eve shows\n"), "{kept}");
    let mut session = sit_down(&directory, &[]);
    expect(&mut session, "1 entry");
    enter(&mut session, "why rope", "your hand: rope");
    enter(&mut session, "quit", "");
}

#[test]
fn a_contradiction_is_corrected_by_a_letter() {
    let directory = directory("contradiction");
    let setup = "players: ann, bob, me, eve\nhand: plum, rope, hall, study\n";
    std::fs::write(directory.join("us"), setup).expect("can be written");
    let mut session = sit_down(&directory, &["--setup", "us"]);
    enter(&mut session, "me: white dagger lounge > ann dagger", "\n1.");
    enter(&mut session, "bob: green dagger kitchen > eve", "\n2.");
    enter(
        &mut session,
        "eve: green dagger study. ann no, bob no, me shows study",
        "This cannot be",
    );
    expect(&mut session, "entry 1: ann showed dagger to you");
    expect(&mut session, "fix a");
    enter(&mut session, "fix z", "There are");
    enter(&mut session, "fix a", "Corrected");
    enter(&mut session, "list", "  3  eve: green dagger study. ann ?, bob no, me shows study");
    enter(&mut session, "quit", "");
}

/// Nobody has to say how wide the window is.
#[test]
fn the_width_of_the_terminal_is_found() {
    let directory = directory("narrow-terminal");
    let setup = "players: ann, bob, me, eve\nhand: plum, rope, hall, study\n";
    std::fs::write(directory.join("us"), setup).expect("can be written");
    let hexa = hexa(&directory, &["--setup", "us"]);
    let mut shell = std::process::Command::new("sh");
    let line = "stty cols 40; exec \"$0\" \"$@\"";
    shell.args(["-c", line]).arg(hexa.get_program()).args(hexa.get_args());
    shell.current_dir(&directory).env("NO_COLOR", "1").env("TERM", "xterm");
    let mut session = spawn_command(shell, PATIENCE).expect("runs at a terminal");
    enter(&mut session, "help", "What happens");
    let told = expect(&mut session, "Topics");
    for line in told.lines() {
        assert!(line.trim_end().chars().count() <= 40, "{line:?} of {told}");
    }
    enter(&mut session, "quit", "");
}
