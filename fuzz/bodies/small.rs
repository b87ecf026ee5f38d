//! Small limits, so that every text is done with in milliseconds, and that they are kept.

use hexa_engine::{Limits, MOST_STEPS_BETWEEN_LOOKS};
use hexa_logic::Stop;
use std::hash::{DefaultHasher, Hasher};

/// So many steps of work are done for one text.
const MOST_STEPS: u64 = 60_000;

/// Longer texts are not tried: reading is tested elsewhere.
pub const MOST_BYTES: usize = 20_000;

/// Work ends by itself, always at the same place.
pub fn stop() -> Stop {
    Stop::after(MOST_STEPS)
}

/// For one state.
pub fn limits(stop: &Stop) -> Limits {
    let stop = stop.clone();
    Limits { max_worlds: Some(500), memory: 1 << 20, work: 50_000, nodes: 5_000, stop }
}

/// After the end was asked for, at most so much was done as is allowed between two looks at the flag, by each of the few
/// computations that were under way.
pub fn assert_kept(stop: &Stop) {
    let done = stop.progress();
    let most = MOST_STEPS + 4 * MOST_STEPS_BETWEEN_LOOKS;
    assert!(done.steps <= most, "{} steps are too many: the limit is {MOST_STEPS}", done.steps);
    assert!(done.peak_bytes <= 256 << 20, "{} bytes were held", done.peak_bytes);
}

/// A number that stands for a text. The same on every machine.
pub fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}
