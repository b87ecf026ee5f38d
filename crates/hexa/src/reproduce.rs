//! `hexa reproduce`: what the papers claim, and what comes out when it is computed.

mod evidence;
mod library;
mod table;

use crate::cli::ReproduceArgs;
use crate::command::{Console, Status};
use crate::files::{self, MOVE_AWAY, Overwrite};
use crate::limits::limits;
use crate::problem::{Problem, RunCode};
use crate::report;
use evidence::Found;
use hexa_lang::{Code, Sources};
use hexa_papers::checks::Effort;
use hexa_papers::{Claim, Job, Library, Outcome, Row};
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

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
        Err(problem) => {
            write!(console.err, "{}", report::render(&problem, &Sources::default()))?;
            Ok(Status::Broken)
        }
    }
}

fn tell(args: &ReproduceArgs, rows: &[TimedRow], console: &mut Console) -> io::Result<Status> {
    match &args.output {
        Some(path) => {
            let text = match path.extension().and_then(|extension| extension.to_str()) {
                Some("html" | "htm") => table::html(rows),
                _ => table::markdown(rows),
            };
            let written = files::write_picture(path, &text, Overwrite::OnlyDrawings(MOVE_AWAY));
            if let Err(problem) = written {
                write!(console.err, "{}", report::render(&problem, &Sources::default()))?;
                return Ok(Status::Broken);
            }
        }
        None if args.json => table::json(rows, &mut console.out)?,
        None => table::text(rows, &mut console.out)?,
    }
    match rows.iter().any(|timed| timed.row.outcome == Outcome::Missing) {
        true => Ok(Status::Failed),
        false => Ok(Status::Fine),
    }
}

fn reproduce(args: &ReproduceArgs, console: &mut Console) -> Result<Vec<TimedRow>, Problem> {
    let library = library::open(args.from.as_deref())?;
    let claims = library.claims().map_err(unreadable)?;
    let claims = selected(args, claims)?;
    let effort = if args.deep { Effort::Deep } else { Effort::Short };
    let jobs = hexa_papers::jobs(&library, &claims).map_err(unreadable)?;
    let mut found = gather(&jobs, &library, args, effort, console)?;
    Ok(claims.into_iter().map(|claim| row(claim, &mut found)).collect())
}

fn unreadable(why: impl std::fmt::Display) -> Problem {
    Problem::new(Code::CannotRead.as_str(), why.to_string())
}

/// The claims that are asked for.
fn selected(args: &ReproduceArgs, claims: Vec<Claim>) -> Result<Vec<Claim>, Problem> {
    let wanted = |claim: &Claim| {
        args.paper.as_deref().is_none_or(|paper| claim.paper.name() == paper)
            && (args.item.is_empty() || args.item.contains(&claim.item))
    };
    let kept: Vec<Claim> = claims.into_iter().filter(wanted).collect();
    match kept.is_empty() {
        true => Err(Problem::new(RunCode::NoScenario.as_str(), "no claim is called so").help(
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
) -> Result<Found, Problem> {
    let shown = io::stderr().is_terminal();
    let mut done = 0;
    let found = evidence::gather(jobs, library, limits(&args.limits), effort, |name| {
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
    let evidence = found.into_iter().map(|timed| timed.evidence).collect();
    TimedRow { row: Row::new(claim, evidence), time }
}
