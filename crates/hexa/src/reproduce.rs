//! `hexa reproduce`: what the papers claim, and what comes out when it is computed.

mod evidence;
mod library;
mod table;

use crate::cli::ReproduceArgs;
use crate::command::{Console, Status};
use crate::files::{self, MOVE_AWAY, Overwrite};
use crate::limits::limits;
use crate::report;
use evidence::{Evidence, Job};
use hexa_lang::Sources;
use hexa_papers::checks::Effort;
use hexa_papers::{Claim, Verdict};
use hexa_text::{Code, Diagnostic};
use library::Library;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// A claim with what was found out about it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The claim.
    pub claim: Claim,
    /// What was found out.
    pub outcome: Outcome,
    /// The scenarios and programs that were run for it.
    pub places: Vec<String>,
    /// How long that took.
    pub time: Duration,
}

/// What was found out about a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A verdict.
    Verdict(Verdict),
    /// It can have none, for this reason.
    NotCheckable(String),
    /// Nobody has said how it could be checked.
    Missing,
}

impl Outcome {
    /// The verdict in a few words.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Verdict(verdict) => verdict.name(),
            Self::NotCheckable(_) => "not checkable",
            Self::Missing => "missing",
        }
    }
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

fn tell(args: &ReproduceArgs, rows: &[Row], console: &mut Console) -> io::Result<Status> {
    match &args.output {
        Some(path) => {
            let text = match path.extension().and_then(|extension| extension.to_str()) {
                Some("html" | "htm") => table::html(rows),
                _ => table::markdown(rows),
            };
            let written =
                files::write_picture(path, &text, &Overwrite::OnlyDrawings(MOVE_AWAY.into()));
            if let Err(problem) = written {
                write!(console.err, "{}", report::render(&problem, &Sources::default()))?;
                return Ok(Status::Broken);
            }
        }
        None if console.json => table::json(rows, &mut console.out)?,
        None => table::text(rows, &mut console.out)?,
    }
    match rows.iter().any(|row| row.outcome == Outcome::Missing) {
        true => Ok(Status::Failed),
        false => Ok(Status::Fine),
    }
}

fn reproduce(args: &ReproduceArgs, console: &mut Console) -> Result<Vec<Row>, Diagnostic> {
    let library = Library::open(args.from.as_deref())?;
    let claims = selected(args, library.claims()?)?;
    let effort = if args.deep { Effort::Deep } else { Effort::Short };
    let jobs = evidence::jobs(&library, &claims)?;
    let mut found = gather(&jobs, &library, args, effort, console)?;
    Ok(claims.into_iter().map(|claim| row(claim, &mut found)).collect())
}

/// The claims that are asked for.
fn selected(args: &ReproduceArgs, claims: Vec<Claim>) -> Result<Vec<Claim>, Diagnostic> {
    let wanted = |claim: &Claim| {
        args.paper.as_deref().is_none_or(|paper| claim.paper.name() == paper)
            && (args.item.is_empty() || args.item.contains(&claim.item))
    };
    let kept: Vec<Claim> = claims.into_iter().filter(wanted).collect();
    match kept.is_empty() {
        true => Err(Diagnostic::without_place(Code::NoScenario, "no claim is called so").help(
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
) -> Result<BTreeMap<String, Vec<Evidence>>, Diagnostic> {
    let shown = io::stderr().is_terminal();
    let mut done = 0;
    let found = evidence::gather(jobs, library, limits(&args.limits, console), effort, |name| {
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
fn row(claim: Claim, found: &mut BTreeMap<String, Vec<Evidence>>) -> Row {
    let evidence = found.remove(&claim.name()).unwrap_or_default();
    let time = evidence.iter().map(|evidence| evidence.time).sum();
    let mut places: Vec<String> = evidence.iter().map(|evidence| evidence.place.clone()).collect();
    places.dedup();
    let verdict = evidence.into_iter().map(|evidence| evidence.verdict).reduce(Verdict::and);
    let outcome = match (verdict, &claim.reason) {
        (Some(verdict), _) => Outcome::Verdict(verdict),
        (None, Some(reason)) => Outcome::NotCheckable(reason.clone()),
        (None, None) => Outcome::Missing,
    };
    Row { claim, outcome, places, time }
}
