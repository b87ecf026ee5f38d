//! Models of knowledge games, packed: a world is a deal of cards (thesis def. 2) with the cell of
//! each player's partition that it is in. Several worlds may have the same deal. The first model is
//! that of an initial state (thesis def. 6).

use crate::game::{Game, MOST_WORLDS};

/// Who holds each card: four bits for a card. The table comes after the agents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PackedDeal(pub u64);

impl PackedDeal {
    /// The number of the holder of a card.
    pub fn holder(self, card: usize) -> usize {
        (self.0 >> (4 * card) & 15) as usize
    }

    /// The same deal with this card at that holder, if it was nowhere before.
    pub fn with(self, card: usize, holder: usize) -> Self {
        Self(self.0 | (holder as u64) << (4 * card))
    }

    /// The cards at a holder, as a set of bits.
    pub fn hand(self, cards: usize, holder: usize) -> u16 {
        let held = (0..cards).filter(|&card| self.holder(card) == holder);
        held.fold(0, |hand, card| hand | 1 << card)
    }
}

/// A model of a knowledge game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    cards: usize,
    agents: usize,
    deals: Vec<PackedDeal>,
    /// The cell of each world, one agent after the other. Cells are numbered in order of appearance.
    cells: Vec<u16>,
}

impl Model {
    /// A model of these worlds. Cells are given for one agent after the other, with any numbers.
    pub fn new(cards: usize, agents: usize, deals: Vec<PackedDeal>, cells: Vec<u32>) -> Self {
        let worlds = deals.len();
        debug_assert!(worlds <= MOST_WORLDS && cells.len() == agents * worlds);
        let mut packed = Vec::with_capacity(cells.len());
        let mut number: Vec<Option<u16>> = Vec::new();
        for agent in 0..agents {
            number.clear();
            let mut next = 0;
            for &cell in &cells[agent * worlds..(agent + 1) * worlds] {
                let cell = cell as usize;
                if number.len() <= cell {
                    number.resize(cell + 1, None);
                }
                packed.push(*number[cell].get_or_insert_with(|| {
                    next += 1;
                    next - 1
                }));
            }
        }
        Self { cards, agents, deals, cells: packed }
    }

    /// The model of the initial state: all deals of the game, and everybody knows his own cards.
    pub fn initial(game: &Game) -> Self {
        let (cards, agents) = (game.cards(), game.agents());
        let mut deals = Vec::new();
        deal_from(0, PackedDeal::default(), &mut game.hand_sizes(), cards, &mut deals);
        let hand = |agent, deal: &PackedDeal| u32::from(deal.hand(cards, agent));
        let cells = (0..agents).flat_map(|agent| deals.iter().map(move |deal| hand(agent, deal)));
        let cells = cells.collect();
        Self::new(cards, agents, deals, cells)
    }

    /// How many cards there are.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// How many agents there are.
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// How many worlds there are.
    pub fn worlds(&self) -> usize {
        self.deals.len()
    }

    /// The deal of a world.
    pub fn deal(&self, world: usize) -> PackedDeal {
        self.deals[world]
    }

    /// The deals of all worlds.
    pub fn deals(&self) -> &[PackedDeal] {
        &self.deals
    }

    /// For each world the cell of an agent that it is in, in order of appearance.
    pub fn cells(&self, agent: usize) -> &[u16] {
        &self.cells[agent * self.worlds()..(agent + 1) * self.worlds()]
    }

    /// How many cells an agent's partition has.
    pub fn cell_count(&self, agent: usize) -> usize {
        self.cells(agent).iter().max().map_or(0, |&last| usize::from(last) + 1)
    }

    /// The worlds in these places, in this order, with the access between them.
    pub fn select(&self, places: &[u16]) -> Self {
        let deals = places.iter().map(|&world| self.deals[usize::from(world)]).collect();
        let cell = |agent: usize, world: &u16| u32::from(self.cells(agent)[usize::from(*world)]);
        let cells = (0..self.agents).flat_map(|agent| places.iter().map(move |w| cell(agent, w)));
        let cells = cells.collect();
        Self::new(self.cards, self.agents, deals, cells)
    }

    /// The same frame, where nobody holds any card (thesis def. 50).
    pub fn without_cards(&self) -> Self {
        let deals = vec![PackedDeal::default(); self.worlds()];
        Self { cards: 0, deals, ..self.clone() }
    }
}

/// All ways to deal the cards from this one on.
fn deal_from(
    card: usize,
    deal: PackedDeal,
    left: &mut [usize],
    cards: usize,
    deals: &mut Vec<PackedDeal>,
) {
    if card == cards {
        deals.push(deal);
        return;
    }
    for holder in 0..left.len() {
        if left[holder] > 0 {
            left[holder] -= 1;
            deal_from(card + 1, deal.with(card, holder), left, cards, deals);
            left[holder] += 1;
        }
    }
}
