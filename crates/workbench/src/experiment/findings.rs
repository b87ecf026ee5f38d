//! What came out of an experiment, as data: what each tournament says, and which of the project's conclusions stand.

use super::plan::{ExperimentPart, PROJECT_RESULTS, PlannedTournament};
use hexa_games::cluedo::agents::{AgentSettings, AgentsTally, EndingKind};
use hexa_games::tournament::{Interval, SeatOrder, TournamentSummary, wilson};

/// What came out of an experiment.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ExperimentSummary {
    /// Where random numbers started from.
    pub seed: u64,
    /// The tournaments.
    pub tournaments: Vec<FoundTournament>,
    /// What they say of what the project concludes.
    pub conclusions: Vec<Conclusion>,
}

/// A tournament that was played.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct FoundTournament {
    /// What was planned.
    pub planned: PlannedTournament,
    /// What came out.
    pub summary: TournamentSummary,
    /// What was measured of some of its games.
    pub agents: AgentsTally,
    /// What each strategy is.
    #[cfg_attr(feature = "json", serde(skip))]
    pub settings: Vec<Option<AgentSettings>>,
}

/// What is concluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ConclusionKind {
    /// Agents that reason win more games than agents of order zero.
    ReasoningPays,
    /// Agents of the second order win more games than those of the first.
    SecondOrderPays,
    /// More than 95 % of games end with a suspicion that nobody refutes, before the goal deck was deduced.
    EndsBeforeDeduction,
    /// The winner has one goal world left in most games.
    OneWorldLeft,
    /// The first seat wins more than its share.
    FirstSeatPays,
}

/// Whether a share is above what it is held against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Standing {
    /// The whole interval is above it.
    Stands,
    /// The whole interval is below it, or ends there.
    DoesNotStand,
    /// It is in the interval.
    Open,
}

/// A conclusion, held against what was counted.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Conclusion {
    /// What is concluded.
    pub kind: ConclusionKind,
    /// The tournament of which it is said.
    pub tournament: String,
    /// How often it was so, of how many.
    pub found: (u64, u64),
    /// The interval of 95 % (Wilson).
    pub interval: Interval,
    /// What the share is held against.
    pub against: f64,
    /// Whether it stands.
    pub standing: Standing,
    /// What the project counted, if it can be compared.
    pub project: Option<(u64, u64)>,
    /// How likely a count as far from what is expected as the project's, or farther, would be with the share that was found
    /// here (exact binomial test, all counts that are no likelier).
    pub project_chance: Option<f64>,
}

impl FoundTournament {
    /// How many games were won by strategies of an order, and in how many seats such sit.
    pub fn wins_of_order(&self, order: u8) -> u64 {
        let of_order = |settings: &Option<AgentSettings>| {
            settings.as_ref().is_some_and(|settings| settings.order == order)
        };
        let strategies = self.summary.strategies.iter().zip(&self.settings);
        strategies.filter(|(_, settings)| of_order(settings)).map(|(one, _)| one.all.wins).sum()
    }

    /// How many games were won in a seat.
    pub fn wins_in_seat(&self, seat: usize) -> u64 {
        let strategies = self.summary.strategies.iter();
        strategies.filter_map(|strategy| strategy.seats.get(seat)).map(|seat| seat.wins).sum()
    }

    /// The orders that play, the highest first.
    pub fn orders(&self) -> Vec<u8> {
        let mut orders: Vec<u8> = self.settings.iter().flatten().map(|one| one.order).collect();
        orders.sort_unstable_by(|one, other| other.cmp(one));
        orders.dedup();
        orders
    }

    /// How many of the measured games ended in some way.
    pub fn ended(&self, kind: EndingKind) -> u64 {
        self.agents.endings[kind as usize]
    }
}

impl ExperimentSummary {
    /// What these tournaments say.
    pub fn new(seed: u64, tournaments: Vec<FoundTournament>) -> Self {
        let mut conclusions: Vec<Conclusion> = tournaments.iter().flat_map(conclude).collect();
        conclusions.sort_by_key(|conclusion| conclusion.kind as usize);
        Self { seed, tournaments, conclusions }
    }
}

fn conclude(found: &FoundTournament) -> Vec<Conclusion> {
    let mut conclusions = Vec::new();
    let mut add = |kind, share: (u64, u64), against: f64, project: Option<(u64, u64)>| {
        let Some(interval) = wilson(share.0, share.1) else { return };
        let standing = match (interval.low > against, interval.high <= against) {
            (true, _) => Standing::Stands,
            (false, true) => Standing::DoesNotStand,
            (false, false) => Standing::Open,
        };
        let expected = share.0 as f64 / share.1 as f64;
        let project_chance = project.map(|(wins, games)| binomial_test(wins, games, expected));
        conclusions.push(Conclusion {
            kind,
            tournament: found.planned.name.clone(),
            found: share,
            interval,
            against,
            standing,
            project,
            project_chance,
        });
    };
    let agents = &found.agents;
    let (games, measured) = (found.summary.games, agents.games);
    if let ExperimentPart::LineUp(at) = found.planned.part {
        let project = &PROJECT_RESULTS[at];
        let all = |order| found.wins_of_order(order);
        // The project's seats were fixed.
        let is_fixed = found.planned.seats == SeatOrder::Fixed;
        let of_project = |order: u8| {
            let wins = project.wins.iter().find(|(known, _)| *known == order);
            wins.map_or(0, |(_, wins)| *wins)
        };
        let reasoning = |of: &dyn Fn(u8) -> u64| of(1) + of(2);
        if project.orders.contains(&0) {
            let (wins, zero) = (reasoning(&all), all(0));
            let seats = project.orders.iter().filter(|order| **order > 0).count();
            let against = seats as f64 / project.orders.len() as f64;
            let theirs = is_fixed.then(|| (reasoning(&of_project), 25));
            add(ConclusionKind::ReasoningPays, (wins, wins + zero), against, theirs);
        }
        if project.orders.contains(&1) && project.orders.contains(&2) {
            let (second, first) = (all(2), all(1));
            let theirs = (of_project(2), of_project(2) + of_project(1));
            let theirs = is_fixed.then_some(theirs);
            add(ConclusionKind::SecondOrderPays, (second, second + first), 0.5, theirs);
        }
        if is_fixed {
            let unrefuted = found.ended(EndingKind::Unrefuted);
            add(ConclusionKind::EndsBeforeDeduction, (unrefuted, measured), 0.95, None);
            // Of all hundred games together.
            add(ConclusionKind::OneWorldLeft, (agents.one_left, measured), 0.5, Some((56, 100)));
        }
    }
    if found.planned.seats == SeatOrder::Turned {
        let share = 1.0 / found.summary.seats.len() as f64;
        add(ConclusionKind::FirstSeatPays, (found.wins_in_seat(0), games), share, None);
    }
    conclusions
}

/// How likely counts are together that are no likelier than this one.
fn binomial_test(successes: u64, trials: u64, chance: f64) -> f64 {
    let likelihood = |count: u64| {
        let mut product = 1.0;
        // Factors one by one, so that nothing gets too large or too small.
        for at in 0..trials {
            product *= if at < count {
                chance * (trials - at) as f64 / (count - at) as f64
            } else {
                1.0 - chance
            };
        }
        product
    };
    let this = likelihood(successes) * (1.0 + 1e-9);
    (0..=trials).map(likelihood).filter(|one| *one <= this).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binomial_test_sums_what_is_no_likelier() {
        // 8 of 10 with a fair coin: 2 * (1 + 10 + 45) / 1024.
        assert!((binomial_test(8, 10, 0.5) - 112.0 / 1024.0).abs() < 1e-12);
        assert!((binomial_test(2, 2, 0.25) - 1.0 / 16.0).abs() < 1e-12);
        assert!(binomial_test(5, 10, 0.5) > 0.999);
        assert!((binomial_test(25, 25, 1.0) - 1.0).abs() < 1e-12);
    }
}
