//! What is to be run for claims: files of scenarios that speak of them, and programs.

use crate::checks::{self, Check};
use crate::claims::Claim;
use crate::library::Library;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Something to run.
#[derive(Clone, Debug)]
pub enum Job<'a> {
    /// A file of scenarios, for the claims with these names.
    Scenarios(&'a str, BTreeSet<String>),
    /// A program, for the claims with these names.
    Program(&'static Check, BTreeSet<String>),
}

impl Job<'_> {
    /// The name of the file or of the program.
    pub fn name(&self) -> &str {
        match self {
            Self::Scenarios(file, _) => file,
            Self::Program(check, _) => check.name,
        }
    }

    /// The names of the claims that it is about.
    pub fn wanted(&self) -> &BTreeSet<String> {
        match self {
            Self::Scenarios(_, wanted) | Self::Program(_, wanted) => wanted,
        }
    }
}

/// The list of claims names a program that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchCheck(pub String);

impl fmt::Display for NoSuchCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the list of claims names a program `{}`, and there is none", self.0)
    }
}

impl std::error::Error for NoSuchCheck {}

/// What is to be run for some claims.
pub fn jobs<'a>(library: &'a Library, claims: &[Claim]) -> Result<Vec<Job<'a>>, NoSuchCheck> {
    let mut jobs = scenario_jobs(library, claims);
    let mut programs: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for claim in claims {
        if let Some(check) = &claim.check {
            programs.entry(check).or_default().insert(claim.name());
        }
    }
    for (name, wanted) in programs {
        let check = checks::by_name(name).ok_or_else(|| NoSuchCheck(name.to_owned()))?;
        jobs.push(Job::Program(check, wanted));
    }
    Ok(jobs)
}

fn scenario_jobs<'a>(library: &'a Library, claims: &[Claim]) -> Vec<Job<'a>> {
    let names: BTreeSet<String> = claims.iter().map(Claim::name).collect();
    let mut jobs = Vec::new();
    for (file, text) in &library.scenarios {
        let wanted: BTreeSet<String> =
            mentions(text).filter(|name| names.contains(*name)).map(str::to_owned).collect();
        if !wanted.is_empty() {
            jobs.push(Job::Scenarios(file, wanted));
        }
    }
    jobs
}

/// The names in lines that start with `claim` or `refute`.
fn mentions(text: &str) -> impl Iterator<Item = &str> {
    let lines =
        text.lines().filter(|line| line.starts_with("claim ") || line.starts_with("refute "));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_mentioned_in_quotes() {
        let text = "claim \"thesis Ex. 1\", \"thesis Ex. 2\"\ncheck p\nrefute \"pit Prop. 1\"\n";
        let found: Vec<&str> = mentions(text).collect();
        assert_eq!(found, ["thesis Ex. 1", "thesis Ex. 2", "pit Prop. 1"]);
    }

    #[test]
    fn every_check_of_the_lists_exists_and_every_check_is_in_a_list() {
        let library = Library::built_in();
        let claims = library.claims().expect("the lists can be read");
        let jobs = jobs(&library, &claims).expect("every program exists");
        let programs = jobs.iter().filter(|job| matches!(job, Job::Program(..)));
        let run: BTreeSet<&str> = programs.map(Job::name).collect();
        let unused: Vec<&str> =
            checks::all().map(|check| check.name).filter(|name| !run.contains(name)).collect();
        assert!(unused.is_empty(), "no claim names {unused:?}");
    }
}
