//! What a step changed as plain data, with names instead of indices. The order of fields is the order of keys in JSON.

use hexa_engine::UBig;
use std::collections::BTreeMap;

/// What a step changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(untagged))]
pub enum StepChange {
    /// World by world.
    Worlds(WorldsChange),
    /// What is known of cards.
    Cards(CardsChange),
}

/// A change of worlds and access.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WorldsChange {
    /// How many worlds there were and are.
    pub worlds: BeforeAfter<usize>,
    /// How many up to bisimilarity, if that is cheap.
    pub minimal: Option<BeforeAfter<usize>>,
    /// Atoms whose value in the actual world has changed.
    pub values: BTreeMap<String, bool>,
    /// Everybody.
    pub agents: Vec<AgentChange>,
    /// What became known.
    pub now: Vec<LearntFact>,
    /// What became known because of that.
    pub so: Vec<LearntFact>,
    /// What is no longer known.
    pub no_longer: Vec<LearntFact>,
    /// Whether no fewer facts say the same.
    pub smallest: bool,
    /// Whether something was left out because it would take too long.
    pub left_out: bool,
}

/// A value before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct BeforeAfter<T> {
    /// Before the step.
    pub before: T,
    /// After it.
    pub after: T,
}

/// What changed for an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct AgentChange {
    /// Who.
    pub agent: String,
    /// How many cells; none for arrows and without access.
    pub cells: BeforeAfter<Option<usize>>,
    /// How many worlds they consider possible; none without access.
    pub possible: BeforeAfter<Option<usize>>,
    /// Whether nothing has changed.
    pub unchanged: bool,
    /// How many cells were split.
    pub split: usize,
    /// How many have fewer worlds.
    pub smaller: usize,
    /// How many are gone.
    pub gone: usize,
    /// How many were merged.
    pub merged: usize,
    /// How many are new.
    pub new: usize,
}

/// Something that is known, or is no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct LearntFact {
    /// In words.
    pub text: String,
    /// As a formula.
    pub formula: String,
}

/// A change in what is known of cards, where worlds are too many to list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CardsChange {
    /// How many worlds there were and are.
    pub worlds: BeforeAfter<Number>,
    /// Everybody with access before and after.
    pub agents: Vec<CardLearner>,
    /// That what is known of the knowledge of others was left out.
    pub left_out: bool,
}

/// What somebody learnt or forgot about cards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CardLearner {
    /// Who.
    pub agent: String,
    /// How many worlds they consider possible.
    pub possible: BeforeAfter<Number>,
    /// What they know now, as formulas.
    pub now: Vec<String>,
    /// What they knew before.
    pub no_longer: Vec<String>,
}

/// A number with all of its digits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(transparent))]
pub struct Number(
    /// The number.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits"))]
    pub UBig,
);
