//! Exercises of the lessons: a task, a text with gaps, and what is wanted of a learner's text, each with a hint that says
//! what is missing next. They are data: a terminal, a page and the tests judge in the same way.
//!
//! A file of exercises (`crates/workbench/exercises`) is a text in which a line that starts with `#!` begins a part:
//!
//! ```text
//! #! lesson 1: Knowing and not knowing
//! #! exercise 1.1: At the window        a name without spaces, and a title; below it the task, in Markdown
//! #! start                              the text to begin with; `___` is a gap
//! #! open                               lines of the start may be changed; otherwise all must stay
//! #! solution                           what belongs into the gaps; with `whole`, the whole text
//! #! gap                                a hint for whoever leaves a gap
//! #! uses tell, announce                one of these words is wanted in what is added; below it the hint
//! #! avoids lie                         none of these words may be there
//! #! initially check φ                  steps that must hold in the initial state
//! #! finally check φ                    ... after all steps of the first scenario
//! #! after "name": check φ              ... after all steps of the scenario of this name
//! #! attempt                            what gets exactly this hint; as for the solution
//! ```
//!
//! Several lines `initially`, `finally` or `after` that follow each other without a hint between them are the lines of one
//! requirement. What is wanted is looked at in order, and the first that is missing gives the hint.

mod reading;

pub use reading::read_lessons;

use crate::tally::Standing;
use std::sync::LazyLock;

/// How the first line of a learner's text begins.
const MARK: &str = "#! exercise ";
/// What stands for something that is to be written.
pub const GAP: &str = "___";

/// A lesson, with its exercises.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Lesson {
    /// Its number.
    pub number: String,
    /// What it is about.
    pub title: String,
    /// The lesson itself, in Markdown; empty where there are only exercises.
    pub page: String,
    /// Its exercises.
    pub exercises: Vec<Exercise>,
}

/// A task, what to begin with, and what is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Exercise {
    /// Its name, such as `1.2`.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The task, in Markdown.
    pub task: String,
    /// The text to begin with.
    pub start: String,
    /// A text that solves it.
    pub solution: String,
    /// Whether the lines of the start may be changed.
    pub open: bool,
    /// What is said to whoever leaves a gap.
    pub gap: Option<String>,
    /// What is wanted, in the order in which it is looked at.
    pub requirements: Vec<Requirement>,
}

/// Something that is wanted of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Requirement {
    /// What.
    pub wanted: Wanted,
    /// What is said where it is missing.
    pub hint: String,
    /// Texts to which exactly this is said.
    pub attempts: Vec<String>,
}

/// What can be wanted of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Wanted {
    /// One of these words stands in what was added to the start, outside of remarks.
    Uses(Vec<String>),
    /// None of them does.
    Avoids(Vec<String>),
    /// Steps hold in a state of it.
    Holds {
        /// In which state.
        moment: ExerciseMoment,
        /// The steps.
        steps: String,
    },
}

/// A state of a learner's text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ExerciseMoment {
    /// The initial one.
    Initially,
    /// After all steps of the first scenario.
    Finally,
    /// After all steps of the scenario of this name.
    After(String),
}

/// The lessons that come with Hexa.
static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let mut lessons = Vec::new();
    for (page, text) in BUILT_IN {
        // A test reads them all, so that none is ever left out here.
        let read = read_lessons("exercises", text).unwrap_or_default();
        lessons.extend(read.into_iter().map(|lesson| Lesson { page: page.to_owned(), ..lesson }));
    }
    lessons
});

/// A lesson and its exercises, by the name of their files.
macro_rules! built_in {
    ($name:literal) => {
        (
            include_str!(concat!("../../../docs/tutorial/", $name, ".md")),
            include_str!(concat!("../exercises/", $name, ".exercises")),
        )
    };
}

/// The lessons that come with Hexa, as pages and as files of exercises.
pub(crate) const BUILT_IN: [(&str, &str); 8] = [
    built_in!("1-knowing"),
    built_in!("2-announcing"),
    built_in!("3-common-knowledge"),
    built_in!("4-telling-some"),
    built_in!("5-lying-and-belief"),
    built_in!("6-probability"),
    built_in!("7-cards-and-games"),
    built_in!("8-your-own-game"),
];

/// The lessons that come with Hexa.
pub fn lessons() -> &'static [Lesson] {
    &LESSONS
}

/// The exercise that the first line of a text names, and the file of exercises that it is from, unless it comes with Hexa.
pub fn exercise_of(text: &str) -> Option<(&str, Option<&str>)> {
    let named = text.lines().next()?.strip_prefix(MARK)?;
    let named = named.split_once(": ").map_or(named, |(named, _)| named).trim();
    Some(match named.split_once(" of ") {
        Some((name, file)) => (name, Some(file)),
        None => (named, None),
    })
}

/// The exercise of this name.
pub fn find_exercise<'l>(lessons: &'l [Lesson], name: &str) -> Option<&'l Exercise> {
    lessons.iter().flat_map(|lesson| &lesson.exercises).find(|exercise| exercise.name == name)
}

/// The exercise that comes after the one of this name.
pub fn next_exercise<'l>(lessons: &'l [Lesson], name: &str) -> Option<&'l Exercise> {
    let mut exercises = lessons.iter().flat_map(|lesson| &lesson.exercises);
    exercises.find(|exercise| exercise.name == name)?;
    exercises.next()
}

impl Exercise {
    /// The text that a learner is given: the task in remarks, and what to begin with. The file of exercises is named if
    /// it is not one that comes with Hexa.
    pub fn file(&self, from: Option<&str>) -> String {
        let from = from.map_or(String::new(), |file| format!(" of {file}"));
        format!("{MARK}{}{from}: {}\n{}\n{}", self.name, self.title, self.remarks(), self.start)
    }

    /// The task in remarks.
    fn remarks(&self) -> String {
        let line = |line: &str| format!("# {line}").trim_end().to_owned() + "\n";
        self.task.lines().map(line).collect()
    }

    /// What the file is called that is written for it.
    pub fn file_name(&self) -> String {
        format!("{}.hexa", self.name.replace('.', "-"))
    }
}

/// What a learner's text comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ExerciseOutcome {
    /// All that is wanted is there.
    Solved,
    /// Something is missing, and this comes next.
    Missing(Missing),
}

/// What is missing next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize),
    serde(tag = "what", rename_all = "snake_case")
)]
pub enum Missing {
    /// A gap has not been filled.
    Gap {
        /// In which line, from 1.
        line: usize,
        /// What belongs there.
        hint: Option<String>,
    },
    /// A line of the exercise is not there any more.
    Given {
        /// The line.
        given: String,
    },
    /// The text cannot be read, or one of its steps cannot be taken: what is wrong has to be mended first.
    Unreadable,
    /// What is wanted cannot be asked of this text, such as when somebody it speaks of is not there.
    Unspeakable {
        /// Why not.
        why: String,
    },
    /// Something that is wanted.
    Requirement {
        /// Which, from 0.
        at: usize,
        /// What is said about it.
        hint: String,
    },
    /// Something that the text itself asserts does not hold.
    OwnCheck {
        /// In which line, from 1.
        line: usize,
        /// Its text.
        step: String,
    },
}

impl ExerciseOutcome {
    /// What it means for how a run has gone.
    pub fn standing(&self) -> Standing {
        match self {
            Self::Solved => Standing::Fine,
            Self::Missing(_) => Standing::Failed,
        }
    }
}
