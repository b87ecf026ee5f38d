//! What fits at a place of a text.

/// What fits at a place of a text: what a name that stands there has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    /// A formula.
    Formula,
    /// An action.
    Action,
    /// A number.
    Number,
    /// A set.
    Set,
    /// An agent or a group of agents.
    Group,
    /// An agent.
    Agent,
    /// An agent, or the table.
    Holder,
    /// A card.
    Card,
    /// An element of a set; a name that is declared nowhere stands for itself.
    Element,
    /// Whatever the other side of the comparison, the atom or the definition needs.
    Value,
    /// An atom.
    Atom,
    /// A world of the model around it.
    World,
    /// An event of a frame.
    Event,
    /// A state.
    State,
    /// A name that is new here.
    New,
}
