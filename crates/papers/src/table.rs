//! The table of claims: each with what was found out about it.

use crate::claims::Claim;
use crate::verdict::Verdict;
use crate::words;

/// What one scenario or program says about a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// What it says.
    pub verdict: Verdict,
    /// Where it stands.
    pub place: String,
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

/// A claim with what was found out about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The claim.
    pub claim: Claim,
    /// What was found out.
    pub outcome: Outcome,
    /// The scenarios and programs that were run for it.
    pub places: Vec<String>,
}

impl Row {
    /// A claim with all that was found about it.
    pub fn new(claim: Claim, evidence: Vec<Evidence>) -> Self {
        let mut places: Vec<String> =
            evidence.iter().map(|evidence| evidence.place.clone()).collect();
        places.dedup();
        let verdict = evidence.into_iter().map(|evidence| evidence.verdict).reduce(Verdict::and);
        let outcome = match (verdict, &claim.reason) {
            (Some(verdict), _) => Outcome::Verdict(verdict),
            (None, Some(reason)) => Outcome::NotCheckable(reason.clone()),
            (None, None) => Outcome::Missing,
        };
        Self { claim, outcome, places }
    }

    /// What shows that it is false.
    pub fn witness(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Verdict(Verdict::Fails(witness)) => Some(witness),
            _ => None,
        }
    }

    /// The cases that were looked at, if these are not all.
    pub fn bound(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Verdict(Verdict::HoldsUpTo(bound)) => Some(bound),
            _ => None,
        }
    }

    /// Why there is no verdict.
    pub fn reason(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Verdict(Verdict::Open(why)) | Outcome::NotCheckable(why) => Some(why),
            _ => None,
        }
    }

    /// The row for programs.
    pub fn record(&self) -> Record<'_> {
        Record {
            paper: self.claim.paper.name(),
            item: &self.claim.item,
            section: &self.claim.section,
            claim: &self.claim.claim,
            verdict: words::outcome(&self.outcome),
            witness: self.witness(),
            bound: self.bound(),
            reading: self.claim.reading.as_deref(),
            reason: self.reason(),
            checks: &self.places,
        }
    }
}

/// A row for programs, the same at every run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Record<'a> {
    /// The paper.
    pub paper: &'a str,
    /// The item in it.
    pub item: &'a str,
    /// The section.
    pub section: &'a str,
    /// What is claimed.
    pub claim: &'a str,
    /// What was found out, in a word or two.
    pub verdict: &'a str,
    /// What shows that it is false.
    pub witness: Option<&'a str>,
    /// The cases that were looked at, if these are not all.
    pub bound: Option<&'a str>,
    /// How the claim is read.
    pub reading: Option<&'a str>,
    /// Why there is no verdict.
    pub reason: Option<&'a str>,
    /// The scenarios and programs that were run.
    pub checks: &'a [String],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{ItemKind, Paper};

    fn claim(reason: Option<&str>) -> Claim {
        Claim {
            paper: Paper::Thesis,
            item: "Prop. 1".to_owned(),
            section: "1".to_owned(),
            kind: ItemKind::Proposition,
            claim: "so it is".to_owned(),
            reading: None,
            check: None,
            reason: reason.map(str::to_owned),
        }
    }

    fn evidence(verdict: Verdict, place: &str) -> Evidence {
        Evidence { verdict, place: place.to_owned() }
    }

    #[test]
    fn all_evidence_counts_and_what_speaks_against_a_claim_outweighs_the_rest() {
        let found = vec![
            evidence(Verdict::Holds, "a"),
            evidence(Verdict::Fails("this".to_owned()), "b"),
            evidence(Verdict::HoldsUpTo("3 cases".to_owned()), "b"),
        ];
        let row = Row::new(claim(None), found);
        assert_eq!((row.witness(), row.bound(), row.reason()), (Some("this"), None, None));
        assert_eq!(row.places, ["a", "b"]);
        let by = ("by", "a, b".to_owned());
        assert_eq!(words::remarks(&row), [("witness", "this".to_owned()), by]);
    }

    #[test]
    fn without_evidence_there_is_a_reason_or_something_is_missing() {
        let rows = [Row::new(claim(Some("taste")), vec![]), Row::new(claim(None), vec![])];
        assert_eq!(rows[0].reason(), Some("taste"));
        assert_eq!(rows[1].outcome, Outcome::Missing);
        assert_eq!(words::counts(rows.iter()), "2 claims: 1 not checkable, 1 missing");
    }
}
