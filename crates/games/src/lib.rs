//! Games: a folder for each family. Nothing here reads files or prints, and nothing looks at a clock.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod cluedo;
pub mod gossip;
pub mod knowledge;
pub mod measures;
#[cfg(feature = "serde")]
mod serial;
mod share;
pub mod words;

pub use share::Share;
