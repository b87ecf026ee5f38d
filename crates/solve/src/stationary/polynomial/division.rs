//! Division without remainder, contents and common divisors of polynomials, by remainders that are made primitive
//! (Collins 1967). Variables are taken one after the other: a polynomial in some of them is one in the first
//! whose coefficients are polynomials in the others.

use super::Polynomial;
use dashu_int::IBig;
use dashu_int::ops::Gcd;

impl Polynomial {
    /// The quotient, if there is no remainder.
    pub fn divide(&self, by: &Self) -> Option<Self> {
        let (leading, divisor) = by.terms.last_key_value()?;
        let (mut rest, mut quotient) = (self.clone(), Self::zero(self.variables));
        while let Some((powers, number)) = rest.terms.last_key_value() {
            let lower = |(&power, &by): (&u16, &u16)| power.checked_sub(by);
            let powers: Vec<u16> = powers.iter().zip(leading).map(lower).collect::<Option<_>>()?;
            let (factor, remainder) = (number / divisor, number % divisor);
            if !remainder.is_zero() {
                return None;
            }
            for (term, of) in &by.terms {
                let at = term.iter().zip(&powers).map(|(left, right)| left + right).collect();
                rest.add_term(at, -(of * &factor));
            }
            quotient.terms.insert(powers, factor);
        }
        Some(quotient)
    }

    /// The greatest number that divides all coefficients; 0 for the polynomial 0.
    pub fn number_content(&self) -> IBig {
        self.terms.values().fold(IBig::ZERO, |sum, number| {
            if sum.is_zero() {
                number.clone() * number.signum()
            } else {
                IBig::from(sum.gcd(number))
            }
        })
    }

    /// Without the numbers that divide all coefficients, and with a positive leading coefficient.
    pub fn to_primitive(&self) -> Self {
        let content = self.number_content();
        let Some((_, leading)) = self.terms.last_key_value() else { return self.clone() };
        let by = content * leading.signum();
        let terms = self.terms.iter().map(|(powers, number)| (powers.clone(), number / &by));
        Self { variables: self.variables, terms: terms.collect() }
    }

    /// The greatest common divisor of what stands before the powers of a variable, without numbers.
    pub fn content(&self, variable: usize) -> Self {
        let mut all = self.coefficients(variable);
        all.retain(|of| !of.is_empty());
        all.sort_by_key(Self::len);
        let mut content = Self::zero(self.variables);
        for of in &all {
            content = content.common_divisor(of);
            if content.as_constant().is_some() {
                break;
            }
        }
        content
    }

    /// The greatest common divisor, without numbers that divide it.
    pub fn common_divisor(&self, other: &Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return (self + other).to_primitive();
        }
        let occurs = |&variable: &usize| self.degree(variable) > 0 || other.degree(variable) > 0;
        let Some(variable) = (0..self.variables).find(occurs) else {
            return Self::one(self.variables);
        };
        if self.degree(variable) == 0 {
            return other.content(variable).common_divisor(self);
        }
        if other.degree(variable) == 0 {
            return self.content(variable).common_divisor(other);
        }
        let (left, right) = (self.content(variable), other.content(variable));
        let content = left.common_divisor(&right);
        let parts = (self.divide(&left), other.divide(&right));
        let (Some(left), Some(right)) = parts else { return content };
        (&content * &primitive_divisor(left, right, variable)).to_primitive()
    }

    /// The remainder of the division by another polynomial in a variable, times a power of the other's leading coefficient.
    fn pseudo_remainder(&self, by: &Self, variable: usize) -> Self {
        let leading = leading(by, variable);
        let mut rest = self.clone();
        while !rest.is_empty() && rest.degree(variable) >= by.degree(variable) {
            let mut powers = vec![0; self.variables];
            powers[variable] = rest.degree(variable) - by.degree(variable);
            let shift = &Self::term(powers, IBig::ONE) * &self::leading(&rest, variable);
            rest = &(&rest * &leading) - &(&shift * by);
        }
        rest
    }

    /// Without the content in a variable.
    fn without_content(&self, variable: usize) -> Self {
        let primitive =
            self.divide(&self.content(variable)).map(|quotient| quotient.to_primitive());
        primitive.unwrap_or_else(|| self.clone())
    }
}

fn leading(of: &Polynomial, variable: usize) -> Polynomial {
    of.coefficients(variable).pop().unwrap_or_else(|| Polynomial::zero(of.variables))
}

/// The greatest common divisor of polynomials whose contents in a variable are 1.
fn primitive_divisor(left: Polynomial, right: Polynomial, variable: usize) -> Polynomial {
    let is_lower = left.degree(variable) < right.degree(variable);
    let (mut high, mut low) = if is_lower { (right, left) } else { (left, right) };
    while !low.is_empty() {
        if low.degree(variable) == 0 {
            return Polynomial::one(low.variables);
        }
        let rest = high.pseudo_remainder(&low, variable);
        high = low;
        low = if rest.is_empty() { rest } else { rest.without_content(variable) };
    }
    high
}
