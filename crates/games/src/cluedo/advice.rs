//! What to do next, and what the others know, from what one player has seen. Everything here is numbers, cards and players;
//! words for them are elsewhere. Chances are exact; amounts of information are in bits, and where they are estimates
//! from courses drawn at random, that is said.
//!
//! What the others can know is what follows from what they have seen, if that is no more than the record tells. How well they
//! really reason is [said](Strength) where it matters who wins. They show cards uniformly among those asked for that they
//! have, or again what they have shown before.

mod close;
pub mod confidence;
mod guess;
mod information;
mod playout;
mod show;
mod suggest;
mod warning;
mod what;
mod when;

pub use close::{Close, CloseCategory};
pub use guess::{Candidate, Guess, GuessRequest, Recommendation, Threat};
pub use playout::{GameRequest, Strength};
pub use show::{Choice, ShowAdvice, ShowRequest, Shown};
pub use suggest::{
    Answering, Basis, ExactAnswers, Leak, SuggestProgress, SuggestRequest, Suggestion, Suggestions,
};
pub use warning::Warning;
pub use what::{Deeper, What, WhatCard};
pub use when::{When, WhenQuestion};

use crate::cluedo::CluedoCards;
use hexa_engine::Limit;
use hexa_engine::deals::{NoView, Record};
use hexa_logic::{Agent, Card, Holder, Stop, Stopped};

/// After somebody has asked for the end, no more than so many steps are done: a call to the record is one step, a deal that is
/// drawn or looked at is one step.
pub const MOST_STEPS_AT_ONCE: u64 = 1024;

/// What advice is made of, piece by piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// Opponents.
    Opponents,
    /// Facts about cards.
    Facts,
    /// Courses of the game, drawn at random.
    Courses,
    /// Moments of the game.
    Moments,
    /// Suspicions.
    Suspicions,
}

/// Advice that was stopped, and how far it came. Nothing is known about the answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unfinished {
    /// What was looked at.
    pub piece: Piece,
    /// How many were.
    pub done: usize,
    /// How many there are to look at, at most.
    pub of: usize,
}

/// Why there is no advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAdvice {
    /// The record does not tell enough.
    NoView(NoView),
    /// Somebody asked for the end before it was found.
    Unfinished(Unfinished),
}

impl NoAdvice {
    /// Whether somebody asked for the end, between pieces of the work or within one.
    pub fn is_stopped(&self) -> bool {
        match self {
            Self::Unfinished(_) | Self::NoView(NoView::GaveUp(Limit::Stopped)) => true,
            Self::NoView(_) => false,
        }
    }
}

impl From<NoView> for NoAdvice {
    fn from(no: NoView) -> Self {
        Self::NoView(no)
    }
}

impl From<Limit> for NoAdvice {
    fn from(limit: Limit) -> Self {
        Self::NoView(NoView::GaveUp(limit))
    }
}

/// Gives advice to one player.
#[derive(Clone, Debug)]
pub struct Advisor<'r> {
    record: &'r Record,
    categories: &'r [Vec<Card>],
    me: Agent,
    /// Who accused wrongly, and which of them are not asked any more.
    out: Vec<Agent>,
    silent: Vec<Agent>,
    stop: Stop,
}

impl<'r> Advisor<'r> {
    /// Advice from what is written down. Agents are in seating order; one card of each category is on the table.
    pub fn new(record: &'r Record, categories: &'r [Vec<Card>], me: Agent) -> Self {
        let (out, silent, stop) = (Vec::new(), Vec::new(), Stop::new());
        Self { record, categories, me, out, silent, stop }
    }

    /// The same, where some have accused wrongly, and some of them are not asked any more.
    pub fn with_out(self, out: Vec<Agent>, silent: Vec<Agent>) -> Self {
        Self { out, silent, ..self }
    }

    /// The same, with something to end its work by.
    pub fn with_stop(self, stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// Before a piece of the work, after so many of them: whether to go on.
    fn go_on(&self, piece: Piece, done: usize, of: usize) -> Result<(), NoAdvice> {
        let unfinished = Unfinished { piece, done, of };
        self.stop.count(1).map_err(|Stopped| NoAdvice::Unfinished(unfinished))
    }

    /// The other players, in the order in which they answer.
    fn opponents(&self) -> Vec<Agent> {
        self.after(self.me)
    }

    /// Those of them who can still win.
    fn rivals(&self) -> Vec<Agent> {
        self.opponents().into_iter().filter(|one| !self.out.contains(one)).collect()
    }

    /// Those of them who are asked.
    fn respondents(&self) -> Vec<Agent> {
        self.opponents().into_iter().filter(|one| !self.silent.contains(one)).collect()
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

/// No more cards can be followed in games that are played on.
const MOST_CARDS: usize = CluedoCards::BITS as usize;

/// A set of these cards.
fn set_of(cards: impl IntoIterator<Item = Card>) -> CluedoCards {
    cards.into_iter().fold(0, |set, card| set | 1 << card.index())
}
