//! What is shown on a terminal while the work goes on, for those who wait.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often something is shown.
const OFTEN: Duration = Duration::from_millis(200);

/// Shows how far the work is, from the moment on when somebody may wonder.
pub struct Progress {
    last: Instant,
    is_wanted: bool,
    is_shown: bool,
}

impl Progress {
    /// Nothing is shown yet; and nothing ever, where nobody looks.
    pub fn new() -> Self {
        Self { last: Instant::now(), is_wanted: io::stderr().is_terminal(), is_shown: false }
    }

    /// Also where nobody may look, if that is asked for.
    pub fn wanted(mut self, is_asked: bool) -> Self {
        self.is_wanted |= is_asked;
        self
    }

    /// The work has come so far.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if self.is_wanted && self.last.elapsed() > OFTEN {
            self.begin(&line());
        }
    }

    /// Something is begun that may take long.
    pub fn begin(&mut self, line: &str) {
        if self.is_wanted {
            self.last = Instant::now();
            self.is_shown = true;
            let _ = io::stderr().write_all(format!("\r\x1b[K{line}").as_bytes());
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
