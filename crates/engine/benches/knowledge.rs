//! What knowledge costs, in passes: one pass reads an agent's class array and writes
//! one bit per world. Answers are checked first. `cargo bench` measures on 2^24
//! worlds; as a test, or with `--quick`, the worlds are few.

#![allow(clippy::print_stdout)]

mod measuring;

use hexa_engine::{Bits, Limits, Relation, State, assemble, truth};
use hexa_logic::{Agent, Atom, Formula, FormulaNode, Group, RelationSetup, Terms, World};
use measuring::{is_full, ratio, time};

fn main() {
    let digits = if is_full() { 24 } else { 12 };
    println!("knowledge over 2^{digits} worlds");
    measure("muddy children", &muddy(digits));
    measure("random classes of 4 worlds", &random(digits, 4));
    measure("random classes of 64 worlds", &random(digits, 64));
}

const AGENTS: usize = 3;

/// Children who see each other but not themselves; p is true in most worlds, q in half of them.
fn muddy(digits: u32) -> State {
    let worlds = 1usize << digits;
    // The class of a world is its number without the child's own digit.
    let class = |child: usize| {
        let low = 3 * child as u32 + 1;
        let without = move |w: usize| (w >> (low + 1) << low | w & ((1 << low) - 1)) as u32;
        (0..worlds).map(without).collect()
    };
    state(worlds, (0..AGENTS).map(class).collect())
}

/// Classes drawn at random, of so many worlds on average.
fn random(digits: u32, share: u64) -> State {
    let worlds = 1usize << digits;
    let mut seed = 7u64;
    let classes = (0..AGENTS)
        .map(|_| (0..worlds).map(|_| (next(&mut seed) % (worlds as u64 / share)) as u32).collect());
    state(worlds, classes.collect())
}

fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

fn state(worlds: usize, classes: Vec<Vec<u32>>) -> State {
    let mut seed = 3u64;
    let mut column = |often: u64| -> Bits {
        let mut bits = Bits::with_capacity(worlds);
        (0..worlds).for_each(|world| bits.set(world, next(&mut seed) % 16 < often));
        bits
    };
    let columns = vec![column(15), column(8)];
    let relations = classes.into_iter().map(|class| Some(RelationSetup::Cells(class))).collect();
    let limits = Limits { memory: 8 << 30, ..Limits::default() };
    assemble(worlds, columns, relations, World(0), &limits).expect("a state of this size")
}

fn measure(name: &str, state: &State) {
    let mut terms = Terms::default();
    let group = Group::first(AGENTS);
    let class = class(state, Agent(0));
    let pass = time(|| plain_pass(class));
    println!("{name}: one pass takes {pass:?}");
    for (atom, often) in [(Atom(0), "15/16"), (Atom(1), "1/2")] {
        let body = terms.formula(FormulaNode::Atom(atom));
        let knows = terms.formula(FormulaNode::Knows(Agent(0), body));
        check(state, &terms, knows, body, class);
        let knowing = time(|| truth(state, &terms, knows));
        println!("  K, true in {often}: {:.1} passes", ratio(knowing, pass));
    }
    let body = terms.formula(FormulaNode::Atom(Atom(0)));
    let common = terms.formula(FormulaNode::Common(group, body));
    let first = time(|| truth(&state.without_kept_answers(), &terms, common));
    truth(state, &terms, common).expect("defined");
    let again = time(|| truth(state, &terms, common));
    let labels = ratio(first.saturating_sub(again), pass) / AGENTS as f64;
    println!("  C labels: {labels:.1} passes per agent; then C: {:.1} passes", ratio(again, pass));
}

fn class(state: &State, agent: Agent) -> &[u32] {
    match state.model().relation(agent) {
        Some(Relation::Cells(cells)) => cells.class(),
        _ => &[],
    }
}

/// Reads the class array, writes one bit per world.
fn plain_pass(class: &[u32]) -> Vec<u64> {
    let word = |chunk: &[u32]| {
        chunk.iter().rev().fold(0u64, |word, &class| word << 1 | u64::from(class & 1))
    };
    class.chunks(64).map(word).collect()
}

/// Knowledge by counting, world by world.
fn check(state: &State, terms: &Terms, knows: Formula, body: Formula, class: &[u32]) {
    let (known, holds) = (truth(state, terms, knows), truth(state, terms, body));
    let (known, holds) = (known.expect("defined"), holds.expect("defined"));
    let mut failures = vec![0u32; class.len()];
    (0..class.len()).filter(|&w| !holds.contains(w)).for_each(|w| failures[class[w] as usize] += 1);
    for (world, &class) in class.iter().enumerate() {
        assert_eq!(known.contains(world), failures[class as usize] == 0, "world {world}");
    }
}
