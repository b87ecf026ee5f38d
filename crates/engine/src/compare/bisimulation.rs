//! Bisimulation (thesis defs. 74 and 75): contraction of a state to the smallest one
//! that is bisimilar to it, and comparison of two states. Only relevant worlds
//! count, and states with different groups are not bisimilar.

use crate::compare::refinement::{Refined, Sights, Tally};
use crate::compare::rounds::Rounds;
use crate::explicit::bits::{self, Bits};
use crate::explicit::model::{Model, Submodel};
use crate::explicit::relation::{Arrows, Cells, Relation};
use crate::explicit::state::State;
use crate::limits::{Limit, Limits, Pace};
use hexa_logic::{Agent, Group, Stopped, World};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The bisimulation contraction of a state: its relevant worlds, one for each class of bisimilar
/// ones. Formulas with `D` or `P` may have other truth values there.
pub fn contraction(state: &State) -> Result<State, Limit> {
    let pace = &state.pace();
    let state = state.only_relevant(pace)?;
    let refined = stable(&[&state], pace)?;
    Ok(Quotient::new(&state, &refined, pace)?.state(pace)?)
}

/// How many worlds the contraction has.
pub fn minimal_count(state: &State) -> Result<usize, Limit> {
    let pace = &state.pace();
    let state = &state.only_relevant(pace)?;
    let states = &[state];
    let rounds = Rounds::new(states, pace)?;
    match rounds.all_differ() {
        true => Ok(rounds.blocks),
        false => Ok(stable_after(&rounds, states, pace)?.blocks),
    }
}

/// Whether two states over the same vocabulary are bisimilar.
pub fn bisimilar(left: &State, right: &State) -> Result<bool, Limit> {
    if left.group() != right.group() {
        return Ok(false);
    }
    let pace = &left.pace();
    let (left, right) = (left.only_relevant(pace)?, right.only_relevant(pace)?);
    let refined = stable(&[&left, &right], pace)?;
    let there = left.model().worlds() + right.point().index();
    Ok(refined.block[left.point().index()] == refined.block[there])
}

/// The blocks of bisimilar worlds of states, side by side.
fn stable(states: &[&State], pace: &Pace) -> Result<Refined, Stopped> {
    stable_after(&Rounds::new(states, pace)?, states, pace)
}

/// What rounds did not settle goes on world by world.
fn stable_after(rounds: &Rounds<'_>, states: &[&State], pace: &Pace) -> Result<Refined, Stopped> {
    if let Some(refined) = rounds.settled()? {
        return Ok(refined);
    }
    Sights::new(states, pace)?.refine(&rounds.block, Tally::Blocks, pace)
}

/// All worlds of a submodel, one for each class of bisimilar ones; and for each world of the model
/// the one that stands for it.
pub(crate) fn contract(
    submodel: &Submodel,
    group: &Group,
    limits: &Limits,
) -> Result<(Submodel, Vec<u32>), Stopped> {
    let state = State::of(submodel.clone(), group.clone(), limits);
    let pace = &state.pace();
    let state = state.compact_within(pace)?;
    let refined = stable(&[&state], pace)?;
    let quotient = Quotient::new(&state, &refined, pace)?;
    let mut standing = vec![0; submodel.model.worlds()];
    pace.each(submodel.domain.ones().enumerate(), |(rank, world)| {
        standing[world] = quotient.place[rank];
    })?;
    Ok((quotient.state(pace)?.submodel, standing))
}

/// For each world of a contracted submodel the bisimilar one of another, if all of both have one.
pub(crate) fn matching(
    left: &Submodel,
    right: &Submodel,
    group: &Group,
    limits: &Limits,
) -> Result<Option<Vec<u32>>, Stopped> {
    let left = State::of(left.clone(), group.clone(), limits);
    let pace = &left.pace();
    let left = left.compact_within(pace)?;
    let right = State::of(right.clone(), group.clone(), limits).compact_within(pace)?;
    let refined = stable(&[&left, &right], pace)?;
    let (here, there) = refined.block.split_at(left.model().worlds());
    let mut place = vec![None; refined.blocks];
    there.iter().enumerate().for_each(|(world, &block)| place[block as usize] = Some(world as u32));
    let across: Option<Vec<u32>> = here.iter().map(|&block| place[block as usize]).collect();
    Ok(across.filter(|across| across.len() == there.len() && refined.blocks == there.len()))
}

/// A state whose worlds are the blocks of another's, numbered in order of their first worlds.
struct Quotient<'a> {
    state: &'a State,
    /// The first world of each block.
    first: Bits,
    /// For each world the place of its block.
    place: Vec<u32>,
    refined: &'a Refined,
}

impl<'a> Quotient<'a> {
    fn new(state: &'a State, refined: &'a Refined, pace: &Pace) -> Result<Self, Stopped> {
        let mut number: Vec<Option<u32>> = vec![None; refined.blocks];
        let mut first = Bits::with_capacity(state.model().worlds());
        let mut count = 0;
        let place = refined.block.iter().enumerate().map(|(world, &block)| {
            *number[block as usize].get_or_insert_with(|| {
                first.insert(world);
                count += 1;
                count - 1
            })
        });
        let place = pace.collect(place)?;
        Ok(Self { state, first, place, refined })
    }

    fn state(&self, pace: &Pace) -> Result<State, Stopped> {
        let model = self.state.model();
        let column = |column: &Arc<Bits>| bits::gather(column, &self.first, pace).map(Arc::new);
        let called = model.called_all(self.first.ones());
        let worlds = self.first.count_ones(..);
        let columns = model.columns().iter().map(column).collect::<Result<_, _>>()?;
        let contracted = Model::new(worlds, columns, self.relations(pace)?, called);
        let point = World(self.place[self.state.point().index()]);
        Ok(State::initial(contracted, point, self.state.limits().clone())
            .with_group(self.state.group().clone()))
    }

    /// A relation for each agent up to the last one who has access.
    fn relations(&self, pace: &Pace) -> Result<Vec<Option<Arc<Relation>>>, Stopped> {
        let mut relations = Vec::new();
        let mut first_set = 0;
        for agent in self.state.group().iter() {
            relations.resize(agent.index(), None);
            relations.push(self.relation(agent, first_set, pace)?.map(Arc::new));
            first_set += self.sets(agent);
        }
        Ok(relations)
    }

    /// How many sets an agent's relation has in the refinement.
    fn sets(&self, agent: Agent) -> usize {
        match self.state.model().relation(agent) {
            Some(Relation::Cells(cells)) => cells.bound(),
            Some(Relation::Arrows(_)) => self.state.model().worlds(),
            None => 0,
        }
    }

    fn relation(
        &self,
        agent: Agent,
        first_set: usize,
        pace: &Pace,
    ) -> Result<Option<Relation>, Stopped> {
        Ok(match self.state.model().relation(agent) {
            Some(Relation::Cells(cells)) => {
                Some(Relation::Cells(self.cells(cells, first_set, pace)?))
            }
            Some(Relation::Arrows(arrows)) => Some(Relation::Arrows(self.arrows(arrows, pace)?)),
            None => None,
        })
    }

    /// Blocks look the same to an agent iff the cells around them meet the same blocks: such
    /// cells are in the same block of sets.
    fn cells(&self, cells: &Cells, first_set: usize, pace: &Pace) -> Result<Cells, Stopped> {
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let class = self.first.ones().map(|world| {
            let set = first_set + cells.class()[world] as usize;
            let next = numbers.len() as u32;
            *numbers.entry(self.refined.set_block[set]).or_insert(next)
        });
        let class = pace.collect(class)?;
        Ok(Cells::with_bound(class, numbers.len() as u32))
    }

    fn arrows(&self, arrows: &Arrows, pace: &Pace) -> Result<Arrows, Stopped> {
        let mut pairs = Vec::new();
        for world in self.first.ones() {
            pace.count(1 + arrows.successors(world).len() as u64)?;
            let to = arrows.successors(world).iter().map(|&to| self.place[to as usize]);
            pairs.extend(to.map(|to| (self.place[world], to)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        Arrows::new(self.first.count_ones(..), &pairs, pace)
    }
}
