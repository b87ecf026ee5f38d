//! The report of an experiment in Markdown.

use super::ExperimentSummary;
use super::report::{ReportTable, conclusions, sections};
use crate::tournament::markdown::escape;
use crate::words::experiment as words;
use std::fmt::Write;

/// The report as a text.
pub fn experiment_markdown(summary: &ExperimentSummary) -> String {
    let mut text = format!("# {}\n\n{}\n", words::TITLE, words::played(summary));
    text += "\n## What the project concludes\n";
    conclusions(summary).iter().for_each(|table| write_table(&mut text, table));
    for section in sections(summary) {
        let _ = write!(text, "\n## {}\n\n{}\n", section.title, section.question);
        if !section.answers.is_empty() {
            text.push('\n');
        }
        for line in &section.answers {
            let _ = writeln!(text, "- {}", escape(line));
        }
        section.tables.iter().for_each(|table| write_table(&mut text, table));
    }
    text += "\n## How to read this\n\n";
    for note in words::notes(summary) {
        let _ = writeln!(text, "- {note}");
    }
    text
}

fn write_table(text: &mut String, table: &ReportTable) {
    let _ = write!(text, "\n### {}\n\n", escape(&table.title));
    let heads: Vec<String> = table.heads.iter().map(|head| escape(head)).collect();
    let _ = write!(text, "| {} |\n|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(|cell| escape(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
}
