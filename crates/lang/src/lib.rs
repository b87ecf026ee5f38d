//! The Hexa language: text to formulas, actions and setups, and back.
//!
//! Two phases. [`syntax`] turns text into a tree and never fails: what it cannot
//! read becomes an error node and a diagnostic. `elaborate` turns trees into
//! the notions of `hexa_logic`: it resolves names, expands parameters, lists by
//! rule, binders and macros, and checks what can be checked before anything runs.
//!
//! This crate reads no files: a [`Resolver`] brings the texts that others include.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod pieces;
pub mod proof;
pub mod smcdel;
pub mod syntax;

pub use hexa_text::{Code, Diagnostic, Label, Location, SourceId, Sources, Span};

mod document;
mod elaborate;
mod load;
mod write;

pub use document::{
    Claim, Document, NamedState, Notation, Places, Quantity, Scenario, Step, StepKind, StepRole,
};
pub use elaborate::closest;
pub use load::{Loaded, NoIncludes, Resolver, Settings, load, load_until};
pub use syntax::tree::{ActionProperty, Likeness, Stance};
pub use write::Writer;
