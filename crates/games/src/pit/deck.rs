//! Decks of Pit (*Logic and game theory of Pit*, section 3): suits of equally many cards, dealt evenly. The paper has as many
//! suits as players, and leaves other numbers open. Cards of a suit look alike.

/// How many players and cards a game of Pit has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PitDeck {
    players: usize,
    suits: usize,
    cards: usize,
}

/// The most players, suits and cards of a suit: with nine in a suit and seven of each it is the whole deck.
pub const MOST_PLAYERS: usize = 10;
/// The most suits.
pub const MOST_SUITS: usize = 10;
/// The most cards of a suit.
pub const MOST_CARDS: usize = 20;

/// Why there is no such deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPitDeck {
    /// There are 2 to [`MOST_PLAYERS`] players: nobody trades alone.
    Players(usize),
    /// There are 2 to [`MOST_SUITS`] suits: with one, everybody has a corner.
    Suits(usize),
    /// There are 1 to [`MOST_CARDS`] cards in a suit.
    Cards(usize),
    /// So many cards cannot be dealt evenly to so many players.
    Uneven {
        /// How many cards there are.
        cards: usize,
        /// How many players.
        players: usize,
    },
    /// A hand of so many cards has no room for a whole suit, so that nobody ever has a corner.
    NoCorner {
        /// How many cards a hand has.
        hand: usize,
        /// How many cards a suit has.
        suit: usize,
    },
}

impl PitDeck {
    /// With so many players, suits, and cards in each suit.
    pub fn new(players: usize, suits: usize, cards: usize) -> Result<Self, NoPitDeck> {
        if !(2..=MOST_PLAYERS).contains(&players) {
            return Err(NoPitDeck::Players(players));
        }
        if !(2..=MOST_SUITS).contains(&suits) {
            return Err(NoPitDeck::Suits(suits));
        }
        if !(1..=MOST_CARDS).contains(&cards) {
            return Err(NoPitDeck::Cards(cards));
        }
        let all = suits * cards;
        if !all.is_multiple_of(players) {
            return Err(NoPitDeck::Uneven { cards: all, players });
        }
        if all / players < cards {
            return Err(NoPitDeck::NoCorner { hand: all / players, suit: cards });
        }
        Ok(Self { players, suits, cards })
    }

    /// How many players there are.
    pub fn players(self) -> usize {
        self.players
    }

    /// How many suits there are.
    pub fn suits(self) -> usize {
        self.suits
    }

    /// How many cards each suit has.
    pub fn cards(self) -> usize {
        self.cards
    }

    /// How many cards each hand has.
    pub fn hand(self) -> usize {
        self.suits * self.cards / self.players
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_are_dealt_evenly_and_can_be_cornered() {
        let sixpit = PitDeck::new(3, 3, 2).expect("a deck");
        assert_eq!((sixpit.hand(), sixpit.suits(), sixpit.players()), (2, 3, 3));
        assert_eq!(PitDeck::new(1, 3, 2), Err(NoPitDeck::Players(1)));
        assert_eq!(PitDeck::new(3, 1, 3), Err(NoPitDeck::Suits(1)));
        assert_eq!(PitDeck::new(3, 3, 0), Err(NoPitDeck::Cards(0)));
        assert_eq!(PitDeck::new(4, 3, 3), Err(NoPitDeck::Uneven { cards: 9, players: 4 }));
        assert_eq!(PitDeck::new(3, 2, 3), Err(NoPitDeck::NoCorner { hand: 2, suit: 3 }));
        assert_eq!(PitDeck::new(2, 4, 2).map(PitDeck::hand), Ok(4));
    }
}
