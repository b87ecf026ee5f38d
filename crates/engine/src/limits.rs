//! How much an engine may use. Whoever asks for a state sets the limits; work that
//! would pass them ends in an error that names the limit, before memory is taken.

use dashu_int::UBig;
use hexa_logic::{Stop, Stopped};
use std::cell::Cell;
use std::fmt;
use std::ops::Range;

/// The most steps of work that an engine does between two looks at [`Limits::stop`]: after somebody
/// has asked for the end, at most so many more are counted.
pub const MOST_STEPS_BETWEEN_LOOKS: u64 = 1 << 16;

/// What an engine may use for one state.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// What ends the work from outside, and counts it. Whoever holds a state holds this too, so that
    /// everything that is asked of the state later looks at it.
    pub stop: Stop,
}

impl Default for Limits {
    fn default() -> Self {
        let stop = Stop::new();
        Self { max_worlds: None, memory: 4 << 30, work: 4_000_000_000, nodes: 1 << 26, stop }
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

impl From<Stopped> for Limit {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
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
            Self::Stopped => Stopped.fmt(f),
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

/// Reports the steps of one computation to whoever may end it, some thousands at a time.
#[derive(Debug)]
pub(crate) struct Pace {
    stop: Stop,
    /// The steps that were done since the last report; [`Self::FRESH`] more before the first look.
    since: Cell<u64>,
}

impl Pace {
    /// So many steps are reported at once.
    const REPORT: u64 = 1 << 12;

    /// So many items of an array are one piece of a pass over it.
    const PIECE: usize = 1 << 14;

    /// Stands for the first look, which is made at once: many short computations are a long one.
    const FRESH: u64 = 1 << 63;

    pub(crate) fn new(stop: &Stop) -> Self {
        Self { stop: stop.clone(), since: Cell::new(Self::FRESH) }
    }

    /// So many steps were done.
    #[inline]
    pub(crate) fn count(&self, steps: u64) -> Result<(), Stopped> {
        let since = self.since.get() + steps;
        self.since.set(since);
        match since < Self::REPORT {
            true => Ok(()),
            false => self.report(),
        }
    }

    #[cold]
    fn report(&self) -> Result<(), Stopped> {
        let (since, is_first) = (self.unreported_steps(), self.since.get() >= Self::FRESH);
        if is_first && since < Self::REPORT {
            self.since.set(since);
            return self.stop.look();
        }
        self.since.set(0);
        self.stop.count(since)
    }

    fn unreported_steps(&self) -> u64 {
        self.since.get() & !Self::FRESH
    }

    /// A pass over an array of so many items, piece by piece.
    #[inline]
    pub(crate) fn pass(
        &self,
        size: usize,
        mut piece: impl FnMut(Range<usize>),
    ) -> Result<(), Stopped> {
        let mut start = 0;
        while start < size {
            let end = size.min(start + Self::PIECE);
            piece(start..end);
            self.count((end - start) as u64)?;
            start = end;
        }
        Ok(())
    }

    /// A table of so many entries.
    #[inline]
    pub(crate) fn table<T>(
        &self,
        size: usize,
        mut entry: impl FnMut(usize) -> T,
    ) -> Result<Vec<T>, Stopped> {
        let mut all = Vec::with_capacity(size);
        self.pass(size, |piece| all.extend(piece.map(&mut entry)))?;
        Ok(all)
    }

    /// One thing after the other, each a step.
    #[inline]
    pub(crate) fn each<T>(
        &self,
        mut things: impl Iterator<Item = T>,
        mut step: impl FnMut(T),
    ) -> Result<(), Stopped> {
        let mut done = Self::PIECE;
        while done == Self::PIECE {
            done = 0;
            for thing in things.by_ref().take(Self::PIECE) {
                step(thing);
                done += 1;
            }
            self.count(done as u64)?;
        }
        Ok(())
    }

    /// All of these, each a step.
    #[inline]
    pub(crate) fn collect<T>(&self, things: impl Iterator<Item = T>) -> Result<Vec<T>, Stopped> {
        let mut all = Vec::with_capacity(things.size_hint().0);
        self.each(things, |thing| all.push(thing))?;
        Ok(all)
    }
}

impl Drop for Pace {
    /// What was done last is reported too; whoever is asked to stop is at the end anyway.
    fn drop(&mut self) {
        if self.unreported_steps() > 0 {
            let _ = self.stop.count(self.unreported_steps());
        }
    }
}

impl Clone for Pace {
    fn clone(&self) -> Self {
        Self::new(&self.stop)
    }
}

/// Counts the steps of a search: there is a limit, and somebody may ask for the end.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    left: u64,
    limit: u64,
    pace: Pace,
}

impl Work {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self::at_most(limits.work, &limits.stop)
    }

    pub(crate) fn at_most(limit: u64, stop: &Stop) -> Self {
        Self { left: limit, limit, pace: Pace::new(stop) }
    }

    /// What reports the steps.
    pub(crate) fn pace(&self) -> &Pace {
        &self.pace
    }

    /// Takes so many steps, if they are left. A number that is larger than what is done between two
    /// looks stands for passes that are still to come, and that report their own steps.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Limit> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(self.pace.count(steps.min(Pace::REPORT))?)
            }
            None => Err(Limit::Work(self.limit)),
        }
    }
}

/// How many nodes may be made, and what ends the making from outside.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) nodes: u64,
    pub(crate) stop: Stop,
}

impl Room {
    /// Whether so many nodes are not too many.
    pub(crate) fn admit(&self, nodes: u64) -> Result<(), Limit> {
        match nodes > self.nodes {
            true => Err(self.full()),
            false => Ok(()),
        }
    }

    /// There is no room for more.
    pub(crate) fn full(&self) -> Limit {
        Limit::Nodes(self.nodes)
    }

    /// What reports the nodes that are made.
    pub(crate) fn pace(&self) -> Pace {
        Pace::new(&self.stop)
    }
}

impl Limits {
    /// Room for nodes.
    pub(crate) fn room(&self) -> Room {
        Room { nodes: self.nodes, stop: self.stop.clone() }
    }
}
