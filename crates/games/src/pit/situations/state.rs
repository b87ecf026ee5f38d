//! One state of a play of Pit: a model with its actual world. Suits keep their names here.

use super::canonical::place_of;
use super::limits::{PitCut, PitLimits};
use super::rounds::{Round, dealt, play_round, split};
use super::table::{DealTable, Swap, Swapped};
use crate::knowledge::{PackedModel, contract};
use crate::pit::{Player, Suit};
use hexa_logic::{Agent, Stop};

/// A state of knowledge, contracted, with the actual deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PitState {
    model: PackedModel,
    world: usize,
}

/// How a round ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoundResult {
    /// Nobody has a corner.
    Open(PitState),
    /// These players have one.
    Corners(Vec<Player>),
    /// Somebody does not have what they offer.
    Impossible,
}

impl PitState {
    /// When this deal was dealt, and nobody has a corner.
    pub fn dealt(table: &DealTable, deal: usize, stop: &Stop) -> Result<Self, PitCut> {
        let whole = dealt(table);
        let (mut parts, at) = split(&whole, stop)?;
        let (part, world) = at[deal];
        Ok(Self { model: parts.swap_remove(part), world })
    }

    /// After a round in which these suits were swapped; which suits is left aside if nobody swaps.
    pub fn after(
        &self,
        table: &DealTable,
        round: &Round,
        given: (Suit, Suit),
        limits: &PitLimits,
        stop: &Stop,
    ) -> Result<RoundResult, PitCut> {
        let deal = self.deal(self.world);
        let mut numbers = round.numbers.iter().enumerate();
        if !numbers.all(|(player, &number)| table.can_offer(deal, player, number)) {
            return Ok(RoundResult::Impossible);
        }
        let given = match round.matched {
            None => (0, 0),
            Some(traders) => {
                let swap = Swap { traders, given, number: round.numbers[traders.0] };
                match table.swap(deal, swap) {
                    Swapped::Impossible => return Ok(RoundResult::Impossible),
                    Swapped::Corner => {
                        return Ok(RoundResult::Corners(table.winners(deal, swap)));
                    }
                    Swapped::Open(_) => given,
                }
            }
        };
        let mut played = play_round(table, &self.model, round, limits, stop)?;
        let (part, world) = played.ends[&(self.world as u16, given.0, given.1)];
        Ok(RoundResult::Open(Self { model: played.parts.swap_remove(part), world }))
    }

    /// The model.
    pub(super) fn model(&self) -> &PackedModel {
        &self.model
    }

    /// How many worlds it has.
    pub fn worlds(&self) -> usize {
        self.model.worlds()
    }

    /// The actual world.
    pub fn world(&self) -> usize {
        self.world
    }

    /// The deal of a world, by its place in the table of deals.
    pub fn deal(&self, world: usize) -> usize {
        place_of(&self.model, world)
    }

    /// For each world a number for what a player cannot tell apart.
    pub fn cells(&self, player: Player) -> &[u16] {
        self.model.cells(Agent::from_index(player))
    }

    /// The deals that a player considers possible, in order.
    pub fn considered(&self, player: Player) -> Vec<usize> {
        let cells = self.cells(player);
        let alike = (0..self.worlds()).filter(|&world| cells[world] == cells[self.world]);
        let mut deals: Vec<usize> = alike.map(|world| self.deal(world)).collect();
        deals.sort_unstable();
        deals.dedup();
        deals
    }

    /// Whether the same is known here and there: whether the states are bisimilar. They are put side by side in one model,
    /// and taken together by contraction or not.
    pub fn is_bisimilar(&self, other: &Self, stop: &Stop) -> Result<bool, PitCut> {
        let both = [self, other];
        let deals = both.iter().flat_map(|state| state.model.deals()).copied().collect();
        let mut cells = Vec::new();
        for player in self.model.all_agents() {
            let shift = self.model.cell_count(player) as u32;
            cells.extend(self.model.cells(player).iter().map(|&cell| u32::from(cell)));
            cells.extend(other.model.cells(player).iter().map(|&cell| shift + u32::from(cell)));
        }
        let model = PackedModel::new(0, self.model.agents(), deals, cells);
        let (_, stands_for) = contract(&model, stop)?;
        Ok(stands_for[self.world] == stands_for[self.worlds() + other.world])
    }
}
