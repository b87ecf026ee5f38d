//! The classics that SMCDEL 1.3 is measured by, on the engine that `auto` takes for them. Every
//! answer is checked, then timed. `cargo bench` takes full sizes; as a test, or with `--quick`, they
//! are small. `benches/peers` compares with SMCDEL itself, on files that both programs read.

#![allow(clippy::print_stdout)]

mod measuring;
mod puzzles;

use hexa_engine::{Engine, Held};
use hexa_logic::{
    Action, Agent, Atom, Card, Deal, DealSetup, Formula, FormulaNode, Group, Holder, Modality,
    ModelSetup, RelationSetup, Setup, Sight, Terms, World, WorldSetup,
};
use measuring::{clock, is_full, resident, time};
use puzzles::{Muddy, Scene, add_deal, cards, cryptographers, held_by, muddy, one_pass};
use std::time::Duration;

fn main() {
    // Diagrams of thousands of variables are followed to their depth.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(rows);
    worker.expect("a thread").join().expect("all answers are right");
}

fn rows() {
    let full = is_full();
    let (forty, eighty) = if full { (40, 80) } else { (5, 7) };
    row("muddy children, one pass, n = 40", || one_pass(Engine::Symbolic, forty));
    row("muddy children, one pass, n = 80", || one_pass(Engine::Symbolic, eighty));
    row("muddy children, replayed, n = 40", || replayed(forty));
    row("muddy children, replayed, n = 80", || replayed(eighty));
    let hundred = if full { 100 } else { 30 };
    row("sum and product up to 100", || sum_and_product(hundred));
    row("Russian cards 3-3-1", russian_cards);
    let (hundred, more) = if full { (100, 160) } else { (5, 8) };
    row("dining cryptographers n = 100", || cryptographers(Engine::Symbolic, hundred));
    row("dining cryptographers n = 160", || cryptographers(Engine::Symbolic, more));
    let cluedo = Cluedo::new(if full { 3 } else { 1 });
    row("Cluedo, the law", || drop(cluedo.build()));
    let game = |name: &str, run: &dyn Fn(&Held)| {
        if is_wanted(name) {
            report(name, asked(|| cluedo.build(), run));
        }
    };
    game("Cluedo, one K", &|state| cluedo.ask(state, cluedo.known));
    game("Cluedo, 2 knows that 1 knows", &|state| cluedo.ask(state, cluedo.nested));
    game("Cluedo, 1 does not know the table", &|state| cluedo.announce(state));
    let name = "muddy children, one pass, n = 200";
    if full && is_wanted(name) {
        // It takes so long that once is enough.
        report(name, asked_once(|| one_pass(Engine::Symbolic, 200)));
    }
    println!("peak {:.0} MB", resident("VmHWM:") / 1e6);
    announce_and_undo();
}

/// Prints a row.
fn row(name: &str, mut run: impl FnMut()) {
    if is_wanted(name) {
        run();
        report(name, time(&mut run));
    }
}

/// The time that something takes.
fn asked_once(run: impl FnOnce()) -> Duration {
    let start = clock();
    run();
    clock().saturating_sub(start)
}

/// The least time that something takes on a new state, of which nothing is remembered.
fn asked<S>(mut make: impl FnMut() -> S, run: impl Fn(&S)) -> Duration {
    let once = |state: S| asked_once(|| run(&state));
    (0..if is_full() { 5 } else { 1 }).map(|_| once(make())).min().unwrap_or_default()
}

/// Whether a row is wanted: all are, unless words on the command line say which.
fn is_wanted(name: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--")).peekable();
    words.peek().is_none() || words.any(|word| name.contains(&word))
}

fn report(name: &str, ours: Duration) {
    println!("{name:36} {:>12}", shown(ours));
}

fn shown(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// How many silent rounds there are: every question replays all announcements before it.
fn replayed(children: usize) {
    let Muddy { mut scene, setup, father, silence, nobody, .. } = muddy(children);
    let state = scene.build(Engine::Symbolic, &setup);
    let mut body = nobody;
    let mut rounds = 0;
    loop {
        let question = scene.node(FormulaNode::After(Modality::Every, father, body));
        if state.holds(&scene.terms, question) != Ok(true) {
            break;
        }
        rounds += 1;
        body = scene.node(FormulaNode::After(Modality::Every, silence, body));
    }
    assert_eq!(rounds, children - 1);
}

/// All pairs 2 <= x < y with x + y <= most; one knows the sum, one the product.
fn sum_and_product(most: usize) {
    let pairs: Vec<(usize, usize)> = (2..most)
        .flat_map(|x| (x + 1..=most).map(move |y| (x, y)))
        .filter(|(x, y)| x + y <= most)
        .collect();
    // x = 2.. are the first atoms, y = 2.. the others.
    let mut scene = Scene::new(2, 2 * most);
    let world = |&(x, y): &(usize, usize)| WorldSetup {
        name: format!("{x},{y}"),
        atoms: vec![Atom::from_index(x), Atom::from_index(most + y - 1)],
    };
    let cells = |of: fn(&(usize, usize)) -> usize| {
        let mut values: Vec<usize> = Vec::new();
        let mut known = std::collections::HashMap::new();
        let cell = pairs.iter().map(|pair| {
            let next = values.len() as u32;
            *known.entry(of(pair)).or_insert_with(|| {
                values.push(of(pair));
                next
            })
        });
        Some(RelationSetup::Cells(cell.collect()))
    };
    let setup = Setup::Model(ModelSetup {
        worlds: pairs.iter().map(world).collect(),
        relations: vec![cells(|(x, y)| x + y), cells(|(x, y)| x * y)],
        // Where the dialogue can begin.
        point: World::from_index(pairs.len() - 1),
    });
    let knows = |scene: &mut Scene, agent: usize| {
        let mut cases = Vec::new();
        for &(x, y) in &pairs {
            let both = [scene.atom(x), scene.atom(most + y - 1)];
            let both = scene.terms.and(both.to_vec());
            cases.push(scene.node(FormulaNode::Knows(Agent::from_index(agent), both)));
        }
        scene.terms.or(cases)
    };
    let (sum, product) = (knows(&mut scene, 0), knows(&mut scene, 1));
    let unknown = scene.terms.not(product);
    let first = scene.node(FormulaNode::Knows(Agent(0), unknown));
    let (first_said, product_said) = (scene.announced(first), scene.announced(product));
    let last = scene.node(FormulaNode::After(Modality::Some, product_said, sum));
    let dialogue = scene.node(FormulaNode::After(Modality::Some, first_said, last));
    let state = scene.build(Engine::Explicit, &setup);
    let solutions = state.extension(&scene.terms, dialogue, 10).expect("defined").first;
    if most == 100 {
        assert_eq!(solutions, [vec![Atom(4), Atom(112)]]);
    }
}

/// Deals of seven cards, three, three and one; the announcement of five hands tells the second
/// player the deal and the third nothing, and everybody knows that.
fn russian_cards() {
    let mut scene = Scene::new(3, 0);
    let held = add_deal(&mut scene, 7, &[0, 1, 2]);
    let deal = Deal::new(vec![cards(0..3), cards(3..6), cards(6..7)], &scene.vocabulary);
    let setup = Setup::Deal(DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE });
    let hands = [[0, 1, 2], [0, 3, 4], [0, 5, 6], [1, 3, 5], [2, 4, 6]];
    let hand = |scene: &mut Scene, hand: [usize; 3]| {
        let holds = hand.map(|card| held(scene, card, 0));
        scene.terms.and(holds.to_vec())
    };
    let one_of: Vec<Formula> = hands.iter().map(|&of| hand(&mut scene, of)).collect();
    let said = scene.terms.or(one_of);
    let known = scene.node(FormulaNode::Knows(Agent(0), said));
    let said = scene.announced(known);
    let mut second = Vec::new();
    let mut third = Vec::new();
    for card in 0..7 {
        for player in 0..3 {
            let held = held(&mut scene, card, player);
            second.push(scene.node(FormulaNode::KnowsWhether(Agent(1), held)));
            if player < 2 {
                let whether = scene.node(FormulaNode::KnowsWhether(Agent(2), held));
                let own = held_by(&mut scene, card, 2);
                let fine = scene.terms.not(whether);
                third.push(scene.terms.or(vec![own, fine]));
            }
        }
    }
    let good = scene.terms.and([second, third].concat());
    let common = scene.node(FormulaNode::Common(Group::first(3), good));
    let state = scene.build(Engine::Explicit, &setup);
    assert_eq!(state.holds(&scene.terms, good), Ok(false));
    let state = scene.update(&state, said);
    assert_eq!(state.holds(&scene.terms, common), Ok(true));
}

/// Six players and a table with so many cards each.
struct Cluedo {
    scene: Scene,
    setup: Setup,
    /// 1 knows whether the last card is on the table.
    known: Formula,
    /// 2 knows that 1 knows which cards are on the table.
    nested: Formula,
    /// 1 does not know which cards are on the table.
    silence: Action,
}

impl Cluedo {
    fn new(size: usize) -> Self {
        let (players, all) = (6, 7 * size);
        let mut scene = Scene::new(players, 0);
        scene.vocabulary.set_table("t");
        add_deal(&mut scene, all, &(0..players).collect::<Vec<_>>());
        let table: Vec<Formula> = (0..all)
            .map(|card| {
                let atom = scene.vocabulary.add_holding_atom(Card::from_index(card), Holder::Table);
                scene.terms.formula(FormulaNode::Atom(atom))
            })
            .collect();
        let hands = (0..7).map(|holder| cards(holder * size..(holder + 1) * size)).collect();
        let setup = Setup::Deal(DealSetup {
            deal: Deal::new(hands, &scene.vocabulary),
            sight: Sight::OwnCards,
            law: Terms::TRUE,
        });
        let whether = |scene: &mut Scene, agent: u32| {
            let known = table.iter().map(|&card| FormulaNode::KnowsWhether(Agent(agent), card));
            let known: Vec<FormulaNode> = known.collect();
            known.into_iter().map(|node| scene.terms.formula(node)).collect::<Vec<_>>()
        };
        let first = whether(&mut scene, 0);
        let known = first[all - 1];
        let which = scene.terms.and(first);
        let nested = scene.node(FormulaNode::Knows(Agent(1), which));
        let unsure = scene.terms.not(which);
        let silence = scene.announced(unsure);
        Self { scene, setup, known, nested, silence }
    }

    fn build(&self) -> Held {
        self.scene.build(Engine::Symbolic, &self.setup)
    }

    fn ask(&self, state: &Held, formula: Formula) {
        assert_eq!(state.holds(&self.scene.terms, formula), Ok(false));
    }

    fn announce(&self, state: &Held) {
        let after = self.scene.update(state, self.silence);
        assert_eq!(after.relevant_count(), state.relevant_count());
    }
}

/// A thousand announcements, each undone: memory stays where it was.
fn announce_and_undo() {
    let Muddy { mut scene, setup, .. } = muddy(if is_full() { 40 } else { 8 });
    let state = scene.build(Engine::Symbolic, &setup);
    let mut first = 0.0;
    for cycle in 0..1000u64 {
        let atoms =
            (0..8).map(|at| scene.atom((cycle as usize * 7 + at * 3) % setup_atoms(&setup)));
        let atoms: Vec<Formula> = atoms.collect();
        let said = scene.terms.or(atoms);
        let said = scene.announced(said);
        drop(scene.update(&state, said));
        if cycle == 100 {
            first = resident("VmRSS:");
        }
    }
    let grown = resident("VmRSS:") - first;
    println!("a thousand announcements undone: {:+.2} MB after the first hundred", grown / 1e6);
}

fn setup_atoms(setup: &Setup) -> usize {
    match setup {
        Setup::Structure(structure) => structure.atoms.len(),
        _ => 1,
    }
}
