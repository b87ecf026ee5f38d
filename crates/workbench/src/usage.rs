//! How large a state is, for the curious: what holds it, worlds, nodes of diagrams.

use hexa_engine::{Ground, Held, Limit, Nodes, UBig};

/// How large a state is.
#[derive(Clone, Debug)]
pub struct Usage {
    /// The name of the engine that holds it.
    pub engine: &'static str,
    /// Why this one, unless it was asked for.
    pub ground: Option<Ground>,
    /// How many worlds there are, unless they cannot be counted.
    pub worlds: Result<UBig, Limit>,
    /// How large its diagrams are, if there are any.
    pub nodes: Option<Nodes>,
}

impl Usage {
    /// What a state takes.
    pub fn of(state: &Held, ground: Option<Ground>) -> Self {
        // Counting worlds makes nodes too; it should not count.
        let nodes = state.nodes();
        Self { engine: state.engine().name(), ground, worlds: state.relevant_count(), nodes }
    }
}
