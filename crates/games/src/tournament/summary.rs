//! What came out of a tournament, as data.

use super::knowledge::KnowledgeSummary;
use super::schedule::Schedule;
use super::setup::TournamentSetup;
use super::statistics::{Interval, NORMAL, approximate, holm, sign_test, wilson};
use super::tally::{Lengths, PairTally, SeatTally, Tally};
use crate::exact::{Exact, RBig};

/// What is less likely than this by chance alone counts as significant: 5 %.
pub const LEVEL: f64 = 0.05;

/// What came out.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TournamentSummary {
    /// What to type to get the game.
    pub game: String,
    /// Where random numbers started from.
    pub seed: u64,
    /// Games of more steps were left.
    pub max_steps: u64,
    /// How many games were played.
    pub games: u64,
    /// How many are to be played.
    pub planned: u64,
    /// How many deals were played.
    pub deals: u64,
    /// How many line-ups play each deal.
    pub lineups: u64,
    /// What seats are called.
    pub seats: Vec<String>,
    /// How many games were left.
    pub left: u64,
    /// How long games were.
    pub lengths: Option<LengthSummary>,
    /// What became of each strategy.
    pub strategies: Vec<StrategySummary>,
    /// How each two strategies compare on the same deals.
    pub pairs: Vec<PairSummary>,
    /// What is less likely by chance alone counts as significant.
    pub level: f64,
    /// Knowledge over time, if it was measured.
    pub knowledge: Option<KnowledgeSummary>,
}

/// What became of a strategy.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StrategySummary {
    /// Its name.
    pub name: String,
    /// In all seats together.
    pub all: SeatSummary,
    /// In each seat.
    pub seats: Vec<SeatSummary>,
}

/// What became of a strategy in some seats.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SeatSummary {
    /// How many games it played there.
    pub plays: u64,
    /// How many of these were left.
    pub left: u64,
    /// How often it had the highest payoff alone. In a game for one nobody wins.
    pub wins: u64,
    /// How often it had the highest payoff together with others.
    pub shared: u64,
    /// The share of games that it won, of all that it played.
    pub win_rate: Option<Rate>,
    /// What a game that was not left was worth on average, exactly.
    pub mean_payoff: Option<Exact>,
    /// How long its games were.
    pub lengths: Option<LengthSummary>,
}

/// A share, with the interval of 95 % for what it would be in the long run.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rate {
    /// What was counted.
    pub share: f64,
    /// Wilson's interval.
    pub interval: Interval,
}

/// How long games were, in steps.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LengthSummary {
    /// The fewest steps.
    pub shortest: u64,
    /// The mean.
    pub mean: Exact,
    /// The most steps.
    pub longest: u64,
    /// How many games had how many steps.
    pub bins: Vec<Bin>,
}

/// So many games had from so many to so many steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Bin {
    /// At least.
    pub from: u64,
    /// At most.
    pub to: u64,
    /// How many games.
    pub games: u64,
}

/// How two strategies compare on the same deals. On each deal the payoffs of all games of the one are held against those of the
/// other.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PairSummary {
    /// The first.
    pub first: String,
    /// The second.
    pub second: String,
    /// On how many deals the first did better.
    pub better: u64,
    /// On how many deals both did as well.
    pub equal: u64,
    /// On how many deals the first did worse.
    pub worse: u64,
    /// How many deals were not compared, because a game was left.
    pub incomplete: u64,
    /// What the first gets more than the second in a game, on average, exactly.
    pub difference: Option<Exact>,
    /// The interval of 95 % for it (normal approximation, over deals).
    pub interval: Option<Interval>,
    /// How likely so uneven a number of better and worse deals would be by chance alone (sign test).
    pub sign_test: f64,
    /// The same, corrected for the number of comparisons (Holm).
    pub corrected: f64,
    /// What is to be made of it.
    pub verdict: PairVerdict,
}

/// What a comparison says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum PairVerdict {
    /// The first does better on more deals than chance would explain.
    Better,
    /// It does worse.
    Worse,
    /// That cannot be told from chance.
    Open,
}

impl TournamentSummary {
    /// What was counted says this.
    pub fn new(setup: &TournamentSetup, schedule: &Schedule, tally: &Tally, planned: u64) -> Self {
        let seats = schedule.seats.len();
        let strategies = schedule.names.iter().zip(&tally.seats).map(|(name, of_seats)| {
            let mut all = SeatTally::default();
            of_seats.iter().for_each(|seat| all.merge(seat));
            StrategySummary {
                name: name.clone(),
                all: SeatSummary::new(&all, seats),
                seats: of_seats.iter().map(|seat| SeatSummary::new(seat, seats)).collect(),
            }
        });
        Self {
            game: setup.game.clone(),
            seed: setup.seed,
            max_steps: setup.most_steps,
            games: tally.games,
            planned,
            deals: tally.rounds,
            lineups: schedule.round(),
            seats: schedule.seats.clone(),
            left: tally.left,
            lengths: LengthSummary::new(&tally.lengths),
            strategies: strategies.collect(),
            pairs: compare_pairs(schedule, tally),
            level: LEVEL,
            knowledge: None,
        }
    }
}

impl SeatSummary {
    fn new(tally: &SeatTally, seats: usize) -> Self {
        let is_contest = seats > 1;
        let wins = if is_contest { tally.wins } else { 0 };
        let rate = |interval| Rate { share: wins as f64 / tally.plays as f64, interval };
        Self {
            plays: tally.plays,
            left: tally.left,
            wins,
            shared: if is_contest { tally.shared } else { 0 },
            win_rate: wilson(wins, tally.plays).filter(|_| is_contest).map(rate),
            mean_payoff: tally.payoff.over(tally.plays - tally.left),
            lengths: LengthSummary::new(&tally.lengths),
        }
    }
}

impl LengthSummary {
    fn new(lengths: &Lengths) -> Option<Self> {
        let games = RBig::from(lengths.games);
        let mean = (lengths.games > 0).then(|| Exact(RBig::from(lengths.sum) / games))?;
        let first = lengths.bins.iter().position(|&games| games > 0)?;
        let last = lengths.bins.iter().rposition(|&games| games > 0)?;
        let bin = |(at, &games): (usize, &u64)| {
            let from = at as u64 * lengths.width;
            Bin { from, to: from + (lengths.width - 1), games }
        };
        let bins = lengths.bins.iter().enumerate().skip(first).take(last + 1 - first).map(bin);
        let (shortest, longest) = (lengths.shortest, lengths.longest);
        Some(Self { shortest, mean, longest, bins: bins.collect() })
    }
}

fn compare_pairs(schedule: &Schedule, tally: &Tally) -> Vec<PairSummary> {
    let names = &schedule.names;
    // In every round each strategy plays equally often.
    let plays = schedule.round() * schedule.seats.len() as u64 / (names.len().max(1) as u64);
    let tests: Vec<f64> =
        tally.pairs.iter().map(|pair| sign_test(pair.better, pair.worse)).collect();
    let corrected = holm(&tests);
    let pairs = names.iter().enumerate().flat_map(|(at, first)| {
        names.get(at + 1..).unwrap_or_default().iter().map(move |second| (first, second))
    });
    pairs
        .zip(tally.pairs.iter().zip(tests.iter().zip(&corrected)))
        .map(|((first, second), (pair, (&test, &corrected)))| {
            let verdict = match (corrected <= LEVEL, pair.better > pair.worse) {
                (true, true) => PairVerdict::Better,
                (true, false) => PairVerdict::Worse,
                (false, _) => PairVerdict::Open,
            };
            PairSummary {
                first: first.clone(),
                second: second.clone(),
                better: pair.better,
                equal: pair.equal,
                worse: pair.worse,
                incomplete: pair.incomplete,
                difference: pair.sum.over(pair.deals().saturating_mul(plays)),
                interval: interval(pair, plays),
                sign_test: test,
                corrected,
                verdict,
            }
        })
        .collect()
}

/// The mean of the differences of deals, and twice its standard error on both sides.
fn interval(pair: &PairTally, plays: u64) -> Option<Interval> {
    let deals = pair.deals();
    let (mean, squares) = (pair.sum.over(deals)?, pair.squares.over(deals)?);
    if deals < 2 {
        return None;
    }
    // The variance is computed exactly, so that nothing cancels out.
    let variance = Exact((&squares.0 - &mean.0 * &mean.0) / RBig::from(deals - 1));
    let half = NORMAL * approximate(&variance).max(0.0).sqrt() / plays as f64;
    let middle = approximate(&mean) / plays as f64;
    Some(Interval { low: middle - half, high: middle + half })
}
