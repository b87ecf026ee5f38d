//! Whether to accuse now or to wait. To accuse now wins as likely as the best candidate is right. To wait wins at most where
//! no opponent wins before the player's next move: that is found in courses drawn from what the player considers possible, in
//! each of which every opponent who knows the table wins, and every other one asks for the table that
//! is likeliest for them, is answered, and wins if they know it then. What they hear of one another's
//! questions meanwhile, and whether they can reach the room, is left out.

use super::{Advisor, NoAdvice, Piece};
use hexa_engine::deals::{Chance, Course, Event, Reply, WeighedHand};
use hexa_logic::{Agent, Card, Holder, Stream};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuessRequest {
    /// Where drawing starts.
    pub seed: u64,
    /// How many courses are drawn.
    pub courses: usize,
}

impl GuessRequest {
    /// With a usual number of courses.
    pub fn new(seed: u64) -> Self {
        Self { seed, courses: 16 }
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

/// How likely an opponent wins first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// Who.
    pub opponent: Agent,
    /// How likely they know the table already.
    pub knows: Chance,
    /// In how many of the courses drawn they are the first to know the table by the end of their next move.
    pub wins: usize,
}

/// What is better.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Recommendation {
    /// The table is known.
    Accuse,
    /// It is not sure, but to wait is no better.
    Risk,
    /// Waiting may be better.
    Wait,
}

/// Whether to accuse, and the numbers that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guess {
    /// What is likeliest on the table; of several, the first.
    pub best: Candidate,
    /// How many tables are possible.
    pub candidates: usize,
    /// The opponents who can still win, in the order in which they play.
    pub threats: Vec<Threat>,
    /// In how many of the courses drawn an opponent wins before the player's next move.
    pub lost: usize,
    /// How many courses were drawn.
    pub courses: usize,
    /// What is better.
    pub recommendation: Recommendation,
}

impl Advisor<'_> {
    /// Whether to accuse now.
    pub fn guess(&self, request: &GuessRequest) -> Result<Guess, NoAdvice> {
        let tables = self.record.tables_of(self.me)?;
        let best = likeliest(&tables);
        let mut threats = Vec::new();
        for opponent in self.opponents().into_iter().filter(|&one| self.is_playing(one)) {
            self.go_on(Piece::Opponents, threats.len(), self.opponents().len())?;
            let knows = self.record.knows_table(self.me, opponent)?;
            threats.push(Threat { opponent, knows, wins: 0 });
        }
        let courses = self.record.courses_of(self.me)?;
        let mut stream = Stream::new("guess", request.seed);
        let (mut lost, mut drawn) = (0, 0);
        let many = if best.chance.is_certain() { 0 } else { request.courses };
        for course in (0..many).map_while(|_| courses.draw(&mut stream)).collect::<Vec<_>>() {
            self.go_on(Piece::Courses, drawn, many)?;
            drawn += 1;
            if let Some(at) = self.first_to_win(&course, &threats, &mut stream)? {
                threats[at].wins += 1;
                lost += 1;
            }
        }
        let waiting = 1.0 - lost as f64 / drawn.max(1) as f64;
        let recommendation = match best.chance.is_certain() {
            true => Recommendation::Accuse,
            false if best.chance.value() >= waiting => Recommendation::Risk,
            false => Recommendation::Wait,
        };
        let candidates = tables.len();
        Ok(Guess { best, candidates, threats, lost, courses: drawn, recommendation })
    }

    /// Who accused wrongly has lost.
    fn is_playing(&self, agent: Agent) -> bool {
        let has_lost = |event: &Event| matches!(event, Event::WrongAccusation { accuser, .. } if *accuser == agent);
        !self.record.events().iter().any(has_lost)
    }

    /// The first opponent who knows the table by the end of their next move, in a course.
    fn first_to_win(
        &self,
        course: &Course,
        threats: &[Threat],
        stream: &mut Stream,
    ) -> Result<Option<usize>, NoAdvice> {
        for (at, Threat { opponent, .. }) in threats.iter().enumerate() {
            self.go_on(Piece::Opponents, at, threats.len())?;
            let tables = self.record.hands_in(course, *opponent, Holder::Table)?;
            if tables.len() > 1 {
                let asked = likeliest(&tables).table;
                let others = self.after(*opponent);
                let reply = reply(course, &others, &asked, stream);
                let after = self.record.hands_after_in(
                    course,
                    *opponent,
                    (&others, &asked),
                    reply,
                    Holder::Table,
                )?;
                if after.len() > 1 {
                    continue;
                }
            }
            return Ok(Some(at));
        }
        Ok(None)
    }
}

/// The likeliest of some tables, the first of several.
fn likeliest(tables: &[WeighedHand]) -> Candidate {
    let all = tables.iter().map(|(_, weight)| weight).sum();
    let best = tables.iter().rev().max_by_key(|(_, weight)| weight);
    let (table, part) = best.cloned().unwrap_or_default();
    Candidate { table, chance: Chance { part, all } }
}

/// How others answer in a course.
fn reply(course: &Course, others: &[Agent], cards: &[Card], stream: &mut Stream) -> Reply {
    for &agent in others {
        let held = cards.iter().copied();
        let held: Vec<Card> =
            held.filter(|&card| course.holds(Holder::Agent(agent), card)).collect();
        if let Some(&card) = stream.pick(&held) {
            return Reply::Shows(agent, Some(card));
        }
    }
    Reply::Nobody
}
