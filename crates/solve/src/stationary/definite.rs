//! Proofs that a polynomial has one sign on all of a region: the region is halved until the coefficients on each part show it.

use crate::stationary::bernstein::{Bernstein, Sign};
use crate::stationary::limits::{SolveLimit, SolveLimits};
use crate::stationary::polynomial::Polynomial;
use crate::stationary::region::Region;
use hexa_logic::Stop;

/// A proof of a sign, part by part, the lower half of a part before the upper.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SignProof {
    /// The sign.
    pub sign: Sign,
    /// For each part the variable along which it is halved, or nothing if the coefficients show the sign.
    pub parts: Vec<Option<usize>>,
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSign {
    /// The polynomial has different signs at two points.
    Mixed,
    /// A limit was reached.
    Limit(SolveLimit),
}

/// A proof of the sign that a polynomial has on all of a region.
pub fn prove_sign(
    of: &Polynomial,
    region: &Region,
    limits: &SolveLimits,
    stop: &Stop,
) -> Result<SignProof, NoSign> {
    let mut proof = SignProof { sign: Sign::of(&of.evaluate(&region.middle())), parts: Vec::new() };
    let mut open = vec![(region.clone(), Bernstein::new(of, region))];
    while let Some((part, form)) = open.pop() {
        stop.count(1).map_err(|stopped| NoSign::Limit(stopped.into()))?;
        match form.sign(&part) {
            Some(sign) if sign == proof.sign => proof.parts.push(None),
            Some(_) => return Err(NoSign::Mixed),
            None => {
                if form.corner_signs().any(|sign| sign.times(proof.sign) == Sign::Negative) {
                    return Err(NoSign::Mixed);
                }
                let variable = widest(&part, of)
                    .filter(|_| proof.parts.len() + open.len() < limits.boxes)
                    .ok_or(NoSign::Limit(SolveLimit::Boxes))?;
                proof.parts.push(Some(variable));
                let halves = part.0[variable].halves().into_iter().zip(form.halves(variable));
                let halves: Vec<_> =
                    halves.map(|(side, form)| (part.with(variable, side), form)).collect();
                open.extend(halves.into_iter().rev());
            }
        }
    }
    Ok(proof)
}

/// The variable of a polynomial in which a region is widest.
pub fn widest(region: &Region, of: &Polynomial) -> Option<usize> {
    let mut best: Option<usize> = None;
    for variable in of.occurring() {
        let width = region.0[variable].width();
        if !region.0[variable].is_point() && best.is_none_or(|best| region.0[best].width() < width) {
            best = Some(variable);
        }
    }
    best
}
