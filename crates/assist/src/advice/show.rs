//! Which card to show: the one that tells the asker least. What a card tells is how far the asker's beliefs about the table and about
//! the player's hand move on seeing it, beyond that one is shown, on average over courses that are drawn
//! from what the player considers possible.

use super::information::{divergence, together};
use super::{Advisor, NoAdvice, Piece, hand_of};
use hexa_engine::deals::{Answer, Chance, Course, Event, Fact, NoView, Reply, WeighedHand};
use hexa_logic::{Agent, Card, Holder, Stream};

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShowRequest {
    /// Who asks.
    pub asker: Agent,
    /// The cards asked for.
    pub cards: Vec<Card>,
    /// Where drawing starts.
    pub seed: u64,
    /// How many courses are drawn.
    pub courses: usize,
}

impl ShowRequest {
    /// With a usual number of courses.
    pub fn new(asker: Agent, cards: Vec<Card>, seed: u64) -> Self {
        Self { asker, cards, seed, courses: 12 }
    }
}

/// A card that may be shown, and what it tells the asker.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The card.
    pub card: Card,
    /// The last event in which it was shown to the asker before.
    pub seen_before: Option<usize>,
    /// How likely the asker knows already that the player has it.
    pub knows: Chance,
    /// How many bits it tells of the table, on average over the courses drawn.
    pub table_bits: f64,
    /// How many bits it tells of the player's hand.
    pub hand_bits: f64,
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
    /// The cards that can be shown, the best one first: those that the asker surely knows of, then those that tell least.
    pub fn show(&self, request: &ShowRequest) -> Result<Vec<Shown>, NoAdvice> {
        let mut cards = self.hand()?;
        cards.retain(|card| request.cards.contains(card));
        let mut shown = Vec::new();
        for card in cards {
            self.go_on(Piece::Facts, shown.len(), request.cards.len())?;
            let fact = Fact::Holds(hand_of(self.me), card);
            let knows = self.record.knows_fact(self.me, request.asker, fact)?;
            let seen_before = self.seen_before(request.asker, card);
            let (table_bits, hand_bits, courses) = (0.0, 0.0, 0);
            shown.push(Shown { card, seen_before, knows, table_bits, hand_bits, courses });
        }
        if shown.len() > 1 {
            self.weigh(request, &mut shown)?;
        }
        shown.sort_by(|one, two| {
            two.is_known().cmp(&one.is_known()).then(one.bits().total_cmp(&two.bits()))
        });
        Ok(shown)
    }

    fn seen_before(&self, asker: Agent, card: Card) -> Option<usize> {
        let showed = |event: &Event| matches!(event, Event::Shows { requester, respondent, card: Some(shown), .. } if (*requester, *respondent, *shown) == (asker, self.me, card));
        self.record.events().iter().rposition(showed)
    }

    /// What each card tells the asker, in courses drawn at random.
    fn weigh(&self, request: &ShowRequest, shown: &mut [Shown]) -> Result<(), NoAdvice> {
        let courses = self.record.courses_of(self.me)?;
        let mut stream = Stream::new("show", request.seed);
        for done in 0..request.courses {
            self.go_on(Piece::Courses, done, request.courses)?;
            let Some(course) = courses.draw(&mut stream) else { return Ok(()) };
            let tables = self.after_each_card(request, &course, Holder::Table)?;
            self.go_on(Piece::Courses, done, request.courses)?;
            let hands = self.after_each_card(request, &course, hand_of(self.me))?;
            for one in &mut *shown {
                one.table_bits += moved(&tables, self.me, one.card);
                one.hand_bits += moved(&hands, self.me, one.card);
                one.courses += 1;
            }
        }
        for one in shown {
            let many = one.courses.max(1) as f64;
            (one.table_bits, one.hand_bits) = (one.table_bits / many, one.hand_bits / many);
        }
        Ok(())
    }

    /// What a holder can have, as the asker sees it, after each card that can be shown.
    fn after_each_card(
        &self,
        request: &ShowRequest,
        course: &Course,
        holder: Holder,
    ) -> Result<Vec<Answer>, NoView> {
        let others = [self.me];
        let mut answers =
            self.record.answers_in(course, request.asker, &others, &request.cards, holder)?;
        answers.retain(|answer| answer.reply != Reply::Nobody);
        Ok(answers)
    }
}

/// How far a card moves what was believed when it was clear that one is shown.
fn moved(answers: &[Answer], me: Agent, card: Card) -> f64 {
    let before: Vec<WeighedHand> = together(answers);
    let this = answers.iter().find(|answer| answer.reply == Reply::Shows(me, Some(card)));
    this.map_or(0.0, |answer| divergence(&answer.hands, &before))
}
