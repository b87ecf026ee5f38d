//! The dialogue itself: a document that can grow, a state, and the way back.

use super::help::HELP;
use super::input::{Input, interrupted, kind};
use super::typed::{Typed, as_typed};
use crate::cli::ReplArgs;
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::engine_choice::suitable;
use crate::files::{self, MOVE_AWAY, Overwrite};
use crate::limits::limits;
use crate::naming::Naming;
use crate::opened::{Opened, THREE_PLAYERS, told};
use crate::picture;
use crate::problem::Problem;
use crate::refusal::Means;
use crate::report::{self, MOST_SHOWN, Printed, clean, render, size};
use crate::run::format_of;
use crate::session::{Effect, Session};
use crate::trace;
use crate::why::Why;
use crate::witness::Witness;
use hexa_engine::{Limit, Limits, View};
use hexa_lang::{Diagnostic, Document, NoIncludes, Sources, Step, StepKind};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How far back one can go. Older states are forgotten, with the memory they take.
const MOST_UNDONE: usize = 200;

/// How many worlds are listed.
const MOST_LISTED: usize = 1000;

/// What comes after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next line.
    Listen,
    /// The end.
    Leave,
}

/// Whether it is told what a step changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tracing {
    On,
    Off,
}

/// A dialogue.
pub struct Dialogue {
    file: Option<PathBuf>,
    settings: Vec<(String, i64)>,
    limits: Limits,
    document: Document,
    sources: Sources,
    inputs: Vec<Typed>,
    session: Session,
    /// Whether it is told what a step changes.
    tracing: Tracing,
    undone: Vec<Session>,
    done: Vec<Session>,
    status: Status,
}

impl Dialogue {
    /// A dialogue about a file, or about three players with one card each. None if there is no
    /// state to talk about, which has been told.
    pub fn start(args: &ReplArgs, console: &mut Console) -> io::Result<Option<Self>> {
        let settings = args.settings.set.clone();
        opened(args.file.clone(), settings, limits(&args.limits), console)
    }

    /// How it has gone so far.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What to say at the beginning.
    pub fn greeting(&self) -> String {
        let about = match &self.file {
            Some(file) => clean(&files::display_name(file)),
            None => "three players with one card each; 1 holds r, 2 holds w, 3 holds b".to_owned(),
        };
        let worlds = size(&self.session.current().state);
        format!("Hexa: {about} ({worlds})\nType a formula such as K_1 r_1, a step, or :help.\n")
    }

    /// Every name that can be typed.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.document.names();
        names.extend(self.session.saved_names().map(str::to_owned));
        names.sort();
        names.dedup();
        names
    }

    /// Answers a line.
    pub fn hear(&mut self, text: &str, console: &mut Console) -> io::Result<Next> {
        let (text, command) = interrupted(text);
        let next = match kind(text) {
            Input::Nothing => Next::Listen,
            Input::Command(word, argument) => self.command(word, argument, console)?,
            Input::Statement => self.statement(text, console)?,
            Input::Expression => self.expression(text, console)?,
        };
        match command.map(kind) {
            Some(Input::Command(word, argument)) => self.command(word, argument, console),
            _ => Ok(next),
        }
    }

    fn statement(&mut self, text: &str, console: &mut Console) -> io::Result<Next> {
        match self.read(text, "") {
            Ok(steps) => self.steps(&steps, console)?,
            Err(diagnostics) => self.unreadable(&diagnostics, console)?,
        }
        Ok(Next::Listen)
    }

    /// A formula is printed. An action is not executed just like that.
    fn expression(&mut self, text: &str, console: &mut Console) -> io::Result<Next> {
        match self.read(text, "print ") {
            Ok(steps) => self.steps(&steps, console)?,
            Err(diagnostics) => {
                self.unreadable(&diagnostics, console)?;
                let mut sources = self.sources.clone();
                let (_, doing) = Typed::new(text, "do ", &mut sources);
                if self.document.clone().read(&doing, &mut sources).is_ok() {
                    console.complain("this is an action; to execute it, write `do` before it\n")?;
                }
            }
        }
        Ok(Next::Listen)
    }

    /// Reads what was typed, with something before it that was not.
    fn read(&mut self, text: &str, prefix: &str) -> Result<Vec<Step>, Vec<Diagnostic>> {
        let (typed, read) = Typed::new(text, prefix, &mut self.sources);
        self.inputs.push(typed);
        self.document.read(&read, &mut self.sources)
    }

    fn unreadable(&mut self, found: &[Diagnostic], console: &mut Console) -> io::Result<()> {
        for diagnostic in found.iter().take(MOST_SHOWN) {
            self.problem(&Problem::from(diagnostic), console)?;
        }
        Ok(())
    }

    fn problem(&mut self, problem: &Problem, console: &mut Console) -> io::Result<()> {
        self.status = Status::Broken;
        let problem = as_typed(problem.clone(), &self.inputs, &self.sources);
        console.complain(&render(&problem, &self.sources))
    }

    fn steps(&mut self, steps: &[Step], console: &mut Console) -> io::Result<()> {
        for step in steps {
            let before = self.session.clone();
            match self.session.take(&self.document, &self.sources, step) {
                Ok(effect) => {
                    let change = self.change(&before, step);
                    if matches!(
                        step.kind,
                        StepKind::Do(_) | StepKind::Save(_) | StepKind::Restore(_)
                    ) {
                        self.remember(before);
                    }
                    self.tell(step, &effect, console)?;
                    console.out.write_all(change.as_bytes())?;
                }
                Err(problem) => return self.problem(&problem, console),
            }
        }
        Ok(())
    }

    /// What a step has changed, if that is to be told.
    fn change(&self, before: &Session, step: &Step) -> String {
        if self.tracing == Tracing::Off || !trace::is_traced(step) {
            return String::new();
        }
        let length = report::Length::Full;
        match trace::trace(before.current(), self.session.current(), step, &self.document) {
            Ok(trace) => report::Telling { trace: &trace, document: &self.document, length }.text(),
            Err(limit) => format!("what this changed is not told: {limit}\n"),
        }
    }

    fn trace(&mut self, argument: &str, console: &mut Console) -> io::Result<()> {
        self.tracing = match argument {
            "on" | "" => Tracing::On,
            "off" => Tracing::Off,
            _ => {
                self.status = Status::Broken;
                return console.complain("say :trace on or :trace off\n");
            }
        };
        Ok(())
    }

    fn remember(&mut self, before: Session) {
        self.undone.clear();
        if self.done.len() == MOST_UNDONE {
            self.done.remove(0);
        }
        self.done.push(before);
    }

    fn tell(&mut self, step: &Step, effect: &Effect, console: &mut Console) -> io::Result<()> {
        match effect {
            Effect::Quiet if matches!(step.kind, StepKind::Save(_)) => Ok(()),
            Effect::Quiet => self.tell_size(console),
            Effect::Verdict(verdict) if verdict.holds => writeln!(console.out, "ok"),
            Effect::Verdict(verdict) => {
                self.status = self.status.max(Status::Failed);
                let reason = verdict.reason.as_ref();
                let reason =
                    reason.map_or(String::new(), |reason| format!("  ({})", clean(reason)));
                writeln!(console.out, "FAILED{reason}")
            }
            Effect::Printed(printed) => {
                let why = self.why_false(step, printed);
                write!(console.out, "{}{why}", printed.text())
            }
            Effect::Draw(file) => self.draw(file, console),
        }
    }

    fn tell_size(&self, console: &mut Console) -> io::Result<()> {
        writeln!(console.out, "{}", size(&self.session.current().state))
    }

    /// A world that stands against a formula that is false.
    fn why_false(&self, step: &Step, printed: &Printed) -> String {
        let (StepKind::Print(formula), Printed::Truth { here: false, .. }) = (&step.kind, printed)
        else {
            return String::new();
        };
        let witness = Witness {
            document: &self.document,
            sources: &self.sources,
            places: &step.places,
            snapshot: self.session.current(),
        };
        witness.against(*formula).map_or(String::new(), |why| format!("{}\n", clean(&why)))
    }
}

/// The commands.
impl Dialogue {
    fn command(&mut self, word: &str, argument: &str, console: &mut Console) -> io::Result<Next> {
        match word {
            "quit" | "q" | "exit" => return Ok(Next::Leave),
            "help" | "h" | "?" => console.out.write_all(HELP.as_bytes())?,
            "undo" => self.undo(console)?,
            "redo" => self.redo(console)?,
            "reset" => self.reset(console)?,
            "state" => {
                let text = report::state(self.session.current(), &self.document);
                self.show(text, console)?;
            }
            "worlds" => {
                let text = self.view().map(|view| self.worlds(&view));
                self.show(text, console)?;
            }
            "who" | "knowledge" => {
                let state = &self.session.current().state;
                let text = report::knowledge(state, &self.document.vocabulary);
                self.show(text, console)?;
            }
            "why" => self.why(argument, console)?,
            "draw" => self.draw(argument, console)?,
            "trace" => self.trace(argument, console)?,
            "load" => self.load(argument, console)?,
            "names" => writeln!(console.out, "{}", self.names().join(" "))?,
            _ => {
                self.status = Status::Broken;
                let word = clean(word);
                console.complain(&format!("there is no command :{word}; :help lists them\n"))?;
            }
        }
        Ok(Next::Listen)
    }

    /// Explains a formula. The steps that led to the state are not told.
    fn why(&mut self, text: &str, console: &mut Console) -> io::Result<()> {
        if text.is_empty() {
            self.status = Status::Broken;
            return console.complain("say what to explain: :why K_1 r_1\n");
        }
        let steps = match self.read(text, "print ") {
            Ok(steps) => steps,
            Err(diagnostics) => return self.unreadable(&diagnostics, console),
        };
        let Some(step) = steps.first() else { return Ok(()) };
        let texts = (&self.document, &self.sources);
        match Why::new(texts, step, &[], self.session.current(), self.limits.clone()) {
            Ok(why) => console.out.write_all(why.text().as_bytes()),
            Err(problem) => self.problem(&problem, console),
        }
    }

    fn undo(&mut self, console: &mut Console) -> io::Result<()> {
        match self.done.pop() {
            Some(before) => {
                self.undone.push(std::mem::replace(&mut self.session, before));
                self.tell_size(console)
            }
            None => writeln!(console.out, "nothing to undo"),
        }
    }

    fn redo(&mut self, console: &mut Console) -> io::Result<()> {
        match self.undone.pop() {
            Some(after) => {
                self.done.push(std::mem::replace(&mut self.session, after));
                self.tell_size(console)
            }
            None => writeln!(console.out, "nothing to redo"),
        }
    }

    fn reset(&mut self, console: &mut Console) -> io::Result<()> {
        let before = self.session.clone();
        self.session.reset();
        self.remember(before);
        self.tell_size(console)
    }

    fn view(&self) -> Result<View, Limit> {
        self.session.current().state.view()
    }

    /// Shows a text, or why there is none.
    fn show(&mut self, text: Result<String, Limit>, console: &mut Console) -> io::Result<()> {
        match text {
            Ok(text) => console.out.write_all(text.as_bytes()),
            Err(limit) => self.problem(&self.refused(&limit), console),
        }
    }

    fn refused(&self, limit: &Limit) -> Problem {
        let engine = self.session.current().state.engine();
        Means { document: &self.document, engine, limits: self.limits.clone() }.limit(limit)
    }

    fn worlds(&self, view: &View) -> String {
        let setup = self.session.current().origin.setup(&self.document);
        let naming = Naming::new(&self.document, setup);
        let mut text = naming.legend().map_or(String::new(), |legend| legend + "\n");
        for (at, world) in view.worlds.iter().enumerate().take(MOST_LISTED) {
            let name = naming.name(world);
            let mark = if at == view.actual { '*' } else { ' ' };
            let line = format!("{mark} {}  {}", name.label, name.details.join(", "));
            text += &format!("{}\n", line.trim_end());
        }
        match view.worlds.len().saturating_sub(MOST_LISTED) {
            0 => text,
            more => text + &format!("and {more} more\n"),
        }
    }

    fn draw(&mut self, file: &str, console: &mut Console) -> io::Result<()> {
        let path = Path::new(file);
        let written = format_of(path).and_then(|format| {
            let picture = picture::draw(self.session.current(), &self.document, None, format);
            let picture = picture.map_err(|limit| self.refused(&limit))?;
            files::write_picture(path, &picture, Overwrite::OnlyDrawings(MOVE_AWAY))
        });
        match written {
            Ok(()) => writeln!(console.out, "drawn: {}", clean(file)),
            Err(problem) => self.problem(&problem, console),
        }
    }

    fn load(&mut self, file: &str, console: &mut Console) -> io::Result<()> {
        if file.is_empty() {
            self.status = Status::Broken;
            return console.complain("say which file, for example :load hexa.hexa\n");
        }
        let path = Some(PathBuf::from(file));
        match opened(path, self.settings.clone(), self.limits.clone(), console)? {
            Some(other) => {
                let status = self.status;
                *self = Self { status: status.max(other.status), tracing: self.tracing, ..other };
                self.tell_size(console)
            }
            None => {
                self.status = Status::Broken;
                Ok(())
            }
        }
    }
}

/// Opens a document at its initial state. What is wrong with it is told.
fn opened(
    file: Option<PathBuf>,
    settings: Vec<(String, i64)>,
    limits: Limits,
    console: &mut Console,
) -> io::Result<Option<Dialogue>> {
    let loaded = match &file {
        Some(path) => files::load(path, &settings),
        None => Ok(hexa_lang::load("hexa", THREE_PLAYERS, &NoIncludes, &settings)),
    };
    let name = file.as_deref().map_or(String::new(), files::display_name);
    let Some(opened) = told(loaded, name, console)? else { return Ok(None) };
    let Opened { document, sources, name, status } = opened;
    match Session::start(&document, suitable(&document, limits.clone()).engine, limits.clone()) {
        Ok(session) => Ok(Some(Dialogue {
            file,
            settings,
            limits,
            document,
            sources,
            inputs: Vec::new(),
            session,
            tracing: Tracing::Off,
            undone: Vec::new(),
            done: Vec::new(),
            status,
        })),
        Err(problem) => {
            let problem = at_initial_state(problem, &name, &sources);
            console.complain(&render(&problem, &sources))?;
            Ok(None)
        }
    }
}
