//! Every scenario of the project, on every engine that can hold it: they must agree,
//! and all that is asserted must hold. The error cases say beside each bad line which
//! problems it has, and must have exactly these.
//!
//! `check K_x p  #! E020 9..10; E010 11..12` expects two problems in this line, each with its
//! code and its columns: from 1, in characters, the end excluded.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ENGINES: [&str; 3] = ["explicit", "symbolic", "definitional"];

/// The engines that decide every step of every scenario.
const COMPLETE: [&str; 2] = ["explicit", "symbolic"];

/// The engine that holds card games only, and refuses what is none.
const DEALS: &str = "deals";

/// What the symbolic engine says of probabilities after cards were shown: it gives them up.
const UNWEIGHED: &str = "does not keep how likely worlds are";

/// What the symbolic engine says of worlds that cannot be reached.
const UNREACHABLE: &str = "does not keep worlds that cannot be reached";

/// What it says of a state whose worlds have weights, which it does not hold.
const WEIGHED: &str = "the worlds of a state have weights";

/// The codes of a limit, and of steps that are not run after one: a slow engine may give up where
/// a fast one does not.
const GAVE_UP: [&str; 2] = ["R004", "R011"];

/// The code of what an engine cannot do, and of states that were not saved because of that.
const REFUSED: [&str; 2] = ["R008", "E080"];

/// Error cases whose only problem is that their worlds are too many to list.
const TOO_LARGE: [&str; 1] = ["toolarge.hexa"];

/// Files that the definitional engine can build, but of whose steps it decides less than half.
const MOSTLY_GIVEN_UP: [&str; 0] = [];

/// Scenarios in this folder are too large for some engines, and run on the one that suits them.
const LARGE: &str = "large";

/// Whole games with all 21 cards.
const RECORDED: &str = "cluedo";

fn scenarios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

/// The scenario files below a folder, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "hexa") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Runs a file from its own folder, so that it goes by its bare name.
fn run(file: &Path, engine: &str) -> Output {
    let pictures = tempfile::tempdir().expect("a temporary folder can be made");
    Command::new(env!("CARGO_BIN_EXE_hexa"))
        .args(["run", "--json", "--engine", engine, "--out-dir"])
        .arg(pictures.path())
        .arg(file.file_name().expect("a file has a name"))
        .current_dir(file.parent().expect("a file is in a folder"))
        .output()
        .expect("hexa can be run")
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

#[test]
fn every_scenario_holds_on_every_engine_that_can_hold_it() {
    let folder = scenarios();
    let left_out = ["errors", LARGE, RECORDED].map(|name| folder.join(name));
    let good = files(&folder).into_iter();
    let good = good.filter(|file| !left_out.iter().any(|folder| file.starts_with(folder)));
    let (mut tried, mut compared) = (0, 0);
    for file in good {
        let name = file.display();
        let first = run(&file, ENGINES[0]);
        let told = String::from_utf8_lossy(&first.stdout);
        let complaints = String::from_utf8_lossy(&first.stderr);
        assert!(first.status.success(), "{name}:\n{told}\n{complaints}");
        assert!(!complaints.contains("warning["), "{name}:\n{complaints}");
        let first = decided(&lines(&first));
        for engine in &ENGINES[1..] {
            let output = run(&file, engine);
            let told = lines(&output);
            let other = decided(&told);
            let is_refused = |line: &Value| REFUSED.iter().any(|code| line["code"] == *code);
            let different = other.iter().filter(|line| !first.contains(line) && !is_refused(line));
            let different: Vec<_> = different.collect();
            assert!(different.is_empty(), "{name}: the {engine} engine disagrees: {different:#?}");
            let complaints = String::from_utf8_lossy(&output.stderr);
            let unknown = [UNWEIGHED, WEIGHED, UNREACHABLE];
            if *engine == "symbolic" && unknown.iter().any(|known| complaints.contains(known)) {
                continue;
            }
            if COMPLETE.contains(engine) {
                assert!(output.status.success(), "{name}, {engine} engine:\n{complaints}");
                assert_eq!(first, other, "{name}: what the {engine} engine tells");
            }
            let excepted = MOSTLY_GIVEN_UP.iter().any(|known| file.ends_with(known));
            let enough = 2 * verdicts(&other) >= verdicts(&first);
            assert!(
                !was_built(&told) || enough != excepted,
                "{name}: the {engine} engine decides {} of {} steps; is it in MOSTLY_GIVEN_UP?",
                verdicts(&other),
                verdicts(&first),
            );
            compared += verdicts(&other);
        }
        tried += 1;
    }
    assert!(tried > 0, "there are no scenarios");
    assert!(compared > 200, "only {compared} steps are decided by every engine");
}

#[test]
fn card_games_hold_on_the_deals_engine() {
    let folder = scenarios();
    let left_out = ["errors", LARGE, RECORDED].map(|name| folder.join(name));
    let good = files(&folder).into_iter();
    let good = good.filter(|file| !left_out.iter().any(|folder| file.starts_with(folder)));
    let (mut whole, mut compared) = (0, 0);
    for file in good {
        let name = file.display();
        let output = run(&file, DEALS);
        let told = lines(&output);
        let refused = |line: &Value| REFUSED.iter().any(|code| line["code"] == *code);
        if told.iter().any(|line| refused(line) && line["step"].is_null()) {
            continue;
        }
        let first = decided(&lines(&run(&file, ENGINES[0])));
        let other: Vec<Value> = decided(&told).into_iter().filter(|line| !refused(line)).collect();
        let different: Vec<_> = other.iter().filter(|line| !first.contains(line)).collect();
        assert!(different.is_empty(), "{name}: the deals engine disagrees: {different:#?}");
        compared += verdicts(&other);
        if !told.iter().any(refused) {
            let complaints = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}:\n{complaints}");
            assert_eq!(first, other, "{name}: what the deals engine tells");
            whole += 1;
        }
    }
    assert!(whole >= 30, "only {whole} scenario files are card games as a whole");
    assert!(compared > 500, "only {compared} steps are decided by the deals engine");
}

#[test]
fn large_scenarios_hold() {
    let folders = [LARGE, RECORDED].map(|name| files(&scenarios().join(name)));
    for file in folders.concat() {
        let output = run(&file, "auto");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}:\n{complaints}", file.display());
        assert!(verdicts(&lines(&output)) > 0, "{} asserts nothing", file.display());
    }
}

/// Whether there was a state to start from.
fn was_built(lines: &[Value]) -> bool {
    !lines
        .iter()
        .any(|line| GAVE_UP.iter().any(|code| line["code"] == *code) && line["step"].is_null())
}

fn verdicts(lines: &[Value]) -> usize {
    lines.iter().filter(|line| line["holds"].is_boolean()).count()
}

/// What an engine decided or showed: all but the counts, and what it gave up.
fn decided(lines: &[Value]) -> Vec<Value> {
    let given_up = |line: &&Value| GAVE_UP.iter().any(|code| line["code"] == *code);
    let unknown = |line: &&Value| line["error"].as_str().is_some_and(|e| e.contains(UNREACHABLE));
    let told = lines.iter().filter(|line| line.get("file").is_some());
    told.filter(|line| !given_up(line) && !unknown(line))
        .cloned()
        .map(without_unreachable)
        .collect()
}

/// Only some engines can say how many worlds cannot be reached.
fn without_unreachable(mut line: Value) -> Value {
    if line["because"]["kind"] == "worlds" && line["holds"] == true {
        let object = line.as_object_mut().expect("a line is an object");
        object.remove("because");
        object.remove("reason");
    }
    line
}

/// A problem as an error case expects it: line, columns, code.
type Expected = (usize, usize, usize, String);

#[test]
fn every_error_case_has_exactly_the_problems_it_expects() {
    let mut different = String::new();
    for file in files(&scenarios().join("errors")) {
        let bytes = fs::read(&file).expect("the file can be read");
        let expected = expectations(&String::from_utf8_lossy(&bytes));
        for engine in ENGINES {
            let output = run(&file, engine);
            let found = problems(&file, &lines(&output));
            let lists = engine != "symbolic" || !TOO_LARGE.iter().any(|name| file.ends_with(name));
            let (expected, status) = if lists { (&expected, 2) } else { (&BTreeSet::new(), 0) };
            if *expected != found || output.status.code() != Some(status) {
                different += &format!(
                    "{}, {engine} engine, status {:?}\n  missing: {:?}\n  not expected: {:?}\n",
                    file.display(),
                    output.status.code(),
                    expected.difference(&found).collect::<Vec<_>>(),
                    found.difference(expected).collect::<Vec<_>>(),
                );
            }
        }
    }
    assert!(different.is_empty(), "{different}");
}

fn expectations(text: &str) -> BTreeSet<Expected> {
    let mut expected = BTreeSet::new();
    for (at, line) in text.lines().enumerate() {
        let Some((_, remark)) = line.rsplit_once("#!") else { continue };
        for item in remark.split(';') {
            let (code, columns) = item.trim().split_once(' ').expect("`CODE FROM..TO`");
            let (from, to) = columns.trim().split_once("..").expect("`FROM..TO`");
            let number = |text: &str| text.trim().parse::<usize>().expect("a column");
            expected.insert((at + 1, number(from), number(to), code.to_owned()));
        }
    }
    expected
}

fn problems(file: &Path, lines: &[Value]) -> BTreeSet<Expected> {
    let name = file.file_name().and_then(|name| name.to_str()).expect("a file has a name");
    let found = lines.iter().filter(|line| line["code"].is_string());
    let found = found.filter(|line| line["place"]["file"] == name);
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    found
        .map(|line| {
            let place = &line["place"];
            let code = line["code"].as_str().expect("a code").to_owned();
            (number(&place["line"]), number(&place["column"]), number(&place["end_column"]), code)
        })
        .collect()
}
