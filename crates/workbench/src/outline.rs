//! An explanation in outline: the one thing that stands against a formula, where `hexa why` tells the whole tree.

use crate::verdict::Against;
use crate::why::names::{Names, inside};
use hexa_engine::{Because, Explanation, PathStep, UBig, Whose};
use hexa_logic::FormulaNode;

/// What is told in outline.
pub struct Outline<'a> {
    /// What worlds, agents and formulas are called.
    pub names: Names<'a>,
}

impl Outline<'_> {
    /// What stands against a formula, or what makes one true that should be false.
    pub fn against(&self, told: &Explanation) -> Option<Against> {
        let terms = &self.names.why.document.terms;
        match &told.because {
            Because::World { path, there } => Some(match (&path[..], terms.node(told.formula)) {
                (
                    [PathStep { by: Whose::Agent(agent), to }],
                    FormulaNode::Knows(..) | FormulaNode::Believes(..) | FormulaNode::Everybody(..),
                ) if leads_no_further(there) => Against::World {
                    agent: self.names.agent(*agent).to_owned(),
                    world: self.names.world(*to).to_owned(),
                },
                _ => self.path(told),
            }),
            Because::Both { agent, yes, no } => Some(Against::Both {
                agent: self.names.agent(*agent).to_owned(),
                yes: self.names.world(*yes).to_owned(),
                no: self.names.world(*no).to_owned(),
            }),
            Because::AllWorlds { of, worlds, value } => {
                Some(self.all(told, of, worlds.len().into(), *value))
            }
            Because::ManyWorlds { of, value } => {
                let (whose, count) = of.first()?;
                Some(self.all(told, whose, count.clone(), *value))
            }
            Because::Parts { shown, of, .. } => match (terms.node(told.formula), &shown[..]) {
                (FormulaNode::Or(_), [first, ..]) if *of > 1 => Some(Against::NoneOf {
                    of: *of,
                    formula: self.names.formula(first.formula),
                    against: self.against(first).map(Box::new),
                }),
                (_, shown) => {
                    let part = shown.iter().find(|part| !part.holds).or(shown.first())?;
                    Some(self.part(part, false))
                }
            },
            Because::After { scene, .. } => {
                let names = Names::new(self.names.why, &scene.view);
                Some(Outline { names }.part(&scene.explanation, true))
            }
            Because::Blocked => Some(Against::NotExecutable),
            Because::Count { holding, of } => {
                Some(Against::Count { holding: holding.len(), of: *of })
            }
            Because::Probability { part, whole } => {
                let value = if whole == "1" { part.clone() } else { format!("{part}/{whole}") };
                Some(Against::Probability { value })
            }
            Because::Valuation | Because::Everybody(_) | Because::Unexplained => None,
        }
    }

    fn part(&self, told: &Explanation, after: bool) -> Against {
        Against::Part {
            after,
            formula: self.names.formula(told.formula),
            holds: told.holds,
            against: self.against(told).map(Box::new),
        }
    }

    fn all(&self, told: &Explanation, whose: &Whose, worlds: UBig, value: bool) -> Against {
        let name = |agent| self.names.agent(agent).to_owned();
        let (agents, chains) = match whose {
            Whose::Agent(agent) => (vec![name(*agent)], false),
            Whose::Together(group) => (group.iter().map(name).collect(), false),
            Whose::Chains(group) => (group.iter().map(name).collect(), true),
        };
        let formula = inside(self.names.why, told).unwrap_or(told.formula);
        Against::All { agents, chains, worlds, formula: self.names.formula(formula), holds: value }
    }

    /// The way from the first world to the last one that the explanation speaks of.
    fn path(&self, told: &Explanation) -> Against {
        let (mut steps, mut at) = (Vec::new(), told);
        while let Some(next) = further(at) {
            if let Because::World { path, .. } = &at.because {
                // To stay where one is leads nowhere.
                let leads = |step: &&PathStep| path.len() > 1 || step.to != at.world;
                steps.extend(path.iter().filter(leads).cloned());
            }
            at = next;
        }
        if steps.is_empty() {
            return self.part(at, false);
        }
        Against::Path {
            path: self.names.path(told.world, &steps),
            formula: self.names.formula(at.formula),
            holds: at.holds,
        }
    }
}

/// What an explanation rests on, if that is one thing.
fn further(told: &Explanation) -> Option<&Explanation> {
    if let Because::World { there, .. } = &told.because {
        return Some(there);
    }
    if let Because::Parts { shown, .. } = &told.because
        && let [only] = &shown[..]
    {
        return Some(only);
    }
    None
}

/// Whether an explanation speaks of no other world.
fn leads_no_further(told: &Explanation) -> bool {
    !matches!(told.because, Because::World { .. }) && further(told).is_none_or(leads_no_further)
}
