//! What events say of the cards, without what they say of knowledge: each is a few clauses, that one of some cards is with
//! one of some holders.

use super::Rules;
use super::event::{Event, Witness};
use crate::deals::chart::{Chart, Level};
use crate::deals::conflict::reason::Reason;
use crate::deals::weights::Question;
use crate::limits::Limit;
use hexa_logic::{Agent, Card, Holder};

/// One of some cards is with one of some holders.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::deals) struct Clause {
    /// The places of the cards, in order.
    pub(in crate::deals) cards: Vec<usize>,
    /// The holders, as a set of bits.
    pub(in crate::deals) by: u32,
}

impl Clause {
    pub(in crate::deals) fn unit(card: usize, by: u32) -> Self {
        Self { cards: vec![card], by }
    }

    /// Whether it holds in a deal.
    pub(in crate::deals) fn holds(&self, holder_of: &[u8]) -> bool {
        self.cards.iter().any(|&card| self.by >> holder_of[card] & 1 == 1)
    }
}

impl Rules {
    fn holder(&self, holder: Holder) -> Option<usize> {
        self.deck.holder_place(holder)
    }

    /// The places of cards, in order.
    pub(in crate::deals) fn places(&self, cards: &[Card]) -> Vec<usize> {
        let places = cards.iter().filter_map(|&card| self.deck.place(card));
        let mut places: Vec<usize> = places.collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// What is wrong with an event whatever has happened.
    pub(in crate::deals) fn flaw(&self, event: &Event) -> Option<Reason> {
        self.strangers(event).or_else(|| match event {
            Event::Holds { .. } | Event::Lacks { .. } => None,
            Event::NoCard { requester, respondent, cards } => {
                flaw_of_question(*requester, &[*respondent], cards)
            }
            Event::Shows { requester, respondent, cards, card } => {
                let strange = card.filter(|card| !cards.contains(card)).map(Reason::NotAskedFor);
                flaw_of_question(*requester, &[*respondent], cards).or(strange)
            }
            Event::SomebodyShows { requester, respondents, cards } => {
                flaw_of_question(*requester, respondents, cards)
            }
            Event::NoWin(_) => self.no_table(),
            Event::Knows { cards, .. } | Event::KnowsNot { cards, .. } => {
                self.no_table().or(cards.is_empty().then_some(Reason::NothingAskedFor))
            }
            Event::Wins { table: named, .. } | Event::WrongAccusation { accused: named, .. } => {
                self.no_table().or_else(|| self.no_hand(named.as_deref()?))
            }
        })
    }

    fn no_table(&self) -> Option<Reason> {
        self.deck.table().is_none().then_some(Reason::NoTable)
    }

    /// Why cards are not as many as there are on the table.
    fn no_hand(&self, cards: &[Card]) -> Option<Reason> {
        let size = self.deck.sizes()[self.deck.table()?];
        let fits = cards.len() == size && self.places(cards).len() == size;
        (!fits).then_some(Reason::NoTableHand { size })
    }

    /// Cards, agents and holders that there are not.
    fn strangers(&self, event: &Event) -> Option<Reason> {
        let (holders, cards): (Vec<Holder>, Vec<Card>) = match event {
            Event::Holds { holder, card, seen } | Event::Lacks { holder, card, seen } => {
                let by = match seen {
                    Witness::Everybody => None,
                    Witness::Only(agent) => Some(Holder::Agent(*agent)),
                };
                ([*holder].into_iter().chain(by).collect(), vec![*card])
            }
            Event::NoCard { requester, respondent, cards } => {
                (players(&[*requester, *respondent]), cards.clone())
            }
            Event::Shows { requester, respondent, cards, card } => {
                let cards = cards.iter().chain(card).copied().collect();
                (players(&[*requester, *respondent]), cards)
            }
            Event::SomebodyShows { requester, respondents, cards } => {
                let mut all = players(respondents);
                all.push(Holder::Agent(*requester));
                (all, cards.clone())
            }
            Event::NoWin(agent) => (players(&[*agent]), Vec::new()),
            Event::Knows { agent, cards } | Event::KnowsNot { agent, cards } => {
                (players(&[*agent]), cards.clone())
            }
            Event::Wins { agent, table: named, .. }
            | Event::WrongAccusation { accuser: agent, accused: named, .. } => {
                (players(&[*agent]), named.clone().unwrap_or_default())
            }
        };
        let holder = holders.into_iter().find(|&holder| self.holder(holder).is_none());
        let card = cards.into_iter().find(|&card| self.deck.place(card).is_none());
        holder.map(Reason::UnknownHolder).or(card.map(Reason::UnknownCard))
    }

    /// What an event says of the cards to everybody. That of a card shown one was asked for is part of it.
    pub(in crate::deals) fn public(&self, event: &Event) -> Vec<Clause> {
        let bit = |holder: Holder| self.holder(holder).map_or(0, |place| 1 << place);
        match event {
            Event::Holds { seen: Witness::Only(_), .. }
            | Event::Lacks { seen: Witness::Only(_), .. }
            | Event::NoWin(_)
            | Event::Knows { .. }
            | Event::KnowsNot { .. } => Vec::new(),
            Event::Holds { .. } | Event::Lacks { .. } => self.private_clauses(event),
            Event::NoCard { respondent, cards, .. } => {
                let others = !bit(Holder::Agent(*respondent));
                self.places(cards).into_iter().map(|card| Clause::unit(card, others)).collect()
            }
            Event::Shows { respondent, cards, .. } => {
                let by = bit(Holder::Agent(*respondent));
                vec![Clause { cards: self.places(cards), by }]
            }
            Event::SomebodyShows { respondents, cards, .. } => {
                let by = respondents.iter().fold(0, |by, &one| by | bit(Holder::Agent(one)));
                vec![Clause { cards: self.places(cards), by }]
            }
            Event::Wins { table: Some(named), .. } => self.is_table(named),
            Event::WrongAccusation { accused: Some(named), heard: Witness::Everybody, .. } => {
                vec![self.is_not_table(named)]
            }
            Event::Wins { table: None, .. } | Event::WrongAccusation { .. } => Vec::new(),
        }
    }

    /// What an event says of the cards to those who have seen more than others.
    pub(in crate::deals) fn private_clauses(&self, event: &Event) -> Vec<Clause> {
        let unit = |card: &Card, by: u32| self.deck.place(*card).map(|card| Clause::unit(card, by));
        let bit = |holder: Holder| self.holder(holder).map_or(0, |place| 1 << place);
        let seen = match event {
            Event::Holds { holder, card, .. } => unit(card, bit(*holder)),
            Event::Lacks { holder, card, .. } => unit(card, !bit(*holder)),
            Event::Shows { respondent, card: Some(card), .. } => {
                unit(card, bit(Holder::Agent(*respondent)))
            }
            Event::WrongAccusation { accused: Some(named), heard: Witness::Only(_), .. } => {
                Some(self.is_not_table(named))
            }
            Event::NoCard { .. }
            | Event::Shows { .. }
            | Event::SomebodyShows { .. }
            | Event::NoWin(_)
            | Event::Knows { .. }
            | Event::KnowsNot { .. }
            | Event::Wins { .. }
            | Event::WrongAccusation { .. } => None,
        };
        seen.into_iter().collect()
    }

    /// Everything that an event says of the cards.
    pub(in crate::deals) fn clauses(&self, event: &Event) -> Vec<Clause> {
        let mut all = self.private_clauses(event);
        all.extend(self.public(event));
        all
    }

    /// That just these cards are on the table.
    fn is_table(&self, named: &[Card]) -> Vec<Clause> {
        let (places, here) =
            (self.places(named), self.holder(Holder::Table).map_or(0, |at| 1 << at));
        let clause = |card: usize| match places.contains(&card) {
            true => Clause::unit(card, here),
            false => Clause::unit(card, !here),
        };
        (0..self.deck.cards()).map(clause).collect()
    }

    /// That not all of these cards are on the table.
    fn is_not_table(&self, named: &[Card]) -> Clause {
        let here = self.holder(Holder::Table).map_or(0, |at| 1 << at);
        Clause { cards: self.places(named), by: !here }
    }

    /// Where all of some clauses hold.
    pub(in crate::deals) fn chart(&self, clauses: &[Clause]) -> Result<Chart, Limit> {
        let (holders, most) = (self.deck.holders(), self.dealt.most());
        let mut all = self.within(&Domains::of(self.deck.cards(), clauses.iter()));
        for clause in clauses.iter().filter(|clause| clause.cards.len() != 1) {
            let mut some = Chart::constant(holders, false);
            for &card in clause.cards.iter().rev() {
                some = some.or(&Chart::held(holders, card, clause.by), most)?;
            }
            all = all.and(&some, most)?;
        }
        Ok(all)
    }

    /// Where each card is with one of the holders who can have it.
    pub(super) fn within(&self, domains: &Domains) -> Chart {
        let all = u32::MAX >> (32 - self.deck.holders());
        let tests = domains.0.iter().enumerate().filter(|(_, by)| *by & all != all);
        let tests: Vec<(Level, u32)> = tests.map(|(card, &by)| (Level::holder(card), by)).collect();
        Chart::path(self.deck.holders(), tests.into_iter().rev())
    }

    /// A deal in which all of some clauses hold, and more, if there is one.
    pub(in crate::deals) fn deal(
        &self,
        clauses: &[&Clause],
        more: &[Chart],
    ) -> Result<Option<Vec<u8>>, Limit> {
        let Some(told) = self.combine_clauses(clauses)? else { return Ok(None) };
        let parts = self.dealt.parts().iter().chain(&told).chain(more);
        self.question(&parts.collect::<Vec<_>>()).first()
    }

    /// What some clauses say, in few parts; none if they clash.
    pub(super) fn combine_clauses(&self, clauses: &[&Clause]) -> Result<Option<Vec<Chart>>, Limit> {
        let mut domains = Domains::of(self.deck.cards(), clauses.iter().copied());
        let Some(open) = domains.settle(clauses) else { return Ok(None) };
        let mut parts = vec![self.within(&domains)];
        for clause in open {
            parts.push(self.chart(&[clause])?);
        }
        Ok(Some(parts))
    }

    /// About how many deals there are, without the law.
    pub(in crate::deals) fn deal_count(&self) -> f64 {
        let factorial = |of: usize| (1..=of).map(|number| number as f64).product::<f64>();
        let same: f64 = self.deck.sizes().iter().map(|&size| factorial(size)).product();
        factorial(self.deck.cards()) / same
    }

    /// A question about deals.
    pub(super) fn question<'q>(&'q self, parts: &'q [&'q Chart]) -> Question<'q> {
        let (holders, cards) = (self.deck.holders(), self.deck.cards());
        Question { holders, cards, parts, weighed: &[], room: self.dealt.most() }
    }
}

fn players(agents: &[Agent]) -> Vec<Holder> {
    agents.iter().map(|&agent| Holder::Agent(agent)).collect()
}

/// What is wrong with a question whatever is in the hands.
fn flaw_of_question(requester: Agent, respondents: &[Agent], cards: &[Card]) -> Option<Reason> {
    if respondents.contains(&requester) {
        return Some(Reason::AsksHimself(requester));
    }
    if respondents.is_empty() {
        return Some(Reason::NobodyAsked);
    }
    cards.is_empty().then_some(Reason::NothingAskedFor)
}

/// For each card who can have it, as a set of bits.
#[derive(Clone, Debug)]
pub(super) struct Domains(pub(super) Vec<u32>);

impl Domains {
    pub(super) fn of<'c>(cards: usize, clauses: impl Iterator<Item = &'c Clause>) -> Self {
        let mut domains = vec![u32::MAX; cards];
        for clause in clauses {
            if let [card] = clause.cards[..] {
                domains[card] &= clause.by;
            }
        }
        Self(domains)
    }

    /// Follows up clauses of which one card is left; those with more are returned, without the cards that
    /// are elsewhere. None if there is a clause without any.
    fn settle(&mut self, clauses: &[&Clause]) -> Option<Vec<Clause>> {
        let open = clauses.iter().filter(|clause| clause.cards.len() != 1);
        let mut open: Vec<Clause> = open.map(|&clause| clause.clone()).collect();
        loop {
            let mut changed = false;
            let mut left = Vec::with_capacity(open.len());
            for mut clause in open {
                let by = clause.by;
                clause.cards.retain(|&card| self.0[card] & by != 0);
                if clause.cards.iter().any(|&card| self.0[card] & !by == 0) {
                    continue;
                }
                match clause.cards[..] {
                    [] => return None,
                    [card] => {
                        self.0[card] &= by;
                        changed = true;
                    }
                    _ => left.push(clause),
                }
            }
            if !changed {
                left.sort_unstable_by(|one, two| (one.by, &one.cards).cmp(&(two.by, &two.cards)));
                left.dedup();
                return Some(left);
            }
            open = left;
        }
    }
}
