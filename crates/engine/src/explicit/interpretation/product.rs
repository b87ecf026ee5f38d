//! The product of a model with a frame (thesis defs. 14 and 44), with factual change.

use super::{Interpreter, Place};
use crate::evaluation::EvalError;
use crate::explicit::bits::{self, Bits};
use crate::explicit::called::{Called, Happening, MOST_TOLD};
use crate::explicit::model::{Model, Submodel};
use crate::explicit::relation::{Arrows, Cells, Piece, Relation};
use crate::explicit::weights::Weights;
use crate::limits::Pace;
use dashu_int::UBig;
use dashu_int::ops::Gcd;
use hexa_logic::{Action, Agent, Atom, EventModel, Ratio, RelationSetup, Stopped};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The product of a model with a frame: worlds (w, e) where the precondition of e holds in w, one event
/// after the other.
pub(super) struct Product {
    /// For each event the worlds where it can happen.
    pub(super) lists: Vec<Vec<u32>>,
    /// For each event the new values of atoms.
    values: Vec<Vec<(Atom, Arc<Bits>)>>,
    size: usize,
}

impl Product {
    pub(super) fn new(
        interpreter: &mut Interpreter<'_>,
        place: Place,
        frame: &EventModel,
    ) -> Result<Self, EvalError> {
        let (mut lists, mut values) = (Vec::new(), Vec::new());
        for event in &frame.events {
            let possible = interpreter.truth(place, event.precondition)?;
            lists.push(bits::list(&possible, interpreter.pace())?);
            let mut changed = Vec::new();
            for &(atom, formula) in &event.postcondition {
                changed.push((atom, interpreter.truth(place, formula)?));
            }
            values.push(changed);
        }
        let size = lists.iter().map(Vec::len).sum();
        let submodel = interpreter.submodel(place);
        interpreter.admit(&UBig::from(size), frame.relations.len(), submodel.model.atoms())?;
        Ok(Self { lists, values, size })
    }

    pub(super) fn worlds_of(&self, event: usize) -> Bits {
        let before: usize = self.lists[..event].iter().map(Vec::len).sum();
        let mut bits = Bits::with_capacity(self.size);
        bits.insert_range(before..before + self.lists[event].len());
        bits
    }

    /// The weights of the origins, shared out among the answers that are true there.
    pub(super) fn weights_of_answers(
        &self,
        old: &Weights,
        origins: &[u32],
        pace: &Pace,
    ) -> Result<Weights, Stopped> {
        let mut possible = vec![0u32; bound(origins)];
        pace.each(origins.iter(), |&origin| possible[origin as usize] += 1)?;
        let gathered = old.gather(origins, pace)?;
        if possible.iter().all(|&answers| answers <= 1) {
            return Ok(gathered);
        }
        let share = |at: usize| (UBig::ONE, UBig::from(possible[origins[at] as usize]));
        gathered.multiply_by(origins.len(), share, pace)
    }

    /// The weights of the origins times the chances of the events. They are lost where the chances of the
    /// events that can happen do not add up to one.
    pub(super) fn weights_by_chance(
        &self,
        old: &Weights,
        origins: &[u32],
        chances: &[Ratio],
        action: Action,
        pace: &Pace,
    ) -> Result<Weights, Stopped> {
        let one = chances.iter().fold(UBig::ONE, |all, chance| {
            let denominator = UBig::from(chance.denominator());
            let divisor = (&all).gcd(&denominator);
            all * denominator / divisor
        });
        let whole = |chance: &Ratio| {
            &one / UBig::from(chance.denominator()) * UBig::from(chance.numerator().unsigned_abs())
        };
        let chances: Vec<UBig> = chances.iter().map(whole).collect();
        let mut sums = vec![UBig::ZERO; bound(origins)];
        let mut of_world = Vec::with_capacity(origins.len());
        for (list, chance) in self.lists.iter().zip(&chances) {
            pace.each(list.iter(), |&origin| {
                sums[origin as usize] += chance;
                of_world.push(chance);
            })?;
        }
        let share = |at: usize| (of_world[at].clone(), one.clone());
        let shared = old.gather(origins, pace)?.multiply_by(origins.len(), share, pace)?;
        let lost = origins.iter().map(|&origin| sums[origin as usize] != one);
        Ok(shared.losing(action, bits::pack(origins.len(), lost, pace)?))
    }

    pub(super) fn model(
        &self,
        submodel: &Submodel,
        frame: &EventModel,
        pace: &Pace,
    ) -> Result<Model, Stopped> {
        let assigned = self.values.iter().flatten().map(|(atom, _)| atom.index() + 1).max();
        let atoms = submodel.model.atoms().max(assigned.unwrap_or(0));
        let columns = self.columns(&submodel.model, atoms, pace)?;
        let mut relations = Vec::new();
        for (at, between_events) in frame.relations.iter().enumerate() {
            let given = submodel.model.relation(Agent::from_index(at));
            relations.push(match (given, between_events) {
                (Some(given), Some(between)) => {
                    Some(Arc::new(self.relation(given, between, pace)?))
                }
                _ => None,
            });
        }
        Ok(Model::new(self.size, columns, relations, self.pairs(&submodel.model, frame)))
    }

    /// What the pairs of worlds and events are called.
    fn pairs(&self, model: &Model, frame: &EventModel) -> Option<Vec<Called>> {
        if model.is_anonymous() && self.size > MOST_TOLD {
            return None;
        }
        let pairs = self.lists.iter().zip(&frame.events).flat_map(|(list, event)| {
            let mut happening = Happening::new(&event.name);
            list.iter().map(move |&world| happening.pair(&model.called(world as usize)))
        });
        Called::list(pairs)
    }

    fn columns(&self, model: &Model, atoms: usize, pace: &Pace) -> Result<Vec<Arc<Bits>>, Stopped> {
        let mut gathering = bits::Gathering::new(atoms, self.size);
        for (list, values) in self.lists.iter().zip(&self.values) {
            let mut sources: Vec<Option<&Bits>> =
                (0..atoms).map(|atom| model.column(Atom::from_index(atom)).map(|c| &**c)).collect();
            values.iter().for_each(|(atom, value)| sources[atom.index()] = Some(value));
            gathering.list(&sources, list, pace)?;
        }
        Ok(gathering.finish().into_iter().map(Arc::new).collect())
    }

    fn relation(
        &self,
        given: &Relation,
        between_events: &RelationSetup,
        pace: &Pace,
    ) -> Result<Relation, Stopped> {
        Ok(match (given, between_events) {
            (Relation::Cells(cells), RelationSetup::Cells(events)) => {
                Relation::Cells(self.cells(cells, events, pace)?)
            }
            _ => Relation::Arrows(self.arrows(given, between_events, pace)?),
        })
    }

    fn cells(&self, cells: &Cells, events: &[u32], pace: &Pace) -> Result<Cells, Stopped> {
        let pieces = self.lists.iter().zip(events).map(|(worlds, &event)| Piece {
            family: event as usize,
            cells,
            worlds,
        });
        Cells::join_pieces(&pieces.collect::<Vec<_>>(), pace)
    }

    fn arrows(
        &self,
        given: &Relation,
        between_events: &RelationSetup,
        pace: &Pace,
    ) -> Result<Arrows, Stopped> {
        let mut number: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (event, list) in self.lists.iter().enumerate() {
            for &world in list {
                let next = number.len() as u32;
                number.insert((world, event as u32), next);
            }
        }
        let mut pairs = Vec::new();
        for (event, list) in self.lists.iter().enumerate() {
            for next_event in successors(between_events, event as u32) {
                for &world in list {
                    let from = number[&(world, event as u32)];
                    pace.count(1 + work_of(given, world, &self.lists[next_event as usize]))?;
                    let seen = seen_from(given, world, &self.lists[next_event as usize]);
                    pairs.extend(seen.into_iter().map(|to| (from, number[&(to, next_event)])));
                }
            }
        }
        pairs.sort_unstable();
        Arrows::new(self.size, &pairs, pace)
    }
}

/// A number above all of these.
fn bound(worlds: &[u32]) -> usize {
    worlds.iter().max().map_or(0, |&most| most as usize + 1)
}

/// The events that an event is related to.
fn successors(relation: &RelationSetup, event: u32) -> Vec<u32> {
    match relation {
        RelationSetup::Cells(cell) => {
            let same = |&other: &u32| cell[other as usize] == cell[event as usize];
            (0..cell.len() as u32).filter(same).collect()
        }
        RelationSetup::Arrows(pairs) => {
            pairs.iter().filter(|(from, _)| *from == event).map(|&(_, to)| to).collect()
        }
    }
}

/// How many worlds are looked at to find that out.
fn work_of(relation: &Relation, world: u32, list: &[u32]) -> u64 {
    match relation {
        Relation::Cells(_) => list.len() as u64,
        Relation::Arrows(arrows) => arrows.successors(world as usize).len() as u64,
    }
}

/// Which worlds of a sorted list an agent considers possible in a world.
fn seen_from(relation: &Relation, world: u32, list: &[u32]) -> Vec<u32> {
    match relation {
        Relation::Cells(cells) => {
            let class = cells.class();
            let same = |&&other: &&u32| class[other as usize] == class[world as usize];
            list.iter().filter(same).copied().collect()
        }
        Relation::Arrows(arrows) => {
            let seen = arrows.successors(world as usize).iter();
            seen.filter(|to| list.binary_search(to).is_ok()).copied().collect()
        }
    }
}
