//! The hands that a player of Pit considers possible, step by step. Hands come from deals and trades; what was offered and
//! not traded says only that who offered it holds so many cards of some suit, and hands stay the same until it is traded.
//! So which suit it was need not be known before.

use super::super::account::PitEvent;
use super::super::deck::MOST_PLAYERS;
use super::super::game::PitGame;
use super::super::packed::{PackedHands, Packing};
use super::super::rules::Passing;
use crate::exact::RBig;

/// What is kept of hands that are possible.
pub(in super::super) trait HandsPart: Clone {
    /// That of a deal that comes about in so many ways.
    fn of_deal(ways: u64) -> Self;

    /// Somebody has made one of so many moves, all alike to the player, of so many that they could make.
    fn choose(&mut self, alike: usize, among: usize);

    /// One of so many ways in which hands can come about.
    fn share(&self, among: usize) -> Self;

    /// Chance does one of so many things.
    fn draw(&mut self, among: usize);

    /// Two ways lead to the same hands.
    fn join(&mut self, other: &Self);
}

/// Only whether hands are possible.
impl HandsPart for () {
    fn of_deal(_: u64) {}
    fn choose(&mut self, _: usize, _: usize) {}
    fn share(&self, _: usize) {}
    fn draw(&mut self, _: usize) {}
    fn join(&mut self, (): &()) {}
}

/// How likely hands are if everybody moves uniformly, and in how many ways they can have come about.
#[derive(Clone, Debug)]
pub(in super::super) struct Weighed {
    pub(super) weight: RBig,
    pub(super) histories: u128,
}

impl HandsPart for Weighed {
    fn of_deal(ways: u64) -> Self {
        Self { weight: RBig::from(ways), histories: 1 }
    }

    fn choose(&mut self, alike: usize, among: usize) {
        self.weight *= RBig::from(alike as u64) / RBig::from(among as u64);
        self.histories = self.histories.saturating_mul(alike as u128);
    }

    fn share(&self, among: usize) -> Self {
        let weight = &self.weight / RBig::from(among as u64);
        Self { weight, histories: self.histories / among as u128 }
    }

    fn draw(&mut self, among: usize) {
        self.weight /= RBig::from(among as u64);
    }

    fn join(&mut self, other: &Self) {
        self.weight += &other.weight;
        self.histories = self.histories.saturating_add(other.histories);
    }
}

/// How a suit stands with a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Holding {
    /// They are known to hold some of it.
    Some,
    /// They are known to hold none of it.
    None,
    /// Neither is known.
    Open,
}

/// The hands that are possible, in order.
#[derive(Clone, Debug)]
pub(in super::super) struct DealFilter<M> {
    packing: Packing,
    player: usize,
    deals: Vec<(PackedHands, M)>,
    /// Room for the hands after a trade.
    next: Vec<(PackedHands, M)>,
}

impl<M: HandsPart> DealFilter<M> {
    /// For a player, before the cards are dealt; none, if deals are too many to list.
    pub(in super::super) fn new(game: &PitGame, player: usize) -> Option<Self> {
        let packing = Packing::of(game.rules.deck)?;
        game.dealing.listed()?;
        Some(Self { packing, player, deals: Vec::new(), next: Vec::new() })
    }

    /// How the hands are packed.
    pub(in super::super) fn packing(&self) -> Packing {
        self.packing
    }

    /// What is possible.
    pub(in super::super) fn deals(&self) -> impl Iterator<Item = (PackedHands, &M)> {
        self.deals.iter().map(|(hands, part)| (*hands, part))
    }

    /// How many hands are possible.
    pub(in super::super) fn len(&self) -> usize {
        self.deals.len()
    }

    /// The player does or notices something. Their first hand is known when the cards are dealt.
    pub(in super::super) fn follow(&mut self, game: &PitGame, event: PitEvent, hand: &[u8]) {
        match event {
            PitEvent::Dealt => self.deal(game, hand),
            PitEvent::Offered(numbers, asked) => self.offer(game, &numbers, asked),
            PitEvent::Traded(pair, cards, suits) => self.trade(pair, cards, suits),
            PitEvent::GoesOn => {
                let packing = self.packing;
                self.deals.retain(|&(hands, _)| packing.is_open(hands));
            }
            PitEvent::Corner(player, suits) => self.corner(player, suits),
            PitEvent::Matched(_)
            | PitEvent::Answered(..)
            | PitEvent::Withdrawn
            | PitEvent::LastRound => {}
        }
    }

    fn deal(&mut self, game: &PitGame, hand: &[u8]) {
        self.deals.clear();
        let Some(listed) = game.dealing.listed() else { return };
        let own = |hands: &PackedHands| {
            let counts = hand.iter().enumerate();
            counts.into_iter().all(|(suit, &count)| {
                self.packing.count(*hands, self.player, suit) == usize::from(count)
            })
        };
        let deals = listed.packed.iter().copied().zip(&listed.ways);
        let deals = deals.filter(|(hands, _)| own(hands));
        self.deals.extend(deals.map(|(hands, &ways)| (hands, M::of_deal(ways))));
    }

    /// Others have offered so many cards: in as many ways as they hold suits of which they have so many.
    fn offer(&mut self, game: &PitGame, numbers: &[u8; MOST_PLAYERS], asked: u16) {
        let (packing, player) = (self.packing, self.player);
        let largest = game.rules.largest_offer();
        let passes = match game.rules.passing {
            Passing::Allowed => 1,
            Passing::No => 0,
        };
        let asked = (0..packing.players()).filter(|&other| asked >> other & 1 == 1);
        let others = asked.filter(|&other| other != player);
        self.deals.retain_mut(|(hands, part)| {
            others.clone().all(|other| {
                let held = (0..packing.suits()).map(|suit| packing.count(*hands, other, suit));
                let among = passes + held.map(|held| held.min(largest)).sum::<usize>();
                let alike = match usize::from(numbers[other]) {
                    0 => passes,
                    cards => packing.suits_with(*hands, other, cards),
                };
                part.choose(alike, among);
                alike > 0
            })
        });
    }

    fn trade(&mut self, pair: (usize, usize), cards: usize, seen: Option<(usize, usize)>) {
        let packing = self.packing;
        self.next.clear();
        for (hands, part) in &self.deals {
            let offers = |player: usize| {
                (0..packing.suits())
                    .filter(move |&suit| packing.count(*hands, player, suit) >= cards)
            };
            // Who trades has chosen their own suit, and sees the other.
            let among = |player: usize| match player == self.player {
                true => 1,
                false => packing.suits_with(*hands, player, cards),
            };
            let among = among(pair.0) * among(pair.1);
            for given in offers(pair.0) {
                for got in offers(pair.1) {
                    if seen.is_none_or(|seen| seen == (given, got)) {
                        let after = packing.trade(*hands, pair, (given, got), cards);
                        self.next.push((after, part.share(among)));
                    }
                }
            }
        }
        std::mem::swap(&mut self.deals, &mut self.next);
        if seen.is_none() {
            self.deals.sort_unstable_by_key(|&(hands, _)| hands);
            self.deals.dedup_by(|(other, more), (hands, part)| {
                let is_same = *other == *hands;
                if is_same {
                    part.join(more);
                }
                is_same
            });
        }
    }

    fn corner(&mut self, player: usize, suits: u16) {
        let packing = self.packing;
        self.deals.retain_mut(|(hands, part)| {
            let all = (0..packing.players()).filter(|&other| packing.has_corner(*hands, other));
            part.draw(all.count().max(1));
            packing.corners(*hands, player) == suits
        });
    }

    /// Whether a player is known to hold cards of a suit, or none.
    pub(in super::super) fn holding(&self, player: usize, suit: usize) -> Holding {
        let mut held = self.deals.iter().map(|(hands, _)| self.packing.count(*hands, player, suit));
        let Some(first) = held.next().map(|count| count > 0) else { return Holding::Open };
        match (held.all(|count| (count > 0) == first), first) {
            (true, true) => Holding::Some,
            (true, false) => Holding::None,
            (false, _) => Holding::Open,
        }
    }
}

impl DealFilter<Weighed> {
    /// How many positions are possible.
    pub(super) fn histories(&self) -> u128 {
        self.deals.iter().fold(0, |sum, (_, part)| sum.saturating_add(part.histories))
    }
}
