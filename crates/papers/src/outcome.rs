//! What was found out about an item of a paper. What can be found out depends on what the item is: only claims are
//! true or false, a definition is implemented or not, a question is answered or not, and a misprint is a slip.

use crate::claims::{Claim, Nature};
use crate::verdict::Verdict;

/// What was found out about an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A claim, true or false as far as was found out.
    Verdict(Verdict),
    /// A definition, with what became of it.
    Definition(DefinitionStanding),
    /// A question, with its answer.
    Answer(QuestionAnswer),
    /// A slip of the printed text.
    Misprint {
        /// What is meant.
        meant: String,
        /// What shows that the print is wrong, if that was computed.
        witness: Option<String>,
    },
    /// It is so because the model is built so.
    Construction(String),
    /// Nothing can be found out, for this reason.
    NotCheckable(String),
    /// Nobody has said how it could be checked.
    Missing,
}

/// What became of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DefinitionStanding {
    /// It is implemented, and cross-checked: by scenarios, or in so many cases.
    Implemented(Option<String>),
    /// It is implemented otherwise than it is printed, and this shows why.
    Departs(String),
    /// It is implemented, and the cross-check could not be finished.
    Unsettled(String),
    /// It is not implemented.
    NotImplemented(String),
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuestionAnswer {
    /// Yes, and it was found so.
    Yes(String),
    /// Yes in the cases that were looked at, and these are not all.
    YesUpTo(String),
    /// No, and this shows it.
    No(String),
    /// Nobody knows.
    Unknown(String),
}

impl Outcome {
    /// What evidence says of an item.
    pub(crate) fn new(claim: &Claim, evidence: Option<Verdict>) -> Self {
        let Some(verdict) = evidence else { return Self::without_evidence(claim) };
        match claim.nature() {
            Nature::Claim | Nature::Variant => Self::Verdict(verdict),
            Nature::Definition => Self::Definition(DefinitionStanding::new(verdict, claim)),
            Nature::Question => Self::Answer(QuestionAnswer::new(verdict, claim)),
            Nature::Misprint => misprint(claim, verdict),
            Nature::Construction => construction(claim, verdict),
        }
    }

    fn without_evidence(claim: &Claim) -> Self {
        let reason = claim.reason.clone();
        match claim.nature() {
            Nature::Misprint => {
                let meant = claim.misprint.clone().unwrap_or_default();
                Self::Misprint { meant, witness: None }
            }
            Nature::Construction => {
                Self::Construction(claim.construction.clone().unwrap_or_default())
            }
            Nature::Definition => reason.map_or(Self::Missing, |why| {
                Self::Definition(DefinitionStanding::NotImplemented(why))
            }),
            Nature::Question => {
                reason.map_or(Self::Missing, |why| Self::Answer(QuestionAnswer::Unknown(why)))
            }
            Nature::Claim | Nature::Variant => reason.map_or(Self::Missing, Self::NotCheckable),
        }
    }
}

impl DefinitionStanding {
    fn new(verdict: Verdict, claim: &Claim) -> Self {
        match (verdict, &claim.departs) {
            (Verdict::Holds | Verdict::HoldsUpTo(_), Some(departs)) => {
                Self::Departs(departs.clone())
            }
            (Verdict::Holds, None) => Self::Implemented(None),
            (Verdict::HoldsUpTo(cases), None) => Self::Implemented(Some(cases)),
            (Verdict::Fails(witness), _) => Self::Departs(witness),
            (Verdict::Open(why), _) => Self::Unsettled(why),
        }
    }
}

impl QuestionAnswer {
    /// The words of the list are told only where the evidence says the same.
    fn new(verdict: Verdict, claim: &Claim) -> Self {
        let words = claim.answer.clone();
        match verdict {
            Verdict::Holds => Self::Yes(words.unwrap_or_default()),
            Verdict::HoldsUpTo(cases) => {
                Self::YesUpTo(words.map_or(cases.clone(), |words| format!("{words}; {cases}")))
            }
            Verdict::Fails(witness) => Self::No(words.unwrap_or(witness)),
            Verdict::Open(why) => Self::Unknown(why),
        }
    }
}

/// As it is printed it must be false: otherwise it is no misprint, and the list is wrong.
fn misprint(claim: &Claim, verdict: Verdict) -> Outcome {
    match verdict {
        Verdict::Fails(witness) => Outcome::Misprint {
            meant: claim.misprint.clone().unwrap_or_default(),
            witness: Some(witness),
        },
        Verdict::Holds | Verdict::HoldsUpTo(_) | Verdict::Open(_) => Outcome::Verdict(verdict),
    }
}

fn construction(claim: &Claim, verdict: Verdict) -> Outcome {
    match verdict {
        Verdict::Holds | Verdict::HoldsUpTo(_) => {
            Outcome::Construction(claim.construction.clone().unwrap_or_default())
        }
        Verdict::Fails(_) | Verdict::Open(_) => Outcome::Verdict(verdict),
    }
}
