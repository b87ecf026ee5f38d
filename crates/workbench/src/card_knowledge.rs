//! What agents know of cards where worlds are too many to list: of each card, at which holders it can be.

use hexa_engine::{Limit, UBig, deals};
use hexa_logic::{Agent, Card};

/// What an agent knows of a card and a holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Known {
    /// The holder has the card.
    True,
    /// They do not.
    False,
    /// Both are possible.
    Open,
}

/// For each card what an agent knows of it and each holder, the table last.
#[derive(Clone, Debug)]
pub struct CardKnowledge {
    cards: Vec<(Card, Vec<Known>)>,
}

impl CardKnowledge {
    /// What an agent knows in the actual world.
    pub fn of(state: &deals::State, agent: Agent) -> Result<Self, Limit> {
        let grid = state.grid(agent)?;
        let known = |weight: &UBig| match weight {
            none if *none == UBig::ZERO => Known::False,
            all if *all == grid.total => Known::True,
            _ => Known::Open,
        };
        let row = |row: &Vec<UBig>| row.iter().map(known).collect();
        Ok(Self { cards: state.cards().zip(grid.held.iter().map(row)).collect() })
    }

    /// What they know of a card and a holder, by the place of the holder.
    pub fn knowledge_of(&self, card: Card, holder: usize) -> Known {
        let found = self.cards.binary_search_by_key(&card, |(card, _)| *card);
        let row = found.ok().map(|at| &self.cards[at].1);
        row.and_then(|row| row.get(holder)).copied().unwrap_or(Known::False)
    }

    /// What they know and somebody who knows `other` does not: of each card where it is, or else at which holders it
    /// is not.
    pub fn beyond(&self, other: &Self) -> Vec<Literal> {
        let mut news = Vec::new();
        for (card, row) in &self.cards {
            let is_new = |holder: &usize| row[*holder] != other.knowledge_of(*card, *holder);
            let such = |known: Known| (0..row.len()).filter(move |&holder| row[holder] == known);
            let here = |holder| Literal { card: *card, holder, known: Known::True };
            let elsewhere = |holder| Literal { card: *card, holder, known: Known::False };
            match such(Known::True).next() {
                Some(holder) => news.extend(Some(holder).filter(is_new).map(here)),
                None => news.extend(such(Known::False).filter(is_new).map(elsewhere)),
            }
        }
        news
    }
}

/// That a holder has a card, or has it not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The card.
    pub card: Card,
    /// The place of the holder.
    pub holder: usize,
    /// Whether they have it.
    pub known: Known,
}
