//! Work with an end: it is asked to stop when its time is over, and says how far it came.

use crate::timeout::Timeout;
use hexa_logic::Stop;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

/// Does some work, which is asked to stop after a time.
pub fn stop_after<T>(timeout: Option<Timeout>, work: impl FnOnce(&Stop) -> T) -> T {
    let stop = Stop::new();
    let Some(timeout) = timeout else { return work(&stop) };
    let (done, wait) = channel::<()>();
    let asking = stop.clone();
    let clock = thread::spawn(move || {
        if wait.recv_timeout(timeout.duration()) == Err(RecvTimeoutError::Timeout) {
            asking.ask();
        }
    });
    let result = work(&stop);
    drop(done);
    // The clock cannot fail.
    let _ = clock.join();
    result
}
