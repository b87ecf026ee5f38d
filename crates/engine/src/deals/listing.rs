//! From deals to lists of worlds, where they are few enough.

use super::State;
use super::chart::{Chart, Level};
use super::model::{Model, Show, World};
use crate::evaluation::EvalError;
use crate::explicit::bits::Bits;
use crate::explicit::model::{Model as Listed, Submodel};
use crate::explicit::relation::{Cells, Relation};
use crate::explicit::state::State as ListedState;
use crate::explicit::weights::Weights;
use crate::extension::Extension;
use crate::limits::{Limit, Pace};
use dashu_int::UBig;
use hexa_logic::{Agent, Atom, Formula, Stopped, Terms, World as Place};
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl State {
    /// The relevant worlds, in order.
    fn relevant_worlds(&self) -> Result<Vec<World>, Limit> {
        let model = &self.model;
        let (relevant, atoms) = (self.relevant()?, model.deck.atom_count());
        let count = model.count(&relevant)?;
        // What lists of worlds take while they are made.
        let bits = 8 * (2 * (model.deck.cards() + model.shows.len()) + 200);
        self.limits.admit(&count, self.group.len(), atoms + bits)?;
        let all: Vec<u32> = (0..model.shows.len() as u32).collect();
        let worlds = model.worlds(&relevant, &all)?;
        let levels = model.levels(&all);
        let mut listed = model.most().pace().collect(model.worlds_of(&worlds, &levels))?;
        listed.sort_unstable_by(|one, two| {
            (&one.holder_of, &one.shown).cmp(&(&two.holder_of, &two.shown))
        });
        Ok(listed)
    }

    /// The same state with its worlds listed: the relevant ones only.
    pub fn list_worlds(&self) -> Result<ListedState, Limit> {
        let (model, worlds) = (&self.model, self.relevant_worlds()?);
        let mut columns = vec![Bits::with_capacity(worlds.len())];
        columns.resize(model.deck.atom_count(), columns[0].clone());
        let pace = &model.most().pace();
        pace.each(worlds.iter().enumerate(), |(at, world)| {
            for atom in model.deck.atoms(&world.holder_of) {
                columns[atom.index()].insert(at);
            }
        })?;
        let mut relations = Vec::new();
        for agent in self.group.iter() {
            relations.resize(agent.index(), None);
            relations.push(Some(Arc::new(Relation::Cells(self.cells(agent, &worlds, pace)?))));
        }
        let columns = columns.into_iter().map(Arc::new).collect();
        let listed = Listed::new(worlds.len(), columns, relations, None);
        let listed = listed.weighing(self.weights(&worlds, pace)?);
        let here = self.listed_world()?;
        let point = worlds.iter().position(|world| *world == here).unwrap_or(0);
        let (group, point) = (self.group.clone(), Place::from_index(point));
        Ok(ListedState::at_world(Submodel::whole(listed), group, point, self.limits.clone()))
    }

    pub(super) fn cells(
        &self,
        agent: Agent,
        worlds: &[World],
        pace: &Pace,
    ) -> Result<Cells, Stopped> {
        let sight = self.model.sight(agent);
        let mut cells: FxHashMap<(Vec<u8>, Vec<u8>), u32> = FxHashMap::default();
        let cell = |world: &World| {
            // Hands that they do not see all look the same.
            let hand = |&holder: &u8| if sight.hands >> holder & 1 == 1 { holder } else { u8::MAX };
            let hands = world.holder_of.iter().map(hand).collect();
            let shown = sight.shows.iter().map(|&show| world.shown[show as usize]).collect();
            let next = cells.len() as u32;
            *cells.entry((hands, shown)).or_insert(next)
        };
        Ok(Cells::new(pace.collect(worlds.iter().map(cell))?))
    }

    /// The actual world as it is listed: of cards that are held in the same worlds, the first one was shown.
    pub(super) fn listed_world(&self) -> Result<World, Limit> {
        let mut world = World::clone(&self.point);
        for (at, shown) in world.shown.iter_mut().enumerate() {
            let alike = self.model.alike(at as u32)?;
            let first = alike.iter().find(|(card, _)| *card == usize::from(*shown));
            *shown = first.map_or(*shown, |(_, first)| *first as u8);
        }
        Ok(world)
    }

    /// How likely worlds are: a card that was shown was one of several. Those that are held in the same worlds
    /// are one choice, as likely as all of them.
    fn weights(&self, worlds: &[World], pace: &Pace) -> Result<Weights, Limit> {
        let mut weights = Weights::default();
        for (at, show) in self.model.shows.iter().enumerate() {
            let alike = self.model.alike(at as u32)?;
            let picked = |world: usize| {
                let World { holder_of, shown } = &worlds[world];
                let held = |card: usize| usize::from(holder_of[card]) == show.respondent;
                let held = alike.iter().filter(|(card, _)| held(*card));
                let shown = usize::from(shown[at]);
                let picked = held.clone().filter(|(_, first)| *first == shown).count();
                (UBig::from(picked), UBig::from(held.count()))
            };
            weights = weights.multiply_by(worlds.len(), picked, pace)?;
        }
        Ok(weights)
    }

    /// For each relevant world, as [`list_worlds`](Self::list_worlds) lists them, whether a formula is true.
    pub(crate) fn relevant_truth(
        &self,
        terms: &Terms,
        formula: Formula,
    ) -> Result<Vec<bool>, EvalError> {
        let truth = self.truth(terms, formula)?;
        let worlds = self.relevant_worlds().map_err(EvalError::Limit)?;
        Ok(worlds.iter().map(|world| world.is_in(&truth)).collect())
    }

    /// Where a formula is true: in how many relevant worlds, and at most so many of them.
    pub(crate) fn extension(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Extension, EvalError> {
        let truth = self.truth(terms, formula)?;
        self.relevant_among(&truth, most).map_err(EvalError::Limit)
    }

    /// Where a formula is false: in how many relevant worlds, and at most so many of them.
    pub fn exceptions(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Extension, EvalError> {
        let truth = self.truth(terms, formula)?;
        self.relevant_among(&truth.not(), most).map_err(EvalError::Limit)
    }

    /// How many relevant worlds a set has, and at most so many of them.
    fn relevant_among(&self, set: &Chart, most: usize) -> Result<Extension, Limit> {
        let set = set.and(&self.relevant()?, self.model.most())?;
        let count = self.model.count(&set)?;
        let shows = set.shows();
        let worlds = self.model.worlds(&set, &shows)?;
        let levels = self.model.levels(&worlds.shows());
        let first = self.model.worlds_of(&worlds, &levels).take(most);
        let first: Vec<Vec<Atom>> =
            first.map(|world| self.model.deck.atoms(&world.holder_of)).collect();
        Ok(Extension { count, first })
    }
}

impl Model {
    /// The first world of a set, if it has one. Choices that the set does not depend on are the first ones.
    pub(super) fn first_in(&self, set: &Chart) -> Result<Option<World>, Limit> {
        let worlds = self.worlds(set, &set.shows())?;
        let shows = worlds.shows();
        let levels = self.levels(&shows);
        let Some(mut world) = self.worlds_of(&worlds, &levels).next() else { return Ok(None) };
        let free = (0..self.shows.len()).filter(|at| shows.binary_search(&(*at as u32)).is_err());
        for at in free {
            let Show { respondent, cards, .. } = &*self.shows[at];
            let held = |card: &&usize| usize::from(world.holder_of[**card]) == *respondent;
            let Some(&card) = cards.iter().find(held) else { return Ok(None) };
            world.shown[at] = card as u8;
        }
        Ok(Some(world))
    }

    /// The worlds of a set, by their tests.
    fn worlds_of<'c>(
        &'c self,
        worlds: &'c Chart,
        levels: &'c [Level],
    ) -> impl Iterator<Item = World> + 'c {
        worlds.paths(levels).map(|path| {
            let mut world =
                World { holder_of: vec![0; self.deck.cards()], shown: vec![0; self.shows.len()] };
            for (level, found) in levels.iter().zip(path) {
                match level.show() {
                    None => world.holder_of[level.card()] = found as u8,
                    Some(show) if found == 1 => world.shown[show] = level.card() as u8,
                    Some(_) => {}
                }
            }
            world
        })
    }
}
