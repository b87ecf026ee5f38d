//! Polynomials as the checker computes with them: sums of terms. Every operation lists the terms of its result, and equal powers are
//! put together; nothing is looked up in what the search computed.

use crate::stationary::polynomial::Polynomial;
use dashu_int::IBig;
use hexa_games::exact::RBig;
use std::ops::{Add, Mul, Neg, Sub};

/// A sum of terms, each a number times powers of all variables: in order of the powers, none twice, and no number is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    variables: usize,
    terms: Vec<(Vec<u16>, IBig)>,
}

impl Sum {
    /// What a certificate has as a polynomial.
    pub fn of(polynomial: &Polynomial) -> Self {
        let terms = polynomial.terms().map(|(powers, number)| (powers.clone(), number.clone()));
        Self::collect(polynomial.variables(), terms)
    }

    fn collect(variables: usize, terms: impl Iterator<Item = (Vec<u16>, IBig)>) -> Self {
        let mut all: Vec<(Vec<u16>, IBig)> = terms.collect();
        all.sort_by(|left, right| left.0.cmp(&right.0));
        let mut terms: Vec<(Vec<u16>, IBig)> = Vec::with_capacity(all.len());
        for (powers, number) in all {
            match terms.last_mut() {
                Some((last, sum)) if *last == powers => *sum += number,
                Some(_) | None => terms.push((powers, number)),
            }
        }
        terms.retain(|(_, number)| *number != IBig::ZERO);
        Self { variables, terms }
    }

    /// A number.
    pub fn constant(variables: usize, number: IBig) -> Self {
        Self::collect(variables, std::iter::once((vec![0; variables], number)))
    }

    /// One of the variables.
    pub fn variable(variables: usize, at: usize) -> Self {
        let powers = (0..variables).map(|other| u16::from(other == at)).collect();
        Self::collect(variables, std::iter::once((powers, IBig::ONE)))
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The terms.
    pub fn terms(&self) -> &[(Vec<u16>, IBig)] {
        &self.terms
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The highest power of a variable.
    pub fn degree(&self, variable: usize) -> u16 {
        self.terms.iter().map(|(powers, _)| powers[variable]).max().unwrap_or(0)
    }

    /// Whether a variable occurs.
    pub fn has(&self, variable: usize) -> bool {
        self.degree(variable) > 0
    }

    /// Each term becomes another one.
    fn map(&self, variables: usize, of: impl Fn(&[u16], &IBig) -> (Vec<u16>, IBig)) -> Self {
        Self::collect(variables, self.terms.iter().map(|(powers, number)| of(powers, number)))
    }

    /// Times a number.
    pub fn scale(&self, by: &IBig) -> Self {
        self.map(self.variables, |powers, number| (powers.to_vec(), number * by))
    }

    /// The derivative by a variable.
    pub fn derivative(&self, variable: usize) -> Self {
        self.map(self.variables, |powers, number| {
            let power = powers[variable];
            (with(powers, variable, power.saturating_sub(1)), number * IBig::from(power))
        })
    }

    /// In so many other variables: the one at each place becomes the one that is named, if it occurs.
    pub fn rename(&self, variables: usize, names: &[usize]) -> Self {
        self.map(variables, |powers, number| {
            let mut renamed = vec![0; variables];
            for (&power, &name) in powers.iter().zip(names).filter(|(power, _)| **power > 0) {
                renamed[name] += power;
            }
            (renamed, number.clone())
        })
    }

    /// With a number for a variable, times the number's denominator to the power of `degree`, which no power is above.
    pub fn put_in(&self, variable: usize, number: &RBig, degree: u16) -> Self {
        let (above, below) = (number.numerator(), IBig::from(number.denominator().clone()));
        self.map(self.variables, |powers, of| {
            let power = powers[variable];
            let rest = degree.saturating_sub(power);
            let scaled = of * above.pow(power.into()) * below.pow(rest.into());
            (with(powers, variable, 0), scaled)
        })
    }

    /// What is left of it after that with one variable for another is taken away, divided by the difference of the two. Of
    /// `c y^k` that is `c (y^(k-1) + y^(k-2) x + ... + x^(k-1))`.
    pub fn slope_between(&self, high: usize, low: usize) -> Self {
        let parts = |(powers, number): &(Vec<u16>, IBig)| {
            let power = powers[high];
            let (powers, number) = (powers.clone(), number.clone());
            (0..power).map(move |kept| {
                let mut part = with(&powers, high, kept);
                part[low] += power - 1 - kept;
                (part, number.clone())
            })
        };
        Self::collect(self.variables, self.terms.iter().flat_map(parts))
    }
}

/// The same powers but for one.
fn with(powers: &[u16], variable: usize, power: u16) -> Vec<u16> {
    let mut changed = powers.to_vec();
    changed[variable] = power;
    changed
}

impl Add for &Sum {
    type Output = Sum;

    fn add(self, other: Self) -> Sum {
        Sum::collect(self.variables, self.terms.iter().chain(&other.terms).cloned())
    }
}

impl Neg for &Sum {
    type Output = Sum;

    fn neg(self) -> Sum {
        self.map(self.variables, |powers, number| (powers.to_vec(), -number))
    }
}

impl Sub for &Sum {
    type Output = Sum;

    fn sub(self, other: Self) -> Sum {
        self + &-other
    }
}

impl Mul for &Sum {
    type Output = Sum;

    fn mul(self, other: Self) -> Sum {
        let products = self.terms.iter().flat_map(|(left, by)| {
            other.terms.iter().map(move |(right, of)| {
                let powers = left.iter().zip(right).map(|(left, right)| left + right).collect();
                (powers, by * of)
            })
        });
        Sum::collect(self.variables, products)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x` and `y` are the variables.
    fn sum(terms: &[(u16, u16, i32)]) -> Sum {
        let terms = terms.iter().map(|&(x, y, number)| (vec![x, y], IBig::from(number)));
        Sum::collect(2, terms)
    }

    #[test]
    fn sums_are_added_and_multiplied() {
        let (plus, minus) = (sum(&[(1, 0, 1), (0, 1, 1)]), sum(&[(1, 0, 1), (0, 1, -1)]));
        assert_eq!(&plus * &minus, sum(&[(2, 0, 1), (0, 2, -1)]));
        assert_eq!(&plus + &minus, sum(&[(1, 0, 2)]));
        assert!((&plus - &plus).is_zero());
        assert_eq!(sum(&[(2, 1, 3), (0, 1, 5)]).derivative(0), sum(&[(1, 1, 6)]));
        let third = RBig::ONE / RBig::from(3);
        assert_eq!(sum(&[(2, 1, 1), (0, 0, 1)]).put_in(0, &third, 2), sum(&[(0, 1, 1), (0, 0, 9)]));
    }

    #[test]
    fn a_slope_times_the_difference_is_what_changes() {
        let of = sum(&[(0, 3, 2), (1, 2, -1), (0, 0, 7)]);
        let same = of.rename(2, &[0, 0]);
        let gap = &Sum::variable(2, 1) - &Sum::variable(2, 0);
        assert_eq!(&of.slope_between(1, 0) * &gap, &of - &same);
    }
}
