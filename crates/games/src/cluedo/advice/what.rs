//! What an opponent knows of the cards, may know and cannot know, and what they know that others know, as far as the player
//! can tell.

use super::{Advisor, NoAdvice, Piece};
use hexa_engine::UBig;
use hexa_engine::deals::{Chance, Fact, Grid, Insight};
use hexa_logic::{Agent, Card, Holder};

/// What an opponent knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct What {
    /// Who.
    pub opponent: Agent,
    /// What they know of each card, in order.
    pub cards: Vec<WhatCard>,
    /// What they surely know that others know, beside what everybody has seen.
    pub deeper: Vec<Deeper>,
}

/// What an opponent knows of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhatCard {
    /// The card.
    pub card: Card,
    /// How likely they know who has it: they do, they may, or they cannot.
    pub whereabouts: Chance,
    /// Who they may know to have it, and how likely that is; only what is possible.
    pub holds: Vec<(Holder, Chance)>,
    /// Who they may know not to have it.
    pub lacks: Vec<(Holder, Chance)>,
}

/// A fact that somebody else knows, and that the opponent knows of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deeper {
    /// Who knows it.
    pub third: Agent,
    /// What they know.
    pub fact: Fact,
}

impl Advisor<'_> {
    /// What an opponent knows.
    pub fn what(&self, opponent: Agent) -> Result<What, NoAdvice> {
        self.go_on(Piece::Facts, 0, self.record.cards().count())?;
        let insight = self.record.insight(self.me, opponent)?;
        let cards = self.record.cards().map(|card| self.what_card(card, &insight)).collect();
        let deeper = self.deeper(opponent, &insight)?;
        Ok(What { opponent, cards, deeper })
    }

    fn what_card(&self, card: Card, insight: &Insight) -> WhatCard {
        let chance = |part: &UBig| Chance { part: part.clone(), all: insight.total.clone() };
        let possible = |parts: &[UBig]| -> Vec<(Holder, Chance)> {
            let all = self.record.holders().zip(parts.iter().map(chance));
            all.filter(|(_, chance)| !chance.is_impossible()).collect()
        };
        let holds = &insight.holds[card.index()];
        WhatCard {
            card,
            // Nobody can know of two holders that they have it.
            whereabouts: chance(&holds.iter().sum()),
            holds: possible(holds),
            lacks: possible(&insight.lacks[card.index()]),
        }
    }

    /// Whoever knows that somebody knows something knows it: only what is sure for the opponent is looked at.
    fn deeper(&self, opponent: Agent, insight: &Insight) -> Result<Vec<Deeper>, NoAdvice> {
        let public = self.record.public_grid()?;
        let mut deeper = Vec::new();
        let sure = self.sure_facts(insight, &public);
        for (done, &fact) in sure.iter().enumerate() {
            for third in self.record.agents().filter(|&third| third != opponent) {
                self.go_on(Piece::Facts, done, sure.len())?;
                let known = self.record.knows_of(self.me, (opponent, third), fact)?;
                deeper.extend(known.is_certain().then_some(Deeper { third, fact }));
            }
        }
        Ok(deeper)
    }

    /// What the opponent surely knows and not everybody has seen. Of a card whose holder they know, no more is told.
    fn sure_facts(&self, insight: &Insight, public: &Grid) -> Vec<Fact> {
        let mut sure = Vec::new();
        for card in self.record.cards() {
            let (holds, lacks) = (&insight.holds[card.index()], &insight.lacks[card.index()]);
            let seen = &public.held[card.index()];
            let places = || self.record.holders().enumerate();
            let is_sure = |part: &UBig| *part == insight.total;
            match places().find(|(at, _)| is_sure(&holds[*at])) {
                Some((at, _)) if seen[at] == public.total => {}
                Some((_, holder)) => sure.push(Fact::Holds(holder, card)),
                None => {
                    let news =
                        places().filter(|(at, _)| is_sure(&lacks[*at]) && !seen[*at].is_zero());
                    sure.extend(news.map(|(_, holder)| Fact::Lacks(holder, card)));
                }
            }
        }
        sure
    }
}
