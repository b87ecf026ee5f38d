//! The cheapest selection of facts that leaves no chain untouched: weighted set cover.
//! Chains that need more than another, and facts that do less than another for no lower
//! price, are dropped first; what is left is searched, best price first found, with a limit.

use crate::explicit::bits::Bits;
use crate::limits::Pace;
use hexa_logic::Stopped;

/// A selection.
pub(super) struct Cover {
    /// The facts chosen, in order.
    pub(super) chosen: Vec<u32>,
    /// Whether none is cheaper.
    pub(super) proven: bool,
}

/// So many selections are tried.
const MOST_TRIED: usize = 20_000;

/// Beyond this many chains or facts they are not compared with each other.
const MOST_COMPARED: usize = 4_000;

/// For each chain the facts that rule it out, at least one; for each fact its price.
pub(super) fn smallest(chains: &[Vec<u32>], prices: &[u64], pace: &Pace) -> Result<Cover, Stopped> {
    let mut table = Table::new(chains, prices);
    table.simplify(pace)?;
    let greedy = table.greedy(pace)?;
    let best = table.price(&greedy);
    let mut search = Search { table: &table, best, found: greedy, tried: 0, pace };
    search.extend(&mut Vec::new(), 0, &Bits::with_capacity(table.chains.len()))?;
    let proven = search.tried <= MOST_TRIED;
    let mut chosen = search.found;
    chosen.sort_unstable();
    Ok(Cover { chosen, proven })
}

struct Table<'p> {
    prices: &'p [u64],
    /// The facts that rule out each chain.
    chains: Vec<Bits>,
    /// The chains that each fact rules out.
    facts: Vec<Bits>,
}

impl<'p> Table<'p> {
    fn new(chains: &[Vec<u32>], prices: &'p [u64]) -> Self {
        let row = |chain: &Vec<u32>| {
            let mut row = Bits::with_capacity(prices.len());
            row.extend(chain.iter().map(|&fact| fact as usize));
            row
        };
        let mut table =
            Self { prices, chains: chains.iter().map(row).collect(), facts: Vec::new() };
        table.turn();
        table
    }

    fn turn(&mut self) {
        self.facts = vec![Bits::with_capacity(self.chains.len()); self.prices.len()];
        for (at, chain) in self.chains.iter().enumerate() {
            chain.ones().for_each(|fact| self.facts[fact].insert(at));
        }
    }

    /// Drops what cannot matter, until nothing more can be dropped.
    fn simplify(&mut self, pace: &Pace) -> Result<(), Stopped> {
        loop {
            let (chains, facts) = (self.chains.len(), self.chains.iter().map(count).sum::<usize>());
            self.drop_chains(pace)?;
            self.drop_facts(pace)?;
            let left = self.chains.iter().map(count).sum::<usize>();
            if (chains, facts) == (self.chains.len(), left) {
                return Ok(());
            }
        }
    }

    /// A chain that is ruled out whenever another one is need not be looked at.
    fn drop_chains(&mut self, pace: &Pace) -> Result<(), Stopped> {
        self.chains.sort_by_key(|chain| (count(chain), chain.ones().collect::<Vec<_>>()));
        self.chains.dedup();
        if self.chains.len() <= MOST_COMPARED {
            let mut kept: Vec<Bits> = Vec::new();
            for chain in self.chains.drain(..) {
                pace.count(1 + kept.len() as u64)?;
                if !kept.iter().any(|other| other.is_subset(&chain)) {
                    kept.push(chain);
                }
            }
            self.chains = kept;
        }
        self.turn();
        Ok(())
    }

    /// A fact that another one outdoes is not needed.
    fn drop_facts(&mut self, pace: &Pace) -> Result<(), Stopped> {
        let used: Vec<usize> =
            (0..self.facts.len()).filter(|&f| !self.facts[f].is_clear()).collect();
        if used.len() > MOST_COMPARED {
            return Ok(());
        }
        let outdone = |&fact: &usize| {
            used.iter().any(|&other| {
                let (mine, theirs) = ((self.prices[fact], fact), (self.prices[other], other));
                theirs < mine && self.facts[fact].is_subset(&self.facts[other])
            })
        };
        let mut dropped: Vec<usize> = Vec::new();
        for &fact in &used {
            pace.count(used.len() as u64)?;
            dropped.extend(Some(fact).filter(outdone));
        }
        for chain in &mut self.chains {
            dropped.iter().for_each(|&fact| chain.set(fact, false));
        }
        self.turn();
        Ok(())
    }

    fn price(&self, chosen: &[u32]) -> u64 {
        chosen.iter().map(|&fact| self.prices[fact as usize]).sum()
    }

    /// The fact that does most, again and again; then without those that are superfluous.
    fn greedy(&self, pace: &Pace) -> Result<Vec<u32>, Stopped> {
        let mut covered = Bits::with_capacity(self.chains.len());
        let mut chosen = Vec::new();
        while !covered.is_full() {
            pace.count(1 + self.facts.len() as u64)?;
            let gain = |fact: &usize| {
                (
                    self.facts[*fact].difference_count(&covered),
                    std::cmp::Reverse((self.prices[*fact], *fact)),
                )
            };
            let Some(best) = (0..self.facts.len()).max_by_key(gain) else { break };
            covered.union_with(&self.facts[best]);
            chosen.push(best as u32);
        }
        self.without_superfluous(chosen, pace)
    }

    fn without_superfluous(&self, mut chosen: Vec<u32>, pace: &Pace) -> Result<Vec<u32>, Stopped> {
        for at in (0..chosen.len()).rev() {
            pace.count(1 + chosen.len() as u64)?;
            let mut covered = Bits::with_capacity(self.chains.len());
            let others = chosen.iter().enumerate().filter(|&(other, _)| other != at);
            others.for_each(|(_, &fact)| covered.union_with(&self.facts[fact as usize]));
            if covered.is_full() {
                chosen.remove(at);
            }
        }
        Ok(chosen)
    }

    /// No selection that rules out the open chains is cheaper: chains without a fact in common need
    /// one each.
    fn least(&self, covered: &Bits) -> u64 {
        let mut met = Bits::with_capacity(self.prices.len());
        let mut price = 0;
        for chain in covered.zeroes().map(|at| &self.chains[at]) {
            if met.is_disjoint(chain) {
                met.union_with(chain);
                price += chain.ones().map(|fact| self.prices[fact]).min().unwrap_or(0);
            }
        }
        price
    }
}

fn count(set: &Bits) -> usize {
    set.count_ones(..)
}

struct Search<'t> {
    table: &'t Table<'t>,
    best: u64,
    found: Vec<u32>,
    tried: usize,
    pace: &'t Pace,
}

impl Search<'_> {
    fn extend(&mut self, chosen: &mut Vec<u32>, price: u64, covered: &Bits) -> Result<(), Stopped> {
        self.tried += 1;
        self.pace.count(1 + (self.table.chains.len() as u64).min(1 << 12))?;
        if self.tried > MOST_TRIED || price + self.table.least(covered) >= self.best {
            return Ok(());
        }
        let open = covered.zeroes().min_by_key(|&at| count(&self.table.chains[at]));
        let Some(open) = open else {
            (self.best, self.found) = (price, chosen.clone());
            return Ok(());
        };
        for fact in self.table.chains[open].ones() {
            let mut more = covered.clone();
            more.union_with(&self.table.facts[fact]);
            chosen.push(fact as u32);
            self.extend(chosen, price + self.table.prices[fact], &more)?;
            chosen.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexa_logic::Stop;

    /// The cheapest selection, by trying all.
    fn cheapest_by_trial(chains: &[Vec<u32>], prices: &[u64]) -> u64 {
        let selections = 0u32..1 << prices.len();
        let covers = |s: &u32| chains.iter().all(|chain| chain.iter().any(|&f| s >> f & 1 == 1));
        let price = |s: u32| (0..prices.len()).filter(|f| s >> f & 1 == 1).map(|f| prices[f]).sum();
        selections.filter(covers).map(price).min().unwrap_or(0)
    }

    #[test]
    fn no_selection_is_cheaper() {
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for _ in 0..200 {
            let prices: Vec<u64> = (0..8).map(|_| 100 + next(9)).collect();
            let chain = |next: &mut dyn FnMut(u64) -> u64| {
                let mut chain: Vec<u32> = (0..8).filter(|_| next(3) == 0).collect();
                chain.push(next(8) as u32);
                chain.sort_unstable();
                chain.dedup();
                chain
            };
            let chains: Vec<Vec<u32>> = (0..next(12)).map(|_| chain(&mut next)).collect();
            let cover = smallest(&chains, &prices, &Pace::new(&Stop::new())).unwrap();
            assert!(cover.proven);
            let price: u64 = cover.chosen.iter().map(|&f| prices[f as usize]).sum();
            assert!(chains.iter().all(|chain| chain.iter().any(|f| cover.chosen.contains(f))));
            assert_eq!(price, cheapest_by_trial(&chains, &prices));
        }
    }
}
