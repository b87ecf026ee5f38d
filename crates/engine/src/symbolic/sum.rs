//! Several models side by side in one (thesis def. 33.e), or the product with a frame (defs. 14
//! and 44): every world of the whole comes from one *part* of it. Which part that is, is a function of the
//! world; variables are added for it only where parts overlap, and no more than it takes to
//! tell overlapping parts apart. Whatever else somebody sees of it becomes a variable that the
//! law fixes, unless they see something already that tells them.

use super::model::{Access, Likelihood, Model, Parts, Sight, without};
use crate::diagram::{Diagram, Diagrams, Variable};
use crate::limits::Limit;
use hexa_logic::{Action, Agent};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A part: some worlds with their values. Its variables include those of the model that its
/// worlds come from.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) law: Diagram,
    pub(super) variables: Arc<[Variable]>,
    pub(super) values: Arc<[Diagram]>,
    pub(super) likelihood: Likelihood,
}

/// What an agent sees in a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    /// What they saw of the world that it comes from.
    Origin,
    /// These variables too, and that it is a part with this label.
    Label(usize, Arc<[Variable]>),
}

/// An agent's access to the whole.
pub(super) enum Insight {
    /// For each part what they see there.
    Seen(Vec<Seen>),
    /// Their arrows between parts.
    Arrows(Vec<(usize, usize)>),
}

/// Parts, put together.
pub(super) struct Sum {
    pub(super) model: Model,
    /// For each part which worlds are its own.
    pub(super) shares: Vec<Diagram>,
    /// Variables that were added although the others fix them.
    pub(super) fixed: Vec<Variable>,
}

/// Puts parts together whose worlds come from a model.
pub(super) fn sum(
    base: &Model,
    parts: &[Part],
    insights: Vec<(Agent, Insight)>,
    action: Action,
) -> Result<Sum, Limit> {
    let mut whole = Whole::new(base, parts)?;
    let mut sights = Vec::new();
    for (agent, insight) in insights {
        sights.resize(agent.index(), None);
        sights.push(whole.sight(base, agent, insight)?);
    }
    let values = whole.values(parts)?;
    let likelihoods = parts.iter().map(|part| part.likelihood);
    let lost = likelihoods.chain([base.likelihood]).find(|l| *l != Likelihood::Equal);
    let likelihood = lost.unwrap_or(Likelihood::Equal);
    let parts = Parts {
        diagrams: whole.diagrams,
        variables: whole.variables,
        law: whole.law,
        values,
        sights,
        listing: Arc::clone(&base.listing),
        // Parts that do not overlap have one world for each world before.
        likelihood: match whole.choosing.is_empty() {
            true => likelihood,
            false => likelihood.losing(action),
        },
    };
    Ok(Sum { model: parts.model(), shares: whole.shares, fixed: whole.fixed })
}

struct Whole {
    diagrams: Arc<Diagrams>,
    /// Sorted; new ones come last.
    variables: Vec<Variable>,
    law: Diagram,
    shares: Vec<Diagram>,
    /// Variables that are there for the choice between overlapping parts.
    choosing: Vec<Variable>,
    fixed: Vec<Variable>,
    /// The variables that were added for functions, restricted to the law without such variables.
    named: FxHashMap<Diagram, Variable>,
    /// The law without the variables that were added.
    plain: Diagram,
}

impl Whole {
    fn new(base: &Model, parts: &[Part]) -> Result<Self, Limit> {
        let diagrams = Arc::clone(&base.diagrams);
        let mut variables: Vec<Variable> =
            parts.iter().flat_map(|part| part.variables.iter()).copied().collect();
        variables.extend(base.variables.iter());
        variables.sort_unstable();
        variables.dedup();
        let laws = parts.iter().map(|part| {
            let unused = without(&variables, &part.variables);
            none_of(&diagrams, &unused, &part.law)
        });
        let laws = laws.collect::<Result<Vec<_>, _>>()?;
        let (colours, most) = colours(&diagrams, &laws)?;
        let bits = most.next_power_of_two().trailing_zeros() as usize;
        let mut choosing = Vec::new();
        for _ in 0..bits {
            let next = variables.last().map_or(Variable::at(0), |last| last.next());
            variables.push(next);
            choosing.push(next);
        }
        let mut shares = Vec::new();
        for (law, colour) in laws.iter().zip(colours) {
            shares.push(diagrams.and(law, &spell_number(&diagrams, &choosing, colour)?)?);
        }
        let law = diagrams.any(shares.clone())?;
        let (fixed, named) = (Vec::new(), FxHashMap::default());
        Ok(Self { diagrams, variables, plain: law.clone(), law, shares, choosing, fixed, named })
    }

    /// The values of all parts, each in its share.
    fn values(&self, parts: &[Part]) -> Result<Arc<[Diagram]>, Limit> {
        let Some((first, others)) = parts.split_first() else { return Ok(Arc::default()) };
        if others.iter().all(|part| part.values == first.values) {
            return Ok(Arc::clone(&first.values));
        }
        let atoms = parts.iter().map(|part| part.values.len()).max().unwrap_or(0);
        let nowhere = self.diagrams.constant(false);
        let mut values = Vec::with_capacity(atoms);
        for atom in 0..atoms {
            let value = |part: &Part| part.values.get(atom).unwrap_or(&nowhere).clone();
            let here = value(first);
            if others.iter().all(|part| value(part) == here) {
                values.push(here);
                continue;
            }
            let shared = parts.iter().zip(&self.shares);
            let shared = shared.map(|(part, share)| self.diagrams.and(share, &value(part)));
            values.push(self.diagrams.any(shared.collect::<Result<_, _>>()?)?);
        }
        Ok(values.into())
    }

    fn sight(
        &mut self,
        base: &Model,
        agent: Agent,
        insight: Insight,
    ) -> Result<Option<Sight>, Limit> {
        let Some(access) = base.access(agent) else { return Ok(None) };
        Ok(Some(match (access, insight) {
            (Access::Sees(seeing), Insight::Seen(in_parts)) => {
                Sight::Sees(self.variables_seen(&seeing.seen, &in_parts)?)
            }
            (_, Insight::Seen(in_parts)) => {
                let label = |at: usize| match &in_parts[at] {
                    Seen::Origin => None,
                    Seen::Label(label, _) => Some(*label),
                };
                let places = 0..in_parts.len();
                let pairs =
                    places.clone().flat_map(|from| places.clone().map(move |to| (from, to)));
                let pairs = pairs.filter(|&(from, to)| label(from) == label(to)).collect();
                Sight::Arrows(self.arrows(base, access, pairs)?)
            }
            (_, Insight::Arrows(pairs)) => Sight::Arrows(self.arrows(base, access, pairs)?),
        }))
    }

    /// Access of the origins, between these parts.
    fn arrows(
        &self,
        base: &Model,
        access: &Access,
        pairs: Vec<(usize, usize)>,
    ) -> Result<Diagram, Limit> {
        let diagrams = &self.diagrams;
        let second: Vec<(Variable, Diagram)> = self
            .variables
            .iter()
            .map(|&v| Ok((v, diagrams.variable(v.twin())?)))
            .collect::<Result<_, Limit>>()?;
        let mut targets: FxHashMap<usize, Vec<Diagram>> = FxHashMap::default();
        for (from, to) in pairs {
            let there = diagrams.substitute(&self.shares[to], &second)?;
            targets.entry(from).or_default().push(there);
        }
        let mut between = Vec::new();
        for (from, share) in self.shares.iter().enumerate() {
            if let Some(there) = targets.remove(&from) {
                between.push(diagrams.and(share, &diagrams.any(there)?)?);
            }
        }
        diagrams.and(&base.relation_diagram(access)?, &diagrams.any(between)?)
    }

    /// The variables that an agent sees who saw some of the origins.
    fn variables_seen(
        &mut self,
        origin: &[Variable],
        in_parts: &[Seen],
    ) -> Result<Vec<Variable>, Limit> {
        let mut seen = origin.to_vec();
        for function in self.labels(in_parts)? {
            self.add(&mut seen, &function)?;
        }
        let mut further: Vec<Variable> = Vec::new();
        for in_part in in_parts {
            if let Seen::Label(_, variables) = in_part {
                further.extend(variables.iter().filter(|v| origin.binary_search(v).is_err()));
            }
        }
        further.sort_unstable();
        further.dedup();
        for variable in further {
            let value = self.diagrams.variable(variable)?;
            let sees = |in_part: &Seen| match in_part {
                Seen::Origin => false,
                Seen::Label(_, variables) => variables.contains(&variable),
            };
            let shares = self.shares.iter().zip(in_parts).filter(|(_, part)| sees(part));
            let shares = shares.map(|(share, _)| self.diagrams.and(share, &value));
            let function = self.diagrams.any(shares.collect::<Result<_, _>>()?)?;
            self.add(&mut seen, &function)?;
        }
        Ok(seen)
    }

    /// Functions that tell the labels apart.
    fn labels(&self, in_parts: &[Seen]) -> Result<Vec<Diagram>, Limit> {
        let mut numbers: FxHashMap<Option<usize>, usize> = FxHashMap::default();
        let mut of_parts = Vec::new();
        for in_part in in_parts {
            let label = match in_part {
                Seen::Origin => None,
                Seen::Label(label, _) => Some(*label),
            };
            let next = numbers.len();
            of_parts.push(*numbers.entry(label).or_insert(next));
        }
        let bits = numbers.len().next_power_of_two().trailing_zeros();
        let bit = |bit: u32| {
            let shares = self.shares.iter().zip(&of_parts);
            let shares = shares.filter(|(_, number)| *number >> bit & 1 == 1);
            self.diagrams.any(shares.map(|(share, _)| share.clone()).collect())
        };
        (0..bits).map(bit).collect()
    }

    /// Lets somebody who sees some variables see a function too.
    fn add(&mut self, seen: &mut Vec<Variable>, function: &Diagram) -> Result<(), Limit> {
        let diagrams = Arc::clone(&self.diagrams);
        let here = diagrams.and(&self.plain, function)?;
        if here.is_false() || here == self.plain {
            return Ok(());
        }
        let known = match self.named.get(&here) {
            Some(&variable) => Some(variable),
            None => self.same_variable(&here)?,
        };
        if let Some(variable) = known {
            if !seen.contains(&variable) {
                seen.push(variable);
            }
            return Ok(());
        }
        if self.tells(seen, &here)? {
            return Ok(());
        }
        let next = self.variables.last().map_or(Variable::at(0), |last| last.next());
        let defined = diagrams.iff(&diagrams.variable(next)?, &here)?;
        self.law = diagrams.and(&self.law, &defined)?;
        self.variables.push(next);
        self.fixed.push(next);
        self.named.insert(here, next);
        seen.push(next);
        Ok(())
    }

    /// A variable that is the same as a function on the law.
    fn same_variable(&self, function: &Diagram) -> Result<Option<Variable>, Limit> {
        let own = function.support();
        let candidates =
            self.choosing.iter().chain(own.iter().filter(|v| !self.choosing.contains(v)));
        for &variable in candidates {
            let value = self.diagrams.variable(variable)?;
            if self.diagrams.and(&self.plain, &value)? == *function {
                return Ok(Some(variable));
            }
        }
        Ok(None)
    }

    /// Whether who sees these variables sees a function already.
    fn tells(&self, seen: &[Variable], function: &Diagram) -> Result<bool, Limit> {
        let mut seen = seen.to_vec();
        seen.sort_unstable();
        let hidden = self.diagrams.cube(&without(&self.variables, &seen))?;
        let yes = self.diagrams.and_exists(&self.law, function, &hidden)?;
        let no = self.diagrams.minus_exists(&self.law, function, &hidden)?;
        Ok(self.diagrams.and(&yes, &no)?.is_false())
    }
}

/// Where a function holds and none of these variables is true.
fn none_of(
    diagrams: &Diagrams,
    variables: &[Variable],
    function: &Diagram,
) -> Result<Diagram, Limit> {
    let mut none = function.clone();
    for &variable in variables.iter().rev() {
        none = diagrams.minus(&none, &diagrams.variable(variable)?)?;
    }
    Ok(none)
}

/// Where variables spell a number, the first being the last binary digit.
fn spell_number(
    diagrams: &Diagrams,
    variables: &[Variable],
    number: usize,
) -> Result<Diagram, Limit> {
    let mut spelt = diagrams.constant(true);
    for (at, &variable) in variables.iter().enumerate().rev() {
        let value = diagrams.variable(variable)?;
        spelt = match number >> at & 1 {
            1 => diagrams.and(&spelt, &value)?,
            _ => diagrams.minus(&spelt, &value)?,
        };
    }
    Ok(spelt)
}

/// Numbers for parts, so that parts that overlap have different ones; and how many there are.
fn colours(diagrams: &Diagrams, laws: &[Diagram]) -> Result<(Vec<usize>, usize), Limit> {
    let mut taken: Vec<Diagram> = Vec::new();
    let mut colours = Vec::with_capacity(laws.len());
    for law in laws {
        let mut colour = 0;
        while colour < taken.len() && !diagrams.and(&taken[colour], law)?.is_false() {
            colour += 1;
        }
        match taken.get_mut(colour) {
            Some(taken) => *taken = diagrams.or(taken, law)?,
            None => taken.push(law.clone()),
        }
        colours.push(colour);
    }
    Ok((colours, taken.len()))
}
