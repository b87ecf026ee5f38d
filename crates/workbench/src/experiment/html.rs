//! The report of an experiment as a page: one file, without scripts.

use super::ExperimentSummary;
use super::plots::{plots, seat_plots};
use super::report::{ReportTable, Section, conclusions, sections};
use crate::tournament::html::{Kind, STYLE, cell, escape, figure, table};
use crate::words::experiment as words;
use hexa_draw::plot::{render_lines, render_whiskers};
use std::fmt::Write;

const MORE_STYLE: &str = "\
details{margin:.6rem 0}summary{cursor:pointer;font-weight:600}
h3{font-size:1rem;margin:1.4rem 0 .4rem}
nav ul{columns:2 16rem;list-style:none;margin:0;padding:0}nav li{margin:0;padding:.15rem 0}
";

/// Tables of more rows are folded.
const FEW_ROWS: usize = 14;

/// The report as a page.
pub fn experiment_html(summary: &ExperimentSummary) -> String {
    let (title, sections) = (words::TITLE, sections(summary));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{MORE_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p class=\"lead\">{}</p>\n{}<h2 id=\"concluded\">What the project concludes</h2>\n",
        escape(&words::played(summary)),
        contents(&sections)
    );
    conclusions(summary).iter().for_each(|one| page += &folded(one));
    for (at, section) in sections.iter().enumerate() {
        write_section(&mut page, at, section);
    }
    page += "<h2 id=\"reading\">How to read this</h2>\n<ul>\n";
    for note in words::notes(summary) {
        let _ = writeln!(page, "<li>{}</li>", prose(&note));
    }
    page + "</ul>\n</body>\n</html>\n"
}

fn contents(sections: &[Section<'_>]) -> String {
    let item =
        |id: &str, title: &str| format!("<li><a href=\"#{id}\">{}</a></li>\n", escape(title));
    let parts = sections.iter().enumerate();
    let parts: String =
        parts.map(|(at, section)| item(&format!("part-{at}"), section.title)).collect();
    let first = item("concluded", "What the project concludes");
    let last = item("reading", "How to read this");
    format!("<nav><ul>\n{first}{parts}{last}</ul></nav>\n")
}

fn write_section(page: &mut String, at: usize, section: &Section<'_>) {
    let (title, question) = (escape(section.title), prose(section.question));
    let _ = writeln!(page, "<h2 id=\"part-{at}\">{title}</h2>\n<p>{question}</p>");
    if !section.answers.is_empty() {
        let items = section.answers.iter().map(|line| format!("<li>{}</li>\n", escape(line)));
        let _ = writeln!(page, "<ul>\n{}</ul>", items.collect::<String>());
    }
    let whiskers = plots(section).into_iter().chain(seat_plots(section));
    let mut figures: String =
        whiskers.map(|plot| figure(&plot.title, &render_whiskers(&plot))).collect();
    let curves = super::plots::curves(section);
    figures.extend(curves.iter().map(|plot| figure(&plot.title, &render_lines(plot))));
    if !figures.is_empty() {
        let _ = writeln!(page, "<div class=\"plots\">\n{figures}</div>");
    }
    section.tables.iter().for_each(|one| *page += &folded(one));
}

/// A table; a long one opens where somebody wants to see it.
fn folded(one: &ReportTable) -> String {
    let (title, rows) = (escape(&one.title), rows(one));
    match one.rows.len() > FEW_ROWS {
        true => format!("<details><summary>{title}</summary>\n{rows}</details>\n"),
        false => format!("<h3>{title}</h3>\n{rows}"),
    }
}

fn rows(one: &ReportTable) -> String {
    let heads: Vec<String> = one.heads.iter().map(|head| escape(head)).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut body = String::new();
    for row in &one.rows {
        let cells: String = row.iter().map(|text| cell(text, Kind::Text)).collect();
        let _ = writeln!(body, "<tr>{cells}</tr>");
    }
    table(&heads, heads.len(), &body)
}

/// Sentences, in which backquotes mark what is typed.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for (at, part) in escape(text).split('`').enumerate() {
        let _ = match at % 2 {
            0 => write!(out, "{part}"),
            _ => write!(out, "<code>{part}</code>"),
        };
    }
    out
}
