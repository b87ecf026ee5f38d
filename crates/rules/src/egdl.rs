//! Games described in EGDL (defs. 4 and 5, figure 1): agents, atoms and actions with indices, and numbered rules.
//!
//! First text becomes a tree; then the values of indices are put in, which leaves plain formulas.

mod ground;
mod parse;
mod signature;
mod token;
mod tree;

pub(crate) use ground::Clause;
pub use ground::{Board, Description, Instance, NumberedRule, read, read_formula};
pub use signature::Signature;
