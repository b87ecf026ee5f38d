//! `hexa reproduce`: what the papers claim, and what comes out when it is computed.

mod evidence;
mod library;
mod table;

use crate::cli::ReproduceArgs;
use crate::console::{Console, Status};
use crate::files::{self, MOVE_AWAY, Overwrite};
use crate::limits::limits;
use hexa_papers::checks::Effort;
use hexa_papers::{Claim, Library, Means, Outcome, Row, Timed};
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

/// Tells what comes out for claims, one after the other.
pub fn run(args: &ReproduceArgs, console: &mut Console) -> io::Result<Status> {
    let rows = match open(args) {
        Ok((library, claims)) => reproduce(args, &library, claims, console)?,
        Err(problem) => Err(problem),
    };
    match rows {
        Ok(rows) => end(args, &rows, console),
        Err(problem) => console.refuse(&problem, &Sources::default()),
    }
}

/// What is left to say when all rows are there.
fn end(args: &ReproduceArgs, rows: &[TimedRow], console: &mut Console) -> io::Result<Status> {
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
        None if console.json => {}
        None => writeln!(console.out, "{}", table::counts(rows))?,
    }
    if console.watch.stop.is_asked() {
        return console.refuse(&Diagnostic::for_stop(), &Sources::default());
    }
    match rows.iter().any(|timed| *timed.row.outcome() == Outcome::Missing) {
        true => Ok(Status::Failed),
        false => Ok(Status::Fine),
    }
}

fn open(args: &ReproduceArgs) -> Result<(Library, Vec<Claim>), Diagnostic> {
    let library = library::open(args.from.as_deref())?;
    let claims = library.claims().map_err(unreadable)?;
    let claims = select_claims(args, claims)?;
    Ok((library, claims))
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

/// Does all jobs, several at a time. Every row is printed as soon as it and those before it are there, so that who reads no
/// further is noticed; on a terminal it is told how far it got.
fn reproduce(
    args: &ReproduceArgs,
    library: &Library,
    claims: Vec<Claim>,
    console: &mut Console,
) -> io::Result<Result<Vec<TimedRow>, Diagnostic>> {
    let jobs = match hexa_papers::jobs(library, &claims).map_err(unreadable) {
        Ok(jobs) => jobs,
        Err(problem) => return Ok(Err(problem)),
    };
    let effort = if args.deep { Effort::Deep } else { Effort::Short };
    let shown = io::stderr().is_terminal();
    let (mut done, start) = (0, Instant::now());
    let clock = || start.elapsed();
    let means = Means { library, limits: limits(&args.limits, console), effort, clock: &clock };
    let names: Vec<String> = claims.iter().map(Claim::name).collect();
    let (mut rows, mut left) = (Vec::new(), claims.into_iter().peekable());
    let gathered = evidence::gather(&jobs, &names, &means, |name, gathered| {
        done += 1;
        while let Some(found) = left.peek().and_then(|claim| gathered.about(&claim.name())) {
            let Some(claim) = left.next() else { break };
            let row = row(claim, found);
            if args.output.is_none() {
                print(&row, console)?;
            }
            rows.push(row);
        }
        if shown {
            // A terminal that cannot be written to is not worth an error here.
            let _ = write!(console.err, "\r\x1b[K[{done}/{}] {name}", jobs.len());
            let _ = console.err.flush();
        }
        Ok(())
    });
    if shown {
        let _ = write!(console.err, "\r\x1b[K");
    }
    let gathered = gathered?;
    // Claims that no job is about, and no job is done after.
    for claim in left {
        let row = row(claim, Vec::new());
        if gathered.is_ok() && args.output.is_none() {
            print(&row, console)?;
        }
        rows.push(row);
    }
    Ok(gathered.map(|()| rows))
}

/// Prints a row at once, for people or for programs.
fn print(row: &TimedRow, console: &mut Console) -> io::Result<()> {
    match console.json {
        true => table::json(row, &mut console.out)?,
        false => table::text(row, &mut console.out)?,
    }
    console.out.flush()
}

/// A claim with all that was found about it.
fn row(claim: Claim, found: Vec<Timed>) -> TimedRow {
    let time = found.iter().map(|timed| timed.time).sum();
    let evidence: Vec<_> = found.into_iter().map(|timed| timed.evidence).collect();
    TimedRow { row: Row::new(claim, &evidence), time }
}
