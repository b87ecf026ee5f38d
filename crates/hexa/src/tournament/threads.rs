//! Games are handed out in order to threads, and what comes back is put in order again, so that results do not depend
//! on who was quick. Nobody runs far ahead: what waits to be written is bounded.

use super::results::{OFTEN, Results};
use hexa_games::tournament::{FailedGame, PlayedGames, Tally};
use hexa_logic::Stop;
use hexa_text::Diagnostic;
use hexa_workbench::tournament::Tournament;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How a tournament ended.
pub enum Ended {
    /// All games are there.
    Finished,
    /// Somebody asked for the end.
    Stopped,
    /// A game could not be played.
    Failed(FailedGame),
    /// Results could not be written.
    Refused(Diagnostic),
}

/// What is left to hand out.
struct Counter {
    next: u64,
    written: u64,
    /// Nothing more is handed out from here on.
    end: u64,
}

struct Office {
    counter: Mutex<Counter>,
    moved: Condvar,
    /// So many games make a piece, and so many may wait to be written.
    piece: u64,
    most_waiting: u64,
}

/// The most pieces that are handed out at once, and units of as many that wait for each thread.
const MOST_PIECES: u64 = 16;
const WAITING: u64 = 8;

/// How many pieces a thread takes at once. Handing them out one by one would hold up games that take no time; many at once would
/// keep long games from being written. So it depends on how long the last ones took. What is in a piece does not.
struct Appetite(u64);

/// More pieces are taken at once while they take less than this, and fewer when they take more than that.
const SHORT: Duration = Duration::from_millis(5);
const LONG: Duration = Duration::from_millis(20);

impl Appetite {
    fn learn(&mut self, took: Duration) {
        if took < SHORT {
            self.0 = (self.0 * 2).min(MOST_PIECES);
        } else if took > LONG {
            self.0 = (self.0 / 2).max(1);
        }
    }
}

impl Office {
    fn counter(&self) -> MutexGuard<'_, Counter> {
        self.counter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, pieces: u64) -> Option<(u64, u64)> {
        let mut counter = self.counter();
        while counter.next < counter.end && counter.next >= counter.written + self.most_waiting {
            counter = self.moved.wait(counter).unwrap_or_else(PoisonError::into_inner);
        }
        let from = counter.next;
        // Except for the first one, units begin where pieces do.
        let to = (from - from % self.piece + pieces * self.piece).min(counter.end);
        counter.next = to;
        (from < to).then_some((from, to))
    }

    fn written(&self, games: u64) {
        self.counter().written = games;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.counter().end = 0;
        self.moved.notify_all();
    }
}

/// Plays the games that are not there yet.
pub fn play(
    tournament: &Tournament,
    planned: u64,
    threads: NonZeroUsize,
    stop: &Stop,
    (results, tally): (&mut Results, &mut Tally),
    tell: &mut dyn FnMut(u64),
) -> Ended {
    let (there, piece) = (tally.games(), tournament.schedule.piece());
    let threads = threads.get().min(256) as u64;
    let counter = Mutex::new(Counter { next: there, written: there, end: planned });
    let most_waiting = piece * MOST_PIECES * threads * WAITING;
    let office = Office { counter, moved: Condvar::new(), piece, most_waiting };
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min((planned - there).div_ceil(piece)) {
            let (sender, office) = (sender.clone(), &office);
            scope.spawn(move || work(tournament, office, stop, &sender));
        }
        drop(sender);
        let (mut waiting, mut ended) = (BTreeMap::new(), None);
        loop {
            match receiver.recv_timeout(OFTEN) {
                Ok((from, played)) => drop(waiting.insert(from, played)),
                // Nothing was played for a while: what was before goes to the disk.
                Err(RecvTimeoutError::Timeout) if ended.is_none() => {
                    ended = results.commit().map_err(Ended::Refused).err();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while ended.is_none()
                && let Some(played) = waiting.remove(&tally.games())
            {
                ended = take_in(played, results, tally, stop).err();
                office.written(tally.games());
                tell(tally.games());
            }
            if ended.is_some() {
                office.close();
            }
        }
        let kept = results.commit();
        match (ended, kept) {
            (Some(ended), Ok(()) | Err(_)) => ended,
            (None, Err(problem)) => Ended::Refused(problem),
            (None, Ok(())) if tally.games() < planned => Ended::Stopped,
            (None, Ok(())) => Ended::Finished,
        }
    })
}

type Played = Result<PlayedGames, Diagnostic>;

fn work(
    tournament: &Tournament,
    office: &Office,
    stop: &Stop,
    sender: &mpsc::Sender<(u64, Played)>,
) {
    let mut referee = tournament.referee();
    let mut appetite = Appetite(1);
    while let Some((from, to)) = office.take(appetite.0) {
        let begun = Instant::now();
        let played = match &mut referee {
            Ok(referee) => Ok(referee.run_rounds(from, to, stop)),
            Err(problem) => Err(problem.clone()),
        };
        appetite.learn(begun.elapsed());
        let is_over = played.as_ref().map_or(true, |played| played.failed.is_some());
        if sender.send((from, played)).is_err() || is_over {
            return;
        }
    }
}

fn take_in(
    played: Played,
    results: &mut Results,
    tally: &mut Tally,
    stop: &Stop,
) -> Result<(), Ended> {
    let played = played.map_err(Ended::Refused)?;
    results.add(&played.pieces).map_err(Ended::Refused)?;
    tally.merge(&played.tally);
    match played.failed {
        None => Ok(()),
        Some(_) if stop.is_asked() => Err(Ended::Stopped),
        Some(failed) => Err(Ended::Failed(failed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_that_take_no_time_are_handed_out_in_many_pieces() {
        let mut appetite = Appetite(1);
        let mut learn = |milliseconds| {
            appetite.learn(Duration::from_millis(milliseconds));
            appetite.0
        };
        assert_eq!([1, 1, 1, 10, 1, 1].map(&mut learn), [2, 4, 8, 8, 16, 16]);
        assert_eq!([100, 100, 100, 100, 100].map(&mut learn), [8, 4, 2, 1, 1]);
    }
}
