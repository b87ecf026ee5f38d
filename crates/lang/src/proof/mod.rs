//! Texts of proofs: how they are written, and their usual form. What the lines mean is said elsewhere.
//!
//! ```text
//! logic S5
//! agents a, b
//!
//! theorem truth(agent i, formula φ): K_i φ -> φ
//!   1. K_i φ -> φ                 by axiom T
//! ```
//!
//! A statement begins in the first column. A line of a proof is its number or name, a formula, and after `by` why; it may go on on
//! further physical lines. What stands under an assumption is indented further than the assumption.

mod format;
mod load;
mod parse;
mod token;
pub mod tree;

pub use format::format_proof;
pub use load::{LoadedProof, load_proof};
