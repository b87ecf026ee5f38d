//! What an agent knows of what others know: from what they have seen, how likely something is that speaks of knowledge. A set of
//! worlds that depends on what others were shown is weighed with their choices.

use super::claim::Domains;
use super::playing::{choices_of, parts};
use super::view::{More, NoView, View};
use super::{Record, Rules};
use crate::deals::chart::{self, Chart, NO, Sight, Tally, YES};
use crate::deals::conflict::reason::Fact;
use crate::deals::model::Model;
use crate::deals::truth::Evaluator;
use crate::deals::weights::Weighed;
use crate::definedness;
use crate::evaluation::EvalError;
use crate::limits::{Limit, Room};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use hexa_logic::{Agent, Card, Formula, Group, Holder, Terms};
use std::fmt;

/// A probability: what some possibilities weigh, and what all weigh.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance {
    /// What those weigh in which it is so: nothing if and only if it is impossible.
    pub part: UBig,
    /// What all weigh.
    pub all: UBig,
}

impl Chance {
    /// Whether it is so in everything that is considered possible.
    pub fn is_certain(&self) -> bool {
        self.part == self.all
    }

    /// Whether it is not so in anything that is considered possible.
    pub fn is_impossible(&self) -> bool {
        self.part.is_zero()
    }

    /// About how much it is.
    pub fn value(&self) -> f64 {
        match self.all.is_zero() {
            true => 0.0,
            false => quotient(&self.part, &self.all),
        }
    }
}

/// A quotient of numbers that may be too large to be told apart from infinity.
fn quotient(part: &UBig, all: &UBig) -> f64 {
    let spare = all.bit_len().saturating_sub(1000);
    let shortened = |of: &UBig| (of >> spare).to_f64().value();
    shortened(part) / shortened(all)
}

/// How likely it is for an agent that another knows where the cards are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insight {
    /// What everything weighs that the agent considers possible.
    pub total: UBig,
    /// By card and holder, the table last: what those possibilities weigh in which the other knows that they have it.
    pub holds: Vec<Vec<UBig>>,
    /// The same for knowing that they do not have it.
    pub lacks: Vec<Vec<UBig>>,
}

/// How many possibilities somebody has left, in all that is considered possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Left {
    /// At least so many.
    pub least: u64,
    /// At most so many.
    pub most: u64,
}

/// Why a formula has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// It cannot be said what the agent has seen.
    View(NoView),
    /// The formula means nothing here, or takes too much.
    Formula(EvalError),
}

impl From<NoView> for NoAnswer {
    fn from(view: NoView) -> Self {
        Self::View(view)
    }
}

impl From<Limit> for NoAnswer {
    fn from(limit: Limit) -> Self {
        Self::View(NoView::GaveUp(limit))
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::View(view) => write!(f, "{view}"),
            Self::Formula(error) => write!(f, "{error}"),
        }
    }
}

/// The most tests in which numbers of possibilities are added up.
const MOST_ADDED: u64 = 1 << 20;

impl Record {
    /// How likely a formula is for an agent. They know it if that is certain. What others have seen that is not public,
    /// beside their cards and those shown to them, plays no part in what they know.
    pub fn chance_of(
        &self,
        agent: Agent,
        terms: &Terms,
        formula: Formula,
    ) -> Result<Chance, NoAnswer> {
        let view = self.view_of(agent)?;
        let group: Group = self.rules.deck.agents().collect();
        definedness::check_formula(terms, formula, &group, &Group::empty())
            .map_err(|error| NoAnswer::Formula(error.into()))?;
        let truth = Evaluator::new(terms, group).truth(self.model(), formula);
        Ok(self.chance(&view, &truth.map_err(NoAnswer::Formula)?)?)
    }

    /// How likely it is for an agent that another knows where cards are.
    pub fn insight(&self, agent: Agent, other: Agent) -> Result<Insight, NoView> {
        let (deck, grid) = (&self.rules.deck, self.grid_of(agent)?);
        let regard = self.regard(agent, other)?;
        let shows = self.shows_outside_law(regard.sight.shows.clone());
        let scale = self.scale(&regard.view, &shows);
        let total = &grid.total * &scale;
        let mut weighing = Weighing { record: self, view: &regard.view, shows, known: Vec::new() };
        let nothing = vec![vec![UBig::ZERO; deck.holders()]; deck.cards()];
        let (mut holds, mut lacks) = (nothing.clone(), nothing);
        for holder in 0..deck.holders() {
            let is_seen = regard.sight.hands >> holder & 1 == 1;
            let told = (!is_seen).then(|| regard.thinkable_hands(1 << holder)).transpose()?;
            for card in 0..deck.cards() {
                let held = &grid.held[card][holder];
                let (yes, no) = (&mut holds[card][holder], &mut lacks[card][holder]);
                let Some(told) = &told else {
                    (*yes, *no) = (held * &scale, &total - held * &scale);
                    continue;
                };
                let (has, has_not) = regard.imaginable_places(told, card, holder)?;
                *yes = weighing.weight(&regard.surely(&has_not)?, &total)?;
                *no = weighing.weight(&regard.surely(&has)?, &total)?;
            }
        }
        Ok(Insight { total, holds, lacks })
    }

    /// What can be told of how close another is to knowing the table, from what an agent considers possible.
    pub fn regard(&self, agent: Agent, other: Agent) -> Result<Regard<'_>, NoView> {
        let (view, model) = (self.view_of(agent)?, self.model());
        self.stranger(other)?;
        let sight = self.sight_without_repeats(other, &view);
        let mut matter = choices_of(&parts(model));
        matter.extend(&sight.shows);
        let seen = self.rules.seen_chart(&view.seen, &matter)?;
        let within = model.seen_with(&sight, 0, &seen)?;
        let mut regard = Regard { record: self, view, sight, within, table: model.constant(true) };
        let hands = self.rules.deck.table().map_or(0, |table| 1 << table);
        regard.table = regard.thinkable_hands(hands)?;
        Ok(regard)
    }

    /// Where another knows something, as somebody can tell who sees so much.
    fn known_by(&self, other: Agent, view: &View, set: Chart) -> Result<Chart, Limit> {
        Ok(self.model().doubts(&self.sight_without_repeats(other, view), &[set])?.not())
    }

    /// What another sees, where equal questions count once: who remembers, and is asked by the same agent for the same cards
    /// again, shows the same card again, unless it was seen that they did not. Of who does not remember as many count as there
    /// are cards in the question: more can show nothing else, only make it likelier that all were seen. Every occasion
    /// more would multiply what can have been seen. What the law speaks of is kept.
    fn sight_without_repeats(&self, other: Agent, view: &View) -> Sight {
        let model = self.model();
        let (mut sight, spoken_of) = (model.sight(other), choices_of(&parts(model)));
        let question = |show: u32| {
            let of = &model.shows[show as usize];
            (of.requester, of.respondent, &of.cards, of.is_public)
        };
        let shown = |show: u32| {
            let seen = view.seen.shown.iter().find(|(seen, ..)| *seen == show);
            seen.map(|(_, card, _)| *card)
        };
        let mut kept: Vec<u32> = Vec::new();
        for &show in &sight.shows {
            let (_, respondent, cards, _) = question(show);
            let remembers = self.remembering >> respondent & 1 == 1;
            let most = if remembers { 1 } else { cards.len() };
            let is_equal = |&earlier: &u32| {
                question(earlier) == question(show) && shown(earlier) == shown(show)
            };
            let equal = kept.iter().filter(|earlier| is_equal(earlier)).count();
            if equal < most || spoken_of.contains(&show) {
                kept.push(show);
            }
        }
        sight.shows = kept;
        sight
    }

    /// How likely it is for an agent that another knows the table.
    pub fn knows_table(&self, agent: Agent, other: Agent) -> Result<Chance, NoView> {
        Ok(self.regard(agent, other)?.knows_table()?)
    }

    /// How likely it is for an agent that another knows which of some cards are on the table.
    pub fn knows_which(
        &self,
        agent: Agent,
        other: Agent,
        cards: &[Card],
    ) -> Result<Chance, NoView> {
        Ok(self.regard(agent, other)?.knows_which(cards)?)
    }

    /// How many tables another can still think of, in all that an agent considers possible.
    pub fn tables_left(&self, agent: Agent, other: Agent) -> Result<Option<Left>, NoView> {
        Ok(self.regard(agent, other)?.tables_left()?)
    }

    /// How many of some cards another can still think of as being on the table.
    pub fn cards_left(
        &self,
        agent: Agent,
        other: Agent,
        cards: &[Card],
    ) -> Result<Option<Left>, NoView> {
        Ok(self.regard(agent, other)?.cards_left(cards)?)
    }

    /// How likely it is for an agent that another knows where a card is, or is not.
    pub fn knows_fact(&self, agent: Agent, other: Agent, fact: Fact) -> Result<Chance, NoView> {
        let (view, model) = (self.view_of(agent)?, self.model());
        self.stranger(other)?;
        let Some(set) = self.rules.fact(model, fact) else { return Ok(self.never(&view)?) };
        Ok(self.chance(&view, &self.known_by(other, &view, set)?)?)
    }

    /// How likely it is for an agent that another knows that a third knows the table.
    pub fn knows_of_table(
        &self,
        agent: Agent,
        (other, third): (Agent, Agent),
    ) -> Result<Chance, NoView> {
        let (view, model) = (self.view_of(agent)?, self.model());
        self.stranger(other)?;
        self.stranger(third)?;
        let Some(table) = self.rules.deck.table() else { return Ok(self.always(&view)?) };
        let sight = self.sight_without_repeats(third, &view);
        let known = model.knows_hands(&sight, 1 << table)?;
        Ok(self.chance(&view, &self.known_by(other, &view, known)?)?)
    }

    /// Whether an agent knows that another knows that a third knows where a card is, or is not.
    pub fn knows_of(
        &self,
        agent: Agent,
        (other, third): (Agent, Agent),
        fact: Fact,
    ) -> Result<Chance, NoView> {
        let (view, model) = (self.view_of(agent)?, self.model());
        self.stranger(other)?;
        self.stranger(third)?;
        let Some(set) = self.rules.fact(model, fact) else { return Ok(self.never(&view)?) };
        let known = self.known_by(third, &view, set)?;
        Ok(self.chance(&view, &self.known_by(other, &view, known)?)?)
    }

    pub(super) fn stranger(&self, agent: Agent) -> Result<(), NoView> {
        match self.rules.deck.holder_place(Holder::Agent(agent)) {
            Some(_) => Ok(()),
            None => Err(NoView::UnknownAgent(agent)),
        }
    }

    fn always(&self, view: &View) -> Result<Chance, Limit> {
        self.chance(view, &self.model().constant(true))
    }

    pub(super) fn never(&self, view: &View) -> Result<Chance, Limit> {
        self.chance(view, &self.model().constant(false))
    }

    /// How likely a set is for somebody.
    pub(super) fn chance(&self, view: &View, set: &Chart) -> Result<Chance, Limit> {
        let weight = self.asking(view, |question| question.total())?;
        let shows = self.shows_outside_law(set.shows());
        Ok(Chance { part: self.weight(view, set)?, all: weight * self.scale(view, &shows) })
    }

    /// What the worlds of a set weigh for somebody, with the choices that it depends on.
    fn weight(&self, view: &View, set: &Chart) -> Result<UBig, Limit> {
        if set.is_false() {
            return Ok(UBig::ZERO);
        }
        let shows = self.shows_outside_law(set.shows());
        let more = More { charts: vec![set.clone()], shows, ..More::default() };
        self.asking_with(view, &more, |question| question.total())
    }

    /// Of some occasions those that the law does not speak of.
    fn shows_outside_law(&self, mut shows: Vec<u32>) -> Vec<u32> {
        let spoken_of = choices_of(&parts(self.model()));
        shows.retain(|show| !spoken_of.contains(show));
        shows
    }

    /// How much more everything weighs when some occasions do that did not.
    fn scale(&self, view: &View, shows: &[u32]) -> UBig {
        let own = Domains::of(self.rules.deck.cards(), view.seen.clauses.iter());
        let is_added = |show: &&u32| !view.weighed.contains(show) && !view.repeats.contains(show);
        let added = shows.iter().filter(is_added);
        let scale = |&show: &u32| {
            let is_told = view.seen.shown.iter().any(|(told, ..)| *told == show);
            let weighed = self.model().weighed_choices(&Sight::default(), &[show]);
            let share = weighed.into_iter().map(|Weighed { respondent, cards, shares }| {
                let has = |&&card: &&usize| own.0[card] == 1 << respondent;
                // All choices together weigh as much as the only one.
                let held = if is_told { cards.iter().filter(has).count() } else { 1 };
                shares.get(held).cloned().unwrap_or(UBig::ONE)
            });
            share.product::<UBig>()
        };
        added.map(scale).product()
    }
}

/// What an agent can tell of what another sees.
pub struct Regard<'r> {
    record: &'r Record,
    view: View,
    /// What the other sees, and what that can be for the agent.
    sight: Sight,
    within: Chart,
    /// What the other can think of as being on the table, beside what they see.
    table: Chart,
}

impl Regard<'_> {
    /// How likely the other knows the table.
    pub fn knows_table(&self) -> Result<Chance, Limit> {
        let (deck, most) = (&self.record.rules.deck, self.record.model().most());
        let Some(table) = deck.table() else { return self.record.always(&self.view) };
        self.record.chance(&self.view, &self.table.settled_by(&self.sight, 1 << table, most)?)
    }

    /// How likely the other knows which of some cards are on the table.
    pub fn knows_which(&self, cards: &[Card]) -> Result<Chance, Limit> {
        let (rules, most) = (&self.record.rules, self.record.model().most());
        let Some(table) = rules.deck.table() else { return self.record.always(&self.view) };
        let mut knows = self.within.clone();
        for card in rules.places(cards) {
            let (there, elsewhere) = self.imaginable_places(&self.table, card, table)?;
            knows = knows.minus(&there.and(&elsewhere, most)?, most)?;
        }
        self.record.chance(&self.view, &knows)
    }

    /// Room for adding up.
    fn room_for_sums(&self) -> Room {
        Room { nodes: MOST_ADDED, stop: self.record.stop().clone() }
    }

    /// How many tables the other can still think of.
    pub fn tables_left(&self) -> Result<Option<Left>, Limit> {
        let Some(table) = self.record.rules.deck.table() else { return Ok(None) };
        let mut tally = Tally::new(&self.room_for_sums());
        let sum = tally.count_sights(&self.table, &self.sight, table)?;
        Ok(tally.range(sum).map(|(least, most)| Left { least, most }))
    }

    /// How many of some cards the other can still think of as being on the table.
    pub fn cards_left(&self, cards: &[Card]) -> Result<Option<Left>, Limit> {
        let rules = &self.record.rules;
        let Some(table) = rules.deck.table() else { return Ok(None) };
        let mut tally = Tally::new(&self.room_for_sums());
        // One more, so that nothing is where nothing is possible.
        let mut sum = tally.of(&self.within)?;
        for card in rules.places(cards) {
            let one = tally.of(&self.imaginable_places(&self.table, card, table)?.0)?;
            sum = tally.plus(sum, one)?;
        }
        Ok(tally.range(sum).map(|(least, most)| Left { least: least - 1, most: most - 1 }))
    }

    /// What the agent sees.
    pub(super) fn view(&self) -> &View {
        &self.view
    }

    /// What the other can think of some hands, beside what they see, in worlds of a set.
    pub(super) fn told_where(&self, hands: u32, set: &Chart) -> Result<Chart, Limit> {
        let model = self.record.model();
        model.seen_with(&self.sight, hands, &set.and(&self.within, model.most())?)
    }

    /// What the other can think of some hands, beside what they see.
    pub(super) fn thinkable_hands(&self, hands: u32) -> Result<Chart, Limit> {
        self.record.model().seen_with(&self.sight, hands, &self.within)
    }

    /// Where the other can imagine that a holder has a card, and where that they do not, from what is told of that hand.
    pub(super) fn imaginable_places(
        &self,
        told: &Chart,
        card: usize,
        holder: usize,
    ) -> Result<(Chart, Chart), Limit> {
        let model = self.record.model();
        let (held, most) = (model.holds(card, holder), model.most());
        let imagined = |end| chart::project_ends([(told, YES), (&held, end)], &self.sight, most);
        Ok((imagined(YES)?, imagined(NO)?))
    }

    /// Where the other cannot imagine something.
    fn surely(&self, imagined: &Chart) -> Result<Chart, Limit> {
        self.within.minus(imagined, self.record.model().most())
    }
}

/// What sets weigh that depend on some occasions, all on one scale.
struct Weighing<'w> {
    record: &'w Record,
    view: &'w View,
    shows: Vec<u32>,
    known: Vec<(Chart, UBig)>,
}

impl Weighing<'_> {
    /// What a set weighs; all of it weighs so much.
    fn weight(&mut self, set: &Chart, total: &UBig) -> Result<UBig, Limit> {
        if set.is_true() {
            return Ok(total.clone());
        }
        if let Some((_, weight)) = self.known.iter().find(|(known, _)| known == set) {
            return Ok(weight.clone());
        }
        let about = set.shows();
        let others = self.shows.iter().copied().filter(|show| !about.contains(show));
        let others: Vec<u32> = others.collect();
        let weight = self.record.weight(self.view, set)? * self.record.scale(self.view, &others);
        self.known.push((set.clone(), weight.clone()));
        Ok(weight)
    }
}

impl Rules {
    /// Where a fact holds.
    pub(super) fn fact(&self, model: &Model, fact: Fact) -> Option<Chart> {
        let (Fact::Holds(holder, card) | Fact::Lacks(holder, card)) = fact;
        let held = model.holds(self.deck.place(card)?, self.deck.holder_place(holder)?);
        Some(match fact {
            Fact::Holds(..) => held,
            Fact::Lacks(..) => held.not(),
        })
    }
}
