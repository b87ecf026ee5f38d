//! Small random models, and searches in them that give up soon: those are passed over, and counted.

use hexa_engine::{Engine, Held, Limits, generate};
use hexa_logic::{Setup, Terms};
use std::cell::Cell;

/// A model of the random vocabulary, held by an engine that may not work for long.
pub fn build(engine: Engine, setup: &Setup, terms: &Terms) -> Held {
    let limits = Limits { max_worlds: Some(300), work: 4_000_000, ..Limits::default() };
    engine.build(setup, &generate::vocabulary(), terms, &limits).expect("a small model")
}

/// One more.
pub fn count(cell: &Cell<u32>) {
    cell.set(cell.get() + 1);
}
