//! A better order of variables for one function: each variable in turn is tried in all places, and
//! stays in the best one (Rudell's sifting, 1993). Two neighbours in the order can change places
//! without touching any node but theirs.
//!
//! The function is taken out of where it lives, so that nothing else changes. How much is tried is
//! limited by a number of steps, not by a clock: the same function always gets the same order.
//! Here edges are not marked; a function and its negation have nodes of their own.

use super::diagram::{Diagram, Diagrams, Graph, GraphEdge, Variable};
use crate::limits::Limit;
use hexa_logic::{Stop, Stopped};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// So many nodes are moved at most.
const MOST_STEPS: usize = 30_000_000;

/// A variable turns round where there are more nodes than at best, by this factor.
const MOST_GROWTH: f64 = 1.5;

/// Another round is worth it if the last one has left at most this part of the nodes.
const WORTH_IT: f64 = 0.97;

/// A function in an order that can change.
pub(crate) struct Sifting {
    nodes: Vec<Node>,
    /// Numbers of nodes that were taken away.
    free: Vec<u32>,
    /// For each variable its nodes, by where they lead.
    tables: Vec<FxHashMap<(u32, u32), u32>>,
    /// The variables in order.
    order: Vec<usize>,
    root: u32,
    size: usize,
    steps: usize,
}

/// The numbers 0 and 1 are the constants.
#[derive(Clone, Copy)]
struct Node {
    variable: usize,
    low: u32,
    high: u32,
    /// How many nodes lead here, and one more for the root.
    uses: usize,
}

const NOWHERE: usize = usize::MAX;

impl Sifting {
    /// A function of these variables, in their order.
    pub(crate) fn new(graph: &Graph, variables: &[Variable]) -> Self {
        let constant = Node { variable: NOWHERE, low: 0, high: 0, uses: 1 };
        let mut sifting = Self {
            nodes: vec![constant, constant],
            free: Vec::new(),
            tables: vec![FxHashMap::default(); variables.len()],
            order: (0..variables.len()).collect(),
            root: 0,
            size: 0,
            steps: 0,
        };
        let number = |edge: GraphEdge| match edge {
            GraphEdge::Constant(value) => u32::from(value),
            // Children come first, in the same order as here.
            GraphEdge::Node(node) => node + 2,
        };
        for node in graph.nodes() {
            let variable = variables.partition_point(|&variable| variable < node.variable);
            sifting.node(variable, number(node.low), number(node.high));
        }
        sifting.root = number(graph.root());
        sifting.nodes[sifting.root as usize].uses += 1;
        sifting
    }

    /// How many nodes there are.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The variables in order, by their places in the first order.
    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    /// Looks for a better order of the first so many variables, in rounds.
    pub(crate) fn improve(&mut self, movable: usize, stop: &Stop) -> Result<(), Limit> {
        loop {
            let before = self.size;
            let mut waiting = self.order[..movable].to_vec();
            // Those with most nodes first; those without any need no better place.
            waiting.retain(|&variable| !self.tables[variable].is_empty());
            waiting.sort_by_key(|&variable| (Reverse(self.tables[variable].len()), variable));
            for variable in waiting {
                if self.steps <= MOST_STEPS {
                    self.sift(variable, movable, stop).map_err(|Stopped| Limit::Stopped)?;
                }
            }
            if self.steps > MOST_STEPS || self.size as f64 >= before as f64 * WORTH_IT {
                return Ok(());
            }
        }
    }

    /// Moves a variable to its best place.
    fn sift(&mut self, variable: usize, movable: usize, stop: &Stop) -> Result<(), Stopped> {
        let start = self.order.iter().position(|&v| v == variable).unwrap_or(0);
        let (mut at, mut best, last) = (start, (self.size, start), movable - 1);
        // To the nearer end first, for that way is gone twice.
        let ends = if start <= last / 2 { [0, last] } else { [last, 0] };
        for end in ends {
            while at != end && self.size as f64 <= best.0 as f64 * MOST_GROWTH {
                at = self.step(at, end, stop)?;
                best = best.min((self.size, at));
            }
        }
        while at != best.1 {
            at = self.step(at, best.1, stop)?;
        }
        Ok(())
    }

    /// Moves the variable in a place towards another; where it is then.
    fn step(&mut self, at: usize, end: usize, stop: &Stop) -> Result<usize, Stopped> {
        let next = if at < end { at + 1 } else { at - 1 };
        let before = self.steps;
        self.swap(at.min(next));
        stop.count((self.steps - before) as u64)?;
        Ok(next)
    }

    /// Changes the order of the variable in a place and the next one.
    fn swap(&mut self, place: usize) {
        let (upper, lower) = (self.order[place], self.order[place + 1]);
        self.order.swap(place, place + 1);
        let is_lower = |edge: u32| self.nodes[edge as usize].variable == lower;
        let both = self.tables[upper].iter().filter(|((l, h), _)| is_lower(*l) || is_lower(*h));
        let mut touched: Vec<u32> = both.map(|(_, &node)| node).collect();
        touched.sort_unstable();
        self.steps += self.tables[upper].len() + 4 * touched.len() + 1;
        for &node in &touched {
            let Node { low, high, .. } = self.nodes[node as usize];
            self.tables[upper].remove(&(low, high));
        }
        self.size -= touched.len();
        for node in touched {
            self.turn(node, upper, lower);
        }
    }

    /// Asks first for the lower variable, then for the upper one.
    fn turn(&mut self, node: u32, upper: usize, lower: usize) {
        let Node { low, high, .. } = self.nodes[node as usize];
        let split = |edge: u32| match self.nodes[edge as usize] {
            Node { variable, low, high, .. } if variable == lower => (low, high),
            _ => (edge, edge),
        };
        let ((low_low, low_high), (high_low, high_high)) = (split(low), split(high));
        let new_low = self.node(upper, low_low, high_low);
        self.nodes[new_low as usize].uses += 1;
        let new_high = self.node(upper, low_high, high_high);
        self.nodes[new_high as usize].uses += 1;
        let turned = &mut self.nodes[node as usize];
        (turned.variable, turned.low, turned.high) = (lower, new_low, new_high);
        self.tables[lower].insert((new_low, new_high), node);
        self.size += 1;
        self.release(low);
        self.release(high);
    }

    /// The node that leads there.
    fn node(&mut self, variable: usize, low: u32, high: u32) -> u32 {
        if low == high {
            return low;
        }
        if let Some(&known) = self.tables[variable].get(&(low, high)) {
            return known;
        }
        let node = Node { variable, low, high, uses: 0 };
        let made = match self.free.pop() {
            Some(free) => {
                self.nodes[free as usize] = node;
                free
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        self.tables[variable].insert((low, high), made);
        self.nodes[low as usize].uses += 1;
        self.nodes[high as usize].uses += 1;
        self.size += 1;
        made
    }

    /// One use less; what has none is taken away.
    fn release(&mut self, edge: u32) {
        let mut waiting = vec![edge];
        while let Some(edge) = waiting.pop() {
            let node = &mut self.nodes[edge as usize];
            node.uses -= 1;
            if node.uses == 0 && node.variable != NOWHERE {
                let Node { variable, low, high, .. } = *node;
                self.tables[variable].remove(&(low, high));
                self.size -= 1;
                self.free.push(edge);
                waiting.extend([low, high]);
            }
        }
    }

    /// The function in its new order, where the variable in each place is called so.
    pub(crate) fn build(&self, diagrams: &Diagrams, names: &[Variable]) -> Result<Diagram, Limit> {
        let mut made: FxHashMap<u32, Diagram> = FxHashMap::default();
        made.insert(0, diagrams.constant(false));
        made.insert(1, diagrams.constant(true));
        for (place, &variable) in self.order.iter().enumerate().rev() {
            let test = diagrams.variable(names[place])?;
            let mut nodes: Vec<_> = self.tables[variable].iter().collect();
            nodes.sort_unstable();
            for ((low, high), &node) in nodes {
                let here = diagrams.if_then_else(&test, &made[high], &made[low])?;
                made.insert(node, here);
            }
        }
        Ok(made[&self.root].clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of some pairs of variables, far from each other: x1, x2, x3, y1, y2, y3.
    fn pairs(diagrams: &Diagrams, number: u32) -> Result<Diagram, Limit> {
        let pair = |at| {
            let (x, y) = (Variable(2 * at), Variable(2 * (at + number)));
            diagrams.cube(&[x, y])
        };
        diagrams.any((0..number).map(pair).collect::<Result<_, _>>()?)
    }

    fn variables(number: u32) -> Vec<Variable> {
        (0..number).map(|at| Variable(2 * at)).collect()
    }

    #[test]
    fn pairs_are_brought_together() -> Result<(), Limit> {
        let (diagrams, names) = (Diagrams::new(1 << 16, Stop::new()), variables(12));
        let function = pairs(&diagrams, 6)?;
        let mut sifting = Sifting::new(&Graph::of(&function), &names);
        assert_eq!(sifting.size(), 2 * ((1 << 6) - 1));
        sifting.improve(12, &Stop::new())?;
        assert_eq!(sifting.size(), 12);
        Ok(())
    }

    #[test]
    fn the_search_for_an_order_can_be_stopped() -> Result<(), Limit> {
        let (diagrams, names) = (Diagrams::new(1 << 16, Stop::new()), variables(12));
        let function = pairs(&diagrams, 6)?;
        let mut sifting = Sifting::new(&Graph::of(&function), &names);
        assert_eq!(sifting.improve(12, &Stop::after(100)), Err(Limit::Stopped));
        // It stays a function of as many nodes as there are, in the order that it has come to.
        let built = sifting.build(&diagrams, &names)?;
        assert_eq!(Graph::of(&built).nodes().len(), sifting.size());
        Ok(())
    }

    #[test]
    fn the_function_stays_the_same() -> Result<(), Limit> {
        // Every 37th function of four variables.
        let (diagrams, names) = (Diagrams::new(1 << 16, Stop::new()), variables(4));
        for table in (0..1u32 << 16).step_by(37) {
            let is_true = |world: u32| table >> world & 1 == 1;
            let worlds = (0..16).filter(|&world| is_true(world)).map(|world| {
                let mut here = diagrams.constant(true);
                for (at, &name) in names.iter().enumerate().rev() {
                    let literal = diagrams.variable(name)?;
                    here = match world >> at & 1 {
                        1 => diagrams.and(&literal, &here)?,
                        _ => diagrams.minus(&here, &literal)?,
                    };
                }
                Ok(here)
            });
            let function = diagrams.any(worlds.collect::<Result<_, Limit>>()?)?;
            let mut sifting = Sifting::new(&Graph::of(&function), &names);
            let before = sifting.size();
            sifting.improve(4, &Stop::new())?;
            assert!(sifting.size() <= before, "{table:b}");
            let order = sifting.order().to_vec();
            let built = sifting.build(&diagrams, &names)?;
            assert_eq!(Graph::of(&built).nodes().len(), sifting.size(), "{table:b}");
            for world in 0..16 {
                let value = |v: Variable| world >> order[v.0 as usize / 2] & 1 == 1;
                assert_eq!(built.holds(value), is_true(world), "{table:b} in {world:b}");
            }
        }
        Ok(())
    }
}
