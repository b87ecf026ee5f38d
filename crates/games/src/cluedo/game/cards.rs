//! Sets of cards of Cluedo, as bits and as they are written.

use super::super::deck::Deck;
use hexa_logic::Card;

/// A set of cards.
pub type CluedoCards = u64;

/// A card as facts name it: letters and digits alone.
pub(in crate::cluedo) fn fact_name(card: &str) -> String {
    card.replace(|c: char| !c.is_alphanumeric(), "")
}

/// The cards of a set, in order.
pub fn cards_in(mut cards: CluedoCards) -> impl Iterator<Item = Card> + Clone {
    std::iter::from_fn(move || {
        let first = (cards != 0).then(|| cards.trailing_zeros())?;
        cards &= cards - 1;
        Some(Card(first))
    })
}

/// The cards of a set as they are written.
pub(super) fn list_cards(deck: &Deck, cards: CluedoCards) -> String {
    let names: Vec<&str> = cards_in(cards).map(|card| deck.name(card)).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(", ") }
}
