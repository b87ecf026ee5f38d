//! The models that one question leads to. A model is the object that the definitions
//! construct: its worlds are sets built from the worlds that were given, and two
//! models are the same if they have the same worlds, group, access and valuation.
//! Equal models are kept once, which is what makes "the set of all models that
//! interpreting gives" (thesis def. 33.b) a set.

use super::expression::Expression;
use super::{MAX_WORLDS, Model};
use crate::limits::{Limit, Limits};
use dashu_int::UBig;
use hexa_logic::{Event, FrameIndex, MessageIndex};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// A model, by the order in which models were found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct ModelId(usize);

/// A state: a world of a model.
pub(super) type Member = (ModelId, usize);

/// What executing an action once leads to: a set of states (Cluedo paper, sec. 4).
pub(super) type Outcome = BTreeSet<Member>;

/// For each world of a model, its outcomes.
pub(super) type Images = Vec<BTreeSet<Outcome>>;

/// An updated model, and its worlds as pairs of a world and an alternative.
pub(super) type Updated = Rc<(ModelId, Vec<(usize, usize)>)>;

/// What a world is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Object {
    /// A world of the model that the question is about.
    Given(usize),
    /// A pair (w, e) of a world and an event.
    Occurred(FrameIndex, Event, Box<Object>),
    /// A pair of a world and what happens there when a message is sent.
    Said(MessageIndex, Happening, Box<Object>),
    /// A pair (w, α) of a world and an action expression.
    Happened(Rc<Expression>, Box<Object>),
    /// A possibility, by its place in a system of equations.
    Possibility(usize),
    /// A set of states; a single state stands for the set of it.
    Outcome(Outcome),
}

/// What can happen where a message is sent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Happening {
    /// The speaker lies.
    Lie,
    /// It is said, truthfully.
    Said,
    /// The opposite is said, truthfully.
    Denied,
    /// Nothing is said.
    Nothing,
}

/// A model with what its worlds are, in their order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Constructed {
    pub(super) objects: Vec<Object>,
    pub(super) model: Arc<Model>,
}

impl Constructed {
    pub(super) fn world_count(&self) -> usize {
        self.objects.len()
    }

    /// The world that is this object.
    pub(super) fn world(&self, object: &Object) -> Option<usize> {
        self.objects.binary_search(object).ok()
    }
}

/// All models found so far.
#[derive(Default)]
pub(super) struct Models {
    found: Vec<Rc<Constructed>>,
    place: HashMap<Rc<Constructed>, ModelId>,
    bytes: u64,
}

impl Models {
    /// The model that the question is about.
    pub(super) const START: ModelId = ModelId(0);

    pub(super) fn starting_from(model: &Arc<Model>) -> Self {
        let objects = (0..model.worlds.len()).map(Object::Given).collect();
        let start = Rc::new(Constructed { objects, model: Arc::clone(model) });
        let place = HashMap::from([(Rc::clone(&start), Self::START)]);
        Self { found: vec![start], place, bytes: 0 }
    }

    pub(super) fn get(&self, id: ModelId) -> Rc<Constructed> {
        Rc::clone(&self.found[id.0])
    }

    /// The model that is equal to this one, which is new if there is none.
    pub(super) fn add(&mut self, model: Constructed, limits: &Limits) -> Result<ModelId, Limit> {
        if let Some(&known) = self.place.get(&model) {
            return Ok(known);
        }
        let worlds = model.world_count() as u64;
        self.bytes += worlds * worlds * model.model.access.len() as u64;
        if self.bytes > limits.memory {
            let needed = UBig::from(self.bytes);
            return Err(Limit::Memory { allowed: limits.memory, needed });
        }
        let model = Rc::new(model);
        let id = ModelId(self.found.len());
        self.found.push(Rc::clone(&model));
        self.place.insert(model, id);
        Ok(id)
    }
}

/// Whether a model of so many worlds may be built.
pub(super) fn admit(worlds: usize, limits: &Limits) -> Result<(), Limit> {
    let most = limits.max_worlds.map_or(MAX_WORLDS, |limit| limit.min(MAX_WORLDS));
    match worlds as u64 > most {
        true => Err(Limit::Worlds(most)),
        false => Ok(()),
    }
}
