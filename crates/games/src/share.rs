//! Exact shares: averages and probabilities of what was counted.

use std::fmt;

/// A fraction in lowest terms. The denominator is not 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    numerator: u128,
    denominator: u128,
}

impl Share {
    /// So many out of so many; 0 if there is nothing to share.
    pub fn of(part: u128, whole: u128) -> Self {
        let divisor = common_divisor(part, whole).max(1);
        match whole {
            0 => Self { numerator: 0, denominator: 1 },
            _ => Self { numerator: part / divisor, denominator: whole / divisor },
        }
    }

    /// As a floating-point number, for those who compare.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Which of two shares is larger, exactly.
    pub fn compare(self, other: Self) -> std::cmp::Ordering {
        // By continued fractions, so that no product can be too large.
        let (whole, others) =
            (self.numerator / self.denominator, other.numerator / other.denominator);
        let rest = (self.numerator % self.denominator, other.numerator % other.denominator);
        whole.cmp(&others).then_with(|| match rest {
            (0, 0) => std::cmp::Ordering::Equal,
            (0, _) => std::cmp::Ordering::Less,
            (_, 0) => std::cmp::Ordering::Greater,
            (left, right) => {
                let flipped = Self { numerator: other.denominator, denominator: right };
                flipped.compare(Self { numerator: self.denominator, denominator: left })
            }
        })
    }
}

fn common_divisor(left: u128, right: u128) -> u128 {
    if right == 0 { left } else { common_divisor(right, left % right) }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Share {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Share;
    use std::cmp::Ordering;

    #[test]
    fn shares_are_compared_exactly() {
        let of = Share::of;
        assert_eq!(of(6, 4).to_string(), "3/2");
        assert_eq!(of(0, 0).to_string(), "0");
        assert_eq!(of(1, 3).compare(of(2, 5)), Ordering::Less);
        assert_eq!(of(7, 5).compare(of(4, 3)), Ordering::Greater);
        assert_eq!(of(u128::MAX, 3).compare(of(u128::MAX, 3)), Ordering::Equal);
    }
}
