//! Polynomials in several variables with whole coefficients. Fractions are cleared by those who make them, as
//! only signs, quotients and zeros matter here.

mod division;
mod text;

use crate::stationary::univariate::Univariate;
use dashu_int::IBig;
use hexa_games::exact::RBig;
use std::collections::BTreeMap;
use std::ops::{Add, Mul, Neg, Sub};

pub use text::NoPolynomial;

/// A polynomial: its terms by the powers of the variables, and no term is 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Polynomial {
    variables: usize,
    terms: BTreeMap<Vec<u16>, IBig>,
}

impl Polynomial {
    /// The polynomial 0 in so many variables.
    pub fn zero(variables: usize) -> Self {
        Self { variables, terms: BTreeMap::new() }
    }

    /// A number.
    pub fn constant(variables: usize, number: impl Into<IBig>) -> Self {
        Self::term(vec![0; variables], number.into())
    }

    /// The polynomial 1.
    pub fn one(variables: usize) -> Self {
        Self::constant(variables, 1)
    }

    /// One of the variables.
    pub fn variable(variables: usize, at: usize) -> Self {
        let mut powers = vec![0; variables];
        powers[at] = 1;
        Self::term(powers, IBig::ONE)
    }

    /// A number times powers of the variables.
    pub fn term(powers: Vec<u16>, number: IBig) -> Self {
        let mut made = Self::zero(powers.len());
        made.add_term(powers, number);
        made
    }

    /// How many variables there are, whether they occur or not.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The terms, by their powers.
    pub fn terms(&self) -> impl Iterator<Item = (&Vec<u16>, &IBig)> {
        self.terms.iter()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether it is 0.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Adds a number times powers of the variables.
    pub fn add_term(&mut self, powers: Vec<u16>, number: IBig) {
        if number.is_zero() {
            return;
        }
        match self.terms.entry(powers) {
            std::collections::btree_map::Entry::Vacant(free) => {
                free.insert(number);
            }
            std::collections::btree_map::Entry::Occupied(mut there) => {
                *there.get_mut() += number;
                if there.get().is_zero() {
                    there.remove();
                }
            }
        }
    }

    /// The highest power of a variable; 0 for the polynomial 0.
    pub fn degree(&self, variable: usize) -> u16 {
        self.terms.keys().map(|powers| powers[variable]).max().unwrap_or(0)
    }

    /// The highest sum of powers.
    pub fn total_degree(&self) -> u32 {
        let sum = |powers: &Vec<u16>| powers.iter().map(|&power| u32::from(power)).sum();
        self.terms.keys().map(sum).max().unwrap_or(0)
    }

    /// The variables that occur.
    pub fn occurring(&self) -> Vec<usize> {
        (0..self.variables).filter(|&variable| self.degree(variable) > 0).collect()
    }

    /// The number that it is, if no variable occurs.
    pub fn as_constant(&self) -> Option<IBig> {
        match self.terms.first_key_value() {
            None => Some(IBig::ZERO),
            Some((powers, number)) if self.len() == 1 && powers.iter().all(|&it| it == 0) => {
                Some(number.clone())
            }
            Some(_) => None,
        }
    }

    /// Times a number.
    pub fn scale(&self, number: &IBig) -> Self {
        let terms = self.terms.iter().map(|(powers, of)| (powers.clone(), of * number));
        let terms = terms.filter(|(_, of)| !of.is_zero()).collect();
        Self { variables: self.variables, terms }
    }

    /// The derivative by a variable.
    pub fn derivative(&self, variable: usize) -> Self {
        let mut made = Self::zero(self.variables);
        for (powers, number) in self.terms.iter().filter(|(powers, _)| powers[variable] > 0) {
            let mut lower = powers.clone();
            lower[variable] -= 1;
            made.terms.insert(lower, number * IBig::from(powers[variable]));
        }
        made
    }

    /// What stands before each power of a variable, from the power 0 on. The variable no longer occurs.
    pub fn coefficients(&self, variable: usize) -> Vec<Self> {
        let mut all = vec![Self::zero(self.variables); usize::from(self.degree(variable)) + 1];
        for (powers, number) in &self.terms {
            let mut others = powers.clone();
            let power = std::mem::take(&mut others[variable]);
            all[usize::from(power)].terms.insert(others, number.clone());
        }
        all
    }

    /// From what stands before each power of a variable.
    pub fn from_coefficients(variables: usize, variable: usize, all: &[Self]) -> Self {
        let mut made = Self::zero(variables);
        for (power, of) in (0u16..).zip(all) {
            for (powers, number) in &of.terms {
                let mut powers = powers.clone();
                powers[variable] += power;
                made.add_term(powers, number.clone());
            }
        }
        made
    }

    /// The same polynomial in other variables: the one at each place becomes the one that is named.
    pub fn rename(&self, variables: usize, names: &[usize]) -> Self {
        let mut made = Self::zero(variables);
        for (powers, number) in &self.terms {
            let mut renamed = vec![0; variables];
            for (&power, &name) in powers.iter().zip(names).filter(|(power, _)| **power > 0) {
                renamed[name] += power;
            }
            made.add_term(renamed, number.clone());
        }
        made
    }

    /// With a number for one variable, times the denominator to the power of `degree`, which is positive. The variable no
    /// longer occurs.
    pub fn restrict_at(&self, variable: usize, number: &RBig, degree: u16) -> Self {
        let (above, below) = (number.numerator(), IBig::from(number.denominator().clone()));
        let mut made = Self::zero(self.variables);
        for (powers, of) in &self.terms {
            let mut others = powers.clone();
            let power = std::mem::take(&mut others[variable]);
            let rest = degree.saturating_sub(power);
            made.add_term(others, of * above.pow(power.into()) * below.pow(rest.into()));
        }
        made
    }

    /// With a number for one variable, times a positive number.
    pub fn restrict(&self, variable: usize, number: &RBig) -> Self {
        self.restrict_at(variable, number, self.degree(variable))
    }

    /// The value at a point.
    pub fn evaluate(&self, point: &[RBig]) -> RBig {
        self.evaluate_slice(point, self.variables)
    }

    /// By Horner's rule in the last variable first would need a dense form: terms are few, so each is computed alone, with
    /// the powers looked up.
    fn evaluate_slice(&self, point: &[RBig], variables: usize) -> RBig {
        let powers: Vec<Vec<RBig>> = (0..variables)
            .map(|variable| powers_of(&point[variable], self.degree(variable)))
            .collect();
        self.terms.iter().fold(RBig::ZERO, |sum, (term, number)| {
            let value = term
                .iter()
                .enumerate()
                .filter(|(_, power)| **power > 0)
                .fold(RBig::from(number.clone()), |value, (variable, &power)| {
                    value * &powers[variable][usize::from(power)]
                });
            sum + value
        })
    }

    /// As a polynomial in one variable, if no other occurs.
    pub fn to_univariate(&self, variable: usize) -> Option<Univariate> {
        let mut all = vec![IBig::ZERO; usize::from(self.degree(variable)) + 1];
        for (powers, number) in &self.terms {
            let is_other = |(at, &power): (usize, &u16)| at != variable && power > 0;
            if powers.iter().enumerate().any(is_other) {
                return None;
            }
            all[usize::from(powers[variable])] = number.clone();
        }
        Some(Univariate::new(all))
    }
}

fn add_powers(left: &[u16], right: &[u16]) -> Vec<u16> {
    left.iter().zip(right).map(|(left, right)| left + right).collect()
}

fn powers_of(number: &RBig, most: u16) -> Vec<RBig> {
    let next = |last: &RBig| Some(last * number);
    std::iter::successors(Some(RBig::ONE), next).take(usize::from(most) + 1).collect()
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: Self) -> Polynomial {
        let mut sum = self.clone();
        for (powers, number) in &other.terms {
            sum.add_term(powers.clone(), number.clone());
        }
        sum
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: Self) -> Polynomial {
        let mut difference = self.clone();
        for (powers, number) in &other.terms {
            difference.add_term(powers.clone(), -number);
        }
        difference
    }
}

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        self.scale(&IBig::NEG_ONE)
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: Self) -> Polynomial {
        let mut product = Polynomial::zero(self.variables);
        for (left, by) in &self.terms {
            for (right, of) in &other.terms {
                product.add_term(add_powers(left, right), by * of);
            }
        }
        product
    }
}
