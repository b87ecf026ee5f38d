//! Ten thousand changed texts of every format that is read, behind their parsers: nothing panics, limits are kept, engines
//! agree, and the same text always gets the same answer. The bodies are those of the fuzz targets, and so are the texts to
//! start from; `cargo fuzz` explores further. `HEXA_SEED=7` takes other changes, `HEXA_CASES=20` twenty times as many.

#[path = "../../../fuzz/bodies/mod.rs"]
mod bodies;

use bodies::{Mutator, Outcome, TARGETS, Target, check_bytes};
use std::collections::BTreeSet;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

/// Longer texts are no start: what is changed should be most of what is read.
const MOST_BYTES: u64 = 2_500;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn number(variable: &str) -> u64 {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(1)
}

/// The files of a folder whose names end so, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.is_file() && path.to_string_lossy().ends_with(ending));
    paths.sort();
    paths
}

/// The checked-in corpus of a target.
fn corpus(target: &Target) -> Vec<PathBuf> {
    files(&root().join("fuzz/corpus").join(target.name), "")
}

/// Texts to start from.
fn seeds(target: &Target) -> Vec<String> {
    let others =
        target.seeds.iter().flat_map(|(folder, ending)| files(&root().join(folder), ending));
    let is_short = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() <= MOST_BYTES);
    let paths = corpus(target).into_iter().chain(others).filter(is_short);
    // What is no text is refused before anything else happens.
    let texts: Vec<String> = paths.filter_map(|path| fs::read_to_string(path).ok()).collect();
    assert!(texts.len() >= 3, "{} has too few texts to start from", target.name);
    texts
}

/// Checks changed texts, each of them; every sixteenth twice.
fn check_changes(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target");
    let (seed, times) = (number("HEXA_SEED"), number("HEXA_CASES") as usize);
    let mut changes = Mutator::new(target.name, seed, seeds(target));
    let (mut answered, mut different) = (0, BTreeSet::new());
    let many = target.changes * times;
    for number in 0..many {
        let text = changes.draw();
        let checked = panic::catch_unwind(AssertUnwindSafe(|| {
            let outcome = (target.check)(&text);
            if number % 16 == 0 {
                assert_eq!((target.check)(&text), outcome, "the second time it is not the same");
            }
            outcome
        }));
        let outcome = checked.unwrap_or_else(|_| {
            panic!("change {number} of `{name}` with seed {seed} fails, as said above:\n{text}")
        });
        answered += usize::from(matches!(outcome, Outcome::Answered(_)));
        different.insert(outcome);
    }
    let different = different.len();
    // A test in which everything is refused would test nothing.
    assert!(answered * 20 >= many, "{name}: {answered} of {many} are answered");
    assert!(different * 100 >= many, "{name}: {different} different answers");
}

#[test]
fn changed_scenarios_are_run_or_refused() {
    check_changes("run");
}

#[test]
fn engines_agree_on_changed_scenarios() {
    check_changes("engines");
}

#[test]
fn changed_files_of_smcdel_are_run_or_refused() {
    check_changes("smcdel");
}

#[test]
fn changed_games_in_gdl_are_played_or_refused() {
    check_changes("gdl");
}

#[test]
fn changed_games_in_egdl_are_checked_or_refused() {
    check_changes("egdl");
}

#[test]
fn changed_journals_are_followed_or_refused() {
    check_changes("assist");
}

#[test]
fn changed_trees_are_played_or_refused() {
    check_changes("efg");
}

#[test]
fn changed_strategy_files_are_followed_or_refused() {
    check_changes("strategy");
}

#[test]
fn changed_logs_of_plays_are_replayed_or_refused() {
    check_changes("play_log");
}

#[test]
fn ten_thousand_changes_are_tried_in_all() {
    assert!(TARGETS.iter().map(|target| target.changes).sum::<usize>() >= 10_000);
}

#[test]
fn every_target_can_be_fuzzed_and_passes_on_its_corpus() {
    let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).expect("fuzz/Cargo.toml");
    for target in &TARGETS {
        let name = target.name;
        let file = format!("fuzz_targets/{name}.rs");
        assert!(manifest.contains(&format!("path = \"{file}\"")), "{name} is no [[bin]]");
        let body = fs::read_to_string(root().join("fuzz").join(&file)).expect("its file is there");
        assert!(body.contains(&format!("\"{name}\"")), "{file} checks something else");
        let corpus = corpus(target);
        assert!(!corpus.is_empty(), "{name} has no corpus");
        for path in corpus {
            check_bytes(name, &fs::read(&path).expect("readable"));
        }
    }
}
