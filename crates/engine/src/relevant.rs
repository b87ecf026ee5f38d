//! Relevant worlds: the actual one and those that the group's access leads to from
//! it (for deals, thesis defs. 5 and 8). No truth value at the actual world depends
//! on the others.

use crate::bits::Bits;
use crate::definedness::Lack;
use crate::knowledge;
use crate::relation::{Arrows, Relation};
use crate::state::State;
use hexa_logic::Agent;
use std::fmt;

/// Why an agent's cells cannot be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCells {
    /// The agent.
    pub agent: Agent,
    /// What he lacks.
    pub lack: Lack,
}

impl fmt::Display for NoCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agent = self.agent.index() + 1;
        match self.lack {
            Lack::Access => write!(f, "agent number {agent} has no access here"),
            _ => write!(f, "agent number {agent} has arrows, not cells"),
        }
    }
}

impl std::error::Error for NoCells {}

impl State {
    /// The relevant worlds.
    pub fn relevant(&self) -> Bits {
        match knowledge::components(&self.submodel, self.group()) {
            Some(components) => {
                let class = components.class();
                let here = class[self.point().index()];
                let mut found = Bits::with_capacity(class.len());
                found.extend(self.domain().ones().filter(|&world| class[world] == here));
                found
            }
            None => self.reached(),
        }
    }

    fn reached(&self) -> Bits {
        let mut reached = Bits::with_capacity(self.model().worlds());
        reached.insert(self.point().index());
        knowledge::spread(&self.submodel, self.group(), &mut reached, Arrows::successors);
        reached
    }

    /// How many worlds are relevant.
    pub fn relevant_count(&self) -> usize {
        self.relevant().count_ones(..)
    }

    /// How many cells an agent's partition has on the relevant worlds.
    pub fn class_count(&self, agent: Agent) -> Result<usize, NoCells> {
        if !self.group().contains(agent) {
            return Err(NoCells { agent, lack: Lack::Access });
        }
        match self.model().relation(agent) {
            Some(Relation::Cells(cells)) => {
                let mut met = Bits::with_capacity(cells.bound());
                self.relevant().ones().for_each(|w| met.insert(cells.class()[w] as usize));
                Ok(met.count_ones(..))
            }
            Some(Relation::Arrows(_)) => Err(NoCells { agent, lack: Lack::Cells }),
            None => Err(NoCells { agent, lack: Lack::Access }),
        }
    }
}
