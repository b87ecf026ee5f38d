//! What is told on a terminal while plays are made and states are counted.

use hexa_rules::gdl::{PositionCount, Statistics};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How often something is told.
const OFTEN: Duration = Duration::from_millis(200);

/// Tells how far the work is, from the moment on when somebody may wonder.
pub struct Progress {
    told: Instant,
    is_terminal: bool,
    is_shown: bool,
    calls: u32,
}

impl Progress {
    /// Nothing is told yet.
    pub fn new() -> Self {
        Self {
            told: Instant::now(),
            is_terminal: io::stderr().is_terminal(),
            is_shown: false,
            calls: 0,
        }
    }

    /// So many plays are made.
    pub fn plays(&mut self, plays: &Statistics) -> ControlFlow<()> {
        self.show(|| format!("{} plays, {} steps", plays.plays, plays.steps))
    }

    /// So many states were met.
    pub fn states(&mut self, count: &PositionCount) -> ControlFlow<()> {
        self.show(|| format!("{} states, {} steps", count.states, count.steps))
    }

    /// So many histories were met.
    pub fn histories(&mut self, histories: usize, steps: usize) -> ControlFlow<()> {
        self.show(|| format!("{histories} histories, {steps} steps"))
    }

    fn show(&mut self, line: impl FnOnce() -> String) -> ControlFlow<()> {
        self.calls = self.calls.wrapping_add(1);
        // Looking at the clock takes longer than many a play.
        if self.is_terminal && self.calls.is_multiple_of(64) && self.told.elapsed() > OFTEN {
            self.told = Instant::now();
            self.is_shown = true;
            // It is only for those who wait.
            let _ = io::stderr().write_all(format!("\r\x1b[K{}", line()).as_bytes());
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}
