//! `hexa run`: plays every scenario of every file and tells what holds.

use crate::cli::{EngineChoice, RunArgs};
use crate::command::{Console, Status};
use crate::declared::at_initial_state;
use crate::draw::Format;
use crate::files::{self, Overwrite};
use crate::limits::limits;
use crate::picture;
use crate::problem::{Problem, RunCode};
use crate::report::{
    JsonReport, LineCounter, MOST_SHOWN, Place, Report, Tally, TextReport, Verdict, counted,
};
use crate::session::{Effect, Session};
use hexa_engine::{Engine, Limits};
use hexa_lang::{Diagnostic, Document, Loaded, Scenario, Sources, Step, StepKind};
use std::io;
use std::path::Path;

/// Runs files.
pub fn run(args: &RunArgs, console: &mut Console) -> io::Result<Status> {
    let mut text;
    let mut json;
    let report: &mut dyn Report = match args.json {
        true => {
            json = JsonReport::new(console);
            &mut json
        }
        false => {
            text = TextReport::new(console);
            &mut text
        }
    };
    let engine = match args.engine {
        EngineChoice::Auto | EngineChoice::Explicit => Engine::Explicit,
        EngineChoice::Definitional => Engine::Definitional,
    };
    let mut run = Run {
        args,
        engine,
        limits: limits(&args.limits),
        report,
        tally: Tally::default(),
        status: Status::Fine,
    };
    for file in &args.files {
        run.file(file)?;
    }
    run.report.summary(run.tally)?;
    Ok(run.status)
}

/// The run of some files.
struct Run<'a> {
    args: &'a RunArgs,
    engine: Engine,
    limits: Limits,
    report: &'a mut dyn Report,
    tally: Tally,
    status: Status,
}

/// A document that is being run.
#[derive(Clone, Copy)]
struct Running<'a> {
    document: &'a Document,
    sources: &'a Sources,
    scenario: &'a Scenario,
}

impl<'a> Running<'a> {
    fn place(&self, step: &'a Step, lines: &mut LineCounter) -> Place<'a> {
        let line = lines.line(self.sources, step);
        Place { sources: self.sources, scenario: self.scenario.name.as_deref(), step, line }
    }
}

impl Run<'_> {
    fn file(&mut self, path: &Path) -> io::Result<()> {
        let name = files::display_name(path);
        let loaded = match files::load(path, &self.args.settings.set) {
            Ok(loaded) => loaded,
            Err(unread) => return self.broken(None, &unread.0, &unread.1),
        };
        self.diagnostics(&name, &loaded)?;
        match &loaded.document {
            Some(document) => self.document(&name, document, &loaded.sources),
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

    fn document(&mut self, name: &str, document: &Document, sources: &Sources) -> io::Result<()> {
        let mut session = match Session::start(document, self.engine, self.limits) {
            Ok(session) => session,
            Err(problem) => {
                let problem = at_initial_state(problem, name, sources);
                return self.broken(None, &problem, sources);
            }
        };
        if self.args.verbose {
            let worlds = counted(session.current().state.relevant_count(), "world");
            let engine = self.engine.name();
            self.report.remark(&format!("{name}: {engine} engine, {worlds}"))?;
        }
        let mut lines = LineCounter::default();
        for scenario in &document.scenarios {
            session.reset();
            self.scenario(&mut session, Running { document, sources, scenario }, &mut lines)?;
        }
        Ok(())
    }

    fn scenario(
        &mut self,
        session: &mut Session,
        running: Running<'_>,
        lines: &mut LineCounter,
    ) -> io::Result<()> {
        let steps = &running.scenario.steps;
        for (at, step) in steps.iter().enumerate() {
            let place = running.place(step, lines);
            if step.kind == StepKind::Broken {
                self.status = Status::Broken;
                return self.report.unreadable_step(place);
            }
            let taken = session.take(running.document, running.sources, step);
            let told = taken.and_then(|effect| self.picture(effect, session, running));
            match told {
                Ok(effect) => self.tell(&effect, place, session)?,
                Err(problem) => {
                    self.status = Status::Broken;
                    let problem = with_rest(with_place(problem, step), steps.len() - at - 1);
                    return self.report.stuck(place, &problem);
                }
            }
        }
        Ok(())
    }

    /// Draws, if that is what a step wants.
    fn picture(
        &self,
        effect: Effect,
        session: &Session,
        running: Running<'_>,
    ) -> Result<Effect, Problem> {
        if let Effect::Draw(file) = &effect {
            let path = files::below(&self.args.out_dir, file)?;
            let format = format_of(&path)?;
            let title = running.scenario.name.clone();
            let picture = picture::draw(session.current(), running.document, title, format);
            files::write_picture(&path, &picture, Overwrite::OnlyDrawings)?;
        }
        Ok(effect)
    }

    fn tell(&mut self, effect: &Effect, place: Place<'_>, session: &Session) -> io::Result<()> {
        match effect {
            Effect::Verdict(verdict) => self.verdict(place, verdict),
            Effect::Printed(printed) => self.report.printed(place, printed),
            Effect::Quiet if self.args.verbose => {
                let worlds = counted(session.current().state.relevant_count(), "world");
                let (file, line) = (place.file(), place.line);
                self.report.remark(&format!("{file}:{line}: {}: {worlds}", place.step.text))
            }
            Effect::Quiet | Effect::Draw(_) => Ok(()),
        }
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
    let at = diagnostic.at();
    let covers = |step: &&Step| {
        step.at.source == at.source
            && step.at.span.start <= at.span.start
            && at.span.end <= step.at.span.end
    };
    let found = |scenario: &'d Scenario| Some((scenario, scenario.steps.iter().find(covers)?));
    document.scenarios.iter().find_map(found)
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
