//! Games that come back to the same situations: stochastic games with finitely many situations (Shapley 1953), in which a
//! player who cannot tell two situations apart chooses alike in both. Pit is one (*Logic and game theory of Pit*, section
//! 5): what matters is who knows what, and after a trade that is as it was before, up to names.
//!
//! In every situation there are *courses*: what everybody chooses, what chance does, and where that leads. How likely a
//! course is, is its chance times the probabilities of the alternatives that are made in it. A play that never ends is worth
//! nothing to anybody.

mod values;

pub use values::values_at;

use crate::exact::RBig;

/// A game that comes back to the same situations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SituationGame {
    /// The players.
    pub players: Vec<String>,
    /// What players choose. Whoever cannot tell two situations apart has the same choice in both.
    pub choices: Vec<Choice>,
    /// The situations.
    pub situations: Vec<Situation>,
    /// The place of the situation in which plays begin.
    pub start: usize,
}

/// What a player chooses, wherever they are in situations that they cannot tell apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The place of the player.
    pub player: usize,
    /// What it is about, in short: who traded last, for one.
    pub name: String,
    /// The alternatives, in order. A strategy gives each a probability.
    pub alternatives: Vec<String>,
}

/// Where a play can stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// What it is called.
    pub name: String,
    /// What can happen; whatever the strategies, the probabilities of all courses add up to one.
    pub courses: Vec<SituationCourse>,
}

/// A way in which a play can go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SituationCourse {
    /// How likely it is, if the alternatives in `made` are made.
    pub chance: RBig,
    /// The alternatives that are made, as places of a choice and of an alternative.
    pub made: Vec<(usize, usize)>,
    /// Where it leads.
    pub end: CourseEnd,
}

/// Where a course leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CourseEnd {
    /// To a situation, by its place.
    Situation(usize),
    /// To the end of the play, which is worth so much to each player.
    Over(Vec<RBig>),
}

/// What is wrong with a game of situations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSituationGame {
    /// A course of this situation names a situation, a choice or an alternative that there is not, or forgets a player, or its
    /// chance is negative.
    Place(usize),
    /// A choice has no player or no alternative.
    Choice(usize),
    /// There is no situation in which plays begin.
    Start,
    /// The courses of this situation are not a chance for every strategy: summed over all alternatives of some choices, their
    /// chances are not one.
    Chance(usize),
}

impl SituationGame {
    /// Whether places exist, and chances add up to one whatever the strategies. The sum of the courses' probabilities is a
    /// polynomial that is linear in each choice, so that it is one everywhere if it is one wherever all alternatives are
    /// pure; these are gone through for the choices of one situation.
    pub fn check(&self) -> Result<(), NoSituationGame> {
        if self.start >= self.situations.len() {
            return Err(NoSituationGame::Start);
        }
        let is_bad =
            |choice: &Choice| choice.player >= self.players.len() || choice.alternatives.is_empty();
        if let Some(at) = self.choices.iter().position(is_bad) {
            return Err(NoSituationGame::Choice(at));
        }
        for (at, situation) in self.situations.iter().enumerate() {
            if !situation.courses.iter().all(|course| self.has_places(course)) {
                return Err(NoSituationGame::Place(at));
            }
            if !self.adds_up(situation) {
                return Err(NoSituationGame::Chance(at));
            }
        }
        Ok(())
    }

    fn has_places(&self, course: &SituationCourse) -> bool {
        let is_end = match &course.end {
            CourseEnd::Situation(next) => *next < self.situations.len(),
            CourseEnd::Over(worth) => worth.len() == self.players.len(),
        };
        let mut choices: Vec<usize> = course.made.iter().map(|&(choice, _)| choice).collect();
        choices.sort_unstable();
        let is_once = choices.windows(2).all(|pair| pair[0] != pair[1]);
        let is_there = |&(choice, made): &(usize, usize)| {
            self.choices.get(choice).is_some_and(|choice| made < choice.alternatives.len())
        };
        course.chance >= RBig::ZERO && is_end && is_once && course.made.iter().all(is_there)
    }

    /// Choice by choice: what is left of the courses in which it is made must be the same for each alternative.
    fn adds_up(&self, situation: &Situation) -> bool {
        let mut choices: Vec<usize> =
            situation.courses.iter().flat_map(|course| &course.made).map(|&(at, _)| at).collect();
        choices.sort_unstable();
        choices.dedup();
        let mut profile = vec![0; choices.len()];
        loop {
            let is_made = |&(choice, made): &(usize, usize)| {
                choices.binary_search(&choice).is_ok_and(|at| profile[at] == made)
            };
            let courses = situation.courses.iter().filter(|course| course.made.iter().all(is_made));
            let sum = courses.fold(RBig::ZERO, |sum, course| sum + &course.chance);
            if sum != RBig::ONE {
                return false;
            }
            let at = (0..choices.len())
                .find(|&at| profile[at] + 1 < self.choices[choices[at]].alternatives.len());
            let Some(at) = at else { return true };
            profile[at] += 1;
            profile[..at].fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both say a number; the play ends if it is the same.
    fn matching() -> SituationGame {
        let choice = |player| Choice {
            player,
            name: "number".to_owned(),
            alternatives: vec!["0".to_owned(), "1".to_owned()],
        };
        let course = |a, b| SituationCourse {
            chance: RBig::ONE,
            made: vec![(0, a), (1, b)],
            end: if a == b {
                CourseEnd::Over(vec![RBig::ONE, RBig::ZERO])
            } else {
                CourseEnd::Situation(0)
            },
        };
        let courses = vec![course(0, 0), course(0, 1), course(1, 0), course(1, 1)];
        SituationGame {
            players: vec!["a".to_owned(), "b".to_owned()],
            choices: vec![choice(0), choice(1)],
            situations: vec![Situation { name: "first".to_owned(), courses }],
            start: 0,
        }
    }

    #[test]
    fn chances_add_up_for_all_strategies_or_are_refused() {
        assert_eq!(matching().check(), Ok(()));
        let mut missing = matching();
        missing.situations[0].courses.pop();
        assert_eq!(missing.check(), Err(NoSituationGame::Chance(0)));
        let mut elsewhere = matching();
        elsewhere.situations[0].courses[1].end = CourseEnd::Situation(1);
        assert_eq!(elsewhere.check(), Err(NoSituationGame::Place(0)));
        let mut negative = matching();
        let mut more = negative.situations[0].courses[0].clone();
        negative.situations[0].courses[0].chance = RBig::from(2);
        more.chance = RBig::from(-1);
        negative.situations[0].courses.push(more);
        assert_eq!(negative.check(), Err(NoSituationGame::Place(0)));
        let mut nobody = matching();
        nobody.choices[0].player = 2;
        assert_eq!(nobody.check(), Err(NoSituationGame::Choice(0)));
        assert_eq!(SituationGame { start: 3, ..matching() }.check(), Err(NoSituationGame::Start));
    }
}
