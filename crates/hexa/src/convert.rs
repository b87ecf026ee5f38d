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
use crate::refusal::Means;
use crate::report::counted;
use crate::session::{self, Origin};
use hexa_engine::Engine;
use hexa_lang::{NoIncludes, Step, load};
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
    let left_out = converted.as_ref().map_or(0, |converted| converted.left_out.len());
    match converted.and_then(|converted| converted.finished(args)).and_then(|t| delivered(args, t))
    {
        Ok(text) => {
            console.out.write_all(text.as_bytes())?;
            if left_out > 0 {
                let steps = counted(left_out, "step");
                console.complain(&format!("hexa: {steps} left out, see the comments\n"))?;
            }
            Ok(Status::Fine)
        }
        Err(problem) => opened.complain(&problem, console),
    }
}

/// What was written, and what could not be.
#[derive(Default)]
struct Converted {
    text: String,
    left_out: Vec<Problem>,
}

impl Converted {
    /// Adds what a step became; if it could not be said, a comment that starts with this sign.
    fn add(&mut self, said: Result<String, Problem>, (sign, step): (&str, &Step)) {
        match said {
            Ok(said) => self.text += &said,
            Err(problem) => {
                self.text += &format!("{sign} left out: {}\n", plain(&step.text));
                self.left_out.push(problem);
            }
        }
    }

    /// The text, if it may be written.
    fn finished(self, args: &ConvertArgs) -> Result<String, Problem> {
        let Some(first) = self.left_out.first().filter(|_| !args.partial) else {
            return Ok(self.text);
        };
        let problem = match self.left_out.len() {
            1 => first.clone(),
            all => first.clone().note(format!("{all} steps cannot be said; this is the first")),
        };
        Err(problem.note("with --partial, what cannot be said becomes a comment"))
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

fn converted(args: &ConvertArgs, opened: &mut Opened) -> Result<Converted, Problem> {
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

fn drawn(args: &ConvertArgs, opened: &Opened, format: Format) -> Result<Converted, Problem> {
    let limits = limits(&args.limits);
    let state =
        session::build(&opened.document, Origin::Initial, Engine::Explicit, limits.clone())?;
    let text = picture::draw(&state, &opened.document, None, format);
    let means = Means { document: &opened.document, engine: Engine::Explicit, limits };
    let text = text.map_err(|limit| means.limit(&limit))?;
    Ok(Converted { text, left_out: Vec::new() })
}

/// A text, if it can be read again.
fn read_back(name: &str, converted: Converted) -> Result<Converted, Problem> {
    let loaded = load(name, &converted.text, &NoIncludes, &[]);
    match loaded.diagnostics.first() {
        None => Ok(converted),
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
