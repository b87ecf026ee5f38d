//! Values of small games (thesis sec. 2.6): the probability that the player who begins wins, if both play as well as they
//! can. Two players hold some cards, others lie on the table, and who knows the table wins. A question is for one or for one
//! of two cards, and nobody asks the same twice.
//!
//! All answers are seen by both, so the deals that are possible for all that is public are all that there is to a
//! state. Only games are solved in which player 1 asks, then 2 does, and then 1 wins whatever was asked, as in those of the
//! thesis: the program looks at all plays and gives up if that is not so. So what a question of 1 is worth depends on what
//! 2, who knows how 1 chooses, makes of it. Cards can be renamed, so that 1 loses nothing by choosing among questions
//! with equally many cards of their own by lot; what 1 decides is how often to ask for how many. The value is the most of a
//! concave function of that, which is linear in pieces.

use crate::exact::{Exact, RBig};
use hexa_logic::{Stop, Stopped};
use std::collections::{BTreeMap, BTreeSet};

/// A game of two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableGame {
    /// How many cards each player holds.
    pub hands: [u32; 2],
    /// How many cards lie on the table.
    pub table: u32,
    /// For one of how many cards players ask.
    pub asked: u32,
}

/// The value of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GameValue {
    /// The probability that player 1 wins, before the deal.
    pub value: Exact,
    /// How often player 1 first asks for 0, 1, ... cards of their own.
    pub own: Vec<Exact>,
}

/// Why the value was not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoValue {
    /// There are too many cards, none on the table, or a question is not for one or two of them.
    NoGame,
    /// Which card is shown matters, or player 1 may not win with the second question.
    LongerPlay,
    /// Somebody asked for the end of the work.
    Stopped,
}

impl From<Stopped> for NoValue {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Games with more cards are not solved.
pub const MOST_CARDS: u32 = 7;

/// The value of a game.
pub fn value(game: TableGame, stop: &Stop) -> Result<GameValue, NoValue> {
    let sum = game.hands.iter().chain([&game.table]).try_fold(0u32, |sum, of| sum.checked_add(*of));
    let fits = sum.is_some_and(|sum| sum <= MOST_CARDS && game.asked <= sum)
        && (1..=2).contains(&game.asked)
        && game.table > 0;
    if !fits {
        return Err(NoValue::NoGame);
    }
    let (value, own) = Solving { game, deals: deals(game), stop }.value()?;
    Ok(GameValue { value: Exact(value), own: own.into_iter().map(Exact).collect() })
}

/// A set of cards, a bit for each.
type CardSet = u32;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Dealt {
    hands: [CardSet; 2],
    table: CardSet,
}

/// The deals that are possible for all that is public.
type Public = BTreeSet<Dealt>;

/// A shown card, or none.
type Reply = Option<CardSet>;

/// Who asks.
const FIRST: usize = 0;
const SECOND: usize = 1;

/// For each number of own cards asked for, the probability to win so, before 1 chooses among the questions: a linear
/// function of how often 1 does.
type Worth = Vec<RBig>;

fn cards(game: TableGame) -> u32 {
    game.hands[FIRST] + game.hands[SECOND] + game.table
}

fn sets(game: TableGame, size: u32) -> Vec<CardSet> {
    (0..1 << cards(game)).filter(|set: &CardSet| set.count_ones() == size).collect()
}

fn deals(game: TableGame) -> Public {
    let all: CardSet = (1 << cards(game)) - 1;
    let [first, second] = game.hands.map(|size| sets(game, size));
    let apart = first.iter().flat_map(|&one| second.iter().map(move |&two| [one, two]));
    let apart = apart.filter(|[one, two]| one & two == 0);
    apart.map(|hands| Dealt { hands, table: all & !hands[0] & !hands[1] }).collect()
}

/// What can be answered to a question.
fn replies(question: CardSet, hand: CardSet) -> Vec<Reply> {
    match question & hand {
        0 => vec![None],
        shown => {
            (0..MOST_CARDS).map(|card| 1 << card & shown).filter(|&c| c != 0).map(Some).collect()
        }
    }
}

fn is_true(reply: Reply, question: CardSet, hand: CardSet) -> bool {
    match reply {
        Some(card) => hand & card != 0,
        None => hand & question == 0,
    }
}

/// Whether somebody with this hand knows the table.
fn knows(public: &Public, player: usize, hand: CardSet) -> bool {
    let tables = public.iter().filter(|deal| deal.hands[player] == hand).map(|deal| deal.table);
    tables.collect::<BTreeSet<CardSet>>().len() == 1
}

fn after_reply(public: &Public, asker: usize, question: CardSet, reply: Reply) -> Public {
    let kept = |deal: &&Dealt| is_true(reply, question, deal.hands[1 - asker]);
    public.iter().filter(kept).copied().collect()
}

/// Who asked does not win.
fn after_pass(public: &Public, asker: usize) -> Public {
    let kept = |deal: &&Dealt| !knows(public, asker, deal.hands[asker]);
    public.iter().filter(kept).copied().collect()
}

/// Whether a question makes somebody win for certain.
fn wins_by(public: &Public, player: usize, hand: CardSet, question: CardSet) -> bool {
    let possible = public.iter().filter(|deal| deal.hands[player] == hand);
    let all: BTreeSet<Reply> =
        possible.flat_map(|deal| replies(question, deal.hands[1 - player])).collect();
    all.into_iter().all(|reply| knows(&after_reply(public, player, question, reply), player, hand))
}

/// A game that is being solved.
struct Solving<'s> {
    game: TableGame,
    deals: Public,
    stop: &'s Stop,
}

impl Solving<'_> {
    /// Whether 2 wins by a question in this deal, which may not depend on which card 1 shows. If not, 1 must be
    /// certain to win in the next move, by a question that 1 did not ask before.
    fn second_wins(
        &self,
        public: &Public,
        deal: Dealt,
        first_question: CardSet,
        question: CardSet,
    ) -> Result<bool, NoValue> {
        let mut outcomes = BTreeSet::new();
        for reply in replies(question, deal.hands[FIRST]) {
            self.stop.count(1)?;
            let next = after_reply(public, SECOND, question, reply);
            let won = knows(&next, SECOND, deal.hands[SECOND]);
            outcomes.insert(won);
            let next = after_pass(&next, SECOND);
            let again = sets(self.game, self.game.asked);
            let mut last = again.into_iter().filter(|&again| again != first_question);
            if !won && !last.any(|last| wins_by(&next, FIRST, deal.hands[FIRST], last)) {
                return Err(NoValue::LongerPlay);
            }
        }
        match outcomes.len() {
            1 => Ok(outcomes.contains(&true)),
            _ => Err(NoValue::LongerPlay),
        }
    }

    /// The choices of 2 who has been asked: for each what is left for 1.
    fn choices(&self, hand: CardSet, question: CardSet) -> Result<BTreeSet<Worth>, NoValue> {
        let asked = self.game.asked;
        let none = vec![RBig::ZERO; asked as usize + 1];
        let mut worths = BTreeSet::new();
        for reply in replies(question, hand) {
            self.stop.count(1)?;
            let next = after_reply(&self.deals, FIRST, question, reply);
            let public = after_pass(&next, FIRST);
            // Deals in which 1 goes on; where 1 has won there is no choice.
            let mine: Vec<Dealt> =
                public.iter().filter(|deal| deal.hands[SECOND] == hand).copied().collect();
            if sets(self.game, asked).into_iter().any(|again| wins_by(&public, SECOND, hand, again))
            {
                worths.insert(none.clone());
                continue;
            }
            for again in sets(self.game, asked) {
                let mut worth = none.clone();
                for &deal in &mine {
                    if !self.second_wins(&public, deal, question, again)? {
                        let own = (question & deal.hands[FIRST]).count_ones();
                        worth[own as usize] += self.chance(own);
                    }
                }
                worths.insert(worth);
            }
        }
        Ok(worths)
    }

    /// How many questions there are with so many own cards.
    fn questions(&self, own: u32) -> u32 {
        let choose = |n: u32, k: u32| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
        let (hand, others) = (self.game.hands[FIRST], cards(self.game) - self.game.hands[FIRST]);
        let rest = self.game.asked - own;
        if own > hand || rest > others { 0 } else { choose(hand, own) * choose(others, rest) }
    }

    /// The probability of a deal and of one of the questions with so many own cards.
    fn chance(&self, own: u32) -> RBig {
        RBig::ONE / RBig::from(self.deals.len() * self.questions(own).max(1) as usize)
    }

    /// What 1 wins at once. That may only be so when nothing is shown, which 2 does not choose.
    fn at_once(&self) -> Result<Worth, NoValue> {
        let mut worth = vec![RBig::ZERO; self.game.asked as usize + 1];
        for deal in &self.deals {
            for question in sets(self.game, self.game.asked) {
                self.stop.count(1)?;
                let own = (question & deal.hands[FIRST]).count_ones();
                for reply in replies(question, deal.hands[SECOND]) {
                    let next = after_reply(&self.deals, FIRST, question, reply);
                    match (knows(&next, FIRST, deal.hands[FIRST]), reply) {
                        (true, None) => worth[own as usize] += self.chance(own),
                        // 2 has no choice of what to show.
                        (true, Some(_)) if replies(question, deal.hands[SECOND]).len() == 1 => {
                            worth[own as usize] += self.chance(own);
                        }
                        (true, Some(_)) => return Err(NoValue::LongerPlay),
                        (false, _) => {}
                    }
                }
            }
        }
        Ok(worth)
    }

    /// The value, and how often to ask for how many own cards.
    fn value(&self) -> Result<(RBig, Worth), NoValue> {
        let at_once = self.at_once()?;
        let mut situations: BTreeMap<BTreeSet<Worth>, u32> = BTreeMap::new();
        for hand in sets(self.game, self.game.hands[SECOND]) {
            for question in sets(self.game, self.game.asked) {
                *situations.entry(self.choices(hand, question)?).or_default() += 1;
            }
        }
        let gained = |often: &Worth| {
            let left = situations.iter().map(|(choices, &times)| {
                let least = choices.iter().map(|worth| product(worth, often)).min();
                least.unwrap_or(RBig::ZERO) * RBig::from(times)
            });
            product(&at_once, often) + left.fold(RBig::ZERO, |sum, part| sum + part)
        };
        let can_be_asked = |often: &Worth| {
            often.iter().zip(0..).all(|(of, own)| *of == RBig::ZERO || self.questions(own) > 0)
        };
        let points = corners(&situations, self.game.asked as usize + 1);
        let best = points.into_iter().filter(can_be_asked).max_by_key(gained);
        // There is a corner at least where only one kind of question is asked.
        let best = best.ok_or(NoValue::NoGame)?;
        Ok((gained(&best), best))
    }
}

fn product(worth: &Worth, often: &Worth) -> RBig {
    worth.iter().zip(often).fold(RBig::ZERO, |sum, (left, right)| sum + left * right)
}

/// The points where the most can be: on as many lines as there are dimensions, each where two choices of 2 are worth the same
/// or where something is never asked.
fn corners(situations: &BTreeMap<BTreeSet<Worth>, u32>, kinds: usize) -> Vec<Worth> {
    let unit = |at: usize| (0..kinds).map(|of| RBig::from(u8::from(of == at))).collect::<Worth>();
    let mut lines: BTreeSet<Worth> = (0..kinds).map(unit).collect();
    for choices in situations.keys() {
        for left in choices {
            for right in choices {
                lines.insert(left.iter().zip(right).map(|(left, right)| left - right).collect());
            }
        }
    }
    let lines: Vec<Worth> = lines.into_iter().collect();
    let points: BTreeSet<Worth> = match kinds {
        2 => lines.iter().filter_map(|line| crossing(&[line])).collect(),
        _ => {
            let pairs = lines.iter().flat_map(|one| lines.iter().map(move |two| [one, two]));
            pairs.filter_map(|pair| crossing(&pair)).collect()
        }
    };
    points.into_iter().filter(|point| point.iter().all(|often| *often >= RBig::ZERO)).collect()
}

/// The point on these lines whose parts add up to one, if there is just one: by Cramer's rule.
fn crossing(lines: &[&Worth]) -> Option<Worth> {
    let kinds = lines.len() + 1;
    let minor = |without: usize| {
        let rest: Vec<usize> = (0..kinds).filter(|&at| at != without).collect();
        let sign = if (without + kinds) % 2 == 1 { RBig::ONE } else { -RBig::ONE };
        match rest[..] {
            [at] => sign * &lines[0][at],
            [at, other] => {
                sign * (&lines[0][at] * &lines[1][other] - &lines[0][other] * &lines[1][at])
            }
            _ => RBig::ZERO,
        }
    };
    let minors: Vec<RBig> = (0..kinds).map(minor).collect();
    let whole = minors.iter().fold(RBig::ZERO, |sum, minor| sum + minor);
    (whole != RBig::ZERO).then(|| minors.into_iter().map(|minor| minor / &whole).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(hands: [u32; 2], table: u32, asked: u32) -> Result<String, NoValue> {
        value(TableGame { hands, table, asked }, &Stop::new()).map(|found| found.value.to_string())
    }

    /// Thesis sec. 2.6, where both are said to be 7/9.
    #[test]
    fn two_cards_each_and_one_on_the_table() {
        assert_eq!(found([2, 2], 1, 1).as_deref(), Ok("7/9"));
        assert_eq!(found([2, 2], 1, 2).as_deref(), Ok("20/27"));
    }

    #[test]
    fn games_that_are_not_solved_say_so() {
        assert_eq!(found([2, 2], 0, 1), Err(NoValue::NoGame));
        assert_eq!(found([u32::MAX, 2], 1, 1), Err(NoValue::NoGame));
        assert_eq!(found([3, 3], 1, 1), Err(NoValue::LongerPlay));
        let stopped = value(TableGame { hands: [2, 2], table: 1, asked: 1 }, &Stop::after(3));
        assert_eq!(stopped, Err(NoValue::Stopped));
    }
}
