//! The proofs that come with Hexa are proofs. Those about games need their rules, and are checked elsewhere.

use crate::reading::{Tried, try_text};
use hexa_lang::Resolver;
use hexa_lang::proof::format_proof;
use hexa_proof::family::muddy_children;
use std::fs;
use std::path::{Path, PathBuf};

/// Texts in the folder of proofs.
pub struct Folder;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs")
}

impl Resolver for Folder {
    fn resolve(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let text = fs::read_to_string(folder().join(path)).map_err(|error| error.to_string())?;
        Ok((path.to_owned(), text))
    }
}

/// The texts of the library, with their names.
fn texts() -> Vec<(String, String)> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter(|name| name.ends_with(".proof"))
        .collect();
    names.sort();
    let text = |name: String| {
        let text = fs::read_to_string(folder().join(&name)).expect("a text");
        (name, text)
    };
    names.into_iter().map(text).collect()
}

/// What is proved in texts without games.
pub fn proved() -> Vec<Tried> {
    let plain = texts().into_iter().filter(|(_, text)| !text.contains("\ngame "));
    plain.map(|(name, text)| try_text(&name, &text, &Folder)).collect()
}

#[test]
fn the_library_is_proved() {
    let tried = proved();
    for tried in &tried {
        assert!(tried.problems.is_empty(), "{}", tried.shown());
    }
    let theorems: usize = tried.iter().map(|tried| tried.checked.len()).sum();
    assert!(theorems > 30, "only {theorems} theorems");
}

#[test]
fn the_library_is_in_its_usual_form() {
    for (name, text) in texts() {
        assert!(format_proof(&text) == text, "`hexa proof fmt proofs/{name}` changes it");
    }
}

/// `HEXA_BLESS=1` writes the text anew.
#[test]
fn muddy_children_are_a_family() {
    for children in 2..=6 {
        let text = format_proof(&muddy_children(children));
        let tried = try_text("muddy-children.proof", &text, &Folder);
        assert!(tried.problems.is_empty(), "{children}: {}", tried.shown());
        assert_eq!(tried.checked.len(), 2 * (children - 1));
        if children == 3 {
            let path = folder().join("muddy-children.proof");
            if std::env::var_os("HEXA_BLESS").is_some() {
                fs::write(&path, &text).expect("the text can be written");
            }
            assert!(fs::read_to_string(path).expect("a text") == text, "HEXA_BLESS=1 writes it");
        }
    }
}
