//! What a belief says of facts: those that are known, and how likely the others are.

use super::Belief;
use crate::exact::{Exact, RBig};
use std::collections::BTreeMap;

/// The facts that are the case in some position that a player considers possible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownFacts {
    /// Those that are the case in all of them: the player knows them. In order.
    pub known: Vec<String>,
    /// The others, each with how likely it is. In order.
    pub possible: Vec<(String, Exact)>,
}

impl Belief {
    /// Which facts the player knows, and which they consider possible.
    pub fn known_facts(&self) -> KnownFacts {
        let mut facts: BTreeMap<String, (usize, RBig)> = BTreeMap::new();
        for one in self.positions() {
            for fact in one.play.facts() {
                let (count, sum) = facts.entry(fact).or_insert((0, RBig::ZERO));
                *count += 1;
                *sum += &one.probability.0;
            }
        }
        let mut known_facts = KnownFacts::default();
        for (fact, (count, sum)) in facts {
            match count == self.positions().len() {
                true => known_facts.known.push(fact),
                false => known_facts.possible.push((fact, Exact(sum))),
            }
        }
        known_facts
    }
}
