//! Whether hands can be dealt so that no card is in two places: a choice of one world of each part that shares no card with
//! the others and leaves none over. The full model of the page is the product of its parts (Logical Background); what is
//! possible in it is what such a choice can be made for.

use super::super::CluedoCards;
use hexa_engine::Limit;
use hexa_logic::Stop;
use rustc_hash::FxHashSet;

/// So many worlds are tried for all questions about the same parts; then it is given up. Ten players with thirty cards need more.
const MOST_TRIED: u64 = 20_000_000;

/// The parts of which a choice is made, fewest worlds first.
pub struct Partition<'m> {
    parts: Vec<&'m [CluedoCards]>,
    /// Cards that somebody from this part on may have, and cards that somebody must have.
    possible: Vec<CluedoCards>,
    certain: Vec<CluedoCards>,
    /// Cards that cannot be dealt from this part on.
    failed: Vec<FxHashSet<CluedoCards>>,
    tried: u64,
    stop: &'m Stop,
}

impl<'m> Partition<'m> {
    /// Of these parts. Worlds stand in the order of their first cards.
    pub fn new(mut parts: Vec<&'m [CluedoCards]>, stop: &'m Stop) -> Self {
        parts.sort_by_key(|worlds| worlds.len());
        debug_assert!(parts.iter().all(|worlds| worlds.is_sorted_by(|a, b| precedes(*a, *b))));
        let (mut possible, mut certain) = (vec![0; parts.len() + 1], vec![0; parts.len() + 1]);
        for (at, worlds) in parts.iter().enumerate().rev() {
            possible[at] = worlds.iter().fold(possible[at + 1], |any, world| any | world);
            certain[at] = worlds.iter().fold(CluedoCards::MAX, |all, world| all & world);
            certain[at] |= certain[at + 1];
        }
        let failed = vec![FxHashSet::default(); parts.len()];
        Self { parts, possible, certain, failed, tried: 0, stop }
    }

    /// Whether these cards can be dealt, one world of each part.
    pub fn can_deal(&mut self, cards: CluedoCards) -> Result<bool, Limit> {
        self.can_deal_from(0, cards)
    }

    fn can_deal_from(&mut self, at: usize, cards: CluedoCards) -> Result<bool, Limit> {
        let Some(&worlds) = self.parts.get(at) else { return Ok(cards == 0) };
        if cards & !self.possible[at] != 0 || self.certain[at] & !cards != 0 {
            return Ok(false);
        }
        if at + 1 == self.parts.len() {
            return Ok(contains(worlds, cards));
        }
        if self.failed[at].contains(&cards) {
            return Ok(false);
        }
        for (tried, world) in (1..).zip(worlds) {
            if world & !cards == 0 && self.can_deal_from(at + 1, cards & !world)? {
                self.tried += tried;
                return Ok(true);
            }
        }
        self.failed[at].insert(cards);
        self.tried += worlds.len() as u64;
        self.stop.look()?;
        if self.tried > MOST_TRIED { Err(Limit::Work(MOST_TRIED)) } else { Ok(false) }
    }
}

/// Sets of as many cards stand in the order of their first members: of two, that with the first card that is not in both.
fn precedes(one: CluedoCards, other: CluedoCards) -> bool {
    one.reverse_bits() > other.reverse_bits()
}

fn contains(worlds: &[CluedoCards], cards: CluedoCards) -> bool {
    let sought = cards.reverse_bits();
    worlds.binary_search_by(|world| sought.cmp(&world.reverse_bits())).is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::HandModel;
    use super::*;
    use hexa_logic::Stream;

    /// All choices, tried one by one.
    fn can_deal(parts: &[&[CluedoCards]], cards: CluedoCards) -> bool {
        let Some((first, rest)) = parts.split_first() else { return cards == 0 };
        first.iter().any(|world| world & !cards == 0 && can_deal(rest, cards & !world))
    }

    #[test]
    fn what_can_be_dealt_is_found_by_trying_all_choices() {
        let mut stream = Stream::new("partition", 1);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..400 {
            let sizes = [1 + stream.below(3), 1 + stream.below(3), 1 + stream.below(2)];
            let all: CluedoCards = (1 << sizes.iter().sum::<usize>()) - 1;
            let models = sizes.map(|size| {
                let mut model = HandModel::default();
                model.reset(all, size);
                for _ in 0..stream.below(4) {
                    let cards = stream.word() & all;
                    match stream.below(2) {
                        0 => model.include_some(cards),
                        _ => model.exclude_all_together(cards),
                    }
                }
                model
            });
            let parts: Vec<&[CluedoCards]> = models.iter().map(HandModel::worlds).collect();
            let expected = can_deal(&parts, all);
            let stop = Stop::new();
            assert_eq!(Partition::new(parts, &stop).can_deal(all), Ok(expected), "{models:?}");
            (yes, no) = (yes + u32::from(expected), no + u32::from(!expected));
        }
        assert!(yes > 50 && no > 50, "{yes} {no}");
    }

    /// Pairs of cards with an even sum never make up a hand with an odd one; that takes long to find out, and can be stopped.
    #[test]
    fn what_takes_too_long_is_given_up_and_can_be_stopped() {
        let cards = 0..32u32;
        let pair =
            |low: u32| cards.clone().filter(move |high| (low + high) % 2 == 0 && low < *high);
        let pairs: Vec<CluedoCards> =
            cards.clone().flat_map(|low| pair(low).map(move |high| 1 << low | 1 << high)).collect();
        let parts = || vec![&pairs[..]; 15];
        // Fifteen even numbers and fifteen odd ones cannot be paired.
        let even = cards.clone().filter(|card| card % 2 == 0).take(15);
        let odd = cards.clone().filter(|card| card % 2 == 1).take(15);
        let dealt: CluedoCards = even.chain(odd).map(|card| 1u64 << card).sum();
        let stop = Stop::new();
        let given_up = Partition::new(parts(), &stop).can_deal(dealt);
        assert_eq!(given_up, Err(Limit::Work(MOST_TRIED)));
        stop.ask();
        assert_eq!(Partition::new(parts(), &stop).can_deal(dealt), Err(Limit::Stopped));
    }
}
