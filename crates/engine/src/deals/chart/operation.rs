//! Operations on charts, one pass over the charts that they read: sets joined, what was found at some tests put in,
//! and what somebody can tell from what they see (thesis def. 32), in which the tests that they do not see are
//! taken together while the rest is made.

use super::making::{Join, Making};
use super::{Body, Chart, END, ENDS, Level, Made, NO, Node, Sight, YES};
use crate::building::MOST_HOLDERS;
use crate::limits::Room;
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Chart {
    /// Both.
    pub(in crate::deals) fn and(&self, other: &Self, most: &Room) -> Made<Self> {
        combine(Op::And, self, other, most)
    }

    /// One of the two.
    pub(in crate::deals) fn or(&self, other: &Self, most: &Room) -> Made<Self> {
        combine(Op::Or, self, other, most)
    }

    /// The first and not the second.
    pub(in crate::deals) fn minus(&self, other: &Self, most: &Room) -> Made<Self> {
        combine(Op::Minus, self, other, most)
    }

    /// Where the two agree.
    pub(in crate::deals) fn iff(&self, other: &Self, most: &Room) -> Made<Self> {
        combine(Op::Iff, self, other, most)
    }

    /// Everywhere else.
    pub(in crate::deals) fn not(&self) -> Self {
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
    fn is(&self, value: Node, most: &Room) -> Made<Self> {
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
    pub(in crate::deals) fn condition_on(
        &self,
        found: impl Fn(Level) -> Option<usize>,
        most: &Room,
    ) -> Made<Self> {
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

    /// What somebody can tell of where it holds from what they see.
    pub(in crate::deals) fn project_to(&self, sight: &Sight, most: &Room) -> Made<Self> {
        project_ends([(self, YES)], sight, most)
    }

    /// Where somebody can tell from what they see what else there is to see, for somebody who sees these hands too. It
    /// may depend on what that one sees only.
    pub(in crate::deals) fn settled_by(
        &self,
        sight: &Sight,
        hands: u32,
        most: &Room,
    ) -> Made<Self> {
        let parts = [(self, YES)];
        let making = Making::new(self.holders(), most);
        let apart = hands | sight.hands;
        let known = FxHashMap::default();
        let mut seeing = Seeing { parts, sight, join: Join::Twice, apart, making, known };
        let root = seeing.node([self.root()])?;
        seeing.making.finish(root).is(YES, most)
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
    fn terminal_value(self, left: Node, right: Node) -> Option<Node> {
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

fn combine(op: Op, left: &Chart, right: &Chart, most: &Room) -> Made<Chart> {
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
        if let Some(end) = self.op.terminal_value(left, right) {
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

/// What somebody can tell, from what they see, of where charts have the ends named, all of them. Nothing is
/// made of what they do not see.
pub(in crate::deals) fn project_ends<const N: usize>(
    parts: [(&Chart, Node); N],
    sight: &Sight,
    most: &Room,
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
            Some(show) => self.choice_node(at, level, show)?,
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

    fn choice_node(&mut self, at: [Node; N], level: Level, show: usize) -> Made<Node> {
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
