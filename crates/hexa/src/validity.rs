//! `hexa valid`, `hexa satisfiable` and `hexa prove`: decides a formula, and prints the answer with its model or its proof.

use crate::ask::open;
use crate::cli::{DecideArgs, ProveArgs};
use crate::console::{Console, Status};
use crate::files::{self, Overwrite};
use crate::limits::limits;
use hexa_text::{Diagnostic, Sources};
use hexa_workbench::validity::{
    Asked, Deciding, GameText, LogicName, ModelWanted, Validity, ValidityAnswer, decide_alone,
    decide_of_games,
};
use std::io;
use std::path::Path;

/// Decides a formula.
pub fn decide(asked: Asked, args: &DecideArgs, console: &mut Console) -> io::Result<Status> {
    Ok(answer(asked, args, console, Validity::text)?.0)
}

/// Proves a formula.
pub fn prove(args: &ProveArgs, console: &mut Console) -> io::Result<Status> {
    let words = if args.explain { Validity::explanation } else { Validity::proof_text };
    let (status, has_proof) = answer(Asked::Valid, &args.decide, console, words)?;
    Ok(if status == Status::Fine && !has_proof { Status::Broken } else { status })
}

/// Prints the answer; also whether there is a proof.
fn answer(
    asked: Asked,
    args: &DecideArgs,
    console: &mut Console,
    words: fn(&Validity) -> String,
) -> io::Result<(Status, bool)> {
    match decided(asked, args, console) {
        Ok(Some(decided)) => {
            console.answer(&decided, &words(&decided))?;
            let (model, proof) = match &decided.answer {
                ValidityAnswer::Shown(model) => (Some(&model.text), None),
                ValidityAnswer::Proved(proved) => {
                    (None, proved.proof.as_ref().map(|proof| &proof.text))
                }
                ValidityAnswer::ShownWithoutModel | ValidityAnswer::GaveUp(_) => (None, None),
            };
            for (path, text) in [(&args.model, model), (&args.proof, proof)] {
                if let (Some(path), Some(text)) = (path, text)
                    && let Err(problem) = files::write_picture(path, text, &Overwrite::Anything)
                {
                    return Ok((console.refuse(&problem, &Sources::default())?, false));
                }
            }
            Ok((decided.standing().into(), proof.is_some()))
        }
        Ok(None) => Ok((Status::Broken, false)),
        Err(undecided) => Ok((console.refuse(&undecided.0, &undecided.1)?, false)),
    }
}

/// What is found; nothing if the file cannot be read, and that was said.
fn decided(
    asked: Asked,
    args: &DecideArgs,
    console: &mut Console,
) -> Result<Option<Validity>, Box<(Diagnostic, Sources)>> {
    let typed = match args.formula.as_str() {
        "-" => files::read_text(Path::new("-"))
            .map_err(|unreadable| Box::new(unreadable.into_problem("standard input")))?,
        formula => formula.to_owned(),
    };
    let model = if args.smallest { ModelWanted::Smallest } else { ModelWanted::First };
    let how = Deciding { logic: args.logic.into(), premises: args.premises.clone(), model };
    if how.logic == LogicName::Egdl {
        return of_games(asked, args, &typed, &how, console).map(Some);
    }
    let Some(file) = &args.from else {
        let limits = limits(&args.reading.limits, console);
        return decide_alone(asked, &typed, &how, limits).map(Some);
    };
    let opened = open(file, &args.reading, console);
    // What cannot be written will be noticed again.
    let Ok(Some(mut opened)) = opened else { return Ok(None) };
    let decided = opened.decide(asked, &typed, &how);
    decided.map(Some).map_err(|problem| Box::new((problem, opened.sources)))
}

/// The same for a formula of EGDL.
fn of_games(
    asked: Asked,
    args: &DecideArgs,
    typed: &str,
    how: &Deciding,
    console: &Console,
) -> Result<Validity, Box<(Diagnostic, Sources)>> {
    let limits = limits(&args.reading.limits, console);
    let Some(file) = &args.from else {
        return decide_of_games(asked, typed, how, None, &limits);
    };
    let name = file.to_string_lossy();
    let text =
        files::read_text(file).map_err(|unreadable| Box::new(unreadable.into_problem(&name)))?;
    decide_of_games(asked, typed, how, Some(GameText { name: &name, text: &text }), &limits)
}
