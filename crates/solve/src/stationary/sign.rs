//! Signs of numbers, and of polynomials that have one sign on all of a region.

use hexa_games::exact::RBig;

/// A sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sign {
    /// Less than 0.
    Negative,
    /// 0.
    Zero,
    /// More than 0.
    Positive,
}

impl Sign {
    /// The sign of a product.
    pub fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::Zero, _) | (_, Self::Zero) => Self::Zero,
            (Self::Positive, Self::Positive) | (Self::Negative, Self::Negative) => Self::Positive,
            (Self::Positive, Self::Negative) | (Self::Negative, Self::Positive) => Self::Negative,
        }
    }

    /// The sign of a number.
    pub fn of(number: &RBig) -> Self {
        match number.cmp(&RBig::ZERO) {
            std::cmp::Ordering::Less => Self::Negative,
            std::cmp::Ordering::Equal => Self::Zero,
            std::cmp::Ordering::Greater => Self::Positive,
        }
    }
}
