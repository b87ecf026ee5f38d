//! Changes of a game, as they are typed and as they are kept in a journal.

use crate::answer::{Done, NotDone};
use crate::command::{self, Command};
use crate::habit::Habit;
use crate::notebook::{Notebook, Refusal};
use crate::setup::SetupFlaw;

/// A change of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotebookChange {
    /// What happens next.
    Enter(String),
    /// Another line instead of an entry, counted from 0.
    Edit(usize, String),
    /// Without an entry.
    Delete(usize),
    /// A line before an entry.
    Insert(usize, String),
    /// Back.
    Undo,
    /// Forth.
    Redo,
    /// Whether a player has a habit.
    Habit(Habit, String),
    /// Something else in the set-up.
    Set(String),
    /// Several changes, which are taken back together.
    Together(Vec<Self>),
}

/// What stands between changes that are taken back together.
const BETWEEN: &str = " ;; ";

/// A line of a journal that cannot be followed.
#[derive(Clone, Debug)]
pub struct BadLine {
    /// Its number in the file, from 1 on.
    pub number: usize,
    /// The line.
    pub line: String,
    /// Why not; nothing, if it changes nothing in a game.
    pub why: Option<NotDone>,
}

impl NotebookChange {
    /// The change that a command asks for; none, if it asks for something else.
    pub fn of(command: &Command) -> Option<Self> {
        let place = |number: usize| number.wrapping_sub(1);
        match command {
            Command::Undo => Some(Self::Undo),
            Command::Redo => Some(Self::Redo),
            Command::Edit(number, line) => Some(Self::Edit(place(*number), line.clone())),
            Command::Delete(number) => Some(Self::Delete(place(*number))),
            Command::Insert(number, line) => Some(Self::Insert(place(*number), line.clone())),
            Command::Habit(habit, name) => Some(Self::Habit(*habit, name.clone())),
            Command::Set(line) => Some(Self::Set(line.clone())),
            Command::Together(lines) => {
                let changes = lines.split(BETWEEN).map(Self::read);
                changes.collect::<Option<Vec<Self>>>().map(Self::Together)
            }
            Command::Advice(_)
            | Command::Grid
            | Command::Envelope
            | Command::Changes
            | Command::Why(_)
            | Command::List
            | Command::Fix(_)
            | Command::Settings
            | Command::SaveAs(_)
            | Command::SheetAs(_)
            | Command::WhatIf(_)
            | Command::Help(_)
            | Command::Quit => None,
        }
    }

    /// Reads a line of a journal; none, if it changes nothing.
    pub fn read(line: &str) -> Option<Self> {
        match command::read(line) {
            None => Some(Self::Enter(line.trim().to_owned())),
            Some(Ok(command)) => Self::of(&command),
            Some(Err(_)) => None,
        }
    }

    /// Makes the change. What is written to the journal, and what was done.
    pub fn apply(&self, notebook: &mut Notebook) -> Result<(String, Done), NotDone> {
        match self {
            Self::Enter(line) => {
                let entry = notebook
                    .read(line)
                    .map_err(|unread| NotDone::Unread { line: line.clone(), unread })?;
                let text = entry.text(notebook.setup());
                notebook.enter(entry).map_err(|refusal| not_done(refusal, line))?;
                Ok((text, Done::Entered(notebook.entries().len() - 1)))
            }
            Self::Edit(at, line) => {
                notebook.edit(*at, line).map_err(|refusal| not_done(refusal, line))?;
                Ok((format!("edit {}: {}", at + 1, text_of(notebook, *at)), Done::Edited(*at)))
            }
            Self::Insert(at, line) => {
                notebook.insert(*at, line).map_err(|refusal| not_done(refusal, line))?;
                Ok((format!("insert {}: {}", at + 1, text_of(notebook, *at)), Done::Inserted(*at)))
            }
            Self::Delete(at) => {
                notebook.delete(*at).map_err(|refusal| not_done(refusal, ""))?;
                Ok((format!("delete {}", at + 1), Done::Deleted(*at)))
            }
            Self::Set(line) => {
                notebook.set(line).map_err(|refusal| not_done(refusal, line))?;
                Ok((format!("set {line}"), Done::Set))
            }
            Self::Together(changes) => {
                let (before, mut lines) = (notebook.depth(), Vec::new());
                for change in changes {
                    lines.push(change.apply(notebook)?.0);
                }
                notebook.merge_down_to(before);
                Ok((format!("together {}", lines.join(BETWEEN)), Done::Fixed))
            }
            Self::Undo => {
                notebook.undo().map_err(|refusal| not_done(refusal, ""))?;
                Ok(("undo".to_owned(), Done::Undone))
            }
            Self::Redo => {
                notebook.redo().map_err(|refusal| not_done(refusal, ""))?;
                Ok(("redo".to_owned(), Done::Redone))
            }
            Self::Habit(habit, name) => {
                let [player] = notebook.setup().players_called(name)[..] else {
                    return Err(NotDone::Name(SetupFlaw::UnknownPlayer(name.clone())));
                };
                let name = notebook.setup().name(player).to_owned();
                notebook.turn_habit(*habit, player).map_err(|refusal| not_done(refusal, ""))?;
                let line = format!("{} {name}", command::habit_word(*habit));
                Ok((line, Done::Habit(*habit, player)))
            }
        }
    }
}

fn not_done(refusal: Refusal, line: &str) -> NotDone {
    if let Refusal::Unread(unread) = refusal {
        return NotDone::Unread { line: line.to_owned(), unread };
    }
    NotDone::Refused { refusal, repairs: Vec::new(), is_finished: true }
}

fn text_of(notebook: &Notebook, at: usize) -> String {
    notebook.entries()[at].text(notebook.setup())
}

/// Makes the changes of a journal, each with the number of its line.
pub fn follow(mut notebook: Notebook, changes: &[(usize, String)]) -> Result<Notebook, BadLine> {
    for (number, line) in changes {
        let bad = |why| BadLine { number: *number, line: line.clone(), why };
        let change = NotebookChange::read(line).ok_or_else(|| bad(None))?;
        change.apply(&mut notebook).map_err(|mut why| {
            if let NotDone::Refused { refusal: Refusal::Clash { clash, .. }, .. } = &mut why {
                // Without them it is told without what it contradicts.
                let _ = clash.find_grounds();
            }
            bad(Some(why))
        })?;
    }
    Ok(notebook)
}
