//! Texts and what can be said about them: where something stands, what is wrong there, and what to do
//! about it. Everything that reads a text, or answers a question about one, tells its problems in this way;
//! how they are shown is up to each interface.

#![deny(clippy::wildcard_enum_match_arm)]

mod code;
mod diagnostic;
mod escape;
mod source;
mod way_out;

pub use code::{Code, CodeKind};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use escape::{clean, harmless, latex_escaped};
pub use source::{Location, Source, SourceId, Sources, Span};
pub use way_out::{Phrase, Setting, WayOut};
