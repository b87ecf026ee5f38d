//! Tournaments of random players through the program: games a second with one thread and with two, and the most memory
//! that was held with few games and with many. That both write the same is checked first.

#![allow(clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const GAMES: [(&str, &str); 3] = [
    ("kuhn(cards=3)", "random,random"),
    ("knowledge(hands=1,1,1; ask=1)", "random,random,random"),
    ("cluedo(players=3; deck=4/4/4)", "agent,agent,agent"),
];

fn main() {
    let is_test = !std::env::args().any(|argument| argument == "--bench");
    let (few, many) = if is_test { (60, 600) } else { (10_000, 1_000_000) };
    for (game, players) in GAMES {
        play(game, players, few, 1, "one");
        play(game, players, few, 2, "two");
        assert_eq!(table("one"), table("two"), "the number of threads changes the games of {game}");
        let small = play(game, players, few, 2, "few");
        let [one, two] = [1, 2].map(|threads| play(game, players, many, threads, "many"));
        if is_test {
            continue;
        }
        let rate = |run: &Run| many as f64 / run.time.as_secs_f64();
        println!(
            "{game}: {:.0} games a second with one thread, {:.0} with two: {:.2} times",
            rate(&one),
            rate(&two),
            rate(&two) / rate(&one)
        );
        println!("  load of the machine before: {}", one.load);
        println!(
            "  most memory: {} kB with {few} games, {} kB with {many}: {:.2} times",
            small.peak,
            two.peak,
            two.peak as f64 / small.peak as f64
        );
    }
}

struct Run {
    time: Duration,
    /// The most memory that it held, in kilobytes.
    peak: u64,
    load: String,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("tournament-bench").join(name)
}

fn table(name: &str) -> String {
    fs::read_to_string(folder(name).join("games.csv")).expect("a table")
}

fn play(game: &str, players: &str, games: u64, threads: usize, name: &str) -> Run {
    let _ = fs::remove_dir_all(folder(name));
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default().trim().to_owned();
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexa"))
        .args(["tournament", game, "--players", players])
        .args(["--games", &games.to_string(), "--threads", &threads.to_string()])
        .arg("-o")
        .arg(folder(name))
        .stdout(Stdio::null())
        .spawn()
        .expect("hexa can be run");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let ended = loop {
        peak = peak_of(&status).unwrap_or(peak);
        if let Some(ended) = child.try_wait().expect("it runs") {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(ended.success(), "{game} could not be played");
    Run { time: started.elapsed(), peak, load }
}

fn peak_of(status: &str) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
