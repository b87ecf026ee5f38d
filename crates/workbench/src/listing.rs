//! A state spelt out: its worlds by name, and what each agent cannot tell apart.

use crate::naming::Naming;
use crate::snapshot::Snapshot;
use hexa_engine::{AccessView, Limit, UBig, View};
use hexa_lang::Document;

/// Of larger states only the sizes are told.
const MOST_WORLDS: usize = 200;

/// A state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Listing {
    /// How many worlds there are.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
    pub count: UBig,
    /// The worlds, if they are not too many to list.
    pub worlds: Option<Worlds>,
    /// Everybody's access, those without it last.
    pub agents: Vec<AgentAccess>,
}

/// The worlds of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Worlds {
    /// Their names.
    pub names: Vec<String>,
    /// For each what its name does not say.
    pub details: Vec<Vec<String>>,
    /// The place of the actual one.
    pub actual: usize,
}

/// The access of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct AgentAccess {
    /// Who.
    pub agent: String,
    /// Their access.
    pub access: ListedAccess,
}

/// What an agent cannot tell apart. Worlds are given by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ListedAccess {
    /// Cells of a partition.
    Cells(Vec<Vec<usize>>),
    /// Arrows from world to world.
    Arrows(Vec<(usize, usize)>),
    /// So many cells, too many to list.
    Count(#[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))] UBig),
    /// Arrows, too many to list.
    SomeArrows,
    /// None at all.
    Nothing,
}

impl Worlds {
    /// The worlds of a view.
    pub fn new(view: &View, naming: &Naming<'_>) -> Self {
        let named = naming.names(view).into_iter();
        let (names, details) = named.map(|name| (name.label, name.details)).unzip();
        Self { names, details, actual: view.actual }
    }
}

impl Listing {
    /// The worlds of a state and everybody's access.
    pub fn new(snapshot: &Snapshot, document: &Document) -> Result<Self, Limit> {
        let count = snapshot.state.relevant_count()?;
        if count > UBig::from(MOST_WORLDS) {
            return Self::of_sizes(snapshot, document, count);
        }
        let view = snapshot.state.view()?;
        let naming = Naming::new(document, snapshot.origin.setup(document));
        let name = |agent| document.vocabulary.agent_name(agent).to_owned();
        let mut agents: Vec<AgentAccess> = Vec::new();
        for (agent, access) in &view.access {
            let access = match access {
                AccessView::Cells(cells) => ListedAccess::Cells(cells.clone()),
                AccessView::Arrows(arrows) => ListedAccess::Arrows(arrows.clone()),
            };
            agents.push(AgentAccess { agent: name(*agent), access });
        }
        let group = snapshot.state.group();
        let without = document.vocabulary.agents().filter(|&agent| !group.contains(agent));
        agents.extend(
            without.map(|agent| AgentAccess { agent: name(agent), access: ListedAccess::Nothing }),
        );
        Ok(Self { count, worlds: Some(Worlds::new(&view, &naming)), agents })
    }

    fn of_sizes(snapshot: &Snapshot, document: &Document, count: UBig) -> Result<Self, Limit> {
        let mut agents = Vec::new();
        for agent in document.vocabulary.agents() {
            let access = match snapshot.state.class_count(agent)? {
                Ok(cells) => ListedAccess::Count(cells),
                Err(_) if snapshot.state.group().contains(agent) => ListedAccess::SomeArrows,
                Err(_) => ListedAccess::Nothing,
            };
            let agent = document.vocabulary.agent_name(agent).to_owned();
            agents.push(AgentAccess { agent, access });
        }
        Ok(Self { count, worlds: None, agents })
    }
}
