//! The English of verdicts and of the table: what a verdict is called, how a remark on it is introduced, and how
//! rows are counted.

use crate::table::{Outcome, Row};
use crate::verdict::Verdict;

/// All outcomes, in the order in which they are counted.
pub const OUTCOMES: [&str; 6] =
    ["holds", "holds up to a bound", "fails", "open", "not checkable", "missing"];

/// A verdict in a word or two.
pub fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::HoldsUpTo(_) => "holds up to a bound",
        Verdict::Open(_) => "open",
        Verdict::Fails(_) => "fails",
    }
}

/// What was found out, in a word or two.
pub fn outcome(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Verdict(of) => verdict(of),
        Outcome::NotCheckable(_) => "not checkable",
        Outcome::Missing => "missing",
    }
}

/// What there is to say beside the verdict: what introduces a remark, and the remark.
pub fn remarks(row: &Row) -> Vec<(&'static str, String)> {
    let remarks = [
        ("witness", row.witness()),
        ("bound", row.bound()),
        ("because", row.reason()),
        ("reading", row.claim.reading.as_deref()),
    ];
    let remarks = remarks.into_iter().filter_map(|(kind, text)| Some((kind, text?.to_owned())));
    let places = (!row.places.is_empty()).then(|| ("by", row.places.join(", ")));
    remarks.chain(places).collect()
}

/// How many rows have each verdict.
pub fn counts<'r>(rows: impl Iterator<Item = &'r Row> + Clone) -> String {
    let count = |name: &&str| {
        let many = rows.clone().filter(|row| outcome(&row.outcome) == *name).count();
        (many > 0).then(|| format!("{many} {name}"))
    };
    let counts: Vec<String> = OUTCOMES.iter().filter_map(count).collect();
    format!("{} claims: {}", rows.clone().count(), counts.join(", "))
}
