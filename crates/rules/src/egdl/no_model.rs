//! Why a description in EGDL has no model (def. 1), and where it shows.

use hexa_lang::Diagnostic;
use hexa_logic::{Agent, AgentAction, Fluent, Stopped};

/// A state with the play that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachedPosition {
    /// The joint actions, from an initial state on.
    pub play: Vec<Box<[AgentAction]>>,
    /// The atoms that are true.
    pub atoms: Vec<Fluent>,
}

/// Why a description has no model.
#[derive(Clone, Debug)]
pub enum NoModel {
    /// The rules do not say enough, or too much.
    Rules(Vec<Diagnostic>),
    /// No state is initial.
    NoInitialState,
    /// Something is wrong in a state.
    State(PositionFlaw, ReachedPosition),
    /// More states than the limit.
    TooManyStates(usize),
    /// More steps than the limit.
    TooManySteps(usize),
    /// Somebody asked for the end.
    Stopped,
}

impl From<Stopped> for NoModel {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// What is wrong with a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionFlaw {
    /// It is initial and terminal.
    InitialAndTerminal,
    /// It is initial, and a play leads there.
    InitialAgain,
    /// An agent has no legal action.
    NoLegalAction(Agent),
    /// It is terminal, and an agent can do something.
    LegalAtTheEnd(AgentAction),
    /// It is terminal, and an agent cannot do nothing.
    NoNoopAtTheEnd(Agent),
    /// No rule says what an atom is next, after a joint action.
    NotSaid(Fluent, Box<[AgentAction]>),
    /// Rules say that an atom is true next, and that it is false; by their numbers.
    BothSaid(Fluent, Box<[AgentAction]>, [usize; 2]),
}
