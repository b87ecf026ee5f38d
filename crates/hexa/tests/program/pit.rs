//! `hexa pit`: what it derives, its trees, and its page.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn hexa(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexa"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command.output().expect("hexa can be run")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("is text")
}

fn told(arguments: &[&str]) -> Value {
    let output = hexa(&[&["--json"], arguments].concat());
    serde_json::from_slice(&output.stdout).expect("is JSON")
}

fn fractions(of: &Value) -> Vec<String> {
    let all = of.as_array().expect("a list").iter();
    all.map(|one| one.as_str().or(one["exact"].as_str()).unwrap_or("-").to_owned()).collect()
}

#[test]
fn given_probabilities_are_worth_what_the_derived_functions_say() {
    let all_half = told(&["pit", "--shared", "1/2,1/2,1/2"]);
    assert_eq!(fractions(&all_half["shared"]["one_move"]), ["0", "0", "0"]);
    assert_eq!(all_half["shared"]["is_equilibrium"], Value::Bool(true));
    // A number with a point is meant as it stands.
    assert_eq!(told(&["pit", "--shared", "0.5,.5,0.50"]), all_half);
    let pure = told(&["pit", "--shared", "1,0,1/2"]);
    let shared = &pure["shared"];
    assert_eq!(fractions(&shared["one_move"]), ["-1/6", "1/3", "-1/6"]);
    assert_eq!(shared["is_equilibrium_of_one_move"], Value::Bool(true));
    assert_eq!(shared["is_equilibrium"], Value::Bool(false));
    // The matrix of pure strategies says the same as the equations at a point.
    let all = told(&["pit", "--shared", "1,1,0"]);
    let rows = all["full"]["matrix"].as_array().expect("rows").iter();
    let mut rows = rows.filter(|row| row["probabilities"] == serde_json::json!([1, 1, 0]));
    let row = rows.next().expect("a row");
    let dealt = &all["shared"]["full"][0];
    assert_eq!((dealt["situation"].as_str(), &dealt["values"]), (Some("dealt"), &row["values"]));
    assert_eq!(fractions(&row["values"]), ["-1/36", "-1/36", "1/18"]);
    assert_eq!(
        fractions(&all["shared"]["not_offering"][0]["as_often"].as_str().into_iter().collect()),
        ["-1/6"]
    );
}

#[test]
fn equilibria_come_with_exact_numbers_and_what_is_sensible_of_them() {
    let all = told(&["pit"]);
    assert_eq!(
        all["full"]["settled"]["complete"]["steps"].as_u64().map(|steps| steps > 0),
        Some(true)
    );
    let full = all["full"]["equilibria"].as_array().expect("a list");
    let stays: Vec<_> = full.iter().filter(|one| one["holds_by_last_trade"] == true).collect();
    assert_eq!(stays.len(), 1);
    assert_eq!(fractions(&stays[0]["probabilities"]), ["1/2", "1/2", "1/2"]);
    assert_eq!(stays[0]["is_symmetric"], true);
    assert_eq!(full.iter().filter(|one| one["is_strict"] == true).count(), 3);
    let algebraic = full.iter().flat_map(|one| one["probabilities"].as_array().expect("a list"));
    let mut algebraic = algebraic.filter(|number| number["exact"].is_null());
    let root = algebraic.next().expect("one is no fraction");
    assert_eq!(root["polynomial"], "4*x^4 - 36*x^3 + 129*x^2 - 161*x + 39");
    let by_last = all["by_last_trade"]["equilibria"].as_array().expect("a list");
    let strict = by_last.iter().filter(|one| one["is_strict"] == true).count();
    assert_eq!((by_last.len(), strict), (27, 8));
    assert_eq!(all["one_move"]["equilibria"].as_array().expect("a list").len(), 3);
}

#[test]
fn what_cannot_be_is_refused_with_a_way_out() {
    for (arguments, message) in [
        (&["--players", "1"][..], "2 to 10 players, not 1"),
        (&["--suits", "1"], "2 to 10 suits, not 1"),
        (&["--cards", "0"], "1 to 20 cards, not 0"),
        (
            &["--players", "4", "--suits", "3", "--cards", "3"],
            "cannot be dealt evenly to 4 players",
        ),
        (&["--players", "3", "--suits", "2", "--cards", "3"], "nobody can ever have a corner"),
        (&["--cards", "1"], "in every deal somebody has a corner"),
        (&["--most", "3"], "nobody can offer 3 cards: a hand has 2"),
        (&["--most", "0"], "nobody can ever trade"),
        (&["--shared", "1,1"], "there must be 3 probabilities"),
        (&["--shared", "2,1,0"], "there must be 3 probabilities"),
        (&["--players", "2", "--suits", "3", "--shared", "1,1"], "nothing is shared here"),
        (&["--tree", "--deal", "ww.xx.yy"], "in this deal a has a corner"),
        (&["--tree", "--deal", "ww.wx.yy"], "there is no such deal"),
        (&["--tree", "--first", "aa"], "two different letters from a to c"),
        (&["--tree", "-o", "tree.png"], "ends with .svg or .dot"),
    ] {
        let output = hexa(&[&["pit"], arguments].concat());
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(message) && told.contains("help:"), "{arguments:?}: {told}");
    }
}

#[test]
fn work_that_is_stopped_tells_what_was_found_and_that_it_is_not_all() {
    let output = hexa(&["--timeout", "1", "pit", "--players", "4"]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("not all are known: gave up: it was stopped"), "{told}");
    assert!(told.contains("2520") && !told.contains("equilibria"), "{told}");
}

#[test]
fn a_tree_is_told_drawn_and_written_for_graphviz() {
    let asked = ["pit", "--tree", "--deal", "xw.wy.xy", "--first", "ba"];
    let words = text(&hexa(&asked).stdout);
    for part in [
        "wx.wy.xy  situation 1: nobody knows the deal",
        "  Trade(a,b,1)(w,y) ; Cornered(b,w)\n    xy.ww.xy  b wins",
        "      c cannot tell apart wx.wy.xy wy.wx.xy",
    ] {
        assert!(words.contains(part), "{words}");
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for (name, begins) in [("pit-tree.svg", "<svg"), ("pit-tree.dot", "digraph play")] {
        let path = folder.join(name);
        let output = hexa(&[&asked[..], &["-o", path.to_str().expect("text")]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let drawn = std::fs::read_to_string(&path).expect("it was written");
        assert!(drawn.contains(begins) && drawn.contains("a and b know the deal"), "{drawn}");
    }
    // In larger decks it can be heard how many cards somebody offers who does not trade.
    let larger =
        text(&hexa(&["pit", "--tree", "--cards", "3", "--most", "2", "--first", "ab"]).stdout);
    for part in
        ["nobody knows the deal; possible deals: 4, 7, 4", "  Offer(c,2) ; Trade(a,b,1)(x,w) ; "]
    {
        assert!(larger.contains(part), "{larger}");
    }
    let cut = hexa(&["pit", "--tree", "--depth", "100"]);
    assert_eq!(cut.status.code(), Some(2));
    assert!(
        text(&cut.stdout)
            .ends_with("not the whole tree: gave up: there are more than 2000 nodes\n")
    );
    let deeper = told(&["pit", "--tree", "--depth", "2"]);
    assert!(deeper["nodes"].as_array().expect("nodes").len() > 50);
    let drawn = text(&hexa(&["pit", "--tree", "--svg", "-"]).stdout);
    assert!(drawn.contains("<svg"));
}

/// Commands of the page print what stands below them. A line `...` stands for lines that are left out.
#[test]
fn the_page_shows_what_really_comes_out() {
    let page = include_str!("../../../../docs/pit.md");
    let (mut tried, mut run) = (0, BTreeMap::new());
    for block in page.split("```console\n$ hexa ").skip(1) {
        let (command, rest) = block.split_once('\n').expect("a command and its output");
        let (expected, _) = rest.split_once("```").expect("a block ends");
        let print = || text(&hexa(&command.split(' ').collect::<Vec<_>>()).stdout);
        let printed = run.entry(command).or_insert_with(print);
        let mut left = printed.as_str();
        for (number, part) in expected.split("...\n").enumerate() {
            let at = left.find(part);
            assert!(at.is_some(), "$ hexa {command}\n{printed}\nhas no\n{part}");
            assert!(number > 0 || at == Some(0), "$ hexa {command} begins otherwise");
            left = &left[at.unwrap_or(0) + part.len()..];
        }
        assert!(expected.ends_with("...\n") || left.is_empty(), "$ hexa {command} goes on: {left}");
        tried += 1;
    }
    assert!(tried >= 5, "only {tried} commands");
}
