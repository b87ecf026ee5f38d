//! Bisimulation contraction: time per world at two sizes, four agents, on states that
//! contract to a known size. `cargo bench` takes 10^5 and 10^6 worlds; as a test, or
//! with `--quick`, 10^3 and 10^4.

#![allow(clippy::print_stdout)]

mod measuring;

use hexa_engine::{Bits, Limits, State, assemble, bisimilar, contraction};
use hexa_logic::{RelationSetup, World};
use measuring::is_full;
use std::time::Instant;

fn main() {
    let sizes = if is_full() { [100_000, 1_000_000] } else { [1_000, 10_000] };
    for worlds in sizes {
        let copies = copies(worlds);
        report("two copies of a random state", &copies, copies.relevant_count().unwrap() / 2);
        report("a chain", &chain(worlds), worlds);
        report("a chain that nobody can orient", &symmetric_chain(worlds), worlds.div_ceil(2));
    }
}

fn report(name: &str, state: &State, expected: usize) {
    let start = Instant::now();
    let small = contraction(state).unwrap();
    let time = start.elapsed();
    assert_eq!(small.world_count(), expected, "{name}");
    assert_eq!(bisimilar(state, &small), Ok(true), "{name}");
    let worlds = state.world_count();
    println!(
        "{name}: {worlds} worlds to {expected} in {time:?}, {:.0} ns per world",
        time.as_nanos() as f64 / worlds as f64
    );
}

/// Worlds w and w + half agree, and look the same to everybody.
fn copies(worlds: usize) -> State {
    let half = worlds / 2;
    let mut seed = 5u64;
    let mut classes = Vec::new();
    for _ in 0..4 {
        let one: Vec<u32> =
            (0..half).map(|_| (next(&mut seed) % (half as u64 / 3)) as u32).collect();
        classes.push([one.clone(), one].concat());
    }
    let bits = half.ilog2() as usize + 1;
    let column = |bit: usize| (0..worlds).filter(move |w| (w % half) >> bit & 1 == 1).collect();
    state(worlds, (0..bits).map(column).collect(), classes)
}

/// Only the first world is marked; agents see it from ever farther away.
fn chain(worlds: usize) -> State {
    state(worlds, vec![[0].into_iter().collect()], links(worlds))
}

/// Nothing tells the two ends apart: both are marked.
fn symmetric_chain(worlds: usize) -> State {
    // Two agents link the worlds pairwise in turn; of an odd number of links the middle is one cell.
    let class = |shift: usize| (0..worlds).map(|w| ((w + shift) / 2) as u32).collect::<Vec<u32>>();
    let marked = [0, worlds - 1].into_iter().collect();
    state(worlds, vec![marked], vec![class(0), class(1), class(0), class(1)])
}

fn links(worlds: usize) -> Vec<Vec<u32>> {
    (0..4).map(|shift| (0..worlds).map(|w| ((w + shift % 2) / 2) as u32).collect()).collect()
}

fn state(worlds: usize, columns: Vec<Bits>, classes: Vec<Vec<u32>>) -> State {
    let sized = |mut column: Bits| {
        column.grow(worlds);
        column
    };
    let relations = classes.into_iter().map(|class| Some(RelationSetup::Cells(class))).collect();
    let columns = columns.into_iter().map(sized).collect();
    assemble(worlds, columns, relations, World(0), &Limits::default()).expect("it fits")
}

fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}
