//! `hexa run`: plays every scenario of every file and tells what holds.

use crate::cli::{Denied, RunArgs, TraceLength};
use crate::console::{Console, Status};
use crate::files::{self, MOVE_AWAY, Overwrite};
use crate::learn;
use crate::limits::{limits, peak_memory};
use crate::order::arrangement;
use crate::progress::Patience;
use crate::run_latex::LatexReport;
use crate::run_text::TextReport;
use hexa_text::{Diagnostic, Location, SourceId, Sources};
use hexa_workbench::json::to_json;
use hexa_workbench::words::trace::Length;
use hexa_workbench::{
    Event, Opened, Problem, Run, RunSettings, Tally, Unopened, WhyNotRun, engine_choice, words,
};
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

/// Tells what happens in a run.
pub trait Report {
    /// Something has happened; problems show in these texts.
    fn event(&mut self, event: &Event, sources: &Sources, console: &mut Console) -> io::Result<()>;
    /// The most memory that was used, in bytes, for the curious.
    fn memory(&mut self, bytes: u64, console: &mut Console) -> io::Result<()> {
        console.complain(&format!("at most {} MB of memory\n", bytes.div_ceil(1_000_000)))
    }
    /// The end.
    fn summary(&mut self, tally: Tally, console: &mut Console) -> io::Result<()>;
}

/// How often it is looked whether files have changed.
const OFTEN: Duration = Duration::from_millis(250);

/// Runs files, again and again if that is asked for.
pub fn run(args: &RunArgs, console: &mut Console) -> io::Result<Status> {
    if !args.watch {
        return run_once(args, console);
    }
    loop {
        let seen = versions(&args.files);
        let status = {
            let _patience = Patience::begin(&console.watch.stop);
            run_once(args, console)?
        };
        if !console.watch.stop.is_asked() {
            console.complain("hexa: waiting for changes; Ctrl-C ends it\n")?;
        }
        while !console.watch.stop.is_asked() && versions(&args.files) == seen {
            thread::sleep(OFTEN);
        }
        if console.watch.stop.is_asked() {
            return Ok(status);
        }
        console.watch.begin();
    }
}

/// When the files, and all others of the language beside them, were changed, and how long they are: they may include each
/// other.
fn versions(paths: &[PathBuf]) -> Vec<(PathBuf, Option<SystemTime>, u64)> {
    let folder = |path: &PathBuf| match path.is_dir() {
        true => path.clone(),
        false => match path.parent() {
            Some(parent) if parent != Path::new("") => parent.to_owned(),
            _ => PathBuf::from("."),
        },
    };
    let mut files: Vec<PathBuf> = paths.to_vec();
    files.extend(paths.iter().flat_map(|path| files::in_folder(&folder(path)).unwrap_or_default()));
    files.sort();
    files.dedup();
    let version = |path: PathBuf| {
        let about = path.metadata().ok()?;
        Some((path, about.modified().ok(), about.len()))
    };
    files.into_iter().filter_map(version).collect()
}

fn run_once(args: &RunArgs, console: &mut Console) -> io::Result<Status> {
    if args.latex && console.json {
        console.complain("hexa: write either --latex or --json\n")?;
        return Ok(Status::Broken);
    }
    let settings = match settings(args) {
        Ok(settings) => settings,
        Err(problem) => return console.refuse(&problem, &Sources::default()),
    };
    let mut report: Box<dyn Report> = match (console.json, args.latex) {
        (true, _) => Box::new(JsonReport),
        (false, true) => Box::new(LatexReport::default()),
        (false, false) => Box::new(TextReport { verbose: args.verbose, quiet: args.quiet }),
    };
    let mut running = Running {
        args,
        settings,
        report: &mut *report,
        tally: Tally::default(),
        status: Status::Fine,
    };
    for path in &args.files {
        match files::in_folder(path) {
            Ok(files) => files.iter().try_for_each(|file| running.file(file, console))?,
            Err(problem) => running.problem(&problem, &Sources::default(), console)?,
        }
    }
    if let Some(bytes) = peak_memory().filter(|_| args.verbose) {
        running.report.memory(bytes, console)?;
    }
    running.report.summary(running.tally, console)?;
    Ok(running.status)
}

fn settings(args: &RunArgs) -> Result<RunSettings, Diagnostic> {
    let engine = match args.engine.as_str() {
        "auto" => None,
        name => Some(engine_choice::engine_named(name)?),
    };
    Ok(RunSettings {
        engine,
        arrangement: arrangement(&args.order),
        trace: args.trace.map(|length| match length {
            TraceLength::Short => Length::Short,
            TraceLength::Full => Length::Full,
        }),
        pictures: args.latex,
        sizes: args.verbose,
        attempt: None,
    })
}

/// The run of some files.
struct Running<'a> {
    args: &'a RunArgs,
    settings: RunSettings,
    report: &'a mut dyn Report,
    tally: Tally,
    status: Status,
}

impl Running<'_> {
    fn file(&mut self, path: &Path, console: &mut Console) -> io::Result<()> {
        let name = files::display_name(path);
        console.watch.recover();
        if console.watch.stop.is_asked() {
            return self.not_read(&name, console);
        }
        let loaded = match files::load(path, &self.args.settings, &console.watch.stop) {
            Ok(loaded) => loaded,
            Err(unread) => return self.problem(&unread.0, &unread.1, console),
        };
        let attempt = match learn::attempt(path, &loaded.sources.get(SourceId(0)).text) {
            Ok(attempt) => attempt,
            Err(refused) => return self.problem(&refused.0, &refused.1, console),
        };
        if let Some(attempt) = attempt.as_ref().filter(|attempt| attempt.has_gaps()) {
            return self.happen(attempt.judge(None), &loaded.sources, console);
        }
        match Opened::new(&name, loaded, limits(&self.args.limits, console)) {
            Ok(mut opened) => {
                if console.deny == Some(Denied::Warnings) {
                    opened.deny_warnings();
                }
                let settings = RunSettings { attempt, ..self.settings.clone() };
                self.events(opened.run(settings), console)
            }
            Err(unopened) => {
                self.report_unopened(&name, &unopened, console)?;
                let mut judged = attempt.iter().map(|attempt| attempt.judge(None));
                judged.try_for_each(|event| self.happen(event, &unopened.sources, console))
            }
        }
    }

    fn events(&mut self, run: Run<'_>, console: &mut Console) -> io::Result<()> {
        let sources = &run.opened().sources;
        for event in run {
            let event = reworded(event, console);
            let mut failure = None;
            if let Event::Drawn { place, file, picture, at } = &event
                && let Err(problem) = self.draw(file, picture)
            {
                let problem = Problem::new(place_at(problem, *at), sources);
                failure = Some(Event::Stuck { place: place.clone(), asserts: false, problem });
            }
            self.happen(failure.unwrap_or(event), sources, console)?;
            console.watch.recover();
        }
        Ok(())
    }

    fn draw(&self, file: &str, picture: &str) -> Result<(), Diagnostic> {
        let path = files::below(&self.args.out_dir, file)?;
        files::write_picture(&path, picture, &Overwrite::OnlyDrawings(MOVE_AWAY.into()))
    }

    /// A text that describes no state.
    fn report_unopened(
        &mut self,
        name: &str,
        unopened: &Unopened,
        console: &mut Console,
    ) -> io::Result<()> {
        let Unopened { sources, diagnostics, assertions } = unopened;
        for diagnostic in diagnostics.iter().take(hexa_workbench::MOST_SHOWN) {
            self.problem(diagnostic, sources, console)?;
        }
        let count = diagnostics.len().saturating_sub(hexa_workbench::MOST_SHOWN);
        if count > 0 {
            self.happen(Event::MoreProblems { file: name.to_owned(), count }, sources, console)?;
        }
        let event = Event::NotRead { file: name.to_owned(), assertions: *assertions };
        self.happen(event, sources, console)
    }

    /// Counts something that happens, and tells it.
    fn happen(&mut self, event: Event, sources: &Sources, console: &mut Console) -> io::Result<()> {
        self.status = self.status.max(event.standing().into());
        self.tally.add(&event);
        self.report.event(&event, sources, console)
    }

    fn problem(
        &mut self,
        problem: &Diagnostic,
        sources: &Sources,
        console: &mut Console,
    ) -> io::Result<()> {
        let problem = Problem::new(console.watch.reworded(problem), sources);
        self.happen(Event::Problem { place: None, problem }, sources, console)
    }

    /// A file that there was no time for.
    fn not_read(&mut self, name: &str, console: &mut Console) -> io::Result<()> {
        self.problem(&Diagnostic::for_stop().of_file(name), &Sources::default(), console)
    }
}

/// An event in the words of whoever ended the work.
fn reworded(event: Event, console: &Console) -> Event {
    let again = |problem: Problem| Problem {
        diagnostic: Box::new(console.watch.reworded(&problem.diagnostic)),
        ..problem
    };
    match event {
        Event::Stuck { place, asserts, problem } => {
            Event::Stuck { place, asserts, problem: again(problem) }
        }
        Event::Problem { place, problem } => Event::Problem { place, problem: again(problem) },
        other @ (Event::MoreProblems { .. }
        | Event::NotRead { .. }
        | Event::AssertsNothing { .. }
        | Event::Exercise { .. }
        | Event::Held { .. }
        | Event::Begins { .. }
        | Event::Pictured { .. }
        | Event::Verdict { .. }
        | Event::Printed { .. }
        | Event::Drawn { .. }
        | Event::Taken { .. }
        | Event::Changed { .. }
        | Event::Unreadable { .. }
        | Event::NotRun { .. }) => other,
    }
}

fn place_at(problem: Diagnostic, at: Location) -> Diagnostic {
    if problem.labels.is_empty() { problem.at(at, "") } else { problem }
}

/// Why a step was not run, with the limit of time or memory if it was that.
pub fn why_not_run(why: WhyNotRun, console: &Console) -> String {
    match (why, console.watch.limit_reached()) {
        (WhyNotRun::Stopped, Some(reached)) => format!("{reached} was reached"),
        _ => words::event::not_run(why),
    }
}

/// A run as programs read it: one JSON object per line. Problems are told in words on the error stream too.
struct JsonReport;

#[derive(Serialize)]
struct Memory {
    peak_bytes: u64,
}

impl JsonReport {
    fn write(&self, object: &impl Serialize, console: &mut Console) -> io::Result<()> {
        writeln!(console.out, "{}", to_json(object))?;
        console.out.flush()
    }
}

impl Report for JsonReport {
    fn event(&mut self, event: &Event, sources: &Sources, console: &mut Console) -> io::Result<()> {
        if event.says_something() {
            self.write(event, console)?;
        }
        if let Event::Problem { problem, .. } | Event::Stuck { problem, .. } = event {
            console.complain(&crate::diagnostics::render(&problem.diagnostic, sources))
        } else {
            Ok(())
        }
    }

    fn memory(&mut self, bytes: u64, console: &mut Console) -> io::Result<()> {
        self.write(&Memory { peak_bytes: bytes }, console)
    }

    fn summary(&mut self, tally: Tally, console: &mut Console) -> io::Result<()> {
        self.write(&tally, console)
    }
}
