//! Games: a folder for each family. Nothing here reads files or prints, and nothing looks at a clock.

pub mod cluedo;
pub mod knowledge;
#[cfg(feature = "serde")]
mod serial;
pub mod words;
