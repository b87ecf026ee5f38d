//! The agents of the Cluedo agents project (Agents page): of knowledge order zero, one and two, on three split models each.
//! Every update is a formula of the page; where the page, the project's program and what is right differ, that is a mode.

mod agent;
mod models;

pub use agent::{AgentSettings, CluedoAgent};
pub use models::{GoalModel, HandModel, ShownModel};

/// Which of the three literal versions of an agent is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgentMode {
    /// As the page says.
    Page,
    /// As the project's program does.
    Program,
    /// As it should be: who passes has none of the three cards, hands have the sizes that were dealt, and no card is in two
    /// places.
    Right,
}
