//! All deals of a deck of Pit in which the game goes on, numbered, with what a swap makes of each of them. Cards of a suit
//! look alike, so that a hand is how many of each suit it has (*Logic and game theory of Pit*, section 5).

use super::limits::{PitCut, PitLimits};
use crate::exact::RBig;
use crate::knowledge::MOST_WORLDS;
use crate::pit::{PitDeck, Player, Suit};
use hexa_engine::UBig;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// How many cards of each suit each player holds, one player after the other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SuitCounts(pub(super) Box<[u8]>);

/// What a swap makes of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Swapped {
    /// Somebody does not have what they would give.
    Impossible,
    /// Somebody has a whole suit now.
    Corner,
    /// The game goes on with this deal.
    Open(u16),
}

/// A swap: two players give so many cards of a suit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Swap {
    /// Who swap, the one with the smaller number first.
    pub traders: (Player, Player),
    /// What each of them gives.
    pub given: (Suit, Suit),
    /// How many cards of it.
    pub number: usize,
}

/// The deals without a corner.
#[derive(Clone, Debug)]
pub struct DealTable {
    deck: PitDeck,
    most: usize,
    open: Vec<SuitCounts>,
    place: FxHashMap<SuitCounts, u16>,
    /// How many deals of named cards look like each of them.
    weight: Vec<UBig>,
    /// How many deals of named cards these players, and nobody else, have a corner in.
    cornered: BTreeMap<Vec<Player>, UBig>,
    /// For each deal, pair of players, number and two suits.
    swapped: Vec<Swapped>,
}

impl DealTable {
    /// The deals of a deck, of which players offer at most so many cards at once.
    pub fn new(deck: PitDeck, most: usize, limits: &PitLimits) -> Result<Self, PitCut> {
        let mut table = Self {
            deck,
            most: most.min(deck.cards()),
            open: Vec::new(),
            place: FxHashMap::default(),
            weight: Vec::new(),
            cornered: BTreeMap::new(),
            swapped: Vec::new(),
        };
        let (mut left, mut dealt) = (vec![deck.cards() as u8; deck.suits()], 0);
        let most_deals = limits.deals.min(MOST_WORLDS);
        let flow = deal_from(deck, deck.hand(), &mut left, &mut Vec::new(), &mut |counts| {
            dealt += 1;
            if dealt > most_deals {
                return ControlFlow::Break(PitCut::Deals(most_deals));
            }
            table.add(counts);
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(cut) = flow {
            return Err(cut);
        }
        table.fill_swaps();
        Ok(table)
    }

    fn add(&mut self, counts: &[u8]) {
        let counts = SuitCounts(counts.into());
        let (weight, winners) = (self.weigh(&counts), self.corners(&counts));
        if !winners.is_empty() {
            *self.cornered.entry(winners).or_default() += weight;
            return;
        }
        self.place.insert(counts.clone(), self.open.len() as u16);
        self.open.push(counts);
        self.weight.push(weight);
    }

    /// In how many ways named cards make these hands: for each suit a multinomial.
    fn weigh(&self, counts: &SuitCounts) -> UBig {
        let factorial = |n: usize| (1..=n).fold(UBig::ONE, |product, i| product * UBig::from(i));
        let above = factorial(self.deck.cards());
        let below = counts.0.iter().fold(UBig::ONE, |all, &many| all * factorial(many.into()));
        (0..self.deck.suits()).fold(UBig::ONE, |all, _| all * &above) / below
    }

    /// Who has a whole suit.
    fn corners(&self, counts: &SuitCounts) -> Vec<Player> {
        let whole = self.deck.cards() as u8;
        let hands = counts.0.chunks(self.deck.suits()).enumerate();
        hands.filter(|(_, hand)| hand.contains(&whole)).map(|(player, _)| player).collect()
    }

    fn fill_swaps(&mut self) {
        let pairs = self.pairs();
        for deal in 0..self.open.len() {
            for &traders in &pairs {
                for number in 1..=self.most {
                    for first in 0..self.deck.suits() {
                        for second in 0..self.deck.suits() {
                            let swap = Swap { traders, given: (first, second), number };
                            let swapped = self.swap_slowly(deal, swap);
                            self.swapped.push(swapped);
                        }
                    }
                }
            }
        }
    }

    fn swap_slowly(&self, deal: usize, swap: Swap) -> Swapped {
        match self.hands_after(deal, swap) {
            None => Swapped::Impossible,
            Some(counts) => {
                self.place.get(&counts).map_or(Swapped::Corner, |&place| Swapped::Open(place))
            }
        }
    }

    /// The hands after a swap, if both have what they give.
    pub(super) fn hands_after(&self, deal: usize, swap: Swap) -> Option<SuitCounts> {
        let (suits, number) = (self.deck.suits(), swap.number as u8);
        let ((first, second), (u, v)) = (swap.traders, swap.given);
        let mut counts = self.open[deal].clone();
        let (of_first, of_second) = (first * suits, second * suits);
        counts.0[of_first + u] = counts.0[of_first + u].checked_sub(number)?;
        counts.0[of_second + v] = counts.0[of_second + v].checked_sub(number)?;
        counts.0[of_first + v] += number;
        counts.0[of_second + u] += number;
        Some(counts)
    }

    /// What a swap makes of a deal.
    pub(super) fn swap(&self, deal: usize, swap: Swap) -> Swapped {
        let (suits, players) = (self.deck.suits(), self.deck.players());
        let (first, second) = swap.traders;
        let pair = first * (2 * players - first - 1) / 2 + (second - first - 1);
        let pairs = players * (players - 1) / 2;
        let at = (deal * pairs + pair) * self.most + (swap.number - 1);
        self.swapped[(at * suits + swap.given.0) * suits + swap.given.1]
    }

    /// Who has a corner after a swap that both can make.
    pub(super) fn winners(&self, deal: usize, swap: Swap) -> Vec<Player> {
        self.hands_after(deal, swap).map_or_else(Vec::new, |counts| self.corners(&counts))
    }

    /// The deck.
    pub fn deck(&self) -> PitDeck {
        self.deck
    }

    /// The most cards that are offered at once.
    pub fn most(&self) -> usize {
        self.most
    }

    /// How many deals there are without a corner.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// How many cards of each suit a player holds.
    pub fn hand(&self, deal: usize, player: Player) -> &[u8] {
        &self.open[deal].0[player * self.deck.suits()..(player + 1) * self.deck.suits()]
    }

    /// How many cards of each suit each player holds.
    pub fn hands(&self, deal: usize) -> Vec<Vec<u8>> {
        self.open[deal].0.chunks(self.deck.suits()).map(<[u8]>::to_vec).collect()
    }

    /// The place of a deal without a corner.
    pub fn find(&self, counts: &[u8]) -> Option<usize> {
        self.place.get(&SuitCounts(counts.into())).map(|&place| usize::from(place))
    }

    /// Whether a player can offer so many cards.
    pub(super) fn can_offer(&self, deal: usize, player: Player, number: usize) -> bool {
        self.hand(deal, player).iter().any(|&many| usize::from(many) >= number)
    }

    /// All pairs of players.
    pub fn pairs(&self) -> Vec<(Player, Player)> {
        let players = self.deck.players();
        (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect()
    }

    /// How likely a deal is, if there is one without a corner.
    pub fn chance_if_open(&self, deal: usize) -> RBig {
        let all = self.weight.iter().fold(UBig::ZERO, |sum, weight| sum + weight);
        RBig::from_parts(self.weight[deal].clone().into(), all)
    }

    /// How likely a deal is.
    pub fn chance(&self, deal: usize) -> RBig {
        RBig::from_parts(self.weight[deal].clone().into(), self.all_weight())
    }

    /// How likely it is that these players have a corner when the cards are dealt, and nobody else.
    pub fn cornered(&self) -> impl Iterator<Item = (&[Player], RBig)> + '_ {
        let all = self.all_weight();
        self.cornered.iter().map(move |(winners, weight)| {
            (winners.as_slice(), RBig::from_parts(weight.clone().into(), all.clone()))
        })
    }

    fn all_weight(&self) -> UBig {
        self.weight.iter().chain(self.cornered.values()).fold(UBig::ZERO, |sum, w| sum + w)
    }
}

/// All deals of a deck, corners and all: how many cards of each suit each player holds.
pub(super) fn all_deals(deck: PitDeck) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let left = &mut vec![deck.cards() as u8; deck.suits()];
    let done: ControlFlow<()> =
        deal_from(deck, deck.hand(), left, &mut Vec::new(), &mut |counts| {
            all.push(counts.to_vec());
            ControlFlow::Continue(())
        });
    debug_assert!(done.is_continue());
    all
}

/// Deals the rest: what comes next is the number of cards of a suit in a hand that lacks so many cards.
fn deal_from<B>(
    deck: PitDeck,
    lacking: usize,
    left: &mut [u8],
    counts: &mut Vec<u8>,
    each: &mut impl FnMut(&[u8]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if counts.len() == deck.suits() * deck.players() {
        return each(counts);
    }
    let suit = counts.len() % deck.suits();
    let is_last = suit + 1 == deck.suits();
    let least = if is_last { lacking } else { 0 };
    for many in least..=usize::from(left[suit]).min(lacking) {
        left[suit] -= many as u8;
        counts.push(many as u8);
        let next = if is_last { deck.hand() } else { lacking - many };
        let flow = deal_from(deck, next, left, counts, each);
        counts.pop();
        left[suit] += many as u8;
        flow?;
    }
    ControlFlow::Continue(())
}
