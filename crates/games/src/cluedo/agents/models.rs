//! The split models of an agent: of the goal deck, of the hand of each other player, and of what others know of the agent's
//! own hand (Agents page, Modelling the Goal Deck and Modelling the Hand Cards). All worlds that are left are accessible from each
//! other, so that a model is the set of its worlds, and an update with a formula keeps those where it holds.

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

    /// The worlds that are left.
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

/// The model of what others know of the agent's own hand: one world for each set of own cards, and for each other player
/// access to those that have all cards that were shown to them. So it is told by these cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShownModel {
    shown: Vec<CluedoCards>,
}

impl ShownModel {
    /// Nothing has been shown to so many players.
    pub fn reset(&mut self, players: usize) {
        self.shown.clear();
        self.shown.resize(players, 0);
    }

    /// Update with `K_n k`.
    pub fn show(&mut self, player: usize, card: Card) {
        self.shown[player] |= 1 << card.0;
    }

    /// The cards k for which `K_n k` holds in the actual world, in which all own cards are.
    pub fn known_to(&self, player: usize) -> CluedoCards {
        self.shown[player]
    }

    /// The worlds that a player has access to, of all sets of a hand.
    pub fn accessible(&self, player: usize, hand: CluedoCards) -> Vec<CluedoCards> {
        let mut set = hand;
        let mut worlds = Vec::new();
        loop {
            if set & self.shown[player] == self.shown[player] {
                worlds.push(set);
            }
            if set == 0 {
                return worlds;
            }
            set = (set - 1) & hand;
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

    #[test]
    fn what_was_shown_is_known() {
        let mut shown = ShownModel::default();
        shown.reset(3);
        shown.show(1, Card(2));
        let hand = 0b1_0101;
        assert_eq!(shown.accessible(0, hand).len(), 8);
        let of_second = shown.accessible(1, hand);
        assert_eq!(of_second.len(), 4);
        assert!(of_second.iter().all(|world| world & 0b100 != 0));
        assert_eq!(shown.known_to(1), 0b100);
    }
}
