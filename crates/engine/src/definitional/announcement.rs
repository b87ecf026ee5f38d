//! Announcements to a subgroup (thesis def. 57), to the letter: two copies of a model, the
//! new one for those who hear it, the old one for the others, who notice nothing.

use super::{Access, Given, Model, State};
use crate::EvalError;
use hexa_logic::{Formula, Group, Terms};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which worlds the new copy has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copied {
    /// All of them: `[φ]_B`.
    All,
    /// Those where the announcement is true: `[φ]_B` truthfully.
    Truthful,
}

/// A world of M + M.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    New(usize),
    Old(usize),
}

impl State {
    /// The state in which φ has been announced to a group; none if the announcement should be true and
    /// is not.
    pub fn after_announcement(
        &self,
        terms: &Terms,
        formula: Formula,
        group: &Group,
        copied: Copied,
    ) -> Result<Option<State>, EvalError> {
        use Side::{New, Old};
        let truth = self.truth(terms, formula)?;
        let new = (0..self.world_count()).filter(|&w| copied == Copied::All || truth[w]);
        let sides: Vec<Side> = new.map(New).chain((0..self.world_count()).map(Old)).collect();
        let mut access = BTreeMap::new();
        for (&agent, before) in &self.model.access {
            let hears = group.contains(agent);
            let related = |from: &Side, to: &Side| match (*from, *to) {
                (New(v), New(w)) => before.pairs[v][w] && hears && truth[w],
                (New(v), Old(w)) => before.pairs[v][w] && !hears,
                (Old(_), New(_)) => false,
                (Old(v), Old(w)) => before.pairs[v][w],
            };
            let row = |from: &Side| sides.iter().map(|to| related(from, to)).collect();
            let pairs = sides.iter().map(row).collect();
            access.insert(agent, Access { given: Given::Arrows, pairs });
        }
        let world = |side: &Side| match *side {
            New(w) | Old(w) => self.model.worlds[w].clone(),
        };
        let model = Arc::new(Model { worlds: sides.iter().map(world).collect(), access });
        let point = sides.iter().position(|side| *side == New(self.point));
        Ok(point.map(|point| State { model, point, limits: self.limits.clone() }))
    }
}
