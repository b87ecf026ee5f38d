//! `hexa reproduce`: every claim of the lists has a verdict or a reason why it can have none, every
//! scenario speaks of claims that are listed, and the verdicts are those of `reproduce.verdicts`. The tables of
//! `docs/findings.md` are those that come out. To accept new ones, run the test with `HEXA_BLESS=1` and read the
//! difference.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn reproduced(args: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_hexa"))
        .args(["reproduce", "--json"])
        .args(args)
        .output()
        .expect("hexa can be run");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}\n{}", String::from_utf8_lossy(&output.stdout));
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

fn name(row: &Value) -> String {
    format!("{} {}", text(row, "paper"), text(row, "item"))
}

#[test]
fn every_claim_has_the_verdict_that_it_had() {
    let rows = reproduced(&[]);
    let mut verdicts = String::new();
    for row in &rows {
        let missing = row["verdict"] == "missing";
        assert!(!missing, "{} has neither a verdict nor a reason", name(row));
        let _ = writeln!(verdicts, "{}: {}", name(row), text(row, "verdict"));
    }
    // A command prints numbers for other parameters. These rows have one and count nothing: a theory, and who knows what.
    let counts_nothing = ["Ex. 22", "sec. 6.6 (11)", "sec. 6.6 (13)"];
    for row in rows.iter().filter(|row| row["command"].is_string()) {
        let silent = row["numbers"].as_array().is_none_or(Vec::is_empty);
        let may_be = counts_nothing.contains(&text(row, "item"));
        assert!(!silent || may_be, "{} tells no number", name(row));
    }
    let names: BTreeSet<String> = rows.iter().map(name).collect();
    assert_eq!(names.len(), rows.len(), "two claims have one name");
    let unknown: Vec<String> = mentioned().into_iter().filter(|n| !names.contains(n)).collect();
    assert!(unknown.is_empty(), "scenarios speak of claims that are not listed: {unknown:?}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reproduce.verdicts");
    if std::env::var_os("HEXA_BLESS").is_some() {
        fs::write(&path, &verdicts).expect("the verdicts can be written");
    }
    let before = fs::read_to_string(&path).unwrap_or_default();
    let changed: Vec<&str> =
        verdicts.lines().filter(|line| !before.lines().any(|old| old == *line)).collect();
    assert!(changed.is_empty(), "these verdicts are new: {changed:#?}");
    assert_eq!(before.lines().count(), rows.len(), "claims have gone");
    findings(&rows);
}

/// The tables of the page on findings are what comes out.
fn findings(rows: &[Value]) {
    let path = root().join("docs/findings.md");
    let page = fs::read_to_string(&path).expect("there is a page on findings");
    let mut fresh = String::new();
    let mut inside = false;
    for line in page.lines() {
        if let Some(table) = line.strip_prefix("<!-- table: ") {
            let _ = writeln!(fresh, "{line}\n");
            fresh.push_str(&findings_table(rows, table.trim_end_matches(" -->")));
            inside = true;
        } else if line == "<!-- end -->" {
            let _ = writeln!(fresh, "\n{line}");
            inside = false;
        } else if !inside {
            let _ = writeln!(fresh, "{line}");
        }
    }
    if std::env::var_os("HEXA_BLESS").is_some() {
        fs::write(&path, &fresh).expect("the page can be written");
    }
    let page = fs::read_to_string(&path).expect("there is a page on findings");
    assert!(page == fresh, "the tables of docs/findings.md are old");
}

/// `counts`, or the rows of a paper with a verdict: `thesis fails`.
fn findings_table(rows: &[Value], which: &str) -> String {
    if which == "counts" {
        return counts_table(rows);
    }
    let (paper, verdict) = which.split_once(' ').expect("a paper and a verdict");
    let heads = match verdict {
        "fails" | "misprint" | "implemented otherwise than printed" => "witness",
        "answered" => "answer",
        _ => "",
    };
    let mut table = String::new();
    let _ = writeln!(table, "| item | claim | {heads} |");
    let _ = writeln!(table, "|---|---|---|");
    let wanted = |row: &&Value| row["paper"] == paper && text(row, "verdict").starts_with(verdict);
    for row in rows.iter().filter(wanted) {
        let meant = text(row, "meant");
        let meant = if meant.is_empty() { String::new() } else { format!("meant: {meant}. ") };
        let said = ["answer", "witness", "bound", "reason"].map(|key| text(row, key)).concat();
        let said = format!("{meant}{said}");
        let cells = [text(row, "item"), text(row, "claim"), &said].map(cell);
        let _ = writeln!(table, "| {} |", cells.join(" | "));
    }
    table
}

/// Only claims are true or false. Of other rows it is told how many there are.
fn counts_table(rows: &[Value]) -> String {
    let verdicts = ["holds", "holds up to a bound", "fails", "open", "not checkable"];
    let others = ["definition", "question", "misprint", "by construction", "variant"];
    let heads: Vec<String> = others.iter().map(|kind| format!("*{kind}*")).collect();
    let mut table = String::new();
    let (claims, heads) = (verdicts.join(" | "), heads.join(" | "));
    let _ = writeln!(table, "| paper | claims | {claims} | {heads} |");
    let _ = writeln!(table, "|---|---|---|---|---|---|---|---|---|---|---|---|");
    for paper in ["thesis", "cluedo", "egdl", "agents", "pit"] {
        let of = |key: &str, value: &str| {
            let is_it = |row: &&Value| row["paper"] == paper && row[key] == value;
            rows.iter().filter(is_it).filter(|row| key == "kind" || row["kind"] == "claim").count()
        };
        let counts = verdicts.iter().map(|verdict| of("verdict", verdict));
        let counts: Vec<String> = counts
            .chain(others.iter().map(|kind| of("kind", kind)))
            .map(|n| n.to_string())
            .collect();
        let _ = writeln!(table, "| {paper} | {} | {} |", of("kind", "claim"), counts.join(" | "));
    }
    table
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

/// The claims that scenarios speak of.
fn mentioned() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in crate::scenarios::files(&root().join("scenarios")) {
        let text = fs::read_to_string(&path).expect("a scenario can be read");
        let about = |line: &&str| line.starts_with("claim ") || line.starts_with("refute ");
        for line in text.lines().filter(about) {
            names.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
        }
    }
    names
}

/// Only claims and variants of them are true or false, and what only scenarios look at is no proof of a proposition.
#[test]
fn the_kind_of_a_row_decides_which_verdicts_it_can_have() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reproduce.verdicts");
    let verdicts = fs::read_to_string(path).expect("the verdicts are recorded");
    let truth = ["holds", "holds up to a bound", "fails", "open", "not checkable"];
    let library = hexa_papers::Library::built_in();
    for claim in library.claims().expect("the lists can be read") {
        let name = format!("{}: ", claim.name());
        let verdict = verdicts.lines().find_map(|line| line.strip_prefix(&name));
        let verdict = verdict.unwrap_or_else(|| panic!("{name} has no verdict"));
        let is_truth = truth.contains(&verdict);
        use hexa_papers::{ItemKind, Nature};
        match claim.nature() {
            Nature::Claim | Nature::Variant => assert!(is_truth, "{name}{verdict}"),
            Nature::Definition | Nature::Question | Nature::Misprint | Nature::Construction => {
                assert!(!is_truth, "{name}{verdict}");
            }
        }
        // The first is about one game, and all models of its theory are decided; the second is proved, for any formulas.
        let is_decided = ["thesis Prop. 4", "egdl Prop. 3.1"].contains(&claim.name().as_str());
        if matches!(claim.kind, ItemKind::Proposition | ItemKind::Conjecture) && !is_decided {
            assert_ne!(verdict, "holds", "{name}no finite number of instances proves it");
        }
    }
}

#[test]
fn a_claim_can_be_asked_for_by_its_name() {
    let rows = reproduced(&["--paper", "cluedo", "--item", "sec. 2 fn. 1 (1)"]);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["verdict"], "holds");
}

/// The rows are there all the same, and none of them says more than is known.
#[test]
fn a_timeout_leaves_claims_open_and_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_hexa"))
        .args(["reproduce", "--json", "--deep", "--timeout", "0.1", "--paper", "thesis"])
        .args(["--item", "Prop. 6", "--item", "sec. 6.6 (4)"])
        .output()
        .expect("hexa can be run");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let lines: Vec<Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect();
    let [first, second, problem] = &lines[..] else { panic!("{told}") };
    for row in [first, second] {
        let stopped = "it was stopped before it was finished";
        assert_eq!((text(row, "verdict"), text(row, "reason")), ("open", stopped), "{told}");
    }
    let said = text(&problem["problems"][0], "message");
    assert!(said.contains("the time limit of 0.1 s was reached"), "{told}");
}

/// What a row tells readers to type is answered; files are named as in the folder of scenarios.
#[test]
fn the_commands_of_rows_compute_something() {
    let library = hexa_papers::Library::built_in();
    let claims = library.claims().expect("the lists can be read");
    let commands: BTreeSet<String> = claims.into_iter().filter_map(|claim| claim.command).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        // Quotes are around one argument.
        let mut arguments: Vec<&str> = Vec::new();
        for (at, part) in command.split('\'').enumerate() {
            match at % 2 {
                0 => arguments.extend(part.split_whitespace()),
                _ => arguments.push(part),
            }
        }
        let output = Command::new(env!("CARGO_BIN_EXE_hexa"))
            .args(&arguments[1..])
            .current_dir(root().join("scenarios"))
            .output()
            .expect("hexa can be run");
        assert_eq!(
            (arguments[0], output.status.code()),
            ("hexa", Some(0)),
            "{command}: {output:?}"
        );
        assert!(!output.stdout.is_empty(), "{command}");
    }
}
