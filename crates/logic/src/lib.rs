//! The vocabulary of knowledge games: who there is, what can be said, what can
//! happen, and from where it starts. Nothing here computes truth or change; that
//! is the engine's business. Nothing here knows any text syntax either.
//!
//! Formulas and actions are handles into a shared store, [`Terms`]: equal terms
//! are the same handle, children are older than their parents, and no term,
//! however deep, is ever dropped recursively.

#![deny(clippy::wildcard_enum_match_arm)]

mod action;
mod deal;
mod epistemic_action;
mod event_model;
mod formula;
mod game_action;
mod group;
mod path_formula;
mod setup;
mod stop;
mod stream;
mod terms;
mod vocabulary;

pub use action::{Action, ActionNode};
pub use deal::Deal;
pub use epistemic_action::{EpistemicAction, EpistemicIndex, MAX_EVENTS, NoEpistemicAction};
pub use event_model::{Event, EventClause, EventModel, FrameIndex, Manner, Message, MessageIndex};
pub use formula::{Comparison, CountTest, Formula, FormulaNode, Modality, Ratio};
pub use game_action::{GameAction, Move, Question, Response, Roles};
pub use group::Group;
pub use path_formula::{AgentAction, Fluent, PathFormula, PathFormulas, PathNode};
pub use setup::{
    DealSetup, Hypercube, ModelSetup, RelationSetup, Setup, Sight, Structure, WeighedModel,
    WinCondition, WorldSetup,
};
pub use stop::{Holding, Progress, Stop, Stopped};
pub use stream::Stream;
pub use terms::{Occurring, Stamp, Terms};
pub use vocabulary::{Agent, Atom, Card, Holder, Vocabulary, World};
