//! Random numbers: the one source of them in the project. A stream is named after what it is for and starts
//! from a seed; the same name and seed give the same numbers on every machine, in every version, and streams of
//! different names do not depend on each other (SplitMix64; Steele, Lea, Flood 2014).

/// A source of random numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream of a name and a seed.
    #[inline]
    pub fn new(name: &str, seed: u64) -> Self {
        // FNV-1a (Fowler, Noll, Vo) tells the names apart; one step of the stream spreads the seed.
        let mixed = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        Self(Self(seed).word() ^ mixed)
    }

    /// The stream of a seed alone, for what was recorded before streams had names.
    pub fn of_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// Any word.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// One of so many, all equally likely; zero if there are none.
    pub fn below(&mut self, many: usize) -> usize {
        let mask =
            u64::MAX.checked_shr((many as u64).saturating_sub(1).leading_zeros()).unwrap_or(0);
        loop {
            let drawn = self.word() & mask;
            if drawn < many as u64 || mask == 0 {
                return drawn as usize;
            }
        }
    }

    /// A number of a range, all equally likely; its start if it is empty.
    pub fn between(&mut self, range: std::ops::Range<usize>) -> usize {
        range.start + self.below(range.len())
    }

    /// True once in so many times.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// Heads or tails.
    pub fn flip(&mut self) -> bool {
        self.word() >> 63 == 1
    }

    /// One of these, all equally likely; none if there are none.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    /// Brings these into any order, all equally likely (Fisher, Yates).
    pub fn shuffle<T>(&mut self, these: &mut [T]) {
        for place in (1..these.len()).rev() {
            these.swap(place, self.below(place + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_seeds_give_streams_of_their_own() {
        let first = |name, seed| Stream::new(name, seed).word();
        let mut all: Vec<u64> = ["deal", "moves"]
            .iter()
            .flat_map(|name| (0..4).map(|seed| first(name, seed)))
            .collect();
        assert_eq!(first("deal", 3), all[3]);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 8);
    }

    #[test]
    fn all_orders_of_three_come_up_equally_often() {
        let mut stream = Stream::new("orders", 1);
        let mut found = std::collections::BTreeMap::<[u8; 3], u32>::new();
        for _ in 0..6000 {
            let mut three = [1, 2, 3];
            stream.shuffle(&mut three);
            *found.entry(three).or_default() += 1;
        }
        assert!(
            found.len() == 6 && found.values().all(|&times| (900..1100).contains(&times)),
            "{found:?}"
        );
    }

    #[test]
    fn below_stays_below() {
        let mut stream = Stream::new("below", 7);
        for many in 0..20 {
            let drawn: Vec<usize> = (0..200).map(|_| stream.below(many)).collect();
            assert!(drawn.iter().all(|&at| at < many.max(1)));
            assert!((0..many).all(|at| drawn.contains(&at)), "{many}");
        }
    }
}
