//! What can come of asking for cards, before it is asked: who shows one, or that nobody does, how likely that is, and
//! where the cards can be then. Who shows one picks it uniformly among those that they have; who remembers, among those of them
//! that they have shown to the same agent before, if there are any.

use super::Record;
use super::claim::Clause;
use super::course::Course;
use super::nested::Chance;
use super::view::{More, NoView, View};
use crate::deals::probability::{self, WeighedHand};
use crate::deals::weights::Weighed;
use crate::limits::Limit;
use dashu_int::UBig;
use hexa_logic::{Agent, Card, Holder};

/// Who answers a question for cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Asked {
    /// The others in turn, until one shows a card.
    #[default]
    UntilOneShows,
    /// All others.
    Everybody,
}

/// A question for cards.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry<'a> {
    /// Who is asked, in turn.
    pub others: &'a [Agent],
    /// The cards.
    pub cards: &'a [Card],
    /// Who of them answers.
    pub asked: Asked,
}

/// What is seen of an answer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reply {
    /// Somebody shows a card; which one is seen by who asks. Who comes later is not asked.
    Shows(Agent, Option<Card>),
    /// Nobody has any of the cards.
    Nobody,
    /// Everybody has answered, and these show a card, in turn.
    All(Vec<(Agent, Option<Card>)>),
}

/// What can come of asking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What is seen.
    pub reply: Reply,
    /// The hands that a holder can have then. The weights of all answers are on one scale: they add up to what everything
    /// weighs that is possible before.
    pub hands: Vec<WeighedHand>,
}

impl Answer {
    /// What it weighs.
    pub fn weight(&self) -> UBig {
        self.hands.iter().fold(UBig::ZERO, |sum, (_, weight)| sum + weight)
    }
}

impl Record {
    /// What an agent can see when they ask others; only what is possible.
    /// What a holder can have then is told.
    pub fn answers(
        &self,
        agent: Agent,
        inquiry: Inquiry<'_>,
        holder: Holder,
    ) -> Result<Vec<Answer>, NoView> {
        let view = self.view_of(agent)?;
        let asking = Asking { record: self, asker: Some(agent), view, inquiry, holder };
        Ok(asking.answers_with_card()?)
    }

    /// The same for an agent who asks in a course.
    pub fn answers_in(
        &self,
        course: &Course,
        agent: Agent,
        inquiry: Inquiry<'_>,
        holder: Holder,
    ) -> Result<Vec<Answer>, Limit> {
        let view = self.view_in(course, agent);
        Asking { record: self, asker: Some(agent), view, inquiry, holder }.answers_with_card()
    }

    /// The same for an agent in a course who hears how others answer and does not see which card is shown.
    pub fn answers_heard_in(
        &self,
        course: &Course,
        agent: Agent,
        inquiry: Inquiry<'_>,
        holder: Holder,
    ) -> Result<Vec<Answer>, Limit> {
        let view = self.view_in(course, agent);
        Asking { record: self, asker: None, view, inquiry, holder }.heard()
    }

    /// The hands that a holder can have for an agent in a course when they have seen an answer.
    pub fn hands_after_in(
        &self,
        course: &Course,
        agent: Agent,
        inquiry: Inquiry<'_>,
        reply: &Reply,
        holder: Holder,
    ) -> Result<Vec<WeighedHand>, Limit> {
        let view = self.view_in(course, agent);
        let asking = Asking { record: self, asker: Some(agent), view, inquiry, holder };
        self.hands_with(&asking.view, &asking.statement_of(reply), holder)
    }

    /// The same for somebody who has seen only what everybody has.
    pub fn answers_in_public(
        &self,
        inquiry: Inquiry<'_>,
        holder: Holder,
    ) -> Result<Vec<Answer>, Limit> {
        let view = View::default();
        Asking { record: self, asker: None, view, inquiry, holder }.heard()
    }
}

impl Record {
    /// How likely it is for an agent that another learns from how others answer that a holder has each of some cards: they do
    /// not know it before, and know it then. They do not see which card is shown.
    pub fn learns(
        &self,
        agent: Agent,
        other: Agent,
        (holder, hand): (Holder, &[Card]),
        inquiry: Inquiry<'_>,
    ) -> Result<Vec<Chance>, NoView> {
        let (model, regard) = (self.model(), self.regard(agent, other)?);
        let Some(at) = self.rules.deck.holder_place(holder) else { return Ok(Vec::new()) };
        let (most, hand) = (model.most(), self.rules.places(hand));
        let view = View::default();
        let asking = Asking { record: self, asker: None, view, inquiry, holder };
        let mut learned = vec![model.constant(false); hand.len()];
        for reply in asking.replies_heard() {
            let answered = self.rules.chart(&asking.statement_of(&reply).clauses)?;
            let told = regard.told_where(1 << at, &answered)?;
            for (learned, &card) in learned.iter_mut().zip(&hand) {
                let doubted = regard.imaginable_places(&told, card, at)?.1;
                *learned = learned.or(&answered.minus(&doubted, most)?, most)?;
            }
        }
        let told = regard.thinkable_hands(1 << at)?;
        let chances = learned.iter().zip(hand).map(|(learned, card)| {
            let doubted = regard.imaginable_places(&told, card, at)?.1;
            self.chance(regard.view(), &learned.and(&doubted, most)?)
        });
        Ok(chances.collect::<Result<_, Limit>>()?)
    }
}

struct Asking<'a> {
    record: &'a Record,
    /// Who asks, if what they were shown before matters.
    asker: Option<Agent>,
    view: View,
    inquiry: Inquiry<'a>,
    holder: Holder,
}

impl Asking<'_> {
    fn others(&self) -> &[Agent] {
        self.inquiry.others
    }

    /// The places of the cards, in order.
    fn places(&self) -> Vec<usize> {
        self.record.rules.places(self.inquiry.cards)
    }

    /// All answers, with the card that is shown.
    fn answers_with_card(&self) -> Result<Vec<Answer>, Limit> {
        let mut answers = Vec::new();
        // As much as all cards that one can show together.
        let scale = self.shares().get(1).cloned().unwrap_or(UBig::ONE);
        match self.inquiry.asked {
            Asked::UntilOneShows => {
                for &agent in self.others() {
                    let (cards, share) = self.cards_of(agent, &scale);
                    for card in cards {
                        let card = self.record.rules.deck.card(card);
                        self.add(Reply::Shows(agent, Some(card)), &share, &mut answers)?;
                    }
                }
                self.add(Reply::Nobody, &scale, &mut answers)?;
            }
            Asked::Everybody => {
                self.add_all(&mut Vec::new(), 0, (&UBig::ONE, &scale), &mut answers)?;
            }
        }
        Ok(answers)
    }

    /// The cards that an agent can show, and how much each weighs beside what the choice does.
    fn cards_of(&self, agent: Agent, scale: &UBig) -> (Vec<usize>, UBig) {
        let again = self.shown_before(agent);
        match again.len() {
            0 => (self.places(), UBig::ONE),
            many => (again, scale / UBig::from(many)),
        }
    }

    /// The answers of all from one of them on, after what others have shown.
    fn add_all(
        &self,
        shown: &mut Vec<(Agent, Option<Card>)>,
        from: usize,
        (weight, scale): (&UBig, &UBig),
        answers: &mut Vec<Answer>,
    ) -> Result<(), Limit> {
        let Some(&agent) = self.others().get(from) else {
            return self.add(Reply::All(shown.clone()), weight, answers);
        };
        let (cards, share) = self.cards_of(agent, scale);
        for card in cards {
            let card = self.record.rules.deck.card(card);
            if shown.iter().any(|(_, other)| *other == Some(card)) {
                continue;
            }
            shown.push((agent, Some(card)));
            self.add_all(shown, from + 1, (&(weight * &share), scale), answers)?;
            shown.pop();
        }
        self.add_all(shown, from + 1, (&(weight * scale), scale), answers)
    }

    /// The cards asked for that an agent has shown to the one who asks before, if they remember them.
    fn shown_before(&self, agent: Agent) -> Vec<usize> {
        let Some(asker) = self.asker.filter(|_| self.record.remembers(agent)) else {
            return Vec::new();
        };
        let shows = &self.record.model().shows;
        let is_theirs = |&&(show, ..): &&(u32, usize, Vec<usize>)| {
            let show = &shows[show as usize];
            (show.requester, show.respondent) == (asker.index(), agent.index())
        };
        let shown = self.view.seen.shown.iter().filter(is_theirs).map(|(_, card, _)| *card);
        let shown: Vec<usize> = shown.collect();
        let mut again = self.places();
        again.retain(|card| shown.contains(card));
        again
    }

    /// All answers, without the card.
    fn heard(&self) -> Result<Vec<Answer>, Limit> {
        let mut answers = Vec::new();
        for reply in self.replies_heard() {
            self.add(reply, &UBig::ONE, &mut answers)?;
        }
        Ok(answers)
    }

    /// What can be heard.
    fn replies_heard(&self) -> Vec<Reply> {
        let shows = |&agent: &Agent| Reply::Shows(agent, None);
        match self.inquiry.asked {
            Asked::UntilOneShows => {
                self.others().iter().map(shows).chain([Reply::Nobody]).collect()
            }
            Asked::Everybody => {
                let most = self.places().len();
                let mut some: Vec<Vec<(Agent, Option<Card>)>> = vec![Vec::new()];
                for &agent in self.others() {
                    let more = some.iter().filter(|shown| shown.len() < most);
                    let with = |shown: &Vec<_>| [&shown[..], &[(agent, None)]].concat();
                    let more: Vec<_> = more.map(with).collect();
                    some.extend(more);
                }
                some.into_iter().map(Reply::All).collect()
            }
        }
    }

    /// What an answer says.
    fn statement_of(&self, reply: &Reply) -> More {
        match reply {
            Reply::Nobody => self.nobody(self.others()),
            Reply::Shows(agent, shown) => {
                let before = self.others().iter().position(|other| other == agent).unwrap_or(0);
                let mut more = self.nobody(&self.others()[..before]);
                self.add_show(*agent, *shown, &mut more);
                more
            }
            Reply::All(shown) => {
                let is_without = |agent: &&Agent| shown.iter().all(|(other, _)| other != *agent);
                let without: Vec<Agent> =
                    self.others().iter().filter(is_without).copied().collect();
                let mut more = self.nobody(&without);
                for &(agent, card) in shown {
                    self.add_show(agent, card, &mut more);
                }
                more
            }
        }
    }

    /// That an agent shows a card, perhaps one that is seen.
    fn add_show(&self, agent: Agent, shown: Option<Card>, more: &mut More) {
        let (cards, by) = (self.places(), 1 << agent.index());
        match shown.and_then(|card| self.record.rules.deck.place(card)) {
            None => more.clauses.push(Clause { cards, by }),
            Some(card) => {
                let (respondent, shares) = (agent.index(), self.shares());
                more.clauses.push(Clause::unit(card, by));
                // Who shows a card again had no choice.
                if !self.shown_before(agent).contains(&card) {
                    more.weighed.push(Weighed { respondent, cards, shares });
                }
            }
        }
    }

    /// What a choice among so many of the cards weighs.
    fn shares(&self) -> Vec<UBig> {
        let many = self.places().len();
        probability::shares(many, many)
    }

    /// That some agents have none of the cards.
    fn nobody(&self, agents: &[Agent]) -> More {
        let by = agents.iter().fold(0, |by, agent| by | 1u32 << agent.index());
        let clauses = self.places().into_iter().map(|card| Clause::unit(card, !by)).collect();
        More { clauses, ..More::default() }
    }

    fn add(&self, reply: Reply, scale: &UBig, answers: &mut Vec<Answer>) -> Result<(), Limit> {
        let hands = self.record.hands_with(&self.view, &self.statement_of(&reply), self.holder)?;
        if !hands.is_empty() {
            let scaled = hands.into_iter().map(|(hand, weight)| (hand, weight * scale));
            answers.push(Answer { reply, hands: scaled.collect() });
        }
        Ok(())
    }
}
