//! Hands of small decks in one number, so that sets of deals are small and quick to go through.

use super::deck::PitDeck;
use super::hands::PitHands;

/// How hands are packed: a few bits for each suit of each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Packing {
    players: usize,
    suits: usize,
    bits: u32,
    cards: usize,
}

/// Hands in one number.
pub(super) type PackedHands = u128;

impl Packing {
    /// The packing of a deck, if its hands have room in one number.
    pub(super) fn of(deck: PitDeck) -> Option<Self> {
        let (players, suits, cards) = (deck.players(), deck.suits(), deck.cards());
        let bits = usize::BITS - cards.leading_zeros();
        let is_small = players * suits * bits as usize <= PackedHands::BITS as usize;
        is_small.then_some(Self { players, suits, bits, cards })
    }

    pub(super) fn players(self) -> usize {
        self.players
    }

    pub(super) fn suits(self) -> usize {
        self.suits
    }

    fn shift(self, player: usize, suit: usize) -> u32 {
        (player * self.suits + suit) as u32 * self.bits
    }

    pub(super) fn pack(self, hands: &PitHands) -> PackedHands {
        let places = (0..self.players).flat_map(|player| (0..self.suits).map(move |s| (player, s)));
        places.fold(0, |packed, (player, suit)| {
            packed | (hands.count(player, suit) as PackedHands) << self.shift(player, suit)
        })
    }

    /// How many cards of a suit a player holds.
    pub(super) fn count(self, hands: PackedHands, player: usize, suit: usize) -> usize {
        (hands >> self.shift(player, suit)) as usize & ((1 << self.bits) - 1)
    }

    /// After a trade of so many cards, in which each of two players gives one of these suits.
    pub(super) fn trade(
        self,
        hands: PackedHands,
        (first, second): (usize, usize),
        (given, got): (usize, usize),
        cards: usize,
    ) -> PackedHands {
        let part = |player, suit| (cards as PackedHands) << self.shift(player, suit);
        hands + part(second, given) - part(first, given) + part(first, got) - part(second, got)
    }

    /// Whether a player holds a whole suit.
    pub(super) fn has_corner(self, hands: PackedHands, player: usize) -> bool {
        (0..self.suits).any(|suit| self.count(hands, player, suit) == self.cards)
    }

    /// The suits of which a player holds all cards, a bit for each.
    pub(super) fn corners(self, hands: PackedHands, player: usize) -> u16 {
        let is_whole = |&suit: &usize| self.count(hands, player, suit) == self.cards;
        (0..self.suits).filter(is_whole).fold(0, |set, suit| set | 1 << suit)
    }

    /// How many suits there are of which a player holds so many cards.
    pub(super) fn suits_with(self, hands: PackedHands, player: usize, cards: usize) -> usize {
        (0..self.suits).filter(|&suit| self.count(hands, player, suit) >= cards).count()
    }

    /// Whether nobody has a corner.
    pub(super) fn is_open(self, hands: PackedHands) -> bool {
        !(0..self.players).any(|player| self.has_corner(hands, player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_hands_are_traded_like_others() {
        let deck = PitDeck::new(3, 3, 3).expect("a deck");
        let packing = Packing::of(deck).expect("it is small");
        let mut hands = PitHands::read("w w x | w x y | x y y", deck).expect("a deal");
        let packed = packing.pack(&hands);
        assert_eq!(packing.suits_with(packed, 0, 2), 1);
        let traded = packing.trade(packed, (0, 2), (0, 2), 2);
        hands.give((0, 2), 0, 2);
        hands.give((2, 0), 2, 2);
        assert_eq!(traded, packing.pack(&hands));
        assert_eq!(packing.trade(packed, (0, 1), (0, 0), 1), packed);
        assert!(packing.is_open(traded));
        let cornered = PitHands::read("w w w | x x y | x y y", deck).expect("a deal");
        assert_eq!(packing.corners(packing.pack(&cornered), 0), 1);
        assert_eq!(Packing::of(PitDeck::new(7, 7, 9).expect("a deck")), None);
    }
}
