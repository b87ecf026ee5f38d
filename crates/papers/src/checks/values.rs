//! Values of games (thesis sec. 2.6): the probability that the player who begins wins, if both play as well as they
//! can. Two players hold two cards each, one card lies on the table, and who knows the table wins.
//!
//! All answers are seen by both, so the deals that are possible for all that is public are all that there is to a
//! state. Player 1 asks, then 2 does, and then 1 wins, whatever was asked: the program looks at all plays and gives up if
//! that is not so. So what a question of 1 is worth depends on what 2, who knows how 1 chooses, makes of it. Cards can be
//! renamed, so that 1 loses nothing if he chooses among questions with equally many of his own cards by lot; what he
//! decides is how often he asks for how many. The value is the most of a concave function of that, which is linear in
//! pieces.

use super::snippet::verdict_or_open;
use super::{Check, Work};
use crate::Verdict;
use dashu_ratio::RBig;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "value with questions for one card", at: file!(), run: one_card },
    Check { name: "value with questions for two cards", at: file!(), run: two_cards },
];

const CARDS: u32 = 5;

/// A set of cards, a bit for each.
type Hand = u32;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Deal {
    hands: [Hand; 2],
    table: Hand,
}

/// The deals that are possible for all that is public.
type Public = BTreeSet<Deal>;

/// A shown card, or none.
type Answer = Option<Hand>;

/// Who asks.
const FIRST: usize = 0;
const SECOND: usize = 1;

fn one_card(work: &Work) -> Verdict {
    verdict_or_open(is_value(work, 1, &ratio(7, 9)))
}

fn two_cards(work: &Work) -> Verdict {
    verdict_or_open(is_value(work, 2, &ratio(7, 9)))
}

fn ratio(of: i32, parts: u32) -> RBig {
    RBig::from_parts(of.into(), parts.into())
}

fn is_value(work: &Work, asked: u32, claimed: &RBig) -> Result<Verdict, String> {
    let (value, often) = value(asked)?;
    let how: Vec<String> = often.iter().map(ToString::to_string).collect();
    let how = how.join(", ");
    let told =
        format!("the value is {value}: ask for 0, 1, ... of your own cards with probability {how}");
    work.tell(told.clone());
    Ok(super::holds_if(value == *claimed, || told))
}

fn sets(size: u32) -> Vec<Hand> {
    (0..1 << CARDS).filter(|set: &Hand| set.count_ones() == size).collect()
}

fn deals() -> Public {
    let all: Hand = (1 << CARDS) - 1;
    let pairs = || sets(2).into_iter();
    let apart = pairs().flat_map(|one| pairs().map(move |two| [one, two]));
    let apart = apart.filter(|[one, two]| one & two == 0);
    apart.map(|hands| Deal { hands, table: all & !hands[0] & !hands[1] }).collect()
}

/// What can be answered to a question.
fn answers(question: Hand, hand: Hand) -> Vec<Answer> {
    match question & hand {
        0 => vec![None],
        shown => {
            (0..CARDS).map(|card| 1 << card & shown).filter(|&card| card != 0).map(Some).collect()
        }
    }
}

fn is_true(answer: Answer, question: Hand, hand: Hand) -> bool {
    match answer {
        Some(card) => hand & card != 0,
        None => hand & question == 0,
    }
}

/// Whether somebody with this hand knows the table.
fn knows(public: &Public, player: usize, hand: Hand) -> bool {
    let tables = public.iter().filter(|deal| deal.hands[player] == hand).map(|deal| deal.table);
    tables.collect::<BTreeSet<Hand>>().len() == 1
}

fn after_answer(public: &Public, asker: usize, question: Hand, answer: Answer) -> Public {
    let kept = |deal: &&Deal| is_true(answer, question, deal.hands[1 - asker]);
    public.iter().filter(kept).copied().collect()
}

/// He who asked does not win.
fn after_pass(public: &Public, asker: usize) -> Public {
    let kept = |deal: &&Deal| !knows(public, asker, deal.hands[asker]);
    public.iter().filter(kept).copied().collect()
}

/// Whether a question makes somebody win for certain.
fn wins_by(public: &Public, player: usize, hand: Hand, question: Hand) -> bool {
    let possible = public.iter().filter(|deal| deal.hands[player] == hand);
    let replies = possible.flat_map(|deal| answers(question, deal.hands[1 - player]));
    let replies: BTreeSet<Answer> = replies.collect();
    replies
        .into_iter()
        .all(|answer| knows(&after_answer(public, player, question, answer), player, hand))
}

/// Whether 2 wins by his question in this deal, which may not depend on which card 1 shows. If he does not win, 1 must be
/// certain to win in his next move, by a question that he did not ask before.
fn second_wins(
    public: &Public,
    deal: Deal,
    first_question: Hand,
    question: Hand,
) -> Result<bool, String> {
    let size = question.count_ones();
    let mut outcomes = BTreeSet::new();
    for answer in answers(question, deal.hands[FIRST]) {
        let next = after_answer(public, SECOND, question, answer);
        let won = knows(&next, SECOND, deal.hands[SECOND]);
        outcomes.insert(won);
        let next = after_pass(&next, SECOND);
        let mut last = sets(size).into_iter().filter(|&again| again != first_question);
        if !won && !last.any(|last| wins_by(&next, FIRST, deal.hands[FIRST], last)) {
            return Err(format!("1 may not win in the second move: {deal:?}"));
        }
    }
    match outcomes.len() {
        1 => Ok(outcomes.contains(&true)),
        _ => Err(format!("what 1 shows matters: {deal:?}")),
    }
}

/// For each number of own cards asked for, the probability to win so, before 1 chooses among the questions: a linear
/// function of how often he does.
type Worth = Vec<RBig>;

/// The choices of 2 when he has been asked: for each what is left for 1.
fn choices(asked: u32, hand: Hand, question: Hand) -> Result<BTreeSet<Worth>, String> {
    let all = deals();
    let mut worths = BTreeSet::new();
    for answer in answers(question, hand) {
        let next = after_answer(&all, FIRST, question, answer);
        let public = after_pass(&next, FIRST);
        // Deals in which 1 goes on; where he has won there is no choice.
        let mine: Vec<Deal> =
            public.iter().filter(|deal| deal.hands[SECOND] == hand).copied().collect();
        if sets(asked).into_iter().any(|reply| wins_by(&public, SECOND, hand, reply)) {
            worths.insert(vec![RBig::ZERO; asked as usize + 1]);
            continue;
        }
        for reply in sets(asked) {
            let mut worth = vec![RBig::ZERO; asked as usize + 1];
            for &deal in &mine {
                if !second_wins(&public, deal, question, reply)? {
                    let own = (question & deal.hands[FIRST]).count_ones();
                    worth[own as usize] += chance(asked, own);
                }
            }
            worths.insert(worth);
        }
    }
    Ok(worths)
}

/// The probability of a deal and of one of the questions with so many own cards.
fn chance(asked: u32, own: u32) -> RBig {
    let choose = |n: u32, k: u32| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let questions = choose(2, own) * choose(CARDS - 2, asked - own);
    ratio(1, 30 * questions)
}

/// What 1 wins at once. That is so only when nothing is shown, which 2 does not choose.
fn at_once(asked: u32) -> Result<Worth, String> {
    let all = deals();
    let mut worth = vec![RBig::ZERO; asked as usize + 1];
    for deal in &all {
        for question in sets(asked) {
            let own = (question & deal.hands[FIRST]).count_ones();
            for answer in answers(question, deal.hands[SECOND]) {
                let next = after_answer(&all, FIRST, question, answer);
                match (knows(&next, FIRST, deal.hands[FIRST]), answer) {
                    (true, None) => worth[own as usize] += chance(asked, own),
                    (true, Some(_)) => return Err(format!("what 2 shows matters: {deal:?}")),
                    (false, _) => {}
                }
            }
        }
    }
    Ok(worth)
}

/// The value, and how often to ask for how many own cards.
fn value(asked: u32) -> Result<(RBig, Worth), String> {
    let at_once = at_once(asked)?;
    let mut situations: BTreeMap<BTreeSet<Worth>, u32> = BTreeMap::new();
    for hand in sets(2) {
        for question in sets(asked) {
            *situations.entry(choices(asked, hand, question)?).or_default() += 1;
        }
    }
    let gained = |often: &Worth| {
        let left = situations.iter().map(|(choices, &times)| {
            let least = choices.iter().map(|worth| product(worth, often)).min();
            least.unwrap_or(RBig::ZERO) * RBig::from(times)
        });
        product(&at_once, often) + left.fold(RBig::ZERO, |sum, part| sum + part)
    };
    let best = corners(&situations, asked as usize + 1).into_iter().max_by_key(gained);
    let best = best.ok_or("there is no way to play")?;
    Ok((gained(&best), best))
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
