//! Charts: decision diagrams for deals of cards. Each card is one test with as many outcomes as there
//! are holders, and between a card and the next there may be tests whether it was the card shown on
//! some occasion. Paths that agree from some test on share what follows, and a test that makes no
//! difference is left out, so that a set of worlds has one chart only.
//!
//! A chart is one block of memory that never changes and refers to no other. Operations read charts
//! and write a new one; there is nothing to lock and nothing to sweep.

use crate::limits::Limit;
use dashu_int::UBig;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;
use std::sync::Arc;

/// The place of a test: who holds a card, or whether the card was shown on an occasion. Cards are tested
/// in order; the occasions at a card come after its holder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Level(u32);

/// There are at most so many occasions.
pub(super) const MOST_SHOWS: usize = (1 << SHOW_BITS) - 1;

/// There are at most so many holders, so that a set of them is one word.
pub(super) const MOST_HOLDERS: usize = 32;

const SHOW_BITS: u32 = 11;

/// After all tests.
const END: Level = Level(u32::MAX);

impl Level {
    /// Who holds a card.
    pub(super) fn holder(card: usize) -> Self {
        Self((card as u32) << SHOW_BITS)
    }

    /// Whether a card was shown on an occasion.
    pub(super) fn shown(card: usize, show: usize) -> Self {
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
/// More than once; see [`Join::Twice`].
pub(super) const MANY: Node = 2;

const ENDS: u32 = 3;

/// A function of the world with few values, mostly yes and no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chart(Arc<Body>);

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

/// How what looks the same is taken together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Join {
    /// Whether it holds somewhere.
    Some,
    /// Whether it holds nowhere, once or more than once.
    Twice,
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
        most: u64,
    ) -> Made<Self> {
        let mut making = Making::new(holders, most);
        // For each number of cards that he still gets.
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
        let mut making = Making::new(holders, u64::MAX);
        let mut after = YES;
        for (level, found) in tests {
            let edge = |outcome: usize| if found >> outcome & 1 == 1 { after } else { NO };
            let edges: Vec<Node> = (0..making.width(level)).map(edge).collect();
            after = making.unlimited(level, &edges);
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
        let mut making = Making::new(holders, u64::MAX);
        let mut after = [NO, YES];
        for &card in cards.iter().rev() {
            // Before it nothing was shown, or something was.
            let [open, shut] = after;
            let level = Level::shown(card, show);
            let passed = [open, shut].map(|next| making.unlimited(level, &[next, NO]));
            let taken = making.unlimited(level, &[open, shut]);
            let mut edges = vec![passed[0]; holders];
            edges[by] = taken;
            let open = making.unlimited(Level::holder(card), &edges);
            let shut = making.unlimited(Level::holder(card), &vec![passed[1]; holders]);
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
    /// what he sees only. At most so many.
    pub(super) fn observations(
        &self,
        sight: &Sight,
        levels: &[Level],
        most: u64,
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

    /// How many things somebody can see in all ways through these tests to a yes. It may depend on what he sees only.
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

    /// Both.
    pub(super) fn and(&self, other: &Self, most: u64) -> Made<Self> {
        combine(Op::And, self, other, most)
    }

    /// One of the two.
    pub(super) fn or(&self, other: &Self, most: u64) -> Made<Self> {
        combine(Op::Or, self, other, most)
    }

    /// The first and not the second.
    pub(super) fn minus(&self, other: &Self, most: u64) -> Made<Self> {
        combine(Op::Minus, self, other, most)
    }

    /// Where the two agree.
    pub(super) fn iff(&self, other: &Self, most: u64) -> Made<Self> {
        combine(Op::Iff, self, other, most)
    }

    /// Everywhere else.
    pub(super) fn not(&self) -> Self {
        let turned = |node: Node| match node {
            NO => YES,
            YES => NO,
            node => node,
        };
        let body = &self.0;
        Self(Arc::new(Body {
            holders: body.holders,
            root: turned(body.root),
            levels: body.levels.clone(),
            starts: body.starts.clone(),
            edges: body.edges.iter().map(|&node| turned(node)).collect(),
        }))
    }

    /// Where it has a value.
    fn is(&self, value: Node, most: u64) -> Made<Self> {
        let mut making = Making::new(self.holders(), most);
        let mut made: Vec<Node> = Vec::with_capacity(self.size());
        let of = |made: &[Node], node: Node| match node.checked_sub(ENDS) {
            Some(at) => made[at as usize],
            None => Node::from(node == value),
        };
        // Children come before their parents.
        for at in 0..self.size() {
            let node = at as u32 + ENDS;
            let edges: Vec<Node> = self.edges(node).iter().map(|&edge| of(&made, edge)).collect();
            made.push(making.node(self.level(node), &edges)?);
        }
        let root = of(&made, self.root());
        Ok(making.finish(root))
    }

    /// With what was found at some levels known.
    pub(super) fn given(&self, found: impl Fn(Level) -> Option<usize>, most: u64) -> Made<Self> {
        let mut making = Making::new(self.holders(), most);
        let mut made: Vec<Node> = Vec::with_capacity(self.size());
        let of = |made: &[Node], node: Node| match node.checked_sub(ENDS) {
            Some(at) => made[at as usize],
            None => node,
        };
        for at in 0..self.size() {
            let node = at as u32 + ENDS;
            let (level, edges) = (self.level(node), self.edges(node));
            made.push(match found(level) {
                Some(found) => of(&made, edges[found]),
                None => {
                    let edges: Vec<Node> = edges.iter().map(|&edge| of(&made, edge)).collect();
                    making.node(level, &edges)?
                }
            });
        }
        let root = of(&made, self.root());
        Ok(making.finish(root))
    }

    /// What somebody can tell of where it holds from what he sees.
    pub(super) fn seen(&self, sight: &Sight, most: u64) -> Made<Self> {
        seen([(self, YES)], sight, most)
    }

    /// Where somebody can tell from what he sees what else there is to see, for somebody who sees these hands too. It
    /// may depend on what that one sees only.
    pub(super) fn settled(&self, sight: &Sight, hands: u32, most: u64) -> Made<Self> {
        let parts = [(self, YES)];
        let making = Making::new(self.holders(), most);
        let apart = hands | sight.hands;
        let known = FxHashMap::default();
        let mut seeing = Seeing { parts, sight, join: Join::Twice, apart, making, known };
        let root = seeing.node([self.root()])?;
        seeing.making.finish(root).is(YES, most)
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    And,
    Or,
    Minus,
    Iff,
}

impl Op {
    /// The value, if that is clear.
    fn ended(self, left: Node, right: Node) -> Option<Node> {
        match (self, left, right) {
            (Self::And, NO, _) | (Self::And, _, NO) => Some(NO),
            (Self::And, YES, YES) => Some(YES),
            (Self::Or, YES, _) | (Self::Or, _, YES) => Some(YES),
            (Self::Or, NO, NO) => Some(NO),
            (Self::Minus, NO, _) | (Self::Minus, _, YES) => Some(NO),
            (Self::Minus, YES, NO) => Some(YES),
            (Self::Iff, left, right) if left < ENDS && right < ENDS => {
                Some(Node::from(left == right))
            }
            _ => None,
        }
    }
}

fn combine(op: Op, left: &Chart, right: &Chart, most: u64) -> Made<Chart> {
    match (op, left.root(), right.root()) {
        (Op::And, _, YES) | (Op::Or, _, NO) | (Op::Minus, _, NO) | (Op::Iff, _, YES) => {
            return Ok(left.clone());
        }
        (Op::And, YES, _) | (Op::Or, NO, _) | (Op::Iff, YES, _) => return Ok(right.clone()),
        _ => {}
    }
    let mut combining = Combining {
        op,
        left,
        right,
        making: Making::new(left.holders(), most),
        known: FxHashMap::default(),
    };
    let root = combining.node(left.root(), right.root())?;
    Ok(combining.making.finish(root))
}

struct Combining<'c> {
    op: Op,
    left: &'c Chart,
    right: &'c Chart,
    making: Making,
    known: FxHashMap<u64, Node>,
}

impl Combining<'_> {
    /// The depth is at most the number of levels of both charts.
    fn node(&mut self, left: Node, right: Node) -> Made<Node> {
        if let Some(end) = self.op.ended(left, right) {
            return Ok(end);
        }
        let key = u64::from(left) << 32 | u64::from(right);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let level = self.left.level(left).min(self.right.level(right));
        let mut edges = [NO; MOST_HOLDERS];
        let width = self.making.width(level);
        for (found, edge) in edges[..width].iter_mut().enumerate() {
            let left = self.left.step(left, level, found);
            let right = self.right.step(right, level, found);
            *edge = self.node(left, right)?;
        }
        let made = self.making.node(level, &edges[..width])?;
        self.known.insert(key, made);
        Ok(made)
    }
}

/// What somebody can tell, from what he sees, of where charts have the ends named, all of them. Nothing is
/// made of what he does not see.
pub(super) fn seen<const N: usize>(
    parts: [(&Chart, Node); N],
    sight: &Sight,
    most: u64,
) -> Made<Chart> {
    let mut hands = sight.hands;
    let holders = parts[0].0.holders();
    // Who sees all hands but one sees that one too.
    let all = u32::MAX >> (32 - holders as u32);
    if (all & !hands).count_ones() <= 1 {
        hands = all;
    }
    let sight = &Sight { hands, shows: sight.shows.clone() };
    let making = Making::new(holders, most);
    let (join, apart, known) = (Join::Some, u32::MAX, FxHashMap::default());
    let mut seeing = Seeing { parts, sight, join, apart, making, known };
    let root = seeing.node(parts.map(|(chart, _)| chart.root()))?;
    Ok(seeing.making.finish(root))
}

struct Seeing<'c, const N: usize> {
    parts: [(&'c Chart, Node); N],
    sight: &'c Sight,
    join: Join,
    /// Holders whose cards make a difference; the others are alike.
    apart: u32,
    making: Making,
    known: FxHashMap<[Node; N], Node>,
}

impl<const N: usize> Seeing<'_, N> {
    fn node(&mut self, at: [Node; N]) -> Made<Node> {
        let mut level = END;
        for (&node, (chart, wanted)) in at.iter().zip(&self.parts) {
            if node < ENDS && node != *wanted {
                return Ok(NO);
            }
            level = level.min(chart.level(node));
        }
        if level == END {
            return Ok(YES);
        }
        if let Some(&known) = self.known.get(&at) {
            return Ok(known);
        }
        let made = match level.show() {
            None => self.holder(at, level)?,
            Some(show) => self.shown(at, level, show)?,
        };
        self.known.insert(at, made);
        Ok(made)
    }

    fn step(&self, at: [Node; N], level: Level, found: usize) -> [Node; N] {
        let mut next = at;
        for (node, (chart, _)) in next.iter_mut().zip(&self.parts) {
            *node = chart.step(*node, level, found);
        }
        next
    }

    fn holder(&mut self, at: [Node; N], level: Level) -> Made<Node> {
        let holders = self.making.holders;
        let mut edges = [NO; MOST_HOLDERS];
        let (mut others, mut alike) = (NO, false);
        for (holder, edge) in edges[..holders].iter_mut().enumerate() {
            let next = self.step(at, level, holder);
            if self.sight.hands >> holder & 1 == 1 {
                *edge = self.node(next)?;
                continue;
            }
            let again = self.apart >> holder & 1 == 0 && std::mem::replace(&mut alike, true);
            if !again && (self.join == Join::Twice || others != YES) {
                let more = self.node(next)?;
                others = self.making.join(self.join, others, more)?;
            }
        }
        for (holder, edge) in edges[..holders].iter_mut().enumerate() {
            if self.sight.hands >> holder & 1 == 0 {
                *edge = others;
            }
        }
        self.making.node(level, &edges[..holders])
    }

    fn shown(&mut self, at: [Node; N], level: Level, show: usize) -> Made<Node> {
        let (no, yes) = (self.step(at, level, 0), self.step(at, level, 1));
        let no = self.node(no)?;
        if self.sight.sees(show) {
            let yes = self.node(yes)?;
            return self.making.node(level, &[no, yes]);
        }
        if self.join == Join::Some && no == YES {
            return Ok(YES);
        }
        let yes = self.node(yes)?;
        self.making.join(self.join, no, yes)
    }
}

/// A chart in the making.
struct Making {
    holders: usize,
    levels: Vec<Level>,
    starts: Vec<u32>,
    edges: Vec<Node>,
    /// The nodes that there are.
    unique: HashTable<Node>,
    joined: FxHashMap<u64, Node>,
    most: u64,
}

impl Making {
    fn new(holders: usize, most: u64) -> Self {
        Self {
            holders,
            levels: Vec::new(),
            starts: Vec::new(),
            edges: Vec::new(),
            unique: HashTable::new(),
            joined: FxHashMap::default(),
            most,
        }
    }

    /// How many outcomes a test has.
    fn width(&self, level: Level) -> usize {
        if level.show().is_some() { 2 } else { self.holders }
    }

    fn level(&self, node: Node) -> Level {
        match node.checked_sub(ENDS) {
            Some(at) => self.levels[at as usize],
            None => END,
        }
    }

    fn edges_of(&self, node: Node) -> &[Node] {
        let at = (node - ENDS) as usize;
        let start = self.starts[at] as usize;
        &self.edges[start..start + self.width(self.levels[at])]
    }

    /// A test, unless it makes no difference.
    fn node(&mut self, level: Level, edges: &[Node]) -> Made<Node> {
        if edges.iter().all(|&edge| edge == edges[0]) {
            return Ok(edges[0]);
        }
        let hash = hash(level, edges);
        let same = |&node: &Node| {
            let at = (node - ENDS) as usize;
            let start = self.starts[at] as usize;
            self.levels[at] == level && &self.edges[start..start + edges.len()] == edges
        };
        if let Some(&known) = self.unique.find(hash, same) {
            return Ok(known);
        }
        if self.levels.len() as u64 >= self.most || self.edges.len() >= (u32::MAX / 2) as usize {
            return Err(Limit::Nodes(self.most));
        }
        let node = self.levels.len() as u32 + ENDS;
        self.levels.push(level);
        self.starts.push(self.edges.len() as u32);
        self.edges.extend(edges);
        let (levels, starts, all) = (&self.levels, &self.starts, &self.edges);
        let holders = self.holders;
        let rehash = |&node: &Node| {
            let at = (node - ENDS) as usize;
            let width = if levels[at].show().is_some() { 2 } else { holders };
            let start = starts[at] as usize;
            self::hash(levels[at], &all[start..start + width])
        };
        self.unique.insert_unique(hash, node, rehash);
        Ok(node)
    }

    /// A test, where there is always room.
    fn unlimited(&mut self, level: Level, edges: &[Node]) -> Node {
        self.node(level, edges).unwrap_or(NO)
    }

    /// Two of its nodes taken together.
    fn join(&mut self, join: Join, left: Node, right: Node) -> Made<Node> {
        let (left, right) = (left.min(right), left.max(right));
        match (join, left, right) {
            (_, NO, other) => return Ok(other),
            (Join::Some, YES, _) => return Ok(YES),
            (Join::Some, left, right) if left == right => return Ok(left),
            (Join::Twice, YES | MANY, YES | MANY) => return Ok(MANY),
            (Join::Twice, MANY, _) => return Ok(MANY),
            _ => {}
        }
        let key = u64::from(left) << 32 | u64::from(right);
        if let Some(&known) = self.joined.get(&key) {
            return Ok(known);
        }
        let level = self.level(left).min(self.level(right));
        let mut edges = [NO; MOST_HOLDERS];
        let width = self.width(level);
        for (found, edge) in edges[..width].iter_mut().enumerate() {
            let step = |node: Node| match self.level(node) == level {
                true => self.edges_of(node)[found],
                false => node,
            };
            let (left, right) = (step(left), step(right));
            *edge = self.join(join, left, right)?;
        }
        let made = self.node(level, &edges[..width])?;
        self.joined.insert(key, made);
        Ok(made)
    }

    /// The chart from a node on: what is reached from there, in an order that depends on nothing else.
    fn finish(self, root: Node) -> Chart {
        let mut number: Vec<Node> = vec![NO; self.levels.len()];
        let mut body = Body {
            holders: self.holders,
            root: NO,
            levels: Vec::new(),
            starts: Vec::new(),
            edges: Vec::new(),
        };
        let numbered = |number: &[Node], node: Node| match node.checked_sub(ENDS) {
            Some(at) => number[at as usize],
            None => node,
        };
        let mut stack = vec![(root, 0)];
        while let Some((node, done)) = stack.pop() {
            if node < ENDS || number[(node - ENDS) as usize] != NO {
                continue;
            }
            let edges = self.edges_of(node);
            // Children first.
            let waiting = edges[done..]
                .iter()
                .position(|&edge| edge >= ENDS && number[(edge - ENDS) as usize] == NO);
            if let Some(at) = waiting {
                stack.extend([(node, done + at), (edges[done + at], 0)]);
                continue;
            }
            number[(node - ENDS) as usize] = body.levels.len() as u32 + ENDS;
            body.levels.push(self.level(node));
            body.starts.push(body.edges.len() as u32);
            body.edges.extend(edges.iter().map(|&edge| numbered(&number, edge)));
        }
        body.root = numbered(&number, root);
        Chart(Arc::new(body))
    }
}

fn hash(level: Level, edges: &[Node]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(level.0);
    for &edge in edges {
        hasher.write_u32(edge);
    }
    hasher.finish()
}
