//! What came out of an experiment as a table for other programs (comma-separated values, RFC 4180).

use super::{ExperimentSummary, FoundTournament};
use crate::tournament::table::field;
use hexa_games::cluedo::agents::EndingKind;
use std::fmt::Write;

/// A line for each strategy of each tournament in all seats together, and in each seat.
pub fn experiment_table(summary: &ExperimentSummary) -> String {
    let mut text = String::from(
        "tournament,game,strategy,seat,plays,wins,win rate,low,high,games measured,falsehoods,ended deduced,ended known,\
         ended unrefuted,ended otherwise,ended by nobody,one world left,mean rounds\n",
    );
    summary.tournaments.iter().for_each(|found| write_tournament(&mut text, found));
    text
}

fn write_tournament(text: &mut String, found: &FoundTournament) {
    let agents = &found.agents;
    let endings: Vec<String> =
        EndingKind::ALL.iter().map(|kind| found.ended(*kind).to_string()).collect();
    let rounds = agents.rounds as f64 / agents.games.max(1) as f64;
    for (strategy, curve) in found.summary.strategies.iter().zip(&agents.curves) {
        let seats = found.summary.seats.iter().map(String::as_str).zip(&strategy.seats);
        for (seat, row) in std::iter::once(("all", &strategy.all)).chain(seats) {
            let rate = row.win_rate.as_ref().map_or(",,".to_owned(), |rate| {
                let interval = rate.interval;
                format!("{:.6},{:.6},{:.6}", rate.share, interval.low, interval.high)
            });
            let _ = writeln!(
                text,
                "{},{},{},{seat},{},{},{rate},{},{},{},{},{rounds:.4}",
                field(&found.planned.name),
                field(&found.summary.game),
                field(&strategy.name),
                row.plays,
                row.wins,
                agents.games,
                curve.falsehoods,
                endings.join(","),
                agents.one_left,
            );
        }
    }
}
