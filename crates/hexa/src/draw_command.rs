//! `hexa draw`: a state of a file as a picture.

use crate::cli::{DrawArgs, PictureFormat};
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::draw::Format;
use crate::files::{self, Overwrite};
use crate::limits::limits;
use crate::moment::{Asked, Moment};
use crate::picture;
use crate::problem::Problem;
use crate::report::{MOST_SHOWN, render};
use crate::run::format_of;
use hexa_lang::{Document, Sources};
use std::io::{self, Write};

/// Draws a state.
pub fn run(args: &DrawArgs, console: &mut Console) -> io::Result<Status> {
    let loaded = match files::load(&args.file, &args.settings.set) {
        Ok(loaded) => loaded,
        Err(unread) => return complain(console, &unread.0, &unread.1),
    };
    for diagnostic in loaded.diagnostics.iter().take(MOST_SHOWN) {
        complain(console, &Problem::from(diagnostic), &loaded.sources)?;
    }
    let Some(document) = &loaded.document else { return Ok(Status::Broken) };
    match drawn(args, document, &loaded.sources) {
        Ok(picture) => write(args, &picture, &loaded.sources, console),
        Err(problem) => complain(console, &problem, &loaded.sources),
    }
}

fn complain(console: &mut Console, problem: &Problem, sources: &Sources) -> io::Result<Status> {
    console.complain(&render(problem, sources))?;
    Ok(Status::Broken)
}

fn write(
    args: &DrawArgs,
    picture: &str,
    sources: &Sources,
    console: &mut Console,
) -> io::Result<Status> {
    if files::is_standard(&args.output) {
        console.out.write_all(picture.as_bytes())?;
        return Ok(Status::Fine);
    }
    let overwrite = match args.force {
        true => Overwrite::Anything,
        false => Overwrite::OnlyDrawings("choose another name, or overwrite it with --force"),
    };
    match files::write_picture(&args.output, picture, overwrite) {
        Ok(()) => Ok(Status::Fine),
        Err(problem) => complain(console, &problem, sources),
    }
}

fn drawn(args: &DrawArgs, document: &Document, sources: &Sources) -> Result<String, Problem> {
    let format = match args.format {
        Some(PictureFormat::Svg) => Format::Svg,
        Some(PictureFormat::Dot) => Format::Dot,
        Some(PictureFormat::Tikz) => Format::Tikz,
        None if files::is_standard(&args.output) => Format::Svg,
        None => format_of(&args.output)?,
    };
    let asked = Asked { document, sources, limits: limits(&args.limits) };
    let moment = asked.stepped(args.scenario.as_deref(), args.step)?;
    let file = files::display_name(&args.file);
    let reached =
        asked.reach(moment).map_err(|problem| at_initial_state(problem, &file, sources))?;
    let title = match moment {
        Moment::After { scenario, .. } => document.scenarios[scenario].name.clone(),
        Moment::Initial | Moment::Declared(_) => args.scenario.clone(),
    };
    Ok(picture::draw(reached.snapshot(), document, title, format))
}
