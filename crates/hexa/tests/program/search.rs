//! What `hexa search` finds, `hexa run` confirms, on both complete engines; and what it does not find is
//! told with its bound.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn hexa(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexa"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hexa can be run");
    // Who does not read their input may be gone already.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
    child.wait_with_output().expect("hexa ends")
}

fn search(arguments: &str, goal: &[&str]) -> Output {
    let all: Vec<&str> = ["search"].into_iter().chain(arguments.split(' ')).collect();
    hexa(&[&all[..], goal].concat(), "")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Games and goals for which there is something to find.
const FOUND: [(&str, &[&str]); 14] = [
    ("--hands 1,1,2", &["--unsuccessful", "all"]),
    ("--hands 1,1,2", &["--unsuccessful", "asker"]),
    ("--hands 1,1,2 --ask 2 --nowin all", &["--unsuccessful", "all"]),
    ("--hands 1,1 --table 1 --win table", &["--unsuccessful", "asker"]),
    ("--hands 1,1,1 --table 1 --win table --own avoided", &["--unsuccessful", "asker"]),
    ("--hands 1,1,1 --table 1 --win table --own forbidden", &["--unsuccessful", "asker"]),
    (
        "--hands 1,2 --table 1 --win table --own forbidden --ask 2 --nowin all",
        &["--unsuccessful", "all"],
    ),
    ("--hands 1,2,2 --ask 2", &["--grows"]),
    ("--hands 1,1,2 --table 1 --ask 2 --nowin none", &["--grows"]),
    ("--hands 1,1,2 --win hand:3", &["--property", "win_1 & win_3 & ~win_2"]),
    ("--hands 1,1,2 --ask 2", &["--property", "C_123 m_3 & ~win_1 # a comment"]),
    ("--hands 1,1,2", &["--property", "~win_1", "--action", "nowin 2", "--becomes", "win_1"]),
    ("--hands 1,1,2", &["--action", "L_123 ?~k_3", "--becomes", "exists i in agents: win_i"]),
    (
        "--hands 2,1 --table 1 --ask 1..2",
        &["--property", "exists c in cards: K_1 c_t & M_2 ~K_1 c_t"],
    ),
];

#[test]
fn what_is_found_is_a_scenario_that_holds() {
    for (arguments, goal) in FOUND {
        let output = search(arguments, goal);
        let found = text(&output);
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments} {goal:?}: {found}{complaints}");
        for engine in ["explicit", "definitional"] {
            let run = hexa(&["run", "--engine", engine, "-"], &found);
            assert!(run.status.success(), "{arguments} {goal:?}:\n{found}\n{}", text(&run));
            assert!(!text(&run).starts_with("0 passed"), "{found}");
        }
    }
}

#[test]
fn what_is_not_found_is_told_with_its_bound() {
    let told = |arguments: &str, goal: &[&str]| {
        let output = search(arguments, &[goal, &["--json"]].concat());
        let value: Value = serde_json::from_str(&text(&output)).expect("JSON");
        (value, output.status.code())
    };
    let (all, status) = told("--hands 1,1,2 --nowin all", &["--unsuccessful", "all"]);
    assert_eq!((&all["found"], &all["end"], status), (&false.into(), &"exhausted".into(), Some(1)));
    let some = ["--unsuccessful", "asker", "--depth", "1"];
    let (some, status) = told("--hands 1,1,2", &some);
    assert_eq!((&some["found"], &some["end"], status), (&Value::Null, &"cut off".into(), Some(1)));
    let (few, status) =
        told("--hands 1,2,2 --ask 2", &["--property", "false", "--max-states", "100"]);
    assert_eq!((&few["found"], &few["end"], status), (&Value::Null, &"cut off".into(), Some(2)));
    assert_eq!(few["cut"], "the limit is 100 states");
}

#[test]
fn the_page_shows_what_really_comes_out() {
    let page = include_str!("../../../../docs/search.md");
    let mut tried = 0;
    for block in page.split("```console\n$ hexa ").skip(1) {
        let (command, rest) = block.split_once('\n').expect("a command and its output");
        let (expected, _) = rest.split_once("```").expect("a block ends");
        let arguments: Vec<&str> = command.split(' ').collect();
        assert_eq!(text(&hexa(&arguments, "")), expected, "$ hexa {command}");
        tried += 1;
    }
    assert_eq!(tried, 2);
}

#[test]
fn the_same_search_gives_the_same_bytes() {
    let once = search("--hands 1,1,2 --table 1 --ask 2", &["--max-states", "3000", "--json"]);
    let twice = search("--hands 1,1,2 --table 1 --ask 2", &["--max-states", "3000", "--json"]);
    assert_eq!(once.stdout, twice.stdout);
    assert!(!once.stdout.is_empty());
}

#[test]
fn a_timeout_ends_the_largest_search() {
    let output = search("--hands 4,4,4 --ask 1..6", &["--max-worlds", "60000", "--timeout", "0.5"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("the time limit of 0.5 s was reached"), "{}", text(&output));
}
