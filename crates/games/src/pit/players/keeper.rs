//! The advice of the rule book (*Logic and game theory of Pit*, section 2): corner the suit that you hold most of, and offer
//! others.

use super::super::account::PitAccount;
use super::super::game::PitGame;
use super::super::moves::{PitMove, suit_name};
use super::trader::{all_offers, trade_place};
use super::why::PitWhy;
use crate::game::{Observation, Player};
use crate::strategy::{Decision, NoChoice, Strategy, Why};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// Which suit is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeptSuit {
    /// The one that they hold most of now; one of these, if there are several.
    Most,
    /// The one that they held most of at first.
    First,
}

/// Keeps a suit, and offers others.
pub struct PitKeeper {
    game: Arc<PitGame>,
    kept: KeptSuit,
    account: PitAccount,
    /// The suit that was chosen at first.
    first: Option<usize>,
    is_lost: bool,
    why: Option<PitWhy>,
}

impl PitKeeper {
    /// The strategy for a game.
    pub fn new(game: Arc<PitGame>, kept: KeptSuit) -> Self {
        let account = PitAccount::new(game.rules, Player(0));
        Self { game, kept, account, first: None, is_lost: false, why: None }
    }

    /// One of the suits that the player holds most of.
    fn most(&self, stream: &mut Stream) -> usize {
        let hand = self.account.hand();
        let most = hand.iter().max();
        let suits: Vec<usize> = (0..hand.len()).filter(|&suit| hand.get(suit) == most).collect();
        stream.pick(&suits).copied().unwrap_or(0)
    }
}

impl Strategy for PitKeeper {
    fn begin(&mut self, player: Player) {
        self.account = PitAccount::new(self.game.rules, player);
        (self.first, self.is_lost, self.why) = (None, false, None);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        self.is_lost |= self.account.notice(observed).is_none();
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        _: &Stop,
    ) -> Result<usize, NoChoice> {
        if self.is_lost {
            return Err(NoChoice::UnknownInformation);
        }
        if let Some(trade) = trade_place(&self.game, decision.moves) {
            self.why = Some(PitWhy::Trades);
            return Ok(trade);
        }
        let suit = match (self.kept, self.first) {
            (KeptSuit::First, Some(first)) => first,
            (KeptSuit::First, None) | (KeptSuit::Most, _) => self.most(stream),
        };
        self.first.get_or_insert(suit);
        let mut places = all_offers(&self.game, decision.moves);
        let leaves = |&at: &usize| match self.game.meaning(decision.moves[at]) {
            Some(PitMove::Offer(offer)) => offer.suit != suit,
            Some(PitMove::Pass | PitMove::Trade | PitMove::Refuse) | None => false,
        };
        places.retain(leaves);
        self.why = Some(PitWhy::Keeps { suit: suit_name(suit), among: places.len() });
        Ok(stream.pick(&places).copied().unwrap_or(0))
    }

    fn explain(&self) -> Option<Why> {
        self.why.clone().map(Why::Pit)
    }
}
