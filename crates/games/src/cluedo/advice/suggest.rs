//! Which suspicion to make: all that can be made, ranked by what the answer is expected to tell the player of the table, less
//! what it tells everybody, weighed. Both are amounts of information: of the answer that the player sees about
//! the table as the player sees it, and of the answer that everybody hears about the table as somebody sees it who
//! has seen only what is public. That the suspicion itself may tell something of the player is left out.
//!
//! First all suspicions are estimated from a few deals drawn at random, then from many; then those that rank best are made
//! exact, one by one, unless there are too many different answers. Whoever asks makes step after step, and can stop after any.

use super::information::{Joint, expected_gain, share, together};
use super::warning::Warning;
use super::{Advisor, MOST_STEPS_AT_ONCE, NoAdvice, Piece, Unfinished};
use hexa_engine::deals::{Answer, Asked, Chance, Courses, Event, Inquiry, Reply};
use hexa_engine::{Limit, UBig};
use hexa_logic::{Agent, Card, Holder, Stop, Stopped, Stream};
use std::collections::BTreeMap;

/// What is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct SuggestRequest {
    /// Of categories with one of these cards, no others can be named: the rooms that can be reached. All, if there are none.
    pub reachable: Vec<Card>,
    /// How many bits for the player outweigh one bit for everybody.
    pub leak_weight: f64,
    /// Where drawing starts.
    pub seed: u64,
    /// So many of the best are made exact.
    pub exact: usize,
    /// In so many courses it is found out what each opponent learns.
    pub courses: usize,
    /// Who answers.
    pub asked: Asked,
}

impl SuggestRequest {
    /// What is asked to find a suspicion to make, where what each of the others learns is not shown: of categories with one of
    /// the cards that can be named, no others can be.
    pub fn to_move(seed: u64, reachable: Vec<Card>, asked: Asked) -> Self {
        Self { reachable, exact: 3, courses: 0, asked, ..Self::new(seed) }
    }

    /// All suspicions, with usual numbers.
    pub fn new(seed: u64) -> Self {
        Self {
            reachable: Vec::new(),
            leak_weight: 0.5,
            seed,
            exact: 5,
            courses: 2,
            asked: Asked::default(),
        }
    }
}

/// Where numbers come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basis {
    /// They are estimated from so many deals.
    Drawn(usize),
    /// From everything that is possible.
    Exact,
}

/// A suspicion, and what can come of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// The cards, one of each category.
    pub cards: Vec<Card>,
    /// How many bits of the table the player is expected to learn.
    pub gain: f64,
    /// How many bits of the table everybody is expected to learn.
    pub leak: f64,
    /// What it ranks by: the gain, less the leak as weighed.
    pub score: f64,
    /// Where these numbers come from.
    pub basis: Basis,
    /// The answers that are possible, or were drawn.
    pub answers: Vec<Answering>,
    /// What was found out exactly, if it was.
    pub exact: Option<ExactAnswers>,
}

/// An answer that the player can get.
#[derive(Clone, PartialEq, Debug)]
pub struct Answering {
    /// What the player sees.
    pub reply: Reply,
    /// About how likely it is.
    pub chance: f64,
}

/// What is found out exactly of a suspicion.
#[derive(Clone, PartialEq, Debug)]
pub struct ExactAnswers {
    /// The answers, in order, and how likely they are.
    pub answers: Vec<(Reply, Chance)>,
    /// Those after which the player knows the table, if it is not known already.
    pub settling: Vec<Reply>,
    /// How likely one of them comes.
    pub settles: Chance,
    /// What each opponent learns; none before it was looked for.
    pub leaks: Option<Vec<Leak>>,
    /// What it may give away; none before it was looked for.
    pub warnings: Option<Vec<Warning>>,
}

/// What an opponent learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leak {
    /// Who.
    pub opponent: Agent,
    /// How many bits of the table they are expected to learn, on average over the courses drawn.
    pub bits: f64,
}

/// What the next step is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SuggestProgress {
    /// Nothing was found yet.
    Starting,
    /// All suspicions are ranked from a few deals; more are drawn.
    Drawing,
    /// So many suspicions of so many are ranked from many deals.
    Ranking(usize, usize),
    /// So many of the best are exact.
    Refining(usize),
    /// Nothing more is to be done.
    Done,
}

/// The most suspicions that are looked at.
const MOST_SUSPICIONS: usize = 1 << 14;

/// So many deals are drawn for the first answer, so many in all, and so many in one step.
const FEW: usize = 2_000;
const MANY: usize = 30_000;
const BATCH: usize = 5_000;

/// Where there are more different answers than this, they are not worked out one by one: the numbers stay estimates. That is so
/// if everybody answers and there are many players.
const MOST_ANSWERS: usize = 64;

/// So many suspicions are ranked in one step.
const RANKED: usize = 40;

/// Suspicions in the course of being ranked.
pub struct Suggestions<'r> {
    advisor: Advisor<'r>,
    request: SuggestRequest,
    stream: Stream,
    mine: Courses,
    public: Courses,
    own: Draws,
    open: Draws,
    list: Vec<Suggestion>,
    progress: SuggestProgress,
    /// By card, whether its holder, who remembers, has shown it to the player.
    again: Vec<bool>,
}

/// Deals that were drawn.
#[derive(Default)]
struct Draws {
    deals: Vec<Drawn>,
    tables: BTreeMap<Vec<usize>, usize>,
}

struct Drawn {
    holder_of: Vec<u8>,
    table: usize,
    /// Decides which card is shown.
    pick: u32,
}

impl Draws {
    fn draw(
        &mut self,
        courses: &Courses,
        many: usize,
        table: usize,
        (stream, stop): (&mut Stream, &Stop),
    ) -> Result<(), Stopped> {
        for _ in 0..many {
            stop.count(1)?;
            let Some(holder_of) = courses.draw_deal(stream) else { return Ok(()) };
            let on_table = |&card: &usize| usize::from(holder_of[card]) == table;
            let cards = (0..holder_of.len()).filter(on_table).collect();
            let next = self.tables.len();
            let table = *self.tables.entry(cards).or_insert(next);
            let pick = (stream.word() >> 32) as u32;
            self.deals.push(Drawn { holder_of, table, pick });
        }
        Ok(())
    }
}

impl<'r> Advisor<'r> {
    /// Suspicions to make, to be ranked step by step.
    pub fn suggest(&self, request: SuggestRequest) -> Result<Suggestions<'r>, NoAdvice> {
        let list = self.suspicions(&request.reachable)?;
        Ok(Suggestions {
            advisor: self.clone(),
            stream: Stream::new("suggest", request.seed),
            request,
            mine: self.record.courses_of(self.me)?,
            public: self.record.public_courses()?,
            own: Draws::default(),
            open: Draws::default(),
            list,
            progress: SuggestProgress::Starting,
            again: self.shown_again(),
        })
    }

    /// By card, whether somebody who remembers has shown it to the player.
    fn shown_again(&self) -> Vec<bool> {
        let mut again = vec![false; self.record.cards().count()];
        for event in self.record.events() {
            if let Event::Shows { requester, respondent, card: Some(card), .. } = event
                && *requester == self.me
                && self.record.remembers(*respondent)
            {
                again[card.index()] = true;
            }
        }
        again
    }

    /// All suspicions, in order.
    fn suspicions(&self, reachable: &[Card]) -> Result<Vec<Suggestion>, NoAdvice> {
        let mut all: Vec<Vec<Card>> = vec![Vec::new()];
        for category in self.categories {
            let named: Vec<Card> =
                category.iter().copied().filter(|card| reachable.contains(card)).collect();
            let named = if named.is_empty() { category.clone() } else { named };
            if all.len().saturating_mul(named.len()) > MOST_SUSPICIONS {
                return Err(Limit::Work(MOST_SUSPICIONS as u64).into());
            }
            let with = |cards: &Vec<Card>| {
                let cards = cards.clone();
                named.clone().into_iter().map(move |card| [&cards[..], &[card]].concat())
            };
            all = all.iter().flat_map(with).collect();
        }
        all.retain(|cards| !cards.is_empty());
        Ok(all.into_iter().map(Suggestion::new).collect())
    }
}

impl Suggestion {
    fn new(cards: Vec<Card>) -> Self {
        let (gain, leak, score) = (0.0, 0.0, 0.0);
        let (basis, answers, exact) = (Basis::Drawn(0), Vec::new(), None);
        Self { cards, gain, leak, score, basis, answers, exact }
    }
}

impl Suggestions<'_> {
    /// How far it is.
    pub fn progress(&self) -> SuggestProgress {
        self.progress
    }

    /// All suspicions as they are ranked now, the best first; in order where they are equal.
    pub fn ranked(&self) -> Vec<&Suggestion> {
        let mut ranked: Vec<&Suggestion> = self.list.iter().collect();
        ranked.sort_by(|one, two| two.score.total_cmp(&one.score));
        ranked
    }

    /// Makes all steps.
    pub fn finish(&mut self) -> Result<(), NoAdvice> {
        while self.progress != SuggestProgress::Done {
            self.step()?;
        }
        Ok(())
    }

    /// Makes a step: little enough that whoever waits can be shown what was found.
    pub fn step(&mut self) -> Result<SuggestProgress, NoAdvice> {
        self.progress = match self.progress {
            SuggestProgress::Starting => {
                self.draw(FEW)?;
                self.rank(0, self.list.len())?;
                SuggestProgress::Drawing
            }
            SuggestProgress::Drawing
                if self.own.deals.len() < MANY && !self.own.deals.is_empty() =>
            {
                self.draw(BATCH)?;
                SuggestProgress::Drawing
            }
            SuggestProgress::Drawing => SuggestProgress::Ranking(0, self.list.len()),
            SuggestProgress::Ranking(done, all) if done < all => {
                let next = (done + RANKED).min(all);
                self.rank(done, next)?;
                SuggestProgress::Ranking(next, all)
            }
            SuggestProgress::Ranking(..) => SuggestProgress::Refining(0),
            SuggestProgress::Refining(done) => match self.refine()? {
                true => SuggestProgress::Refining(done + 1),
                false => SuggestProgress::Done,
            },
            SuggestProgress::Done => SuggestProgress::Done,
        };
        Ok(self.progress)
    }

    fn draw(&mut self, many: usize) -> Result<(), NoAdvice> {
        let table = self.advisor.record.agents().count();
        let stop = &self.advisor.stop;
        let own = self.own.draw(&self.mine, many, table, (&mut self.stream, stop));
        let drawn =
            own.and_then(|()| self.open.draw(&self.public, many, table, (&mut self.stream, stop)));
        drawn.map_err(|Stopped| self.unfinished(0))
    }

    /// The work was ended after so many suspicions were ranked.
    fn unfinished(&self, done: usize) -> NoAdvice {
        NoAdvice::Unfinished(Unfinished { piece: Piece::Suspicions, done, of: self.list.len() })
    }

    /// Estimates some suspicions from what was drawn.
    fn rank(&mut self, from: usize, to: usize) -> Result<(), NoAdvice> {
        for at in from..to {
            self.estimate(at).map_err(|Stopped| self.unfinished(at))?;
        }
        Ok(())
    }

    /// Estimates a suspicion from what was drawn.
    fn estimate(&mut self, at: usize) -> Result<(), Stopped> {
        let others = self.advisor.respondents();
        let (weight, stop) = (self.request.leak_weight, &self.advisor.stop);
        let asked = self.list[at].cards.clone();
        let turns = turns(&others, self.advisor.record.agents().count());
        let hearing =
            Hearing { cards: &asked, turns: &turns, many: others.len(), again: &self.again };
        let (columns, heard_columns) = hearing.columns(self.request.asked);
        let mut seen = Joint::new(self.own.tables.len(), columns);
        let mut heard = Joint::new(self.open.tables.len(), heard_columns);
        for deals in self.own.deals.chunks(MOST_STEPS_AT_ONCE as usize) {
            stop.count(deals.len() as u64)?;
            for drawn in deals {
                seen.add(drawn.table, hearing.seen(drawn, self.request.asked));
            }
        }
        for deals in self.open.deals.chunks(MOST_STEPS_AT_ONCE as usize) {
            stop.count(deals.len() as u64)?;
            for drawn in deals {
                heard.add(drawn.table, hearing.heard(drawn, self.request.asked));
            }
        }
        let suggestion = &mut self.list[at];
        suggestion.answers = match self.request.asked {
            Asked::UntilOneShows => drawn_answers(&seen.columns(), &asked, &others),
            Asked::Everybody => Vec::new(),
        };
        suggestion.basis = Basis::Drawn(self.own.deals.len());
        suggestion.set_score(seen.information(), heard.information(), weight);
        Ok(())
    }

    /// Makes the best suspicion exact that is not yet; false if enough are.
    fn refine(&mut self) -> Result<bool, NoAdvice> {
        let best = self.best();
        if !best.iter().all(|&at| self.can_be_exact(at)) {
            return Ok(false);
        }
        let inexact = best.iter().copied().find(|&at| self.list[at].exact.is_none());
        if let Some(at) = inexact {
            self.make_exact(at)?;
            return Ok(true);
        }
        let is_open = |at: usize| {
            self.list[at]
                .exact
                .as_ref()
                .is_some_and(|exact| exact.warnings.is_none() || exact.leaks.is_none())
        };
        let Some(at) = best.into_iter().find(|&at| is_open(at)) else { return Ok(false) };
        self.add_details(at)?;
        Ok(true)
    }

    /// Whether a suspicion has few enough different answers.
    fn can_be_exact(&self, at: usize) -> bool {
        let many = self.advisor.respondents().len();
        let hearing = Hearing { cards: &self.list[at].cards, turns: &[], many, again: &self.again };
        hearing.columns(self.request.asked).0 <= MOST_ANSWERS
    }

    /// The places of the best suspicions.
    fn best(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.list.len()).collect();
        places.sort_by(|&one, &two| self.list[two].score.total_cmp(&self.list[one].score));
        places.truncate(self.request.exact);
        places
    }

    fn make_exact(&mut self, at: usize) -> Result<(), NoAdvice> {
        let (record, me) = (self.advisor.record, self.advisor.me);
        let (others, cards) = (self.advisor.respondents(), self.list[at].cards.clone());
        let inquiry = Inquiry { others: &others, cards: &cards, asked: self.request.asked };
        self.advisor.go_on(Piece::Suspicions, 0, self.list.len())?;
        let seen = record.answers(me, inquiry, Holder::Table)?;
        let heard = record.answers_in_public(inquiry, Holder::Table)?;
        let weight = self.request.leak_weight;
        let suggestion = &mut self.list[at];
        suggestion.basis = Basis::Exact;
        suggestion.set_score(expected_gain(&seen), expected_gain(&heard), weight);
        let exact = ExactAnswers::new(&seen);
        let chance = |(reply, chance): &(Reply, Chance)| Answering {
            reply: reply.clone(),
            chance: chance.value(),
        };
        suggestion.answers = exact.answers.iter().map(chance).collect();
        suggestion.exact = Some(exact);
        Ok(())
    }

    /// Finds out what a suspicion gives away, and what each opponent learns.
    fn add_details(&mut self, at: usize) -> Result<(), NoAdvice> {
        let advisor = self.advisor.clone();
        let cards = self.list[at].cards.clone();
        let Some(exact) = &mut self.list[at].exact else { return Ok(()) };
        if exact.warnings.is_none() {
            let mut warnings = advisor.hand_warnings(&cards, self.request.asked)?;
            warnings.extend(advisor.table_warnings(&cards, &exact.settling)?);
            exact.warnings = Some(warnings);
            return Ok(());
        }
        let mut stream = Stream::new("suggest, opponents", self.request.seed);
        let courses = (0..self.request.courses).map_while(|_| self.mine.draw(&mut stream));
        let courses: Vec<_> = courses.collect();
        let others = advisor.respondents();
        let mut leaks = Vec::new();
        for opponent in advisor.rivals() {
            let mut bits = 0.0;
            for (done, course) in courses.iter().enumerate() {
                advisor.go_on(Piece::Courses, done, courses.len())?;
                let inquiry = Inquiry { others: &others, cards: &cards, asked: self.request.asked };
                let heard =
                    advisor.record.answers_heard_in(course, opponent, inquiry, Holder::Table)?;
                bits += expected_gain(&heard) / courses.len() as f64;
            }
            leaks.push(Leak { opponent, bits });
        }
        exact.leaks = Some(leaks);
        Ok(())
    }
}

impl Suggestion {
    fn set_score(&mut self, gain: f64, leak: f64, weight: f64) {
        (self.gain, self.leak) = (gain, leak);
        self.score = gain - weight * leak;
    }
}

impl ExactAnswers {
    fn new(answers: &[Answer]) -> Self {
        let all: UBig = answers.iter().map(Answer::weight).sum();
        let chance = |answer: &Answer| Chance { part: answer.weight(), all: all.clone() };
        let was_open = together(answers).len() > 1;
        let settling: Vec<&Answer> =
            answers.iter().filter(|answer| was_open && answer.hands.len() == 1).collect();
        let part = settling.iter().map(|answer| answer.weight()).sum();
        Self {
            settling: settling.iter().map(|answer| answer.reply.clone()).collect(),
            settles: Chance { part, all: all.clone() },
            answers: answers.iter().map(|answer| (answer.reply.clone(), chance(answer))).collect(),
            leaks: None,
            warnings: None,
        }
    }
}

/// By place of the holder, when it is their turn to answer; after the last turn, if they do not.
fn turns(others: &[Agent], players: usize) -> Vec<usize> {
    let mut turns = vec![others.len(); players + 1];
    for (turn, agent) in others.iter().enumerate() {
        turns[agent.index()] = turn;
    }
    turns
}

/// What is seen and heard when cards are asked for, as numbers.
struct Hearing<'h> {
    cards: &'h [Card],
    turns: &'h [usize],
    /// How many are asked.
    many: usize,
    /// By card, whether it is shown again rather than another one.
    again: &'h [bool],
}

impl Hearing<'_> {
    /// How many different things can be seen, and heard.
    fn columns(&self, asked: Asked) -> (usize, usize) {
        match asked {
            Asked::UntilOneShows => (self.many * self.cards.len() + 1, self.many + 1),
            Asked::Everybody => ((self.many + 1).pow(self.cards.len() as u32), 1 << self.many),
        }
    }

    /// When it is the turn of who holds a card in a deal.
    fn turn(&self, drawn: &Drawn, card: Card) -> usize {
        self.turns[usize::from(drawn.holder_of[card.index()])]
    }

    /// The place of the card that somebody shows, by their turn.
    fn shown(&self, drawn: &Drawn, turn: usize) -> usize {
        let held = |at: &usize| self.turn(drawn, self.cards[*at]) == turn;
        let held: Vec<usize> = (0..self.cards.len()).filter(held).collect();
        let is_again = |at: &&usize| self.again[self.cards[**at].index()];
        let again: Vec<usize> = held.iter().filter(is_again).copied().collect();
        let choice = if again.is_empty() { held } else { again };
        choice.get(drawn.pick as usize % choice.len().max(1)).copied().unwrap_or(0)
    }

    /// Whose turn ends it: the first who has one of the cards; after the last turn, nobody.
    fn first(&self, drawn: &Drawn) -> usize {
        self.cards.iter().map(|&card| self.turn(drawn, card)).min().unwrap_or(self.many)
    }

    /// What who asks sees in a deal.
    fn seen(&self, drawn: &Drawn, asked: Asked) -> usize {
        match (asked, self.first(drawn)) {
            (Asked::UntilOneShows, first) if first < self.many => {
                first * self.cards.len() + self.shown(drawn, first)
            }
            (Asked::UntilOneShows, _) => self.many * self.cards.len(),
            (Asked::Everybody, _) => self.cards.iter().enumerate().fold(0, |all, (at, &card)| {
                let turn = self.turn(drawn, card);
                let is_shown = turn < self.many && self.shown(drawn, turn) == at;
                all * (self.many + 1) + if is_shown { turn } else { self.many }
            }),
        }
    }

    /// What the others hear in a deal.
    fn heard(&self, drawn: &Drawn, asked: Asked) -> usize {
        match asked {
            Asked::UntilOneShows => self.first(drawn),
            Asked::Everybody => {
                let turns = self.cards.iter().map(|&card| self.turn(drawn, card));
                turns.filter(|&turn| turn < self.many).fold(0, |all, turn| all | 1 << turn)
            }
        }
    }
}

/// The answers that were drawn.
fn drawn_answers(counts: &[u32], cards: &[Card], others: &[Agent]) -> Vec<Answering> {
    let all: u32 = counts.iter().sum();
    let reply = |at: usize| match others.get(at / cards.len()) {
        Some(&agent) => Reply::Shows(agent, Some(cards[at % cards.len()])),
        None => Reply::Nobody,
    };
    let drawn = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let chance = |count: u32| share(&UBig::from(count), &UBig::from(all));
    drawn.map(|(at, &count)| Answering { reply: reply(at), chance: chance(count) }).collect()
}
