//! Which cards, and which agents, can be exchanged for each other without changing what is asked of a state.

/// Cards and agents can be exchanged for others of the same kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kinds {
    /// The kind of each card.
    pub cards: Vec<u8>,
    /// The kind of each agent.
    pub agents: Vec<u8>,
}
