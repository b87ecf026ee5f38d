//! Models of knowledge games, packed: a world is a deal of cards (thesis def. 2) with the cell of
//! each player's partition that it is in. Several worlds may have the same deal. The first model is
//! that of an initial state (thesis def. 6).

use super::cards::{CardSet, PackedDeal, Seat};
use super::rules::{KnowledgeGame, MOST_WORLDS};
use hexa_logic::{Agent, Card, Holder};

/// A model of a knowledge game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedModel {
    cards: usize,
    agents: usize,
    deals: Vec<PackedDeal>,
    /// The cell of each world, one agent after the other. Cells are numbered in order of appearance.
    cells: Vec<u16>,
}

impl PackedModel {
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

    /// The model of the initial state: all deals of the game, and everybody knows their own cards.
    pub fn initial(game: &KnowledgeGame) -> Self {
        let (cards, agents) = (game.cards(), game.agents());
        let mut deals = Vec::new();
        deal_from(0, PackedDeal::default(), &mut game.hand_sizes(), cards, &mut deals);
        let hand = |agent, deal: &PackedDeal| u32::from(deal.hand(cards, Seat(agent as u8)).0);
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

    /// Who holds a card in a world.
    pub fn holder(&self, world: usize, card: Card) -> Holder {
        self.deal(world).seat(card).holder(self.agents)
    }

    /// The cards of an agent in a world.
    pub fn hand(&self, world: usize, agent: Agent) -> CardSet {
        self.deal(world).hand(self.cards, Seat(agent.0 as u8))
    }

    /// The cards on the table in a world.
    pub fn table(&self, world: usize) -> CardSet {
        self.deal(world).hand(self.cards, Seat(self.agents as u8))
    }

    /// All agents.
    pub fn all_agents(&self) -> impl Iterator<Item = Agent> + use<> {
        (0..self.agents as u32).map(Agent)
    }

    /// For each world the cell of an agent that it is in, in order of appearance.
    pub fn cells(&self, agent: Agent) -> &[u16] {
        let start = agent.0 as usize * self.worlds();
        &self.cells[start..start + self.worlds()]
    }

    /// How many cells an agent's partition has.
    pub fn cell_count(&self, agent: Agent) -> usize {
        self.cells(agent).iter().max().map_or(0, |&last| usize::from(last) + 1)
    }

    /// The worlds in these places, in this order, with the access between them.
    pub fn select(&self, places: &[u16]) -> Self {
        let deals = places.iter().map(|&world| self.deals[usize::from(world)]).collect();
        let cell = |agent, world: &u16| u32::from(self.cells(agent)[usize::from(*world)]);
        let cells =
            self.all_agents().flat_map(|agent| places.iter().map(move |world| cell(agent, world)));
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
            deal_from(
                card + 1,
                deal.with(Card(card as u32), Seat(holder as u8)),
                left,
                cards,
                deals,
            );
            left[holder] += 1;
        }
    }
}
