//! How good a question is (Cluedo paper sec. 6, thesis sec. 2.6 and conclusions): the papers ask by what measure
//! a player should compare questions. Here are four, on average over the answers: how many deals are left for
//! who asks, how many worlds the next state has, how many bits are still to be found out, and the chance to be able
//! to win after the answer. Whoever answers chooses uniformly among the cards that can be shown.
//!
//! Of small games the state is built, and contracted; of Cluedo with its kinds of cards deals are counted, and the
//! worlds are those that are built: one for each deal and card that can have been shown.

mod dealt;
mod full_size;

pub use dealt::compare_questions;
pub use full_size::{CluedoTable, NoTableLikeThis, compare_suspicions};

use crate::share::Share;
use std::cmp::Ordering;

/// What questions are compared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// How many deals are left for who asks: the fewer the better.
    Deals,
    /// How many worlds the next state has: the fewer the better.
    Worlds,
    /// How many bits are still to be found out: the fewer the better.
    Entropy,
    /// The chance to be able to win after the answer: the larger the better.
    Win,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Deals, Self::Worlds, Self::Entropy, Self::Win];
}

/// A question with what it is worth.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MeasuredQuestion {
    /// Who is asked, counted from 1; nobody in particular if all are asked in turn.
    pub respondent: Option<usize>,
    /// The cards asked for: how many are one's own, and which kinds these are if there are kinds.
    pub own: OwnAsked,
    /// How many cards are asked for that are not one's own.
    pub others: usize,
    /// How many deals are left for who asks, on average.
    pub deals: Share,
    /// How many worlds the next state has, on average.
    pub worlds: Share,
    /// How many bits are still to be found out, on average.
    pub entropy: f64,
    /// The chance to be able to win after the answer.
    pub win: Share,
}

/// The own cards among those asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum OwnAsked {
    /// So many.
    Cards(usize),
    /// Of which kinds: suspect, weapon, room.
    Kinds([bool; 3]),
}

impl MeasuredQuestion {
    /// Whether this question is better, worse or as good by a measure.
    fn compare(&self, other: &Self, by: Measure) -> Ordering {
        match by {
            Measure::Deals => other.deals.compare(self.deals),
            Measure::Worlds => other.worlds.compare(self.worlds),
            Measure::Entropy if (self.entropy - other.entropy).abs() < 1e-9 => Ordering::Equal,
            Measure::Entropy => other.entropy.total_cmp(&self.entropy),
            Measure::Win => self.win.compare(other.win),
        }
    }
}

/// Which questions a measure prefers.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Preferred {
    /// By deals, worlds, entropy and the chance to win: the places of the best questions.
    pub deals: Vec<usize>,
    /// By worlds.
    pub worlds: Vec<usize>,
    /// By entropy.
    pub entropy: Vec<usize>,
    /// By the chance to win.
    pub win: Vec<usize>,
}

impl Preferred {
    fn new(questions: &[MeasuredQuestion]) -> Self {
        let best = |by: Measure| -> Vec<usize> {
            let is_best = |at: &usize| {
                questions.iter().all(|other| questions[*at].compare(other, by) != Ordering::Less)
            };
            (0..questions.len()).filter(is_best).collect()
        };
        let [deals, worlds, entropy, win] = Measure::ALL.map(best);
        Self { deals, worlds, entropy, win }
    }

    /// The best questions by a measure.
    pub fn by(&self, measure: Measure) -> &[usize] {
        match measure {
            Measure::Deals => &self.deals,
            Measure::Worlds => &self.worlds,
            Measure::Entropy => &self.entropy,
            Measure::Win => &self.win,
        }
    }

    /// The pairs of measures that have no best question in common.
    pub fn disagreements(&self) -> Vec<(Measure, Measure)> {
        let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |two| (one, two)));
        let pairs = pairs.map(|(one, two)| (Measure::ALL[one], Measure::ALL[two]));
        let apart = |(one, two): &(Measure, Measure)| {
            !self.by(*one).iter().any(|question| self.by(*two).contains(question))
        };
        pairs.filter(apart).collect()
    }
}

/// All questions of a situation, with what they are worth.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MeasuredQuestions {
    /// How many deals are possible for who asks, before.
    pub deals_before: u128,
    /// How many worlds there are before.
    pub worlds_before: u128,
    /// How many bits are to be found out before.
    pub entropy_before: f64,
    /// Each question, up to the names of cards.
    pub questions: Vec<MeasuredQuestion>,
    /// Which of them each measure prefers.
    pub preferred: Preferred,
}

/// The bits of a distribution given by weights.
fn entropy(weights: impl Iterator<Item = u128> + Clone) -> f64 {
    let whole: u128 = weights.clone().sum();
    let of = |weight: u128| {
        let share = weight as f64 / whole as f64;
        if weight == 0 { 0.0 } else { -share * share.log2() }
    };
    weights.map(of).sum()
}
