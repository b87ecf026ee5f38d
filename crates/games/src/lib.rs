//! Knowledge games (thesis ch. 2) as games: their rules, and a search through all the states that
//! plays lead to, up to bisimilarity and up to other names for cards and players.
//!
//! Which deal is the actual one is all that players do not know of a state, so that the search goes
//! through models: whatever is said publicly leads from one model to another, and every world of a
//! model that is reached is the actual one of some play. Nothing here reads files or prints, and
//! nothing looks at a clock.

mod canonical;
mod contraction;
mod explicit;
mod game;
mod game_move;
mod model;
mod open_questions;
mod play;
mod scenario;
mod search;
mod world_set;

pub use canonical::{Canonical, Form, Kinds, canonical, frame};
pub use contraction::{components, contract};
pub use explicit::{state, vocabulary};
pub use game::{Game, MOST_AGENTS, MOST_CARDS, MOST_WORLDS, NoGame, NoWin, Own};
pub use game_move::{Answer, Ask, Moved, answered, passed, wins};
pub use model::{Model, PackedDeal};
pub use open_questions::{
    Custom, Sizes, Smallest, Table, Tried, games, sizes, smallest_growing, smallest_unsuccessful,
};
pub use play::{Play, Turn};
pub use scenario::{CARD_NAMES, declarations, scenario};
pub use search::{Bounds, Count, Cut, End, Found, Goal, Growth, Search, SimilarCount};
pub use world_set::WorldSet;
