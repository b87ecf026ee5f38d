//! `hexa reduce`: a formula without actions that is equivalent to a formula.

use crate::cli::ReduceArgs;
use crate::command::{Console, Status};
use crate::definitions::{Written, written};
use crate::latex;
use crate::opened::{Opened, Typing, open, three_players};
use crate::problem::{Problem, RunCode};
use crate::report::clean;
use crate::translate::frame::{initial_group, no_frame, undefined};
use hexa_engine::translation::frame::NoFrame;
use hexa_engine::translation::reduction::{Irreducible, Size, reduce};
use hexa_lang::Code;
use hexa_logic::{Action, Formula};
use std::io::{self, Write};
use std::path::Path;

/// What the last definition is called.
const NAME: &str = "reduced";

/// Reduces a formula.
pub fn run(args: &ReduceArgs, console: &mut Console) -> io::Result<Status> {
    let (opened, text) = match &args.formula {
        Some(formula) => (open(Path::new(&args.file), &args.settings, console)?, formula),
        None => (three_players(), &args.file),
    };
    let Some(mut opened) = opened else { return Ok(Status::Broken) };
    if args.formula.is_none() && (text == "-" || Path::new(text).is_file()) {
        let problem = Problem::new(Code::Expected.as_str(), "there is no formula");
        return opened.complain(&problem.help("write `hexa reduce FILE 'FORMULA'`"), console);
    }
    let (formula, typing) = match opened.formula(text) {
        Ok(read) => read,
        Err(problem) => return opened.complain(&problem, console),
    };
    match reduced(args, formula, &opened, &typing) {
        Ok(text) => {
            console.out.write_all(clean(&text).as_bytes())?;
            Ok(Status::Fine)
        }
        Err(problem) => opened.complain(&opened.as_typed(problem, &typing), console),
    }
}

fn reduced(
    args: &ReduceArgs,
    formula: Formula,
    opened: &Opened,
    typing: &Typing,
) -> Result<String, Problem> {
    let (document, most) = (&opened.document, args.max_size);
    let mut terms = document.terms.clone();
    let size = Size { formulas: most, ..Size::default() };
    let reduced = reduce(&mut terms, formula, &initial_group(document), size)
        .map_err(|why| irreducible(&why, most, opened, typing))?;
    let Written { text, name } = written(document, &terms, reduced, NAME);
    let lines = match &name {
        Some(name) => format!("{text}print {name}\n"),
        None => format!("print {text}"),
    };
    match document.clone().read(&lines, &mut opened.sources.clone()) {
        Ok(_) if args.latex && name.is_some() => latex::page(&text),
        Ok(_) if args.latex => Ok(latex::of_formula(text.trim_end())),
        Ok(_) => Ok(text),
        Err(_) => {
            let message = "the reduced formula could not be read back";
            Err(Problem::new(RunCode::NoTranslation.as_str(), message))
        }
    }
}

fn irreducible(why: &Irreducible, most: usize, opened: &Opened, typing: &Typing) -> Problem {
    let step = &typing.step;
    let of_formula = |formula: Formula| step.places.formula(formula).unwrap_or(step.at);
    let after = |problem: Problem, action: Action| match step.places.action(action) {
        Some(at) => problem.at(at, "after this action"),
        None => problem,
    };
    let problem = |code: RunCode, message: String| Problem::new(code.as_str(), message);
    match why {
        Irreducible::Undefined(why) => undefined(why, opened, typing),
        Irreducible::Common(formula, action) => {
            let label = "this speaks of all worlds that can be reached after the action";
            let told =
                problem(RunCode::NoTranslation, why.to_string()).at(of_formula(*formula), label);
            after(told, *action).help(
                "common knowledge after an action is in general no statement about the state before; \
                 `E_B`, `K_a` and `D_B` can be reduced",
            )
        }
        Irreducible::Probability(formula, action) => {
            let told = problem(RunCode::NoTranslation, why.to_string());
            after(told.at(of_formula(*formula), "this probability"), *action)
        }
        Irreducible::Unsupported(what) => {
            let at = step.places.action(what.action).unwrap_or(step.at);
            problem(RunCode::NoTranslation, why.to_string()).at(at, "this action").help(
                "`||` can be reduced outside of `L_B`; `^*`, `U_B` and what is learnt at once cannot",
            )
        }
        Irreducible::Size(_, action) => {
            let told = problem(RunCode::Limit, format!("gave up: {why}"));
            let told = match step.places.action(*action) {
                Some(at) => told.at(at, "on the way through this action"),
                None => told.at(step.at, ""),
            };
            told.help(format!("the limit is {most}; raise it with --max-size"))
        }
        Irreducible::Events(most) => no_frame(&NoFrame::Events(*most), opened, typing),
        Irreducible::Depth(most) => no_frame(&NoFrame::Depth(*most), opened, typing),
        Irreducible::Stopped => no_frame(&NoFrame::Stopped, opened, typing),
    }
}
