//! Proofs that a polynomial has one sign on all of a region: the region is halved until the coefficients on each part show it.

use crate::stationary::bernstein::Bernstein;
use crate::stationary::certificate::{BoundProof, SignProof};
use crate::stationary::limits::{SolveLimit, SolveLimits};
use crate::stationary::polynomial::Polynomial;
use crate::stationary::region::Region;
use crate::stationary::sign::Sign;
use hexa_logic::Stop;

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSign {
    /// There is a point with another sign.
    Mixed,
    /// A limit was reached.
    Limit(SolveLimit),
}

impl From<SolveLimit> for NoSign {
    fn from(limit: SolveLimit) -> Self {
        Self::Limit(limit)
    }
}

/// A proof of the sign that a polynomial has on all of a region.
pub fn prove_sign(
    of: &Polynomial,
    region: &Region,
    limits: &SolveLimits,
    stop: &Stop,
) -> Result<SignProof, NoSign> {
    let wanted = Sign::of(&of.evaluate(&region.middle()));
    let judge = |form: &Bernstein, part: &Region| match form.sign(part) {
        Some(sign) if sign == wanted => Ok(true),
        Some(_) => Err(NoSign::Mixed),
        None if form.corner_signs().any(|sign| sign.times(wanted) == Sign::Negative) => {
            Err(NoSign::Mixed)
        }
        None => Ok(false),
    };
    let parts = halve_until(of, region, judge, limits, stop)?;
    Ok(SignProof { sign: wanted, parts })
}

/// A proof that a polynomial is nowhere positive on a region.
pub fn prove_bound(
    of: &Polynomial,
    region: &Region,
    limits: &SolveLimits,
    stop: &Stop,
) -> Result<BoundProof, NoSign> {
    let judge = |form: &Bernstein, _: &Region| {
        if form.corner_signs().any(|sign| sign == Sign::Positive) {
            return Err(NoSign::Mixed);
        }
        Ok(!form.has_positive())
    };
    Ok(BoundProof { parts: halve_until(of, region, judge, limits, stop)? })
}

/// Halves a region until each part is judged well.
fn halve_until(
    of: &Polynomial,
    region: &Region,
    judge: impl Fn(&Bernstein, &Region) -> Result<bool, NoSign>,
    limits: &SolveLimits,
    stop: &Stop,
) -> Result<Vec<Option<usize>>, NoSign> {
    let mut parts = Vec::new();
    let mut open = vec![(region.clone(), Bernstein::new(of, region))];
    while let Some((part, form)) = open.pop() {
        stop.count(1).map_err(SolveLimit::from)?;
        if judge(&form, &part)? {
            parts.push(None);
            continue;
        }
        let variable = widest(&part, of)
            .filter(|_| parts.len() + open.len() < limits.boxes)
            .ok_or(SolveLimit::Boxes)?;
        parts.push(Some(variable));
        let halves = part.0[variable].halves().into_iter().zip(form.halves(variable));
        let halves: Vec<_> = halves.map(|(side, form)| (part.with(variable, side), form)).collect();
        open.extend(halves.into_iter().rev());
    }
    Ok(parts)
}

/// The variable of a polynomial in which a region is widest.
pub fn widest(region: &Region, of: &Polynomial) -> Option<usize> {
    let mut best: Option<usize> = None;
    for variable in of.occurring() {
        let width = region.0[variable].width();
        if !region.0[variable].is_point() && best.is_none_or(|best| region.0[best].width() < width)
        {
            best = Some(variable);
        }
    }
    best
}
