//! `hexa convert`: a file in another format. A state is turned into a knowledge structure and its
//! scenarios into queries, which are then written down; what the other format has no words for is
//! named. What is written in a language of ours is read back first.

mod hexa;
mod ispl;
mod queries;
mod smcdel;
mod structure;

use crate::cli::{ConvertArgs, Target};
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::draw::Format;
use crate::files::{self, Overwrite};
use crate::limits::limits;
use crate::opened::{Opened, open};
use crate::picture;
use crate::problem::{Problem, RunCode};
use crate::session::{self, Origin};
use hexa_engine::Engine;
use hexa_lang::{NoIncludes, load};
use std::io::{self, Write};

/// Converts a file.
pub fn run(args: &ConvertArgs, console: &mut Console) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.settings, console)? else {
        return Ok(Status::Broken);
    };
    if opened.status != Status::Fine {
        return Ok(opened.status);
    }
    let converted = converted(args, &mut opened)
        .map_err(|problem| at_initial_state(problem, &opened.name, &opened.sources));
    match converted.and_then(|text| delivered(args, text)) {
        Ok(text) => {
            console.out.write_all(text.as_bytes())?;
            Ok(Status::Fine)
        }
        Err(problem) => opened.complain(&problem, console),
    }
}

/// Writes the text into its file, if there is one; gives back what is to be shown.
fn delivered(args: &ConvertArgs, text: String) -> Result<String, Problem> {
    let Some(path) = args.output.as_ref().filter(|path| !files::is_standard(path)) else {
        return Ok(text);
    };
    if path.exists() && !args.force {
        let message = format!("{} is there already", path.display());
        let problem = Problem::new(RunCode::CannotDraw.as_str(), message);
        return Err(problem.help("choose another name, or overwrite it with --force"));
    }
    files::write_picture(path, &text, Overwrite::Anything).map(|()| String::new())
}

fn converted(args: &ConvertArgs, opened: &mut Opened) -> Result<String, Problem> {
    match args.to {
        Target::Dot => drawn(args, opened, Format::Dot),
        Target::Tikz => drawn(args, opened, Format::Tikz),
        Target::Smcdel => smcdel::written(opened).and_then(|text| read_back("c.smcdel.txt", text)),
        Target::Ispl => ispl::written(opened),
        Target::Hexa => {
            let limits = limits(&args.limits);
            hexa::written(opened, limits).and_then(|text| read_back("c.hexa", text))
        }
    }
}

fn drawn(args: &ConvertArgs, opened: &Opened, format: Format) -> Result<String, Problem> {
    let limits = limits(&args.limits);
    let state = session::build(&opened.document, Origin::Initial, Engine::Explicit, limits)?;
    Ok(picture::draw(&state, &opened.document, None, format))
}

/// A text, if it can be read again.
fn read_back(name: &str, text: String) -> Result<String, Problem> {
    let loaded = load(name, &text, &NoIncludes, &[]);
    match loaded.diagnostics.first() {
        None => Ok(text),
        Some(wrong) => {
            let message = format!("this cannot be converted: {}", wrong.message);
            Err(unsayable(message))
        }
    }
}

/// A name on one line, for a comment.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

/// Something that the other format has no words for.
fn unsayable(message: impl Into<String>) -> Problem {
    Problem::new(RunCode::NoTranslation.as_str(), message)
}
