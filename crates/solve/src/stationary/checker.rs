//! Checks certificates of equilibria. Nothing here comes from the search: payoffs are put into the equations, not solved for;
//! coefficients of Bernstein are computed from the powers by a formula, not by halving; exact points are put into the
//! conditions. What is shared are polynomials and the data of certificates.
//!
//! If a certificate is accepted, each candidate with the verdict "equilibrium" is one, each refuted one is none, and
//! every equilibrium in stationary strategies is among the candidates or in a part that is said to be undecided.

mod candidates;
mod equations;
mod forms;
mod numbers;
mod points;
mod walk;

use crate::stationary::certificate::{Certificate, Verdict};
use crate::stationary::polynomial::Polynomial;
use crate::stationary::region::Region;
use crate::stationary::sign::Sign;
use hexa_games::situations::SituationGame;
use hexa_logic::{Stop, Stopped};

/// What a certificate shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Checked {
    /// How many candidates are equilibria, or regions of equilibria.
    pub equilibria: usize,
    /// How many are not.
    pub refuted: usize,
    /// How many candidates and parts are not decided. If there are none, there are no other equilibria.
    pub undecided: usize,
    /// How many steps of searches were gone through.
    pub steps: usize,
}

/// The first thing in a certificate that is not right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is not one, or has choices between more than two alternatives.
    Game,
    /// Play need not end, or it was not found out whether it does.
    Endless,
    /// The variables are not those of the game.
    Variables,
    /// There are not as many numbers, places or lists as there must be: of what.
    Shape(Place),
    /// The payoffs do not solve the equation of this situation for this player.
    Equation {
        /// The place of the situation.
        situation: usize,
        /// The place of the player.
        player: usize,
    },
    /// The denominator is not shown to be positive.
    Denominator,
    /// This factor is not shown to have its sign.
    Factor(usize),
    /// The condition of this variable is not the product of its factors.
    Condition(usize),
    /// The systems are not those into which the conditions fall.
    Systems,
    /// This step of a search is wrong: the places of the system and of the step.
    Step(usize, usize),
    /// The steps of this system end too early, or go on after the end.
    Steps(usize),
    /// This point of a system is not shown to be one, or the only one in its box.
    Point(usize, usize),
    /// The exact coordinates of this point of a system are wrong.
    Exact(usize, usize),
    /// This region of a system is not one of solutions.
    Region(usize, usize),
    /// The candidates are not all combinations of solutions.
    Candidates,
    /// This candidate is not put together from its parts.
    Candidate(usize),
    /// The verdict on this candidate is not shown for this player.
    Verdict(usize, usize),
    /// Somebody asked for the end of the work.
    Stopped,
}

/// A part of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The payoffs.
    Payoffs,
    /// A factor.
    Factor(usize),
    /// A condition.
    Condition(usize),
    /// A system.
    System(usize),
    /// A candidate.
    Candidate(usize),
}

impl From<Stopped> for Refusal {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Checks a certificate for a game.
pub fn check(
    game: &SituationGame,
    certificate: &Certificate,
    stop: &Stop,
) -> Result<Checked, Refusal> {
    let is_plain = game.choices.iter().all(|choice| choice.alternatives.len() <= 2);
    if game.check().is_err() || !is_plain {
        return Err(Refusal::Game);
    }
    equations::check_payoffs(game, certificate)?;
    check_conditions(game, certificate, stop)?;
    let (steps, open_parts) = walk::check_systems(certificate, stop)?;
    candidates::check_candidates(game, certificate, stop)?;
    let count = |is_counted: fn(&Verdict) -> bool| {
        certificate.candidates.iter().filter(|judged| is_counted(&judged.verdict)).count()
    };
    let undecided = count(|verdict| matches!(verdict, Verdict::Undecided { .. }));
    Ok(Checked {
        equilibria: count(|verdict| matches!(verdict, Verdict::Equilibrium(_))),
        refuted: count(|verdict| matches!(verdict, Verdict::Refuted(_))),
        undecided: undecided + open_parts,
        steps,
    })
}

/// The factors have their signs, and the conditions are their products.
fn check_conditions(
    game: &SituationGame,
    certificate: &Certificate,
    stop: &Stop,
) -> Result<(), Refusal> {
    let many = certificate.variables.len();
    let cube = Region::cube(many);
    let positive = &certificate.positive;
    let denominator = &certificate.denominator;
    if positive.sign != Sign::Positive || !forms::has_sign(denominator, &cube, positive, stop)? {
        return Err(Refusal::Denominator);
    }
    for (at, factor) in certificate.factors.iter().enumerate() {
        if factor.polynomial.variables() != many {
            return Err(Refusal::Shape(Place::Factor(at)));
        }
        if let Some(proof) = &factor.proof
            && !forms::has_sign(&factor.polynomial, &cube, proof, stop)?
        {
            return Err(Refusal::Factor(at));
        }
    }
    if certificate.conditions.len() != many {
        return Err(Refusal::Systems);
    }
    for (at, condition) in certificate.conditions.iter().enumerate() {
        let player = game.choices[certificate.variables[at].choice].player;
        let has_places = condition.factors.iter().all(|&of| of < certificate.factors.len());
        if condition.variable != at || condition.player != player || !has_places {
            return Err(Refusal::Shape(Place::Condition(at)));
        }
        let number = Polynomial::constant(many, condition.number.clone());
        let product = condition
            .factors
            .iter()
            .fold(number, |product, &of| &product * &certificate.factors[of].polynomial);
        if product != equations::slope(game, certificate, player, at) {
            return Err(Refusal::Condition(at));
        }
    }
    Ok(())
}
