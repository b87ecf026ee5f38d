//! The agents of the Cluedo agents project (Agents page): of knowledge order zero, one and two, on split models: of the goal
//! deck, of the hand of each other player, and of what others know of one's own hand. Every update is a formula of the page;
//! where the page, the project's program and what is right differ, that is a mode ([`AgentMode`]), and every bullet point of the
//! page is a switch ([`AgentSettings`]).
//!
//! One bullet point has no switch: how agents move over the board, which they do where there is one.

mod agent;
mod course;
mod loss;
mod measure;
mod models;
mod partition;
mod settings;
mod shown;
mod why;

pub use agent::CluedoAgent;
pub use course::{ClosingKind, GameCourse};
pub use loss::{LossTally, LossWitness, LostFact, LostKind, card_names, parts_are_projections};
pub use measure::{
    AgentsMeasure, AgentsTally, CurvePoint, EndingKind, GoalCurve, MOST_MEASURED_ROUNDS,
};
pub use models::{GoalModel, HandModel};
pub use partition::Partition;
pub use settings::{AgentMode, AgentSettings, DecidedCard};
pub use shown::{Lacking, ShownModel};
pub use why::{AgentReason, AgentWhy};
