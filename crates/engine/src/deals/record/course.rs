//! Courses that a play can have taken, for somebody who knows no more than they have seen: drawn at random, each as likely as
//! it is for them, and what the players see in one.

use super::Record;
use super::claim::Clause;
use super::event::{Event, Witness};
use super::playing::Seen;
use super::view::{NoView, View, whole};
use crate::deals::probability::{Grid, WeighedHand};
use crate::deals::weights::Draws;
use crate::limits::Limit;
use hexa_logic::{Agent, Card, Holder, Stream};

/// A course that a play can have taken: who holds each card, and the card shown in each event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// By card, in order.
    pub held_by: Vec<Holder>,
    /// By event of the record; none where nothing was shown.
    pub shown: Vec<Option<Card>>,
}

/// The courses that somebody considers possible, to be drawn from.
pub struct Courses {
    record: Record,
    seen: Vec<(u32, usize)>,
    draws: Option<Draws>,
}

impl Course {
    /// Whether a holder has a card.
    pub fn holds(&self, holder: Holder, card: Card) -> bool {
        self.held_by.get(card.index()) == Some(&holder)
    }

    /// The course with one event more, in which this card was shown or none was.
    pub fn then(&self, shown: Option<Card>) -> Self {
        let shown = self.shown.iter().copied().chain([shown]).collect();
        Self { held_by: self.held_by.clone(), shown }
    }
}

impl Courses {
    /// A course, drawn at random; none if none is possible.
    pub fn draw(&self, stream: &mut Stream) -> Option<Course> {
        let deck = &self.record.rules.deck;
        let world = self.draws.as_ref()?.draw(stream);
        let mut shown = Vec::with_capacity(self.record.events.len());
        let mut past: Vec<(u32, usize)> = Vec::new();
        for (event, entry) in self.record.events.iter().zip(&*self.record.entries) {
            let card = entry.show.and_then(|show| {
                let is_it = |(other, _): &&(u32, usize)| *other == show;
                let told = world.shown.iter().find(is_it).or(self.seen.iter().find(is_it));
                let card = match told {
                    Some(&(_, card)) => card,
                    None => {
                        self.record.pick_shown((event, show), &world.holder_of, &past, stream)?
                    }
                };
                past.push((show, card));
                Some(deck.card(card))
            });
            shown.push(card);
        }
        let held_by = world.holder_of.iter().map(|&at| deck.holder(usize::from(at))).collect();
        Some(Course { held_by, shown })
    }

    /// Who holds each card in a course, drawn at random: the places of the holders, the table last. Sooner than a course.
    pub fn draw_deal(&self, stream: &mut Stream) -> Option<Vec<u8>> {
        Some(self.draws.as_ref()?.draw(stream).holder_of)
    }
}

impl Record {
    /// The courses that an agent considers possible.
    pub fn courses_of(&self, agent: Agent) -> Result<Courses, NoView> {
        Ok(self.courses_seen(&self.view_of(agent)?)?)
    }

    /// The courses that are possible for somebody who has seen only what everybody has.
    pub fn public_courses(&self) -> Result<Courses, Limit> {
        self.courses_seen(&View::default())
    }

    /// The courses that an agent considers possible in a course. If it was not seen who showed a card, they are taken not to
    /// have seen it either.
    pub fn courses_in(&self, course: &Course, agent: Agent) -> Result<Courses, Limit> {
        self.courses_seen(&self.view_in(course, agent))
    }

    /// Where the cards can be for an agent in a course.
    pub fn grid_in(&self, course: &Course, agent: Agent) -> Result<Grid, Limit> {
        self.asking(&self.view_in(course, agent), whole)
    }

    /// The hands that a holder can have for an agent in a course.
    pub fn hands_in(
        &self,
        course: &Course,
        agent: Agent,
        holder: Holder,
    ) -> Result<Vec<WeighedHand>, Limit> {
        self.hands_seen(&self.view_in(course, agent), holder)
    }

    fn courses_seen(&self, view: &View) -> Result<Courses, Limit> {
        let draws = self.asking(view, |question| question.draws())?;
        let seen = view.seen.shown.iter().map(|&(show, card, _)| (show, card)).collect();
        Ok(Courses { record: self.clone(), seen, draws })
    }

    /// One of the cards asked for that their holder has, all equally likely; of those that were shown to the same agent
    /// before, if the holder remembers them.
    fn pick_shown(
        &self,
        (event, show): (&Event, u32),
        holder_of: &[u8],
        past: &[(u32, usize)],
        stream: &mut Stream,
    ) -> Option<usize> {
        let Event::Shows { respondent, cards, .. } = event else { return None };
        let mut held = self.rules.places(cards);
        held.retain(|&card| usize::from(holder_of[card]) == respondent.index());
        if self.remembers(*respondent) {
            let was_shown = |card: usize| {
                past.iter().any(|&(other, shown)| shown == card && self.is_same_pair(show, other))
            };
            let again: Vec<usize> = held.iter().copied().filter(|&card| was_shown(card)).collect();
            if !again.is_empty() {
                held = again;
            }
        }
        stream.pick(&held).copied()
    }

    /// What an agent sees in a course.
    pub(super) fn view_in(&self, course: &Course, agent: Agent) -> View {
        let (deck, model) = (&self.rules.deck, self.model());
        if deck.holder_place(Holder::Agent(agent)).is_none() {
            return View::default();
        }
        let sight = model.sight(agent);
        let mut seen = Seen::default();
        for (card, &holder) in course.held_by.iter().enumerate().take(deck.cards()) {
            let here = deck.holder_place(holder).map_or(0, |at| 1 << at);
            let by = if sight.hands & here != 0 { here } else { !sight.hands };
            seen.clauses.push(Clause::unit(card, by));
        }
        let happened = self.events.iter().zip(&*self.entries).zip(&course.shown);
        for ((event, entry), shown) in happened {
            match (event, entry.show, shown.and_then(|card| deck.place(card))) {
                (Event::Shows { respondent, cards, .. }, Some(show), Some(card))
                    if sight.shows.contains(&show) =>
                {
                    seen.clauses.push(Clause::unit(card, 1 << respondent.index()));
                    seen.shown.push((show, card, self.rules.places(cards)));
                }
                (Event::Holds { seen: Witness::Only(by), .. }, ..)
                | (Event::Lacks { seen: Witness::Only(by), .. }, ..)
                    if *by == agent =>
                {
                    seen.clauses.extend(self.rules.private_clauses(event));
                }
                (Event::WrongAccusation { .. }, ..)
                    if event.hearers().is_some_and(|hearers| hearers.contains(&agent)) =>
                {
                    seen.clauses.extend(self.rules.private_clauses(event));
                }
                _ => {}
            }
        }
        let repeats = self.repeats(&seen);
        View { seen, weighed: model.shows_seen_by_requester(&sight), repeats }
    }
}
