//! What came out of an experiment, as data: what each tournament says, and which of the project's conclusions stand.

use super::comparison::{Comparison, compare};
use super::plan::{ExperimentPart, PROJECT_RESULTS, PlannedTournament, ProjectResult};
use hexa_games::cluedo::agents::{AgentSettings, AgentsTally, ClosingKind, EndingKind};
use hexa_games::tournament::{Interval, SeatOrder, TournamentSummary, wilson, wilson_of_several};

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
    /// How strategies compare, where that is the question.
    pub comparisons: Vec<Comparison>,
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

impl ConclusionKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::ReasoningPays,
        Self::SecondOrderPays,
        Self::EndsBeforeDeduction,
        Self::OneWorldLeft,
        Self::FirstSeatPays,
    ];
}

/// Whether a share is above what it is held against. The intervals that decide are so wide that those of all conclusions of a kind
/// hold together with at least 95 %.
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
    /// How seats were taken there.
    pub seats: SeatOrder,
    /// How often it was so, of how many.
    pub found: (u64, u64),
    /// The interval of 95 % (Wilson), for this share alone.
    pub interval: Interval,
    /// The interval that is so wide that all of the kind hold together with at least 95 %.
    pub together: Interval,
    /// What the share is held against.
    pub against: f64,
    /// Whether it stands.
    pub standing: Standing,
    /// What the project counted, if it can be compared.
    pub project: Option<(u64, u64)>,
    /// How likely counts as different as the project's and the one here, or more different, would be if it were so equally often
    /// in both (Fisher's exact test with two sides, 1935: with both sums as they are, all divisions that are no likelier).
    pub project_chance: Option<f64>,
}

/// Strategies of a tournament that count as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyGroup {
    /// What they are called: by their order where agents of different orders play, by their name elsewhere.
    pub label: String,
    /// Their places among the strategies.
    pub members: Vec<usize>,
}

impl FoundTournament {
    /// The strategies in groups: agents by their order where that is the question, and others by their names.
    pub fn groups(&self) -> Vec<StrategyGroup> {
        let mut groups: Vec<StrategyGroup> = Vec::new();
        for at in 0..self.summary.strategies.len() {
            let label = self.label(at);
            match groups.iter_mut().find(|group| group.label == label) {
                Some(group) => group.members.push(at),
                None => groups.push(StrategyGroup { label, members: vec![at] }),
            }
        }
        groups
    }

    fn label(&self, at: usize) -> String {
        let order = self.settings.get(at).and_then(Option::as_ref).map(|settings| settings.order);
        match (order, self.has_orders()) {
            (Some(order), true) => format!("order {order}"),
            (Some(_) | None, _) => {
                let name = self.summary.strategies.get(at).map_or("", |strategy| &*strategy.name);
                // The second of the same name is told apart by a number.
                name.split(" #").next().unwrap_or_default().to_owned()
            }
        }
    }

    /// Whether agents of one version play, which differ in their orders.
    fn has_orders(&self) -> bool {
        match self.planned.part {
            ExperimentPart::LineUp(_)
            | ExperimentPart::OnBoards(_)
            | ExperimentPart::OtherSizes
            | ExperimentPart::UnevenHands => self.settings.iter().all(Option::is_some),
            ExperimentPart::EveryAgent
            | ExperimentPart::BulletPoints
            | ExperimentPart::DecidedCards
            | ExperimentPart::Seats
            | ExperimentPart::OwnCards
            | ExperimentPart::MindingOthers
            | ExperimentPart::NotAccusing
            | ExperimentPart::Measures
            | ExperimentPart::AgainstAgents
            | ExperimentPart::StrongPlayers
            | ExperimentPart::Accusing => false,
        }
    }

    /// How many games a group won, of how many: of all games if everybody plays in all, and else of those in which they play.
    pub fn wins_of(&self, group: &StrategyGroup) -> (u64, u64) {
        let members = || group.members.iter().filter_map(|&at| self.summary.strategies.get(at));
        let wins = members().map(|strategy| strategy.all.wins).sum();
        let games = match self.summary.strategies.len() == self.summary.seats.len() {
            true => self.summary.games,
            false => members().map(|strategy| strategy.all.plays).sum(),
        };
        (wins, games)
    }

    /// The share of games that a group would win if all were equally good.
    pub fn equal_share(&self, group: &StrategyGroup) -> f64 {
        let seats = self.summary.seats.len() as f64;
        match self.summary.strategies.len() == self.summary.seats.len() {
            true => group.members.len() as f64 / seats,
            false => 1.0 / seats,
        }
    }

    /// How many games were won by agents of an order.
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

    /// How many of the measured games ended in some way.
    pub fn ended(&self, kind: EndingKind) -> u64 {
        self.agents.endings[kind as usize]
    }

    /// How many of the measured games ended in some way, by what everybody heard.
    pub fn closed(&self, kind: ClosingKind) -> u64 {
        self.agents.closings[kind as usize]
    }
}

impl ExperimentSummary {
    /// What these tournaments say.
    pub fn new(seed: u64, tournaments: Vec<FoundTournament>) -> Self {
        let claims: Vec<Claim> = tournaments.iter().flat_map(claims).collect();
        let conclude = |kind: ConclusionKind| {
            let of_kind: Vec<&Claim> = claims.iter().filter(|claim| claim.kind == kind).collect();
            let many = of_kind.len();
            of_kind.into_iter().filter_map(move |claim| claim.conclude(many)).collect::<Vec<_>>()
        };
        let conclusions = ConclusionKind::ALL.into_iter().flat_map(conclude).collect();
        let comparisons = compare(&tournaments);
        Self { seed, tournaments, conclusions, comparisons }
    }
}

/// A share that is held against another.
struct Claim {
    kind: ConclusionKind,
    tournament: String,
    seats: SeatOrder,
    found: (u64, u64),
    against: f64,
    project: Option<(u64, u64)>,
}

impl Claim {
    /// What is concluded, if so many are concluded together.
    fn conclude(&self, several: usize) -> Option<Conclusion> {
        let (found, against) = (self.found, self.against);
        let interval = wilson(found.0, found.1)?;
        let together = wilson_of_several(found.0, found.1, several)?;
        let standing = match (together.low > against, together.high <= against) {
            (true, _) => Standing::Stands,
            (false, true) => Standing::DoesNotStand,
            (false, false) => Standing::Open,
        };
        let project_chance = self.project.map(|project| fisher_test(project, found));
        Some(Conclusion {
            kind: self.kind,
            tournament: self.tournament.clone(),
            seats: self.seats,
            found,
            interval,
            together,
            against,
            standing,
            project: self.project,
            project_chance,
        })
    }
}

fn claims(found: &FoundTournament) -> Vec<Claim> {
    let mut claims = Vec::new();
    if let Some(project) = found.planned.part.line_up().and_then(|at| PROJECT_RESULTS.get(at)) {
        claims.extend(claims_on_orders(found, project));
        // The project's seats were fixed.
        if found.planned.seats == SeatOrder::Fixed {
            claims.extend(claims_on_endings(found));
        }
    }
    if tells_of_seats(found) {
        let share = 1.0 / found.summary.seats.len() as f64;
        let wins = (found.wins_in_seat(0), found.summary.games);
        claims.push(claim(found, ConclusionKind::FirstSeatPays, wins, share, None));
    }
    claims
}

fn claim(
    found: &FoundTournament,
    kind: ConclusionKind,
    share: (u64, u64),
    against: f64,
    project: Option<(u64, u64)>,
) -> Claim {
    let (tournament, seats) = (found.planned.name.clone(), found.planned.seats);
    Claim { kind, tournament, seats, found: share, against, project }
}

/// Whether everybody wins their share who plays in a line-up.
fn claims_on_orders(found: &FoundTournament, project: &ProjectResult) -> Vec<Claim> {
    let mut claims = Vec::new();
    let is_fixed = found.planned.seats == SeatOrder::Fixed;
    let all = |order| found.wins_of_order(order);
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
        let share = (wins, wins + zero);
        claims.push(claim(found, ConclusionKind::ReasoningPays, share, against, theirs));
    }
    if project.orders.contains(&1) && project.orders.contains(&2) {
        let (second, first) = (all(2), all(1));
        let theirs = (of_project(2), of_project(2) + of_project(1));
        let (theirs, share) = (is_fixed.then_some(theirs), (second, second + first));
        claims.push(claim(found, ConclusionKind::SecondOrderPays, share, 0.5, theirs));
    }
    claims
}

fn claims_on_endings(found: &FoundTournament) -> [Claim; 2] {
    let measured = found.agents.games;
    let unrefuted = (found.ended(EndingKind::Unrefuted), measured);
    let one_left = (found.agents.one_left, measured);
    // Of all hundred games together.
    let theirs = Some((56, 100));
    [
        claim(found, ConclusionKind::EndsBeforeDeduction, unrefuted, 0.95, None),
        claim(found, ConclusionKind::OneWorldLeft, one_left, 0.5, theirs),
    ]
}

/// Whether the first seat can be held against the others: everybody sits in all seats, or all are equal.
fn tells_of_seats(found: &FoundTournament) -> bool {
    match found.planned.part {
        ExperimentPart::LineUp(_)
        | ExperimentPart::OnBoards(_)
        | ExperimentPart::OtherSizes
        | ExperimentPart::UnevenHands => found.planned.seats == SeatOrder::Turned,
        ExperimentPart::Seats => true,
        // Strategies there are told apart, not seats.
        ExperimentPart::EveryAgent
        | ExperimentPart::BulletPoints
        | ExperimentPart::DecidedCards
        | ExperimentPart::OwnCards
        | ExperimentPart::MindingOthers
        | ExperimentPart::NotAccusing
        | ExperimentPart::Measures
        | ExperimentPart::AgainstAgents
        | ExperimentPart::StrongPlayers
        | ExperimentPart::Accusing => false,
    }
}

/// How likely divisions of the successes of both samples are together that are no likelier than this one. Each sample is so many
/// successes of so many trials, and the first has few trials.
fn fisher_test(first: (u64, u64), second: (u64, u64)) -> f64 {
    let (trials, all) = (first.1, first.1 + second.1);
    let successes = first.0 + second.0;
    let possible = trials.saturating_sub(all - successes)..=trials.min(successes);
    let likelihood = |count: u64| {
        let mut product = 1.0;
        // Factors one by one, so that nothing gets too large or too small.
        for at in 0..trials {
            let drawn = if at < count {
                (successes - at) as f64 * (trials - at) as f64 / (count - at) as f64
            } else {
                (all - successes - (at - count)) as f64
            };
            product *= drawn / (all - at) as f64;
        }
        product
    };
    let this = likelihood(first.0) * (1.0 + 1e-9);
    possible.map(likelihood).filter(|one| *one <= this).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_of_two_counts_sums_what_is_no_likelier() {
        let is = |first, second, expected: f64| {
            let found = fisher_test(first, second);
            assert!((found - expected).abs() < 1e-12, "{first:?} {second:?}: {found}");
        };
        // The lady who tastes tea: of 8 cups she is told 4, and finds 3 or 4 of them.
        is((3, 4), (1, 4), 34.0 / 70.0);
        is((4, 4), (0, 4), 2.0 / 70.0);
        is((2, 4), (2, 4), 1.0);
        // Of 20 ways to choose 3 of 6, 4 have both of the first two, 4 have neither, and 12 have one of them.
        is((2, 2), (1, 4), 8.0 / 20.0);
        is((25, 25), (8, 8), 1.0);
        // With many games beside it, it is what the binomial distribution says: 2 (1 + 10 + 45) / 1024 for 8 of 10.
        let many = 100_000_000;
        assert!((fisher_test((8, 10), (many / 2, many)) - 112.0 / 1024.0).abs() < 1e-6);
    }
}
