//! Whether to accuse now or to wait. To accuse now wins as likely as the best candidate is right. To wait wins as often as the
//! player wins games that are [played on](super::playout) in courses drawn from what the player considers possible, when the player
//! accuses only when certain. So many are played that the two are told apart with the stated confidence, or else it is
//! too close to call. To accuse where that is better is therefore never worse than to accuse only when certain, as long as the
//! others play as they are set.
//!
//! Where drawing starts is fixed: the same position has the same answer.

use super::confidence::{DrawnChance, Interval};
use super::playout::{GameRequest, Playout};
use super::{Advisor, NoAdvice, Piece};
use super::{MOST_CARDS, set_of};
use crate::cluedo::CluedoCards;
use crate::cluedo::players::clues::{Clues, Dealt};
use hexa_engine::deals::{Chance, Event, Grid, WeighedHand};
use hexa_engine::{Limit, UBig};
use hexa_logic::{Agent, Card, Stream};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuessRequest {
    /// The game as it stands.
    pub game: GameRequest,
    /// So many games are played on at most.
    pub most: usize,
}

impl GuessRequest {
    /// With a usual number of games.
    pub fn new(game: GameRequest) -> Self {
        Self { game, most: 4000 }
    }
}

/// What may be on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The cards.
    pub table: Vec<Card>,
    /// How likely they are there.
    pub chance: Chance,
}

/// How often an opponent wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// Who.
    pub opponent: Agent,
    /// In how many of the games.
    pub wins: DrawnChance,
}

/// What is better.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Recommendation {
    /// The table is known.
    Accuse,
    /// It is not sure, but to accuse wins more often than to wait.
    Risk,
    /// To wait wins more often.
    Wait,
    /// It could not be told which is better.
    TooClose,
}

/// Whether to accuse, and the numbers that led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Guess {
    /// What is likeliest on the table; of several, the first.
    pub best: Candidate,
    /// How many tables are possible.
    pub candidates: usize,
    /// In how many of the games the player wins by waiting.
    pub waiting: DrawnChance,
    /// Between what the chance to win by waiting lies, with the stated confidence; nothing, if the table is known.
    pub between: Option<Interval>,
    /// In how many rounds of moves somebody wins, on average.
    pub rounds: f64,
    /// The opponents who can still win, in the order in which they play.
    pub threats: Vec<Threat>,
    /// What is better.
    pub recommendation: Recommendation,
}

/// So many games are played at least, so that the chances can be told well enough; then after so many it is looked whether they
/// decide.
const LEAST: usize = 256;
const BATCH: usize = 64;

impl Advisor<'_> {
    /// Whether to accuse now.
    pub fn guess(&self, request: &GuessRequest) -> Result<Guess, NoAdvice> {
        let tables = self.record.tables_of(self.me)?;
        let best = likeliest(&tables);
        let (candidates, chance) = (tables.len(), best.chance.value());
        let threat = |opponent| Threat { opponent, wins: DrawnChance::default() };
        let threats = self.rivals().into_iter().map(threat).collect();
        let (waiting, between, recommendation) =
            (DrawnChance::default(), None, Recommendation::Accuse);
        let rounds = 0.0;
        let mut guess =
            Guess { best, candidates, waiting, between, rounds, threats, recommendation };
        if guess.best.chance.is_certain() {
            return Ok(guess);
        }
        let playout = self.playout(&request.game)?;
        let courses = self.record.courses_of(self.me)?;
        let mut stream = Stream::new("guess", 0);
        let (mut ended, mut rounds) = (0, 0);
        guess.recommendation = Recommendation::TooClose;
        for played in 1..=request.most {
            self.go_on(Piece::Courses, played - 1, request.most)?;
            let Some(course) = courses.draw(&mut stream) else { break };
            let end = playout.winner(&course, self.record.events(), None, &mut stream);
            let winner = end.map(|(winner, _)| winner);
            if let Some((_, round)) = end {
                ended += 1;
                rounds += round;
            }
            guess.waiting.add(winner == Some(self.me));
            for threat in &mut guess.threats {
                threat.wins.add(winner == Some(threat.opponent));
            }
            if played >= LEAST && played % BATCH == 0 && guess.waiting.excludes(chance) {
                guess.recommendation = match guess.waiting.value() < chance {
                    true => Recommendation::Risk,
                    false => Recommendation::Wait,
                };
                break;
            }
        }
        guess.rounds = rounds as f64 / f64::from(ended.max(1));
        guess.between = Some(guess.waiting.interval());
        Ok(guess)
    }

    /// In how many games the player wins who makes each of some suspicions now, of so many that are played on, in the same courses
    /// for each.
    pub fn compare_suspicions(
        &self,
        request: &GuessRequest,
        suspicions: &[CluedoCards],
    ) -> Result<Vec<usize>, NoAdvice> {
        let playout = self.playout(&request.game)?;
        let courses = self.record.courses_of(self.me)?;
        let mut stream = Stream::new("suspicions", 0);
        let mut wins = vec![0; suspicions.len()];
        for played in 0..request.most {
            self.go_on(Piece::Courses, played, request.most)?;
            let Some(course) = courses.draw(&mut stream) else { break };
            let word = stream.word();
            for (wins, &cards) in wins.iter_mut().zip(suspicions) {
                let mut stream = Stream::of_seed(word);
                let end = playout.winner(&course, self.record.events(), Some(cards), &mut stream);
                *wins += usize::from(end.is_some_and(|(winner, _)| winner == self.me));
            }
        }
        Ok(wins)
    }

    /// What games are played on from.
    fn playout<'g>(&self, game: &'g GameRequest) -> Result<Playout<'g>, NoAdvice> {
        let grid = self.record.grid_of(self.me)?;
        let dealt = self.dealt(&grid)?;
        let mut mine = Clues::new(&dealt);
        for (card, held) in grid.held.iter().enumerate() {
            for (holder, weight) in held.iter().enumerate() {
                if weight.is_zero() {
                    mine.lacks(&dealt, holder, 1 << card);
                } else if *weight == grid.total {
                    mine.holds(&dealt, holder, 1 << card);
                }
            }
        }
        for event in self.record.events() {
            if let Event::Shows { respondent, cards, .. } = event {
                mine.holds_one(respondent.index(), set_of(cards.iter().copied()));
            }
            if let Event::WrongAccusation { accused: Some(named), .. } = event {
                mine.is_not_envelope(set_of(named.iter().copied()));
            }
        }
        _ = mine.conclude(&dealt);
        let on_table = |card: &usize| grid.held[*card].last().cloned().unwrap_or(UBig::ZERO);
        let mut likely: Vec<usize> = (0..grid.held.len()).collect();
        likely.sort_by_key(|card| std::cmp::Reverse(on_table(card)));
        let likely = likely.into_iter().map(|card| 1 << card).collect();
        Ok(Playout { dealt, me: self.me, game, mine, likely })
    }

    /// How many cards everybody has, and which are of which category.
    fn dealt(&self, grid: &Grid) -> Result<Dealt, NoAdvice> {
        let cards = grid.held.len();
        if cards > MOST_CARDS {
            return Err(Limit::Work(MOST_CARDS as u64).into());
        }
        let sizes = self.record.sizes()[..self.record.agents().count()].to_vec();
        let categories = self.categories.iter().map(|cards| set_of(cards.iter().copied()));
        let all = set_of((0..cards).map(Card::from_index));
        let dealt = Dealt { sizes, categories: categories.collect(), all };
        match dealt.fits() {
            true => Ok(dealt),
            false => Err(Limit::Work(MOST_CARDS as u64).into()),
        }
    }
}

/// The likeliest of some tables, the first of several.
fn likeliest(tables: &[WeighedHand]) -> Candidate {
    let all = tables.iter().map(|(_, weight)| weight).sum();
    let best = tables.iter().rev().max_by_key(|(_, weight)| weight);
    let (table, part) = best.cloned().unwrap_or_default();
    Candidate { table, chance: Chance { part, all } }
}
