//! Relevant worlds: the actual one and those that the group's access leads to from
//! it (for deals, thesis defs. 5 and 8). No truth value at the actual world depends
//! on the others.

use crate::definedness::{Lack, NoCells};
use crate::explicit::bits::{self, Bits};
use crate::explicit::knowledge;
use crate::explicit::relation::{Arrows, Relation};
use crate::explicit::state::State;
use crate::limits::{Limit, Pace};
use hexa_logic::{Agent, Stopped};

impl State {
    /// The relevant worlds.
    pub fn relevant(&self) -> Result<Bits, Limit> {
        Ok(self.relevant_worlds(&self.pace())?)
    }

    pub(crate) fn relevant_worlds(&self, pace: &Pace) -> Result<Bits, Stopped> {
        match knowledge::components(&self.submodel, self.group(), pace)? {
            Some(components) => {
                let class = components.class();
                let here = class[self.point().index()];
                let mut found = Bits::with_capacity(class.len());
                bits::each(self.domain(), pace, |world| {
                    if class[world] == here {
                        found.insert(world);
                    }
                })?;
                Ok(found)
            }
            None => self.reachable_worlds(pace),
        }
    }

    fn reachable_worlds(&self, pace: &Pace) -> Result<Bits, Stopped> {
        let mut reached = Bits::with_capacity(self.model().worlds());
        reached.insert(self.point().index());
        knowledge::spread(&self.submodel, self.group(), &mut reached, Arrows::successors, pace)?;
        Ok(reached)
    }

    /// How many worlds are relevant.
    pub fn relevant_count(&self) -> Result<usize, Limit> {
        Ok(self.relevant()?.count_ones(..))
    }

    /// How many cells an agent's partition has on the relevant worlds.
    pub fn class_count(&self, agent: Agent) -> Result<Result<usize, NoCells>, Limit> {
        let without = |lack| Ok(Err(NoCells { agent, lack }));
        if !self.group().contains(agent) {
            return without(Lack::Access);
        }
        match self.model().relation(agent) {
            Some(Relation::Cells(cells)) => {
                let pace = self.pace();
                let mut met = Bits::with_capacity(cells.bound());
                let relevant = self.relevant_worlds(&pace)?;
                bits::each(&relevant, &pace, |w| met.insert(cells.class()[w] as usize))?;
                Ok(Ok(met.count_ones(..)))
            }
            Some(Relation::Arrows(_)) => without(Lack::Cells),
            None => without(Lack::Access),
        }
    }
}
