//! What is counted of the games of a tournament. Its size depends on who takes part, not on the number of games, and counts of
//! parts of a tournament add up to that of the whole.

use super::record::{GameEnd, GameRecord};
use super::schedule::Schedule;
use super::statistics::ExactSum;
use std::cmp::Ordering;

/// Counts of whole rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How many rounds.
    pub(super) rounds: u64,
    pub(super) games: u64,
    pub(super) left: u64,
    pub(super) lengths: Lengths,
    /// Of each entrant in each seat.
    pub(super) seats: Vec<Vec<SeatTally>>,
    /// Of each entrant and each one after it.
    pub(super) pairs: Vec<PairTally>,
}

/// Counts of a strategy in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SeatTally {
    pub plays: u64,
    pub left: u64,
    /// The highest payoff, and nobody else has it.
    pub wins: u64,
    /// The highest payoff, and somebody else has it too.
    pub shared: u64,
    pub payoff: ExactSum,
    pub lengths: Lengths,
}

/// Counts of deals that two strategies have played: the payoffs of the first of a round less those of the second.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PairTally {
    pub better: u64,
    pub equal: u64,
    pub worse: u64,
    /// Some game of the round was left.
    pub incomplete: u64,
    pub sum: ExactSum,
    pub squares: ExactSum,
}

/// How many bins lengths are counted in.
pub(super) const BINS: usize = 32;

/// How long games were. Bins are as wide as they must be, a power of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lengths {
    pub games: u64,
    pub shortest: u64,
    pub longest: u64,
    pub sum: u128,
    pub width: u64,
    pub bins: [u64; BINS],
}

impl Default for Lengths {
    fn default() -> Self {
        Self { games: 0, shortest: u64::MAX, longest: 0, sum: 0, width: 1, bins: [0; BINS] }
    }
}

impl Lengths {
    fn add(&mut self, steps: u64) {
        self.games += 1;
        self.shortest = self.shortest.min(steps);
        self.longest = self.longest.max(steps);
        self.sum += u128::from(steps);
        while steps / self.width >= BINS as u64 {
            self.widen();
        }
        if let Some(bin) = self.bins.get_mut((steps / self.width) as usize) {
            *bin += 1;
        }
    }

    fn widen(&mut self) {
        for at in 0..BINS {
            let merged = self.bins.get(2 * at..2 * at + 2).map_or(0, |two| two.iter().sum());
            self.bins[at] = merged;
        }
        self.width = self.width.saturating_mul(2);
    }

    fn merge(&mut self, other: &Self) {
        let mut other = other.clone();
        while self.width < other.width {
            self.widen();
        }
        while other.width < self.width {
            other.widen();
        }
        self.games += other.games;
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        self.sum += other.sum;
        self.bins.iter_mut().zip(other.bins).for_each(|(bin, more)| *bin += more);
    }
}

impl SeatTally {
    pub fn merge(&mut self, other: &Self) {
        self.plays += other.plays;
        self.left += other.left;
        self.wins += other.wins;
        self.shared += other.shared;
        self.payoff.merge(&other.payoff);
        self.lengths.merge(&other.lengths);
    }
}

impl PairTally {
    fn add(&mut self, first: &ExactSum, second: &ExactSum) {
        let difference = first.minus(second);
        match difference.sign() {
            Ordering::Greater => self.better += 1,
            Ordering::Equal => self.equal += 1,
            Ordering::Less => self.worse += 1,
        }
        self.sum.merge(&difference);
        self.squares.merge(&difference.square());
    }

    fn merge(&mut self, other: &Self) {
        self.better += other.better;
        self.equal += other.equal;
        self.worse += other.worse;
        self.incomplete += other.incomplete;
        self.sum.merge(&other.sum);
        self.squares.merge(&other.squares);
    }

    /// How many deals were compared.
    pub fn deals(&self) -> u64 {
        self.better + self.equal + self.worse
    }
}

impl Tally {
    /// Of no games.
    pub fn new(schedule: &Schedule) -> Self {
        let entrants = schedule.names.len();
        Self {
            rounds: 0,
            games: 0,
            left: 0,
            lengths: Lengths::default(),
            seats: vec![vec![SeatTally::default(); schedule.seats.len()]; entrants],
            pairs: vec![PairTally::default(); entrants * entrants.saturating_sub(1) / 2],
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts the games of a round.
    pub fn add_round(&mut self, schedule: &Schedule, round: &[GameRecord]) {
        self.rounds += 1;
        let mut sums = vec![ExactSum::default(); schedule.names.len()];
        let mut is_whole = true;
        for record in round {
            self.games += 1;
            self.lengths.add(record.steps);
            match &record.end {
                GameEnd::Over(payoffs) => {
                    let highest = payoffs.iter().max();
                    let many = payoffs.iter().filter(|&one| Some(one) == highest).count();
                    for (at, entrant) in record.line_up.iter().enumerate() {
                        let Some(payoff) = payoffs.get(at) else { continue };
                        if let Some(sum) = sums.get_mut(entrant.index()) {
                            sum.add(payoff);
                        }
                        let Some(seat) = self.seat(entrant.index(), at) else { continue };
                        seat.plays += 1;
                        seat.lengths.add(record.steps);
                        seat.payoff.add(payoff);
                        match (Some(payoff) == highest, many) {
                            (true, 1) => seat.wins += 1,
                            (true, _) => seat.shared += 1,
                            (false, _) => {}
                        }
                    }
                }
                GameEnd::Left => {
                    (self.left, is_whole) = (self.left + 1, false);
                    for (at, entrant) in record.line_up.iter().enumerate() {
                        let Some(seat) = self.seat(entrant.index(), at) else { continue };
                        seat.plays += 1;
                        seat.left += 1;
                        seat.lengths.add(record.steps);
                    }
                }
            }
        }
        let mut pairs = self.pairs.iter_mut();
        for (at, first) in sums.iter().enumerate() {
            for (second, pair) in sums[at + 1..].iter().zip(&mut pairs) {
                match is_whole {
                    true => pair.add(first, second),
                    false => pair.incomplete += 1,
                }
            }
        }
    }

    fn seat(&mut self, entrant: usize, seat: usize) -> Option<&mut SeatTally> {
        self.seats.get_mut(entrant)?.get_mut(seat)
    }

    /// Adds what was counted of other games of the same tournament.
    pub fn merge(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.games += other.games;
        self.left += other.left;
        self.lengths.merge(&other.lengths);
        let seats = self.seats.iter_mut().flatten().zip(other.seats.iter().flatten());
        seats.for_each(|(seat, more)| seat.merge(more));
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(pair, more)| pair.merge(more));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_add_up_however_they_are_parted() {
        let lengths = [0u64, 3, 31, 32, 700, 1, 5_000_000, 2];
        let mut whole = Lengths::default();
        lengths.iter().for_each(|&steps| whole.add(steps));
        for at in 0..=lengths.len() {
            let (mut first, mut second) = (Lengths::default(), Lengths::default());
            lengths[..at].iter().for_each(|&steps| first.add(steps));
            lengths[at..].iter().for_each(|&steps| second.add(steps));
            first.merge(&second);
            assert_eq!(first, whole);
        }
        assert_eq!(whole.bins.iter().sum::<u64>(), 8);
        assert_eq!((whole.width, whole.bins[0], whole.bins[19]), (262_144, 7, 1));
    }
}
