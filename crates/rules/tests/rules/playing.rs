//! Games given by rules as games that are played: every file passes the conformance suite, and two sources of one game agree.

mod agreement;
mod beliefs;
mod conformance;
mod rounds;

use hexa_games::game::Game;
use hexa_lang::Sources;
use hexa_logic::Stop;
use hexa_rules::egdl::{EgdlGame, EgdlRecall, EgdlRequest};
use hexa_rules::gdl::{GdlGame, RuleLimits, load};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder of the repository, or beside it.
fn repository(folder: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(folder)
}

/// The files in a folder of the repository, in order; none if there is no such folder.
fn files_in(folder: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(repository(folder)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files
}

fn gdl_game(file: &Path) -> Arc<dyn Game> {
    let text = String::from_utf8_lossy(&fs::read(file).expect("a file")).into_owned();
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    let loaded = load(&name, &text);
    let rulebook = loaded.game.unwrap_or_else(|| panic!("{name}: {:?}", loaded.errors));
    let limits = RuleLimits { instances: 300_000, ..RuleLimits::default() };
    let game = GdlGame::new(&name, &rulebook, limits, &Stop::new());
    Arc::new(game.unwrap_or_else(|why| panic!("{name}: {why:?}")))
}

fn egdl_game(file: &Path, recall: EgdlRecall) -> Arc<dyn Game> {
    let text = fs::read_to_string(file).expect("a file");
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    let request = EgdlRequest { recall, ..EgdlRequest::new(name, text) };
    let game = EgdlGame::new(&request, &mut Sources::default(), &Stop::new());
    Arc::new(game.unwrap_or_else(|why| panic!("{why:?}")))
}
