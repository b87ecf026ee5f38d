//! The product of tracks: worlds as ways through a graph whose states say where all tracks are. Only what
//! is reached is made, level by level.

use super::factor::{Factor, Factors, ONE};
use super::number::Number;
use super::track::{Levels, Step, Track};
use crate::limits::{Limit, Pace, Room};
use dashu_int::UBig;

/// A step of all tracks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    /// What was found.
    pub(super) found: u32,
    pub(super) factor: Factor,
}

/// All ways that the tracks allow.
pub(super) struct Graph {
    /// Where the states before each level start, and those after all.
    pub(super) layers: Vec<u32>,
    /// Where the edges of each state start.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// In each state after all levels, the end of the one track that may have several.
    pub(super) ends: Vec<u32>,
}

impl Graph {
    /// The states before a level.
    pub(super) fn layer(&self, at: usize) -> std::ops::Range<usize> {
        let end = self.layers.get(at + 1).map_or(self.starts.len() - 1, |&end| end as usize);
        self.layers[at] as usize..end
    }

    pub(super) fn edges(&self, state: usize) -> &[Edge] {
        &self.edges[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// How many states it has.
    pub(super) fn size(&self) -> usize {
        self.starts.len() - 1
    }

    /// Of each state, the sum of the weights of the ways from there to the end.
    pub(super) fn ahead<N: Number>(&self, factors: &[N]) -> Vec<N> {
        let mut ahead = vec![N::zero(); self.size()];
        for state in self.layer(self.layers.len() - 1) {
            ahead[state] = N::of(&UBig::ONE);
        }
        for state in (0..self.layers[self.layers.len() - 1] as usize).rev() {
            let mut sum = N::zero();
            for edge in self.edges(state) {
                let next = &ahead[edge.to as usize];
                match edge.factor {
                    ONE => sum.add(next),
                    factor => sum.add(&factors[factor as usize].times(next)),
                }
            }
            ahead[state] = sum;
        }
        ahead
    }

    /// Visits every edge of a way to the end, from the first on, with the weight of the ways to its end by it.
    pub(super) fn behind<N: Number>(
        &self,
        factors: &[N],
        ahead: &[N],
        mut visit: impl FnMut(usize, &Edge, &N),
    ) {
        let mut behind = vec![N::zero(); self.size()];
        behind[0] = N::of(&UBig::ONE);
        for at in 0..self.layers.len() - 1 {
            for state in self.layer(at) {
                let before = std::mem::replace(&mut behind[state], N::zero());
                for edge in self.edges(state) {
                    if ahead[edge.to as usize].is_zero() {
                        continue;
                    }
                    let weight = match edge.factor {
                        ONE => before.clone(),
                        factor => before.times(&factors[factor as usize]),
                    };
                    visit(at, edge, &weight);
                    behind[edge.to as usize].add(&weight);
                }
            }
        }
    }
}

/// A state of all tracks in one word.
pub(super) trait Key: Copy + Eq {
    const BITS: u32;
    fn zero() -> Self;
    /// With something at a place where there is nothing yet.
    fn with(self, shift: u32, value: u32) -> Self;
    fn at(self, shift: u32, bits: u32) -> u32;
    /// With one thing instead of another.
    fn replace_field(self, shift: u32, from: u32, to: u32) -> Self;
    /// Spread over so many bits.
    fn spread(self, bits: u32) -> usize;
}

/// An odd number without a pattern, to spread keys.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key for u64 {
    const BITS: u32 = 64;

    fn zero() -> Self {
        0
    }

    fn with(self, shift: u32, value: u32) -> Self {
        // Where nothing is to be kept the shift may be the whole word.
        self | Self::from(value).checked_shl(shift).unwrap_or(0)
    }

    fn at(self, shift: u32, bits: u32) -> u32 {
        if bits == 0 { 0 } else { (self >> shift & ((1 << bits) - 1)) as u32 }
    }

    fn replace_field(self, shift: u32, from: u32, to: u32) -> Self {
        self ^ Self::from(from ^ to).checked_shl(shift).unwrap_or(0)
    }

    fn spread(self, bits: u32) -> usize {
        (self.wrapping_mul(SPREAD) >> (64 - bits)) as usize
    }
}

/// Eight words: what each track remembers must not need more than 32 bits, so that few keys do not fit.
impl Key for [u64; 8] {
    const BITS: u32 = 512;

    fn zero() -> Self {
        [0; 8]
    }

    fn with(self, shift: u32, value: u32) -> Self {
        self.replace_field(shift, 0, value)
    }

    fn at(self, shift: u32, bits: u32) -> u32 {
        if bits == 0 {
            return 0;
        }
        let (word, shift) = (shift as usize / 64, shift % 64);
        let above = self.get(word + 1).copied().unwrap_or(0);
        let both = u128::from(above) << 64 | u128::from(self[word]);
        (both >> shift) as u32 & (u32::MAX >> (32 - bits))
    }

    fn replace_field(mut self, shift: u32, from: u32, to: u32) -> Self {
        let both = u128::from(from ^ to) << (shift % 64);
        if let Some(word) = self.get_mut(shift as usize / 64) {
            *word ^= both as u64;
        }
        if let Some(word) = self.get_mut(shift as usize / 64 + 1) {
            *word ^= (both >> 64) as u64;
        }
        self
    }

    fn spread(self, bits: u32) -> usize {
        let mixed = self
            .iter()
            .fold(0u64, |mixed, word| (mixed.rotate_left(23) ^ word).wrapping_mul(SPREAD));
        mixed.spread(bits)
    }
}

/// Where each track is kept in a key, before a level.
fn shifts(tracks: &[Track], at: usize) -> (Vec<(u32, u32)>, u32) {
    let mut shift = 0;
    let places = tracks.iter().map(|track| {
        let bits = u32::BITS - track.states[at].saturating_sub(1).leading_zeros();
        shift += bits;
        (shift - bits, bits)
    });
    (places.collect(), shift)
}

/// The graph of all ways that the tracks allow.
pub(super) fn graph(
    tracks: &[Track],
    levels: &Levels,
    factors: &mut Factors,
    most: &Room,
) -> Result<Graph, Limit> {
    let bits = (0..=levels.list.len()).map(|at| shifts(tracks, at).1).max().unwrap_or(0);
    if bits <= <u64 as Key>::BITS {
        Making::<u64>::new(tracks, levels, most).graph(factors)
    } else if bits <= <[u64; 8] as Key>::BITS {
        Making::<[u64; 8]>::new(tracks, levels, most).graph(factors)
    } else {
        Err(most.full())
    }
}

struct Making<'t, K> {
    tracks: &'t [Track],
    /// Of each holder, the track about their hand.
    of: Vec<Option<usize>>,
    /// The tracks about more.
    wide: Vec<usize>,
    levels: &'t Levels,
    most: &'t Room,
    pace: Pace,
    graph: Graph,
    /// The states after the level.
    after: Vec<K>,
    places: Vec<(u32, u32)>,
    table: Table,
}

impl<'t, K: Key> Making<'t, K> {
    fn new(tracks: &'t [Track], levels: &'t Levels, most: &'t Room) -> Self {
        let of = |holder: usize| tracks.iter().position(|track| track.hand == Some(holder));
        let wide = (0..tracks.len()).filter(|&at| tracks[at].hand.is_none());
        Self {
            tracks,
            of: (0..levels.holders).map(of).collect(),
            wide: wide.collect(),
            levels,
            most,
            pace: most.pace(),
            graph: Graph { layers: vec![0], starts: vec![0], edges: Vec::new(), ends: Vec::new() },
            after: vec![K::zero()],
            places: shifts(tracks, 0).0,
            table: Table::new(),
        }
    }

    fn graph(mut self, factors: &mut Factors) -> Result<Graph, Limit> {
        for at in 0..self.levels.list.len() {
            let before = std::mem::take(&mut self.after);
            let start = self.graph.starts.len() + before.len() - 1;
            self.graph.layers.push(start as u32);
            self.table.clear();
            let places = std::mem::replace(&mut self.places, shifts(self.tracks, at + 1).0);
            let mut now: Vec<&[Step]> = vec![&[]; self.tracks.len()];
            for key in before {
                for (track, (steps, &(shift, bits))) in now.iter_mut().zip(&places).enumerate() {
                    let stride = self.tracks[track].stride(self.levels, at);
                    let state = key.at(shift, bits) as usize * stride;
                    *steps = &self.tracks[track].steps[at][state..state + stride];
                }
                self.pace.count(1)?;
                match self.levels.is_holder(at) {
                    true => self.holder(at, &now, factors),
                    false => self.split_by_choice(at, &now, factors),
                }
                self.graph.starts.push(self.graph.edges.len() as u32);
            }
            let size = self.graph.edges.len() + self.graph.starts.len() + self.after.len();
            if size as u64 > self.most.nodes || size > (u32::MAX / 2) as usize {
                return Err(self.most.full());
            }
        }
        let ends = self.after.len();
        self.graph.starts.extend(vec![self.graph.edges.len() as u32; ends]);
        let end = |key: &K| self.places.iter().map(|&(shift, bits)| key.at(shift, bits)).sum();
        self.graph.ends = self.after.iter().map(end).collect();
        Ok(self.graph)
    }

    /// The steps by who holds a card.
    fn holder(&mut self, at: usize, now: &[&[Step]], factors: &mut Factors) {
        // Where everybody is who does not get it; who cannot be without it.
        let mut open = self.levels.open[at];
        let (mut rest, mut factor) = (K::zero(), ONE);
        for (track, steps) in now.iter().enumerate() {
            let Some(hand) = self.tracks[track].hand else { continue };
            if steps[1].is_shut() {
                open &= !(1 << hand);
            }
            if steps[0].is_shut() {
                open &= 1 << hand;
                continue;
            }
            rest = rest.with(self.places[track].0, steps[0].to);
            factor = factors.product(factor, steps[0].factor);
        }
        while open != 0 {
            let found = open.trailing_zeros() as usize;
            open &= open - 1;
            let (mut key, mut factor) = (rest, factor);
            if let Some(track) = self.of[found] {
                let [without, with] = [now[track][0], now[track][1]];
                let from = if without.is_shut() { 0 } else { without.to };
                key = key.replace_field(self.places[track].0, from, with.to);
                if without.factor == ONE {
                    factor = factors.product(factor, with.factor);
                } else {
                    factor = self.factor_with(now, track, factors);
                }
            }
            self.edge(key, found, factor, now, factors);
        }
    }

    /// The factor where the card goes to the hand of a track.
    fn factor_with(&self, now: &[&[Step]], with: usize, factors: &mut Factors) -> Factor {
        let mut factor = ONE;
        for (track, steps) in now.iter().enumerate() {
            if self.tracks[track].hand.is_some() {
                factor = factors.product(factor, steps[usize::from(track == with)].factor);
            }
        }
        factor
    }

    /// The steps by whether a card was shown.
    fn split_by_choice(&mut self, at: usize, now: &[&[Step]], factors: &mut Factors) {
        for found in 0..2 {
            if self.levels.open[at] >> found & 1 == 0 {
                continue;
            }
            let hands = || (0..now.len()).filter(|&track| self.tracks[track].hand.is_some());
            if hands().any(|track| now[track][found].is_shut()) {
                continue;
            }
            let (mut key, mut factor) = (K::zero(), ONE);
            for track in hands() {
                key = key.with(self.places[track].0, now[track][found].to);
                factor = factors.product(factor, now[track][found].factor);
            }
            self.edge(key, found, factor, now, factors);
        }
    }

    /// The step when the tracks about hands have made theirs.
    fn edge(
        &mut self,
        mut key: K,
        found: usize,
        mut factor: Factor,
        now: &[&[Step]],
        factors: &mut Factors,
    ) {
        for &track in &self.wide {
            let step = now[track][found];
            if step.is_shut() {
                return;
            }
            key = key.with(self.places[track].0, step.to);
            factor = factors.product(factor, step.factor);
        }
        let start = self.graph.layers[self.graph.layers.len() - 1];
        let to = start + self.table.number(key, &mut self.after);
        self.graph.edges.push(Edge { to, found: found as u32, factor });
    }
}

/// Numbers for keys, with chains of slots.
struct Table {
    bits: u32,
    slots: Vec<u32>,
}

impl Table {
    fn new() -> Self {
        Self { bits: 10, slots: vec![u32::MAX; 1 << 10] }
    }

    fn clear(&mut self) {
        self.slots.fill(u32::MAX);
    }

    /// The place of a key in the list, where it is put if it is new.
    fn number<K: Key>(&mut self, key: K, list: &mut Vec<K>) -> u32 {
        let mask = self.slots.len() - 1;
        let mut slot = key.spread(self.bits);
        loop {
            match self.slots[slot] {
                u32::MAX => break,
                known if list[known as usize] == key => return known,
                _ => slot = (slot + 1) & mask,
            }
        }
        let number = list.len() as u32;
        self.slots[slot] = number;
        list.push(key);
        if list.len() * 2 > self.slots.len() {
            self.grow(list);
        }
        number
    }

    fn grow<K: Key>(&mut self, list: &[K]) {
        self.bits += 2;
        self.slots = vec![u32::MAX; 1 << self.bits];
        let mask = self.slots.len() - 1;
        for (number, key) in list.iter().enumerate() {
            let mut slot = key.spread(self.bits);
            while self.slots[slot] != u32::MAX {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number as u32;
        }
    }
}
