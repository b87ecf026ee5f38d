//! What is shown on a terminal while plays are made and positions are counted.

use hexa_rules::gdl::GdlProgress;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often something is shown.
const OFTEN: Duration = Duration::from_millis(200);

/// Shows how far the work is, from the moment on when somebody may wonder.
pub struct Progress {
    last: Instant,
    is_terminal: bool,
    is_shown: bool,
    calls: u32,
}

impl Progress {
    /// Nothing is shown yet.
    pub fn new() -> Self {
        Self {
            last: Instant::now(),
            is_terminal: io::stderr().is_terminal(),
            is_shown: false,
            calls: 0,
        }
    }

    /// The work has come so far.
    pub fn show(&mut self, progress: GdlProgress) {
        self.calls = self.calls.wrapping_add(1);
        // Looking at the clock takes longer than many a play.
        if self.is_terminal && self.calls.is_multiple_of(64) && self.last.elapsed() > OFTEN {
            self.last = Instant::now();
            self.is_shown = true;
            // It is only for those who wait.
            let _ = io::stderr().write_all(format!("\r\x1b[K{}", line(progress)).as_bytes());
        }
    }
}

fn line(progress: GdlProgress) -> String {
    match progress {
        GdlProgress::Plays { plays, steps } => format!("{plays} plays, {steps} steps"),
        GdlProgress::Positions { positions, steps } => format!("{positions} states, {steps} steps"),
        GdlProgress::Histories { histories, steps } => {
            format!("{histories} histories, {steps} steps")
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}
