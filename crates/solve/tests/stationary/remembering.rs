//! Which equilibria of SixPit remain if who did not trade may go by what they remember.

use crate::equilibria::{equilibria_of, point_of};
use crate::games::{Memory, number, six_pit};
use crate::payoffs::{Approximate, random_point, solve_at};
use hexa_games::exact::RBig;
use hexa_games::pit::{Sharing, remembering_game};
use hexa_games::situations::{CourseEnd, SituationGame};
use hexa_logic::Stream;
use std::collections::BTreeMap;

/// With a half for all that is remembered.
fn with_halves(game: &SituationGame, point: &[f64]) -> Vec<f64> {
    let mut whole = point.to_vec();
    whole.resize(game.choices.len(), 0.5);
    whole
}

/// Who offers anything when they did not trade plays the game of the paper.
#[test]
fn memories_that_are_not_used_change_nothing() {
    let mut drawn = Stream::new("memories", 1);
    for (memory, sharing) in
        [(Memory::Constant, Sharing::Alike), (Memory::ByTrade, Sharing::ByPartner)]
    {
        let (plain, game) = (six_pit(memory), remembering_game(sharing, 2));
        assert_eq!(game.check(), Ok(()));
        for _ in 0..10 {
            let point = random_point(&mut drawn, plain.choices.len());
            let mut whole = point.clone();
            whole.resize(game.choices.len(), number("1/2"));
            let expected = &solve_at(&plain, &point)[plain.start];
            assert_eq!(&solve_at(&game, &whole)[game.start], expected);
        }
    }
}

/// Whether somebody gains by other pure strategies, in which they use what they remember. One of these is best: while others do
/// not go by what this player did, what they remember at a time is as likely whatever they do, so that this is a
/// decision process in which each choice is met in one place.
fn gains_by_memory(game: &SituationGame, point: &[f64]) -> bool {
    let about = Approximate::new(game);
    let before = about.values(point);
    (0..3).any(|player| {
        let own: Vec<usize> =
            (0..game.choices.len()).filter(|&at| game.choices[at].player == player).collect();
        (0..1usize << own.len()).any(|number| {
            let mut other = point.to_vec();
            own.iter().enumerate().for_each(|(place, &at)| {
                other[at] = if number >> place & 1 == 1 { 1.0 } else { 0.0 };
            });
            about.values(&other)[player] - before[player] > 1e-9
        })
    })
}

/// With one probability for each player, only who always offers anything is in balance with players who remember. If the
/// probability may depend on the partner, it is they, and those of whom one pair offers different cards for certain after their
/// trades, and everybody else anything. To remember two trades of others is enough there: after the second of them
/// what was known of the deal says nothing any more.
#[test]
fn equilibria_remain_for_players_who_remember_if_one_pair_at_most_does_not_offer_anything() {
    for (memory, sharing, many) in
        [(Memory::Constant, Sharing::Alike, 1), (Memory::ByTrade, Sharing::ByPartner, 7)]
    {
        let plain = six_pit(memory);
        let game = remembering_game(sharing, 2);
        let mut remaining = 0;
        for one in &equilibria_of(&plain).equilibria {
            let point = point_of(one);
            let halves = point.iter().filter(|&&of| of == 0.5).count();
            let is_quiet = !gains_by_memory(&game, &with_halves(&game, &point));
            assert_eq!(is_quiet, halves + 2 >= plain.choices.len() && halves > 0, "{point:?}");
            remaining += usize::from(is_quiet);
        }
        assert_eq!(remaining, many);
    }
}

/// Anne never shares, and Bill and Cath always do. What Cath gains by what they remember of their trade with Bill, exactly.
#[test]
fn who_remembers_gains_where_somebody_never_shares() {
    let game = remembering_game(Sharing::Alike, 1);
    let at = |instead: Option<usize>| {
        let mut point: Vec<RBig> = ["0", "1", "1"].map(number).to_vec();
        point.resize(game.choices.len(), number("1/2"));
        instead.into_iter().for_each(|choice| point[choice] = RBig::ZERO);
        solve_at(&game, &point)[game.start][2].clone()
    };
    let choice = game
        .choices
        .iter()
        .position(|of| of.player == 2 && of.name == "1 after a trade with b")
        .expect("Anne has it");
    assert_eq!(at(None), number("-1/36"));
    let gain = at(Some(choice)) - at(None);
    assert_eq!(gain, number("7/684"));
}

const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// A play with suits: hands, who traded last, and for each player what they remember of when they last knew the deal: their
/// partner, the suit they shared with them, and how many trades ago.
#[derive(Clone)]
struct Played {
    hands: [[usize; 2]; 3],
    last: Option<(usize, usize)>,
    memories: [Option<(usize, usize, usize)>; 3],
}

impl Played {
    fn shared(&self, player: usize, with: usize) -> usize {
        let [first, second] = self.hands[player];
        if self.hands[with].contains(&first) { first } else { second }
    }

    /// How likely each suit is offered.
    fn offers(&self, game: &SituationGame, point: &[RBig], player: usize) -> Vec<(usize, RBig)> {
        let named = |name: String| {
            game.choices.iter().position(|of| of.player == player && of.name == name)
        };
        let letter = |player: usize| ["a", "b", "c"][player];
        let found = match (self.last, self.memories[player]) {
            (Some((a, b)), _) if a == player || b == player => {
                let partner = a + b - player;
                let choice = named(format!("after a trade with {}", letter(partner)));
                choice.map(|choice| (choice, self.shared(player, partner)))
            }
            (_, Some((partner, suit, ago))) => {
                let choice = named(format!("{ago} after a trade with {}", letter(partner)));
                choice.map(|choice| (choice, suit))
            }
            (_, None) => None,
        };
        let chance = |suit: usize| match found {
            None => number("1/2"),
            Some((choice, first)) if suit == first => point[choice].clone(),
            Some((choice, _)) => RBig::ONE - &point[choice],
        };
        self.hands[player].iter().map(|&suit| (suit, chance(suit))).collect()
    }

    fn swap(&self, (a, b): (usize, usize), given: (usize, usize)) -> Self {
        let mut next = self.clone();
        for player in 0..3 {
            let is_trader = player == a || player == b;
            if let Some((c, d)) = self.last.filter(|_| !is_trader) {
                if c == player || d == player {
                    let partner = c + d - player;
                    next.memories[player] = Some((partner, self.shared(player, partner), 1));
                } else if let Some((_, _, ago)) = &mut next.memories[player] {
                    *ago += 1;
                }
            }
        }
        for (player, gives, gets) in [(a, given.0, given.1), (b, given.1, given.0)] {
            let at = usize::from(self.hands[player][1] == gives);
            next.hands[player][at] = gets;
        }
        next.last = Some((a, b));
        next
    }

    /// Adds up how likely each player wins in each round.
    fn play(
        &self,
        game: &SituationGame,
        point: &[RBig],
        (round, chance): (usize, RBig),
        wins: &mut BTreeMap<(usize, usize), RBig>,
    ) {
        if round == ROUNDS {
            return;
        }
        for (a, b) in PAIRS {
            for (given, of_a) in self.offers(game, point, a) {
                for (got, of_b) in self.offers(game, point, b) {
                    let chance = &chance * &of_a * of_b / RBig::from(3);
                    let next = self.swap((a, b), (given, got));
                    match (0..3).find(|&player| next.hands[player][0] == next.hands[player][1]) {
                        Some(winner) => *wins.entry((round, winner)).or_default() += chance,
                        None if chance == RBig::ZERO => {}
                        None => next.play(game, point, (round + 1, chance), wins),
                    }
                }
            }
        }
    }
}

const ROUNDS: usize = 5;

/// What is said of hands that are exchanged is what comes of suits that change hands.
#[test]
fn memories_are_those_of_players_who_see_suits() {
    let game = remembering_game(Sharing::ByPartner, 2);
    let mut drawn = Stream::new("memories", 2);
    for _ in 0..2 {
        let point = random_point(&mut drawn, game.choices.len());
        let mut expected = BTreeMap::new();
        let start = Played { hands: [[0, 1], [0, 2], [1, 2]], last: None, memories: [None; 3] };
        start.play(&game, &point, (0, RBig::ONE), &mut expected);
        let mut found: BTreeMap<(usize, usize), RBig> = BTreeMap::new();
        let mut standing = BTreeMap::from([(game.start, RBig::ONE)]);
        for round in 0..ROUNDS {
            let mut next: BTreeMap<usize, RBig> = BTreeMap::new();
            for (at, before) in &standing {
                for course in &game.situations[*at].courses {
                    let likely = course.made.iter().fold(&course.chance * before, |all, of| {
                        let &(choice, made) = of;
                        match made {
                            0 => all * &point[choice],
                            _ => all * (RBig::ONE - &point[choice]),
                        }
                    });
                    match &course.end {
                        CourseEnd::Situation(to) => *next.entry(*to).or_default() += likely,
                        CourseEnd::Over(worth) => {
                            let winner = worth.iter().position(|of| *of == RBig::from(2));
                            let winner = winner.expect("somebody wins");
                            *found.entry((round, winner)).or_default() += likely;
                        }
                    }
                }
            }
            standing = next;
        }
        assert_eq!(found, expected);
    }
}
