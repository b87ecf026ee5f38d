//! Krieg-Tictactoe from its rules, against a search through the same packed states with rules that are written by hand: the
//! states and steps must be the same, then both are timed. Knowledge and common knowledge of all states are timed against
//! one pass over the steps.

#![allow(clippy::print_stdout)]

#[path = "../../engine/benches/measuring/mod.rs"]
mod measuring;

use hexa_lang::SourceId;
use hexa_logic::{Agent, Stop};
use hexa_rules::egdl::{self, ModelLimits, TransitionModel};
use hexa_rules::frame::Valuation;
use hexa_rules::{Checker, Recall};
use measuring::{clock, peak, ratio, time};
use rustc_hash::FxHashMap;
use std::hint::black_box;
use std::time::Duration;

const KRIEG: &str = include_str!("../../../games/egdl/krieg-tictactoe.egdl");
const SOURCE: SourceId = SourceId(0);

fn main() {
    let stop = Stop::new();
    let mut description = egdl::read(KRIEG, SOURCE, &stop).expect("a description");
    let mut model = || {
        TransitionModel::new(&mut description, SOURCE, ModelLimits::default(), &stop)
            .expect("a model")
    };
    let memory = peak(&mut model);
    let built = model();
    let by_hand = by_hand();
    assert_eq!((built.frame.states(), built.transitions()), by_hand);
    let (states, steps) = by_hand;
    let (from_rules, search) = (time(&mut model), time(self::by_hand));
    println!(
        "{states} states, {steps} steps, {:.0} bytes a state, {:.0} at most while it is built",
        built.bytes() as f64 / states as f64,
        memory / states as f64
    );
    let a_step = |time: Duration| time.as_nanos() as f64 / steps as f64;
    println!(
        "from the rules {:.0} ns a step, by hand {:.0} ns: {:.2} times as long",
        a_step(from_rules),
        a_step(search),
        ratio(from_rules, search)
    );
    knowledge(&mut description, &built);
    rules(&mut description, &built);
}

/// Knowledge of all states against one pass over the steps.
fn knowledge(description: &mut egdl::Description, model: &TransitionModel) {
    let stop = Stop::new();
    let pass = time(|| {
        (0..model.frame.step_count() as u32)
            .map(|step| u64::from(model.frame.to(step)))
            .sum::<u64>()
    });
    for text in ["K_x turn(x)", "C turn(x)"] {
        let formula =
            egdl::read_formula(description, text, SOURCE, &stop).expect("a formula")[0].formula;
        let taken = time(|| {
            let mut checker = Checker::new(
                &model.frame,
                model,
                &mut description.formulas,
                Recall::None,
                u64::MAX,
                &stop,
            );
            checker.everywhere(formula)
        });
        println!(
            "{text}: {:.1} ms, {:.1} passes over the steps",
            taken.as_secs_f64() * 1e3,
            ratio(taken, pass)
        );
    }
}

/// All rules, one after the other.
fn rules(description: &mut egdl::Description, model: &TransitionModel) {
    let stop = Stop::new();
    let start = clock();
    let rules = description.rules.clone();
    let mut checker =
        Checker::new(&model.frame, model, &mut description.formulas, Recall::None, u64::MAX, &stop);
    let failing: Vec<&str> = rules
        .iter()
        .filter(|rule| {
            let holds =
                |formula| checker.everywhere(formula).expect("no limit").count_zeroes(..) == 0;
            !rule.instances.iter().map(|instance| instance.formula).all(holds)
        })
        .map(|rule| &rule.label[..])
        .collect();
    assert_eq!(failing, ["10"]);
    println!("all rules: {:.0} ms", (clock() - start).as_secs_f64() * 1e3);
    black_box(model.truth(description.signature.wins(Agent(0))));
}

/// Marks of both players, their tries, and the turn, nine bits each and one: a plain search that keeps the states and steps.
fn by_hand() -> (usize, usize) {
    const LINES: [u64; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    const ALL: u64 = 0o777;
    let wins = |marks: u64| LINES.iter().any(|line| marks & line == *line);
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::from_iter([(0, 0)]);
    let (mut states, mut steps) = (vec![0], Vec::new());
    let mut at = 0;
    while at < states.len() {
        let state: u64 = states[at];
        let part = |number: u64| state >> (9 * number) & ALL;
        let (x, o, turn) = (part(0), part(1), state >> 36);
        at += 1;
        if wins(x) || wins(o) || x | o == ALL {
            continue;
        }
        let (own, his, tried) = if turn == 0 { (x, o, part(2)) } else { (o, x, part(3)) };
        for cell in 0..9 {
            if (own | tried) >> cell & 1 == 1 {
                continue;
            }
            let place = if his >> cell & 1 == 0 { turn } else { 2 + turn };
            let next = (state | 1 << (9 * place + cell)) ^ 1 << 36;
            let new = states.len() as u32;
            let to = *numbers.entry(next).or_insert_with(|| {
                states.push(next);
                new
            });
            steps.push((cell as u32, to));
        }
    }
    (states.len(), black_box(steps).len())
}
