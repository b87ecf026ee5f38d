//! Checks certificates of equilibria. Nothing here comes from the search: payoffs are put into the equations, not solved for;
//! coefficients of Bernstein are computed from the powers by a formula, not by halving; exact points are put into the
//! conditions; polynomials are added and multiplied here again. What is shared are the data of certificates, which are read.
//!
//! If a certificate is accepted, each candidate with the verdict "equilibrium" is one, each refuted one is none, and
//! every equilibrium in stationary strategies is among the candidates or in a part that is said to be undecided.

mod candidates;
mod equations;
mod forms;
mod numbers;
mod points;
mod refusal;
mod sums;
mod walk;

pub use refusal::{CertificatePart, Checked, Refusal};

use crate::stationary::certificate::{Certificate, EquilibriumVerdict};
use crate::stationary::region::Region;
use crate::stationary::sign::Sign;
use hexa_games::situations::SituationGame;
use hexa_logic::Stop;
use sums::Sum;

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
    let count = |is_counted: fn(&EquilibriumVerdict) -> bool| {
        certificate.candidates.iter().filter(|judged| is_counted(&judged.verdict)).count()
    };
    let undecided = count(|verdict| matches!(verdict, EquilibriumVerdict::Undecided { .. }));
    Ok(Checked {
        equilibria: count(|verdict| matches!(verdict, EquilibriumVerdict::Equilibrium(_))),
        refuted: count(|verdict| matches!(verdict, EquilibriumVerdict::Refuted(_))),
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
    if positive.sign != Sign::Positive
        || !forms::has_sign(&Sum::of(denominator), &cube, positive, stop)?
    {
        return Err(Refusal::Denominator);
    }
    for (at, factor) in certificate.factors.iter().enumerate() {
        if factor.polynomial.variables() != many {
            return Err(Refusal::Shape(CertificatePart::Factor(at)));
        }
        if let Some(proof) = &factor.proof
            && !forms::has_sign(&Sum::of(&factor.polynomial), &cube, proof, stop)?
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
            return Err(Refusal::Shape(CertificatePart::Condition(at)));
        }
        let number = Sum::constant(many, condition.number.clone());
        let product = condition
            .factors
            .iter()
            .fold(number, |product, &of| &product * &Sum::of(&certificate.factors[of].polynomial));
        if product != equations::slope(game, certificate, player, at) {
            return Err(Refusal::Condition(at));
        }
    }
    Ok(())
}
