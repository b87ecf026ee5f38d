//! Points are isolated: in the wide box of a point all conditions of its free variables are 0 at one point at most, in its
//! narrow box at one at least; and the other variables are at ends to which their conditions drive them.

use super::forms::Form;
use super::numbers;
use super::refusal::Refusal;
use super::sums::Sum;
use super::walk::{self, Local};
use crate::stationary::certificate::{Isolated, PointProof};
use crate::stationary::region::{Region, Side};
use crate::stationary::sign::Sign;
use hexa_games::exact::RBig;

/// The points of a system are solutions, and alone in their wide boxes.
pub(super) fn check_points(local: &Local, points: &[PointProof]) -> Result<(), Refusal> {
    for (at, point) in points.iter().enumerate() {
        if !is_isolated(local, &point.isolated) {
            return Err(Refusal::Point(local.place, at));
        }
        if point.exact.as_ref().is_some_and(|_| !is_exact(local, point)) {
            return Err(Refusal::Exact(local.place, at));
        }
    }
    Ok(())
}

fn is_isolated(local: &Local, point: &Isolated) -> bool {
    let Isolated { wide, narrow, matrix } = point;
    let free = wide.free();
    let has_shape = wide.0.len() == local.many()
        && narrow.0.len() == local.many()
        && matrix.len() == free.len()
        && matrix.iter().all(|row| row.len() == free.len());
    let is_closed = |region: &Region| region.0.iter().all(Side::is_closed);
    if !has_shape || !is_closed(wide) || !is_closed(narrow) || !wide.covers(narrow) {
        return false;
    }
    let is_within = |&at: &usize| wide.0[at].low > RBig::ZERO && wide.0[at].high < RBig::ONE;
    let is_proper = |&at: &usize| narrow.0[at].low < narrow.0[at].high;
    if !free.iter().all(is_within) || !free.iter().all(is_proper) {
        return false;
    }
    let driven = (0..local.many()).filter(|at| !free.contains(at));
    if !driven.into_iter().all(|at| walk::holds_at_end(local, at, narrow)) {
        return false;
    }
    let mixed = mix(local, &free, point);
    is_alone(&mixed, &free, wide) && is_there(&mixed, &free, narrow)
}

/// The conditions of the free variables on the face of the point, mixed by its matrix.
fn mix(local: &Local, free: &[usize], point: &Isolated) -> Vec<Sum> {
    let put_in = |of: &Sum| {
        let others = (0..local.many()).filter(|at| !free.contains(at));
        others.fold(of.clone(), |of, at| of.put_in(at, &point.wide.0[at].low, of.degree(at)))
    };
    let faces: Vec<Sum> = free.iter().map(|&at| put_in(&local.whole(at))).collect();
    let sum = |row: &Vec<dashu_int::IBig>| {
        let zero = Sum::constant(local.many(), dashu_int::IBig::ZERO);
        row.iter().zip(&faces).fold(zero, |sum, (by, of)| &sum + &of.scale(by))
    };
    point.matrix.iter().map(sum).collect()
}

/// Each mixed condition grows with its own variable by more than with all others together: then no two points of
/// the box have the same values.
fn is_alone(mixed: &[Sum], free: &[usize], wide: &Region) -> bool {
    let size = |number: &RBig| if *number < RBig::ZERO { -number } else { number.clone() };
    mixed.iter().enumerate().all(|(row, of)| {
        let (mut own, mut others) = (RBig::ZERO, RBig::ZERO);
        for (column, &at) in free.iter().enumerate() {
            let form = Form::new(&of.derivative(at), wide);
            let Some((low, high)) = form.range() else { return false };
            if row == column {
                own = low.clone();
            } else {
                others += size(low).max(size(high));
            }
        }
        own > others
    })
}

/// Each mixed condition is negative on the lower face of its variable, and positive on the upper one (Miranda 1940).
fn is_there(mixed: &[Sum], free: &[usize], narrow: &Region) -> bool {
    mixed.iter().zip(free).all(|(of, &at)| {
        let side = &narrow.0[at];
        let ends = [(&side.low, Sign::Negative), (&side.high, Sign::Positive)];
        ends.into_iter().all(|(end, sign)| {
            let face = narrow.with(at, Side::point(end.clone()));
            Form::new(of, &face).sign(&face) == Some(sign)
        })
    })
}

/// The exact point lies in the wide box, and all conditions of the free variables are 0 there.
fn is_exact(local: &Local, point: &PointProof) -> bool {
    let Some(exact) = &point.exact else { return true };
    let has_shape = exact.coordinates.len() == local.many();
    let wide = &point.isolated.wide;
    has_shape
        && numbers::is_root(&exact.root)
        && wide.covers(&numbers::enclose(exact))
        && wide.free().into_iter().all(|at| numbers::is_zero(&local.whole(at), exact))
}
