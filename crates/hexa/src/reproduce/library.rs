//! Where the lists of claims and the scenarios come from: what is built in, or a copy of the
//! project's sources.

use hexa_lang::{Loaded, Resolver};
use hexa_papers::claims::{self, Claim, Paper};
use hexa_text::{Code, Diagnostic};
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios");

/// Lists of claims, and scenarios by their names.
pub struct Library {
    scenarios: BTreeMap<String, String>,
    lists: Option<PathBuf>,
}

impl Library {
    /// What is built in, or what is found in a copy of the sources.
    pub fn open(from: Option<&Path>) -> Result<Self, Diagnostic> {
        let mut scenarios = BTreeMap::new();
        match from {
            None => add_built_in(&SCENARIOS, &mut scenarios),
            Some(from) => add_found(from, &from.join("scenarios"), &mut scenarios)?,
        }
        Ok(Self { scenarios, lists: from.map(|from| from.join("crates/papers/claims")) })
    }

    /// The claims of all papers.
    pub fn claims(&self) -> Result<Vec<Claim>, Diagnostic> {
        let mut all = Vec::new();
        for paper in Paper::ALL {
            let list = match &self.lists {
                None => paper.list().to_owned(),
                Some(folder) => read(&folder.join(format!("{}.toml", paper.name())))?,
            };
            let claims = claims::read(paper, &list)
                .map_err(|error| Diagnostic::without_place(Code::CannotRead, error.to_string()))?;
            all.extend(claims);
        }
        Ok(all)
    }

    /// The scenarios, with their texts.
    pub fn scenarios(&self) -> impl Iterator<Item = (&str, &str)> {
        self.scenarios.iter().map(|(name, text)| (&name[..], &text[..]))
    }

    /// A scenario file, read.
    pub fn load(&self, name: &str) -> Loaded {
        let text = self.scenarios.get(name).map(String::as_str).unwrap_or_default();
        hexa_lang::load(name, text, self, &[])
    }
}

impl Resolver for Library {
    fn resolve(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let name = joined(folder, path);
        match self.scenarios.get(&name) {
            Some(text) => Ok((name, text.clone())),
            None => Err("there is no such scenario".to_owned()),
        }
    }
}

/// A path relative to a folder, without steps back.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn add_built_in(folder: &Dir<'_>, scenarios: &mut BTreeMap<String, String>) {
    for file in folder.files() {
        if let Some(text) = file.contents_utf8() {
            scenarios.insert(format!("scenarios/{}", slashed(file.path())), text.to_owned());
        }
    }
    folder.dirs().for_each(|folder| add_built_in(folder, scenarios));
}

fn add_found(
    root: &Path,
    folder: &Path,
    scenarios: &mut BTreeMap<String, String>,
) -> Result<(), Diagnostic> {
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.is_dir() {
            add_found(root, &path, scenarios)?;
        } else if path.extension().is_some_and(|extension| extension == "hexa") {
            let name = slashed(path.strip_prefix(root).unwrap_or(&path));
            scenarios.insert(name, read(&path)?);
        }
    }
    Ok(())
}

fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

fn read(path: &Path) -> Result<String, Diagnostic> {
    fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = format!("cannot read {}: {error}", path.display());
    Diagnostic::without_place(Code::CannotRead, message).help(
        "--from names a copy of the project's sources, with `scenarios` and `crates/papers/claims`",
    )
}
