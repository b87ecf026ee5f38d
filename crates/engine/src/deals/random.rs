//! Numbers of any size drawn from a [`Stream`], all below a limit equally likely.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use hexa_logic::Stream;

/// Numbers one of which can be drawn.
pub(super) trait Drawn: Sized {
    /// One that is less, all equally likely; zero if there are none.
    fn below(limit: &Self, stream: &mut Stream) -> Self;
}

impl Drawn for u64 {
    fn below(limit: &Self, stream: &mut Stream) -> Self {
        let mask = mask(limit.saturating_sub(1));
        loop {
            let drawn = stream.word() & mask;
            if drawn < *limit || mask == 0 {
                return drawn;
            }
        }
    }
}

impl Drawn for u128 {
    fn below(limit: &Self, stream: &mut Stream) -> Self {
        let most = limit.saturating_sub(1);
        let high = mask((most >> 64) as u64);
        let low = if high == 0 { mask(most as u64) } else { u64::MAX };
        loop {
            let above = if high == 0 { 0 } else { stream.word() & high };
            let drawn = Self::from(above) << 64 | Self::from(stream.word() & low);
            if drawn < *limit || drawn == 0 {
                return drawn;
            }
        }
    }
}

impl Drawn for UBig {
    fn below(limit: &Self, stream: &mut Stream) -> Self {
        let bits = limit.bit_len();
        loop {
            let words = (0..bits.div_ceil(64)).map(|_| stream.word());
            let drawn = words.fold(Self::ZERO, |drawn, word| (drawn << 64) | Self::from(word));
            let drawn = drawn >> (bits.div_ceil(64) * 64 - bits);
            if drawn < *limit || bits == 0 {
                return drawn;
            }
        }
    }
}

/// All bits that numbers up to this one have.
fn mask(most: u64) -> u64 {
    u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0)
}
