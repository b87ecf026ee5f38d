//! The lists of claims and the scenarios of a copy of the project's sources.

use crate::files;
use hexa_papers::{Library, Paper};
use hexa_text::{Code, Diagnostic, Setting, WayOut};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What is built in, or what is found in a copy of the sources.
pub fn open(from: Option<&Path>) -> Result<Library, Diagnostic> {
    match from {
        None => Ok(Library::built_in()),
        Some(from) => read_library(from),
    }
}

fn read_library(from: &Path) -> Result<Library, Diagnostic> {
    let (mut scenarios, mut lists) = (BTreeMap::new(), BTreeMap::new());
    read_scenarios(from, &from.join("scenarios"), &mut scenarios)?;
    for paper in Paper::ALL {
        let path = from.join("crates/papers/claims").join(format!("{}.toml", paper.name()));
        lists.insert(paper, read(&path)?);
    }
    Ok(Library { scenarios, lists })
}

fn read_scenarios(
    root: &Path,
    folder: &Path,
    scenarios: &mut BTreeMap<String, String>,
) -> Result<(), Diagnostic> {
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.is_dir() {
            read_scenarios(root, &path, scenarios)?;
        } else if path.extension().is_some_and(|extension| extension == "hexa") {
            let name = path.strip_prefix(root).unwrap_or(&path);
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            scenarios.insert(parts.join("/"), read(&path)?);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, Diagnostic> {
    let text = files::read_text(path).map_err(files::Unreadable::into_reason);
    text.map_err(|why| unreadable(path, &why))
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> Diagnostic {
    let message = format!("cannot read {}: {error}", path.display());
    Diagnostic::without_place(Code::CannotRead, message).help(WayOut::from(Setting::Sources).then(
        " names a copy of the project's sources, with `scenarios` and `crates/papers/claims`",
    ))
}
