//! `hexa translate`: an action in the language of a neighbouring framework (thesis defs. 41, 42, 56
//! and 59), as text that can be added to the file.

pub mod frame;
mod updates;

use crate::cli::{Framework, TranslateArgs};
use crate::command::{Console, Status};
use crate::latex;
use crate::opened::{Opened, Typing, open};
use crate::problem::{Problem, RunCode};
use crate::report::clean;
use hexa_engine::translation::frame::NoFrame;
use hexa_engine::translation::suspicion::{NoExpression, Way, suspicion};
use hexa_lang::Document;
use hexa_lang::syntax::Printer;
use hexa_logic::{Action, Stop};
use std::io::{self, Write};

/// Translates an action.
pub fn run(args: &TranslateArgs, console: &mut Console) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.settings, console)? else {
        return Ok(Status::Broken);
    };
    let (action, typing) = match opened.action(&args.action) {
        Ok(read) => read,
        Err(problem) => return opened.complain(&problem, console),
    };
    let translated = translated(args.to, action, &mut opened, &typing);
    let translated = match args.latex {
        true => translated.and_then(|text| latex::page(&text)),
        false => translated,
    };
    match translated {
        Ok(text) => {
            console.out.write_all(clean(&text).as_bytes())?;
            Ok(Status::Fine)
        }
        Err(problem) => opened.complain(&opened.as_typed(problem, &typing), console),
    }
}

fn translated(
    to: Framework,
    action: Action,
    opened: &mut Opened,
    typing: &Typing,
) -> Result<String, Problem> {
    match to {
        Framework::Frame => frame::text(action, opened, typing),
        Framework::Suspicion => suspected(action, opened, typing),
        Framework::Updates => updates::text(action, opened, typing),
    }
}

/// An action as a definition, which is known to fit into the file.
fn declared(action: &str, opened: &Opened) -> Result<String, Problem> {
    let name = opened.document.free_name("translated");
    let text = format!("action {name} = {action}\n");
    let asked = format!("{text}do {name}\n");
    match opened.document.clone().read(&asked, &mut opened.sources.clone()) {
        Ok(_) => Ok(text),
        Err(_) => {
            let message = "the translation could not be read back";
            Err(Problem::new(RunCode::NoTranslation.as_str(), message))
        }
    }
}

/// The action expression that has the frame of the action.
fn suspected(action: Action, opened: &mut Opened, typing: &Typing) -> Result<String, Problem> {
    let taken = opened.document.names();
    let Document { terms, vocabulary, .. } = &mut opened.document;
    match suspicion(terms, action, vocabulary.agent_count(), Way::Faithful, &Stop::new()) {
        Ok(expression) => {
            let printer = Printer { taken: &taken, ..Printer::new(terms, vocabulary) };
            let expression = printer.action(expression);
            declared(&expression, opened)
        }
        Err(why) => Err(no_expression(&why, typing)),
    }
}

fn no_expression(why: &NoExpression, typing: &Typing) -> Problem {
    let message = why.to_string();
    let (code, help) = match why {
        NoExpression::Type(_) => {
            (RunCode::SeveralOutcomes, "mark the alternative that was chosen: `!α + β`")
        }
        NoExpression::Frame(NoFrame::Undefined(_)) => {
            (RunCode::Undefined, "the action must mean something where everybody has access")
        }
        NoExpression::Frame(NoFrame::Unsupported(_)) => (
            RunCode::NoTranslation,
            "tests, `L_B`, `;`, `+` and moves of the game are translated, and events that change nothing",
        ),
        NoExpression::Frame(NoFrame::Events(_) | NoFrame::Depth(_) | NoFrame::Stopped)
        | NoExpression::Size(_)
        | NoExpression::Epistemic(_) => {
            (RunCode::Limit, "translate a part of it, or an action with fewer alternatives")
        }
    };
    Problem::new(code.as_str(), message).at(typing.step.at, "").help(help)
}
