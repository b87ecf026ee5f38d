//! Proofs in which something is changed by chance. What the checker accepts is still a proof: a second checker, which shares nothing with
//! it, accepts it too, and what is proved holds in models.

use crate::library::proved;
use crate::models::counterexample;
use crate::second::is_proved;
use hexa_logic::Stream;
use hexa_proof::checker::{Limits, check};
use hexa_proof::{Development, Inference};

/// How often something is changed in each text.
const CHANGES: u64 = 400;

#[test]
fn the_second_checker_accepts_the_library() {
    for tried in proved() {
        let development = tried.reading.expect("it was read").development;
        for (number, theorem) in development.theorems.iter().enumerate() {
            // Actions other than learning a fact, and larger groups of schemes, are beyond it.
            let is_within = !has_other_actions(&development, number);
            assert!(!is_within || is_proved(&development, number), "{}", theorem.name);
        }
    }
}

#[test]
fn what_is_accepted_after_a_change_is_still_a_proof() {
    let (mut accepted, mut refused) = (0, 0);
    for (text, tried) in proved().into_iter().enumerate() {
        let original = tried.reading.expect("it was read").development;
        let mut stream = Stream::new("mutants", text as u64);
        for _ in 0..CHANGES {
            let mut changed = original.clone();
            let number = change(&mut changed, &mut stream);
            if has_other_actions(&changed, number) {
                continue;
            }
            let found = check(&mut changed, &Limits::default()).expect("nobody stops it");
            if !found[number].faults.is_empty() {
                refused += 1;
                continue;
            }
            accepted += 1;
            let theorem = &changed.theorems[number];
            assert!(is_proved(&changed, number), "{}: {:?}", theorem.name, theorem.lines);
            let against = counterexample(&changed, number, &mut stream, 20);
            assert_eq!(against, None, "{}: {:?}", theorem.name, theorem.lines);
        }
    }
    assert!(accepted > 200 && refused > 1000, "{accepted} accepted, {refused} refused");
}

fn has_other_actions(development: &Development, number: usize) -> bool {
    let theorem = &development.theorems[number];
    theorem.lines.iter().any(|line| match &line.reason {
        Inference::Axiom(name) => {
            name.starts_with("after-") || name.starts_with("learnt-") || **name == *"induction"
        }
        _ => false,
    })
}

/// Changes something in a theorem, and says in which.
fn change(development: &mut Development, stream: &mut Stream) -> usize {
    let number = stream.below(development.theorems.len());
    let all = development.theorems[number].lines.clone();
    let theorem = &mut development.theorems[number];
    let lines = theorem.lines.len();
    let at = stream.below(lines);
    let other = stream.below(lines);
    match stream.below(7) {
        0 => theorem.lines[at].sentence = all[other].sentence,
        1 => theorem.lines[at].reason = all[other].reason.clone(),
        2 => theorem.lines[at].depth = stream.below(3) as u32,
        3 => {
            theorem.lines.remove(at);
        }
        4 => theorem.lines.swap(at, other),
        5 => {
            let by = |line: &mut usize, stream: &mut Stream| *line = stream.below(lines);
            match &mut theorem.lines[at].reason {
                Inference::Consequence(lines) | Inference::Lemma(_, _, lines) => {
                    match lines.len() {
                        0 => lines.push(other),
                        count => {
                            let one = stream.below(count);
                            match stream.below(2) {
                                0 => by(&mut lines[one], stream),
                                _ => {
                                    lines.remove(one);
                                }
                            }
                        }
                    }
                }
                Inference::ModusPonens(one, _) | Inference::LearntInduction(one, _) => {
                    by(one, stream)
                }
                Inference::Necessitation(line)
                | Inference::Monotonicity(line)
                | Inference::Replacement(line)
                | Inference::Induction(line)
                | Inference::Subproof(line) => by(line, stream),
                Inference::Axiom(name) => {
                    let names = ["K", "T", "4", "5", "D", "E", "KC", "TC", "EC", "mix", "EK", "EE"];
                    *name = names[stream.below(names.len())].into();
                }
                Inference::Premise
                | Inference::Given
                | Inference::Rule(_)
                | Inference::Assumption => {}
            }
        }
        _ => {
            // The theorem becomes one of its lines.
            theorem.lines.truncate(at + 1);
            theorem.statement = all[at].sentence;
        }
    }
    if theorem.lines.is_empty() {
        theorem.lines = all;
    }
    if let (true, Some(last)) = (stream.below(2) == 0, theorem.lines.last()) {
        theorem.statement = last.sentence;
    }
    number
}
