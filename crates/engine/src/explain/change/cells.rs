//! Whose cells split: partitions before and after, as sets of valuations.

use crate::limits::Pace;
use crate::view::{AccessView, View};
use hexa_logic::{Agent, Atom, Stopped, Vocabulary};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How the access of an agent changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessChange {
    /// The agent.
    pub agent: Agent,
    /// How far their access went; none if they had none.
    pub before: Option<Extent>,
    /// How far it goes.
    pub after: Option<Extent>,
    /// What became of their cells, or of their arrows.
    pub cells: CellChange,
}

/// How far access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// How many cells there are; none if the agent has arrows.
    pub cells: Option<usize>,
    /// How many worlds they consider possible in the actual one.
    pub considered: usize,
}

/// What became of the cells of an agent, as sets of valuations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellChange {
    /// The same valuations are together as before.
    Unchanged,
    /// So many cells of the state before are in several parts now, have only lost valuations,
    /// are gone, or are parts of cells with other valuations in them.
    Changed {
        /// In several parts.
        split: usize,
        /// Smaller, but in one part.
        smaller: usize,
        /// Without any valuation left.
        gone: usize,
        /// Together with valuations that were not there.
        merged: usize,
        /// Cells now that have no valuation in common with a cell before.
        new: usize,
    },
    /// One side has no cells: arrows, or no access.
    NotCells,
}

/// A valuation, numbered.
type Valuation = u32;

/// Compares the access of every agent.
pub(super) fn compare(
    before: &View,
    after: &View,
    vocabulary: &Vocabulary,
    pace: &Pace,
) -> Result<Vec<AccessChange>, Stopped> {
    let mut numbers = FxHashMap::default();
    let old = number_valuations(before, &mut numbers, pace)?;
    let new = number_valuations(after, &mut numbers, pace)?;
    let one = |agent| {
        let (left, right) = (access(before, agent), access(after, agent));
        Ok(AccessChange {
            agent,
            before: left.map(|access| extent(access, before.actual)),
            after: right.map(|access| extent(access, after.actual)),
            cells: cell_change(left, &old, right, &new, numbers.len(), pace)?,
        })
    };
    vocabulary.agents().map(one).collect()
}

fn number_valuations<'v>(
    view: &'v View,
    numbers: &mut FxHashMap<&'v [Atom], Valuation>,
    pace: &Pace,
) -> Result<Vec<Valuation>, Stopped> {
    let number = |world: &'v crate::view::WorldView| {
        let next = numbers.len() as u32;
        *numbers.entry(world.atoms.as_slice()).or_insert(next)
    };
    pace.collect(view.worlds.iter().map(number))
}

/// The access of an agent.
pub(super) fn access(view: &View, agent: Agent) -> Option<&AccessView> {
    view.access.iter().find(|(of, _)| *of == agent).map(|(_, access)| access)
}

fn extent(access: &AccessView, actual: usize) -> Extent {
    match access {
        AccessView::Cells(cells) => Extent {
            cells: Some(cells.len()),
            considered: cells
                .iter()
                .find(|cell| cell.binary_search(&actual).is_ok())
                .map_or(0, Vec::len),
        },
        AccessView::Arrows(arrows) => Extent {
            cells: None,
            considered: arrows.iter().filter(|(from, _)| *from == actual).count(),
        },
    }
}

fn cell_change(
    before: Option<&AccessView>,
    old: &[Valuation],
    after: Option<&AccessView>,
    new: &[Valuation],
    valuations: usize,
    pace: &Pace,
) -> Result<CellChange, Stopped> {
    Ok(match (before, after) {
        (None, None) => CellChange::Unchanged,
        (Some(AccessView::Cells(before)), Some(AccessView::Cells(after))) => {
            let (before, after) = (as_sets(before, old, pace)?, as_sets(after, new, pace)?);
            partition_change(&before, &after, valuations, pace)?
        }
        (Some(AccessView::Arrows(before)), Some(AccessView::Arrows(after)))
            if as_pairs(before, old) == as_pairs(after, new) =>
        {
            CellChange::Unchanged
        }
        _ => CellChange::NotCells,
    })
}

fn as_sets(
    cells: &[Vec<usize>],
    of: &[Valuation],
    pace: &Pace,
) -> Result<BTreeSet<Vec<Valuation>>, Stopped> {
    let set = |cell: &Vec<usize>| {
        let mut set: Vec<Valuation> = cell.iter().map(|&world| of[world]).collect();
        set.sort_unstable();
        set.dedup();
        set
    };
    let mut sets = BTreeSet::new();
    for cell in cells {
        pace.count(1 + cell.len() as u64)?;
        sets.insert(set(cell));
    }
    Ok(sets)
}

fn as_pairs(arrows: &[(usize, usize)], of: &[Valuation]) -> BTreeSet<(Valuation, Valuation)> {
    arrows.iter().map(|&(from, to)| (of[from], of[to])).collect()
}

fn partition_change(
    before: &BTreeSet<Vec<Valuation>>,
    after: &BTreeSet<Vec<Valuation>>,
    valuations: usize,
    pace: &Pace,
) -> Result<CellChange, Stopped> {
    if before == after {
        return Ok(CellChange::Unchanged);
    }
    let after: Vec<&Vec<Valuation>> = after.iter().collect();
    let mut cells_with: Vec<Vec<usize>> = vec![Vec::new(); valuations];
    for (at, cell) in after.iter().enumerate() {
        cell.iter().for_each(|&valuation| cells_with[valuation as usize].push(at));
    }
    let mut known = vec![false; after.len()];
    let (mut split, mut smaller, mut gone, mut merged) = (0, 0, 0, 0);
    for cell in before {
        pace.count(1 + cell.len() as u64)?;
        let met: BTreeSet<usize> =
            cell.iter().flat_map(|&valuation| &cells_with[valuation as usize]).copied().collect();
        met.iter().for_each(|&at| known[at] = true);
        let inside = |&at: &usize| after[at].iter().all(|v| cell.binary_search(v).is_ok());
        match (met.len(), met.iter().all(inside)) {
            (0, _) => gone += 1,
            (_, false) => merged += 1,
            (1, true) if met.iter().all(|&at| after[at] == cell) => {}
            (1, true) => smaller += 1,
            (_, true) => split += 1,
        }
    }
    let new = known.iter().filter(|known| !**known).count();
    Ok(CellChange::Changed { split, smaller, gone, merged, new })
}
