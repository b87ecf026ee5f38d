//! What is shown of a state whose worlds are listed.

use crate::explicit::bits::{self, Bits};
use crate::explicit::called::Called;
use crate::explicit::model::{Model, Submodel};
use crate::explicit::relation::{Arrows, Cells, Relation, ranks};
use crate::explicit::state::State;
use crate::explicit::weights::Weights;
use crate::limits::{Limit, Limits, Pace};
use crate::view::{AccessView, View, WorldView};
use hexa_logic::{Atom, Stopped, World};
use std::sync::Arc;

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

/// A state that is shown so, its worlds equally likely.
pub(crate) fn state_of(view: &View, limits: &Limits) -> Result<State, Limit> {
    let (worlds, pace) = (view.worlds.len(), &Pace::new(&limits.stop));
    let of_all = view.worlds.iter().flat_map(|world| &world.atoms);
    let atoms = of_all.map(|atom| atom.index() + 1).max().unwrap_or(0);
    let column = |atom: usize| {
        let atom = Atom::from_index(atom);
        let truths = view.worlds.iter().map(|world| world.atoms.binary_search(&atom).is_ok());
        bits::pack(worlds, truths, pace).map(Arc::new)
    };
    let columns = (0..atoms).map(column).collect::<Result<_, _>>()?;
    let mut relations = Vec::new();
    for (agent, access) in &view.access {
        relations.resize(agent.index(), None);
        relations.push(Some(Arc::new(match access {
            AccessView::Cells(lists) => {
                let mut class = vec![0; worlds];
                for (number, list) in (0..).zip(lists) {
                    list.iter().for_each(|&world| class[world] = number);
                }
                Relation::Cells(Cells::new(class))
            }
            AccessView::Arrows(pairs) => {
                let pairs: Vec<(u32, u32)> =
                    pairs.iter().map(|&(from, to)| (from as u32, to as u32)).collect();
                Relation::Arrows(Arrows::new(worlds, &pairs, pace)?)
            }
        })));
    }
    let called = |world: &WorldView| Called::new(world.name.as_deref(), &world.events);
    let called = Called::list(view.worlds.iter().map(called));
    let listed = Model::new(worlds, columns, relations, called);
    let submodel = Submodel::whole(listed.weighing(Weights::default()));
    let group = view.access.iter().map(|(agent, _)| *agent).collect();
    Ok(State::at_world(submodel, group, World::from_index(view.actual), limits.clone()))
}

fn world_view(state: &State, world: usize) -> WorldView {
    let called = state.model().called(world);
    let name = called.name().map(str::to_owned);
    WorldView { name, events: called.events(), atoms: atoms_at(state, world) }
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
