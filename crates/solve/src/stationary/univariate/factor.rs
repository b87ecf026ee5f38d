//! Which factor of a polynomial has a zero: factors modulo a large prime are put together until one divides
//! (Zassenhaus 1969, with a prime so large that nothing needs to be lifted). Whether a factor divides is found by
//! division, so that nothing depends on the prime; only whether a smaller one would do.

use super::modular::{Modulus, Residues};
use super::{Enclosure, Univariate};
use dashu_int::IBig;

/// Exponents of primes of Mersenne.
const PRIMES: [usize; 6] = [127, 521, 607, 1279, 2203, 4423];
/// Polynomials with more factors modulo the prime are left as they are.
const MOST_FACTORS: usize = 14;

impl Univariate {
    /// The factor that has the zero in an interval. The polynomial has one there, and no zero is repeated.
    pub fn factor_at(&self, zero: &Enclosure) -> Self {
        let whole = self.to_primitive();
        let Some(modulus) = whole.modulus() else { return whole };
        let residues = modulus.reduce(&whole.0);
        let parts = modulus.factors(&residues);
        let mut sets: Vec<u32> = match parts.len() {
            many @ 2..=MOST_FACTORS => (1..1 << many).collect(),
            _ => Vec::new(),
        };
        let degree = |set: &u32| -> usize { chosen(&parts, *set).map(|part| part.len() - 1).sum() };
        sets.sort_by_key(|set| (degree(set), *set));
        let product = |set: u32| {
            chosen(&parts, set).fold(vec![IBig::ONE], |of, by| modulus.multiply(&of, by))
        };
        sets.into_iter()
            .map(|set| modulus.lift(&product(set), &whole.leading()))
            .find(|factor| {
                whole.divide(factor).is_some() && factor.has_zero_between(&zero.low, &zero.high)
            })
            .unwrap_or(whole)
    }

    /// A prime above all coefficients of all factors (Mignotte 1974), modulo which no factor is repeated.
    fn modulus(&self) -> Option<Modulus> {
        let size =
            self.0.iter().fold(IBig::ZERO, |sum, number| sum + number * super::sign_of(number));
        let bound = (size * self.leading()) << (self.degree() + 1);
        let primes = PRIMES.iter().map(|&exponent| Modulus((IBig::ONE << exponent) - IBig::ONE));
        let mut fitting = primes.filter(|modulus| modulus.0 > bound);
        fitting.find(|modulus| {
            let (of, by) = (modulus.reduce(&self.0), modulus.reduce(&self.derivative().0));
            of.len() == self.0.len() && modulus.common_divisor(&of, &by).len() == 1
        })
    }
}

fn chosen(parts: &[Residues], set: u32) -> impl Iterator<Item = &Residues> {
    parts.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1).map(|(_, part)| part)
}

impl Modulus {
    /// The polynomial with small coefficients, positive or negative, that a factor with this leading coefficient has.
    fn lift(&self, of: &Residues, leading: &IBig) -> Univariate {
        let scaled = of.iter().map(|number| self.number(&(number * leading)));
        let centred = scaled.map(|of| if &of * IBig::from(2) > self.0 { of - &self.0 } else { of });
        Univariate::new(centred.collect()).to_primitive()
    }
}
