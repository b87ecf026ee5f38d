//! Tracks: what one part of a question remembers from test to test. A chart becomes a track, and so does
//! the weight of one holder's hand. In a track every level is tested, and every step has a factor; the
//! weight of a world is the product of the factors on its way. Factors are told as early as they are
//! settled, so that ways on which the same is still to come, up to a factor, come together.

use super::super::chart::{Chart, Level, MANY, Node, YES};
use super::factor::{Factor, Factors, ONE};
use crate::limits::{Limit, Room};
use rustc_hash::FxHashMap;

/// What is tested, in order, and what can be found there.
pub(super) struct Levels {
    pub(super) holders: usize,
    pub(super) list: Vec<Level>,
    /// What can be found at each, as a set of bits.
    pub(super) open: Vec<u32>,
}

impl Levels {
    /// The holders of the cards, and the occasions that the parts are about.
    pub(super) fn new(holders: usize, cards: usize, parts: &[&Chart]) -> Self {
        let mut list: Vec<Level> = (0..cards).map(Level::holder).collect();
        for part in parts {
            let levels = (0..part.size()).map(|at| part.level(at as u32 + MANY + 1));
            let mut shown: Vec<Level> = levels.filter(|level| level.show().is_some()).collect();
            shown.sort_unstable();
            shown.dedup();
            list.extend(shown);
        }
        list.sort_unstable();
        list.dedup();
        let all = u32::MAX >> (32 - holders as u32);
        let open = list.iter().map(|level| if level.show().is_some() { 3 } else { all }).collect();
        Self { holders, list, open }
    }

    fn width(&self, at: usize) -> usize {
        if self.list[at].show().is_some() { 2 } else { self.holders }
    }

    /// Who can hold a card, while the levels are in order.
    pub(super) fn open_at(&self, card: usize) -> u32 {
        let at = self.list.binary_search(&Level::holder(card));
        at.map_or(0, |at| self.open[at])
    }

    /// Whether who holds a card is tested there.
    pub(super) fn is_holder(&self, at: usize) -> bool {
        self.list[at].show().is_none()
    }

    /// Whether there is nothing that can be found at some level.
    pub(super) fn are_shut(&self) -> bool {
        self.open.contains(&0)
    }
}

/// Where a step leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Step {
    pub(super) to: u32,
    pub(super) factor: Factor,
}

/// A step that cannot be taken.
pub(super) const SHUT: Step = Step { to: u32::MAX, factor: ONE };

impl Step {
    fn to(to: u32) -> Self {
        Self { to, factor: ONE }
    }

    pub(super) fn is_shut(self) -> bool {
        self.to == u32::MAX
    }
}

/// What one part remembers.
#[derive(Clone)]
pub(super) struct Track {
    /// Whose hand it is about, if it is about one only: then a holder's level has two steps, for a card
    /// that is not theirs and for one that is.
    pub(super) hand: Option<usize>,
    /// How many states it has before each level, and after all. The first is the only one to start from.
    pub(super) states: Vec<u32>,
    /// The steps at each level, state by state.
    pub(super) steps: Vec<Vec<Step>>,
    /// A factor of every weight.
    pub(super) scale: Factor,
}

impl Track {
    /// The track of where a chart holds.
    pub(super) fn of_chart(chart: &Chart, levels: &Levels, most: &Room) -> Result<Self, Limit> {
        let hand = (0..levels.holders).find(|&holder| is_about(chart, holder));
        let mut track = Self { hand, states: vec![1], steps: Vec::new(), scale: ONE };
        let mut nodes: Vec<Node> = vec![chart.root()];
        if chart.root() != YES && chart.root() <= MANY {
            return Ok(Self::impossible(hand, levels));
        }
        let mut numbers: Vec<u64> = vec![u64::MAX; chart.size() + MANY as usize + 1];
        let (mut total, pace) = (0, most.pace());
        for at in 0..levels.list.len() {
            let mut steps = Vec::with_capacity(nodes.len() * track.stride(levels, at));
            let mut after: Vec<Node> = Vec::new();
            let mut number = |node: Node| {
                if node != YES && node <= MANY {
                    return SHUT;
                }
                let known = &mut numbers[node as usize];
                if *known >> 32 != at as u64 {
                    *known = (at as u64) << 32 | after.len() as u64;
                    after.push(node);
                }
                Step::to(*known as u32)
            };
            for &node in &nodes {
                let tested = chart.level(node) == levels.list[at];
                for choice in 0..track.stride(levels, at) {
                    let found = track.find_outcome(levels, at, choice);
                    steps.push(match found {
                        None => SHUT,
                        Some(found) if tested => number(chart.edges(node)[found]),
                        Some(_) => number(node),
                    });
                }
            }
            total += after.len() as u64;
            most.admit(total)?;
            pace.count(nodes.len() as u64)?;
            track.states.push(after.len() as u32);
            track.steps.push(steps);
            nodes = after;
        }
        Ok(track)
    }

    fn impossible(hand: Option<usize>, levels: &Levels) -> Self {
        let mut states = vec![0; levels.list.len() + 1];
        states[0] = 1;
        let mut track = Self { hand, states, steps: Vec::new(), scale: ONE };
        for at in 0..levels.list.len() {
            let count = if at == 0 { track.stride(levels, 0) } else { 0 };
            track.steps.push(vec![SHUT; count]);
        }
        track
    }

    /// The weight of a hand by how many of some cards it has; nothing where there is no share.
    pub(super) fn shares(
        hand: usize,
        cards: &[usize],
        shares: &[Option<Factor>],
        levels: &Levels,
    ) -> Self {
        let counts = shares.len() as u32;
        let mut track = Self { hand: Some(hand), states: vec![1], steps: Vec::new(), scale: ONE };
        let last = levels.list.len() - 1;
        for (at, level) in levels.list.iter().enumerate() {
            let mut steps = Vec::new();
            let counted = levels.is_holder(at) && cards.binary_search(&level.card()).is_ok();
            for count in 0..track.states[at] {
                for more in [0, 1] {
                    let count = (count + more * u32::from(counted)).min(counts - 1);
                    let share = if at < last { Some(ONE) } else { shares[count as usize] };
                    let to = if at < last { count } else { 0 };
                    steps.push(share.map_or(SHUT, |factor| Step { to, factor }));
                }
            }
            let states = if at < last { counts } else { 1 };
            track.states.push(states);
            track.steps.push(steps);
        }
        track
    }

    /// How many steps a state has at a level.
    pub(super) fn stride(&self, levels: &Levels, at: usize) -> usize {
        if self.hand.is_some() { 2 } else { levels.width(at) }
    }

    /// Something that can be found at a level and makes a choice, if there is any.
    fn find_outcome(&self, levels: &Levels, at: usize, choice: usize) -> Option<usize> {
        let set = match self.hand {
            Some(hand) if levels.is_holder(at) => match choice {
                0 => levels.open[at] & !(1 << hand),
                _ => levels.open[at] & 1 << hand,
            },
            _ => levels.open[at] & 1 << choice,
        };
        (set != 0).then(|| set.trailing_zeros() as usize)
    }

    /// Whether no world is left.
    pub(super) fn is_shut(&self) -> bool {
        self.states.contains(&0)
    }

    /// Whether it remembers nothing and weighs nothing: then what is open says it all.
    pub(super) fn is_plain(&self) -> bool {
        self.states.iter().all(|&states| states == 1)
            && self.steps.iter().flatten().all(|step| step.is_shut() || step.factor == ONE)
    }

    /// How many states there are before some level, at most.
    pub(super) fn width(&self) -> u32 {
        self.states.iter().copied().max().unwrap_or(0)
    }

    /// Both of two tracks about the same hand.
    pub(super) fn and(
        &self,
        other: &Self,
        levels: &Levels,
        factors: &mut Factors,
        most: &Room,
    ) -> Result<Self, Limit> {
        let scale = factors.product(self.scale, other.scale);
        let mut track = Self { hand: self.hand, states: vec![1], steps: Vec::new(), scale };
        let mut pairs: Vec<(u32, u32)> = vec![(0, 0)];
        let pace = most.pace();
        for at in 0..levels.list.len() {
            let size = self.states[at + 1] as usize * other.states[at + 1] as usize;
            most.admit(size as u64)?;
            pace.count(pairs.len() as u64)?;
            let mut numbers: Vec<u32> = vec![u32::MAX; size];
            let mut after = Vec::new();
            let mut steps = Vec::with_capacity(pairs.len() * 2);
            for &(left, right) in &pairs {
                for choice in 0..2 {
                    let left = self.steps[at][left as usize * 2 + choice];
                    let right = other.steps[at][right as usize * 2 + choice];
                    if left.is_shut() || right.is_shut() {
                        steps.push(SHUT);
                        continue;
                    }
                    let pair = left.to as usize * other.states[at + 1] as usize + right.to as usize;
                    if numbers[pair] == u32::MAX {
                        numbers[pair] = after.len() as u32;
                        after.push((left.to, right.to));
                    }
                    let factor = factors.product(left.factor, right.factor);
                    steps.push(Step { to: numbers[pair], factor });
                }
            }
            track.states.push(after.len() as u32);
            track.steps.push(steps);
            pairs = after;
        }
        Ok(track)
    }

    /// The fewest and the most cards of a holder, on the ways that lead to the end.
    pub(super) fn count(&self, holder: usize, levels: &Levels) -> Option<(u32, u32)> {
        let mut after: Vec<Option<(u32, u32)>> =
            vec![Some((0, 0)); self.states[self.steps.len()] as usize];
        for at in (0..self.steps.len()).rev() {
            let stride = self.stride(levels, at);
            let has = |choice: usize| {
                let taken = if self.hand.is_some() { 1 } else { holder };
                u32::from(levels.is_holder(at) && choice == taken)
            };
            let before = self.steps[at].chunks_exact(stride).map(|steps| {
                let ways = steps.iter().enumerate().filter(|(_, step)| !step.is_shut());
                let ways = ways.filter_map(|(choice, step)| {
                    after[step.to as usize]
                        .map(|(least, most)| (least + has(choice), most + has(choice)))
                });
                ways.reduce(|(least, most), way| (least.min(way.0), most.max(way.1)))
            });
            after = before.collect();
        }
        after.first().copied().flatten()
    }

    /// The same with every hand apart, and the hands by where they end; for a track about a hand. None if
    /// there are too many, or one hand goes several ways.
    pub(super) fn unfold_hands(
        &self,
        levels: &Levels,
        most: usize,
    ) -> Option<(Self, Vec<Vec<usize>>)> {
        let mut track = Self { states: vec![1], steps: Vec::new(), ..*self };
        let mut ways: Vec<(u32, Vec<usize>)> = vec![(0, Vec::new())];
        for at in 0..self.steps.len() {
            let (mut after, mut steps) = (Vec::with_capacity(ways.len()), Vec::new());
            for (state, hand) in ways {
                let both = &self.steps[at][state as usize * 2..][..2];
                if !levels.is_holder(at) {
                    if both[0] != both[1] {
                        return None;
                    }
                    steps.extend([Step { to: after.len() as u32, factor: both[0].factor }; 2]);
                    after.push((both[0].to, hand));
                    continue;
                }
                for (choice, step) in both.iter().enumerate() {
                    if step.is_shut() {
                        steps.push(SHUT);
                        continue;
                    }
                    steps.push(Step { to: after.len() as u32, factor: step.factor });
                    let mut hand = hand.clone();
                    hand.extend((choice == 1).then(|| levels.list[at].card()));
                    after.push((step.to, hand));
                }
            }
            if after.len() > most {
                return None;
            }
            track.states.push(after.len() as u32);
            track.steps.push(steps);
            ways = after;
        }
        let hands = ways.into_iter().map(|(_, mut hand)| {
            hand.sort_unstable();
            hand
        });
        Some((track, hands.collect()))
    }

    /// The greatest weight of a way.
    pub(super) fn greatest(&self, factors: &[f64]) -> f64 {
        let mut after = vec![1.0; self.states[self.steps.len()] as usize];
        for (at, steps) in self.steps.iter().enumerate().rev() {
            let stride = steps.len() / self.states[at].max(1) as usize;
            let weight = |step: &Step| match step.is_shut() {
                true => 0.0,
                false => factors[step.factor as usize] * after[step.to as usize],
            };
            let states = steps.chunks_exact(stride.max(1));
            after = states.map(|steps| steps.iter().map(weight).fold(0.0, f64::max)).collect();
        }
        after.first().copied().unwrap_or(0.0)
    }

    /// The hands of a size.
    pub(super) fn sizes(hand: usize, (least, most): (u32, u32), levels: &Levels) -> Self {
        let mut track = Self { hand: Some(hand), states: vec![1], steps: Vec::new(), scale: ONE };
        let last = levels.list.len() - 1;
        for at in 0..levels.list.len() {
            let mut steps = Vec::new();
            for count in 0..track.states[at] {
                for more in [0, 1] {
                    let count = count + more * u32::from(levels.is_holder(at));
                    let shut = count > most || at == last && count < least;
                    let to = if at < last { count } else { 0 };
                    steps.push(if shut { SHUT } else { Step::to(to) });
                }
            }
            track.states.push(if at < last { most + 1 } else { 1 });
            track.steps.push(steps);
        }
        track
    }

    /// Without the steps that are not open and those that lead nowhere, and without the states that
    /// are not reached.
    pub(super) fn trim(&mut self, levels: &Levels) {
        let mut live: Vec<bool> = vec![true; self.states[self.steps.len()] as usize];
        for at in (0..self.steps.len()).rev() {
            let stride = self.stride(levels, at);
            let mut open = [false; 32];
            for (choice, open) in open[..stride].iter_mut().enumerate() {
                *open = self.find_outcome(levels, at, choice).is_some();
            }
            let before = self.steps[at].chunks_exact_mut(stride).map(|steps| {
                let mut some = false;
                for (step, open) in steps.iter_mut().zip(open) {
                    if !step.is_shut() && (!open || !live[step.to as usize]) {
                        *step = SHUT;
                    }
                    some |= !step.is_shut();
                }
                some
            });
            live = before.collect();
        }
        let live = live.first().is_some_and(|&live| live);
        self.renumber(levels, live);
    }

    /// Keeps the states that are reached, in the order in which they are.
    fn renumber(&mut self, levels: &Levels, live: bool) {
        let mut order: Vec<u32> = if live { vec![0] } else { Vec::new() };
        self.states[0] = order.len() as u32;
        for at in 0..self.steps.len() {
            let stride = self.stride(levels, at);
            let mut numbers = vec![u32::MAX; self.states[at + 1] as usize];
            let mut after = Vec::new();
            let mut kept = Vec::with_capacity(order.len() * stride);
            for &state in &order {
                let start = state as usize * stride;
                for step in &self.steps[at][start..start + stride] {
                    if step.is_shut() {
                        kept.push(SHUT);
                        continue;
                    }
                    let number = &mut numbers[step.to as usize];
                    if *number == u32::MAX {
                        *number = after.len() as u32;
                        after.push(step.to);
                    }
                    kept.push(Step { to: *number, factor: step.factor });
                }
            }
            self.states[at + 1] = after.len() as u32;
            self.steps[at] = kept;
            order = after;
        }
    }

    /// The same with factors as early as can be and states that differ by a factor only taken
    /// together; for tracks about a hand.
    pub(super) fn reduce(&mut self, levels: &Levels, factors: &mut Factors) {
        // Of every state after a level, the one that stands for it, and the factor.
        let last = self.steps.len();
        let mut after: Vec<Step> = vec![Step::to(0); self.states[last] as usize];
        self.states[last] = self.states[last].min(1);
        let mut known: FxHashMap<[Step; 2], u32> = FxHashMap::default();
        for at in (0..last).rev() {
            let open = [0, 1].map(|choice| self.find_outcome(levels, at, choice).is_some());
            known.clear();
            let mut kept: Vec<Step> = Vec::new();
            let mut before = Vec::with_capacity(self.states[at] as usize);
            for steps in self.steps[at].chunks_exact(2) {
                let mut way = [SHUT; 2];
                for choice in 0..2 {
                    let step = steps[choice];
                    if step.is_shut() || !open[choice] || after[step.to as usize].is_shut() {
                        continue;
                    }
                    let next = after[step.to as usize];
                    let factor = factors.product(step.factor, next.factor);
                    way[choice] = Step { to: next.to, factor };
                }
                let Some((way, factor)) = factor_out(way, factors) else {
                    before.push(SHUT);
                    continue;
                };
                let next = known.len() as u32;
                let to = *known.entry(way).or_insert_with(|| {
                    kept.extend(way);
                    next
                });
                before.push(Step { to, factor });
            }
            self.states[at] = known.len() as u32;
            self.steps[at] = kept;
            after = before;
        }
        let root = after[0];
        if root.is_shut() {
            return *self = Self::impossible(self.hand, levels);
        }
        self.scale = factors.product(self.scale, root.factor);
        self.renumber(levels, true);
    }

    /// Tests a level after the next; for a reduced track about a hand.
    pub(super) fn swap(&mut self, at: usize, factors: &mut Factors) {
        let (first, second) = (&self.steps[at], &self.steps[at + 1]);
        let mut before = Vec::with_capacity(first.len());
        let mut kept: Vec<Step> = Vec::with_capacity(second.len());
        for steps in first.chunks_exact(2) {
            for late in 0..2 {
                let mut way = [SHUT; 2];
                for (way, step) in way.iter_mut().zip(steps) {
                    let Some(next) = second.get(step.to as usize * 2 + late) else { continue };
                    if !next.is_shut() {
                        let factor = factors.product(step.factor, next.factor);
                        *way = Step { to: next.to, factor };
                    }
                }
                let Some((way, factor)) = factor_out(way, factors) else {
                    before.push(SHUT);
                    continue;
                };
                let known = kept.chunks_exact(2).position(|known| *known == way);
                let to = known.unwrap_or_else(|| {
                    kept.extend(way);
                    kept.len() / 2 - 1
                });
                before.push(Step { to: to as u32, factor });
            }
        }
        self.states[at + 1] = kept.len() as u32 / 2;
        self.steps[at] = before;
        self.steps[at + 1] = kept;
    }

    /// By layer, how many cards there are in each state, for a track about a hand; none if a state does
    /// not settle that.
    pub(super) fn counts(&self, levels: &Levels) -> Option<Vec<Vec<u32>>> {
        let mut counts = vec![vec![0; self.states[0] as usize]];
        for (at, steps) in self.steps.iter().enumerate() {
            let mut after = vec![u32::MAX; self.states[at + 1] as usize];
            let more = u32::from(levels.is_holder(at));
            for (steps, count) in steps.chunks_exact(2).zip(&counts[at]) {
                for (taken, step) in
                    [0, more].into_iter().zip(steps).filter(|(_, step)| !step.is_shut())
                {
                    let known = &mut after[step.to as usize];
                    if *known != u32::MAX && *known != count + taken {
                        return None;
                    }
                    *known = count + taken;
                }
            }
            counts.push(after);
        }
        Some(counts)
    }

    /// Takes out of what is open whatever cannot be found on this track. True if there was something.
    pub(super) fn narrow(&self, levels: &mut Levels) -> bool {
        let mut changed = false;
        for at in 0..self.steps.len() {
            let stride = self.stride(levels, at);
            let mut found = 0;
            for steps in self.steps[at].chunks_exact(stride) {
                for (choice, step) in steps.iter().enumerate() {
                    found |= u32::from(!step.is_shut()) << choice;
                }
            }
            if let (Some(hand), true) = (self.hand, levels.is_holder(at)) {
                let others = if found & 1 == 1 { !(1 << hand) } else { 0 };
                found = others | (found >> 1) << hand;
            }
            let open = levels.open[at] & found;
            changed |= open != levels.open[at];
            levels.open[at] = open;
        }
        changed
    }
}

/// Two steps without their common factor, and the factor; none if both are shut.
fn factor_out(mut way: [Step; 2], factors: &mut Factors) -> Option<([Step; 2], Factor)> {
    let factor = match way.map(Step::is_shut) {
        [true, true] => return None,
        [true, false] => std::mem::replace(&mut way[1].factor, ONE),
        [false, true] => std::mem::replace(&mut way[0].factor, ONE),
        [false, false] => {
            let [common, left, right] = factors.split_common_divisor(way[0].factor, way[1].factor);
            (way[0].factor, way[1].factor) = (left, right);
            common
        }
    };
    Some((way, factor))
}

/// Whether a chart depends on nothing of who holds the cards but whether this holder does.
fn is_about(chart: &Chart, holder: usize) -> bool {
    let mut nodes = (0..chart.size()).map(|at| at as u32 + MANY + 1);
    let others_agree = |edges: &[Node]| {
        let mut others =
            edges.iter().enumerate().filter(|(at, _)| *at != holder).map(|(_, edge)| edge);
        let first = others.next();
        others.all(|edge| Some(edge) == first)
    };
    nodes.all(|node| chart.level(node).show().is_some() || others_agree(chart.edges(node)))
}
