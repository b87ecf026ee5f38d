//! The detective's sheet: where each card can be and how likely that is, and what can be in the envelope. Probabilities are
//! exact: all deals are equally likely at first, and who shows a card picks any of those he has and was asked for.

use hexa_engine::deals::Record;
use hexa_engine::{Limit, UBig};
use hexa_logic::{Agent, Card, Holder};
use std::cmp::Ordering;

/// A part of everything that is possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance {
    /// What the part weighs.
    pub part: UBig,
    /// What everything weighs.
    pub all: UBig,
}

/// What is known of a card and a holder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// He has it.
    Yes,
    /// He does not.
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

impl Chance {
    /// What is known.
    pub fn mark(&self) -> Mark {
        if self.part == UBig::ZERO {
            Mark::No
        } else if self.part == self.all {
            Mark::Yes
        } else {
            Mark::Open
        }
    }

    /// In parts of a hundred, rounded; 0 only if it is impossible, and 100 only if it is certain.
    pub fn percent(&self) -> u8 {
        let hundred = (&self.part * UBig::from(200u8) + &self.all) / (&self.all * UBig::from(2u8));
        let rounded = u8::try_from(&hundred).unwrap_or(100);
        match self.mark() {
            Mark::Yes => 100,
            Mark::No => 0,
            Mark::Open => rounded.clamp(1, 99),
        }
    }

    /// In lowest terms.
    pub fn reduced(&self) -> Self {
        use dashu_int::ops::Gcd;
        let divisor = (&self.part).gcd(&self.all);
        Self { part: &self.part / &divisor, all: &self.all / &divisor }
    }

    /// As a number that is only nearly right.
    pub fn decimal(&self) -> f64 {
        let scaled = &self.part * UBig::from(1_000_000_000_000_u64) / &self.all;
        u64::try_from(&scaled).map_or(1.0, |scaled| scaled as f64 / 1e12)
    }

    fn compare(&self, other: &Self) -> Ordering {
        (&self.part * &other.all).cmp(&(&other.part * &self.all))
    }
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
            two.chance.compare(&one.chance).then_with(|| one.cards.cmp(&two.cards))
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
        let differs = |change: &Change| change.before.compare(&change.after) != Ordering::Equal;
        places.map(change).filter(differs).collect()
    }
}
