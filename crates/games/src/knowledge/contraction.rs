//! Contraction of packed models under bisimulation (thesis defs. 74 and 75), and their parts that
//! nobody's access connects: which part it is does not matter to the others (thesis def. 5).
//!
//! Blocks of worlds are split until all worlds of a block see the same blocks. Sets are compared as
//! they are, so that worlds are taken together only if they are bisimilar.

use super::cards::PackedDeal;
use super::packed::PackedModel;
use hexa_logic::{Agent, Stop, Stopped};
use rustc_hash::FxHashMap;

/// The smallest model bisimilar to this one; and for each world the one that stands for it.
pub fn contract(model: &PackedModel, stop: &Stop) -> Result<(PackedModel, Vec<u16>), Stopped> {
    if are_different(model.deals()) {
        return Ok((model.clone(), (0..model.worlds() as u16).collect()));
    }
    let cells: Vec<Vec<Vec<u16>>> = model.all_agents().map(|agent| members(model, agent)).collect();
    let mut block = first_blocks(model);
    let mut count = bound(&block);
    loop {
        stop.count(model.worlds() as u64)?;
        let sight = sights(model, &cells, &block);
        let next = split(&block, &sight);
        let found = bound(&next);
        block = next;
        if found == count {
            return Ok((quotient(model, &block, &sight), block));
        }
        count = found;
    }
}

fn are_different(deals: &[PackedDeal]) -> bool {
    let mut sorted = deals.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// The worlds of each of an agent's cells.
pub(crate) fn members(model: &PackedModel, agent: Agent) -> Vec<Vec<u16>> {
    let mut members = vec![Vec::new(); model.cell_count(agent)];
    for (world, &cell) in model.cells(agent).iter().enumerate() {
        members[usize::from(cell)].push(world as u16);
    }
    members
}

/// One block for each deal, in order of appearance.
fn first_blocks(model: &PackedModel) -> Vec<u16> {
    let mut blocks = FxHashMap::default();
    let number = |deal: &PackedDeal| {
        let next = blocks.len() as u16;
        *blocks.entry(*deal).or_insert(next)
    };
    model.deals().iter().map(number).collect()
}

fn bound(blocks: &[u16]) -> usize {
    blocks.iter().max().map_or(0, |&last| usize::from(last) + 1)
}

/// For each agent and world a number for the set of blocks that the world's cell meets: equal sets,
/// equal numbers.
fn sights(model: &PackedModel, cells: &[Vec<Vec<u16>>], block: &[u16]) -> Vec<Vec<u16>> {
    let mut sets: FxHashMap<Vec<u16>, u16> = FxHashMap::default();
    let mut sights = Vec::with_capacity(cells.len());
    for (agent, cells) in cells.iter().enumerate() {
        sets.clear();
        let mut number = Vec::with_capacity(cells.len());
        for cell in cells {
            let mut met: Vec<u16> = cell.iter().map(|&world| block[usize::from(world)]).collect();
            met.sort_unstable();
            met.dedup();
            let next = sets.len() as u16;
            number.push(*sets.entry(met).or_insert(next));
        }
        let sight = model.cells(Agent(agent as u32)).iter().map(|&cell| number[usize::from(cell)]);
        sights.push(sight.collect());
    }
    sights
}

/// Blocks of worlds with the same block and the same sight, in order of appearance.
fn split(block: &[u16], sights: &[Vec<u16>]) -> Vec<u16> {
    let mut block = block.to_vec();
    let mut numbers: FxHashMap<(u16, u16), u16> = FxHashMap::default();
    for sight in sights {
        numbers.clear();
        for (block, &seen) in block.iter_mut().zip(sight) {
            let next = numbers.len() as u16;
            *block = *numbers.entry((*block, seen)).or_insert(next);
        }
    }
    block
}

/// One world for each block. Cells that meet the same blocks have become one.
fn quotient(model: &PackedModel, block: &[u16], sights: &[Vec<u16>]) -> PackedModel {
    let mut first = vec![None; bound(block)];
    for (world, &block) in block.iter().enumerate() {
        first[usize::from(block)].get_or_insert(world);
    }
    let first: Vec<usize> = first.into_iter().flatten().collect();
    let deals = first.iter().map(|&world| model.deal(world)).collect();
    let cells = sights.iter().flat_map(|sight| first.iter().map(|&world| u32::from(sight[world])));
    let cells = cells.collect();
    PackedModel::new(model.cards(), model.agents(), deals, cells)
}

/// The worlds of each part that is connected by somebody's access, in order of appearance.
pub fn components(model: &PackedModel) -> Vec<Vec<u16>> {
    let mut root: Vec<u16> = (0..model.worlds() as u16).collect();
    for agent in model.all_agents() {
        let mut first: Vec<Option<u16>> = vec![None; model.cell_count(agent)];
        for (world, &cell) in model.cells(agent).iter().enumerate() {
            let first = *first[usize::from(cell)].get_or_insert(world as u16);
            join(&mut root, first, world as u16);
        }
    }
    let mut place: FxHashMap<u16, usize> = FxHashMap::default();
    let mut parts: Vec<Vec<u16>> = Vec::new();
    for world in 0..model.worlds() as u16 {
        let root = find(&mut root, world);
        let at = *place.entry(root).or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[at].push(world);
    }
    parts
}

/// The one that stands for all that were joined with this one.
pub(crate) fn find(root: &mut [u16], of: u16) -> u16 {
    let mut at = of;
    while root[usize::from(at)] != at {
        let above = root[usize::from(at)];
        root[usize::from(at)] = root[usize::from(above)];
        at = above;
    }
    at
}

/// Joins two, the smaller one standing for both.
pub(crate) fn join(root: &mut [u16], left: u16, right: u16) {
    let (left, right) = (find(root, left), find(root, right));
    root[usize::from(left.max(right))] = left.min(right);
}
