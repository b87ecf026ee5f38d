//! A state as it is shown: the relevant worlds with what is true in them, and each
//! agent's access between them. The same for every engine, so that what is printed
//! or drawn never depends on which one holds the state.

use hexa_logic::{Agent, Atom};

/// The relevant part of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The relevant worlds, in the order that the initial state lists them.
    pub worlds: Vec<WorldView>,
    /// The place of the actual world among them.
    pub actual: usize,
    /// Who has access, and what it is, between places of `worlds`.
    pub access: Vec<(Agent, AccessView)>,
}

/// One world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorldView {
    /// The name it was given, if it was given one.
    pub name: Option<String>,
    /// The events that made it, in the order in which they happened: after a product with a frame a world is a pair of a
    /// world and an event.
    pub events: Vec<String>,
    /// The atoms true in it, in order.
    pub atoms: Vec<Atom>,
}

/// An agent's access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccessView {
    /// The cells of their partition, in order of their first worlds.
    Cells(Vec<Vec<usize>>),
    /// The arrows, sorted.
    Arrows(Vec<(usize, usize)>),
}
