//! `docs/architecture.md` is true: the crates, the arrows between them, the files it names, the reasons for
//! dependencies, and the numbers of the definitions that headers cite.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn crate_folders() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).expect("crates/");
    let mut folders: Vec<String> = entries
        .map(|entry| entry.expect("a folder").file_name().into_string().expect("a plain name"))
        .collect();
    folders.sort();
    folders
}

/// The names of the dependencies of one kind in a manifest.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line == "[dependencies]" || line == "[dev-dependencies]";
        } else if let (true, Some((name, _))) = (inside, line.split_once(['=', '.'])) {
            names.insert(name.trim().to_owned());
        }
    }
    names
}

/// The backquoted words of a text.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn crates_and_arrows_are_as_the_page_says() {
    let page = read("docs/architecture.md");
    for folder in crate_folders() {
        let manifest = read(&format!("crates/{folder}/Cargo.toml"));
        let row = page
            .lines()
            .find(|line| line.starts_with('|') && line.contains(&format!("(`crates/{folder}`)")))
            .unwrap_or_else(|| panic!("no row for crates/{folder}"));
        let said: BTreeSet<String> = quoted(row.split('|').nth(3).expect("three columns"));
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = ")).expect("a name");
        let ours: BTreeSet<String> = dependencies(&manifest)
            .into_iter()
            .filter(|name| name.starts_with("hexa"))
            .filter(|dependency| format!("\"{dependency}\"") != name)
            .collect();
        assert_eq!(ours, said, "crates/{folder}");
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let page = read("docs/architecture.md");
    let reasons = page.split("## Dependencies and why").nth(1).expect("a section on dependencies");
    let explained = quoted(reasons);
    for folder in crate_folders() {
        for name in dependencies(&read(&format!("crates/{folder}/Cargo.toml"))) {
            let ours = name.starts_with("hexa");
            assert!(ours || explained.contains(&name), "{name} of crates/{folder} has no reason");
        }
    }
}

#[test]
fn named_files_exist() {
    let page = read("docs/architecture.md");
    for name in quoted(&page).iter().filter(|name| name.contains('/')) {
        assert!(root().join(name).exists(), "{name} does not exist");
    }
}

#[test]
fn cited_definitions_exist() {
    let mut files = Vec::new();
    collect(&root().join("crates"), &mut files);
    assert!(files.len() > 20);
    for file in files {
        let text = fs::read_to_string(&file).expect("readable source");
        for number in cited_definitions(&text) {
            assert!((1..=76).contains(&number), "{}: thesis def. {number}", file.display());
        }
    }
}

/// The numbers after "thesis def." and "thesis defs.".
fn cited_definitions(text: &str) -> Vec<u32> {
    let text = text.replace("\n//!", " ").replace("\n///", " ");
    let mut numbers = Vec::new();
    for mark in ["thesis def. ", "thesis defs. "] {
        for rest in text.split(mark).skip(1) {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            numbers.extend(digits.parse::<u32>());
        }
    }
    numbers
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn core_crates_touch_no_files_and_print_nothing() {
    for folder in ["logic", "lang", "engine", "games", "assist"] {
        let mut files = Vec::new();
        collect(&root().join("crates").join(folder).join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("readable source");
            for word in ["std::fs", "std::net", "std::env", "println!", "eprintln!", "std::process"]
            {
                assert!(!text.contains(word), "{} uses {word}", file.display());
            }
        }
    }
}
