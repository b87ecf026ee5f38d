//! Executing actions whose result has several worlds for one: time and memory against
//! writing the result once, that is, filling a fresh class array for each agent and a
//! fresh column for each atom. Results are first compared, world by world, with what
//! the definitions say. `cargo bench` makes up to 10^7 worlds; as a test, or with
//! `--quick`, 10^4. Small results are written into memory that is in the cache
//! already, which takes next to no time: there the time per world tells.

#![allow(clippy::print_stdout)]

mod measuring;

use hexa_engine::{Bits, Limits, Relation, State, assemble, model_bytes, update};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Event, EventClause, EventModel, Formula, FormulaNode, Group,
    RelationSetup, Terms, World,
};
use measuring::{is_full, peak, ratio, time};
use std::process::Command;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, way, alternatives] = &arguments[..]
        && flag == PEAK
    {
        let alternatives = alternatives.parse().expect("a number");
        return Scene::new(Kind::Digits, alternatives, LARGEST).report_peak(way);
    }
    let sizes: &[usize] =
        if is_full() { &[10_000, 100_000, 1_000_000, LARGEST] } else { &[10_000] };
    for kind in [Kind::Digits, Kind::Random] {
        for alternatives in [2, 4, 8, 16] {
            for &size in sizes {
                Scene::new(kind, alternatives, size).measure();
            }
        }
    }
    if is_full() {
        [2, 4, 8, 16].into_iter().for_each(measure_memory);
    }
}

/// A process of its own measures the memory, for this one has some to spare that would not count.
fn measure_memory(alternatives: usize) {
    let own = std::env::current_exe().expect("the path of this program");
    for way in ["learning", "framed"] {
        let status = Command::new(&own).args([PEAK, way, &alternatives.to_string()]).status();
        assert!(status.expect("it can be started").success(), "{way}");
    }
}

/// What tells such a process to measure memory.
const PEAK: &str = "--peak";

const LARGEST: usize = 10_000_000;

const AGENTS: usize = 3;
const ATOMS: usize = 16;

/// The first two agents learn which alternative it is, the third does not.
const INSIDE: usize = 2;

/// How worlds are put into classes.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// An agent sees the digits of a world's number but one.
    Digits,
    /// Classes of four worlds on average, drawn at random.
    Random,
}

struct Scene {
    kind: Kind,
    alternatives: usize,
    state: State,
    terms: Terms,
}

impl Scene {
    /// Each alternative is possible in half of the worlds, so that the result has about this size.
    fn new(kind: Kind, alternatives: usize, size: usize) -> Self {
        let worlds = 2 * size / alternatives;
        let mut seed = 11u64;
        let classes: Vec<Vec<u32>> = (0..AGENTS)
            .map(|agent| match kind {
                Kind::Digits => (0..worlds).map(|w| without_digit(w, 3 * agent + 1)).collect(),
                Kind::Random => {
                    (0..worlds).map(|_| (next(&mut seed) % (worlds as u64 / 4)) as u32).collect()
                }
            })
            .collect();
        let columns = (0..ATOMS).map(|_| random_column(worlds, &mut seed)).collect();
        let relations = classes.into_iter().map(|c| Some(RelationSetup::Cells(c))).collect();
        let limits = Limits::default();
        let state = assemble(worlds, columns, relations, World(0), &limits).expect("it fits");
        Self { kind, alternatives, state, terms: Terms::default() }
    }

    fn measure(mut self) {
        let (learning, framed) = (self.learning(), self.framed());
        let assigning = self.assigning();
        let result = self.execute(learning);
        self.check(&result, &[]);
        let size = result.world_count();
        let change = [(Atom(0), Atom(1))];
        self.check(&self.execute(framed), &change);
        self.check_assignment(&self.execute(assigning));

        let writing = time(|| write(size));
        let writing_before = time(|| write(self.state.world_count()));
        let [learnt, framed_time, assigned] =
            [learning, framed, assigning].map(|action| time(|| self.execute(action)));
        println!(
            "{:?}, {:>2} alternatives, {:>8} -> {size:>8} worlds: learning takes {:.1} ns per world, \
             {:.1} times writing; a frame {:.1} ns, {:.1} times; assigning {:.2} times",
            self.kind,
            self.alternatives,
            self.state.world_count(),
            learnt.as_nanos() as f64 / size as f64,
            ratio(learnt, writing),
            framed_time.as_nanos() as f64 / size as f64,
            ratio(framed_time, writing),
            ratio(assigned, writing_before),
        );
        self.measure_sequence(size);
    }

    fn report_peak(mut self, way: &str) {
        let action = if way == "framed" { self.framed() } else { self.learning() };
        let mut size = 0;
        let most = peak(|| {
            let result = self.execute(action);
            size = result.world_count();
            result
        });
        let bytes = model_bytes(&size.into(), AGENTS, ATOMS).to_f64().value();
        println!(
            "{way}, {:>2} alternatives, {size} worlds: at most {:.2} times the memory of the result",
            self.alternatives,
            most / bytes,
        );
    }

    /// Twice in a row, when that has not too many worlds: against writing both results.
    fn measure_sequence(&mut self, size: usize) {
        if self.alternatives > 4 || size >= LARGEST / 2 {
            return;
        }
        let learning = self.learning();
        let twice = self.terms.action(ActionNode::Sequence([learning, learning].into()));
        let last = self.execute(twice).world_count();
        assert_eq!(last, self.execute_on(&self.execute(learning), learning).world_count());
        let both = ratio(time(|| self.execute(twice)), time(|| (write(size), write(last))));
        println!("  and once more, {last:>8} worlds: {both:.1} times writing both");
    }

    fn execute(&self, action: Action) -> State {
        self.execute_on(&self.state, action)
    }

    fn execute_on(&self, state: &State, action: Action) -> State {
        let outcomes = update(state, &self.terms, action).expect("the first alternative");
        outcomes.into_single().expect("one alternative is marked")
    }

    fn atom(&mut self, at: usize) -> Formula {
        self.terms.formula(FormulaNode::Atom(Atom::from_index(at)))
    }

    /// `L_all (!L_12 ?p_0 + L_12 ?p_1 + ...)`
    fn learning(&mut self) -> Action {
        let mut parts = Vec::new();
        for at in 0..self.alternatives {
            let atom = self.atom(at);
            parts.push(self.terms.announcement(Group::first(INSIDE), atom));
        }
        let choice = self.terms.action(ActionNode::Choice(parts.into(), Some(0)));
        self.terms.action(ActionNode::Learn(Group::first(AGENTS), choice))
    }

    /// The same as a frame, where every event moreover makes the first atom what the second was.
    fn framed(&mut self) -> Action {
        let value = self.atom(1);
        let mut events = Vec::new();
        for at in 0..self.alternatives {
            let precondition = self.atom(at);
            let postcondition = vec![(Atom(0), value)];
            events.push(EventClause { name: format!("e{at}"), precondition, postcondition });
        }
        let count = self.alternatives as u32;
        let inside = RelationSetup::Cells((0..count).collect());
        let outside = RelationSetup::Cells(vec![0; self.alternatives]);
        let relations = vec![Some(inside.clone()), Some(inside), Some(outside)];
        let frame =
            EventModel { name: "frame".to_owned(), events, relations, roles: None, chances: None };
        let frame = self.terms.add_frame(frame);
        self.terms.action(ActionNode::Event(frame, Event(0)))
    }

    /// `L_all (p_0 := p_1 & p_2)`
    fn assigning(&mut self) -> Action {
        let (left, right) = (self.atom(1), self.atom(2));
        let value = self.terms.and(vec![left, right]);
        let assign = self.terms.action(ActionNode::Assign([(Atom(0), value)].into()));
        self.terms.action(ActionNode::Learn(Group::first(AGENTS), assign))
    }

    /// The worlds are pairs of an alternative and a world where it is possible.
    fn check(&self, result: &State, change: &[(Atom, Atom)]) {
        let possible = |at: usize| column(&self.state, Atom::from_index(at)).ones();
        let pairs = || {
            (0..self.alternatives).flat_map(|at| possible(at).map(move |world| (at as u32, world)))
        };
        assert_eq!(result.world_count(), pairs().count());
        for atom in (0..ATOMS).map(Atom::from_index) {
            let from = change.iter().find(|(to, _)| *to == atom).map_or(atom, |&(_, from)| from);
            let (before, after) = (column(&self.state, from), column(result, atom));
            for (at, (_, world)) in pairs().enumerate() {
                assert_eq!(after.contains(at), before.contains(world), "world {at}");
            }
        }
        for agent in (0..AGENTS).map(Agent::from_index) {
            let old = class(&self.state, agent);
            let seen = |(at, world): (u32, usize)| match agent.index() < INSIDE {
                true => (at, old[world]),
                false => (0, old[world]),
            };
            same_partition(class(result, agent), pairs().map(seen), old.len());
        }
    }

    fn check_assignment(&self, result: &State) {
        let mut expected = column(&self.state, Atom(1)).clone();
        expected.intersect_with(column(&self.state, Atom(2)));
        assert_eq!(column(result, Atom(0)), &expected);
        assert_eq!(column(result, Atom(1)), column(&self.state, Atom(1)));
        for agent in (0..AGENTS).map(Agent::from_index) {
            assert_eq!(class(result, agent), class(&self.state, agent));
        }
    }
}

/// Positions have the same class iff they have the same pair, the second below a bound.
fn same_partition(class: &[u32], pairs: impl Iterator<Item = (u32, u32)>, bound: usize) {
    let mut pair_of = vec![None; class.iter().max().map_or(0, |most| *most as usize + 1)];
    let mut class_of: Vec<Vec<Option<u32>>> = Vec::new();
    for (&class, pair) in class.iter().zip(pairs) {
        assert_eq!(*pair_of[class as usize].get_or_insert(pair), pair);
        let (first, second) = (pair.0 as usize, pair.1 as usize);
        if class_of.len() <= first {
            class_of.resize(first + 1, vec![None; bound]);
        }
        assert_eq!(*class_of[first][second].get_or_insert(class), class);
    }
}

/// Fills arrays of the size of a model, one after the other.
fn write(worlds: usize) -> (Vec<Vec<u32>>, Vec<Vec<u64>>) {
    let classes = (0..AGENTS).map(|_| (0..worlds as u32).collect()).collect();
    let words = worlds.div_ceil(64) as u64;
    (classes, (0..ATOMS).map(|_| (1..=words).collect()).collect())
}

fn column(state: &State, atom: Atom) -> &Bits {
    state.model().column(atom).expect("an atom of the model")
}

fn class(state: &State, agent: Agent) -> &[u32] {
    match state.model().relation(agent) {
        Some(Relation::Cells(cells)) => cells.class(),
        _ => &[],
    }
}

fn without_digit(world: usize, digit: usize) -> u32 {
    (world >> (digit + 1) << digit | world & ((1 << digit) - 1)) as u32
}

/// True in half of the worlds, and in the first.
fn random_column(worlds: usize, seed: &mut u64) -> Bits {
    let mut bits = Bits::with_capacity(worlds);
    (0..worlds).for_each(|world| bits.set(world, world == 0 || next(seed).is_multiple_of(2)));
    bits
}

fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}
