//! What counts say: intervals for shares (Wilson 1927), the sign test (Arbuthnot 1710; exact, from the binomial
//! distribution), and the correction for several comparisons (Holm 1979). These are approximations by their nature, and
//! are computed by additions, multiplications, divisions and roots only, which give the same digits everywhere.

use crate::exact::{Exact, RBig};

/// Between two numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The 97.5th percentile of the normal distribution, for intervals of 95 %.
pub(super) const NORMAL: f64 = 1.959_963_984_540_054;

/// The interval of 95 % for a share, from so many successes in so many trials (Wilson's score interval); `None` without trials.
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    wilson_of(successes, trials, NORMAL)
}

/// Of several intervals for shares, one that is so wide that all of them together hold with at least 95 % (Bonferroni).
pub fn wilson_of_several(successes: u64, trials: u64, several: usize) -> Option<Interval> {
    let quantile = SEVERAL.iter().find(|(most, _)| several <= *most).or(SEVERAL.last());
    wilson_of(successes, trials, quantile.map_or(NORMAL, |(_, quantile)| *quantile))
}

/// Up to how many intervals, and the percentile of the normal distribution for each of so many.
const SEVERAL: [(usize, f64); 5] =
    [(1, NORMAL), (10, 2.807_034), (100, 3.480_756), (1_000, 4.055_627), (10_000, 4.564_788)];

fn wilson_of(successes: u64, trials: u64, quantile: f64) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    let (n, square) = (trials as f64, quantile * quantile);
    let share = successes as f64 / n;
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let spread = share * (1.0 - share) / n + square / (4.0 * n * n);
    let half = quantile * spread.sqrt() / (1.0 + square / n);
    // At the ends, roots and divisions must not lead beyond what a share can be.
    let low = if successes == 0 { 0.0 } else { middle - half };
    let high = if successes == trials { 1.0 } else { middle + half };
    Some(Interval { low, high })
}

/// How likely at least so uneven a split of signs is if both are equally likely (two-sided; ties do not count).
pub fn sign_test(positive: u64, negative: u64) -> f64 {
    let (few, all) = (positive.min(negative), positive + negative);
    if 2 * few >= all {
        return 1.0;
    }
    (2.0 * at_most(few, all)).min(1.0)
}

/// How likely at least so many signs are negative if both are equally likely (one-sided; ties do not count).
pub fn sign_test_against(positive: u64, negative: u64) -> f64 {
    let all = positive + negative;
    match negative {
        0 => 1.0,
        // As many positive ones at most.
        _ if negative > positive => at_most(positive, all),
        _ => 1.0 - at_most(negative - 1, all),
    }
}

/// How likely at most so few of all signs are positive if both are equally likely; less than half of them.
fn at_most(few: u64, all: u64) -> f64 {
    // The probability of exactly so few, as a number between 1/2 and 2 times a power of two.
    let (mut number, mut power) = (1.0f64, 0i64);
    let many = all - few;
    for at in 1..=few {
        number *= (many + at) as f64 / at as f64;
        while number >= 2.0 {
            number /= 2.0;
            power += 1;
        }
    }
    power -= all as i64;
    // All that are fewer, each from the one before it. They get smaller at least geometrically.
    let (mut sum, mut term, mut left) = (1.0f64, 1.0f64, few);
    while left > 0 && term > sum * f64::EPSILON / 4.0 {
        term *= left as f64 / (all - left + 1) as f64;
        sum += term;
        left -= 1;
    }
    sum * number * power_of_two(power)
}

fn power_of_two(power: i64) -> f64 {
    // What is smaller than any number is the smallest one: no finite number of signs makes anything impossible.
    let power = power.clamp(-1022, 1023);
    f64::from_bits(((power + 1023) as u64) << 52)
}

/// The probabilities of several tests, each as large as it must be so that all of them together are wrong no more often than one
/// would be.
pub fn holm(tests: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|&left, &right| tests[left].total_cmp(&tests[right]).then(left.cmp(&right)));
    let mut corrected = vec![1.0; tests.len()];
    let mut least = 0.0f64;
    for (rank, &at) in order.iter().enumerate() {
        least = least.max(tests[at] * (tests.len() - rank) as f64).min(1.0);
        corrected[at] = least;
    }
    corrected
}

/// A sum of exact numbers. Whole ones are added up quickly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ExactSum {
    whole: i128,
    rest: RBig,
}

impl ExactSum {
    pub fn add(&mut self, number: &Exact) {
        match whole_number(number).and_then(|whole| self.whole.checked_add(whole)) {
            Some(sum) => self.whole = sum,
            None => self.rest += &number.0,
        }
    }

    pub fn merge(&mut self, other: &Self) {
        match self.whole.checked_add(other.whole) {
            Some(sum) => self.whole = sum,
            None => self.rest += RBig::from(other.whole),
        }
        if other.rest != RBig::ZERO {
            self.rest += &other.rest;
        }
    }

    pub fn minus(&self, other: &Self) -> Self {
        match (self.whole.checked_sub(other.whole), self.rest == other.rest) {
            (Some(whole), true) => Self { whole, rest: RBig::ZERO },
            (Some(whole), false) => Self { whole, rest: &self.rest - &other.rest },
            (None, _) => Self { whole: 0, rest: self.total().0 - other.total().0 },
        }
    }

    pub fn square(&self) -> Self {
        match (self.whole.checked_mul(self.whole), self.rest == RBig::ZERO) {
            (Some(whole), true) => Self { whole, rest: RBig::ZERO },
            (Some(_) | None, _) => {
                let total = self.total().0;
                Self { whole: 0, rest: &total * &total }
            }
        }
    }

    pub fn sign(&self) -> std::cmp::Ordering {
        if self.rest == RBig::ZERO { self.whole.cmp(&0) } else { self.total().0.cmp(&RBig::ZERO) }
    }

    pub fn total(&self) -> Exact {
        Exact(RBig::from(self.whole) + &self.rest)
    }

    /// Divided by a count; `None` if that is 0.
    pub fn over(&self, count: u64) -> Option<Exact> {
        (count > 0).then(|| Exact(self.total().0 / RBig::from(count)))
    }
}

fn whole_number(number: &Exact) -> Option<i128> {
    if !number.0.is_int() {
        return None;
    }
    i64::try_from(number.0.numerator()).ok().map(i128::from)
}

/// As a number with a point.
pub(super) fn approximate(number: &Exact) -> f64 {
    number.0.to_f64_fast()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(left: f64, right: f64, by: f64) -> bool {
        (left - right).abs() <= by
    }

    /// Newcombe 1998, table I, method 3.
    #[test]
    fn wilson_intervals_are_those_of_the_literature() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(successes, trials).expect("there are trials");
            assert!(
                near(interval.low, low, 5e-5) && near(interval.high, high, 5e-5),
                "{interval:?}"
            );
        }
        assert_eq!(wilson(0, 0), None);
        assert_eq!(wilson(7, 7).map(|interval| interval.high), Some(1.0));
    }

    #[test]
    fn the_sign_test_is_the_sum_of_binomial_coefficients() {
        // 2 * (1 + 10 + 45) / 1024, and the 82 years of London's christenings.
        assert!(near(sign_test(8, 2), 112.0 / 1024.0, 1e-15));
        assert_eq!(sign_test(5, 5), 1.0);
        assert_eq!(sign_test(0, 0), 1.0);
        assert!(near(sign_test(0, 82) / (2.0 * 0.5f64.powi(82)), 1.0, 1e-12));
        for all in 1..=40u64 {
            for few in 0..=all / 2 {
                let mut sum = 0u128;
                let mut choose = 1u128;
                for at in 0..=few {
                    sum += choose;
                    choose = choose * u128::from(all - at) / u128::from(at + 1);
                }
                let exact = (2.0 * sum as f64 / (1u64 << all) as f64).min(1.0);
                let exact = if 2 * few == all { 1.0 } else { exact };
                assert!(near(sign_test(few, all - few), exact, 1e-12), "{few} of {all}");
                // So many negative ones at least; and, the other way round, all but one fewer.
                let one_sided = sum as f64 / (1u64 << all) as f64;
                let many = sign_test_against(few, all - few);
                assert!(near(many, one_sided, 1e-12), "{few} of {all}: {many}");
                let few_more = sign_test_against(all - few - 1, few + 1);
                assert!(near(few_more, 1.0 - one_sided, 1e-12), "{few} of {all}: {few_more}");
            }
            assert_eq!(sign_test_against(all, 0), 1.0);
        }
        // A million signs with a difference of three standard deviations.
        assert!(near(sign_test(501_500, 498_500), 0.0027, 0.0001));
        assert!(sign_test(0, 1_000_000) > 0.0);
        assert!(near(sign_test_against(498_500, 501_500), 0.00135, 0.00005));
    }

    #[test]
    fn corrections_grow_with_the_number_of_comparisons() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!(near(*found, expected, 1e-12), "{corrected:?}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    }

    #[test]
    fn sums_are_exact() {
        let exact = |text: &str| Exact(text.parse().expect("a number"));
        let mut sum = ExactSum::default();
        for text in ["1/3", "-2", "1/6", "9223372036854775807", "1/2", "99999999999999999999999"] {
            sum.add(&exact(text));
        }
        assert_eq!(sum.total(), exact("100009223372036854775805"));
        let mut other = ExactSum::default();
        other.add(&exact("1/2"));
        assert_eq!(other.minus(&sum).sign(), std::cmp::Ordering::Less);
        assert_eq!(other.square().total(), exact("1/4"));
        other.merge(&sum);
        assert_eq!(other.over(2), Some(exact("200018446744073709551611/4")));
        assert_eq!(other.over(0), None);
    }
}
