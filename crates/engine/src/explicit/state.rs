//! States: a model with its actual world (thesis def. 63), the worlds of it that
//! still exist, and the group that has access (def. 31).

use crate::explicit::bits::Bits;
use crate::explicit::model::{Model, Submodel};
use crate::explicit::relation::ranks;
use crate::limits::{Limit, Limits, Pace};
use hexa_logic::{Group, Stopped, World};
use std::sync::Arc;

/// A state held explicitly, world by world. It never changes and is cheap to clone.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) submodel: Submodel,
    group: Group,
    point: World,
    limits: Limits,
}

impl State {
    /// All worlds of a model, and everybody for whom it defines access.
    pub(crate) fn initial(model: Model, point: World, limits: Limits) -> Self {
        let group = model.group();
        Self { submodel: Submodel::whole(model), group, point, limits }
    }

    /// Worlds of a model with access for a group; which world is the actual one does not matter.
    pub(crate) fn of(submodel: Submodel, group: Group, limits: &Limits) -> Self {
        let point = World::from_index(submodel.domain.ones().next().unwrap_or(0));
        Self { submodel, group, point, limits: limits.clone() }
    }

    /// A world of a model as the actual one.
    pub(crate) fn at_world(submodel: Submodel, group: Group, point: World, limits: Limits) -> Self {
        Self { submodel, group, point, limits }
    }

    /// A world of a model that was reached, as the actual one.
    pub(crate) fn turned_into(
        &self,
        submodel: Submodel,
        group: Group,
        point: World,
        pace: &Pace,
    ) -> Result<Self, Stopped> {
        let state = Self { submodel, group, point, limits: self.limits.clone() };
        match state.world_count() * 2 <= state.model().worlds() {
            true => state.compact_within(pace),
            false => Ok(state),
        }
    }

    /// The model behind the state. It may have worlds that no longer exist.
    pub fn model(&self) -> &Model {
        &self.submodel.model
    }

    /// The worlds of the model that still exist.
    pub fn domain(&self) -> &Bits {
        &self.submodel.domain
    }

    /// How many worlds still exist.
    pub fn world_count(&self) -> usize {
        self.submodel.size
    }

    /// Who has access.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// The actual world.
    pub fn point(&self) -> World {
        self.point
    }

    /// What may be used for this state.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What reports the steps of something that is asked of this state.
    pub(crate) fn pace(&self) -> Pace {
        Pace::new(&self.limits.stop)
    }

    /// The same worlds, with another one as the actual world.
    pub fn at(&self, world: World) -> Option<Self> {
        let exists = self.domain().contains(world.index());
        exists.then(|| Self { point: world, ..self.clone() })
    }

    /// The submodel of the worlds in the set, with access for this group: what is left after the
    /// group learnt which worlds those are (def. 33). The actual world must be in the set.
    ///
    /// The arrays are only built anew when at most half of their worlds are left, so that a
    /// state and all that grow out of it take at most twice the memory of the first.
    pub(crate) fn restrict(&self, set: &Bits, group: Group, pace: &Pace) -> Result<Self, Stopped> {
        self.turned_into(self.submodel.narrow(set), group, self.point, pace)
    }

    /// The same worlds, with access for this group only.
    pub(crate) fn with_group(self, group: Group) -> Self {
        Self { group, ..self }
    }

    /// The restriction to a group (thesis sec. 7.1.2): the same worlds without the access of others.
    pub fn restricted_to(&self, group: &Group) -> Self {
        let group = self.group.iter().filter(|&agent| group.contains(agent)).collect();
        self.clone().with_group(group)
    }

    /// The same state, with arrays for the existing worlds only.
    pub fn compact(&self) -> Result<Self, Limit> {
        Ok(self.compact_within(&self.pace())?)
    }

    pub(crate) fn compact_within(&self, pace: &Pace) -> Result<Self, Stopped> {
        let model = self.model().restrict(self.domain(), pace)?;
        let point = ranks(self.domain(), pace)?[self.point.index()];
        Ok(Self { submodel: Submodel::whole(model), point: World(point), ..self.clone() })
    }

    /// The same state without the worlds that are not relevant.
    pub(crate) fn only_relevant(&self, pace: &Pace) -> Result<Self, Stopped> {
        self.only(&self.relevant_worlds(pace)?, pace)
    }

    /// The same state without the worlds outside a set that contains the actual one.
    pub(crate) fn only(&self, worlds: &Bits, pace: &Pace) -> Result<Self, Stopped> {
        Self { submodel: self.submodel.narrow(worlds), ..self.clone() }.compact_within(pace)
    }

    /// The same model with components not computed yet, for measuring.
    pub fn without_kept_answers(&self) -> Self {
        let mut state = self.clone();
        state.submodel.components = Arc::default();
        state
    }
}
