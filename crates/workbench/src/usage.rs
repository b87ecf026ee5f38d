//! How large a state is, for the curious: what holds it, worlds, nodes of diagrams.

use crate::snapshot::Snapshot;
use hexa_engine::{Ground, Limit, Nodes, UBig};

/// How large a state is.
#[derive(Clone, Debug)]
pub struct Usage {
    /// The name of the engine that holds it.
    pub engine: &'static str,
    /// Why this one, unless it was asked for.
    pub ground: Option<Ground>,
    /// How many worlds there are, unless they cannot be counted.
    pub worlds: Result<UBig, Limit>,
    /// How many there are with those that cannot be reached, if these are kept.
    pub all: Option<UBig>,
    /// How large its diagrams are, if there are any.
    pub nodes: Option<Nodes>,
}

impl Usage {
    /// What a state takes.
    pub fn of(snapshot: &Snapshot, ground: Option<Ground>) -> Self {
        let state = &snapshot.state;
        // Counting worlds makes nodes too; it should not count.
        let nodes = state.nodes();
        let (worlds, all) = (state.relevant_count(), snapshot.whole_count());
        let all = all.filter(|all| worlds.as_ref().is_ok_and(|worlds| worlds < all));
        Self { engine: state.engine().name(), ground, worlds, all, nodes }
    }
}
