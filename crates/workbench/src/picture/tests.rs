//! Pictures of what all scenarios lead to: nothing in them is misleading, and worlds keep their place.

use super::*;
use crate::moment::Timeline;
use hexa_draw::legibility::{Fault, faults};
use hexa_engine::Limits;
use hexa_lang::Resolver;
use std::collections::{BTreeMap, BTreeSet};
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
        let opened = Opened::new(&name, hexa_lang::load(&name, &text, &Beside, &[]), limits()).ok()?;
        Some((name, opened))
    };
    let wanted = |path: &&PathBuf| !["errors", "large"].iter().any(|f| path.iter().any(|p| p == *f));
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
        ways.push(way.filter_map(|passed| picture(&passed.snapshot, document, None).ok()).collect());
    }
    ways
}

#[test]
fn no_state_of_any_scenario_is_drawn_in_a_misleading_way() {
    let mut seen = BTreeSet::new();
    let mut found: BTreeMap<String, Vec<Fault>> = BTreeMap::new();
    for (name, opened) in all_opened() {
        for (scenario, way) in all_ways(&opened).into_iter().enumerate() {
            for (step, picture) in way.into_iter().enumerate() {
                if seen.insert(format!("{:?} {:?} {:?}", picture.worlds, picture.links, picture.point)) {
                    let faults = faults(&picture);
                    if !faults.is_empty() {
                        found.insert(format!("{name} {} {step}", scenario + 1), faults);
                    }
                }
            }
        }
    }
    assert!(seen.len() > 300, "{} states", seen.len());
    let told: Vec<String> =
        found.iter().map(|(state, faults)| format!("{state}: {faults:?}")).collect();
    assert!(found.is_empty(), "{} of {}:\n{}", found.len(), seen.len(), told.join("\n"));
}

#[test]
fn picture_dump() {
    let Some(file) = std::env::var_os("PICTURE_DUMP") else { return };
    let mut out = String::new();
    for (name, opened) in all_opened() {
        for (scenario, way) in all_ways(&opened).into_iter().enumerate() {
            out.push_str(&format!("WAY\t{name} {}\n", scenario + 1));
            for picture in way {
                out.push_str(&format!("PICTURE\t{:?}\n", picture.point.unwrap_or(usize::MAX)));
                for (agent, links) in picture.agents.iter().zip(&picture.links) {
                    match links {
                        Access::Nobody => out.push_str(&format!("A\t{agent}\tN\n")),
                        Access::Cells(cells) => out.push_str(&format!("A\t{agent}\tC\t{}\n", cells.iter().map(|c| c.iter().map(|w| w.to_string()).collect::<Vec<_>>().join(",")).collect::<Vec<_>>().join(" "))),
                        Access::Arrows(arrows) => out.push_str(&format!("A\t{agent}\tR\t{}\n", arrows.iter().map(|(u,v)| format!("{u},{v}")).collect::<Vec<_>>().join(" "))),
                    }
                }
                for world in &picture.worlds {
                    out.push_str(&format!("W\t{}\t{}\n", world.label, world.details.join("\t")));
                }
                for note in &picture.notes { out.push_str(&format!("N\t{note}\n")); }
            }
        }
    }
    std::fs::write(file, out).expect("written");
}
