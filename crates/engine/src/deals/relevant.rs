//! Relevant worlds (thesis defs. 5 and 8) and how many they are. Mostly all worlds are relevant, which is found out
//! as soon as somebody is reached who can see anything that can be seen.

use super::chart::{self, Chart, Level, NO, Sight, YES};
use super::knowledge::Reached;
use super::model::Model;
use super::weights::{Question, Weighed};
use super::{State, World};
use crate::definedness::Lack;
use crate::definedness::NoCells;
use crate::limits::Limit;
use dashu_int::UBig;
use hexa_logic::Agent;
use std::sync::OnceLock;

/// What was found out about the relevant worlds of a state.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    worlds: OnceLock<Reached>,
    count: OnceLock<UBig>,
}

impl State {
    /// How many relevant worlds there are, if atoms tell all of them apart, as deals are by who holds which card.
    pub(crate) fn told_apart_count(&self) -> Result<Option<UBig>, Limit> {
        self.model.shows.is_empty().then(|| self.relevant_count()).transpose()
    }

    /// The relevant worlds, as a set of worlds.
    pub(super) fn relevant(&self) -> Result<Chart, Limit> {
        let relevant = match self.relevant.worlds.get() {
            Some(known) => known.clone(),
            None => {
                let found = self.reach_worlds()?;
                self.relevant.worlds.get_or_init(|| found).clone()
            }
        };
        Ok(match relevant {
            Reached::Everywhere => self.model.constant(true),
            Reached::Within(set) => set,
        })
    }

    fn reach_worlds(&self) -> Result<Reached, Limit> {
        let (model, here) = (&self.model, self.listed_world()?);
        let mut agents = self.group.iter();
        let (from, to) = (agents.next(), agents.next());
        let everything = Sight { hands: u32::MAX, shows: (0..model.shows.len() as u32).collect() };
        let (Some(from), Some(to)) = (from, to) else {
            let sight = from.map_or(everything, |agent| model.sight(agent));
            return Ok(Reached::Within(model.cell(&sight, &here)));
        };
        // Whoever is led somewhere by one of them is led everywhere from there.
        let (own, there) = (model.sight(from), model.sight(to));
        let shared = |show: &u32| there.shows.binary_search(show).is_ok();
        let shared: Vec<u32> = own.shows.iter().copied().filter(shared).collect();
        let cell = model.cell_telling(&own, &here, &shared);
        let start = model.imagines(&there, &cell, YES)?;
        model.spread(&self.group, to, start)
    }

    /// Whether a set contains all relevant worlds.
    pub(super) fn is_everywhere(&self, set: &Chart) -> Result<bool, Limit> {
        let relevant = self.relevant()?;
        Ok(!self.model.is_met(&relevant, set, NO)?)
    }

    /// How many worlds are relevant.
    pub fn relevant_count(&self) -> Result<UBig, Limit> {
        if let Some(known) = self.relevant.count.get() {
            return Ok(known.clone());
        }
        let count = self.model.count(&self.relevant()?)?;
        Ok(self.relevant.count.get_or_init(|| count).clone())
    }

    /// How many worlds an agent considers possible.
    pub fn considered_count(&self, agent: Agent) -> Result<UBig, Limit> {
        let (model, sight, here) = (&self.model, self.model.sight(agent), self.listed_world()?);
        if model.parts().iter().any(|part| !part.shows().is_empty()) {
            return model.count(&model.cell(&sight, &here));
        }
        // What they have seen of choices says no more than who has the cards.
        let cell = model.cell_parts(&sight, &here);
        let parts = model.parts().iter().chain(cell.iter().filter(|part| part.shows().is_empty()));
        let parts: Vec<&Chart> = parts.collect();
        model.weigh(&parts, &model.choices(&sight.shows)?)
    }

    /// How large it is: how many worlds are relevant, then how many cells there are by agent.
    pub(super) fn extent(&self) -> Result<(UBig, Vec<UBig>), Limit> {
        let cells = self.group.iter().map(|agent| Ok(self.class_count(agent)?.unwrap_or_default()));
        Ok((self.relevant_count()?, cells.collect::<Result<_, Limit>>()?))
    }

    /// How many cells an agent's partition has on the relevant worlds.
    pub fn class_count(&self, agent: Agent) -> Result<Result<UBig, NoCells>, Limit> {
        if !self.group.contains(agent) {
            return Ok(Err(NoCells { agent, lack: Lack::Access }));
        }
        let (model, sight) = (&self.model, self.model.sight(agent));
        let worlds = model.worlds(&self.relevant()?, &sight.shows)?;
        let seen = worlds.project_to(&sight, model.most())?;
        Ok(Ok(seen.sights(&sight, &model.levels(&sight.shows))))
    }
}

impl Model {
    /// The worlds in a set, with some choices. Cards that are held in the same worlds when one of them is shown lead to
    /// the same world (Def. 33 takes equal models for one).
    pub(super) fn worlds(&self, set: &Chart, shows: &[u32]) -> Result<Chart, Limit> {
        let mut worlds = self.chosen_with(set, shows)?.and(set, self.most())?;
        for show in worlds.shows() {
            for (card, first) in self.alike(show)? {
                if card != first {
                    worlds = worlds.minus(&self.is_shown(show as usize, card), self.most())?;
                }
            }
        }
        Ok(worlds)
    }

    /// How many worlds there are in a set.
    pub(super) fn count(&self, set: &Chart) -> Result<UBig, Limit> {
        let is_plain = set.is_true() && self.parts().iter().all(|part| part.shows().is_empty());
        let worlds = if is_plain { set.clone() } else { self.worlds(set, &[])? };
        let weighed = self.choices(&worlds.shows())?;
        match is_plain {
            true => self.weigh(&self.parts().iter().collect::<Vec<_>>(), &weighed),
            false => self.weigh(&[&worlds], &weighed),
        }
    }

    /// How many choices there were on the other occasions.
    fn choices(&self, there: &[u32]) -> Result<Vec<Weighed>, Limit> {
        let mut weighed = Vec::new();
        for show in (0..self.shows.len() as u32).filter(|show| there.binary_search(show).is_err()) {
            let cards = self.alike(show)?.into_iter().filter(|(card, first)| card == first);
            let cards: Vec<usize> = cards.map(|(card, _)| card).collect();
            let shares = (0..=cards.len()).map(UBig::from).collect();
            let respondent = self.shows[show as usize].respondent;
            weighed.push(Weighed { respondent, cards, shares });
        }
        Ok(weighed)
    }

    /// For each card asked for on an occasion the first one that was held in the same worlds.
    pub(super) fn alike(&self, show: u32) -> Result<Vec<(usize, usize)>, Limit> {
        let show = &self.shows[show as usize];
        if let Some(known) = show.alike.get() {
            return Ok(known.clone());
        }
        let found = match show.is_public {
            true => show.cards.iter().map(|&card| (card, card)).collect(),
            false => show.before.alike_for(show.respondent, &show.cards)?,
        };
        Ok(show.alike.get_or_init(|| found).clone())
    }

    /// For each of some cards the first one that a holder has in the same worlds.
    fn alike_for(&self, holder: usize, cards: &[usize]) -> Result<Vec<(usize, usize)>, Limit> {
        let mut alike: Vec<(usize, usize)> = Vec::new();
        for &card in cards {
            let held = self.holds(card, holder);
            let mut first = card;
            for &(other, own) in &alike {
                let same = held.iff(&self.holds(other, holder), self.most())?;
                if other == own && !self.is_somewhere(&same, NO)? {
                    first = other;
                    break;
                }
            }
            alike.push((card, first));
        }
        Ok(alike)
    }

    /// What worlds weigh that are in all of several sets.
    pub(super) fn weigh(&self, parts: &[&Chart], weighed: &[Weighed]) -> Result<UBig, Limit> {
        let (holders, cards) = (self.deck.holders(), self.deck.cards());
        Question { holders, cards, parts, weighed, room: self.most() }.total()
    }

    /// All tests of worlds with some choices, in order.
    pub(super) fn levels(&self, shows: &[u32]) -> Vec<Level> {
        let mut levels: Vec<Level> = (0..self.deck.cards()).map(Level::holder).collect();
        for &show in shows {
            let cards = &self.shows[show as usize].cards;
            levels.extend(cards.iter().map(|&card| Level::choice(card, show as usize)));
        }
        levels.sort_unstable();
        levels
    }

    /// The first world with a deal.
    pub(super) fn first_world(&self, holder_of: &[u8]) -> Result<Option<World>, Limit> {
        let law = self.law()?;
        let dealt = |level: Level| match level.show() {
            None => Some(usize::from(holder_of[level.card()])),
            Some(_) => None,
        };
        let left = law.condition_on(dealt, self.most())?;
        let Some(path) = left.first_path() else { return Ok(None) };
        let mut shown = Vec::with_capacity(self.shows.len());
        for (at, show) in self.shows.iter().enumerate() {
            let kept = path.iter().find(|(level, found)| level.show() == Some(at) && *found == 1);
            let held = |card: &&usize| usize::from(holder_of[**card]) == show.respondent;
            let card = kept.map(|(level, _)| level.card());
            let Some(card) = card.or_else(|| show.cards.iter().find(held).copied()) else {
                return Ok(None);
            };
            shown.push(card as u8);
        }
        Ok(Some(World { holder_of: holder_of.to_vec(), shown }))
    }

    /// Whether a set and a chart that ends so meet in some world.
    pub(super) fn is_met(
        &self,
        set: &Chart,
        other: &Chart,
        end: chart::Node,
    ) -> Result<bool, Limit> {
        let chosen = self.chosen_with(set, &other.shows())?;
        let parts = [(set, YES), (&chosen, YES), (other, end)];
        Ok(chart::project_ends(parts, &Sight::default(), self.most())?.is_true())
    }
}
