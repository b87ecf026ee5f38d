//! How many random plays of games in GDL are made in a second: by a network 64 at a time, by the same network one by
//! one, by interpreting the rules, and by their definition. Files that are given as arguments, or in the variable
//! HEXA_GDL separated by `:`, are played instead of the games of the repository. First it is checked that the plays
//! are the same. Then the same plays are made through the interface of games and by the network itself, step by step,
//! and by the game's entry for many plays. As a test, or with `--quick`, few plays are made.

#![allow(clippy::print_stdout)]

use hexa_games::game::{Chance, Game, Move, Observation, Play, PlayStep, Player, Turn};
use hexa_logic::{Stop, Stream};
use hexa_rules::gdl::{
    CutShort, DefinitionalReferee, GdlGame, Interpreter, Network, Playing, Referee, RoleId,
    RuleLimits, Rulebook, Statistics, load, play,
};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
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
    measure_interface(name, game, &mut network, time);
}

/// One step through the interface against one of the network, and many plays at once by either.
fn measure_interface(name: &str, rulebook: &Rulebook, network: &mut Network, time: f64) {
    let stop = Stop::new();
    let made = GdlGame::new(name, rulebook, RuleLimits::default(), &stop);
    let game = Arc::new(made.expect("a network was made before"));
    let batch = |plays| {
        let made = game.random_plays(playing(plays), &stop, &mut |_| ());
        Ok(made.expect("plays that can go on"))
    };
    assert_eq!(batch(100), network.plays(playing(100), &stop, &mut |_| ()), "{name}");
    let shared: Arc<dyn Game> = Arc::clone(&game) as Arc<dyn Game>;
    let watching: Vec<RoleId> = match rulebook.has_percepts() {
        true => RoleId::first(game.roles().len())
            .filter(|role| game.roles()[role.index()] != "random")
            .collect(),
        false => Vec::new(),
    };
    let Some(known) = by_network(network, &game, &watching, 20) else {
        return println!("  a play does not come to an end, and no steps are compared");
    };
    assert_eq!(by_interface(&shared, 20, &stop).0, known, "{name}");
    // Taken in turns, and the best of many, each so short that a busy machine now and then does nothing else meanwhile.
    let window = time.min(0.004);
    let (mut own, mut interface) = (f64::MAX, f64::MAX);
    let (mut batched, mut lanes) = (0.0, 0.0);
    let mut plays = 1;
    loop {
        let start = Instant::now();
        let Some((steps, _)) = by_network(network, &game, &watching, plays) else {
            return println!("  a play does not come to an end, and no steps are compared");
        };
        if start.elapsed().as_secs_f64() > window || steps == 0 {
            break;
        }
        plays *= 2;
    }
    for _ in 0..(time / window) as usize {
        let start = Instant::now();
        let Some((steps, _)) = by_network(network, &game, &watching, plays) else { break };
        own = own.min(start.elapsed().as_secs_f64() / steps as f64);
        let ((steps, _), taken) = by_interface(&shared, plays, &stop);
        interface = interface.min(taken / steps as f64);
    }
    for _ in 0..5 {
        batched = rate(time / 4.0, batch).max(batched);
        let by_lanes = |plays| network.plays(playing(plays), &stop, &mut |_| ());
        lanes = rate(time / 4.0, by_lanes).max(lanes);
    }
    println!(
        "  a round: network {:.0} ns, interface {:.0} ns, {:.2} times; many plays at once: {:.2} times",
        own * 1e9,
        interface * 1e9,
        interface / own,
        lanes / batched
    );
}

/// How many rounds plays took, and what they were worth in all.
type Made = (u64, i64);

/// The numbers of a play.
fn stream_of(number: u64) -> Stream {
    Stream::new("bench", number)
}

const MOST_ROUNDS: u64 = 1000;

/// Plays by the network itself: players choose in order, then chance; who watches is told what they see. Nothing if a play
/// does not come to an end.
fn by_network(
    network: &mut Network,
    game: &GdlGame,
    watching: &[RoleId],
    plays: u64,
) -> Option<Made> {
    let chance = game.roles().iter().position(|role| role == "random").map(RoleId::from_index);
    let roles: Vec<RoleId> = RoleId::first(game.roles().len())
        .filter(|role| chance != Some(*role))
        .chain(chance)
        .collect();
    let (mut rounds, mut worth) = (0, 0);
    for number in 0..plays {
        let mut stream = stream_of(number);
        let mut position = network.initial();
        let mut moves = vec![hexa_rules::gdl::RoleMove(0); roles.len()];
        let mut is_over = false;
        for _ in 0..MOST_ROUNDS {
            network.enter(&position).expect("a network");
            is_over = network.is_terminal();
            if is_over {
                let players = roles.iter().filter(|role| chance != Some(**role));
                let goals = players.map(|&role| network.goals(role).expect("a network"));
                worth += goals.flatten().sum::<i64>();
                break;
            }
            if roles.iter().any(|&role| network.legal(role).is_empty()) {
                return None;
            }
            for &role in &roles {
                let legal = network.legal(role);
                let at = if legal.len() > 1 { stream.below(legal.len()) } else { 0 };
                moves[role.index()] = legal[at];
            }
            network.make(&moves, &mut position).expect("a network");
            for &role in watching {
                std::hint::black_box(network.sees(role).expect("a network"));
            }
            rounds += 1;
        }
        if !is_over {
            return None;
        }
    }
    Some((rounds, worth))
}

/// So many plays are made between two looks at the clock, which takes as long as some steps do.
const TOGETHER: usize = 4;

/// The same plays through the interface, a few at a time: how long their steps took, without start and end. Every player
/// notices every round. As there is one network for all plays, plays are taken back and not started anew.
fn by_interface(game: &Arc<dyn Game>, plays: u64, stop: &Stop) -> (Made, f64) {
    let (mut rounds, mut worth, mut taken) = (0, 0, 0.0);
    let mut started: Vec<Box<dyn Play>> =
        (0..TOGETHER).map(|_| Arc::clone(game).start(stop).expect("a play")).collect();
    // Written again and again, as the joint moves of the network are.
    let mut steps = Steps { moves: PlayStep::Moves(Vec::new()), chance: PlayStep::Chance(Move(0)) };
    for first in (0..plays).step_by(TOGETHER) {
        let numbers = first..plays.min(first + TOGETHER as u64);
        let start = Instant::now();
        for (play, number) in started.iter_mut().zip(numbers.clone()) {
            let mut stream = stream_of(number);
            while *play.turn() != Turn::Over {
                let step = choose(&**play, &mut stream, &mut steps);
                play.apply(step).expect("a legal step");
            }
        }
        taken += start.elapsed().as_secs_f64();
        for (play, _) in started.iter_mut().zip(numbers) {
            // A choice of a player is noticed by itself where there is chance.
            let is_round =
                |seen: &Observation<'_>| !(seen.public.is_empty() && seen.private.is_empty());
            rounds += play.memory(Player(0)).since(0).filter(is_round).count() as u64;
            let returns = play.returns().expect("payoffs");
            let values = returns.iter().map(|worth| worth.to_string().parse().unwrap_or(0));
            worth += values.sum::<i64>();
            while play.steps() > 0 {
                play.undo();
            }
        }
    }
    ((rounds, worth), taken)
}

/// A step of each kind.
struct Steps {
    moves: PlayStep,
    chance: PlayStep,
}

/// Chooses a step, and writes it over the last one of its kind.
fn choose<'s>(play: &dyn Play, stream: &mut Stream, steps: &'s mut Steps) -> &'s PlayStep {
    let pick = |moves: &[Move], stream: &mut Stream| moves[stream.below(moves.len())];
    let turn = play.turn();
    if *turn == Turn::Chance {
        if let Ok(Chance::Listed(moves, _)) = play.chance() {
            steps.chance = PlayStep::Chance(pick(moves, stream));
        }
        return &steps.chance;
    }
    if let PlayStep::Moves(moves) = &mut steps.moves {
        moves.clear();
        moves.extend(turn.players().iter().map(|&player| pick(play.moves(player), stream)));
    }
    &steps.moves
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
