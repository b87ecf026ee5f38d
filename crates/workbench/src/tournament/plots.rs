//! The plots of a tournament.

use hexa_draw::plot::{BarPlot, Emphasis, LinePlot, NumberForm, Whisker, WhiskerPlot};
use hexa_games::tournament::{PairSummary, PairVerdict, SeatSummary, TournamentSummary};
use hexa_games::words::{grouped, rate, signed};

/// How often each strategy won, in all seats or in one; `None` where nobody can win.
pub fn win_rates(
    summary: &TournamentSummary,
    title: &str,
    of: impl Fn(&hexa_games::tournament::StrategySummary) -> Option<&SeatSummary>,
) -> Option<WhiskerPlot> {
    let row = |(colour, strategy)| {
        let strategy: &hexa_games::tournament::StrategySummary = strategy;
        let seat = of(strategy)?;
        let won = seat.win_rate.as_ref()?;
        Some(Whisker {
            label: strategy.name.clone(),
            note: format!("{}, n = {}", rate(won), grouped(seat.plays)),
            interval: (won.interval.low, won.share, won.interval.high),
            colour,
            emphasis: Emphasis::Strong,
        })
    };
    let rows: Vec<Whisker> = summary.strategies.iter().enumerate().filter_map(row).collect();
    (!rows.is_empty()).then(|| WhiskerPlot {
        title: title.to_owned(),
        axis: "share of games won alone, with 95 % Wilson interval".to_owned(),
        form: NumberForm::Percent,
        reference: None,
        rows,
    })
}

/// What each strategy gets more than another on the same deals.
pub fn differences(summary: &TournamentSummary) -> Option<WhiskerPlot> {
    let row = |pair: &PairSummary| {
        let (difference, interval) = (pair.difference.as_ref()?, pair.interval?);
        let emphasis = match pair.verdict {
            PairVerdict::Better | PairVerdict::Worse => Emphasis::Strong,
            PairVerdict::Open => Emphasis::Faint,
        };
        let ahead = if pair.verdict == PairVerdict::Worse { &pair.second } else { &pair.first };
        let colour = summary.strategies.iter().position(|strategy| strategy.name == *ahead);
        Some(Whisker {
            label: format!("{} \u{2212} {}", pair.first, pair.second),
            note: signed(difference).replace('-', "\u{2212}"),
            interval: (interval.low, difference.0.to_f64_fast(), interval.high),
            colour: colour.unwrap_or(0),
            emphasis,
        })
    };
    let rows: Vec<Whisker> = summary.pairs.iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| WhiskerPlot {
        title: "Paired differences of payoffs".to_owned(),
        axis: "difference of payoff a game, with 95 % interval".to_owned(),
        form: NumberForm::Plain,
        reference: Some(0.0),
        rows,
    })
}

/// How long games were.
pub fn lengths(summary: &TournamentSummary) -> Option<BarPlot> {
    let lengths = summary.lengths.as_ref()?;
    let wide = lengths.bins.first().is_some_and(|bin| bin.to > bin.from);
    let axis = match (wide, lengths.bins.first()) {
        (true, Some(bin)) => format!("steps of a game (bars of {} steps)", bin.to - bin.from + 1),
        (true, None) | (false, _) => "steps of a game".to_owned(),
    };
    Some(BarPlot {
        title: "Lengths of games".to_owned(),
        axis,
        counts: format!("games (n = {})", grouped(summary.games)),
        bars: lengths.bins.iter().map(|bin| (bin.from, bin.to, bin.games)).collect(),
    })
}

/// What players consider possible over time.
pub fn knowledge(summary: &TournamentSummary) -> Option<LinePlot> {
    let knowledge = summary.knowledge.as_ref()?;
    let lines = knowledge.courses.iter().map(|course| {
        let points = course.points.iter();
        let points = points.map(|point| (point.steps as f64, point.possible.0.to_f64_fast()));
        (course.strategy.clone(), points.collect())
    });
    Some(LinePlot {
        title: "Knowledge over time".to_owned(),
        axis: "steps of a game".to_owned(),
        height: format!("positions considered possible, mean (n = {})", grouped(knowledge.games)),
        lines: lines.collect(),
    })
}
