//! Games: a folder for each family. Nothing here reads files or prints, and nothing looks at a clock.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod cluedo;
pub mod knowledge;
#[cfg(feature = "serde")]
mod serial;
pub mod words;
