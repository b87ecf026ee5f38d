//! The models of the goal deck and of the hand of another player (Agents page, Modelling the Goal Deck and Modelling the Hand
//! Cards). All worlds that are left are accessible from each other, so that a model is the set of its worlds, and an update with
//! a formula keeps those where it holds.

use crate::cluedo::{CluedoCards, cards_in};
use hexa_logic::Card;

/// The goal model: one world for each triple of one card of each kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoalModel {
    worlds: Vec<CluedoCards>,
}

impl GoalModel {
    /// All triples are possible.
    pub fn reset(&mut self, triples: &[CluedoCards]) {
        self.worlds.clear();
        self.worlds.extend_from_slice(triples);
    }

    /// Update with ~k for each of these cards: none of them is in the goal deck.
    pub fn exclude_cards(&mut self, cards: CluedoCards) {
        self.worlds.retain(|world| world & cards == 0);
    }

    /// Update with ~(c & w & r): these cards are not all in the goal deck.
    pub fn exclude_triple(&mut self, triple: CluedoCards) {
        self.worlds.retain(|world| *world != triple);
    }

    /// Update with what is known of a world as a whole: only these goal decks are possible.
    pub fn keep(&mut self, is_possible: impl FnMut(&CluedoCards) -> bool) {
        self.worlds.retain(is_possible);
    }

    /// The worlds that are left, in order.
    pub fn worlds(&self) -> &[CluedoCards] {
        &self.worlds
    }

    /// The goal deck, if only one is left.
    pub fn only(&self) -> Option<CluedoCards> {
        if let [only] = self.worlds[..] { Some(only) } else { None }
    }

    /// Cards that are in all worlds that are left.
    pub fn certain(&self) -> CluedoCards {
        let all = self.worlds.iter().fold(CluedoCards::MAX, |all, world| all & world);
        if self.worlds.is_empty() { 0 } else { all }
    }

    /// In how many worlds a card is.
    pub fn count(&self, card: Card) -> usize {
        self.worlds.iter().filter(|world| **world >> card.0 & 1 == 1).count()
    }
}

/// The model of the hand of another player: one world for each hand of so many cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HandModel {
    worlds: Vec<CluedoCards>,
}

impl HandModel {
    /// There is no model: no world is left, and nothing is certain.
    pub fn clear(&mut self) {
        self.worlds.clear();
    }

    /// All hands of so many of these cards.
    pub fn reset(&mut self, cards: CluedoCards, size: usize) {
        let cards: Vec<CluedoCards> = cards_in(cards).map(|card| 1 << card.0).collect();
        self.worlds.clear();
        choose(&cards, size, &mut self.worlds);
    }

    /// Update with k.
    pub fn include_card(&mut self, card: Card) {
        self.worlds.retain(|world| world >> card.0 & 1 == 1);
    }

    /// Update with c | w | r: at least one of these cards is in the hand.
    pub fn include_some(&mut self, cards: CluedoCards) {
        self.worlds.retain(|world| world & cards != 0);
    }

    /// Update with ~c & ~w & ~r: none of these cards is in the hand.
    pub fn exclude_cards(&mut self, cards: CluedoCards) {
        self.worlds.retain(|world| world & cards == 0);
    }

    /// Update with ~(c & w & r): these cards are not all in the hand.
    pub fn exclude_all_together(&mut self, cards: CluedoCards) {
        self.worlds.retain(|world| world & cards != cards);
    }

    /// Update with what is known of a world as a whole: only these hands are possible.
    pub fn keep(&mut self, is_possible: impl FnMut(&CluedoCards) -> bool) {
        self.worlds.retain(is_possible);
    }

    /// The worlds that are left, in the order of their first cards.
    pub fn worlds(&self) -> &[CluedoCards] {
        &self.worlds
    }

    /// Cards that are in all worlds that are left: the player is known to hold them.
    pub fn certain(&self) -> CluedoCards {
        let all = self.worlds.iter().fold(CluedoCards::MAX, |all, world| all & world);
        if self.worlds.is_empty() { 0 } else { all }
    }
}

/// All sets of so many of these, in the order of their first members.
fn choose(cards: &[CluedoCards], size: usize, sets: &mut Vec<CluedoCards>) {
    if size > cards.len() {
        return;
    }
    let mut places: Vec<usize> = (0..size).collect();
    loop {
        sets.push(places.iter().fold(0, |set, &place| set | cards[place]));
        // The last place that can still move on does, and those after it follow.
        let moving = (0..size).rev().find(|&at| places[at] < cards.len() - size + at);
        let Some(moving) = moving else { return };
        places[moving] += 1;
        for at in moving + 1..size {
            places[at] = places[at - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hands_are_listed_once() {
        let mut hands = HandModel::default();
        for (cards, size, many) in
            [(0b1111_1111u64, 3, 56), (0b101, 2, 1), (0b1, 0, 1), (0b1, 2, 0)]
        {
            hands.reset(cards, size);
            let mut worlds = hands.worlds().to_vec();
            worlds.sort_unstable();
            worlds.dedup();
            assert_eq!(worlds.len(), many);
            assert!(worlds.iter().all(|w| w.count_ones() as usize == size && w & !cards == 0));
        }
    }
}
