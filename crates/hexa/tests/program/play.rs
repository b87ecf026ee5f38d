//! `hexa play` and `hexa replay` as people and programs use them: whole games at a pseudo-terminal, from every kind of source;
//! the program killed at any moment; the page, whose sessions are played again.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play").join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("can be made");
    directory
}

fn hexa(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    command.args(arguments).current_dir(directory);
    command.env("NO_COLOR", "1").env("TERM", "xterm");
    command
}

fn piped(directory: &Path, arguments: &[&str], lines: &str) -> Output {
    let mut child = hexa(directory, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    // A game that cannot be played reads nothing.
    let _ = child.stdin.take().expect("is piped").write_all(lines.as_bytes());
    child.wait_with_output().expect("ends")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[cfg(unix)]
mod terminal {
    use super::*;
    use rexpect::session::{PtySession, spawn_command};

    fn sit_down(directory: &Path, arguments: &[&str]) -> PtySession {
        let mut command = hexa(directory, &["play"]);
        command.args(arguments);
        spawn_command(command, Some(60_000)).expect("runs at a terminal")
    }

    /// Types lines, each where it is asked for, and waits for what is answered.
    fn play(arguments: &[&str], lines: &[(&str, &str, &str)]) {
        let mut session = sit_down(&root(), arguments);
        for (prompt, line, answer) in lines {
            let wait = |session: &mut PtySession, text: &str| {
                session
                    .exp_string(text)
                    .unwrap_or_else(|error| panic!("{arguments:?}, {line}: {error}"));
            };
            wait(&mut session, prompt);
            session.send_line(line).expect("is typed");
            wait(&mut session, answer);
        }
        session.exp_eof().unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    }

    #[test]
    fn kuhn_poker_is_played_to_its_end() {
        play(
            &["kuhn", "--seed", "3"],
            &[
                ("1> ", "bte", "Did you mean `bet`?"),
                ("1> ", "be", "The play is over: 1 gets"),
                ("1> ", "undo", "Taken back."),
                ("1> ", "1", "The play is over: 1 gets"),
                ("1> ", "quit", ""),
            ],
        );
    }

    #[test]
    fn a_knowledge_game_is_played_with_completion_and_hints() {
        play(
            &["--hands", "1,1,1", "--seed", "5", "--against", "logician"],
            &[
                ("1> ", "know", "positions are possible"),
                ("1> ", "hint", "`logician` would choose"),
                ("1> ", "ask 2 for\tm", "1 wins"),
                ("1> ", "why l_3", "positions were possible, and 1 is since you heard this:"),
                ("1> ", "quit", ""),
            ],
        );
    }

    #[test]
    fn two_people_pass_the_screen() {
        const CLEARED: &str = "\x1b[2J\x1b[3J\x1b[H";
        let mut session = sit_down(&root(), &["kuhn", "--seat", "all", "--seed", "3"]);
        let mut shown_until = |text: &str, line: &str| {
            let shown = session.exp_string(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            session.send_line(line).expect("is typed");
            shown
        };
        shown_until("Press Enter when nobody else looks.", "");
        assert!(shown_until("1> ", "pass").contains("you get 3"));
        // Player 1 reads what came of it, and hides it; only then is player 2 called.
        shown_until("Press Enter to hide this.", "");
        let shown = shown_until("Press Enter when nobody else looks.", "");
        let (_, left) = shown.split_once(CLEARED).expect("the screen is cleared");
        assert!(left.starts_with("Pass the screen to 2.") && !left.contains("you"), "{shown:?}");
        let shown = shown_until("2> ", "pass");
        assert!(shown.contains(CLEARED) && !shown.contains("you get 3"), "{shown:?}");
        shown_until("The play is over", "quit");
        session.exp_eof().expect("it ends");
    }

    #[test]
    fn games_from_every_kind_of_file_are_played_to_their_ends() {
        play(
            &["games/gdl/kuhn.gdl", "--seed", "2"],
            &[
                ("1> ", "know", "2 positions are possible"),
                ("1> ", "bet", "The play is over: 1 gets"),
                ("1> ", "quit", ""),
            ],
        );
        play(
            &["games/egdl/krieg-2x2.egdl(recall=perfect)", "--seed", "2"],
            &[
                ("x> ", "a x 1 1", "p^x_{1,1}"),
                ("x> ", "1", "The play is over: x gets"),
                ("x> ", "quit", ""),
            ],
        );
        play(
            &["games/efg/kuhn.efg", "--seat", "2", "--seed", "2"],
            &[("2> ", "1", "The play is over"), ("2> ", "quit", "")],
        );
        play(
            &["games/cluedo/two-rooms.board(players=2; deck=2/2/2)", "--seed", "2"],
            &[
                ("1> ", "go ball\t", "your cards"),
                ("1> ", "know", "2 positions are possible"),
                ("1> ", "accuse mustard, dagger, ballroom", "The play is over: 1 gets 0"),
                ("1> ", "quit", ""),
            ],
        );
    }

    #[test]
    fn cluedo_is_played_to_its_end_in_forty_columns() {
        let game = "cluedo(players=2; deck=2/2/2)";
        play(
            &[game, "--seed", "4", "--width", "40", "--against", "easy", "--notes", "marks"],
            &[
                ("1> ", "sus plu dag bill", "2 cannot show a card"),
                ("1> ", "why billiardroom_t", "You know billiardroom_t."),
                ("1> ", "acc mus can ball", "envelope has mustard, candlestick"),
                ("1> ", "undo", "Taken back."),
                ("1> ", "acc mus can bill", "The play is over: 1 gets 1 and 2 gets 0."),
                ("1> ", "quit", ""),
            ],
        );
        let lines = "notes reasons\nsus gre rop hal\nhelp\nknow\nxyz\nend\n";
        let arguments = ["play", "cluedo(players=6)", "--seed", "3", "--width", "40"];
        let shown = text(&piped(&root(), &arguments, lines));
        assert!(shown.contains("  billi "), "{shown}");
        let wide = shown.lines().find(|line| line.chars().count() > 40);
        assert_eq!(wide, None, "{shown}");
    }

    /// A game of three with the usual deck for so many, at a terminal that is forty columns wide: nobody says so. Each line is typed
    /// where it is asked for, until the play is over; whatever is printed fits.
    #[test]
    fn a_whole_game_of_cluedo_is_played_at_a_terminal_of_forty_columns() {
        let game = ["cluedo(players=3; deck=4/4/4)", "--seed", "1", "--against", "agent"];
        let mut shell = Command::new("sh");
        shell.args(["-c", "stty cols 40; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_hexa"), "play"]);
        shell.args(game).current_dir(root()).env("NO_COLOR", "1").env("TERM", "xterm");
        let mut session = spawn_command(shell, Some(60_000)).expect("runs at a terminal");
        let mut printed = String::new();
        for line in [
            "notes chances",
            "sus plum dag ball",
            "know",
            "hint perfect",
            "end",
            "sus peac lead bill",
            "why leadpipe_t",
            "moves",
            "end",
            "sus plum lead ball",
            "acc peac lead ball",
            "quit",
        ] {
            let shown = session.exp_string("1> ").unwrap_or_else(|why| panic!("{line}: {why}"));
            printed += &shown;
            session.send_line(line).expect("is typed");
        }
        printed += &session.exp_eof().expect("it ends");
        let printed = anstream::adapter::strip_str(&printed).to_string();
        let wide = printed.lines().find(|line| line.trim_end().chars().count() > 40);
        assert_eq!(wide, None, "{printed}");
        for told in [
            "  leadpipe     -   -     -     yes",
            "You know leadpipe_t. You have known it\r\n  since you heard this:\r\n  3 shows dagger",
            "`perfect` would choose: ",
            "65 end",
            "  3 shows plum",
            "The play is over: 1 gets 1, 2 gets 0 and",
            "  billiardroom -   yes -   -",
        ] {
            assert!(printed.contains(told), "{told}: {printed}");
        }
    }

    #[test]
    fn prose_is_no_wider_than_forty_columns() {
        let output = piped(
            &root(),
            &["play", "--hands", "1,1,1", "--seed", "5", "--width", "40"],
            "help\nhint\nknow\nask\nxyz\n2\nwhy l_3\n",
        );
        let shown = text(&output);
        assert!(shown.contains("`logician` would choose"), "{shown}");
        let wide = shown.lines().find(|line| line.chars().count() > 40);
        assert_eq!(wide, None, "{shown}");
        for (game, line) in [
            ("cluedo(players=6; board=squares)", "  20 OOOOOO..HHHHHHH..SSSSSS"),
            ("cluedo(players=6; board=ring; ends=unrefuted)", "  lounge ---- hall ------ study"),
        ] {
            let arguments = ["play", game, "--seed", "2", "--width", "40", "--against", "agent"];
            let output = piped(&root(), &arguments, "1\nmoves\n1\n1\n1\nview\n");
            let shown = text(&output);
            assert!(shown.lines().any(|shown| shown == line), "{shown}");
            let wide = shown.lines().find(|line| line.chars().count() > 40);
            assert_eq!(wide, None, "{shown}");
        }
    }
}

/// Killed at any moment, what was acknowledged is in the log, and the play goes on.
#[test]
fn a_play_that_was_killed_goes_on() {
    let moves = ["ask 2 for k", "ask 3 for k", "ask 2 for l", "ask 3 for l"];
    for round in 0..6 {
        let directory = directory(&format!("killed{round}"));
        let arguments = ["--json", "play", "--hands", "2,2,2", "--seed", "4", "--log", "a.play"];
        let mut child = hexa(&directory, &arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("runs");
        let mut stdin = child.stdin.take().expect("is piped");
        let mut lines = BufReader::new(child.stdout.take().expect("is piped")).lines();
        let mut turns = 0;
        while turns <= round {
            let line = lines.next().expect("a line").expect("text");
            if line.contains("\"event\":\"turn\"") {
                turns += 1;
                let _ = writeln!(stdin, "{}", moves[(turns - 1) % moves.len()]);
            }
            if line.contains("\"event\":\"over\"") {
                break;
            }
        }
        // On Unix this is `kill -9`.
        child.kill().expect("is killed");
        child.wait().expect("ends");
        let path = directory.join("a.play");
        let log = std::fs::read_to_string(&path).expect("a log");
        let made = log.lines().filter(|line| line.starts_with("move 1")).count();
        assert!(made + 1 >= turns, "{turns} turns were shown, {made} moves kept:\n{log}");
        // The start of a line that was never acknowledged does no harm.
        std::fs::write(&path, format!("{log}move 1: as")).expect("can be written");
        let on = piped(&directory, &["play", "--resume", "a.play"], "view\nquit\n");
        assert!(on.status.success(), "{}", text(&on));
        let told = "the last line of a.play is not whole, and does not count";
        assert!(text(&on).contains(told) && !text(&on).contains("move 1: as"), "{}", text(&on));
        let again = piped(&directory, &["replay", "a.play", "--seat", "all"], "");
        let twice = piped(&directory, &["replay", "a.play", "--seat", "all"], "");
        assert!(again.status.success() && again.stdout == twice.stdout, "{}", text(&again));
    }
}

#[test]
fn two_programs_do_not_play_in_one_log() {
    let directory = directory("locked");
    let mut child = hexa(&directory, &["play", "kuhn", "--seed", "1", "--log", "a.play"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("runs");
    let mut lines = BufReader::new(child.stdout.take().expect("is piped")).lines();
    while !lines.next().expect("a line").expect("text").contains("your move") {}
    let other = piped(&directory, &["play", "--resume", "a.play"], "");
    assert!(text(&other).contains("a.play is in use"), "{}", text(&other));
    let new = piped(&directory, &["play", "kuhn", "--log", "a.play"], "");
    assert!(text(&new).contains("a.play is there already"), "{}", text(&new));
    drop(child.stdin.take());
    child.wait().expect("ends");
}

/// Why a file cannot be written is said in plain words, without the name of a file that nobody asked for.
#[test]
fn a_place_that_cannot_be_written_is_said_plainly() {
    let directory = directory("unwritable");
    std::fs::write(directory.join("file"), "").expect("can be written");
    let experiment = ["experiment", "agents", "--quick", "-o", "file/results"];
    for (arguments, lines, why) in [
        (
            &["play", "kuhn", "--seed", "1"][..],
            "save nosuch/a\nquit\n",
            "there is no such directory",
        ),
        (&["play", "kuhn", "--log", "nosuch/a"], "quit\n", "there is no such directory"),
        (&["play", "kuhn", "--seed", "1"], "save file/a\nquit\n", "not a directory"),
        (&experiment, "", "cannot write file/results/"),
    ] {
        let told = text(&piped(&directory, arguments, lines));
        assert!(told.contains(why), "{told}");
        assert!(!told.contains("os error") && !told.contains(".tmp"), "{told}");
    }
}

#[test]
fn a_log_of_a_file_that_was_changed_is_refused() {
    let directory = directory("changed");
    let game = std::fs::read_to_string(root().join("games/efg/kuhn.efg")).expect("a game");
    std::fs::write(directory.join("k.efg"), &game).expect("can be written");
    let begun = piped(&directory, &["play", "k.efg", "--seed", "1", "--log", "a.play"], "quit\n");
    assert!(text(&begun).contains("hexa play --resume a.play"), "{}", text(&begun));
    std::fs::write(directory.join("k.efg"), format!("{game}\n")).expect("can be written");
    for command in [["play", "--resume", "a.play"], ["replay", "a.play", "--no-color"]] {
        let refused = piped(&directory, &command, "");
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused).contains("is another one now"), "{}", text(&refused));
    }
    std::fs::remove_file(directory.join("k.efg")).expect("can be removed");
    let refused = piped(&directory, &["play", "--resume", "a.play"], "");
    assert!(text(&refused).contains("cannot read k.efg"), "{}", text(&refused));
}

#[test]
fn what_is_strange_about_a_game_is_told_before_it_is_played() {
    let directory = directory("strange");
    let efg = "EFG 2 R \"\" { \"1\" }\np \"\" 1 1 \"\" { \"a\" \"a\" } 0\nt \"\" 0\nt \"\" 0\n";
    std::fs::write(directory.join("alike.efg"), efg).expect("can be written");
    for arguments in
        [&["play", "alike.efg", "--log", "a.play"][..], &["play", "--resume", "a.play"]]
    {
        let played = piped(&directory, arguments, "quit\n");
        let warned = String::from_utf8_lossy(&played.stderr).into_owned();
        assert_eq!(played.status.code(), Some(0), "{}", text(&played));
        assert!(warned.contains("warning[") && warned.contains("alike.efg:2:"), "{warned}");
    }
}

/// What is written of a game is the same game, and can be played; too large a tree is refused, and a file that is there is kept.
#[test]
fn a_game_is_written_as_a_tree_and_played() {
    let directory = directory("written");
    let convert = |arguments: &[&str]| {
        let arguments = [&["convert"], arguments].concat();
        hexa(&directory, &arguments).output().expect("it runs")
    };
    let written = convert(&["kuhn", "--to", "efg", "-o", "k.efg"]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written));
    let played = piped(&directory, &["play", "k.efg", "--seed", "1"], "1\n1\n");
    assert!(text(&played).contains("The play is over"), "{}", text(&played));
    let tree = convert(&["k.efg", "--to", "tree"]);
    let tree = text(&tree);
    assert!(tree.starts_with("{\"format\":\"hexa-tree\",\"version\":1"), "{tree}");
    assert_eq!(tree.matches("\"kind\":\"end\"").count(), 30, "{tree}");
    for (arguments, why) in [
        (&["kuhn(cards=9)", "--to", "efg", "--max-nodes", "100"][..], "more than 100 nodes"),
        (&["kuhn", "--to", "efg", "-o", "k.efg"], "is there already"),
        (&["chess", "--to", "tree"], "no game called `chess`"),
    ] {
        let refused = convert(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(told.contains(why), "{told}");
    }
}

/// A strategy of a player in Kuhn poker: the first one always bets with the lowest card, and all else is drawn.
fn strategy_file(game: &str, player: &str) -> String {
    let bluff = if player == "1" { "set 00000400000000\nmove 1 bet\n" } else { "" };
    format!("hexa-strategy 1\ngame {game}\nplayer {player}\nelsewhere uniform\n{bluff}")
}

#[test]
fn strategies_from_files_play_the_games_that_they_are_for() {
    let folder = directory("strategies");
    for (name, game, player) in [
        ("one.strategy", "kuhn(cards=3)", "1"),
        ("two.strategy", "kuhn(cards=3)", "2"),
        ("four.strategy", "kuhn(cards=4)", "1"),
    ] {
        std::fs::write(folder.join(name), strategy_file(game, player)).expect("is written");
    }
    std::fs::write(folder.join("bad.strategy"), "hexa-strategy 2\n").expect("is written");
    let play = |arguments: &[&str], lines: &str| {
        let output = piped(&folder, &[&["play", "kuhn"], arguments].concat(), lines);
        (output.status.code(), text(&output))
    };
    // With these seeds the first player gets the lowest card.
    for seed in ["1", "7", "11"] {
        let against = ["--seat", "2", "--seed", seed, "--against", "one.strategy"];
        let (code, said) = play(&against, "quit\n");
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("`one.strategy` plays 1") && said.contains("  1: bet\n"), "{said}");
    }
    let (_, said) = play(&["--seed", "1"], "hint one.strategy\nhint two.strategy\n");
    assert!(said.contains("`one.strategy` would choose: bet."), "{said}");
    assert!(said.contains("has no file for the player `1`"), "{said}");
    let kept = ["--seat", "2", "--seed", "1", "--against", "one.strategy", "--log", "a.play"];
    assert_eq!(play(&kept, "quit\n").0, Some(0));
    let resume = || piped(&folder, &["play", "--resume", "a.play"], "quit\n");
    assert!(resume().status.success(), "{}", text(&resume()));
    let changed = strategy_file("kuhn(cards=3)", "1").replace("bet", "pass");
    std::fs::write(folder.join("one.strategy"), changed).expect("is written");
    let refused = text(&resume());
    assert!(refused.contains("the strategy file one.strategy is another one now"), "{refused}");
    for (file, why) in [
        ("four.strategy", "is for `kuhn(cards=4)`, and the game is `kuhn(cards=3)`"),
        ("two.strategy", "two.strategy plays for `2`, and has no file for the player `1`"),
        ("none.strategy", "cannot read none.strategy: there is no such file"),
        ("bad.strategy", "line 1: strategies of version `2` cannot be read"),
    ] {
        let (code, said) = play(&["--seat", "2", "--against", file], "");
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn the_pages_show_what_really_comes_out() {
    let (play, cluedo) =
        (include_str!("../../../../docs/play.md"), include_str!("../../../../docs/cluedo.md"));
    let page = format!("{play}\n{cluedo}");
    let directory = directory("page");
    std::os::unix::fs::symlink(root().join("games"), directory.join("games")).expect("a link");
    let mut tried = 0;
    for block in page.split("```console\n$ ").skip(1) {
        let (block, _) = block.split_once("```").expect("a block ends");
        for part in block.split("\n$ ") {
            let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
            let (lines, command) = match command.split_once(" | hexa ") {
                Some((printf, command)) => {
                    let lines = printf.trim_start_matches("printf '").trim_end_matches('\'');
                    (lines.replace("\\n", "\n"), command)
                }
                None => (String::new(), command.trim_start_matches("hexa ")),
            };
            let arguments: Vec<&str> = split_words(command);
            let output = piped(&directory, &arguments, &lines);
            assert_eq!(text(&output).trim_end(), expected.trim_end(), "$ hexa {command}");
            tried += 1;
        }
    }
    assert!(tried >= 6, "only {tried} examples");
}

#[cfg(unix)]
/// Words of a command; those in quotes are one.
fn split_words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (at, part) in command.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words
}
