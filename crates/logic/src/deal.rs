//! Deals of cards (thesis defs. 1-4): who holds which card.

use crate::{Card, Holder, Vocabulary};

/// A deal: one hand per holder, the agents in order and then the table. Hands are sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Deal {
    hands: Vec<Vec<Card>>,
    table: bool,
}

impl Deal {
    /// A deal from its hands: one per agent, and the table's last if there is a table.
    pub fn new(mut hands: Vec<Vec<Card>>, vocabulary: &Vocabulary) -> Self {
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        Self { hands, table: vocabulary.has_table() }
    }

    /// The hands, the agents' in order and then the table's.
    pub fn hands(&self) -> &[Vec<Card>] {
        &self.hands
    }

    /// The hands with their holders.
    pub fn holdings(&self) -> impl Iterator<Item = (Holder, &[Card])> {
        let agents = self.hands.len() - usize::from(self.table);
        self.hands.iter().enumerate().map(move |(at, hand)| {
            let holder = if at < agents {
                Holder::Agent(crate::Agent::from_index(at))
            } else {
                Holder::Table
            };
            (holder, hand.as_slice())
        })
    }

    /// One holder's hand.
    pub fn hand(&self, holder: Holder) -> &[Card] {
        match holder {
            Holder::Agent(agent) => &self.hands[agent.index()],
            Holder::Table if self.table => self.hands.last().map_or(&[], Vec::as_slice),
            Holder::Table => &[],
        }
    }

    /// The size of the deal (def. 3): how many cards each holder has.
    pub fn size(&self) -> Vec<usize> {
        self.hands.iter().map(Vec::len).collect()
    }

    /// How many cards are dealt.
    pub fn card_count(&self) -> usize {
        self.hands.iter().map(Vec::len).sum()
    }
}
