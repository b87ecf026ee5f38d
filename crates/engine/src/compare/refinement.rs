//! Partition refinement: the coarsest partition of worlds that respects a first
//! colouring and is stable, that is, worlds of one block see the same blocks
//! (coarser and finer as in thesis def. 71).
//!
//! Worlds and the *sets* that worlds see are refined in turn. An agent's cell is one
//! set, seen by all its members; with arrows every world sees a set of its own. A set
//! is known by a hash of the blocks it meets, a world by a hash of the blocks of the
//! sets it sees. When a block falls apart its heaviest part keeps the block's number,
//! so that every world and set changes its number at most logarithmically often, and
//! the whole takes O(m log n) steps for n worlds that are m times members of sets.
//!
//! Different hashes prove a difference, equal ones prove nothing. The result is
//! therefore checked against the definition, and computed again with other hashes
//! should it ever fail.

use crate::explicit::bits::{self, Bits};
use crate::explicit::relation::{Cells, Lists, Relation};
use crate::explicit::state::State;
use crate::limits::Pace;
use hexa_logic::Stopped;
use std::sync::Arc;

/// What a set is known by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tally {
    /// Which blocks it meets: bisimulation.
    Blocks,
    /// How many members it has in each block: isomorphism.
    Members,
}

/// Worlds of one or two states side by side, and the sets they see.
pub(crate) struct Sights {
    worlds: usize,
    /// For each world, the sets it is a member of.
    containing: Lists,
    /// For each set, the worlds that see it.
    seen_by: Lists,
    /// For each set, the place of its agent in the group.
    agent: Vec<u32>,
    /// The first colouring: the valuation.
    pub(crate) colour: Vec<u32>,
}

impl Sights {
    /// The worlds of states that have the same group and no irrelevant worlds, one state after
    /// the other.
    pub(crate) fn new(states: &[&State], pace: &Pace) -> Result<Self, Stopped> {
        let mut pairs = Pairs::default();
        let mut first_world = 0;
        for state in states {
            for (place, agent) in state.group().iter().enumerate() {
                if let Some(relation) = state.model().relation(agent) {
                    pairs.add(relation, place as u32, first_world, pace)?;
                }
            }
            first_world += state.model().worlds() as u32;
        }
        let worlds = first_world as usize;
        pairs.sights(worlds, valuations(states, worlds, pace)?, pace)
    }

    /// Frames whose agents have no names: one frame after the other, for each its worlds and then
    /// one more thing for each of its agents. An agent sees all their sets and is a member of them,
    /// so that agents are told apart by their sets, and sets by their agents. Arrows and cells are
    /// never alike.
    pub(crate) fn of_frames(
        worlds: usize,
        frames: &[&[Relation]],
        pace: &Pace,
    ) -> Result<Self, Stopped> {
        let mut pairs = Pairs::default();
        let mut colour = Vec::new();
        for &relations in frames {
            let first = colour.len() as u32;
            colour.resize(colour.len() + worlds, 0);
            for relation in relations {
                let agent = colour.len() as u32;
                let first_set = pairs.agent.len() as u32;
                pairs.add(relation, 0, first, pace)?;
                let sets = first_set..pairs.agent.len() as u32;
                pairs.members.extend(sets.clone().map(|set| (set, agent)));
                pairs.owners.extend(sets.map(|set| (set, agent)));
                colour.push(match relation {
                    Relation::Cells(_) => 1,
                    Relation::Arrows(_) => 2,
                });
            }
        }
        pairs.sights(colour.len(), Cells::renumber_classes(&colour, pace)?, pace)
    }

    /// The same frames, with agents told apart by their places: so many at the end of each of two.
    pub(crate) fn distinguish_agents(
        mut self,
        agents: usize,
        pace: &Pace,
    ) -> Result<Self, Stopped> {
        let first = self.colour.iter().max().map_or(0, |most| most + 1);
        for end in [self.worlds / 2, self.worlds] {
            for (place, colour) in self.colour[end - agents..end].iter_mut().enumerate() {
                *colour = first + place as u32;
            }
        }
        self.colour = Cells::renumber_classes(&self.colour, pace)?;
        Ok(self)
    }

    /// How much one refinement takes, roughly.
    pub(crate) fn effort(&self) -> u64 {
        (self.worlds + self.containing.len() + self.seen_by.len()) as u64
    }

    /// The coarsest stable partition that respects the colouring.
    pub(crate) fn refine(
        &self,
        colour: &[u32],
        tally: Tally,
        pace: &Pace,
    ) -> Result<Refined, Stopped> {
        let mut salt = 0;
        loop {
            let refined = Refinement::new(self, colour, tally, salt, pace)?.run()?;
            if tally == Tally::Members || self.is_stable(&refined, pace)? {
                return Ok(refined);
            }
            salt += 1;
        }
    }

    /// Whether sets of one block meet the same blocks, and worlds of one block see sets of the same
    /// blocks.
    fn is_stable(&self, refined: &Refined, pace: &Pace) -> Result<bool, Stopped> {
        Ok(self.same_blocks_met(refined, pace)? && self.same_sets_seen(refined, pace)?)
    }

    fn same_blocks_met(&self, refined: &Refined, pace: &Pace) -> Result<bool, Stopped> {
        let mut met: Vec<(u32, u32)> = Vec::with_capacity(self.containing.len());
        pace.each(0..self.worlds, |world| {
            let block = refined.block[world];
            met.extend(self.containing.list(world).iter().map(|&set| (set, block)));
        })?;
        let met = Lists::new(self.agent.len(), met.iter().copied(), pace)?;
        let mut model: Vec<Option<Vec<u32>>> = vec![None; self.agent.len()];
        for set in 0..self.agent.len() {
            let mut blocks = met.list(set).to_vec();
            pace.count(1 + blocks.len() as u64)?;
            blocks.sort_unstable();
            blocks.dedup();
            match &mut model[refined.set_block[set] as usize] {
                Some(expected) if *expected != blocks => return Ok(false),
                Some(_) => {}
                unknown => *unknown = Some(blocks),
            }
        }
        Ok(true)
    }

    fn same_sets_seen(&self, refined: &Refined, pace: &Pace) -> Result<bool, Stopped> {
        let agents = self.agent.iter().max().map_or(0, |most| *most as usize + 1);
        let mut seen: Vec<Option<u32>> = vec![None; self.worlds * agents];
        for set in 0..self.agent.len() {
            let kind = refined.set_block[set];
            let worlds = self.seen_by.list(set);
            pace.count(1 + worlds.len() as u64)?;
            let same = worlds.iter().all(|&world| {
                let place = refined.block[world as usize] as usize * agents;
                *seen[place + self.agent[set] as usize].get_or_insert(kind) == kind
            });
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Who is a member of which set, and who sees it.
#[derive(Default)]
struct Pairs {
    members: Vec<(u32, u32)>,
    owners: Vec<(u32, u32)>,
    agent: Vec<u32>,
}

impl Pairs {
    fn add(
        &mut self,
        relation: &Relation,
        place: u32,
        first_world: u32,
        pace: &Pace,
    ) -> Result<(), Stopped> {
        let first_set = self.agent.len() as u32;
        let sets = match relation {
            Relation::Cells(cells) => {
                let pairs = cells.class().iter().zip(first_world..);
                let pairs = pairs.map(|(&class, world)| (first_set + class, world));
                pace.count(1)?;
                self.members.extend(pairs.clone());
                pace.count(1)?;
                self.owners.extend(pairs);
                cells.bound()
            }
            Relation::Arrows(arrows) => {
                let worlds = arrows.worlds();
                let moved = |(from, to)| (first_set + from, first_world + to);
                pace.each(arrows.pairs(), |pair| self.members.push(moved(pair)))?;
                self.owners.extend((0..worlds as u32).map(|at| (first_set + at, first_world + at)));
                worlds
            }
        };
        self.agent.resize(first_set as usize + sets, place);
        Ok(())
    }

    fn sights(self, worlds: usize, colour: Vec<u32>, pace: &Pace) -> Result<Sights, Stopped> {
        let members = self.members.iter().map(|&(set, world)| (world, set));
        Ok(Sights {
            worlds,
            containing: Lists::new(worlds, members, pace)?,
            seen_by: Lists::new(self.agent.len(), self.owners.iter().copied(), pace)?,
            agent: self.agent,
            colour,
        })
    }
}

/// Worlds of the same colour are those with the same valuation.
pub(crate) fn valuations(
    states: &[&State],
    worlds: usize,
    pace: &Pace,
) -> Result<Vec<u32>, Stopped> {
    let atoms = states.iter().map(|state| state.model().atoms()).max().unwrap_or(0);
    let column = |atom: usize| {
        let mut joint = Bits::with_capacity(worlds);
        let mut first_world = 0;
        for state in states {
            if let Some(column) = state.model().columns().get(atom) {
                bits::each(column, pace, |world| joint.insert(first_world + world))?;
            }
            first_world += state.model().worlds();
        }
        Ok(Arc::new(joint))
    };
    let columns: Vec<Arc<Bits>> = match states {
        [state] => state.model().columns().to_vec(),
        _ => (0..atoms).map(column).collect::<Result<_, _>>()?,
    };
    let columns: Vec<&Bits> = columns.iter().map(|column| &**column).collect();
    Ok(Cells::agreeing(worlds, &columns, pace)?.class().to_vec())
}

/// A stable partition.
pub(crate) struct Refined {
    /// The block of each world.
    pub(crate) block: Vec<u32>,
    /// How many blocks there are.
    pub(crate) blocks: usize,
    /// The block of each set.
    pub(crate) set_block: Vec<u32>,
}

/// A refinement under way.
struct Refinement<'s> {
    sights: &'s Sights,
    pace: &'s Pace,
    tally: Tally,
    salt: u64,
    worlds: Partition,
    sets: Partition,
    /// For each world, the hash of the blocks of the sets it sees.
    world_key: Vec<u64>,
    /// For each set, the hash of the blocks it meets.
    set_key: Vec<u64>,
    meetings: Meetings,
}

impl<'s> Refinement<'s> {
    fn new(
        sights: &'s Sights,
        colour: &[u32],
        tally: Tally,
        salt: u64,
        pace: &'s Pace,
    ) -> Result<Self, Stopped> {
        let weight = |set: usize| sights.seen_by.list(set).len() as u64;
        let sets = sights.agent.len();
        Ok(Self {
            sights,
            pace,
            tally,
            salt,
            worlds: Partition::new(colour, |_| 1, pace)?,
            sets: Partition::new(&sights.agent, weight, pace)?,
            world_key: vec![0; sights.worlds],
            set_key: vec![0; sets],
            meetings: Meetings::new(sights.containing.len(), sets),
        })
    }

    fn run(mut self) -> Result<Refined, Stopped> {
        let mut changed = self.first_meetings()?;
        while !changed.is_empty() {
            let moved = self.sets.split(changed, &self.set_key, self.pace)?;
            let changed_worlds = self.see_anew(&moved)?;
            let moved = self.worlds.split(changed_worlds, &self.world_key, self.pace)?;
            changed = self.meet_anew(&moved)?;
        }
        Ok(Refined {
            blocks: self.worlds.ranges.len(),
            block: self.worlds.block,
            set_block: self.sets.block,
        })
    }

    /// What each set meets at first. All of them count as changed.
    fn first_meetings(&mut self) -> Result<Vec<u32>, Stopped> {
        for block in 0..self.worlds.ranges.len() {
            let (start, end) = self.worlds.ranges[block];
            for at in start..end {
                let world = self.worlds.items[at as usize] as usize;
                self.meet(world, block as u32, None)?;
            }
        }
        Ok((0..self.sets.items.len() as u32).collect())
    }

    /// Worlds moved to other blocks: the sets that contain them meet others now.
    fn meet_anew(&mut self, moved: &[Moved]) -> Result<Vec<u32>, Stopped> {
        let mut changed = Vec::new();
        for step in moved {
            let (start, end) = self.worlds.ranges[step.to as usize];
            for at in start..end {
                let world = self.worlds.items[at as usize] as usize;
                self.meet(world, step.to, Some(step.from))?;
                changed.extend_from_slice(self.sights.containing.list(world));
            }
        }
        changed.sort_unstable();
        changed.dedup();
        Ok(changed)
    }

    /// A world came to a block, perhaps from another one.
    fn meet(&mut self, world: usize, to: u32, from: Option<u32>) -> Result<(), Stopped> {
        let gained = hash(to, self.salt);
        let lost = from.map_or(0, |from| hash(from, self.salt));
        let edges = self.sights.containing.range(world);
        self.pace.count(1 + edges.len() as u64)?;
        for edge in edges {
            let set = self.sights.containing.item(edge) as usize;
            let key = &mut self.set_key[set];
            match self.tally {
                Tally::Members => *key = key.wrapping_add(gained).wrapping_sub(lost),
                Tally::Blocks => {
                    let change = self.meetings.step(edge, set, to, from.is_some());
                    if change.first {
                        *key = key.wrapping_add(gained);
                    }
                    if change.last {
                        *key = key.wrapping_sub(lost);
                    }
                }
            }
        }
        Ok(())
    }

    /// Sets moved to other blocks: the worlds that see them have other keys now.
    fn see_anew(&mut self, moved: &[Moved]) -> Result<Vec<u32>, Stopped> {
        let mut changed = Vec::new();
        for step in moved {
            // Another salt than for worlds, whose blocks have the same numbers.
            let difference = hash(step.to, !self.salt).wrapping_sub(hash(step.from, !self.salt));
            let (start, end) = self.sets.ranges[step.to as usize];
            for at in start..end {
                let set = self.sets.items[at as usize] as usize;
                let worlds = self.sights.seen_by.list(set);
                self.pace.count(1 + worlds.len() as u64)?;
                for &world in worlds {
                    let key = &mut self.world_key[world as usize];
                    *key = key.wrapping_add(difference);
                    changed.push(world);
                }
            }
        }
        changed.sort_unstable();
        changed.dedup();
        Ok(changed)
    }
}

/// A mixing function (the finalizer of SplitMix64).
fn hash(number: u32, salt: u64) -> u64 {
    let mut z = u64::from(number).wrapping_add(salt.wrapping_mul(0xd1b5_4a32_d192_ed03));
    z = z.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// How many members each set has in each block it meets. Members in the same block share a
/// record; worlds come to a block together, so the latest record of a set is the one to join.
struct Meetings {
    /// For each membership, its record.
    record: Vec<u32>,
    /// For each record, how many members share it.
    shared: Vec<u32>,
    /// For each set, the block for which a record was opened last, and that record.
    latest: Vec<Option<(u32, u32)>>,
    free: Vec<u32>,
}

/// What a step changed about a set.
struct Change {
    /// The set did not meet the block before.
    first: bool,
    /// The set does not meet the world's former block any more.
    last: bool,
}

impl Meetings {
    fn new(memberships: usize, sets: usize) -> Self {
        Self {
            record: vec![0; memberships],
            shared: Vec::new(),
            latest: vec![None; sets],
            free: Vec::new(),
        }
    }

    /// A member of a set came to a block; it had a record if it was in another block before.
    fn step(&mut self, edge: usize, set: usize, to: u32, had_record: bool) -> Change {
        let last = had_record && self.leave(self.record[edge]);
        let known = self.latest[set].filter(|&(block, _)| block == to);
        let record = known.map_or_else(|| self.open(), |(_, record)| record);
        self.latest[set] = Some((to, record));
        self.record[edge] = record;
        self.shared[record as usize] += 1;
        Change { first: known.is_none(), last }
    }

    fn leave(&mut self, record: u32) -> bool {
        self.shared[record as usize] -= 1;
        let last = self.shared[record as usize] == 0;
        if last {
            self.free.push(record);
        }
        last
    }

    fn open(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.shared.push(0);
            self.shared.len() as u32 - 1
        })
    }
}

/// Items in blocks, each block a range of one array.
struct Partition {
    items: Vec<u32>,
    place: Vec<u32>,
    block: Vec<u32>,
    ranges: Vec<(u32, u32)>,
    weight: Vec<u64>,
    block_weight: Vec<u64>,
}

/// Items that left a block: all that are now in the other one.
struct Moved {
    from: u32,
    to: u32,
}

impl Partition {
    fn new(block: &[u32], weight: impl Fn(usize) -> u64, pace: &Pace) -> Result<Self, Stopped> {
        let blocks = block.iter().max().map_or(0, |most| *most as usize + 1);
        let members = Lists::new(blocks, block.iter().copied().zip(0..), pace)?;
        let mut partition = Self {
            items: Vec::with_capacity(block.len()),
            place: vec![0; block.len()],
            block: block.to_vec(),
            ranges: Vec::new(),
            weight: pace.table(block.len(), weight)?,
            block_weight: Vec::new(),
        };
        for at in 0..blocks {
            pace.count(1 + members.list(at).len() as u64)?;
            partition.append(members.list(at));
        }
        Ok(partition)
    }

    fn append(&mut self, items: &[u32]) {
        let start = self.items.len() as u32;
        for &item in items {
            self.place[item as usize] = self.items.len() as u32;
            self.items.push(item);
        }
        self.ranges.push((start, self.items.len() as u32));
        self.block_weight.push(items.iter().map(|&item| self.weight[item as usize]).sum());
    }

    /// Splits blocks by key. Items not listed have the key that all of their block had before.
    fn split(
        &mut self,
        mut changed: Vec<u32>,
        key: &[u64],
        pace: &Pace,
    ) -> Result<Vec<Moved>, Stopped> {
        changed.sort_unstable_by_key(|&item| (self.block[item as usize], key[item as usize], item));
        let mut moved = Vec::new();
        let mut rest = &changed[..];
        while let Some(&first) = rest.first() {
            let block = self.block[first as usize];
            let until = rest.partition_point(|&item| self.block[item as usize] == block);
            let (here, later) = rest.split_at(until);
            pace.count(1 + here.len() as u64)?;
            self.split_block(block, here, key, &mut moved);
            rest = later;
        }
        Ok(moved)
    }

    /// Splits one block; its changed items are sorted by key.
    fn split_block(&mut self, block: u32, changed: &[u32], key: &[u64], moved: &mut Vec<Moved>) {
        let (start, end) = self.ranges[block as usize];
        for (at, &item) in changed.iter().enumerate() {
            self.swap(self.place[item as usize], start + at as u32);
        }
        let parts = self.parts(start, end, changed.len() as u32, key);
        if parts.len() < 2 {
            return;
        }
        let weights: Vec<u64> = self.part_weights(block, &parts);
        let heaviest = (0..parts.len()).max_by_key(|&at| weights[at]).unwrap_or(0);
        for (at, &(start, end)) in parts.iter().enumerate() {
            if at == heaviest {
                self.ranges[block as usize] = (start, end);
                self.block_weight[block as usize] = weights[at];
            } else {
                self.open(start, end, weights[at]);
                moved.push(Moved { from: block, to: self.ranges.len() as u32 - 1 });
            }
        }
    }

    fn swap(&mut self, left: u32, right: u32) {
        self.items.swap(left as usize, right as usize);
        self.place[self.items[left as usize] as usize] = left;
        self.place[self.items[right as usize] as usize] = right;
    }

    /// Ranges of equal keys. The changed items come first, sorted; those with the key of the
    /// unchanged ones are moved next to them.
    fn parts(&mut self, start: u32, end: u32, changed: u32, key: &[u64]) -> Vec<(u32, u32)> {
        let key_at = |items: &[u32], at: u32| key[items[at as usize] as usize];
        let edge = start + changed;
        let mut parts = Vec::new();
        let mut from = start;
        for at in start + 1..=edge {
            if at == edge || key_at(&self.items, at) != key_at(&self.items, from) {
                parts.push((from, at));
                from = at;
            }
        }
        if edge == end {
            return parts;
        }
        let unchanged = key_at(&self.items, edge);
        match parts.iter().position(|&(from, _)| key_at(&self.items, from) == unchanged) {
            Some(same) => {
                let (from, to) = parts.remove(same);
                self.rotate(from, to, edge);
                parts[same..].iter_mut().for_each(|part| {
                    part.0 -= to - from;
                    part.1 -= to - from;
                });
                parts.push((edge - (to - from), end));
            }
            None => parts.push((edge, end)),
        }
        parts
    }

    /// Moves the items of a range to just before a place.
    fn rotate(&mut self, from: u32, to: u32, before: u32) {
        self.items[from as usize..before as usize].rotate_left((to - from) as usize);
        for at in from..before {
            self.place[self.items[at as usize] as usize] = at;
        }
    }

    /// The weight of each part. The last one, which may be large, gets what the others leave.
    fn part_weights(&self, block: u32, parts: &[(u32, u32)]) -> Vec<u64> {
        let weight = |&(start, end): &(u32, u32)| {
            let items = &self.items[start as usize..end as usize];
            items.iter().map(|&item| self.weight[item as usize]).sum()
        };
        let mut weights: Vec<u64> = parts[..parts.len() - 1].iter().map(weight).collect();
        weights.push(self.block_weight[block as usize] - weights.iter().sum::<u64>());
        weights
    }

    fn open(&mut self, start: u32, end: u32, weight: u64) {
        let block = self.ranges.len() as u32;
        self.ranges.push((start, end));
        self.block_weight.push(weight);
        for &item in &self.items[start as usize..end as usize] {
            self.block[item as usize] = block;
        }
    }
}
