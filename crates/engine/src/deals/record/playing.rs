//! How events change what is public.

use super::claim::Clause;
use super::event::{Event, Knowledge, Looks};
use super::{Entry, Record, Rules};
use crate::deals::chart::{Chart, Level, Sight};
use crate::deals::model::{Model, Show};
use crate::limits::{Limit, Room};
use hexa_logic::{Agent, Card, Holder};
use std::sync::{Arc, OnceLock};

impl Rules {
    /// What comes of an event after others.
    pub(in crate::deals) fn entry(
        &self,
        before: &Arc<Model>,
        earlier: &[Event],
        event: &Event,
    ) -> Result<Entry, Limit> {
        let said = match self.where_not_known(before, event)? {
            Some(denied) => Some(denied),
            None => match event.knowledge() {
                Some(claim) if tells_everything(earlier, claim.agent()) => {
                    self.where_known(before, event)?
                }
                Some(_) | None => None,
            },
        };
        let (model, is_news) = self.after(before, event, said.as_ref())?;
        let show = matches!(event, Event::Shows { .. }).then_some(before.shows.len() as u32);
        Ok(Entry { model, show, said: said.filter(|_| is_news == News::Something) })
    }

    /// What is public after an event that says so much of what somebody has seen, and whether that was news.
    pub(in crate::deals) fn after(
        &self,
        before: &Arc<Model>,
        event: &Event,
        said: Option<&Chart>,
    ) -> Result<(Arc<Model>, News), Limit> {
        let model = match said {
            Some(said) => before.restrict_to(said)?,
            None => Arc::clone(before),
        };
        let is_news = if Arc::ptr_eq(before, &model) { News::Nothing } else { News::Something };
        if let Event::Shows { requester, respondent, cards, .. } = event {
            let (requester, respondent) = (requester.index(), respondent.index());
            let (cards, before) = (self.places(cards), Arc::clone(&model));
            let (is_public, alike) = (false, OnceLock::new());
            let show = Show { requester, respondent, cards, is_public, before, alike };
            return Ok((model.after_show(show)?, is_news));
        }
        let clauses = self.public(event);
        let model = match clauses.is_empty() {
            true => model,
            false => Arc::new(model.after_statement(&self.chart(&clauses)?)),
        };
        Ok(if let Event::WrongAccusation { accuser, looks: Looks::AtTable, .. } = event {
            (Arc::new(model.after_look(*accuser)), is_news)
        } else {
            (model, is_news)
        })
    }

    /// Where somebody does not know what an event says that they do not; none if it says no such thing. It says nothing of
    /// what they cannot have seen.
    pub(in crate::deals) fn where_not_known(
        &self,
        model: &Model,
        event: &Event,
    ) -> Result<Option<Chart>, Limit> {
        match event.knowledge() {
            Some(Knowledge::NotOfTable(agent)) => self.does_not_know(model, agent).map(Some),
            Some(Knowledge::NotOfCards(agent, cards)) if self.are_all(cards) => {
                self.does_not_know(model, agent).map(Some)
            }
            Some(Knowledge::NotOfCards(agent, cards)) => {
                let doubts = self.doubts(model, agent, cards)?;
                let elsewhere = model.possible(&model.sight(agent))?.not();
                Ok(Some(doubts.or(&elsewhere, model.most())?))
            }
            Some(Knowledge::OfTable(_) | Knowledge::OfCards(..)) | None => Ok(None),
        }
    }

    /// Where somebody knows what an event says that they do; none if it says no such thing. It says nothing of what
    /// they cannot have seen.
    fn where_known(&self, model: &Model, event: &Event) -> Result<Option<Chart>, Limit> {
        match event.knowledge() {
            Some(Knowledge::OfTable(agent)) => {
                self.knows_table_or_cannot_see(model, agent).map(Some)
            }
            Some(Knowledge::OfCards(agent, cards)) if self.are_all(cards) => {
                self.knows_table_or_cannot_see(model, agent).map(Some)
            }
            Some(Knowledge::OfCards(agent, cards)) => {
                Ok(Some(self.doubts(model, agent, cards)?.not()))
            }
            Some(Knowledge::NotOfTable(_) | Knowledge::NotOfCards(..)) | None => Ok(None),
        }
    }

    /// Whether these are all cards: who knows of each of them whether it is on the table knows the table.
    fn are_all(&self, cards: &[Card]) -> bool {
        self.places(cards).len() == self.deck.cards()
    }

    /// Where an agent knows the table, and where nobody can see what they see.
    fn knows_table_or_cannot_see(&self, model: &Model, agent: Agent) -> Result<Chart, Limit> {
        let does_not = self.does_not_know(model, agent)?;
        let possible = model.possible(&model.sight(agent))?;
        Ok(possible.and(&does_not, model.most())?.not())
    }

    /// Where an agent does not know the table. It says nothing of what they cannot have seen.
    fn does_not_know(&self, model: &Model, agent: Agent) -> Result<Chart, Limit> {
        let Some(table) = self.deck.table() else { return Ok(model.constant(true)) };
        Ok(model.knows_hands(&model.sight(agent), 1 << table)?.not())
    }

    /// Where an agent can imagine of one of some cards that it is on the table and that it is not.
    pub(super) fn doubts(
        &self,
        model: &Model,
        agent: Agent,
        cards: &[Card],
    ) -> Result<Chart, Limit> {
        let Some(table) = self.deck.table() else { return Ok(model.constant(false)) };
        let mut doubts = model.constant(false);
        for card in self.places(cards) {
            let knows = model.knows_whether(agent, &model.holds(card, table))?;
            doubts = doubts.or(&knows.not(), model.most())?;
        }
        Ok(doubts)
    }

    /// Whether what is public and what some have seen is possible together; if so, a deal.
    pub(in crate::deals) fn together(
        &self,
        model: &Model,
        seen: &Seen,
    ) -> Result<Option<Vec<u8>>, Limit> {
        let mut parts = parts(model);
        let seen = self.seen_chart(seen, &choices_of(&parts))?;
        parts.push(&seen);
        self.question(&parts).first()
    }

    /// What was seen, as a set of worlds in which some choices are kept.
    pub(super) fn seen_chart(&self, seen: &Seen, kept: &[u32]) -> Result<Chart, Limit> {
        let mut tests: Vec<(Level, u32)> = Vec::new();
        for (card, by) in
            super::claim::Domains::of(self.deck.cards(), seen.clauses.iter()).0.iter().enumerate()
        {
            tests.push((Level::holder(card), *by));
        }
        for &(show, card, ref cards) in &seen.shown {
            if kept.contains(&show) {
                let test = |&other: &usize| {
                    (Level::choice(other, show as usize), 1 << u32::from(other == card))
                };
                tests.extend(cards.iter().map(test));
            }
        }
        tests.sort_unstable();
        let told = Chart::path(self.deck.holders(), tests.into_iter().rev());
        let open: Vec<Clause> =
            seen.clauses.iter().filter(|clause| clause.cards.len() != 1).cloned().collect();
        match open.is_empty() {
            true => Ok(told),
            false => told.and(&self.chart(&open)?, self.dealt.most()),
        }
    }
}

/// Whether something was said that was not known to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::deals) enum News {
    Nothing,
    Something,
}

/// What somebody has seen beside what is public.
#[derive(Clone, Debug, Default)]
pub(in crate::deals) struct Seen {
    /// Where cards are.
    pub(in crate::deals) clauses: Vec<Clause>,
    /// The card shown on an occasion, and those asked for.
    pub(in crate::deals) shown: Vec<(u32, usize, Vec<usize>)>,
}

impl Seen {
    /// With what an event says that is not public.
    pub(in crate::deals) fn add(&mut self, rules: &Rules, event: &Event, show: Option<u32>) {
        self.clauses.extend(rules.private_clauses(event));
        if let (Event::Shows { cards, card: Some(card), .. }, Some(show)) = (event, show) {
            let shown = rules.deck.place(*card).map(|card| (show, card, rules.places(cards)));
            self.shown.extend(shown);
        }
    }
}

/// What the law is made of.
pub(super) fn parts(model: &Model) -> Vec<&Chart> {
    model.parts().iter().collect()
}

/// The choices that parts of a law depend on, in order.
pub(super) fn choices_of(parts: &[&Chart]) -> Vec<u32> {
    let mut kept: Vec<u32> = parts.iter().flat_map(|part| part.shows()).collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// What a win said, of some occasions only.
pub(in crate::deals) fn project_to_shows(
    said: &Chart,
    shows: Vec<u32>,
    most: &Room,
) -> Result<Chart, Limit> {
    said.project_to(&Sight { hands: u32::MAX, shows }, most)
}

/// Whether nobody can have seen more than events tell that matters for what an agent knows. Who has looked at the table has
/// seen what is there; who was told only that they were wrong knows more than those who did not hear what they named.
fn tells_everything(events: &[Event], of: Agent) -> bool {
    let has_looked = |agent: Agent, until: usize| {
        let looks = |event: &Event| matches!(event, Event::WrongAccusation { accuser, looks: Looks::AtTable, .. } if *accuser == agent);
        events[..until].iter().any(looks)
    };
    let is_unheard = |at: usize, event: &Event| {
        let is_missing = matches!(event, Event::WrongAccusation { accuser, accused: None, .. } if *accuser == of);
        let is_hearer = event.hearers().is_some_and(|hearers| hearers.contains(&of));
        (is_missing || is_hearer) && !has_looked(of, at + 1)
    };
    let is_unseen = |at: usize, event: &Event| match event.glimpse() {
        Some((agent, Holder::Agent(own))) => own != agent,
        Some((agent, Holder::Table)) => !has_looked(agent, at),
        None => matches!(event, Event::SomebodyShows { .. }) || is_unheard(at, event),
    };
    !events.iter().enumerate().any(|(at, event)| is_unseen(at, event))
}

impl Record {
    /// Whether what an event says of somebody's knowledge is taken into account: not if others may have seen more than the
    /// events before it tell, so that it cannot be said what they know.
    pub fn is_counted(&self, event: usize) -> bool {
        match self.events.get(event).and_then(Event::knowledge) {
            Some(Knowledge::OfTable(agent) | Knowledge::OfCards(agent, _)) => {
                tells_everything(&self.events[..event], agent)
            }
            Some(Knowledge::NotOfTable(_) | Knowledge::NotOfCards(..)) | None => true,
        }
    }

    /// Whether there is a deal in which everything happened.
    pub(super) fn is_possible(&self) -> Result<bool, Limit> {
        if !self.events.iter().any(Event::is_about_knowledge) {
            let clauses: Vec<Clause> =
                self.events.iter().flat_map(|event| self.rules.clauses(event)).collect();
            return Ok(self.rules.deal(&clauses.iter().collect::<Vec<_>>(), &[])?.is_some());
        }
        Ok(self.rules.together(self.model(), &self.seen_by_any())?.is_some())
    }

    /// The choice made in an event, and what is known of it.
    pub(in crate::deals) fn choice(&self, event: usize, show: u32) -> Result<Vec<Chart>, Limit> {
        let Event::Shows { respondent, cards, .. } = &self.events[event] else {
            return Ok(Vec::new());
        };
        let (rules, mut seen) = (&self.rules, Seen::default());
        let cards = rules.places(cards);
        seen.add(rules, &self.events[event], Some(show));
        let holders = rules.deck.holders();
        let choice = Chart::choice(holders, show as usize, respondent.index(), &cards);
        Ok(vec![choice, rules.seen_chart(&seen, &[show])?])
    }

    /// All that anybody has seen.
    pub(in crate::deals) fn seen_by_any(&self) -> Seen {
        let mut seen = Seen::default();
        for (event, entry) in self.events.iter().zip(&*self.entries) {
            seen.add(&self.rules, event, entry.show);
        }
        seen
    }
}
