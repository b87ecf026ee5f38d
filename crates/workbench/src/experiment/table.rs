//! What came out of an experiment as tables for other programs (comma-separated values, RFC 4180).

use super::{ExperimentSummary, FoundTournament};
use crate::tournament::table::field;
use hexa_games::cluedo::agents::{ClosingKind, EndingKind};
use hexa_games::tournament::PairVerdict;
use std::fmt::Write;

/// A line for each strategy of each tournament in all seats together, and in each seat.
pub fn experiment_table(summary: &ExperimentSummary) -> String {
    let mut text = String::from(
        "tournament,game,strategy,seat,plays,wins,win rate,low,high,games measured,falsehoods,ended deduced,ended known,\
         ended unrefuted,ended otherwise,ended by nobody,one world left,mean rounds,mean turns,heard accused,heard unrefuted,\
         heard last one left,heard nobody left,heard turns up,wrong accusations,suspicions,with own cards\n",
    );
    summary.tournaments.iter().for_each(|found| write_tournament(&mut text, found));
    text
}

/// A line for each comparison.
pub fn comparison_table(summary: &ExperimentSummary) -> String {
    let mut text = String::from(
        "part,tournament,first,second,deals,difference,low,high,sign test,corrected,verdict\n",
    );
    for one in &summary.comparisons {
        let verdict = match one.verdict {
            PairVerdict::Better => "better",
            PairVerdict::Worse => "worse",
            PairVerdict::Open => "open",
        };
        let _ = writeln!(
            text,
            "{},{},{},{},{},{:.6},{:.6},{:.6},{:e},{:e},{verdict}",
            field(crate::words::experiment::part(one.part)),
            field(&one.tournament),
            field(&one.first),
            field(&one.second),
            one.deals,
            one.difference,
            one.interval.low,
            one.interval.high,
            one.sign_test,
            one.corrected,
        );
    }
    text
}

fn counts(counts: impl Iterator<Item = u64>) -> String {
    counts.map(|count| count.to_string()).collect::<Vec<_>>().join(",")
}

fn write_tournament(text: &mut String, found: &FoundTournament) {
    let agents = &found.agents;
    let mean = |sum: u64| sum as f64 / agents.games.max(1) as f64;
    let endings = counts(EndingKind::ALL.iter().map(|kind| found.ended(*kind)));
    let closings = counts(ClosingKind::ALL.iter().map(|kind| found.closed(*kind)));
    let (rounds, turns) = (mean(agents.rounds), mean(agents.turns));
    for (strategy, curve) in found.summary.strategies.iter().zip(&agents.curves) {
        let seats = found.summary.seats.iter().map(String::as_str).zip(&strategy.seats);
        for (seat, row) in std::iter::once(("all", &strategy.all)).chain(seats) {
            let rate = row.win_rate.as_ref().map_or(",,".to_owned(), |rate| {
                let interval = rate.interval;
                format!("{:.6},{:.6},{:.6}", rate.share, interval.low, interval.high)
            });
            let _ = writeln!(
                text,
                "{},{},{},{seat},{},{},{rate},{},{},{endings},{},{rounds:.4},{turns:.4},{closings},{},{},{}",
                field(&found.planned.name),
                field(&found.summary.game),
                field(&strategy.name),
                row.plays,
                row.wins,
                agents.games,
                curve.falsehoods,
                agents.one_left,
                agents.wrong_accusations,
                curve.suspicions,
                curve.with_own_cards,
            );
        }
    }
}
