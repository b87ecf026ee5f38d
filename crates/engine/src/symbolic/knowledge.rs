//! Knowledge in models whose worlds are not listed. What an agent can imagine is found in one
//! pass over the diagrams of the law and of the formula: what he does not see is quantified away
//! while the two are joined. Common knowledge is a fixed point.
//!
//! Values outside of the law are meaningless.

use super::model::{Access, Model};
use crate::diagram::{Diagram, Variable};
use crate::limits::Limit;
use hexa_logic::{Agent, Group};

type Made = Result<Diagram, Limit>;

/// A diagram of fewer nodes is not worth simplifying.
const WIDE: usize = 4096;

impl Model {
    /// Where an agent can imagine that something holds.
    pub(super) fn imagines(&self, agent: Agent, set: &Diagram) -> Made {
        match self.access(agent) {
            Some(Access::Sees(seeing)) => {
                self.diagrams.and_exists(&self.law, set, &self.hidden_cube(seeing)?)
            }
            Some(Access::Arrows(arrows)) => self.before(arrows, &self.worlds(set)?),
            // Who has no access is not spoken of: that was checked before.
            None => Ok(self.diagrams.constant(false)),
        }
    }

    /// The worlds from which arrows lead to some of these worlds.
    fn before(&self, arrows: &Diagram, worlds: &Diagram) -> Made {
        let twins: Vec<Variable> = self.variables.iter().map(|v| v.twin()).collect();
        let there = self.as_second(worlds)?;
        self.diagrams.and_exists(arrows, &there, &self.diagrams.cube(&twins)?)
    }

    /// Where an agent knows something.
    pub(super) fn knows(&self, agent: Agent, set: &Diagram) -> Made {
        match self.access(agent) {
            Some(Access::Sees(seeing)) => {
                self.diagrams.implies_forall(&self.law, set, &self.hidden_cube(seeing)?)
            }
            _ => self.diagrams.not(&self.doubts(agent, set)?),
        }
    }

    /// Where an agent can imagine that something does not hold.
    fn doubts(&self, agent: Agent, set: &Diagram) -> Made {
        match self.access(agent) {
            Some(Access::Sees(seeing)) => {
                self.diagrams.minus_exists(&self.law, set, &self.hidden_cube(seeing)?)
            }
            _ => self.imagines(agent, &self.diagrams.not(set)?),
        }
    }

    /// Where an agent knows whether something holds.
    pub(super) fn knows_whether(&self, agent: Agent, set: &Diagram) -> Made {
        self.diagrams.not(&self.unsure(agent, set)?)
    }

    /// Where an agent does not know whether something holds.
    pub(super) fn unsure(&self, agent: Agent, set: &Diagram) -> Made {
        let diagrams = &self.diagrams;
        match self.access(agent) {
            // With one variable hidden, both its values must be possible and make a difference.
            Some(Access::Sees(seeing)) if seeing.seen.len() + 1 == self.variables.len() => {
                let hidden = self.hidden_cube(seeing)?;
                let either = diagrams.forall(&self.law, &hidden)?;
                diagrams.and(&either, &diagrams.differs(set, &hidden)?)
            }
            _ => diagrams.and(&self.imagines(agent, set)?, &self.doubts(agent, set)?),
        }
    }

    /// The conjunction of all, from the last to the first: those that speak of late variables
    /// are small, and what was found for them is found again for the earlier ones.
    pub(super) fn all<'d>(&self, of: impl DoubleEndedIterator<Item = &'d Diagram>) -> Made {
        let mut all = self.diagrams.constant(true);
        for (done, part) in of.rev().enumerate() {
            all = self.diagrams.and(part, &all)?;
            if self.is_wide(done, &all) {
                all = self.worlds(&all)?;
            }
        }
        Ok(all)
    }

    /// The disjunction of all, likewise.
    pub(super) fn some<'d>(&self, of: impl DoubleEndedIterator<Item = &'d Diagram>) -> Made {
        let mut some = self.diagrams.constant(false);
        for (done, part) in of.rev().enumerate() {
            some = self.diagrams.or(part, &some)?;
            if self.is_wide(done, &some) {
                some = self.worlds(&some)?;
            }
        }
        Ok(some)
    }

    /// Whether it may pay to forget what is said about valuations that are no worlds: looked at now
    /// and then.
    fn is_wide(&self, done: usize, set: &Diagram) -> bool {
        done % 8 == 7 && {
            let size = set.size();
            size > WIDE && 2 * size > self.law.size()
        }
    }

    /// Where everybody in a group knows something.
    pub(super) fn everybody(&self, group: &Group, set: &Diagram) -> Made {
        let known = group.iter().map(|agent| self.knows(agent, set));
        self.all(known.collect::<Result<Vec<_>, _>>()?.iter())
    }

    /// Where something is commonly known: from there nothing else can be reached.
    pub(super) fn common(&self, group: &Group, set: &Diagram) -> Made {
        let diagrams = &self.diagrams;
        let mut doubtful = diagrams.minus(&self.law, set)?;
        let agents: Vec<Agent> = group.iter().collect();
        // Agents in turn, until none of them has added anything.
        let (mut idle, mut turn) = (0, 0);
        while idle < agents.len() && !doubtful.is_false() && doubtful != self.law {
            let imagined = self.imagines(agents[turn], &doubtful)?;
            let next = diagrams.or(&doubtful, &self.worlds(&imagined)?)?;
            idle = if next == doubtful { idle + 1 } else { 0 };
            doubtful = next;
            turn = (turn + 1) % agents.len();
        }
        diagrams.not(&doubtful)
    }

    /// Where the agents of a group know something together.
    pub(super) fn distributed_knowledge(&self, group: &Group, set: &Diagram) -> Made {
        let diagrams = &self.diagrams;
        let doubtful = diagrams.minus(&self.law, set)?;
        let seen = group.iter().map(|agent| match self.access(agent) {
            Some(Access::Sees(seeing)) => Some(&seeing.seen),
            _ => None,
        });
        let imagined = match seen.collect::<Option<Vec<_>>>() {
            Some(seen) => {
                let mut together: Vec<Variable> =
                    seen.iter().flat_map(|s| s.iter()).copied().collect();
                together.sort_unstable();
                let hidden = diagrams.cube(&super::model::without(&self.variables, &together))?;
                diagrams.exists(&doubtful, &hidden)?
            }
            None => self.before(&self.meet(group)?, &doubtful)?,
        };
        diagrams.not(&imagined)
    }

    /// The access that all of a group have, as a function of two worlds.
    fn meet(&self, group: &Group) -> Made {
        let mut meet = self.diagrams.constant(true);
        for agent in group.iter() {
            if let Some(access) = self.access(agent) {
                meet = self.diagrams.and(&meet, &self.relation_diagram(access)?)?;
            }
        }
        Ok(meet)
    }

    /// Access as a function of two worlds.
    pub(super) fn relation_diagram(&self, access: &Access) -> Made {
        match access {
            Access::Sees(seeing) => self.same(&seeing.seen),
            Access::Arrows(arrows) => Ok(arrows.clone()),
        }
    }

    /// The worlds that the access of a group leads to from some worlds, those included.
    pub(super) fn reachable(&self, group: &Group, from: &Diagram) -> Made {
        let diagrams = &self.diagrams;
        let mut reached = from.clone();
        let agents: Vec<Agent> = group.iter().collect();
        let (mut idle, mut turn) = (0, 0);
        while idle < agents.len() && reached != self.law {
            let next = diagrams.or(&reached, &self.after(agents[turn], &reached)?)?;
            idle = if next == reached { idle + 1 } else { 0 };
            reached = next;
            turn = (turn + 1) % agents.len();
        }
        Ok(reached)
    }

    /// The worlds that an agent can imagine in some of these worlds.
    fn after(&self, agent: Agent, worlds: &Diagram) -> Made {
        let there = match self.access(agent) {
            Some(Access::Sees(seeing)) => {
                self.diagrams.exists(worlds, &self.hidden_cube(seeing)?)?
            }
            Some(Access::Arrows(arrows)) => {
                let cube = self.diagrams.cube(&self.variables)?;
                self.as_first(&self.diagrams.and_exists(arrows, worlds, &cube)?)?
            }
            None => return Ok(self.diagrams.constant(false)),
        };
        self.worlds(&there)
    }
}
