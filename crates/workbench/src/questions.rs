//! What is wrong with an action that is no game action (thesis defs. 9 to 12), with names instead of indices.

use hexa_engine::{Flaw, Flawed, Unfit};
use hexa_lang::syntax::Printer;
use hexa_logic::{Agent, Formula, Vocabulary};

/// Why an action is no game action. Answers are formulas, as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize),
    serde(tag = "fault", rename_all = "snake_case")
)]
pub enum Fault {
    /// It changes facts.
    ChangesFacts,
    /// Somebody's access is no partition.
    NoPartition {
        /// Whose.
        agent: String,
    },
    /// Somebody learns nothing from one of the answers.
    LeavesOut {
        /// Who.
        agent: String,
        /// From which.
        answer: String,
    },
    /// The answers that somebody cannot tell apart do not form classes.
    NoEquivalence {
        /// Who.
        agent: String,
    },
    /// Two answers are true in the same worlds.
    SameAnswer {
        /// One of them.
        first: String,
        /// The other.
        second: String,
    },
    /// Nobody can be the one who answers.
    NoRespondent {
        /// Everybody with access, and why it cannot be them.
        unfit: Vec<UnfitAgent>,
    },
}

/// Why somebody cannot be the one who answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct UnfitAgent {
    /// Who.
    pub agent: String,
    /// The answers that they cannot tell apart, or the one that they may not know: one or two.
    pub answers: Vec<String>,
}

impl Fault {
    /// What the engine found, with names.
    pub fn new(flawed: &Flawed, vocabulary: &Vocabulary) -> Self {
        let printer = Printer::new(&flawed.terms, vocabulary);
        let text = |formula: &Formula| printer.formula(*formula);
        let name = |agent: &Agent| vocabulary.agent_name(*agent).to_owned();
        match &flawed.flaw {
            Flaw::ChangesFacts => Self::ChangesFacts,
            Flaw::NoPartition(agent) => Self::NoPartition { agent: name(agent) },
            Flaw::LeavesOut(agent, answer) => {
                Self::LeavesOut { agent: name(agent), answer: text(answer) }
            }
            Flaw::NoEquivalence(agent) => Self::NoEquivalence { agent: name(agent) },
            Flaw::SameAnswer(first, second) => {
                Self::SameAnswer { first: text(first), second: text(second) }
            }
            Flaw::NoRespondent(unfit) => {
                let one = |(agent, why): &(Agent, Unfit)| UnfitAgent {
                    agent: name(agent),
                    answers: match why {
                        Unfit::Confuses(first, second) => vec![text(first), text(second)],
                        Unfit::DoesNotKnow(answer) => vec![text(answer)],
                    },
                };
                Self::NoRespondent { unfit: unfit.iter().map(one).collect() }
            }
        }
    }
}
