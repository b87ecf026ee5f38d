//! The definitional engine: a slow transcription of the definitions, against which
//! the others are tested. Worlds are listed, access is a table of pairs, truth is
//! asked world by world. It shares no code with the explicit engine but the error
//! types, builds its own states in the most literal way, and takes small models only.

mod announcement;
mod comparison;
mod definedness;
mod epistemic_action;
mod execution;
mod expression;
pub mod game_action;
mod initial;
mod interpretation;
mod iteration;
mod message;
mod models;
pub mod product;
mod reading;
mod scope;
mod semantics;
mod update;
mod weights;

use crate::definedness::Lack;
use crate::definedness::NoCells;
use crate::evaluation::EvalError;
use crate::extension::Extension;
use crate::limits::{Limit, Limits};
use crate::outcomes::{Outcomes, UpdateError};
use crate::view::{AccessView, View, WorldView};
use hexa_logic::{Action, Agent, Atom, Formula, Group, Terms};
use semantics::Semantics;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use weights::Weight;

pub use announcement::Copied;
pub use comparison::{bisimilar, isomorphic, similar};
pub use initial::{MAX_WORLDS, build};
pub use reading::Reading;

/// A state: worlds, access for each agent of the group, a valuation, the actual world
/// (thesis def. 63).
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) model: Arc<Model>,
    pub(crate) point: usize,
    pub(crate) limits: Limits,
}

/// A model. Its group is the agents that have an entry in `access`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Model {
    pub(crate) worlds: Vec<World>,
    pub(crate) access: BTreeMap<Agent, Access>,
}

/// A world: the atoms true in it, and how likely it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct World {
    pub(crate) name: Option<String>,
    /// The events that made it.
    pub(crate) events: Vec<String>,
    pub(crate) atoms: BTreeSet<Atom>,
    pub(crate) weight: Weight,
}

/// An agent's access.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Access {
    /// How it was described.
    pub(crate) given: Given,
    /// For each world, whether each world is accessible from it.
    pub(crate) pairs: Vec<Vec<bool>>,
}

/// How access was described. Probabilities and learning are defined for cells only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    pub(crate) fn is_related(&self, agent: Agent, from: usize, to: usize) -> bool {
        self.access.get(&agent).is_some_and(|access| access.pairs[from][to])
    }

    /// The worlds that steps of the group lead to, itself included (def. 63).
    pub(crate) fn reachable(&self, group: &Group, from: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::from([from]);
        let mut waiting = vec![from];
        while let Some(world) = waiting.pop() {
            for to in 0..self.worlds.len() {
                let step = group.iter().any(|agent| self.is_related(agent, world, to));
                if step && reached.insert(to) {
                    waiting.push(to);
                }
            }
        }
        reached
    }
}

impl State {
    /// What may be used for this state.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

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
        self.semantics_for(terms, formula)?.holds(self.point, formula)
    }

    /// For each world, whether a formula is true in it.
    pub fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
        let semantics = self.semantics_for(terms, formula)?;
        (0..self.world_count()).map(|world| semantics.holds(world, formula)).collect()
    }

    /// For each relevant world, whether a formula is true in it. What is undefined elsewhere does not
    /// matter.
    pub fn relevant_truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
        let semantics = self.semantics_for(terms, formula)?;
        self.relevant().into_iter().map(|world| semantics.holds(world, formula)).collect()
    }

    /// Where a formula is true: at most so many of the relevant worlds, and how many there are.
    pub(crate) fn extension(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Extension, EvalError> {
        let truth = self.relevant_truth(terms, formula)?;
        let worlds = self.relevant().into_iter().zip(truth).filter(|(_, truth)| *truth);
        let atoms = |(world, _): (usize, bool)| -> Vec<Atom> {
            self.model.worlds[world].atoms.iter().copied().collect()
        };
        let all: Vec<Vec<Atom>> = worlds.map(atoms).collect();
        Ok(Extension { count: all.len().into(), first: all.into_iter().take(most).collect() })
    }

    /// The same state with another actual world: the first one where exactly these atoms are true.
    pub(crate) fn moved_to(&self, atoms: &[Atom]) -> Option<Self> {
        let atoms: BTreeSet<Atom> = atoms.iter().copied().collect();
        let point = self.model.worlds.iter().position(|world| world.atoms == atoms)?;
        Some(Self { point, ..self.clone() })
    }

    /// The semantics of a formula that is defined here.
    fn semantics_for<'t>(
        &self,
        terms: &'t Terms,
        formula: Formula,
    ) -> Result<Semantics<'t>, EvalError> {
        let semantics = Semantics::new(terms, &self.model, &self.limits);
        semantics.formula_defined(formula, &semantics.start_scope())?;
        if let Some(action) = self.lost_weight()
            && let Some(formula) = semantics.left_undefined(formula, action)
        {
            return Err(EvalError::NoProbability { formula, action });
        }
        Ok(semantics)
    }

    /// An action that lost the weight of a relevant world.
    fn lost_weight(&self) -> Option<Action> {
        self.relevant().into_iter().find_map(|world| self.model.worlds[world].weight.lost())
    }

    /// Whether a formula is true in every relevant world.
    pub fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        Ok(self.relevant_truth(terms, formula)?.into_iter().all(|holds| holds))
    }

    /// Whether an action is defined here.
    pub(crate) fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError> {
        Semantics::new(terms, &self.model, &self.limits).executable(action)?;
        Ok(())
    }

    /// Executes an action by local interpretation. The alternatives are its outcomes, up to
    /// bisimilarity.
    pub fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<State>, UpdateError> {
        execution::update(self, terms, action)
    }

    /// For each world of the model its outcomes, as sets of states: the local interpretation of an
    /// action or of its type on the model. Nothing is identified that is not equal.
    pub fn images(
        &self,
        terms: &Terms,
        action: Action,
        reading: Reading,
    ) -> Result<Vec<Vec<Vec<State>>>, UpdateError> {
        execution::images(self, terms, action, reading)
    }

    /// The place of the actual world.
    pub fn point(&self) -> usize {
        self.point
    }

    /// The same model with another actual world, if there is such a world.
    pub fn at(&self, world: usize) -> Option<State> {
        (world < self.world_count()).then(|| State { point: world, ..self.clone() })
    }

    /// Whether two states that one interpretation gave are worlds of one model.
    pub fn shares_model(&self, other: &State) -> bool {
        Arc::ptr_eq(&self.model, &other.model)
    }

    /// Whether an agent who is in `from` considers `to` possible.
    pub fn is_related(&self, agent: Agent, from: usize, to: usize) -> bool {
        from.max(to) < self.world_count() && self.model.is_related(agent, from, to)
    }

    /// Whether an agent's access is an equivalence among some worlds: reflexive, symmetric and
    /// transitive.
    pub fn is_equivalence(&self, agent: Agent, among: &BTreeSet<usize>) -> bool {
        let related = |v: usize, w: usize| self.is_related(agent, v, w);
        among.iter().all(|&v| {
            related(v, v)
                && among.iter().all(|&w| {
                    related(v, w) == related(w, v)
                        && among.iter().all(|&u| !related(v, w) || !related(w, u) || related(v, u))
                })
        })
    }

    /// The atoms that are true in a world.
    pub fn atoms(&self, world: usize) -> Vec<Atom> {
        let world = self.model.worlds.get(world);
        world.map(|world| world.atoms.iter().copied().collect()).unwrap_or_default()
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
            let together = |&other: &usize| self.model.is_related(agent, world, other);
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
            events: self.model.worlds[world].events.clone(),
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
            |&(v, w): &(usize, usize)| self.model.is_related(agent, relevant[v], relevant[w]);
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
