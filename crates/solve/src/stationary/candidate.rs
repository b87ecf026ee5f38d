//! Strategies that satisfy the first-order conditions, as one point, or as a region all of whose points do.

use crate::stationary::certificate::{CandidateProfile, Element, ExactPoint, Extent};
use crate::stationary::payoffs::Payoffs;
use crate::stationary::region::{Region, Side};
use crate::stationary::univariate::{Enclosure, Univariate};
use hexa_games::exact::RBig;

/// A number that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A fraction.
    Rational(RBig),
    /// The zero of a polynomial in an interval.
    Algebraic {
        /// The polynomial, without numbers that divide it; no zero is repeated.
        polynomial: Univariate,
        /// It has one zero there.
        enclosure: Enclosure,
    },
    /// A number of which only an interval is known, or all numbers of an interval.
    Enclosed(Enclosure),
    /// A number of which nothing is known.
    Unknown,
}

impl Found {
    /// Between which numbers it lies.
    pub fn enclosure(&self) -> Option<Enclosure> {
        match self {
            Self::Rational(number) => Some(Enclosure::exact(number.clone())),
            Self::Algebraic { enclosure, .. } | Self::Enclosed(enclosure) => {
                Some(enclosure.clone())
            }
            Self::Unknown => None,
        }
    }
}

impl ExactPoint {
    /// What a number of the point's field is.
    pub fn describe(&self, of: &Element) -> Found {
        match of.as_number() {
            Some(number) => Found::Rational(number),
            None => {
                let own = self.root.own_root(of);
                Found::Algebraic { polynomial: own.polynomial, enclosure: own.enclosure }
            }
        }
    }

    /// What a player expects in a situation.
    pub fn value(&self, payoffs: &Payoffs, situation: usize, player: usize) -> Option<Element> {
        let above = payoffs.numerators[situation].as_ref()?.get(player)?;
        let above = self.root.evaluate(above, &self.coordinates);
        let below = self.root.evaluate(&payoffs.denominator, &self.coordinates);
        Some(self.root.times(&above, &self.root.invert(&below).ok()?))
    }
}

impl CandidateProfile {
    /// All points of a region; or its only point.
    pub fn of_region(region: &Region) -> Self {
        let is_point = region.free().is_empty();
        let point = is_point.then(|| ExactPoint::rational(region.middle()));
        let extent = if is_point { Extent::Point } else { Extent::Whole };
        Self { region: region.clone(), point, extent }
    }

    /// Several together, each with the places of its variables.
    pub fn join(parts: &[(&[usize], &CandidateProfile)], many: usize) -> Self {
        let mut region = Region::cube(many);
        for (variables, part) in parts {
            for (&variable, side) in variables.iter().zip(&part.region.0) {
                region.0[variable] = side.clone();
            }
        }
        let is_whole = |(_, part): &(&[usize], &CandidateProfile)| part.extent == Extent::Whole;
        let extent = if parts.iter().any(is_whole) { Extent::Whole } else { Extent::Point };
        Self { region, point: join_points(parts, many), extent }
    }

    /// The probability of each variable; those of regions are all between the ends.
    pub fn probabilities(&self) -> Vec<Found> {
        match &self.point {
            Some(point) => point.coordinates.iter().map(|of| point.describe(of)).collect(),
            None => self.region.0.iter().map(found_side).collect(),
        }
    }
}

fn found_side(side: &Side) -> Found {
    if side.is_point() {
        return Found::Rational(side.low.clone());
    }
    Found::Enclosed(Enclosure { low: side.low.clone(), high: side.high.clone() })
}

/// One point, if all parts are exact and one of them at most is more than plain numbers.
fn join_points(parts: &[(&[usize], &CandidateProfile)], many: usize) -> Option<ExactPoint> {
    let mut joined = ExactPoint::rational(vec![RBig::ZERO; many]);
    let mut has_root = false;
    for (variables, part) in parts {
        let point = part.point.as_ref()?;
        if point.as_rational().is_none() {
            if std::mem::replace(&mut has_root, true) {
                return None;
            }
            joined.root = point.root.clone();
        }
        for (&variable, of) in variables.iter().zip(&point.coordinates) {
            joined.coordinates[variable] = of.clone();
        }
    }
    Some(joined)
}

/// The same points in fewer regions, with all of their ends: regions of which one goes on where the other ends are put
/// together.
pub fn merge(regions: Vec<Region>) -> Vec<Region> {
    let close = |side: &Side| Side::closed(side.low.clone(), side.high.clone());
    let closed = regions.iter().map(|region| Region(region.0.iter().map(close).collect()));
    let mut made: Vec<Region> = Vec::new();
    for mut region in closed {
        while let Some(at) = made.iter().position(|other| join_two(other, &region).is_some()) {
            let other = made.remove(at);
            region = join_two(&other, &region).unwrap_or(region);
        }
        made.push(region);
    }
    made
}

/// Two regions as one, if that has no other points.
fn join_two(left: &Region, right: &Region) -> Option<Region> {
    if left.covers(right) {
        return Some(left.clone());
    }
    if right.covers(left) {
        return Some(right.clone());
    }
    let mut different = (0..left.0.len()).filter(|&at| left.0[at] != right.0[at]);
    let (at, None) = (different.next()?, different.next()) else { return None };
    let (one, other) = (&left.0[at], &right.0[at]);
    let touches = one.low <= other.high && other.low <= one.high;
    let low = (&one.low).min(&other.low).clone();
    let high = (&one.high).max(&other.high).clone();
    touches.then(|| left.with(at, Side::closed(low, high)))
}
