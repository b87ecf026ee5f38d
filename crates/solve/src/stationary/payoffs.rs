//! What everybody can expect in each situation, as quotients of polynomials in the probabilities of the alternatives
//! (*Logic and game theory of Pit*, section 5: the recurrent equations of the full game). What can be expected in the
//! situations are the unknowns of linear equations; they are solved without fractions (Bareiss 1968). All quotients have
//! the same denominator, the determinant, which is positive wherever play ends almost surely.

use crate::stationary::certificate::Probability;
use crate::stationary::limits::{SolveLimit, SolveLimits};
use crate::stationary::polynomial::Polynomial;
use crate::stationary::termination::{self, Termination};
use dashu_int::IBig;
use dashu_int::ops::Gcd;
use hexa_games::exact::RBig;
use hexa_games::situations::{CourseEnd, NoSituationGame, SituationCourse, SituationGame};
use hexa_logic::Stop;

/// What everybody can expect, as functions of the probabilities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payoffs {
    /// The variables.
    pub variables: Vec<Probability>,
    /// By what everything is divided: the chance that play ends, up to a factor.
    pub denominator: Polynomial,
    /// For each situation and each player, or nothing for situations that cannot be reached. Where play cannot end, 0.
    pub numerators: Vec<Option<Vec<Polynomial>>>,
    /// Whether play ends.
    pub ending: Termination,
}

/// Why there are no payoffs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPayoffs {
    /// The game is not one.
    Game(NoSituationGame),
    /// A limit was reached.
    Limit(SolveLimit),
}

impl From<SolveLimit> for NoPayoffs {
    fn from(limit: SolveLimit) -> Self {
        Self::Limit(limit)
    }
}

/// The variables of a game: for each choice all alternatives but the last.
pub fn probabilities(game: &SituationGame) -> Vec<Probability> {
    let mut made: Vec<Probability> = Vec::new();
    for (choice, of) in game.choices.iter().enumerate() {
        let is_only = game.choices.iter().filter(|other| other.player == of.player).count() == 1;
        for alternative in 0..of.alternatives.len().saturating_sub(1) {
            let mut name = format!("p_{}", plain(&game.players[of.player]));
            if !is_only {
                name = format!("{name}_{}", plain(&of.name));
            }
            if of.alternatives.len() > 2 {
                name = format!("{name}_{}", plain(&of.alternatives[alternative]));
            }
            while made.iter().any(|known| known.name == name) {
                name.push('x');
            }
            made.push(Probability { name, choice, alternative });
        }
    }
    made
}

fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The payoffs of a game.
pub fn payoffs(
    game: &SituationGame,
    limits: &SolveLimits,
    stop: &Stop,
) -> Result<Payoffs, NoPayoffs> {
    game.check().map_err(NoPayoffs::Game)?;
    let ending = termination::termination(game, limits, stop)?;
    let variables = probabilities(game);
    let (reached, live) = (termination::reach(game), termination::can_end(game));
    let unknowns: Vec<usize> =
        (0..game.situations.len()).filter(|&at| reached[at] && live[at]).collect();
    if unknowns.len() > limits.situations {
        return Err(SolveLimit::Situations.into());
    }
    let rows = unknowns.iter().map(|&at| equation(game, &variables, &unknowns, at).0).collect();
    let (denominator, solved) = Elimination { rows, limits, stop }.solve(variables.len())?;
    let zeros = vec![Polynomial::zero(variables.len()); game.players.len()];
    let mut numerators: Vec<Option<Vec<Polynomial>>> =
        reached.iter().map(|&is_reached| is_reached.then(|| zeros.clone())).collect();
    for (&at, values) in unknowns.iter().zip(solved) {
        numerators[at] = Some(values);
    }
    Ok(Payoffs { variables, denominator, numerators, ending })
}

/// The probability of an alternative.
pub fn probability(
    game: &SituationGame,
    variables: &[Probability],
    choice: usize,
    made: usize,
) -> Polynomial {
    let many = variables.len();
    let of = |at: usize| Polynomial::variable(many, at);
    let is_named = |at: &usize| variables[*at].choice == choice;
    if made + 1 < game.choices[choice].alternatives.len() {
        let place = (0..many).find(|at| is_named(at) && variables[*at].alternative == made);
        return place.map_or_else(|| Polynomial::zero(many), of);
    }
    (0..many).filter(is_named).fold(Polynomial::one(many), |rest, at| &rest - &of(at))
}

/// The equation of a situation, times a positive number, which is given back too: the coefficients of the unknowns, and for
/// each player what they add up to.
fn equation(
    game: &SituationGame,
    variables: &[Probability],
    unknowns: &[usize],
    at: usize,
) -> (Vec<Polynomial>, IBig) {
    let courses = &game.situations[at].courses;
    let common = courses.iter().fold(IBig::ONE, widen);
    let mut row = vec![Polynomial::zero(variables.len()); unknowns.len() + game.players.len()];
    let place = |situation: usize| unknowns.iter().position(|&of| of == situation);
    if let Some(own) = place(at) {
        row[own] = Polynomial::constant(variables.len(), common.clone());
    }
    for course in courses {
        let likely = likelihood(game, variables, course);
        let times = |factor: &RBig| {
            let number = RBig::from(common.clone()) * &course.chance * factor;
            likely.scale(number.numerator())
        };
        match &course.end {
            CourseEnd::Situation(next) => {
                if let Some(next) = place(*next) {
                    row[next] = &row[next] - &times(&RBig::ONE);
                }
            }
            CourseEnd::Over(worth) => {
                for (player, worth) in worth.iter().enumerate() {
                    let sum = &row[unknowns.len() + player] + &times(worth);
                    row[unknowns.len() + player] = sum;
                }
            }
        }
    }
    (row, common)
}

/// How likely the alternatives of a course are made.
pub fn likelihood(
    game: &SituationGame,
    variables: &[Probability],
    course: &SituationCourse,
) -> Polynomial {
    course.made.iter().fold(Polynomial::one(variables.len()), |product, &(choice, made)| {
        &product * &probability(game, variables, choice, made)
    })
}

/// A common denominator of so many numbers and of those of a course.
fn widen(common: IBig, course: &SituationCourse) -> IBig {
    let mut numbers = vec![course.chance.clone()];
    if let CourseEnd::Over(worth) = &course.end {
        numbers.extend(worth.iter().map(|worth| worth * &course.chance));
    }
    numbers.iter().fold(common, |common, number| {
        let denominator = IBig::from(number.denominator().clone());
        let divisor = IBig::from((&common).gcd(&denominator));
        common * denominator / divisor
    })
}

/// Linear equations: a square of coefficients, and to the right of it what they add up to.
struct Elimination<'a> {
    rows: Vec<Vec<Polynomial>>,
    limits: &'a SolveLimits,
    stop: &'a Stop,
}

impl Elimination<'_> {
    /// The determinant, and the numerators of the unknowns. From each of these situations play can end, also if some of them
    /// are left out; so no pivot is 0.
    fn solve(mut self, variables: usize) -> Result<(Polynomial, Vec<Vec<Polynomial>>), SolveLimit> {
        let many = self.rows.len();
        let mut last = Polynomial::one(variables);
        for at in 0..many {
            for other in (0..many).filter(|&other| other != at) {
                self.eliminate(at, other, &last)?;
            }
            last = self.rows[at][at].clone();
        }
        let right = self.rows.into_iter().map(|mut row| row.split_off(many)).collect();
        Ok((last, right))
    }

    /// Subtracts a row from another such that one coefficient becomes 0, and divides by the pivot before.
    fn eliminate(&mut self, at: usize, other: usize, last: &Polynomial) -> Result<(), SolveLimit> {
        let (pivot, factor) = (self.rows[at][at].clone(), self.rows[other][at].clone());
        for column in 0..self.rows[at].len() {
            let left = &pivot * &self.rows[other][column];
            let right = &factor * &self.rows[at][column];
            let difference = &left - &right;
            self.stop.count(1 + difference.len() as u64)?;
            if difference.len() > self.limits.terms {
                return Err(SolveLimit::Terms);
            }
            // The division leaves no remainder (Bareiss).
            self.rows[other][column] = difference.divide(last).unwrap_or(difference);
        }
        Ok(())
    }
}

impl Payoffs {
    /// What a player can expect in a situation, where play ends almost surely.
    pub fn value(&self, situation: usize, player: usize, point: &[RBig]) -> Option<RBig> {
        let below = self.denominator.evaluate(point);
        let above = self.numerators[situation].as_ref()?[player].evaluate(point);
        (below != RBig::ZERO).then(|| above / below)
    }

    /// The names of the variables.
    pub fn names(&self) -> Vec<String> {
        self.variables.iter().map(|variable| variable.name.clone()).collect()
    }

    /// Numerator and denominator of what a player can expect in a situation, in lowest terms.
    pub fn reduced(&self, situation: usize, player: usize) -> Option<(Polynomial, Polynomial)> {
        let above = &self.numerators[situation].as_ref()?[player];
        let divisor = above.common_divisor(&self.denominator);
        let (above, below) = (above.divide(&divisor)?, self.denominator.divide(&divisor)?);
        let numbers = IBig::from(above.number_content().gcd(below.number_content()));
        let by = Polynomial::constant(self.variables.len(), numbers);
        Some((above.divide(&by)?, below.divide(&by)?))
    }
}
