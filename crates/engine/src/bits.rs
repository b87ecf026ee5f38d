//! Sets of worlds as columns of bits, and the passes over memory that need whole
//! words: 64 worlds at a time.

use fixedbitset::FixedBitSet;

/// A set of worlds: one bit per world of a model.
pub type Bits = FixedBitSet;

/// One block of a column.
pub(crate) type Word = usize;

/// How many worlds a block holds.
pub(crate) const WORD: usize = Word::BITS as usize;

/// Every world of a model with that many.
pub(crate) fn all(worlds: usize) -> Bits {
    let mut bits = Bits::with_capacity(worlds);
    bits.insert_range(..);
    bits
}

/// The worlds of a set, in order.
pub(crate) fn list(set: &Bits) -> Vec<u32> {
    let mut list = Vec::with_capacity(set.count_ones(..));
    for (at, &word) in set.as_slice().iter().enumerate() {
        each_one(word, at * WORD, |world| list.push(world as u32));
    }
    list
}

/// A column of so many bits, one after the other.
pub(crate) fn pack(size: usize, bits: impl Iterator<Item = bool>) -> Bits {
    let mut packing = Packing::new(size);
    bits.for_each(|bit| packing.push(bit));
    packing.finish()
}

/// A column being filled, one bit after the other.
pub(crate) struct Packing {
    bits: Bits,
    at: usize,
    word: Word,
}

impl Packing {
    pub(crate) fn new(size: usize) -> Self {
        Self { bits: Bits::with_capacity(size), at: 0, word: 0 }
    }

    /// The next bit; bits past the size are dropped.
    #[inline]
    pub(crate) fn push(&mut self, bit: bool) {
        self.word |= Word::from(bit) << (self.at % WORD);
        self.at += 1;
        if self.at.is_multiple_of(WORD) {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let Some(word) = self.bits.as_mut_slice().get_mut((self.at - 1) / WORD) {
            *word = self.word;
        }
        self.word = 0;
    }

    pub(crate) fn finish(mut self) -> Bits {
        if !self.at.is_multiple_of(WORD) {
            self.flush();
        }
        self.bits
    }
}

/// Bits packed into words, the first in the lowest place.
pub(crate) fn words(bits: impl Iterator<Item = bool>) -> Vec<Word> {
    let mut words = Vec::with_capacity(bits.size_hint().0.div_ceil(WORD));
    for (at, bit) in bits.enumerate() {
        if at % WORD == 0 {
            words.push(0);
        }
        if let Some(word) = words.last_mut() {
            *word |= Word::from(bit) << (at % WORD);
        }
    }
    words
}

/// Applies an operation to each pair of words.
pub(crate) fn zip_with(left: &mut Bits, right: &Bits, f: impl Fn(Word, Word) -> Word) {
    for (l, &r) in left.as_mut_slice().iter_mut().zip(right.as_slice()) {
        *l = f(*l, r);
    }
}

/// Flips every bit, those past the end included: callers mask with a domain before counting.
pub(crate) fn flip(bits: &mut Bits) {
    bits.as_mut_slice().iter_mut().for_each(|word| *word = !*word);
}

/// Calls `f` for every world of a word of the set.
#[inline]
pub(crate) fn each_one(mut word: Word, base: usize, mut f: impl FnMut(usize)) {
    while word != 0 {
        f(base + word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// The bits of `source` at the worlds of `kept`, closed up.
pub(crate) fn gather(source: &Bits, kept: &Bits) -> Bits {
    let mut packed = Bits::with_capacity(kept.count_ones(..));
    for (to, from) in kept.ones().enumerate() {
        packed.set(to, source.contains(from));
    }
    packed
}

/// For 64 worlds the bits of up to 64 columns, read across: `rows[i]` holds the bit of column j
/// at its place j. The 64 by 64 transposition of Hacker's Delight, section 7-3.
pub(crate) fn across(columns: &[&Bits], word: usize) -> [u64; 64] {
    let mut rows = [0u64; 64];
    for (row, column) in rows.iter_mut().zip(columns) {
        *row = column.as_slice()[word] as u64;
    }
    transpose(&mut rows);
    rows
}

fn transpose(rows: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        let mut at = 0;
        while at < 64 {
            let swap = ((rows[at] >> width) ^ rows[at + width]) & mask;
            rows[at] ^= swap << width;
            rows[at + width] ^= swap;
            at = (at + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_moves_every_bit_across_the_diagonal() {
        let mut rows = [0u64; 64];
        let mut seed = 1u64;
        for row in &mut rows {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *row = seed ^ (seed >> 29);
        }
        let before = rows;
        transpose(&mut rows);
        for (i, row) in before.iter().enumerate() {
            for (j, column) in rows.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1, "bit {i},{j}");
            }
        }
    }
}
