//! What came out of a tournament as a table for other programs (comma-separated values, RFC 4180).

use hexa_games::tournament::{SeatSummary, TournamentSummary};
use hexa_games::words::decimal;
use std::fmt::Write;

/// A line for each strategy in all seats together, and in each seat.
pub fn summary_table(summary: &TournamentSummary) -> String {
    let mut text = String::from(
        "strategy,seat,plays,left,wins,shared,win rate,low,high,mean payoff,mean payoff (decimal),\
         shortest,mean length,longest\n",
    );
    for strategy in &summary.strategies {
        let seats = summary.seats.iter().map(String::as_str).zip(&strategy.seats);
        for (seat, row) in std::iter::once(("all", &strategy.all)).chain(seats) {
            write_row(&mut text, &strategy.name, seat, row);
        }
    }
    text
}

fn write_row(text: &mut String, name: &str, seat: &str, row: &SeatSummary) {
    let SeatSummary { plays, left, wins, shared, .. } = row;
    let _ = write!(text, "{},{},{plays},{left},{wins},{shared}", field(name), field(seat));
    let _ = match &row.win_rate {
        Some(rate) => {
            let (low, high) = (rate.interval.low, rate.interval.high);
            write!(text, ",{:.6},{low:.6},{high:.6}", rate.share)
        }
        None => write!(text, ",,,"),
    };
    let _ = match &row.mean_payoff {
        Some(mean) => write!(text, ",{mean},{}", decimal(mean, 6)),
        None => write!(text, ",,"),
    };
    let _ = match &row.lengths {
        Some(lengths) => {
            let mean = decimal(&lengths.mean, 6);
            writeln!(text, ",{},{mean},{}", lengths.shortest, lengths.longest)
        }
        None => writeln!(text, ",,,"),
    };
}

pub(crate) fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
