//! Payoffs are right if they solve the equations, and play ends so that there is no other solution.

use super::refusal::{CertificatePart, Refusal};
use super::sums::Sum;
use crate::stationary::certificate::Certificate;
use crate::stationary::polynomial::Polynomial;
use dashu_int::IBig;
use hexa_games::exact::RBig;
use hexa_games::situations::{CourseEnd, SituationCourse, SituationGame};
use std::collections::BTreeSet;

/// The numerators of a situation, and its place.
pub(super) fn numerator(certificate: &Certificate, situation: usize, player: usize) -> Sum {
    let values = certificate.numerators[situation].as_ref();
    let none = || Sum::constant(certificate.variables.len(), IBig::ZERO);
    values.map_or_else(none, |values| Sum::of(&values[player]))
}

/// The variables, the shape of the payoffs, the equations, and that play ends.
pub(super) fn check_payoffs(
    game: &SituationGame,
    certificate: &Certificate,
) -> Result<(), Refusal> {
    check_variables(game, certificate)?;
    let many = certificate.variables.len();
    let reached = reach(game);
    let fits = |(at, values): (usize, &Option<Vec<Polynomial>>)| match values {
        None => !reached[at],
        Some(values) => {
            values.len() == game.players.len() && values.iter().all(|of| of.variables() == many)
        }
    };
    let is_all = certificate.numerators.len() == game.situations.len();
    let is_right = is_all && certificate.denominator.variables() == many;
    if !is_right || !certificate.numerators.iter().enumerate().all(fits) {
        return Err(Refusal::Shape(CertificatePart::Payoffs));
    }
    for situation in (0..game.situations.len()).filter(|&at| reached[at]) {
        for player in 0..game.players.len() {
            if !solves(game, certificate, situation, player) {
                return Err(Refusal::Equation { situation, player });
            }
        }
    }
    // Where play cannot end at all, nothing is worth anything; the equations alone would not say so.
    let dead = dead_ends(game);
    for situation in (0..game.situations.len()).filter(|&at| reached[at] && dead[at]) {
        for player in 0..game.players.len() {
            if !numerator(certificate, situation, player).is_zero() {
                return Err(Refusal::Equation { situation, player });
            }
        }
    }
    if ends(game, &reached, &dead) { Ok(()) } else { Err(Refusal::Endless) }
}

/// The situations from which no play ever ends, whatever is made.
fn dead_ends(game: &SituationGame) -> Vec<bool> {
    let none = vec![false; game.situations.len()];
    let is_live = |at: usize, ends: &[bool]| {
        let courses = &game.situations[at].courses;
        courses.iter().any(|course| can_happen(course) && leads_out(course, ends))
    };
    grow(&vec![true; game.situations.len()], none, is_live)
        .into_iter()
        .map(|is_live| !is_live)
        .collect()
}

/// There is one variable for each choice between two alternatives, in order.
fn check_variables(game: &SituationGame, certificate: &Certificate) -> Result<(), Refusal> {
    let wanted: Vec<usize> = (0..game.choices.len())
        .filter(|&choice| game.choices[choice].alternatives.len() == 2)
        .collect();
    let is_own = certificate.variables.iter().all(|of| of.alternative == 0);
    let names: BTreeSet<&String> = certificate.variables.iter().map(|of| &of.name).collect();
    let found: Vec<usize> = certificate.variables.iter().map(|of| of.choice).collect();
    let is_right = found == wanted && is_own && names.len() == found.len();
    if is_right { Ok(()) } else { Err(Refusal::Variables) }
}

/// What is expected in a situation is what is expected after its courses, times how likely they are.
fn solves(
    game: &SituationGame,
    certificate: &Certificate,
    situation: usize,
    player: usize,
) -> bool {
    let many = certificate.variables.len();
    let courses = &game.situations[situation].courses;
    let common = courses.iter().fold(IBig::ONE, |common, course| {
        let worth = match &course.end {
            CourseEnd::Over(worth) => worth[player].denominator().clone(),
            CourseEnd::Situation(_) => 1u8.into(),
        };
        common * IBig::from(course.chance.denominator() * worth)
    });
    let mut rest = numerator(certificate, situation, player).scale(&-common.clone());
    for course in courses {
        let likely =
            course.made.iter().fold(Sum::constant(many, IBig::ONE), |product, &(choice, made)| {
                &product * &probability(certificate, choice, made)
            });
        let whole = |number: RBig| (number * RBig::from(common.clone())).numerator().clone();
        let part = match &course.end {
            CourseEnd::Situation(next) => {
                numerator(certificate, *next, player).scale(&whole(course.chance.clone()))
            }
            CourseEnd::Over(worth) => {
                Sum::of(&certificate.denominator).scale(&whole(&course.chance * &worth[player]))
            }
        };
        rest = &rest + &(&likely * &part);
    }
    rest.is_zero()
}

fn probability(certificate: &Certificate, choice: usize, made: usize) -> Sum {
    let many = certificate.variables.len();
    let one = Sum::constant(many, IBig::ONE);
    match certificate.variables.iter().position(|of| of.choice == choice) {
        None => one,
        Some(at) if made == 0 => Sum::variable(many, at),
        Some(at) => &one - &Sum::variable(many, at),
    }
}

/// The situations that can be reached.
fn reach(game: &SituationGame) -> Vec<bool> {
    reach_by(game, |_| true)
}

/// The situations that can be reached by some courses.
pub(super) fn reach_by(
    game: &SituationGame,
    is_made: impl Fn(&SituationCourse) -> bool,
) -> Vec<bool> {
    let mut reached = vec![false; game.situations.len()];
    reached[game.start] = true;
    loop {
        let before = reached.clone();
        for (at, situation) in game.situations.iter().enumerate().filter(|(at, _)| before[*at]) {
            debug_assert!(reached[at]);
            for course in situation.courses.iter().filter(|course| can_happen(course)) {
                if let (CourseEnd::Situation(next), true) = (&course.end, is_made(course)) {
                    reached[*next] = true;
                }
            }
        }
        if before == reached {
            return reached;
        }
    }
}

fn can_happen(course: &SituationCourse) -> bool {
    course.chance > RBig::ZERO
}

/// Whether play ends almost surely whatever the strategies: it does if it can end from everywhere, whichever single
/// alternatives are made. Situations are struck out from which it can end for all alternatives together, and only what
/// is left is looked at profile by profile.
fn ends(game: &SituationGame, reached: &[bool], dead: &[bool]) -> bool {
    let many: Option<usize> = game
        .choices
        .iter()
        .try_fold(1usize, |product, choice| product.checked_mul(choice.alternatives.len()));
    if ends_anyhow(game, reached, dead) {
        return true;
    }
    let ends_in = |number| ends_in(game, reached, dead, &profile(game, number));
    many.filter(|&many| many <= MOST_PROFILES).is_some_and(|many| (0..many).all(ends_in))
}

/// Profiles are not gone through if there are more.
const MOST_PROFILES: usize = 1 << 20;

fn profile(game: &SituationGame, number: usize) -> Vec<usize> {
    let mut rest = number;
    let mut made = Vec::new();
    for choice in &game.choices {
        made.push(rest % choice.alternatives.len());
        rest /= choice.alternatives.len();
    }
    made
}

/// Whether play can end from all situations in a profile of pure strategies.
fn ends_in(game: &SituationGame, reached: &[bool], dead: &[bool], profile: &[usize]) -> bool {
    is_all(reached, dead, |at, ends| {
        game.situations[at].courses.iter().any(|course| {
            let is_made = course.made.iter().all(|&(choice, made)| profile[choice] == made);
            is_made && can_happen(course) && leads_out(course, ends)
        })
    })
}

/// Whether play can end from all situations even if alternatives are chosen anew in each of them.
fn ends_anyhow(game: &SituationGame, reached: &[bool], dead: &[bool]) -> bool {
    is_all(reached, dead, |at, ends| {
        let courses = &game.situations[at].courses;
        let out: Vec<&SituationCourse> =
            courses.iter().filter(|course| can_happen(course) && leads_out(course, ends)).collect();
        let mut choices: Vec<usize> =
            courses.iter().flat_map(|course| &course.made).map(|&(choice, _)| choice).collect();
        choices.sort_unstable();
        choices.dedup();
        every_profile(game, &choices, &mut vec![0; game.choices.len()], &|profile| {
            out.iter()
                .any(|course| course.made.iter().all(|&(choice, made)| profile[choice] == made))
        })
    })
}

/// Whether something holds for all alternatives of some choices.
fn every_profile(
    game: &SituationGame,
    choices: &[usize],
    profile: &mut Vec<usize>,
    holds: &dyn Fn(&[usize]) -> bool,
) -> bool {
    let Some((&first, rest)) = choices.split_first() else { return holds(profile) };
    (0..game.choices[first].alternatives.len()).all(|made| {
        profile[first] = made;
        every_profile(game, rest, profile, holds)
    })
}

fn leads_out(course: &SituationCourse, ends: &[bool]) -> bool {
    match &course.end {
        CourseEnd::Over(_) => true,
        CourseEnd::Situation(next) => ends[*next],
    }
}

/// Whether all situations that can be reached are added, one after the other, to those in which nothing is to be had.
fn is_all(reached: &[bool], dead: &[bool], is_added: impl Fn(usize, &[bool]) -> bool) -> bool {
    let ends = grow(reached, dead.to_vec(), is_added);
    reached.iter().zip(&ends).all(|(&is_reached, &ends)| ends || !is_reached)
}

/// Adds situations to a set, one after the other.
fn grow(
    reached: &[bool],
    mut ends: Vec<bool>,
    is_added: impl Fn(usize, &[bool]) -> bool,
) -> Vec<bool> {
    loop {
        let new: Vec<usize> =
            (0..ends.len()).filter(|&at| reached[at] && !ends[at] && is_added(at, &ends)).collect();
        if new.is_empty() {
            return ends;
        }
        new.into_iter().for_each(|at| ends[at] = true);
    }
}

/// How what a player expects at the start changes with a variable, times the square of the denominator.
pub(super) fn slope(
    game: &SituationGame,
    certificate: &Certificate,
    player: usize,
    variable: usize,
) -> Sum {
    let above = numerator(certificate, game.start, player);
    let below = Sum::of(&certificate.denominator);
    &(&above.derivative(variable) * &below) - &(&above * &below.derivative(variable))
}
