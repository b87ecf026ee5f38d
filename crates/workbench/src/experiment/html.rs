//! The report of an experiment as a page: one file, without scripts.

use super::markdown::{comparisons, conclusion_heads, conclusion_rows, notes, parts, tables};
use super::{ExperimentPart, ExperimentSummary, FoundTournament};
use crate::tournament::html::{Kind, STYLE, cell, escape, figure, table};
use hexa_draw::plot::{
    Emphasis, LinePlot, NumberForm, Whisker, WhiskerPlot, render_lines, render_whiskers,
};
use hexa_games::tournament::wilson;
use hexa_games::words::grouped;
use std::fmt::Write;

/// The report as a page.
pub fn experiment_html(summary: &ExperimentSummary) -> String {
    let title = "The experiment with the agents of the Cluedo agents project";
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <h2>What the project concludes</h2>\n"
    );
    page += &rows(&conclusion_heads(), &conclusion_rows(summary));
    for (title, of_part) in parts(summary) {
        let _ = writeln!(page, "<h2>{}</h2>", escape(title));
        let plots: String = of_part.iter().map(|found| plots(found)).collect();
        let _ = write!(page, "<div class=\"plots\">\n{plots}</div>\n");
        for (heads, of_table) in tables(&of_part) {
            page += &rows(&heads, &of_table);
        }
        let lines = comparisons(&of_part);
        if !lines.is_empty() {
            let items: String =
                lines.iter().map(|line| format!("<li>{}</li>\n", escape(line))).collect();
            let _ = write!(page, "<ul>\n{items}</ul>\n");
        }
    }
    page += "<h2>How to read this</h2>\n<ul>\n";
    for note in notes(summary) {
        let _ = writeln!(page, "<li>{}</li>", escape(&note.replace('`', "")));
    }
    page + "</ul>\n</body>\n</html>\n"
}

fn rows(heads: &[String], rows: &[Vec<String>]) -> String {
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut body = String::new();
    for row in rows {
        let cells: String = row.iter().map(|text| cell(text, Kind::Text)).collect();
        let _ = writeln!(body, "<tr>{cells}</tr>");
    }
    table(&heads, heads.len(), &body)
}

/// Who won, and how goal models shrank.
fn plots(found: &FoundTournament) -> String {
    let games = found.summary.games;
    let whisker = |(colour, order): (usize, u8)| {
        let wins = found.wins_of_order(order);
        let interval = wilson(wins, games)?;
        Some(Whisker {
            label: format!("order {order}"),
            note: format!("{} of {}", grouped(wins), grouped(games)),
            interval: (interval.low, wins as f64 / games as f64, interval.high),
            colour,
            emphasis: Emphasis::Strong,
        })
    };
    let wins = WhiskerPlot {
        title: found.planned.name.clone(),
        axis: "share of games won, with 95 % Wilson interval".to_owned(),
        form: NumberForm::Percent,
        reference: None,
        rows: found.orders().into_iter().enumerate().filter_map(whisker).collect(),
    };
    let mut text = figure(&wins.title, &render_whiskers(&wins));
    match found.planned.part {
        ExperimentPart::LineUp(_) => {
            let plot = curves(found);
            text += &figure(&plot.title, &render_lines(&plot));
        }
        ExperimentPart::OtherSizes
        | ExperimentPart::UnevenHands
        | ExperimentPart::EveryAgent
        | ExperimentPart::BulletPoints
        | ExperimentPart::DecidedCards
        | ExperimentPart::Seats => {}
    }
    text
}

/// Goal worlds of each order after each round, as far as enough games had so many.
fn curves(found: &FoundTournament) -> LinePlot {
    let line = |order: u8| {
        let of_order = |settings: &Option<hexa_games::cluedo::agents::AgentSettings>| {
            settings.as_ref().is_some_and(|settings| settings.order == order)
        };
        let curves: Vec<_> = found
            .settings
            .iter()
            .zip(&found.agents.curves)
            .filter(|(settings, _)| of_order(settings))
            .map(|(_, curve)| curve)
            .collect();
        let longest = curves.iter().map(|curve| curve.points.len()).max().unwrap_or(0);
        let point = |round: usize| {
            let points = curves.iter().filter_map(|curve| curve.points.get(round));
            let (worlds, plays) = points
                .fold((0, 0), |(worlds, plays), one| (worlds + one.worlds, plays + one.plays));
            let is_enough = plays > 0 && plays * 20 >= found.agents.games;
            is_enough.then(|| (round as f64, worlds as f64 / plays as f64))
        };
        (format!("order {order}"), (0..longest).map_while(point).collect())
    };
    LinePlot {
        title: format!("{}: goal worlds", found.planned.name),
        axis: "rounds".to_owned(),
        height: format!("goal worlds left, mean (n = {})", grouped(found.agents.games)),
        lines: found.orders().into_iter().map(line).collect(),
    }
}
