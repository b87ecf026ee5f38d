//! Games described in EGDL (defs. 4 and 5, figure 1): agents, atoms and actions with indices, and numbered rules.
//!
//! First text becomes a tree; then the values of indices are put in, which leaves plain formulas.

mod answer;
mod answering;
mod closure;
mod condition;
mod definition;
mod exporting;
mod game;
// What is typed may be anything: what is not expected is a mistake.
#[allow(clippy::wildcard_enum_match_arm)]
mod ground;
mod initial;
mod model;
mod moves;
mod no_model;
#[allow(clippy::wildcard_enum_match_arm)]
mod parse;
mod request;
mod signature;
#[allow(clippy::wildcard_enum_match_arm)]
mod token;
mod tree;
mod underscore;
mod uniqueness;
mod verdict;

pub use answer::{
    AgentSummary, CheckPlace, EgdlAnswer, EgdlFailure, EgdlOutcome, EgdlWayOut, FlawedState,
    ModelUniqueness, PathVerdict, RecalledHistories, RuleAdvice, ShownFlaw, ShownPath, ShownStart,
    ShownWitness, UnseenPath,
};
pub use answering::answer;
pub use closure::{Closure, ClosureSize, ClosuresOutcome, EgdlClosures, SetSize, closures};
pub use exporting::{EgdlExport, export};
pub use game::EgdlGame;
pub use ground::{
    Board, Description, Instance, NotRead, NumberedRule, RuleClause, read, read_formula,
};
pub use model::{ModelLimits, TransitionModel};
pub use no_model::{NoModel, PositionFlaw, ReachedPosition};
pub use request::{EgdlRecall, EgdlRequest};
pub use signature::Signature;
pub use uniqueness::{Uniqueness, uniqueness};
