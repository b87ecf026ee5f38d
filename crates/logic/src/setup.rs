//! Where a scenario starts: descriptions of initial states, before any engine has
//! built them. An engine can hold a setup in several ways, or refuse it.

use crate::{Atom, Deal, Formula, Holder, Ratio, World};
use std::collections::BTreeSet;

/// An initial state, described.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setup {
    /// A deal of cards.
    Deal(DealSetup),
    /// All valuations that obey a law.
    Structure(Structure),
    /// All combinations of local states.
    Hypercube(Hypercube),
    /// A model written out.
    Model(ModelSetup),
    /// A model written out whose worlds are not equally likely.
    Weighed(WeighedModel),
}

impl Setup {
    /// The model that is written out, if one is.
    pub fn model(&self) -> Option<&ModelSetup> {
        match self {
            Self::Model(model) | Self::Weighed(WeighedModel { model, .. }) => Some(model),
            Self::Deal(_) | Self::Structure(_) | Self::Hypercube(_) => None,
        }
    }
}

/// The initial state of a knowledge game (thesis def. 6), or the state before anybody has looked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealSetup {
    /// The actual deal; the worlds are the deals of its size.
    pub deal: Deal,
    /// Whether the players have seen their own cards.
    pub sight: Sight,
    /// Deals that break it are not worlds.
    pub law: Formula,
}

/// Whether the players have looked at their cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Everybody has seen their own cards and no others.
    OwnCards,
    /// The cards lie face down: nobody has looked.
    FaceDown,
}

/// A knowledge structure: every valuation of some atoms that obeys the law is a world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// The atoms that vary; all others are false everywhere.
    pub atoms: Vec<Atom>,
    /// For each agent what they observe: propositional formulas. Worlds that agree on all of
    /// them look the same to them.
    pub observations: Vec<Vec<Formula>>,
    /// A propositional formula.
    pub law: Formula,
    /// The atoms true in the actual world; none if no world is set apart, and the first one that
    /// obeys the law will do: atoms that come first in the list weigh most, false before true.
    pub point: Option<Vec<Atom>>,
}

/// Every agent has one of the local states, and knows it; all combinations are worlds (thesis sec. 7.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hypercube {
    /// For each agent, for each local state, the atom that says so.
    pub atoms: Vec<Vec<Atom>>,
    /// For each agent, the place of their actual local state.
    pub point: Vec<usize>,
}

/// A model written out world by world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelSetup {
    /// The worlds.
    pub worlds: Vec<WorldSetup>,
    /// For each agent their relation; none if the model defines no access for them.
    pub relations: Vec<Option<RelationSetup>>,
    /// The actual world.
    pub point: World,
}

/// A model written out, with how likely its worlds are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeighedModel {
    /// The model.
    pub model: ModelSetup,
    /// For each world its weight, more than nothing. Only how they compare matters.
    pub weights: Vec<Ratio>,
}

/// A world that is written out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorldSetup {
    /// Its name.
    pub name: String,
    /// The atoms true in it.
    pub atoms: Vec<Atom>,
}

/// An agent's access, written out; also for events, whose places are used like worlds'.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RelationSetup {
    /// A partition: the cell of each world. Cells are numbered from 0 in order of appearance.
    Cells(Vec<u32>),
    /// Any relation: pairs (from, to), sorted and without repetition.
    Arrows(Vec<(u32, u32)>),
}

impl RelationSetup {
    /// The relation of these pairs, as cells if it is an equivalence of so many places.
    pub fn of_pairs(places: usize, pairs: BTreeSet<(u32, u32)>) -> Self {
        let mut cells: Vec<u32> = Vec::new();
        let mut next = 0;
        for place in 0..places as u32 {
            // In an equivalence, the first of the cell is the first that is related.
            let first = pairs.range((place, 0)..).next().filter(|(from, _)| *from == place);
            let known = first.and_then(|&(_, to)| cells.get(to as usize).copied());
            cells.push(known.unwrap_or(next));
            next += u32::from(known.is_none());
        }
        let mut sizes = vec![0usize; next as usize];
        cells.iter().for_each(|&cell| sizes[cell as usize] += 1);
        let inside: usize = sizes.iter().map(|size| size * size).sum();
        let together = |&(u, v): &(u32, u32)| cells[u as usize] == cells[v as usize];
        // As many pairs as the cells have, and all inside cells: then these are the pairs.
        if pairs.len() == inside && pairs.iter().all(together) {
            Self::Cells(cells)
        } else {
            Self::Arrows(pairs.into_iter().collect())
        }
    }
}

/// What it takes to win a knowledge game: to know whether c is at h, for all cards c and ...
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WinCondition {
    /// ... all holders h: the whole deal.
    #[default]
    Deal,
    /// ... the table.
    Table,
    /// ... this holder.
    Hand(Holder),
}
