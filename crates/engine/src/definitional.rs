//! The definitional engine: a slow transcription of the definitions, against which
//! the others are tested. Worlds are listed, access is a table of pairs, truth is
//! asked world by world. It shares no code with the explicit engine but the error
//! types, builds its own states in the most literal way, and takes small models only.

mod comparison;
mod initial;
mod semantics;

use crate::definedness::Lack;
use crate::execution::{Outcomes, UpdateError};
use crate::limits::{Limit, Limits};
use crate::relevant::NoCells;
use crate::truth::EvalError;
use crate::view::{AccessView, View, WorldView};
use hexa_logic::{Action, Agent, Atom, Formula, Group, Terms};
use semantics::Semantics;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use comparison::{bisimilar, isomorphic};
pub use initial::{MAX_WORLDS, build};

/// A state: worlds, access for each agent of the group, a valuation, the actual world
/// (thesis def. 63).
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) model: Arc<Model>,
    pub(crate) point: usize,
    pub(crate) limits: Limits,
}

/// A model. Its group is the agents that have an entry in `access`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Model {
    pub(crate) worlds: Vec<World>,
    pub(crate) access: BTreeMap<Agent, Access>,
}

/// A world: the atoms true in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct World {
    pub(crate) name: Option<String>,
    pub(crate) atoms: BTreeSet<Atom>,
}

/// An agent's access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    /// How it was described.
    pub(crate) given: Given,
    /// For each world, whether each world is accessible from it.
    pub(crate) pairs: Vec<Vec<bool>>,
}

/// How access was described. Probabilities and learning are defined for cells only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    Cells,
    Arrows,
}

impl Model {
    /// The agents for whom access is defined (def. 31).
    pub(crate) fn group(&self) -> Group {
        self.access.keys().copied().collect()
    }

    /// Whether an agent who is in `from` considers `to` possible.
    pub(crate) fn related(&self, agent: Agent, from: usize, to: usize) -> bool {
        self.access.get(&agent).is_some_and(|access| access.pairs[from][to])
    }

    /// The worlds that steps of the group lead to, itself included (def. 63).
    pub(crate) fn reachable(&self, group: &Group, from: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([from]);
        let mut waiting = vec![from];
        while let Some(world) = waiting.pop() {
            for to in 0..self.worlds.len() {
                let step = group.iter().any(|agent| self.related(agent, world, to));
                if step && reached.insert(to) {
                    waiting.push(to);
                }
            }
        }
        reached
    }
}

impl State {
    /// The group that has access.
    pub fn group(&self) -> Group {
        self.model.group()
    }

    /// How many worlds there are.
    pub fn world_count(&self) -> usize {
        self.model.worlds.len()
    }

    /// Whether a formula is true in the actual world.
    pub fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        let semantics = Semantics::new(terms, &self.model, self.limits.work);
        semantics.formula_defined(formula, &self.group())?;
        semantics.holds(self.point, formula)
    }

    /// For each world, whether a formula is true in it.
    pub fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
        let semantics = Semantics::new(terms, &self.model, self.limits.work);
        semantics.formula_defined(formula, &self.group())?;
        (0..self.world_count()).map(|world| semantics.holds(world, formula)).collect()
    }

    /// Whether a formula is true in every relevant world.
    pub fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        let truth = self.truth(terms, formula)?;
        Ok(self.relevant().iter().all(|&world| truth[world]))
    }

    /// Executes an action.
    pub fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<State>, UpdateError> {
        let semantics = Semantics::new(terms, &self.model, self.limits.work);
        semantics.action_defined(action, &self.group())?;
        let (model, point) = semantics.execute(self.point, action)?;
        Ok(Outcomes::one(State { model, point, limits: self.limits }))
    }

    /// The actual world and those that access of anybody leads to.
    pub fn relevant(&self) -> BTreeSet<usize> {
        self.model.reachable(&self.group(), self.point)
    }

    /// How many cells an agent's partition has on the relevant worlds.
    pub fn class_count(&self, agent: Agent) -> Result<usize, NoCells> {
        match self.model.access.get(&agent) {
            None => Err(NoCells { agent, lack: Lack::Access }),
            Some(access) if access.given == Given::Arrows => {
                Err(NoCells { agent, lack: Lack::Cells })
            }
            Some(_) => Ok(self.cells(agent, &self.relevant()).len()),
        }
    }

    /// The cells of an agent's partition of some worlds.
    fn cells(&self, agent: Agent, worlds: &BTreeSet<usize>) -> BTreeSet<BTreeSet<usize>> {
        let cell = |&world: &usize| {
            let together = |&other: &usize| self.model.related(agent, world, other);
            worlds.iter().copied().filter(together).collect()
        };
        worlds.iter().map(cell).collect()
    }

    /// How many worlds the bisimulation contraction has.
    pub fn minimal_count(&self) -> Result<usize, Limit> {
        comparison::minimal_count(self)
    }

    /// The relevant part.
    pub fn view(&self) -> View {
        let relevant: Vec<usize> = self.relevant().into_iter().collect();
        let worlds = relevant.iter().map(|&world| WorldView {
            name: self.model.worlds[world].name.clone(),
            atoms: self.model.worlds[world].atoms.iter().copied().collect(),
        });
        let access = self.model.access.iter();
        View {
            worlds: worlds.collect(),
            actual: relevant.iter().position(|&world| world == self.point).unwrap_or(0),
            access: access
                .map(|(&a, access)| (a, self.access_view(a, access, &relevant)))
                .collect(),
        }
    }

    fn access_view(&self, agent: Agent, access: &Access, relevant: &[usize]) -> AccessView {
        let places = 0..relevant.len();
        let pairs = places.clone().flat_map(|v| places.clone().map(move |w| (v, w)));
        let related =
            |&(v, w): &(usize, usize)| self.model.related(agent, relevant[v], relevant[w]);
        match access.given {
            Given::Arrows => AccessView::Arrows(pairs.filter(related).collect()),
            Given::Cells => {
                let cell = |v| places.clone().filter(|&w| related(&(v, w))).collect::<Vec<_>>();
                let first = |cell: &Vec<usize>, v| cell.first() == Some(&v);
                let cells = places.clone().map(|v| (v, cell(v))).filter(|(v, c)| first(c, *v));
                AccessView::Cells(cells.map(|(_, cell)| cell).collect())
            }
        }
    }
}
