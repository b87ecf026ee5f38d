//! Canonical forms of models of Pit: two contracted models have the same one iff other names for suits (and for those players
//! who may be exchanged) make them isomorphic.
//!
//! Once suits and players have their names, worlds of a contracted model need no search: no two of them are bisimilar, so that
//! refinement tells all of them apart. What is searched are the names. Numbers that are mixed from others cut that search
//! short and put worlds in order; forms are compared as they are, so that a collision costs time and never makes an answer
//! wrong.

use super::renaming::{Renaming, Renamings};
use crate::knowledge::{PackedDeal, PackedModel, add, mix, pair};
use hexa_logic::{Agent, Stop, Stopped};
use rustc_hash::FxHashMap;

/// A model as text: how many worlds, then for each its deal, then its cell for each player.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct PitForm(Box<[u8]>);

/// The canonical form of a model with all ways to it: they differ by the model's automorphisms.
#[derive(Clone, Debug)]
pub(super) struct Canonical {
    pub form: PitForm,
    pub ways: Vec<Way>,
}

/// A way to a canonical form.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The place of the renaming.
    pub renaming: usize,
    /// For each world its place in the form.
    pub place: Vec<u16>,
}

impl Canonical {
    /// The first place in the form to which a world can be moved: worlds with the same one are alike.
    pub fn orbit(&self, world: usize) -> u16 {
        self.ways.iter().map(|way| way.place[world]).min().unwrap_or(0)
    }
}

impl PitForm {
    fn new(model: &PackedModel, by: &Renaming, at: &[usize]) -> Self {
        let worlds = at.len();
        let is_wide = worlds > 256;
        let mut text =
            Vec::with_capacity(2 + worlds * (2 + model.agents() * (1 + usize::from(is_wide))));
        text.extend((worlds as u16).to_be_bytes());
        for &world in at {
            text.extend(by.deals[place_of(model, world)].to_be_bytes());
        }
        let mut who = vec![0; model.agents()];
        by.players.iter().enumerate().for_each(|(player, &name)| who[usize::from(name)] = player);
        let mut number: Vec<Option<u16>> = Vec::new();
        for player in who {
            let cells = model.cells(Agent::from_index(player));
            number.clear();
            number.resize(worlds, None);
            let mut next = 0;
            for &world in at {
                let cell = *number[usize::from(cells[world])].get_or_insert_with(|| {
                    next += 1;
                    next - 1
                });
                let bytes = cell.to_be_bytes();
                text.extend(if is_wide { &bytes[..] } else { &bytes[1..] });
            }
        }
        Self(text.into())
    }

    /// The model that the text is of.
    pub fn model(&self, players: usize) -> PackedModel {
        let pair = |bytes: &[u8]| u16::from_be_bytes([bytes[0], bytes[1]]);
        let worlds = usize::from(pair(&self.0));
        let (deals, cells) = self.0[2..].split_at(2 * worlds);
        let deals = deals.chunks(2).map(|bytes| PackedDeal(pair(bytes).into())).collect();
        let cells = match worlds > 256 {
            true => cells.chunks(2).map(|bytes| pair(bytes).into()).collect(),
            false => cells.iter().map(|&byte| byte.into()).collect(),
        };
        PackedModel::new(0, players, deals, cells)
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// The place of a world's deal in the table of deals, which stands in the model for the deal.
pub(super) fn place_of(model: &PackedModel, world: usize) -> usize {
    model.deal(world).0 as usize
}

/// The canonical form of a contracted model.
pub(super) fn canonical(
    model: &PackedModel,
    renamings: &Renamings,
    stop: &Stop,
) -> Result<Canonical, Stopped> {
    let colours = nameless_colours(model, renamings, stop)?;
    let mut best: Option<Canonical> = None;
    for renaming in least_spectra(model, renamings, &colours) {
        let by = &renamings.all[renaming];
        let at = ordered(model, by, &colours, stop)?;
        let form = PitForm::new(model, by, &at);
        let way = || {
            let mut place = vec![0; at.len()];
            at.iter().enumerate().for_each(|(to, &world)| place[world] = to as u16);
            Way { renaming, place }
        };
        match &mut best {
            Some(best) if best.form < form => {}
            Some(best) if best.form == form => best.ways.push(way()),
            _ => best = Some(Canonical { form, ways: vec![way()] }),
        }
    }
    Ok(best.expect("names can be left as they are"))
}

/// Colours of worlds that no renaming changes.
fn nameless_colours(
    model: &PackedModel,
    renamings: &Renamings,
    stop: &Stop,
) -> Result<Vec<u64>, Stopped> {
    let first = |world| mix(renamings.kind[place_of(model, world)].into());
    let colours = (0..model.worlds()).map(first).collect();
    refine(model, &renamings.player_kind, colours, stop)
}

/// The renamings for which the colours of the worlds of each deal, in order of deals, add up to the least numbers.
fn least_spectra(model: &PackedModel, renamings: &Renamings, colours: &[u64]) -> Vec<usize> {
    if renamings.all.len() == 1 {
        return vec![0];
    }
    let mut sums: FxHashMap<usize, u64> = FxHashMap::default();
    for (world, &colour) in colours.iter().enumerate() {
        add(sums.entry(place_of(model, world)).or_default(), mix(colour));
    }
    let mut sums: Vec<(usize, u64)> = sums.into_iter().collect();
    sums.sort_unstable();
    let mut least: Vec<u64> = Vec::new();
    let mut found = Vec::new();
    let mut spectrum = vec![0; renamings.kind.len()];
    for (at, by) in renamings.all.iter().enumerate() {
        spectrum.fill(0);
        sums.iter().for_each(|&(deal, sum)| spectrum[usize::from(by.deals[deal])] = sum);
        if found.is_empty() || spectrum < least {
            found.clear();
            least.clone_from(&spectrum);
        }
        if spectrum == least {
            found.push(at);
        }
    }
    found
}

/// The worlds in an order that depends on nothing but the model with its new names.
fn ordered(
    model: &PackedModel,
    by: &Renaming,
    nameless: &[u64],
    stop: &Stop,
) -> Result<Vec<usize>, Stopped> {
    let mut at: Vec<usize> = (0..model.worlds()).collect();
    let deal = |world: usize| by.deals[place_of(model, world)];
    at.sort_unstable_by_key(|&world| (deal(world), nameless[world]));
    // If colours collide, mixing them with another number tells the worlds apart.
    let mut salt = 0;
    let mut colours = nameless.to_vec();
    while !at
        .windows(2)
        .all(|two| (deal(two[0]), colours[two[0]]) != (deal(two[1]), colours[two[1]]))
    {
        let first = |world: usize| pair(nameless[world], u64::from(deal(world)) ^ mix(salt));
        colours = refine(model, &by.players, (0..at.len()).map(first).collect(), stop)?;
        at.sort_unstable_by_key(|&world| (deal(world), colours[world]));
        salt += 1;
    }
    Ok(at)
}

/// Refines the colours of worlds by what players see, until no more come out.
fn refine(
    model: &PackedModel,
    players: &[u8],
    mut colours: Vec<u64>,
    stop: &Stop,
) -> Result<Vec<u64>, Stopped> {
    let mut sorted = Vec::new();
    let mut count = distinct(&colours, &mut sorted);
    let mut sums = Vec::new();
    while count < model.worlds() {
        stop.count(model.worlds() as u64)?;
        let mut next: Vec<u64> = colours.iter().map(|&colour| mix(colour)).collect();
        for (player, &name) in players.iter().enumerate() {
            let cells = model.cells(Agent::from_index(player));
            sums.clear();
            sums.resize(model.worlds(), 0u64);
            for (&cell, &colour) in cells.iter().zip(&colours) {
                add(&mut sums[usize::from(cell)], mix(colour ^ CELL));
            }
            for ((&cell, &colour), next) in cells.iter().zip(&colours).zip(&mut next) {
                add(next, pair(sums[usize::from(cell)] ^ colour, name.into()));
            }
        }
        let found = distinct(&next, &mut sorted);
        colours = next;
        if found == count {
            break;
        }
        count = found;
    }
    Ok(colours)
}

fn distinct(colours: &[u64], sorted: &mut Vec<u64>) -> usize {
    sorted.clear();
    sorted.extend(colours);
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

const CELL: u64 = 0x6365_6c6c_6365_6c6c;

#[cfg(test)]
mod tests;
