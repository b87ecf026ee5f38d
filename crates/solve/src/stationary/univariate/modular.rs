//! Polynomials in one variable modulo a prime, and their irreducible factors (Cantor and Zassenhaus 1981).

use dashu_int::IBig;
use hexa_logic::Stream;

/// A field of numbers modulo a prime.
pub(super) struct Modulus(pub IBig);

/// Coefficients from the power 0 on, from 0 to the prime; the last one is not 0.
pub(super) type Residues = Vec<IBig>;

impl Modulus {
    pub fn number(&self, of: &IBig) -> IBig {
        let rest = of % &self.0;
        if rest < IBig::ZERO { rest + &self.0 } else { rest }
    }

    pub fn reduce(&self, all: &[IBig]) -> Residues {
        trim(all.iter().map(|number| self.number(number)).collect())
    }

    fn invert(&self, number: &IBig) -> IBig {
        let (mut old, mut rest) = (self.0.clone(), self.number(number));
        let (mut before, mut factor) = (IBig::ZERO, IBig::ONE);
        while !rest.is_zero() {
            let quotient = &old / &rest;
            (old, rest) = (rest.clone(), old - &quotient * &rest);
            (before, factor) = (factor.clone(), before - quotient * &factor);
        }
        self.number(&before)
    }

    pub fn multiply(&self, left: &Residues, right: &Residues) -> Residues {
        let mut product = vec![IBig::ZERO; left.len() + right.len()];
        for (at, of) in left.iter().enumerate() {
            for (by, with) in right.iter().enumerate() {
                product[at + by] += of * with;
            }
        }
        self.reduce(&product)
    }

    fn subtract(&self, left: &Residues, right: &Residues) -> Residues {
        let at = |of: &Residues, at: usize| of.get(at).cloned().unwrap_or(IBig::ZERO);
        let all: Vec<IBig> = (0..left.len().max(right.len()))
            .map(|power| at(left, power) - at(right, power))
            .collect();
        self.reduce(&all)
    }

    /// Quotient and remainder.
    fn divide(&self, of: &Residues, by: &Residues) -> (Residues, Residues) {
        let mut rest = of.clone();
        let mut quotient = vec![IBig::ZERO; of.len()];
        let Some(leading) = by.last() else { return (quotient, rest) };
        let inverse = self.invert(leading);
        while rest.len() >= by.len() {
            let shift = rest.len() - by.len();
            let Some(top) = rest.last().map(|top| self.number(&(top * &inverse))) else { break };
            for (at, number) in by.iter().enumerate() {
                rest[at + shift] = self.number(&(&rest[at + shift] - number * &top));
            }
            quotient[shift] = top;
            rest = trim(rest);
        }
        (trim(quotient), rest)
    }

    fn monic(&self, of: &Residues) -> Residues {
        let Some(leading) = of.last() else { return of.clone() };
        let inverse = self.invert(leading);
        of.iter().map(|number| self.number(&(number * &inverse))).collect()
    }

    pub fn common_divisor(&self, left: &Residues, right: &Residues) -> Residues {
        let (mut high, mut low) = (left.clone(), right.clone());
        while !low.is_empty() {
            let rest = self.divide(&high, &low).1;
            (high, low) = (low, rest);
        }
        self.monic(&high)
    }

    /// A power, modulo a polynomial.
    fn power(&self, of: &Residues, exponent: &IBig, by: &Residues) -> Residues {
        let (mut square, mut rest) = (self.divide(of, by).1, exponent.clone());
        let mut product: Residues = vec![IBig::ONE];
        let two = IBig::from(2);
        while !rest.is_zero() {
            if !(&rest % &two).is_zero() {
                product = self.divide(&self.multiply(&product, &square), by).1;
            }
            square = self.divide(&self.multiply(&square, &square), by).1;
            rest /= &two;
        }
        product
    }

    /// The irreducible factors of a polynomial without repeated factors, with leading coefficient 1.
    pub fn factors(&self, of: &Residues) -> Vec<Residues> {
        let mut found = Vec::new();
        let mut rest = self.monic(of);
        let plain: Residues = vec![IBig::ZERO, IBig::ONE];
        let mut power = plain.clone();
        for degree in 1.. {
            if rest.len() <= 2 * degree {
                break;
            }
            power = self.power(&power, &self.0, &rest);
            let part = self.common_divisor(&rest, &self.subtract(&power, &plain));
            if part.len() > 1 {
                rest = self.divide(&rest, &part).0;
                self.split(part, degree, &mut found);
                power = self.divide(&power, &rest).1;
            }
        }
        if rest.len() > 1 {
            found.push(rest);
        }
        found.sort();
        found
    }

    /// Splits a product of factors of the same degree.
    fn split(&self, of: Residues, degree: usize, found: &mut Vec<Residues>) {
        let mut drawn = Stream::new("factors", of.len() as u64);
        let half = (self.0.pow(degree) - IBig::ONE) / IBig::from(2);
        let mut open = vec![of];
        while let Some(part) = open.pop() {
            if part.len() == degree + 1 {
                found.push(part);
                continue;
            }
            let any: Vec<IBig> = part.iter().skip(1).map(|_| IBig::from(drawn.word())).collect();
            let tried = self.power(&self.reduce(&any), &half, &part);
            let divisor = self.common_divisor(&part, &self.subtract(&tried, &vec![IBig::ONE]));
            if divisor.len() > 1 && divisor.len() < part.len() {
                open.push(self.divide(&part, &divisor).0);
                open.push(divisor);
            } else {
                open.push(part);
            }
        }
    }
}

fn trim(mut of: Residues) -> Residues {
    while of.last().is_some_and(IBig::is_zero) {
        of.pop();
    }
    of
}
