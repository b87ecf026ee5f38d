//! Agents who keep one model of the goal deck and one of each hand (Agents page, Logical Background): what
//! multiplying the models gives, and which suggestions come out of them.

use super::{Check, Work, holds_if};
use crate::Verdict;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "product of goal and hand models", at: file!(), run: product },
    Check { name: "suggesting the most frequent cards", at: file!(), run: suggestion },
    Check { name: "sets of goal worlds", at: file!(), run: sets_of_worlds },
];

/// Whether a player links the two worlds of a model.
type Linked = bool;

fn linked(link: Linked, v: usize, w: usize) -> bool {
    v == w || link
}

/// As the page says it: the links of the goal model between worlds with different goals, whatever the
/// hands are, and the links of the hand model between those with the same goal.
fn as_said(goal: Linked, hand: Linked, (g, h): (usize, usize), (k, i): (usize, usize)) -> bool {
    match g == k {
        true => linked(hand, h, i),
        false => linked(goal, g, k),
    }
}

/// The direct product.
fn direct(goal: Linked, hand: Linked, (g, h): (usize, usize), (k, i): (usize, usize)) -> bool {
    linked(goal, g, k) && linked(hand, h, i)
}

/// Two goals and two hands, with all ways to link them: the links should be those of the direct product.
fn product(_: &Work) -> Verdict {
    let worlds = [(0, 0), (0, 1), (1, 0), (1, 1)];
    for (goal, hand) in [(false, false), (false, true), (true, false), (true, true)] {
        for v in worlds {
            for w in worlds {
                if as_said(goal, hand, v, w) != direct(goal, hand, v, w) {
                    let links = |link| if link { "linked" } else { "not linked" };
                    return Verdict::Fails(format!(
                        "with two goals that are {} and two hands that are {}, goal {} with hand {} is linked to \
                         goal {} with hand {}, and so hands are no longer told apart",
                        links(goal),
                        links(hand),
                        v.0 + 1,
                        v.1 + 1,
                        w.0 + 1,
                        w.1 + 1,
                    ));
                }
            }
        }
    }
    Verdict::Holds
}

/// The value that most worlds have at a place, if there is only one.
fn most_frequent(worlds: &[[usize; 3]], place: usize) -> Option<usize> {
    let count = |value| worlds.iter().filter(|world| world[place] == value).count();
    match count(0).cmp(&count(1)) {
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(0),
    }
}

/// Whether the most frequent character, weapon and room are a combination that is not possible.
fn misleads(worlds: &[[usize; 3]]) -> bool {
    let suggested: Option<Vec<usize>> = (0..3).map(|place| most_frequent(worlds, place)).collect();
    suggested.is_some_and(|suggested| worlds.iter().all(|world| world[..] != suggested[..]))
}

/// Among all sets of goal worlds with two characters, two weapons and two rooms there is one whose
/// most frequent cards are no world of it.
fn suggestion(_: &Work) -> Verdict {
    let all: Vec<[usize; 3]> = (0..8).map(|at| [at >> 2 & 1, at >> 1 & 1, at & 1]).collect();
    let chosen = |set: u32| -> Vec<[usize; 3]> {
        (0..8).filter(|&at| set >> at & 1 == 1).map(|at| all[at]).collect()
    };
    let smallest = (1..256u32).filter(|&set| misleads(&chosen(set))).map(u32::count_ones).min();
    holds_if(smallest == Some(3), || match smallest {
        None => "the most frequent cards are always a possible world".to_owned(),
        Some(size) => format!("the smallest such set has {size} worlds"),
    })
}

/// Six characters, weapons and rooms make so many worlds that the sets of them cannot be counted by a
/// number of 64 bits, let alone kept.
fn sets_of_worlds(work: &Work) -> Verdict {
    let worlds: u32 = [6, 6, 6].iter().product();
    let sets = 2u64.checked_pow(worlds);
    work.tell(format!("{worlds} worlds, 2^{worlds} sets of them"));
    holds_if(worlds == 216 && sets.is_none(), || format!("{worlds} worlds and {sets:?} sets"))
}
