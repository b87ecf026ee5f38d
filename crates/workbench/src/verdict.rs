//! Whether what a step asserts holds, and if not why, in a few facts.

use crate::questions::Fault;
use hexa_engine::UBig;
use hexa_lang::Likeness;

/// Whether what a step asserts holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it holds.
    pub holds: bool,
    /// Why it does not, if that can be said in a few words; or what else there is to know.
    pub reason: Option<Reason>,
}

/// Why an assertion does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "snake_case")
)]
pub enum Reason {
    /// A number is another one.
    Number {
        /// The one that was asserted.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        expected: UBig,
        /// The one that was found.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        found: UBig,
    },
    /// A number does not compare so with another.
    Bound {
        /// How it should.
        comparison: &'static str,
        /// With what it was compared.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        bound: UBig,
        /// The number that was found.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        found: UBig,
    },
    /// There are worlds that cannot be reached from the actual one, and do not count.
    Worlds {
        /// The number that was asserted.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        expected: UBig,
        /// How many can be reached.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        reachable: UBig,
        /// How many there are.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        all: UBig,
    },
    /// An action cannot be executed.
    NotExecutable,
    /// An action can be executed.
    Executable,
    /// The state is not like another one, or is.
    Compared {
        /// In what it should have been like it.
        #[cfg_attr(feature = "json", serde(serialize_with = "likeness_name"))]
        likeness: Likeness,
        /// What the other one is called.
        other: String,
    },
    /// A formula is false.
    False {
        /// The part of it that fails, if it has parts.
        part: Option<String>,
        /// What stands against it.
        against: Option<Against>,
    },
    /// A formula is not true in all worlds.
    Exceptions {
        /// In how many it is false.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        count: UBig,
        /// How many there are.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        of: UBig,
        /// One of them.
        example: String,
    },
    /// An action is no game action.
    NoGameAction {
        /// What is wrong with it.
        fault: Fault,
    },
    /// An action is a game action.
    GameAction {
        /// How many answers can be given.
        answers: usize,
        /// Who gives one of them.
        respondent: Option<String>,
    },
    /// Somebody can learn something from an action.
    Informative,
    /// Everybody knows the answer already.
    Trivial,
}

/// What stands against a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "snake_case")
)]
pub enum Against {
    /// A world that somebody considers possible.
    World {
        /// Who.
        agent: String,
        /// What the world is called.
        world: String,
    },
    /// Two worlds that somebody considers possible.
    Both {
        /// Who.
        agent: String,
        /// One where it is true.
        yes: String,
        /// One where it is false.
        no: String,
    },
    /// A chain of worlds to one where something is not as it should be.
    Path {
        /// The worlds, with whoever leads from each to the next: `rwb -1- rbw -2- wbr`.
        path: String,
        /// What is looked at in the last one.
        formula: String,
        /// Whether it is true there.
        holds: bool,
    },
    /// All worlds that somebody considers possible.
    All {
        /// Who: one agent, or several together.
        agents: Vec<String>,
        /// Whether chains of them are meant, rather than what they consider possible together.
        chains: bool,
        /// How many worlds.
        #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
        worlds: UBig,
        /// What is the same in all of them.
        formula: String,
        /// Whether it is true there.
        holds: bool,
    },
    /// A part that has the wrong truth value, or what holds after an action.
    Part {
        /// Whether it is looked at after an action.
        after: bool,
        /// The part.
        formula: String,
        /// Whether it is true.
        holds: bool,
        /// Why.
        against: Option<Box<Against>>,
    },
    /// None of several parts holds.
    NoneOf {
        /// How many there are.
        of: usize,
        /// The first one.
        formula: String,
        /// What stands against that one.
        against: Option<Box<Against>>,
    },
    /// So many of several formulas hold.
    Count {
        /// How many hold.
        holding: usize,
        /// How many there are.
        of: usize,
    },
    /// An action cannot be executed.
    NotExecutable,
    /// The probability is another one.
    Probability {
        /// A fraction, or a whole number.
        value: String,
    },
}

impl Verdict {
    /// It holds, or else this is why not.
    pub fn new(holds: bool, otherwise: Reason) -> Self {
        Self { holds, reason: (!holds).then_some(otherwise) }
    }

    /// It holds.
    pub const HOLDS: Self = Self { holds: true, reason: None };

    /// Whether a number is as expected.
    pub fn of_numbers(expected: &UBig, found: &UBig) -> Self {
        let (expected, found) = (expected.clone(), found.clone());
        Self::new(expected == found, Reason::Number { expected, found })
    }

    /// Whether as many worlds can be reached as expected, with how many there are in all if there are more.
    pub fn of_worlds(expected: &UBig, found: &UBig, all: Option<UBig>) -> Self {
        match all.filter(|all| all > found) {
            None => Self::of_numbers(expected, found),
            Some(all) => {
                let (expected, reachable) = (expected.clone(), found.clone());
                let holds = expected == reachable;
                Self { holds, reason: Some(Reason::Worlds { expected, reachable, all }) }
            }
        }
    }
}

#[cfg(feature = "json")]
fn likeness_name<S: serde::Serializer>(
    likeness: &Likeness,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match likeness {
        Likeness::Bisimilar => "bisimilar",
        Likeness::Different => "different",
        Likeness::Isomorphic => "isomorphic",
        Likeness::Similar => "similar",
    })
}
