//! Whether a play ends. Whatever the probabilities, what matters is which alternatives have one: a play may go on for ever
//! if there are situations that lead to each other only. Fewer alternatives leave fewer ways out; so if for some strategies
//! play need not end, that is so for pure ones.

use crate::stationary::limits::{SolveLimit, SolveLimits};
use hexa_games::situations::{CourseEnd, SituationCourse, SituationGame};
use hexa_logic::Stop;

/// Whether a play ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Termination {
    /// Almost surely, whatever the strategies.
    Sure,
    /// Not if everybody plays one of these: for each choice the alternative that is made.
    NotAlways(Vec<Vec<usize>>),
    /// Not for all strategies that leave these situations only for each other; which these are was not gone through.
    Perhaps(SolveLimit),
}

/// The situations that can be reached, whatever has a probability.
pub fn reach(game: &SituationGame) -> Vec<bool> {
    reach_by(game, |_| true)
}

/// The situations that can be reached by some of the courses.
pub fn reach_by(game: &SituationGame, is_made: impl Fn(&SituationCourse) -> bool) -> Vec<bool> {
    let mut seen = vec![false; game.situations.len()];
    let mut open = vec![game.start];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            open.extend(nexts(game, at, &is_made));
        }
    }
    seen
}

/// The situations from which a play can end.
pub fn can_end(game: &SituationGame) -> Vec<bool> {
    let inside = vec![true; game.situations.len()];
    closed_part(game, inside, |_| true).into_iter().map(|is_closed| !is_closed).collect()
}

fn is_possible(course: &SituationCourse) -> bool {
    course.chance != hexa_games::exact::RBig::ZERO
}

fn nexts(
    game: &SituationGame,
    at: usize,
    is_made: impl Fn(&SituationCourse) -> bool,
) -> impl Iterator<Item = usize> {
    let courses = game.situations[at].courses.iter();
    courses.filter(move |course| is_possible(course) && is_made(course)).filter_map(|course| {
        match &course.end {
            CourseEnd::Situation(next) => Some(*next),
            CourseEnd::Over(_) => None,
        }
    })
}

/// The situations of a set from which no course that is made can ever lead to an end or out of the set.
fn closed_part(
    game: &SituationGame,
    mut inside: Vec<bool>,
    is_made: impl Fn(&SituationCourse) -> bool,
) -> Vec<bool> {
    loop {
        let leaves = |course: &SituationCourse| match &course.end {
            CourseEnd::Situation(next) => !inside[*next],
            CourseEnd::Over(_) => true,
        };
        let can_leave = |at: &usize| {
            let made = game.situations[*at].courses.iter().filter(|course| is_possible(course));
            inside[*at] && made.filter(|course| is_made(course)).any(leaves)
        };
        let out: Vec<usize> = (0..inside.len()).filter(can_leave).collect();
        if out.is_empty() {
            return inside;
        }
        out.into_iter().for_each(|at| inside[at] = false);
    }
}

/// Whether play ends, in the situations that can be reached and from which it can end.
pub fn termination(
    game: &SituationGame,
    limits: &SolveLimits,
    stop: &Stop,
) -> Result<Termination, SolveLimit> {
    let (reached, live) = (reach(game), can_end(game));
    let inside: Vec<bool> =
        reached.iter().zip(&live).map(|(&left, &right)| left && right).collect();
    if trap(game, inside.clone()).iter().all(|it| !it) {
        return Ok(Termination::Sure);
    }
    let many = game.choices.iter().try_fold(1usize, |product, choice| {
        product.checked_mul(choice.alternatives.len()).filter(|&many| many <= limits.profiles)
    });
    let Some(many) = many else { return Ok(Termination::Perhaps(SolveLimit::Profiles)) };
    let mut found = Vec::new();
    for profile in (0..many).map(|number| profile(game, number)) {
        stop.count(1)?;
        let closed = closed_part(game, inside.clone(), |course| is_in(course, &profile));
        if closed.contains(&true) {
            found.push(profile);
        }
    }
    Ok(if found.is_empty() { Termination::Sure } else { Termination::NotAlways(found) })
}

/// Whether a course is possible in a profile of pure strategies.
pub fn is_in(course: &SituationCourse, profile: &[usize]) -> bool {
    course.made.iter().all(|&(choice, made)| profile[choice] == made)
}

/// The profile of pure strategies with a number.
pub fn profile(game: &SituationGame, mut number: usize) -> Vec<usize> {
    let digit = |choice: &hexa_games::situations::Choice| {
        let alternatives = choice.alternatives.len();
        let made = number % alternatives;
        number /= alternatives;
        made
    };
    game.choices.iter().map(digit).collect()
}

/// The situations of a set in which all together can see to it that the set is never left, if everybody may choose anew in
/// each: more than can really be done.
fn trap(game: &SituationGame, mut inside: Vec<bool>) -> Vec<bool> {
    loop {
        let out: Vec<usize> =
            (0..inside.len()).filter(|&at| inside[at] && !can_stay(game, at, &inside)).collect();
        if out.is_empty() {
            return inside;
        }
        out.into_iter().for_each(|at| inside[at] = false);
    }
}

/// Whether there are alternatives with which a set is not left in the next course.
fn can_stay(game: &SituationGame, at: usize, inside: &[bool]) -> bool {
    let courses: Vec<&SituationCourse> =
        game.situations[at].courses.iter().filter(|course| is_possible(course)).collect();
    let mut choices: Vec<usize> =
        courses.iter().flat_map(|course| course.made.iter().map(|&(choice, _)| choice)).collect();
    choices.sort_unstable();
    choices.dedup();
    let stays = |course: &&SituationCourse| match &course.end {
        CourseEnd::Situation(next) => inside[*next],
        CourseEnd::Over(_) => false,
    };
    let mut profile = vec![0; game.choices.len()];
    loop {
        if courses.iter().filter(|course| is_in(course, &profile)).all(stays) {
            return true;
        }
        let next = choices
            .iter()
            .find(|&&choice| profile[choice] + 1 < game.choices[choice].alternatives.len());
        let Some(&next) = next else { return false };
        profile[next] += 1;
        choices.iter().filter(|&&choice| choice < next).for_each(|&choice| profile[choice] = 0);
    }
}
