//! The models of the Cluedo agents project (Agents page): instead of all deals, a player keeps a model of the goal deck,
//! one of the hand of each other player, and one of what others know of the player's own hand. How many worlds these have,
//! alone and multiplied, beside the deals of the game.

use crate::knowledge::count_deals;
use crate::measures::CluedoTable;
use hexa_engine::UBig;

/// Sizes of models; numbers may be large, and are written out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SplitSizes {
    /// How many cards each player has; the models are those of the first.
    pub hands: Vec<usize>,
    /// How many suspects, weapons and rooms the first player holds.
    pub own: [usize; 3],
    /// Goal decks: one card of each kind.
    pub goal: String,
    /// Any three cards.
    pub any_three: String,
    /// Goal decks without own cards.
    pub goal_without_own: String,
    /// For each other player: hands of that size, and those without own cards.
    pub hand_models: Vec<[String; 2]>,
    /// Sets of own cards.
    pub known_of_own: String,
    /// Worlds of the product of the goal model and all hand models, without own cards.
    pub product: String,
    /// Those of them that are deals: no card is in two places.
    pub deals: String,
    /// All deals of the game.
    pub all_deals: String,
}

fn choose(n: usize, k: usize) -> UBig {
    let falling = |of: usize| (0..k).fold(UBig::ONE, |product, i| product * UBig::from(of - i));
    if k > n { UBig::ZERO } else { falling(n) / falling(k) }
}

/// The sizes of the models of the first player at a table.
pub fn split_sizes(table: &CluedoTable) -> SplitSizes {
    let CluedoTable { kinds, hands, own } = table;
    let (cards, held) = (kinds.iter().sum::<usize>(), hands[0]);
    let product = |of: &mut dyn Iterator<Item = usize>| -> UBig { of.map(UBig::from).product() };
    let goal = product(&mut kinds.iter().copied());
    let goal_without_own = product(&mut kinds.iter().zip(own).map(|(kind, own)| kind - own));
    let others = &hands[1..];
    let without_own = others.iter().map(|&hand| choose(cards - held, hand));
    let multiplied = without_own.fold(goal_without_own.clone(), |product, of| product * of);
    // What is left when the goal deck and one's own cards are taken away is dealt to the others.
    let dealt = |hands: &[usize]| UBig::from(count_deals(hands).unwrap_or_default());
    SplitSizes {
        hands: hands.clone(),
        own: *own,
        any_three: choose(cards, 3).to_string(),
        hand_models: others
            .iter()
            .map(|&hand| [cards, cards - held].map(|from| choose(from, hand).to_string()))
            .collect(),
        known_of_own: (UBig::ONE << held).to_string(),
        product: multiplied.to_string(),
        deals: (&goal_without_own * dealt(others)).to_string(),
        all_deals: (&goal * dealt(hands)).to_string(),
        goal: goal.to_string(),
        goal_without_own: goal_without_own.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against listing all deals of a small deck.
    #[test]
    fn a_small_deck_as_it_is_listed() {
        let table = CluedoTable::dealt([2, 2, 3], 2, None).expect("seven cards");
        let found = split_sizes(&table);
        // Suspects 0 and 1, weapons 2 and 3, rooms 4 to 6; a place for each card: goal, 1, 2.
        let kind = |card: usize| [0, 0, 1, 1, 2, 2, 2][card];
        let mut deals = 0;
        for mut number in 0..3usize.pow(7) {
            let places: Vec<usize> = (0..7)
                .map(|_| {
                    let place = number % 3;
                    number /= 3;
                    place
                })
                .collect();
            let at = |place: usize| (0..7).filter(move |&card| places[card] == place);
            let goal: Vec<usize> = at.clone()(0).map(kind).collect();
            deals += usize::from(goal == [0, 1, 2] && at.clone()(1).count() == table.hands[0]);
        }
        assert_eq!(found.all_deals, deals.to_string());
        assert_eq!((found.goal.as_str(), found.any_three.as_str()), ("12", "35"));
        assert_eq!(found.hand_models[0][0], choose(7, table.hands[1]).to_string());
    }
}
