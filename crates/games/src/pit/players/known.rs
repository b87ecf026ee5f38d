//! What a strategy knows of what others hold: all of it where deals can be listed, and bounds elsewhere.

use super::super::account::{PitAccount, PitEvent};
use super::super::bounds::HandBounds;
use super::super::game::PitGame;
use super::super::knowledge::{DealFilter, Holding};
use crate::game::{Observation, Player};

/// What a player has noticed, and knows by it.
pub(super) struct Known {
    pub(super) account: PitAccount,
    hands: KnownHands,
    /// Whether something was noticed that this game does not have.
    pub(super) is_lost: bool,
}

enum KnownHands {
    /// The deals that are possible.
    Deals(DealFilter<()>),
    /// Of deals that are too many to list.
    Bounds(Box<HandBounds>),
}

impl Known {
    /// Before the cards are dealt.
    pub(super) fn new(game: &PitGame, player: Player) -> Self {
        let account = PitAccount::new(game.rules, player);
        let hands = match DealFilter::new(game, player.index()) {
            Some(filter) => KnownHands::Deals(filter),
            None => KnownHands::Bounds(Box::new(HandBounds::new(game.rules.deck, player.index()))),
        };
        Self { account, hands, is_lost: false }
    }

    /// The player does or notices something.
    pub(super) fn observe(
        &mut self,
        game: &PitGame,
        observed: Observation<'_>,
    ) -> Option<PitEvent> {
        let event = self.account.notice(observed);
        match (&mut self.hands, event) {
            (_, None) => self.is_lost = true,
            (KnownHands::Deals(filter), Some(event)) => {
                filter.follow(game, event, self.account.first_hand());
            }
            (KnownHands::Bounds(bounds), Some(event)) => bounds.follow(event, self.account.hand()),
        }
        event
    }

    /// Whether a player is known to hold cards of a suit, or none.
    pub(super) fn holding(&self, player: usize, suit: usize) -> Holding {
        match &self.hands {
            KnownHands::Deals(filter) => filter.holding(player, suit),
            KnownHands::Bounds(bounds) => bounds.holding(player, suit),
        }
    }
}
