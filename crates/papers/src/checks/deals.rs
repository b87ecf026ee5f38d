//! Deals, initial states and what answers make of them (thesis chs. 1 and 2).

mod plays;
mod questions;

use super::snippet::{Snippet, in_words, verdict_or_open};
use super::{Check, Effort, Work, holds_if};
use crate::Verdict;
use hexa_engine::Engine;
use hexa_lang::{Code, NoIncludes, load};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "rooms of the examples", at: file!(), run: |_| rooms(&USED) },
    Check { name: "rooms of the arguments", at: file!(), run: |_| rooms(&["conservatory"]) },
    Check { name: "exchanging two cards", at: file!(), run: exchanging },
    Check { name: "all deals are relevant", at: file!(), run: relevant },
    Check { name: "one or two players know the deal", at: file!(), run: one_or_two },
    Check { name: "three steps to any deal", at: file!(), run: three_steps },
    Check { name: "tables ask and answer nothing", at: file!(), run: tables },
    Check { name: "one outcome of every move", at: file!(), run: plays::one_outcome },
    Check { name: "moves are products", at: file!(), run: plays::products },
    Check { name: "game states by definition", at: file!(), run: questions::game_states },
    Check { name: "relevant deals become fewer", at: file!(), run: questions::relevant_deals },
    Check { name: "answers lead to game states", at: file!(), run: questions::next_states },
    Check { name: "who receives an answer", at: file!(), run: questions::receivers },
];

/// The rooms that chapter 1 lists, and those that its examples speak of.
const LISTED: [&str; 9] = [
    "hall",
    "kitchen",
    "dining room",
    "study",
    "sitting room",
    "patio",
    "ballroom",
    "library",
    "pool room",
];
const USED: [&str; 4] = ["ballroom", "conservatory", "kitchen", "billiard room"];

/// Both papers have the same list.
fn rooms(used: &[&str]) -> Verdict {
    let missing: Vec<&str> = used.iter().copied().filter(|room| !LISTED.contains(room)).collect();
    holds_if(missing.is_empty(), || format!("not in the list: {}", missing.join(", ")))
}

/// Who holds each card.
type Deal = Vec<usize>;

/// How many cards each player holds.
fn size(deal: &[usize], players: usize) -> Vec<usize> {
    (0..players).map(|player| deal.iter().filter(|&&holder| holder == player).count()).collect()
}

/// All ways to deal so many cards to so many players.
fn all_deals(cards: usize, players: usize) -> Vec<Deal> {
    let mut deals: Vec<Deal> = vec![Vec::new()];
    for _ in 0..cards {
        let longer = |deal: &Deal| {
            let deal = deal.clone();
            (0..players).map(move |player| [deal.clone(), vec![player]].concat())
        };
        deals = deals.iter().flat_map(longer).collect();
    }
    deals
}

/// Of deals that differ only in the names of players, those in which earlier players have no fewer
/// cards than later ones, by their sizes.
fn by_size(cards: usize, players: usize) -> BTreeMap<Vec<usize>, Vec<Deal>> {
    let mut sizes: BTreeMap<Vec<usize>, Vec<Deal>> = BTreeMap::new();
    for deal in all_deals(cards, players) {
        let size = size(&deal, players);
        if size.is_sorted_by(|left, right| left >= right) {
            sizes.entry(size).or_default().push(deal);
        }
    }
    sizes
}

fn exchanging(_: &Work) -> Verdict {
    let (cards, players) = (5, 3);
    let pairs = || (0..cards).flat_map(|one| (0..one).map(move |other| (one, other)));
    let keeps = |deal: &Deal, (one, other): (usize, usize)| {
        let mut exchanged = deal.clone();
        exchanged.swap(one, other);
        size(&exchanged, players) == size(deal, players)
    };
    let other = all_deals(cards, players).into_iter().find(|d| !pairs().all(|pair| keeps(d, pair)));
    match other {
        None => Verdict::HoldsUpTo(format!("{players} players with {cards} cards")),
        Some(deal) => Verdict::Fails(format!("{deal:?}")),
    }
}

/// The most cards that are dealt.
fn most_cards(work: &Work) -> usize {
    if work.effort == Effort::Deep { 7 } else { 6 }
}

/// Proposition 1, on the explicit engine.
fn relevant(work: &Work) -> Verdict {
    let most = most_cards(work);
    let games =
        [3, 4].into_iter().flat_map(|players| (1..=most).map(move |cards| (cards, players)));
    verdict_or_open(relevant_are(work, games, |deals| deals).map(|other| match other {
        None => Verdict::HoldsUpTo(format!("3 or 4 players and at most {most} cards")),
        Some(other) => Verdict::Fails(other),
    }))
}

/// Fact 1.
fn one_or_two(work: &Work) -> Verdict {
    let most = most_cards(work);
    let games =
        [1, 2].into_iter().flat_map(|players| (1..=most).map(move |cards| (cards, players)));
    verdict_or_open(relevant_are(work, games, |_| 1).map(|other| match other {
        None => Verdict::HoldsUpTo(format!("at most {most} cards")),
        Some(other) => Verdict::Fails(other),
    }))
}

/// A deal with another number of relevant deals than expected, given how many deals are of its size.
fn relevant_are(
    work: &Work,
    games: impl Iterator<Item = (usize, usize)>,
    expected: fn(usize) -> usize,
) -> Result<Option<String>, String> {
    for (cards, players) in games {
        for (size, deals) in by_size(cards, players) {
            let snippet = Snippet::read(work, &initial(&size))?;
            let count = in_words(snippet.hold(Engine::Explicit)?.relevant_count())?;
            if count != expected(deals.len()).into() {
                return Ok(Some(format!("{count} relevant deals of size {size:?}")));
            }
        }
    }
    Ok(None)
}

/// The initial state of a deal of a size.
fn initial(size: &[usize]) -> String {
    let agents: Vec<String> = (1..=size.len()).map(|agent| agent.to_string()).collect();
    let mut next = 0;
    let hands: Vec<String> = size
        .iter()
        .map(|&cards| {
            let from = next;
            next += cards;
            let names: Vec<String> = (from..next).map(|card| format!("k{card}")).collect();
            if names.is_empty() { "-".to_owned() } else { names.join(" ") }
        })
        .collect();
    format!("agents {}\ndeal {}\n", agents.join(", "), hands.join(" | "))
}

/// Footnote 3: three steps link any two deals, each of which keeps somebody's cards.
fn three_steps(work: &Work) -> Verdict {
    let most = most_cards(work);
    for players in [3, 4] {
        for cards in 1..=most {
            for (size, deals) in by_size(cards, players) {
                if steps_needed(&deals, players).is_none_or(|steps| steps > 3) {
                    return Verdict::Fails(format!("size {size:?}"));
                }
            }
        }
    }
    Verdict::HoldsUpTo(format!("3 or 4 players and at most {most} cards"))
}

/// How many steps lead from the first deal to all others; all deals are alike but for names of cards.
fn steps_needed(deals: &[Deal], players: usize) -> Option<usize> {
    let hand = |deal: &Deal, player: usize| -> Vec<bool> {
        deal.iter().map(|&holder| holder == player).collect()
    };
    let linked = |one: &Deal, other: &Deal| (0..players).any(|p| hand(one, p) == hand(other, p));
    let mut reached: BTreeSet<&Deal> = deals.iter().take(1).collect();
    for steps in 0..=deals.len() {
        if reached.len() == deals.len() {
            return Some(steps);
        }
        let near = |deal: &&Deal| reached.iter().any(|from| linked(from, deal));
        let next: BTreeSet<&Deal> = deals.iter().filter(near).collect();
        reached.extend(next);
    }
    None
}

/// Questions by the table and to it cannot be snippet.
fn tables(work: &Work) -> Verdict {
    let game = "agents 1, 2\ntable t\ndeal r | w | b\n";
    let allowed = |step: &&str| {
        let loaded = load("check.hexa", &format!("{game}do {step}\n"), &NoIncludes, &[]);
        !loaded.diagnostics.iter().any(|found| found.code == Code::NotAMind)
    };
    let moves = ["ask t 1 for r: no", "ask 1 t for r: no", "ask 1 t for b: show b", "nowin t"];
    let allowed: Vec<&str> = moves.iter().copied().filter(|step| allowed(step)).collect();
    // The same words with players instead are a move.
    verdict_or_open(
        Snippet::read(work, &format!("{game}do ask 2 1 for r: show r\n"))
            .map(|_| holds_if(allowed.is_empty(), || format!("allowed: {}", allowed.join("; ")))),
    )
}
