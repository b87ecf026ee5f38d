//! What depends on what in a game description: its strata, and what must be known before a relation can be computed
//! (nothing, the state, or the moves too). A program means something when no relation depends on its own negation,
//! nor on what somebody knows of it.

use super::components::Graph;
use super::program::{Condition, Literal, Predicate, Program, ProgramRule};
use super::read::atom_of;
use crate::work::Work;
use hexa_logic::Stopped;
use std::convert::Infallible;

/// What must be known to compute a relation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Nothing: it is the same in all states.
    Static,
    /// The state.
    State,
    /// The state and the moves that are made in it.
    Moves,
}

/// Whether a relation is used as it is, or must be complete before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// As it is.
    Plain,
    /// Below `not`, or below `knows`.
    Strict,
}

/// The relations that a condition speaks of.
pub fn uses(program: &Program, literal: &Literal) -> Vec<(Predicate, Use)> {
    let (atom, plain) = match &literal.condition {
        Condition::Holds(atom) => (atom, Use::Plain),
        Condition::Fails(atom) => (atom, Use::Strict),
        Condition::Distinct(..) | Condition::Same(..) => return Vec::new(),
    };
    let mut used = vec![(atom.predicate, plain)];
    let mut known = known_atom(program, atom.predicate, &atom.arguments);
    while let Some(inner) = known {
        used.push((inner.predicate, Use::Strict));
        known = self::known_atom(program, inner.predicate, &inner.arguments);
    }
    used
}

fn known_atom(
    program: &Program,
    predicate: Predicate,
    arguments: &[super::program::Pattern],
) -> Option<super::program::Atom> {
    match predicate {
        Predicate::KNOWS | Predicate::COMMON => atom_of(program, &program.terms, arguments.last()?),
        _ => None,
    }
}

/// What depends on what.
#[derive(Clone, Debug)]
pub struct Dependencies {
    /// The relations, those that depend on each other together, each after all that it depends on.
    pub strata: Vec<Vec<Predicate>>,
    stratum_of: Vec<u32>,
    phases: Vec<Phase>,
    graph: Graph,
    /// Strata in which a relation depends on the negation of one of them, if only by name.
    is_mixed: Vec<bool>,
    /// Strata in which a relation depends on what is known of one of them.
    knows_itself: Vec<bool>,
}

impl Dependencies {
    /// Those of a program.
    pub(crate) fn of(program: &Program, work: &Work<'_>) -> Result<Self, Stopped> {
        let mut arrows = Vec::new();
        for rule in &program.rules {
            work.step(1 + rule.body.len() as u64)?;
            for (used, _) in rule.body.iter().flat_map(|literal| uses(program, literal)) {
                arrows.push((rule.head.predicate.0, used.0));
            }
        }
        arrows.sort_unstable();
        arrows.dedup();
        let graph = Graph::new(program.relations.len(), &arrows);
        let components = graph.components(|| work.step(1))?;
        let mut stratum_of = vec![0; program.relations.len()];
        let mut phases = vec![Phase::Static; program.relations.len()];
        for predicate in [Predicate::TRUE, Predicate::KNOWS, Predicate::COMMON] {
            phases[predicate.index()] = Phase::State;
        }
        phases[Predicate::DOES.index()] = Phase::Moves;
        for (stratum, members) in components.iter().enumerate() {
            let used =
                members.iter().flat_map(|&member| graph.row(member).iter().chain([&members[0]]));
            let own = members.iter().map(|&member| phases[member as usize]);
            let phase =
                used.map(|&used| phases[used as usize]).chain(own).max().unwrap_or(Phase::Static);
            for &member in members {
                stratum_of[member as usize] = stratum as u32;
                phases[member as usize] = phase;
            }
        }
        let strata = components
            .into_iter()
            .map(|members| members.into_iter().map(Predicate).collect())
            .collect();
        let mut made = Self {
            strata,
            stratum_of,
            phases,
            graph,
            is_mixed: Vec::new(),
            knows_itself: Vec::new(),
        };
        made.mark_strata(program, work)?;
        Ok(made)
    }

    fn mark_strata(&mut self, program: &Program, work: &Work<'_>) -> Result<(), Stopped> {
        let mut is_mixed = vec![false; self.strata.len()];
        let mut knows_itself = is_mixed.clone();
        for rule in &program.rules {
            work.step(1 + rule.body.len() as u64)?;
            for literal in &rule.body {
                for (at, (used, how)) in uses(program, literal).into_iter().enumerate() {
                    if how == Use::Strict && self.is_mutual(rule.head.predicate, used) {
                        is_mixed[self.stratum(used)] = true;
                        // What is known comes after the condition itself.
                        knows_itself[self.stratum(used)] |= at > 0;
                    }
                }
            }
        }
        (self.is_mixed, self.knows_itself) = (is_mixed, knows_itself);
        Ok(())
    }

    /// Whether relations of the stratum of this one depend on what is known of them.
    pub fn knows_itself(&self, predicate: Predicate) -> bool {
        self.knows_itself[self.stratum(predicate)]
    }

    /// Whether relations of the stratum of this one depend on their negations, if only by name: which atoms depend on
    /// which has to be found out without variables.
    pub fn is_mixed(&self, predicate: Predicate) -> bool {
        self.is_mixed[self.stratum(predicate)]
    }

    /// Whether there are such relations.
    pub fn has_mixed(&self) -> bool {
        self.is_mixed.contains(&true)
    }

    /// What must be known to compute a relation.
    pub fn phase(&self, predicate: Predicate) -> Phase {
        self.phases[predicate.index()]
    }

    /// Whether relations depend on each other.
    pub fn is_mutual(&self, one: Predicate, other: Predicate) -> bool {
        self.stratum_of[one.index()] == self.stratum_of[other.index()]
    }

    /// The number of the stratum of a relation.
    pub fn stratum(&self, predicate: Predicate) -> usize {
        self.stratum_of[predicate.index()] as usize
    }

    /// Whether a rule uses its own relation, over however many others.
    pub fn is_recursive(&self, rule: &ProgramRule) -> bool {
        rule.positive().any(|atom| self.is_mutual(atom.predicate, rule.head.predicate))
    }

    /// A shortest way from one relation to another, along what they depend on.
    pub fn path(&self, from: Predicate, to: Predicate) -> Vec<Predicate> {
        let path = self.graph.path(from.0, to.0, || Ok::<(), Infallible>(()));
        let Ok(path) = path;
        path.into_iter().map(Predicate).collect()
    }
}
