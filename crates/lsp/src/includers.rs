//! Who includes a text: other texts that are open, and files in the folders of the client. They are asked, too, where a name is
//! meant, and change with it.

use crate::reader::Reader;
use crate::shelf::{Shelved, canonical};
use hexa_files::read_text;
use hexa_logic::Stop;
use hexa_workbench::editor::{Draft, TextPlace};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many files and folders are looked at, at most.
const MOST_LOOKED_AT: usize = 20_000;

/// The texts that know what is declared at a place of a text, each with the place as it knows it, and that text first.
pub fn knowing(
    reader: &Reader,
    asked: &Arc<Shelved>,
    place: &TextPlace,
    stop: &Stop,
) -> Vec<(Arc<Shelved>, TextPlace)> {
    let mut all = vec![(Arc::clone(asked), place.clone())];
    let file = match &place.other {
        None => canonical(&asked.uri),
        Some(other) => fs::canonicalize(other).ok(),
    };
    // What is no file is included by nobody.
    let Some(file) = file else { return all };
    let texts = reader.shelf.all();
    for other in texts.iter().filter(|other| other.uri != asked.uri) {
        let place = place_in(&other.draft, canonical(&other.uri).as_deref(), &file, place);
        all.extend(place.map(|place| (Arc::clone(other), place)));
    }
    let open: BTreeSet<PathBuf> = texts.iter().filter_map(|text| canonical(&text.uri)).collect();
    for path in includers(reader, &file, &open) {
        if stop.is_asked() {
            break;
        }
        let Ok(text) = read_text(&path) else { continue };
        let other = Arc::new(reader.shelved_file(&path, text, stop));
        let place = place_in(&other.draft, Some(&path), &file, place);
        all.extend(place.map(|place| (other, place)));
    }
    all
}

/// A place of a file as one of a text that is that file or includes it.
fn place_in(
    draft: &Draft,
    path: Option<&Path>,
    file: &Path,
    place: &TextPlace,
) -> Option<TextPlace> {
    let span = place.span;
    if path == Some(file) {
        return Some(TextPlace { other: None, span });
    }
    let is_it = |name: &&str| fs::canonicalize(name).is_ok_and(|path| path == *file);
    let other = draft.included_names().find(is_it)?.to_owned();
    Some(TextPlace { other: Some(other), span })
}

/// The file, and files that may include it: they speak of its name, or of that of a file that does.
fn includers(reader: &Reader, file: &Path, open: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = reader.folders.clone();
    if !folders.iter().any(|folder| file.starts_with(folder)) {
        folders.extend(file.parent().map(Path::to_owned));
    }
    let mut left = MOST_LOOKED_AT;
    let mut files = BTreeSet::new();
    folders.iter().for_each(|folder| collect(folder, &mut files, &mut left));
    let mut unread: Vec<(PathBuf, String)> = files
        .into_iter()
        .filter(|path| !open.contains(path) && path != file)
        .filter_map(|path| Some((path.clone(), read_text(&path).ok()?)))
        .filter(|(_, text)| text.contains("include"))
        .collect();
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> =
        open.iter().map(PathBuf::as_path).chain([file]).filter_map(name).collect();
    let mut found = Vec::new();
    if !open.contains(file) {
        found.push(file.to_owned());
    }
    while let Some(known) = names.pop() {
        let speaks = |text: &str| text.contains(&known);
        for (path, _) in unread.extract_if(.., |(_, text)| speaks(text)) {
            names.extend(name(&path));
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The files of Hexa in a folder and below it; folders behind links, and those that are not shown, are left out.
fn collect(folder: &Path, files: &mut BTreeSet<PathBuf>, left: &mut usize) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let (path, is_hidden) =
            (entry.path(), entry.file_name().as_encoded_bytes().starts_with(b"."));
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && !is_hidden {
            collect(&path, files, left);
        } else if path.extension().is_some_and(|end| end == "hexa") {
            files.extend(fs::canonicalize(path));
        }
    }
}
