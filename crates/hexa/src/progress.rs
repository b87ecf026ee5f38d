//! What is shown on a terminal while the work goes on, for those who wait.

use hexa_logic::Stop;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often something is shown.
const OFTEN: Duration = Duration::from_millis(200);

/// After this time somebody may wonder whether the work goes on.
const PATIENCE: Duration = Duration::from_secs(2);

/// The work for which somebody waits, or 0. A clock that was set for earlier work says nothing.
static AWAITED: AtomicU64 = AtomicU64::new(0);
/// How often somebody began to wait.
static BEGUN: AtomicU64 = AtomicU64::new(0);
/// Whether a line stands on the terminal that says how long it has taken.
static TOLD: AtomicBool = AtomicBool::new(false);

/// While it lasts, somebody waits for an answer: after a while the terminal says that the work goes on, and how long already.
pub struct Patience;

impl Patience {
    /// Work begins that looks at this flag.
    pub fn begin(stop: &Stop) -> Self {
        let piece = BEGUN.fetch_add(1, Ordering::Relaxed) + 1;
        AWAITED.store(piece, Ordering::Relaxed);
        if io::stderr().is_terminal() {
            let stop = stop.clone();
            // Where there is no thread to be had, nothing is told.
            let _ = thread::Builder::new().stack_size(64 << 10).spawn(move || tell(piece, &stop));
        }
        Self
    }
}

impl Drop for Patience {
    fn drop(&mut self) {
        AWAITED.store(0, Ordering::Relaxed);
        clear();
    }
}

/// Takes back the line that says how long it has taken, before anything else is written.
pub fn clear() {
    if TOLD.swap(false, Ordering::Relaxed) {
        let _ = io::stderr().write_all(b"\r\x1b[K");
    }
}

fn tell(piece: u64, stop: &Stop) {
    let since = Instant::now();
    thread::sleep(PATIENCE);
    while AWAITED.load(Ordering::Relaxed) == piece {
        let end = if stop.is_asked() { "is being stopped" } else { "Ctrl-C ends it" };
        TOLD.store(true, Ordering::Relaxed);
        let line = format!(
            "\r\x1b[K... at work for {} s, {} steps; {end}",
            since.elapsed().as_secs(),
            stop.progress().steps
        );
        let _ = io::stderr().write_all(line.as_bytes());
        thread::sleep(Duration::from_secs(1));
    }
}

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
            AWAITED.store(0, Ordering::Relaxed);
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
