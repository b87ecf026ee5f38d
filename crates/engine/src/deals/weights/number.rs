//! The numbers that weights are added up in: the smallest kind that holds the sum of all weights.

use dashu_int::UBig;

/// A number that is never below zero.
pub(super) trait Number: Clone {
    /// The number; whoever asks knows that it fits.
    fn of(value: &UBig) -> Self;
    fn zero() -> Self;
    fn is_zero(&self) -> bool;
    fn times(&self, other: &Self) -> Self;
    fn add(&mut self, other: &Self);
    fn whole(&self) -> UBig;
}

macro_rules! machine_number {
    ($kind:ty) => {
        impl Number for $kind {
            fn of(value: &UBig) -> Self {
                Self::try_from(value).unwrap_or(Self::MAX)
            }

            fn zero() -> Self {
                0
            }

            fn is_zero(&self) -> bool {
                *self == 0
            }

            fn times(&self, other: &Self) -> Self {
                self.wrapping_mul(*other)
            }

            fn add(&mut self, other: &Self) {
                *self = self.wrapping_add(*other);
            }

            fn whole(&self) -> UBig {
                UBig::from(*self)
            }
        }
    };
}

machine_number!(u64);
machine_number!(u128);

impl Number for UBig {
    fn of(value: &UBig) -> Self {
        value.clone()
    }

    fn zero() -> Self {
        Self::ZERO
    }

    fn is_zero(&self) -> bool {
        Self::is_zero(self)
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn whole(&self) -> UBig {
        self.clone()
    }
}

/// Only to see how large the others have to be: sums and products of what is never below zero are
/// right up to a small part of themselves, or infinite.
impl Number for f64 {
    fn of(value: &UBig) -> Self {
        value.to_f64().value()
    }

    fn zero() -> Self {
        0.0
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn whole(&self) -> UBig {
        UBig::ZERO
    }
}
