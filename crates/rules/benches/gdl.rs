//! How many random plays of games in GDL are made in a second: by a network 64 at a time, by the same network one by
//! one, by interpreting the rules, and by their definition. Files that are given as arguments, or in the variable
//! HEXA_GDL separated by `:`, are played instead of the games of the repository. First it is checked that the plays
//! are the same. As a test, or with `--quick`, few plays are made.

#![allow(clippy::print_stdout)]

use hexa_logic::Stop;
use hexa_rules::gdl::{
    CutShort, DefinitionalReferee, Interpreter, Network, Playing, RuleLimits, Rulebook, Statistics,
    load, play,
};
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    let given = |flag: &str| std::env::args().any(|argument| argument == flag);
    let time = if given("--bench") && !given("--quick") { 1.0 } else { 0.01 };
    for file in files() {
        let text = String::from_utf8_lossy(&fs::read(&file).expect("a file")).into_owned();
        let name = file.display().to_string();
        match load(&name, &text).game {
            Some(game) => measure(&name, &game, time),
            None => println!("{name}: it has errors; `hexa gdl` tells them"),
        }
    }
}

fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .map(PathBuf::from)
        .collect();
    if let Ok(more) = std::env::var("HEXA_GDL") {
        files.extend(more.split(':').filter(|name| !name.is_empty()).map(PathBuf::from));
    }
    if files.is_empty() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/gdl");
        files.extend(
            fs::read_dir(folder).expect("the games").map(|entry| entry.expect("a game").path()),
        );
        files.sort();
    }
    files
}

fn playing(plays: u64) -> Playing {
    Playing { plays, seed: 1, max_steps: 1000 }
}

fn measure(name: &str, game: &Rulebook, time: f64) {
    if game.program.speaks_of_knowledge() {
        return println!("{name}: what is known needs more than one state");
    }
    let stop = Stop::new();
    let start = Instant::now();
    let mut network = match Network::new(game, &[], RuleLimits::default(), &stop) {
        Ok(network) => network,
        Err(exceeded) => return println!("{name}: no network: {exceeded:?}"),
    };
    let compiled = start.elapsed().as_secs_f64();
    let mut interpreter =
        Interpreter::new(game, &[], RuleLimits::default(), &stop).expect("a network has more");
    let mut definition = DefinitionalReferee::new(game);
    let together = network.plays(playing(20), &stop, &mut |_| ());
    assert_eq!(play(&mut interpreter, playing(20), &stop, &mut |_| ()), together, "{name}");
    assert_eq!(
        play(&mut definition, playing(3), &stop, &mut |_| ()),
        network.plays(playing(3), &stop, &mut |_| ()),
        "{name}"
    );
    let lanes = rate(time, |plays| network.plays(playing(plays), &stop, &mut |_| ()));
    let single = rate(time, |plays| play(&mut network, playing(plays), &stop, &mut |_| ()));
    let interpreted =
        rate(time, |plays| play(&mut interpreter, playing(plays), &stop, &mut |_| ()));
    let defined = rate(time, |plays| play(&mut definition, playing(plays), &stop, &mut |_| ()));
    println!(
        "{name}: {:?}, compiled in {:.1} ms\n  plays in a second: network {lanes:.0}, one by one {single:.0}, \
         interpreter {interpreted:.0}, definition {defined:.0}\n  the network is {:.0} times the interpreter, \
         {:.0} times the definition",
        network.size(),
        compiled * 1000.0,
        lanes / interpreted,
        lanes / defined
    );
}

/// How many plays are made in a second, from more and more of them.
fn rate(time: f64, mut plays: impl FnMut(u64) -> Result<Statistics, CutShort>) -> f64 {
    let mut count = 1;
    loop {
        let start = Instant::now();
        let made = plays(count).expect("plays that can go on");
        let taken = start.elapsed().as_secs_f64();
        if taken > time {
            return made.plays as f64 / taken;
        }
        count *= 4;
    }
}
