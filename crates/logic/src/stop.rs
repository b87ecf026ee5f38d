//! Ending long work from outside, and saying how far it came.
//!
//! Whoever asks for an answer holds a [`Stop`] and gives a clone of it to those who look for the
//! answer. They report their work to it in steps, and hold to account the memory they keep. There
//! is no clock here: an interface that knows one, or a signal, or a connection that was closed,
//! calls [`Stop::ask`], and the work ends at its next report.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A flag that ends work, with counters of what was done. Clones share both.
#[derive(Clone, Default)]
pub struct Stop(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    asked: AtomicBool,
    steps: AtomicU64,
    /// Work ends by itself after so many steps.
    most_steps: AtomicU64,
    bytes: AtomicU64,
    peak_bytes: AtomicU64,
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            asked: AtomicBool::new(false),
            steps: AtomicU64::new(0),
            most_steps: AtomicU64::new(u64::MAX),
            bytes: AtomicU64::new(0),
            peak_bytes: AtomicU64::new(0),
        }
    }
}

/// Work was ended because somebody asked for it. Nothing is known about the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it was stopped")
    }
}

impl std::error::Error for Stopped {}

/// How far some work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The elementary steps that were reported: worlds visited, nodes made, states searched.
    pub steps: u64,
    /// The bytes that are held now.
    pub bytes: u64,
    /// The most bytes that were held at once.
    pub peak_bytes: u64,
}

impl Stop {
    /// One that nobody has asked for yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// One that asks for itself after so many more steps: the same work then always ends at the same place.
    pub fn after(steps: u64) -> Self {
        let stop = Self::new();
        stop.0.most_steps.store(steps, Ordering::Relaxed);
        stop
    }

    /// Asks for the end of the work. May be called from any thread, and from a signal handler.
    pub fn ask(&self) {
        self.0.asked.store(true, Ordering::Relaxed);
    }

    /// Whether the end of the work was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// Before the next piece of work: what was asked so far no longer counts. Memory that is held stays counted.
    pub fn clear(&self) {
        self.0.asked.store(false, Ordering::Relaxed);
        self.0.steps.store(0, Ordering::Relaxed);
        self.0.peak_bytes.store(self.0.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Reports so many steps of work. Who does small steps reports them by the thousand.
    pub fn count(&self, steps: u64) -> Result<(), Stopped> {
        let done = self.0.steps.fetch_add(steps, Ordering::Relaxed).saturating_add(steps);
        if done >= self.0.most_steps.load(Ordering::Relaxed) {
            self.ask();
        }
        self.look()
    }

    /// Whether to go on, where no work is to be reported.
    pub fn look(&self) -> Result<(), Stopped> {
        if self.is_asked() { Err(Stopped) } else { Ok(()) }
    }

    /// How far the work has come.
    pub fn progress(&self) -> Progress {
        Progress {
            steps: self.0.steps.load(Ordering::Relaxed),
            bytes: self.0.bytes.load(Ordering::Relaxed),
            peak_bytes: self.0.peak_bytes.load(Ordering::Relaxed),
        }
    }

    /// Holds so many bytes to account until the result is dropped.
    pub fn hold(&self, bytes: u64) -> Holding {
        let held = self.0.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.0.peak_bytes.fetch_max(held, Ordering::Relaxed);
        Holding { stop: self.clone(), bytes }
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop(asked: {}, {:?})", self.is_asked(), self.progress())
    }
}

/// Handles are the same if they end the same work.
impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}

/// Bytes that are held to account.
#[derive(Debug)]
pub struct Holding {
    stop: Stop,
    bytes: u64,
}

impl Drop for Holding {
    fn drop(&mut self) {
        self.stop.0.bytes.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_goes_on_until_somebody_asks() {
        let stop = Stop::new();
        let asking = stop.clone();
        assert_eq!(stop.count(10), Ok(()));
        asking.ask();
        assert_eq!(stop.count(1), Err(Stopped));
        assert_eq!(stop.progress().steps, 11);
        stop.clear();
        assert_eq!(stop.count(1), Ok(()));
    }

    #[test]
    fn a_number_of_steps_ends_the_work_at_the_same_place() {
        let stop = Stop::after(100);
        let done = (0..).find(|_| stop.count(7).is_err());
        assert_eq!(done, Some(14));
    }

    #[test]
    fn memory_is_given_back() {
        let stop = Stop::new();
        let first = stop.hold(100);
        let second = stop.hold(50);
        drop(first);
        assert_eq!((stop.progress().bytes, stop.progress().peak_bytes), (50, 150));
        drop(second);
        assert_eq!(stop.progress().bytes, 0);
    }
}
