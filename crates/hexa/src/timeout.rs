//! Work with an end: what takes too long is given up.
//!
//! Nothing inside an engine looks at a clock. The work is done on a thread of its own, and who
//! waits for it ends the whole process, because a thread cannot be ended from outside.

use crate::command::Status;
use std::fmt;
use std::panic::resume_unwind;
use std::process::exit;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// Formulas can be nested deeply, and some of what works on them recurses. Only the pages that are
/// used take memory.
pub const STACK: usize = 256 << 20;

/// How long something may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeout(Duration);

impl Timeout {
    /// None if that is no length of time.
    pub fn of_seconds(seconds: f64) -> Option<Self> {
        Duration::try_from_secs_f64(seconds).ok().map(Self)
    }

    /// How long that is.
    pub fn duration(self) -> Duration {
        self.0
    }
}

impl fmt::Display for Timeout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the time limit of {} s", self.0.as_secs_f64())
    }
}

/// Until when something may take.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    timeout: Timeout,
    start: Instant,
}

impl Deadline {
    /// So long from now.
    pub fn after(timeout: Timeout) -> Self {
        Self { timeout, start: Instant::now() }
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    fn left(&self) -> Duration {
        self.timeout.0.saturating_sub(self.start.elapsed())
    }
}

/// Does some work. When the time is over before it is done, `give_up` tells so and the process ends.
pub fn within<T: Send>(
    deadline: Option<Deadline>,
    work: impl FnOnce() -> T + Send,
    give_up: impl FnOnce(Timeout) -> Status,
) -> T {
    let Some(deadline) = deadline else { return work() };
    scope(|threads| {
        let (done, wait) = channel();
        // Nobody waits any more once the time is over.
        let work = move || done.send(work()).unwrap_or_default();
        let worker = match Builder::new().stack_size(STACK).spawn_scoped(threads, work) {
            Ok(worker) => worker,
            Err(error) => resume_unwind(Box::new(error)),
        };
        match wait.recv_timeout(deadline.left()) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => exit(give_up(deadline.timeout).number().into()),
            // The worker has panicked.
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => resume_unwind(panic),
                Ok(()) => unreachable!("a worker that is done has sent its result"),
            },
        }
    })
}
