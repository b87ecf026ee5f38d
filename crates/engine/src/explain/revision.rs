//! Revision of a theory by an action (thesis sec. 3.5): what describes the state after the action, computed from what
//! describes the state before it. The state itself is not needed: a theory that describes one state up to bisimilarity
//! has a model of its own, whose worlds are those that the theory speaks of, with what it says of them
//! ([`Description::model`]). The action is executed there, and what comes out is described again.
//!
//! A theory says nothing that bisimilar states disagree on: actions that ask for distributed knowledge or for probabilities
//! are refused.
//!
//! So revision is a function of theory and action, it is the same for all states that the theory describes, and
//! revising by α and then by β is revising by `α ; β`. It is not a function of the parts of a theory: what two formulas become is
//! not always what both together become.

use super::description::{Description, describe};
use crate::building::BuildError;
use crate::explicit::execution::update;
use crate::explicit::initial::build;
use crate::explicit::state::State;
use crate::limits::{Limit, Limits};
use crate::outcomes::UpdateError;
use hexa_logic::{
    Action, Agent, Atom, Formula, FormulaNode, ModelSetup, RelationSetup, Setup, Terms, Vocabulary,
    World, WorldSetup,
};
use std::collections::BTreeSet;

/// Why a theory is not revised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRevised {
    /// The action asks for this, of which bisimilar states disagree.
    NotDescribed(Formula),
    /// The theory speaks of change or of probability: its models are not looked for.
    NotStatic(Formula),
    /// The action cannot be executed, or it means nothing.
    NotExecuted(UpdateError),
    /// The model of the theory is too large.
    NotBuilt(BuildError),
    /// What comes out cannot be described.
    Limit(Limit),
}

/// A theory that was revised: where the action leads, and what describes that.
#[derive(Clone, Debug)]
pub struct Revised {
    /// The state that the new theory describes; its worlds are those of the theory, in the same order.
    pub state: State,
    /// The theory.
    pub theory: Description,
}

impl Description {
    /// The model that a theory has: its worlds, with what it says of atoms there and of what agents consider possible.
    /// All others are bisimilar to it (thesis sec. 3.4).
    pub fn model(&self, names: &Vocabulary, terms: &Terms) -> ModelSetup {
        let everywhere = self.everywhere.iter().copied();
        let atoms = |world: Formula| -> Vec<Atom> {
            let mut found = BTreeSet::new();
            everywhere.clone().chain([world]).for_each(|said| true_atoms(terms, said, &mut found));
            found.into_iter().collect()
        };
        let world = |(at, &formula): (usize, &Formula)| WorldSetup {
            name: self.names[at].clone().unwrap_or_default(),
            atoms: atoms(formula),
        };
        let relation = |agent: usize| {
            let agent = Agent::from_index(agent);
            self.group.contains(agent).then(|| {
                let of_agent = self.sights.iter().filter(|sight| sight.agent == agent);
                let pairs = of_agent.flat_map(|sight| {
                    let from = sight.from.iter();
                    from.flat_map(|&v| sight.seen.iter().map(move |&w| (v as u32, w as u32)))
                });
                RelationSetup::of_pairs(self.worlds.len(), pairs.collect())
            })
        };
        ModelSetup {
            worlds: self.worlds.iter().enumerate().map(world).collect(),
            relations: (0..names.agent_count()).map(relation).collect(),
            point: World::from_index(self.actual),
        }
    }
}

/// The atoms that a conjunction says to be true. What it says of knowledge follows from the rest.
fn true_atoms(terms: &Terms, formula: Formula, found: &mut BTreeSet<Atom>) {
    if let FormulaNode::Atom(atom) = terms.node(formula) {
        found.insert(*atom);
    }
    if let FormulaNode::And(parts) = terms.node(formula) {
        parts.iter().for_each(|&part| true_atoms(terms, part, found));
    }
}

/// What a theory becomes when an action is executed: for each outcome a theory that describes it.
pub fn revise(
    theory: &Description,
    action: Action,
    names: &Vocabulary,
    terms: &mut Terms,
    limits: &Limits,
) -> Result<Vec<Vec<Revised>>, NotRevised> {
    if let Some(part) = beyond_bisimilarity(terms, &[], &[action]) {
        return Err(NotRevised::NotDescribed(part));
    }
    let model = Setup::Model(theory.model(names, terms));
    let before = build(&model, names, terms, limits).map_err(NotRevised::NotBuilt)?;
    let outcomes = update(&before, terms, action).map_err(NotRevised::NotExecuted)?;
    let mut revised = Vec::new();
    for outcome in outcomes.alternatives() {
        let mut theories = Vec::new();
        for state in outcome {
            theories.push(describe_again(state, names, terms, limits)?);
        }
        revised.push(theories);
    }
    Ok(revised)
}

/// A part of formulas or actions on which bisimilar states disagree.
pub(super) fn beyond_bisimilarity(
    terms: &Terms,
    formulas: &[Formula],
    actions: &[Action],
) -> Option<Formula> {
    let is_beyond = |formula: &Formula| {
        use FormulaNode::{Distributed, Probability};
        matches!(terms.node(*formula), Distributed(..) | Probability(..))
    };
    terms.occurring(formulas, actions).formulas.into_iter().find(is_beyond)
}

fn describe_again(
    state: &State,
    names: &Vocabulary,
    terms: &mut Terms,
    limits: &Limits,
) -> Result<Revised, NotRevised> {
    let theory = describe(state, terms).map_err(NotRevised::Limit)?;
    let model = Setup::Model(theory.model(names, terms));
    let state = build(&model, names, terms, limits).map_err(NotRevised::NotBuilt)?;
    Ok(Revised { state, theory })
}
