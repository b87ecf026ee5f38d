//! Where the worlds of a connected part stand, in lengths of a link, before any size in pixels is known.

use super::geometry::Point;
use super::graph::Pair;
use super::links::Skeleton;
use std::collections::BTreeSet;

/// The shape of one connected part, in lengths of a link.
#[derive(Default)]
pub struct Shape {
    pub at: Vec<Point>,
    /// Lines that the shape consists of.
    pub skeleton: Skeleton,
    /// Linked pairs whose line runs behind or across a solid.
    pub behind: BTreeSet<Pair>,
    pub pliable: Pliable,
    /// Agents whose classes are marked on the worlds instead of drawn as lines.
    pub marked: Vec<usize>,
}

/// Whether worlds may be nudged apart, or symmetry is to be kept.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Pliable {
    #[default]
    Rigid,
    Soft,
}
