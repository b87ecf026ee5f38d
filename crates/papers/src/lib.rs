//! What the papers on knowledge games claim, and what computing says of it: the list of their
//! claims ([`claims`]), and those checks that are programs ([`checks`]). Claims that can be said in the
//! Hexa language are checked by scenarios instead, in lines under `claim` and `refute`.
//!
//! Nothing here says what comes out. A verdict is computed whenever it is asked for.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod checks;
pub mod claims;
mod evidence;
mod job;
mod library;
mod outcome;
mod table;
mod verdict;
pub mod words;

pub use claims::{Claim, ItemKind, Nature, Paper};
pub use evidence::{Found, Means, Timed, not_run};
pub use job::{Job, NoSuchCheck, jobs};
pub use library::Library;
pub use outcome::{DefinitionStanding, Outcome, QuestionAnswer};
pub use table::{Evidence, Record, Row};
pub use verdict::{Finding, Verdict};
