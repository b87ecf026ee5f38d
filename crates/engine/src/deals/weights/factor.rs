//! The different factors of weights. There are few, so that each has a number, and what two of them make
//! is worked out once.

use dashu_int::UBig;
use dashu_int::ops::Gcd;
use rustc_hash::FxHashMap;

/// The number of a factor, which is not zero.
pub(super) type Factor = u32;

/// The factor one.
pub(super) const ONE: Factor = 0;

/// All factors met so far.
pub(super) struct Factors {
    values: Vec<UBig>,
    numbers: FxHashMap<UBig, Factor>,
    products: FxHashMap<(Factor, Factor), Factor>,
    divisors: FxHashMap<(Factor, Factor), [Factor; 3]>,
}

impl Factors {
    pub(super) fn new() -> Self {
        let mut new = Self {
            values: Vec::new(),
            numbers: FxHashMap::default(),
            products: FxHashMap::default(),
            divisors: FxHashMap::default(),
        };
        new.number(UBig::ONE);
        new
    }

    /// The number of a value that is not zero.
    pub(super) fn number(&mut self, value: UBig) -> Factor {
        if let Some(&known) = self.numbers.get(&value) {
            return known;
        }
        let number = self.values.len() as u32;
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        number
    }

    /// The values, by number.
    pub(super) fn values(&self) -> &[UBig] {
        &self.values
    }

    pub(super) fn product(&mut self, left: Factor, right: Factor) -> Factor {
        let pair = (left.min(right), left.max(right));
        if pair.0 == ONE {
            return pair.1;
        }
        if let Some(&known) = self.products.get(&pair) {
            return known;
        }
        let product = &self.values[left as usize] * &self.values[right as usize];
        let number = self.number(product);
        self.products.insert(pair, number);
        number
    }

    /// The greatest common divisor, and what is left of each.
    pub(super) fn split_common_divisor(&mut self, left: Factor, right: Factor) -> [Factor; 3] {
        if left == right {
            return [left, ONE, ONE];
        }
        if left == ONE || right == ONE {
            return [ONE, left, right];
        }
        if let Some(&known) = self.divisors.get(&(left, right)) {
            return known;
        }
        let values = [left, right].map(|factor| self.values[factor as usize].clone());
        let divisor = (&values[0]).gcd(&values[1]);
        let rest = values.map(|value| value / &divisor);
        let rest = rest.map(|value| self.number(value));
        let all = [self.number(divisor), rest[0], rest[1]];
        self.divisors.insert((left, right), all);
        all
    }
}
