//! Runs what there is to say about claims, several jobs at a time, and tells of each claim as soon as nothing more will be
//! found out about it.

use hexa_engine::Limits;
use hexa_papers::{Found, Job, Means, Timed, not_run};
use hexa_text::Diagnostic;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Jobs, and what came out of those that are done.
pub struct Gathered<'a, 'j> {
    jobs: &'a [Job<'j>],
    results: Vec<Option<Result<Found, Diagnostic>>>,
}

impl Gathered<'_, '_> {
    /// All that was found about a claim; none as long as there is more to come. It does not depend on which job was done first.
    pub fn about(&self, claim: &str) -> Option<Vec<Timed>> {
        let mut all = Vec::new();
        for (job, result) in self.jobs.iter().zip(&self.results) {
            if job.wanted().contains(claim) {
                let found = result.as_ref()?.as_ref().ok()?;
                all.extend(found.get(claim).into_iter().flatten().cloned());
            }
        }
        Some(all)
    }

    /// The first problem, in the order of the jobs.
    fn problem(&self) -> Option<Diagnostic> {
        self.jobs.iter().zip(&self.results).find_map(|(job, result)| match result {
            Some(Ok(_)) => None,
            Some(Err(problem)) => Some(problem.clone()),
            None => Some(not_run(job.name())),
        })
    }
}

/// Does all jobs, as many at a time as there are processors, those for the first of the claims first. After each of them it
/// is told how things stand; when that fails, nobody wants to know more, and the other jobs end.
pub fn gather(
    jobs: &[Job<'_>],
    claims: &[String],
    means: &Means<'_>,
    mut done: impl FnMut(&str, &Gathered<'_, '_>) -> io::Result<()>,
) -> io::Result<Result<(), Diagnostic>> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len().max(1));
    // All of them together may use as much as one alone.
    let limits = &means.limits;
    let limits = Limits {
        memory: limits.memory / workers as u64,
        nodes: limits.nodes / workers as u64,
        ..limits.clone()
    };
    let means = &Means { limits, ..*means };
    let (order, next) = (order(jobs, claims), AtomicUsize::new(0));
    let mut gathered = Gathered { jobs, results: vec![None; jobs.len()] };
    let told = thread::scope(|scope| {
        let (tell, told) = mpsc::channel();
        for _ in 0..workers {
            let (tell, next, order) = (tell.clone(), &next, &order);
            let work = move || loop {
                let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                if tell.send((at, jobs[at].run(means))).is_err() {
                    return;
                }
            };
            // If no thread can be had at all, every job is told as not run.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        drop(tell);
        let mut going = told.into_iter();
        let outcome = going.try_for_each(|(at, result)| {
            gathered.results[at] = Some(result);
            done(jobs[at].name(), &gathered)
        });
        if outcome.is_err() {
            means.limits.stop.ask();
        }
        outcome
    });
    told.map(|()| gathered.problem().map_or(Ok(()), Err))
}

/// The jobs in the order in which they are done: by the first claim that they are about.
fn order(jobs: &[Job<'_>], claims: &[String]) -> Vec<usize> {
    let places: BTreeMap<&str, usize> =
        claims.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let first = |job: &Job<'_>| {
        job.wanted().iter().filter_map(|name| places.get(name.as_str())).min().copied()
    };
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&at| first(&jobs[at]).unwrap_or(usize::MAX));
    order
}
