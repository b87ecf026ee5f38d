//! Exact numbers that may be negative: what somebody can expect, and how often something is done.

pub use dashu_ratio::RBig;
use std::fmt;

/// A fraction in lowest terms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Exact(pub RBig);

/// Fractions with more digits than this are not read.
const MOST_DIGITS: usize = 10_000;

impl Exact {
    /// The number that is written like this: `2`, `-1/3`. Nothing else is one.
    pub fn read(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (above, below) = unsigned.split_once('/').unwrap_or((unsigned, "1"));
        let is_whole = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
        let is_nothing = below.bytes().all(|c| c == b'0');
        if text.len() > MOST_DIGITS || !is_whole(above) || !is_whole(below) || is_nothing {
            return None;
        }
        text.parse().ok().map(Self)
    }

    /// The number that is written with a point, such as `0.315` or `-1.5`; as it stands there, not the nearest one that a machine
    /// keeps.
    pub fn read_decimal(text: &str) -> Option<Self> {
        let (whole, after) = text.split_once('.').filter(|(_, after)| !after.is_empty())?;
        if text.len() > MOST_DIGITS {
            return None;
        }
        Self::read(&format!("{whole}{after}/1{}", "0".repeat(after.len())))
    }
}

/// The common denominator of all numbers so far and one more, if it has at most 128 bits. Sums of many numbers without one
/// would grow and grow.
pub fn widen_denominator(common: u128, number: &Exact) -> Option<u128> {
    let denominator = u128::try_from(number.0.denominator().clone()).ok()?;
    let (mut left, mut right) = (common, denominator);
    while right != 0 {
        (left, right) = (right, left % right);
    }
    common.checked_mul(denominator / left.max(1))
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Exact {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Exact {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let wrong = || format!("`{text}` is no fraction, such as 2 or -1/3");
        Self::read(&text).ok_or_else(|| serde::de::Error::custom(wrong()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denominators_are_common_up_to_a_size() {
        let number = |text: &str| Exact::read(text).expect("a number");
        assert_eq!(widen_denominator(1, &number("3")), Some(1));
        assert_eq!(widen_denominator(4, &number("1/6")), Some(12));
        assert_eq!(widen_denominator(1 << 127, &number("1/2")), Some(1 << 127));
        assert_eq!(widen_denominator(1 << 127, &number("1/3")), None);
        assert_eq!(widen_denominator(1, &number(&format!("1/1{}", "0".repeat(50)))), None);
    }

    #[test]
    fn fractions_are_read_and_nothing_else() {
        for text in ["0", "-7", "1/3", "-22/7"] {
            assert_eq!(Exact::read(text).map(|number| number.to_string()).as_deref(), Some(text));
        }
        assert_eq!(Exact::read("2/4"), Exact::read("1/2"));
        for (text, fraction) in [("0.5", "1/2"), ("-1.25", "-5/4"), (".5", "1/2"), ("3.0", "3")] {
            assert_eq!(Exact::read_decimal(text), Exact::read(fraction), "{text}");
        }
        for text in ["1", "1.", ".", "1/2.5", "0.5.5", "1.-5", "5e-1.0", "0.1/2"] {
            assert_eq!(Exact::read_decimal(text), None, "{text}");
        }
        for text in ["", "-", "1/0", "1/-2", "0.5", "1/", "/2", "+1", " 1", "1_0", "--1", "x"] {
            assert_eq!(Exact::read(text), None, "{text}");
        }
    }
}
