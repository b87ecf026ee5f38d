//! Those who play Pit by themselves: traders who go by what they know of whom they traded with last, those who keep the suit they hold
//! most of, and those who count chances.

mod gambler;
mod habit;
mod keeper;
mod known;
mod minds;
mod odds;
mod trader;
mod why;

pub use gambler::{GamblerSettings, PitGambler};
pub use keeper::{KeptSuit, PitKeeper};
pub use odds::Odds;
pub use trader::{PitTrader, TraderSettings};
pub use why::PitWhy;
