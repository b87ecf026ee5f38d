//! What players of Cluedo notice, read from observations.

use super::super::board::BoardNotice;
use super::cards::CluedoCards;
use crate::game::{Observation, Player};
use hexa_logic::Card;

/// What is noticed, as the first byte of what is public.
pub(super) mod noticed {
    pub(in crate::cluedo) const DEAL: u8 = 0;
    pub(in crate::cluedo) const SUSPICION: u8 = 1;
    pub(in crate::cluedo) const PASS: u8 = 2;
    pub(in crate::cluedo) const SHOW: u8 = 3;
    pub(in crate::cluedo) const RIGHT: u8 = 4;
    pub(in crate::cluedo) const WRONG: u8 = 5;
    pub(in crate::cluedo) const END_OF_TURN: u8 = 6;
    pub(in crate::cluedo) const BOARD: u8 = 7;
}

/// Something that a player notices, read from an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CluedoNotice {
    /// The cards are dealt; these are the player's own.
    Dealt(CluedoCards),
    /// Somebody suspects these cards.
    Suspicion(Player, CluedoCards),
    /// Somebody has none of them.
    Pass(Player),
    /// Somebody shows a card; which one only the two see.
    Show(Player, Option<Card>),
    /// Somebody accuses rightly.
    Right(Player, CluedoCards),
    /// Somebody accuses wrongly, of these cards if that is heard, and looks at the envelope.
    Wrong {
        /// Who.
        player: Player,
        /// What was named, for those who hear it.
        named: Option<CluedoCards>,
        /// What lies in the envelope, for whoever looked.
        envelope: Option<CluedoCards>,
    },
    /// Somebody's turn ends.
    EndOfTurn(Player),
    /// Something happens on the board, or it is said who begins.
    Board(BoardNotice),
}

impl CluedoNotice {
    /// What an observation says.
    pub fn read(observed: Observation<'_>) -> Option<Self> {
        let cards = |bytes: &[u8]| <[u8; 8]>::try_from(bytes).ok().map(u64::from_le_bytes);
        let (&kind, rest) = observed.public.split_first()?;
        if kind == noticed::DEAL {
            return cards(observed.private).map(Self::Dealt);
        }
        if kind == noticed::BOARD {
            return BoardNotice::read(rest).map(Self::Board);
        }
        let (&player, rest) = rest.split_first()?;
        let player = Player(u32::from(player));
        Some(match kind {
            noticed::SUSPICION => Self::Suspicion(player, cards(rest)?),
            noticed::PASS => Self::Pass(player),
            noticed::SHOW => {
                Self::Show(player, observed.private.first().map(|&card| Card(u32::from(card))))
            }
            noticed::RIGHT => Self::Right(player, cards(rest)?),
            noticed::WRONG => {
                let (named, envelope) = match observed.private.split_at_checked(8) {
                    Some((named, envelope)) => (cards(named), cards(envelope)),
                    None => (cards(rest), None),
                };
                Self::Wrong { player, named, envelope }
            }
            noticed::END_OF_TURN => Self::EndOfTurn(player),
            _ => return None,
        })
    }
}
