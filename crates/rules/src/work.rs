//! Reporting work to a [`Stop`], in batches: counting a step costs next to nothing, and after somebody has asked for
//! the end at most a batch is done.

use hexa_logic::{Stop, Stopped};
use std::cell::Cell;

/// So many steps are reported together. Every computation of this crate does at most [`MOST_AFTER`] steps after it was
/// asked to end.
pub const BATCH: u64 = 4096;

/// The most steps that are done after somebody has asked for the end: a batch of the computation itself, and one of
/// each computation that it is a part of.
pub const MOST_AFTER: u64 = 4 * BATCH;

/// Work that is reported now and then.
#[derive(Debug)]
pub(crate) struct Work<'s> {
    stop: &'s Stop,
    unreported: Cell<u64>,
}

impl<'s> Work<'s> {
    /// Nothing is done yet.
    pub(crate) fn new(stop: &'s Stop) -> Self {
        Self { stop, unreported: Cell::new(0) }
    }

    /// To whom it is reported.
    pub(crate) fn stop(&self) -> &'s Stop {
        self.stop
    }

    /// So many steps are done, or are about to be; a batch at most.
    #[inline]
    pub(crate) fn step(&self, steps: u64) -> Result<(), Stopped> {
        let done = self.unreported.get() + steps.min(BATCH);
        if done < BATCH {
            self.unreported.set(done);
            return Ok(());
        }
        self.report(done)
    }

    #[cold]
    fn report(&self, done: u64) -> Result<(), Stopped> {
        self.unreported.set(0);
        self.stop.count(done)
    }

    /// Does something with each of these. They are reported by the hundred, which is quicker than one by one.
    #[inline]
    pub(crate) fn each<T>(
        &self,
        these: impl IntoIterator<Item = T>,
        mut with: impl FnMut(T),
    ) -> Result<(), Stopped> {
        let mut these = these.into_iter();
        loop {
            let mut count = 0;
            these.by_ref().take(512).for_each(|one| {
                with(one);
                count += 1;
            });
            if count == 0 {
                return Ok(());
            }
            self.step(count)?;
        }
    }

    /// One pass over so many bits, word by word: it takes no longer than a few steps.
    pub(crate) fn pass(&self, bits: usize) -> Result<(), Stopped> {
        self.step(1 + (bits >> 16) as u64)
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        // Whether to go on is asked by who goes on.
        let _ = self.stop.count(self.unreported.get());
    }
}
