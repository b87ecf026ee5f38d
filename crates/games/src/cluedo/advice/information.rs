//! Amounts of information, in bits (Shannon 1948): how uncertain something is, how much one thing tells of another, and
//! how far a belief has moved. From exact weights, or from how often things were drawn.

use hexa_engine::UBig;
use hexa_engine::deals::{Answer, Chance, WeighedHand};
use hexa_logic::Card;
use std::collections::BTreeMap;

/// About how much a part is of a whole.
pub(super) fn share(part: &UBig, all: &UBig) -> f64 {
    Chance { part: part.clone(), all: all.clone() }.value()
}

/// How uncertain it is which of some weighed things is so.
pub(super) fn entropy(shares: impl IntoIterator<Item = f64>) -> f64 {
    let positive = shares.into_iter().filter(|&share| share > 0.0);
    // Adding zero takes the sign from a zero that has one.
    positive.map(|share| -share * share.log2()).sum::<f64>() + 0.0
}

/// How uncertain a hand is.
pub(super) fn hand_entropy(hands: &[WeighedHand]) -> f64 {
    let all: UBig = hands.iter().map(|(_, weight)| weight).sum();
    entropy(hands.iter().map(|(_, weight)| share(weight, &all)))
}

/// How much an answer is expected to tell of a hand.
pub(super) fn expected_gain(answers: &[Answer]) -> f64 {
    let all: UBig = answers.iter().map(Answer::weight).sum();
    let after =
        answers.iter().map(|answer| share(&answer.weight(), &all) * hand_entropy(&answer.hands));
    let after: f64 = after.sum();
    (hand_entropy(&together(answers)) - after).max(0.0)
}

/// The hands that are possible after some answer.
pub(super) fn together(answers: &[Answer]) -> Vec<WeighedHand> {
    let mut all: BTreeMap<&[Card], UBig> = BTreeMap::new();
    for (hand, weight) in answers.iter().flat_map(|answer| &answer.hands) {
        *all.entry(hand).or_insert(UBig::ZERO) += weight;
    }
    all.into_iter().map(|(hand, weight)| (hand.to_vec(), weight)).collect()
}

/// How far a belief about a hand has moved: the divergence of what is believed after from what was before
/// (Kullback, Leibler 1951).
pub(super) fn divergence(after: &[WeighedHand], before: &[WeighedHand]) -> f64 {
    let all = |hands: &[WeighedHand]| hands.iter().map(|(_, weight)| weight).sum::<UBig>();
    let (all_after, all_before) = (all(after), all(before));
    let before: BTreeMap<&[Card], &UBig> =
        before.iter().map(|(hand, weight)| (hand.as_slice(), weight)).collect();
    let moved = after.iter().map(|(hand, weight)| {
        let after = share(weight, &all_after);
        let before = before.get(hand.as_slice()).map_or(0.0, |weight| share(weight, &all_before));
        if before > 0.0 { after * (after / before).log2() } else { 0.0 }
    });
    moved.sum::<f64>().max(0.0)
}

/// How often two things were drawn together. What they tell of each other is estimated, less what so few draws seem to tell by
/// chance (Miller 1955).
#[derive(Clone, Debug)]
pub(super) struct Joint {
    columns: usize,
    counts: Vec<u32>,
    touched: Vec<usize>,
    drawn: u32,
}

impl Joint {
    /// With room for so many different things of each.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self { columns, counts: vec![0; rows * columns], touched: Vec::new(), drawn: 0 }
    }

    /// Drawn once more.
    pub(super) fn add(&mut self, row: usize, column: usize) {
        let at = row * self.columns + column;
        if self.counts[at] == 0 {
            self.touched.push(at);
        }
        self.counts[at] += 1;
        self.drawn += 1;
    }

    /// How often each column was drawn.
    pub(super) fn columns(&self) -> Vec<u32> {
        let mut columns = vec![0; self.columns];
        for &at in &self.touched {
            columns[at % self.columns] += self.counts[at];
        }
        columns
    }

    /// How much the two tell of each other.
    pub(super) fn information(&self) -> f64 {
        let drawn = f64::from(self.drawn);
        if self.drawn == 0 {
            return 0.0;
        }
        let mut rows: BTreeMap<usize, u32> = BTreeMap::new();
        for &at in &self.touched {
            *rows.entry(at / self.columns).or_default() += self.counts[at];
        }
        let uncertain = |counts: &mut dyn Iterator<Item = u32>| {
            entropy(counts.map(|count| f64::from(count) / drawn))
        };
        let columns: Vec<u32> = self.columns().into_iter().filter(|&count| count > 0).collect();
        let plain = uncertain(&mut rows.values().copied())
            + uncertain(&mut columns.iter().copied())
            - uncertain(&mut self.touched.iter().map(|&at| self.counts[at]));
        let cells = self.touched.len() as f64 - rows.len() as f64 - columns.len() as f64 + 1.0;
        (plain - cells / (2.0 * drawn * std::f64::consts::LN_2)).max(0.0)
    }
}
