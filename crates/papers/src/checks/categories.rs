//! Cards in categories: how many tables and deals Cluedo has (*The description of game actions in
//! Cluedo*, footnote 2).

use super::{Check, Work, holds_if};
use crate::Verdict;
use dashu_int::UBig;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "tables of Cluedo", at: file!(), run: tables },
    Check { name: "deals of Cluedo in categories", at: file!(), run: deals },
];

/// Suspects, weapons, rooms.
const CATEGORIES: [u32; 3] = [6, 6, 9];

/// How many sets of so many things there are among so many, by Pascal's rule.
fn choose(among: usize, things: usize) -> UBig {
    let mut row = vec![UBig::ONE];
    for _ in 0..among {
        let inner = row.windows(2).map(|two| &two[0] + &two[1]);
        row = std::iter::once(UBig::ONE).chain(inner).chain([UBig::ONE]).collect();
    }
    row.get(things).cloned().unwrap_or_default()
}

/// One card of each category, counted one by one; any three of 21 cards.
fn tables(work: &Work) -> Verdict {
    let cards: u32 = CATEGORIES.iter().sum();
    let category = |card: u32| usize::from(card >= 6) + usize::from(card >= 12);
    let (mut any, mut one_of_each) = (0, 0);
    for a in 0..cards {
        for b in a + 1..cards {
            for c in b + 1..cards {
                any += 1;
                one_of_each += u32::from([a, b, c].map(category) == [0, 1, 2]);
            }
        }
    }
    work.found((one_of_each, any) == (324, 1330), {
        format!("{one_of_each} tables with a card of each kind, {any} of any three cards")
    })
}

/// 324 tables, and the product of all ways to take three of 3i cards, which is 18! / (3!)^6.
fn deals(work: &Work) -> Verdict {
    let product = (1..=6).fold(UBig::from(324u32), |deals, i| deals * choose(3 * i, 3));
    let factorial = |n: u32| (1..=n).fold(UBig::ONE, |product, i| product * UBig::from(i));
    let by_factorials = UBig::from(324u32) * factorial(18) / factorial(3).pow(6);
    work.tell(format!("{product} deals"));
    holds_if(product == by_factorials, || format!("{product} and {by_factorials}"))
}
