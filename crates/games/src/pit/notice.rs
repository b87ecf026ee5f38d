//! What players notice in Pit, as bytes: offers as numbers of cards, who trades how many, who has a corner, or that nobody has
//! (*Logic and game theory of Pit*, section 4). Which suit was got, only the two who trade see; which was given, whoever
//! gave it knows from their own move.

use super::deck::{MOST_PLAYERS, PitDeck};
use super::hands::SuitSet;
use crate::game::Observation;

const DEAL: u8 = 0;
const OFFERS: u8 = 1;
const MATCH: u8 = 2;
const ANSWERS: u8 = 3;
const TRADE: u8 = 4;
const NO_TRADE: u8 = 5;
const NO_CORNER: u8 = 6;
const CORNER: u8 = 7;
const LAST_ROUND: u8 = 8;

/// For each player how many cards they offer; none if they pass.
pub(super) type OfferNumbers = [u8; MOST_PLAYERS];
/// Two players, the first one first.
pub(super) type Pair = (usize, usize);

/// Something that everybody notices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PitNotice {
    /// The cards are dealt, and everybody sees their own.
    Deal,
    /// Everybody offers so many cards, or nothing; offers that stand are among them.
    Offers(OfferNumbers),
    /// These two are matched, and may refuse.
    Match(Pair),
    /// They say whether they trade.
    Answers(Pair, [bool; 2]),
    /// They trade so many cards.
    Trade(Pair, u8),
    /// Nobody is matched, and all offers are withdrawn.
    NoTrade,
    /// Nobody has a corner, and the play goes on.
    NoCorner,
    /// Somebody has a corner in these suits, and wins.
    Corner(usize, SuitSet),
    /// That was the last round.
    LastRound,
}

/// What is noticed, as bytes, and how many there are.
pub(super) type NoticeBytes = ([u8; 1 + MOST_PLAYERS], usize);

impl PitNotice {
    /// As bytes.
    pub(super) fn write(self, deck: PitDeck) -> NoticeBytes {
        let mut bytes = [0; 1 + MOST_PLAYERS];
        let mut put = |parts: &[u8]| {
            bytes[..parts.len()].copy_from_slice(parts);
            parts.len()
        };
        let len = match self {
            Self::Deal => put(&[DEAL]),
            Self::Offers(numbers) => {
                put(&[OFFERS]);
                bytes[1..=deck.players()].copy_from_slice(&numbers[..deck.players()]);
                1 + deck.players()
            }
            Self::Match((first, second)) => put(&[MATCH, first as u8, second as u8]),
            Self::Answers((first, second), [one, other]) => {
                put(&[ANSWERS, first as u8, second as u8, u8::from(one), u8::from(other)])
            }
            Self::Trade((first, second), cards) => put(&[TRADE, first as u8, second as u8, cards]),
            Self::NoTrade => put(&[NO_TRADE]),
            Self::NoCorner => put(&[NO_CORNER]),
            Self::Corner(player, suits) => {
                let [low, high] = suits.to_le_bytes();
                put(&[CORNER, player as u8, low, high])
            }
            Self::LastRound => put(&[LAST_ROUND]),
        };
        (bytes, len)
    }

    /// What these bytes say, if anything.
    pub(super) fn read(public: &[u8], deck: PitDeck) -> Option<Self> {
        let players = deck.players();
        let pair = |first: u8, second: u8| {
            let pair = (usize::from(first), usize::from(second));
            (pair.0 < pair.1 && pair.1 < players).then_some(pair)
        };
        match *public {
            [DEAL] => Some(Self::Deal),
            [OFFERS, ref numbers @ ..] if numbers.len() == players => {
                let mut all = [0; MOST_PLAYERS];
                all[..players].copy_from_slice(numbers);
                Some(Self::Offers(all))
            }
            [MATCH, first, second] => pair(first, second).map(Self::Match),
            [ANSWERS, first, second, one, other] => {
                Some(Self::Answers(pair(first, second)?, [one != 0, other != 0]))
            }
            [TRADE, first, second, cards] => Some(Self::Trade(pair(first, second)?, cards)),
            [NO_TRADE] => Some(Self::NoTrade),
            [NO_CORNER] => Some(Self::NoCorner),
            [CORNER, player, low, high] if usize::from(player) < players => {
                Some(Self::Corner(usize::from(player), SuitSet::from_le_bytes([low, high])))
            }
            [LAST_ROUND] => Some(Self::LastRound),
            _ => None,
        }
    }
}

/// The suit that was got, for whoever sees it.
pub(super) fn read_suit(observed: Observation<'_>, deck: PitDeck) -> Option<usize> {
    match *observed.private {
        [suit] if usize::from(suit) < deck.suits() => Some(usize::from(suit)),
        _ => None,
    }
}
