//! What comes of single trades in SixPit (section 5, tables 1 and 2), and of not offering a card at all.

use super::{DEAL, Hands, PAIRS, Player, Suit, Trade, expected, offers, trades, winner};
use crate::exact::{Exact, RBig};

/// Wheat, flax, rye.
const SUITS: [char; 3] = ['w', 'x', 'y'];
/// Anne, Bill, Cath.
const PLAYERS: [char; 3] = ['a', 'b', 'c'];

/// A trade of two cards in the deal `wx.wy.xy`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OfferedTrade {
    /// Who trade: `a` is Anne, `b` is Bill, `c` is Cath.
    pub traders: [char; 2],
    /// What they offer: `w` is wheat, `x` is flax, `y` is rye.
    pub offered: [char; 2],
    /// The deal after the trade.
    pub deal: String,
    /// Who has a corner then.
    pub winner: Option<char>,
    /// What Anne, Bill and Cath get.
    pub payoff: [i32; 3],
}

/// All trades of the three matrices, pair by pair.
pub fn offered_trades() -> Vec<OfferedTrade> {
    let mut all = Vec::new();
    for pair in PAIRS {
        for u in DEAL[pair.0] {
            for v in DEAL[pair.1] {
                let winner = winner(&DEAL, pair, (u, v));
                let trade = Trade { pair, chance: RBig::ONE, winner };
                all.push(OfferedTrade {
                    traders: [PLAYERS[pair.0], PLAYERS[pair.1]],
                    offered: [SUITS[u], SUITS[v]],
                    deal: write_deal(&after(pair, (u, v))),
                    winner: winner.map(|player| PLAYERS[player]),
                    payoff: [0, 1, 2].map(|player| trade.payoff(player)),
                });
            }
        }
    }
    all
}

/// The hands after a swap.
fn after((i, j): (Player, Player), (u, v): (Suit, Suit)) -> Hands {
    let mut hands = DEAL;
    for (player, given, got) in [(i, u, v), (j, v, u)] {
        if let Some(card) = hands[player].iter_mut().find(|card| **card == given) {
            *card = got;
        }
        hands[player].sort_unstable();
    }
    hands
}

fn write_deal(hands: &Hands) -> String {
    hands.map(|hand| hand.map(|suit| SUITS[suit]).iter().collect::<String>()).join(".")
}

/// What a player can expect of one move who offers nothing, and so wins nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NotOffering {
    /// If the two others are matched only as often as otherwise: in a third of the moves.
    pub as_often: Exact,
    /// If the two others are matched for sure.
    pub surely: Exact,
    /// How likely the player wins.
    pub wins: Exact,
}

/// What a player can expect of one move after Anne and Bill traded, who offers nothing while the others share so often. If all
/// share half of the time, that is the first move as well.
pub fn without_offer(shared: &[RBig; 3], player: Player) -> NotOffering {
    let all = trades(&DEAL, &offers(&DEAL, Some(PAIRS[0]), shared));
    let others: Vec<Trade> =
        all.into_iter().filter(|trade| ![trade.pair.0, trade.pair.1].contains(&player)).collect();
    let won = others.iter().filter(|trade| trade.winner == Some(player));
    let as_often = expected(&others, player);
    NotOffering {
        surely: Exact(RBig::from(3) * &as_often),
        as_often: Exact(as_often),
        wins: Exact(won.fold(RBig::ZERO, |sum, trade| sum + &trade.chance)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pit::ratio;

    /// Every trade keeps the six cards, and has a winner exactly if somebody has two cards of a suit.
    #[test]
    fn trades_keep_the_cards_and_corners_win() {
        let all = offered_trades();
        assert_eq!(all.len(), 12);
        for trade in &all {
            let mut cards: Vec<char> = trade.deal.chars().filter(|&card| card != '.').collect();
            cards.sort_unstable();
            assert_eq!(cards.iter().collect::<String>(), "wwxxyy", "{trade:?}");
            let corner = trade.deal.split('.').position(|hand| ["ww", "xx", "yy"].contains(&hand));
            assert_eq!(trade.winner, corner.map(|player| PLAYERS[player]), "{trade:?}");
            assert_eq!(trade.payoff.iter().sum::<i32>(), 0, "{trade:?}");
        }
    }

    /// Who offers nothing wins nothing, and loses whenever the others have a winner.
    #[test]
    fn who_offers_nothing_cannot_gain() {
        for anne in [ratio(0, 1), ratio(1, 3), ratio(1, 2), ratio(1, 1)] {
            for bill in [ratio(0, 1), ratio(1, 4), ratio(1, 1)] {
                for player in 0..3 {
                    let found = without_offer(&[anne.clone(), bill.clone(), ratio(1, 2)], player);
                    assert_eq!(found.wins.0, RBig::ZERO);
                    assert!(found.surely.0 <= RBig::ZERO, "{found:?}");
                }
            }
        }
        let half = without_offer(&[0; 3].map(|_| ratio(1, 2)), 0);
        assert_eq!((half.as_often.0, half.surely.0), (ratio(-1, 6), ratio(-1, 2)));
    }
}
