//! Proofs in logics of knowledge and of games, and their checker.
//!
//! A [`Development`] is a list of theorems of one logic, each with its proof: numbered lines, what each says and why. Three callers
//! make and use them:
//!
//! 1. a person, who writes a text that is read into one;
//! 2. a prover, which finds out that a formula is valid and says so by lines that anybody can check;
//! 3. `hexa proof check`, which has every line checked, and says of the first wrong one what was expected.
//!
//! Whatever a proof is made of stands in [`sentence`] and [`proof`]; the two languages of formulas that Hexa has, of states and of
//! paths, are both read as sentences. The [`checker`] sees these and nothing else: it knows no text, no model and no prover.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod checker;
pub mod decide;
#[cfg(feature = "diagrams")]
pub mod elimination;
pub mod family;
pub mod latex;
#[cfg(feature = "diagrams")]
pub mod premodel;
pub mod proof;
#[cfg(feature = "sat")]
pub mod prover;
pub mod reading;
pub mod sentence;
mod text;
pub mod words;
mod write;

pub use proof::{
    Argument, Deed, Development, GroupCondition, Inference, Parameter, ProofLine, ProofSystem,
    Signature, Theorem,
};
pub use sentence::{
    Act, ActShape, Letter, Members, Operator, Party, Sentence, Sentences, Shape, Variable, Who,
};
pub use write::Script;
