//! `hexa run`: plays every scenario of every file and tells what holds.

use crate::cli::{RunArgs, TraceLength};
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::draw::Format;
use crate::engine_choice;
use crate::files::{self, MOVE_AWAY, Overwrite};
use crate::latex;
use crate::limits::limits;
use crate::picture;
use crate::problem::{Problem, RunCode};
use crate::refusal::Means;
use crate::report::{
    JsonReport, LatexReport, Length, LineCounter, MOST_SHOWN, Place, Report, Tally, Telling,
    TextReport, Told, Verdict, WhyNotRun,
};
use crate::session::{Effect, Session};
use crate::timeout::{Deadline, Timeout, within};
use crate::trace::{self, Trace};
use crate::usage::{Usage, peak_memory};
use hexa_engine::Limits;
use hexa_lang::{Diagnostic, Document, Loaded, Scenario, Sources, Step, StepKind};
use std::io;
use std::path::{Path, PathBuf};

/// Runs files.
pub fn run(args: &RunArgs, console: &mut Console) -> io::Result<Status> {
    let mut text;
    let (mut json, mut paper);
    let report: &mut dyn Report = match (args.json, args.latex) {
        (true, _) => {
            json = JsonReport::new(console);
            &mut json
        }
        (false, true) => {
            paper = LatexReport::new(console);
            &mut paper
        }
        (false, false) => {
            text = TextReport::new(console);
            &mut text
        }
    };
    let mut run = Run {
        args,
        limits: limits(&args.limits),
        deadline: args.timeout.map(Deadline::after),
        report,
        tally: Tally::default(),
        status: Status::Fine,
    };
    for (at, file) in args.files.iter().enumerate() {
        run.file(file, &args.files[at + 1..])?;
    }
    if let Some(bytes) = peak_memory().filter(|_| args.verbose) {
        run.report.memory(bytes)?;
    }
    run.report.summary(run.tally)?;
    Ok(run.status)
}

/// The run of some files.
struct Run<'a> {
    args: &'a RunArgs,
    limits: Limits,
    deadline: Option<Deadline>,
    report: &'a mut dyn Report,
    tally: Tally,
    status: Status,
}

/// A document that is being run.
#[derive(Clone, Copy)]
struct Running<'a> {
    name: &'a str,
    loaded: &'a Loaded,
    document: &'a Document,
    /// The files that come after it.
    later: &'a [PathBuf],
}

/// The step to take, by the places of its scenario and in it.
#[derive(Clone, Copy)]
struct Ahead<'a> {
    running: Running<'a>,
    scenario: usize,
    step: usize,
}

impl<'a> Ahead<'a> {
    /// The scenario, the step, and those after it.
    fn split(self) -> (&'a Scenario, &'a Step, &'a [Step]) {
        let scenario = &self.running.document.scenarios[self.scenario];
        (scenario, &scenario.steps[self.step], &scenario.steps[self.step + 1..])
    }
}

/// What comes after a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    EndScenario,
}

impl<'a> Running<'a> {
    fn place(&self, scenario: &'a Scenario, step: &'a Step, lines: &mut LineCounter) -> Place<'a> {
        let sources = &self.loaded.sources;
        let line = lines.line(sources, step);
        Place { sources, scenario: scenario.name.as_deref(), step, line }
    }

    /// Where the problem with a step that could not be read has been told.
    fn told(&self, step: &Step) -> Told {
        let mut shown = self.loaded.diagnostics.iter().take(MOST_SHOWN);
        match shown.any(|diagnostic| covers(step, diagnostic)) {
            true => Told::Here,
            false => Told::Elsewhere,
        }
    }
}

impl Run<'_> {
    fn file(&mut self, path: &Path, later: &[PathBuf]) -> io::Result<()> {
        let name = files::display_name(path);
        let settings = &self.args.settings.set;
        let loaded = within(
            self.deadline,
            || files::load(path, settings),
            |limit| self.give_up(limit, later, |run| run.unread(&name, limit)),
        );
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(unread) => return self.broken(None, &unread.0, &unread.1),
        };
        self.diagnostics(&name, &loaded)?;
        match &loaded.document {
            Some(document) => {
                self.document(Running { name: &name, loaded: &loaded, document, later })
            }
            None => Ok(()),
        }
    }

    fn broken(
        &mut self,
        place: Option<Place<'_>>,
        problem: &Problem,
        sources: &Sources,
    ) -> io::Result<()> {
        self.status = Status::Broken;
        self.report.problem(place, problem, sources)
    }

    fn diagnostics(&mut self, name: &str, loaded: &Loaded) -> io::Result<()> {
        for diagnostic in loaded.diagnostics.iter().take(MOST_SHOWN) {
            let place = loaded.document.as_ref().and_then(|document| {
                let (scenario, step) = step_at(document, diagnostic)?;
                let sources = &loaded.sources;
                let line = sources.line_column(step.at).0;
                Some(Place { sources, scenario: scenario.name.as_deref(), step, line })
            });
            self.broken(place, &Problem::from(diagnostic), &loaded.sources)?;
        }
        match loaded.diagnostics.len().saturating_sub(MOST_SHOWN) {
            0 => Ok(()),
            more => self.report.more_problems(name, more),
        }
    }

    fn document(&mut self, running: Running<'_>) -> io::Result<()> {
        let Running { name, document, .. } = running;
        let mut lines = LineCounter::default();
        let (limits, arrangement) =
            (self.limits.clone(), engine_choice::arrangement(&self.args.order));
        let (engine, ground) = engine_choice::engine(self.args.engine, document, limits.clone());
        let started = within(
            self.deadline,
            || Session::arranged(document, engine, limits, arrangement),
            |limit| {
                self.give_up(limit, running.later, |run| {
                    run.not_started(time_over(limit), running, &mut LineCounter::default())
                })
            },
        );
        let mut session = match started {
            Ok(session) => session,
            Err(problem) => return self.not_started(problem, running, &mut lines),
        };
        if self.args.verbose {
            self.report.held(name, &Usage::of(&session.current().state, ground))?;
        }
        for (at, scenario) in document.scenarios.iter().enumerate() {
            session.reset();
            self.report.begins(name, scenario.name.as_deref())?;
            self.picture(&session, document)?;
            for step in 0..scenario.steps.len() {
                let ahead = Ahead { running, scenario: at, step };
                if self.step(&mut session, ahead, &mut lines)? == Next::EndScenario {
                    break;
                }
            }
        }
        Ok(())
    }

    /// There is no state to start from.
    fn not_started(
        &mut self,
        problem: Problem,
        running: Running<'_>,
        lines: &mut LineCounter,
    ) -> io::Result<()> {
        let sources = &running.loaded.sources;
        let problem = at_initial_state(problem, running.name, sources);
        self.broken(None, &problem, sources)?;
        for scenario in &running.document.scenarios {
            self.not_run(running, scenario, &scenario.steps, &WhyNotRun::NoInitialState, lines)?;
        }
        Ok(())
    }

    fn step(
        &mut self,
        session: &mut Session,
        ahead: Ahead<'_>,
        lines: &mut LineCounter,
    ) -> io::Result<Next> {
        let Ahead { running, .. } = ahead;
        let (scenario, step, after) = ahead.split();
        let place = running.place(scenario, step, lines);
        if step.kind == StepKind::Broken {
            self.unreadable(place, running)?;
        } else {
            let args = self.args;
            let taken = within(
                self.deadline,
                || take(session, running, scenario, step, args),
                |limit| self.give_up(limit, running.later, |run| run.too_slow(limit, ahead, place)),
            );
            match taken {
                Ok((effect, trace)) => {
                    self.tell(&effect, place, session)?;
                    if let Some(trace) = trace {
                        self.tell_change(trace, place, running)?;
                        self.picture(session, running.document)?;
                    }
                    return Ok(Next::GoOn);
                }
                Err(problem) => {
                    self.status = Status::Broken;
                    let problem = with_place(problem, step);
                    let undone = if changes_the_state(step) { after.len() } else { 0 };
                    self.report.stuck(place, &with_rest(problem, undone))?;
                }
            }
        }
        match changes_the_state(step) {
            // What the others say of the current state is still what they would have said.
            false => Ok(Next::GoOn),
            true => {
                self.not_run(running, scenario, after, &WhyNotRun::After(place.line), lines)?;
                Ok(Next::EndScenario)
            }
        }
    }

    fn unreadable(&mut self, place: Place<'_>, running: Running<'_>) -> io::Result<()> {
        self.status = Status::Broken;
        match asserts(place.step) {
            true => self.report.unreadable_step(place, running.told(place.step)),
            false => Ok(()),
        }
    }

    /// Steps that are not run. Those that assert are told all the same.
    fn not_run(
        &mut self,
        running: Running<'_>,
        scenario: &Scenario,
        steps: &[Step],
        why: &WhyNotRun,
        lines: &mut LineCounter,
    ) -> io::Result<()> {
        for step in steps.iter().filter(|step| asserts(step)) {
            let place = running.place(scenario, step, lines);
            match step.kind {
                StepKind::Broken => self.report.unreadable_step(place, running.told(step))?,
                _ => self.report.not_run(place, why)?,
            }
        }
        Ok(())
    }

    fn tell(&mut self, effect: &Effect, place: Place<'_>, session: &Session) -> io::Result<()> {
        match effect {
            Effect::Verdict(verdict) => self.verdict(place, verdict),
            Effect::Printed(printed) => self.report.printed(place, printed),
            Effect::Quiet if self.args.verbose => {
                self.report.taken(place, &Usage::of(&session.current().state, None))
            }
            Effect::Quiet | Effect::Draw(_) => Ok(()),
        }
    }

    fn tell_change(
        &mut self,
        trace: Result<Trace, Problem>,
        place: Place<'_>,
        running: Running<'_>,
    ) -> io::Result<()> {
        let trace = match trace {
            Ok(trace) => trace,
            Err(problem) => {
                self.status = Status::Broken;
                return self.report.stuck(place, &problem);
            }
        };
        let length = match self.args.trace {
            Some(TraceLength::Full) => Length::Full,
            _ => Length::Short,
        };
        self.report.changed(place, &Telling { trace: &trace, document: running.document, length })
    }

    /// Shows the current state, where pictures are wanted.
    fn picture(&mut self, session: &Session, document: &Document) -> io::Result<()> {
        let wanted = self.args.latex.then(|| latex::state(session.current(), document)).flatten();
        wanted.map_or(Ok(()), |picture| self.report.pictured(&picture))
    }

    fn verdict(&mut self, place: Place<'_>, verdict: &Verdict) -> io::Result<()> {
        match verdict.holds {
            true => self.tally.passed += 1,
            false => {
                self.tally.failed += 1;
                self.status = self.status.max(Status::Failed);
            }
        }
        self.report.verdict(place, verdict)
    }
}

/// When the time is over.
impl Run<'_> {
    /// Tells what was being done, and what will not be.
    fn give_up(
        &mut self,
        limit: Timeout,
        later: &[PathBuf],
        tell: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> Status {
        let told = tell(self)
            .and_then(|()| {
                later.iter().try_for_each(|file| self.unread(&files::display_name(file), limit))
            })
            .and_then(|()| self.report.summary(self.tally));
        match told {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Unread,
            _ => Status::Broken,
        }
    }

    /// A file that was not read to its end, or not at all.
    fn unread(&mut self, name: &str, limit: Timeout) -> io::Result<()> {
        self.broken(None, &time_over(limit).of_file(name), &Sources::default())
    }

    /// A step that took too long.
    fn too_slow(&mut self, limit: Timeout, ahead: Ahead<'_>, place: Place<'_>) -> io::Result<()> {
        let problem = time_over(limit).at(place.step.at, "nothing is known about the answer");
        self.report.stuck(place, &problem)?;
        let Ahead { running, .. } = ahead;
        let (scenario, _, after) = ahead.split();
        let (why, mut lines) = (WhyNotRun::TimeOver(limit), LineCounter::default());
        self.not_run(running, scenario, after, &why, &mut lines)?;
        for scenario in &running.document.scenarios[ahead.scenario + 1..] {
            self.not_run(running, scenario, &scenario.steps, &why, &mut lines)?;
        }
        Ok(())
    }
}

fn time_over(limit: Timeout) -> Problem {
    Problem::new(RunCode::Limit.as_str(), format!("gave up: {limit} was reached"))
        .help("raise the limit with --timeout, or make the state smaller")
}

/// Takes a step, draws if that is what it wants, and finds out what it changed if that is asked for.
fn take(
    session: &mut Session,
    running: Running<'_>,
    scenario: &Scenario,
    step: &Step,
    args: &RunArgs,
) -> Result<(Effect, Option<Result<Trace, Problem>>), Problem> {
    let traced = (args.trace.is_some() || args.latex) && trace::is_traced(step);
    let before = traced.then(|| session.current().clone());
    let effect = session.take(running.document, &running.loaded.sources, step)?;
    let (document, engine) = (running.document, session.current().state.engine());
    let means = Means { document, engine, limits: limits(&args.limits) };
    if let Effect::Draw(file) = &effect {
        let path = files::below(&args.out_dir, file)?;
        let format = format_of(&path)?;
        let title = scenario.name.clone();
        let picture = picture::draw(session.current(), document, title, format);
        let picture = picture.map_err(|limit| means.limit(&limit))?;
        files::write_picture(&path, &picture, Overwrite::OnlyDrawings(MOVE_AWAY))?;
    }
    let trace = before.map(|before| {
        let trace = trace::trace(&before, session.current(), step, document);
        trace.map_err(|limit| {
            let at = "it was taken, but what it changed is not told";
            means.limit(&limit).at(step.at, at)
        })
    });
    Ok((effect, trace))
}

/// Whether a step that cannot be taken leaves no state for those after it. What a line should have
/// been that starts with no known word, nobody knows.
fn changes_the_state(step: &Step) -> bool {
    match step.kind {
        StepKind::Do(_) | StepKind::Restore(_) => true,
        StepKind::Broken => !matches!(
            first_word(step),
            "check" | "expect" | "print" | "draw" | "save" | "TRUE" | "VALID" | "WHERE"
        ),
        _ => false,
    }
}

/// Whether a step asserts something, or would if it could be read.
fn asserts(step: &Step) -> bool {
    match step.kind {
        StepKind::Broken => matches!(first_word(step), "check" | "expect" | "TRUE" | "VALID"),
        _ => step.kind.asserts(),
    }
}

fn first_word(step: &Step) -> &str {
    step.text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

/// The format that the name of a picture asks for.
pub fn format_of(path: &Path) -> Result<Format, Problem> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    Format::from_extension(extension).ok_or_else(|| {
        let message = format!("`{}` is not the name of a picture", path.display());
        Problem::new(RunCode::CannotDraw.as_str(), message).help(
            "pictures are called something.svg, something.dot, something.tikz or something.tex",
        )
    })
}

/// The step in which a diagnostic shows.
fn step_at<'d>(
    document: &'d Document,
    diagnostic: &Diagnostic,
) -> Option<(&'d Scenario, &'d Step)> {
    let found = |scenario: &'d Scenario| {
        Some((scenario, scenario.steps.iter().find(|step| covers(step, diagnostic))?))
    };
    document.scenarios.iter().find_map(found)
}

fn covers(step: &Step, diagnostic: &Diagnostic) -> bool {
    let at = diagnostic.at();
    step.at.source == at.source
        && step.at.span.start <= at.span.start
        && at.span.end <= step.at.span.end
}

fn with_place(problem: Problem, step: &Step) -> Problem {
    match problem.labels.is_empty() {
        true => problem.at(step.at, ""),
        false => problem,
    }
}

/// Says how much of a scenario its end leaves undone.
fn with_rest(problem: Problem, steps: usize) -> Problem {
    match steps {
        0 => problem,
        1 => problem.note("the next step of this scenario, its last, was not run"),
        _ => problem.note(format!("the other {steps} steps of this scenario were not run")),
    }
}
