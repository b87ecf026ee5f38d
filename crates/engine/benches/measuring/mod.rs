//! What benchmarks measure with: time that only counts this process, and its memory.

// Not every benchmark needs all of it.
#![allow(dead_code)]

use std::time::{Duration, Instant};

/// Whether to take full sizes: under `cargo bench`, without `--quick`.
pub fn is_full() -> bool {
    let given = |flag: &str| std::env::args().any(|argument| argument == flag);
    given("--bench") && !given("--quick")
}

/// The time of a run. With full sizes, the least of several means, for what others do to the machine
/// only adds; a test runs once.
pub fn time<T>(mut run: impl FnMut() -> T) -> Duration {
    if !is_full() {
        let start = Instant::now();
        drop(std::hint::black_box(run()));
        return start.elapsed();
    }
    (0..REPETITIONS).map(|_| mean(&mut run)).min().unwrap_or_default()
}

const REPETITIONS: usize = 5;

/// The clock is coarse, so that short runs are repeated until they have taken this long.
const LONG: Duration = Duration::from_millis(60);

fn mean<T>(run: &mut impl FnMut() -> T) -> Duration {
    let start = clock();
    let mut times = 0;
    loop {
        drop(std::hint::black_box(run()));
        times += 1;
        let taken = clock().saturating_sub(start);
        if taken >= LONG {
            return taken / times;
        }
    }
}

/// Time that this thread has had, as Linux reports it: what others do does not count. Elsewhere,
/// time since the first question.
pub fn clock() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match status.split_whitespace().next().and_then(|nanos| nanos.parse().ok()) {
        Some(nanos) => Duration::from_nanos(nanos),
        None => START.get_or_init(Instant::now).elapsed(),
    }
}

/// How many times longer.
pub fn ratio(time: Duration, unit: Duration) -> f64 {
    time.as_secs_f64() / unit.as_secs_f64().max(1e-9)
}

/// The bytes that a run takes at most beyond those taken before, as Linux reports it; zero elsewhere.
/// Memory that this process was given earlier and has to spare is not counted: measure first.
pub fn peak<T>(run: impl FnOnce() -> T) -> f64 {
    let before = resident("VmRSS:");
    peak_of(run) - before
}

/// The bytes that this process takes at most during a run, as Linux reports it; zero elsewhere.
pub fn peak_of<T>(run: impl FnOnce() -> T) -> f64 {
    // Makes the peak begin anew; without it, the peak so far counts.
    drop(std::fs::write("/proc/self/clear_refs", "5"));
    drop(run());
    resident("VmHWM:")
}

/// A size of this process in bytes, as Linux reports it; zero elsewhere.
pub fn resident(field: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap_or("");
    let kilobytes = line.split_whitespace().nth(1).and_then(|number| number.parse().ok());
    kilobytes.map_or(0.0, |kilobytes: f64| kilobytes * 1024.0)
}
