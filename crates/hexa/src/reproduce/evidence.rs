//! Runs what there is to say about claims, several jobs at a time.

use hexa_engine::Limits;
use hexa_papers::{Found, Job, Means, not_run};
use hexa_text::Diagnostic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does all jobs, as many at a time as there are processors. What comes out does not depend on
/// which is done first.
pub fn gather(
    jobs: &[Job<'_>],
    means: &Means<'_>,
    mut done: impl FnMut(&str),
) -> Result<Found, Diagnostic> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(jobs.len().max(1));
    // All of them together may use as much as one alone.
    let limits = &means.limits;
    let limits = Limits {
        memory: limits.memory / workers as u64,
        nodes: limits.nodes / workers as u64,
        ..limits.clone()
    };
    let means = &Means { limits, ..*means };
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<Result<Found, Diagnostic>>> = vec![None; jobs.len()];
    thread::scope(|scope| {
        let (tell, told) = mpsc::channel();
        for _ in 0..workers {
            let (tell, next) = (tell.clone(), &next);
            let work = move || loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(at) else { return };
                if tell.send((at, job.run(means))).is_err() {
                    return;
                }
            };
            // If no thread can be had at all, every job is told as not run.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
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
