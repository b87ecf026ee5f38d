//! Conditions on packed states: formulas about one state, compiled to tests of whole words.

use hexa_logic::{Fluent, PathFormula, PathFormulas, PathNode};

/// A condition on the bits of some words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    Constant(bool),
    /// The bits of a mask have these values.
    All {
        word: u32,
        mask: u64,
        value: u64,
    },
    /// One of the bits of a mask has its value.
    Any {
        word: u32,
        mask: u64,
        value: u64,
    },
    /// Of several masks of a word, one has these values.
    SomeAll {
        word: u32,
        of: Box<[(u64, u64)]>,
    },
    /// Of several masks of a word, each has a bit with its value.
    EachAny {
        word: u32,
        of: Box<[(u64, u64)]>,
    },
    And(Box<[Condition]>),
    Or(Box<[Condition]>),
}

impl Condition {
    /// A formula that speaks of one state and not of knowledge; each fact is a bit.
    pub(crate) fn of(formulas: &PathFormulas, formula: PathFormula) -> Self {
        Self::with_value(formulas, formula, true)
    }

    fn with_value(formulas: &PathFormulas, formula: PathFormula, value: bool) -> Self {
        match formulas.node(formula) {
            PathNode::Constant(constant) => Self::Constant(*constant == value),
            PathNode::Fluent(fact) => Self::literal(*fact, value),
            PathNode::Not(body) => Self::with_value(formulas, *body, !value),
            PathNode::And(of) => Self::join_parts(formulas, of, value, value),
            PathNode::Or(of) => Self::join_parts(formulas, of, value, !value),
            // Nothing that is compiled speaks of these.
            PathNode::Does(_) | PathNode::Next(_) | PathNode::Knows(..) | PathNode::Common(_) => {
                Self::Constant(false)
            }
        }
    }

    fn literal(fact: Fluent, value: bool) -> Self {
        let (word, mask) = place(fact);
        Self::All { word, mask, value: if value { mask } else { 0 } }
    }

    /// All of the parts, or some of them: those on one word become one test.
    fn join_parts(formulas: &PathFormulas, of: &[PathFormula], value: bool, all: bool) -> Self {
        let (mut tests, mut words) = (Vec::new(), Vec::<(u32, u64, u64)>::new());
        for &part in of {
            match Self::with_value(formulas, part, value) {
                Self::All { word, mask, value } if all || mask.is_power_of_two() => {
                    match words.iter_mut().find(|(known, ..)| *known == word) {
                        // A bit has one value.
                        Some((_, known, values)) if (*values ^ value) & *known & mask != 0 => {
                            return Self::Constant(!all);
                        }
                        Some((_, known, values)) => {
                            *known |= mask;
                            *values |= value;
                        }
                        None => words.push((word, mask, value)),
                    }
                }
                other @ Self::Constant(_)
                | other @ Self::All { .. }
                | other @ Self::Any { .. }
                | other @ Self::SomeAll { .. }
                | other @ Self::EachAny { .. }
                | other @ Self::And(_)
                | other @ Self::Or(_) => tests.push(other),
            }
        }
        let one = |(word, mask, value)| match all {
            true => Self::All { word, mask, value },
            false => Self::Any { word, mask, value },
        };
        // What takes one look comes first.
        let mut parts: Vec<Self> = words.into_iter().map(one).collect();
        parts.extend(tests);
        match (parts.len(), all) {
            (1, _) => parts.swap_remove(0),
            (_, true) => Self::on_one_word(&parts, all).unwrap_or_else(|| Self::And(parts.into())),
            (_, false) => Self::on_one_word(&parts, all).unwrap_or_else(|| Self::Or(parts.into())),
        }
    }

    /// Several tests of one word in a row.
    fn on_one_word(parts: &[Self], all: bool) -> Option<Self> {
        let test = |part: &Self| match part {
            Self::All { word, mask, value } if !all => Some((*word, (*mask, *value))),
            Self::Any { word, mask, value } if all => Some((*word, (*mask, *value))),
            Self::Constant(_)
            | Self::All { .. }
            | Self::Any { .. }
            | Self::SomeAll { .. }
            | Self::EachAny { .. }
            | Self::And(_)
            | Self::Or(_) => None,
        };
        let tests: Vec<(u32, (u64, u64))> = parts.iter().map(test).collect::<Option<_>>()?;
        let word = tests.first()?.0;
        if tests.iter().any(|(other, _)| *other != word) {
            return None;
        }
        let of = tests.into_iter().map(|(_, test)| test).collect();
        Some(match all {
            true => Self::EachAny { word, of },
            false => Self::SomeAll { word, of },
        })
    }

    /// Whether it holds.
    #[inline]
    pub(crate) fn holds(&self, words: &[u64]) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::All { word, mask, value } => words[*word as usize] & mask == *value,
            Self::Any { word, mask, value } => !(words[*word as usize] ^ value) & mask != 0,
            Self::SomeAll { word, of } => {
                let bits = words[*word as usize];
                of.iter().any(|(mask, value)| bits & mask == *value)
            }
            Self::EachAny { word, of } => {
                let bits = words[*word as usize];
                of.iter().all(|(mask, value)| !(bits ^ value) & mask != 0)
            }
            Self::And(of) => of.iter().all(|part| part.holds(words)),
            Self::Or(of) => of.iter().any(|part| part.holds(words)),
        }
    }
}

/// The word and the bit of a fact.
pub(crate) fn place(fact: Fluent) -> (u32, u64) {
    (fact.0 / 64, 1 << (fact.0 % 64))
}

/// Fluents that are found from others, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derivation {
    stages: Vec<Stage>,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Fluents that bits of a mask have these values.
    Tests(Vec<(Test, Fluent)>),
    One(Condition, Fluent),
}

#[derive(Clone, Copy, Debug)]
struct Test {
    word: u32,
    mask: u64,
    value: u64,
}

impl Derivation {
    /// Fluents with their conditions, which need earlier ones alone; those of one level do not need each other.
    pub(crate) fn new(facts: Vec<(usize, Fluent, Condition)>) -> Self {
        let mut facts = facts;
        let is_test = |condition: &Condition| matches!(condition, Condition::All { .. });
        facts.sort_by_key(|(level, _, condition)| (*level, is_test(condition)));
        let mut stages: Vec<Stage> = Vec::new();
        for (_, fact, condition) in facts {
            match (condition, stages.last_mut()) {
                (Condition::All { word, mask, value }, Some(Stage::Tests(tests))) => {
                    tests.push((Test { word, mask, value }, fact));
                }
                (Condition::All { word, mask, value }, _) => {
                    stages.push(Stage::Tests(vec![(Test { word, mask, value }, fact)]));
                }
                (condition, _) => stages.push(Stage::One(condition, fact)),
            }
        }
        Self { stages }
    }

    /// Finds all of the facts.
    #[inline]
    pub(crate) fn derive(&self, words: &mut [u64]) {
        for stage in &self.stages {
            match stage {
                Stage::Tests(tests) => {
                    for (test, fact) in tests {
                        let holds = words[test.word as usize] & test.mask == test.value;
                        words[fact.0 as usize / 64] |= u64::from(holds) << (fact.0 % 64);
                    }
                }
                Stage::One(condition, fact) => {
                    let holds = condition.holds(words);
                    words[fact.0 as usize / 64] |= u64::from(holds) << (fact.0 % 64);
                }
            }
        }
    }
}
