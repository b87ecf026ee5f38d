//! The exact coordinates of a point that was isolated: numbers, or polynomials in one zero of a polynomial. They are guessed
//! from a small box or found by elimination, and then tried: a point in the box at which all conditions are 0 is the
//! one, as there is no other.

use crate::stationary::certificate::{Element, ExactPoint, Isolated, Root};
use crate::stationary::field::clear_fractions;
use crate::stationary::isolation::{FaceSystem, power_of_half};
use crate::stationary::limits::SolveLimits;
use crate::stationary::polynomial::Polynomial;
use crate::stationary::region::{Region, Side};
use crate::stationary::resultant::resultant;
use crate::stationary::sign::Sign;
use crate::stationary::univariate::{Enclosure, Univariate};
use dashu_int::IBig;
use hexa_games::exact::RBig;

/// How narrow boxes are made before numbers are guessed from them, as a power of a half.
const DIGITS: usize = 80;

impl ExactPoint {
    /// A point of plain numbers.
    pub fn rational(point: Vec<RBig>) -> Self {
        let polynomial = Univariate::new(vec![IBig::ZERO, IBig::ONE]);
        let root = Root { polynomial, enclosure: Enclosure::exact(RBig::ZERO) };
        Self { root, coordinates: point.into_iter().map(Element::number).collect() }
    }

    /// The coordinates, if all are plain numbers.
    pub fn as_rational(&self) -> Option<Vec<RBig>> {
        self.coordinates.iter().map(Element::as_number).collect()
    }

    /// Between which numbers the coordinates lie.
    pub fn enclose(&self) -> Region {
        let side = |of: &Element| Side::from(&self.root.enclose(of));
        Region(self.coordinates.iter().map(side).collect())
    }

    /// With a narrower interval of the root.
    fn refine(mut self, width: &RBig) -> Self {
        self.root = self.root.refine(width);
        self
    }

    /// The sign of a polynomial here.
    pub fn sign(&self, of: &Polynomial) -> Sign {
        let value = self.root.evaluate(of, &self.coordinates);
        if value.is_zero() {
            return Sign::Zero;
        }
        let own = clear_fractions(&value).common_divisor(&self.root.polynomial);
        if own.degree() > 0
            && own.has_zero_between(&self.root.enclosure.low, &self.root.enclosure.high)
        {
            return Sign::Zero;
        }
        let mut root = self.root.clone();
        loop {
            let enclosure = root.enclose(&value);
            match (Sign::of(&enclosure.low), Sign::of(&enclosure.high)) {
                (Sign::Positive, _) => return Sign::Positive,
                (_, Sign::Negative) => return Sign::Negative,
                (_, _) if root.enclosure.width() == RBig::ZERO => return Sign::of(&enclosure.low),
                (_, _) => root = root.refine(&(root.enclosure.width() / RBig::from(16))),
            }
        }
    }

    /// Whether all conditions are 0 here, and it lies in the box.
    fn fits(&self, face: &FaceSystem, within: &Region) -> bool {
        let is_zero = |of: &Polynomial| self.root.evaluate(of, &self.coordinates).is_zero();
        within.covers(&self.enclose()) && face.conditions.iter().all(is_zero)
    }
}

/// The exact coordinates of a point, and a smaller box.
pub fn find_exact(face: &FaceSystem, point: &Isolated, limits: &SolveLimits) -> Option<ExactPoint> {
    let small = face.refine(point, DIGITS).unwrap_or_else(|| point.narrow.clone());
    let guesses = [guess_numbers, guess_equals, eliminate];
    guesses.into_iter().find_map(|guess| {
        let found = guess(face, &small, limits)?.refine(&power_of_half(DIGITS + 10));
        found.fits(face, &point.wide).then_some(found)
    })
}

/// All coordinates are simple numbers.
fn guess_numbers(_: &FaceSystem, small: &Region, _: &SolveLimits) -> Option<ExactPoint> {
    Some(ExactPoint::rational(small.0.iter().map(simplest).collect()))
}

/// The number with the smallest denominator in an interval.
fn simplest(side: &Side) -> RBig {
    if side.is_point() {
        return side.low.clone();
    }
    RBig::simplest_in(side.low.clone(), side.high.clone())
}

/// Some coordinates are simple numbers, and all others are the same, or one minus it.
fn guess_equals(face: &FaceSystem, small: &Region, limits: &SolveLimits) -> Option<ExactPoint> {
    let is_simple = |at: &&usize| simplest(&small.0[**at]).denominator().clone() < SIMPLE.into();
    let (simple, others): (Vec<&usize>, Vec<&usize>) = face.free.iter().partition(is_simple);
    let first = **others.first()?;
    let mut coordinates: Vec<Element> =
        small.0.iter().map(|side| Element::number(side.low.clone())).collect();
    simple.into_iter().for_each(|&at| coordinates[at] = Element::number(simplest(&small.0[at])));
    let own = &small.0[first];
    let mirrored = Side::closed(RBig::ONE - &own.high, RBig::ONE - &own.low);
    for &at in others {
        let other = &small.0[at];
        coordinates[at] = if overlaps(own, other) {
            Element::root()
        } else if overlaps(&mirrored, other) {
            Element::new(vec![RBig::ONE, -RBig::ONE])
        } else {
            return None;
        };
    }
    let common = face.conditions.iter().fold(Univariate::new(Vec::new()), |common, of| {
        common.common_divisor(&put_in(of, &coordinates))
    });
    let root = root_in(&common, own, limits)?;
    Some(ExactPoint { root, coordinates })
}

/// Numbers are simple if their denominators are smaller than this.
const SIMPLE: u32 = 1 << 20;

fn overlaps(left: &Side, right: &Side) -> bool {
    left.low <= right.high && right.low <= left.high
}

/// A polynomial with polynomials in one variable put in, times a positive number.
fn put_in(of: &Polynomial, coordinates: &[Element]) -> Univariate {
    let free = Root {
        // Nothing is reduced by a polynomial of a degree that is never reached.
        polynomial: Univariate::new(
            (0..=of.total_degree() + 1)
                .map(|at| IBig::from(u8::from(at > of.total_degree())))
                .collect(),
        ),
        enclosure: Enclosure::exact(RBig::ZERO),
    };
    clear_fractions(&free.evaluate(of, coordinates))
}

/// The zero of a polynomial in an interval, if there is one only.
fn root_in(of: &Univariate, side: &Side, limits: &SolveLimits) -> Option<Root> {
    if of.is_zero() || of.degree() == 0 || of.degree() > limits.degree {
        return None;
    }
    let plain = of.to_squarefree();
    let [enclosure] = &plain.isolate(&side.low, &side.high)[..] else { return None };
    Some(Root { polynomial: plain.factor_at(enclosure), enclosure: enclosure.clone() })
}

/// One or two variables are free: one is eliminated, and then found as a polynomial in the other.
fn eliminate(face: &FaceSystem, small: &Region, limits: &SolveLimits) -> Option<ExactPoint> {
    let mut coordinates: Vec<Element> =
        small.0.iter().map(|side| Element::number(side.low.clone())).collect();
    match (&face.free[..], &face.conditions[..]) {
        ([only], [condition]) => {
            let root = root_in(&condition.to_univariate(*only)?, &small.0[*only], limits)?;
            coordinates[*only] = Element::root();
            Some(ExactPoint { root, coordinates })
        }
        ([first, second], [left, right]) => {
            let (own, other) = (*first, *second);
            let eliminated = resultant(left, right, other, limits)?.to_univariate(own)?;
            let root = root_in(&eliminated, &small.0[own], limits)?;
            coordinates[own] = Element::root();
            coordinates[other] = common_zero(&root, own, other, [left, right])?;
            Some(ExactPoint { root, coordinates })
        }
        _ => None,
    }
}

/// The only common zero of two polynomials in one variable whose coefficients are polynomials in a root.
fn common_zero(root: &Root, own: usize, other: usize, of: [&Polynomial; 2]) -> Option<Element> {
    let line = |of: &Polynomial| -> Vec<Element> {
        let point = vec![Element::root(); of.variables()];
        debug_assert!(of.occurring().iter().all(|at| [own, other].contains(at)));
        of.coefficients(other).iter().map(|of| root.evaluate(of, &point)).collect()
    };
    let (mut high, mut low) = (trim(line(of[0])), trim(line(of[1])));
    while !low.is_empty() {
        let rest = remainder(root, high, &low)?;
        (high, low) = (low, rest);
    }
    let [start, slope] = &high[..] else { return None };
    let inverse = root.invert(slope).ok()?;
    Some(root.times(&start.scale(&-RBig::ONE), &inverse))
}

fn trim(mut of: Vec<Element>) -> Vec<Element> {
    while of.last().is_some_and(Element::is_zero) {
        of.pop();
    }
    of
}

fn remainder(root: &Root, mut of: Vec<Element>, by: &[Element]) -> Option<Vec<Element>> {
    let inverse = root.invert(by.last()?).ok()?;
    while of.len() >= by.len() {
        let shift = of.len() - by.len();
        let top = root.times(of.last()?, &inverse);
        for (at, number) in by.iter().enumerate() {
            of[at + shift] = of[at + shift].minus(&root.times(number, &top));
        }
        of.pop();
        of = trim(of);
    }
    Some(of)
}
