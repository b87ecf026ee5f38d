//! Games: a folder for each family. Nothing here reads files or prints, and nothing looks at a clock.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod cluedo;
pub mod dice;
pub mod exact;
pub mod gossip;
pub mod knowledge;
pub mod measures;
pub mod pit;
#[cfg(feature = "serde")]
mod serial;
mod share;
pub mod split;
pub mod value;
pub mod words;

pub use share::Share;
