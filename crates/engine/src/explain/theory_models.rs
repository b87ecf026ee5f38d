//! Revision of a theory that is any formula (thesis sec. 3.5, where φ[α] is what φ becomes by α). A formula may be true
//! throughout many models, and no formula need say what all of them become. So its models are found first, each once up to
//! bisimilarity: a small one, then one that is not described by the description of the first, and so on, with a bound on their
//! worlds. They are S5, as those of the thesis are. Then each is revised. What holds after α in all models of the theory within
//! the bound is what holds in all states that come out: φ[α] is the disjunction of their descriptions.

use super::description::{Among, Description, describe};
use super::revision::{NotRevised, Revised, beyond_bisimilarity, revise};
use crate::compare::bisimulation::bisimilar;
use crate::countermodel::{Bounds, Entailment, NotStatic, Searched, TooMuch, countermodel};
use crate::explicit::initial::build;
use crate::limits::Limits;
use crate::outcomes::UpdateError;
use hexa_logic::{Action, Formula, Setup, Terms, Vocabulary};

/// The states in which a theory is true, and everywhere around.
#[derive(Clone, Debug)]
pub struct TheoryModels {
    /// One description for each of them; no two of the states are bisimilar.
    pub states: Vec<Description>,
    /// Whether there are others.
    pub others: OtherModels,
}

/// Whether a theory has models that were not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OtherModels {
    /// Not of at most so many worlds.
    NoneOfAtMost(usize),
    /// Not of at most so many worlds; with more, the search was given up.
    GaveUp {
        /// How many worlds were done with.
        after: usize,
        /// What was too much.
        over: TooMuch,
    },
    /// There may be: no more than so many states were looked for.
    MoreThan(usize),
}

/// How far to look for the models of a theory.
#[derive(Clone, Debug)]
pub struct TheoryBounds {
    /// How large they may be.
    pub models: Bounds,
    /// The most states.
    pub states: usize,
}

/// What a theory becomes.
#[derive(Clone, Debug)]
pub struct RevisedTheory {
    /// The models of the theory before.
    pub before: TheoryModels,
    /// In how many of them the action cannot be executed.
    pub blocked: usize,
    /// What comes out of the others; no two of the states are bisimilar.
    pub after: Vec<Revised>,
}

/// Finds the states in which, and everywhere around, a formula is true.
pub fn models_of(
    theory: Formula,
    names: &Vocabulary,
    terms: &mut Terms,
    bounds: &TheoryBounds,
    limits: &Limits,
) -> Result<TheoryModels, NotRevised> {
    if let Some(part) = beyond_bisimilarity(terms, &[theory], &[]) {
        return Err(NotRevised::NotDescribed(part));
    }
    let (mut states, mut described) = (Vec::new(), Vec::new());
    loop {
        if states.len() >= bounds.states {
            return Ok(TheoryModels { states, others: OtherModels::MoreThan(bounds.states) });
        }
        let conclusion = terms.or(described.clone());
        let agents = names.agent_count();
        let asked = Entailment { terms, agents, premises: &[theory], conclusion };
        let found = countermodel(asked, bounds.models.clone());
        let model = match found.map_err(|NotStatic(part)| NotRevised::NotStatic(part))? {
            Searched::Found(model) => model,
            Searched::NoneOfAtMost(most) => {
                return Ok(TheoryModels { states, others: OtherModels::NoneOfAtMost(most) });
            }
            Searched::GaveUp { after, over } => {
                return Ok(TheoryModels { states, others: OtherModels::GaveUp { after, over } });
            }
        };
        let state = build(&Setup::Model(model), names, terms, limits);
        let description = describe(&state.map_err(NotRevised::NotBuilt)?, terms);
        let description = description.map_err(NotRevised::Limit)?;
        // Each world of it may be the actual one, and none of these states was found before.
        for actual in 0..description.worlds.len() {
            let state = Description { actual, ..description.clone() };
            described.push(state.formula(Among::Partitions, terms));
            states.push(state);
        }
    }
}

/// What any formula becomes when an action is executed where it is true, and everywhere around.
pub fn revise_formula(
    theory: Formula,
    action: Action,
    (names, terms): (&Vocabulary, &mut Terms),
    bounds: &TheoryBounds,
    limits: &Limits,
) -> Result<RevisedTheory, NotRevised> {
    if let Some(part) = beyond_bisimilarity(terms, &[], &[action]) {
        return Err(NotRevised::NotDescribed(part));
    }
    let before = models_of(theory, names, terms, bounds, limits)?;
    let (mut blocked, mut after): (usize, Vec<Revised>) = (0, Vec::new());
    for state in &before.states {
        let outcomes = match revise(state, action, names, terms, limits) {
            Ok(outcomes) => outcomes,
            Err(NotRevised::NotExecuted(
                UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. },
            )) => {
                blocked += 1;
                continue;
            }
            Err(why) => return Err(why),
        };
        for revised in outcomes.into_iter().flatten() {
            let mut is_new = true;
            for other in &after {
                let same = other.theory.group == revised.theory.group
                    && bisimilar(&other.state, &revised.state).map_err(NotRevised::Limit)?;
                is_new &= !same;
            }
            if is_new {
                after.push(revised);
            }
        }
    }
    Ok(RevisedTheory { before, blocked, after })
}

impl RevisedTheory {
    /// `φ[α]`, if everybody has access: the disjunction of what describes what comes out.
    pub fn formula(&self, terms: &mut Terms) -> Formula {
        let parts = self.after.iter().map(|revised| revised.theory.formula(Among::All, terms));
        let parts = parts.collect();
        terms.or(parts)
    }
}
