//! How many: functions of what somebody sees whose values are numbers. Charts are added up in one, or what is seen of
//! more hands is counted, and then the least and the most are read off.

use super::{Chart, ENDS, Level, Made, NO, Node, Sight};
use crate::limits::{Limit, Pace, Room};
use rustc_hash::FxHashMap;

/// The number of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::deals) struct Sum(u32);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Step {
    End(u64),
    Test(Level, Box<[Sum]>),
}

/// Functions in the making; equal ones are one.
pub(in crate::deals) struct Tally {
    steps: Vec<Step>,
    numbers: FxHashMap<Step, Sum>,
    added: FxHashMap<(Sum, Sum), Sum>,
    most: u64,
    pace: Pace,
}

impl Tally {
    /// At most so many tests are made.
    pub(in crate::deals) fn new(most: &Room) -> Self {
        let (steps, numbers, added) = Default::default();
        Self { steps, numbers, added, most: most.nodes, pace: most.pace() }
    }

    /// The same everywhere.
    pub(in crate::deals) fn constant(&mut self, value: u64) -> Made<Sum> {
        self.step(Step::End(value))
    }

    /// One where a chart holds, and else nothing.
    pub(in crate::deals) fn of(&mut self, chart: &Chart) -> Made<Sum> {
        let mut made: Vec<Sum> = vec![self.constant(0)?, self.constant(1)?, self.constant(0)?];
        for at in 0..chart.size() {
            let node = at as u32 + ENDS;
            let edges = chart.edges(node).iter().map(|&edge| made[edge as usize]).collect();
            made.push(self.test(chart.level(node), edges)?);
        }
        Ok(made[chart.root() as usize])
    }

    /// How many different things can be seen of another hand by who sees it too. The chart depends on what they see
    /// and that hand only, and settles how many cards are in it.
    pub(in crate::deals) fn count_sights(
        &mut self,
        chart: &Chart,
        sight: &Sight,
        hand: usize,
    ) -> Made<Sum> {
        let mut made: Vec<Sum> = vec![self.constant(0)?, self.constant(1)?, self.constant(0)?];
        for at in 0..chart.size() {
            let node = at as u32 + ENDS;
            let sum = match chart.level(node).show() {
                Some(_) => {
                    let edges = chart.edges(node).iter().map(|&edge| made[edge as usize]);
                    self.test(chart.level(node), edges.collect())?
                }
                None => self.holder(chart, node, (sight.hands, hand), &made)?,
            };
            made.push(sum);
        }
        Ok(made[chart.root() as usize])
    }

    fn holder(
        &mut self,
        chart: &Chart,
        node: Node,
        (seen, hand): (u32, usize),
        made: &[Sum],
    ) -> Made<Sum> {
        let edges = chart.edges(node);
        let is_seen = |holder: usize| seen >> holder & 1 == 1;
        // What is not seen is with the hand, or with somebody else, whoever that is.
        let else_where = (0..edges.len()).find(|&holder| !is_seen(holder) && holder != hand);
        let there = made[if is_seen(hand) { NO } else { edges[hand] } as usize];
        let other = made[else_where.map_or(NO, |holder| edges[holder]) as usize];
        let both = self.plus(there, other)?;
        let sum = |holder: usize| match is_seen(holder) {
            true => made[edges[holder] as usize],
            false => both,
        };
        self.test(chart.level(node), (0..edges.len()).map(sum).collect())
    }

    /// The sum of two functions. The depth is at most the number of levels of both.
    pub(in crate::deals) fn plus(&mut self, one: Sum, two: Sum) -> Made<Sum> {
        let pair = (one.min(two), one.max(two));
        if let Some(&known) = self.added.get(&pair) {
            return Ok(known);
        }
        let sum = match (self.level(one), self.level(two)) {
            (None, None) => self.constant(self.value(one) + self.value(two))?,
            (left, right) => {
                let level = [left, right].into_iter().flatten().min().unwrap_or(Level(0));
                let width = self.width(if left == Some(level) { one } else { two });
                let mut edges = Vec::with_capacity(width);
                for found in 0..width {
                    let (one, two) = (self.at(one, level, found), self.at(two, level, found));
                    edges.push(self.plus(one, two)?);
                }
                self.test(level, edges.into_boxed_slice())?
            }
        };
        self.added.insert(pair, sum);
        Ok(sum)
    }

    /// The least and the greatest value that is not zero.
    pub(in crate::deals) fn range(&self, sum: Sum) -> Option<(u64, u64)> {
        let mut reached = vec![false; self.steps.len()];
        let (mut waiting, mut range) = (vec![sum], None);
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut reached[at.0 as usize], true) {
                continue;
            }
            match &self.steps[at.0 as usize] {
                Step::Test(_, edges) => waiting.extend(edges.iter()),
                Step::End(0) => {}
                &Step::End(value) => {
                    let (least, most) = range.unwrap_or((value, value));
                    range = Some((value.min(least), value.max(most)));
                }
            }
        }
        range
    }

    fn step(&mut self, step: Step) -> Made<Sum> {
        self.pace.count(1)?;
        if let Some(&known) = self.numbers.get(&step) {
            return Ok(known);
        }
        if self.steps.len() as u64 >= self.most.min(u64::from(u32::MAX)) {
            return Err(Limit::Nodes(self.most));
        }
        let number = Sum(self.steps.len() as u32);
        self.steps.push(step.clone());
        self.numbers.insert(step, number);
        Ok(number)
    }

    fn test(&mut self, level: Level, edges: Box<[Sum]>) -> Made<Sum> {
        match edges.iter().all(|&edge| edge == edges[0]) {
            true => Ok(edges[0]),
            false => self.step(Step::Test(level, edges)),
        }
    }

    fn level(&self, sum: Sum) -> Option<Level> {
        match &self.steps[sum.0 as usize] {
            Step::Test(level, _) => Some(*level),
            Step::End(_) => None,
        }
    }

    fn value(&self, sum: Sum) -> u64 {
        match &self.steps[sum.0 as usize] {
            Step::End(value) => *value,
            Step::Test(..) => 0,
        }
    }

    fn width(&self, sum: Sum) -> usize {
        match &self.steps[sum.0 as usize] {
            Step::Test(_, edges) => edges.len(),
            Step::End(_) => 0,
        }
    }

    fn at(&self, sum: Sum, level: Level, found: usize) -> Sum {
        match &self.steps[sum.0 as usize] {
            Step::Test(own, edges) if *own == level => edges[found],
            Step::End(_) | Step::Test(..) => sum,
        }
    }
}
