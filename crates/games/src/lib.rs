//! Games: a folder for each family. Nothing here reads files or prints, and nothing looks at a clock.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod behaviour;
pub mod belief;
pub mod catalogue;
pub mod cluedo;
pub mod conformance;
pub mod dice;
pub mod exact;
pub mod game;
pub mod gossip;
mod hexadecimal;
pub mod knowledge;
pub mod kuhn;
pub mod measures;
pub mod named;
pub mod pit;
mod playing;
mod sequential;
#[cfg(feature = "serde")]
mod serial;
mod share;
pub mod situations;
pub mod split;
pub mod strategy;
pub mod strategy_catalogue;
pub mod tournament;
pub mod tree;
pub mod value;
pub mod words;

pub use playing::{Abandoned, PlayEnd, PlayStreams, play_on};
pub use sequential::Sequential;
pub use share::Share;
pub use strategy::{Decision, NoChoice, Strategy, Uniform};
