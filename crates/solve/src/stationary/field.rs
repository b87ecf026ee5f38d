//! Numbers that are polynomials in one zero of a polynomial: sums, products and quotients of them are exact, and so is whether
//! one is 0.

use crate::stationary::certificate::{Element, Root};
use crate::stationary::polynomial::Polynomial;
use crate::stationary::univariate::{Enclosure, Univariate};
use dashu_int::IBig;
use dashu_int::ops::Gcd;
use hexa_games::exact::RBig;

/// Division by a number that may be 0, or that is 0 for another zero of the same polynomial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoInverse;

impl Element {
    /// A plain number.
    pub fn number(of: RBig) -> Self {
        Self::new(vec![of])
    }

    /// The root itself.
    pub fn root() -> Self {
        Self::new(vec![RBig::ZERO, RBig::ONE])
    }

    /// From coefficients, from the power 0 on.
    pub fn new(mut coefficients: Vec<RBig>) -> Self {
        while coefficients.last().is_some_and(|last| *last == RBig::ZERO) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// Whether all coefficients are 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number that it is, if it is one by its form.
    pub fn as_number(&self) -> Option<RBig> {
        match &self.0[..] {
            [] => Some(RBig::ZERO),
            [number] => Some(number.clone()),
            [_, _, ..] => None,
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Self) -> Self {
        let at = |of: &Self, at: usize| of.0.get(at).cloned().unwrap_or(RBig::ZERO);
        let many = self.0.len().max(other.0.len());
        Self::new((0..many).map(|power| at(self, power) + at(other, power)).collect())
    }

    /// Times a number.
    pub fn scale(&self, by: &RBig) -> Self {
        Self::new(self.0.iter().map(|of| of * by).collect())
    }

    /// The difference.
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scale(&-RBig::ONE))
    }

    fn raw_times(&self, other: &Self) -> Self {
        let mut product = vec![RBig::ZERO; self.0.len() + other.0.len()];
        for (at, left) in self.0.iter().enumerate() {
            for (by, right) in other.0.iter().enumerate() {
                product[at + by] += left * right;
            }
        }
        Self::new(product)
    }

    /// Quotient and remainder of the division as polynomials.
    fn divide(&self, by: &Self) -> (Self, Self) {
        let mut rest = self.0.clone();
        let mut quotient = vec![RBig::ZERO; rest.len()];
        let Some(leading) = by.0.last() else { return (Self::default(), self.clone()) };
        for shift in (0..=rest.len().saturating_sub(by.0.len())).rev() {
            let Some(top) = rest.get(shift + by.0.len() - 1).map(|top| top / leading) else {
                continue;
            };
            for (at, of) in by.0.iter().enumerate() {
                rest[at + shift] -= of * &top;
            }
            quotient[shift] = top;
        }
        (Self::new(quotient), Self::new(rest))
    }
}

impl Root {
    fn modulus(&self) -> Element {
        Element(self.polynomial.coefficients().iter().cloned().map(RBig::from).collect())
    }

    /// In the form with the fewest powers.
    pub fn reduce(&self, of: &Element) -> Element {
        of.divide(&self.modulus()).1
    }

    /// The product.
    pub fn times(&self, left: &Element, right: &Element) -> Element {
        self.reduce(&left.raw_times(right))
    }

    /// The inverse.
    pub fn invert(&self, of: &Element) -> Result<Element, NoInverse> {
        let (mut old, mut rest) = (self.modulus(), self.reduce(of));
        let (mut before, mut factor) = (Element::default(), Element::number(RBig::ONE));
        while !rest.is_zero() {
            let (quotient, next) = old.divide(&rest);
            let next_factor = before.minus(&quotient.raw_times(&factor));
            (old, rest) = (rest, next);
            (before, factor) = (factor, next_factor);
        }
        match old.as_number() {
            Some(number) if number != RBig::ZERO => {
                Ok(self.reduce(&before.scale(&(RBig::ONE / number))))
            }
            Some(_) | None => Err(NoInverse),
        }
    }

    /// The value of a polynomial at a point of such numbers.
    pub fn evaluate(&self, of: &Polynomial, point: &[Element]) -> Element {
        let powers: Vec<Vec<Element>> =
            (0..of.variables()).map(|at| self.powers(&point[at], of.degree(at))).collect();
        let mut sum = Element::default();
        for (term, number) in of.terms() {
            let one = Element::number(RBig::from(number.clone()));
            let value = term
                .iter()
                .enumerate()
                .filter(|(_, power)| **power > 0)
                .fold(one, |value, (at, &power)| {
                    self.times(&value, &powers[at][usize::from(power)])
                });
            sum = sum.plus(&value);
        }
        sum
    }

    fn powers(&self, of: &Element, most: u16) -> Vec<Element> {
        let next = |last: &Element| Some(self.times(last, of));
        std::iter::successors(Some(Element::number(RBig::ONE)), next)
            .take(usize::from(most) + 1)
            .collect()
    }

    /// Between which numbers it lies, if the root lies where it is said to.
    pub fn enclose(&self, of: &Element) -> Enclosure {
        let (low, high) = (&self.enclosure.low, &self.enclosure.high);
        let zero = Enclosure::exact(RBig::ZERO);
        of.0.iter().rev().fold(zero, |sum, number| {
            let ends = [&sum.low * low, &sum.low * high, &sum.high * low, &sum.high * high];
            let [first, rest @ ..] = ends;
            let (least, most) =
                rest.into_iter().fold((first.clone(), first), |(least, most), end| {
                    (least.min(end.clone()), most.max(end))
                });
            Enclosure { low: least + number, high: most + number }
        })
    }

    /// With an interval that is no wider than this.
    pub fn refine(&self, width: &RBig) -> Self {
        let mut enclosure = self.enclosure.clone();
        while enclosure.width() > *width {
            enclosure = self.polynomial.refine(&enclosure);
        }
        Self { polynomial: self.polynomial.clone(), enclosure }
    }

    /// The number as a zero of a polynomial of its own: the first of its powers that the lower ones add up to gives it. Other
    /// zeros of this polynomial can be near, so that the root is enclosed until there is one only.
    pub fn own_root(&self, of: &Element) -> Self {
        let polynomial = self.own_polynomial(of);
        let mut root = self.clone();
        loop {
            let enclosure = root.enclose(of);
            let width = root.enclosure.width();
            let is_alone = || polynomial.isolate(&enclosure.low, &enclosure.high).len() == 1;
            if width == RBig::ZERO || polynomial.is_zero() || is_alone() {
                return Self { polynomial, enclosure };
            }
            root = root.refine(&(width / RBig::from(16)));
        }
    }

    fn own_polynomial(&self, of: &Element) -> Univariate {
        // Rows of an echelon form: what is left of a power, and how it was put together from the powers.
        let mut rows: Vec<(Element, Element)> = Vec::new();
        let mut power = Element::number(RBig::ONE);
        for exponent in 0.. {
            let mut left = power.clone();
            let mut made = vec![RBig::ZERO; exponent + 1];
            made[exponent] = RBig::ONE;
            let mut made = Element::new(made);
            for (row, how) in &rows {
                let place = row.0.len() - 1;
                let (Some(top), Some(own)) = (row.0.last(), left.0.get(place)) else { continue };
                let by = own / top;
                left = left.minus(&row.scale(&by));
                made = made.minus(&how.scale(&by));
            }
            if left.is_zero() {
                return clear_fractions(&made);
            }
            rows.push((left, made));
            rows.sort_by_key(|(row, _)| std::cmp::Reverse(row.0.len()));
            power = self.times(&power, of);
        }
        Univariate::new(Vec::new())
    }
}

/// The polynomial without fractions.
pub fn clear_fractions(of: &Element) -> Univariate {
    let common = of.0.iter().fold(IBig::ONE, |common, number| {
        let denominator = IBig::from(number.denominator().clone());
        let divisor = IBig::from((&common).gcd(&denominator));
        common * denominator / divisor
    });
    let whole = |number: &RBig| (number * RBig::from(common.clone())).numerator().clone();
    Univariate::new(of.0.iter().map(whole).collect()).to_primitive()
}
