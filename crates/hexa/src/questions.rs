//! Questions and answers in words: what is wrong with an action that is no game action, and what
//! a game action is.

use hexa_engine::{Flaw, Flawed, GameAction, Unfit};
use hexa_lang::syntax::Printer;
use hexa_logic::{Agent, Formula, Vocabulary};

/// Why an action is no game action.
pub fn flaw(flawed: &Flawed, vocabulary: &Vocabulary) -> String {
    let printer = Printer::new(&flawed.terms, vocabulary);
    let text = |formula: &Formula| printer.formula(*formula);
    let name = |agent: &Agent| vocabulary.agent_name(*agent);
    match &flawed.flaw {
        Flaw::ChangesFacts => "it changes facts".to_owned(),
        Flaw::NoPartition(agent) => format!("the access of {} is no partition", name(agent)),
        Flaw::LeavesOut(agent, answer) => {
            format!("{} learns nothing if {} is answered", name(agent), text(answer))
        }
        Flaw::NoEquivalence(agent) => {
            format!("the answers that {} cannot tell apart do not form classes", name(agent))
        }
        Flaw::SameAnswer(left, right) => {
            format!("{} and {} are true in the same worlds", text(left), text(right))
        }
        Flaw::NoRespondent(unfit) if unfit.is_empty() => {
            "nobody has access, so that nobody can be the one who answers".to_owned()
        }
        Flaw::NoRespondent(unfit) => {
            let reasons: Vec<String> = unfit
                .iter()
                .map(|(agent, why)| match why {
                    Unfit::Confuses(left, right) => {
                        format!("{} cannot tell {} from {}", name(agent), text(left), text(right))
                    }
                    Unfit::DoesNotKnow(answer) => {
                        format!("{} may not know whether {}", name(agent), text(answer))
                    }
                })
                .collect();
            format!("nobody can be the one who answers: {}", reasons.join("; "))
        }
    }
}

/// A game action in a line.
pub fn summary(game: &GameAction, vocabulary: &Vocabulary) -> String {
    let answers = match game.question.len() {
        1 => "one possible answer".to_owned(),
        several => format!("{several} possible answers"),
    };
    match game.respondent {
        Some(agent) => {
            format!("it is one: {} gives one of {answers}", vocabulary.agent_name(agent))
        }
        None => format!("it is one, with {answers}"),
    }
}
