//! `hexa valid` and `hexa satisfiable`: decides a formula, and prints the answer with its model.

use crate::ask::open;
use crate::cli::DecideArgs;
use crate::console::{Console, Status};
use crate::files::{self, Overwrite};
use crate::limits::limits;
use hexa_text::Sources;
use hexa_workbench::validity::{Asked, Deciding, ModelWanted, ValidityAnswer, decide_alone};
use std::io;
use std::path::Path;

/// Decides a formula.
pub fn decide(asked: Asked, args: &DecideArgs, console: &mut Console) -> io::Result<Status> {
    let typed = match args.formula.as_str() {
        "-" => match files::read_text(Path::new("-")) {
            Ok(text) => text,
            Err(unreadable) => {
                let (problem, sources) = unreadable.into_problem("standard input");
                return console.refuse(&problem, &sources);
            }
        },
        formula => formula.to_owned(),
    };
    let model = if args.smallest { ModelWanted::Smallest } else { ModelWanted::First };
    let how = Deciding { logic: args.logic.into(), premises: args.premises.clone(), model };
    let decided = match &args.from {
        None => {
            let limits = limits(&args.reading.limits, console);
            decide_alone(asked, &typed, &how, limits)
        }
        Some(file) => {
            let Some(mut opened) = open(file, &args.reading, console)? else {
                return Ok(Status::Broken);
            };
            let decided = opened.decide(asked, &typed, &how);
            decided.map_err(|problem| Box::new((problem, opened.sources)))
        }
    };
    let decided = match decided {
        Ok(decided) => decided,
        Err(undecided) => return console.refuse(&undecided.0, &undecided.1),
    };
    console.answer(&decided, &decided.text())?;
    if let (Some(path), ValidityAnswer::Shown(model)) = (&args.model, &decided.answer)
        && let Err(problem) = files::write_picture(path, &model.text, &Overwrite::Anything)
    {
        return console.refuse(&problem, &Sources::default());
    }
    Ok(decided.standing().into())
}
