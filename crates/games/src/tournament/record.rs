//! What is kept of a game: a row of a table that other programs read (comma-separated values, RFC 4180).

use super::schedule::{LineUp, Schedule};
use crate::exact::{Exact, RBig};
use std::fmt::Write;

/// A game of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its number, from 0.
    pub number: u64,
    /// Who sat where.
    pub line_up: LineUp,
    /// How many steps were made, those of chance among them.
    pub steps: u64,
    /// How it ended.
    pub end: GameEnd,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// By the rules: what it was worth in each seat.
    Over(Vec<Exact>),
    /// It was left after as many steps as were allowed.
    Left,
}

/// A row that is none of this tournament, or not where it belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadRow;

impl GameRecord {
    /// The names of the columns, as a line.
    pub fn header(schedule: &Schedule) -> String {
        let mut line = String::from("game,deal,lineup");
        for kind in ["seat", "payoff"] {
            for seat in &schedule.seats {
                line.push(',');
                push_field(&mut line, &format!("{kind} {seat}"));
            }
        }
        line + ",steps,end\n"
    }

    /// Adds its row, as a line. Rounds and line-ups are counted from 1, as people do.
    pub fn write_row(&self, schedule: &Schedule, text: &mut String) {
        let (deal, line_up) = schedule.place(self.number);
        let _ = write!(text, "{},{},{}", self.number + 1, deal + 1, line_up + 1);
        for &entrant in &self.line_up {
            text.push(',');
            push_field(text, schedule.name(entrant));
        }
        match &self.end {
            GameEnd::Over(payoffs) => {
                payoffs.iter().for_each(|payoff| push_payoff(text, payoff));
                let _ = writeln!(text, ",{},over", self.steps);
            }
            GameEnd::Left => {
                schedule.seats.iter().for_each(|_| text.push(','));
                let _ = writeln!(text, ",{},left", self.steps);
            }
        }
    }

    /// Reads the row of the game with this number. It must be what would have been written, to the letter.
    pub fn read_row(line: &str, number: u64, schedule: &Schedule) -> Result<Self, BadRow> {
        let mut parts = line.trim_end_matches('\n').rsplitn(schedule.seats.len() + 3, ',');
        let (end, steps) = (parts.next().ok_or(BadRow)?, parts.next().ok_or(BadRow)?);
        let steps = steps.parse().map_err(|_| BadRow)?;
        let end = match end {
            "over" => {
                let payoffs = parts.by_ref().take(schedule.seats.len());
                let payoffs = payoffs.map(|text| Ok(Exact(read_exact(text).ok_or(BadRow)?)));
                let mut payoffs = payoffs.collect::<Result<Vec<_>, _>>()?;
                payoffs.reverse();
                GameEnd::Over(payoffs)
            }
            "left" => GameEnd::Left,
            _ => return Err(BadRow),
        };
        let record = Self { number, line_up: schedule.line_up(number), steps, end };
        let mut again = String::with_capacity(line.len());
        record.write_row(schedule, &mut again);
        if again == line { Ok(record) } else { Err(BadRow) }
    }
}

fn read_exact(text: &str) -> Option<RBig> {
    match text.parse::<i64>() {
        Ok(whole) => Some(RBig::from(whole)),
        Err(_) => text.parse().ok(),
    }
}

fn push_payoff(text: &mut String, payoff: &Exact) {
    let _ = write!(text, ",{payoff}");
}

/// A field, in quotes where it needs them.
pub(super) fn push_field(text: &mut String, field: &str) {
    if !field.contains([',', '"', '\n', '\r']) {
        text.push_str(field);
        return;
    }
    text.push('"');
    text.push_str(&field.replace('"', "\"\""));
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let names = ["ask(for=1,2)", "b"].map(str::to_owned);
        let seats = ["red, \"one\"", "2"].map(str::to_owned);
        let schedule = Schedule::new(&names, &seats, 1).expect("a schedule");
        assert_eq!(
            GameRecord::header(&schedule),
            "game,deal,lineup,\"seat red, \"\"one\"\"\",seat 2,\"payoff red, \"\"one\"\"\",payoff 2,steps,end\n"
        );
        let half = Exact("-1/2".parse().expect("a number"));
        let over = GameEnd::Over(vec![half, Exact(RBig::from(7))]);
        for (number, end, row) in [
            (5, over, "6,3,2,\"ask(for=1,2)\",b,-1/2,7,12,over\n"),
            (4, GameEnd::Left, "5,3,1,b,\"ask(for=1,2)\",,,12,left\n"),
        ] {
            let record = GameRecord { number, line_up: schedule.line_up(number), steps: 12, end };
            let mut written = String::new();
            record.write_row(&schedule, &mut written);
            assert_eq!(written, row);
            assert_eq!(GameRecord::read_row(row, number, &schedule), Ok(record));
            assert_eq!(GameRecord::read_row(row, number + 2, &schedule), Err(BadRow));
            for at in 0..row.len() {
                let torn = &row[..at];
                assert_eq!(GameRecord::read_row(torn, number, &schedule), Err(BadRow), "{torn}");
            }
        }
    }
}
