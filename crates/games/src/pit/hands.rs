//! What everybody holds in Pit, as numbers of cards of each suit, and who has a corner (*Logic and game theory of Pit*, section
//! 4: `Corner(n, u)`).

use super::deck::{MOST_PLAYERS, MOST_SUITS, PitDeck};
use super::moves::suit_name;

/// How many cards of each suit each player holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PitHands {
    counts: [[u8; MOST_SUITS]; MOST_PLAYERS],
}

/// Suits, a bit for each.
pub(super) type SuitSet = u16;

impl PitHands {
    /// Nobody holds anything.
    pub(super) const EMPTY: Self = Self { counts: [[0; MOST_SUITS]; MOST_PLAYERS] };

    /// How many cards of a suit a player holds.
    pub(super) fn count(&self, player: usize, suit: usize) -> usize {
        usize::from(self.counts[player][suit])
    }

    /// A player's cards: how many of each suit.
    pub(super) fn of(&self, player: usize, deck: PitDeck) -> &[u8] {
        &self.counts[player][..deck.suits()]
    }

    /// One card more.
    pub(super) fn add(&mut self, player: usize, suit: usize) {
        self.counts[player][suit] += 1;
    }

    /// So many cards.
    pub(super) fn set(&mut self, player: usize, suit: usize, count: usize) {
        self.counts[player][suit] = count as u8;
    }

    /// Cards change hands. Whoever gives them holds them.
    pub(super) fn give(&mut self, (from, to): (usize, usize), suit: usize, cards: usize) {
        self.counts[from][suit] -= cards as u8;
        self.counts[to][suit] += cards as u8;
    }

    /// The suits that a player holds all cards of.
    pub(super) fn corners(&self, player: usize, deck: PitDeck) -> SuitSet {
        let whole = deck.cards() as u8;
        let hand = self.of(player, deck).iter().enumerate();
        hand.fold(0, |set, (suit, &count)| set | SuitSet::from(count == whole) << suit)
    }

    /// A deal as it is written: hands, with each suit as often as it is there.
    pub(super) fn text(&self, deck: PitDeck) -> String {
        let hands = (0..deck.players()).map(|player| hand_text(self.of(player, deck)));
        hands.collect::<Vec<_>>().join(" | ")
    }

    /// A deal that is written.
    pub(super) fn read(text: &str, deck: PitDeck) -> Option<Self> {
        let mut hands = Self::EMPTY;
        let mut left = [deck.cards(); MOST_SUITS];
        let mut players = 0;
        for (player, part) in text.split('|').enumerate() {
            if player == deck.players() {
                return None;
            }
            let mut held = 0;
            for word in part.split_whitespace() {
                let suit = (0..deck.suits()).find(|&suit| suit_name(suit) == word)?;
                left[suit] = left[suit].checked_sub(1)?;
                hands.add(player, suit);
                held += 1;
            }
            if held != deck.hand() {
                return None;
            }
            players += 1;
        }
        (players == deck.players()).then_some(hands)
    }
}

/// Cards of a hand, each suit as often as it is there.
pub(super) fn hand_text(counts: &[u8]) -> String {
    let cards = counts
        .iter()
        .enumerate()
        .flat_map(|(suit, &count)| std::iter::repeat_n(suit_name(suit), usize::from(count)));
    cards.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_written_and_read() {
        let deck = PitDeck::new(3, 3, 2).expect("a deck");
        for text in ["w x | w y | x y", "w w | x y | x y"] {
            let hands = PitHands::read(text, deck).expect("a deal");
            assert_eq!(hands.text(deck), text);
        }
        let hands = PitHands::read("w w | x y | x y", deck).expect("a deal");
        assert_eq!([0, 1, 2].map(|player| hands.corners(player, deck)), [1, 0, 0]);
        for wrong in ["w w | w x | y y", "w x | w y", "w x | w y | x y | ", "w x y | w | x y", ""] {
            assert_eq!(PitHands::read(wrong, deck), None, "{wrong}");
        }
    }
}
