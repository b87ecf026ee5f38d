//! Numbers that are polynomials in a zero of another polynomial, for points that are known exactly.

use super::sums::Sum;
use crate::stationary::certificate::{Element, ExactPoint, Root};
use crate::stationary::region::{Region, Side};
use crate::stationary::sign::Sign;
use crate::stationary::univariate::Univariate;
use hexa_games::exact::RBig;

/// Coefficients from the power 0 on.
type Line = Vec<RBig>;

/// Whether the interval of a root has one zero of its polynomial: there is one, as the signs at the ends differ, and no
/// other, as the slope has one sign between them.
pub(super) fn is_root(root: &Root) -> bool {
    let (low, high) = (&root.enclosure.low, &root.enclosure.high);
    let line = line_of(&root.polynomial);
    let value = |at: &RBig| line.iter().rev().fold(RBig::ZERO, |sum, number| sum * at + number);
    let (at_low, at_high) = (value(low), value(high));
    if line.iter().all(|number| *number == RBig::ZERO) || low > high {
        return false;
    }
    if low == high {
        return at_low == RBig::ZERO;
    }
    let powers = (0u32..).map(RBig::from);
    let slope: Line =
        line.iter().zip(powers).skip(1).map(|(number, power)| number * power).collect();
    let slope = range(&slope, low, high);
    let is_steep = slope.0 > RBig::ZERO || slope.1 < RBig::ZERO;
    is_steep && at_low * at_high < RBig::ZERO
}

fn line_of(of: &Univariate) -> Line {
    of.coefficients().iter().cloned().map(RBig::from).collect()
}

/// The remainder of a polynomial after division by another one.
fn reduce(mut of: Line, by: &Line) -> Line {
    let Some(leading) = by.last() else { return of };
    while of.len() >= by.len() {
        let top = of.last().map_or(RBig::ZERO, |top| top / leading);
        let shift = of.len() - by.len();
        by.iter().enumerate().for_each(|(at, number)| of[at + shift] -= number * &top);
        of.pop();
    }
    of
}

fn multiply(left: &Line, right: &Line, by: &Line) -> Line {
    let mut product = vec![RBig::ZERO; (left.len() + right.len()).saturating_sub(1)];
    for (at, one) in left.iter().enumerate() {
        for (with, other) in right.iter().enumerate() {
            product[at + with] += one * other;
        }
    }
    reduce(product, by)
}

/// A polynomial at a point, as a polynomial in the root.
fn put_in(of: &Sum, point: &ExactPoint) -> Line {
    let by = line_of(&point.root.polynomial);
    let mut sum: Line = Vec::new();
    for (powers, number) in of.terms() {
        let mut product = vec![RBig::from(number.clone())];
        for (&power, Element(coordinate)) in powers.iter().zip(&point.coordinates) {
            for _ in 0..power {
                product = multiply(&product, coordinate, &by);
            }
        }
        sum.resize(sum.len().max(product.len()), RBig::ZERO);
        product.into_iter().enumerate().for_each(|(at, number)| sum[at] += number);
    }
    reduce(sum, &by)
}

/// Whether a polynomial is 0 at a point for certain.
pub(super) fn is_zero(of: &Sum, point: &ExactPoint) -> bool {
    put_in(of, point).iter().all(|number| *number == RBig::ZERO)
}

/// The sign of a polynomial at a point, if the interval of the root is narrow enough to show it.
pub(super) fn sign_at(of: &Sum, point: &ExactPoint) -> Option<Sign> {
    let line = put_in(of, point);
    if line.iter().all(|number| *number == RBig::ZERO) {
        return Some(Sign::Zero);
    }
    let (low, high) = range(&line, &point.root.enclosure.low, &point.root.enclosure.high);
    let is_one = low > RBig::ZERO || high < RBig::ZERO || low == high;
    is_one.then(|| Sign::of(&low))
}

/// Between which numbers the values of a polynomial lie on an interval, by a bound for each power.
fn range(line: &[RBig], low: &RBig, high: &RBig) -> (RBig, RBig) {
    // Moved to the middle of the interval: the value there, and what the other powers can add.
    let middle = (low + high) / RBig::from(2);
    let reach = (high - low) / RBig::from(2);
    let moved = move_by(line, &middle);
    let Some((value, others)) = moved.split_first() else { return (RBig::ZERO, RBig::ZERO) };
    let size = |number: &RBig| if *number < RBig::ZERO { -number } else { number.clone() };
    let mut power = RBig::ONE;
    let mut most = RBig::ZERO;
    for number in others {
        power *= &reach;
        most += size(number) * &power;
    }
    (value - &most, value + most)
}

/// The polynomial in the distance from a number.
fn move_by(line: &[RBig], by: &RBig) -> Line {
    let mut made: Line = Vec::new();
    for number in line.iter().rev() {
        let mut next = vec![RBig::ZERO; made.len() + 1];
        for (at, of) in made.iter().enumerate() {
            next[at] += of * by;
            next[at + 1] += of;
        }
        next[0] += number;
        made = next;
    }
    made
}

/// Between which numbers the coordinates of a point lie.
pub(super) fn enclose(point: &ExactPoint) -> Region {
    let side = |Element(line): &Element| {
        let (low, high) = range(line, &point.root.enclosure.low, &point.root.enclosure.high);
        Side::closed(low, high)
    };
    Region(point.coordinates.iter().map(side).collect())
}
