//! A run in LaTeX: for each scenario the initial state and every step, with what it changes and the
//! state after it, and for each check whether it holds.

use crate::console::Console;
use crate::diagnostics::render;
use crate::run::{Report, why_not_run};
use crate::run_text::TextReport;
use hexa_text::{Sources, latex_escaped};
use hexa_workbench::latex::{self, NEEDS};
use hexa_workbench::{Event, Printed, StepPlace, Tally, words};
use std::io::{self, Write};

/// A report for papers.
#[derive(Default)]
pub struct LatexReport {
    started: bool,
    /// Whether a list of steps is open.
    listing: bool,
}

impl Report for LatexReport {
    fn event(&mut self, event: &Event, sources: &Sources, console: &mut Console) -> io::Result<()> {
        match event {
            Event::Begins { file, scenario } => {
                self.begin(scenario.as_deref().unwrap_or(file), console)
            }
            Event::Pictured { picture } => console.out.write_all(picture.as_bytes()),
            Event::Verdict { place, verdict } => {
                let reason = verdict.reason.as_ref().map(words::verdict::reason);
                let reason =
                    reason.map_or(String::new(), |why| format!(" ({})", latex_escaped(&why)));
                let sign = if verdict.holds { "$\\models$" } else { "$\\not\\models$" };
                self.item(sign, place, &reason, console)
            }
            Event::Printed { place, printed } => {
                self.item("", place, &printed_text(printed), console)
            }
            Event::Changed { place, latex, .. } => {
                self.item("$\\Rightarrow$", place, "", console)?;
                latex.iter().try_for_each(|line| writeln!(console.out, "  \\\\ {line}"))
            }
            Event::Problem { problem, .. } => {
                console.complain(&render(&problem.diagnostic, sources))
            }
            Event::Stuck { place, problem, .. } => {
                self.item("?", place, "", console)?;
                console.complain(&render(&problem.diagnostic, sources))
            }
            Event::Unreadable { place, .. } => {
                self.item("?", place, " (could not be read)", console)
            }
            Event::NotRun { place, why } => {
                let why = latex_escaped(&why_not_run(*why, console));
                self.item("?", place, &format!(" (not run: {why})"), console)
            }
            Event::MoreProblems { .. }
            | Event::NotRead { .. }
            | Event::AssertsNothing { .. }
            | Event::Exercise { .. }
            | Event::Held { .. }
            | Event::Taken { .. }
            | Event::Drawn { .. } => TextReport::default().event(event, sources, console),
        }
    }

    fn summary(&mut self, tally: Tally, console: &mut Console) -> io::Result<()> {
        self.end_list(console)?;
        writeln!(console.out, "% {}", words::event::tally(tally))
    }
}

impl LatexReport {
    fn begin(&mut self, name: &str, console: &mut Console) -> io::Result<()> {
        self.end_list(console)?;
        if !std::mem::replace(&mut self.started, true) {
            write!(console.out, "{NEEDS}")?;
        }
        writeln!(console.out, "\\subsection*{{{}}}", latex_escaped(name))
    }

    /// One step, with a sign for it.
    fn item(
        &mut self,
        sign: &str,
        place: &StepPlace,
        more: &str,
        console: &mut Console,
    ) -> io::Result<()> {
        if !self.listing {
            self.listing = true;
            writeln!(console.out, "\\begin{{description}}")?;
        }
        let step = latex::step(&place.step);
        writeln!(console.out, "\\item[{sign}] {step}{more}")
    }

    fn end_list(&mut self, console: &mut Console) -> io::Result<()> {
        match std::mem::take(&mut self.listing) {
            true => writeln!(console.out, "\\end{{description}}"),
            false => Ok(()),
        }
    }
}

fn printed_text(printed: &Printed) -> String {
    let text = words::verdict::word_print(printed);
    if printed.is_value() {
        return format!(": {}", latex_escaped(text.trim_end()));
    }
    text.lines().map(|line| format!("\\\\\\texttt{{{}}}", latex_escaped(line))).collect()
}
