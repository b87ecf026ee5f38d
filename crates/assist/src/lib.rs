//! An assistant for people who play Cluedo at a table: what was seen and said is written down event by event, and it says
//! where the cards can be, what the others can know, and what to do next. A [session](session::AssistSession) takes what is
//! typed and gives [answers](answer::AssistAnswer) as data; [words] puts them into English. Nothing here reads files or
//! prints, and nothing looks at a clock.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod about;
pub mod answer;
pub mod command;
pub mod dialogue;
pub mod entry;
pub mod export;
pub mod follower;
pub mod habit;
pub mod journal;
pub mod notebook;
pub mod reasons;
#[cfg(feature = "serde")]
mod serial;
pub mod session;
pub mod setup;
pub mod sheet;
pub mod words;

pub use hexa_games::cluedo::{advice, deck, edition, names};
