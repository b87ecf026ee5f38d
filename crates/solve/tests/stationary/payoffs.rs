//! Payoffs against linear algebra at single points, and against the program for single strategies of SixPit.

use crate::games::{Memory, number, six_pit};
use hexa_games::exact::RBig;
use hexa_games::situations::{CourseEnd, SituationGame, values_at};
use hexa_logic::{Stop, Stream};
use hexa_solve::stationary::limits::SolveLimits;
use hexa_solve::stationary::payoffs::{Payoffs, payoffs};

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

#[test]
fn payoffs_agree_with_linear_algebra_at_many_points() {
    for (memory, points) in [(Memory::Constant, 1000), (Memory::ByTrade, 200)] {
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
    // Play ends with the first or the second trade: who shares nothing is worth nothing to the other.
    let half = vec![number("1/2"); 3];
    assert_eq!(constant.value(3, 0, &half), Some(RBig::ZERO));
    println!("{}", constant.denominator.write(&constant.names()));
    println!("{} / {}", above.write(&constant.names()), below.write(&constant.names()));
    let by_trade = payoffs_of(&six_pit(Memory::ByTrade));
    println!("{} {:?}", by_trade.denominator.len(), by_trade.names());
}
