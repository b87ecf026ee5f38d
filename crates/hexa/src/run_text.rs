//! A run as people read it: one line for each step that asserts, problems in full.

use crate::console::Console;
use crate::diagnostics::render;
use crate::run::{Report, why_not_run};
use anstyle::{AnsiColor, Style};
use hexa_text::{Sources, clean};
use hexa_workbench::exercise::ExerciseOutcome;
use hexa_workbench::{Event, Printed, StepPlace, Tally, Verdict, words};
use std::io::{self, Write};

const GOOD: Style = AnsiColor::Green.on_default();
const PLAIN: Style = Style::new();
const HINT: Style = AnsiColor::Yellow.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Longer steps are cut: a line should be readable.
const MOST_CHARACTERS: usize = 200;

/// A report for people.
#[derive(Default)]
pub struct TextReport {
    /// Whether there is more to tell of what holds.
    pub verbose: bool,
    /// Whether only what does not hold is told.
    pub quiet: bool,
}

impl Report for TextReport {
    fn event(&mut self, event: &Event, sources: &Sources, console: &mut Console) -> io::Result<()> {
        match event {
            Event::Problem { problem, .. } => {
                console.complain(&render(&problem.diagnostic, sources))
            }
            Event::MoreProblems { file, count } => {
                console.complain(&format!("{}: {count} further problems\n", clean(file)))
            }
            // The summary counts what was not run; why, has been told.
            Event::NotRead { .. } => Ok(()),
            Event::AssertsNothing { .. } | Event::Printed { .. } if self.quiet => Ok(()),
            Event::Verdict { verdict, .. } if self.quiet && verdict.holds => Ok(()),
            Event::AssertsNothing { file } => {
                console.complain(&format!("{}: nothing is asserted\n", clean(file)))
            }
            Event::Held { file, usage } => {
                let held = words::event::engine_and_sizes(usage);
                console.complain(&format!("{}\n", clean(&format!("{file}: {held}"))))
            }
            Event::Begins { .. } | Event::Pictured { .. } | Event::Drawn { .. } => Ok(()),
            Event::Verdict { place, verdict } => self.verdict(place, verdict, console),
            Event::Printed { place, printed } => self.print_value(place, printed, console),
            Event::Taken { place, usage } => {
                let StepPlace { file, line, step, .. } = place;
                let sizes = words::event::sizes(usage);
                console
                    .complain(&format!("{}\n", clean(&format!("{file}:{line}: {step}: {sizes}"))))
            }
            Event::Changed { place, trace, .. } => {
                self.line(PLAIN, "trace", place, "", console)?;
                let mut lines = trace.lines.iter();
                lines.try_for_each(|line| writeln!(console.out, "       {}", clean(line)))?;
                console.out.flush()
            }
            Event::Stuck { place, problem, .. } => {
                self.line(BAD, "error", place, "", console)?;
                console.complain(&render(&problem.diagnostic, sources))
            }
            Event::Unreadable { place, .. } => self.line(BAD, "error", place, "", console),
            Event::Exercise { outcome: ExerciseOutcome::Solved, .. } if self.quiet => Ok(()),
            Event::Exercise { file, name, outcome, next } => {
                let next = next.as_ref().map(|next| format!("; go on with `hexa learn {next}`"));
                let (style, word, more) = match outcome {
                    ExerciseOutcome::Solved => (GOOD, "solved", next.unwrap_or_default()),
                    ExerciseOutcome::Missing(missing) => {
                        (HINT, "hint", format!(": {}", words::exercise::missing(missing)))
                    }
                };
                let told = clean(&format!("{file}: exercise {name}{more}"));
                writeln!(console.out, "{style}{word:<6}{style:#} {told}")
            }
            Event::NotRun { place, why } => {
                let why = format!("  (not run: {})", why_not_run(*why, console));
                self.line(BAD, "error", place, &why, console)
            }
        }
    }

    fn summary(&mut self, tally: Tally, console: &mut Console) -> io::Result<()> {
        writeln!(console.out, "{}", words::event::tally(tally))?;
        console.out.flush()
    }
}

impl TextReport {
    /// Writes a line at once: the next step may take long.
    fn line(
        &self,
        style: Style,
        word: &str,
        place: &StepPlace,
        more: &str,
        console: &mut Console,
    ) -> io::Result<()> {
        let (file, line) = (clean(&place.file), place.line);
        let step = shorten(&place.step);
        writeln!(console.out, "{style}{word:<6}{style:#} {file}:{line}: {step}{more}")?;
        console.out.flush()
    }

    fn verdict(
        &self,
        place: &StepPlace,
        verdict: &Verdict,
        console: &mut Console,
    ) -> io::Result<()> {
        let reason = verdict.reason.as_ref().map(words::verdict::reason);
        let reason = reason.map_or(String::new(), |reason| format!("  ({})", clean(&reason)));
        let (yes, no) = match place.is_query() {
            true => ("true", "false"),
            false => ("ok", "FAILED"),
        };
        match verdict.holds {
            true if self.verbose => self.line(GOOD, yes, place, &reason, console),
            true => self.line(GOOD, yes, place, "", console),
            false => self.line(BAD, no, place, &reason, console),
        }
    }

    fn print_value(
        &self,
        place: &StepPlace,
        printed: &Printed,
        console: &mut Console,
    ) -> io::Result<()> {
        let (step, text) = (shorten(&place.step), words::verdict::word_print(printed));
        if printed.is_block() {
            return write!(console.out, "{step}:\n{}", indent(&text));
        }
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        write!(console.out, "{step}: {first}\n{}", indent(rest))
    }
}

fn shorten(text: &str) -> String {
    let mut rest = text.char_indices().skip(MOST_CHARACTERS);
    match rest.next() {
        Some((end, _)) => clean(&text[..end]) + "…",
        None => clean(text),
    }
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect()
}
