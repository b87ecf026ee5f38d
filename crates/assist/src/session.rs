//! A session: a game, and what was looked at last. It takes one typed line after the other and answers each. Whatever
//! changes the game is tried on a copy; whoever keeps the journal writes the [lines](Heard::lines) down and then
//! [accepts](AssistSession::accept) the change, so that nothing is acknowledged that was not kept.

mod advising;
mod change;
mod fixing;

pub use change::{BadLine, NotebookChange, follow};

use crate::about::about;
use crate::advice::Suggestion;
use crate::answer::{AssistAnswer, Done, NotDone};
use crate::command::{self, Command};
use crate::export::SheetFormat;
use crate::notebook::{Clash, Notebook, Refusal, Repair};
use crate::reasons::steps;
use crate::setup::Setup;
use crate::sheet::{Change, Mark, MarkChance, Sheet};
use hexa_engine::Limit;
use hexa_logic::{Holder, Stopped};

/// Longer lines are not read.
const MOST_BYTES: usize = 10_000;

/// A session.
#[derive(Debug)]
pub struct AssistSession {
    notebook: Notebook,
    now: Sheet,
    /// The sheet when somebody looked at it last.
    looked: Sheet,
    /// Where drawing at random starts.
    seed: u64,
    offered: Option<Offer>,
}

/// What was refused last, and the ways out.
#[derive(Clone, Debug)]
struct Offer {
    change: NotebookChange,
    /// How many entries there would have been.
    entries: usize,
    repairs: Vec<Repair>,
}

/// The answer to a line. If it changes the game, that is not done before it is accepted.
#[derive(Debug)]
pub struct Heard {
    /// The answer.
    pub answer: AssistAnswer,
    /// What is to be kept, line by line, before the change is accepted.
    pub lines: Vec<String>,
    next: Option<Box<Next>>,
}

/// The game after a change.
#[derive(Debug)]
struct Next {
    notebook: Notebook,
    sheet: Sheet,
}

/// What is found on the way to an answer.
#[derive(Clone, Copy, Debug)]
pub enum Finding<'p> {
    /// The best suspicion so far, while others are looked at.
    Best(&'p Suggestion),
    /// A change is possible, and what follows from it is worked out.
    Possible,
    /// A change is impossible, and what it contradicts is looked for.
    Impossible(&'p Clash),
    /// What it contradicts was found, and ways out are looked for.
    Contradicted {
        /// The clash.
        clash: &'p Clash,
        /// What was typed just now.
        fresh: Option<usize>,
    },
    /// A way out.
    WayOut {
        /// Its place among those that are found.
        at: usize,
        /// The way out.
        repair: &'p Repair,
        /// What was typed just now.
        fresh: Option<usize>,
    },
}

/// Who is shown what is found on the way.
pub type Watch<'w> = dyn FnMut(&Setup, Finding<'_>) + 'w;

impl Heard {
    fn answer(answer: AssistAnswer) -> Self {
        Self { answer, lines: Vec::new(), next: None }
    }

    fn not_done(why: NotDone) -> Self {
        Self::answer(AssistAnswer::NotDone(why))
    }
}

impl AssistSession {
    /// A session about a game; where drawing at random starts.
    pub fn new(notebook: Notebook, seed: u64) -> Result<Self, Limit> {
        let now = notebook.sheet()?;
        Ok(Self { notebook, looked: now.clone(), now, seed, offered: None })
    }

    /// The game.
    pub fn notebook(&self) -> &Notebook {
        &self.notebook
    }

    /// Answers a line, and accepts what it changes.
    pub fn answer(&mut self, line: &str) -> AssistAnswer {
        let heard = self.hear(line, &mut |_, _| {});
        self.accept(heard)
    }

    /// Answers a line. What it changes is to be kept and then accepted.
    pub fn hear(&mut self, line: &str, watch: &mut Watch<'_>) -> Heard {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Heard::answer(AssistAnswer::Nothing);
        }
        if line.len() > MOST_BYTES {
            return Heard::not_done(NotDone::TooLong);
        }
        match command::read(line) {
            None => self.change(&[NotebookChange::Enter(line.to_owned())], None, watch),
            Some(Err(bad)) => Heard::not_done(NotDone::Command(bad)),
            Some(Ok(command)) => match NotebookChange::of(&command) {
                Some(change) => self.change(&[change], None, watch),
                None => self.ask(command, watch),
            },
        }
    }

    /// Makes the change that was heard.
    pub fn accept(&mut self, heard: Heard) -> AssistAnswer {
        if let Some(next) = heard.next {
            if !is_same_table(next.notebook.setup(), self.notebook.setup()) {
                self.looked = next.sheet.clone();
            }
            self.notebook = next.notebook;
            self.now = next.sheet;
            self.offered = None;
        }
        heard.answer
    }

    /// Makes changes, all or none.
    fn change(
        &mut self,
        changes: &[NotebookChange],
        instead: Option<Done>,
        watch: &mut Watch<'_>,
    ) -> Heard {
        let (mut notebook, mut lines, mut last) = (self.notebook.clone(), Vec::new(), None);
        for change in changes {
            match change.apply(&mut notebook) {
                Ok((line, done)) => {
                    lines.push(line);
                    last = Some(done);
                }
                Err(why) => return Heard::not_done(self.offer_repairs(change, why, watch)),
            }
        }
        watch(notebook.setup(), Finding::Possible);
        let Some(done) = instead.or(last) else { return Heard::answer(AssistAnswer::Nothing) };
        let sheet = match notebook.sheet() {
            Ok(sheet) => sheet,
            Err(limit) => return Heard::not_done(NotDone::GaveUp(limit)),
        };
        let decided = match is_same_table(notebook.setup(), self.notebook.setup()) {
            true => sheet.decided_since(&self.now),
            false => Vec::new(),
        };
        let done_entry = match done {
            Done::Entered(at) | Done::Edited(at) | Done::Inserted(at) => Some(at),
            Done::Deleted(_)
            | Done::Undone
            | Done::Redone
            | Done::Habit(..)
            | Done::Set
            | Done::Fixed => None,
        };
        let answer = AssistAnswer::Done {
            done,
            standing: notebook.standing(),
            decided,
            notes: done_entry.map_or(Vec::new(), |at| notebook.notes(at)),
            sheet: sheet.clone(),
        };
        Heard { answer, lines, next: Some(Box::new(Next { notebook, sheet })) }
    }

    /// Looks for what a change contradicts, and for ways out.
    fn offer_repairs(
        &mut self,
        change: &NotebookChange,
        why: NotDone,
        watch: &mut Watch<'_>,
    ) -> NotDone {
        let NotDone::Refused {
            refusal: Refusal::Clash { mut clash, setup, entries, fresh }, ..
        } = why
        else {
            return why;
        };
        watch(&setup, Finding::Impossible(&clash));
        let mut repairs = Vec::new();
        let is_found = clash.find_grounds().is_ok();
        if is_found {
            watch(&setup, Finding::Contradicted { clash: &clash, fresh });
            let mut show = |at: usize, repair: &Repair| {
                watch(&setup, Finding::WayOut { at, repair, fresh });
            };
            repairs = self.notebook.repairs(&setup, (&clash, &entries, fresh), &mut show);
        }
        let (change, many) = (change.clone(), entries.len());
        self.offered = Some(Offer { change, entries: many, repairs: repairs.clone() });
        let is_finished = is_found && !self.notebook.stop().is_asked();
        let refusal = Refusal::Clash { clash, setup, entries, fresh };
        NotDone::Refused { refusal, repairs, is_finished }
    }

    fn ask(&mut self, command: Command, watch: &mut Watch<'_>) -> Heard {
        Heard::answer(match command {
            Command::Fix(letter) => return self.fix(&letter, watch),
            Command::Advice(advice) => self.advise(&advice, watch),
            Command::Grid => AssistAnswer::Grid { sheet: self.look(), out: self.notebook.out() },
            Command::Envelope => AssistAnswer::Envelope(self.look()),
            Command::Changes => self.changes(),
            Command::Why(text) => self.why(&text),
            Command::List => AssistAnswer::List(self.notebook.entries().to_vec()),
            Command::Settings => AssistAnswer::Settings(self.notebook.out()),
            Command::WhatIf(line) => self.what_if(line),
            Command::SheetAs(file) => match SheetFormat::of_file(&file) {
                Some(format) => match format.write(self.notebook.setup(), &self.now) {
                    Ok(content) => AssistAnswer::SheetAs { file, content },
                    Err(no) => AssistAnswer::NotDone(NotDone::NoGlyph(no)),
                },
                None => AssistAnswer::NotDone(NotDone::NoSheetFormat(file)),
            },
            Command::SaveAs(file) => AssistAnswer::SaveAs(file),
            Command::Help(topic) => help(topic),
            Command::Quit => AssistAnswer::Quit,
            // These are changes.
            Command::Undo
            | Command::Redo
            | Command::Edit(..)
            | Command::Delete(_)
            | Command::Insert(..)
            | Command::Set(_)
            | Command::Together(_)
            | Command::Habit(..) => AssistAnswer::Nothing,
        })
    }

    fn look(&mut self) -> Sheet {
        self.looked = self.now.clone();
        self.now.clone()
    }

    /// What would follow from a line.
    fn what_if(&self, line: String) -> AssistAnswer {
        let mut notebook = self.notebook.clone();
        let line = match NotebookChange::Enter(line).apply(&mut notebook) {
            Ok((line, _)) => line,
            Err(mut why) => {
                if let NotDone::Refused {
                    refusal: Refusal::Clash { clash, .. }, is_finished, ..
                } = &mut why
                {
                    *is_finished = clash.find_grounds().is_ok();
                }
                return AssistAnswer::NotDone(why);
            }
        };
        match notebook.sheet() {
            Ok(sheet) => AssistAnswer::WhatIf {
                line,
                standing: notebook.standing(),
                decided: sheet.decided_since(&self.now),
                moved: moved_since(&sheet, &self.now),
            },
            Err(limit) => AssistAnswer::NotDone(NotDone::GaveUp(limit)),
        }
    }

    fn changes(&mut self) -> AssistAnswer {
        let decided = self.now.decided_since(&self.looked);
        let moved = moved_since(&self.now, &self.looked);
        self.look();
        AssistAnswer::Changes { decided, moved }
    }

    fn why(&self, text: &str) -> AssistAnswer {
        let setup = self.notebook.setup();
        let about = match about(setup, text) {
            Ok(about) => about,
            Err(not) => return AssistAnswer::NotDone(NotDone::NotAbout(not)),
        };
        let Some(fact) = about.fact(&self.now) else {
            let (holder, card) = (about.place(&self.now), about.card);
            return AssistAnswer::Open { holder, card, chance: self.now.chance(holder, card) };
        };
        let stop = self.notebook.stop();
        let unfinished = |Stopped| NotDone::ReasonsUnfinished;
        if let Err(why) = stop.count(1).map_err(unfinished) {
            return AssistAnswer::NotDone(why);
        }
        match self.notebook.grounds(fact) {
            Ok(Some(grounds)) => match steps(setup, &grounds.told, fact, stop) {
                Ok(steps) => AssistAnswer::Why { fact, grounds, steps },
                Err(stopped) => AssistAnswer::NotDone(unfinished(stopped)),
            },
            Ok(None) => AssistAnswer::NotDone(NotDone::NoGrounds),
            Err(limit) => AssistAnswer::NotDone(NotDone::GaveUp(limit)),
        }
    }
}

/// Whether the same cards are dealt to the same seats, so that two sheets can be compared.
fn is_same_table(one: &Setup, two: &Setup) -> bool {
    one.deck() == two.deck() && one.players().len() == two.players().len()
}

/// How likely cards are to be in the envelope, of which that was open and still is.
fn moved_since(now: &Sheet, before: &Sheet) -> Vec<Change> {
    let is_moved = |change: &Change| {
        change.holder == Holder::Table
            && change.after.mark() == Mark::Open
            && change.before.mark() == Mark::Open
            && change.before.percent() != change.after.percent()
    };
    now.changes_since(before).into_iter().filter(is_moved).collect()
}

fn help(topic: String) -> AssistAnswer {
    if topic == "cards" {
        return AssistAnswer::Deck;
    }
    match command::help_topic(&topic) {
        Some(topic) => AssistAnswer::Help(topic),
        None => AssistAnswer::NotDone(NotDone::NoHelp(topic)),
    }
}
