//! What a record tells: where the cards can be and how likely that is, for its reader and for each player. Who shows a card
//! picks it uniformly among those they have and were asked for.

use super::Record;
use super::claim::{Clause, Domains};
use super::event::{Event, Witness};
use super::playing::{Seen, choices_of, parts};
use crate::deals::chart::{Chart, Sight};
use crate::deals::probability::{Grid, WeighedHand};
use crate::deals::weights::{self, Question, Weighed};
use crate::limits::Limit;
use dashu_int::UBig;
use hexa_logic::{Agent, Holder};
use std::fmt;

/// Why it cannot be said what an agent knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoView {
    /// There is no such agent.
    UnknownAgent(Agent),
    /// The record does not tell their hand.
    Hand(Agent),
    /// The record does not tell which card was shown to them, or by them, by the number of the event.
    Shown(usize),
    /// They have looked at the table, and the record does not tell what is there.
    Table,
    /// It takes too much.
    GaveUp(Limit),
}

impl fmt::Display for NoView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownAgent(_) => write!(f, "there is no such player"),
            Self::Hand(_) => write!(f, "the record does not tell all cards of this player"),
            Self::Shown(event) => {
                write!(
                    f,
                    "the record does not tell which card this player saw in event {}",
                    event + 1
                )
            }
            Self::Table => {
                write!(f, "this player has seen the table, and the record does not tell it")
            }
            Self::GaveUp(limit) => write!(f, "this was given up: {limit}"),
        }
    }
}

impl From<Limit> for NoView {
    fn from(limit: Limit) -> Self {
        Self::GaveUp(limit)
    }
}

/// Where the record tells the cards to be. All that follows is found out only where what was entered does not do.
struct Known<'r> {
    record: &'r Record,
    domains: Domains,
    is_followed: bool,
}

impl<'r> Known<'r> {
    fn new(record: &'r Record) -> Self {
        let domains = Domains::of(record.rules.deck.cards(), record.seen_by_any().clauses.iter());
        Self { record, domains, is_followed: false }
    }

    /// Whatever follows from the record.
    fn follow(&mut self) -> Result<(), Limit> {
        if std::mem::replace(&mut self.is_followed, true) {
            return Ok(());
        }
        for (domain, held) in self.domains.0.iter_mut().zip(self.record.grid()?.held) {
            let can = |(_, weight): &(usize, &UBig)| !weight.is_zero();
            let can = held.iter().enumerate().filter(can);
            *domain = can.fold(0, |by, (holder, _)| by | 1 << holder);
        }
        Ok(())
    }

    /// That a holder has just the cards that the record tells to be theirs, if those are all.
    fn hand(&mut self, holder: usize) -> Result<Option<Vec<Clause>>, Limit> {
        let size = self.record.rules.deck.sizes()[holder];
        let only = 1 << holder;
        if self.domains.0.iter().filter(|&&by| by == only).count() != size {
            self.follow()?;
        }
        let own = |&by: &u32| if by == only { only } else { !only };
        let clause = |(card, by)| Clause::unit(card, own(by));
        let hand: Vec<Clause> = self.domains.0.iter().enumerate().map(clause).collect();
        Ok((hand.iter().filter(|clause| clause.by == only).count() == size).then_some(hand))
    }

    /// The card that was shown, if the record tells it.
    fn find_shown_card(&mut self, event: &Event, cards: &[usize]) -> Result<Option<usize>, Limit> {
        let Event::Shows { respondent, card, .. } = event else { return Ok(None) };
        if let Some(card) = card {
            return Ok(self.record.rules.deck.place(*card));
        }
        self.follow()?;
        let can = |&&card: &&usize| self.domains.0[card] >> respondent.index() & 1 == 1;
        let mut held = cards.iter().filter(can);
        Ok(match (held.next(), held.next()) {
            (Some(&card), None) => Some(card),
            _ => None,
        })
    }
}

/// What somebody sees, and the occasions on which it matters how likely it was to be seen.
#[derive(Clone, Default)]
pub(super) struct View {
    pub(super) seen: Seen,
    pub(super) weighed: Vec<u32>,
    /// The occasions on which a card was shown again, which were certain.
    pub(super) repeats: Vec<u32>,
}

/// What else is so where something is asked about.
#[derive(Default)]
pub(super) struct More {
    pub(super) clauses: Vec<Clause>,
    /// Sets of worlds, and the occasions that they depend on.
    pub(super) charts: Vec<Chart>,
    pub(super) shows: Vec<u32>,
    /// Occasions that are not in the record.
    pub(super) weighed: Vec<Weighed>,
}

impl Record {
    /// Where the cards can be, given everything in the record: probabilities are the weights divided by the total.
    pub fn grid(&self) -> Result<Grid, Limit> {
        self.asking(&self.everything(), whole)
    }

    /// Where the cards can be for somebody who has seen only what everybody has.
    pub fn public_grid(&self) -> Result<Grid, Limit> {
        self.asking(&View::default(), whole)
    }

    /// The hands that a holder can have, given everything in the record.
    pub fn hands(&self, holder: Holder) -> Result<Vec<WeighedHand>, Limit> {
        self.hands_seen(&self.everything(), holder)
    }

    /// Where the cards can be for an agent who sees what the record tells that they saw. What others saw plays no part.
    pub fn grid_of(&self, agent: Agent) -> Result<Grid, NoView> {
        Ok(self.asking(&self.view_of(agent)?, whole)?)
    }

    /// The hands that a holder can have for an agent.
    pub fn hands_of(&self, agent: Agent, holder: Holder) -> Result<Vec<WeighedHand>, NoView> {
        Ok(self.hands_seen(&self.view_of(agent)?, holder)?)
    }

    /// What can be on the table for an agent.
    pub fn tables_of(&self, agent: Agent) -> Result<Vec<WeighedHand>, NoView> {
        self.hands_of(agent, Holder::Table)
    }

    pub(super) fn hands_seen(
        &self,
        view: &View,
        holder: Holder,
    ) -> Result<Vec<WeighedHand>, Limit> {
        self.hands_with(view, &More::default(), holder)
    }

    /// The hands that a holder can have for somebody where more is so.
    pub(super) fn hands_with(
        &self,
        view: &View,
        more: &More,
        holder: Holder,
    ) -> Result<Vec<WeighedHand>, Limit> {
        let deck = &self.rules.deck;
        let Some(place) = deck.holder_place(holder) else { return Ok(Vec::new()) };
        let hands = self.asking_with(view, more, |question| question.hands_of(place))?;
        let named = |(hand, weight): (Vec<usize>, UBig)| {
            (hand.into_iter().map(|card| deck.card(card)).collect(), weight)
        };
        Ok(hands.into_iter().map(named).collect())
    }

    /// What is seen by whoever has written it all down.
    pub(super) fn everything(&self) -> View {
        let seen = self.seen_by_any();
        let weighed = seen.shown.iter().map(|(show, ..)| *show).collect();
        let repeats = self.repeats(&seen);
        View { seen, weighed, repeats }
    }

    /// The occasions on which somebody who remembers showed a card again. They have then no choice.
    pub(super) fn repeats(&self, seen: &Seen) -> Vec<u32> {
        let is_repeat = |&(at, &(show, card, _)): &(usize, &(u32, usize, Vec<usize>))| {
            let respondent = self.model().shows[show as usize].respondent;
            let before = seen.shown[..at]
                .iter()
                .any(|&(other, shown, _)| shown == card && self.is_same_pair(show, other));
            before && self.remembering >> respondent & 1 == 1
        };
        seen.shown.iter().enumerate().filter(is_repeat).map(|(_, (show, ..))| *show).collect()
    }

    /// Whether on two occasions the same agent showed a card to the same one.
    pub(super) fn is_same_pair(&self, one: u32, other: u32) -> bool {
        let pair = |show: u32| {
            let show = &self.model().shows[show as usize];
            (show.requester, show.respondent)
        };
        pair(one) == pair(other)
    }

    /// What an agent sees.
    pub(super) fn view_of(&self, agent: Agent) -> Result<View, NoView> {
        let (deck, model) = (&self.rules.deck, self.model());
        if deck.holder_place(Holder::Agent(agent)).is_none() {
            return Err(NoView::UnknownAgent(agent));
        }
        let (sight, mut known) = (model.sight(agent), Known::new(self));
        let mut seen = Seen::default();
        for holder in (0..deck.holders()).filter(|holder| sight.hands >> holder & 1 == 1) {
            let hand = known.hand(holder)?.ok_or(match holder == agent.index() {
                true => NoView::Hand(agent),
                false => NoView::Table,
            })?;
            seen.clauses.extend(hand);
        }
        for (at, event) in self.events.iter().enumerate() {
            self.see(agent, (at, event), &mut known, &mut seen)?;
        }
        let repeats = self.repeats(&seen);
        Ok(View { seen, weighed: model.shows_seen_by_requester(&sight), repeats })
    }

    /// What an agent sees of an event beside their hand.
    fn see(
        &self,
        agent: Agent,
        (at, event): (usize, &Event),
        known: &mut Known<'_>,
        seen: &mut Seen,
    ) -> Result<(), NoView> {
        match event {
            Event::Holds { seen: Witness::Only(by), .. }
            | Event::Lacks { seen: Witness::Only(by), .. }
                if *by == agent =>
            {
                seen.clauses.extend(self.rules.private_clauses(event));
            }
            Event::WrongAccusation { .. }
                if event.hearers().is_some_and(|hearers| hearers.contains(&agent)) =>
            {
                seen.clauses.extend(self.rules.private_clauses(event));
            }
            Event::Shows { requester, respondent, cards, .. }
                if agent == *requester || agent == *respondent =>
            {
                let (cards, by) = (self.rules.places(cards), respondent.index());
                let told = known.find_shown_card(event, &cards)?;
                let kept = || -> Result<bool, Limit> {
                    let shows = self.model().law()?.shows();
                    Ok(self.entries[at].show.is_some_and(|show| shows.contains(&show)))
                };
                match (told, self.entries[at].show) {
                    (Some(card), Some(show)) => {
                        seen.clauses.push(Clause::unit(card, 1 << by));
                        seen.shown.push((show, card, cards));
                    }
                    // What they showed themselves says nothing about others, unless they have spoken of it.
                    _ if agent == *respondent && !kept()? => {}
                    _ => return Err(NoView::Shown(at)),
                }
            }
            Event::SomebodyShows { requester, respondents, .. }
                if agent == *requester || respondents.contains(&agent) =>
            {
                return Err(NoView::Shown(at));
            }
            Event::Holds { .. }
            | Event::Lacks { .. }
            | Event::NoCard { .. }
            | Event::Shows { .. }
            | Event::SomebodyShows { .. }
            | Event::NoWin(_)
            | Event::Knows { .. }
            | Event::KnowsNot { .. }
            | Event::Wins { .. }
            | Event::WrongAccusation { .. } => {}
        }
        Ok(())
    }

    /// Asks about what somebody sees.
    pub(super) fn asking<T>(
        &self,
        view: &View,
        ask: impl FnOnce(Question<'_>) -> Result<T, Limit>,
    ) -> Result<T, Limit> {
        self.asking_with(view, &More::default(), ask)
    }

    /// Asks about what somebody sees where more is so.
    pub(super) fn asking_with<T>(
        &self,
        view: &View,
        more: &More,
        ask: impl FnOnce(Question<'_>) -> Result<T, Limit>,
    ) -> Result<T, Limit> {
        let (rules, model) = (&self.rules, self.model());
        let seen = view.seen.clauses.iter().chain(&more.clauses);
        let mut own = more.charts.clone();
        let (mut parts, mut matter, told) = match self.is_plain() {
            // No choice is kept.
            true => {
                let public = self.events.iter().flat_map(|event| rules.public(event));
                let clauses: Vec<Clause> = public.chain(seen.cloned()).collect();
                let told = rules.combine_clauses(&clauses.iter().collect::<Vec<_>>())?;
                let told = told.unwrap_or_else(|| vec![model.constant(false)]);
                (rules.dealt.parts().iter().collect(), Vec::new(), told)
            }
            false => {
                let (units, others): (Vec<Clause>, Vec<Clause>) =
                    seen.cloned().partition(|clause| clause.cards.len() == 1);
                let told = vec![rules.chart(&units)?, rules.chart(&others)?];
                let parts = parts(model);
                let kept = choices_of(&parts);
                (parts, kept, told)
            }
        };
        own.extend(told);
        let free = more.shows.iter().filter(|show| !matter.contains(show));
        own.extend(free.map(|&show| model.choice(show)));
        matter.extend(&more.shows);
        let shown = Seen { clauses: Vec::new(), shown: view.seen.shown.clone() };
        own.push(rules.seen_chart(&shown, &matter)?);
        matter.extend(&view.weighed);
        matter.retain(|show| !view.repeats.contains(show));
        let mut weighed = model.weighed_choices(&Sight::default(), &matter);
        weighed.extend(more.weighed.iter().cloned());
        parts.extend(&own);
        ask(Question { weighed: &weighed, ..rules.question(&parts) })
    }

    /// Whether nothing was said of what somebody knows.
    fn is_plain(&self) -> bool {
        !self.events.iter().any(Event::is_about_knowledge)
    }
}

pub(super) fn whole(question: Question<'_>) -> Result<Grid, Limit> {
    let weights::Grid { total, held } = question.grid()?;
    Ok(Grid { total, held })
}
