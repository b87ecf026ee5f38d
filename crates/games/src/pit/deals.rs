//! How many deals Pit has (section 3): as many suits as players, as many cards of a suit as a hand has.

use crate::knowledge::count_deals;
use std::collections::BTreeMap;

/// Numbers of deals.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PitDeals {
    /// How many players there are, and suits.
    pub players: usize,
    /// How many cards a hand has, and a suit.
    pub cards: usize,
    /// Hands, if cards of a suit look alike.
    pub hands: String,
    /// Deals of cards that are told apart.
    pub named: String,
    /// Deals, if cards of a suit look alike.
    pub by_suit: String,
    /// Those of them in which nobody has a whole suit.
    pub without_corner: String,
}

/// Why deals are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPit {
    /// There are 2 to 7 players.
    Players(usize),
    /// There are 1 to 9 cards in a hand.
    Cards(usize),
    /// The numbers are too large.
    TooLarge,
}

/// Counts the deals of so many players with so many cards each.
pub fn count_pit_deals(players: usize, cards: usize) -> Result<PitDeals, NoPit> {
    if !(2..=7).contains(&players) {
        return Err(NoPit::Players(players));
    }
    if !(1..=9).contains(&cards) {
        return Err(NoPit::Cards(cards));
    }
    let hands = hands_of(players, cards, &vec![cards; players]);
    let [by_suit, without_corner] = [true, false]
        .map(|corners| count_tables(players, cards, &hands, corners).ok_or(NoPit::TooLarge));
    let named = count_deals(&vec![cards; players]);
    Ok(PitDeals {
        players,
        cards,
        hands: hands.len().to_string(),
        named: named.map_or_else(|| large(players, cards), |many| many.to_string()),
        by_suit: by_suit?.to_string(),
        without_corner: without_corner?.to_string(),
    })
}

/// The factorial of all cards, divided by that of each hand.
fn large(players: usize, cards: usize) -> String {
    use hexa_engine::UBig;
    let factorial = |n: usize| (1..=n).fold(UBig::ONE, |product, i| product * UBig::from(i));
    (factorial(players * cards) / factorial(cards).pow(players)).to_string()
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
fn count_tables(players: usize, cards: usize, hands: &[Vec<usize>], corners: bool) -> Option<u128> {
    let mut left: BTreeMap<Vec<usize>, u128> = BTreeMap::from([(vec![cards; players], 1)]);
    for _ in 0..players {
        let mut next: BTreeMap<Vec<usize>, u128> = BTreeMap::new();
        for (suits, ways) in &left {
            for hand in hands.iter().filter(|hand| corners || !hand.contains(&cards)) {
                let rest: Option<Vec<usize>> =
                    suits.iter().zip(hand).map(|(suit, hand)| suit.checked_sub(*hand)).collect();
                if let Some(mut rest) = rest {
                    rest.sort_unstable();
                    let sum = next.entry(rest).or_default();
                    *sum = sum.checked_add(*ways)?;
                }
            }
        }
        left = next;
    }
    Some(left.values().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against listing all deals.
    #[test]
    fn small_deals_as_they_are_listed() {
        for (players, cards) in [(2, 1), (2, 3), (3, 1), (3, 2), (4, 1)] {
            let hands = hands_of(players, cards, &vec![cards; players]);
            let mut deals: Vec<Vec<&Vec<usize>>> = vec![Vec::new()];
            for _ in 0..players {
                let longer = deals.iter().flat_map(|deal| {
                    hands.iter().map(move |hand| [deal.as_slice(), &[hand]].concat())
                });
                deals = longer.collect();
            }
            let is_deal = |deal: &&Vec<&Vec<usize>>| {
                (0..players).all(|suit| deal.iter().map(|hand| hand[suit]).sum::<usize>() == cards)
            };
            let deals: Vec<_> = deals.iter().filter(is_deal).collect();
            let open = deals.iter().filter(|deal| !deal.iter().any(|hand| hand.contains(&cards)));
            let found = count_pit_deals(players, cards).expect("small");
            assert_eq!(found.by_suit, deals.len().to_string(), "{found:?}");
            assert_eq!(found.without_corner, open.count().to_string(), "{found:?}");
        }
        let sixpit = count_pit_deals(3, 2).expect("small");
        assert_eq!((sixpit.named.as_str(), sixpit.by_suit.as_str()), ("90", "21"));
        assert_eq!(count_pit_deals(8, 9), Err(NoPit::Players(8)));
    }
}
