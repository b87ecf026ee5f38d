//! Elimination of a variable: two polynomials have a common zero only where their resultant, the determinant of
//! Sylvester's matrix, is 0.

use crate::stationary::limits::SolveLimits;
use crate::stationary::polynomial::Polynomial;

/// The resultant of two polynomials in a variable, which no longer occurs.
pub fn resultant(
    left: &Polynomial,
    right: &Polynomial,
    variable: usize,
    limits: &SolveLimits,
) -> Option<Polynomial> {
    let (own, other) = (left.coefficients(variable), right.coefficients(variable));
    let many = own.len() + other.len() - 2;
    let zero = Polynomial::zero(left.variables());
    let row = |of: &[Polynomial], shift: usize| -> Vec<Polynomial> {
        let at = |column: usize| column.checked_sub(shift).and_then(|at| of.get(at));
        (0..many).map(|column| at(column).cloned().unwrap_or_else(|| zero.clone())).collect()
    };
    let upper = (0..other.len() - 1).map(|shift| row(&own, shift));
    let lower = (0..own.len() - 1).map(|shift| row(&other, shift));
    determinant(upper.chain(lower).collect(), left.variables(), limits)
}

/// The determinant up to its sign, without fractions (Bareiss 1968), or nothing if polynomials have too many terms.
fn determinant(
    mut rows: Vec<Vec<Polynomial>>,
    variables: usize,
    limits: &SolveLimits,
) -> Option<Polynomial> {
    let mut last = Polynomial::one(variables);
    for at in 0..rows.len() {
        let filled = (at..rows.len()).filter(|&row| !rows[row][at].is_empty());
        let Some(pivot) = filled.min_by_key(|&row| rows[row][at].len()) else {
            return Some(Polynomial::zero(variables));
        };
        rows.swap(at, pivot);
        let own = rows[at].clone();
        for row in rows.iter_mut().skip(at + 1) {
            for column in (at..own.len()).rev() {
                let difference = &(&own[at] * &row[column]) - &(&row[at] * &own[column]);
                row[column] = difference.divide(&last)?;
                if row[column].len() > limits.terms {
                    return None;
                }
            }
        }
        last = own[at].clone();
    }
    Some(last)
}
