//! Which card to show: the one that tells the asker least. A card that they know of tells nothing. Of others, what they tell is found in
//! courses that are drawn from what the player considers possible, as many as it takes to say with the stated confidence
//! which card tells least, or else it is too close to call. Where drawing starts is fixed: the same position has
//! the same answer.
//!
//! Who only crosses off cards learns from one that a card of its category is out: with n cards of it left, log2(n / (n - 1))
//! bits of the table. Who draws every conclusion learns as much as their beliefs about the table and about the player's hand
//! move on seeing it, beyond that one is shown.

use super::confidence::DrawnMean;
use super::information::{divergence, together};
use super::playout::Strength;
use super::{Advisor, NoAdvice, Piece, hand_of};
use hexa_engine::deals::{
    Answer, Asked, Chance, Course, Event, Fact, Inquiry, NoView, Reply, WeighedHand, Witness,
};
use hexa_logic::{Agent, Card, Holder, Stream};

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShowRequest {
    /// Who asks.
    pub asker: Agent,
    /// How well they reason.
    pub strength: Strength,
    /// The cards asked for.
    pub cards: Vec<Card>,
    /// So many courses are drawn at most.
    pub most: usize,
}

impl ShowRequest {
    /// With a usual number of courses: who draws every conclusion takes longer to follow.
    pub fn new(asker: Agent, strength: Strength, cards: Vec<Card>) -> Self {
        let most = match strength {
            Strength::Ordinary => 4000,
            Strength::Perfect => 60,
        };
        Self { asker, strength, cards, most }
    }
}

/// A card that may be shown, and what it tells the asker.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The card.
    pub card: Card,
    /// The last event in which it was shown to the asker before.
    pub seen_before: Option<usize>,
    /// How likely somebody who draws every conclusion knows already that the player has it.
    pub knows: Chance,
    /// How many bits it tells of the table, on average over the courses drawn.
    pub table_bits: f64,
    /// How many bits it tells of the player's hand.
    pub hand_bits: f64,
}

/// How sure it is that the first card is the best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// There is none to show.
    None,
    /// There is no other.
    Only,
    /// The asker surely knows of it.
    Known,
    /// It tells least, with the stated confidence.
    Least,
    /// It tells no more than any other, and others tell as little.
    Equal,
    /// It could not be told which one tells least.
    TooClose,
}

/// Which card to show.
#[derive(Clone, PartialEq, Debug)]
pub struct ShowAdvice {
    /// The cards that can be shown, the best one first: those that the asker surely knows of, then those that tell least.
    pub cards: Vec<Shown>,
    /// How sure it is that the first is the best.
    pub choice: Choice,
    /// How many courses were drawn.
    pub courses: usize,
}

impl Shown {
    /// Whether the asker surely knows already that the player has it.
    pub fn is_known(&self) -> bool {
        self.seen_before.is_some() || self.knows.is_certain()
    }

    fn bits(&self) -> f64 {
        self.table_bits + self.hand_bits
    }
}

impl Advisor<'_> {
    /// Which card to show.
    pub fn show(&self, request: &ShowRequest) -> Result<ShowAdvice, NoAdvice> {
        let mut hand = self.hand()?;
        hand.retain(|card| request.cards.contains(card));
        let mut cards = Vec::new();
        for card in hand {
            self.go_on(Piece::Facts, cards.len(), request.cards.len())?;
            let fact = Fact::Holds(hand_of(self.me), card);
            let knows = self.record.knows_fact(self.me, request.asker, fact)?;
            let seen_before = self.seen_before(request.asker, card);
            cards.push(Shown { card, seen_before, knows, table_bits: 0.0, hand_bits: 0.0 });
        }
        let mut advice = ShowAdvice { cards, choice: Choice::None, courses: 0 };
        match &advice.cards[..] {
            [] => {}
            [_] => advice.choice = Choice::Only,
            cards if cards.iter().any(Shown::is_known) => {
                advice.cards.sort_by_key(|one| !one.is_known());
                advice.choice = Choice::Known;
            }
            _ => self.weigh(request, &mut advice)?,
        }
        Ok(advice)
    }

    fn seen_before(&self, asker: Agent, card: Card) -> Option<usize> {
        let showed = |event: &Event| matches!(event, Event::Shows { requester, respondent, card: Some(shown), .. } if (*requester, *respondent, *shown) == (asker, self.me, card));
        self.record.events().iter().rposition(showed)
    }

    /// What each card tells the asker, in courses drawn at random until it is clear which tells least.
    fn weigh(&self, request: &ShowRequest, advice: &mut ShowAdvice) -> Result<(), NoAdvice> {
        let courses = self.record.courses_of(self.me)?;
        let mut stream = Stream::new("show", 0);
        let many = advice.cards.len();
        let mut sums = vec![(0.0, 0.0); many];
        // By card, how much more it tells than each other.
        let mut more = vec![vec![DrawnMean::default(); many]; many];
        advice.choice = Choice::TooClose;
        for done in 0..request.most {
            self.go_on(Piece::Courses, done, request.most)?;
            let Some(course) = courses.draw(&mut stream) else { break };
            let bits = match request.strength {
                Strength::Ordinary => self.crossed_bits(request, &advice.cards, &course),
                Strength::Perfect => self.moved_bits(request, &advice.cards, &course)?,
            };
            advice.courses = done + 1;
            for (one, (table, hand)) in bits.iter().enumerate() {
                (sums[one].0, sums[one].1) = (sums[one].0 + table, sums[one].1 + hand);
                for (two, (table_two, hand_two)) in bits.iter().enumerate() {
                    more[one][two].add(table + hand - table_two - hand_two);
                }
            }
            if let Some(choice) = choice(&more) {
                advice.choice = choice;
                break;
            }
        }
        let drawn = advice.courses.max(1) as f64;
        for (one, (table, hand)) in advice.cards.iter_mut().zip(sums) {
            (one.table_bits, one.hand_bits) = (table / drawn, hand / drawn);
        }
        advice.cards.sort_by(|one, two| one.bits().total_cmp(&two.bits()));
        Ok(())
    }

    /// What each card tells somebody who only crosses off cards, in a course.
    fn crossed_bits(
        &self,
        request: &ShowRequest,
        cards: &[Shown],
        course: &Course,
    ) -> Vec<(f64, f64)> {
        let asker = Holder::Agent(request.asker);
        let mut crossed: Vec<bool> = course.held_by.iter().map(|&holder| holder == asker).collect();
        for (event, shown) in self.record.events().iter().zip(&course.shown) {
            let public = match event {
                Event::Holds { holder: Holder::Agent(_), card, seen: Witness::Everybody } => {
                    Some(*card)
                }
                Event::Shows { requester, .. } if *requester == request.asker => *shown,
                Event::Holds { .. }
                | Event::Lacks { .. }
                | Event::NoCard { .. }
                | Event::Shows { .. }
                | Event::SomebodyShows { .. }
                | Event::NoWin(_)
                | Event::Knows { .. }
                | Event::KnowsNot { .. }
                | Event::Wins { .. }
                | Event::WrongAccusation { .. } => None,
            };
            if let Some(card) = public {
                crossed[card.index()] = true;
            }
        }
        let told = |one: &Shown| {
            let category = self.categories.iter().find(|cards| cards.contains(&one.card));
            let left = category.into_iter().flatten().filter(|card| !crossed[card.index()]);
            // The one on the table and this one are left.
            let left = left.count().max(2) as f64;
            ((left / (left - 1.0)).log2(), 0.0)
        };
        cards.iter().map(told).collect()
    }

    /// What each card tells somebody who draws every conclusion, in a course.
    fn moved_bits(
        &self,
        request: &ShowRequest,
        cards: &[Shown],
        course: &Course,
    ) -> Result<Vec<(f64, f64)>, NoAdvice> {
        let tables = self.after_each_card(request, course, Holder::Table)?;
        self.go_on(Piece::Courses, 0, request.most)?;
        let hands = self.after_each_card(request, course, hand_of(self.me))?;
        let moved =
            |one: &Shown| (moved(&tables, self.me, one.card), moved(&hands, self.me, one.card));
        Ok(cards.iter().map(moved).collect())
    }

    /// What a holder can have, as the asker sees it, after each card that can be shown.
    fn after_each_card(
        &self,
        request: &ShowRequest,
        course: &Course,
        holder: Holder,
    ) -> Result<Vec<Answer>, NoView> {
        let others = [self.me];
        let (cards, asked) = (request.cards.as_slice(), Asked::UntilOneShows);
        let inquiry = Inquiry { others: &others, cards, asked };
        let mut answers = self.record.answers_in(course, request.asker, inquiry, holder)?;
        answers.retain(|answer| answer.reply != Reply::Nobody);
        Ok(answers)
    }
}

/// Which is clear, from how much more each card tells than each other: that one tells least, or that several tell the same in
/// every course; nothing, if more must be drawn.
fn choice(more: &[Vec<DrawnMean>]) -> Option<Choice> {
    let is_less =
        |one: usize, two: usize| more[one][two].is_decided() && more[one][two].value() < 0.0;
    let is_same = |one: usize, two: usize| more[one][two].is_always_zero();
    let best = (0..more.len()).find(|&one| {
        (0..more.len()).all(|two| one == two || is_less(one, two) || is_same(one, two))
    })?;
    let has_equal = (0..more.len()).any(|two| two != best && is_same(best, two));
    Some(if has_equal { Choice::Equal } else { Choice::Least })
}

/// How far a card moves what was believed when it was clear that one is shown.
fn moved(answers: &[Answer], me: Agent, card: Card) -> f64 {
    let before: Vec<WeighedHand> = together(answers);
    let this = answers.iter().find(|answer| answer.reply == Reply::Shows(me, Some(card)));
    this.map_or(0.0, |answer| divergence(&answer.hands, &before))
}
