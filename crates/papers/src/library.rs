//! The lists of claims and the scenarios: what is built in, or texts from elsewhere.

use crate::claims::{self, Claim, Paper, Unreadable};
use hexa_lang::{Loaded, Resolver};
use hexa_logic::Stop;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;

static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios");

/// Lists of claims, and scenarios by their names, such as `scenarios/hexa.hexa`.
#[derive(Clone, Debug)]
pub struct Library {
    /// The scenarios.
    pub scenarios: BTreeMap<String, String>,
    /// For each paper the list of its claims.
    pub lists: BTreeMap<Paper, String>,
}

impl Library {
    /// What is built in.
    pub fn built_in() -> Self {
        let mut scenarios = BTreeMap::new();
        add_built_in(&SCENARIOS, &mut scenarios);
        let lists = Paper::ALL.map(|paper| (paper, paper.list().to_owned()));
        Self { scenarios, lists: lists.into() }
    }

    /// The claims of all papers.
    pub fn claims(&self) -> Result<Vec<Claim>, Unreadable> {
        let lists = self.lists.iter().map(|(&paper, list)| claims::read(paper, list));
        Ok(lists.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// A scenario file, read.
    pub fn load(&self, name: &str, stop: &Stop) -> Loaded {
        let text = self.scenarios.get(name).map(String::as_str).unwrap_or_default();
        hexa_lang::load_until(name, text, self, &[], stop)
    }
}

impl Resolver for Library {
    fn resolve(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let name = join(folder, path);
        match self.scenarios.get(&name) {
            Some(text) => Ok((name, text.clone())),
            None => Err("there is no such scenario".to_owned()),
        }
    }
}

/// A path relative to a folder, without steps back.
fn join(folder: &str, path: &str) -> String {
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
            let parts: Vec<_> = file.path().iter().map(|part| part.to_string_lossy()).collect();
            scenarios.insert(format!("scenarios/{}", parts.join("/")), text.to_owned());
        }
    }
    folder.dirs().for_each(|folder| add_built_in(folder, scenarios));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_can_be_read() {
        let library = Library::built_in();
        let claims = library.claims().expect("the lists can be read");
        assert!(claims.windows(2).all(|two| two[0].paper <= two[1].paper));
        assert!(library.scenarios.contains_key("scenarios/hexa.hexa"));
    }

    #[test]
    fn paths_are_relative_to_the_folder_of_the_file() {
        assert_eq!(join("scenarios/cluedo", "../hexa.hexa"), "scenarios/hexa.hexa");
        assert_eq!(join("", "./a/b.hexa"), "a/b.hexa");
    }
}
