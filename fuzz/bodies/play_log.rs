//! Logs of plays: read, written and read again, which is the same log; those of small games are replayed from all seats.

use super::Outcome;
use super::small::{MOST_BYTES, assert_kept, digest, stop};
use hexa_workbench::game_argument::{GameName, open_game};
use hexa_workbench::table::{ReplayFor, log, replay};

/// Games in which everything that a log may say is done with at once.
const GAMES: [&str; 2] = ["kuhn(cards=3)", "knowledge(hands=1,1,1; ask=1)"];

/// Reads a log and tells the play.
pub fn tell_again(text: &str) -> Outcome {
    if text.len() > MOST_BYTES {
        return Outcome::Refused;
    }
    let Ok(read) = log::read(text.as_bytes()) else { return Outcome::Refused };
    let lines: String = read.entries.iter().map(|(_, entry)| format!("{entry}\n")).collect();
    let written = log::begin(&read.head) + &lines;
    let again = log::read(written.as_bytes());
    let again = again.unwrap_or_else(|wrong| panic!("{wrong:?} in what was written:\n{written}"));
    assert_eq!(again.head, read.head, "it reads back as another one:\n{written}");
    let entries = |log: &log::PlayLog| -> Vec<log::LogEntry> {
        log.entries.iter().map(|(_, entry)| entry.clone()).collect()
    };
    assert_eq!(entries(&again), entries(&read), "it reads back as another play:\n{written}");
    let mut told = written;
    if let (true, Ok(name)) =
        (GAMES.contains(&&read.head.game[..]), GameName::read(&read.head.game))
    {
        let stop = stop();
        let opened = open_game(&name, None, &stop).expect("a game that is known");
        let ended = replay(&opened, &read, "f.play", ReplayFor::Everybody, &stop, &mut |event| {
            told += &format!("{event:?}\n");
        });
        assert_kept(&stop);
        if stop.is_asked() {
            return Outcome::GaveUp;
        }
        told += &format!("{ended:?}");
    }
    Outcome::Answered(digest(&told))
}
