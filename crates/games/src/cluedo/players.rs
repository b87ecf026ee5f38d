//! Strong players of Cluedo: they draw every conclusion from what they notice, and differ in what they suspect, which card
//! they show, and when they accuse (Cluedo paper sec. 6; thesis 1.2).

pub mod account;
pub mod assistance;
pub mod clues;
pub mod nested;
pub mod notes;
pub mod nowin;
mod player;
pub mod questions;
pub mod sample;
mod settings;
mod why;

pub use player::{Accusing, Asking, CluedoPlayer, OwnCards, PlayerSettings, Showing};
pub use why::{CluedoAim, CluedoReason, CluedoWhy, Millionths};

/// What the strategy is called that plays as the assistant advises.
pub const ASSISTANT: &str = "assistant";
