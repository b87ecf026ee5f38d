//! A formula without actions that is equivalent to a formula.

use crate::definitions::{Written, write_with_definitions};
use crate::latex::{self, Form};
use crate::opened::{Opened, Typing};
use crate::translate::frame::{initial_group, no_frame, report_undefined};
use hexa_engine::translation::frame::NoFrame;
use hexa_engine::translation::reduction::{Irreducible, Size, reduce};
use hexa_logic::{Action, Formula};
use hexa_text::{Code, Diagnostic, Setting, WayOut};

/// What the last definition is called.
const NAME: &str = "reduced";

/// A formula without actions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Reduced {
    /// What the last definition is called; none if it is one formula.
    pub name: Option<String>,
    /// One formula if it is short, or else definitions in which nothing is written twice.
    pub text: String,
}

impl Opened {
    /// Reduces a formula, as long as it does not get longer than a limit.
    pub fn reduce(
        &mut self,
        formula: &str,
        max_size: usize,
        form: Form,
    ) -> Result<Reduced, Diagnostic> {
        let (formula, typing) = self.formula(formula)?;
        let reduced = reduce_formula(self, formula, &typing, (max_size, form));
        reduced.map_err(|problem| self.as_typed(problem, &typing))
    }
}

fn reduce_formula(
    opened: &Opened,
    formula: Formula,
    typing: &Typing,
    (most, form): (usize, Form),
) -> Result<Reduced, Diagnostic> {
    let document = &opened.document;
    let mut terms = document.terms.clone();
    let stop = opened.limits.stop.clone();
    let size = Size { formulas: most, stop, ..Size::default() };
    let reduced = reduce(&mut terms, formula, &initial_group(document), size)
        .map_err(|why| irreducible(&why, most, opened, typing))?;
    let Written { text, name } = write_with_definitions(document, &terms, reduced, NAME);
    let lines = match &name {
        Some(name) => format!("{text}print {name}\n"),
        None => format!("print {text}"),
    };
    if !opened.can_read(&lines)? {
        let message = "the reduced formula could not be read back";
        return Err(Diagnostic::without_place(Code::NoTranslation, message));
    }
    let text = match (form, &name) {
        (Form::Hexa, _) => text,
        (Form::Latex, Some(_)) => latex::page(&text)?,
        (Form::Latex, None) => latex::of_formula(text.trim_end()),
    };
    Ok(Reduced { name, text })
}

pub(crate) fn irreducible(
    why: &Irreducible,
    most: usize,
    opened: &Opened,
    typing: &Typing,
) -> Diagnostic {
    let step = &typing.step;
    let of_formula = |formula: Formula| step.places.formula(formula).unwrap_or(step.at);
    let after = |problem: Diagnostic, action: Action| match step.places.action(action) {
        Some(at) => problem.at(at, "after this action"),
        None => problem,
    };
    let problem = |code: Code, message: String| Diagnostic::without_place(code, message);
    match why {
        Irreducible::Stopped => Diagnostic::for_stop().at(step.at, ""),
        Irreducible::Undefined(why) => report_undefined(why, opened, typing),
        Irreducible::Common(formula, action) => {
            let label = "this speaks of all worlds that can be reached after the action";
            let told =
                problem(Code::NoTranslation, why.to_string()).at(of_formula(*formula), label);
            after(told, *action).help(
                "common knowledge after an action is in general no statement about the state before; \
                 `E_B`, `K_a` and `D_B` can be reduced",
            )
        }
        Irreducible::Probability(formula, action) => {
            let told = problem(Code::NoTranslation, why.to_string());
            after(told.at(of_formula(*formula), "this probability"), *action)
        }
        Irreducible::Unsupported(what) => {
            let at = step.places.action(what.action).unwrap_or(step.at);
            problem(Code::NoTranslation, why.to_string()).at(at, "this action").help(
                "`||` can be reduced outside of `L_B`; `^*`, `U_B` and what is learnt at once cannot",
            )
        }
        Irreducible::Size(_, action) => {
            let told = problem(Code::Limit, format!("gave up: {why}"));
            let told = match step.places.action(*action) {
                Some(at) => told.at(at, "on the way through this action"),
                None => told.at(step.at, ""),
            };
            told.help(
                WayOut::from(format!("the limit is {most}; raise it with ")).then(Setting::MaxSize),
            )
        }
        Irreducible::Events(most) => no_frame(&NoFrame::Events(*most), opened, typing),
        Irreducible::Depth(most) => no_frame(&NoFrame::Depth(*most), opened, typing),
    }
}
