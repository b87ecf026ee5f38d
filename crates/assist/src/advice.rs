//! What to do next, and what the others know, from what one player has seen. Everything here is numbers, cards and players;
//! words for them are elsewhere. Chances are exact; amounts of information are in bits, and where they are estimates
//! from courses drawn at random, that is said.
//!
//! The others are taken to reason perfectly from what they have seen, to have seen no more than the record tells, and to
//! show cards uniformly among those asked for that they have.

mod close;
mod guess;
mod information;
mod show;
mod suggest;
mod warning;
mod what;
mod when;

pub use close::{Close, CloseCategory};
pub use guess::{Candidate, Guess, GuessRequest, Recommendation, Threat};
pub use show::{ShowRequest, Shown};
pub use suggest::{
    Answering, Basis, Exact, Leak, Progress, SuggestRequest, Suggestion, Suggestions,
};
pub use warning::Warning;
pub use what::{Deeper, What, WhatCard};
pub use when::{Question, When};

use hexa_engine::deals::{NoView, Record};
use hexa_logic::{Agent, Card, Holder};

/// Gives advice to one player.
#[derive(Clone, Copy, Debug)]
pub struct Advisor<'r> {
    record: &'r Record,
    categories: &'r [Vec<Card>],
    me: Agent,
}

impl<'r> Advisor<'r> {
    /// Advice from what is written down. Agents are in seating order; one card of each category is on the table.
    pub fn new(record: &'r Record, categories: &'r [Vec<Card>], me: Agent) -> Self {
        Self { record, categories, me }
    }

    /// The other players, in the order in which they answer.
    fn opponents(&self) -> Vec<Agent> {
        self.after(self.me)
    }

    /// The players after one, in seating order.
    fn after(&self, agent: Agent) -> Vec<Agent> {
        let players = self.record.agents().count().max(1);
        let seat = |after: usize| Agent::from_index((agent.index() + after) % players);
        (1..players).map(seat).collect()
    }

    /// The cards that the player must have.
    fn hand(&self) -> Result<Vec<Card>, NoView> {
        let grid = self.record.grid_of(self.me)?;
        let mine = |card: &Card| grid.held[card.index()][self.me.index()] == grid.total;
        Ok(self.record.cards().filter(mine).collect())
    }
}

/// The hand of an agent, as a holder.
fn hand_of(agent: Agent) -> Holder {
    Holder::Agent(agent)
}
