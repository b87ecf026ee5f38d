//! The table of claims, for people, for programs and for the web.

use super::TimedRow;
use anstyle::{AnsiColor, Style};
use hexa_papers::{DefinitionStanding, Outcome, QuestionAnswer, Verdict, words};
use hexa_text::clean;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The first lines of files that may be written over.
const MARKDOWN: &str = "<!-- Written by `hexa reproduce`; every verdict was computed. -->";
const HTML: &str =
    "<!DOCTYPE html><!-- Written by `hexa reproduce`; every verdict was computed. -->";

fn style(outcome: &Outcome) -> Style {
    let colour = match outcome {
        Outcome::Verdict(Verdict::Holds | Verdict::HoldsUpTo(_)) => AnsiColor::Green,
        Outcome::Verdict(Verdict::Fails(_)) | Outcome::Missing => AnsiColor::Red,
        Outcome::Verdict(Verdict::Open(_))
        | Outcome::Misprint { .. }
        | Outcome::Definition(DefinitionStanding::Departs(_) | DefinitionStanding::Unsettled(_)) => {
            AnsiColor::Yellow
        }
        Outcome::Answer(
            QuestionAnswer::Yes(_) | QuestionAnswer::YesUpTo(_) | QuestionAnswer::No(_),
        )
        | Outcome::Definition(DefinitionStanding::Implemented(_))
        | Outcome::Construction(_) => AnsiColor::Cyan,
        Outcome::Answer(QuestionAnswer::Unknown(_))
        | Outcome::Definition(DefinitionStanding::NotImplemented(_))
        | Outcome::NotCheckable(_) => AnsiColor::BrightBlack,
    };
    colour.on_default()
}

/// How many rows have each verdict.
pub fn counts(rows: &[TimedRow]) -> String {
    words::counts(rows.iter().map(|timed| &timed.row))
}

/// A row for programs: one object a line, the same at every run.
pub fn json(timed: &TimedRow, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &timed.row.record())?;
    writeln!(out)
}

/// A row for people.
pub fn text(TimedRow { row, time }: &TimedRow, out: &mut dyn Write) -> io::Result<()> {
    let style = style(row.outcome());
    let (name, claim) = (row.claim.name(), &row.claim.claim);
    let verdict = words::outcome(row.outcome());
    writeln!(out, "{style}{verdict}{style:#}  {}: {}", clean(&name), clean(claim))?;
    for (kind, text) in words::remarks(row) {
        writeln!(out, "    {kind}: {}", clean(&text))?;
    }
    if !row.places.is_empty() {
        writeln!(out, "    time: {:.3} s", time.as_secs_f64())?;
    }
    Ok(())
}

/// A table in Markdown for each paper.
pub fn markdown(rows: &[TimedRow]) -> String {
    let mut text = format!("{MARKDOWN}\n\n{}.\n", counts(rows));
    for rows in rows.chunk_by(|a, b| a.row.claim.paper == b.row.claim.paper) {
        let _ = writeln!(text, "\n## {}\n\n{}.\n", rows[0].row.claim.paper.name(), counts(rows));
        text.push_str("| item | claim | verdict | |\n|---|---|---|---|\n");
        for TimedRow { row, .. } in rows {
            let details: Vec<String> = words::remarks(row)
                .iter()
                .map(|(kind, text)| format!("{kind}: {}", cell(text)))
                .collect();
            let (item, claim) = (cell(&row.claim.item), cell(&row.claim.claim));
            let verdict = words::outcome(row.outcome());
            let _ = writeln!(text, "| {item} | {claim} | {verdict} | {} |", details.join("<br>"));
        }
    }
    text
}

/// A text inside of a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

/// A page for the web.
pub fn html(rows: &[TimedRow]) -> String {
    let mut text = format!(
        "{HTML}\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Claims and verdicts</title>\n\
         <style>body{{font:15px/1.4 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}}\
         table{{border-collapse:collapse;width:100%}}td,th{{border:1px solid #bbb;padding:.3em .5em;\
         vertical-align:top;text-align:left}}small{{color:#444}}.fails{{background:#fdd}}\
         .open{{background:#ffd}}.holds{{background:#efe}}</style>\n<h1>Claims and verdicts</h1>\n\
         <p>{}.</p>\n",
        counts(rows)
    );
    for rows in rows.chunk_by(|a, b| a.row.claim.paper == b.row.claim.paper) {
        let _ =
            writeln!(text, "<h2>{}</h2>\n<p>{}.</p>", rows[0].row.claim.paper.name(), counts(rows));
        text.push_str("<table><tr><th>item<th>claim<th>verdict</tr>\n");
        for TimedRow { row, .. } in rows {
            let details: Vec<String> = words::remarks(row)
                .iter()
                .map(|(kind, text)| format!("{kind}: {}", escape(text)))
                .collect();
            let verdict = words::outcome(row.outcome());
            let class = verdict.split([' ', ':']).next().unwrap_or_default();
            let _ = writeln!(
                text,
                "<tr><td>{}<td>{}<br><small>{}</small><td class=\"{class}\">{verdict}</tr>",
                escape(&row.claim.item),
                escape(&row.claim.claim),
                details.join("<br>"),
            );
        }
        text.push_str("</table>\n");
    }
    text + "</html>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
