//! How much an engine may use. Whoever asks for a state sets the limits; work that
//! would pass them ends in an error that names the limit, before memory is taken.

use dashu_int::UBig;
use std::fmt;

/// What an engine may use for one state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most worlds a model may have; none leaves it to the memory.
    pub max_worlds: Option<u64>,
    /// Bytes for one model: four per world and agent, and one bit per world and atom.
    pub memory: u64,
    /// Elementary steps of a search that may not end soon: for the worlds that obey a law, for an
    /// isomorphism, through announcements inside announcements.
    pub work: u64,
    /// The most nodes of decision diagrams.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_worlds: None, memory: 4 << 30, work: 4_000_000_000, nodes: 1 << 26 }
    }
}

/// The limit that was hit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// [`Limits::max_worlds`]
    Worlds(u64),
    /// [`Limits::memory`], and what would be needed.
    Memory {
        /// The bytes allowed.
        allowed: u64,
        /// The bytes that the model would take.
        needed: UBig,
    },
    /// [`Limits::work`]
    Work(u64),
    /// The definitional engine follows terms this deep only.
    Depth(u64),
    /// A program with `U` led to more possibilities than this, and to new ones still.
    Possibilities(u64),
    /// The events of a frame.
    Events(u64),
    /// [`Limits::nodes`]
    Nodes(u64),
    /// How often a card may be shown.
    Shows(u64),
    /// Worlds are numbered with 32 bits.
    Numbering,
    /// Somebody asked for the end of the work.
    Stopped,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Worlds(most) => write!(f, "the limit is {most} worlds"),
            Self::Memory { allowed, needed } => {
                write!(f, "this takes {needed} bytes and the limit is {allowed} bytes")
            }
            Self::Work(steps) => write!(f, "the limit is {steps} steps"),
            Self::Depth(levels) => write!(f, "the limit is {levels} levels of nesting"),
            Self::Possibilities(most) => {
                write!(f, "the limit is {most} possibilities that a program with U leads to")
            }
            Self::Events(most) => write!(f, "the limit is {most} events"),
            Self::Nodes(most) => write!(f, "the limit is {most} nodes of decision diagrams"),
            Self::Shows(most) => write!(f, "the limit is {most} cards shown"),
            Self::Numbering => write!(f, "worlds are numbered with 32 bits"),
            Self::Stopped => write!(f, "it was stopped"),
        }
    }
}

impl Limits {
    /// Whether a model of this size may be built.
    pub fn admit(&self, worlds: &UBig, agents: usize, atoms: usize) -> Result<(), Limit> {
        if let Some(most) = self.max_worlds.filter(|&most| *worlds > UBig::from(most)) {
            return Err(Limit::Worlds(most));
        }
        let needed = model_bytes(worlds, agents, atoms);
        if needed > UBig::from(self.memory) {
            return Err(Limit::Memory { allowed: self.memory, needed });
        }
        if *worlds > UBig::from(u32::MAX) {
            return Err(Limit::Numbering);
        }
        Ok(())
    }
}

/// Four bytes per world and agent, and one bit per world and atom.
pub fn model_bytes(worlds: &UBig, agents: usize, atoms: usize) -> UBig {
    worlds * UBig::from(32 * agents as u64 + atoms as u64) / UBig::from(8u8)
}

/// Counts the steps of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    left: u64,
    limit: u64,
}

impl Work {
    pub(crate) fn new(limit: u64) -> Self {
        Self { left: limit, limit }
    }

    /// Takes so many steps, if they are left.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Limit> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Limit::Work(self.limit)),
        }
    }
}
