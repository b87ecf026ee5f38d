//! A run in LaTeX: for each scenario the initial state and every step, with what it changes and the
//! state after it, and for each check whether it holds.

use super::{Place, Printed, Report, Tally, Telling, Told, Verdict, WhyNotRun, render};
use crate::command::Console;
use crate::latex::{self, NEEDS};
use hexa_text::Diagnostic;
use hexa_text::latex_escaped;
use std::io::{self, Write};

/// A report for papers.
pub struct LatexReport<'c> {
    console: &'c mut Console,
    started: bool,
    /// Whether a list of steps is open.
    listing: bool,
}

impl<'c> LatexReport<'c> {
    /// A report to a console.
    pub fn new(console: &'c mut Console) -> Self {
        Self { console, started: false, listing: false }
    }

    /// One step, with a sign for it.
    fn item(&mut self, sign: &str, place: Place<'_>, more: &str) -> io::Result<()> {
        if !self.listing {
            self.listing = true;
            writeln!(self.console.out, "\\begin{{description}}")?;
        }
        let step = latex::step(&place.step.text);
        writeln!(self.console.out, "\\item[{sign}] {step}{more}")
    }

    fn end_list(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.listing) {
            true => writeln!(self.console.out, "\\end{{description}}"),
            false => Ok(()),
        }
    }
}

impl Report for LatexReport<'_> {
    fn console(&mut self) -> &mut Console {
        self.console
    }

    fn begins(&mut self, file: &str, scenario: Option<&str>) -> io::Result<()> {
        self.end_list()?;
        if !std::mem::replace(&mut self.started, true) {
            write!(self.console.out, "{NEEDS}")?;
        }
        let name = scenario.unwrap_or(file);
        writeln!(self.console.out, "\\subsection*{{{}}}", latex_escaped(name))
    }

    fn verdict(&mut self, place: Place<'_>, verdict: &Verdict) -> io::Result<()> {
        let reason = verdict.reason.as_ref().filter(|_| !verdict.holds);
        let reason = reason.map_or(String::new(), |why| format!(" ({})", latex_escaped(why)));
        let sign = if verdict.holds { "$\\models$" } else { "$\\not\\models$" };
        self.item(sign, place, &reason)
    }

    fn printed(&mut self, place: Place<'_>, printed: &Printed) -> io::Result<()> {
        let text = match printed {
            Printed::Truth { .. } => format!(": {}", latex_escaped(printed.text().trim_end())),
            Printed::States(_) | Printed::Lines(_) => {
                let text = printed.text();
                let lines =
                    text.lines().map(|line| format!("\\\\\\texttt{{{}}}", latex_escaped(line)));
                lines.collect()
            }
        };
        self.item("", place, &text)
    }

    fn changed(&mut self, place: Place<'_>, telling: &Telling<'_>) -> io::Result<()> {
        self.item("$\\Rightarrow$", place, "")?;
        for line in telling.latex() {
            writeln!(self.console.out, "  \\\\ {line}")?;
        }
        Ok(())
    }

    fn pictured(&mut self, picture: &str) -> io::Result<()> {
        self.console.out.write_all(picture.as_bytes())
    }

    fn stuck(&mut self, place: Place<'_>, problem: &Diagnostic) -> io::Result<()> {
        self.item("?", place, "")?;
        self.console.complain(&render(problem, place.sources))
    }

    fn unreadable_step(&mut self, place: Place<'_>, _: Told) -> io::Result<()> {
        self.item("?", place, " (could not be read)")
    }

    fn not_run(&mut self, place: Place<'_>, why: &WhyNotRun) -> io::Result<()> {
        self.item("?", place, &format!(" (not run: {})", latex_escaped(&why.to_string())))
    }

    fn summary(&mut self, tally: Tally) -> io::Result<()> {
        self.end_list()?;
        writeln!(self.console.out, "% {} passed, {} failed", tally.passed, tally.failed)
    }
}
