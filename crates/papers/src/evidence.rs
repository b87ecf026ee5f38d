//! What scenarios and programs say about claims: runs one file or program.

use crate::checks::Effort;
use crate::verdict::Finding;
use crate::{Evidence, Job, Library, Verdict, words};
use hexa_engine::Limits;
use hexa_lang::{Claim as Claimed, Document, Loaded, Scenario, Sources, Stance, Step, StepKind};
use hexa_logic::Stopped;
use hexa_text::{Code, Diagnostic};
use hexa_workbench::{Effect, Session, engine_choice};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What was found by running one file or program, and how long it took.
#[derive(Clone, Debug)]
pub struct Timed {
    /// What was found.
    pub evidence: Evidence,
    /// How long it took.
    pub time: Duration,
}

/// Claims by their names, with what was found.
pub type Found = BTreeMap<String, Vec<Timed>>;

/// What a job may use, and whom it asks what time it is.
pub struct Means<'a> {
    /// Where files are found.
    pub library: &'a Library,
    /// What may be used for states, and what ends the work.
    pub limits: Limits,
    /// How much is tried.
    pub effort: Effort,
    /// The time since some moment: libraries have no clock of their own.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
}

impl Job<'_> {
    /// Does the job. If it is stopped, what was to be found out is open.
    pub fn run(&self, means: &Means<'_>) -> Result<Found, Diagnostic> {
        let start = (means.clock)();
        let found = match self {
            Job::Scenarios(file, wanted) => scenarios(means, file, wanted),
            Job::Program(check, wanted) => match check.find(means.effort, &means.limits) {
                Ok(finding) => {
                    let place = format!("{} (\"{}\")", check.at, check.name);
                    let time = (means.clock)().saturating_sub(start);
                    Ok(for_all(wanted, &Evidence::of_program(finding, place), time))
                }
                Err(Stopped) => Err(not_run(check.name)),
            },
        };
        if !means.limits.stop.is_asked() {
            return found;
        }
        let verdict = Verdict::Open(words::STOPPED.to_owned());
        let finding = Finding { verdict, numbers: Vec::new() };
        let evidence = Evidence::of_scenario(finding, self.name().to_owned());
        let time = (means.clock)().saturating_sub(start);
        Ok(for_all(self.wanted(), &evidence, time))
    }
}

/// The same for each of some claims.
fn for_all(wanted: &BTreeSet<String>, evidence: &Evidence, time: Duration) -> Found {
    let found = || vec![Timed { evidence: evidence.clone(), time }];
    wanted.iter().map(|name| (name.clone(), found())).collect()
}

/// A file or program could not be run to its end.
pub fn not_run(name: &str) -> Diagnostic {
    Diagnostic::without_place(Code::Limit, format!("{name} could not be run"))
}

/// What the scenarios of a file say.
fn scenarios(
    means: &Means<'_>,
    file: &str,
    wanted: &BTreeSet<String>,
) -> Result<Found, Diagnostic> {
    let loaded = means.library.load(file, &means.limits.stop);
    if let Some(diagnostic) = loaded.diagnostics.first() {
        return Err(diagnostic.clone().of_file(file));
    }
    let Some(document) = &loaded.document else { return Ok(Found::new()) };
    let engine = engine_choice::suitable(document, &means.limits).engine;
    let mut session = Session::start(document, engine, &means.limits)?;
    let mut found = Found::new();
    for scenario in &document.scenarios {
        let claims: Vec<&Claimed> = scenario
            .claims
            .iter()
            .filter(|claim| claim.items.iter().any(|item| wanted.contains(item)))
            .collect();
        session.reset();
        let clock = means.clock;
        let mut playing = Playing { file, loaded: &loaded, document, session: &mut session, clock };
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
    clock: &'a (dyn Fn() -> Duration + Sync),
}

impl Playing<'_> {
    /// Plays a scenario as far as its claims go, and as far as it saves states that later ones may restore. A
    /// step that cannot be taken leaves claims open.
    fn claims(&mut self, scenario: &Scenario, claims: &[&Claimed]) -> Vec<(String, Timed)> {
        let saves = |step: &Step| matches!(step.kind, StepKind::Save(_));
        let saved = scenario.steps.iter().rposition(saves).map_or(0, |last| last + 1);
        let end = claims.iter().map(|claim| claim.steps.end).fold(saved, usize::max);
        let mut results: Vec<Result<Option<bool>, String>> = Vec::new();
        let mut times = Vec::new();
        let mut stuck = None;
        for (at, step) in scenario.steps[..end].iter().enumerate() {
            let start = (self.clock)();
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
            times.push((self.clock)().saturating_sub(start));
        }
        let mut found = Vec::new();
        for claim in claims {
            let steps = &scenario.steps[claim.steps.clone()];
            let results = &results[claim.steps.clone()];
            let verdict = self.verdict(claim, steps, results);
            let finding = Finding { verdict, numbers: self.counted(steps, results) };
            let time = times[claim.steps.clone()].iter().sum();
            let place = self.place(steps.iter().find(|step| step.kind.asserts()));
            for item in &claim.items {
                let evidence = Evidence::of_scenario(finding.clone(), place.clone());
                found.push((item.clone(), Timed { evidence, time }));
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

    /// What was counted: an assertion that so many were found holds only after counting them.
    fn counted(&self, steps: &[Step], results: &[Result<Option<bool>, String>]) -> Vec<String> {
        let held = steps.iter().zip(results).filter(|(_, result)| **result == Ok(Some(true)));
        held.filter_map(|(step, _)| {
            let counted = words::counted(&step.kind)?;
            Some(format!("{counted} ({})", self.place(Some(step))))
        })
        .collect()
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
