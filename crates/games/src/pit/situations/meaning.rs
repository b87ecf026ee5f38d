//! What an offer means to the one who makes it: how many cards of what they have, and how many of that suit the others are
//! known to hold. *Shared* and *distinct* (section 5) are about the player with whom one traded last.

use super::table::DealTable;
use crate::pit::{Player, Suit};

/// How many cards of a suit somebody is known to hold: at least so many, and at most so many.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct KnownCount {
    /// At least.
    pub least: u8,
    /// At most.
    pub most: u8,
}

/// What an offer means to the one who makes it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OfferMeaning {
    /// How many cards are offered.
    pub number: usize,
    /// Of how many of that suit.
    pub held: u8,
    /// What is known of each player, of oneself too.
    pub known: Vec<KnownCount>,
    /// With whom one traded last, if one did and there is only one who it can have been.
    pub partner: Option<Player>,
}

/// What an offer means to a player who considers these deals possible; with whom they traded is not said yet.
pub(super) fn meaning(
    table: &DealTable,
    considered: &[usize],
    player: Player,
    (suit, number): (Suit, usize),
) -> OfferMeaning {
    let known = |player| {
        let counts = considered.iter().map(|&deal| table.hand(deal, player)[suit]);
        let (least, most) = (counts.clone().min(), counts.max());
        KnownCount { least: least.unwrap_or(0), most: most.unwrap_or(0) }
    };
    let known: Vec<KnownCount> = (0..table.deck().players()).map(known).collect();
    OfferMeaning { number, held: known[player].least, known, partner: None }
}

/// Whether the partner of the last trade is known to hold cards of the suit, or to hold none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Sharing {
    Shared,
    Distinct,
}

impl OfferMeaning {
    /// What is known of the partner's cards of that suit.
    pub(super) fn sharing(&self) -> Option<Sharing> {
        let of_partner = self.known.get(self.partner?)?;
        match (of_partner.least, of_partner.most) {
            (1.., _) => Some(Sharing::Shared),
            (0, 0) => Some(Sharing::Distinct),
            (0, 1..) => None,
        }
    }
}
