//! Muddy children as a knowledge structure, all rounds: time per world and round, and
//! peak memory against four bytes per world and agent plus one bit per world and
//! atom. The initial state is kept. `cargo bench` takes 20 children; as a test, or
//! with `--quick`, ten.

#![allow(clippy::print_stdout)]

mod measuring;

use hexa_engine::{Limits, State, build, holds, model_bytes, state_size, update};
use hexa_logic::{
    Action, Agent, Atom, Formula, FormulaNode, Group, Setup, Structure, Terms, Vocabulary,
};
use measuring::{is_full, resident};
use std::time::Instant;

fn main() {
    let children = if is_full() { 20 } else { 10 };
    let before = resident("VmRSS:");
    let mut scene = Scene::new(children);
    let start = Instant::now();
    let initial = scene.build();
    println!(
        "{children} children, {} worlds: built in {:?}",
        initial.world_count(),
        start.elapsed()
    );
    scene.play(&initial);
    report_memory(&scene, before);
}

struct Scene {
    children: usize,
    vocabulary: Vocabulary,
    terms: Terms,
    muddy: Vec<Formula>,
}

impl Scene {
    fn new(children: usize) -> Self {
        let mut vocabulary = Vocabulary::default();
        let mut terms = Terms::default();
        for child in 0..children {
            vocabulary.add_agent(child.to_string());
            vocabulary.add_atom(&format!("m{child}"));
        }
        let atoms = (0..children).map(Atom::from_index);
        let muddy = atoms.map(|atom| terms.formula(FormulaNode::Atom(atom))).collect();
        Self { children, vocabulary, terms, muddy }
    }

    /// All children are muddy: the longest play there is.
    fn setup(&self) -> Setup {
        let others = |child| (0..self.children).filter(move |&other| other != child);
        let sees = |child| others(child).map(|other| self.muddy[other]).collect();
        let atoms: Vec<Atom> = (0..self.children).map(Atom::from_index).collect();
        Setup::Structure(Structure {
            point: Some(atoms.clone()),
            atoms,
            observations: (0..self.children).map(sees).collect(),
            law: Terms::TRUE,
        })
    }

    fn build(&self) -> State {
        let setup = self.setup();
        build(&setup, &self.vocabulary, &self.terms, &Limits::default()).expect("it fits")
    }

    fn announce(&mut self, formula: Formula) -> Action {
        self.terms.announcement(Group::first(self.children), formula)
    }

    /// Nobody steps forward until the last round; then everybody knows.
    fn play(&mut self, initial: &State) {
        let somebody = self.terms.or(self.muddy.clone());
        let father = self.announce(somebody);
        let knows = |(child, &muddy): (usize, &Formula)| {
            FormulaNode::KnowsWhether(Agent::from_index(child), muddy)
        };
        let known: Vec<FormulaNode> = self.muddy.iter().enumerate().map(knows).collect();
        let known: Vec<Formula> = known.into_iter().map(|node| self.terms.formula(node)).collect();
        let unknown = known.iter().map(|&f| self.terms.not(f)).collect();
        let nobody = self.terms.and(unknown);
        let silence = self.announce(nobody);
        let mut state = self.step(initial, father);
        for round in 1..self.children {
            assert!(!holds(&state, &self.terms, known[0]).expect("defined"), "round {round}");
            state = self.step(&state, silence);
        }
        assert!(holds(&state, &self.terms, known[0]).expect("defined"), "the last round");
        assert!(update(&state, &self.terms, silence).is_err(), "somebody knows");
    }

    fn step(&self, state: &State, action: Action) -> State {
        let start = Instant::now();
        let outcomes = update(state, &self.terms, action).expect("nobody knows yet");
        let next = outcomes.into_single().expect("an announcement has one outcome");
        let worlds = state.world_count() as f64;
        let time = start.elapsed().as_nanos() as f64;
        println!(
            "{:>8} -> {:>8} worlds: {:>6.2} ns per world, {:.3} per world and child",
            state.world_count(),
            next.world_count(),
            time / worlds,
            time / worlds / self.children as f64,
        );
        next
    }
}

fn report_memory(scene: &Scene, before: f64) {
    let worlds = state_size(&scene.setup());
    let formula = model_bytes(&worlds, scene.children, scene.children).to_f64().value();
    let peak = resident("VmHWM:") - before;
    println!("peak memory {:.1} MB, {:.2} times the formula", peak / 1e6, peak / formula);
}
