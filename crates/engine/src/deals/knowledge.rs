//! Knowledge in models of card games (thesis def. 32). What an agent can imagine is found in one pass over the law
//! and the set in question, in which what they do not see is taken together.
//!
//! To doubt one of several things is to doubt them together, and what others have seen of the choices is
//! different for each: so conjunctions are known part by part. Values outside of the law are meaningless.

use super::chart::{Chart, NO, Sight, YES};
use super::model::Model;
use crate::limits::Limit;
use hexa_logic::{Agent, Group};
use std::collections::BTreeMap;

type Made = Result<Chart, Limit>;

impl Model {
    /// Where somebody who sees so much can imagine that one of several sets does not hold.
    pub(super) fn doubts(&self, sight: &Sight, sets: &[Chart]) -> Made {
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
    pub(super) fn distributed_knowledge(&self, group: &Group, sets: &[Chart]) -> Made {
        Ok(self.doubts(&self.sight_of(group.iter()), sets)?.not())
    }

    /// Where all of several sets are common knowledge.
    pub(super) fn common(&self, group: &Group, sets: &[Chart]) -> Made {
        let Some(first) = group.iter().next() else {
            let mut sets = sets.iter();
            return sets.try_fold(self.constant(true), |all, set| all.and(set, self.most()));
        };
        // What is doubtful for one is doubtful for whoever is led there by others.
        let doubtful = self.doubts(&self.sight(first), sets)?;
        Ok(match self.spread(group, first, doubtful)? {
            Reached::Everywhere => self.constant(false),
            Reached::Within(seen) => seen.not(),
        })
    }

    /// The worlds that the agents of a group reach together from those where one of them sees something. What was found
    /// last is followed first, for mostly everything is reached soon; and what one has seen never together with what
    /// another has, for that would depend on what everybody has seen.
    pub(super) fn spread(
        &self,
        group: &Group,
        agent: Agent,
        start: Chart,
    ) -> Result<Reached, Limit> {
        let mut spread = Spread { model: self, views: BTreeMap::new(), waiting: Vec::new() };
        let mut next = Some((agent, start));
        while let Some((agent, seen)) = next {
            let news = spread.add(agent, &seen)?;
            if !news.is_false() {
                if spread.is_everywhere(agent)? {
                    return Ok(Reached::Everywhere);
                }
                spread.tell(group, agent, &news)?;
            }
            next = spread.follow()?;
        }
        Ok(Reached::Within(spread.within()))
    }
}

/// Where agents get.
#[derive(Clone, Debug)]
pub(super) enum Reached {
    /// To all worlds.
    Everywhere,
    /// To the worlds in a set.
    Within(Chart),
}

/// Agents on their way.
struct Spread<'m> {
    model: &'m Model,
    views: BTreeMap<Agent, View>,
    /// What was seen by the first and is not yet followed by the second.
    waiting: Vec<((Agent, Agent), Chart)>,
}

/// What an agent may see.
struct View {
    sight: Sight,
    /// Where they got.
    seen: Chart,
    /// In all worlds, once that was asked.
    all: Option<Chart>,
}

impl Spread<'_> {
    /// Adds what an agent sees where they get: what is new of it.
    fn add(&mut self, agent: Agent, seen: &Chart) -> Made {
        let most = self.model.most();
        let view = self.view(agent);
        let news = seen.minus(&view.seen, most)?;
        view.seen = view.seen.or(seen, most)?;
        Ok(news)
    }

    fn view(&mut self, agent: Agent) -> &mut View {
        let model = self.model;
        self.views.entry(agent).or_insert_with(|| View {
            sight: model.sight(agent),
            seen: model.constant(false),
            all: None,
        })
    }

    /// Whether an agent got to all worlds.
    fn is_everywhere(&mut self, agent: Agent) -> Result<bool, Limit> {
        let model = self.model;
        let View { sight, seen, all } = self.view(agent);
        let mut possible = match all.take() {
            Some(possible) => possible,
            None => model.possible(sight)?,
        };
        // What they have shown themselves depends on the choice only when others are asked about it.
        let told = possible.shows();
        for show in seen.shows().into_iter().filter(|show| !told.contains(show)) {
            possible = possible.and(&model.choice(show), model.most())?;
        }
        let rest = possible.minus(seen, model.most())?;
        *all = Some(possible);
        Ok(rest.is_false())
    }

    /// Leaves what an agent sees for the others to follow.
    fn tell(&mut self, group: &Group, from: Agent, news: &Chart) -> Result<(), Limit> {
        for to in group.iter().filter(|&to| to != from) {
            let before = self.waiting.iter().position(|(way, _)| *way == (from, to));
            let more = match before.map(|at| self.waiting.remove(at)) {
                Some((_, before)) => before.or(news, self.model.most())?,
                None => news.clone(),
            };
            self.waiting.push(((from, to), more));
        }
        Ok(())
    }

    /// Who follows next, and what they see there.
    fn follow(&mut self) -> Result<Option<(Agent, Chart)>, Limit> {
        let Some(((_, to), piece)) = self.waiting.pop() else { return Ok(None) };
        let model = self.model;
        let seen = model.imagines(&self.view(to).sight, &piece, YES)?;
        Ok(Some((to, seen)))
    }

    /// The worlds reached. Whoever sees something is there themselves: so when nothing is left to be followed, what one of
    /// them sees tells all of it, and it may as well be the one who needs least for that.
    fn within(self) -> Chart {
        let seen = self.views.into_values().map(|view| view.seen);
        let least = seen.min_by_key(|seen| (seen.shows().len(), seen.size()));
        least.unwrap_or_else(|| self.model.constant(false))
    }
}
