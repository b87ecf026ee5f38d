//! The model that a search ended in, contracted by bisimulation: worlds that satisfy the same formulas are one.

use super::closure::is_true;
use super::search::{Search, Want, WorldAt};
use super::{Accessibility, Decision, Logic, TooMuch};
use hexa_logic::{Agent, Atom, ModelSetup, RelationSetup, World, WorldSetup};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The model of the worlds that a world needs.
pub(super) fn model(
    search: &mut Search<'_>,
    root: WorldAt,
    agents: usize,
) -> Result<Decision, TooMuch> {
    let needed = search.needed(root)?;
    let place: FxHashMap<WorldAt, u32> =
        needed.iter().enumerate().map(|(at, &world)| (world, at as u32)).collect();
    let access_of: Vec<Option<usize>> = (0..agents)
        .map(|agent| {
            let agent = Accessibility::Agent(Agent::from_index(agent));
            search.closure.accesses.iter().position(|access| *access == agent)
        })
        .collect();
    let mut arrows: Vec<Vec<BTreeSet<u32>>> = vec![vec![BTreeSet::new(); needed.len()]; agents];
    for (agent, access) in access_of.iter().enumerate() {
        let arrows = &mut arrows[agent];
        match (access, search.core.logic) {
            (Some(access), Logic::S5) => lump(search, &needed, *access, arrows)?,
            (Some(access), _) => lead(search, &needed, &place, *access, arrows)?,
            // Nothing is said of their access.
            (None, logic) if logic.is_serial() => {
                arrows.iter_mut().enumerate().for_each(|(at, to)| _ = to.insert(at as u32));
            }
            (None, _) => {}
        }
        close(arrows, search.core.logic);
    }
    let is_distributed = |access: &Accessibility| matches!(access, Accessibility::Distributed(_));
    let has_distributed = search.closure.accesses.iter().any(is_distributed);
    if has_distributed && !is_intersection(search, &needed, &arrows)? {
        return Ok(Decision::RefutedWithoutModel);
    }
    let atoms: Vec<BTreeSet<Atom>> = needed
        .iter()
        .map(|&world| {
            let values = &search.worlds[world].values;
            let holds = search.closure.atoms.iter().filter(|(_, at)| is_true(values, *at));
            holds.map(|(atom, _)| *atom).collect()
        })
        .collect();
    let classes: Vec<u32> = match has_distributed {
        true => (0..needed.len() as u32).collect(),
        false => bisimilar(&atoms, &arrows),
    };
    Ok(Decision::Refuted(contract(&classes, &atoms, &arrows)))
}

/// Worlds in one cluster lie in one cell.
fn lump(
    search: &mut Search<'_>,
    needed: &[WorldAt],
    access: usize,
    arrows: &mut [BTreeSet<u32>],
) -> Result<(), TooMuch> {
    let mut cells: FxHashMap<usize, BTreeSet<u32>> = FxHashMap::default();
    for (at, &world) in needed.iter().enumerate() {
        let cluster = search.clusters_of(world)?[access];
        cells.entry(cluster).or_default().insert(at as u32);
    }
    for cell in cells.values() {
        for &at in cell {
            arrows[at as usize].extend(cell);
        }
    }
    Ok(())
}

/// From a world to those that it needs.
fn lead(
    search: &mut Search<'_>,
    needed: &[WorldAt],
    place: &FxHashMap<WorldAt, u32>,
    access: usize,
    arrows: &mut [BTreeSet<u32>],
) -> Result<(), TooMuch> {
    for (at, &world) in needed.iter().enumerate() {
        let cluster = search.clusters_of(world)?[access];
        for &want in search.wants(world)?.iter() {
            if let Want::Member(of, box_) = want
                && of == cluster
                && let Some(next) = search.member(of, box_)
            {
                arrows[at].insert(place[&next]);
            }
        }
    }
    Ok(())
}

/// What the logic says of access.
fn close(arrows: &mut [BTreeSet<u32>], logic: Logic) {
    if logic.is_reflexive() {
        arrows.iter_mut().enumerate().for_each(|(at, to)| _ = to.insert(at as u32));
    }
    match logic {
        Logic::K | Logic::T | Logic::S5 => {}
        Logic::S4 => reach(arrows),
        Logic::Kd45 => join_beliefs(arrows),
    }
}

/// To wherever several steps lead.
fn reach(arrows: &mut [BTreeSet<u32>]) {
    for at in 0..arrows.len() {
        let mut open: Vec<u32> = arrows[at].iter().copied().collect();
        let mut seen: BTreeSet<u32> = open.iter().copied().collect();
        while let Some(next) = open.pop() {
            for &to in &arrows[next as usize] {
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        arrows[at] = seen;
    }
}

/// Wherever belief leads is what is believed to be possible, from there too.
fn join_beliefs(arrows: &mut [BTreeSet<u32>]) {
    loop {
        let before: usize = arrows.iter().map(BTreeSet::len).sum();
        for at in 0..arrows.len() {
            let all = arrows[at].clone();
            for &to in &all {
                let further = arrows[to as usize].clone();
                arrows[to as usize].extend(&all);
                arrows[at].extend(further);
            }
        }
        if arrows.iter().map(BTreeSet::len).sum::<usize>() == before {
            return;
        }
    }
}

/// Whether distributed knowledge is what the intersection makes of it.
fn is_intersection(
    search: &mut Search<'_>,
    needed: &[WorldAt],
    arrows: &[Vec<BTreeSet<u32>>],
) -> Result<bool, TooMuch> {
    for access in 0..search.closure.accesses.len() {
        let Accessibility::Distributed(group) = search.closure.accesses[access].clone() else {
            continue;
        };
        let mut cluster = Vec::new();
        for &world in needed {
            cluster.push(search.clusters_of(world)?[access]);
        }
        for at in 0..needed.len() as u32 {
            for to in 0..at {
                let is_shared =
                    group.iter().all(|agent| arrows[agent.index()][at as usize].contains(&to));
                if is_shared && cluster[at as usize] != cluster[to as usize] {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// A class of worlds, what is true in a world, and the classes that each agent's access leads to.
type Look<'a> = (u32, &'a BTreeSet<Atom>, Vec<Vec<u32>>);

/// For each world its class up to bisimilarity, by splitting until nothing splits.
fn bisimilar(atoms: &[BTreeSet<Atom>], arrows: &[Vec<BTreeSet<u32>>]) -> Vec<u32> {
    let mut classes: Vec<u32> = vec![0; atoms.len()];
    let mut count = 0;
    loop {
        let mut numbers: FxHashMap<Look<'_>, u32> = FxHashMap::default();
        let mut next = Vec::with_capacity(classes.len());
        for (at, atoms) in atoms.iter().enumerate() {
            let sees = |arrows: &Vec<BTreeSet<u32>>| {
                let mut seen: Vec<u32> =
                    arrows[at].iter().map(|&to| classes[to as usize]).collect();
                seen.sort_unstable();
                seen.dedup();
                seen
            };
            let look = (classes[at], atoms, arrows.iter().map(sees).collect());
            let fresh = numbers.len() as u32;
            next.push(*numbers.entry(look).or_insert(fresh));
        }
        let found = numbers.len();
        classes = next;
        if found == count {
            return classes;
        }
        count = found;
    }
}

/// One world for each class; those that cannot be reached from the first one are left out.
fn contract(
    classes: &[u32],
    atoms: &[BTreeSet<Atom>],
    arrows: &[Vec<BTreeSet<u32>>],
) -> ModelSetup {
    let mut first: FxHashMap<u32, usize> = FxHashMap::default();
    for (at, &class) in classes.iter().enumerate() {
        first.entry(class).or_insert(at);
    }
    let mut order = vec![classes[0]];
    let mut number: FxHashMap<u32, u32> = FxHashMap::default();
    number.insert(classes[0], 0);
    let mut at = 0;
    while at < order.len() {
        let world = first[&order[at]];
        at += 1;
        for arrows in arrows {
            for &to in &arrows[world] {
                let class = classes[to as usize];
                number.entry(class).or_insert_with(|| {
                    order.push(class);
                    order.len() as u32 - 1
                });
            }
        }
    }
    let worlds = order.iter().enumerate().map(|(at, class)| WorldSetup {
        name: format!("w{}", at + 1),
        atoms: atoms[first[class]].iter().copied().collect(),
    });
    let relation = |arrows: &Vec<BTreeSet<u32>>| {
        let mut pairs = BTreeSet::new();
        for (at, class) in order.iter().enumerate() {
            for &to in &arrows[first[class]] {
                pairs.insert((at as u32, number[&classes[to as usize]]));
            }
        }
        Some(RelationSetup::of_pairs(order.len(), pairs))
    };
    ModelSetup {
        worlds: worlds.collect(),
        relations: arrows.iter().map(relation).collect(),
        point: World::from_index(0),
    }
}
