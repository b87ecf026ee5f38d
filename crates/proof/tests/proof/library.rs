//! The proofs that come with Hexa are proofs, but for those about games, which need their rules.

use hexa_lang::Resolver;
use hexa_lang::proof::load_proof;
use hexa_proof::checker::{Limits, check};
use hexa_proof::reading::{NoGames, read};
use hexa_proof::words;
use std::fs;
use std::path::{Path, PathBuf};

/// Texts in the folder of proofs.
struct Folder;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs")
}

impl Resolver for Folder {
    fn resolve(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let text = fs::read_to_string(folder().join(path)).map_err(|error| error.to_string())?;
        Ok((path.to_owned(), text))
    }
}

#[test]
fn the_library_is_proved() {
    let mut names: Vec<String> = fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter(|name| name.ends_with(".proof"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    let mut theorems = 0;
    for name in names {
        let text = fs::read_to_string(folder().join(&name)).expect("a text");
        if text.contains("\ngame ") {
            continue;
        }
        let loaded = load_proof(&name, &text, &Folder);
        let mut reading = match read(&loaded, &NoGames) {
            Ok(reading) => reading,
            Err(problems) => panic!("{}", shown(&loaded.sources, &problems)),
        };
        let found = check(&mut reading.development, &Limits::default()).expect("nobody stops it");
        for (at, checked) in found.iter().enumerate() {
            let problems = words::problems(&reading, at, checked);
            assert!(problems.is_empty(), "{}", shown(&loaded.sources, &problems));
            theorems += 1;
        }
    }
    assert!(theorems > 10, "only {theorems} theorems");
}

fn shown(sources: &hexa_lang::Sources, problems: &[hexa_lang::Diagnostic]) -> String {
    let line = |problem: &hexa_lang::Diagnostic| {
        let place = problem
            .place()
            .map(|at| (sources.get(at.source).name.clone(), sources.line_column(at)));
        format!("{place:?}: {} {} {:?}\n", problem.code.as_str(), problem.message, problem.notes)
    };
    problems.iter().map(line).collect()
}
