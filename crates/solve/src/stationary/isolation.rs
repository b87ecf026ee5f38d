//! Points at which all conditions of some variables are 0, each with a box around it in which there is no other.
//!
//! The conditions are mixed by a matrix, about the inverse of their derivatives. If on a box the derivative of each mixed
//! condition by its own variable is larger than all its others together, no two points of the box have the same values.
//! If each of them is negative on the one face of a box of its variable and positive on the other, there is a point where
//! all are 0 (Miranda 1940).

use crate::stationary::bernstein::Bernstein;
use crate::stationary::certificate::Isolated;
use crate::stationary::polynomial::Polynomial;
use crate::stationary::region::{End, Region, Side};
use crate::stationary::sign::Sign;
use crate::stationary::system::System;
use dashu_int::IBig;
use hexa_games::exact::RBig;

/// Numbers are rounded to so many binary digits.
const DIGITS: usize = 96;
/// Steps are not taken more often.
const MOST_STEPS: usize = 40;
/// Boxes are not made smaller than this power of a half.
const MOST_HALVINGS: usize = 40;

/// The conditions of the free variables of a region, with the numbers of the others put in.
#[derive(Clone, Debug)]
pub struct FaceSystem {
    /// The free variables.
    pub free: Vec<usize>,
    /// Their conditions.
    pub conditions: Vec<Polynomial>,
    /// The derivatives of each condition by each free variable.
    pub derivatives: Vec<Vec<Polynomial>>,
}

impl FaceSystem {
    /// On the face on which a region lies.
    pub fn new(system: &System, region: &Region) -> Self {
        let free = region.free();
        let put_in = |of: &Polynomial| {
            let points = region.0.iter().enumerate().filter(|(_, side)| side.is_point());
            points.fold(of.clone(), |of, (at, side)| of.restrict(at, &side.low))
        };
        let conditions: Vec<Polynomial> =
            free.iter().map(|&at| put_in(&system.conditions[at].whole)).collect();
        let by_all = |of: &Polynomial| free.iter().map(|&at| of.derivative(at)).collect();
        let derivatives = conditions.iter().map(by_all).collect();
        Self { free, conditions, derivatives }
    }

    fn slopes(&self, point: &[RBig]) -> Vec<Vec<RBig>> {
        let row = |row: &Vec<Polynomial>| row.iter().map(|of| of.evaluate(point)).collect();
        self.derivatives.iter().map(row).collect()
    }

    /// A zero, by Newton's steps from a point.
    pub fn approach(&self, start: &[RBig]) -> Option<Vec<RBig>> {
        let mut point = start.to_vec();
        let (small, far) = (power_of_half(DIGITS - 8), RBig::from(2));
        for _ in 0..MOST_STEPS {
            let values: Vec<RBig> = self.conditions.iter().map(|of| of.evaluate(&point)).collect();
            let step = solve(self.slopes(&point), values)?;
            for (&at, by) in self.free.iter().zip(&step) {
                point[at] = round(&(&point[at] - by), DIGITS);
            }
            if step.iter().any(|by| size(by) > far) {
                return None;
            }
            if step.iter().all(|by| size(by) < small) {
                return Some(point);
            }
        }
        None
    }

    /// About the inverse of the derivatives at a point.
    fn mixing(&self, point: &[RBig]) -> Option<Vec<Vec<IBig>>> {
        let slopes = self.slopes(point);
        let many = self.free.len();
        let columns: Option<Vec<Vec<RBig>>> = (0..many)
            .map(|at| {
                let unit = (0..many).map(|it| RBig::from(u8::from(it == at))).collect();
                solve(slopes.clone(), unit)
            })
            .collect();
        let columns = columns?;
        let largest = columns.iter().flatten().map(size).max().filter(|it| *it != RBig::ZERO)?;
        let scale = RBig::from(1 << 20) / largest;
        let entry = |row: usize, column: usize| whole_part(&(&columns[column][row] * &scale));
        Some((0..many).map(|row| (0..many).map(|column| entry(row, column)).collect()).collect())
    }

    /// The conditions, mixed.
    pub fn mixed(&self, matrix: &[Vec<IBig>]) -> Vec<Polynomial> {
        let sum = |row: &Vec<IBig>| {
            let zero = Polynomial::zero(self.conditions.first().map_or(0, Polynomial::variables));
            row.iter().zip(&self.conditions).fold(zero, |sum, (by, of)| &sum + &of.scale(by))
        };
        matrix.iter().map(sum).collect()
    }

    /// Boxes around a zero that is known about; the larger one lies inside of the cube.
    pub fn isolate(&self, point: &[RBig], region: &Region) -> Option<Isolated> {
        let matrix = self.mixing(point)?;
        let mixed = self.mixed(&matrix);
        let around = |halvings| self.around(point, region, halvings);
        let wide = (2..MOST_HALVINGS).map(around).find(|it| self.has_one_at_most(&mixed, it))?;
        let narrow = (8..MOST_HALVINGS)
            .map(around)
            .find(|it| wide.covers(it) && self.has_one_at_least(&mixed, it))?;
        Some(Isolated { wide, narrow, matrix })
    }

    /// A box around a point, half as far from the faces of the cube as the point at most.
    fn around(&self, point: &[RBig], region: &Region, halvings: usize) -> Region {
        let mut made = region.clone();
        for &at in &self.free {
            let gap = (&point[at]).min(&(RBig::ONE - &point[at])) / RBig::from(2);
            let reach = power_of_half(halvings).min(gap);
            let end = |number: RBig| round(&number, halvings + 6);
            made.0[at] = Side::closed(end(&point[at] - &reach), end(&point[at] + &reach));
        }
        made
    }

    /// Whether the mixed conditions are different at any two points of a box.
    pub fn has_one_at_most(&self, mixed: &[Polynomial], region: &Region) -> bool {
        mixed.iter().enumerate().all(|(row, of)| {
            let ranges =
                self.free.iter().map(|&at| Bernstein::new(&of.derivative(at), region).range());
            let (own, others): (Vec<_>, Vec<_>) =
                ranges.enumerate().partition(|(column, _)| *column == row);
            let sum = others
                .iter()
                .fold(RBig::ZERO, |sum, (_, (low, high))| sum + size(low).max(size(high)));
            own.iter().all(|(_, (low, _))| *low > sum)
        })
    }

    /// Whether each mixed condition is negative on the lower face of its variable and positive on the upper one.
    pub fn has_one_at_least(&self, mixed: &[Polynomial], region: &Region) -> bool {
        let is_right = |of: &Polynomial, at: usize, end: End, sign: Sign| {
            let face = region.with(at, Side::point(region.0[at].end(end).clone()));
            Bernstein::new(of, &face).sign(&face) == Some(sign)
        };
        mixed.iter().zip(&self.free).all(|(of, &at)| {
            is_right(of, at, End::Low, Sign::Negative)
                && is_right(of, at, End::High, Sign::Positive)
        })
    }

    /// A smaller box with the point, around the zero that is nearest to the middle of the box before.
    pub fn refine(&self, point: &Isolated, halvings: usize) -> Option<Region> {
        let zero = self.approach(&point.narrow.middle())?;
        let mixed = self.mixed(&point.matrix);
        let made = self.around(&zero, &point.narrow, halvings);
        (point.wide.covers(&made) && self.has_one_at_least(&mixed, &made)).then_some(made)
    }
}

/// The solution of linear equations, if there is one only.
fn solve(mut rows: Vec<Vec<RBig>>, right: Vec<RBig>) -> Option<Vec<RBig>> {
    let many = rows.len();
    rows.iter_mut().zip(right).for_each(|(row, right)| row.push(right));
    for at in 0..many {
        let pivot = (at..many).max_by_key(|&row| size(&rows[row][at]))?;
        rows.swap(at, pivot);
        let by = rows[at][at].clone();
        if by == RBig::ZERO {
            return None;
        }
        rows[at].iter_mut().for_each(|of| *of = round(&(&*of / &by), 2 * DIGITS));
        let own = rows[at].clone();
        for other in (0..many).filter(|&other| other != at) {
            let by = rows[other][at].clone();
            rows[other].iter_mut().zip(&own).for_each(|(of, own)| *of -= &by * own);
        }
    }
    Some(rows.into_iter().filter_map(|mut row| row.pop()).collect())
}

fn size(number: &RBig) -> RBig {
    if *number < RBig::ZERO { -number } else { number.clone() }
}

/// A half to a power.
pub fn power_of_half(power: usize) -> RBig {
    RBig::ONE / RBig::from(IBig::ONE << power)
}

/// Rounded to so many binary digits after the point, downwards.
pub fn round(number: &RBig, digits: usize) -> RBig {
    let scale = IBig::ONE << digits;
    RBig::from(whole_part(&(number * RBig::from(scale.clone())))) / RBig::from(scale)
}

fn whole_part(number: &RBig) -> IBig {
    number.floor()
}
