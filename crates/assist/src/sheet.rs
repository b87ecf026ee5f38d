//! The detective's sheet: where each card can be and how likely that is, and what can be in the envelope. Probabilities are
//! exact: all deals are equally likely at first, and who shows a card picks any of those that they have and were asked for.

pub use hexa_engine::deals::Chance;

use hexa_engine::deals::Record;
use hexa_engine::{Limit, UBig};
use hexa_logic::{Agent, Card, Holder};
use std::cmp::Ordering;

/// What is known of a card and a holder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The holder has it.
    Yes,
    /// The holder does not have it.
    No,
    /// Both are possible.
    Open,
}

/// What can be in the envelope, and how likely that is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The cards, one of each category.
    pub cards: Vec<Card>,
    /// How likely they are.
    pub chance: Chance,
}

/// A sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    total: UBig,
    /// For each card and holder, the envelope last.
    held: Vec<Vec<UBig>>,
    candidates: Vec<Candidate>,
}

/// What changed of a card and a holder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The holder.
    pub holder: Holder,
    /// The card.
    pub card: Card,
    /// How likely it was.
    pub before: Chance,
    /// How likely it is.
    pub after: Chance,
}

/// How a chance is marked and told.
pub trait MarkChance {
    /// What is known.
    fn mark(&self) -> Mark;

    /// In parts of a hundred, rounded; 0 only if it is impossible, and 100 only if it is certain.
    fn percent(&self) -> u8;

    /// In lowest terms.
    fn reduce(&self) -> Chance;

    /// As a number that is only nearly right.
    fn decimal(&self) -> f64;
}

impl MarkChance for Chance {
    fn mark(&self) -> Mark {
        if self.is_impossible() {
            Mark::No
        } else if self.is_certain() {
            Mark::Yes
        } else {
            Mark::Open
        }
    }

    fn percent(&self) -> u8 {
        let hundred = (&self.part * UBig::from(200u8) + &self.all) / (&self.all * UBig::from(2u8));
        let rounded = u8::try_from(&hundred).unwrap_or(100);
        match self.mark() {
            Mark::Yes => 100,
            Mark::No => 0,
            Mark::Open => rounded.clamp(1, 99),
        }
    }

    fn reduce(&self) -> Self {
        use dashu_int::ops::Gcd;
        let divisor = (&self.part).gcd(&self.all);
        Self { part: &self.part / &divisor, all: &self.all / &divisor }
    }

    fn decimal(&self) -> f64 {
        let scaled = &self.part * UBig::from(1_000_000_000_000_u64) / &self.all;
        u64::try_from(&scaled).map_or(1.0, |scaled| scaled as f64 / 1e12)
    }
}

/// Which of two chances is greater.
fn compare(one: &Chance, other: &Chance) -> Ordering {
    (&one.part * &other.all).cmp(&(&other.part * &one.all))
}

impl Sheet {
    /// The sheet of whoever keeps a record.
    pub fn of(record: &Record) -> Result<Self, Limit> {
        let grid = record.grid()?;
        let chance = |weight| Chance { part: weight, all: grid.total.clone() };
        let hands = record.hands(Holder::Table)?.into_iter();
        let mut candidates: Vec<Candidate> =
            hands.map(|(cards, weight)| Candidate { cards, chance: chance(weight) }).collect();
        candidates.sort_by(|one, two| {
            compare(&two.chance, &one.chance).then_with(|| one.cards.cmp(&two.cards))
        });
        Ok(Self { total: grid.total, held: grid.held, candidates })
    }

    /// How likely it is that a holder has a card. Nobody has what lies face up.
    pub fn chance(&self, holder: Holder, card: Card) -> Chance {
        let row = self.held.get(card.index());
        let weight = row.and_then(|row| match holder {
            Holder::Agent(agent) => row.get(agent.index()),
            Holder::Table => row.last(),
        });
        Chance { part: weight.cloned().unwrap_or(UBig::ZERO), all: self.total.clone() }
    }

    /// What is known of a holder and a card.
    pub fn mark(&self, holder: Holder, card: Card) -> Mark {
        self.chance(holder, card).mark()
    }

    /// All who can have cards, the envelope last.
    pub fn holders(&self) -> impl Iterator<Item = Holder> + use<> {
        let players = self.held.first().map_or(0, |row| row.len() - 1);
        (0..players).map(|at| Holder::Agent(Agent::from_index(at))).chain([Holder::Table])
    }

    /// Who has a card, if that is certain.
    pub fn holder_of(&self, card: Card) -> Option<Holder> {
        self.holders().find(|&holder| self.mark(holder, card) == Mark::Yes)
    }

    /// What can be in the envelope, the most likely first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// About how many envelopes are likely: as many as would be equally hard to tell apart if all were equally likely, two to
    /// the power of the entropy.
    pub fn likely_tables(&self) -> f64 {
        let shares = self.candidates.iter().map(|candidate| candidate.chance.value());
        shares.filter(|&share| share > 0.0).map(|share| -share * share.log2()).sum::<f64>().exp2()
    }

    /// What is certain now and was not before, or the other way round.
    pub fn decided_since(&self, before: &Self) -> Vec<Change> {
        self.changes_since(before)
            .into_iter()
            .filter(|change| change.before.mark() != change.after.mark())
            .collect()
    }

    /// What is more or less likely than before, card by card.
    pub fn changes_since(&self, before: &Self) -> Vec<Change> {
        let cards = (0..self.held.len()).map(Card::from_index);
        let places = cards.flat_map(|card| self.holders().map(move |holder| (holder, card)));
        let change = |(holder, card): (Holder, Card)| {
            let (before, after) = (before.chance(holder, card), self.chance(holder, card));
            Change { holder, card, before, after }
        };
        let differs = |change: &Change| compare(&change.before, &change.after) != Ordering::Equal;
        places.map(change).filter(differs).collect()
    }
}
