//! `hexa draw`: a state of a file as a picture.

use crate::cli::{DrawArgs, PictureFormat};
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::draw::Format;
use crate::files::{self, Overwrite};
use crate::limits::limits;
use crate::picture;
use crate::problem::{Problem, RunCode};
use crate::report::{MOST_SHOWN, clean, render};
use crate::run::format_of;
use crate::session::Session;
use hexa_engine::Engine;
use hexa_lang::{Document, Scenario, Sources, Step, StepKind};
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
    let chosen = chosen(args, document)?;
    let started = Session::start(document, Engine::Explicit, limits(&args.limits));
    let file = files::display_name(&args.file);
    let mut session = started.map_err(|problem| at_initial_state(problem, &file, sources))?;
    for step in steps(args, chosen)? {
        play(&mut session, document, sources, step)?;
    }
    let title = chosen.and_then(|scenario| scenario.name.clone());
    Ok(picture::draw(session.current(), document, title, format))
}

/// The scenario to play: the one named, or the first if steps are asked for.
fn chosen<'d>(args: &DrawArgs, document: &'d Document) -> Result<Option<&'d Scenario>, Problem> {
    let Some(name) = &args.scenario else {
        return Ok(args.step.and_then(|_| document.scenarios.first()));
    };
    let named = document.scenarios.iter().filter(|scenario| scenario.name.as_ref() == Some(name));
    match named.collect::<Vec<_>>()[..] {
        [scenario] => Ok(Some(scenario)),
        [] => {
            let names = document.scenarios.iter().filter_map(|scenario| scenario.name.as_deref());
            let names: Vec<_> = names.map(|name| format!("\"{name}\"")).collect();
            let message = format!("there is no scenario \"{}\"", clean(name));
            let problem = Problem::new(RunCode::NoScenario.as_str(), message);
            Err(match names.is_empty() {
                true => problem.help("no scenario of this file has a name"),
                false => problem.help(format!("there are {}", names.join(", "))),
            })
        }
        ref several => {
            let message = format!("there are {} scenarios \"{}\"", several.len(), clean(name));
            let problem = Problem::new(RunCode::NoScenario.as_str(), message)
                .help("give them different names, so that the one to draw can be told");
            Err(several.iter().fold(problem, |problem, scenario| problem.at(scenario.at, "")))
        }
    }
}

/// The steps of the scenario that are to be played.
fn steps<'d>(args: &DrawArgs, chosen: Option<&'d Scenario>) -> Result<&'d [Step], Problem> {
    let steps = chosen.map_or(&[][..], |scenario| &scenario.steps);
    let count = args.step.unwrap_or(steps.len());
    steps.get(..count).ok_or_else(|| {
        let message = format!("there is no step {count}: the scenario has {}", steps.len());
        Problem::new(RunCode::NoScenario.as_str(), message)
    })
}

/// Takes a step if it may change the state.
fn play(
    session: &mut Session,
    document: &Document,
    sources: &Sources,
    step: &Step,
) -> Result<(), Problem> {
    match step.kind {
        StepKind::Do(_) | StepKind::Save(_) | StepKind::Restore(_) => {
            session.take(document, sources, step).map(|_| ())
        }
        // It might have been any of these.
        StepKind::Broken => {
            let message = "a step before the one to draw could not be read";
            Err(Problem::new(RunCode::NoScenario.as_str(), message).at(step.at, ""))
        }
        _ => Ok(()),
    }
}
