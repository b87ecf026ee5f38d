//! Game signatures (EGDL sec. 2), and the numbers of what can be said of a state.

use hexa_logic::{Agent, AgentAction, Fluent};
use indexmap::{IndexMap, IndexSet};

/// A game signature (EGDL sec. 2): agents, atoms, and actions of each agent.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    pub(super) agents: IndexSet<String>,
    pub(super) atoms: IndexSet<String>,
    pub(super) moves: IndexMap<String, Agent>,
}

impl Signature {
    /// The names of the agents.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = &str> {
        self.agents.iter().map(|name| &name[..])
    }

    /// The names of the atoms. The first facts are these.
    pub fn atoms(&self) -> impl ExactSizeIterator<Item = &str> {
        self.atoms.iter().map(|name| &name[..])
    }

    /// The actions: their names, and whose they are.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (&str, Agent)> {
        self.moves.iter().map(|(name, agent)| (&name[..], *agent))
    }

    /// The action without effects of an agent.
    pub fn noop(&self, agent: Agent) -> AgentAction {
        AgentAction(agent.0)
    }

    /// The name of an action.
    pub fn move_name(&self, action: AgentAction) -> &str {
        self.moves.get_index(action.0 as usize).map_or("?", |(name, _)| name)
    }

    /// The action of this name.
    pub fn move_named(&self, name: &str) -> Option<AgentAction> {
        self.moves.get_index_of(name).map(|index| AgentAction(index as u32))
    }

    /// That the state is an initial one.
    pub fn initial(&self) -> Fluent {
        Fluent(self.atoms.len() as u32)
    }

    /// That the state is a terminal one.
    pub fn terminal(&self) -> Fluent {
        Fluent(self.atoms.len() as u32 + 1)
    }

    /// That an agent wins in the state.
    pub fn wins(&self, agent: Agent) -> Fluent {
        Fluent(self.atoms.len() as u32 + 2 + agent.0)
    }

    /// That an action is legal in the state.
    pub fn legal(&self, action: AgentAction) -> Fluent {
        Fluent((self.atoms.len() + 2 + self.agents.len()) as u32 + action.0)
    }

    /// How many facts there are.
    pub fn facts(&self) -> usize {
        self.atoms.len() + 2 + self.agents.len() + self.moves.len()
    }

    /// A fact as it is written.
    pub fn fluent_name(&self, fact: Fluent) -> String {
        let at = fact.0 as usize;
        if let Some(atom) = self.atoms.get_index(at) {
            return atom.clone();
        }
        let after = at - self.atoms.len();
        match after {
            0 => "initial".to_owned(),
            1 => "terminal".to_owned(),
            _ => match self.agents.get_index(after - 2) {
                Some(agent) => format!("wins({agent})"),
                None => {
                    let action = AgentAction((after - 2 - self.agents.len()) as u32);
                    format!("legal({})", self.move_name(action))
                }
            },
        }
    }
}
