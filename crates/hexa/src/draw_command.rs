//! `hexa draw`: a state, a step or a frame of a file as a picture; a state as a tree too.

use crate::cli::{DrawArgs, PictureFormat};
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::draw::{Format, Tree};
use crate::files::{self, Overwrite};
use crate::limits::limits;
use crate::moment::{Asked, Moment, Passed};
use crate::opened::open;
use crate::picture;
use crate::problem::{Problem, RunCode};
use crate::refusal::Means;
use crate::report::render;
use crate::run::format_of;
use crate::session::Snapshot;
use crate::{draw, frame_picture, tree_picture};
use hexa_engine::Limit;
use hexa_lang::{Document, Sources};
use hexa_logic::{Action, Group};
use std::io::{self, Write};

/// Draws a state.
pub fn run(args: &DrawArgs, console: &mut Console) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.settings, console)? else {
        return Ok(Status::Broken);
    };
    let action = args.action.as_deref().map(|text| opened.action(text)).transpose();
    let group = args.group.as_deref().map(|text| opened.group(text)).transpose();
    let drawn = action.and_then(|action| {
        let asked = (action.map(|(action, _)| action), group?);
        drawn(args, asked, &opened.document, &opened.sources)
    });
    match drawn {
        Ok(picture) => write(args, &picture, &opened.sources, console),
        Err(problem) => opened.complain(&problem, console),
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

fn drawn(
    args: &DrawArgs,
    (action, group): (Option<Action>, Option<Group>),
    document: &Document,
    sources: &Sources,
) -> Result<String, Problem> {
    let format = format(args)?;
    if let Some(name) = &args.frame {
        return Ok(draw::render(&frame_picture::declared(document, name)?, format));
    }
    let asked = Asked { document, sources, limits: limits(&args.limits) };
    let moment = moment(args, &asked)?;
    let file = files::display_name(&args.file);
    let reached =
        asked.reach(moment).map_err(|problem| at_initial_state(problem, &file, sources))?;
    let title = match moment {
        Moment::After { scenario, .. } => document.scenarios[scenario].name.clone(),
        Moment::Initial | Moment::Declared(_) => args.moment.scenario.clone(),
    };
    let current = reached.snapshot();
    let means = Means { document, engine: current.state.engine(), limits: asked.limits.clone() };
    let refused = |limit: Limit| means.limit(&limit);
    if let Some(action) = action {
        let frame = frame_picture::of_action(document, action, &current.state.group())?;
        return Ok(draw::render(&frame, format));
    }
    if let Some(depth) = args.tree {
        let tree = tree_picture::of_state(document, current, group, depth, asked.limits)?;
        return Ok(draw::render_tree(&Tree { title, ..tree }, format));
    }
    if !is_of_a_step(args) {
        let current = shown(args, current)?;
        return picture::draw(&current, document, title, format).map_err(refused);
    }
    let [.., Passed { snapshot: before, .. }, Passed { step: Some((_, step)), .. }] =
        &reached.way[..]
    else {
        return Err(no_step());
    };
    if args.before_after {
        let text = step.text.strip_prefix("do ").unwrap_or(&step.text);
        let (before, after) = (shown(args, before)?, shown(args, current)?);
        let drawn = picture::draw_step(&before, &after, document, text, title, format);
        return drawn.map_err(refused);
    }
    let frame = frame_picture::of_step(document, step, &before.state.group())?;
    picture::draw_product(before, frame, current, document, title, format).map_err(refused)
}

/// The state as it is to be shown.
fn shown(args: &DrawArgs, snapshot: &Snapshot) -> Result<Snapshot, Problem> {
    if !args.minimal {
        return Ok(snapshot.clone());
    }
    let state = snapshot.state.contraction();
    let state = state.map_err(|error| {
        Problem::new(RunCode::CannotDraw.as_str(), format!("it cannot be made smaller: {error}"))
    })?;
    Ok(Snapshot { state, ..snapshot.clone() })
}

/// The state to draw, or the one after the step to draw.
fn moment(args: &DrawArgs, asked: &Asked<'_>) -> Result<Moment, Problem> {
    let first = asked.document.scenarios.first();
    match (is_of_a_step(args), &args.moment.scenario, args.moment.step, first) {
        (true, None, None, Some(scenario)) => asked.stepped(None, Some(scenario.steps.len())),
        _ => asked.stepped(args.moment.scenario.as_deref(), args.moment.step),
    }
}

/// Whether a step is to be drawn rather than a state.
fn is_of_a_step(args: &DrawArgs) -> bool {
    args.before_after || args.product
}

fn no_step() -> Problem {
    let message = "no `do` leads to this state";
    Problem::new(RunCode::CannotDraw.as_str(), message)
        .help("choose a scenario with a `do` in it with --scenario, and more steps with --step")
}

fn format(args: &DrawArgs) -> Result<Format, Problem> {
    match args.format {
        Some(PictureFormat::Svg) => Ok(Format::Svg),
        Some(PictureFormat::Dot) => Ok(Format::Dot),
        Some(PictureFormat::Tikz) => Ok(Format::Tikz),
        None if files::is_standard(&args.output) => Ok(Format::Svg),
        None => format_of(&args.output),
    }
}
