//! The proof of what was decided, checked. Without a solver nothing is decided, and there is none.

#[cfg(feature = "sat")]
use super::FoundLine;
use super::FoundProof;
use crate::opened::Opened;
use hexa_proof::decide::{Evidence, Inquiry};
#[cfg(feature = "sat")]
use hexa_proof::prover::{Goal, prove};
#[cfg(feature = "sat")]
use hexa_proof::{Script, checker};
use hexa_text::Diagnostic;

#[cfg(feature = "sat")]
impl Opened {
    /// The proof of what was decided, if it is not too long.
    pub(super) fn proof_of(
        &self,
        evidence: &Evidence,
        question: &Inquiry<'_>,
        is_of_reduced: bool,
    ) -> Result<Option<FoundProof>, Diagnostic> {
        let Inquiry { terms, premises, conclusion, .. } = *question;
        let vocabulary = &self.document.vocabulary;
        let goal = Goal { terms, vocabulary, premises, conclusion };
        let stop = &self.limits.stop;
        let Ok(mut development) = prove(evidence, goal, "found", stop) else {
            self.go_on()?;
            return Ok(None);
        };
        let limits = checker::Limits { stop: stop.clone(), ..checker::Limits::default() };
        let checked =
            checker::check(&mut development, &limits).map_err(|_| Diagnostic::for_stop())?;
        if checked.iter().any(|checked| !checked.faults.is_empty()) {
            return Ok(None);
        }
        let line = |line: &hexa_proof::ProofLine| FoundLine {
            formula: development.sentences.write(line.sentence, Script::Ascii),
            inference: line.reason.clone(),
        };
        let lines = development.theorems.iter().flat_map(|theorem| &theorem.lines);
        let lines = lines.map(line).collect();
        Ok(Some(FoundProof { is_of_reduced, lines, text: development.text() }))
    }
}

#[cfg(not(feature = "sat"))]
impl Opened {
    pub(super) fn proof_of(
        &self,
        _: &Evidence,
        _: &Inquiry<'_>,
        _: bool,
    ) -> Result<Option<FoundProof>, Diagnostic> {
        Ok(None)
    }
}
