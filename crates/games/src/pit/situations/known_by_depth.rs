//! Situations up to a depth of knowledge: to depth 1 players know of facts, to depth 2 of what others know of facts, and so on.
//! Two states are alike to depth k if the deal is the same and, for k > 0, each player considers the same states to depth k - 1
//! possible. That is k-bisimilarity, and there are finitely many such states for every k.
//!
//! A round depends on facts alone: who can offer what, and what a swap makes of it. So states that are alike to depth k lead to
//! states that are alike to depth k, and situations to a depth make a game of their own. A state is kept as a tree of which
//! equal parts are one entry, never as a model.

use super::limits::{PitCut, PitLimits};
use super::renaming::{Exchanged, Renaming, Renamings};
use super::rounds::{Round, all_swaps};
use super::states::{ChoiceNames, Outlook, Standing, States};
use super::table::{DealTable, Swap, Swapped};
use crate::pit::{Player, Suit};
use hexa_logic::Stop;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::num::NonZeroUsize;

/// Two suits.
type Given = (u8, u8);

type Numbered<T> = IndexSet<T, FxBuildHasher>;

/// States to one depth. A state at depth 0 is a deal, and has its number.
#[derive(Default)]
struct Level {
    /// States: the deal, and for each player the number of the set below of what they consider possible.
    states: Numbered<Box<[u32]>>,
    /// Sets of states to this depth, in order.
    sets: Numbered<Box<[u32]>>,
    /// What a round makes of states, and of sets of them.
    state_after: FxHashMap<(u32, u32, Given), Option<u32>>,
    set_after: FxHashMap<(u32, u32, Option<Given>), u32>,
    /// What new names make of states, and of sets of them: by the state, then by the renaming.
    state_renamed: FxHashMap<(u32, u32), u32>,
    set_renamed: FxHashMap<(u32, u32), u32>,
}

/// Keeps track to a depth.
pub(super) struct ByDepth<'a> {
    table: &'a DealTable,
    limits: PitLimits,
    stop: &'a Stop,
    levels: Vec<Level>,
    rounds: Numbered<Round>,
    /// All renamings that are used; those by which situations are alike come first.
    renamings: Vec<Renaming>,
    alike: usize,
    /// For each player where the renamings are that matter to their choices.
    of_choices: Vec<std::ops::Range<usize>>,
    starts: Vec<u32>,
    classes: Numbered<(Player, u32)>,
}

impl<'a> ByDepth<'a> {
    /// From the deals without a corner on.
    pub fn new(
        table: &'a DealTable,
        depth: NonZeroUsize,
        exchanged: Exchanged,
        names: ChoiceNames,
        limits: &PitLimits,
        stop: &'a Stop,
    ) -> Result<Self, PitCut> {
        let mut renamings = Renamings::new(table, exchanged, limits, stop)?.all;
        let alike = renamings.len();
        let mut of_choices = Vec::new();
        for player in 0..table.deck().players() {
            let exchanged = match names {
                ChoiceNames::Kept => Exchanged::Nobody,
                ChoiceNames::Forgotten => Exchanged::Others(player),
            };
            let start = renamings.len();
            renamings.extend(Renamings::new(table, exchanged, limits, stop)?.all);
            of_choices.push(start..renamings.len());
        }
        let mut tree = Self {
            table,
            limits: *limits,
            stop,
            levels: (0..=depth.get()).map(|_| Level::default()).collect(),
            rounds: Numbered::default(),
            renamings,
            alike,
            of_choices,
            starts: Vec::new(),
            classes: Numbered::default(),
        };
        tree.starts = tree.deal()?;
        Ok(tree)
    }

    fn top(&self) -> usize {
        self.levels.len() - 1
    }

    /// For each deal the state when everybody knows their hand.
    fn deal(&mut self) -> Result<Vec<u32>, PitCut> {
        let mut states: Vec<u32> = (0..self.table.open() as u32).collect();
        for level in 1..=self.top() {
            let below = states;
            states = Vec::with_capacity(below.len());
            for deal in 0..self.table.open() {
                let mut state = vec![deal as u32];
                for player in 0..self.table.deck().players() {
                    let hand = self.table.hand(deal, player);
                    let alike = |other: &usize| self.table.hand(*other, player) == hand;
                    let set = (0..self.table.open()).filter(alike).map(|other| below[other]);
                    let set = set.collect();
                    state.push(self.set(level - 1, set)?);
                }
                states.push(self.state(level, state)?);
            }
        }
        Ok(states)
    }

    /// The number of a set.
    fn set(&mut self, level: usize, mut set: Vec<u32>) -> Result<u32, PitCut> {
        set.sort_unstable();
        set.dedup();
        self.room()?;
        Ok(self.levels[level].sets.insert_full(set.into()).0 as u32)
    }

    fn state(&mut self, level: usize, state: Vec<u32>) -> Result<u32, PitCut> {
        self.room()?;
        Ok(self.levels[level].states.insert_full(state.into()).0 as u32)
    }

    fn room(&self) -> Result<(), PitCut> {
        self.stop.count(1)?;
        let kept: usize =
            self.levels.iter().map(|level| level.states.len() + level.sets.len()).sum();
        if kept >= self.limits.parts { Err(PitCut::Parts(self.limits.parts)) } else { Ok(()) }
    }

    fn deal_of(&self, level: usize, state: u32) -> usize {
        match level {
            0 => state as usize,
            _ => self.levels[level].states[state as usize][0] as usize,
        }
    }

    /// What a round makes of a state in which these suits are swapped, if it can be and nobody gets a corner.
    fn state_after(
        &mut self,
        level: usize,
        state: u32,
        round: u32,
        given: (Suit, Suit),
    ) -> Result<Option<u32>, PitCut> {
        let key = (state, round, (given.0 as u8, given.1 as u8));
        if let Some(&after) = self.levels[level].state_after.get(&key) {
            return Ok(after);
        }
        let after = match self.deal_after(self.deal_of(level, state), round, given) {
            Some(deal) if level == 0 => Some(deal),
            Some(deal) => {
                let old = self.levels[level].states[state as usize].clone();
                let traders = self.rounds[round as usize].matched;
                let mut new = vec![deal];
                for (player, &set) in old[1..].iter().enumerate() {
                    let sees = traders.is_some_and(|(a, b)| a == player || b == player);
                    new.push(self.set_after(level - 1, set, round, sees.then_some(given))?);
                }
                Some(self.state(level, new)?)
            }
            None => None,
        };
        self.levels[level].state_after.insert(key, after);
        Ok(after)
    }

    fn deal_after(&self, deal: usize, round: u32, given: (Suit, Suit)) -> Option<u32> {
        let round = &self.rounds[round as usize];
        let mut numbers = round.numbers.iter().enumerate();
        if !numbers.all(|(player, &number)| self.table.can_offer(deal, player, number)) {
            return None;
        }
        let Some(traders) = round.matched else { return Some(deal as u32) };
        match self.table.swap(deal, Swap { traders, given, number: round.numbers[traders.0] }) {
            Swapped::Impossible | Swapped::Corner => None,
            Swapped::Open(deal) => Some(deal.into()),
        }
    }

    /// What a round makes of what somebody considers possible: who sees the swap, or else all swaps.
    fn set_after(
        &mut self,
        level: usize,
        set: u32,
        round: u32,
        seen: Option<(Suit, Suit)>,
    ) -> Result<u32, PitCut> {
        let key = (set, round, seen.map(|(u, v)| (u as u8, v as u8)));
        if let Some(&after) = self.levels[level].set_after.get(&key) {
            return Ok(after);
        }
        let swaps = match (seen, self.rounds[round as usize].matched) {
            (Some(given), _) => vec![given],
            (None, None) => vec![(0, 0)],
            (None, Some(_)) => all_swaps(self.table.deck().suits()),
        };
        let mut after = Vec::new();
        for state in self.levels[level].sets[set as usize].clone() {
            for &given in &swaps {
                after.extend(self.state_after(level, state, round, given)?);
            }
        }
        let after = self.set(level, after)?;
        self.levels[level].set_after.insert(key, after);
        Ok(after)
    }

    fn state_renamed(&mut self, level: usize, state: u32, by: usize) -> Result<u32, PitCut> {
        if level == 0 {
            return Ok(self.renamings[by].deals[state as usize].into());
        }
        if let Some(&renamed) = self.levels[level].state_renamed.get(&(state, by as u32)) {
            return Ok(renamed);
        }
        let old = self.levels[level].states[state as usize].clone();
        let mut new = old.to_vec();
        new[0] = self.renamings[by].deals[old[0] as usize].into();
        for (player, &set) in old[1..].iter().enumerate() {
            let name = usize::from(self.renamings[by].players[player]);
            new[1 + name] = self.set_renamed(level - 1, set, by)?;
        }
        let renamed = self.state(level, new)?;
        self.levels[level].state_renamed.insert((state, by as u32), renamed);
        Ok(renamed)
    }

    fn set_renamed(&mut self, level: usize, set: u32, by: usize) -> Result<u32, PitCut> {
        if let Some(&renamed) = self.levels[level].set_renamed.get(&(set, by as u32)) {
            return Ok(renamed);
        }
        let mut new = Vec::new();
        for state in self.levels[level].sets[set as usize].clone() {
            new.push(self.state_renamed(level, state, by)?);
        }
        let renamed = self.set(level, new)?;
        self.levels[level].set_renamed.insert((set, by as u32), renamed);
        Ok(renamed)
    }

    /// The first state that other names lead to from here.
    fn standing(&mut self, state: u32) -> Result<Standing, PitCut> {
        let mut least = state;
        for by in 0..self.alike {
            least = least.min(self.state_renamed(self.top(), state, by)?);
        }
        Ok(Standing { knowledge: 0, point: least })
    }

    fn outlook_set(&self, at: Standing, player: Player) -> u32 {
        self.levels[self.top()].states[at.point as usize][1 + player]
    }
}

impl States for ByDepth<'_> {
    fn dealt(&mut self, deal: usize) -> Result<Standing, PitCut> {
        self.standing(self.starts[deal])
    }

    fn after(
        &mut self,
        from: Standing,
        round: &Round,
        given: (Suit, Suit),
    ) -> Result<Standing, PitCut> {
        let round = self.rounds.insert_full(round.clone()).0 as u32;
        match self.state_after(self.top(), from.point, round, given)? {
            Some(state) => self.standing(state),
            None => unreachable!("the swap was made in this deal"),
        }
    }

    fn deal(&mut self, at: Standing) -> Result<usize, PitCut> {
        Ok(self.deal_of(self.top(), at.point))
    }

    fn outlook(&mut self, at: Standing, player: Player) -> Result<Outlook, PitCut> {
        let set = self.outlook_set(at, player);
        let mut images = Vec::new();
        for by in self.of_choices[player].clone() {
            images.push((self.set_renamed(self.top() - 1, set, by)?, by));
        }
        let least = images.iter().map(|&(image, _)| image).min().unwrap_or(set);
        let suits = (0..self.table.deck().suits()).map(|suit| {
            let ways = images.iter().filter(|&&(image, _)| image == least);
            ways.map(|&(_, by)| self.renamings[by].suits[suit]).min().unwrap_or(0)
        });
        let suits = suits.collect();
        Ok(Outlook { class: self.classes.insert_full((player, least)).0, suits })
    }

    fn considered(&mut self, at: Standing, player: Player) -> Result<Vec<usize>, PitCut> {
        let (level, set) = (self.top() - 1, self.outlook_set(at, player));
        let states = self.levels[level].sets[set as usize].iter();
        let mut deals: Vec<usize> = states.map(|&state| self.deal_of(level, state)).collect();
        deals.sort_unstable();
        deals.dedup();
        Ok(deals)
    }

    fn worlds(&self, _: Standing) -> Option<usize> {
        None
    }
}
