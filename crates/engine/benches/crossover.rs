//! From which size on diagrams are sooner than lists of worlds: the same work, with its answers
//! checked, on both engines. A ratio above 1 says how many times sooner the symbolic engine is. `auto`
//! chooses by the number of worlds before a law takes some away, so that this number stands first.
//! `cargo bench` takes full sizes; as a test, or with `--quick`, they are small.

#![allow(clippy::print_stdout)]

mod measuring;
mod puzzles;

use hexa_engine::{Engine, UBig, state_size};
use hexa_logic::{
    Action, Agent, Card, Deal, DealSetup, Formula, FormulaNode, Holder, Setup, Sight, Terms,
};
use measuring::{is_full, ratio, time};
use puzzles::{Scene, add_deal, cards, cryptographers, held_by, muddy, one_pass};

fn main() {
    // Diagrams are followed to their depth.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(tables);
    worker.expect("a thread").join().expect("all answers are right");
}

fn tables() {
    println!("worlds before any law, explicit, symbolic, how many times sooner");
    for children in if is_full() { 4..=18 } else { 4..=5 } {
        let worlds = state_size(&muddy(children).setup);
        row(&format!("muddy children n = {children}"), &worlds, &|engine| {
            one_pass(engine, children);
        });
    }
    for number in if is_full() { 4..=13 } else { 4..=5 } {
        let game = Game::new(number);
        row(&format!("deal of {number} cards"), &state_size(&game.setup), &|engine| {
            game.play(engine);
        });
    }
    for diners in if is_full() { 3..=6 } else { 3..=3 } {
        let atoms = 1 + diners + diners * (diners - 1) / 2;
        row(&format!("cryptographers n = {diners}"), &(UBig::ONE << atoms), &|engine| {
            cryptographers(engine, diners);
        });
    }
}

/// Prints a row.
fn row(name: &str, worlds: &UBig, run: &dyn Fn(Engine)) {
    let [explicit, symbolic] = [Engine::Explicit, Engine::Symbolic].map(|engine| {
        run(engine);
        time(|| run(engine))
    });
    let shown = |time: std::time::Duration| format!("{:.3} ms", time.as_secs_f64() * 1e3);
    let (sooner, name) = (ratio(explicit, symbolic), format!("| {name} | {worlds} |"));
    println!("{name} {} | {} | {sooner:.2} |", shown(explicit), shown(symbolic));
}

/// Cards for three players, as evenly as can be, and one on the table.
struct Game {
    scene: Scene,
    setup: Setup,
    /// It is common knowledge that 1 knows whether they have each card.
    own: Formula,
    /// 1 does not have the last card, which lies on the table, and does not know that it does.
    unsure: Action,
    hands: Vec<usize>,
}

impl Game {
    fn new(number: usize) -> Self {
        let mut scene = Scene::new(3, 0);
        scene.vocabulary.set_table("t");
        add_deal(&mut scene, number, &[0, 1, 2]);
        let table: Vec<Formula> = (0..number)
            .map(|card| {
                let atom = scene.vocabulary.add_holding_atom(Card::from_index(card), Holder::Table);
                scene.node(FormulaNode::Atom(atom))
            })
            .collect();
        let hands: Vec<usize> = (0..3).map(|player| (number - 1 + 2 - player) / 3).collect();
        let mut next = 0;
        let mut dealt = |size: usize| {
            next += size;
            cards(next - size..next)
        };
        let deal = hands.iter().chain(&[1]).map(|&size| dealt(size)).collect();
        let deal = Deal::new(deal, &scene.vocabulary);
        let setup = Setup::Deal(DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE });
        let own: Vec<Formula> = (0..number)
            .map(|card| {
                let held = held_by(&mut scene, card, 0);
                scene.node(FormulaNode::KnowsWhether(Agent(0), held))
            })
            .collect();
        let own = scene.terms.and(own);
        let own = scene.node(FormulaNode::Common(scene.everybody.clone(), own));
        let last = held_by(&mut scene, number - 1, 0);
        let known = scene.node(FormulaNode::Knows(Agent(0), table[number - 1]));
        let parts = [last, known].map(|part| scene.terms.not(part)).to_vec();
        let unsure = scene.terms.and(parts);
        let unsure = scene.announced(unsure);
        Self { scene, setup, own, unsure, hands }
    }

    /// 1 says that they do not have the last card and do not know where it is.
    fn play(&self, engine: Engine) {
        let before = self.scene.build(engine, &self.setup);
        let after = self.scene.update(&before, self.unsure);
        assert_eq!(after.holds(&self.scene.terms, self.own), Ok(true));
        let [all, left] = [before, after].map(|state| state.relevant_count().expect("few nodes"));
        // Each card is as likely theirs as any other.
        let number = self.hands.iter().sum::<usize>() + 1;
        assert_eq!(left * UBig::from(number), all * UBig::from(number - self.hands[0]));
    }
}
