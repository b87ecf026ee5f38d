//! Whether a formula holds in a state, and why, in deals instead of numbers of worlds.

pub mod exclusion;
pub mod names;
pub mod tree;

pub use tree::{Clause, Counted, Grounds, Knower, PathLink};

use crate::refusal::Refused;
use crate::snapshot::{Passed, Snapshot};
use hexa_engine::{Limits, Scene, Unexplained};
use hexa_lang::{Document, Sources, Step, StepKind};
use hexa_logic::Formula;
use hexa_text::{Code, Diagnostic};

/// In larger states that list their worlds nothing is explained.
pub(crate) const MOST_WORLDS: usize = 1 << 20;

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
        limits: &Limits,
    ) -> Result<Self, Diagnostic> {
        let formula = formula(step)?;
        let refused = Refused { document, step, snapshot, limits };
        let state = &snapshot.state;
        let scene =
            state.explain(&document.terms, formula, MOST_WORLDS).map_err(|why| match why {
                Unexplained::NotListed(error) => refused.comparison(&error),
                Unexplained::Undefined(error) => refused.evaluation(&error),
            })?;
        let scene = scene.ok_or_else(too_large)?;
        Ok(Self { document, sources, step, way, snapshot, scene })
    }
}

fn too_large() -> Diagnostic {
    let message = format!("gave up: states of more than {MOST_WORLDS} worlds are not explained");
    let help = "make the state smaller, or only ask whether the formula holds: `check φ`";
    Diagnostic::without_place(Code::Limit, message).help(help)
}

/// The formula of a step that should print one.
fn formula(step: &Step) -> Result<Formula, Diagnostic> {
    if let StepKind::Print(formula) = step.kind {
        Ok(formula)
    } else {
        let message = "this is not a formula";
        let help = "write a formula such as `K_1 r_1`";
        Err(Diagnostic::without_place(Code::Expected, message).at(step.at, "").help(help))
    }
}
