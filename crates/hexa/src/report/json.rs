//! A run as programs read it: one JSON object per line. Problems are told in words on
//! the error stream too.

use super::trace::TraceObject;
use super::{Place, Printed, Report, Tally, Telling, Told, Verdict, WhyNotRun, render};
use crate::command::Console;
use crate::setting;
use crate::usage::Usage;
use hexa_engine::UBig;
use hexa_lang::{Location, Sources};
use hexa_text::{Code, Diagnostic};
use serde::Serialize;
use serde_json::value::RawValue;
use std::io::{self, Write};

/// A report for programs.
pub struct JsonReport<'c> {
    console: &'c mut Console,
}

/// A step that asserts, or something that went wrong. The order of the fields is the order of the
/// keys.
#[derive(Serialize, Default)]
struct Line<'a> {
    file: Option<&'a str>,
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    scenario: Option<&'a str>,
    step: Option<&'a str>,
    holds: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Span<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

/// The part of a text that a problem shows in, its end excluded.
#[derive(Clone, Copy, Serialize)]
struct Span<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl<'a> Span<'a> {
    fn new(at: Location, sources: &'a Sources) -> Self {
        let end = hexa_lang::Span { start: at.span.end, end: at.span.end };
        let (line, column) = sources.line_column(at);
        let (end_line, end_column) = sources.line_column(Location { span: end, ..at });
        Self { file: &sources.get(at.source).name, line, column, end_line, end_column }
    }
}

/// Something that is shown.
#[derive(Serialize)]
struct Shown<'a> {
    file: &'a str,
    line: usize,
    scenario: Option<&'a str>,
    print: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worlds: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<&'a [Vec<u64>]>,
    text: &'a str,
}

/// A step that has changed the state.
#[derive(Serialize)]
struct Changed<'a> {
    file: &'a str,
    line: usize,
    scenario: Option<&'a str>,
    step: &'a str,
    trace: TraceObject,
}

/// How large a state is: the initial one of a file, or that after a step.
#[derive(Serialize, Default)]
struct Sizes<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scenario: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<&'a str>,
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    worlds: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_nodes: Option<usize>,
}

impl Sizes<'_> {
    fn of(usage: &Usage) -> Self {
        Self {
            engine: usage.engine.name(),
            because: usage.ground.map(|ground| ground.to_string()),
            worlds: usage.worlds.as_ref().and_then(digits),
            nodes: usage.nodes.map(|nodes| nodes.law),
            peak_nodes: usage.nodes.map(|nodes| nodes.peak),
            ..Self::default()
        }
    }
}

#[derive(Serialize)]
struct Memory {
    peak_bytes: u64,
}

#[derive(Serialize)]
struct Summary {
    passed: usize,
    failed: usize,
}

impl<'c> JsonReport<'c> {
    /// A report to a console.
    pub fn new(console: &'c mut Console) -> Self {
        Self { console }
    }

    fn write(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.console.out, object).map_err(io::Error::from)?;
        self.console.out.write_all(b"\n")?;
        self.console.out.flush()
    }
}

impl<'a> Line<'a> {
    fn at(place: Place<'a>) -> Self {
        Self {
            file: Some(place.file()),
            line: Some(place.line),
            scenario: place.scenario,
            step: Some(&place.step.text),
            ..Self::default()
        }
    }

    fn with(self, problem: &'a Diagnostic, sources: &'a Sources) -> Self {
        let place = problem.labels.first().map(|label| Span::new(label.at, sources));
        // A step keeps its own line: that is where a program looks for it.
        let file = self.file.or(place.map(|place| place.file)).or(problem.file.as_deref());
        let line = self.line.or(place.map(|place| place.line));
        let here = place.filter(|place| Some(place.file) == file && Some(place.line) == line);
        Self {
            file,
            line,
            column: here.map(|place| place.column),
            code: Some(problem.code.as_str()),
            error: Some(&problem.message),
            place,
            help: problem.way_out.as_ref().map(setting::way_out_text),
            ..self
        }
    }
}

/// A number, however large, with all of its digits.
pub(super) fn digits(number: &UBig) -> Option<Box<RawValue>> {
    RawValue::from_string(number.to_string()).ok()
}

impl Report for JsonReport<'_> {
    fn console(&mut self) -> &mut Console {
        self.console
    }

    fn verdict(&mut self, place: Place<'_>, verdict: &Verdict) -> io::Result<()> {
        let line = Line {
            holds: Some(verdict.holds),
            reason: verdict.reason.as_deref(),
            ..Line::at(place)
        };
        self.write(&line)
    }

    fn printed(&mut self, place: Place<'_>, printed: &Printed) -> io::Result<()> {
        let (mut truth, mut count, mut worlds, mut states) = (None, None, None, None);
        match printed {
            Printed::Truth { here, count: found, worlds: all } => {
                (truth, count, worlds) = (Some(*here), digits(found), digits(all));
            }
            Printed::States(found) => {
                (count, states) = (digits(&found.count), Some(&found.first[..]));
            }
            Printed::Lines(_) => {}
        }
        self.write(&Shown {
            file: place.file(),
            line: place.line,
            scenario: place.scenario,
            print: place.step.text.trim_start_matches("print").trim(),
            truth,
            count,
            worlds,
            states,
            text: &printed.text(),
        })
    }

    fn changed(&mut self, place: Place<'_>, telling: &Telling<'_>) -> io::Result<()> {
        self.write(&Changed {
            file: place.file(),
            line: place.line,
            scenario: place.scenario,
            step: &place.step.text,
            trace: telling.object_for_programs(),
        })
    }

    fn stuck(&mut self, place: Place<'_>, problem: &Diagnostic) -> io::Result<()> {
        self.problem(Some(place), problem, place.sources)
    }

    fn unreadable_step(&mut self, place: Place<'_>, told: Told) -> io::Result<()> {
        match told {
            Told::Here => Ok(()),
            Told::Elsewhere => self.not_run(place, &WhyNotRun::Unreadable),
        }
    }

    fn not_run(&mut self, place: Place<'_>, why: &WhyNotRun) -> io::Result<()> {
        let error = format!("not run: {why}");
        let code = Some(Code::NotRun.as_str());
        self.write(&Line { code, error: Some(&error), ..Line::at(place) })
    }

    fn problem(
        &mut self,
        place: Option<Place<'_>>,
        problem: &Diagnostic,
        sources: &Sources,
    ) -> io::Result<()> {
        let line = place.map_or(Line::default(), Line::at);
        self.write(&line.with(problem, sources))?;
        self.console.complain(&render(problem, sources))
    }

    fn more_problems(&mut self, file: &str, count: usize) -> io::Result<()> {
        let error = format!("{count} further problems");
        self.write(&Line { file: Some(file), error: Some(&error), ..Line::default() })
    }

    fn held(&mut self, file: &str, usage: &Usage) -> io::Result<()> {
        self.write(&Sizes { file, ..Sizes::of(usage) })
    }

    fn taken(&mut self, place: Place<'_>, usage: &Usage) -> io::Result<()> {
        self.write(&Sizes {
            file: place.file(),
            line: Some(place.line),
            scenario: place.scenario,
            step: Some(&place.step.text),
            ..Sizes::of(usage)
        })
    }

    fn memory(&mut self, bytes: u64) -> io::Result<()> {
        self.write(&Memory { peak_bytes: bytes })
    }

    fn summary(&mut self, tally: Tally) -> io::Result<()> {
        self.write(&Summary { passed: tally.passed, failed: tally.failed })?;
        self.console.out.flush()
    }
}
