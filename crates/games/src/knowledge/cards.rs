//! Sets of few cards, and who holds them, packed into bits.

use super::rules::{MOST_AGENTS, MOST_CARDS};
use hexa_logic::{Agent, Card, Holder};

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CardSet(pub(crate) u16);

impl CardSet {
    /// How many cards are in it.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a card is in it.
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// The cards in both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Its cards, in order.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        (0..MOST_CARDS as u32).map(Card).filter(move |&card| self.contains(card))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        Self(cards.into_iter().fold(0, |set, card| set | 1 << card.0))
    }
}

/// The number of a holder of cards: the agents come in order, and the table after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub(crate) u8);

impl Seat {
    /// The seat of a holder, among so many agents.
    pub fn of(holder: Holder, agents: usize) -> Self {
        let number = match holder {
            Holder::Agent(agent) => agent.index(),
            Holder::Table => agents,
        };
        debug_assert!(number <= agents && agents <= MOST_AGENTS);
        Self(number as u8)
    }

    /// Who sits there, among so many agents.
    pub fn holder(self, agents: usize) -> Holder {
        match usize::from(self.0) {
            table if table == agents => Holder::Table,
            agent => Holder::Agent(Agent::from_index(agent)),
        }
    }

    /// Its place in an array of all holders.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Who holds each card: four bits for a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PackedDeal(pub(crate) u64);

impl PackedDeal {
    /// The seat of the holder of a card.
    pub fn seat(self, card: Card) -> Seat {
        Seat((self.0 >> (4 * card.0) & 15) as u8)
    }

    /// The same deal with this card at that seat, if it was nowhere before.
    pub fn with(self, card: Card, seat: Seat) -> Self {
        Self(self.0 | u64::from(seat.0) << (4 * card.0))
    }

    /// Which of so many cards are held at a seat.
    pub fn hand(self, cards: usize, seat: Seat) -> CardSet {
        let is_there = |&card: &u32| self.seat(Card(card)) == seat;
        CardSet((0..cards as u32).filter(is_there).fold(0, |hand, card| hand | 1 << card))
    }
}
