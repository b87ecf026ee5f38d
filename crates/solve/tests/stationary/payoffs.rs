//! Payoffs against linear algebra at single points, and against the program for single strategies of SixPit.

use crate::games::{Memory, number, six_pit};
use hexa_games::catalogue::named_game;
use hexa_games::exact::RBig;
use hexa_games::named::Named;
use hexa_games::situations::{CourseEnd, SituationCourse, SituationGame, values_at};
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Stop, Stream};
use hexa_solve::stationary::limits::SolveLimits;
use hexa_solve::stationary::payoffs::{Payoffs, payoffs};
use std::sync::Arc;

pub fn payoffs_of(game: &SituationGame) -> Payoffs {
    payoffs(game, &SolveLimits::default(), &Stop::new()).expect("payoffs")
}

pub fn random_point(drawn: &mut Stream, many: usize) -> Vec<RBig> {
    (0..many).map(|_| RBig::from(drawn.below(101)) / RBig::from(100)).collect()
}

/// What everybody can expect in each situation at one point, by elimination with fractions.
pub fn solve_at(game: &SituationGame, point: &[RBig]) -> Vec<Vec<RBig>> {
    let many = game.situations.len();
    let likely = |choice: usize, made: usize| {
        let before: usize = game.choices[..choice].iter().map(|of| of.alternatives.len() - 1).sum();
        let own = &point[before..before + game.choices[choice].alternatives.len() - 1];
        own.get(made).cloned().unwrap_or_else(|| own.iter().fold(RBig::ONE, |rest, of| rest - of))
    };
    let mut rows = vec![vec![RBig::ZERO; many + game.players.len()]; many];
    for (at, situation) in game.situations.iter().enumerate() {
        rows[at][at] += RBig::ONE;
        for course in &situation.courses {
            let chance = course
                .made
                .iter()
                .fold(course.chance.clone(), |product, &(c, m)| product * likely(c, m));
            match &course.end {
                CourseEnd::Situation(next) => rows[at][*next] -= chance,
                CourseEnd::Over(worth) => {
                    for (player, worth) in worth.iter().enumerate() {
                        rows[at][many + player] += &chance * worth;
                    }
                }
            }
        }
    }
    for at in 0..many {
        let pivot = (at..many).find(|&row| rows[row][at] != RBig::ZERO).expect("play ends");
        rows.swap(at, pivot);
        let by = rows[at][at].clone();
        rows[at].iter_mut().for_each(|of| *of /= &by);
        let own = rows[at].clone();
        for other in (0..many).filter(|&other| other != at) {
            let by = rows[other][at].clone();
            rows[other].iter_mut().zip(&own).for_each(|(of, own)| *of -= &by * own);
        }
    }
    rows.into_iter().map(|row| row[many..].to_vec()).collect()
}

/// The chance of a course, what is made, and where it leads: to a situation, or to what everybody gets.
type ApproximateCourse = (f64, Vec<(usize, usize)>, Result<usize, Vec<f64>>);

/// A game with numbers that are not exact. Choices are between two, and a play ends some time.
pub struct Approximate {
    start: usize,
    players: usize,
    /// For each situation its courses.
    courses: Vec<Vec<ApproximateCourse>>,
}

impl Approximate {
    pub fn new(game: &SituationGame) -> Self {
        let float = |number: &RBig| number.to_f64().value();
        let course = |course: &SituationCourse| {
            let end = match &course.end {
                CourseEnd::Situation(next) => Ok(*next),
                CourseEnd::Over(worth) => Err(worth.iter().map(float).collect()),
            };
            (float(&course.chance), course.made.clone(), end)
        };
        let courses = game.situations.iter().map(|of| of.courses.iter().map(course).collect());
        Self { start: game.start, players: game.players.len(), courses: courses.collect() }
    }

    /// What everybody can expect at the start, by elimination.
    pub fn values(&self, point: &[f64]) -> Vec<f64> {
        let many = self.courses.len();
        let mut rows = vec![vec![0.0; many + self.players]; many];
        for (at, courses) in self.courses.iter().enumerate() {
            rows[at][at] += 1.0;
            for (chance, made, end) in courses {
                let mut chance = *chance;
                for &(choice, made) in made {
                    chance *= if made == 0 { point[choice] } else { 1.0 - point[choice] };
                }
                match end {
                    Ok(next) => rows[at][*next] -= chance,
                    Err(worth) => {
                        for (player, worth) in worth.iter().enumerate() {
                            rows[at][many + player] += chance * worth;
                        }
                    }
                }
            }
        }
        for at in 0..many {
            let by = rows[at][at];
            rows[at].iter_mut().for_each(|of| *of /= by);
            let own = rows[at].clone();
            for other in (0..many).filter(|&other| other != at) {
                let by = rows[other][at];
                rows[other].iter_mut().zip(&own).for_each(|(of, own)| *of -= by * own);
            }
        }
        rows[self.start][many..].to_vec()
    }
}

#[test]
fn payoffs_agree_with_linear_algebra_at_many_points() {
    for (memory, points) in [(Memory::Constant, 1000), (Memory::ByTrade, 1000)] {
        let game = six_pit(memory);
        assert_eq!(game.check(), Ok(()));
        let functions = payoffs_of(&game);
        let mut drawn = Stream::new("points", 1);
        for _ in 0..points {
            let point = random_point(&mut drawn, functions.variables.len());
            let found = solve_at(&game, &point);
            for (situation, values) in found.iter().enumerate() {
                for (player, value) in values.iter().enumerate() {
                    assert_eq!(functions.value(situation, player, &point).as_ref(), Some(value));
                }
            }
        }
    }
}

#[test]
fn payoffs_of_six_pit_are_those_for_single_strategies() {
    let game = six_pit(Memory::Constant);
    let functions = payoffs_of(&game);
    let mut drawn = Stream::new("points", 2);
    for _ in 0..50 {
        let point = random_point(&mut drawn, 3);
        let mixed = |of: &RBig| vec![of.clone(), RBig::ONE - of];
        let found = values_at(&game, &point.iter().map(mixed).collect::<Vec<_>>());
        for (situation, values) in found.expect("strategies").into_iter().enumerate() {
            for (player, value) in values.into_iter().enumerate() {
                assert_eq!(functions.value(situation, player, &point), Some(value));
            }
        }
    }
}

#[test]
fn payoffs_of_six_pit_have_few_terms() {
    let constant = payoffs_of(&six_pit(Memory::Constant));
    let (above, below) = constant.reduced(3, 0).expect("reached");
    assert_eq!((above.total_degree(), below.total_degree()), (5, 6));
    // Nobody expects anything if everybody offers anything.
    let half = vec![number("1/2"); 3];
    assert_eq!(constant.value(3, 0, &half), Some(RBig::ZERO));
}

/// A thousand points, and at each a few plays of the game itself: the sums of what was won are as expected, and so are those
/// in which each play counts as much as was expected of it.
#[test]
fn payoffs_are_what_plays_are_worth_at_many_points() {
    let functions = payoffs_of(&six_pit(Memory::Constant));
    let game = named_game(&Named::read("pit(deal=open)").expect("a name")).expect("a game");
    let stop = Stop::new();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let mut drawn = Stream::new("points", 3);
    let (mut sums, mut weighted) = ([0.0; 3], [0.0; 3]);
    let (mut spread, mut weighted_spread) = ([0.0; 3], [0.0; 3]);
    for number in 0..1000 {
        let point = random_point(&mut drawn, 3);
        let strategy = |shared: &RBig| -> Box<dyn Strategy> {
            let named = Named::read(&format!("trader(shared={shared})")).expect("a name");
            named_strategy(&named, &game).expect("a strategy")
        };
        let mut strategies: Vec<_> = point.iter().map(strategy).collect();
        let expected = [0, 1, 2].map(|player| {
            functions.value(3, player, &point).expect("it is reached").to_f64().value()
        });
        for again in 0..PLAYS {
            let mut streams = PlayStreams::new(number, again, 3);
            let end =
                play_on(&mut *play, &mut strategies, &mut streams, 5_000, &stop, &mut |_, _| {});
            let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
            for (player, worth) in returns.iter().enumerate() {
                let (by, of) = (expected[player], worth.0.to_f64().value() - expected[player]);
                sums[player] += of;
                weighted[player] += by * of;
                // Worths are 2 and -1: this is their variance.
                let variance = (2.0 - by) * (1.0 + by);
                spread[player] += variance;
                weighted_spread[player] += by * by * variance;
            }
            while play.steps() > 0 {
                play.undo();
            }
        }
    }
    for player in 0..3 {
        let is_small = |sum: f64, spread: f64| sum.abs() < 4.0 * spread.sqrt();
        assert!(is_small(sums[player], spread[player]), "{sums:?} {spread:?}");
        let spread = weighted_spread[player];
        assert!(is_small(weighted[player], spread), "{weighted:?} {weighted_spread:?}");
    }
}

/// So many plays at each point.
const PLAYS: u64 = 20;
