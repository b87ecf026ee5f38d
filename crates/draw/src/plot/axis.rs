//! Axes: from where to where, and at which numbers there are marks.

use super::NumberForm;

/// About how many marks there are.
const MARKS: f64 = 5.0;

/// A range of numbers with marks at round ones.
pub struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// From the round number below these to the one above them.
    pub fn around(numbers: impl Iterator<Item = f64>) -> Self {
        let finite = numbers.filter(|number| number.is_finite());
        let (mut low, mut high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), one| {
                (low.min(one), high.max(one))
            });
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low <= f64::EPSILON * high.abs().max(low.abs()) {
            let around = if high == 0.0 { 1.0 } else { high.abs() / 2.0 };
            (low, high) = (low - around, high + around);
        }
        let step = round_step((high - low) / MARKS);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// Where a number is, from 0 to 1.
    pub fn place(&self, number: f64) -> f64 {
        (number - self.low) / (self.high - self.low)
    }

    /// The numbers with marks.
    pub fn ticks(&self) -> Vec<f64> {
        let many = ((self.high - self.low) / self.step).round() as usize;
        (0..=many.min(50)).map(|at| self.step.mul_add(at as f64, self.low)).collect()
    }

    /// A number with as many digits as marks need.
    pub fn number(&self, number: f64, form: NumberForm) -> String {
        let (scale, unit) = match form {
            NumberForm::Plain => (1.0, ""),
            NumberForm::Percent => (100.0, " %"),
        };
        let (number, step) = (number * scale, self.step * scale);
        let digits = (0..12).find(|&digits| {
            let shifted = step * 10f64.powi(digits);
            (shifted - shifted.round()).abs() < 1e-6 * shifted
        });
        let text = format!("{number:.*}", digits.unwrap_or(12) as usize);
        let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
        let text = if is_zero { text.trim_start_matches('-').to_owned() } else { text };
        format!("{}{unit}", text.replace('-', "\u{2212}"))
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not smaller.
fn round_step(step: f64) -> f64 {
    let mut power = 1.0f64;
    while power > step {
        power /= 10.0;
    }
    while power * 10.0 <= step {
        power *= 10.0;
    }
    let fits = [1.0, 2.0, 5.0, 10.0].into_iter().find(|times| times * power >= step * 0.999_999);
    fits.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_at_round_numbers() {
        let written = |numbers: &[f64], form| {
            let axis = Axis::around(numbers.iter().copied());
            axis.ticks().iter().map(|&tick| axis.number(tick, form)).collect::<Vec<_>>()
        };
        assert_eq!(
            written(&[0.47, 0.53], NumberForm::Percent),
            ["46 %", "48 %", "50 %", "52 %", "54 %"]
        );
        assert_eq!(
            written(&[-0.03, 0.05], NumberForm::Plain).join(" "),
            "−0.04 −0.02 0.00 0.02 0.04 0.06"
        );
        assert_eq!(
            written(&[0.0, 4913.0], NumberForm::Plain).join(" "),
            "0 1000 2000 3000 4000 5000"
        );
        assert!(!written(&[], NumberForm::Plain).is_empty());
        assert!(!written(&[3.0, 3.0, f64::NAN], NumberForm::Plain).is_empty());
    }
}
