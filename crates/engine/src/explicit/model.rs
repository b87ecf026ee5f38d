//! Models (thesis def. 63): worlds, one relation for each agent who has access, a
//! valuation. The valuation is one column of bits per atom, the relations are class
//! arrays or arrows. All of it is shared between the states that grow out of a model.

use crate::explicit::bits::{self, Bits, Word};
use crate::explicit::called::Called;
use crate::explicit::relation::{Cells, Relation};
use crate::explicit::weights::Weights;
use crate::limits::Pace;
use hexa_logic::{Agent, Atom, Group, Stopped};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A model. It never changes.
#[derive(Debug)]
pub struct Model {
    worlds: usize,
    columns: Vec<Arc<Bits>>,
    relations: Vec<Option<Arc<Relation>>>,
    called: Option<Vec<Called>>,
    weights: Weights,
    /// The intersections asked for so far, for distributed knowledge.
    meets: PartitionCache,
}

impl Model {
    /// A model from its parts: a column for each atom, a relation for each agent.
    pub(crate) fn new(
        worlds: usize,
        columns: Vec<Arc<Bits>>,
        relations: Vec<Option<Arc<Relation>>>,
        called: Option<Vec<Called>>,
    ) -> Self {
        let (weights, meets) = (Weights::default(), PartitionCache::default());
        Self { worlds, columns, relations, called, weights, meets }
    }

    /// The same model with other weights.
    pub(crate) fn weighing(self, weights: Weights) -> Self {
        Self { weights, ..self }
    }

    /// The same model with other access.
    pub(crate) fn relating(self, relations: Vec<Option<Arc<Relation>>>) -> Self {
        Self { relations, ..self }
    }

    /// An agent's relation, to be shared.
    pub(crate) fn shared_relation(&self, agent: Agent) -> Option<Arc<Relation>> {
        self.relations.get(agent.index())?.clone()
    }

    /// How likely the worlds are.
    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The same model, to be changed; what was kept of it is forgotten.
    pub(crate) fn copy_without_memory(&self) -> Self {
        let (columns, relations) = (self.columns.clone(), self.relations.clone());
        Self::new(self.worlds, columns, relations, self.called.clone())
            .weighing(self.weights.clone())
    }

    /// How many worlds there are.
    pub fn worlds(&self) -> usize {
        self.worlds
    }

    /// How many atoms there are.
    pub fn atoms(&self) -> usize {
        self.columns.len()
    }

    /// Where an atom is true; nowhere, if the model does not speak of it.
    pub fn column(&self, atom: Atom) -> Option<&Arc<Bits>> {
        self.columns.get(atom.index())
    }

    /// All columns, in the order of the atoms.
    pub(crate) fn columns(&self) -> &[Arc<Bits>] {
        &self.columns
    }

    /// An agent's relation, if they have access.
    pub fn relation(&self, agent: Agent) -> Option<&Relation> {
        self.relations.get(agent.index())?.as_deref()
    }

    /// The name that a world was given, if it was given one.
    pub fn name(&self, world: usize) -> Option<&str> {
        self.called.as_ref()?.get(world)?.name()
    }

    /// What a world is called.
    pub(crate) fn called(&self, world: usize) -> Called {
        self.called.as_ref().and_then(|all| all.get(world)).cloned().unwrap_or_default()
    }

    /// Whether nothing is known of what any world is called.
    pub(crate) fn is_anonymous(&self) -> bool {
        self.called.is_none()
    }

    /// What these worlds are called.
    pub(crate) fn called_all(&self, worlds: impl Iterator<Item = usize>) -> Option<Vec<Called>> {
        let all = self.called.as_ref()?;
        Called::list(worlds.map(|world| all[world].clone()))
    }

    /// The agents for whom the model defines access (def. 31).
    pub fn group(&self) -> Group {
        let agents = (0..self.relations.len()).map(Agent::from_index);
        agents.filter(|&agent| self.relation(agent).is_some()).collect()
    }

    /// The agents whose relation is not known to be an equivalence.
    pub fn arrow_agents(&self) -> Group {
        let group = self.group();
        group.iter().filter(|&a| matches!(self.relation(a), Some(Relation::Arrows(_)))).collect()
    }

    /// The partitions of these agents; none if one of them has none.
    pub(crate) fn partitions(&self, group: &Group) -> Option<Vec<&Cells>> {
        let cells = |agent| match self.relation(agent) {
            Some(Relation::Cells(cells)) => Some(cells),
            _ => None,
        };
        group.iter().map(cells).collect()
    }

    /// The same worlds and access, with other values for some atoms.
    pub(crate) fn with_columns(&self, changed: &[(Atom, Arc<Bits>)]) -> Self {
        let mut columns = self.columns.clone();
        let nowhere = Arc::new(Bits::with_capacity(self.worlds));
        for (atom, column) in changed {
            if columns.len() <= atom.index() {
                columns.resize(atom.index() + 1, Arc::clone(&nowhere));
            }
            columns[atom.index()] = Arc::clone(column);
        }
        Self { columns, ..self.copy_without_memory() }
    }

    /// The submodel of some worlds, which are renumbered in order.
    pub(crate) fn restrict(&self, kept: &Bits, pace: &Pace) -> Result<Self, Stopped> {
        let nowhere = Arc::new(Bits::with_capacity(kept.count_ones(..)));
        let column = |column: &Arc<Bits>| match column.is_clear() {
            true => Ok(Arc::clone(&nowhere)),
            false => bits::gather(column, kept, pace).map(Arc::new),
        };
        let relation = |relation: &Option<Arc<Relation>>| {
            relation
                .as_ref()
                .map(|relation| relation.restrict(kept, pace).map(Arc::new))
                .transpose()
        };
        let called = |all: &Vec<Called>| pace.collect(kept.ones().map(|w| all[w].clone()));
        let weights = self.weights.gather(&bits::list(kept, pace)?, pace)?;
        let restricted = Self::new(
            nowhere.len(),
            self.columns.iter().map(column).collect::<Result<_, _>>()?,
            self.relations.iter().map(relation).collect::<Result<_, _>>()?,
            self.called.as_ref().map(called).transpose()?,
        );
        Ok(restricted.weighing(weights))
    }

    /// The partition for distributed knowledge of agents who all have partitions: the meet of
    /// theirs. It does not depend on which worlds still exist.
    pub(crate) fn meet(
        &self,
        group: &Group,
        partitions: &[&Cells],
        pace: &Pace,
    ) -> Result<Arc<Cells>, Stopped> {
        self.meets.get_or(group, self.worlds, || {
            let mut meet = partitions[0].clone();
            for cells in &partitions[1..] {
                meet = meet.meet(cells, pace)?;
            }
            Ok(meet)
        })
    }
}

/// Partitions that belong to groups, kept for the next question.
#[derive(Debug, Default)]
pub(crate) struct PartitionCache {
    kept: Mutex<FxHashMap<Group, Arc<Cells>>>,
}

impl PartitionCache {
    /// As many partitions are kept as take about this many bytes; then all are forgotten.
    const BYTES: usize = 256 << 20;

    pub(crate) fn get_or(
        &self,
        group: &Group,
        worlds: usize,
        make: impl FnOnce() -> Result<Cells, Stopped>,
    ) -> Result<Arc<Cells>, Stopped> {
        // A thread that panicked while holding the lock left the map as it was.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.get(group) {
            return Ok(Arc::clone(found));
        }
        let room = Self::BYTES / (4 * worlds).max(1);
        if kept.len() > room.max(1) {
            kept.clear();
        }
        let made = Arc::new(make()?);
        kept.insert(group.clone(), Arc::clone(&made));
        Ok(made)
    }
}

/// The worlds of a model that still exist: what a public announcement leaves (def. 33). Only the
/// set of worlds is its own; columns and relations are the model's.
#[derive(Clone, Debug)]
pub(crate) struct Submodel {
    pub(crate) model: Arc<Model>,
    pub(crate) domain: Arc<Bits>,
    pub(crate) size: usize,
    /// Connected components by group, for common knowledge. They depend on the domain.
    pub(crate) components: Arc<PartitionCache>,
}

impl Submodel {
    pub(crate) fn whole(model: Model) -> Self {
        let domain = bits::all(model.worlds);
        Self {
            size: model.worlds,
            domain: Arc::new(domain),
            model: Arc::new(model),
            components: Arc::default(),
        }
    }

    /// The worlds that are in the set too. Bits outside the domain do not matter.
    pub(crate) fn narrow(&self, set: &Bits) -> Self {
        let mut domain = Bits::clone(&self.domain);
        domain.intersect_with(set);
        let size = domain.count_ones(..);
        if size == self.size {
            return self.clone();
        }
        Self {
            model: Arc::clone(&self.model),
            domain: Arc::new(domain),
            size,
            components: Arc::default(),
        }
    }

    /// The words of the domain.
    pub(crate) fn words(&self) -> &[Word] {
        self.domain.as_slice()
    }
}
