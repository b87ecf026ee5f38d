//! How large states of knowledge games become (thesis sec. 5.3): a card is shown, and the same question is
//! answered again, to the same player or to others. Where the respondent holds n of the cards asked for, there
//! are n worlds instead of one, then n for each of these; but who asked twice is left with the set of the cards
//! seen, whatever their order, so that fewer worlds are different up to bisimilarity.

use crate::share::Share;

/// A question for some of the cards, put to a player with so many of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepeatedQuestion {
    /// How many cards there are.
    pub cards: usize,
    /// How many the respondent holds.
    pub hand: usize,
    /// How many are asked for.
    pub asked: usize,
}

/// How large the state is after a question was answered so many times by showing a card, for each initial world that
/// could be the actual one: what follows is multiplied by the size of the initial state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StateSizes {
    /// How many times a card was shown.
    pub shown: usize,
    /// The worlds that are built, as a share of the initial ones. If other players ask each time, no two are bisimilar.
    pub built: Share,
    /// How many there are up to bisimilarity if one player asks each time.
    pub same_asker: Share,
    /// By how much the last answer made what is built larger or smaller.
    pub growth: Share,
    /// The same up to bisimilarity, if one player asks each time.
    pub same_asker_growth: Share,
}

fn choose(from: usize, some: usize) -> u128 {
    if some > from {
        return 0;
    }
    (0..some as u128).fold(1, |ways, at| ways * (from as u128 - at) / (at + 1))
}

/// How many deals there are with so many cards for each holder; `None` if they are too many to count with.
pub fn count_deals(hands: &[usize]) -> Option<u128> {
    let (mut deals, mut cards) = (1u128, 0);
    for &hand in hands {
        cards += hand;
        deals = deals.checked_mul(choose(cards, hand))?;
    }
    Some(deals)
}

impl RepeatedQuestion {
    /// Numbers of hands and worlds: built, and up to bisimilarity, if the question was answered so many times.
    fn worlds(&self, times: usize) -> Option<[u128; 2]> {
        let mut sums = [0u128; 2];
        for held in 1..=self.asked.min(self.hand) {
            let rest = self.hand - held;
            let hands = choose(self.asked, held) * choose(self.cards - self.asked, rest);
            let built = (held as u128).checked_pow(times as u32)?;
            let sets: u128 = (1..=held.min(times)).map(|seen| choose(held, seen)).sum();
            sums[0] = sums[0].checked_add(hands.checked_mul(built)?)?;
            sums[1] = sums[1].checked_add(hands.checked_mul(sets)?)?;
        }
        Some(sums)
    }

    /// The sizes after one answer, two, and so on; fewer if the numbers become too large.
    pub fn sizes(&self, times: usize) -> Vec<StateSizes> {
        let all = choose(self.cards, self.hand);
        let mut before = [all; 2];
        let mut found = Vec::new();
        for shown in 1..=times {
            let Some(worlds) = self.worlds(shown) else { break };
            found.push(StateSizes {
                shown,
                built: Share::of(worlds[0], all),
                same_asker: Share::of(worlds[1], all),
                growth: Share::of(worlds[0], before[0]),
                same_asker_growth: Share::of(worlds[1], before[1]),
            });
            before = worlds;
        }
        found
    }

    /// What is left if none of the cards is shown.
    pub fn not_shown(&self) -> Share {
        Share::of(choose(self.cards - self.asked, self.hand), choose(self.cards, self.hand))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thesis sec. 5.3: 9/21 in Cluedo; scenarios/large/cluedo-growing.hexa: 6/5 if another player asks again.
    #[test]
    fn the_same_question_again_makes_cluedo_larger() {
        assert_eq!(count_deals(&[3; 7]), Some(182_509_367_040_000));
        let sizes = RepeatedQuestion { cards: 21, hand: 3, asked: 3 }.sizes(2);
        let told = sizes.map_words();
        assert_eq!(told, ["3/7 3/7 3/7 3/7", "18/35 33/70 6/5 11/10"]);
    }

    /// scenarios/complexity.hexa: 210 worlds, 180 after a first show, 240 after a second to another player.
    #[test]
    fn small_games_grow_as_the_scenarios_say() {
        let sizes = RepeatedQuestion { cards: 7, hand: 3, asked: 2 }.sizes(2);
        assert_eq!(sizes.map_words(), ["6/7 6/7 6/7 6/7", "8/7 1 4/3 7/6"]);
    }

    trait Words {
        fn map_words(&self) -> Vec<String>;
    }

    impl Words for Vec<StateSizes> {
        fn map_words(&self) -> Vec<String> {
            let of = |s: &StateSizes| {
                format!("{} {} {} {}", s.built, s.same_asker, s.growth, s.same_asker_growth)
            };
            self.iter().map(of).collect()
        }
    }
}
