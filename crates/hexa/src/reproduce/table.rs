//! The table of claims, for people, for programs and for the web.

use super::{Outcome, Row};
use anstyle::{AnsiColor, Style};
use hexa_papers::Verdict;
use hexa_text::clean;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The first lines of files that may be written over.
const MARKDOWN: &str = "<!-- Written by `hexa reproduce`; every verdict was computed. -->";
const HTML: &str =
    "<!DOCTYPE html><!-- Written by `hexa reproduce`; every verdict was computed. -->";

impl Row {
    fn witness(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Verdict(Verdict::Fails(witness)) => Some(witness),
            _ => None,
        }
    }

    fn bound(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Verdict(Verdict::HoldsUpTo(bound)) => Some(bound),
            _ => None,
        }
    }

    fn remark(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Verdict(Verdict::Open(why)) | Outcome::NotCheckable(why) => Some(why),
            _ => None,
        }
    }

    /// What there is to say beside the verdict: the kind of remark and the remark.
    fn details(&self) -> Vec<(&'static str, String)> {
        let said = [
            ("witness", self.witness()),
            ("bound", self.bound()),
            ("because", self.remark()),
            ("reading", self.claim.reading.as_deref()),
        ];
        let said = said.into_iter().filter_map(|(kind, text)| Some((kind, text?.to_owned())));
        let places = (!self.places.is_empty()).then(|| ("by", self.places.join(", ")));
        said.chain(places).collect()
    }
}

fn style(outcome: &Outcome) -> Style {
    let colour = match outcome {
        Outcome::Verdict(Verdict::Holds | Verdict::HoldsUpTo(_)) => AnsiColor::Green,
        Outcome::Verdict(Verdict::Fails(_)) | Outcome::Missing => AnsiColor::Red,
        Outcome::Verdict(Verdict::Open(_)) => AnsiColor::Yellow,
        Outcome::NotCheckable(_) => AnsiColor::BrightBlack,
    };
    colour.on_default()
}

/// How many rows have each verdict.
fn counts(rows: &[Row]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.outcome.name()).or_default() += 1;
    }
    let order = ["holds", "holds up to a bound", "fails", "open", "not checkable", "missing"];
    let said = order.iter().filter_map(|name| Some(format!("{} {name}", counts.get(name)?)));
    format!("{} claims: {}", rows.len(), said.collect::<Vec<_>>().join(", "))
}

/// For people.
pub fn text(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    for row in rows {
        let style = style(&row.outcome);
        let (name, claim) = (row.claim.name(), &row.claim.claim);
        let verdict = row.outcome.name();
        writeln!(out, "{style}{verdict}{style:#}  {}: {}", clean(&name), clean(claim))?;
        for (kind, text) in row.details() {
            writeln!(out, "    {kind}: {}", clean(&text))?;
        }
        if !row.places.is_empty() {
            writeln!(out, "    time: {:.3} s", row.time.as_secs_f64())?;
        }
    }
    writeln!(out, "{}", counts(rows))
}

#[derive(Serialize)]
struct JsonRow<'a> {
    paper: &'a str,
    item: &'a str,
    section: &'a str,
    claim: &'a str,
    verdict: &'a str,
    witness: Option<&'a str>,
    bound: Option<&'a str>,
    reading: Option<&'a str>,
    reason: Option<&'a str>,
    checks: &'a [String],
}

/// For programs: one object a line, the same at every run.
pub fn json(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    for row in rows {
        let object = JsonRow {
            paper: row.claim.paper.name(),
            item: &row.claim.item,
            section: &row.claim.section,
            claim: &row.claim.claim,
            verdict: row.outcome.name(),
            witness: row.witness(),
            bound: row.bound(),
            reading: row.claim.reading.as_deref(),
            reason: row.remark(),
            checks: &row.places,
        };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)?;
    }
    Ok(())
}

/// A table in Markdown for each paper.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = format!("{MARKDOWN}\n\n{}.\n", counts(rows));
    for rows in rows.chunk_by(|a, b| a.claim.paper == b.claim.paper) {
        let _ = writeln!(text, "\n## {}\n\n{}.\n", rows[0].claim.paper.name(), counts(rows));
        text.push_str("| item | claim | verdict | |\n|---|---|---|---|\n");
        for row in rows {
            let details: Vec<String> = row
                .details()
                .iter()
                .map(|(kind, text)| format!("{kind}: {}", cell(text)))
                .collect();
            let (item, claim) = (cell(&row.claim.item), cell(&row.claim.claim));
            let verdict = row.outcome.name();
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
pub fn html(rows: &[Row]) -> String {
    let mut text = format!(
        "{HTML}\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Claims and verdicts</title>\n\
         <style>body{{font:15px/1.4 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}}\
         table{{border-collapse:collapse;width:100%}}td,th{{border:1px solid #bbb;padding:.3em .5em;\
         vertical-align:top;text-align:left}}small{{color:#444}}.fails{{background:#fdd}}\
         .open{{background:#ffd}}.holds{{background:#efe}}</style>\n<h1>Claims and verdicts</h1>\n\
         <p>{}.</p>\n",
        counts(rows)
    );
    for rows in rows.chunk_by(|a, b| a.claim.paper == b.claim.paper) {
        let _ = writeln!(text, "<h2>{}</h2>\n<p>{}.</p>", rows[0].claim.paper.name(), counts(rows));
        text.push_str("<table><tr><th>item<th>claim<th>verdict</tr>\n");
        for row in rows {
            let details: Vec<String> = row
                .details()
                .iter()
                .map(|(kind, text)| format!("{kind}: {}", escaped(text)))
                .collect();
            let verdict = row.outcome.name();
            let class = verdict.split(' ').next().unwrap_or_default();
            let _ = writeln!(
                text,
                "<tr><td>{}<td>{}<br><small>{}</small><td class=\"{class}\">{verdict}</tr>",
                escaped(&row.claim.item),
                escaped(&row.claim.claim),
                details.join("<br>"),
            );
        }
        text.push_str("</table>\n");
    }
    text + "</html>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
