//! What ends long work: a time limit, a limit of memory, or Ctrl-C. All only set the flag that everything that computes looks
//! at, so that a command ends in an ordinary answer that says so. Should something not look at it, the process ends a
//! while later.

use crate::last_words;
use crate::limits::usual_memory;
use crate::memory::{self, Bytes};
use hexa_logic::Stop;
use hexa_text::{Code, Diagnostic, Setting, WayOut};
use std::fmt;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How long work may go on after it was asked to end. Machines may be busy.
const GRACE: Duration = Duration::from_secs(60);

/// How long something may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeout(Duration);

impl Timeout {
    /// None if that is no length of time.
    pub fn of_seconds(seconds: f64) -> Option<Self> {
        Duration::try_from_secs_f64(seconds).ok().map(Self)
    }
}

impl fmt::Display for Timeout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the time limit of {} s", self.0.as_secs_f64())
    }
}

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Of time.
    Time(Timeout),
    /// Of memory.
    Memory(Bytes),
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(timeout) => timeout.fmt(f),
            Self::Memory(bytes) => write!(f, "the memory limit of {bytes}"),
        }
    }
}

impl Reached {
    fn way_out(self) -> WayOut {
        let setting = match self {
            Self::Time(_) => Setting::Timeout,
            Self::Memory(_) => Setting::MaxMemory,
        };
        WayOut::from("raise the limit with ").then(setting).then(", or make the state smaller")
    }
}

/// Watches over work.
#[derive(Clone, Debug)]
pub struct Watch {
    /// What the work looks at.
    pub stop: Stop,
    /// The most memory that the work may hold.
    pub memory: Bytes,
    timeout: Option<Timeout>,
    /// Whether it was the time that was over, rather than somebody who had enough.
    time_over: Arc<AtomicBool>,
    /// Which piece of work is watched: a clock that was set for an earlier one says nothing.
    piece: Arc<AtomicU64>,
}

impl Watch {
    /// Watches from now on.
    pub fn start(timeout: Option<Timeout>, memory: Option<Bytes>) -> Self {
        let memory = memory.unwrap_or_else(usual_memory);
        let (time_over, piece) = (Arc::default(), Arc::default());
        let watch = Self { stop: Stop::new(), memory, timeout, time_over, piece };
        memory::limit(memory, &watch.stop);
        watch.hear_interrupts();
        watch.set_clock();
        watch
    }

    /// Another piece of work begins, with as much time again.
    pub fn begin(&self) {
        self.piece.fetch_add(1, Ordering::Relaxed);
        self.time_over.store(false, Ordering::Relaxed);
        memory::begin();
        self.stop.clear();
        self.set_clock();
    }

    /// Before the next of several files or scenarios: one that took too much memory, and has given it back, is no reason to
    /// leave out the others.
    pub fn recover(&self) {
        if matches!(self.limit_reached(), Some(Reached::Memory(_))) && memory::is_enough() {
            memory::begin();
            self.stop.clear();
        }
    }

    /// The first Ctrl-C ends the work, the next one the program.
    fn hear_interrupts(&self) {
        let stop = self.stop.clone();
        let ends = move || {
            if stop.is_asked() {
                exit(130);
            }
            stop.ask();
        };
        // Without it Ctrl-C ends the program, as everywhere.
        let _ = ctrlc::set_handler(ends);
    }

    fn set_clock(&self) {
        let Some(timeout) = self.timeout else { return };
        let (watch, piece) = (self.clone(), self.piece.load(Ordering::Relaxed));
        let is_over = move || watch.piece.load(Ordering::Relaxed) != piece;
        let watch = self.clone();
        // Where there is no thread to be had, there is no time limit.
        let _ = thread::Builder::new().stack_size(64 << 10).spawn(move || {
            thread::sleep(timeout.0);
            if is_over() {
                return;
            }
            watch.time_over.store(true, Ordering::Relaxed);
            watch.stop.ask();
            thread::sleep(GRACE);
            if !is_over() {
                let why = "was reached, and this takes too long to end";
                last_words::end(format_args!("gave up: {timeout} {why}"), None);
            }
        });
    }

    /// A problem in the words of whoever ended the work: the limit of time or memory, if it was that.
    pub fn reworded(&self, problem: &Diagnostic) -> Diagnostic {
        match (problem.code, self.limit_reached()) {
            (Code::Stopped, Some(reached)) => Diagnostic {
                code: Code::Limit,
                message: format!("gave up: {reached} was reached"),
                // Whoever knows what was worked on knows better what to do.
                way_out: problem.way_out.clone().or_else(|| Some(reached.way_out())),
                ..problem.clone()
            },
            _ => problem.clone(),
        }
    }

    /// The limit of time for each piece of work, in words, if there is one.
    pub fn time_limit(&self) -> Option<String> {
        self.timeout.map(|timeout| timeout.to_string())
    }

    /// The limit that was reached, if one was.
    pub fn limit_reached(&self) -> Option<Reached> {
        let time = self.timeout.filter(|_| self.time_over.load(Ordering::Relaxed));
        time.map(Reached::Time).or_else(|| memory::limit_reached().map(Reached::Memory))
    }
}
