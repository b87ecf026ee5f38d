//! Suits against cards, by brute force: with cards that have names, what players see of suits is as likely as the game has it.

use super::{game, start};
use hexa_games::exact::RBig;
use hexa_games::game::{Chance, Game, Play, PlayStep, Player, Turn};
use std::collections::BTreeMap;

const SUITS: [&str; 3] = ["w", "x", "y"];

/// What a player hears, in words, with how likely it is.
type Heard = BTreeMap<Vec<String>, RBig>;

/// The game, where everybody moves uniformly: what a player hears in so many steps.
fn of_game(name: &str, player: Player, rounds: usize) -> Heard {
    struct Walk<'g> {
        game: &'g dyn Game,
        player: Player,
        heard: Heard,
    }
    impl Walk<'_> {
        fn go(&mut self, play: &mut dyn Play, chance: &RBig, rounds: usize) {
            let is_asked = !play.turn().players().is_empty();
            if *play.turn() == Turn::Over || is_asked && rounds == 0 {
                let told = play.memory(self.player).since(0);
                let told = told.map(|observed| self.game.tell(self.player, observed)).collect();
                *self.heard.entry(told).or_insert(RBig::ZERO) += chance;
                return;
            }
            for (step, probability) in steps(play) {
                play.apply(&step).expect("it is legal");
                self.go(play, &(chance * probability), rounds - usize::from(is_asked));
                play.undo();
            }
        }
    }
    let game = game(name);
    let mut walk = Walk { game: &*game, player, heard: Heard::new() };
    walk.go(&mut *start(name), &RBig::ONE, rounds);
    walk.heard
}

fn steps(play: &dyn Play) -> Vec<(PlayStep, RBig)> {
    if *play.turn() == Turn::Chance {
        let Ok(Chance::Listed(moves, weights)) = play.chance() else { panic!("it is listed") };
        let step = |at: usize| (PlayStep::Chance(moves[at]), weights.probability(at).0);
        return (0..moves.len()).map(step).collect();
    }
    let mut joint = vec![Vec::new()];
    for &player in play.turn().players() {
        let longer = joint.iter().flat_map(|before: &Vec<_>| {
            play.moves(player).iter().map(|&made| [before.as_slice(), &[made]].concat())
        });
        joint = longer.collect();
    }
    let share = RBig::ONE / RBig::from(joint.len() as u64);
    joint.into_iter().map(|moves| (PlayStep::Moves(moves), share.clone())).collect()
}

/// Cards with names: the suit of a card is its number divided by how many there are in a suit.
struct Table {
    players: usize,
    cards: usize,
    watcher: usize,
    heard: BTreeMap<Vec<String>, u128>,
}

/// All probabilities are this many parts, or a whole number of such parts.
const WHOLE: u128 = 1680 * 360 * 360 * 360 * 12 * 360 * 360 * 360 * 12;

impl Table {
    fn suit(&self, card: usize) -> usize {
        card / self.cards
    }

    fn names(&self, cards: &[usize]) -> String {
        let names: Vec<&str> = cards.iter().map(|&card| SUITS[self.suit(card)]).collect();
        names.join(" ")
    }

    fn corner(&self, hand: &[usize]) -> Option<usize> {
        (0..SUITS.len()).find(|&suit| {
            hand.iter().filter(|&&card| self.suit(card) == suit).count() == self.cards
        })
    }

    /// Deals the cards in all ways, one hand after the other.
    fn deal(&mut self, left: &[usize], hands: Vec<Vec<usize>>, size: usize, rounds: usize) {
        if hands.len() == self.players {
            let deals = multinomial(self.players * size, size);
            assert_eq!(WHOLE % deals, 0);
            let heard = vec![format!("you get {}", self.names(&hands[self.watcher]))];
            self.look(&hands, heard, WHOLE / deals, rounds);
            return;
        }
        for hand in subsets(left, size) {
            let rest: Vec<usize> =
                left.iter().copied().filter(|card| !hand.contains(card)).collect();
            let longer = [hands.as_slice(), &[hand]].concat();
            self.deal(&rest, longer, size, rounds);
        }
    }

    fn name(&self, player: usize) -> String {
        if player == self.watcher { "you".to_owned() } else { (player + 1).to_string() }
    }

    /// Whoever has a corner wins.
    fn look(&mut self, hands: &[Vec<usize>], heard: Vec<String>, parts: u128, rounds: usize) {
        let cornered: Vec<(usize, usize)> = (0..self.players)
            .filter_map(|player| Some((player, self.corner(&hands[player])?)))
            .collect();
        for &(winner, suit) in &cornered {
            let verb = if winner == self.watcher { "have" } else { "has" };
            let told = format!("{} {verb} a corner in {}", self.name(winner), SUITS[suit]);
            let parts = divide(parts, cornered.len());
            *self.heard.entry(then(&heard, told)).or_default() += parts;
        }
        if cornered.is_empty() {
            let heard = then(&heard, "nobody has a corner".to_owned());
            self.round(hands, heard, parts, rounds);
        }
    }

    /// Each player offers some of their cards of one suit: first suit and number are chosen, then which.
    fn round(&mut self, hands: &[Vec<usize>], heard: Vec<String>, parts: u128, rounds: usize) {
        if rounds == 0 {
            *self.heard.entry(heard).or_default() += parts;
            return;
        }
        let mut joint: Vec<(Vec<Vec<usize>>, u128)> = vec![(Vec::new(), parts)];
        for hand in hands {
            let offers = self.offers(hand);
            joint = joint
                .iter()
                .flat_map(|(before, parts)| {
                    offers.iter().map(move |(offer, among)| {
                        let longer = [before.as_slice(), std::slice::from_ref(offer)].concat();
                        (longer, divide(*parts, *among))
                    })
                })
                .collect();
        }
        for (offers, parts) in joint {
            self.trade(hands, &offers, &heard, parts, rounds - 1);
        }
    }

    /// What can be offered of a hand, each with one over its probability.
    fn offers(&self, hand: &[usize]) -> Vec<(Vec<usize>, usize)> {
        let of_suit = |suit: usize| -> Vec<usize> {
            hand.iter().copied().filter(|&card| self.suit(card) == suit).collect()
        };
        let mut found = Vec::new();
        for suit in 0..SUITS.len() {
            for many in 1..=of_suit(suit).len() {
                let which = subsets(&of_suit(suit), many);
                let among = which.len();
                // Suit and number are chosen among as many as there are cards: one of a suit, two, and so on.
                found.extend(which.into_iter().map(|cards| (cards, among * hand.len())));
            }
        }
        found
    }

    fn trade(
        &mut self,
        hands: &[Vec<usize>],
        offers: &[Vec<usize>],
        heard: &[String],
        parts: u128,
        rounds: usize,
    ) {
        let number = |cards: usize| ["one", "two", "three"][cards - 1];
        let told = |player: usize| match (player == self.watcher, offers[player].len()) {
            (true, 1) => format!("you offer {}", SUITS[self.suit(offers[player][0])]),
            (true, many) => {
                format!("you offer {} {}", number(many), SUITS[self.suit(offers[player][0])])
            }
            (false, many) => format!("{} offers {}", player + 1, number(many)),
        };
        let told: Vec<String> = (0..self.players).map(told).collect();
        let heard = then(heard, told.join("; "));
        let later = |first: usize| (first + 1..self.players).map(move |second| (first, second));
        let pairs: Vec<(usize, usize)> = (0..self.players)
            .flat_map(later)
            .filter(|&(first, second)| offers[first].len() == offers[second].len())
            .collect();
        if pairs.is_empty() {
            let told = "nobody trades, and all offers are withdrawn".to_owned();
            self.round(hands, then(&heard, told), parts, rounds);
        }
        for &(first, second) in &pairs {
            let mut after = hands.to_vec();
            for (from, to) in [(first, second), (second, first)] {
                after[from].retain(|card| !offers[from].contains(card));
                after[to].extend(&offers[from]);
            }
            let got = match self.watcher {
                watcher if watcher == first => Some(offers[second][0]),
                watcher if watcher == second => Some(offers[first][0]),
                _ => None,
            };
            let got = got.map(|card| format!(": you get {}", SUITS[self.suit(card)]));
            let both = match second == self.watcher {
                true => format!("you and {}", first + 1),
                false => format!("{} and {}", self.name(first), second + 1),
            };
            let many = number(offers[first].len());
            let told = format!("{both} trade {many}{}", got.unwrap_or_default());
            self.look(&after, then(&heard, told), divide(parts, pairs.len()), rounds);
        }
    }
}

fn then(heard: &[String], told: String) -> Vec<String> {
    [heard, &[told]].concat()
}

fn divide(parts: u128, among: usize) -> u128 {
    assert_eq!(parts % among as u128, 0, "parts are too few");
    parts / among as u128
}

fn multinomial(all: usize, each: usize) -> u128 {
    let factorial = |n: usize| (1..=n as u128).product::<u128>();
    factorial(all) / factorial(each).pow((all / each) as u32)
}

fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, of.split_first()) {
        (0, _) => vec![Vec::new()],
        (_, None) => Vec::new(),
        (_, Some((&first, rest))) => {
            let with = subsets(rest, size - 1).into_iter();
            let with = with.map(|set| [&[first], set.as_slice()].concat());
            with.chain(subsets(rest, size)).collect()
        }
    }
}

fn of_cards(cards: usize, watcher: usize, rounds: usize) -> Heard {
    let mut table = Table { players: 3, cards, watcher, heard: BTreeMap::new() };
    let all: Vec<usize> = (0..3 * cards).collect();
    table.deal(&all, Vec::new(), cards, rounds);
    let share = |parts: u128| RBig::from(parts) / RBig::from(WHOLE);
    table.heard.into_iter().map(|(heard, parts)| (heard, share(parts))).collect()
}

/// SixPit: 90 deals of cards, and two rounds.
#[test]
fn suits_are_as_likely_as_cards_in_sixpit() {
    for watcher in [0, 2] {
        let suits = of_game("pit", Player(watcher), 2);
        let cards = of_cards(2, watcher as usize, 2);
        assert_eq!(suits, cards);
        assert!(suits.len() > 100, "{}", suits.len());
    }
}

/// Nine cards: 1680 deals, and one round with offers of one or two.
#[test]
fn suits_are_as_likely_as_cards_with_nine_cards() {
    let suits = of_game("pit(players=3; cards=3)", Player(1), 1);
    let cards = of_cards(3, 1, 1);
    assert_eq!(suits, cards);
    assert!(suits.len() > 100, "{}", suits.len());
}
