//! What is told of a run: verdicts, prints and problems, as text for people, as JSON for
//! programs, or in LaTeX for papers.

mod card_trace;
mod diagnostics;
mod json;
mod knowledge;
mod latex;
mod state;
mod text;
mod trace;

pub use diagnostics::{MOST_SHOWN, render, render_warning};
pub use hexa_text::clean;
pub use json::JsonReport;
pub use knowledge::{considered, knowledge};
pub use latex::LatexReport;
pub use state::{counted, size, state};
pub use text::TextReport;
pub use trace::{Length, Telling};

use crate::command::Console;
use crate::timeout::Timeout;
use crate::usage::Usage;
use hexa_engine::{Extension, UBig};
use hexa_lang::{Document, Sources, Step};
use hexa_text::Diagnostic;
use std::{fmt, io};

/// Where in a run something happened.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The texts of the document.
    pub sources: &'a Sources,
    /// The name of the scenario, if it has one.
    pub scenario: Option<&'a str>,
    /// The step.
    pub step: &'a Step,
    /// The line of the step's start, from 1.
    pub line: usize,
}

/// Finds the lines of steps that follow each other, reading every text only once.
#[derive(Clone, Copy, Debug)]
pub struct LineCounter {
    at: usize,
    line: usize,
}

impl Default for LineCounter {
    fn default() -> Self {
        Self { at: 0, line: 1 }
    }
}

impl LineCounter {
    /// The line of a step's start. All steps of a document stand in the same text.
    pub fn line(&mut self, sources: &Sources, step: &Step) -> usize {
        let start = step.at.span.start as usize;
        if start < self.at {
            *self = Self::default();
        }
        let text = sources.get(step.at.source).text.as_bytes();
        let between = text.get(self.at..start).unwrap_or_default();
        self.line += between.iter().filter(|&&byte| byte == b'\n').count();
        self.at = start;
        self.line
    }
}

impl<'a> Place<'a> {
    /// The name of the file.
    pub fn file(&self) -> &'a str {
        &self.sources.get(self.step.at.source).name
    }

    /// Whether the step is a query, which is answered rather than passed or failed.
    pub fn asks(&self) -> bool {
        self.step.text.split(' ').next().is_some_and(|word| word.ends_with('?'))
    }
}

/// Whether what a step asserts holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it holds.
    pub holds: bool,
    /// Why it does not, if that can be said in a few words.
    pub reason: Option<String>,
}

/// What a `print` step shows.
#[derive(Clone, Debug)]
pub enum Printed {
    /// The truth of a formula.
    Truth {
        /// In the actual world.
        here: bool,
        /// In how many relevant worlds.
        count: UBig,
        /// How many relevant worlds there are.
        worlds: UBig,
    },
    /// The states that a query asks for.
    States(States),
    /// A text of several lines.
    Lines(String),
}

/// The states where a formula is true.
#[derive(Clone, Debug)]
pub struct States {
    /// How many there are.
    pub count: UBig,
    /// The first of them: the variables that are true in each.
    pub first: Vec<Vec<u64>>,
    /// The same, as they are written.
    pub written: Vec<String>,
}

impl States {
    /// As the document writes them.
    pub fn new(extension: &Extension, document: &Document) -> Self {
        let first = extension.first.iter();
        Self {
            count: extension.count.clone(),
            first: first.clone().map(|atoms| document.smcdel_variables(atoms)).collect(),
            written: first.map(|atoms| document.smcdel_state(atoms)).collect(),
        }
    }

    /// How many, and the first of them.
    fn text(&self) -> String {
        let ending = if self.count == UBig::ONE { "" } else { "s" };
        let mut text = format!("{} state{ending}\n", self.count);
        self.written.iter().for_each(|state| text += &format!("{state}\n"));
        let more = &self.count - UBig::from(self.written.len());
        if more > UBig::ZERO {
            text += &format!("and {more} more\n");
        }
        text
    }
}

impl Printed {
    /// In words.
    pub fn text(&self) -> String {
        match self {
            Self::Truth { here, count, worlds } => match here {
                true => format!("true (in {count} of {worlds} worlds)\n"),
                false => format!("false (true in {count} of {worlds} worlds)\n"),
            },
            Self::States(states) => states.text(),
            Self::Lines(text) => text.clone(),
        }
    }
}

/// Where the problem with a step that could not be read has been told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// As a problem of this step.
    Here,
    /// Not as such: in another place, or not at all because there are so many.
    Elsewhere,
}

/// Why a step was not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNotRun {
    /// The step in this line would have changed the state.
    After(usize),
    /// There is no state to start from.
    NoInitialState,
    /// It could not be read.
    Unreadable,
    /// The time was over.
    TimeOver(Timeout),
}

impl fmt::Display for WhyNotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::After(line) => write!(f, "line {line} could not be taken"),
            Self::NoInitialState => write!(f, "the initial state could not be built"),
            Self::Unreadable => write!(f, "it could not be read"),
            Self::TimeOver(limit) => write!(f, "{limit} was reached"),
        }
    }
}

/// Counts of asserting steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those that hold.
    pub passed: usize,
    /// Those that do not.
    pub failed: usize,
}

/// Tells what happens in a run.
pub trait Report {
    /// Where it is told.
    fn console(&mut self) -> &mut Console;
    /// A step that asserts was decided.
    fn verdict(&mut self, place: Place<'_>, verdict: &Verdict) -> io::Result<()>;
    /// A step shows something.
    fn printed(&mut self, place: Place<'_>, printed: &Printed) -> io::Result<()>;
    /// A step has changed the state.
    fn changed(&mut self, place: Place<'_>, telling: &Telling<'_>) -> io::Result<()>;
    /// A scenario begins.
    fn begins(&mut self, _file: &str, _scenario: Option<&str>) -> io::Result<()> {
        Ok(())
    }
    /// The state as it is now, where pictures are wanted.
    fn pictured(&mut self, _picture: &str) -> io::Result<()> {
        Ok(())
    }
    /// A step could not be taken.
    fn stuck(&mut self, place: Place<'_>, problem: &Diagnostic) -> io::Result<()>;
    /// A step that asserts could not be read.
    fn unreadable_step(&mut self, place: Place<'_>, told: Told) -> io::Result<()>;
    /// A step that asserts was not run.
    fn not_run(&mut self, place: Place<'_>, why: &WhyNotRun) -> io::Result<()>;
    /// A text could not be read, or a state not be built; `place` if it is in a step.
    fn problem(
        &mut self,
        _place: Option<Place<'_>>,
        problem: &Diagnostic,
        sources: &Sources,
    ) -> io::Result<()> {
        self.console().complain(&render(problem, sources))
    }
    /// Further problems of a file are not told.
    fn more_problems(&mut self, file: &str, count: usize) -> io::Result<()> {
        self.console().complain(&format!("{}: {count} further problems\n", clean(file)))
    }
    /// Something that only the curious want to know.
    fn remark(&mut self, text: &str) -> io::Result<()> {
        self.console().complain(&format!("{}\n", clean(text)))
    }
    /// The states of a file are held like this, for the curious.
    fn held(&mut self, file: &str, usage: &Usage) -> io::Result<()> {
        self.remark(&format!("{file}: {}", usage.held()))
    }
    /// A step that says nothing was taken, for the curious.
    fn taken(&mut self, place: Place<'_>, usage: &Usage) -> io::Result<()> {
        let (file, line, step) = (place.file(), place.line, &place.step.text);
        self.remark(&format!("{file}:{line}: {step}: {}", usage.sizes()))
    }
    /// The most memory that was used, in bytes, for the curious.
    fn memory(&mut self, bytes: u64) -> io::Result<()> {
        self.remark(&format!("at most {} MB of memory", bytes.div_ceil(1_000_000)))
    }
    /// The end.
    fn summary(&mut self, tally: Tally) -> io::Result<()>;
}
