//! `hexa reproduce`: what the papers claim, and what comes out when it is computed.

mod evidence;
mod library;
mod table;

use crate::cli::ReproduceArgs;
use crate::console::{Console, Status};
use crate::files::{self, MOVE_AWAY, Overwrite};
use crate::limits::limits;
use hexa_papers::checks::Effort;
use hexa_papers::{Claim, Found, Job, Library, Means, Outcome, Row};
use hexa_text::{Code, Diagnostic, Sources};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A claim with what was found out about it, and how long that took.
#[derive(Clone, Debug)]
pub struct TimedRow {
    /// The claim, and what was found out.
    pub row: Row,
    /// How long that took.
    pub time: Duration,
}

/// Tells what comes out for claims.
pub fn run(args: &ReproduceArgs, console: &mut Console) -> io::Result<Status> {
    match reproduce(args, console) {
        Ok(rows) => tell(args, &rows, console),
        Err(problem) => console.refuse(&problem, &Sources::default()),
    }
}

fn tell(args: &ReproduceArgs, rows: &[TimedRow], console: &mut Console) -> io::Result<Status> {
    match &args.output {
        Some(path) => {
            let text = match path.extension().and_then(|extension| extension.to_str()) {
                Some("html" | "htm") => table::html(rows),
                _ => table::markdown(rows),
            };
            let overwrite = Overwrite::OnlyDrawings(MOVE_AWAY.into());
            if let Err(problem) = files::write_picture(path, &text, &overwrite) {
                return console.refuse(&problem, &Sources::default());
            }
        }
        None if console.json => table::json(rows, &mut console.out)?,
        None => table::text(rows, &mut console.out)?,
    }
    if console.watch.stop.is_asked() {
        return console.refuse(&Diagnostic::for_stop(), &Sources::default());
    }
    match rows.iter().any(|timed| *timed.row.outcome() == Outcome::Missing) {
        true => Ok(Status::Failed),
        false => Ok(Status::Fine),
    }
}

fn reproduce(args: &ReproduceArgs, console: &mut Console) -> Result<Vec<TimedRow>, Diagnostic> {
    let library = library::open(args.from.as_deref())?;
    let claims = library.claims().map_err(unreadable)?;
    let claims = select_claims(args, claims)?;
    let effort = if args.deep { Effort::Deep } else { Effort::Short };
    let jobs = hexa_papers::jobs(&library, &claims).map_err(unreadable)?;
    let mut found = gather(&jobs, &library, args, effort, console)?;
    Ok(claims.into_iter().map(|claim| row(claim, &mut found)).collect())
}

fn unreadable(why: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::without_place(Code::CannotRead, why.to_string())
}

/// The claims that are asked for.
fn select_claims(args: &ReproduceArgs, claims: Vec<Claim>) -> Result<Vec<Claim>, Diagnostic> {
    let wanted = |claim: &Claim| {
        args.paper.as_deref().is_none_or(|paper| claim.paper.name() == paper)
            && (args.item.is_empty() || args.item.contains(&claim.item))
    };
    let kept: Vec<Claim> = claims.into_iter().filter(wanted).collect();
    match kept.is_empty() {
        true => Err(Diagnostic::without_place(Code::NoScenario, "there is no such claim").help(
            "papers are thesis, cluedo, egdl, agents and pit; items are called as in the table, \
             for example `Prop. 5`",
        )),
        false => Ok(kept),
    }
}

/// Does all jobs, several at a time, and tells on a terminal how far it got.
fn gather(
    jobs: &[Job<'_>],
    library: &Library,
    args: &ReproduceArgs,
    effort: Effort,
    console: &mut Console,
) -> Result<Found, Diagnostic> {
    let shown = io::stderr().is_terminal();
    let mut done = 0;
    let start = Instant::now();
    let clock = || start.elapsed();
    let limits = limits(&args.limits, console);
    let means = Means { library, limits, effort, clock: &clock };
    let found = evidence::gather(jobs, &means, |name| {
        done += 1;
        if shown {
            // A terminal that cannot be written to is not worth an error here.
            let _ = write!(console.err, "\r\x1b[K[{done}/{}] {name}", jobs.len());
            let _ = console.err.flush();
        }
    });
    if shown {
        let _ = write!(console.err, "\r\x1b[K");
    }
    found
}

/// A claim with all that was found about it.
fn row(claim: Claim, found: &mut Found) -> TimedRow {
    let found = found.remove(&claim.name()).unwrap_or_default();
    let time = found.iter().map(|timed| timed.time).sum();
    let evidence: Vec<_> = found.into_iter().map(|timed| timed.evidence).collect();
    TimedRow { row: Row::new(claim, &evidence), time }
}
