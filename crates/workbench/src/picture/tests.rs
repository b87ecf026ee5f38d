//! Pictures of what all scenarios lead to: nothing in them is misleading, and worlds keep their place.

use super::*;
use crate::moment::Timeline;
use hexa_draw::legibility::{Blemish, faults, faults_of_film};
use hexa_engine::Limits;
use hexa_lang::Resolver;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files in the folder of scenarios.
struct Beside;

impl Resolver for Beside {
    fn resolve(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let file = Path::new(from).parent().expect("a folder").join(path);
        let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
        Ok((file.display().to_string(), text))
    }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|end| end == "hexa") {
            found.push(path);
        }
    }
}

/// The scenarios that can be read and whose states can be listed, without those of errors and the very large ones.
fn all_opened() -> Vec<(String, Opened)> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios"), &mut files);
    files.sort();
    let limits = || Limits { max_worlds: Some(5_000), ..Limits::default() };
    let open = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).expect("a scenario");
        let opened =
            Opened::new(&name, hexa_lang::load(&name, &text, &Beside, &[]), limits()).ok()?;
        Some((name, opened))
    };
    let wanted =
        |path: &&PathBuf| !["errors", "large"].iter().any(|f| path.iter().any(|p| p == *f));
    files.iter().filter(wanted).filter_map(open).collect()
}

/// What is seen on the way through each scenario, step by step.
fn all_ways(opened: &Opened) -> Vec<Vec<Picture>> {
    let Timeline { document, .. } = opened.timeline();
    let mut ways = Vec::new();
    for scenario in 0..document.scenarios.len() {
        let mut steps = document.scenarios[scenario].steps.len();
        // Some scenarios end where nothing can be executed any more.
        let reached = loop {
            match opened.timeline().reach(Moment::After { scenario, steps }) {
                Ok(reached) => break Some(reached),
                Err(_) if steps > 0 => steps -= 1,
                Err(_) => break None,
            }
        };
        let way = reached.into_iter().flat_map(|reached| reached.way);
        ways.push(
            way.filter_map(|passed| picture(&passed.snapshot, document, None).ok()).collect(),
        );
    }
    ways
}

/// A picture and a film as keys, so that each is looked at once.
fn key(pictures: &[Picture]) -> String {
    let key = |p: &Picture| format!("{:?} {:?} {:?}\n", p.worlds, p.links, p.point);
    pictures.iter().map(key).collect()
}

#[test]
fn no_state_of_any_scenario_is_drawn_in_a_misleading_way() {
    let (mut states, mut films, mut through) = (BTreeSet::new(), BTreeSet::new(), 0);
    let mut found: Vec<String> = Vec::new();
    for (name, opened) in all_opened() {
        for (scenario, way) in all_ways(&opened).into_iter().enumerate() {
            let mut tell = |what: &str, faults: Vec<Blemish>| {
                // The last resort of a line is to run through a world, and it is a rare one.
                let (lines, others): (Vec<_>, Vec<_>) = faults
                    .into_iter()
                    .partition(|fault| matches!(fault, Blemish::ThroughWorld(..)));
                through += lines.len();
                if !others.is_empty() {
                    found.push(format!("{name} {} {what}: {others:?}", scenario + 1));
                }
            };
            for (step, picture) in way.iter().enumerate() {
                if states.insert(key(std::slice::from_ref(picture))) {
                    tell(&format!("after {step} steps"), faults(picture));
                }
            }
            let short = way.len() > 1 && way.len() <= FRAMES;
            if short && way.iter().all(|p| p.worlds.len() <= SMALL) && films.insert(key(&way)) {
                let frames = way.into_iter().map(|picture| (String::new(), picture)).collect();
                tell("as a film", faults_of_film(&Film { title: None, frames }));
            }
        }
    }
    assert!(states.len() > 300 && films.len() > 100, "{} and {}", states.len(), films.len());
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(through <= 3, "{through} worlds are run through");
}

/// Longer films, and those of larger states, take too long for a test.
const FRAMES: usize = 6;
const SMALL: usize = 40;
