//! When nobody gains by a small change of one probability: what a player expects at the start changes with it in proportion
//! to a quotient whose numerator is taken apart here into factors. Denominators are squares and so positive. A factor that
//! has one sign on the whole cube is proved to have it and then only its sign counts.
//!
//! Only choices between two alternatives are treated; each is one probability.

use crate::stationary::certificate::{Condition, Factor};
use crate::stationary::definite::{NoSign, prove_sign};
use crate::stationary::limits::{SolveLimit, SolveLimits};
use crate::stationary::payoffs::Payoffs;
use crate::stationary::polynomial::Polynomial;
use crate::stationary::region::Region;
use crate::stationary::sign::Sign;
use dashu_int::IBig;
use hexa_games::situations::SituationGame;
use hexa_logic::Stop;

/// The conditions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// All factors.
    pub factors: Vec<Factor>,
    /// For each variable its condition.
    pub all: Vec<Condition>,
}

/// The numerator of how what a player expects at the start changes with a probability.
pub fn slope(payoffs: &Payoffs, start: usize, player: usize, variable: usize) -> Polynomial {
    let below = &payoffs.denominator;
    let Some(values) = &payoffs.numerators[start] else {
        return Polynomial::zero(below.variables());
    };
    let above = &values[player];
    let (left, right) = (above.derivative(variable), below.derivative(variable));
    &(&left * below) - &(above * &right)
}

/// The conditions of a game in which all choices are between two alternatives.
pub fn conditions(
    game: &SituationGame,
    payoffs: &Payoffs,
    limits: &SolveLimits,
    stop: &Stop,
) -> Result<Conditions, SolveLimit> {
    let mut found = Conditions { factors: Vec::new(), all: Vec::new() };
    for (variable, of) in payoffs.variables.iter().enumerate() {
        let player = game.choices[of.choice].player;
        let whole = slope(payoffs, game.start, player, variable);
        let (number, parts) = take_apart(&whole, stop)?;
        let mut factors = Vec::new();
        for part in parts {
            factors.push(found.place_of(part, limits, stop)?);
        }
        found.all.push(Condition { variable, player, number, factors });
    }
    Ok(found)
}

impl Conditions {
    /// The place of a factor, which is added if it is new.
    fn place_of(
        &mut self,
        polynomial: Polynomial,
        limits: &SolveLimits,
        stop: &Stop,
    ) -> Result<usize, SolveLimit> {
        if let Some(at) = self.factors.iter().position(|known| known.polynomial == polynomial) {
            return Ok(at);
        }
        let few = SolveLimits { boxes: limits.boxes.min(MOST_PARTS), ..*limits };
        let proof = match prove_sign(&polynomial, &Region::cube(polynomial.variables()), &few, stop)
        {
            Ok(proof) => Some(proof),
            Err(NoSign::Limit(SolveLimit::Stopped)) => return Err(SolveLimit::Stopped),
            Err(NoSign::Mixed | NoSign::Limit(_)) => None,
        };
        self.factors.push(Factor { polynomial, proof });
        Ok(self.factors.len() - 1)
    }

    /// The sign of the number and of all definite factors of a condition.
    pub fn sign(&self, condition: &Condition) -> Sign {
        let number = Sign::of(&condition.number.clone().into());
        let proofs = condition.factors.iter().filter_map(|&at| self.factors[at].proof.as_ref());
        proofs.fold(number, |sign, proof| sign.times(proof.sign))
    }

    /// The factors of a condition that have no sign on the whole cube.
    pub fn open_factors(&self, condition: &Condition) -> Vec<usize> {
        condition.factors.iter().copied().filter(|&at| self.factors[at].proof.is_none()).collect()
    }
}

/// Whether a factor has one sign is not tried for longer.
const MOST_PARTS: usize = 2_000;

/// A number and factors whose product a polynomial is: what is common to the coefficients of each variable is taken out, so
/// that factors are found if they lack a variable. The number is 0 for the polynomial 0.
fn take_apart(of: &Polynomial, stop: &Stop) -> Result<(IBig, Vec<Polynomial>), SolveLimit> {
    let (mut open, mut found) = (vec![of.to_primitive()], Vec::new());
    while let Some(part) = open.pop() {
        stop.count(1 + part.len() as u64)?;
        match split(&part) {
            Some((content, rest)) => open.extend([content, rest]),
            None if part.as_constant().is_none() => found.push(part),
            None => {}
        }
    }
    found.sort_by_cached_key(|part| (part.total_degree(), part.len(), part.to_string()));
    let one = Polynomial::one(of.variables());
    let product = found.iter().fold(one, |product, part| &product * part);
    let number = of.divide(&product).and_then(|number| number.as_constant());
    Ok((number.unwrap_or(IBig::ZERO), found))
}

/// A polynomial in fewer variables that divides another one, and the quotient.
fn split(of: &Polynomial) -> Option<(Polynomial, Polynomial)> {
    of.occurring().into_iter().find_map(|variable| {
        let content = of.content(variable);
        let is_proper = content.as_constant().is_none() && content.len() < of.len().max(2);
        let rest = of.divide(&content)?;
        (is_proper && rest.as_constant().is_none()).then(|| (content, rest.to_primitive()))
    })
}
