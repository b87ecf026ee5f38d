//! `hexa assist cluedo` as people and programs use it: whole recorded games typed at a pseudo-terminal, with mistakes; the
//! program killed at any moment; the page for players, whose sessions are played again and whose pictures are drawn anew
//! with `HEXA_BLESS=1`.

mod page;
mod recorded;
#[cfg(unix)]
mod terminal;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("assist").join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("can be made");
    directory
}

fn hexa(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    command.args(["assist", "cluedo"]).args(arguments).current_dir(directory);
    command.env("NO_COLOR", "1").env("TERM", "xterm");
    command
}

/// What comes out if lines are sent through a pipe.
fn piped(directory: &Path, arguments: &[&str], lines: &str) -> String {
    let mut child = hexa(directory, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    child.stdin.take().expect("is piped").write_all(lines.as_bytes()).expect("is read");
    let output = child.wait_with_output().expect("ends");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Killed at any moment, what was acknowledged is there, and nothing that was not sent.
#[test]
fn nothing_acknowledged_is_lost() {
    let game = recorded::Game::read("three-players.hexa");
    let lines: Vec<String> = game.suspicions.iter().take(10).cloned().collect();
    let mut acknowledged_in_all = 0;
    for round in 0..14_u64 {
        let directory = directory(&format!("killed{round}"));
        std::fs::write(directory.join("us"), &game.setup).expect("can be written");
        let mut child = hexa(&directory, &["--setup", "us"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("runs");
        let mut stdin = child.stdin.take().expect("is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("is piped"));
        let calm = (round * 7 % 10) as usize;
        let mut acknowledged = 0;
        for line in &lines[..calm] {
            writeln!(stdin, "{line}").expect("is read");
            acknowledged += usize::from(acknowledgement(&mut stdout, acknowledged + 1));
        }
        for line in &lines[calm..] {
            let _ = writeln!(stdin, "{line}");
        }
        std::thread::sleep(std::time::Duration::from_micros(1500 * (round % 7)));
        child.kill().expect("can be killed");
        child.wait().expect("has ended");
        while acknowledgement(&mut stdout, acknowledged + 1) {
            acknowledged += 1;
        }
        // It may have been killed before there was a file.
        let is_there = directory.join("cluedo.game").exists();
        let kept = if is_there { piped(&directory, &[], "list\n") } else { String::new() };
        let kept: Vec<&str> =
            kept.lines().filter(|line| line.starts_with(' ')).map(|line| &line[5..]).collect();
        assert!(kept.len() >= acknowledged, "{acknowledged} were acknowledged: {kept:?}");
        assert_eq!(kept[..], lines[..kept.len()], "what is kept is what was sent");
        acknowledged_in_all += acknowledged;
    }
    assert!(acknowledged_in_all > 30, "only {acknowledged_in_all}");
}

/// Whether an entry is acknowledged before the end.
fn acknowledgement(output: &mut impl BufRead, number: usize) -> bool {
    let mut line = String::new();
    while output.read_line(&mut line).unwrap_or(0) > 0 {
        if line.trim_end() == format!("{number}.") {
            return true;
        }
        line.clear();
    }
    false
}

/// Whatever is at the end of a file, all lines before it are there.
#[test]
fn a_torn_line_is_left_out_and_told() {
    let game = recorded::Game::read("three-players.hexa");
    let directory = directory("torn");
    let file = directory.join("cluedo.game");
    std::fs::write(directory.join("us"), &game.setup).expect("can be written");
    let lines = game.suspicions[..3].join("\n") + "\n";
    piped(&directory, &["--setup", "us"], &lines);
    let whole = std::fs::read_to_string(&file).expect("is there");
    let last = whole.trim_end().rfind('\n').expect("several lines") + 1;
    for end in last + 1..whole.len() {
        std::fs::write(&file, &whole[..end]).expect("can be written");
        let told = piped(&directory, &[], "list\n");
        assert!(told.contains("  2  ") && !told.contains("  3  "), "{told}");
        assert!(told.contains("was never entered"), "{told}");
        piped(&directory, &[], &format!("{}\n", game.suspicions[2]));
        assert_eq!(std::fs::read_to_string(&file).expect("is there"), whole);
    }
}

#[test]
fn a_file_is_used_by_one_process_at_a_time() {
    let game = recorded::Game::read("three-players.hexa");
    let directory = directory("locked");
    std::fs::write(directory.join("us"), &game.setup).expect("can be written");
    let mut first = hexa(&directory, &["--setup", "us"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("runs");
    let mut stdin = first.stdin.take().expect("is piped");
    let mut stdout = BufReader::new(first.stdout.take().expect("is piped"));
    writeln!(stdin, "{}", game.suspicions[0]).expect("is read");
    assert!(acknowledgement(&mut stdout, 1));
    assert!(piped(&directory, &[], "list\n").contains("open in another window"));
    drop(stdin);
    first.wait().expect("ends");
    assert!(piped(&directory, &[], "list\n").contains("  1  "));
}

/// The same input gives the same bytes, in words and as JSON, and every line of JSON is an object.
#[test]
fn programs_read_json() {
    let game = recorded::Game::read("four-players.hexa");
    let lines = game.suspicions[..6].join("\n")
        + "\ngrid\nenvelope\nwhy hall\nnonsense\nundo\nlist\nsuggest hall\nwho\nwhat bob\nguess?\nwhen\n"
        + "redo\nredo\nchanges\nwhy kitchen\nshow bob: peacock pipe hall\nlogician bob\nperfect bob\nforgetful bob\nset staying: forbidden\nwhat if bob has green\nsettings\nwhat me\n\n"
        + &format!("edit 6: {}\ninsert 6: {}\ndelete 6\n", game.suspicions[5], game.suspicions[6])
        + "me: green rope hall. bob no, cleo no, dan shows hall\nfix a\nquit\n";
    let run = |name: &str| {
        let directory = directory(name);
        std::fs::write(directory.join("us"), &game.setup).expect("can be written");
        piped(&directory, &["--setup", "us", "--json"], &lines)
    };
    let (one, two) = (run("json1"), run("json2"));
    assert_eq!(one, two);
    let objects: Vec<serde_json::Value> =
        one.lines().map(|line| serde_json::from_str(line).expect("is JSON")).collect();
    let schema = crate::schema::Schema::open();
    for object in &objects {
        let fault = schema.fault("assist", object);
        assert!(fault.is_none(), "{}\n{object}", fault.unwrap_or_default());
    }
    let kinds: Vec<&str> =
        objects.iter().map(|object| object["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds[0], "opened");
    assert!(kinds[1..=6].iter().all(|kind| *kind == "entered"), "{kinds:?}");
    assert_eq!(kinds[7..9], ["grid", "envelope"]);
    assert_eq!(
        kinds[10..18],
        ["unread", "undone", "list", "suggest", "who", "what", "guess", "when"]
    );
    let came: std::collections::BTreeSet<String> =
        kinds.iter().map(|kind| (*kind).to_owned()).collect();
    assert_eq!(came, schema.kinds("assist"), "every kind of answer is here");
    let grid = objects[7]["grid"].as_array().expect("rows");
    assert_eq!(grid.len(), 21);
    for row in grid {
        let held = row["held"].as_object().expect("cells");
        let sum: f64 = held.values().map(|cell| cell["decimal"].as_f64().expect("a number")).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{row}");
    }
}

/// Whatever is typed, before the game and in it, no line that is told is wider than what was asked for, as far as there are
/// spaces.
#[test]
fn prose_fits_into_forty_columns() {
    let directory = directory("narrow");
    let set_up = "nonsense\n\nann, me, grid\nann, bob, me, eve\n\n1 2\n\nplum rop hall\nback\n\n\
        plum rope hall study\n\nbob: plum rope hall > ann\nstaying: perhaps\n\n";
    let game = "bob: white wrench lounge. me no, eve no, ann shows\nme: white dagger kitchen > eve dagger\n\
        bob: mustrd rope hall > ann, and this line goes on for quite a while after its mistake\n\
        bob: mustard rope kitchen. ann shows\neve: gr rev stu > me\n\
        ann: must candle ball. bob no, me no, eve shows\n\
        bob: green dagger ballroom. me no, eve no, ann shows\nfix z\nfix a\nbob has plum\nfix c\nbob knows it\n\
        grid\nenvelope\nchanges\nwhat if bob has mustard\nwhat if\nwhy ballroom\nwhy white\nlist\n\
        suggest kitchen lounge\nshow bob: plum rope kitchen\nwho\nwhat bob\nguess?\nwhen\nwhen ballroom\n\
        perfect bob\nforgetful bob\nlogician bob\nsettings\nset hand: plum\nset staying: forbidden\nundo\nredo\n\
        edit 1: bob passes\ninsert 1: ann passes\ndelete 1\nsheet-as sheet.doc\nsheet-as sheet.csv\nsave-as other\n\
        help\nhelp suspicions\nhelp accusations\nhelp seen\nhelp grid\nhelp why\nhelp advice\nhelp corrections\n\
        help players\nhelp cards\nhelp nothing\nme accuses white revolver lounge: wrong\nguess?\n\
        ann accuses: right\nbob passes\n";
    for detail in [&["--width", "40"][..], &["--width", "40", "--detail"][..]] {
        let _ = std::fs::remove_file(directory.join("cluedo.game"));
        let told = piped(&directory, detail, &format!("{set_up}{game}"));
        for sign in ["The best suspicions", "This cannot be", "your hand is wrong", "is over"] {
            assert!(told.contains(sign), "{sign}: {told}");
        }
        for line in told.lines() {
            let wide = line.chars().count();
            assert!(wide <= 40 || !line.trim().contains(' '), "{wide} columns: {line}\n{told}");
        }
    }
}

/// Ctrl-C while advice is looked for: what was found until then is told, and the game goes on.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_thinking_and_not_the_program() {
    let game = recorded::Game::read("six-players.hexa");
    let directory = directory("signal");
    std::fs::write(directory.join("us"), &game.setup).expect("can be written");
    let mut child = hexa(&directory, &["--setup", "us"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("runs");
    let mut stdin = child.stdin.take().expect("is piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("is piped"));
    for (at, line) in game.suspicions.iter().take(4).enumerate() {
        writeln!(stdin, "{line}").expect("is read");
        assert!(acknowledgement(&mut stdout, at + 1));
    }
    writeln!(stdin, "suggest").expect("is read");
    // It thinks for seconds here; the answer says whether it was stopped.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
    assert!(sent.success());
    writeln!(stdin, "bob passes\nlist").expect("is read");
    drop(stdin);
    let mut told = String::new();
    std::io::Read::read_to_string(&mut stdout, &mut told).expect("is text");
    assert!(child.wait().expect("ends").code().is_some(), "it was not killed");
    assert!(told.contains("not finished"), "{told}");
    assert!(told.contains("  5  bob passes"), "it goes on: {told}");
}
