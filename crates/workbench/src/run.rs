//! A text being run: every scenario from the initial state, step by step, and what there is to tell of each. A run is
//! taken one event at a time, because the next step may take long, and because whoever runs it may have had enough.

use crate::attempt::Attempt;
use crate::engine_choice;
use crate::exercise::ExerciseOutcome;
use crate::latex;
use crate::opened::Opened;
use crate::picture;
use crate::printed::Printed;
use crate::problem::Problem;
use crate::refusal::{Means, format_of};
use crate::session::{Arrangement, Effect, Session};
use crate::tally::{Standing, Tally, WhyNotRun};
use crate::trace::{self, Trace};
use crate::usage::Usage;
use crate::verdict::Verdict;
use crate::words;
use crate::words::trace::{Length, Traced};
use hexa_engine::{Engine, Ground};
use hexa_lang::{Scenario, Sources, Step, StepKind, StepRole};
use hexa_text::{Code, Diagnostic, Severity};
use std::collections::VecDeque;

/// At most this many problems of one text are told; the others are counted.
pub const MOST_SHOWN: usize = 100;

/// How a text is run, and what is told of it.
#[derive(Clone, Debug, Default)]
pub struct RunSettings {
    /// The engine; none leaves the choice to the text.
    pub engine: Option<Engine>,
    /// The order of variables in diagrams.
    pub arrangement: Arrangement,
    /// Whether it is told what steps change.
    pub trace: Option<Length>,
    /// Whether small states are drawn as they come, in TikZ.
    pub pictures: bool,
    /// Whether it is told how large states are.
    pub sizes: bool,
    /// The attempt at an exercise that the text is; it is judged at the end.
    pub attempt: Option<Attempt>,
}

/// A step of a scenario, by where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct StepPlace {
    /// The file.
    pub file: String,
    /// The line of its start, from 1.
    pub line: usize,
    /// The name of the scenario, if it has one.
    pub scenario: Option<String>,
    /// Its text, on one line.
    pub step: String,
}

impl StepPlace {
    /// Whether the step is a query, which is answered rather than passed or failed.
    pub fn is_query(&self) -> bool {
        self.step.split(' ').next().is_some_and(|word| word.ends_with('?'))
    }
}

/// Something that happens in a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// The text has a problem; with the step, if it is in one.
    Problem {
        /// The step that it shows in.
        place: Option<StepPlace>,
        /// What is wrong.
        problem: Problem,
    },
    /// Further problems of the text are not told.
    MoreProblems {
        /// The file.
        file: String,
        /// How many.
        count: usize,
    },
    /// The text describes no state, so that none of its steps was run.
    NotRead {
        /// The file.
        file: String,
        /// How many of its steps would have asserted something.
        assertions: usize,
    },
    /// No step of the text asserts anything.
    AssertsNothing {
        /// The file.
        file: String,
    },
    /// The initial state was built.
    Held {
        /// The file.
        file: String,
        /// How large it is, and what holds it.
        usage: Usage,
    },
    /// A scenario begins.
    Begins {
        /// The file.
        file: String,
        /// The name of the scenario, if it has one.
        scenario: Option<String>,
    },
    /// The state as it is now, drawn.
    Pictured {
        /// In TikZ.
        picture: String,
    },
    /// A step that asserts was decided.
    Verdict {
        /// The step.
        place: StepPlace,
        /// Whether it holds.
        verdict: Verdict,
    },
    /// A step shows something.
    Printed {
        /// The step.
        place: StepPlace,
        /// What it shows.
        printed: Printed,
    },
    /// A step wants a picture in a file.
    Drawn {
        /// The step.
        place: StepPlace,
        /// The name that it gives the file.
        file: String,
        /// What belongs into it.
        picture: String,
        /// The step in the texts, for whoever finds that it cannot be written.
        at: hexa_text::Location,
    },
    /// A step that says nothing was taken.
    Taken {
        /// The step.
        place: StepPlace,
        /// How large the state is now.
        usage: Usage,
    },
    /// A step has changed the state.
    Changed {
        /// The step.
        place: StepPlace,
        /// What it changed.
        trace: Box<Traced>,
        /// The same in lines of LaTeX, where pictures are wanted.
        latex: Vec<String>,
    },
    /// A step could not be taken.
    Stuck {
        /// The step.
        place: StepPlace,
        /// Whether it asserts.
        asserts: bool,
        /// Why it could not be taken.
        problem: Problem,
    },
    /// A step that asserts could not be read.
    Unreadable {
        /// The step.
        place: StepPlace,
        /// Whether what is wrong with it has been told as a problem of this step.
        told: bool,
    },
    /// A step that asserts was not run.
    NotRun {
        /// The step.
        place: StepPlace,
        /// Why not.
        why: WhyNotRun,
    },
    /// The text is somebody's attempt at an exercise, which was judged.
    Exercise {
        /// The file.
        file: String,
        /// The name of the exercise.
        name: String,
        /// What it comes to.
        outcome: ExerciseOutcome,
        /// The exercise after it.
        next: Option<String>,
    },
}

impl Tally {
    /// Counts what an event says.
    pub fn add(&mut self, event: &Event) {
        match event {
            Event::Verdict { verdict, .. } if verdict.holds => self.passed += 1,
            Event::Verdict { .. } => self.failed += 1,
            Event::Problem { problem, .. } if !problem.is_error() => self.warnings += 1,
            // Those that are not shown are counted by the steps that they are in.
            Event::Problem { problem, .. } if problem.diagnostic.code == Code::TooManyErrors => {}
            Event::MoreProblems { .. } | Event::Unreadable { told: true, .. } => {}
            Event::Problem { .. } | Event::Stuck { .. } | Event::Unreadable { told: false, .. } => {
                self.errors += 1;
            }
            Event::NotRun { .. } => self.not_run += 1,
            Event::NotRead { assertions, .. } => self.not_run += assertions,
            Event::AssertsNothing { .. } => self.without_assertions += 1,
            Event::Exercise { outcome: ExerciseOutcome::Solved, .. } => self.passed += 1,
            Event::Exercise { outcome: ExerciseOutcome::Missing(_), .. } => self.failed += 1,
            Event::Held { .. }
            | Event::Begins { .. }
            | Event::Pictured { .. }
            | Event::Printed { .. }
            | Event::Drawn { .. }
            | Event::Taken { .. }
            | Event::Changed { .. } => {}
        }
    }
}

impl Event {
    /// What it means for how the run has gone.
    pub fn standing(&self) -> Standing {
        match self {
            Self::Verdict { verdict, .. } if !verdict.holds => Standing::Failed,
            Self::Exercise { outcome, .. } => outcome.standing(),
            Self::Problem { problem, .. } if !problem.is_error() => Standing::Fine,
            Self::Problem { .. }
            | Self::MoreProblems { .. }
            | Self::Stuck { .. }
            | Self::Unreadable { .. }
            | Self::NotRead { .. }
            | Self::NotRun { .. } => Standing::Broken,
            Self::Verdict { .. }
            | Self::AssertsNothing { .. }
            | Self::Held { .. }
            | Self::Begins { .. }
            | Self::Pictured { .. }
            | Self::Printed { .. }
            | Self::Drawn { .. }
            | Self::Taken { .. }
            | Self::Changed { .. } => Standing::Fine,
        }
    }
}

/// The run of a text.
#[derive(Debug)]
pub struct Run<'a> {
    opened: &'a Opened,
    settings: RunSettings,
    /// None before the initial state was built, and where it could not be.
    session: Option<Session>,
    next: Next,
    lines: LineCounter,
    /// What is told before anything else happens.
    waiting: VecDeque<Event>,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// Problems of the text are told.
    Problems,
    /// The initial state is built.
    Start,
    /// A scenario begins, by its place.
    Scenario(usize),
    /// A step is taken, by the place of its scenario and in it.
    Step(usize, usize),
    /// What an attempt at an exercise comes to is told.
    Judgement,
    /// Nothing.
    End,
}

impl Opened {
    /// Runs all scenarios, one event at a time.
    pub fn run(&self, settings: RunSettings) -> Run<'_> {
        Run {
            opened: self,
            settings,
            session: None,
            next: Next::Problems,
            lines: LineCounter::default(),
            waiting: VecDeque::new(),
        }
    }
}

impl Iterator for Run<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            self.next = match self.next {
                Next::Problems => self.problems(),
                Next::Start => self.start(),
                Next::Scenario(at) => self.begin(at),
                Next::Step(scenario, step) => self.step(scenario, step),
                Next::Judgement => self.judge(),
                Next::End => return None,
            };
        }
    }
}

impl<'a> Run<'a> {
    /// What the run is about.
    pub fn opened(&self) -> &'a Opened {
        self.opened
    }

    fn tell(&mut self, event: Event) {
        self.waiting.push_back(event);
    }

    fn problem(&self, diagnostic: Diagnostic) -> Problem {
        Problem::new(diagnostic, &self.opened.sources)
    }

    fn place(&mut self, scenario: &Scenario, step: &Step) -> StepPlace {
        let sources = &self.opened.sources;
        StepPlace {
            file: sources.get(step.at.source).name.clone(),
            line: self.lines.line(sources, step),
            scenario: scenario.name.clone(),
            step: step.text.clone(),
        }
    }

    fn problems(&mut self) -> Next {
        let opened = self.opened;
        for diagnostic in opened.diagnostics.iter().take(MOST_SHOWN) {
            let found = step_at(&opened.document.scenarios, diagnostic);
            let place = found.map(|(scenario, step)| self.place(scenario, step));
            let problem = self.problem(diagnostic.clone());
            self.tell(Event::Problem { place, problem });
        }
        let rest = opened.diagnostics.iter().skip(MOST_SHOWN);
        let more = rest.filter(|problem| problem.severity == Severity::Error).count();
        if more > 0 {
            self.tell(Event::MoreProblems { file: opened.name.clone(), count: more });
        }
        Next::Start
    }

    fn start(&mut self) -> Next {
        let Opened { document, limits, name, .. } = self.opened;
        let (engine, ground) = self.engine();
        match Session::with_arrangement(document, engine, limits, self.settings.arrangement) {
            Ok(session) => {
                if self.settings.sizes {
                    let usage = Usage::of(session.current(), ground);
                    self.tell(Event::Held { file: name.clone(), usage });
                }
                self.session = Some(session);
                Next::Scenario(0)
            }
            Err(problem) => {
                let problem = self.problem(self.opened.at_initial_state(problem));
                self.tell(Event::Problem { place: None, problem });
                for scenario in &document.scenarios {
                    self.not_run(scenario, &scenario.steps, WhyNotRun::NoInitialState);
                }
                Next::Judgement
            }
        }
    }

    /// The engine, and why this one unless it was asked for.
    fn engine(&self) -> (Engine, Option<Ground>) {
        match self.settings.engine {
            Some(engine) => (engine, None),
            None => {
                let choice = engine_choice::suitable(&self.opened.document, &self.opened.limits);
                (choice.engine, Some(choice.ground))
            }
        }
    }

    fn begin(&mut self, at: usize) -> Next {
        let opened = self.opened;
        let Some(scenario) = opened.document.scenarios.get(at) else {
            let mut steps = opened.document.scenarios.iter().flat_map(|scenario| &scenario.steps);
            // What an attempt asserts is what its exercise wants.
            if self.settings.attempt.is_none() && !steps.any(asserts) {
                self.tell(Event::AssertsNothing { file: opened.name.clone() });
            }
            return Next::Judgement;
        };
        if opened.limits.stop.is_asked() {
            self.not_run(scenario, &scenario.steps, WhyNotRun::Stopped);
            return Next::Scenario(at + 1);
        }
        if let Some(session) = &mut self.session {
            session.reset();
        }
        self.tell(Event::Begins { file: opened.name.clone(), scenario: scenario.name.clone() });
        self.picture();
        Next::Step(at, 0)
    }

    fn judge(&mut self) -> Next {
        let judged = self.settings.attempt.as_ref().map(|attempt| attempt.judge(Some(self.opened)));
        self.waiting.extend(judged);
        Next::End
    }

    /// Shows the current state, where pictures are wanted.
    fn picture(&mut self) {
        let Some(session) = self.session.as_ref().filter(|_| self.settings.pictures) else {
            return;
        };
        if let Some(picture) = latex::state(session.current(), &self.opened.document) {
            self.tell(Event::Pictured { picture });
        }
    }

    fn step(&mut self, scenario: usize, at: usize) -> Next {
        let playing = &self.opened.document.scenarios[scenario];
        let Some(step) = playing.steps.get(at) else { return Next::Scenario(scenario + 1) };
        let after = &playing.steps[at + 1..];
        let place = self.place(playing, step);
        let line = place.line;
        match self.take(playing, step, place) {
            Taking::Done => Next::Step(scenario, at + 1),
            Taking::Stopped => {
                self.not_run(playing, after, WhyNotRun::Stopped);
                // What the scenario has taken is given back, so that whoever set the flag for it may clear it.
                if let Some(session) = &mut self.session {
                    session.reset();
                }
                Next::Scenario(scenario + 1)
            }
            Taking::Stuck if changes_the_state(step) => {
                self.not_run(playing, after, WhyNotRun::After(line));
                Next::Scenario(scenario + 1)
            }
            // What the others say of the current state is still what they would have said.
            Taking::Stuck => Next::Step(scenario, at + 1),
        }
    }

    fn take(&mut self, scenario: &Scenario, step: &Step, place: StepPlace) -> Taking {
        if step.kind == StepKind::Broken {
            if asserts(step) {
                let told = self.is_told(step);
                self.tell(Event::Unreadable { place, told });
            }
            return Taking::Stuck;
        }
        match self.try_step(scenario, step, &place) {
            Ok(()) => Taking::Done,
            Err(problem) => {
                let stopped = problem.code == Code::Stopped;
                let rest = match changes_the_state(step) && !stopped {
                    true => self.steps_after(scenario, step),
                    false => 0,
                };
                let problem = self.problem(with_rest(with_place(problem, step), rest));
                self.tell(Event::Stuck { place, asserts: step.kind.asserts(), problem });
                if stopped { Taking::Stopped } else { Taking::Stuck }
            }
        }
    }

    fn steps_after(&self, scenario: &Scenario, step: &Step) -> usize {
        let at = scenario.steps.iter().position(|other| std::ptr::eq(other, step));
        at.map_or(0, |at| scenario.steps.len() - at - 1)
    }

    /// Takes a step, and tells what it says and what it changed.
    fn try_step(
        &mut self,
        scenario: &Scenario,
        step: &Step,
        place: &StepPlace,
    ) -> Result<(), Diagnostic> {
        let Opened { document, sources, limits, .. } = self.opened;
        let Some(session) = &mut self.session else { return Ok(()) };
        let wants_trace = self.settings.trace.is_some() || self.settings.pictures;
        let traced = wants_trace && trace::is_traced(step);
        let before = traced.then(|| session.current().clone());
        let effect = session.take(document, sources, step)?;
        let means = Means { document, engine: session.current().state.engine(), limits };
        let event = match effect {
            Effect::Verdict(verdict) => Some(Event::Verdict { place: place.clone(), verdict }),
            Effect::Printed(printed) => Some(Event::Printed { place: place.clone(), printed }),
            Effect::Draw(file) => {
                let format = format_of(&file)?;
                let title = scenario.name.clone();
                let picture = picture::draw(session.current(), document, title, format);
                let picture = picture.map_err(|limit| means.limit(&limit))?;
                Some(Event::Drawn { place: place.clone(), file, picture, at: step.at })
            }
            Effect::Quiet if self.settings.sizes => {
                let usage = Usage::of(session.current(), None);
                Some(Event::Taken { place: place.clone(), usage })
            }
            Effect::Quiet => None,
        };
        let trace = before.map(|before| {
            let length = self.settings.trace.unwrap_or(Length::Short);
            let trace = trace::trace(&before, session.current(), step, document);
            let latex = |trace: &Trace| match self.settings.pictures {
                true => words::trace::latex(trace, document, length),
                false => Vec::new(),
            };
            let told = |trace: Trace| (Traced::new(&trace, document, length), latex(&trace));
            trace.map(told).map_err(|limit| {
                let at = "it was taken, but what it changed is not told";
                means.limit(&limit).at(step.at, at)
            })
        });
        event.into_iter().for_each(|event| self.tell(event));
        match trace {
            None => return Ok(()),
            Some(Ok((trace, latex))) => {
                let (place, trace) = (place.clone(), Box::new(trace));
                self.tell(Event::Changed { place, trace, latex });
            }
            Some(Err(problem)) => {
                let problem = self.problem(problem);
                self.tell(Event::Stuck { place: place.clone(), asserts: false, problem });
            }
        }
        self.picture();
        Ok(())
    }

    /// Steps that are not run. Those that assert are told all the same.
    fn not_run(&mut self, scenario: &Scenario, steps: &[Step], why: WhyNotRun) {
        for step in steps.iter().filter(|step| asserts(step)) {
            let place = self.place(scenario, step);
            let event = match step.kind == StepKind::Broken {
                true => Event::Unreadable { place, told: self.is_told(step) },
                false => Event::NotRun { place, why },
            };
            self.tell(event);
        }
    }

    /// Whether the problem with a step that could not be read has been told as such.
    fn is_told(&self, step: &Step) -> bool {
        let mut shown = self.opened.diagnostics.iter().take(MOST_SHOWN);
        shown.any(|diagnostic| !diagnostic.is_warning() && covers(step, diagnostic))
    }
}

/// What became of a step.
enum Taking {
    Done,
    Stuck,
    Stopped,
}

/// Whether a step that cannot be taken leaves no state for those after it. What a line should have
/// been that starts with no known word, nobody knows.
fn changes_the_state(step: &Step) -> bool {
    match step.kind.role() {
        StepRole::Move => true,
        StepRole::Unknown => !matches!(
            first_word(step),
            "check" | "expect" | "print" | "draw" | "save" | "TRUE" | "VALID" | "WHERE"
        ),
        StepRole::Memory | StepRole::Assertion | StepRole::Display => false,
    }
}

/// Whether a step asserts something, or would if it could be read.
fn asserts(step: &Step) -> bool {
    match step.kind == StepKind::Broken {
        true => matches!(first_word(step), "check" | "expect" | "TRUE" | "VALID"),
        false => step.kind.asserts(),
    }
}

fn first_word(step: &Step) -> &str {
    step.text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

/// The step in which a diagnostic shows.
fn step_at<'d>(
    scenarios: &'d [Scenario],
    diagnostic: &Diagnostic,
) -> Option<(&'d Scenario, &'d Step)> {
    let found = |scenario: &'d Scenario| {
        Some((scenario, scenario.steps.iter().find(|step| covers(step, diagnostic))?))
    };
    scenarios.iter().find_map(found)
}

fn covers(step: &Step, diagnostic: &Diagnostic) -> bool {
    let Some(at) = diagnostic.place() else { return false };
    step.at.source == at.source
        && step.at.span.start <= at.span.start
        && at.span.end <= step.at.span.end
}

fn with_place(problem: Diagnostic, step: &Step) -> Diagnostic {
    match problem.labels.is_empty() {
        true => problem.at(step.at, ""),
        false => problem,
    }
}

/// Says how much of a scenario its end leaves undone.
fn with_rest(problem: Diagnostic, steps: usize) -> Diagnostic {
    match steps {
        0 => problem,
        1 => problem.note("the next step of this scenario, its last, was not run"),
        _ => problem.note(format!("the other {steps} steps of this scenario were not run")),
    }
}

/// Finds the lines of steps that follow each other, reading every text only once.
#[derive(Clone, Copy, Debug)]
struct LineCounter {
    at: usize,
    line: usize,
}

impl Default for LineCounter {
    fn default() -> Self {
        Self { at: 0, line: 1 }
    }
}

impl LineCounter {
    /// The line of a step's start. All steps of a document stand in the same text.
    fn line(&mut self, sources: &Sources, step: &Step) -> usize {
        let start = step.at.span.start as usize;
        if start < self.at {
            *self = Self::default();
        }
        let text = sources.get(step.at.source).text.as_bytes();
        let between = text.get(self.at..start).unwrap_or_default();
        self.line += between.iter().filter(|&&byte| byte == b'\n').count();
        self.at = start;
        self.line
    }
}
