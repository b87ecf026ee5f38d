//! What is shown of a state whose worlds are listed.

use crate::explicit::bits::Bits;
use crate::explicit::relation::{Arrows, Cells, Relation, ranks};
use crate::explicit::state::State;
use crate::limits::{Limit, Pace};
use crate::view::{AccessView, View, WorldView};
use hexa_logic::{Atom, Stopped};

/// The relevant part of a state.
pub fn view(state: &State) -> Result<View, Limit> {
    let pace = &state.pace();
    let relevant = state.relevant_worlds(pace)?;
    let rank = ranks(&relevant, pace)?;
    let mut all = Vec::new();
    for agent in state.group().iter() {
        if let Some(relation) = state.model().relation(agent) {
            all.push((agent, access(relation, &relevant, &rank, pace)?));
        }
    }
    Ok(View {
        worlds: pace.collect(relevant.ones().map(|world| world_view(state, world)))?,
        actual: rank[state.point().index()] as usize,
        access: all,
    })
}

fn world_view(state: &State, world: usize) -> WorldView {
    let name = state.model().name(world).map(str::to_owned);
    WorldView { name, atoms: atoms_at(state, world) }
}

/// The atoms true in a world, in order.
pub(crate) fn atoms_at(state: &State, world: usize) -> Vec<Atom> {
    let columns = state.model().columns().iter().enumerate();
    let truths = columns.filter(|(_, column)| column.contains(world));
    truths.map(|(atom, _)| Atom::from_index(atom)).collect()
}

fn access(
    relation: &Relation,
    relevant: &Bits,
    rank: &[u32],
    pace: &Pace,
) -> Result<AccessView, Stopped> {
    Ok(match relation {
        Relation::Cells(cells) => AccessView::Cells(cell_lists(cells, relevant, pace)?),
        Relation::Arrows(arrows) => AccessView::Arrows(arrow_list(arrows, relevant, rank, pace)?),
    })
}

fn cell_lists(cells: &Cells, relevant: &Bits, pace: &Pace) -> Result<Vec<Vec<usize>>, Stopped> {
    let mut lists: Vec<Vec<usize>> = Vec::new();
    let mut place = vec![None; cells.bound()];
    pace.each(relevant.ones().enumerate(), |(at, world)| {
        let known = &mut place[cells.class()[world] as usize];
        let list = *known.get_or_insert(lists.len());
        if list == lists.len() {
            lists.push(Vec::new());
        }
        lists[list].push(at);
    })?;
    Ok(lists)
}

fn arrow_list(
    arrows: &Arrows,
    relevant: &Bits,
    rank: &[u32],
    pace: &Pace,
) -> Result<Vec<(usize, usize)>, Stopped> {
    let from_one = |world: usize| {
        let to = arrows.successors(world).iter().filter(|&&to| relevant.contains(to as usize));
        to.map(move |&to| (rank[world] as usize, rank[to as usize] as usize))
    };
    pace.collect(relevant.ones().flat_map(from_one))
}
