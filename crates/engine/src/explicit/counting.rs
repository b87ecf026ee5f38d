//! How many of several formulas hold, in all worlds at once: one counter per world,
//! kept in planes of bits, so that adding a column is a few operations per word.

use crate::explicit::bits::{self, Bits, Word};
use crate::limits::Pace;
use hexa_logic::{Comparison, CountTest, Stopped};

/// A counter for each world. Plane i holds the bits worth 2^i.
pub(crate) struct Counter {
    planes: Vec<Bits>,
}

impl Counter {
    /// Counters that start with one column and have room for so many.
    pub(crate) fn new(most: usize, first: &Bits) -> Self {
        let planes = (most.max(1).ilog2() + 1) as usize;
        let mut planes = vec![Bits::with_capacity(first.len()); planes];
        planes[0] = first.clone();
        Self { planes }
    }

    /// Adds one in every world of the column.
    pub(crate) fn add(&mut self, column: &Bits, pace: &Pace) -> Result<(), Stopped> {
        let words = column.as_slice();
        pace.pass(words.len(), |piece| {
            for at in piece {
                let mut carry = words[at];
                for plane in &mut self.planes {
                    if carry == 0 {
                        break;
                    }
                    let digit = &mut plane.as_mut_slice()[at];
                    (*digit, carry) = (*digit ^ carry, *digit & carry);
                }
            }
        })
    }

    /// The worlds where the count, which is at most `most`, passes the test.
    pub(crate) fn worlds_passing(
        &self,
        most: usize,
        test: &CountTest,
        pace: &Pace,
    ) -> Result<Bits, Stopped> {
        match test {
            CountTest::Compare(comparison, number) => {
                self.compare(most, *comparison, *number, pace)
            }
            CountTest::OneOf(numbers) => {
                let mut found = self.nowhere();
                for &number in numbers {
                    found.union_with(&self.compare(most, Comparison::Equal, number, pace)?);
                }
                Ok(found)
            }
        }
    }

    fn compare(
        &self,
        most: usize,
        comparison: Comparison,
        number: i64,
        pace: &Pace,
    ) -> Result<Bits, Stopped> {
        let Some(number) = usize::try_from(number).ok().filter(|&number| number <= most) else {
            // No count is outside: all compare alike.
            let below = if number < 0 { 1 } else { 0 };
            return Ok(self.constant(comparison.holds(below.cmp(&(1 - below)))));
        };
        let (less, equal) = self.order(number, pace)?;
        self.combine(comparison, less, equal, pace)
    }

    /// Where the count is less than the number, and where it equals it: most significant first.
    fn order(&self, number: usize, pace: &Pace) -> Result<(Bits, Bits), Stopped> {
        let (mut less, mut equal) = (self.nowhere(), self.constant(true));
        let (smaller, same) = (less.as_mut_slice(), equal.as_mut_slice());
        for (at, plane) in self.planes.iter().enumerate().rev() {
            let digits = plane.as_slice();
            pace.pass(digits.len(), |piece| {
                let words = smaller[piece.clone()].iter_mut().zip(&mut same[piece.clone()]);
                for ((less, equal), &digit) in words.zip(&digits[piece]) {
                    if number >> at & 1 == 1 {
                        *less |= *equal & !digit;
                        *equal &= digit;
                    } else {
                        *equal &= !digit;
                    }
                }
            })?;
        }
        Ok((less, equal))
    }

    fn combine(
        &self,
        comparison: Comparison,
        mut less: Bits,
        equal: Bits,
        pace: &Pace,
    ) -> Result<Bits, Stopped> {
        let operation: fn(Word, Word) -> Word = match comparison {
            Comparison::Equal => |_, equal| equal,
            Comparison::NotEqual => |_, equal| !equal,
            Comparison::Less => |less, _| less,
            Comparison::AtMost => |less, equal| less | equal,
            Comparison::Greater => |less, equal| !(less | equal),
            Comparison::AtLeast => |less, _| !less,
        };
        bits::zip_with(&mut less, &equal, pace, operation)?;
        Ok(less)
    }

    fn nowhere(&self) -> Bits {
        Bits::with_capacity(self.planes[0].len())
    }

    fn constant(&self, value: bool) -> Bits {
        match value {
            true => bits::all(self.planes[0].len()),
            false => self.nowhere(),
        }
    }
}
