//! The English of tournaments: what came out, and why there is none.

use crate::exact::{Exact, RBig};
use crate::game::Declaration;
use crate::playing::Abandoned;
use crate::tournament::{
    FailedGame, Interval, LengthSummary, MOST_ENTRANTS, MOST_LINE_UPS, NoSchedule, PairSummary,
    PairVerdict, Rate, Schedule, SeatSummary, TournamentSummary,
};
use std::fmt;

impl fmt::Display for NoSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSeats => f.write_str("nobody plays in this game"),
            Self::TooFew { given, seats } => write!(
                f,
                "this game is for {}, and {} named; a strategy may be named several times",
                super::count(*seats, "player"),
                if *given == 1 { "1 is".to_owned() } else { format!("{given} are") },
            ),
            Self::TooMany(given) => {
                write!(f, "{given} strategies are named, and the most is {MOST_ENTRANTS}")
            }
            Self::NotSeated { given, seats } => {
                write!(f, "seats are fixed, and {given} strategies cannot sit in {seats} of them")
            }
            Self::LineUps(many) => write!(
                f,
                "with so many strategies there would be {many} or more line-ups for each deal, and the most is {MOST_LINE_UPS}"
            ),
        }
    }
}

impl std::error::Error for NoSchedule {}

/// Why a game of a tournament could not be played, with who sat where.
pub fn failed_game(failed: &FailedGame, schedule: &Schedule, declaration: &Declaration) -> String {
    let why = match &failed.why {
        Abandoned::Trouble(trouble) => super::trouble(trouble, declaration),
        Abandoned::NoChoice(player, why) => {
            let entrant = schedule.line_up(failed.number).get(player.index()).copied();
            let name = entrant.map_or("", |entrant| schedule.name(entrant));
            format!("`{name}` does not move: {}", super::no_choice(why, declaration))
        }
    };
    format!("game {} cannot be played to its end: {why}", failed.number + 1)
}

/// Who sat where in a game.
pub fn seated(number: u64, schedule: &Schedule) -> String {
    let seated = schedule.line_up(number).into_iter().zip(&schedule.seats);
    let seated = seated.map(|(entrant, seat)| format!("{seat}: `{}`", schedule.name(entrant)));
    seated.collect::<Vec<_>>().join(", ")
}

/// What came out, for the terminal.
pub fn tournament(summary: &TournamentSummary) -> String {
    let mut text = format!("{}\n\n", played(summary));
    let rows = summary.strategies.iter().map(|strategy| {
        let SeatSummary { plays, wins, shared, .. } = strategy.all;
        let payoff = strategy.all.mean_payoff.as_ref().map_or("-".to_owned(), signed);
        let rate = strategy.all.win_rate.as_ref().map_or("-".to_owned(), rate);
        [
            strategy.name.clone(),
            plays.to_string(),
            wins.to_string(),
            shared.to_string(),
            rate,
            payoff,
        ]
    });
    let heads = ["strategy", "plays", "wins", "shared", "won (95 %)", "mean payoff"];
    text += &table(&heads.map(str::to_owned), &rows.collect::<Vec<_>>());
    if let Some(lengths) = &summary.lengths {
        text += &format!("\n{}\n", lengths_of(lengths));
    }
    if summary.left > 0 {
        text += &format!("{}\n", left(summary));
    }
    if !summary.pairs.is_empty() {
        text += "\nOn the same deals:\n";
        for pair in &summary.pairs {
            text += &format!("  {}\n", compared(pair));
        }
    }
    text
}

/// How many games of which kind were played.
pub fn played(summary: &TournamentSummary) -> String {
    let part = if summary.games < summary.planned {
        format!(" of {}", grouped(summary.planned))
    } else {
        String::new()
    };
    let line_ups = if summary.lineups == 1 && summary.seats.len() > 1 {
        "with fixed seats".to_owned()
    } else if summary.lineups == 1 {
        "by the one line-up there is".to_owned()
    } else {
        let each = if summary.deals == 1 { "" } else { "each " };
        format!("{each}by {} line-ups", summary.lineups)
    };
    format!(
        "{}: {}{part} {}, {}, {line_ups}; seed {}",
        summary.game,
        grouped(summary.games),
        if summary.planned == 1 { "game" } else { "games" },
        deals(summary.deals),
        summary.seed
    )
}

/// How many deals there are.
pub fn deals(number: u64) -> String {
    if number == 1 { "1 deal".to_owned() } else { format!("{} deals", grouped(number)) }
}

/// How long games were.
pub fn lengths_of(lengths: &LengthSummary) -> String {
    if lengths.shortest == lengths.longest {
        let steps = if lengths.longest == 1 { "step" } else { "steps" };
        return format!("Every game has {} {steps}.", lengths.longest);
    }
    format!(
        "A game has {} to {} steps, {} on average.",
        lengths.shortest,
        lengths.longest,
        decimal(&lengths.mean, 2)
    )
}

/// How many games were left.
pub fn left(summary: &TournamentSummary) -> String {
    let (games, verb) = match summary.left {
        1 => ("1 game".to_owned(), "was"),
        many => (format!("{} games", grouped(many)), "were"),
    };
    format!(
        "{games} {verb} left after {} steps: they count as played and not as won, and no payoffs are known of them.",
        grouped(summary.max_steps)
    )
}

/// How two strategies compare.
pub fn compared(pair: &PairSummary) -> String {
    let by = match (&pair.difference, &pair.interval) {
        (Some(difference), Some(interval)) => {
            format!("{} a game (95 %: {})", signed(difference), between_signed(interval))
        }
        (Some(difference), None) => format!("{} a game", signed(difference)),
        (None, _) => "nothing to compare".to_owned(),
    };
    let PairSummary { first, second, better, worse, equal, .. } = pair;
    format!(
        "{first} less {second}: {by}; better on {}, worse on {}, equal on {}; {}",
        grouped(*better),
        grouped(*worse),
        grouped(*equal),
        verdict(pair)
    )
}

/// What a comparison says.
pub fn verdict(pair: &PairSummary) -> String {
    let p = chance(pair.corrected);
    match pair.verdict {
        PairVerdict::Better => format!("{} is better on more deals (p {p})", pair.first),
        PairVerdict::Worse => format!("{} is better on more deals (p {p})", pair.second),
        PairVerdict::Open => format!("no significant difference (p {p})"),
    }
}

/// A probability with two digits that count.
pub fn chance(p: f64) -> String {
    if p < 1e-6 {
        return "< 0.000001".to_owned();
    }
    let digits = (1..8).find(|&digits| p * 10f64.powi(digits) >= 9.95).unwrap_or(8) as usize;
    format!("= {p:.*}", digits.max(2))
}

/// A share with its interval.
pub fn rate(rate: &Rate) -> String {
    let Interval { low, high } = rate.interval;
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * rate.share, 100.0 * low, 100.0 * high)
}

/// An interval of numbers with signs.
pub fn between_signed(interval: &Interval) -> String {
    format!("{} to {}", with_sign(interval.low), with_sign(interval.high))
}

fn with_sign(number: f64) -> String {
    let text = format!("{number:+.4}");
    if text == "-0.0000" { "+0.0000".to_owned() } else { text }
}

/// A number with its sign and four digits.
pub fn signed(number: &Exact) -> String {
    let text = decimal(number, 4);
    if number.0 < RBig::ZERO { text } else { format!("+{text}") }
}

/// A number with so many digits after the point, rounded exactly.
pub fn decimal(number: &Exact, digits: u32) -> String {
    let is_negative = number.0 < RBig::ZERO;
    let positive = if is_negative { -number.0.clone() } else { number.0.clone() };
    let scaled = positive * RBig::from(10u64.pow(digits));
    let (numerator, denominator) = scaled.into_parts();
    let denominator: RBig = RBig::from(denominator);
    let rounded = (RBig::from(numerator) / denominator).round().to_string();
    let width = digits as usize + 1;
    let padded = format!("{rounded:0>width$}");
    let (whole, rest) = padded.split_at(padded.len() - digits as usize);
    let sign = if is_negative { "-" } else { "" };
    if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

/// A count with its thousands apart, where there are many.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Columns, the first to the left, the others to the right.
fn table<const N: usize>(heads: &[String; N], rows: &[[String; N]]) -> String {
    let mut widths = heads.each_ref().map(|head| head.chars().count());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in std::iter::once(heads).chain(rows) {
        let cells = row.iter().zip(widths).enumerate().map(|(at, (cell, width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_grouped() {
        let exact = |text: &str| Exact(text.parse().expect("a number"));
        assert_eq!(decimal(&exact("1/8"), 4), "0.1250");
        assert_eq!(decimal(&exact("-2/3"), 2), "-0.67");
        assert_eq!(decimal(&exact("7"), 0), "7");
        assert_eq!(signed(&exact("0")), "+0.0000");
        assert_eq!([9999, 10_000, 1_234_567].map(grouped), ["9999", "10,000", "1,234,567"]);
        assert_eq!(
            [1.0, 0.0432, 0.00034, 1e-9].map(chance),
            ["= 1.00", "= 0.043", "= 0.00034", "< 0.000001"]
        );
    }

    #[test]
    fn one_deal_and_games_of_one_length_are_told_in_the_singular() {
        assert_eq!([1, 2, 10_000].map(deals), ["1 deal", "2 deals", "10,000 deals"]);
        let lengths = |shortest, longest| {
            let mean = Exact(RBig::from(longest));
            lengths_of(&LengthSummary { shortest, longest, mean, bins: Vec::new() })
        };
        assert_eq!(lengths(4, 4), "Every game has 4 steps.");
        assert_eq!(lengths(1, 1), "Every game has 1 step.");
        assert_eq!(lengths(3, 4), "A game has 3 to 4 steps, 4.00 on average.");
    }
}
