//! Games are handed out in order to threads, and what comes back is put in order again, so that results do not depend
//! on who was quick. Nobody runs far ahead: what waits to be written is bounded.

use super::results::Results;
use hexa_games::tournament::{FailedGame, PlayedGames, Tally};
use hexa_logic::Stop;
use hexa_text::Diagnostic;
use hexa_workbench::tournament::Tournament;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

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
    /// So many games are handed out at once, and so many may wait to be written.
    unit: u64,
    most_waiting: u64,
}

/// The most pieces that are handed out at once, and units that wait for each thread.
const MOST_PIECES: u64 = 16;
const WAITING: u64 = 8;

impl Office {
    fn counter(&self) -> MutexGuard<'_, Counter> {
        self.counter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<(u64, u64)> {
        let mut counter = self.counter();
        while counter.next < counter.end && counter.next >= counter.written + self.most_waiting {
            counter = self.moved.wait(counter).unwrap_or_else(PoisonError::into_inner);
        }
        let from = counter.next;
        // Units begin where pieces do.
        let to = (from - from % self.unit + self.unit).min(counter.end);
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
    let pieces = (planned - there) / piece / threads / 16;
    let unit = piece * pieces.clamp(1, MOST_PIECES);
    let counter = Mutex::new(Counter { next: there, written: there, end: planned });
    let most_waiting = unit * threads * WAITING;
    let office = Office { counter, moved: Condvar::new(), unit, most_waiting };
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min((planned - there).div_ceil(unit)) {
            let (sender, office) = (sender.clone(), &office);
            scope.spawn(move || work(tournament, office, stop, &sender));
        }
        drop(sender);
        let (mut waiting, mut ended) = (BTreeMap::new(), None);
        for (from, played) in receiver {
            waiting.insert(from, played);
            while ended.is_none()
                && let Some(played) = waiting.remove(&tally.games())
            {
                ended = take_in(played, results, tally).err();
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

type Played = Result<PlayedGames, Ended>;

fn work(
    tournament: &Tournament,
    office: &Office,
    stop: &Stop,
    sender: &mpsc::Sender<(u64, Played)>,
) {
    let mut referee = tournament.referee();
    while let Some((from, to)) = office.take() {
        let played = match &mut referee {
            Ok(referee) => referee.run_rounds(from, to, stop).map_err(|failed| {
                if stop.is_asked() { Ended::Stopped } else { Ended::Failed(failed) }
            }),
            Err(problem) => Err(Ended::Refused(problem.clone())),
        };
        let is_over = played.is_err();
        if sender.send((from, played)).is_err() || is_over {
            return;
        }
    }
}

fn take_in(played: Played, results: &mut Results, tally: &mut Tally) -> Result<(), Ended> {
    let played = played?;
    results.add(&played.pieces).map_err(Ended::Refused)?;
    tally.merge(&played.tally);
    Ok(())
}
