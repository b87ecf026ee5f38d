//! GDL, GDL-II and GDL-III: games whose rules are a logic program. A text is read ([`load`]) and checked; then a
//! [`Referee`] applies the rules: a [`Network`] of gates that is compiled before play, an [`Interpreter`] for what is
//! too large for that, or the [`DefinitionalReferee`], which is slow and transcribes the meaning of the rules.

mod after;
mod answer;
mod answering;
mod check;
mod components;
mod cut_short;
mod database;
mod definitional;
mod dependency;
mod exporting;
mod folding;
mod game;
mod ground;
mod interpreter;
mod join;
// What is typed may be anything: what is not expected is a mistake.
#[allow(clippy::wildcard_enum_match_arm)]
mod kif;
mod model;
mod modes;
mod network;
mod playouts;
mod program;
#[allow(clippy::wildcard_enum_match_arm)]
mod query;
#[allow(clippy::wildcard_enum_match_arm)]
mod read;
mod referee;
mod request;
mod rulebook;
mod safety;
mod saturation;
mod states;
mod stratification;
mod tabling;
mod term;
mod unbound_roles;

pub use answer::{
    GdlAnswer, GdlFailure, GdlLanguage, GdlOutcome, GdlWayOut, HistorySummary, HistoryVerdict,
    HistoryWitness, PlaySummary, PlayerClasses, RulesApplied, ShownHistory, ShownPosition,
    UnseenHistory,
};
pub use answering::answer;
pub use cut_short::{CutShort, RuleLimits};
pub use definitional::DefinitionalReferee;
pub use dependency::{Dependencies, Phase};
pub use game::{GdlGame, MOST_FORCED};
pub use interpreter::Interpreter;
pub use model::{HistoryLimits, HistoryModel, NoHistoryModel, Remembering, build};
pub use network::{Alike, Network, NetworkSize};
pub use playouts::{PlayEnd, Playing, Statistics, Stuck, TracedPlay, play, trace};
pub use program::{Predicate, Program};
pub use query::{GdlFluent, Queries};
pub use referee::{KnowledgeAtom, Percept, Referee, RoleId, RoleMove};
pub use request::{GdlProgress, GdlRequest, HistoryExport, HistoryMoment, RuleEngine};
pub use rulebook::{LoadedRulebook, Rulebook, load, load_until};
pub use states::{CountLimits, PositionCount, StuckPosition, count};
pub(crate) use stratification::describe_circle;
pub use term::{Term, Terms};
