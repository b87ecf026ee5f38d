//! `P_a(φ)`: deals are equally likely, what is said conditions, and who shows a card picks it uniformly among
//! their cards that were asked for. A choice that nobody depends on is certain to be made, and weighs nothing.

use super::State;
use super::chart::{self, Chart, Level, Sight};
use super::model::Model;
use super::weights::{self, Question, Weighed};
use crate::limits::Limit;
use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};
use hexa_logic::{Agent, Card, Comparison, Holder, Ratio};

/// A fraction: the weight of some worlds, and of all.
pub(super) type Fraction = (UBig, UBig);

/// So many cells of an agent are looked at one by one.
const MOST_CELLS: u64 = 1 << 16;

/// Whether a fraction compares so with a number.
pub(super) fn holds((part, all): &Fraction, comparison: Comparison, ratio: Ratio) -> bool {
    let part = IBig::from(part * UBig::from(ratio.denominator()));
    let whole = IBig::from(ratio.numerator()) * IBig::from(all.clone());
    comparison.holds(part.cmp(&whole))
}

/// Where an agent can think that the cards are, and how likely that is for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// What everything that they consider possible weighs.
    pub total: UBig,
    /// For each card, in order, and each holder, the table last, what the possibilities weigh in which they have it. Nothing if
    /// and only if it is impossible.
    pub held: Vec<Vec<UBig>>,
}

/// A hand, and what the possibilities weigh in which somebody has it.
pub type WeighedHand = (Vec<Card>, UBig);

impl State {
    /// Where an agent can think that the cards are: their probabilities are the weights divided by the total.
    pub fn grid(&self, agent: Agent) -> Result<Grid, Limit> {
        self.asking(agent, |question| {
            let weights::Grid { total, held } = question.grid()?;
            Ok(Grid { total, held })
        })
    }

    /// The hands that an agent can think somebody has, with what they weigh.
    pub fn hands(&self, agent: Agent, holder: Holder) -> Result<Vec<WeighedHand>, Limit> {
        let deck = &self.model.deck;
        let Some(place) = deck.holder_place(holder) else { return Ok(Vec::new()) };
        let hands = self.asking(agent, |question| question.hands_of(place))?;
        let named = |(hand, weight): (Vec<usize>, UBig)| {
            (hand.into_iter().map(|card| deck.card(card)).collect(), weight)
        };
        Ok(hands.into_iter().map(named).collect())
    }

    /// Asks about the cell of an agent.
    fn asking<T>(
        &self,
        agent: Agent,
        ask: impl FnOnce(Question<'_>) -> Result<T, Limit>,
    ) -> Result<T, Limit> {
        let model = &self.model;
        let sight = model.sight(agent);
        let cell = model.cell_parts(&sight, &self.point);
        let said = model.parts().iter();
        let kept: Vec<u32> = said.clone().flat_map(Chart::shows).collect();
        // Where nothing depends on a choice, it does not matter which one was made.
        let about = |part: &&Chart| part.shows().iter().all(|show| kept.contains(show));
        let parts: Vec<&Chart> = said.chain(cell.iter().filter(about)).collect();
        let weighed = model.weighed_choices(&sight, &kept);
        let (holders, cards) = (model.deck.holders(), model.deck.cards());
        ask(Question { holders, cards, parts: &parts, weighed: &weighed, room: model.most() })
    }

    /// How likely a set is for an agent.
    pub(super) fn probability(&self, agent: Agent, set: &Chart) -> Result<Fraction, Limit> {
        if set.shows().is_empty() {
            return self.asking(agent, |question| {
                let with: Vec<&Chart> = question.parts.iter().copied().chain([set]).collect();
                Ok((Question { parts: &with, ..question }.total()?, question.total()?))
            });
        }
        let sight = self.model.sight(agent);
        let cell = self.model.cell(&sight, &self.point);
        self.model.likelihood(&sight, &cell, set)
    }
}

impl Model {
    /// How likely a set is in a cell of somebody who sees so much.
    fn likelihood(&self, sight: &Sight, cell: &Chart, set: &Chart) -> Result<Fraction, Limit> {
        let chosen = self.chosen_with(set, &[])?;
        let weighed = self.weighed_choices(sight, &chosen.shows());
        Ok((self.weigh(&[&chosen, cell, set], &weighed)?, self.weigh(&[&chosen, cell], &weighed)?))
    }

    /// The choices that make a difference for somebody who sees so much, with some choices in the law.
    pub(super) fn weighed_choices(&self, sight: &Sight, there: &[u32]) -> Vec<Weighed> {
        let asked = self.shows_seen_by_requester(sight);
        let matters = |show: &u32| asked.contains(show) || there.contains(show);
        let shows = (0..self.shows.len() as u32).filter(matters);
        let weighed = |show: u32| {
            let show = &self.shows[show as usize];
            let cards = show.cards.clone();
            let most = cards.len().min(self.deck.sizes()[show.respondent]);
            Weighed { respondent: show.respondent, shares: shares(cards.len(), most), cards }
        };
        shows.map(weighed).collect()
    }

    /// Where an agent's probability of a set compares so with a number: in which of their cells.
    pub(super) fn compares(
        &self,
        agent: Agent,
        set: &Chart,
        comparison: Comparison,
        ratio: Ratio,
    ) -> Result<Chart, Limit> {
        let sight = self.sight(agent);
        let seen: Vec<u32> = set.shows();
        let seen = seen.into_iter().filter(|show| sight.shows.binary_search(show).is_ok());
        let chosen = self
            .chosen_with(&self.constant(true), &with(self.shows_seen_by_requester(&sight), seen))?;
        let cells = chart::project_ends([(&chosen, chart::YES)], &sight, self.most())?;
        let mut accepted = self.constant(false);
        let levels =
            self.levels(&with(self.shows_seen_by_requester(&sight), cells.shows().into_iter()));
        let paths = cells.observations(&sight, &levels, MOST_CELLS, &self.most().pace())?;
        for path in paths {
            let cell = Chart::path(self.deck.holders(), self.telling(&path).into_iter().rev());
            let found = self.likelihood(&sight, &cell, set)?;
            if holds(&found, comparison, ratio) {
                let own = Chart::path(self.deck.holders(), path.into_iter().rev());
                accepted = accepted.or(&own, self.most())?;
            }
        }
        Ok(accepted)
    }

    /// What is seen, with what cards that were shown say of their holders.
    fn telling(&self, path: &[(Level, u32)]) -> Vec<(Level, u32)> {
        let mut told = path.to_vec();
        for (level, found) in path {
            if let (Some(show), true) = (level.show(), *found == 1 << 1) {
                let here = told.iter_mut().find(|(at, _)| *at == Level::holder(level.card()));
                if let Some((_, holders)) = here {
                    *holders &= 1 << self.shows[show].respondent;
                }
            }
        }
        told
    }
}

/// What a choice among so many weighs, in whole numbers.
pub(super) fn shares(cards: usize, most: usize) -> Vec<UBig> {
    let common = (1..=most).fold(UBig::ONE, |all, number| {
        let number = UBig::from(number);
        let divisor = (&all).gcd(&number);
        all * number / divisor
    });
    let share = |held: usize| match held {
        0 => UBig::ZERO,
        held if held > most => UBig::ZERO,
        held => &common / UBig::from(held),
    };
    (0..=cards).map(share).collect()
}

fn with(mut one: Vec<u32>, two: impl Iterator<Item = u32>) -> Vec<u32> {
    one.extend(two);
    one.sort_unstable();
    one.dedup();
    one
}
