//! Charts: decision diagrams for deals of cards. Each card is one test with as many outcomes as there
//! are holders, and between a card and the next there may be tests whether it was the card shown on
//! some occasion. Paths that agree from some test on share what follows, and a test that makes no
//! difference is left out, so that a set of worlds has one chart only.
//!
//! A chart is one block of memory that never changes and refers to no other. Operations read charts
//! and write a new one; there is nothing to lock and nothing to sweep.

mod making;
mod operation;
mod tally;

pub(super) use operation::project_ends;
pub(super) use tally::Tally;

use crate::building::SHOW_BITS;
use crate::limits::{Limit, Pace, Room};
use dashu_int::UBig;
use making::Making;
use std::sync::Arc;

/// The place of a test: who holds a card, or whether the card was shown on an occasion. Cards are tested
/// in order; the occasions at a card come after its holder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Level(u32);

/// After all tests.
const END: Level = Level(u32::MAX);

impl Level {
    /// Who holds a card.
    pub(super) fn holder(card: usize) -> Self {
        Self((card as u32) << SHOW_BITS)
    }

    /// Whether a card was shown on an occasion.
    pub(super) fn choice(card: usize, show: usize) -> Self {
        Self((card as u32) << SHOW_BITS | (show as u32 + 1))
    }

    /// The card.
    pub(super) fn card(self) -> usize {
        (self.0 >> SHOW_BITS) as usize
    }

    /// The occasion, if it is about one.
    pub(super) fn show(self) -> Option<usize> {
        (self.0 & ((1 << SHOW_BITS) - 1)).checked_sub(1).map(|show| show as usize)
    }
}

/// Where a test leads: to another one, or to an end.
pub(super) type Node = u32;

/// The ends.
pub(super) const NO: Node = 0;
pub(super) const YES: Node = 1;
/// More than once.
pub(super) const MANY: Node = 2;

const ENDS: u32 = 3;

/// A function of the world with few values, mostly yes and no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chart(Arc<Body>);

#[derive(PartialEq, Eq, Debug)]
struct Body {
    holders: usize,
    root: Node,
    levels: Vec<Level>,
    starts: Vec<u32>,
    edges: Vec<Node>,
}

/// What somebody sees of a world.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Sight {
    /// Whose cards, as a set of bits.
    pub(super) hands: u32,
    /// Which occasions, in order.
    pub(super) shows: Vec<u32>,
}

impl Sight {
    fn sees(&self, show: usize) -> bool {
        self.shows.binary_search(&(show as u32)).is_ok()
    }
}

type Made<T> = Result<T, Limit>;

impl Chart {
    /// The same everywhere.
    pub(super) fn constant(holders: usize, value: bool) -> Self {
        let (levels, starts, edges) = Default::default();
        Self(Arc::new(Body { holders, root: Node::from(value), levels, starts, edges }))
    }

    /// Where a holder has a number of cards.
    pub(super) fn hand(
        holders: usize,
        cards: usize,
        holder: usize,
        size: usize,
        most: &Room,
    ) -> Made<Self> {
        let mut making = Making::new(holders, most);
        // For each number of cards that they still get.
        let mut after: Vec<Node> = (0..=size).map(|left| Node::from(left == 0)).collect();
        for card in (0..cards).rev() {
            let mut here = Vec::with_capacity(after.len());
            for left in 0..=size {
                let mut edges = vec![after[left]; holders];
                edges[holder] = left.checked_sub(1).map_or(NO, |left| after[left]);
                here.push(making.node(Level::holder(card), &edges)?);
            }
            after = here;
        }
        Ok(making.finish(after[size]))
    }

    /// Where a card is with one of some holders.
    pub(super) fn held(holders: usize, card: usize, by: u32) -> Self {
        let edges = (0..holders).map(|holder| by >> holder & 1);
        let edges: Vec<Node> = edges.collect();
        Self::test(holders, Level::holder(card), edges)
    }

    /// Where every test finds one of the outcomes in a set of bits. The last test comes first.
    pub(super) fn path(holders: usize, tests: impl Iterator<Item = (Level, u32)>) -> Self {
        // Few nodes: there is always room.
        let mut making = Making::small(holders);
        let mut after = YES;
        for (level, found) in tests {
            let edge = |outcome: usize| if found >> outcome & 1 == 1 { after } else { NO };
            let edges: Vec<Node> = (0..making.width(level)).map(edge).collect();
            after = making.node_without_limit(level, &edges);
        }
        making.finish(after)
    }

    fn test(holders: usize, level: Level, edges: Vec<Node>) -> Self {
        if edges.iter().all(|&edge| edge == edges[0]) {
            return Self::constant(holders, edges[0] == YES);
        }
        let (levels, starts) = (vec![level], vec![0]);
        Self(Arc::new(Body { holders, root: ENDS, levels, starts, edges }))
    }

    /// Where just one of some cards was shown on an occasion, and its holder has it. The cards must be in order.
    pub(super) fn choice(holders: usize, show: usize, by: usize, cards: &[usize]) -> Self {
        // Few nodes: there is always room.
        let mut making = Making::small(holders);
        let mut after = [NO, YES];
        for &card in cards.iter().rev() {
            // Before it nothing was shown, or something was.
            let [open, shut] = after;
            let level = Level::choice(card, show);
            let passed = [open, shut].map(|next| making.node_without_limit(level, &[next, NO]));
            let taken = making.node_without_limit(level, &[open, shut]);
            let mut edges = vec![passed[0]; holders];
            edges[by] = taken;
            let open = making.node_without_limit(Level::holder(card), &edges);
            let shut = making.node_without_limit(Level::holder(card), &vec![passed[1]; holders]);
            after = [open, shut];
        }
        making.finish(after[0])
    }

    /// How many holders there are.
    pub(super) fn holders(&self) -> usize {
        self.0.holders
    }

    /// How many tests it has.
    pub(super) fn size(&self) -> usize {
        self.0.levels.len()
    }

    /// The first test.
    pub(super) fn root(&self) -> Node {
        self.0.root
    }

    /// Whether it is yes everywhere.
    pub(super) fn is_true(&self) -> bool {
        self.0.root == YES
    }

    /// Whether it is yes nowhere.
    pub(super) fn is_false(&self) -> bool {
        self.0.root == NO
    }

    /// What is tested at a node, after everything else at an end.
    pub(super) fn level(&self, node: Node) -> Level {
        match node.checked_sub(ENDS) {
            Some(at) => self.0.levels[at as usize],
            None => END,
        }
    }

    /// Where a node leads, by what is found there.
    pub(super) fn edges(&self, node: Node) -> &[Node] {
        let at = (node - ENDS) as usize;
        let start = self.0.starts[at] as usize;
        let end = self.0.starts.get(at + 1).map_or(self.0.edges.len(), |&end| end as usize);
        &self.0.edges[start..end]
    }

    /// Where a node leads at a level; itself if it does not test there.
    pub(super) fn step(&self, node: Node, level: Level, found: usize) -> Node {
        match self.level(node) == level {
            true => self.edges(node)[found],
            false => node,
        }
    }

    /// The occasions that it depends on, in order.
    pub(super) fn shows(&self) -> Vec<u32> {
        let shows = self.0.levels.iter().filter_map(|level| level.show());
        let mut shows: Vec<u32> = shows.map(|show| show as u32).collect();
        shows.sort_unstable();
        shows.dedup();
        shows
    }

    /// The only holder whose cards it depends on, if there is one.
    pub(super) fn only_hand(&self) -> Option<usize> {
        let mut only = None;
        for at in 0..self.size() {
            let node = at as u32 + ENDS;
            if self.level(node).show().is_some() {
                continue;
            }
            let edges = self.edges(node);
            // With two holders the cards of one tell those of the other.
            let hand = match only {
                Some(hand) => hand,
                None => edges.iter().position(|&edge| edge != edges[0]).map(|place| {
                    let alone = edges[1..].iter().all(|&edge| edge == edges[1]);
                    if alone { 0 } else { place }
                })?,
            };
            let other = edges[usize::from(hand == 0)];
            let others = edges.iter().enumerate().filter(|&(holder, _)| holder != hand);
            if others.map(|(_, &edge)| edge).any(|edge| edge != other) {
                return None;
            }
            only = Some(hand);
        }
        only
    }

    /// Its value in a world.
    pub(super) fn value(&self, found: impl Fn(Level) -> usize) -> Node {
        let mut node = self.root();
        while node >= ENDS {
            node = self.edges(node)[found(self.level(node))];
        }
        node
    }

    /// The first way through it to a yes, by the tests made.
    pub(super) fn first_path(&self) -> Option<Vec<(Level, usize)>> {
        let mut path = Vec::new();
        let mut node = self.root();
        while node >= ENDS {
            // Everything but the end no leads to a yes.
            let found = self.edges(node).iter().position(|&edge| edge != NO)?;
            path.push((self.level(node), found));
            node = self.edges(node)[found];
        }
        (node == YES).then_some(path)
    }

    /// All ways through these tests to a yes, in order. It may make no others.
    pub(super) fn paths<'c>(&'c self, levels: &'c [Level]) -> Paths<'c> {
        Paths { chart: self, levels, path: Vec::new(), waiting: vec![(self.root(), 0, None)] }
    }

    /// What somebody can see in all ways through these tests to a yes, each told by sets of outcomes. It may depend on
    /// what they see only. At most so many.
    pub(super) fn observations(
        &self,
        sight: &Sight,
        levels: &[Level],
        most: u64,
        pace: &Pace,
    ) -> Made<Vec<Vec<(Level, u32)>>> {
        let mut found = Vec::new();
        let mut waiting: Vec<(Node, Vec<(Level, u32)>)> = vec![(self.root(), Vec::new())];
        while let Some((node, path)) = waiting.pop() {
            if node == NO {
                continue;
            }
            let Some(&level) = levels.get(path.len()) else {
                found.push(path);
                if found.len() as u64 > most {
                    return Err(Limit::Work(most));
                }
                continue;
            };
            pace.count(1 + path.len() as u64)?;
            for outcomes in self.outcomes(sight, level).into_iter().rev() {
                let next = self.step(node, level, outcomes.trailing_zeros() as usize);
                let path = path.iter().copied().chain([(level, outcomes)]).collect();
                waiting.push((next, path));
            }
        }
        Ok(found)
    }

    /// The outcomes of a test that somebody can tell apart, as sets of bits.
    fn outcomes(&self, sight: &Sight, level: Level) -> Vec<u32> {
        match level.show() {
            Some(show) if sight.sees(show) => vec![1, 2],
            Some(_) => vec![3],
            None => {
                let all = u32::MAX >> (32 - self.holders() as u32);
                let seen = (0..self.holders()).map(|holder| 1 << holder);
                let mut outcomes: Vec<u32> = seen.filter(|one| sight.hands & one != 0).collect();
                let others = all & !sight.hands;
                outcomes.extend((others != 0).then_some(others));
                outcomes
            }
        }
    }

    /// How many things somebody can see in all ways through these tests to a yes. It may depend on what they see only.
    pub(super) fn sights(&self, sight: &Sight, levels: &[Level]) -> UBig {
        // For each node how many there are from its own test on.
        let mut counts: Vec<UBig> = Vec::with_capacity(self.size());
        let place = |level: Level| levels.partition_point(|&other| other < level);
        let from = |counts: &[UBig], node: Node, start: usize| {
            let count = match node.checked_sub(ENDS) {
                Some(at) => counts[at as usize].clone(),
                None => UBig::from(u8::from(node == YES)),
            };
            let passed = &levels[start..place(self.level(node))];
            passed
                .iter()
                .fold(count, |count, &level| count * UBig::from(self.outcomes(sight, level).len()))
        };
        for at in 0..self.size() {
            let node = at as u32 + ENDS;
            let level = self.level(node);
            let next = place(level) + 1;
            let each = self.outcomes(sight, level).into_iter().map(|outcomes| {
                let edge = self.edges(node)[outcomes.trailing_zeros() as usize];
                from(&counts, edge, next)
            });
            let count = each.fold(UBig::ZERO, |sum, count| sum + count);
            counts.push(count);
        }
        from(&counts, self.root(), 0)
    }
}

/// See [`Chart::paths`].
pub(super) struct Paths<'c> {
    chart: &'c Chart,
    levels: &'c [Level],
    path: Vec<usize>,
    /// Where ways lead that were not followed yet, how many tests were made before, and what the last one found.
    waiting: Vec<(Node, usize, Option<usize>)>,
}

impl Iterator for Paths<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        while let Some((node, done, found)) = self.waiting.pop() {
            if node == NO {
                continue;
            }
            if let Some(found) = found {
                self.path.truncate(done - 1);
                self.path.push(found);
            }
            let Some(&level) = self.levels.get(done) else { return Some(self.path.clone()) };
            let width = if level.show().is_some() { 2 } else { self.chart.holders() };
            for found in (0..width).rev() {
                self.waiting.push((self.chart.step(node, level, found), done + 1, Some(found)));
            }
        }
        None
    }
}
