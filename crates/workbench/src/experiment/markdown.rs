//! The report of an experiment in Markdown.

use super::plan::PROJECT_RESULTS;
use super::{ExperimentPart, ExperimentSummary, FoundTournament};
use crate::tournament::markdown::escape;
use crate::words::experiment as words;
use hexa_games::cluedo::agents::EndingKind;
use hexa_games::tournament::wilson;
use hexa_games::words::{compared, grouped};
use std::fmt::Write;

/// Rounds after which goal worlds are told.
pub(super) const TOLD_ROUNDS: [usize; 6] = [0, 1, 2, 4, 6, 8];

/// The report as a text.
pub fn experiment_markdown(summary: &ExperimentSummary) -> String {
    let mut text = String::from("# The experiment with the agents of the Cluedo agents project\n");
    text += "\n## What the project concludes\n\n";
    text += &markdown_table(&conclusion_heads(), &conclusion_rows(summary));
    for (title, of_part) in parts(summary) {
        let _ = write!(text, "\n## {title}\n\n");
        for (heads, rows) in tables(&of_part) {
            text += &markdown_table(&heads, &rows);
            text.push('\n');
        }
        for line in comparisons(&of_part) {
            let _ = writeln!(text, "- {}", escape(&line));
        }
    }
    text += "\n## How to read this\n\n";
    for note in notes(summary) {
        let _ = writeln!(text, "- {note}");
    }
    text
}

type Rows = Vec<Vec<String>>;

fn markdown_table(heads: &[String], rows: &Rows) -> String {
    let mut text = format!("| {} |\n|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| escape(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

pub(super) fn conclusion_heads() -> Vec<String> {
    strings(&[
        "it is said that",
        "tournament",
        "counted (95 %)",
        "held against",
        "it",
        "the project counted",
    ])
}

pub(super) fn conclusion_rows(summary: &ExperimentSummary) -> Rows {
    let row = |one: &super::Conclusion| {
        vec![
            words::conclusion_kind(one.kind).to_owned(),
            one.tournament.clone(),
            words::found(one),
            format!("{:.1} %", 100.0 * one.against),
            words::standing(one.standing).to_owned(),
            words::project(one),
        ]
    };
    summary.conclusions.iter().map(row).collect()
}

/// The tournaments of each part, in the order in which they are played.
pub(super) fn parts(summary: &ExperimentSummary) -> Vec<(&'static str, Vec<&FoundTournament>)> {
    let mut parts: Vec<(&'static str, Vec<&FoundTournament>)> = Vec::new();
    for found in &summary.tournaments {
        let title = words::part(found.planned.part);
        match parts.iter_mut().find(|(known, _)| *known == title) {
            Some((_, of_part)) => of_part.push(found),
            None => parts.push((title, vec![found])),
        }
    }
    parts
}

/// Tables of a part: who won, how games ended, and how goal models shrank.
pub(super) fn tables(of_part: &[&FoundTournament]) -> Vec<(Vec<String>, Rows)> {
    let heads =
        strings(&["tournament", "games", "order", "won (95 %)", "wins by seat", "the project"]);
    let wins = (heads, of_part.iter().flat_map(|found| win_rows(found)).collect());
    let mut heads = strings(&["tournament", "measured"]);
    heads.extend(strings(&[
        "deduced",
        "known before",
        "unrefuted before",
        "otherwise",
        "nobody won",
        "one world left",
        "mean rounds",
        "the project's rounds",
        "with falsehoods",
    ]));
    let ends = (heads, of_part.iter().map(|found| ending_row(found)).collect());
    let mut heads = strings(&["tournament", "strategy"]);
    heads.extend(TOLD_ROUNDS.iter().map(|round| format!("round {round}")));
    let curves = (heads, of_part.iter().flat_map(|found| curve_rows(found)).collect());
    vec![wins, ends, curves]
}

fn win_rows(found: &FoundTournament) -> Rows {
    let row = |order: u8| {
        let (wins, games) = (found.wins_of_order(order), found.summary.games);
        let rate = wilson(wins, games).map_or("-".to_owned(), |interval| {
            format!(
                "{:.1} % ({:.1} to {:.1})",
                100.0 * wins as f64 / games as f64,
                100.0 * interval.low,
                100.0 * interval.high
            )
        });
        let project = match found.planned.part {
            ExperimentPart::LineUp(at) => {
                let of_order = PROJECT_RESULTS[at].wins.iter().find(|(known, _)| *known == order);
                of_order.map_or("-".to_owned(), |(_, wins)| format!("{wins} of 25"))
            }
            ExperimentPart::OtherSizes
            | ExperimentPart::UnevenHands
            | ExperimentPart::EveryAgent
            | ExperimentPart::BulletPoints
            | ExperimentPart::DecidedCards
            | ExperimentPart::Seats => "-".to_owned(),
        };
        let seats = 0..found.summary.seats.len();
        let seats: Vec<String> = seats.map(|seat| grouped(found.wins_in_seat(seat))).collect();
        let name = found.planned.name.clone();
        vec![name, grouped(games), order.to_string(), rate, seats.join(", "), project]
    };
    found.orders().into_iter().map(row).collect()
}

fn ending_row(found: &FoundTournament) -> Vec<String> {
    let agents = &found.agents;
    let share = |count: u64| format!("{:.1} %", 100.0 * count as f64 / agents.games.max(1) as f64);
    let mut row = vec![found.planned.name.clone(), grouped(agents.games)];
    row.extend(words::endings(found));
    debug_assert_eq!(row.len(), 2 + EndingKind::ALL.len());
    row.push(share(agents.one_left));
    row.push(words::mean(agents.rounds, agents.games));
    row.push(match found.planned.part {
        ExperimentPart::LineUp(at) => PROJECT_RESULTS[at].rounds.to_owned(),
        ExperimentPart::OtherSizes
        | ExperimentPart::UnevenHands
        | ExperimentPart::EveryAgent
        | ExperimentPart::BulletPoints
        | ExperimentPart::DecidedCards
        | ExperimentPart::Seats => "-".to_owned(),
    });
    row.push(share(agents.games_with_falsehoods));
    row
}

fn curve_rows(found: &FoundTournament) -> Rows {
    let strategies = found.summary.strategies.iter().zip(&found.agents.curves);
    let row = |(strategy, curve): (
        &hexa_games::tournament::StrategySummary,
        &hexa_games::cluedo::agents::GoalCurve,
    )| {
        let point = |round: &usize| {
            let point = curve.points.get(*round).copied().unwrap_or_default();
            words::mean(point.worlds, point.plays)
        };
        let mut row = vec![found.planned.name.clone(), strategy.name.clone()];
        row.extend(TOLD_ROUNDS.iter().map(point));
        row
    };
    strategies.map(row).collect()
}

/// How strategies compare, where that is the question.
pub(super) fn comparisons(of_part: &[&FoundTournament]) -> Vec<String> {
    let mut lines = Vec::new();
    for found in of_part {
        match found.planned.part {
            ExperimentPart::BulletPoints | ExperimentPart::DecidedCards => {
                let pairs = found.summary.pairs.iter();
                lines.extend(
                    pairs.map(|pair| format!("{}: {}", found.planned.name, compared(pair))),
                );
            }
            ExperimentPart::LineUp(_)
            | ExperimentPart::OtherSizes
            | ExperimentPart::UnevenHands
            | ExperimentPart::Seats
            | ExperimentPart::EveryAgent => {}
        }
    }
    lines
}

/// What the numbers mean, and what they do not.
pub(super) fn notes(summary: &ExperimentSummary) -> Vec<String> {
    let mut notes = strings(&[
        "Each tournament has a folder of its own here, with all its games and a report of its own.",
        "The project played on a board of nine rooms; these games are played without a board, so that rounds and shares need \
         not be the same.",
        "`fixed`: everybody sits where the project had them, and every game has another deal. `turned`: every deal is played in \
         all seats, in an order that is drawn anew for every deal. Games on the same deal are not quite independent, so that \
         intervals of turned tournaments are only about right.",
        "Intervals of shares are Wilson's, of 95 %. A conclusion stands where the whole interval is above what it is held \
         against, does not where it is not above it at all, and cannot be told otherwise. There are many rows: one in twenty \
         such intervals misses what is true.",
        "Shares of orders against each other leave out games that nobody won. Shares against order zero are held against the \
         share of the seats.",
        "p is how likely a count as unlikely as the project's, or unlikelier, would be if the share counted here were the true one \
         (exact binomial test). For goal worlds left it is all hundred games of the project together.",
        "How games ended, goal worlds and falsehoods are measured in the first games of each tournament, which are played once \
         more. `deduced`: the winner's last suspicion was refuted; `known before`: it was not, and one goal world was left before \
         it; `unrefuted before`: several were. `one world left` is after the last answer. A game has falsehoods if somebody's \
         models exclude the true goal deck or a true hand.",
        "Goal worlds are the mean over the games that had so many rounds: long games only, in the end.",
    ]);
    notes.push(format!("The same command gives the same games: seed {}.", summary.seed));
    notes
}
