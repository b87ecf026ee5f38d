//! From models whose worlds are not listed to models whose worlds are, and back.

use super::State;
use super::model::{Access, History, Likelihood, Listing, Model, Parts, Sight};
use crate::diagram::{Diagram, Diagrams, Variable};
use crate::explicit::bits::{self, Bits};
use crate::explicit::called::Called;
use crate::explicit::model::{Model as Listed, Submodel};
use crate::explicit::relation::{Arrows, Cells, Relation};
use crate::explicit::state::State as ListedState;
use crate::explicit::weights::Weights;
use crate::limits::{Limit, Limits, Pace};
use crate::view::WorldView;
use hexa_logic::{Atom, Group, World};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A model with its worlds listed.
pub(crate) struct Export {
    /// For each world the values of the model's variables.
    pub(super) worlds: Vec<Vec<bool>>,
    submodel: Submodel,
    group: Group,
}

/// Lists the worlds of a model.
pub(super) fn export(model: &Model, group: &Group, limits: &Limits) -> Result<Export, Limit> {
    let count = model.law.count(&model.variables);
    // A byte for each variable while worlds are put in order, and what lists of them take.
    let bits = 8 * (3 * model.variables.len() + 200);
    limits.admit(&count, group.len(), model.values.len() + bits)?;
    let pace = &Pace::new(&limits.stop);
    let mut worlds: Vec<Vec<bool>> = pace.collect(model.law.solutions(&model.variables))?;
    let order = Order::new(model);
    worlds.sort_by_cached_key(|world| order.key(world));
    let column = |value: &Diagram| {
        let table = value.table();
        let truths = worlds.iter().map(|world| table.holds(|v| order.value(world, v)));
        bits::pack(worlds.len(), truths, pace).map(Arc::new)
    };
    let columns = model.values.iter().map(column).collect::<Result<_, _>>()?;
    let mut relations = Vec::new();
    for agent in group.iter() {
        relations.resize(agent.index(), None);
        let relation =
            model.access(agent).map(|access| list_relation(model, &worlds, &order, access, pace));
        relations.push(relation.transpose()?.map(Arc::new));
    }
    let listed = Listed::new(worlds.len(), columns, relations, order.called(&worlds));
    // Whoever is asked how likely these worlds are has to refuse.
    let weights = match model.likelihood.lost() {
        Some(action) => Weights::default().losing(action, bits::all(worlds.len())),
        None => Weights::default(),
    };
    let submodel = Submodel::whole(listed.weighing(weights));
    Ok(Export { worlds, submodel, group: group.clone() })
}

impl Export {
    /// The state with that world as the actual one.
    pub(crate) fn state(&self, world: usize, limits: &Limits) -> ListedState {
        ListedState::at_world(
            self.submodel.clone(),
            self.group.clone(),
            World::from_index(world),
            limits.clone(),
        )
    }

    /// For each world whether a function holds.
    pub(super) fn truths(&self, model: &Model, function: &Diagram) -> Vec<bool> {
        let (order, table) = (Order::new(model), function.table());
        self.worlds.iter().map(|world| table.holds(|v| order.value(world, v))).collect()
    }

    /// Some of the worlds, as a function of the world.
    pub(super) fn set(&self, model: &Model, worlds: &Bits) -> Result<Diagram, Limit> {
        let diagrams = &model.diagrams;
        if worlds.count_ones(..) == self.worlds.len() {
            return Ok(diagrams.constant(true));
        }
        let found = worlds.ones().map(|at| minterm(diagrams, &model.variables, &self.worlds[at]));
        diagrams.any(found.collect::<Result<_, _>>()?)
    }
}

/// Where variables have just these values.
pub(super) fn minterm(
    diagrams: &Diagrams,
    variables: &[Variable],
    values: &[bool],
) -> Result<Diagram, Limit> {
    let mut minterm = diagrams.constant(true);
    for (&variable, &value) in variables.iter().zip(values).rev() {
        let literal = diagrams.variable(variable)?;
        minterm = match value {
            true => diagrams.and(&literal, &minterm)?,
            false => diagrams.minus(&minterm, &literal)?,
        };
    }
    Ok(minterm)
}

/// In which order worlds are listed.
struct Order<'m> {
    /// For each variable, by half its number, its place among the model's.
    places: Vec<usize>,
    listing: &'m Listing,
}

impl<'m> Order<'m> {
    fn new(model: &'m Model) -> Self {
        let last = model.variables.last().map_or(0, |v| v.0 as usize / 2 + 1);
        let mut places = vec![usize::MAX; last];
        for (place, variable) in model.variables.iter().enumerate() {
            places[variable.0 as usize / 2] = place;
        }
        Self { places, listing: &model.listing }
    }

    fn value(&self, world: &[bool], variable: Variable) -> bool {
        let place = self.places.get(variable.0 as usize / 2);
        place.and_then(|&place| world.get(place)).copied().unwrap_or(false)
    }

    /// Worlds made by actions come after each other, each time in the order of their origins.
    fn key(&self, world: &[bool]) -> (Vec<bool>, Vec<bool>) {
        let listed = self.listing.variables.iter();
        let listed = listed.map(|&v| self.value(world, v) != self.listing.first).collect();
        let made = world.iter().rev().copied().collect();
        (listed, made)
    }

    /// What these worlds are called.
    fn called(&self, worlds: &[Vec<bool>]) -> Option<Vec<Called>> {
        let Listing { names, histories, .. } = self.listing;
        if names.is_empty() && histories.is_empty() {
            return None;
        }
        let called = |world: &Vec<bool>| Called::new(self.name(world), &self.events(world));
        Called::list(worlds.iter().map(called))
    }

    /// The name that a world was given.
    fn name(&self, world: &[bool]) -> Option<&'m str> {
        let Listing { variables, names, .. } = self.listing;
        let bits = variables.iter().map(|&v| usize::from(self.value(world, v)));
        let number = || bits.fold(0, |number, bit| 2 * number + bit);
        if names.is_empty() { None } else { names.get(number()).map(String::as_str) }
    }

    /// The events that made a world.
    fn events(&self, world: &[bool]) -> Vec<String> {
        self.listing.events(|variable| self.value(world, variable))
    }
}

fn list_relation(
    model: &Model,
    worlds: &[Vec<bool>],
    order: &Order<'_>,
    access: &Access,
    pace: &Pace,
) -> Result<Relation, Limit> {
    match access {
        Access::Sees(seeing) => {
            let mut cells: FxHashMap<Vec<bool>, u32> = FxHashMap::default();
            let cell = |world: &Vec<bool>| {
                let seen = seeing.seen.iter().map(|&v| order.value(world, v)).collect();
                let next = cells.len() as u32;
                *cells.entry(seen).or_insert(next)
            };
            Ok(Relation::Cells(Cells::new(pace.collect(worlds.iter().map(cell))?)))
        }
        Access::Arrows(arrows) => {
            let number: FxHashMap<&[bool], u32> =
                worlds.iter().enumerate().map(|(at, world)| (&world[..], at as u32)).collect();
            let (diagrams, law) = (&model.diagrams, &model.law);
            let cube = diagrams.cube(&model.variables)?;
            let mut pairs = Vec::new();
            for (from, world) in worlds.iter().enumerate() {
                pace.count(64)?;
                let here = minterm(diagrams, &model.variables, world)?;
                let there = diagrams.and_exists(arrows, &here, &cube)?;
                let there = diagrams.and(&model.as_first(&there)?, law)?;
                let to = there.solutions(&model.variables);
                pairs.extend(to.filter_map(|to| Some((from as u32, *number.get(&to[..])?))));
            }
            pairs.sort_unstable();
            Ok(Relation::Arrows(Arrows::new(worlds.len(), &pairs, pace)?))
        }
    }
}

/// A state whose worlds are listed, in variables that spell the number of the world.
pub(super) fn import(
    state: &ListedState,
    limits: &Limits,
    likelihood: Likelihood,
) -> Result<State, Limit> {
    let listed = state.model();
    let worlds = listed.worlds();
    let digits = worlds.next_power_of_two().trailing_zeros() as usize;
    let diagrams = Arc::new(Diagrams::new(limits.nodes, limits.stop.clone()));
    let variables: Vec<Variable> = (0..digits).map(Variable::at).collect();
    let spelling = Spelling { diagrams: &diagrams, variables: &variables };
    let values = listed.columns().iter().map(|column| spelling.set(|w| column.contains(w), worlds));
    let mut building = Building {
        law: spelling.set(|world| state.domain().contains(world), worlds)?,
        values: values.collect::<Result<Vec<_>, _>>()?,
        variables: variables.clone(),
        fixed: Vec::new(),
        diagrams: Arc::clone(&diagrams),
    };
    let mut sights = Vec::new();
    for agent in state.group().iter() {
        sights.resize(agent.index(), None);
        let Some(relation) = listed.relation(agent) else { continue };
        sights.push(Some(match relation {
            Relation::Cells(cells) => building.cells(&spelling, cells, worlds)?,
            Relation::Arrows(arrows) => Sight::Arrows(spelling.arrows(arrows, worlds)?),
        }));
    }
    let names = (0..worlds).map(|w| listed.name(w).map(str::to_owned));
    let names = names.collect::<Option<Vec<String>>>().unwrap_or_default();
    let mut histories: BTreeMap<Vec<String>, Bits> = BTreeMap::new();
    for world in state.domain().ones() {
        let events = listed.called(world).events();
        if !events.is_empty() {
            let nowhere = || Bits::with_capacity(worlds);
            histories.entry(events).or_insert_with(nowhere).insert(world);
        }
    }
    let history = |(events, set): (Vec<String>, Bits)| {
        let worlds = spelling.set(|world| set.contains(world), worlds)?;
        Ok(History { events, worlds })
    };
    let histories = histories.into_iter().map(history).collect::<Result<_, Limit>>()?;
    let listing = Listing { variables: variables.clone(), first: false, names, histories };
    let listing = Arc::new(listing);
    let point = state.point().index();
    let point = variables.iter().rev().enumerate().filter(|(at, _)| point >> at & 1 == 1);
    let point = point.map(|(_, &variable)| variable).collect();
    let group = state.group().clone();
    let state = building.finish(sights, listing, point, group, limits.clone())?;
    Ok(state.with_likelihood(likelihood))
}

/// Worlds by their numbers, the first variable being the first binary digit.
struct Spelling<'a> {
    diagrams: &'a Diagrams,
    variables: &'a [Variable],
}

impl Spelling<'_> {
    fn set(&self, contains: impl Fn(usize) -> bool, worlds: usize) -> Result<Diagram, Limit> {
        let all = 1usize << self.variables.len();
        let constants = (0..all).map(|w| self.diagrams.constant(w < worlds && contains(w)));
        let mut row: Vec<Diagram> = constants.collect();
        for &variable in self.variables.iter().rev() {
            let test = self.diagrams.variable(variable)?;
            let pair = |pair: &[Diagram]| match pair {
                [low, high] if low != high => self.diagrams.if_then_else(&test, high, low),
                _ => Ok(pair[0].clone()),
            };
            row = row.chunks(2).map(pair).collect::<Result<_, _>>()?;
        }
        Ok(row.swap_remove(0))
    }

    fn arrows(&self, arrows: &Arrows, worlds: usize) -> Result<Diagram, Limit> {
        let twins: Vec<Variable> = self.variables.iter().map(|v| v.twin()).collect();
        let second = Spelling { diagrams: self.diagrams, variables: &twins };
        let mut from_each = Vec::new();
        for world in 0..worlds {
            let next = arrows.successors(world);
            if !next.is_empty() {
                let there = second.set(|to| next.contains(&(to as u32)), worlds)?;
                let here = self.set(|w| w == world, worlds)?;
                from_each.push(self.diagrams.and(&here, &there)?);
            }
        }
        self.diagrams.any(from_each)
    }
}

/// A model that is being built: whatever somebody sees becomes a variable.
pub(super) struct Building {
    pub(super) diagrams: Arc<Diagrams>,
    pub(super) variables: Vec<Variable>,
    pub(super) law: Diagram,
    pub(super) values: Vec<Diagram>,
    /// Variables that stand for functions.
    pub(super) fixed: Vec<(Variable, Diagram)>,
}

impl Building {
    /// The variable that has the value of a function.
    pub(super) fn variable_for(&mut self, function: &Diagram) -> Result<Variable, Limit> {
        if let [variable] = function.support()[..]
            && *function == self.diagrams.variable(variable)?
        {
            return Ok(variable);
        }
        if let Some((known, _)) = self.fixed.iter().find(|(_, known)| known == function) {
            return Ok(*known);
        }
        let next = self.variables.last().map_or(Variable::at(0), |last| last.next());
        self.variables.push(next);
        let same = self.diagrams.iff(&self.diagrams.variable(next)?, function)?;
        self.law = self.diagrams.and(&self.law, &same)?;
        self.fixed.push((next, function.clone()));
        Ok(next)
    }

    fn cells(
        &mut self,
        spelling: &Spelling<'_>,
        cells: &Cells,
        worlds: usize,
    ) -> Result<Sight, Limit> {
        let mut seen = Vec::new();
        let digits = cells.bound().next_power_of_two().trailing_zeros();
        for digit in 0..digits {
            let set = spelling.set(|w| cells.class()[w] >> digit & 1 == 1, worlds)?;
            if !set.is_false() && !set.is_true() {
                seen.push(self.variable_for(&set)?);
            }
        }
        Ok(Sight::Sees(seen))
    }

    /// The state whose actual world is the one where just these variables are true, beside those
    /// that the law fixes.
    pub(super) fn finish(
        self,
        sights: Vec<Option<Sight>>,
        listing: Arc<Listing>,
        mut point: Vec<Variable>,
        group: Group,
        limits: Limits,
    ) -> Result<State, Limit> {
        for (variable, function) in &self.fixed {
            if function.holds(|v| point.contains(&v)) {
                point.push(*variable);
            }
        }
        let parts = Parts {
            diagrams: self.diagrams,
            variables: self.variables,
            law: self.law,
            values: self.values.into(),
            sights,
            listing,
            likelihood: Likelihood::Equal,
        };
        let model = parts.model();
        point.sort_unstable();
        let point = model.variables.iter().map(|v| point.binary_search(v).is_ok()).collect();
        Ok(State::new(Arc::new(model), group, point, limits))
    }
}

impl Export {
    /// The place of a world among those listed.
    pub(super) fn place(&self, world: &[bool]) -> Option<usize> {
        self.worlds.iter().position(|listed| listed == world)
    }
}

/// Some worlds as they are shown.
pub(super) fn views(model: &Model, worlds: &[Vec<bool>]) -> Vec<WorldView> {
    let order = Order::new(model);
    let atoms = |world: &[bool]| {
        let values = model.values.iter().enumerate();
        let here = values.filter(|(_, value)| value.holds(|v| order.value(world, v)));
        here.map(|(atom, _)| Atom::from_index(atom)).collect()
    };
    let view = |world: &Vec<bool>| WorldView {
        name: order.name(world).map(str::to_owned),
        events: order.events(world),
        atoms: atoms(world),
    };
    worlds.iter().map(view).collect()
}

/// The atoms that are true in the first of some worlds, at most so many.
pub(super) fn first_worlds(
    model: &Model,
    worlds: &Diagram,
    most: usize,
) -> Result<Vec<Vec<Atom>>, Limit> {
    let order = Order::new(model);
    let tables: Vec<_> = model.values.iter().map(Diagram::table).collect();
    let truths = |world: Vec<bool>| {
        let tables = tables.iter().enumerate();
        let here = tables.filter(|(_, table)| table.holds(|v| order.value(&world, v)));
        here.map(|(atom, _)| Atom::from_index(atom)).collect()
    };
    let listed = |place: usize| model.listing.variables.get(place).copied();
    let in_order =
        (1..model.listing.variables.len()).all(|place| listed(place - 1) < listed(place));
    if in_order && !model.listing.first {
        return Ok(worlds.solutions(&model.variables).take(most).map(truths).collect());
    }
    let first = first_in_listing(model, worlds, most)?;
    Ok(first.into_iter().map(truths).collect())
}

/// The first of some worlds in the order in which they are listed, which is not the order of variables.
fn first_in_listing(model: &Model, worlds: &Diagram, most: usize) -> Result<Vec<Vec<bool>>, Limit> {
    let (diagrams, Listing { variables, first, .. }) = (&model.diagrams, &*model.listing);
    let mut found = Vec::new();
    let mut waiting = vec![(0, worlds.clone())];
    while let Some((place, worlds)) = waiting.pop().filter(|_| found.len() < most) {
        if worlds.is_false() {
            continue;
        }
        let Some(&variable) = variables.get(place) else {
            found.extend(worlds.solutions(&model.variables).take(most - found.len()));
            continue;
        };
        let literal = diagrams.variable(variable)?;
        let (yes, no) = (diagrams.and(&worlds, &literal)?, diagrams.minus(&worlds, &literal)?);
        let (sooner, later) = if *first { (yes, no) } else { (no, yes) };
        waiting.extend([(place + 1, later), (place + 1, sooner)]);
    }
    Ok(found)
}
