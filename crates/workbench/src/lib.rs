//! The workbench: questions about texts of knowledge games, and their answers, as plain data. Whoever shows Hexa to
//! somebody (the command line, a page, an editor, Python) asks here and words nothing but its own settings.
//!
//! [`Opened`] is a text that was read. It can be run ([`Opened::run`]), asked ([`Opened::explain`], [`Opened::describe`],
//! [`Opened::draw`] ...) and talked about ([`Dialogue`]: steps that are typed, undo and redo). A [`Workbench`] does all of
//! this by messages: it is sent a [`Request`] and gives back an [`Answer`]. Nothing here does I/O, knows a clock or a
//! thread, or names an option of the command line. Long work looks at the `Stop` in its limits.

#![deny(clippy::wildcard_enum_match_arm)]

mod access_loss;
pub mod attempt;
mod bench;
mod board_file;
pub mod board_picture;
mod card_knowledge;
mod code_meaning;
pub mod compare;
pub mod convert;
mod declared;
mod definitions;
pub mod describe;
mod dialogue;
pub mod editor;
pub mod engine_choice;
pub mod exercise;
pub mod experiment;
mod explained;
pub mod game_argument;
#[cfg(feature = "json")]
pub mod json;
pub mod knowledge;
pub mod latex;
#[cfg(all(test, any(not(feature = "diagrams"), not(feature = "sat"))))]
mod left_out;
pub mod listing;
mod moment;
mod naming;
mod opened;
mod outline;
pub mod picture;
pub mod pit;
pub mod possibility;
mod printed;
mod problem;
pub mod proofs;
mod quantity;
pub mod questions;
pub mod reduce;
pub mod refusal;
mod request;
mod run;
#[cfg(feature = "json")]
mod run_json;
mod session;
mod snapshot;
mod steps;
pub mod strategy_argument;
pub mod strength;
pub mod table;
mod tally;
pub mod tournament;
pub mod trace;
pub mod translate;
mod typed;
mod usage;
pub mod validity;
mod verdict;
pub mod why;
mod witness;
pub mod words;

pub use bench::{TextId, Workbench};
pub use card_knowledge::Known;
pub use code_meaning::{CodeMeaning, list_codes};
pub use dialogue::{Cast, Dialogue, Heard, StepReply};
pub use explained::Explained;
pub use moment::{Moment, Reached, Timeline};
pub use opened::{Opened, THREE_PLAYERS, Typing, Unopened, When};
pub use printed::{Printed, States, Truth};
pub use problem::{Place, Problem};
pub use quantity::{Classes, Number, Sizes};
pub use request::{
    Answer, AttemptAnswer, ConvertedAnswer, MovedAnswer, OpenedAnswer, Request, RunAnswer,
    ScenarioAnswer, Spell, StateName, StepAnswer,
};
pub use run::{Event, MOST_SHOWN, Run, RunSettings, StepPlace};
pub use session::{Arrangement, Effect, Reordering, Session};
pub use snapshot::{Origin, Passed, Snapshot};
pub use steps::{ListedScenario, ListedStep, StepList};
pub use tally::{Standing, Tally, WhyNotRun};
pub use usage::Usage;
pub use verdict::{Against, Reason, Verdict};

/// A text for those who begin: what there is in the language, with remarks.
pub const FIRST_FILE: &str = include_str!("first.hexa");

/// The version of the messages: it changes when an old client could misread a new answer.
pub const VERSION: u32 = 1;
