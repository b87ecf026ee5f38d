//! Sets of worlds as columns of bits, and the passes over memory that need whole
//! words: 64 worlds at a time.

use crate::limits::Pace;
use fixedbitset::FixedBitSet;
use hexa_logic::Stopped;

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
pub(crate) fn list(set: &Bits, pace: &Pace) -> Result<Vec<u32>, Stopped> {
    let mut list = Vec::with_capacity(set.count_ones(..));
    append(set, &mut list, pace)?;
    Ok(list)
}

/// Appends the worlds of a set to a list, in order.
pub(crate) fn append(set: &Bits, list: &mut Vec<u32>, pace: &Pace) -> Result<(), Stopped> {
    let words = set.as_slice();
    pace.pass(words.len(), |piece| {
        for at in piece {
            each_one(words[at], at * WORD, |world| list.push(world as u32));
        }
    })
}

/// Calls `f` for every world of a set, in order; each is a step.
pub(crate) fn each(set: &Bits, pace: &Pace, f: impl FnMut(usize)) -> Result<(), Stopped> {
    pace.each(set.ones(), f)
}

/// A column of so many bits, one after the other.
pub(crate) fn pack(
    size: usize,
    bits: impl Iterator<Item = bool>,
    pace: &Pace,
) -> Result<Bits, Stopped> {
    let mut packing = Packing::new(size);
    pace.each(bits, |bit| packing.push(bit))?;
    Ok(packing.finish())
}

/// So many bits of a column from one on, a word at a time; what lies past its end is not set.
pub(crate) fn slice(set: &Bits, start: usize, size: usize, pace: &Pace) -> Result<Bits, Stopped> {
    let words = set.as_slice();
    let word = |at: usize| words.get(at).copied().unwrap_or(0);
    let (first, shift) = (start / WORD, start % WORD);
    let mut blocks = pace.table(size.div_ceil(WORD), |at| {
        let low = word(first + at) >> shift;
        // Shifting by all bits is undefined.
        let high = if shift == 0 { 0 } else { word(first + at + 1) << (WORD - shift) };
        low | high
    })?;
    if let (Some(last), rest @ 1..) = (blocks.last_mut(), size % WORD) {
        *last &= (1 << rest) - 1;
    }
    Ok(Bits::with_capacity_and_blocks(size, blocks))
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
pub(crate) fn zip_with(
    left: &mut Bits,
    right: &Bits,
    pace: &Pace,
    f: impl Fn(Word, Word) -> Word,
) -> Result<(), Stopped> {
    let (left, right) = (left.as_mut_slice(), right.as_slice());
    pace.pass(left.len().min(right.len()), |piece| {
        for (l, &r) in left[piece.clone()].iter_mut().zip(&right[piece]) {
            *l = f(*l, r);
        }
    })
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
pub(crate) fn gather(source: &Bits, kept: &Bits, pace: &Pace) -> Result<Bits, Stopped> {
    let mut gathering = Gathering::new(1, kept.count_ones(..));
    let words = kept.as_slice();
    pace.pass(words.len(), |piece| {
        piece.for_each(|at| gathering.word(&[Some(source)], at, words[at]));
    })?;
    Ok(gathering.finish().pop().unwrap_or_default())
}

/// Columns being filled side by side with the bits of others.
pub(crate) struct Gathering {
    columns: Vec<Bits>,
    /// How many bits each has so far.
    at: usize,
}

impl Gathering {
    /// So many columns, each of so many bits.
    pub(crate) fn new(columns: usize, size: usize) -> Self {
        Self { columns: vec![Bits::with_capacity(size); columns], at: 0 }
    }

    /// For each column the bits of its source at the worlds listed; without source, none is set.
    pub(crate) fn list(
        &mut self,
        sources: &[Option<&Bits>],
        list: &[u32],
        pace: &Pace,
    ) -> Result<(), Stopped> {
        let mut rest = list;
        while let Some(&first) = rest.first() {
            let word = first as usize / WORD;
            let (kept, taken) = within_word(word, rest);
            self.word(sources, word, kept);
            rest = &rest[taken..];
            pace.count(1 + sources.len() as u64 / 8)?;
        }
        Ok(())
    }

    /// The same for the worlds of one word.
    fn word(&mut self, sources: &[Option<&Bits>], word: usize, kept: Word) {
        if kept == 0 {
            return;
        }
        let closing = Closing::new(kept);
        let (to, shift) = (self.at / WORD, self.at % WORD);
        self.at += kept.count_ones() as usize;
        let overflows = self.at.div_ceil(WORD) > to + 1;
        for (column, source) in self.columns.iter_mut().zip(sources) {
            let Some(source) = source else { continue };
            let bits = closing.close(source.as_slice()[word]);
            let words = &mut column.as_mut_slice()[to..];
            words[0] |= bits << shift;
            if overflows {
                words[1] |= bits >> (WORD - shift);
            }
        }
    }

    pub(crate) fn finish(self) -> Vec<Bits> {
        self.columns
    }
}

/// The worlds at the start of a list that lie in a word, as far as they are in order; and how many.
fn within_word(word: usize, list: &[u32]) -> (Word, usize) {
    let mut kept = 0;
    for (taken, &world) in list.iter().enumerate() {
        let bit = 1 << (world as usize % WORD);
        if world as usize / WORD != word || bit <= kept {
            return (kept, taken);
        }
        kept |= bit;
    }
    (kept, list.len())
}

/// How the bits of a word move so that those of a set close up: in each step some of them by twice
/// as far as in the one before. The compress operation of Hacker's Delight, section 7-4.
struct Closing {
    set: Word,
    moving: [Word; STEPS],
}

const STEPS: usize = WORD.ilog2() as usize;

impl Closing {
    fn new(set: Word) -> Self {
        let mut moving = [0; STEPS];
        let mut left = set;
        // A bit has as far to go as there are gaps below it; each step settles one digit of that.
        let mut gaps = !set << 1;
        for (step, moving) in moving.iter_mut().enumerate() {
            let odd = parity_below(gaps);
            *moving = odd & left;
            left = (left ^ *moving) | *moving >> (1 << step);
            gaps &= !odd;
        }
        Self { set, moving }
    }

    #[inline]
    fn close(&self, word: Word) -> Word {
        let mut word = word & self.set;
        for (step, moving) in self.moving.iter().enumerate() {
            let moved = word & moving;
            word = (word ^ moved) | moved >> (1 << step);
        }
        word
    }
}

/// For each place whether an odd number of bits are set up to it.
fn parity_below(word: Word) -> Word {
    (0..STEPS).fold(word, |word, step| word ^ word << (1 << step))
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
    use hexa_logic::Stop;

    #[test]
    fn slices_have_the_bits_from_one_on() {
        let pace = &Pace::new(&Stop::new());
        let column: Vec<bool> = (0..300).map(|at| at * at % 7 < 3).collect();
        let set = pack(300, column.iter().copied(), pace).unwrap();
        for start in [0, 1, 63, 64, 65, 128, 299, 300] {
            for size in [0, 1, 63, 64, 65, 130, 300] {
                let expected = (start..start + size).map(|at| column.get(at) == Some(&true));
                let expected = pack(size, expected, pace).unwrap();
                assert_eq!(slice(&set, start, size, pace).unwrap(), expected, "{start} {size}");
            }
        }
    }

    #[test]
    fn gathered_columns_have_the_bits_listed_in_order() {
        let mut seed = 3u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize
        };
        let mut column = || (0..300).map(|_| next() % 3 == 0).collect::<Vec<bool>>();
        let columns = [column(), column(), column()];
        let pace = &Pace::new(&Stop::new());
        let pack = |c: &Vec<bool>| pack(300, c.iter().copied(), pace).unwrap();
        let all: Vec<Bits> = columns.iter().map(pack).collect();
        let sparse = list(&all[0], pace).unwrap();
        let dense: Vec<u32> = (5..295).filter(|w| w % 7 != 0).collect();
        let jumping: Vec<u32> = (0..300).map(|w| (w * 97) % 300).chain([7, 7]).collect();
        let lists = [sparse, dense, Vec::new(), (0..300).collect(), jumping];
        let mut gathering = Gathering::new(4, lists.iter().map(Vec::len).sum());
        let sources = [Some(&all[0]), Some(&all[1]), None, Some(&all[2])];
        lists.iter().for_each(|list| gathering.list(&sources, list, pace).unwrap());
        let gathered = gathering.finish();
        for (at, &world) in lists.iter().flatten().enumerate() {
            let bits = gathered.iter().map(|column| column.contains(at));
            let expected = sources.iter().map(|s| s.is_some_and(|s| s.contains(world as usize)));
            assert!(bits.eq(expected), "bit {at}");
        }
        let closed = gather(&all[1], &all[0], pace).unwrap();
        assert!((0..closed.len()).all(|at| closed.contains(at) == gathered[1].contains(at)));
    }

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
