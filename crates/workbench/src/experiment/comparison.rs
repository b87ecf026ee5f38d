//! How strategies of an experiment compare: what one wins more than another on the same deals, and whether that can be told from
//! chance when all comparisons of a part are looked at together.

use super::findings::{FoundTournament, StrategyGroup};
use super::plan::{ComparedStrategies, ExperimentPart};
use hexa_games::tournament::{Interval, LEVEL, PairSummary, PairVerdict, holm};

/// A strategy against another in a tournament. If one of them sits in several seats, it is the mean over its seats.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Comparison {
    /// What the tournament was played for.
    pub part: ExperimentPart,
    /// The tournament.
    pub tournament: String,
    /// The first strategy.
    pub first: String,
    /// The second.
    pub second: String,
    /// How many deals were compared.
    pub deals: u64,
    /// What share of games the first wins more than the second.
    pub difference: f64,
    /// An interval of at least 95 % for it (normal approximation over deals, which are independent). Where a strategy sits in several
    /// seats it is the mean of the intervals for each two seats, which is no narrower than it should be.
    pub interval: Interval,
    /// How likely so uneven a number of better and worse deals would be by chance alone (sign test over deals). Where a strategy
    /// sits in several seats it is the largest for two seats.
    pub sign_test: f64,
    /// The same, corrected for all comparisons of the part (Holm).
    pub corrected: f64,
    /// Which is better: told only if the corrected test is at the level and the interval agrees.
    pub verdict: PairVerdict,
}

/// All comparisons of these tournaments.
pub(super) fn compare(tournaments: &[FoundTournament]) -> Vec<Comparison> {
    let mut all: Vec<Comparison> = tournaments.iter().flat_map(compare_groups).collect();
    let mut families: Vec<ExperimentPart> = Vec::new();
    for one in &all {
        if !families.iter().any(|family| is_same_family(*family, one.part)) {
            families.push(one.part);
        }
    }
    for family in families {
        let mut of_family: Vec<&mut Comparison> =
            all.iter_mut().filter(|one| is_same_family(family, one.part)).collect();
        let tests: Vec<f64> = of_family.iter().map(|one| one.sign_test).collect();
        for (one, corrected) in of_family.iter_mut().zip(holm(&tests)) {
            one.corrected = corrected;
            one.verdict = judge(one);
        }
    }
    all
}

/// Line-ups of the same part are one.
fn is_same_family(one: ExperimentPart, other: ExperimentPart) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

fn judge(one: &Comparison) -> PairVerdict {
    let is_significant = one.corrected <= LEVEL;
    if is_significant && one.interval.low > 0.0 {
        PairVerdict::Better
    } else if is_significant && one.interval.high < 0.0 {
        PairVerdict::Worse
    } else {
        PairVerdict::Open
    }
}

fn compare_groups(found: &FoundTournament) -> Vec<Comparison> {
    let groups = found.groups();
    let (first, others) = match groups.split_first() {
        Some((first, others)) => (first, others),
        None => return Vec::new(),
    };
    match found.planned.compared {
        ComparedStrategies::Nobody => Vec::new(),
        ComparedStrategies::FirstTwo => others
            .first()
            .and_then(|second| compare_two(found, first, second))
            .into_iter()
            .collect(),
        ComparedStrategies::FirstWithOthers => {
            others.iter().filter_map(|other| compare_two(found, first, other)).collect()
        }
        ComparedStrategies::All => {
            let later = |at: usize| groups.get(at + 1..).unwrap_or_default();
            let pairs = groups.iter().enumerate();
            let pairs = pairs.flat_map(|(at, one)| later(at).iter().map(move |two| (one, two)));
            pairs.filter_map(|(one, two)| compare_two(found, one, two)).collect()
        }
    }
}

/// What one pair of seats says: the difference, its interval, the sign test, and how many deals.
struct PairDifference {
    difference: f64,
    interval: Interval,
    sign_test: f64,
    deals: u64,
}

fn compare_two(
    found: &FoundTournament,
    first: &StrategyGroup,
    second: &StrategyGroup,
) -> Option<Comparison> {
    let members = first.members.iter();
    let both = members.flat_map(|&one| second.members.iter().map(move |&two| (one, two)));
    let pairs = both.map(|(one, two)| difference(found, one, two)).collect::<Option<Vec<_>>>()?;
    let many = pairs.len() as f64;
    let mean = |of: &dyn Fn(&PairDifference) -> f64| pairs.iter().map(of).sum::<f64>() / many;
    let difference = mean(&|pair| pair.difference);
    let agrees = |pair: &PairDifference| (pair.difference > 0.0) == (difference > 0.0);
    let tests = pairs.iter().map(|pair| if agrees(pair) { pair.sign_test } else { 1.0 });
    let sign_test = tests.fold(0.0, f64::max);
    Some(Comparison {
        part: found.planned.part,
        tournament: found.planned.name.clone(),
        first: first.label.clone(),
        second: second.label.clone(),
        deals: pairs.iter().map(|pair| pair.deals).min()?,
        difference,
        interval: Interval {
            low: mean(&|pair| pair.interval.low),
            high: mean(&|pair| pair.interval.high),
        },
        sign_test,
        corrected: sign_test,
        verdict: PairVerdict::Open,
    })
}

/// The pair as it was counted, or turned round.
fn difference(found: &FoundTournament, one: usize, two: usize) -> Option<PairDifference> {
    let strategies = &found.summary.strategies;
    let (name, other) = (&strategies.get(one)?.name, &strategies.get(two)?.name);
    let counted = |first: &str, second: &str| {
        let mut pairs = found.summary.pairs.iter();
        pairs.find(|pair| pair.first == first && pair.second == second)
    };
    if let Some(pair) = counted(name, other) {
        return read_pair(pair);
    }
    let turned = read_pair(counted(other, name)?)?;
    let Interval { low, high } = turned.interval;
    Some(PairDifference {
        difference: -turned.difference,
        interval: Interval { low: -high, high: -low },
        ..turned
    })
}

fn read_pair(pair: &PairSummary) -> Option<PairDifference> {
    Some(PairDifference {
        // A game is worth one to who wins it, and nothing to others.
        difference: pair.difference.as_ref()?.0.to_f64_fast(),
        interval: pair.interval?,
        sign_test: pair.sign_test,
        deals: pair.better + pair.equal + pair.worse,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(sign_test: f64, low: f64, high: f64) -> Comparison {
        Comparison {
            part: ExperimentPart::OwnCards,
            tournament: String::new(),
            first: String::new(),
            second: String::new(),
            deals: 10,
            difference: f64::midpoint(low, high),
            interval: Interval { low, high },
            sign_test,
            corrected: sign_test,
            verdict: PairVerdict::Open,
        }
    }

    #[test]
    fn better_is_said_only_where_test_and_interval_agree() {
        assert_eq!(judge(&comparison(0.01, 0.1, 0.2)), PairVerdict::Better);
        assert_eq!(judge(&comparison(0.01, -0.2, -0.1)), PairVerdict::Worse);
        assert_eq!(judge(&comparison(0.01, -0.1, 0.2)), PairVerdict::Open);
        assert_eq!(judge(&comparison(0.06, 0.1, 0.2)), PairVerdict::Open);
    }

    #[test]
    fn line_ups_of_a_part_are_corrected_together() {
        let (one, two) = (ExperimentPart::OnBoards(Some(1)), ExperimentPart::OnBoards(None));
        assert!(is_same_family(one, two));
        assert!(!is_same_family(one, ExperimentPart::OwnCards));
    }
}
