//! A proof of 100 000 lines is checked in about a second: chains of axioms, monotonicity and consequences of lines. The answer is checked
//! first; as a test (`cargo test --bench checking`) the proof is shorter.

#![allow(clippy::print_stdout)]

use hexa_lang::NoIncludes;
use hexa_lang::proof::load_proof;
use hexa_proof::checker::{Limits, check};
use hexa_proof::reading::{NoGames, read};
use std::fmt::Write;
use std::time::Instant;

fn main() {
    let is_test = !std::env::args().any(|argument| argument == "--bench");
    let lines = if is_test { 1000 } else { 100_000 };
    let text = long_proof(lines);
    let start = Instant::now();
    let loaded = load_proof("long.proof", &text, &NoIncludes);
    let mut reading = read(&loaded, &NoGames).expect("it can be read");
    let read = start.elapsed();
    let start = Instant::now();
    let found = check(&mut reading.development, &Limits::default()).expect("nobody stops it");
    let checked = start.elapsed();
    assert!(found.iter().all(|theorem| theorem.faults.is_empty()), "every line follows");
    assert_eq!(reading.development.theorems[0].lines.len(), lines);
    // One wrong line in the middle is found.
    let line = &mut reading.development.theorems[0].lines[lines / 2 + 1];
    line.reason = hexa_proof::Inference::Axiom("T".into());
    let found = check(&mut reading.development, &Limits::default()).expect("nobody stops it");
    assert!(!found[0].faults.is_empty(), "a line that does not follow is found");
    println!("{lines} lines: read in {read:.2?}, checked in {checked:.2?}");
}

/// A proof of so many lines, in which all kinds of lines alternate.
fn long_proof(lines: usize) -> String {
    let mut text = "logic S5\nagents a, b\n\ntheorem long: true\n".to_owned();
    let mut number = 0;
    let mut line = |text: &mut String, says: &str, why: &str| {
        number += 1;
        if number < lines {
            let _ = writeln!(text, "  {number}. {says}  by {why}");
        }
        number
    };
    let mut round = 0;
    while round * 8 < lines {
        let (p, q) = (format!("p{}", round % 97), format!("q{round}"));
        let known = line(&mut text, &format!("K_a ({p} & {q}) -> {p} & {q}"), "axiom T");
        let both = line(&mut text, &format!("{p} & {q} -> {p}"), "tautology");
        let part = line(
            &mut text,
            &format!("K_a ({p} & {q}) -> K_a {p}"),
            &format!("monotonicity {both}"),
        );
        let again = line(&mut text, &format!("K_a {p} -> K_a K_a {p}"), "axiom 4");
        let chain = line(
            &mut text,
            &format!("K_a ({p} & {q}) -> K_a K_a {p} & {q}"),
            &format!("{known}, {part}, {again}"),
        );
        let boxed = line(
            &mut text,
            &format!("K_b (K_a ({p} & {q}) -> K_a K_a {p} & {q})"),
            &format!("necessitation {chain}"),
        );
        let over = line(
            &mut text,
            &format!(
                "K_b (K_a ({p} & {q}) -> K_a K_a {p} & {q}) -> (K_b K_a ({p} & {q}) -> K_b (K_a K_a {p} & {q}))"
            ),
            "axiom K",
        );
        line(
            &mut text,
            &format!("K_b K_a ({p} & {q}) -> K_b (K_a K_a {p} & {q})"),
            &format!("modus ponens {boxed}, {over}"),
        );
        round += 1;
    }
    let _ = writeln!(text, "  {lines}. true  by tautology");
    text
}
