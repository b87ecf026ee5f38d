//! What happens in a run as JSON: one object for each event.

use crate::exercise::{ExerciseOutcome, Missing};
use crate::printed::{Printed, States, Truth};
use crate::problem::{Place, Problem};
use crate::run::{Event, StepPlace};
use crate::tally::WhyNotRun;
use crate::trace::StepChange;
use crate::usage::Usage;
use crate::verdict::Reason;
use crate::words;
use hexa_engine::UBig;
use hexa_text::{Code, WayOut};
use serde::{Serialize, Serializer};

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
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<&'a Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    way_out: Option<&'a WayOut>,
}

impl<'a> Line<'a> {
    fn at(place: &'a StepPlace) -> Self {
        Self {
            file: Some(&place.file),
            line: Some(place.line),
            scenario: place.scenario.as_deref(),
            step: Some(&place.step),
            ..Self::default()
        }
    }

    fn with(self, problem: &'a Problem) -> Self {
        let place = problem.places.first();
        // A step keeps its own line: that is where a program looks for it.
        let file = self.file.or(problem.file());
        let line = self.line.or(place.map(|place| place.line));
        let here = place.filter(|place| Some(&*place.file) == file && Some(place.line) == line);
        let diagnostic = &problem.diagnostic;
        Self {
            file,
            line,
            column: here.map(|place| place.column),
            code: Some(diagnostic.code.as_str()),
            error: Some(&diagnostic.message),
            place,
            help: diagnostic.way_out.as_ref().map(ToString::to_string),
            way_out: diagnostic.way_out.as_ref().filter(|way_out| way_out.has_settings()),
            ..self
        }
    }
}

/// Something that is strange, but stops nothing.
#[derive(Serialize)]
struct Warned<'a> {
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    code: &'a str,
    warning: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

impl<'a> Warned<'a> {
    fn of(problem: &'a Problem) -> Self {
        let (place, diagnostic) = (problem.places.first(), &problem.diagnostic);
        Self {
            file: problem.file(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            code: diagnostic.code.as_str(),
            warning: &diagnostic.message,
            place,
            help: diagnostic.way_out.as_ref().map(ToString::to_string),
        }
    }
}

/// Something that is shown.
#[derive(Serialize)]
struct Shown<'a> {
    file: &'a str,
    line: usize,
    scenario: Option<&'a str>,
    print: &'a str,
    #[serde(flatten)]
    printed: Object<'a>,
    text: String,
}

/// What is shown.
#[derive(Serialize)]
#[serde(untagged)]
enum Object<'a> {
    Truth(&'a Truth),
    Number(&'a crate::quantity::Number),
    Sizes { sizes: &'a crate::quantity::Sizes },
    States(&'a States),
    State { state: &'a crate::listing::Listing },
    Knowledge { knowledge: &'a crate::knowledge::Knowledge },
}

/// A step that has changed the state.
#[derive(Serialize)]
struct Changed<'a> {
    file: &'a str,
    line: usize,
    scenario: Option<&'a str>,
    step: &'a str,
    trace: &'a StepChange,
}

/// A picture for a file.
#[derive(Serialize)]
struct Drawn<'a> {
    #[serde(flatten)]
    place: &'a StepPlace,
    draw: &'a str,
}

/// How large a state is: the initial one of a file, or that after a step.
#[derive(Serialize)]
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
    #[serde(serialize_with = "crate::json::digits_if_known")]
    worlds: Option<UBig>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::json::digits_if_known"
    )]
    all_worlds: Option<UBig>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_nodes: Option<usize>,
}

impl<'a> Sizes<'a> {
    fn of(file: &'a str, usage: &Usage) -> Self {
        Self {
            file,
            line: None,
            scenario: None,
            step: None,
            engine: usage.engine,
            because: usage.ground.map(|ground| ground.to_string()),
            worlds: usage.worlds.as_ref().ok().cloned(),
            all_worlds: usage.all.clone(),
            nodes: usage.nodes.map(|nodes| nodes.law),
            peak_nodes: usage.nodes.map(|nodes| nodes.peak),
        }
    }
}

/// A text that describes no state.
#[derive(Serialize)]
struct NotRead<'a> {
    file: &'a str,
    not_run: usize,
}

#[derive(Serialize)]
struct AssertsNothing<'a> {
    file: &'a str,
    assertions: usize,
}

/// An attempt at an exercise.
#[derive(Serialize)]
struct Attempted<'a> {
    file: &'a str,
    exercise: &'a str,
    solved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'a Missing>,
    next: Option<&'a str>,
}

#[derive(Serialize)]
struct Begins<'a> {
    file: &'a str,
    scenario: Option<&'a str>,
}

#[derive(Serialize)]
struct Pictured<'a> {
    picture: &'a str,
}

impl Event {
    /// Whether a list of what was asserted and shown has it: a scenario that begins, or a picture beside the text, says
    /// nothing.
    pub fn says_something(&self) -> bool {
        !matches!(
            self,
            Self::Begins { .. } | Self::Pictured { .. } | Self::Unreadable { told: true, .. }
        )
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Problem { problem, .. } if !problem.is_error() => {
                Warned::of(problem).serialize(serializer)
            }
            Self::Problem { place, problem } => {
                let line = place.as_ref().map_or(Line::default(), Line::at);
                line.with(problem).serialize(serializer)
            }
            Self::MoreProblems { file, count } => {
                let error = format!("{count} further problems");
                let line = Line { file: Some(file), error: Some(&error), ..Line::default() };
                line.serialize(serializer)
            }
            Self::NotRead { file, assertions } => {
                NotRead { file, not_run: *assertions }.serialize(serializer)
            }
            Self::AssertsNothing { file } => {
                AssertsNothing { file, assertions: 0 }.serialize(serializer)
            }
            Self::Exercise { file, name, outcome, next } => {
                let missing = match outcome {
                    ExerciseOutcome::Solved => None,
                    ExerciseOutcome::Missing(missing) => Some(missing),
                };
                let (hint, solved) = (missing.map(words::exercise::missing), missing.is_none());
                let next = next.as_deref();
                Attempted { file, exercise: name, solved, hint, missing, next }
                    .serialize(serializer)
            }
            Self::Held { file, usage } => Sizes::of(file, usage).serialize(serializer),
            Self::Begins { file, scenario } => {
                Begins { file, scenario: scenario.as_deref() }.serialize(serializer)
            }
            Self::Pictured { picture } => Pictured { picture }.serialize(serializer),
            Self::Verdict { place, verdict } => Line {
                holds: Some(verdict.holds),
                reason: verdict.reason.as_ref().map(words::verdict::reason),
                because: verdict.reason.as_ref(),
                ..Line::at(place)
            }
            .serialize(serializer),
            Self::Printed { place, printed } => Shown {
                file: &place.file,
                line: place.line,
                scenario: place.scenario.as_deref(),
                print: place.step.trim_start_matches("print").trim(),
                printed: match printed {
                    Printed::Truth(truth) => Object::Truth(truth),
                    Printed::Number(number) => Object::Number(number),
                    Printed::Sizes(sizes) => Object::Sizes { sizes },
                    Printed::States(states) => Object::States(states),
                    Printed::State(state) => Object::State { state },
                    Printed::Knowledge(knowledge) => Object::Knowledge { knowledge },
                },
                text: words::verdict::word_print(printed),
            }
            .serialize(serializer),
            Self::Drawn { place, file, .. } => Drawn { place, draw: file }.serialize(serializer),
            Self::Taken { place, usage } => Sizes {
                line: Some(place.line),
                scenario: place.scenario.as_deref(),
                step: Some(&place.step),
                ..Sizes::of(&place.file, usage)
            }
            .serialize(serializer),
            Self::Changed { place, trace, .. } => Changed {
                file: &place.file,
                line: place.line,
                scenario: place.scenario.as_deref(),
                step: &place.step,
                trace: &trace.change,
            }
            .serialize(serializer),
            Self::Stuck { place, problem, .. } => {
                Line::at(place).with(problem).serialize(serializer)
            }
            Self::Unreadable { place, .. } => not_run(place, WhyNotRun::Unreadable, serializer),
            Self::NotRun { place, why } => not_run(place, *why, serializer),
        }
    }
}

fn not_run<S: Serializer>(
    place: &StepPlace,
    why: WhyNotRun,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let error = format!("not run: {}", words::event::not_run(why));
    let code = Some(Code::NotRun.as_str());
    Line { code, error: Some(&error), ..Line::at(place) }.serialize(serializer)
}
