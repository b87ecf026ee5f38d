//! Comparing states: whether they are bisimilar, isomorphic or agent-similar (thesis defs. 50 and 74 to 76),
//! and what tells them apart.

pub(crate) mod action_bisimulation;
pub(crate) mod bisimulation;
pub(crate) mod distinguishing;
pub(crate) mod isomorphism;
pub(crate) mod matching;
pub(crate) mod refinement;
pub(crate) mod renaming;
pub(crate) mod rounds;
pub(crate) mod similarity;
