//! The English of Pit as a game: why there is no such deck, and no such game, and why somebody moved.

use crate::pit::players::PitWhy;
use crate::pit::{MOST_CARDS, MOST_PLAYERS, MOST_SUITS, NoPitDeck, NoPitGame};
use std::fmt;

impl fmt::Display for NoPitDeck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(n) => write!(f, "there must be 2 to {MOST_PLAYERS} players, not {n}"),
            Self::Suits(n) => write!(f, "there must be 2 to {MOST_SUITS} suits, not {n}"),
            Self::Cards(n) => write!(f, "a suit must have 1 to {MOST_CARDS} cards, not {n}"),
            Self::Uneven { cards, players } => {
                write!(f, "{cards} cards cannot be dealt evenly to {players} players")
            }
            Self::NoCorner { hand, suit } => write!(
                f,
                "nobody can ever have a corner: a hand has {hand} {}, and a suit has {suit}",
                if *hand == 1 { "card" } else { "cards" }
            ),
        }
    }
}

impl std::error::Error for NoPitDeck {}

impl fmt::Display for NoPitGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deck(why) => write!(f, "{why}"),
            Self::Most { most: 0, .. } => {
                f.write_str("nobody can ever trade: offers must be of 1 card at least")
            }
            Self::Most { most, hand } => {
                write!(f, "nobody can offer {most} cards: a hand has {hand}")
            }
            Self::NoOpenDeal => f.write_str(
                "no deal is open: with 1 card in a suit, everybody has a corner from the start",
            ),
            Self::Setting(bad) => write!(f, "{bad}"),
        }
    }
}

impl std::error::Error for NoPitGame {}

/// Why a player of Pit made a move.
pub(super) fn why(why: &PitWhy) -> String {
    let drawn = |among: usize| match among {
        1 => String::new(),
        _ => format!(" It was drawn from {among} offers that are like that."),
    };
    match why {
        PitWhy::Shared { partner, among } => format!(
            "They traded with {} last, who is known to hold cards of this suit.{}",
            partner.0 + 1,
            drawn(*among)
        ),
        PitWhy::Distinct { partner, among } => format!(
            "They traded with {} last, who is known to hold no card of this suit.{}",
            partner.0 + 1,
            drawn(*among)
        ),
        PitWhy::Anything { among } => {
            format!(
                "Nothing that they know tells their cards apart: it was drawn from {among} offers."
            )
        }
        PitWhy::Keeps { suit, among } => format!("They keep {suit}.{}", drawn(*among)),
        PitWhy::Trades => "They trade whenever they are matched.".to_owned(),
        PitWhy::NextTrade { worth, ties } => {
            let ties = match ties {
                0 | 1 => String::new(),
                ties => format!("; {ties} offers are worth as much, and one of them was drawn"),
            };
            format!("It is worth {worth} in the next trade, the most of all offers{ties}.")
        }
    }
}
