//! `hexa why`: whether a formula holds in a state, and why, in deals instead of
//! numbers of worlds.

mod exclusion;
mod json;
mod names;
mod wording;

use crate::cli::WhyArgs;
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::limits::limits;
use crate::moment::{Asked, Passed};
use crate::opened::{Opened, open};
use crate::refusal::Refused;
use crate::session::Snapshot;
use hexa_engine::{Held, Limits, Scene, explain};
use hexa_lang::{Document, Sources, Step, StepKind};
use hexa_logic::Formula;
use hexa_text::clean;
use hexa_text::{Code, Diagnostic};
use std::io::{self, Write};

/// In larger states nothing is explained, unless they are deals of cards.
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
    ) -> Result<Self, Diagnostic> {
        let formula = formula(step)?;
        let refused = Refused { document, step, snapshot, limits };
        let scene = match &snapshot.state {
            state if state.has_at_most(MOST_WORLDS) => {
                let state = state.listed().map_err(|error| refused.comparison(&error))?;
                explain(&state, &document.terms, formula)
            }
            Held::Deals(state) => state.explain(&document.terms, formula),
            _ => return Err(too_large()),
        };
        let scene = scene.map_err(|error| refused.evaluation(&error))?;
        Ok(Self { document, sources, step, way, snapshot, scene })
    }

    /// For people.
    pub fn text(&self) -> String {
        clean(&wording::text(self))
    }
}

fn too_large() -> Diagnostic {
    let message = format!("gave up: states of more than {MOST_WORLDS} worlds are not explained");
    let help = "make the state smaller, or only ask whether the formula holds: `check φ`";
    Diagnostic::without_place(Code::Limit, message).help(help)
}

/// The formula of a step that should print one.
fn formula(step: &Step) -> Result<Formula, Diagnostic> {
    match step.kind {
        StepKind::Print(formula) => Ok(formula),
        _ => {
            let message = "this is not a formula";
            let help = "write a formula such as `K_1 r_1`";
            Err(Diagnostic::without_place(Code::Expected, message).at(step.at, "").help(help))
        }
    }
}

/// Explains a formula.
pub fn run(args: &WhyArgs, console: &mut Console) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.settings, console)? else {
        return Ok(Status::Broken);
    };
    let typing = match opened.formula(&args.formula) {
        Ok((_, typing)) => typing,
        Err(problem) => return opened.complain(&problem, console),
    };
    match told(args, &opened, &typing.step) {
        Ok(text) => {
            console.out.write_all(text.as_bytes())?;
            Ok(Status::Fine)
        }
        Err(problem) => opened.complain(&opened.as_typed(problem, &typing), console),
    }
}

fn told(args: &WhyArgs, opened: &Opened, step: &Step) -> Result<String, Diagnostic> {
    let Opened { document, sources, name, .. } = opened;
    let asked = Asked { document, sources, limits: limits(&args.limits) };
    let moment = asked.stepped(args.moment.scenario.as_deref(), args.moment.step)?;
    let reached =
        asked.reach(moment).map_err(|problem| at_initial_state(problem, name, sources))?;
    let why = Why::new((document, sources), step, &reached.way, reached.snapshot(), asked.limits)?;
    Ok(match args.json {
        true => format!("{}\n", json::value(&why)),
        false => why.text(),
    })
}
