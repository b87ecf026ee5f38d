//! A player of Pit who counts chances. They take the others for traders (*Logic and game theory of Pit*, section 5) who share so
//! often, work out how likely all hands are by that, and offer what is worth most in the next trade: winning and losing count
//! as in the play, and going on is worth nothing.
//!
//! What the others know decides what they offer, so that hands are weighed together with what everybody knows of them.
//! The paper says that who did not trade cannot choose; that is so of what they know, and need not be so of chances.
//!
//! If somebody does what no trader would, all that the rules allow stays possible: what has taken fewest such surprises counts,
//! and among what a trader would not do everything is equally likely.

use super::super::account::PitEvent;
use super::super::deck::MOST_PLAYERS;
use super::super::game::PitGame;
use super::super::moves::{PitMove, PitOffer};
use super::super::notice::Pair;
use super::super::packed::{PackedHands, Packing};
use super::super::rules::{Passing, TradingPairs};
use super::habit::Kinds;
use super::known::Known;
use super::minds::{PitMind, PitMinds};
use super::odds::Odds;
use super::trader::{all_offers, trade_place};
use super::why::PitWhy;
use crate::belief::NoBelief;
use crate::exact::{Exact, RBig};
use crate::game::{GameLimit, Observation, Player, Trouble};
use crate::strategy::{Decision, NoChoice, Strategy, Why};
use hexa_logic::{Stop, Stream};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// Sets of deals are kept for the next play, if they are not more than this.
const MOST_KEPT_MINDS: usize = 10_000;

/// What a gambler believes, and how much they think.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamblerSettings {
    /// How often the others share, if nothing else is said.
    pub shared: Odds,
    /// How often each player shares.
    pub by_player: Vec<Option<Odds>>,
    /// The most worlds that are weighed: hands with what everybody knows and offers.
    pub worlds: usize,
}

impl GamblerSettings {
    /// How often a player shares.
    fn of_player(&self, player: usize) -> Odds {
        self.by_player.get(player).copied().flatten().unwrap_or(self.shared)
    }
}

/// Hands, what the others know, and what they offer while it stands.
#[derive(Clone, PartialEq, Eq, Hash)]
struct GamblerWorld {
    hands: PackedHands,
    minds: [Option<PitMind>; MOST_PLAYERS],
    offers: [Option<PitOffer>; MOST_PLAYERS],
}

/// How likely a world is, and how often others did in it what no trader does.
#[derive(Clone)]
struct Likelihood {
    surprises: u32,
    weight: RBig,
}

type Worlds = IndexMap<GamblerWorld, Likelihood, FxBuildHasher>;

/// Counts chances.
pub struct PitGambler {
    game: Arc<PitGame>,
    settings: GamblerSettings,
    packing: Packing,
    known: Known,
    minds: PitMinds,
    worlds: Worlds,
    /// There are more worlds than the limit.
    is_too_much: bool,
    why: Option<PitWhy>,
}

impl PitGambler {
    /// The strategy for a game; none, if its deals are too many to list.
    pub fn new(game: Arc<PitGame>, settings: GamblerSettings) -> Option<Self> {
        game.dealing.listed()?;
        let packing = Packing::of(game.rules.deck)?;
        let known = Known::new(&game, Player(0));
        Some(Self {
            game,
            settings,
            packing,
            known,
            minds: PitMinds::default(),
            worlds: Worlds::default(),
            is_too_much: false,
            why: None,
        })
    }

    fn player(&self) -> usize {
        self.known.account.player
    }

    fn others(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let player = self.player();
        (0..self.packing.players()).filter(move |&other| other != player)
    }

    fn add(worlds: &mut Worlds, world: GamblerWorld, more: Likelihood) {
        let here = worlds
            .entry(world)
            .or_insert_with(|| Likelihood { surprises: more.surprises, weight: RBig::ZERO });
        match here.surprises.cmp(&more.surprises) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => here.weight += more.weight,
            std::cmp::Ordering::Greater => *here = more,
        }
    }

    /// What becomes of each world; those that cannot be any more are left out.
    fn turn_worlds(
        &mut self,
        mut turn: impl FnMut(&mut PitMinds, &mut GamblerWorld, &mut Likelihood) -> bool,
    ) {
        let mut next = Worlds::default();
        for (mut world, mut likely) in std::mem::take(&mut self.worlds) {
            if turn(&mut self.minds, &mut world, &mut likely) {
                Self::add(&mut next, world, likely);
            }
        }
        self.worlds = next;
    }

    fn follow(&mut self, event: PitEvent) {
        let (game, packing) = (Arc::clone(&self.game), self.packing);
        match event {
            PitEvent::Dealt => self.deal(),
            PitEvent::Offered(numbers, asked) => {
                self.others().filter(|&other| asked >> other & 1 == 1).for_each(|other| {
                    self.offer(other, usize::from(numbers[other]));
                });
                self.tell_all(event);
            }
            PitEvent::Traded(pair, cards, seen) => self.trade(pair, cards, seen),
            PitEvent::Withdrawn => self.turn_worlds(|_, world, _| {
                world.offers = [None; MOST_PLAYERS];
                true
            }),
            PitEvent::GoesOn => {
                let withdraws = self.known.account.numbers.iter().all(|&number| number == 0);
                self.turn_worlds(|minds, world, _| {
                    follow_all(&game, minds, world, |_| event);
                    if withdraws {
                        world.offers = [None; MOST_PLAYERS];
                    }
                    packing.is_open(world.hands)
                });
            }
            PitEvent::Matched(_)
            | PitEvent::Answered(..)
            | PitEvent::Corner(..)
            | PitEvent::LastRound => {}
        }
        self.is_too_much |= self.worlds.len() > self.settings.worlds;
        if self.is_too_much {
            self.worlds.clear();
        }
    }

    fn tell_all(&mut self, event: PitEvent) {
        let game = Arc::clone(&self.game);
        self.turn_worlds(|minds, world, _| {
            follow_all(&game, minds, world, |_| event);
            true
        });
    }

    fn deal(&mut self) {
        let game = Arc::clone(&self.game);
        let deck = game.rules.deck;
        let Some(listed) = game.dealing.listed() else { return };
        self.worlds.clear();
        for ((hands, &packed), &ways) in listed.deals.iter().zip(&listed.packed).zip(&listed.ways) {
            if hands.of(self.player(), deck) != self.known.account.hand() {
                continue;
            }
            let mut minds = [None; MOST_PLAYERS];
            for other in self.others() {
                minds[other] = self.minds.first(&game, other, hands.of(other, deck));
            }
            let world = GamblerWorld { hands: packed, minds, offers: [None; MOST_PLAYERS] };
            self.worlds.insert(world, Likelihood { surprises: 0, weight: RBig::from(ways) });
        }
    }

    /// What a player can offer in a world, and how likely a trader does.
    fn chances(&self, world: &GamblerWorld, player: usize) -> Vec<(PitOffer, RBig)> {
        let packing = self.packing;
        let offers: Vec<PitOffer> = (1..=self.game.rules.largest_offer())
            .flat_map(|cards| (0..packing.suits()).map(move |suit| PitOffer { suit, cards }))
            .filter(|offer| packing.count(world.hands, player, offer.suit) >= offer.cards)
            .collect();
        let partner = self.known.account.partner_of(player);
        let chances = match (partner, world.minds[player]) {
            (Some(partner), Some(mind)) => {
                let holding = |suit: usize| self.minds.holding(mind, partner, suit);
                let kinds = Kinds::of(offers.iter().copied().enumerate(), holding);
                kinds.chances(offers.len(), self.settings.of_player(player))
            }
            (None, _) | (_, None) => {
                vec![RBig::ONE / RBig::from(offers.len().max(1) as u64); offers.len()]
            }
        };
        offers.into_iter().zip(chances).collect()
    }

    /// Somebody offers so many cards, or nothing.
    fn offer(&mut self, player: usize, cards: usize) {
        let passes = usize::from(self.game.rules.passing == Passing::Allowed);
        let mut next = Worlds::default();
        for (world, likely) in &self.worlds {
            let offers = self.chances(world, player);
            let evenly = RBig::ONE / RBig::from((offers.len() + passes).max(1) as u64);
            let surprise =
                Likelihood { surprises: likely.surprises + 1, weight: &likely.weight * &evenly };
            if cards == 0 {
                Self::add(&mut next, world.clone(), surprise);
                continue;
            }
            for (offer, chance) in offers.into_iter().filter(|(offer, _)| offer.cards == cards) {
                let mut after = world.clone();
                after.offers[player] = Some(offer);
                let likely = match chance == RBig::ZERO {
                    true => surprise.clone(),
                    false => {
                        Likelihood { surprises: likely.surprises, weight: &likely.weight * chance }
                    }
                };
                Self::add(&mut next, after, likely);
            }
        }
        self.worlds = next;
    }

    fn trade(&mut self, pair: Pair, cards: usize, seen: Option<(usize, usize)>) {
        let (game, packing) = (Arc::clone(&self.game), self.packing);
        let withdraws = self.known.account.numbers.iter().all(|&number| number == 0);
        self.turn_worlds(|minds, world, _| {
            let suit = |player: usize| world.offers[player].map(|offer| offer.suit);
            let suits = match (seen, suit(pair.0), suit(pair.1)) {
                (Some(seen), first, second) => {
                    let is_so = |told: Option<usize>, seen: usize| told.is_none_or(|s| s == seen);
                    (is_so(first, seen.0) && is_so(second, seen.1)).then_some(seen)
                }
                (None, Some(first), Some(second)) => Some((first, second)),
                (None, _, _) => None,
            };
            let Some(suits) = suits else { return false };
            world.hands = packing.trade(world.hands, pair, suits, cards);
            follow_all(&game, minds, world, |player| {
                let sees = player == pair.0 || player == pair.1;
                PitEvent::Traded(pair, cards, sees.then_some(suits))
            });
            match withdraws {
                true => world.offers = [None; MOST_PLAYERS],
                false => [pair.0, pair.1].into_iter().for_each(|who| world.offers[who] = None),
            }
            true
        });
    }
}

/// The others notice something in a world.
fn follow_all(
    game: &PitGame,
    minds: &mut PitMinds,
    world: &mut GamblerWorld,
    event: impl Fn(usize) -> PitEvent,
) {
    for (player, mind) in world.minds.iter_mut().enumerate() {
        if let Some(mind) = mind {
            *mind = minds.follow(game, *mind, event(player));
        }
    }
}

impl PitGambler {
    /// What each of these own offers is worth in the next trade.
    fn weigh(&self, own: &[PitOffer], stop: &Stop) -> Result<Vec<RBig>, NoChoice> {
        let fewest = self.worlds.values().map(|likely| likely.surprises).min();
        let mut worths = vec![RBig::ZERO; own.len()];
        let mut whole = RBig::ZERO;
        for (world, likely) in &self.worlds {
            stop.count(1).map_err(|_| NoChoice::Stopped)?;
            if Some(likely.surprises) != fewest {
                continue;
            }
            whole += &likely.weight;
            for (offers, chance) in self.joint_offers(world) {
                for (worth, &offer) in worths.iter_mut().zip(own) {
                    let mut offers = offers;
                    offers[self.player()] = Some(offer);
                    *worth += self.next_trade(world.hands, &offers) * &chance * &likely.weight;
                }
            }
        }
        match whole == RBig::ZERO {
            true => Err(NoChoice::UnknownInformation),
            false => Ok(worths.into_iter().map(|worth| worth / &whole).collect()),
        }
    }

    /// What the others offer together, with how likely that is.
    fn joint_offers(&self, world: &GamblerWorld) -> Vec<([Option<PitOffer>; MOST_PLAYERS], RBig)> {
        let mut joint = vec![(world.offers, RBig::ONE)];
        for other in self.others().filter(|&other| world.offers[other].is_none()) {
            let chances = self.chances(world, other);
            let chances = chances.iter().filter(|(_, chance)| *chance != RBig::ZERO);
            let longer = joint.iter().flat_map(|(offers, likely)| {
                chances.clone().map(move |(offer, chance)| {
                    let mut offers = *offers;
                    offers[other] = Some(*offer);
                    (offers, likely * chance)
                })
            });
            joint = longer.collect();
        }
        joint
    }

    /// What the next trade is worth for the player, if everybody offers this; or the next round, if several pairs trade in it.
    fn next_trade(&self, hands: PackedHands, offers: &[Option<PitOffer>; MOST_PLAYERS]) -> RBig {
        let cards = |player: usize| offers[player].map(|offer| offer.cards);
        let is_matching =
            |&&(first, second): &&Pair| cards(first).is_some() && cards(first) == cards(second);
        let pairs = self.game.pairs.iter().filter(is_matching);
        let many = pairs.clone().count();
        let worth = |&(first, second): &Pair| match (offers[first], offers[second]) {
            (Some(given), Some(got)) => {
                let suits = (given.suit, got.suit);
                let after = self.packing.trade(hands, (first, second), suits, given.cards);
                match self.game.rules.trading {
                    TradingPairs::One => self.worth(after),
                    TradingPairs::All => {
                        let mut left = *offers;
                        [first, second].into_iter().for_each(|who| left[who] = None);
                        self.next_trade(after, &left)
                    }
                }
            }
            (None, _) | (_, None) => RBig::ZERO,
        };
        if many == 0 {
            return self.worth(hands);
        }
        pairs.map(worth).fold(RBig::ZERO, |sum, worth| sum + worth) / RBig::from(many as u64)
    }

    /// What hands are worth for the player: nothing, if nobody has a corner.
    fn worth(&self, hands: PackedHands) -> RBig {
        let players = self.packing.players();
        let has_corner = |player: usize| self.packing.has_corner(hands, player);
        let corners = (0..players).filter(|&player| has_corner(player)).count() as u64;
        match (corners, has_corner(self.player())) {
            (0, _) => RBig::ZERO,
            // Each of those who have a corner is equally likely to win; who wins gets 1 of each other player.
            (_, true) => RBig::from(players as u64) / RBig::from(corners) - RBig::ONE,
            (_, false) => RBig::from(-1),
        }
    }
}

impl Strategy for PitGambler {
    fn begin(&mut self, player: Player) {
        self.known = Known::new(&self.game, player);
        self.worlds.clear();
        (self.is_too_much, self.why) = (false, None);
        if self.minds.len() > MOST_KEPT_MINDS {
            self.minds = PitMinds::default();
        }
    }

    fn observe(&mut self, observed: Observation<'_>) {
        if let Some(event) = self.known.observe(&self.game, observed) {
            self.follow(event);
        }
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        if self.known.is_lost {
            return Err(NoChoice::UnknownInformation);
        }
        if self.is_too_much {
            let limit = GameLimit::Worlds(self.settings.worlds);
            return Err(NoChoice::NoBelief(NoBelief::Trouble(Trouble::Limit(limit))));
        }
        if let Some(trade) = trade_place(&self.game, decision.moves) {
            self.why = Some(PitWhy::Trades);
            return Ok(trade);
        }
        let places = all_offers(&self.game, decision.moves);
        let offers = places.iter().filter_map(|&at| match self.game.meaning(decision.moves[at]) {
            Some(PitMove::Offer(offer)) => Some(offer),
            Some(PitMove::Pass | PitMove::Trade | PitMove::Refuse) | None => None,
        });
        let worths = self.weigh(&offers.collect::<Vec<_>>(), stop)?;
        let Some(most) = worths.iter().max().cloned() else {
            return Err(NoChoice::UnknownInformation);
        };
        let best = places.iter().zip(&worths).filter(|(_, worth)| **worth == most);
        let best: Vec<usize> = best.map(|(&at, _)| at).collect();
        self.why = Some(PitWhy::NextTrade { worth: Exact(most), ties: best.len() });
        Ok(stream.pick(&best).copied().unwrap_or(0))
    }

    fn explain(&self) -> Option<Why> {
        self.why.clone().map(Why::Pit)
    }
}
