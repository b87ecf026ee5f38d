//! Models of card games. A world is a deal of cards together with a choice for every occasion on which a card was
//! shown: which of the cards asked for it was. The players see their own cards, and the choices of the shows in which they
//! asked or answered (thesis defs. 7, 11 and 14).
//!
//! The law says which deals are left. That a card was shown says that its holder has one of those asked for,
//! which is all that the law needs: the choice is *free*, and only made part of the law for a moment, when somebody
//! is asked about who has seen it. Once something was said that depends on it, it is *kept* in the law.

use super::chart::{self, Chart, Level, NO, Sight, YES};
use super::deck::Deck;
use crate::building::MOST_SHOWS;
use crate::limits::{Limit, Room};
use crate::memory::Memory;
use hexa_logic::{Agent, Formula};
use std::sync::{Arc, OnceLock};

/// A model. It never changes; what was found out about it is remembered.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) deck: Arc<Deck>,
    pub(super) shows: Vec<Arc<Show>>,
    /// The agents who see the table, as a set of bits.
    looking: u32,
    /// What was said: of each holder's hand, and then the rest.
    parts: Vec<Chart>,
    /// The law at an earlier time, and what was said since.
    earlier: Option<Chart>,
    since: Vec<Chart>,
    law: OnceLock<Chart>,
    truths: Memory<(u64, Formula), Chart>,
    /// The law with some choices that are free.
    chosen: Memory<Vec<u32>, Chart>,
    /// The most nodes of a chart.
    most: Room,
}

/// An occasion on which somebody showed a card.
#[derive(Debug)]
pub(super) struct Show {
    pub(super) requester: usize,
    pub(super) respondent: usize,
    /// The cards asked for, in order.
    pub(super) cards: Vec<usize>,
    /// Whether everybody saw which one it was, so that there is no choice any more.
    pub(super) is_public: bool,
    /// The model in which it happened.
    pub(super) before: Arc<Model>,
    /// For each card the first one that was held in the same worlds, once that was asked.
    pub(super) alike: OnceLock<Vec<(usize, usize)>>,
}

/// A world: who holds each card, and the card shown on each occasion.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct World {
    pub(super) holder_of: Vec<u8>,
    pub(super) shown: Vec<u8>,
}

impl World {
    /// What a test finds.
    pub(super) fn outcome_of(&self, level: Level) -> usize {
        match level.show() {
            None => usize::from(self.holder_of[level.card()]),
            Some(show) => usize::from(usize::from(self.shown[show]) == level.card()),
        }
    }

    /// Whether it is in a set.
    pub(super) fn is_in(&self, set: &Chart) -> bool {
        set.value(|level| self.outcome_of(level)) == YES
    }
}

/// So much is remembered at most.
const MOST_TRUTHS: usize = 4096;
const MOST_CHOSEN: usize = 64;

type Made = Result<Chart, Limit>;

impl Model {
    /// All deals.
    pub(super) fn all_deals(deck: Arc<Deck>, most: &Room) -> Result<Self, Limit> {
        let hand = |(holder, &size)| Chart::hand(deck.holders(), deck.cards(), holder, size, most);
        let parts = deck.sizes().iter().enumerate().map(hand).collect::<Result<_, _>>()?;
        Ok(Self {
            shows: Vec::new(),
            looking: 0,
            parts,
            earlier: None,
            since: Vec::new(),
            law: OnceLock::new(),
            truths: Memory::new(MOST_TRUTHS),
            chosen: Memory::new(MOST_CHOSEN),
            most: most.clone(),
            deck,
        })
    }

    /// The most nodes of a chart.
    pub(super) fn most(&self) -> &Room {
        &self.most
    }

    /// The same everywhere.
    pub(super) fn constant(&self, value: bool) -> Chart {
        Chart::constant(self.deck.holders(), value)
    }

    /// Where a holder has a card.
    pub(super) fn holds(&self, card: usize, holder: usize) -> Chart {
        Chart::held(self.deck.holders(), card, 1 << holder)
    }

    /// Where a holder has one of some cards.
    pub(super) fn holds_one(&self, cards: &[usize], holder: usize) -> Made {
        let mut some = self.constant(false);
        for &card in cards.iter().rev() {
            some = some.or(&self.holds(card, holder), &self.most)?;
        }
        Ok(some)
    }

    /// Where just these cards lie on the table.
    pub(super) fn is_table(&self, cards: &[usize]) -> Chart {
        let Some(table) = self.deck.table() else { return self.constant(cards.is_empty()) };
        Chart::path(
            self.deck.holders(),
            (0..self.deck.cards()).rev().map(|card| {
                let here = 1 << table;
                (Level::holder(card), if cards.contains(&card) { here } else { !here })
            }),
        )
    }

    /// Where a card was shown on an occasion.
    pub(super) fn is_shown(&self, show: usize, card: usize) -> Chart {
        Chart::path(self.deck.holders(), [(Level::choice(card, show), 1 << 1)].into_iter())
    }

    /// What somebody who sees so much sees in a world, and what that says of the cards.
    pub(super) fn cell(&self, sight: &Sight, world: &World) -> Chart {
        self.cell_telling(sight, world, &sight.shows)
    }

    /// The same, telling of some occasions only which card was shown, and of the others only where it is.
    pub(super) fn cell_telling(&self, sight: &Sight, world: &World, shows: &[u32]) -> Chart {
        let tests = self.cell_tests(sight, world, shows);
        Chart::path(self.deck.holders(), tests.into_iter().rev())
    }

    fn cell_tests(&self, sight: &Sight, world: &World, shows: &[u32]) -> Vec<(Level, u32)> {
        let mut tests: Vec<(Level, u32)> = Vec::new();
        for (card, &holder) in world.holder_of.iter().enumerate() {
            let here = 1 << holder;
            let seen = if sight.hands & here != 0 { here } else { !sight.hands };
            tests.push((Level::holder(card), seen));
        }
        for &show in &sight.shows {
            let Show { respondent, cards, .. } = &*self.shows[show as usize];
            let shown = usize::from(world.shown[show as usize]);
            tests.push((Level::holder(shown), 1 << respondent));
            let told = shows.binary_search(&show).is_ok();
            for &card in cards.iter().filter(|_| told) {
                let found = u32::from(card == shown);
                tests.push((Level::choice(card, show as usize), 1 << found));
            }
        }
        // What is said twice of a card is said once.
        tests.sort_unstable();
        let mut merged: Vec<(Level, u32)> = Vec::with_capacity(tests.len());
        for (level, found) in tests {
            match merged.last_mut() {
                Some((last, all)) if *last == level => *all &= found,
                _ => merged.push((level, found)),
            }
        }
        merged
    }

    /// A cell in parts, each about one hand or one occasion.
    pub(super) fn cell_parts(&self, sight: &Sight, world: &World) -> Vec<Chart> {
        let holders = self.deck.holders();
        let tests = self.cell_tests(sight, world, &sight.shows);
        let mut parts = Vec::new();
        for holder in 0..holders {
            let (here, seen) = (1 << holder, sight.hands >> holder & 1 == 1);
            let about = |&(level, found): &(Level, u32)| {
                // Of other hands only what they have seen is known.
                let known = level.show().is_none() && (seen || found == here);
                known.then_some((level, if found == here { here } else { !here }))
            };
            parts.push(Chart::path(holders, tests.iter().rev().filter_map(about)));
        }
        let shown = tests.iter().filter(|(level, _)| level.show().is_some());
        parts.extend(shown.map(|&test| Chart::path(holders, [test].into_iter())));
        parts.retain(|part| !part.is_true());
        parts
    }

    /// What was said, in parts: of each holder's hand, and then the rest.
    pub(super) fn parts(&self) -> &[Chart] {
        &self.parts
    }

    /// The deals that are left, with the choices that are kept.
    pub(super) fn law(&self) -> Made {
        if let Some(known) = self.law.get() {
            return Ok(known.clone());
        }
        let law = match &self.earlier {
            // From the last to the first: what is said of the table leaves least.
            None => {
                let mut parts = self.parts.iter().rev();
                parts.try_fold(self.constant(true), |law, part| law.and(part, &self.most))?
            }
            Some(earlier) => {
                let mut said = self.constant(true);
                for part in &self.since {
                    said = said.and(part, &self.most)?;
                }
                earlier.and(&said, &self.most)?
            }
        };
        Ok(self.law.get_or_init(|| law).clone())
    }

    /// What an agent sees.
    pub(super) fn sight(&self, agent: Agent) -> Sight {
        let at = agent.index();
        let table = self.deck.table().filter(|_| self.looking >> at & 1 == 1);
        let sees = |(_, show): &(usize, &Arc<Show>)| show.requester == at || show.respondent == at;
        let shows = self.shows.iter().enumerate().filter(sees).map(|(show, _)| show as u32);
        Sight { hands: 1 << at | table.map_or(0, |table| 1 << table), shows: shows.collect() }
    }

    /// What agents see together.
    pub(super) fn sight_of(&self, agents: impl Iterator<Item = Agent>) -> Sight {
        let mut together = Sight::default();
        for agent in agents {
            let Sight { hands, shows } = self.sight(agent);
            together.hands |= hands;
            together.shows.extend(shows);
        }
        together.shows.sort_unstable();
        together.shows.dedup();
        together
    }

    /// Of these occasions those whose choices are not kept in the law.
    fn free(&self, shows: Vec<u32>) -> Result<Vec<u32>, Limit> {
        if shows.is_empty() {
            return Ok(shows);
        }
        let kept = self.law()?.shows();
        Ok(shows.into_iter().filter(|show| kept.binary_search(show).is_err()).collect())
    }

    /// The occasions on which somebody who sees so much was shown a card.
    pub(super) fn shows_seen_by_requester(&self, sight: &Sight) -> Vec<u32> {
        let asks = |&show: &u32| sight.hands >> self.shows[show as usize].requester & 1 == 1;
        sight.shows.iter().copied().filter(asks).collect()
    }

    /// The law with some free choices.
    fn law_with_choices(&self, shows: Vec<u32>) -> Made {
        let shows = self.free(shows)?;
        if let Some(known) = self.chosen.recall(&shows) {
            return Ok(known);
        }
        // Those of the first requester are likely to be wanted by themselves.
        let first = shows.first().map(|&show| self.shows[show as usize].requester);
        let by_first = |show: &u32| Some(self.shows[*show as usize].requester) == first;
        let mut chosen = match shows.iter().all(by_first) {
            true => self.law()?,
            false => self.law_with_choices(shows.iter().copied().filter(by_first).collect())?,
        };
        let done = chosen.shows();
        for &show in shows.iter().filter(|show| done.binary_search(show).is_err()) {
            chosen = chosen.and(&self.choice(show), &self.most)?;
        }
        self.chosen.remember(shows, chosen.clone());
        Ok(chosen)
    }

    /// The law with the choices that a set depends on, and others.
    pub(super) fn chosen_with(&self, set: &Chart, shows: &[u32]) -> Made {
        self.law_with_choices(together(set.shows(), shows))
    }

    /// That a card was chosen on an occasion.
    pub(super) fn choice(&self, show: u32) -> Chart {
        let Show { respondent, cards, .. } = &*self.shows[show as usize];
        Chart::choice(self.deck.holders(), show as usize, *respondent, cards)
    }

    /// Where somebody who sees so much can imagine that a chart ends so.
    pub(super) fn imagines(&self, sight: &Sight, set: &Chart, end: chart::Node) -> Made {
        let asked = self.shows_seen_by_requester(sight);
        let free = self.free(set.shows())?;
        if free.iter().all(|show| sight.shows.binary_search(show).is_ok()) {
            // What they have shown themselves says no more of others than their own cards, which they see.
            let chosen = self.law_with_choices(asked)?;
            return chart::project_ends([(&chosen, YES), (set, end)], sight, &self.most);
        }
        // What others have seen does not matter any more when it is known in which deals it is so.
        let chosen = self.law_with_choices(free)?;
        let all = Sight { hands: u32::MAX, shows: sight.shows.clone() };
        let deals = chart::project_ends([(&chosen, YES), (set, end)], &all, &self.most)?;
        let chosen = self.law_with_choices(asked)?;
        chart::project_ends([(&chosen, YES), (&deals, YES)], sight, &self.most)
    }

    /// Whether a chart ends so in some world.
    pub(super) fn is_somewhere(&self, set: &Chart, end: chart::Node) -> Result<bool, Limit> {
        self.is_within(&self.constant(true), set, end)
    }

    /// Whether a chart ends so in some world of a cell.
    pub(super) fn is_within(
        &self,
        cell: &Chart,
        set: &Chart,
        end: chart::Node,
    ) -> Result<bool, Limit> {
        let chosen = self.law_with_choices(set.shows())?;
        let parts = [(cell, YES), (&chosen, YES), (set, end)];
        Ok(chart::project_ends(parts, &Sight::default(), &self.most)?.is_true())
    }

    /// What somebody can see in some world who sees so much.
    pub(super) fn possible(&self, sight: &Sight) -> Made {
        self.imagines(sight, &self.constant(true), YES)
    }

    /// Where somebody who sees so much knows all cards of some holders.
    pub(super) fn knows_hands(&self, sight: &Sight, hands: u32) -> Made {
        let chosen = self.law_with_choices(self.shows_seen_by_requester(sight))?;
        let more = Sight { hands: sight.hands | hands, shows: sight.shows.clone() };
        let told = chart::project_ends([(&chosen, YES)], &more, &self.most)?;
        told.settled_by(sight, hands, &self.most)
    }

    /// What somebody who sees so much and these hands too can see in worlds of a set.
    pub(super) fn seen_with(&self, sight: &Sight, hands: u32, set: &Chart) -> Made {
        let chosen =
            self.law_with_choices(together(self.shows_seen_by_requester(sight), &set.shows()))?;
        let more = Sight { hands: sight.hands | hands, shows: sight.shows.clone() };
        chart::project_ends([(&chosen, YES), (set, YES)], &more, &self.most)
    }

    /// The law in the worlds of a set, with the choices that the set depends on.
    pub(super) fn within(&self, set: &Chart) -> Made {
        self.law_with_choices(set.shows())?.and(set, &self.most)
    }

    /// The model of the worlds in a set. Of what it says about other worlds nothing is kept.
    pub(super) fn restrict_to(self: &Arc<Self>, set: &Chart) -> Result<Arc<Self>, Limit> {
        let free = match set.shows().is_empty() {
            // That something was said of hands need not be looked at now.
            true if self.is_plain(set) => return Ok(Arc::new(self.after_statement(set))),
            true => Vec::new(),
            false => self.free(set.shows())?,
        };
        if !self.is_somewhere(set, NO)? {
            return Ok(Arc::clone(self));
        }
        if free.is_empty() {
            return Ok(Arc::new(self.after_statement(set)));
        }
        let law = self.forgetting(self.within(set)?)?;
        let there = law.shows();
        let forgotten: Vec<u32> = free.iter().filter(|s| !there.contains(s)).copied().collect();
        let mut said = set.clone();
        for &show in &forgotten {
            said = said.and(&self.choice(show), &self.most)?;
        }
        let kept: Vec<u32> = set.shows().into_iter().filter(|s| !forgotten.contains(s)).collect();
        let chosen = free.iter().filter(|show| kept.contains(show)).map(|&show| self.choice(show));
        let mut parts: Vec<Chart> = self.parts.iter().cloned().chain(chosen).collect();
        // The law before says nothing of these choices, so that it need not be looked at here.
        parts.push(said.project_to(&Sight { hands: u32::MAX, shows: kept }, &self.most)?);
        let model = Self { parts, earlier: None, since: Vec::new(), ..self.copy_without_memory() };
        Ok(Arc::new(Self { law: OnceLock::from(law), ..model }))
    }

    /// Whether a set is told by one hand, in few words.
    fn is_plain(&self, set: &Chart) -> bool {
        set.size() <= 2 * self.deck.cards() && set.only_hand().is_some()
    }

    /// A law without the choices that are free in it.
    fn forgetting(&self, law: Chart) -> Made {
        let mut law = law;
        for show in law.shows() {
            let others = law.shows().into_iter().filter(|&other| other != show).collect();
            let sight = Sight { hands: u32::MAX, shows: others };
            let without = law.project_to(&sight, &self.most)?;
            // The law as a whole decides: what was said may depend on the choice where the law does not.
            if without.and(&self.choice(show), &self.most)? == law {
                law = without;
            }
        }
        Ok(law)
    }

    /// The model after something was said of deals and of choices that are kept.
    pub(super) fn after_statement(&self, set: &Chart) -> Self {
        let mut parts = self.parts.clone();
        match set.only_hand().filter(|_| set.shows().is_empty()) {
            Some(hand) => match parts[hand].and(set, &self.most) {
                Ok(both) => parts[hand] = both,
                Err(_) => parts.push(set.clone()),
            },
            None => parts.push(set.clone()),
        }
        let (earlier, since) = match (self.law.get(), &self.earlier) {
            (Some(law), _) => (Some(law.clone()), vec![set.clone()]),
            (None, Some(earlier)) => {
                let since = self.since.iter().chain([set]).cloned().collect();
                (Some(earlier.clone()), since)
            }
            (None, None) => (None, Vec::new()),
        };
        Self { parts, earlier, since, law: OnceLock::new(), ..self.copy_without_memory() }
    }

    /// The model after somebody showed somebody a card.
    pub(super) fn after_show(self: &Arc<Self>, show: Show) -> Result<Arc<Self>, Limit> {
        // It is kept for what it says of the choice, and seldom asked about choices again.
        self.chosen.forget();
        if self.shows.len() >= MOST_SHOWS {
            return Err(Limit::Shows(MOST_SHOWS as u64));
        }
        let held = self.holds_one(&show.cards, show.respondent)?;
        let mut model = self.after_statement(&held);
        model.shows.push(Arc::new(show));
        Ok(Arc::new(model))
    }

    /// The model with an occasion that is left out, so that later ones keep their numbers: nobody has seen it, and it
    /// says nothing.
    pub(super) fn after_skipped_show(self: &Arc<Self>) -> Arc<Self> {
        let nobody = usize::MAX;
        let before = Arc::clone(self);
        let (requester, respondent, cards, is_public) = (nobody, nobody, Vec::new(), true);
        let mut model = self.copy_without_memory();
        let alike = OnceLock::new();
        let show = Show { requester, respondent, cards, is_public, before, alike };
        model.shows.push(Arc::new(show));
        Arc::new(model)
    }

    /// The model after an agent has looked at the table.
    pub(super) fn after_look(&self, agent: Agent) -> Self {
        Self { looking: self.looking | 1 << agent.index(), ..self.copy_without_memory() }
    }

    fn copy_without_memory(&self) -> Self {
        Self {
            deck: Arc::clone(&self.deck),
            shows: self.shows.clone(),
            looking: self.looking,
            parts: self.parts.clone(),
            earlier: self.earlier.clone(),
            since: self.since.clone(),
            law: self.law.clone(),
            truths: Memory::new(MOST_TRUTHS),
            chosen: Memory::new(MOST_CHOSEN),
            most: self.most.clone(),
        }
    }

    /// Where a formula was found to be true.
    pub(super) fn recall(&self, store: u64, formula: Formula) -> Option<Chart> {
        self.truths.recall(&(store, formula))
    }

    /// Remembers where a formula is true.
    pub(super) fn remember(&self, store: u64, formula: Formula, truth: &Chart) {
        self.truths.remember((store, formula), truth.clone());
    }
}

/// Two sorted lists in one.
fn together(mut one: Vec<u32>, two: &[u32]) -> Vec<u32> {
    one.extend(two);
    one.sort_unstable();
    one.dedup();
    one
}
