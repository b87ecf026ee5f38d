//! How many deals Pit has (section 3). The paper has as many suits as players.

use super::PitDeck;
use crate::knowledge::count_deals;
use hexa_engine::UBig;
use hexa_logic::{Stop, Stopped};
use std::collections::BTreeMap;

/// Numbers of deals.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PitDeals {
    /// Hands, if cards of a suit look alike.
    pub hands: String,
    /// Deals of cards that are told apart.
    pub named: String,
    /// Deals, if cards of a suit look alike; nothing if there are too many to count them.
    pub by_suit: Option<String>,
    /// Those of them in which nobody has a whole suit.
    pub without_corner: Option<String>,
}

/// Deals of more different hands than this are not counted; the whole deck has 5005.
const MOST_HANDS: u64 = 6000;

/// Counts the deals of a deck.
pub fn count_pit_deals(deck: PitDeck, stop: &Stop) -> Result<PitDeals, Stopped> {
    let many = count_hands(deck);
    let mut counted = [None, None];
    if many <= UBig::from(MOST_HANDS) {
        let hands = hands_of(deck.suits(), deck.hand(), &vec![deck.cards(); deck.suits()]);
        for (corners, counted) in [true, false].into_iter().zip(&mut counted) {
            *counted = count_tables(deck, &hands, corners, stop)?.map(|sum| sum.to_string());
        }
    }
    let [by_suit, without_corner] = counted;
    let named = count_deals(&vec![deck.hand(); deck.players()]);
    let named = named.map_or_else(|| large(deck), |many| many.to_string());
    Ok(PitDeals { hands: many.to_string(), named, by_suit, without_corner })
}

/// How many hands there are: suit by suit, for each number of cards.
fn count_hands(deck: PitDeck) -> UBig {
    let mut ways = vec![UBig::ZERO; deck.hand() + 1];
    ways[0] = UBig::ONE;
    for _ in 0..deck.suits() {
        let sum = |held: usize| {
            let least = held.saturating_sub(deck.cards());
            ways[least..=held].iter().fold(UBig::ZERO, |sum, of| sum + of)
        };
        ways = (0..=deck.hand()).map(sum).collect();
    }
    ways.swap_remove(deck.hand())
}

/// The factorial of all cards, divided by that of each hand.
fn large(deck: PitDeck) -> String {
    let factorial = |n: usize| (1..=n).fold(UBig::ONE, |product, i| product * UBig::from(i));
    let all = factorial(deck.suits() * deck.cards());
    (all / factorial(deck.hand()).pow(deck.players())).to_string()
}

/// How many cards of each suit a hand can have, at most so many of each.
fn hands_of(suits: usize, cards: usize, most: &[usize]) -> Vec<Vec<usize>> {
    let Some(first) = suits.checked_sub(1) else {
        return if cards == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for many in 0..=cards.min(most[first]) {
        for mut hand in hands_of(first, cards - many, most) {
            hand.push(many);
            all.push(hand);
        }
    }
    all
}

/// In how many ways all hands together use up all suits. Which suit is which does not matter to how many ways are left.
fn count_tables(
    deck: PitDeck,
    hands: &[Vec<usize>],
    corners: bool,
    stop: &Stop,
) -> Result<Option<u128>, Stopped> {
    let mut left: BTreeMap<Vec<usize>, u128> =
        BTreeMap::from([(vec![deck.cards(); deck.suits()], 1)]);
    for _ in 0..deck.players() {
        let mut next: BTreeMap<Vec<usize>, u128> = BTreeMap::new();
        for (suits, ways) in &left {
            stop.count(hands.len() as u64)?;
            for hand in hands.iter().filter(|hand| corners || !hand.contains(&deck.cards())) {
                let rest: Option<Vec<usize>> =
                    suits.iter().zip(hand).map(|(suit, hand)| suit.checked_sub(*hand)).collect();
                let Some(mut rest) = rest else { continue };
                rest.sort_unstable();
                let sum = next.entry(rest).or_default();
                let Some(more) = sum.checked_add(*ways) else { return Ok(None) };
                *sum = more;
            }
        }
        left = next;
    }
    Ok(Some(left.values().sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against listing all deals.
    #[test]
    fn small_deals_as_they_are_listed() {
        for (players, suits, cards) in
            [(2, 2, 1), (2, 2, 3), (3, 3, 1), (3, 3, 2), (4, 4, 1), (2, 4, 2), (2, 3, 2)]
        {
            let deck = PitDeck::new(players, suits, cards).expect("a deck");
            let hands = hands_of(suits, deck.hand(), &vec![cards; suits]);
            let mut deals: Vec<Vec<&Vec<usize>>> = vec![Vec::new()];
            for _ in 0..players {
                let longer = deals.iter().flat_map(|deal| {
                    hands.iter().map(move |hand| [deal.as_slice(), &[hand]].concat())
                });
                deals = longer.collect();
            }
            let is_deal = |deal: &&Vec<&Vec<usize>>| {
                (0..suits).all(|suit| deal.iter().map(|hand| hand[suit]).sum::<usize>() == cards)
            };
            let deals: Vec<_> = deals.iter().filter(is_deal).collect();
            let open = deals.iter().filter(|deal| !deal.iter().any(|hand| hand.contains(&cards)));
            let found = count_pit_deals(deck, &Stop::new()).expect("nobody stops it");
            assert_eq!(found.hands, hands.len().to_string());
            assert_eq!(found.by_suit, Some(deals.len().to_string()), "{found:?}");
            assert_eq!(found.without_corner, Some(open.count().to_string()), "{found:?}");
        }
        let sixpit = PitDeck::new(3, 3, 2).expect("a deck");
        let sixpit = count_pit_deals(sixpit, &Stop::new()).expect("nobody stops it");
        assert_eq!((sixpit.named.as_str(), sixpit.by_suit.as_deref()), ("90", Some("21")));
        let huge = PitDeck::new(10, 10, 20).expect("a deck");
        assert_eq!(count_pit_deals(huge, &Stop::new()).expect("nobody stops it").by_suit, None);
    }
}
