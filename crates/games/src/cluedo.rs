//! Cluedo as it is sold: its cards and what people call them, and the rules that differ between editions.

pub mod card_list;
pub mod deck;
pub mod edition;
pub mod names;

pub use deck::{Category, Deck};
pub use edition::Edition;
