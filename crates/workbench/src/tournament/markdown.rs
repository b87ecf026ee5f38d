//! The report of a tournament in Markdown.

use hexa_games::tournament::{SeatSummary, StrategySummary, TournamentSummary};
use hexa_games::words::{
    between_signed, chance, deals, decimal, grouped, left, lengths_of, played, rate, signed,
    verdict,
};
use std::fmt::Write;

/// The report as a text.
pub fn report_markdown(summary: &TournamentSummary) -> String {
    let mut text = format!("# Tournament: {}\n\n{}.\n", escape(&summary.game), played(summary));
    if summary.left > 0 {
        let _ = write!(text, "\n{}\n", left(summary));
    }
    text += "\n## Strategies\n\n";
    text += "| strategy | seat | plays | wins | shared | won (95 %) | mean payoff | mean steps |\n";
    text += "|---|---|--:|--:|--:|--:|--:|--:|\n";
    for strategy in &summary.strategies {
        for (seat, row) in rows(summary, strategy) {
            let _ = writeln!(
                text,
                "| {} | {} | {} |",
                escape(&strategy.name),
                escape(seat),
                cells(row).join(" | ")
            );
        }
    }
    if let Some(lengths) = &summary.lengths {
        let _ = write!(
            text,
            "\n## Lengths\n\n{}\n\n| steps | games |\n|--:|--:|\n",
            lengths_of(lengths)
        );
        for bin in &lengths.bins {
            let _ = match bin.from == bin.to {
                true => writeln!(text, "| {} | {} |", bin.from, grouped(bin.games)),
                false => writeln!(text, "| {} to {} | {} |", bin.from, bin.to, grouped(bin.games)),
            };
        }
    }
    if !summary.pairs.is_empty() {
        // One pair needs no correction.
        let (head, line) = if summary.pairs.len() > 1 { (" p (Holm) |", "--:|") } else { ("", "") };
        text += "\n## Paired differences\n\n";
        let _ = writeln!(
            text,
            "| first | second | difference a game | 95 % | better | worse | equal | p |{head} verdict |\n\
             |---|---|--:|--:|--:|--:|--:|--:|{line}---|",
        );
        for pair in &summary.pairs {
            let difference = pair.difference.as_ref().map_or("-".to_owned(), signed);
            let interval = pair.interval.as_ref().map_or("-".to_owned(), between_signed);
            let corrected = match summary.pairs.len() {
                1 => String::new(),
                _ => format!(" {} |", p_value(pair.corrected)),
            };
            let _ = writeln!(
                text,
                "| {} | {} | {difference} | {interval} | {} | {} | {} | {} |{corrected} {} |",
                escape(&pair.first),
                escape(&pair.second),
                grouped(pair.better),
                grouped(pair.worse),
                grouped(pair.equal),
                p_value(pair.sign_test),
                escape(&verdict(pair)),
            );
        }
    }
    if let Some(knowledge) = &summary.knowledge {
        text += "\n## Knowledge over time\n\n| strategy | steps | positions considered possible, mean | games |\n|---|--:|--:|--:|\n";
        for course in &knowledge.courses {
            for point in &course.points {
                let (name, possible) = (escape(&course.strategy), decimal(&point.possible, 2));
                let _ =
                    writeln!(text, "| {name} | {} | {possible} | {} |", point.steps, point.games);
            }
        }
    }
    text += "\n## How to read this\n\n";
    for note in notes(summary) {
        let _ = writeln!(text, "- {note}");
    }
    text
}

/// A strategy in all seats together, and in each.
pub(super) fn rows<'s>(
    summary: &'s TournamentSummary,
    strategy: &'s StrategySummary,
) -> impl Iterator<Item = (&'s str, &'s SeatSummary)> {
    let seats = summary.seats.iter().map(String::as_str).zip(&strategy.seats);
    std::iter::once(("all", &strategy.all)).chain(seats)
}

/// The numbers of a row.
pub(super) fn cells(row: &SeatSummary) -> [String; 6] {
    let missing = || "-".to_owned();
    [
        grouped(row.plays),
        grouped(row.wins),
        grouped(row.shared),
        row.win_rate.as_ref().map_or_else(missing, rate),
        row.mean_payoff.as_ref().map_or_else(missing, signed),
        row.lengths.as_ref().map_or_else(missing, |lengths| decimal(&lengths.mean, 2)),
    ]
}

/// A probability without the sign that stands before it in sentences.
pub(crate) fn p_value(p: f64) -> String {
    chance(p).trim_start_matches("= ").to_owned()
}

/// What the numbers mean, and what they do not.
pub(super) fn notes(summary: &TournamentSummary) -> Vec<String> {
    let mut notes = Vec::new();
    if summary.lineups > 1 {
        notes.push(format!(
            "Every deal is played by all {} line-ups: whatever chance does first is the same for all of them. Players who move at \
             random do so anew in every game.",
            summary.lineups
        ));
        notes.push(
            "Seats are turned: on every deal each strategy plays equally often in every seat. In which order they sit is drawn anew \
             for every deal, so that two equal strategies have the same chances."
                .to_owned(),
        );
    }
    if summary.seats.len() > 1 {
        notes.push(
            "A game is won by whoever has the highest payoff alone. Where several have it, it is shared, and counts as won by \
             nobody. The interval is Wilson's, of 95 %, for the share of all games that were played. It takes games for \
             independent; games on the same deal are not quite, so that for all seats together it is only about right."
                .to_owned(),
        );
    }
    if !summary.pairs.is_empty() {
        notes.push(format!(
            "Two strategies are compared deal by deal: the payoffs of one on a deal, over all of its games, less those of the \
             other. The difference is the mean for a game; its interval of 95 % is the normal one, over {}.",
            deals(summary.deals)
        ));
        let corrected = match summary.pairs.len() {
            1 => String::new(),
            many => format!("With {many} pairs of strategies, p is corrected (Holm). "),
        };
        notes.push(format!(
            "p is the exact two-sided sign test: how likely so uneven a number of better and worse deals would be if both were \
             equally likely. It asks how often, not by how much. {corrected}Significant is what is at most {}.",
            summary.level
        ));
    }
    if let Some(knowledge) = &summary.knowledge {
        notes.push(format!(
            "Knowledge over time is measured in the first {} games: how many positions a player considers possible by the rules \
             alone, after so many steps, on average over the games that had so many.",
            grouped(knowledge.games)
        ));
    }
    notes.push("Mean payoffs are exact in summary.csv, and rounded here.".to_owned());
    notes.push(format!(
        "The same command gives the same games: seed {}, games.csv has all of them.",
        summary.seed
    ));
    notes
}

/// A text that means nothing to Markdown.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}
