//! The English of verdicts and of the table: what a verdict is called, how a remark on it is introduced, and how
//! rows are counted.

use crate::claims::Nature;
use crate::outcome::{DefinitionStanding, Outcome, QuestionAnswer};
use crate::table::Row;
use crate::verdict::Verdict;
use hexa_lang::StepKind;
use std::fmt;

/// All that is said of outcomes, in the order in which it is counted.
pub const OUTCOMES: [&str; 16] = [
    "holds",
    "holds up to a bound",
    "fails",
    "open",
    "not checkable",
    "implemented",
    "implemented otherwise than printed",
    "implemented, not cross-checked",
    "not implemented",
    "answered: yes",
    "answered: yes, up to a bound",
    "answered: no",
    "unanswered",
    "misprint",
    "by construction",
    "missing",
];

/// Why nothing is known when the work was ended from outside.
pub const STOPPED: &str = "it was stopped before it was finished";

/// A verdict in a word or two.
pub fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::HoldsUpTo(_) => "holds up to a bound",
        Verdict::Open(_) => "open",
        Verdict::Fails(_) => "fails",
    }
}

/// What an assertion counts, if it is about a number of worlds or of outcomes, with the number that it gives.
pub fn counted(asserted: &StepKind) -> Option<String> {
    let told = |many: String, one: &str, several: &str| {
        let name = if many == "1" { one } else { several };
        Some(format!("{many} {name}"))
    };
    if let StepKind::ExpectWorlds(many) = asserted {
        told(many.to_string(), "world", "worlds")
    } else if let StepKind::ExpectAllWorlds(many) = asserted {
        let (one, several) = ("world in all", "worlds in all");
        told(many.to_string(), one, several)
    } else if let StepKind::ExpectMinimal(many) = asserted {
        told(many.to_string(), "world up to bisimilarity", "worlds up to bisimilarity")
    } else if let StepKind::ExpectOutcomes(many, _) = asserted {
        told(many.to_string(), "outcome", "outcomes")
    } else {
        None
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds => f.write_str(verdict(self)),
            Self::HoldsUpTo(what) | Self::Open(what) | Self::Fails(what) => {
                write!(f, "{}: {what}", verdict(self))
            }
        }
    }
}

/// What was found out, in a word or two.
pub fn outcome(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Verdict(of) => verdict(of),
        Outcome::Definition(DefinitionStanding::Implemented(_)) => "implemented",
        Outcome::Definition(DefinitionStanding::Departs(_)) => "implemented otherwise than printed",
        Outcome::Definition(DefinitionStanding::Unsettled(_)) => "implemented, not cross-checked",
        Outcome::Definition(DefinitionStanding::NotImplemented(_)) => "not implemented",
        Outcome::Answer(QuestionAnswer::Yes(_)) => "answered: yes",
        Outcome::Answer(QuestionAnswer::YesUpTo(_)) => "answered: yes, up to a bound",
        Outcome::Answer(QuestionAnswer::No(_)) => "answered: no",
        Outcome::Answer(QuestionAnswer::Unknown(_)) => "unanswered",
        Outcome::Misprint { .. } => "misprint",
        Outcome::Construction(_) => "by construction",
        Outcome::NotCheckable(_) => "not checkable",
        Outcome::Missing => "missing",
    }
}

/// What an item is.
pub fn nature(nature: Nature) -> &'static str {
    match nature {
        Nature::Claim => "claim",
        Nature::Definition => "definition",
        Nature::Question => "question",
        Nature::Misprint => "misprint",
        Nature::Construction => "by construction",
        Nature::Variant => "variant",
    }
}

/// What there is to say beside the verdict: what introduces a remark, and the remark.
pub fn remarks(row: &Row) -> Vec<(&'static str, String)> {
    let remarks = [
        ("answer", row.answer()),
        ("meant", row.meant()),
        ("built in", row.construction()),
        ("witness", row.witness()),
        ("bound", row.bound()),
        ("because", row.reason()),
        ("reading", row.claim.reading.as_deref()),
    ];
    let remarks = remarks.into_iter().filter_map(|(kind, text)| Some((kind, text?.to_owned())));
    let numbers = row.numbers.iter().map(|number| ("computed", number.clone()));
    let command = row.claim.command.clone().map(|command| ("for other numbers", command));
    let by = match row.claim.nature() {
        Nature::Definition | Nature::Construction => "cross-checked by",
        Nature::Claim | Nature::Question | Nature::Misprint | Nature::Variant => "by",
    };
    let places = (!row.places.is_empty()).then(|| (by, row.places.join(", ")));
    remarks.chain(numbers).chain(command).chain(places).collect()
}

/// How many claims have each verdict, and how many rows are no claims.
pub fn counts<'r>(rows: impl Iterator<Item = &'r Row> + Clone) -> String {
    let of = |nature: Nature| rows.clone().filter(move |row| row.claim.nature() == nature);
    let tell = |nature: Nature| {
        let count = |name: &&str| {
            let many = of(nature).filter(|row| outcome(row.outcome()) == *name).count();
            (many > 0).then(|| format!("{many} {name}"))
        };
        let counts: Vec<String> = OUTCOMES.iter().filter_map(count).collect();
        let many = of(nature).count();
        let (one, several) = plural(nature);
        let name = if many == 1 { one } else { several };
        (many > 0).then(|| match nature {
            Nature::Misprint | Nature::Construction => format!("{many} {name}"),
            Nature::Claim | Nature::Definition | Nature::Question | Nature::Variant => {
                format!("{many} {name}: {}", counts.join(", "))
            }
        })
    };
    let told: Vec<String> = Nature::ALL.into_iter().filter_map(tell).collect();
    told.join("; ")
}

fn plural(nature: Nature) -> (&'static str, &'static str) {
    match nature {
        Nature::Claim => ("claim", "claims"),
        Nature::Definition => ("definition", "definitions"),
        Nature::Question => ("question", "questions"),
        Nature::Misprint => ("misprint", "misprints"),
        Nature::Construction => ("row by construction", "rows by construction"),
        Nature::Variant => ("variant of ours", "variants of ours"),
    }
}
