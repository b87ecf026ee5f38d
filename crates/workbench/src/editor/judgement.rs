//! What comes out when the scenarios of a draft are run: for every step that asserts something whether it holds, and if not
//! why not.

use super::{Draft, DraftProblem};
use crate::moment::Moment;
use crate::opened::Opened;
use crate::run::{Event, RunSettings, StepPlace};
use crate::why::Why;
use crate::words;
use hexa_engine::Limits;
use hexa_lang::{SourceId, Span, Step, StepKind, StepRole};
use hexa_text::{Code, Diagnostic};
use std::collections::BTreeMap;

/// What came out for a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The scenario, by its place.
    pub scenario: usize,
    /// The step, by its place in the scenario.
    pub step: usize,
    /// Where it stands.
    pub span: Span,
    /// What came out.
    pub outcome: Outcome,
}

/// What came out for a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// What it asserts holds; with what else there is to know.
    Holds(Option<String>),
    /// What it asserts does not hold, and why.
    Fails(String),
    /// It could not be taken.
    Stuck(DraftProblem),
    /// It was not run, and why.
    NotRun(String),
    /// It was stopped: nothing is known.
    Stopped,
    /// What it shows.
    Shows(String),
}

/// Where a scenario stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioMark {
    /// Its place among the scenarios.
    pub scenario: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its first line.
    pub span: Span,
}

/// Where a step stands that is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssertionMark {
    /// The scenario, by its place.
    pub scenario: usize,
    /// The step, by its place in the scenario.
    pub step: usize,
    /// Where it stands.
    pub span: Span,
}

impl Draft {
    /// The steps that assert something, and can be judged.
    pub fn assertions(&self) -> Vec<AssertionMark> {
        let Ok(opened) = &self.opened else { return Vec::new() };
        let mut marks = Vec::new();
        for (at, scenario) in opened.document.scenarios.iter().enumerate() {
            for (number, step) in scenario.steps.iter().enumerate() {
                if step.kind.role() == StepRole::Assertion {
                    marks.push(AssertionMark { scenario: at, step: number, span: step.at.span });
                }
            }
        }
        marks
    }

    /// The scenarios that can be run.
    pub fn scenarios(&self) -> Vec<ScenarioMark> {
        let Ok(opened) = &self.opened else { return Vec::new() };
        let scenarios = opened.document.scenarios.iter().enumerate();
        let own = scenarios.filter(|(_, scenario)| scenario.at.source == SourceId(0));
        own.map(|(at, scenario)| {
            let (name, span) = (scenario.name.clone(), scenario.at.span);
            ScenarioMark { scenario: at, name, span }
        })
        .collect()
    }

    /// Runs all scenarios, or one of them with those before it whose states it needs, and tells what comes out, one step
    /// after the other. Ends early when the `Stop` of the limits is asked, and says so. Gives back what is in the way of all
    /// scenarios: an initial state that cannot be built.
    pub fn judge(
        &self,
        only: Option<usize>,
        limits: &Limits,
        mut tell: impl FnMut(Judgement),
    ) -> Option<DraftProblem> {
        let Ok(opened) = &self.opened else { return None };
        let mut opened = Opened { limits: limits.clone(), ..opened.clone() };
        let steps = self.steps_by_line(&opened);
        let first = only.map_or(0, |only| first_needed(&opened, only));
        let all = &mut opened.document.scenarios;
        all.truncate(only.map_or(all.len(), |only| only + 1));
        all.drain(..first.min(all.len()));
        let mut obstacle = None;
        for event in opened.run(RunSettings::default()) {
            if let Event::Problem { problem, .. } = &event
                && !opened.diagnostics.contains(&problem.diagnostic)
            {
                obstacle = Some(problem.diagnostic.clone());
            }
            let is_stopped = obstacle.as_ref().is_some_and(|found| found.code == Code::Stopped);
            if let Some((place, outcome)) = self.outcome(event)
                && let Some(&(scenario, step, span)) = steps.get(&place.line)
                && only.is_none_or(|only| only == scenario)
            {
                let outcome = if is_stopped { Outcome::Stopped } else { outcome };
                tell(Judgement { scenario, step, span, outcome });
            }
        }
        let obstacle = obstacle.filter(|found| found.code != Code::Stopped);
        obstacle.map(|found| self.finding(&found))
    }

    /// The steps by their lines: no line has two.
    fn steps_by_line(&self, opened: &Opened) -> BTreeMap<usize, (usize, usize, Span)> {
        let mut steps = BTreeMap::new();
        for (scenario, of) in opened.document.scenarios.iter().enumerate() {
            for (step, found) in of.steps.iter().enumerate() {
                let line = self.lines.line(found.at.span.start as usize) + 1;
                steps.entry(line).or_insert((scenario, step, found.at.span));
            }
        }
        steps
    }

    fn outcome(&self, event: Event) -> Option<(StepPlace, Outcome)> {
        match event {
            Event::Verdict { place, verdict } => {
                let why = verdict.reason.as_ref().map(words::verdict::reason);
                Some((
                    place,
                    match verdict.holds {
                        true => Outcome::Holds(why),
                        false => Outcome::Fails(why.unwrap_or_default()),
                    },
                ))
            }
            Event::Stuck { place, problem, .. } => {
                let is_stop = problem.diagnostic.code == Code::Stopped;
                let stuck = || Outcome::Stuck(self.finding(&problem.diagnostic));
                let outcome = if is_stop { Outcome::Stopped } else { stuck() };
                Some((place, outcome))
            }
            Event::NotRun { place, why } => {
                let why = words::event::not_run(why);
                Some((place, Outcome::NotRun(why)))
            }
            Event::Printed { place, printed } => {
                Some((place, Outcome::Shows(words::verdict::word_print(&printed))))
            }
            // What is wrong with the text is told when it is read; pictures are asked for.
            Event::Problem { .. }
            | Event::MoreProblems { .. }
            | Event::NotRead { .. }
            | Event::AssertsNothing { .. }
            | Event::Exercise { .. }
            | Event::Held { .. }
            | Event::Begins { .. }
            | Event::Pictured { .. }
            | Event::Drawn { .. }
            | Event::Taken { .. }
            | Event::Changed { .. }
            | Event::Unreadable { .. } => None,
        }
    }
}

/// The first scenario that has to be run for another one: that one, unless it speaks of states that others save.
fn first_needed(opened: &Opened, only: usize) -> usize {
    let document = &opened.document;
    let Some(scenario) = document.scenarios.get(only) else { return 0 };
    let mut known: Vec<&str> = vec![crate::session::INITIAL];
    known.extend(document.states.iter().map(|state| state.name.as_str()));
    for step in &scenario.steps {
        if let StepKind::Save(name) = &step.kind {
            known.push(name);
        } else if let StepKind::Restore(name) | StepKind::ExpectCompare(_, name) = &step.kind
            && !known.contains(&name.as_str())
        {
            return 0;
        }
    }
    only
}

impl Draft {
    /// Why a step that checks a formula holds or does not, in sentences; nothing if the step checks no formula. Work, which
    /// looks at the limits.
    pub fn explain(
        &self,
        scenario: usize,
        step: usize,
        limits: &Limits,
    ) -> Option<Result<String, Diagnostic>> {
        let opened = self.opened.as_ref().ok()?;
        let opened = Opened { limits: limits.clone(), ..opened.clone() };
        let asked = opened.document.scenarios.get(scenario)?.steps.get(step)?;
        let (StepKind::Check(formula) | StepKind::Print(formula)) = asked.kind else { return None };
        let asked = Step { kind: StepKind::Print(formula), ..asked.clone() };
        let moment = Moment::After { scenario, steps: step };
        let texts = (&opened.document, &opened.sources);
        let explained = opened.timeline().reach(moment).and_then(|reached| {
            let why = Why::new(texts, &asked, &reached.way, reached.snapshot(), limits)?;
            Ok(words::explanation::text(&why))
        });
        Some(explained)
    }
}
