//! `hexa why`: whether a formula holds in a state, and why, in deals instead of
//! numbers of worlds.

mod exclusion;
mod json;
mod names;
mod wording;

use crate::cli::WhyArgs;
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::files;
use crate::limits::limits;
use crate::moment::{Asked, Passed};
use crate::problem::{Problem, RunCode};
use crate::refusal::Refused;
use crate::repl::{Typed, as_typed};
use crate::report::{MOST_SHOWN, clean, render};
use crate::session::Snapshot;
use hexa_engine::{Held, Limits, Scene, explain};
use hexa_lang::{Code, Diagnostic, Document, Sources, Step, StepKind};
use hexa_logic::Formula;
use std::io::{self, Write};

/// In larger states nothing is explained.
const MOST_WORLDS: usize = 1 << 16;

/// A formula with its explanation, and what it takes to tell it.
pub struct Why<'a> {
    /// The document.
    pub document: &'a Document,
    /// Its texts.
    pub sources: &'a Sources,
    /// The step that the formula stands in.
    pub step: &'a Step,
    /// The states on the way to the one that is explained, which is the last; none if the way is
    /// not known.
    pub way: &'a [Passed<'a>],
    /// The state.
    pub snapshot: &'a Snapshot,
    /// The explanation.
    pub scene: Scene,
}

impl<'a> Why<'a> {
    /// Explains the formula of a step in a state.
    pub fn new(
        (document, sources): (&'a Document, &'a Sources),
        step: &'a Step,
        way: &'a [Passed<'a>],
        snapshot: &'a Snapshot,
        limits: Limits,
    ) -> Result<Self, Problem> {
        let formula = formula(step)?;
        let Held::Explicit(state) = &snapshot.state else {
            let message = "the state is held by another engine";
            return Err(Problem::new(RunCode::WrongEngine.as_str(), message));
        };
        if state.relevant_count() > MOST_WORLDS {
            let message =
                format!("gave up: states of more than {MOST_WORLDS} worlds are not explained");
            let help = "make the state smaller, or only ask whether the formula holds: `check φ`";
            return Err(Problem::new(RunCode::Limit.as_str(), message).help(help));
        }
        let refused = Refused { document, step, snapshot, limits };
        let scene = explain(state, &document.terms, formula);
        let scene = scene.map_err(|error| refused.evaluation(&error))?;
        Ok(Self { document, sources, step, way, snapshot, scene })
    }

    /// For people.
    pub fn text(&self) -> String {
        clean(&wording::text(self))
    }
}

/// The formula of a step that should print one.
fn formula(step: &Step) -> Result<Formula, Problem> {
    match step.kind {
        StepKind::Print(formula) => Ok(formula),
        _ => {
            let message = "this is not a formula";
            let help = "write a formula such as `K_1 r_1`";
            Err(Problem::new(Code::Expected.as_str(), message).at(step.at, "").help(help))
        }
    }
}

/// Explains a formula.
pub fn run(args: &WhyArgs, console: &mut Console) -> io::Result<Status> {
    let loaded = match files::load(&args.file, &args.settings.set) {
        Ok(loaded) => loaded,
        Err(unread) => return complain(console, &unread.0, &unread.1),
    };
    let mut sources = loaded.sources;
    for diagnostic in loaded.diagnostics.iter().take(MOST_SHOWN) {
        complain(console, &Problem::from(diagnostic), &sources)?;
    }
    let Some(mut document) = loaded.document else { return Ok(Status::Broken) };
    if args.formula.trim().is_empty() {
        let problem = Problem::new(Code::Expected.as_str(), "there is no formula to explain");
        return complain(console, &problem.help("write a formula such as `K_1 r_1`"), &sources);
    }
    let (typed, text) = Typed::new(&args.formula, "print ", &mut sources);
    let steps = document.read(&text, &mut sources);
    match told(args, &document, &sources, steps) {
        Ok(text) => {
            console.out.write_all(text.as_bytes())?;
            Ok(Status::Fine)
        }
        Err(problem) => complain(console, &as_typed(problem, &[typed], &sources), &sources),
    }
}

fn told(
    args: &WhyArgs,
    document: &Document,
    sources: &Sources,
    steps: Result<Vec<Step>, Vec<Diagnostic>>,
) -> Result<String, Problem> {
    let steps = steps.map_err(|found| match found.first() {
        Some(first) => Problem::from(first),
        None => Problem::new(RunCode::NotRun.as_str(), "the formula could not be read"),
    })?;
    let Some(step) = steps.first() else {
        let message = "there is no formula to explain";
        return Err(Problem::new(RunCode::NotRun.as_str(), message));
    };
    let asked = Asked { document, sources, limits: limits(&args.limits) };
    let moment = asked.stepped(args.moment.scenario.as_deref(), args.moment.step)?;
    let file = files::display_name(&args.file);
    let reached =
        asked.reach(moment).map_err(|problem| at_initial_state(problem, &file, sources))?;
    let why = Why::new((document, sources), step, &reached.way, reached.snapshot(), asked.limits)?;
    Ok(match args.json {
        true => format!("{}\n", json::value(&why)),
        false => why.text(),
    })
}

fn complain(console: &mut Console, problem: &Problem, sources: &Sources) -> io::Result<Status> {
    console.complain(&render(problem, sources))?;
    Ok(Status::Broken)
}
