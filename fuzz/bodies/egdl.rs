//! Games in EGDL: their models built and their rules checked with small limits, and again with other memories.

use super::Outcome;
use super::small::{MOST_BYTES, assert_kept, digest, stop};
use hexa_rules::egdl::{EgdlFailure, EgdlRecall, EgdlRequest, answer};
use hexa_rules::words;

/// Builds the model of a game and checks its rules.
pub fn model(text: &str) -> Outcome {
    if text.len() > MOST_BYTES {
        return Outcome::Refused;
    }
    let small = EgdlRequest { max_states: 200, ..EgdlRequest::new("f.egdl", text) };
    let recalls = [EgdlRecall::None, EgdlRecall::OwnAction, EgdlRecall::Perfect { depth: 2 }];
    let outcomes = recalls.map(|recall| ask(&EgdlRequest { recall, ..small.clone() }));
    let [first, ..] = outcomes;
    first
}

fn ask(request: &EgdlRequest) -> Outcome {
    let stop = stop();
    let outcome = answer(request, &stop);
    assert_kept(&stop);
    match &outcome.answer {
        Ok(answer) => {
            assert!(answer.states <= request.max_states, "more states than the limit");
            assert!(answer.initial <= answer.states && answer.terminal <= answer.states);
            Outcome::Answered(digest(&words::egdl::answer(answer)))
        }
        Err(failure) => {
            let worded = words::egdl::failure(failure);
            match failure {
                EgdlFailure::Wrong(_) => Outcome::Refused,
                EgdlFailure::NoInitialState | EgdlFailure::State(_) => {
                    Outcome::Answered(digest(&worded.message))
                }
                _ => Outcome::GaveUp,
            }
        }
    }
}
