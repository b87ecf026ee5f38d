//! Smallest hitting sets: with an element of each set of a family.

use crate::limits::{Limit, Work};
use fixedbitset::FixedBitSet;

/// Sets of numbers below some number.
pub(super) struct Family {
    sets: Vec<FixedBitSet>,
    count: usize,
    /// There is no hitting set with fewer elements.
    least: usize,
}

impl Family {
    pub(super) fn new(count: usize) -> Self {
        Self { sets: Vec::new(), count, least: 0 }
    }

    /// With one set more. The empty set is never hit: it is left out.
    pub(super) fn add(&mut self, set: FixedBitSet) {
        if set.is_clear() || self.sets.iter().any(|known| known.is_subset(&set)) {
            return;
        }
        self.sets.retain(|known| !set.is_subset(known));
        self.sets.push(set);
    }

    /// A smallest hitting set, in order.
    pub(super) fn smallest(&mut self, work: &mut Work) -> Result<Vec<usize>, Limit> {
        let mut open = FixedBitSet::with_capacity(self.count);
        open.insert_range(..);
        loop {
            let mut chosen = Vec::new();
            if self.hit(&mut chosen, &open, self.least, work)? {
                chosen.sort_unstable();
                return Ok(chosen);
            }
            self.least += 1;
        }
    }

    /// Of the smallest hitting sets the one that comes first.
    pub(super) fn first(&mut self, work: &mut Work) -> Result<Vec<usize>, Limit> {
        let some = self.smallest(work)?;
        let mut open = FixedBitSet::with_capacity(self.count);
        open.insert_range(..);
        let mut first: Vec<usize> = Vec::with_capacity(some.len());
        for element in 0..self.count {
            if first.len() == some.len() {
                break;
            }
            open.set(element, false);
            if !self.sets.iter().any(|set| set.contains(element)) {
                continue;
            }
            first.push(element);
            let left = some.len() - first.len();
            let mut chosen = first.clone();
            if !self.hit(&mut chosen, &open, left, work)? {
                first.pop();
            }
        }
        Ok(first)
    }

    /// Whether there is a hitting set with what is chosen and so many others from those that are open. If so, it is chosen.
    fn hit(
        &self,
        chosen: &mut Vec<usize>,
        open: &FixedBitSet,
        left: usize,
        work: &mut Work,
    ) -> Result<bool, Limit> {
        work.spend(1 + self.sets.len() as u64)?;
        let missed = |set: &&FixedBitSet| !chosen.iter().any(|&element| set.contains(element));
        let missed = self.sets.iter().filter(missed);
        let mut missed: Vec<Vec<usize>> =
            missed.map(|set| set.intersection(open).collect()).collect();
        missed.sort_by_key(Vec::len);
        let Some(fewest) = missed.first() else { return Ok(true) };
        if left == 0 || fewest.is_empty() || apart(&missed, self.count) > left {
            return Ok(false);
        }
        let mut open = open.clone();
        for &element in fewest {
            chosen.push(element);
            let many = chosen.len();
            // What was tried need not be tried again.
            open.set(element, false);
            if self.hit(chosen, &open, left - 1, work)? {
                return Ok(true);
            }
            chosen.truncate(many - 1);
        }
        Ok(false)
    }
}

/// How many sets there are at least of which no two meet: each needs an element of its own.
fn apart(sets: &[Vec<usize>], count: usize) -> usize {
    let mut taken = FixedBitSet::with_capacity(count);
    let mut many = 0;
    for set in sets {
        if !set.iter().any(|&element| taken.contains(element)) {
            set.iter().for_each(|&element| taken.insert(element));
            many += 1;
        }
    }
    many
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexa_logic::Stop;

    fn set(bits: u32) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(5);
        (0..5).filter(|element| bits >> element & 1 == 1).for_each(|element| set.insert(element));
        set
    }

    /// All families of up to three sets over five elements, against all sets in order.
    #[test]
    fn hitting_sets_are_smallest_and_come_first() {
        let mut candidates: Vec<Vec<usize>> =
            (0..32).map(|bits| set(bits).ones().collect()).collect();
        candidates.sort_by_key(|elements| (elements.len(), elements.clone()));
        for one in 1..32 {
            for two in one..32 {
                for three in two..32 {
                    let sets = [set(one), set(two), set(three)];
                    let hits = |elements: &&Vec<usize>| {
                        sets.iter().all(|set| elements.iter().any(|&at| set.contains(at)))
                    };
                    let expected = candidates.iter().find(hits).cloned();
                    let mut family = Family::new(5);
                    sets.iter().for_each(|set| family.add(set.clone()));
                    let some = family.smallest(&mut Work::at_most(10_000, &Stop::new())).ok();
                    assert_eq!(some.map(|some| some.len()), expected.as_ref().map(Vec::len));
                    assert_eq!(
                        family.first(&mut Work::at_most(10_000, &Stop::new())).ok(),
                        expected
                    );
                }
            }
        }
    }
}
