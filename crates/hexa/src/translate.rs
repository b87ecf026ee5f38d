//! `hexa translate`: an action in the language of a neighbouring framework (thesis defs. 41, 42, 56
//! and 59), as text that can be added to the file.

pub mod frame;

use crate::cli::{Framework, TranslateArgs};
use crate::command::{Console, Status};
use crate::latex;
use crate::opened::{Opened, Typing, open};
use crate::problem::{Problem, RunCode};
use crate::report::clean;
use hexa_logic::Action;
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
        Framework::Updates | Framework::Suspicion => {
            Err(Problem::new(RunCode::Unsupported.as_str(), "not yet"))
        }
    }
}
