//! A run as people read it: one line for each step that asserts, problems in full.

use super::{Place, Printed, Report, Tally, Telling, Told, Verdict, WhyNotRun, clean, render};
use crate::command::Console;
use anstyle::{AnsiColor, Style};
use hexa_text::Diagnostic;
use std::io::{self, Write};

const GOOD: Style = AnsiColor::Green.on_default();
const PLAIN: Style = Style::new();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Longer steps are cut: a line should be readable.
const MOST_CHARACTERS: usize = 200;

/// A report for people.
pub struct TextReport<'c> {
    console: &'c mut Console,
}

impl<'c> TextReport<'c> {
    /// A report to a console.
    pub fn new(console: &'c mut Console) -> Self {
        Self { console }
    }

    /// Writes a line at once: the next step may take long.
    fn line(&mut self, style: Style, word: &str, place: Place<'_>, more: &str) -> io::Result<()> {
        let (file, line) = (clean(place.file()), place.line);
        let step = shortened(&place.step.text);
        writeln!(self.console.out, "{style}{word:<6}{style:#} {file}:{line}: {step}{more}")?;
        self.console.out.flush()
    }
}

impl Report for TextReport<'_> {
    fn console(&mut self) -> &mut Console {
        self.console
    }

    fn verdict(&mut self, place: Place<'_>, verdict: &Verdict) -> io::Result<()> {
        let reason = verdict.reason.as_ref();
        let reason = reason.map_or(String::new(), |reason| format!("  ({})", clean(reason)));
        let (yes, no) = match place.asks() {
            true => ("true", "false"),
            false => ("ok", "FAILED"),
        };
        match verdict.holds {
            true => self.line(GOOD, yes, place, ""),
            false => self.line(BAD, no, place, &reason),
        }
    }

    fn printed(&mut self, place: Place<'_>, printed: &Printed) -> io::Result<()> {
        let step = shortened(&place.step.text);
        match printed {
            Printed::Truth { .. } => {
                write!(self.console.out, "{step}: {}", printed.text())
            }
            Printed::States(_) => {
                let text = printed.text();
                let (count, list) = text.split_once('\n').unwrap_or((&text, ""));
                write!(self.console.out, "{step}: {count}\n{}", indented(list))
            }
            Printed::Lines(text) => write!(self.console.out, "{step}:\n{}", indented(text)),
        }
    }

    fn changed(&mut self, place: Place<'_>, telling: &Telling<'_>) -> io::Result<()> {
        self.line(PLAIN, "trace", place, "")?;
        let text = telling.text();
        let mut lines = text.lines();
        lines.try_for_each(|line| writeln!(self.console.out, "       {}", clean(line)))?;
        self.console.out.flush()
    }

    fn stuck(&mut self, place: Place<'_>, problem: &Diagnostic) -> io::Result<()> {
        if place.step.kind.asserts() {
            self.line(BAD, "error", place, "")?;
        }
        self.console.complain(&render(problem, place.sources))
    }

    fn unreadable_step(&mut self, place: Place<'_>, _told: Told) -> io::Result<()> {
        self.line(BAD, "error", place, "")
    }

    fn not_run(&mut self, place: Place<'_>, why: &WhyNotRun) -> io::Result<()> {
        self.line(BAD, "error", place, &format!("  (not run: {why})"))
    }

    fn summary(&mut self, tally: Tally) -> io::Result<()> {
        writeln!(self.console.out, "{} passed, {} failed", tally.passed, tally.failed)?;
        self.console.out.flush()
    }
}

fn shortened(text: &str) -> String {
    let mut rest = text.char_indices().skip(MOST_CHARACTERS);
    match rest.next() {
        Some((end, _)) => clean(&text[..end]) + "…",
        None => clean(text),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect()
}
