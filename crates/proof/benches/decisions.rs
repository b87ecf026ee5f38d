//! How long a decision takes, beside two straightforward ones: a tableau, and the elimination of valuations, each of which gets at most so
//! many seconds (HEXA_SECONDS, otherwise 60; in tests, sizes are small). Answers are compared before they are timed, wherever
//! the other one ends. Random formulas are a conjunction of clauses over boxes, at the number of clauses where about half of them are
//! satisfiable.

#[path = "../tests/tableau/mod.rs"]
mod tableau;

use hexa_logic::{Formula, Stream, Terms};
use hexa_proof::decide::{Bounds, Decision, Inquiry, Logic, decide};
use std::io::Write as _;
use std::time::{Duration, Instant};
use tableau::Size;

/// Formulas of each size.
const MANY: u64 = 4;

fn is_measured() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

fn patience() -> Duration {
    let seconds = std::env::var("HEXA_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs_f64(seconds.unwrap_or(60.0))
}

/// Whether a formula is satisfiable, by the decision that is measured.
fn is_satisfiable(terms: &mut Terms, formula: Formula, agents: usize) -> (bool, String) {
    let conclusion = terms.not(formula);
    let question = Inquiry { terms, agents, logic: Logic::S5, premises: &[], conclusion };
    match decide(question, &Bounds::default()) {
        Ok(Decision::Valid(evidence)) => (false, format!("{} theorems", evidence.learnt.len())),
        Ok(Decision::Refuted(model)) => (true, format!("{} worlds", model.worlds.len())),
        other => panic!("{other:?}"),
    }
}

fn compare(size: Size) {
    for number in 0..MANY {
        let mut stream = Stream::new(&format!("{size:?}"), number);
        let mut terms = Terms::default();
        let formula = tableau::random_clauses(&mut terms, |bound| stream.below(bound), size);
        let start = Instant::now();
        let (found, how) = is_satisfiable(&mut terms, formula, size.agents);
        let taken = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let give_up = || start.elapsed() > patience();
        let other = match size.has_common {
            true => tableau::is_satisfiable_by_elimination(&terms, formula, &give_up),
            false => tableau::is_satisfiable(&terms, Logic::S5, size.agents, formula, &give_up),
        };
        let other_taken = start.elapsed().as_secs_f64();
        assert!(other.is_none_or(|other| other == found), "{size:?}, formula {number}");
        if is_measured() {
            let name = if size.has_common { "S5 with C" } else { "S5" };
            let answer = if found { "satisfiable" } else { "unsatisfiable" };
            let baseline = match other {
                Some(_) => format!("{other_taken:9.4} s, ratio {:8.1}", other_taken / taken),
                None => {
                    format!("no end in {:.0} s, ratio over {:.0}", other_taken, other_taken / taken)
                }
            };
            let line = format!(
                "{name}, {} boxes, {} clauses: {answer:13} {taken:9.4} s ({how}); baseline {baseline}\n",
                size.boxes, size.clauses
            );
            std::io::stdout().write_all(line.as_bytes()).expect("a line is written");
        }
    }
}

fn main() {
    // So many clauses that some formulas of each size are satisfiable, and others are not.
    let size = |boxes: usize, has_common: bool| Size {
        agents: 3,
        atoms: 4,
        boxes,
        clauses: (boxes + 4) * 3,
        has_common,
    };
    let (alone, common): (&[usize], &[usize]) =
        if is_measured() { (&[4, 8, 32, 128, 512], &[8, 12, 16, 64, 256]) } else { (&[3], &[4]) };
    alone.iter().for_each(|&boxes| compare(size(boxes, false)));
    common.iter().for_each(|&boxes| compare(size(boxes, true)));
}
