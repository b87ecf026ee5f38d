//! What scenarios and programs say about claims.

use super::library::Library;
use crate::cli::EngineChoice;
use crate::engine_choice;
use crate::problem::Problem;
use crate::session::{Effect, Session};
use crate::timeout::STACK;
use hexa_engine::Limits;
use hexa_lang::{
    Claim as Claimed, Code, Document, Loaded, Scenario, Sources, Stance, Step, StepKind,
};
use hexa_papers::checks::{self, Check, Effort};
use hexa_papers::{Claim, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What one scenario or program says about a claim.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What it says.
    pub verdict: Verdict,
    /// Where it stands.
    pub place: String,
    /// How long it took.
    pub time: Duration,
}

/// Something to run.
#[derive(Clone, Debug)]
pub enum Job<'a> {
    /// A file of scenarios, for the claims with these names.
    Scenarios(&'a str, BTreeSet<String>),
    /// A program.
    Program(&'static Check, BTreeSet<String>),
}

/// Claims by their names, with what was found.
type Found = BTreeMap<String, Vec<Evidence>>;

/// What is to be run for some claims.
pub fn jobs<'a>(library: &'a Library, claims: &[Claim]) -> Result<Vec<Job<'a>>, Problem> {
    let names: BTreeSet<String> = claims.iter().map(Claim::name).collect();
    let mut jobs = Vec::new();
    for (file, text) in library.scenarios() {
        let wanted: BTreeSet<String> =
            mentioned(text).filter(|name| names.contains(*name)).map(str::to_owned).collect();
        if !wanted.is_empty() {
            jobs.push(Job::Scenarios(file, wanted));
        }
    }
    let mut programs: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for claim in claims {
        if let Some(check) = &claim.check {
            programs.entry(check).or_default().insert(claim.name());
        }
    }
    for (name, wanted) in programs {
        let check = checks::named(name).ok_or_else(|| {
            let message = format!("the list of claims names a program `{name}`, and there is none");
            Problem::new(Code::CannotRead.as_str(), message)
        })?;
        jobs.push(Job::Program(check, wanted));
    }
    Ok(jobs)
}

/// The names in lines that start with `claim` or `refute`.
pub fn mentioned(text: &str) -> impl Iterator<Item = &str> {
    let lines =
        text.lines().filter(|line| line.starts_with("claim ") || line.starts_with("refute "));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2))
}

impl Job<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Scenarios(file, _) => file,
            Self::Program(check, _) => check.name,
        }
    }

    fn run(&self, library: &Library, limits: Limits, effort: Effort) -> Result<Found, Problem> {
        match self {
            Self::Scenarios(file, wanted) => scenarios(library, file, wanted, limits),
            Self::Program(check, wanted) => {
                let start = Instant::now();
                let verdict = (check.run)(effort);
                let place = format!("{} (\"{}\")", check.at, check.name);
                let evidence = Evidence { verdict, place, time: start.elapsed() };
                Ok(wanted.iter().map(|name| (name.clone(), vec![evidence.clone()])).collect())
            }
        }
    }
}

/// Does all jobs, as many at a time as there are processors. What comes out does not depend on
/// which is done first.
pub fn gather(
    jobs: &[Job<'_>],
    library: &Library,
    limits: Limits,
    effort: Effort,
    mut done: impl FnMut(&str),
) -> Result<Found, Problem> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len().max(1));
    // All of them together may use as much as one alone.
    let limits = Limits {
        memory: limits.memory / workers as u64,
        nodes: limits.nodes / workers as u64,
        ..limits
    };
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<Result<Found, Problem>>> = vec![None; jobs.len()];
    thread::scope(|scope| {
        let (tell, told) = mpsc::channel();
        for _ in 0..workers {
            let (tell, next, limits) = (tell.clone(), &next, limits.clone());
            let work = move || loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(at) else { return };
                if tell.send((at, job.run(library, limits.clone(), effort))).is_err() {
                    return;
                }
            };
            // If no thread can be had at all, every job is told as not run.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(tell);
        for (at, result) in told {
            done(jobs[at].name());
            results[at] = Some(result);
        }
    });
    let mut found = Found::new();
    for (result, job) in results.into_iter().zip(jobs) {
        let result = result.unwrap_or_else(|| Err(not_run(job.name())));
        for (name, evidence) in result? {
            found.entry(name).or_default().extend(evidence);
        }
    }
    Ok(found)
}

fn not_run(name: &str) -> Problem {
    Problem::new(crate::problem::RunCode::Limit.as_str(), format!("{name} could not be run"))
}

/// What the scenarios of a file say.
fn scenarios(
    library: &Library,
    file: &str,
    wanted: &BTreeSet<String>,
    limits: Limits,
) -> Result<Found, Problem> {
    let loaded = library.load(file);
    if let Some(diagnostic) = loaded.diagnostics.first() {
        return Err(Problem::from(diagnostic).of_file(file));
    }
    let Some(document) = &loaded.document else { return Ok(Found::new()) };
    let (engine, _) = engine_choice::engine(EngineChoice::Auto, document, limits.clone());
    let mut session = Session::start(document, engine, limits)?;
    let mut found = Found::new();
    for scenario in &document.scenarios {
        let claims: Vec<&Claimed> = scenario
            .claims
            .iter()
            .filter(|claim| claim.items.iter().any(|item| wanted.contains(item)))
            .collect();
        session.reset();
        let mut playing = Playing { file, loaded: &loaded, document, session: &mut session };
        for (name, evidence) in playing.claims(scenario, &claims) {
            if wanted.contains(&name) {
                found.entry(name).or_default().push(evidence);
            }
        }
    }
    Ok(found)
}

/// A file that is being played.
struct Playing<'a> {
    file: &'a str,
    loaded: &'a Loaded,
    document: &'a Document,
    session: &'a mut Session,
}

impl Playing<'_> {
    /// Plays a scenario as far as its claims go, and as far as it saves states that later ones may restore. A
    /// step that cannot be taken leaves claims open.
    fn claims(&mut self, scenario: &Scenario, claims: &[&Claimed]) -> Vec<(String, Evidence)> {
        let saves = |step: &Step| matches!(step.kind, StepKind::Save(_));
        let saved = scenario.steps.iter().rposition(saves).map_or(0, |last| last + 1);
        let end = claims.iter().map(|claim| claim.steps.end).fold(saved, usize::max);
        let mut results: Vec<Result<Option<bool>, String>> = Vec::new();
        let mut times = Vec::new();
        let mut stuck = None;
        for (at, step) in scenario.steps[..end].iter().enumerate() {
            let start = Instant::now();
            let is_wanted = || claims.iter().any(|claim| claim.steps.contains(&at));
            let result = match &stuck {
                Some(why) => Err(String::clone(why)),
                None if step.kind.asserts() && !is_wanted() => Ok(None),
                None => self.take(step),
            };
            if let (Err(why), false) = (&result, step.kind.asserts()) {
                stuck.get_or_insert_with(|| why.clone());
            }
            results.push(result);
            times.push(start.elapsed());
        }
        let mut found = Vec::new();
        for claim in claims {
            let steps = &scenario.steps[claim.steps.clone()];
            let verdict = self.verdict(claim, steps, &results[claim.steps.clone()]);
            let time = times[claim.steps.clone()].iter().sum();
            let place = self.place(steps.iter().find(|step| step.kind.asserts()));
            for item in &claim.items {
                let evidence = Evidence { verdict: verdict.clone(), place: place.clone(), time };
                found.push((item.clone(), evidence));
            }
        }
        found
    }

    /// Takes a step: whether what it asserts holds, if it asserts something.
    fn take(&mut self, step: &Step) -> Result<Option<bool>, String> {
        match self.session.take(self.document, &self.loaded.sources, step) {
            Ok(Effect::Verdict(verdict)) => Ok(Some(verdict.holds)),
            Ok(_) => Ok(None),
            Err(problem) => Err(problem.message),
        }
    }

    /// A claim holds if all that is asserted for it holds, and fails if all that is asserted against
    /// it does.
    fn verdict(
        &self,
        claim: &Claimed,
        steps: &[Step],
        results: &[Result<Option<bool>, String>],
    ) -> Verdict {
        if let Some(why) = results.iter().find_map(|result| result.as_ref().err()) {
            return Verdict::Open(why.clone());
        }
        let asserted = || steps.iter().zip(results).filter(|(step, _)| step.kind.asserts());
        let fails = asserted().find(|(_, result)| **result == Ok(Some(false)));
        match (claim.stance, fails) {
            _ if asserted().next().is_none() => {
                Verdict::Open("nothing is asserted about it".to_owned())
            }
            (Stance::For, None) => Verdict::Holds,
            // That one attempt to refute it failed does not show that it holds.
            (Stance::Against, Some((step, _))) => {
                Verdict::Open(format!("{} is false, and was to refute it", self.said(step)))
            }
            (Stance::For, Some((step, _))) => {
                Verdict::Fails(format!("{} is false", self.said(step)))
            }
            (Stance::Against, None) => {
                let said: Vec<String> = asserted().map(|(step, _)| self.said(step)).collect();
                Verdict::Fails(said.join("; "))
            }
        }
    }

    fn said(&self, step: &Step) -> String {
        format!("`{}` ({})", step.text, self.place(Some(step)))
    }

    fn place(&self, step: Option<&Step>) -> String {
        let sources: &Sources = &self.loaded.sources;
        match step {
            Some(step) => format!("{}:{}", self.file, sources.line_column(step.at).0),
            None => self.file.to_owned(),
        }
    }
}
