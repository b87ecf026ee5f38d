//! Knowledge in models of card games (thesis def. 32). What an agent can imagine is found in one pass over the law
//! and the set in question, in which what he does not see is taken together.
//!
//! To doubt one of several things is to doubt them together, and what others have seen of the choices is
//! different for each: so conjunctions are known part by part. Values outside of the law are meaningless.

use super::chart::{Chart, NO, Sight, YES};
use super::model::Model;
use crate::limits::Limit;
use hexa_logic::{Agent, Group};
use std::collections::BTreeMap;
use std::sync::Arc;

type Made = Result<Chart, Limit>;

impl Model {
    /// Where somebody who sees so much can imagine that one of several sets does not hold.
    fn doubts(&self, sight: &Sight, sets: &[Chart]) -> Made {
        // Those that depend on the same choices are looked at together.
        let mut groups: Vec<(Vec<u32>, Chart)> = Vec::new();
        for set in sets {
            let shows = set.shows();
            match groups.iter_mut().find(|(of, _)| *of == shows) {
                Some((_, group)) => *group = group.and(set, self.most())?,
                None => groups.push((shows, set.clone())),
            }
        }
        let mut doubts = self.constant(false);
        for (_, group) in groups {
            doubts = doubts.or(&self.imagines(sight, &group, NO)?, self.most())?;
        }
        Ok(doubts)
    }

    /// Where an agent knows all of several sets.
    pub(super) fn knows(&self, agent: Agent, sets: &[Chart]) -> Made {
        Ok(self.doubts(&self.sight(agent), sets)?.not())
    }

    /// Where an agent knows whether something holds.
    pub(super) fn knows_whether(&self, agent: Agent, set: &Chart) -> Made {
        let sight = self.sight(agent);
        let (yes, no) = (self.imagines(&sight, set, YES)?, self.imagines(&sight, set, NO)?);
        Ok(yes.and(&no, self.most())?.not())
    }

    /// Where everybody in a group knows all of several sets.
    pub(super) fn everybody(&self, group: &Group, sets: &[Chart]) -> Made {
        let mut all = self.constant(true);
        for agent in group.iter() {
            all = all.and(&self.knows(agent, sets)?, self.most())?;
        }
        Ok(all)
    }

    /// Where a group knows all of several sets together.
    pub(super) fn distributed(&self, group: &Group, sets: &[Chart]) -> Made {
        Ok(self.doubts(&self.sight_of(group.iter()), sets)?.not())
    }

    /// Where all of several sets are common knowledge.
    pub(super) fn common(&self, group: &Group, sets: &[Chart]) -> Made {
        let mut common = self.constant(true);
        for set in sets {
            common = common.and(set, self.most())?;
        }
        // What is doubtful for one is doubtful for whoever is led there by others.
        let Some(first) = group.iter().next() else { return Ok(common) };
        let doubtful = self.doubts(&self.sight(first), sets)?;
        match self.spread(group, first, doubtful)? {
            Reached::Everywhere => Ok(self.constant(false)),
            Reached::Seen(seen) => {
                for doubtful in seen.into_values() {
                    common = common.minus(&doubtful, self.most())?;
                }
                Ok(common)
            }
        }
    }

    /// What the agents of a group can see in worlds that they reach together from worlds where one of them sees
    /// something. What was found last is followed first, and each thing by itself: mostly everything is reached soon, and
    /// together they would depend on what everybody has seen.
    pub(super) fn spread(
        &self,
        group: &Group,
        agent: Agent,
        start: Chart,
    ) -> Result<Reached, Limit> {
        let mut reached: BTreeMap<Agent, Chart> = BTreeMap::new();
        let mut waiting = vec![(agent, agent, Arc::new(start))];
        while let Some((from, to, piece)) = waiting.pop() {
            let piece = match from == to {
                true => piece,
                false => Arc::new(self.imagines(&self.sight(to), &piece, YES)?),
            };
            let before = reached.remove(&to).unwrap_or_else(|| self.constant(false));
            let news = Arc::new(piece.minus(&before, self.most())?);
            let seen = before.or(&piece, self.most())?;
            if news.is_false() {
                reached.insert(to, seen);
                continue;
            }
            if self.possible(&self.sight(to))?.minus(&seen, self.most())?.is_false() {
                return Ok(Reached::Everywhere);
            }
            reached.insert(to, seen);
            let others = group.iter().filter(|&other| other != to);
            waiting.extend(others.map(|other| (to, other, Arc::clone(&news))));
        }
        Ok(Reached::Seen(reached))
    }
}

/// Where agents get.
#[derive(Debug)]
pub(super) enum Reached {
    /// To all worlds.
    Everywhere,
    /// To the worlds where they see this.
    Seen(BTreeMap<Agent, Chart>),
}
