//! The models that actions lead to from one model, each by a number. Models that were made in the same
//! way from the same parts are equal (thesis def. 33) and have the same number.
//!
//! A *universe* is what the worlds of some models are: those of a model that was given, or all that
//! were made in one way.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::ops::Index;

/// A model that has been reached, by its number.
pub(crate) type Place = usize;

/// Models of type `M`. Those with equal keys are equal; worlds that are made in equal ways are of one
/// universe.
#[derive(Debug)]
pub(crate) struct Places<M, Key, Making> {
    models: Vec<M>,
    by_key: FxHashMap<Key, Place>,
    /// For each universe its first model.
    universes: Vec<Place>,
    by_making: FxHashMap<Making, usize>,
    /// How the worlds of each universe are made; none if they were given.
    makings: Vec<Option<Making>>,
}

impl<M, Key, Making> Default for Places<M, Key, Making> {
    fn default() -> Self {
        let (by_key, by_making) = (FxHashMap::default(), FxHashMap::default());
        let (models, universes, makings) = (Vec::new(), Vec::new(), Vec::new());
        Self { models, by_key, universes, by_making, makings }
    }
}

impl<M, Key: Eq + Hash, Making: Clone + Eq + Hash> Places<M, Key, Making> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.models.len()
    }

    /// A model that was reached in another way, in a universe of its own.
    pub(crate) fn add(&mut self, model: impl FnOnce(usize) -> M) -> Place {
        let (place, universe) = (self.models.len(), self.universes.len());
        self.universes.push(place);
        self.makings.push(None);
        self.models.push(model(universe));
        place
    }

    /// The universe of worlds that are made so. The model that is added next is its first.
    pub(crate) fn universe(&mut self, making: Making) -> usize {
        let next = self.universes.len();
        let universe = *self.by_making.entry(making.clone()).or_insert(next);
        if universe == next {
            self.universes.push(self.models.len());
            self.makings.push(Some(making));
        }
        universe
    }

    /// How the worlds of a universe are made, if they were not given.
    pub(crate) fn making(&self, universe: usize) -> Option<&Making> {
        self.makings.get(universe)?.as_ref()
    }

    /// The first model of a universe, unless it is still to be added.
    pub(crate) fn first_of(&self, universe: usize) -> Option<&M> {
        self.models.get(*self.universes.get(universe)?)
    }

    /// The model with this key, if it has been reached.
    pub(crate) fn find(&self, key: &Key) -> Option<Place> {
        self.by_key.get(key).copied()
    }

    /// The model with this key, which is the given one if it is new. The given one is the first of its universe
    /// in any case: its worlds may have other numbers than those of an equal model of another universe.
    pub(crate) fn place_first(&mut self, key: Key, model: M) -> Place {
        let next = self.models.len();
        self.models.push(model);
        *self.by_key.entry(key).or_insert(next)
    }

    /// The model with this key, which is the given one if it is new.
    pub(crate) fn place(&mut self, key: Key, model: M) -> Place {
        let next = self.models.len();
        let place = *self.by_key.entry(key).or_insert(next);
        if place == next {
            self.models.push(model);
        }
        place
    }
}

impl<M, Key, Making> Index<Place> for Places<M, Key, Making> {
    type Output = M;

    fn index(&self, place: Place) -> &M {
        &self.models[place]
    }
}
