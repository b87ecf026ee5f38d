//! Commands that ask one question of a file: `why`, `compare`, `describe`, `strength`, `translate`, `reduce`, `convert`
//! and `draw`. Each makes a request of its arguments and prints the answer.

use crate::cli::{
    CellsChoice, CompareArgs, Conversion, ConvertArgs, Denied, DescribeArgs, DrawArgs, LimitArgs,
    MomentArgs, PictureFormat, ReadingArgs, ReduceArgs, StrengthArgs, TranslateArgs, WhyArgs,
};
use crate::console::{Console, Status};
use crate::files::{self, Overwrite};
use crate::limits::limits;
use crate::play;
use hexa_draw::{Cells, Format};
use hexa_engine::Bounds;
use hexa_lang::Loaded;
use hexa_text::{Code, Diagnostic, Setting, Sources, WayOut, clean};
use hexa_workbench::compare::compare;
use hexa_workbench::convert;
use hexa_workbench::convert::game::{GameTarget, USUAL_NODES, write_game};
use hexa_workbench::game_argument::{GameName, UnopenedGame};
use hexa_workbench::latex::Form;
use hexa_workbench::picture::{Drawing, Shown, Subject};
use hexa_workbench::refusal::format_of;
use hexa_workbench::strength::Notion;
use hexa_workbench::words::count_noun;
use hexa_workbench::{Opened, Problem, Unopened, When};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};

/// Reads a file, and says what is wrong with it; nothing if there is nothing to go on with.
pub fn open(
    file: &Path,
    reading: &ReadingArgs,
    console: &mut Console,
) -> io::Result<Option<Opened>> {
    let loaded = files::load(file, &reading.settings, &console.watch.stop);
    opened(loaded, &files::display_name(file), &reading.limits, console)
}

/// A text that was loaded, after saying what is wrong with it.
pub fn opened(
    loaded: Result<Loaded, Box<(Diagnostic, Sources)>>,
    name: &str,
    args: &LimitArgs,
    console: &mut Console,
) -> io::Result<Option<Opened>> {
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(unread) => {
            console.refuse(&unread.0, &unread.1)?;
            return Ok(None);
        }
    };
    match Opened::new(name, loaded, limits(args, console)) {
        Ok(mut opened) => {
            let warned = opened.diagnostics.iter().any(Diagnostic::is_warning);
            if console.deny == Some(Denied::Warnings) && warned {
                opened.deny_warnings();
                console.refuse_all(&opened.diagnostics, &opened.sources)?;
                return Ok(None);
            }
            console.warn_all(&opened.diagnostics, &opened.sources)?;
            Ok(Some(opened))
        }
        Err(unopened) => {
            let Unopened { sources, diagnostics, .. } = *unopened;
            console.refuse_all(&diagnostics, &sources)?;
            Ok(None)
        }
    }
}

impl From<&MomentArgs> for When {
    fn from(args: &MomentArgs) -> Self {
        Self { scenario: args.scenario.clone(), step: args.step, line: args.line }
    }
}

fn form(latex: bool) -> Form {
    if latex { Form::Latex } else { Form::Hexa }
}

/// Opens a file, asks, and prints the answer.
fn ask<A: Serialize>(
    file: &Path,
    reading: &ReadingArgs,
    console: &mut Console,
    ask: impl FnOnce(&mut Opened) -> Result<A, Diagnostic>,
    words: impl FnOnce(&A) -> String,
) -> io::Result<Status> {
    let Some(mut opened) = open(file, reading, console)? else {
        return Ok(Status::Broken);
    };
    answer(&mut opened, console, ask, words)
}

fn answer<A: Serialize>(
    opened: &mut Opened,
    console: &mut Console,
    ask: impl FnOnce(&mut Opened) -> Result<A, Diagnostic>,
    words: impl FnOnce(&A) -> String,
) -> io::Result<Status> {
    match ask(opened) {
        Ok(answer) => {
            let status = console.answer(&answer, &words(&answer))?;
            say_independent(opened, console)?;
            Ok(status)
        }
        Err(problem) => console.refuse(&problem, &opened.sources),
    }
}

/// Errors were shown, and there is an answer all the same: they are in steps that it does not depend on, because a
/// step in error is never taken, and what is wrong elsewhere leaves no state to ask about.
fn say_independent(opened: &Opened, console: &mut Console) -> io::Result<()> {
    let wrong = opened.diagnostics.iter().filter(|problem| !problem.is_warning()).count();
    if wrong == 0 {
        return Ok(());
    }
    let (name, errors) = (clean(&opened.name), count_noun(wrong, "error"));
    let (stand, them) = if wrong == 1 { ("stands", "it") } else { ("stand", "them") };
    console.complain(&format!(
        "hexa: {errors} in {name} {stand} in steps that were not taken: the answer does not depend on {them}\n"
    ))
}

/// Explains a formula, or lists the steps that lead to a state.
pub fn why(args: &WhyArgs, console: &mut Console) -> io::Result<Status> {
    let Some(formula) = &args.formula else {
        let list = |opened: &mut Opened| Ok(opened.list_steps());
        return ask(&args.file, &args.reading, console, list, |answer| answer.text());
    };
    let Some(mut opened) = open(&args.file, &args.reading, console)? else {
        return Ok(Status::Broken);
    };
    let when = told_or_last(&args.moment, &opened);
    let explain = |opened: &mut Opened| opened.explain(formula, &when);
    let status = answer(&mut opened, console, explain, |answer| answer.text.clone())?;
    say_state("about", &when, status, &opened, console)
}

/// The state that is meant: where nothing is said, the last one of the first scenario.
fn told_or_last(args: &MomentArgs, opened: &Opened) -> When {
    match When::from(args) {
        when if when == When::default() => opened.last_state(),
        when => when,
    }
}

/// Says which state an answer is about.
fn say_state(
    about: &str,
    when: &When,
    status: Status,
    opened: &Opened,
    console: &mut Console,
) -> io::Result<Status> {
    if status == Status::Fine
        && let Ok(state) = opened.name_moment(when)
    {
        console.complain(&format!("hexa: {about} {state}\n"))?;
    }
    Ok(status)
}

/// The most conflicts in the search for the models of a theory, for each number of worlds.
const MOST_CONFLICTS: u64 = 200_000;

/// Describes a state, a game action, or what a theory becomes.
pub fn describe(args: &DescribeArgs, console: &mut Console) -> io::Result<Status> {
    let (when, form) = (When::from(&args.moment), form(args.latex));
    if let Some(action) = &args.action {
        let describe = |opened: &mut Opened| opened.describe_action(action, &when, form);
        return ask(&args.file, &args.reading, console, describe, |answer| answer.text.clone());
    }
    if args.equations {
        let equations = |opened: &mut Opened| opened.equations(&when, args.group.as_deref());
        return ask(&args.file, &args.reading, console, equations, |answer| answer.text());
    }
    if let (Some(theory), Some(action)) = (&args.theory, &args.after) {
        let stop = console.watch.stop.clone();
        let bounds = Bounds { worlds: args.worlds.into(), conflicts: MOST_CONFLICTS, stop };
        let revise = |opened: &mut Opened| opened.revise_theory(theory, action, bounds);
        return ask(&args.file, &args.reading, console, revise, |found| found.text());
    }
    let describe = |opened: &mut Opened| opened.describe(&when, args.after.as_deref(), form);
    ask(&args.file, &args.reading, console, describe, |answer| answer.text.clone())
}

/// Compares how strong two formulas are.
pub fn strength(args: &StrengthArgs, console: &mut Console) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.reading, console)? else {
        return Ok(Status::Broken);
    };
    let stop = console.watch.stop.clone();
    let bounds = Bounds { worlds: args.worlds.into(), conflicts: args.conflicts, stop };
    let notion = if args.implies { Notion::Implication } else { Notion::Replacement };
    match opened.strength(notion, (&args.left, &args.right), &args.theory, bounds) {
        Ok(found) => {
            console.answer(&found, &found.text())?;
            say_independent(&opened, console)?;
            Ok(found.standing().into())
        }
        Err(problem) => console.refuse(&problem, &opened.sources),
    }
}

/// Translates an action.
pub fn translate(args: &TranslateArgs, console: &mut Console) -> io::Result<Status> {
    let translate =
        |opened: &mut Opened| opened.translate(&args.action, args.to.into(), form(args.latex));
    ask(&args.file, &args.reading, console, translate, |answer| answer.text.clone())
}

/// Reduces a formula.
pub fn reduce(args: &ReduceArgs, console: &mut Console) -> io::Result<Status> {
    let (opened, formula) = match &args.formula {
        Some(formula) => (open(Path::new(&args.file), &args.reading, console)?, formula),
        None => (Opened::three_players(limits(&args.reading.limits, console)).ok(), &args.file),
    };
    let Some(mut opened) = opened else { return Ok(Status::Broken) };
    if args.formula.is_none() && (formula == "-" || Path::new(formula).is_file()) {
        let problem = Diagnostic::without_place(Code::Expected, "there is no formula")
            .help("write `hexa reduce FILE 'FORMULA'`");
        return console.refuse(&problem, &opened.sources);
    }
    let reduce = |opened: &mut Opened| opened.reduce(formula, args.max_size, form(args.latex));
    answer(&mut opened, console, reduce, |answer| answer.text.clone())
}

/// Compares two states.
pub fn compare_states(args: &CompareArgs, console: &mut Console) -> io::Result<Status> {
    let (left, right) = (split(&args.left), split(&args.right));
    let Some(first) = open(&left.0, &args.reading, console)? else {
        return Ok(Status::Broken);
    };
    // Standard input cannot be read twice, and nobody wants to be told the same errors twice.
    let second = match left.0 == right.0 {
        true => Some(first.clone()),
        false => open(&right.0, &args.reading, console)?,
    };
    let Some(second) = second else { return Ok(Status::Broken) };
    let a = match first.side(&args.left, left.1) {
        Ok(side) => side,
        Err(problem) => return console.refuse(&problem, &first.sources),
    };
    let b = match second.side(&args.right, right.1) {
        Ok(side) => side,
        Err(problem) => return console.refuse(&problem, &second.sources),
    };
    match compare(&a, &b) {
        Ok(found) => {
            console.answer(&found, &found.text())?;
            say_independent(&first, console)?;
            if left.0 != right.0 {
                say_independent(&second, console)?;
            }
            Ok(match (found.is_incomplete(), found.bisimilar) {
                (true, _) => Status::Broken,
                (false, true) => Status::Fine,
                (false, false) => Status::Failed,
            })
        }
        Err(problem) => console.refuse(&problem, &Sources::default()),
    }
}

/// The file and the name in a text such as `hexa.hexa#nowhite`. A file that has a `#` in its name
/// is found all the same.
fn split(text: &str) -> (PathBuf, Option<&str>) {
    match text.split_once('#') {
        Some((file, name)) if !Path::new(text).exists() => (PathBuf::from(file), Some(name)),
        _ => (PathBuf::from(text), None),
    }
}

/// What became of a file that was written.
#[derive(Serialize)]
pub struct Written<'a> {
    /// The text, if it went to no file.
    pub text: Option<&'a str>,
    /// The file.
    pub file: Option<String>,
    /// What could not be said.
    pub left_out: Vec<Problem>,
}

/// Converts a file.
pub fn convert(args: &ConvertArgs, console: &mut Console) -> io::Result<Status> {
    match args.to.into() {
        Conversion::Text(to) => convert_text(args, to, console),
        Conversion::Game(to) => convert_game(args, to, console),
    }
}

fn convert_game(args: &ConvertArgs, to: GameTarget, console: &mut Console) -> io::Result<Status> {
    let name = GameName::read(&args.file.to_string_lossy());
    let opened = match name.map_err(UnopenedGame::from).and_then(|name| play::open(&name, console))
    {
        Ok(opened) => opened,
        Err(wrong) => return console.refuse_all(&wrong.problems, &wrong.sources),
    };
    console.warn_all(&opened.diagnostics, &opened.sources)?;
    let most = args.reading.limits.max_nodes.map_or(USUAL_NODES, |most| most as usize);
    let text = write_game(&opened, to, most, &console.watch.stop);
    match text.and_then(|text| save(args, &text).map(|file| (text, file))) {
        Ok((text, file)) => {
            let text = file.is_none().then_some(&text);
            let text = text.map(String::as_str);
            let answer = Written { text, file, left_out: Vec::new() };
            console.deliver(&answer, answer.text.unwrap_or_default())?;
            Ok(Status::Fine)
        }
        Err(problem) => console.refuse(&problem, &opened.sources),
    }
}

fn convert_text(
    args: &ConvertArgs,
    to: convert::Target,
    console: &mut Console,
) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.reading, console)? else {
        return Ok(Status::Broken);
    };
    if opened.has_errors() {
        return Ok(Status::Broken);
    }
    let converted = opened.convert(to);
    let left_out = converted.as_ref().map_or(Vec::new(), |converted| converted.left_out.clone());
    let text = converted.and_then(|converted| match args.partial {
        true => Ok(converted.text),
        false => converted.whole(),
    });
    match text.and_then(|text| save(args, &text).map(|file| (text, file))) {
        Ok((text, file)) => {
            let problem = |problem: &Diagnostic| Problem::new(problem.clone(), &opened.sources);
            let answer = Written {
                text: file.is_none().then_some(&text),
                file,
                left_out: left_out.iter().map(problem).collect(),
            };
            console.deliver(&answer, answer.text.unwrap_or_default())?;
            if !left_out.is_empty() {
                let steps = count_noun(left_out.len(), "step");
                console.complain(&format!("hexa: {steps} left out, see the comments\n"))?;
            }
            Ok(Status::Fine)
        }
        Err(problem) => console.refuse(&problem, &opened.sources),
    }
}

/// Writes the text into its file, if there is one, and says which.
fn save(args: &ConvertArgs, text: &str) -> Result<Option<String>, Diagnostic> {
    let Some(path) = args.output.as_ref().filter(|path| !files::is_standard(path)) else {
        return Ok(None);
    };
    if path.exists() && !args.force {
        let message = format!("{} is there already", path.display());
        return Err(Diagnostic::without_place(Code::CannotDraw, message).help(overwrite()));
    }
    files::write_picture(path, text, &Overwrite::Anything)?;
    Ok(Some(path.display().to_string()))
}

fn overwrite() -> WayOut {
    WayOut::from("choose another name, or overwrite it with ").then(Setting::Overwrite)
}

/// Draws a state, a step or a frame.
pub fn draw(args: &DrawArgs, console: &mut Console) -> io::Result<Status> {
    let Some(mut opened) = open(&args.file, &args.reading, console)? else {
        return Ok(Status::Broken);
    };
    let when = told_or_last(&args.moment, &opened);
    let drawn = format(args).and_then(|format| {
        let shown = if args.minimal { Shown::Minimal } else { Shown::Whole };
        let cells = match args.cells {
            CellsChoice::Links => Cells::Links,
            CellsChoice::Outlines => Cells::Outlines,
        };
        opened.draw(&Drawing { subject: subject(args), when: when.clone(), shown, cells, format })
    });
    let status = deliver_picture(drawn, &args.output, args.force, &opened.sources, console)?;
    if status == Status::Fine {
        say_independent(&opened, console)?;
    }
    match args.frame.is_some() || args.action.is_some() {
        true => Ok(status),
        false => say_state("drawn:", &when, status, &opened, console),
    }
}

/// Writes a picture to a file, or prints it.
pub fn deliver_picture(
    drawn: Result<String, Diagnostic>,
    output: &Path,
    force: bool,
    sources: &Sources,
    console: &mut Console,
) -> io::Result<Status> {
    let written = drawn.and_then(|picture| {
        if files::is_standard(output) {
            return Ok((picture, None));
        }
        let overwrite =
            if force { Overwrite::Anything } else { Overwrite::OnlyDrawings(overwrite()) };
        files::write_picture(output, &picture, &overwrite)?;
        Ok((picture, Some(output.display().to_string())))
    });
    match written {
        Ok((picture, file)) => {
            let text = file.is_none().then_some(picture.as_str());
            let answer = Written { text, file, left_out: Vec::new() };
            console.deliver(&answer, text.unwrap_or_default())
        }
        Err(problem) => console.refuse(&problem, sources),
    }
}

fn subject(args: &DrawArgs) -> Subject {
    match (&args.frame, &args.action, args.tree) {
        (Some(frame), _, _) => Subject::Frame(frame.clone()),
        (_, Some(action), _) => Subject::Action(action.clone()),
        (_, _, Some(depth)) => Subject::Tree { depth, group: args.group.clone() },
        _ if args.before_after => Subject::Step,
        _ if args.product => Subject::Product,
        _ if args.film => Subject::Film,
        _ => Subject::State,
    }
}

fn format(args: &DrawArgs) -> Result<Format, Diagnostic> {
    match args.format {
        Some(PictureFormat::Svg) => Ok(Format::Svg),
        Some(PictureFormat::Dot) => Ok(Format::Dot),
        Some(PictureFormat::Tikz) => Ok(Format::Tikz),
        None if files::is_standard(&args.output) => Ok(Format::Svg),
        None => format_of(&args.output.display().to_string()),
    }
}
