//! Cluedo: its cards and what people call them, the rules that differ between editions, and the game itself.

pub mod advice;
pub mod agents;
pub mod board;
pub mod card_list;
pub mod deck;
pub mod edition;
mod game;
mod knowledge;
pub mod names;
pub mod players;
mod rules;

pub use deck::{Category, Deck};
pub use edition::Edition;
pub use game::{CluedoCards, CluedoGame, CluedoMove, CluedoNotice, Travel, cards_in};
pub use rules::{
    CLUEDO_PLAYERS, CluedoRules, Ending, FirstPlayer, MOST_CLUEDO_CARDS, NoCluedo, Suspecting,
};
