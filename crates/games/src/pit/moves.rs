//! What players do in Pit: they offer cards of one suit, offer nothing, and say whether they trade; and how it is written.
//! Numbers of cards are written as words, for digits are the names of players.

use super::rules::{Passing, PitRules, Refusing};
use crate::game::Move;

/// What suits are called: wheat is w, flax x, rye y.
pub const SUIT_NAMES: [&str; 10] = ["w", "x", "y", "z", "v", "u", "t", "s", "r", "q"];

/// So many cards, from one on.
const NUMBERS: [&str; 20] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Some cards of one suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PitOffer {
    /// The suit, by its place.
    pub suit: usize,
    /// How many.
    pub cards: usize,
}

/// What a move is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PitMove {
    /// These cards are offered.
    Offer(PitOffer),
    /// Nothing is offered.
    Pass,
    /// The offer is traded for that of whoever was matched.
    Trade,
    /// It is not.
    Refuse,
}

/// How moves are numbered: offers of one card, of two and so on; then the others, as far as there are any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveNumbering {
    suits: usize,
    largest: usize,
    passing: Passing,
    refusing: Refusing,
}

impl MoveNumbering {
    pub(super) fn new(rules: &PitRules) -> Self {
        let (suits, largest) = (rules.deck.suits(), rules.largest_offer());
        Self { suits, largest, passing: rules.passing, refusing: rules.refusing }
    }

    fn others(self) -> impl Iterator<Item = PitMove> {
        let pass = match self.passing {
            Passing::Allowed => Some(PitMove::Pass),
            Passing::No => None,
        };
        let answers: &[PitMove] = match self.refusing {
            Refusing::Allowed => &[PitMove::Trade, PitMove::Refuse],
            Refusing::No => &[],
        };
        pass.into_iter().chain(answers.iter().copied())
    }

    /// The number of a move; `None` if there is no such move.
    pub(super) fn number(self, what: PitMove) -> Option<Move> {
        let at = match what {
            PitMove::Offer(PitOffer { suit, cards }) => {
                let is_there = suit < self.suits && (1..=self.largest).contains(&cards);
                is_there.then(|| (cards - 1) * self.suits + suit)?
            }
            PitMove::Pass | PitMove::Trade | PitMove::Refuse => {
                self.suits * self.largest + self.others().position(|other| other == what)?
            }
        };
        Some(Move(at as u32))
    }

    /// What a number means.
    pub(super) fn meaning(self, made: Move) -> Option<PitMove> {
        let at = made.index();
        match at.checked_sub(self.suits * self.largest) {
            Some(other) => self.others().nth(other),
            None => {
                Some(PitMove::Offer(PitOffer { suit: at % self.suits, cards: at / self.suits + 1 }))
            }
        }
    }

    /// All moves as they are written, in the order of their numbers.
    pub(super) fn texts(self) -> Vec<String> {
        let all = (0..).map(Move).map_while(|made| self.meaning(made));
        all.map(move_text).collect()
    }
}

fn move_text(what: PitMove) -> String {
    match what {
        PitMove::Offer(offer) => format!("offer {}", cards_text(offer)),
        PitMove::Pass => "pass".to_owned(),
        PitMove::Trade => "trade".to_owned(),
        PitMove::Refuse => "refuse".to_owned(),
    }
}

/// What a suit is called.
pub(super) fn suit_name(suit: usize) -> &'static str {
    SUIT_NAMES.get(suit).copied().unwrap_or("?")
}

/// A number of cards as a word.
pub(super) fn number_word(cards: usize) -> &'static str {
    cards.checked_sub(1).and_then(|at| NUMBERS.get(at)).copied().unwrap_or("none")
}

/// Cards of a suit: `w`, `two w`.
pub(super) fn cards_text(PitOffer { suit, cards }: PitOffer) -> String {
    match cards {
        1 => suit_name(suit).to_owned(),
        _ => format!("{} {}", number_word(cards), suit_name(suit)),
    }
}
