//! Pit (*Logic and game theory of Pit*): how many deals there are, the game, its situations, and single trades in SixPit, where
//! three players hold two cards each of three suits. Two of them are matched at random and swap what they offer; whoever has
//! both cards of a suit wins 2, and the others lose 1 each. All numbers are exact.

mod account;
mod bounds;
mod dealing;
mod deals;
mod deck;
mod game;
mod hands;
mod knowledge;
mod moves;
mod notice;
mod outcomes;
mod packed;
mod play;
pub mod players;
mod remembering;
mod rules;
pub mod situations;

pub use deals::{PitDeals, count_pit_deals};
pub use deck::{MOST_CARDS, MOST_PLAYERS, MOST_SUITS, NoPitDeck, PitDeck};
pub use game::PitGame;
pub use moves::{PitMove, PitOffer, SUIT_NAMES};
pub use outcomes::{NotOffering, OfferedTrade, offered_trades, without_offer};
pub use remembering::{Sharing, remembering_game};
pub use rules::{DealtHands, NoPitGame, OfferLife, Passing, PitRules, Refusing, TradingPairs};

use crate::exact::RBig;

/// A suit, counted from 0.
pub type Suit = usize;
/// A player, counted from 0.
pub type Player = usize;
/// What each of three players holds.
pub type Hands = [[Suit; 2]; 3];
/// Two players.
pub type Pair = (Player, Player);

/// A deal without a corner, `wx.wy.xy`; the others are the same with other names.
pub const DEAL: Hands = [[0, 1], [0, 2], [1, 2]];
/// Anne and Bill, Anne and Cath, Bill and Cath.
pub const PAIRS: [Pair; 3] = [(0, 1), (0, 2), (1, 2)];

/// What a player offers, and how likely.
pub type Offers = Vec<(Suit, RBig)>;

/// A fraction.
pub fn ratio(numerator: i32, denominator: u32) -> RBig {
    RBig::from_parts(numerator.into(), denominator.into())
}

/// One card for one card between two players who were matched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trade {
    /// Who trades.
    pub pair: Pair,
    /// How likely it is.
    pub chance: RBig,
    /// Who has a corner now.
    pub winner: Option<Player>,
}

impl Trade {
    /// 2 to the winner, -1 to the others, nothing if there is none.
    pub fn payoff(&self, player: Player) -> i32 {
        match self.winner {
            None => 0,
            Some(winner) if winner == player => 2,
            Some(_) => -1,
        }
    }
}

fn other(hand: [Suit; 2], suit: Suit) -> Suit {
    if hand[0] == suit { hand[1] } else { hand[0] }
}

/// Who has a corner after a swap: whoever gets a card of the suit that they keep.
pub fn winner(hands: &Hands, (i, j): Pair, (u, v): (Suit, Suit)) -> Option<Player> {
    match (other(hands[i], u) == v, other(hands[j], v) == u) {
        (true, _) => Some(i),
        (_, true) => Some(j),
        _ => None,
    }
}

/// All trades that can be next. Each pair is as likely as the others.
pub fn trades(hands: &Hands, offers: &[Offers; 3]) -> Vec<Trade> {
    let mut all = Vec::new();
    for pair in PAIRS {
        for (u, first) in &offers[pair.0] {
            for (v, second) in &offers[pair.1] {
                let chance = ratio(1, 3) * first * second;
                all.push(Trade { pair, chance, winner: winner(hands, pair, (*u, *v)) });
            }
        }
    }
    all
}

/// What a player can expect of the next trade.
pub fn expected(trades: &[Trade], player: Player) -> RBig {
    let parts = trades.iter().map(|trade| RBig::from(trade.payoff(player)) * &trade.chance);
    parts.fold(RBig::ZERO, |sum, part| sum + part)
}

/// The players who traded last offer the card that they share with the other with the chance that is
/// given for them, or else the distinct one. The third offers any card.
pub fn offers(hands: &Hands, last: Option<Pair>, share: &[RBig; 3]) -> [Offers; 3] {
    [0, 1, 2].map(|player| {
        let partner = last.and_then(|(i, j)| match player {
            _ if player == i => Some(j),
            _ if player == j => Some(i),
            _ => None,
        });
        let chance = |suit: Suit| match partner {
            None => ratio(1, 2),
            Some(partner) if hands[partner].contains(&suit) => share[player].clone(),
            Some(_) => RBig::ONE - &share[player],
        };
        hands[player].map(|suit| (suit, chance(suit))).to_vec()
    })
}
