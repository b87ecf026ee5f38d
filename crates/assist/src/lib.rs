//! An assistant for people who play Cluedo at a table: what was seen and said is written down event by event, and it says
//! where the cards can be, what the others can know, and what to do next. Nothing here reads files or prints, and nothing
//! looks at a clock.

pub mod about;
pub mod advice;
pub mod command;
pub mod deck;
pub mod dialogue;
pub mod edition;
pub mod entry;
pub mod game;
pub mod names;
pub mod reasons;
pub mod setup;
pub mod sheet;
pub mod words;
