//! What is known while a game is played whose rules depend on it (GDL-III): the histories of each length, with what is known
//! in each. They are computed as far as plays have come, once for all plays of a game, and no further than a limit.
//! Histories that end in the same state and look the same to everybody are one, as in the model of the game.

use super::trouble_of;
use crate::gdl::cut_short::CutShort;
use crate::gdl::model::Node;
use crate::gdl::model::Remembering;
use crate::gdl::model::knowledge::Knowledge;
use crate::gdl::model::views::Views;
use crate::gdl::query::Queries;
use crate::gdl::referee::{Referee, RoleMove};
use crate::gdl::rulebook::Rulebook;
use crate::gdl::states::JointMoves;
use crate::work::Work;
use hexa_games::game::{GameLimit, Trouble};
use hexa_logic::Stop;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most histories of all lengths together.
pub(super) const MOST_HISTORIES: usize = 200_000;

/// A history: how many rounds it has, and its place among those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HistoryPlace {
    rounds: usize,
    number: usize,
}

impl HistoryPlace {
    /// The history of no rounds.
    pub(super) const START: Self = Self { rounds: 0, number: 0 };
}

/// The histories of each length, shared by all plays of a game.
pub(super) struct Layers<R: Referee>(Mutex<Found<R>>);

struct Found<R: Referee> {
    /// Applies the rules in all histories; plays have referees of their own.
    referee: R,
    views: Views,
    states: IndexSet<R::Position, FxBuildHasher>,
    layers: Vec<Layer>,
    histories: usize,
}

/// The histories of one length.
struct Layer {
    nodes: Vec<Node>,
    numbers: FxHashMap<(u32, Box<[u32]>), u32>,
    knowledge: Knowledge,
}

impl<R: Referee> Layers<R> {
    /// The start alone.
    pub(super) fn new(
        mut referee: R,
        game: &Rulebook,
        queries: &Queries,
        stop: &Stop,
    ) -> Result<Self, CutShort> {
        let views = Views::new(&referee, game, queries, Remembering::Everything);
        let mut states = IndexSet::default();
        states.insert(referee.initial());
        let nodes = vec![Node { state: 0, views: views.at_start().into() }];
        let mut found = Found { referee, views, states, layers: Vec::new(), histories: 1 };
        let layer = found.layer(nodes, stop)?;
        found.layers.push(layer);
        Ok(Self(Mutex::new(found)))
    }

    fn found(&self) -> MutexGuard<'_, Found<R>> {
        // Layers are added when they are complete, so that whoever was interrupted has left nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells a referee what is known in a history.
    pub(super) fn tell(&self, place: HistoryPlace, referee: &mut R) {
        let found = self.found();
        if let Some(layer) = found.layers.get(place.rounds) {
            referee.set_known(layer.knowledge.row(place.number));
        }
    }

    /// The history after a round whose moves a referee has made last, which led to this position.
    pub(super) fn follow(
        &self,
        place: HistoryPlace,
        (referee, moves): (&mut R, &[RoleMove]),
        position: &R::Position,
        stop: &Stop,
    ) -> Result<HistoryPlace, Trouble> {
        let mut found = self.found();
        let rounds = place.rounds + 1;
        if found.layers.len() <= rounds {
            let next = found.next_nodes(stop)?;
            let layer = found.layer(next, stop).map_err(trouble_of)?;
            found.histories += layer.nodes.len();
            found.layers.push(layer);
        }
        let Found { views, states, layers, .. } = &mut *found;
        let before = &layers[place.rounds].nodes[place.number].views;
        let seen = views.after(referee, before, moves).map_err(trouble_of)?;
        let state = states.get_index_of(position).map(|state| state as u32);
        let key = state.map(|state| (state, Box::from(seen)));
        let number = key.and_then(|key| layers[rounds].numbers.get(&key));
        let &number = number.ok_or(Trouble::WrongTurn)?;
        Ok(HistoryPlace { rounds, number: number as usize })
    }
}

impl<R: Referee> Found<R> {
    fn layer(&mut self, nodes: Vec<Node>, stop: &Stop) -> Result<Layer, CutShort> {
        let work = Work::new(stop);
        let Self { referee, views, states, .. } = self;
        let knowledge = Knowledge::of_layer(referee, &nodes, states, views, &work)?;
        let numbered = nodes.iter().zip(0..);
        let numbers = numbered.map(|(node, at)| ((node.state, node.views.clone()), at)).collect();
        Ok(Layer { nodes, numbers, knowledge })
    }

    /// The histories that are a round longer than the longest.
    fn next_nodes(&mut self, stop: &Stop) -> Result<Vec<Node>, Trouble> {
        let work = Work::new(stop);
        let Self { referee, views, states, layers, histories } = self;
        let Some(last) = layers.last() else { return Ok(Vec::new()) };
        let mut met: IndexSet<(u32, Box<[u32]>), FxBuildHasher> = IndexSet::default();
        for (number, node) in last.nodes.iter().enumerate() {
            work.step(referee.weight())?;
            let position = states[node.state as usize].clone();
            referee.set_known(last.knowledge.row(number));
            referee.enter(&position).map_err(trouble_of)?;
            if referee.is_terminal() {
                continue;
            }
            // A history in which somebody is stuck does not go on; whoever plays it is told.
            let mut joint = JointMoves::of(referee);
            let mut next = position.clone();
            while let Some(moves) = joint.next() {
                work.step(referee.weight())?;
                referee.make(moves, &mut next).map_err(trouble_of)?;
                let seen = views.after(referee, &node.views, moves).map_err(trouble_of)?;
                let state = match states.get_index_of(&next) {
                    Some(state) => state,
                    None => states.insert_full(next.clone()).0,
                };
                met.insert((state as u32, seen.into()));
                if *histories + met.len() > MOST_HISTORIES {
                    return Err(Trouble::Limit(GameLimit::Positions(MOST_HISTORIES)));
                }
            }
        }
        Ok(met.into_iter().map(|(state, views)| Node { state, views }).collect())
    }
}
