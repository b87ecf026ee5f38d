//! What knowledge costs, in passes: one pass reads an agent's class array and writes
//! one bit per world. Answers are checked first. `cargo bench` measures on 2^24
//! worlds; as a test, or with `--quick`, the worlds are few.

#![allow(clippy::print_stdout)]

mod measuring;
mod puzzles;

use hexa_engine::{Bits, Limits, Relation, State, assemble, build, truth};
use hexa_logic::{Agent, Atom, Formula, FormulaNode, Group, RelationSetup, Terms, World};
use measuring::{is_full, ratio, time};
use puzzles::Muddy;

fn main() {
    let digits = if is_full() { 24 } else { 12 };
    println!("knowledge over 2^{digits} worlds");
    measure("muddy children", &muddy(digits));
    measure_shifts(digits as usize);
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

/// The same children as valuations, where shifts of words do it; time for each world, beside class arrays.
fn measure_shifts(digits: usize) {
    let Muddy { mut scene, setup, .. } = puzzles::muddy(digits);
    let limits = Limits { memory: 8 << 30, ..Limits::default() };
    let state = build(&setup, &scene.vocabulary, &scene.terms, &limits).expect("it fits");
    let worlds = 1usize << digits;
    for child in [0, digits / 2, digits - 1] {
        // What the others see: that the next child is muddy.
        let body = scene.atom((child + 1) % digits);
        let knows = scene.node(FormulaNode::Knows(Agent::from_index(child), body));
        let known = truth(&state, &scene.terms, knows).expect("defined").count_ones(..);
        assert_eq!(known, worlds / 2);
        let column = truth(&state, &scene.terms, body).expect("defined");
        let relation = state.model().relation(Agent::from_index(child)).expect("access");
        let Relation::Cells(cells) = relation else { continue };
        let column = vec![column];
        let class = Some(RelationSetup::Cells(cells.class().to_vec()));
        let listed = assemble(worlds, column, vec![class], World(0), &limits).expect("it fits");
        let mut terms = Terms::default();
        let atom = terms.formula(FormulaNode::Atom(Atom(0)));
        let knows_listed = terms.formula(FormulaNode::Knows(Agent(0), atom));
        let by_classes = time(|| truth(&listed.without_kept_answers(), &terms, knows_listed));
        let by_shifts = time(|| truth(&state.without_kept_answers(), &scene.terms, knows));
        let each = |time: std::time::Duration| time.as_secs_f64() * 1e9 / worlds as f64;
        println!(
            "  K of child {child} by shifts: {:.3} ns a world; by class arrays: {:.3} ns",
            each(by_shifts),
            each(by_classes)
        );
    }
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
