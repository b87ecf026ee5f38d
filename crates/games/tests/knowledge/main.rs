//! Knowledge games: packed models, canonical forms and searches against the explicit engine.

mod by_engine;
mod canonical;
mod moves;
mod open_questions;
mod pit_engine;
mod pit_situations;
mod search;
