//! Knowledge games (thesis ch. 2): their rules, and a search through all the states that plays lead to, up
//! to bisimilarity and up to other names for cards and players.
//!
//! Which deal is the actual one is all that players do not know of a state, so that the search goes
//! through models: whatever is said publicly leads from one model to another, and every world of a
//! model that is reached is the actual one of some play.

mod canonical;
mod cards;
mod contraction;
mod explicit;
mod kinds;
mod known;
mod moves;
mod open_questions;
mod packed;
mod play;
mod playing;
mod property;
mod protocol;
mod request;
mod rules;
mod scenario;
mod search;
mod sizes;
mod world_set;

pub use canonical::{Canonical, Form, canonical, frame};
pub(crate) use canonical::{add, mix, pair};
pub use cards::{CardSet, PackedDeal, Seat};
pub(crate) use contraction::members;
pub use contraction::{components, contract};
pub use explicit::{state, vocabulary};
pub use kinds::Kinds;
pub use known::TableUse;
pub use moves::{
    Ask, HeardAnswer, Moved, apply_ask, apply_cannot_win, apply_draw, apply_look, apply_nowin,
    apply_wrong_guess, target, worlds_won_by,
};
pub use open_questions::{
    Custom, Sizes, Smallest, TableCards, Tried, games, sizes, smallest_growing,
    smallest_unsuccessful,
};
pub use packed::PackedModel;
pub use play::{FoundPlay, PlayEvent};
pub use playing::{NotPlayed, PlayedKnowledgeGame};
pub use property::{Property, mentions, unpreserved_part};
pub use protocol::{Drawing, Guessing, Protocol, TurnOrder, Winning, WrongGuess};
pub use request::{
    FoundScenario, NoSearch, SearchAnswer, SearchRequest, Seeks, SimilarStates, Sought, search,
};
pub use rules::{
    CARD_NAMES, KnowledgeGame, MOST_AGENTS, MOST_CARDS, MOST_WORLDS, NoSuchGame, NoWin, OwnCards,
};
pub use scenario::{declarations, scenario};
pub use search::{
    DepthCount, Found, Growth, SearchBounds, SearchCut, SearchEnd, SearchGoal, SimilarCount,
    StateSearch,
};
pub use sizes::{RepeatedQuestion, StateSizes, count_deals};
pub use world_set::WorldSet;
