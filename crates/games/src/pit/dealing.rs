//! How cards are dealt in Pit (*Logic and game theory of Pit*, section 4.1, *Dealcards*). Every way to deal the cards is equally
//! likely; cards of a suit look alike, so that a deal of suits is as likely as there are ways to deal the cards like that.
//! Deals are listed if they are not too many, and drawn otherwise.

use super::deck::{MOST_PLAYERS, MOST_SUITS, PitDeck};
use super::hands::PitHands;
use super::packed::{PackedHands, Packing};
use super::rules::{DealtHands, PitRules};
use crate::exact::{Exact, RBig};
use crate::game::{Move, Weights};
use hexa_logic::Stream;

/// So many deals are listed; of more, one is drawn.
pub(super) const MOST_LISTED_DEALS: usize = 20_000;

/// How cards are dealt.
pub(super) struct Dealing {
    deck: PitDeck,
    dealt: DealtHands,
    listed: Option<ListedDeals>,
    /// In how many ways the cards can be dealt.
    ways: RBig,
}

/// All deals, with how likely they are.
pub(super) struct ListedDeals {
    pub(super) deals: Vec<PitHands>,
    pub(super) moves: Vec<Move>,
    pub(super) weights: Weights,
    /// In how many ways cards can be dealt like each of them, and up to it.
    pub(super) ways: Vec<u64>,
    /// The same deals, each in one number.
    pub(super) packed: Vec<PackedHands>,
    sums: Vec<u64>,
}

impl Dealing {
    pub(super) fn new(rules: &PitRules) -> Self {
        let (deck, dealt) = (rules.deck, rules.dealt);
        let ways = count_ways(deck, dealt);
        Self { deck, dealt, listed: list(deck, dealt), ways }
    }

    /// All deals, where they are listed.
    pub(super) fn listed(&self) -> Option<&ListedDeals> {
        self.listed.as_ref()
    }

    /// Draws a deal where deals are not listed, with its probability.
    pub(super) fn draw(&self, stream: &mut Stream) -> (PitHands, Exact) {
        let (deck, hand) = (self.deck, self.deck.hand());
        let suits = (0..deck.suits()).flat_map(|suit| std::iter::repeat_n(suit, deck.cards()));
        let mut cards: Vec<usize> = suits.collect();
        loop {
            stream.shuffle(&mut cards);
            let mut hands = PitHands::EMPTY;
            cards.iter().enumerate().for_each(|(at, &suit)| hands.add(at / hand, suit));
            if self.is_dealt(&hands) {
                return (hands, self.probability(&hands));
            }
        }
    }

    /// Whether there is such a deal.
    pub(super) fn is_dealt(&self, hands: &PitHands) -> bool {
        is_dealt(hands, self.deck, self.dealt)
    }

    fn probability(&self, hands: &PitHands) -> Exact {
        let suits = (0..self.deck.suits()).map(|suit| ways_of_suit(hands, suit, self.deck));
        Exact(suits.fold(RBig::ONE, |product, ways| product * RBig::from(ways)) / &self.ways)
    }
}

impl ListedDeals {
    /// Draws a deal, by its place.
    pub(super) fn draw(&self, stream: &mut Stream) -> usize {
        let whole = self.sums.last().copied().unwrap_or(0);
        let drawn = stream.below(whole as usize) as u64;
        self.sums.partition_point(|&sum| sum <= drawn)
    }
}

fn is_dealt(hands: &PitHands, deck: PitDeck, dealt: DealtHands) -> bool {
    match dealt {
        DealtHands::Any => true,
        DealtHands::Open => (0..deck.players()).all(|player| hands.corners(player, deck) == 0),
    }
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// In how many ways the cards of a suit can lie so: a number of at most 20 factorial.
fn ways_of_suit(hands: &PitHands, suit: usize, deck: PitDeck) -> u64 {
    let held = (0..deck.players()).map(|player| factorial(hands.count(player, suit)));
    factorial(deck.cards()) / held.product::<u64>()
}

/// All deals in order, if they are not too many, and their weights and hands have room in numbers.
fn list(deck: PitDeck, dealt: DealtHands) -> Option<ListedDeals> {
    let mut deals = Vec::new();
    let mut left = [0; MOST_SUITS];
    left[..deck.suits()].fill(deck.cards());
    let mut listing = Listing { deck, left, now: PitHands::EMPTY, met: 0, deals: &mut deals };
    listing.fill(0, 0, deck.hand())?;
    deals.retain(|hands| is_dealt(hands, deck, dealt));
    let of_deal = |hands: &PitHands| {
        let suits = (0..deck.suits()).map(|suit| ways_of_suit(hands, suit, deck));
        suits.into_iter().try_fold(1u64, u64::checked_mul)
    };
    let ways: Vec<u64> = deals.iter().map(of_deal).collect::<Option<_>>()?;
    let mut sums = Vec::with_capacity(ways.len());
    let mut sum = 0u64;
    for &one in &ways {
        sum = sum.checked_add(one)?;
        sums.push(sum);
    }
    let whole = RBig::from(sum);
    let chances: Vec<Exact> = ways.iter().map(|&one| Exact(RBig::from(one) / &whole)).collect();
    let weights = Weights::new(&chances).ok()?;
    let moves = (0..deals.len() as u32).map(Move).collect();
    let packing = Packing::of(deck)?;
    let packed = deals.iter().map(|hands| packing.pack(hands)).collect();
    Some(ListedDeals { deals, moves, weights, ways, packed, sums })
}

struct Listing<'l> {
    deck: PitDeck,
    /// Cards of each suit that are not dealt yet.
    left: [usize; MOST_SUITS],
    now: PitHands,
    /// How many hands were begun.
    met: usize,
    deals: &'l mut Vec<PitHands>,
}

impl Listing<'_> {
    /// Gives a player so many more cards, of this suit and later ones, and the later players theirs.
    fn fill(&mut self, player: usize, suit: usize, missing: usize) -> Option<()> {
        self.met += 1;
        if self.met > MOST_LISTED_DEALS * MOST_PLAYERS * MOST_SUITS {
            return None;
        }
        if player == self.deck.players() {
            self.deals.push(self.now);
            return (self.deals.len() <= MOST_LISTED_DEALS).then_some(());
        }
        if suit == self.deck.suits() {
            return self.fill(player + 1, 0, self.deck.hand());
        }
        // What later suits cannot fill, this one must.
        let later: usize = self.left[suit + 1..self.deck.suits()].iter().sum();
        let (least, most) = (missing.saturating_sub(later), missing.min(self.left[suit]));
        for count in (least..=most).rev() {
            self.now.set(player, suit, count);
            self.left[suit] -= count;
            let filled = self.fill(player, suit + 1, missing - count);
            self.left[suit] += count;
            filled?;
        }
        self.now.set(player, suit, 0);
        Some(())
    }
}

/// In how many ways named cards can be dealt. Those in which nobody has a whole suit are counted by inclusion and exclusion:
/// for so many suits, in how many ways each of them can lie in one hand, and the other cards anyhow.
fn count_ways(deck: PitDeck, dealt: DealtHands) -> RBig {
    let (hand, cards) = (deck.hand(), deck.cards());
    let large = |n: usize| (1..=n).fold(RBig::ONE, |product, i| product * RBig::from(i));
    let all = deck.suits() * cards;
    // For a player and so many whole suits in their hand: one over the orders of these, and over those of the other cards.
    let of_player: Vec<RBig> = (0..=hand / cards)
        .map(|whole| RBig::ONE / (large(whole) * large(hand - whole * cards)))
        .collect();
    let mut of_all = vec![RBig::ONE];
    for _ in 0..deck.players() {
        let mut next = vec![RBig::ZERO; deck.suits() + 1];
        for (at, sum) in of_all.iter().enumerate() {
            for (whole, part) in of_player.iter().enumerate().take(next.len() - at) {
                next[at + whole] += sum * part;
            }
        }
        of_all = next;
    }
    let count = |whole: usize| large(whole) * large(all - whole * cards) * &of_all[whole];
    let most = match dealt {
        DealtHands::Any => 0,
        DealtHands::Open => deck.suits(),
    };
    let mut ways = RBig::ZERO;
    for whole in 0..=most {
        let choose = large(deck.suits()) / (large(whole) * large(deck.suits() - whole));
        let term = choose * count(whole);
        ways = if whole % 2 == 0 { ways + term } else { ways - term };
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(deck: PitDeck, dealt: DealtHands) -> (usize, RBig) {
        let listed = list(deck, dealt).expect("few deals");
        (listed.deals.len(), RBig::from(listed.sums.last().copied().expect("a deal")))
    }

    /// SixPit: 21 deals of suits and 90 of cards; six of suits without a corner (appendix).
    #[test]
    fn ways_are_counted_as_they_are_listed() {
        let mut tried = 0;
        for players in 2..=4 {
            for suits in 2..=4 {
                for cards in 1..=3 {
                    let Ok(deck) = PitDeck::new(players, suits, cards) else { continue };
                    for dealt in [DealtHands::Any, DealtHands::Open] {
                        if cards == 1 && dealt == DealtHands::Open {
                            continue;
                        }
                        let (_, sum) = sums(deck, dealt);
                        assert_eq!(sum, count_ways(deck, dealt), "{deck:?} {dealt:?}");
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 20, "{tried}");
        let sixpit = PitDeck::new(3, 3, 2).expect("a deck");
        assert_eq!(sums(sixpit, DealtHands::Any), (21, RBig::from(90)));
        assert_eq!(sums(sixpit, DealtHands::Open), (6, RBig::from(48)));
    }

    /// Drawn deals come as often as the listed weights say.
    #[test]
    fn deals_are_drawn_as_likely_as_they_are() {
        let deck = PitDeck::new(3, 3, 2).expect("a deck");
        for dealt in [DealtHands::Any, DealtHands::Open] {
            let listed = list(deck, dealt).expect("few deals");
            let drawing = Dealing { deck, dealt, listed: None, ways: count_ways(deck, dealt) };
            let mut stream = Stream::new("deals", 1);
            let mut found = vec![[0; 2]; listed.deals.len()];
            for _ in 0..9_000 {
                let (hands, probability) = drawing.draw(&mut stream);
                let at = listed.deals.iter().position(|deal| *deal == hands).expect("a deal");
                assert_eq!(probability, listed.weights.probability(at));
                found[at][0] += 1;
                found[listed.draw(&mut stream)][1] += 1;
            }
            let whole: u64 = listed.ways.iter().sum();
            for (counts, &ways) in found.iter().zip(&listed.ways) {
                let expected = 9_000 * ways / whole;
                let near = expected - expected / 4..=expected + expected / 4;
                assert!(counts.iter().all(|count| near.contains(count)), "{counts:?} {expected}");
            }
        }
    }

    #[test]
    fn the_whole_deck_is_not_listed() {
        let deck = PitDeck::new(7, 7, 9).expect("a deck");
        assert!(list(deck, DealtHands::Any).is_none());
    }
}
