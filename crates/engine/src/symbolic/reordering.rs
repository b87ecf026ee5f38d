//! A state with its variables in another order, in which its law is smaller: found by sifting, and
//! then everything is moved to a store of its own. The worlds stay what they were, in the order in
//! which they are listed.
//!
//! Variables that were made for what agents see and for events stay behind the others, as they
//! were: worlds that differ in nothing else are listed by them.

use super::State;
use super::model::{History, Listing, Parts, Sight};
use super::sifting::Sifting;
use crate::diagram::{Diagram, Diagrams, Graph, Variable};
use crate::limits::Limit;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The new names of variables.
struct Renaming(FxHashMap<Variable, Variable>);

impl Renaming {
    /// The variables of a model, in an order given by their places.
    fn new(variables: &[Variable], order: &[usize]) -> Self {
        let places = order.iter().zip(variables);
        Self(places.map(|(&place, &name)| (variables[place], name)).collect())
    }

    fn of(&self, variable: Variable) -> Variable {
        // Variables of the second of two worlds go with those of the first.
        let first = Variable(variable.0 & !1);
        let renamed = self.0.get(&first).copied().unwrap_or(first);
        if first == variable { renamed } else { renamed.twin() }
    }

    fn all(&self, variables: &[Variable]) -> Vec<Variable> {
        variables.iter().map(|&variable| self.of(variable)).collect()
    }
}

impl State {
    /// The same state with its variables in an order in which the law is smaller, if one is found.
    pub fn reorder(&self) -> Result<Self, Limit> {
        let model = &self.model;
        let mut sifting = Sifting::new(&Graph::of(&model.law), &model.variables);
        let before = sifting.size();
        let last = model.listing.variables.iter().max();
        let movable = model.variables.iter().filter(|v| Some(*v) <= last).count();
        sifting.improve(movable, &model.diagrams.stop())?;
        match sifting.size() < before {
            true => self.apply_order(&sifting),
            false => Ok(self.clone()),
        }
    }

    fn apply_order(&self, sifting: &Sifting) -> Result<Self, Limit> {
        let parts = self.model.parts();
        let names = Renaming::new(&parts.variables, sifting.order());
        let diagrams = Arc::new(Diagrams::new(self.limits.nodes, parts.diagrams.stop()));
        let copy = |of: &Diagram| diagrams.copy(of, |variable| names.of(variable));
        let values = parts.values.iter().map(copy).collect::<Result<Vec<_>, _>>()?;
        let sight = |sight: &Option<Sight>| match sight {
            None => Ok(None),
            Some(Sight::Sees(seen)) => Ok(Some(Sight::Sees(names.all(seen)))),
            Some(Sight::Arrows(arrows)) => copy(arrows).map(Sight::Arrows).map(Some),
        };
        let history = |history: &History| {
            copy(&history.worlds).map(|worlds| History { worlds, ..history.clone() })
        };
        let histories = parts.listing.histories.iter().map(history).collect::<Result<_, _>>()?;
        let listing = Listing {
            variables: names.all(&parts.listing.variables),
            histories,
            ..(*parts.listing).clone()
        };
        let point = sifting.order().iter().map(|&place| self.point[place]).collect();
        let moved = Parts {
            law: sifting.build(&diagrams, &parts.variables)?,
            values: values.into(),
            sights: parts.sights.iter().map(sight).collect::<Result<_, _>>()?,
            listing: Arc::new(listing),
            variables: parts.variables,
            likelihood: parts.likelihood,
            diagrams,
        };
        Ok(Self::new(Arc::new(moved.model()), self.group.clone(), point, self.limits.clone()))
    }
}
