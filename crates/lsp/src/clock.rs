//! Asks for the end of work that takes too long, or when too much memory is held.

use hexa_logic::Stop;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked whether too much memory is held, while something is computed.
const LOOK: Duration = Duration::from_millis(20);

/// A clock that ends work.
#[derive(Clone, Debug)]
pub struct Clock(Sender<(Instant, Stop)>);

impl Clock {
    /// Starts a clock. What asks the overall flag ends all work that is timed; then it is cleared.
    pub fn start(overall: Stop, recover: fn()) -> Self {
        let (sender, receiver) = mpsc::channel();
        // Where there is no thread to be had, there is no time limit.
        let _ = thread::Builder::new().name("clock".to_owned()).spawn(move || {
            let mut timed: Vec<(Instant, Stop)> = Vec::new();
            loop {
                let next = match timed.is_empty() {
                    true => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
                    false => receiver.recv_timeout(LOOK),
                };
                match next {
                    Ok(one) => timed.push(one),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
                let (now, over) = (Instant::now(), overall.is_asked());
                timed.retain(|(end, stop)| {
                    if *end <= now || over {
                        stop.ask();
                    }
                    !stop.is_asked()
                });
                if over {
                    overall.clear();
                    recover();
                }
            }
        });
        Self(sender)
    }

    /// Ends the work of a flag after a while, unless it has ended before.
    pub fn limit(&self, stop: &Stop, after: Duration) {
        let end = Instant::now() + after;
        // A clock that has ended leaves the work without a limit.
        let _ = self.0.send((end, stop.clone()));
    }
}
