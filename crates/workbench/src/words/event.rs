//! What happens in a run, in words.

use super::count_noun;
use crate::tally::{Tally, WhyNotRun};
use crate::usage::Usage;
use hexa_engine::{Ground, Nodes};

/// Why a step was not run.
pub fn not_run(why: WhyNotRun) -> String {
    match why {
        WhyNotRun::After(line) => format!("line {line} could not be taken"),
        WhyNotRun::NoInitialState => "the initial state could not be built".to_owned(),
        WhyNotRun::Unreadable => "it could not be read".to_owned(),
        WhyNotRun::Stopped => "the run was stopped".to_owned(),
    }
}

/// `25 passed, 0 failed`, and whatever else there was: `3 passed, 1 failed, 2 errors, 4 not run`
pub fn tally(tally: Tally) -> String {
    let mut parts = vec![format!("{} passed, {} failed", tally.passed, tally.failed)];
    let mut add = |count: usize, words: String| {
        if count > 0 {
            parts.push(words);
        }
    };
    add(tally.errors, count_noun(tally.errors, "error"));
    add(tally.not_run, format!("{} not run", tally.not_run));
    add(tally.warnings, count_noun(tally.warnings, "warning"));
    let silent = count_noun(tally.without_assertions, "file");
    add(tally.without_assertions, format!("{silent} without assertions"));
    parts.join(", ")
}

/// The engine, why this one if that is not plain, and the sizes.
pub fn engine_and_sizes(usage: &Usage) -> String {
    let engine = usage.engine;
    match usage.ground {
        None | Some(Ground::FewWorlds) => format!("{engine} engine, {}", sizes(usage)),
        Some(ground) => format!("{engine} engine ({ground}), {}", sizes(usage)),
    }
}

/// Worlds and nodes.
pub fn sizes(usage: &Usage) -> String {
    let worlds = match &usage.all {
        None => super::state::size(&usage.worlds),
        Some(all) => format!("{} reachable, {all} in all", super::state::size(&usage.worlds)),
    };
    match usage.nodes {
        None => worlds,
        Some(Nodes { law, peak }) => {
            format!("{worlds}, {}, at most {peak} so far", count_noun(law, "node"))
        }
    }
}
