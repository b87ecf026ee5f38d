//! Bisimilar worlds found in rounds: worlds with the same valuation are told apart by the blocks that they see, all at
//! once, round by round. Each round is a few passes over the relations. States that come from situations people describe
//! are settled after few rounds, and at once where all valuations differ; chains take as many rounds as they are long,
//! and are left to [`refinement`](super::refinement), which begins where the rounds ended.
//!
//! Different hashes prove a difference. That worlds of one block are bisimilar is checked against the definition.

use crate::compare::refinement::{Refined, valuations};
use crate::explicit::relation::{Lists, Relation};
use crate::explicit::state::State;
use crate::limits::Pace;
use hexa_logic::{Agent, Stopped};
use rustc_hash::FxHashMap;

/// Rounds that still tell worlds apart after so many are chains.
const MOST_ROUNDS: usize = 8;

/// What rounds found: worlds of different blocks are not bisimilar.
pub(crate) struct Rounds<'a> {
    states: &'a [&'a State],
    pace: &'a Pace,
    /// The block of each world, one state after the other; blocks are numbered without gaps.
    pub(crate) block: Vec<u32>,
    /// How many blocks there are.
    pub(crate) blocks: usize,
    /// Whether the last round told nothing apart.
    is_quiet: bool,
}

impl<'a> Rounds<'a> {
    /// As many rounds as tell worlds apart, up to a limit. States have the same group and no irrelevant worlds.
    pub(crate) fn new(states: &'a [&'a State], pace: &'a Pace) -> Result<Self, Stopped> {
        let worlds = states.iter().map(|state| state.model().worlds()).sum();
        let block = valuations(states, worlds, pace)?;
        let blocks = block.iter().max().map_or(0, |most| *most as usize + 1);
        let mut rounds = Self { states, pace, block, blocks, is_quiet: false };
        for _ in 0..MOST_ROUNDS {
            if rounds.all_differ() || rounds.is_quiet {
                break;
            }
            rounds.go_on()?;
        }
        Ok(rounds)
    }

    /// Whether no two worlds are in one block, so that nothing is left to tell apart.
    pub(crate) fn all_differ(&self) -> bool {
        self.blocks == self.block.len()
    }

    /// The bisimilar worlds, if it can be shown that the blocks are these. Sets are numbered state by state, agent by agent.
    pub(crate) fn settled(&self) -> Result<Option<Refined>, Stopped> {
        if !self.all_differ() && !self.is_quiet {
            return Ok(None);
        }
        let mut set_block = Vec::new();
        for agent in self.agents() {
            let sights = AgentSights::new(self.states, agent, self.pace)?;
            let first = set_block.len() as u32;
            if self.all_differ() {
                set_block.extend(first..first + sights.sets as u32);
                continue;
            }
            let met = sights.blocks_met(&self.block, self.blocks, self.pace)?;
            match sights.kinds_of_sets(&met, &self.block, self.blocks, self.pace)? {
                Some(kinds) => set_block.extend(kinds.iter().map(|kind| first + kind)),
                None => return Ok(None),
            }
        }
        Ok(Some(Refined { block: self.block.clone(), blocks: self.blocks, set_block }))
    }

    fn agents(&self) -> impl Iterator<Item = Agent> + use<'a> {
        self.states.first().into_iter().flat_map(|state| state.group().iter())
    }

    /// Tells worlds of one block apart that see different blocks.
    fn go_on(&mut self) -> Result<(), Stopped> {
        let mut key = vec![0u64; self.block.len()];
        for agent in self.agents() {
            let sights = AgentSights::new(self.states, agent, self.pace)?;
            let met = sights.blocks_met(&self.block, self.blocks, self.pace)?;
            let of_set = |set: usize| met.list(set).iter().fold(1, |key, &at| mix(key, at.into()));
            let set_key = self.pace.table(sights.sets, of_set)?;
            self.pace.count(met.len() as u64)?;
            self.pace.pass(key.len(), |piece| {
                for (key, &set) in key[piece.clone()].iter_mut().zip(&sights.seen[piece]) {
                    *key = mix(*key, set_key.get(set as usize).copied().unwrap_or(0));
                }
            })?;
        }
        let before = self.blocks;
        let mut numbers: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        let block = self.pace.table(key.len(), |world| {
            let next = numbers.len() as u32;
            *numbers.entry((self.block[world], key[world])).or_insert(next)
        })?;
        self.blocks = numbers.len();
        self.block = block;
        self.is_quiet = self.blocks == before;
        Ok(())
    }
}

/// A key and one more number. The order of numbers matters.
fn mix(key: u64, number: u64) -> u64 {
    let mixed =
        (key ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}

/// Who has no access sees no set.
const NO_SET: u32 = u32::MAX;

/// The sets of worlds that an agent sees: cells, or for each world a set of its own.
struct AgentSights {
    /// How many sets there are.
    sets: usize,
    /// The set that each world sees, or [`NO_SET`].
    seen: Vec<u32>,
    /// The sets that each world is a member of, if some are not those that it sees.
    containing: Option<Lists>,
}

impl AgentSights {
    fn new(states: &[&State], agent: Agent, pace: &Pace) -> Result<Self, Stopped> {
        let mut seen = Vec::new();
        let mut members = Vec::new();
        let mut sets = 0;
        let relations = || states.iter().map(|state| state.model().relation(agent));
        let are_cells = relations().all(|of| !matches!(of, Some(Relation::Arrows(_))));
        for (relation, state) in relations().zip(states) {
            let worlds = state.model().worlds();
            let (first_world, first_set) = (seen.len() as u32, sets as u32);
            match relation {
                None => seen.resize(seen.len() + worlds, NO_SET),
                Some(Relation::Cells(cells)) => {
                    let class = cells.class();
                    pace.pass(worlds, |piece| {
                        seen.extend(class[piece].iter().map(|class| first_set + class));
                    })?;
                    if !are_cells {
                        members.extend(
                            (first_world..)
                                .zip(&seen[first_world as usize..])
                                .map(|(at, &set)| (at, set)),
                        );
                    }
                    sets += cells.bound();
                }
                Some(Relation::Arrows(arrows)) => {
                    seen.extend(first_set..first_set + worlds as u32);
                    let moved = |(from, to)| (first_world + to, first_set + from);
                    pace.each(arrows.pairs(), |pair| members.push(moved(pair)))?;
                    sets += worlds;
                }
            }
        }
        let containing = match are_cells {
            true => None,
            false => Some(Lists::new(seen.len(), members.into_iter(), pace)?),
        };
        Ok(Self { sets, seen, containing })
    }

    /// The blocks that each set meets, each once, in order.
    fn blocks_met(&self, block: &[u32], blocks: usize, pace: &Pace) -> Result<Lists, Stopped> {
        let worlds = Lists::new(blocks, block.iter().copied().zip(0..), pace)?;
        let own = |world: u32| match &self.containing {
            Some(containing) => containing.list(world as usize),
            None => &self.seen[world as usize..=world as usize],
        };
        let sets = |&world: &u32| own(world).iter().map(move |&set| (set, block[world as usize]));
        let met = worlds.items().iter().flat_map(sets).filter(|&(set, _)| set != NO_SET);
        Ok(Lists::new(self.sets, met, pace)?.without_repetitions())
    }

    /// For each set the first one that meets the same blocks, if worlds of one block always see such sets.
    fn kinds_of_sets(
        &self,
        met: &Lists,
        block: &[u32],
        blocks: usize,
        pace: &Pace,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let mut first: Vec<Option<u32>> = vec![None; blocks];
        let mut kind: Vec<u32> = (0..self.sets as u32).collect();
        for (&set, &block) in self.seen.iter().zip(block) {
            let other = *first[block as usize].get_or_insert(set);
            pace.count(1)?;
            if set == other {
                continue;
            }
            if set == NO_SET || other == NO_SET {
                return Ok(None);
            }
            let (one, other) = (kind_of(&mut kind, set), kind_of(&mut kind, other));
            if one == other {
                continue;
            }
            pace.count(met.list(one as usize).len() as u64)?;
            if met.list(one as usize) != met.list(other as usize) {
                return Ok(None);
            }
            kind[one.max(other) as usize] = one.min(other);
        }
        let kinds = (0..self.sets as u32).map(|set| kind_of(&mut kind, set)).collect();
        Ok(Some(kinds))
    }
}

/// The first set of the kind of a set. What was gone through stands nearer to it from then on.
fn kind_of(kind: &mut [u32], set: u32) -> u32 {
    let mut at = set;
    while kind[at as usize] != at {
        kind[at as usize] = kind[kind[at as usize] as usize];
        at = kind[at as usize];
    }
    at
}
