//! Games of Cluedo as journals: the set-up is read, every line after it is typed, and questions are asked in between.

use super::Outcome;
use super::small::{MOST_BYTES, assert_kept, digest, limits, stop};
use hexa_assist::answer::{AssistAnswer, NotDone};
use hexa_assist::notebook::Notebook;
use hexa_assist::session::{AssistSession, follow};
use hexa_assist::words::Words;
use hexa_assist::{journal, setup};
use hexa_logic::Stop;

/// More lines are not typed.
const MOST_LINES: usize = 6;

/// What is asked after the last line.
const QUESTIONS: [&str; 4] = ["changes", "envelope", "list", "undo"];

/// Types a journal line by line; what was accepted must read back as the same game.
pub fn sit(text: &str) -> Outcome {
    if text.len() > MOST_BYTES {
        return Outcome::Refused;
    }
    let Ok(journal) = journal::read(text.as_bytes()) else { return Outcome::Refused };
    let Ok(setup) = setup::read(&journal.setup) else { return Outcome::Refused };
    let stop = stop();
    let Ok(notebook) = Notebook::new(setup, limits(&stop)) else { return Outcome::Refused };
    let begun = journal::begin(notebook.setup());
    let start = notebook.clone();
    let Ok(mut session) = AssistSession::new(notebook, 1) else { return Outcome::GaveUp };
    let (mut told, mut gave_up, mut kept) = (String::new(), false, Vec::new());
    let lines = journal.changes.iter().map(|(_, line)| line.as_str());
    for line in lines.take(MOST_LINES).chain(QUESTIONS) {
        let heard = session.hear(line, &mut |_, _| {});
        kept.extend(heard.lines.iter().cloned());
        let answer = session.accept(heard);
        if let AssistAnswer::NotDone(why) = &answer {
            gave_up |= matches!(why, NotDone::GaveUp(_) | NotDone::ReasonsUnfinished);
            told += &Words { setup: session.notebook().setup() }.not_done(why);
        }
        assert_kept(&stop);
    }
    let entries = |notebook: &Notebook| -> Vec<String> {
        let setup = notebook.setup();
        notebook.entries().iter().map(|entry| entry.text(setup)).collect()
    };
    told += &entries(session.notebook()).join("\n");
    if gave_up || stop.is_asked() {
        return Outcome::GaveUp;
    }
    let lines: String = kept.iter().map(|line| format!("{line}\n")).collect();
    match check_reading_back(&(begun + &lines), start, &entries(session.notebook()), &stop) {
        true => Outcome::Answered(digest(&told)),
        false => Outcome::GaveUp,
    }
}

/// Whether it could be followed within the limits. What has been accepted is never refused.
fn check_reading_back(journal: &str, start: Notebook, entries: &[String], stop: &Stop) -> bool {
    let read = journal::read(journal.as_bytes()).expect("it is text");
    assert_eq!(read.torn, None);
    let again = setup::read(&read.setup).expect("the set-up that was written can be read");
    assert_eq!(setup::write(&again), setup::write(start.setup()), "the set-up reads back");
    let followed = match follow(start, &read.changes) {
        Ok(followed) => followed,
        Err(_) if stop.is_asked() => return false,
        Err(bad) => panic!("{bad:?} in\n{journal}"),
    };
    let setup = followed.setup();
    let found: Vec<String> = followed.entries().iter().map(|entry| entry.text(setup)).collect();
    assert_eq!(found, entries, "the journal tells another game:\n{journal}");
    true
}
