//! Charts in the making: every test is there once, and none that makes no difference.

use super::{Body, Chart, END, ENDS, Level, MANY, Made, NO, Node, YES};
use crate::building::MOST_HOLDERS;
use crate::limits::{Limit, Pace, Room};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;
use std::sync::Arc;

/// How what looks the same is taken together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Join {
    /// Whether it holds somewhere.
    Some,
    /// Whether it holds nowhere, once or more than once.
    Twice,
}

/// A chart in the making.
pub(super) struct Making {
    pub(super) holders: usize,
    levels: Vec<Level>,
    starts: Vec<u32>,
    edges: Vec<Node>,
    /// The nodes that there are.
    unique: HashTable<Node>,
    joined: FxHashMap<u64, Node>,
    most: u64,
    /// What reports the nodes that are made; none where they are few.
    pace: Option<Pace>,
}

impl Making {
    pub(super) fn new(holders: usize, most: &Room) -> Self {
        Self { most: most.nodes, pace: Some(most.pace()), ..Self::small(holders) }
    }

    /// One with few nodes: there is always room.
    pub(super) fn small(holders: usize) -> Self {
        Self {
            holders,
            levels: Vec::new(),
            starts: Vec::new(),
            edges: Vec::new(),
            unique: HashTable::new(),
            joined: FxHashMap::default(),
            most: u64::MAX,
            pace: None,
        }
    }

    /// How many outcomes a test has.
    pub(super) fn width(&self, level: Level) -> usize {
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
    pub(super) fn node(&mut self, level: Level, edges: &[Node]) -> Made<Node> {
        if edges.iter().all(|&edge| edge == edges[0]) {
            return Ok(edges[0]);
        }
        if let Some(pace) = &self.pace {
            pace.count(1)?;
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
    pub(super) fn node_without_limit(&mut self, level: Level, edges: &[Node]) -> Node {
        self.node(level, edges).unwrap_or(NO)
    }

    /// Two of its nodes taken together.
    pub(super) fn join(&mut self, join: Join, left: Node, right: Node) -> Made<Node> {
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
    pub(super) fn finish(self, root: Node) -> Chart {
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
