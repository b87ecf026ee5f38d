//! What everybody can expect in each situation with given strategies, by elimination with fractions (*Logic and game theory of
//! Pit*, section 5: the recurrent equations of the full game).

use super::{CourseEnd, SituationCourse, SituationGame};
use crate::exact::RBig;

/// For each situation what each player can expect, if every choice gives its alternatives these probabilities. None if these
/// are no probabilities. A play that never ends is worth nothing.
pub fn values_at(game: &SituationGame, probabilities: &[Vec<RBig>]) -> Option<Vec<Vec<RBig>>> {
    let is_strategy = |(choice, of): (&super::Choice, &Vec<RBig>)| {
        let sum = of.iter().fold(RBig::ZERO, |sum, one| sum + one);
        of.len() == choice.alternatives.len()
            && of.iter().all(|one| *one >= RBig::ZERO)
            && sum == RBig::ONE
    };
    let is_given = game.choices.len() == probabilities.len()
        && game.choices.iter().zip(probabilities).all(is_strategy);
    if game.check().is_err() || !is_given {
        return None;
    }
    let live = live(game, probabilities);
    let mut rows: Vec<Vec<RBig>> =
        live.iter().map(|&at| equation(game, probabilities, &live, at)).collect();
    eliminate(&mut rows);
    let mut values = vec![vec![RBig::ZERO; game.players.len()]; game.situations.len()];
    for (at, row) in live.iter().zip(rows) {
        values[*at] = row[live.len()..].to_vec();
    }
    Some(values)
}

fn likely(course: &SituationCourse, probabilities: &[Vec<RBig>]) -> RBig {
    let made = course.made.iter();
    made.fold(course.chance.clone(), |all, &(choice, made)| all * &probabilities[choice][made])
}

/// The situations from which play can end. With the others left out, the equations have one solution.
fn live(game: &SituationGame, probabilities: &[Vec<RBig>]) -> Vec<usize> {
    let mut live = vec![false; game.situations.len()];
    loop {
        let ends = |course: &SituationCourse| {
            likely(course, probabilities) != RBig::ZERO
                && match course.end {
                    CourseEnd::Over(_) => true,
                    CourseEnd::Situation(next) => live[next],
                }
        };
        let is_new = |&at: &usize| !live[at] && game.situations[at].courses.iter().any(ends);
        let Some(found) = (0..live.len()).find(is_new) else { break };
        live[found] = true;
    }
    (0..live.len()).filter(|&at| live[at]).collect()
}

/// The coefficients of the unknowns, and for each player what they add up to.
fn equation(
    game: &SituationGame,
    probabilities: &[Vec<RBig>],
    live: &[usize],
    at: usize,
) -> Vec<RBig> {
    let mut row = vec![RBig::ZERO; live.len() + game.players.len()];
    let place = |situation| live.iter().position(|&of| of == situation);
    if let Some(own) = place(at) {
        row[own] = RBig::ONE;
    }
    for course in &game.situations[at].courses {
        let chance = likely(course, probabilities);
        match &course.end {
            CourseEnd::Situation(next) => {
                if let Some(next) = place(*next) {
                    row[next] -= chance;
                }
            }
            CourseEnd::Over(worth) => {
                row[live.len()..].iter_mut().zip(worth).for_each(|(sum, of)| *sum += &chance * of);
            }
        }
    }
    row
}

/// Gauss and Jordan. The matrix is one minus chances, and play ends from everywhere: no pivot is 0.
fn eliminate(rows: &mut [Vec<RBig>]) {
    for at in 0..rows.len() {
        let pivot = rows[at][at].clone();
        rows[at].iter_mut().for_each(|of| *of /= &pivot);
        let own = rows[at].clone();
        for other in (0..rows.len()).filter(|&other| other != at) {
            let by = rows[other][at].clone();
            if by != RBig::ZERO {
                rows[other].iter_mut().zip(&own).for_each(|(of, own)| *of -= &by * own);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Choice, Situation};
    use super::*;

    /// Somebody ends the play and gets 1 in half of the rounds, or goes on; or else play never ends.
    fn patience() -> SituationGame {
        let course = |chance: i32, made, end| SituationCourse {
            chance: RBig::from(chance) / RBig::from(2),
            made: vec![(0, made)],
            end,
        };
        let over = CourseEnd::Over(vec![RBig::ONE]);
        SituationGame {
            players: vec!["a".to_owned()],
            choices: vec![Choice {
                player: 0,
                name: "end".to_owned(),
                alternatives: vec!["yes".to_owned(), "no".to_owned()],
            }],
            situations: vec![Situation {
                name: "s".to_owned(),
                courses: vec![
                    course(1, 0, over),
                    course(1, 0, CourseEnd::Situation(0)),
                    course(2, 1, CourseEnd::Situation(0)),
                ],
            }],
            start: 0,
        }
    }

    #[test]
    fn plays_that_never_end_are_worth_nothing_and_all_others_what_comes_at_last() {
        let at = |yes: RBig| values_at(&patience(), &[vec![yes.clone(), RBig::ONE - yes]]);
        assert_eq!(at(RBig::ZERO), Some(vec![vec![RBig::ZERO]]));
        assert_eq!(at(RBig::ONE / RBig::from(7)), Some(vec![vec![RBig::ONE]]));
        assert_eq!(at(RBig::from(2)), None);
        assert_eq!(values_at(&patience(), &[]), None);
    }
}
