//! Those who play Pit by themselves: traders who go by what they know of whom they traded with last, and those who keep the suit
//! they hold most of.

mod keeper;
mod known;
mod odds;
mod trader;
mod why;

pub use keeper::{KeptSuit, PitKeeper};
pub use odds::Odds;
pub use trader::{PitTrader, TraderSettings};
pub use why::PitWhy;
