//! Pit (*Logic and game theory of Pit*): how many deals there are, and what can be expected of SixPit, where three
//! players hold two cards each of three suits. Two of them are matched at random and swap what they offer; whoever has
//! both cards of a suit wins 2, and the others lose 1 each. All numbers are exact.

mod account;
mod bounds;
mod dealing;
mod deals;
mod deck;
mod full_play;
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

pub use deals::{NoPit, PitDeals, count_pit_deals};
pub use deck::{MOST_CARDS, MOST_PLAYERS, MOST_SUITS, NoPitDeck, PitDeck};
pub use full_play::{FullPlay, full_play};
pub use game::PitGame;
pub use moves::{PitMove, PitOffer, SUIT_NAMES};
pub use outcomes::{NotOffering, OfferedTrade, offered_trades, without_offer};
pub use remembering::{Sharing, remembering_game};
pub use rules::{DealtHands, NoPitGame, OfferLife, Passing, PitRules, Refusing};

use crate::exact::{Exact, RBig};

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

/// What each player can expect of the next trade after Anne and Bill traded, if Anne and Bill offer the
/// shared card with these chances.
pub fn one_move(anne: &RBig, bill: &RBig) -> [RBig; 3] {
    let offers = offers(&DEAL, Some(PAIRS[0]), &[anne.clone(), bill.clone(), ratio(1, 2)]);
    let trades = trades(&DEAL, &offers);
    [0, 1, 2].map(|player| expected(&trades, player))
}

/// The coefficients of 1, p_a, p_b and p_a p_b in what a player can expect, from the four pure profiles.
pub fn coefficients(player: Player) -> [RBig; 4] {
    let pure = |a, b| one_move(&ratio(a, 1), &ratio(b, 1))[player].clone();
    let (none, anne, bill, both) = (pure(0, 0), pure(1, 0), pure(0, 1), pure(1, 1));
    let mixed = &both - &anne - &bill + &none;
    [none.clone(), anne - &none, bill - &none, mixed]
}

/// How much a player gains by sharing for sure instead of never, against a chance of the other's.
fn gain(player: Player, other: &RBig) -> RBig {
    let of = coefficients(player);
    &of[1 + player] + &of[3] * other
}

fn is_best(gain: &RBig, chance: &RBig) -> bool {
    match gain.cmp(&RBig::ZERO) {
        std::cmp::Ordering::Less => *chance == RBig::ZERO,
        std::cmp::Ordering::Equal => true,
        std::cmp::Ordering::Greater => *chance == RBig::ONE,
    }
}

/// Whether neither Anne nor Bill can do better alone, in one move after they traded.
pub fn is_equilibrium(anne: &RBig, bill: &RBig) -> bool {
    is_best(&gain(0, bill), anne) && is_best(&gain(1, anne), bill)
}

/// All equilibria of one move. A pure choice is not indifferent to the other player, so that who mixes is
/// met by the one chance at which they are indifferent. None if that is not so.
pub fn equilibria() -> Option<Vec<(RBig, RBig)>> {
    let indifferent = |player: Player| {
        let of = coefficients(player);
        let pure = [RBig::ZERO, RBig::ONE].iter().all(|chance| gain(player, chance) != RBig::ZERO);
        (pure && of[3] != RBig::ZERO).then(|| -&of[1 + player] / &of[3])
    };
    let (bill, anne) = (indifferent(0)?, indifferent(1)?);
    let inside = |chance: &RBig| (RBig::ZERO..=RBig::ONE).contains(chance);
    let mut found = Vec::new();
    for a in [RBig::ZERO, RBig::ONE, anne].iter().filter(|&chance| inside(chance)) {
        for b in [RBig::ZERO, RBig::ONE, bill.clone()].iter().filter(|&chance| inside(chance)) {
            if is_equilibrium(a, b) {
                found.push((a.clone(), b.clone()));
            }
        }
    }
    Some(found)
}

/// What can be told of SixPit.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SixPit {
    /// How often Anne, Bill and Cath offer the card that they share with whom they traded last.
    pub shared: [Exact; 3],
    /// What they can expect of one move after Anne and Bill traded.
    pub one_move: [Exact; 3],
    /// Whether neither Anne nor Bill can do better alone in that move.
    pub is_equilibrium: bool,
    /// All equilibria of that move: how often Anne and Bill share.
    pub equilibria: Vec<[Exact; 2]>,
    /// What they can expect of the whole play.
    pub play: FullPlay,
    /// Who wins each trade of two of them in the deal `wx.wy.xy`, and what all get.
    pub trades: Vec<OfferedTrade>,
    /// What each can expect of one move after Anne and Bill traded if they alone offer nothing.
    pub not_offering: [NotOffering; 3],
}

/// A chance is from 0 to 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoChance;

/// What can be expected of SixPit if the players share so often.
pub fn sixpit(shared: [RBig; 3]) -> Result<SixPit, NoChance> {
    if shared.iter().any(|chance| !(RBig::ZERO..=RBig::ONE).contains(chance)) {
        return Err(NoChance);
    }
    let found = equilibria().unwrap_or_default();
    Ok(SixPit {
        one_move: one_move(&shared[0], &shared[1]).map(Exact),
        is_equilibrium: is_equilibrium(&shared[0], &shared[1]),
        equilibria: found.into_iter().map(|(anne, bill)| [Exact(anne), Exact(bill)]).collect(),
        play: full_play(&shared),
        trades: offered_trades(),
        not_offering: [0, 1, 2].map(|player| without_offer(&shared, player)),
        shared: shared.map(Exact),
    })
}
