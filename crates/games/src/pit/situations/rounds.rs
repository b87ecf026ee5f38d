//! What is known when the cards are dealt, and what a round makes of it (section 4.1): all say at once how many cards of one
//! suit they offer, which tells everybody that they have so many; two whose numbers are equal swap what they offer, which they
//! know, and the others do not see it; and nobody says that they have a corner, if the game goes on.
//!
//! Departure: players know which cards they offer, and have them (to the letter, `Swap` lets players give what they do not
//! have, and `Learncard` does not say which card was given). What players offer who do not trade is soon withdrawn, and nobody
//! else ever learns it: worlds that differ in this alone are bisimilar, and no such worlds are made.

use super::canonical::place_of;
use super::limits::{PitCut, PitLimits};
use super::table::{DealTable, Swap, Swapped};
use crate::knowledge::{MOST_WORLDS, PackedDeal, PackedModel, components, contract};
use crate::pit::{Player, Suit};
use hexa_logic::{Agent, Stop};
use rustc_hash::FxHashMap;

/// What everybody sees of a round.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Round {
    /// For each player how many cards they offer.
    pub numbers: Vec<usize>,
    /// Who swap, if two numbers are equal.
    pub matched: Option<(Player, Player)>,
}

/// What comes of a round in which nobody gets a corner.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// The models, contracted and each connected by somebody's access.
    pub parts: Vec<PackedModel>,
    /// For a world and two suits that are swapped in it (wheat and wheat if nobody swaps), where that leads: a part, and a
    /// world of it.
    pub ends: FxHashMap<(u16, Suit, Suit), Within>,
}

/// A part of a model, and a world of it.
pub(super) type Within = (usize, usize);

/// The model when the cards are dealt and nobody has a corner: all know their hands.
pub(super) fn dealt(table: &DealTable) -> PackedModel {
    let players = table.deck().players();
    let mut hands: FxHashMap<&[u8], u32> = FxHashMap::default();
    let mut cells = Vec::with_capacity(players * table.open());
    for player in 0..players {
        for deal in 0..table.open() {
            let next = hands.len() as u32;
            cells.push(*hands.entry(table.hand(deal, player)).or_insert(next));
        }
    }
    let deals = (0..table.open()).map(|deal| PackedDeal(deal as u64)).collect();
    PackedModel::new(0, players, deals, cells)
}

/// The rounds in which everybody offers so many cards.
pub(super) fn rounds_of(table: &DealTable, numbers: &[usize]) -> Vec<Round> {
    let is_matched = |&(a, b): &(Player, Player)| numbers[a] == numbers[b];
    let pairs: Vec<_> = table.pairs().into_iter().filter(is_matched).map(Some).collect();
    let pairs = if pairs.is_empty() { vec![None] } else { pairs };
    pairs.into_iter().map(|matched| Round { numbers: numbers.to_vec(), matched }).collect()
}

/// All ways to offer numbers of cards.
pub(super) fn all_numbers(table: &DealTable) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..table.deck().players() {
        let longer = |numbers: &Vec<usize>| {
            let numbers = numbers.clone();
            (1..=table.most()).map(move |number| [&numbers[..], &[number]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// All pairs of suits.
pub(super) fn all_swaps(suits: usize) -> Vec<(Suit, Suit)> {
    (0..suits).flat_map(|u| (0..suits).map(move |v| (u, v))).collect()
}

/// The parts of a model that nobody's access connects, contracted; and for each world its part and its place there.
pub(super) fn split(
    model: &PackedModel,
    stop: &Stop,
) -> Result<(Vec<PackedModel>, Vec<Within>), PitCut> {
    let (contracted, stands_for) = contract(model, stop)?;
    let mut at = vec![(0, 0); contracted.worlds()];
    let mut parts = Vec::new();
    for (part, worlds) in components(&contracted).into_iter().enumerate() {
        worlds.iter().enumerate().for_each(|(to, &world)| at[usize::from(world)] = (part, to));
        parts.push(contracted.select(&worlds));
    }
    Ok((parts, stands_for.into_iter().map(|world| at[usize::from(world)]).collect()))
}

/// What a round makes of a model.
pub(super) fn play_round(
    table: &DealTable,
    model: &PackedModel,
    round: &Round,
    limits: &PitLimits,
    stop: &Stop,
) -> Result<Played, PitCut> {
    let mut next = Next::default();
    for world in 0..model.worlds() {
        let deal = place_of(model, world);
        let mut numbers = round.numbers.iter().enumerate();
        if numbers.all(|(player, &number)| table.can_offer(deal, player, number)) {
            next.add(table, world as u16, deal, round);
        }
        if next.deals.len() > limits.worlds.min(MOST_WORLDS) {
            return Err(PitCut::Worlds(limits.worlds.min(MOST_WORLDS)));
        }
    }
    let (parts, at) = split(&next.model(table, model, round), stop)?;
    Ok(Played { parts, ends: next.from.into_iter().zip(at).collect() })
}

/// The worlds after a round.
#[derive(Default)]
pub(super) struct Next {
    pub deals: Vec<PackedDeal>,
    /// For each the world that it comes from, and what was swapped.
    pub from: Vec<(u16, Suit, Suit)>,
}

impl Next {
    fn add(&mut self, table: &DealTable, world: u16, deal: usize, round: &Round) {
        let Some(traders) = round.matched else {
            self.deals.push(PackedDeal(deal as u64));
            self.from.push((world, 0, 0));
            return;
        };
        let number = round.numbers[traders.0];
        for given in all_swaps(table.deck().suits()) {
            match table.swap(deal, Swap { traders, given, number }) {
                Swapped::Impossible | Swapped::Corner => {}
                Swapped::Open(deal) => {
                    self.deals.push(PackedDeal(deal.into()));
                    self.from.push((world, given.0, given.1));
                }
            }
        }
    }

    /// Traders know what they gave and what they got.
    pub fn model(&self, table: &DealTable, model: &PackedModel, round: &Round) -> PackedModel {
        let suits = table.deck().suits();
        let mut cells = Vec::with_capacity(model.agents() * self.deals.len());
        for player in 0..model.agents() {
            let old = model.cells(Agent::from_index(player));
            let is_trader = round.matched.is_some_and(|(a, b)| player == a || player == b);
            cells.extend(self.from.iter().map(|&(world, first, second)| {
                let cell = usize::from(old[usize::from(world)]);
                let seen = if is_trader { (cell * suits + first) * suits + second } else { cell };
                seen as u32
            }));
        }
        PackedModel::new(0, model.agents(), self.deals.clone(), cells)
    }
}
