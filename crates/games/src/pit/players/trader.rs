//! The strategies of *Logic and game theory of Pit*, section 5. Whoever traded in the last round with a trade offers, with some
//! probability, a card of a suit that they know the other to hold now (`shared`), and otherwise one of a suit that they know
//! the other not to hold (`distinct`); where there is only one kind, of that. Everybody else offers anything. Of what
//! can be offered each offer is equally likely.
//!
//! The paper says this for hands of two cards, where who traded knows the deal; elsewhere what is known is worked out from
//! what the player has noticed. Where deals are too many to list it is told from bounds of how many cards everybody holds.

use super::super::game::PitGame;
use super::super::moves::PitMove;
use super::habit::Kinds;
use super::known::Known;
use super::odds::Odds;
use super::why::PitWhy;
use crate::game::{Move, Observation, Player};
use crate::named::{BadSetting, Named};
use crate::strategy::{Decision, NoChoice, Strategy, Why};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// How often a trader shares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraderSettings {
    /// How often, if nothing else is said.
    pub shared: Odds,
    /// How often after trades with each player.
    pub after: Vec<Option<Odds>>,
}

impl TraderSettings {
    /// Always with the same probability.
    pub fn constant(shared: Odds) -> Self {
        Self { shared, after: Vec::new() }
    }

    /// The settings of a name such as `trader(shared=1/2; after2=1)`, for so many players.
    pub fn named(named: &Named, players: usize) -> Result<Self, BadSetting> {
        let shared = Odds::setting(named, "shared", "shared")?.unwrap_or(Odds::EVEN);
        let after = Odds::of_players(named, "afterN", players)?;
        Ok(Self { shared, after })
    }

    /// How often after a trade with a player.
    pub fn after(&self, partner: Player) -> Odds {
        self.after.get(partner.index()).copied().flatten().unwrap_or(self.shared)
    }
}

/// Goes by what they know of whom they traded with last.
pub struct PitTrader {
    game: Arc<PitGame>,
    settings: TraderSettings,
    known: Known,
    why: Option<PitWhy>,
}

impl PitTrader {
    /// The strategy for a game.
    pub fn new(game: Arc<PitGame>, settings: TraderSettings) -> Self {
        let known = Known::new(&game, Player(0));
        Self { game, settings, known, why: None }
    }
}

/// The places of all offers.
pub(super) fn all_offers(game: &PitGame, moves: &[Move]) -> Vec<usize> {
    let is_offer = |&at: &usize| matches!(game.meaning(moves[at]), Some(PitMove::Offer(_)));
    (0..moves.len()).filter(is_offer).collect()
}

/// The place of trading, where that is asked.
pub(super) fn trade_place(game: &PitGame, moves: &[Move]) -> Option<usize> {
    moves.iter().position(|&made| game.meaning(made) == Some(PitMove::Trade))
}

impl Strategy for PitTrader {
    fn begin(&mut self, player: Player) {
        self.known = Known::new(&self.game, player);
        self.why = None;
    }

    fn observe(&mut self, observed: Observation<'_>) {
        self.known.observe(&self.game, observed);
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        _: &Stop,
    ) -> Result<usize, NoChoice> {
        let moves = decision.moves;
        if self.known.is_lost {
            return Err(NoChoice::UnknownInformation);
        }
        if let Some(trade) = trade_place(&self.game, moves) {
            self.why = Some(PitWhy::Trades);
            return Ok(trade);
        }
        let (places, why) = self.consider(moves, stream);
        self.why = Some(why);
        Ok(stream.pick(&places).copied().unwrap_or(0))
    }

    fn explain(&self) -> Option<Why> {
        self.why.clone().map(Why::Pit)
    }
}

impl PitTrader {
    /// What is offered, each with the same chance.
    fn consider(&self, moves: &[Move], stream: &mut Stream) -> (Vec<usize>, PitWhy) {
        let anything = || {
            let all = all_offers(&self.game, moves);
            let among = all.len();
            (all, PitWhy::Anything { among })
        };
        let account = &self.known.account;
        let Some(last) = account.partner_of(account.player) else { return anything() };
        let partner = Player::from_index(last);
        let offers = (0..moves.len()).filter_map(|at| match self.game.meaning(moves[at]) {
            Some(PitMove::Offer(offer)) => Some((at, offer)),
            Some(PitMove::Pass | PitMove::Trade | PitMove::Refuse) | None => None,
        });
        let Kinds { shared, distinct } = Kinds::of(offers, |suit| self.known.holding(last, suit));
        let shares = match (shared.is_empty(), distinct.is_empty()) {
            (true, true) => return anything(),
            (false, true) => true,
            (true, false) => false,
            (false, false) => self.settings.after(partner).draw(stream),
        };
        if shares {
            let among = shared.len();
            (shared, PitWhy::Shared { partner, among })
        } else {
            let among = distinct.len();
            (distinct, PitWhy::Distinct { partner, among })
        }
    }
}
