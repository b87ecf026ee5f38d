//! A state as it is shown: the relevant worlds with what is true in them, and each
//! agent's access between them. The same for every engine, so that what is printed
//! or drawn never depends on which one holds the state.

use crate::bits::Bits;
use crate::limits::{Limit, Pace};
use crate::relation::{Arrows, Cells, Relation, ranks};
use crate::state::State;
use hexa_logic::{Agent, Atom, Stopped};

/// The relevant part of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The relevant worlds, in the order that the initial state lists them.
    pub worlds: Vec<WorldView>,
    /// The place of the actual world among them.
    pub actual: usize,
    /// Who has access, and what it is, between places of `worlds`.
    pub access: Vec<(Agent, AccessView)>,
}

/// One world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorldView {
    /// The name it was given, if it was given one.
    pub name: Option<String>,
    /// The atoms true in it, in order.
    pub atoms: Vec<Atom>,
}

/// An agent's access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccessView {
    /// The cells of his partition, in order of their first worlds.
    Cells(Vec<Vec<usize>>),
    /// The arrows, sorted.
    Arrows(Vec<(usize, usize)>),
}

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
