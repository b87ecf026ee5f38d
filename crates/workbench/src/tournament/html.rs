//! The report of a tournament as a page: one file, without scripts, for wide and narrow windows, light and dark.

use super::markdown::{cells, notes, p_value, rows};
use super::plots;
use hexa_draw::plot::{render_bars, render_lines, render_whiskers};
use hexa_games::tournament::{PairSummary, PairVerdict, TournamentSummary};
use hexa_games::words::{between_signed, grouped, left, lengths_of, played, signed};
use std::fmt::Write;

pub(crate) const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--faint:#59636e;--line:#d8dee4}
@media (prefers-color-scheme:dark){:root{--paper:#14171c;--ink:#e8eaed;--faint:#a5afba;--line:#343b44}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:68rem;padding:1.2rem 1rem 3rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:.2em 0 .4em;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.2rem 0 .6rem}
.lead{color:var(--faint);margin:0 0 1rem;overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child,.text{text-align:left}
thead th{color:var(--faint);font-weight:500}
tr.all td{font-weight:600}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:1rem 2rem}
figure{margin:0}
figcaption{font-weight:600;margin:0 0 .3rem}
figure svg{display:block;width:100%;max-width:36rem;height:auto}
ul{padding-left:1.2rem}li{margin:.35rem 0}
";

/// The report as a page.
pub fn report_html(summary: &TournamentSummary) -> String {
    let game = escape(&summary.game);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Tournament: {game}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Tournament: {game}</h1>\n<p class=\"lead\">{}.</p>\n",
        escape(&played(summary))
    );
    if summary.left > 0 {
        let _ = writeln!(page, "<p>{}</p>", escape(&left(summary)));
    }
    page += &win_plots(summary);
    page += &strategies(summary);
    page += &comparisons(summary);
    if let (Some(plot), Some(lengths)) = (plots::lengths(summary), &summary.lengths) {
        let _ = write!(
            page,
            "<h2>Lengths</h2>\n<p>{}</p>\n<div class=\"plots\">\n{}</div>\n",
            escape(&lengths_of(lengths)),
            figure(&plot.title, &render_bars(&plot))
        );
    }
    if let Some(plot) = plots::knowledge(summary) {
        let figure = figure("What players consider possible", &render_lines(&plot));
        let _ = write!(page, "<h2>{}</h2>\n<div class=\"plots\">\n{figure}</div>\n", plot.title);
    }
    page += "<h2>How to read this</h2>\n<ul>\n";
    for note in notes(summary) {
        let _ = writeln!(page, "<li>{}</li>", escape(&note));
    }
    page + "</ul>\n</body>\n</html>\n"
}

fn win_plots(summary: &TournamentSummary) -> String {
    let all = plots::win_rates(summary, "All seats", |strategy| Some(&strategy.all));
    let seat = |(at, name): (usize, &String)| {
        plots::win_rates(summary, &format!("Seat {name}"), |strategy| strategy.seats.get(at))
    };
    let seats = summary.seats.iter().enumerate().filter_map(seat);
    let figures: String = all
        .into_iter()
        .chain(seats)
        .map(|plot| figure(&plot.title, &render_whiskers(&plot)))
        .collect();
    match figures.is_empty() {
        true => String::new(),
        false => format!("<h2>Games won</h2>\n<div class=\"plots\">\n{figures}</div>\n"),
    }
}

fn strategies(summary: &TournamentSummary) -> String {
    let heads =
        ["strategy", "seat", "plays", "wins", "shared", "won (95 %)", "mean payoff", "mean steps"];
    let mut body = String::new();
    for strategy in &summary.strategies {
        for (at, (seat, row)) in rows(summary, strategy).enumerate() {
            let class = if at == 0 { " class=\"all\"" } else { "" };
            let mut line = cell(&strategy.name, Kind::Text) + &cell(seat, Kind::Text);
            line.extend(cells(row).iter().map(|number| cell(number, Kind::Number)));
            let _ = writeln!(body, "<tr{class}>{line}</tr>");
        }
    }
    format!("<h2>Strategies</h2>\n{}", table(&heads, 2, &body))
}

fn comparisons(summary: &TournamentSummary) -> String {
    let Some(plot) = plots::differences(summary) else { return String::new() };
    let mut heads = vec!["pair", "difference a game", "95 %", "better", "worse", "equal", "p"];
    // One pair needs no correction.
    let is_corrected = summary.pairs.len() > 1;
    heads.extend(is_corrected.then_some("p (Holm)"));
    heads.push("at the level");
    let mut body = String::new();
    for pair in &summary.pairs {
        let mut numbers = vec![
            pair.difference.as_ref().map_or("-".to_owned(), signed),
            pair.interval.as_ref().map_or("-".to_owned(), between_signed),
            grouped(pair.better),
            grouped(pair.worse),
            grouped(pair.equal),
            p_value(pair.sign_test),
        ];
        numbers.extend(is_corrected.then(|| p_value(pair.corrected)));
        let mut line = cell(&format!("{} \u{2212} {}", pair.first, pair.second), Kind::Text);
        line.extend(
            numbers.iter().map(|number| cell(&number.replace('-', "\u{2212}"), Kind::Number)),
        );
        let _ = writeln!(body, "<tr>{line}{}</tr>", cell(&ahead(pair), Kind::Text));
    }
    format!(
        "<h2>Paired differences, on the same deals</h2>\n<div class=\"plots\">\n{}</div>\n\
         <p class=\"lead\">Grey: not significant at {} (sign test{}).</p>\n{}",
        figure("Payoff of one less that of the other", &render_whiskers(&plot)),
        summary.level,
        if is_corrected { ", Holm" } else { "" },
        table(&heads, 1, &body)
    )
}

/// Who is ahead, if that can be told.
fn ahead(pair: &PairSummary) -> String {
    match pair.verdict {
        PairVerdict::Better => format!("{} better", pair.first),
        PairVerdict::Worse => format!("{} better", pair.second),
        PairVerdict::Open => "open".to_owned(),
    }
}

/// What a cell of a table holds.
pub(crate) enum Kind {
    Text,
    Number,
}

pub(crate) fn cell(text: &str, kind: Kind) -> String {
    match kind {
        Kind::Text => format!("<td class=\"text\">{}</td>", escape(text)),
        Kind::Number => format!("<td>{}</td>", escape(text)),
    }
}

/// A table whose first columns are words.
pub(crate) fn table(heads: &[&str], words: usize, body: &str) -> String {
    let head = |(at, head): (usize, &&str)| match at < words || *head == "at the level" {
        true => format!("<th class=\"text\">{head}</th>"),
        false => format!("<th>{head}</th>"),
    };
    let heads: String = heads.iter().enumerate().map(head).collect();
    format!(
        "<div class=\"wide\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n"
    )
}

pub(crate) fn figure(caption: &str, svg: &str) -> String {
    format!("<figure>\n<figcaption>{}</figcaption>\n{svg}</figure>\n", escape(caption))
}

pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
