//! The table of claims: each with what was found out about it.

use crate::claims::Claim;
use crate::outcome::{DefinitionStanding, Outcome, QuestionAnswer};
use crate::verdict::{Finding, Verdict};
use crate::words;

/// What one scenario or program says about a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// What it says.
    pub verdict: Verdict,
    /// Where it stands.
    pub place: String,
    /// The numbers that were computed, each in a few words.
    pub numbers: Vec<String>,
    /// Whether it looks at a state or two of those that the claim may speak of.
    by_scenario: bool,
}

impl Evidence {
    /// What a program says.
    pub fn of_program(finding: Finding, place: String) -> Self {
        let Finding { verdict, numbers } = finding;
        Self { verdict, place, numbers, by_scenario: false }
    }

    /// What the assertions of a scenario say, and the numbers that they counted.
    pub fn of_scenario(finding: Finding, place: String) -> Self {
        let Finding { verdict, numbers } = finding;
        Self { verdict, place, numbers, by_scenario: true }
    }

    /// What it says of a certain claim: of a claim about more than scenarios look at, they say that it holds in
    /// the instances; and what they show against a claim is told in words.
    fn verdict_on(&self, claim: &Claim) -> Verdict {
        match (&self.verdict, self.by_scenario) {
            (Verdict::Holds, true) => match &claim.instances {
                Some(instances) => Verdict::HoldsUpTo(instances.clone()),
                None => Verdict::Holds,
            },
            (Verdict::Fails(shown), true) => {
                Verdict::Fails(claim.witness.clone().unwrap_or_else(|| shown.clone()))
            }
            (verdict, _) => verdict.clone(),
        }
    }
}

/// A claim with what was found out about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The claim.
    pub claim: Claim,
    /// What was found out: of the sort that the claim can have.
    outcome: Outcome,
    /// The scenarios and programs that were run for it.
    pub places: Vec<String>,
    /// The numbers that were computed.
    pub numbers: Vec<String>,
}

impl Row {
    /// A claim with all that was found about it.
    pub fn new(claim: Claim, evidence: &[Evidence]) -> Self {
        let mut places: Vec<String> =
            evidence.iter().map(|evidence| evidence.place.clone()).collect();
        places.dedup();
        let numbers = evidence.iter().flat_map(|evidence| evidence.numbers.clone()).collect();
        let verdict =
            evidence.iter().map(|evidence| evidence.verdict_on(&claim)).reduce(Verdict::and);
        let outcome = Outcome::new(&claim, verdict);
        Self { claim, outcome, places, numbers }
    }

    /// What was found out.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// What shows that it is false.
    pub fn witness(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Verdict(Verdict::Fails(witness))
            | Outcome::Definition(DefinitionStanding::Departs(witness)) => Some(witness),
            Outcome::Misprint { witness, .. } => witness.as_deref(),
            Outcome::Verdict(Verdict::Holds | Verdict::HoldsUpTo(_) | Verdict::Open(_))
            | Outcome::Definition(_)
            | Outcome::Answer(_)
            | Outcome::Construction(_)
            | Outcome::NotCheckable(_)
            | Outcome::Missing => None,
        }
    }

    /// The cases that were looked at, if these are not all.
    pub fn bound(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Verdict(Verdict::HoldsUpTo(bound))
            | Outcome::Definition(DefinitionStanding::Implemented(Some(bound))) => Some(bound),
            Outcome::Verdict(Verdict::Holds | Verdict::Fails(_) | Verdict::Open(_))
            | Outcome::Definition(_)
            | Outcome::Answer(_)
            | Outcome::Misprint { .. }
            | Outcome::Construction(_)
            | Outcome::NotCheckable(_)
            | Outcome::Missing => None,
        }
    }

    /// The answer to a question.
    pub fn answer(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Answer(
                QuestionAnswer::Yes(answer)
                | QuestionAnswer::YesUpTo(answer)
                | QuestionAnswer::No(answer),
            ) => (!answer.is_empty()).then_some(answer),
            Outcome::Answer(QuestionAnswer::Unknown(_))
            | Outcome::Verdict(_)
            | Outcome::Definition(_)
            | Outcome::Misprint { .. }
            | Outcome::Construction(_)
            | Outcome::NotCheckable(_)
            | Outcome::Missing => None,
        }
    }

    /// What a misprint should be.
    pub fn meant(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Misprint { meant, .. } => Some(meant),
            Outcome::Verdict(_)
            | Outcome::Definition(_)
            | Outcome::Answer(_)
            | Outcome::Construction(_)
            | Outcome::NotCheckable(_)
            | Outcome::Missing => None,
        }
    }

    /// What makes it so by construction.
    pub fn construction(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Construction(why) => Some(why),
            Outcome::Verdict(_)
            | Outcome::Definition(_)
            | Outcome::Answer(_)
            | Outcome::Misprint { .. }
            | Outcome::NotCheckable(_)
            | Outcome::Missing => None,
        }
    }

    /// Why nothing was found out.
    pub fn reason(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Verdict(Verdict::Open(why))
            | Outcome::Definition(
                DefinitionStanding::Unsettled(why) | DefinitionStanding::NotImplemented(why),
            )
            | Outcome::Answer(QuestionAnswer::Unknown(why))
            | Outcome::NotCheckable(why) => Some(why),
            Outcome::Verdict(Verdict::Holds | Verdict::HoldsUpTo(_) | Verdict::Fails(_))
            | Outcome::Definition(_)
            | Outcome::Answer(_)
            | Outcome::Misprint { .. }
            | Outcome::Construction(_)
            | Outcome::Missing => None,
        }
    }

    /// The row for programs.
    pub fn record(&self) -> Record<'_> {
        Record {
            paper: self.claim.paper.name(),
            item: &self.claim.item,
            section: &self.claim.section,
            kind: words::nature(self.claim.nature()),
            claim: &self.claim.claim,
            verdict: words::outcome(&self.outcome),
            answer: self.answer(),
            meant: self.meant(),
            construction: self.construction(),
            witness: self.witness(),
            bound: self.bound(),
            reading: self.claim.reading.as_deref(),
            reason: self.reason(),
            numbers: &self.numbers,
            command: self.claim.command.as_deref(),
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
    /// What it is: a claim, a definition, a question ...
    pub kind: &'a str,
    /// What it says.
    pub claim: &'a str,
    /// What was found out, in a word or two.
    pub verdict: &'a str,
    /// The answer to a question.
    pub answer: Option<&'a str>,
    /// What a misprint should be.
    pub meant: Option<&'a str>,
    /// What makes it so by construction.
    pub construction: Option<&'a str>,
    /// What shows that it is false.
    pub witness: Option<&'a str>,
    /// The cases that were looked at, if these are not all.
    pub bound: Option<&'a str>,
    /// How the claim is read.
    pub reading: Option<&'a str>,
    /// Why nothing was found out.
    pub reason: Option<&'a str>,
    /// The numbers that were computed.
    pub numbers: &'a [String],
    /// The command that computes them for other parameters.
    pub command: Option<&'a str>,
    /// The scenarios and programs that were run.
    pub checks: &'a [String],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Paper;

    fn row(text: &str, found: &[Evidence]) -> Row {
        let head = "[[claim]]\nitem = \"Prop. 1\"\nsection = \"1\"\nclaim = \"so it is\"\n";
        let claims = crate::claims::read(Paper::Thesis, &format!("{head}{text}"));
        Row::new(claims.expect("a list").remove(0), found)
    }

    const KINDS: [&str; 3] =
        ["kind = \"sentence\"", "kind = \"definition\"", "kind = \"question\""];

    fn program(verdict: Verdict, place: &str) -> Evidence {
        let finding = Finding { verdict, numbers: vec!["2 calls".to_owned()] };
        Evidence::of_program(finding, place.to_owned())
    }

    fn scenario(verdict: Verdict) -> Evidence {
        Evidence::of_scenario(Finding { verdict, numbers: Vec::new() }, "a".to_owned())
    }

    #[test]
    fn all_evidence_counts_and_what_speaks_against_a_claim_outweighs_the_rest() {
        let found = [
            program(Verdict::Holds, "a"),
            program(Verdict::Fails("this".to_owned()), "b"),
            program(Verdict::HoldsUpTo("3 cases".to_owned()), "b"),
        ];
        let row = row(KINDS[0], &found);
        assert_eq!((row.witness(), row.bound(), row.reason()), (Some("this"), None, None));
        assert_eq!(row.places, ["a", "b"]);
        let remarks = words::remarks(&row);
        assert_eq!(remarks[0], ("witness", "this".to_owned()));
        assert_eq!(remarks.last(), Some(&("by", "a, b".to_owned())));
    }

    #[test]
    fn without_evidence_there_is_a_reason_or_something_is_missing() {
        let taste = format!("{}\nreason = \"taste\"", KINDS[0]);
        let rows = [row(&taste, &[]), row(KINDS[0], &[])];
        assert_eq!(rows[0].reason(), Some("taste"));
        assert_eq!(rows[1].outcome(), &Outcome::Missing);
        assert_eq!(words::counts(rows.iter()), "2 claims: 1 not checkable, 1 missing");
    }

    #[test]
    fn definitions_and_questions_are_neither_true_nor_false() {
        let all = [
            Verdict::Holds,
            Verdict::HoldsUpTo("3 cases".to_owned()),
            Verdict::Open("why".to_owned()),
            Verdict::Fails("this".to_owned()),
        ];
        for kind in &KINDS[1..] {
            for verdict in &all {
                let row = row(kind, &[program(verdict.clone(), "a")]);
                assert!(!matches!(row.outcome(), Outcome::Verdict(_)), "{row:?}");
            }
        }
        let rows = KINDS.map(|kind| row(kind, &[program(Verdict::Holds, "a")]));
        assert_eq!(
            words::counts(rows.iter()),
            "1 claim: 1 holds; 1 definition: 1 implemented; 1 question: 1 answered: yes"
        );
    }

    #[test]
    fn a_claim_about_all_games_holds_in_the_instances_that_scenarios_look_at() {
        let universal = format!("{}\ninstances = \"hands 1,1,1\"", KINDS[0]);
        let row = row(&universal, &[scenario(Verdict::Holds)]);
        assert_eq!(row.outcome(), &Outcome::Verdict(Verdict::HoldsUpTo("hands 1,1,1".to_owned())));
    }

    #[test]
    fn a_misprint_is_no_refuted_claim_and_must_be_wrong_as_printed() {
        let slip = format!("{}\nmisprint = \"flax\"\nwitness = \"Bill has no rye\"", KINDS[0]);
        let wrong = row(&slip, &[scenario(Verdict::Fails("`check x`".to_owned()))]);
        assert_eq!((wrong.meant(), wrong.witness()), (Some("flax"), Some("Bill has no rye")));
        assert_eq!(words::counts([&wrong].into_iter()), "1 misprint");
        assert_eq!(
            row(&slip, &[scenario(Verdict::Holds)]).outcome(),
            &Outcome::Verdict(Verdict::Holds)
        );
    }
}
