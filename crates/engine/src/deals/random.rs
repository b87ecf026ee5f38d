//! Random numbers from a seed: the same on every machine, in every version (SplitMix64; Steele, Lea, Flood 2014).

use dashu_int::UBig;
use dashu_int::ops::BitTest;

/// A source of random numbers. Who starts from the same seed gets the same ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(u64);

impl Random {
    /// The source of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// One of so many, all equally likely; zero if there are none.
    pub fn below(&mut self, many: usize) -> usize {
        u64::below(&(many as u64), self) as usize
    }
}

/// Numbers one of which can be drawn.
pub(super) trait Drawn: Sized {
    /// One that is less, all equally likely; zero if there are none.
    fn below(limit: &Self, random: &mut Random) -> Self;
}

impl Drawn for u64 {
    fn below(limit: &Self, random: &mut Random) -> Self {
        let mask = mask(limit.saturating_sub(1));
        loop {
            let drawn = random.word() & mask;
            if drawn < *limit || mask == 0 {
                return drawn;
            }
        }
    }
}

impl Drawn for u128 {
    fn below(limit: &Self, random: &mut Random) -> Self {
        let most = limit.saturating_sub(1);
        let high = mask((most >> 64) as u64);
        let low = if high == 0 { mask(most as u64) } else { u64::MAX };
        loop {
            let above = if high == 0 { 0 } else { random.word() & high };
            let drawn = Self::from(above) << 64 | Self::from(random.word() & low);
            if drawn < *limit || drawn == 0 {
                return drawn;
            }
        }
    }
}

impl Drawn for UBig {
    fn below(limit: &Self, random: &mut Random) -> Self {
        let bits = limit.bit_len();
        loop {
            let words = (0..bits.div_ceil(64)).map(|_| random.word());
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
