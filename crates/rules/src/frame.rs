//! Epistemic state transition models (EGDL def. 1): states, which actions lead from one to the next, and who cannot tell which
//! states apart. What holds in a state is told by [`Valuation`]. Only legal actions are here: a path (def. 2) is any way to go on
//! for ever.

use crate::work::Work;
use fixedbitset::FixedBitSet;
use hexa_logic::{Agent, AgentAction, Fluent, Stop, Stopped};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::ops::Range;

/// What holds in the states of a frame.
pub trait Valuation {
    /// The states in which a fact holds.
    fn truth(&self, fact: Fluent) -> FixedBitSet;
}

/// States that an agent cannot tell apart are in one class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Classes {
    /// For each state its class.
    pub of: Vec<u32>,
    /// How many classes there are.
    pub count: usize,
}

impl Classes {
    /// The states of each class.
    pub fn members(&self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.count];
        self.of.iter().enumerate().for_each(|(at, &class)| members[class as usize].push(at as u32));
        members
    }
}

/// States are numbered from zero; so are steps, which lead from a state to one by an action of each agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// For each state its first step, and the number of steps.
    first: Vec<u32>,
    /// For each step the state that it leads to.
    to: Vec<u32>,
    /// For each step what is done, by the number of the joint action.
    done: Vec<u32>,
    /// The joint actions: an action of each agent.
    joint: Vec<Box<[AgentAction]>>,
    /// For each agent what they cannot tell apart.
    classes: Vec<Classes>,
    /// The states that plays begin in.
    initial: Vec<u32>,
}

/// Builds a frame, state by state, in order.
#[derive(Clone, Debug)]
pub struct FrameBuilder {
    frame: Frame,
}

impl FrameBuilder {
    /// A frame with these joint actions and initial states, without states.
    pub fn new(joint: Vec<Box<[AgentAction]>>, initial: Vec<u32>) -> Self {
        let (first, to, done) = (vec![0], Vec::new(), Vec::new());
        Self { frame: Frame { first, to, done, joint, classes: Vec::new(), initial } }
    }

    /// A step from the state that is being made.
    pub fn step(&mut self, done: u32, to: u32) {
        self.frame.done.push(done);
        self.frame.to.push(to);
    }

    /// One joint action more, by its number.
    pub fn joint(&mut self, actions: Box<[AgentAction]>) -> u32 {
        self.frame.joint.push(actions);
        self.frame.joint.len() as u32 - 1
    }

    /// The actions of a joint action.
    pub fn joint_actions(&self, number: u32) -> &[AgentAction] {
        &self.frame.joint[number as usize]
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.frame.to.len()
    }

    /// The state that is being made has no more steps.
    pub fn end_state(&mut self) {
        self.frame.first.push(self.frame.to.len() as u32);
    }

    /// The frame, with what each agent cannot tell apart. Steps after which one cannot go on for ever are left out: they are
    /// on no path.
    pub fn finish(mut self, classes: Vec<Classes>, stop: &Stop) -> Result<Frame, Stopped> {
        self.frame.classes = classes;
        self.frame.leave_out_ends(&Work::new(stop))?;
        Ok(self.frame)
    }

    /// The joint actions of a shortest play that leads to a state, through states that are made.
    pub fn play_to(
        &self,
        state: u32,
        stop: &Stop,
    ) -> Result<Option<Vec<Box<[AgentAction]>>>, Stopped> {
        let done = |step: u32| self.frame.actions(step).into();
        let steps = self.frame.play_to(state, stop)?;
        Ok(steps.map(|steps| steps.into_iter().map(done).collect()))
    }
}

impl Frame {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.first.len() - 1
    }

    /// How many steps there are.
    pub fn step_count(&self) -> usize {
        self.to.len()
    }

    /// How many agents there are.
    pub fn agents(&self) -> usize {
        self.classes.len()
    }

    /// The states that plays begin in.
    pub fn initial(&self) -> &[u32] {
        &self.initial
    }

    /// The steps from a state.
    pub fn steps(&self, state: u32) -> Range<u32> {
        self.first[state as usize]..self.first[state as usize + 1]
    }

    /// The state that a step leads to.
    pub fn to(&self, step: u32) -> u32 {
        self.to[step as usize]
    }

    /// The state that a step leads from.
    pub fn from(&self, step: u32) -> u32 {
        self.first.partition_point(|&first| first <= step) as u32 - 1
    }

    /// What each agent does in a step.
    pub fn actions(&self, step: u32) -> &[AgentAction] {
        &self.joint[self.done[step as usize] as usize]
    }

    /// The number of what is done in a step.
    pub fn joint_of(&self, step: u32) -> u32 {
        self.done[step as usize]
    }

    /// The joint actions.
    pub fn joint(&self) -> &[Box<[AgentAction]>] {
        &self.joint
    }

    /// What an agent cannot tell apart.
    pub fn classes(&self, agent: Agent) -> &Classes {
        &self.classes[agent.index()]
    }

    /// The same states and steps, with other classes.
    pub fn with_classes(&self, classes: Vec<Classes>) -> Self {
        Self { classes, ..self.clone() }
    }

    /// The steps of a shortest play that leads to a state; none if no play does.
    pub fn play_to(&self, state: u32, stop: &Stop) -> Result<Option<Vec<u32>>, Stopped> {
        let work = Work::new(stop);
        let mut came: FxHashMap<u32, Option<u32>> = FxHashMap::default();
        let mut waiting: VecDeque<u32> = self.initial.iter().copied().collect();
        came.extend(self.initial.iter().map(|&initial| (initial, None)));
        while let Some(at) = waiting.pop_front() {
            if at == state {
                return Ok(Some(self.back(&came, state)));
            }
            if at as usize >= self.states() {
                continue;
            }
            for step in self.steps(at) {
                work.step(1)?;
                let to = self.to(step);
                came.entry(to).or_insert_with(|| {
                    waiting.push_back(to);
                    Some(step)
                });
            }
        }
        Ok(None)
    }

    /// The steps by which one came to a state.
    fn back(&self, came: &FxHashMap<u32, Option<u32>>, mut at: u32) -> Vec<u32> {
        let mut steps = Vec::new();
        while let Some(Some(step)) = came.get(&at) {
            steps.push(*step);
            at = self.from(*step);
        }
        steps.reverse();
        steps
    }

    /// Leaves out the steps to states from which one cannot go on for ever.
    fn leave_out_ends(&mut self, work: &Work<'_>) -> Result<(), Stopped> {
        let mut ended = Vec::new();
        for state in 0..self.states() as u32 {
            work.step(1)?;
            ended.extend(self.steps(state).is_empty().then_some(state));
        }
        if ended.is_empty() {
            return Ok(());
        }
        let mut left: Vec<u32> = self.first.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let before = self.before(work)?;
        let mut is_end = FixedBitSet::with_capacity(self.states());
        while let Some(state) = ended.pop() {
            is_end.insert(state as usize);
            for &from in &before[state as usize] {
                work.step(1)?;
                left[from as usize] -= 1;
                if left[from as usize] == 0 {
                    ended.push(from);
                }
            }
        }
        self.keep(|to| !is_end.contains(to as usize), work)
    }

    /// For each state the states that steps lead from, once for each step.
    fn before(&self, work: &Work<'_>) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut before = vec![Vec::new(); self.states()];
        for state in 0..self.states() as u32 {
            for step in self.steps(state) {
                work.step(1)?;
                before[self.to(step) as usize].push(state);
            }
        }
        Ok(before)
    }

    /// Keeps the steps to some states.
    fn keep(&mut self, is_kept: impl Fn(u32) -> bool, work: &Work<'_>) -> Result<(), Stopped> {
        let (mut first, mut to, mut done) = (vec![0], Vec::new(), Vec::new());
        for state in 0..self.states() as u32 {
            for step in self.steps(state).filter(|&step| is_kept(self.to(step))) {
                work.step(1)?;
                to.push(self.to(step));
                done.push(self.joint_of(step));
            }
            first.push(to.len() as u32);
        }
        (self.first, self.to, self.done) = (first, to, done);
        Ok(())
    }

    /// Whether paths lead through a state: one can go on from there for ever.
    pub fn is_lasting(&self, state: u32) -> bool {
        !self.steps(state).is_empty()
    }

    /// How many classes there are of states that no chain of what agents cannot tell apart connects.
    pub fn common(&self, stop: &Stop) -> Result<Classes, Stopped> {
        let of = self.classes.iter().map(|classes| (&classes.of[..], classes.count));
        join_classes(self.states(), of, &Work::new(stop))
    }

    /// What a frame takes, in bytes.
    pub fn bytes(&self) -> usize {
        let classes: usize = self.classes.iter().map(|classes| classes.of.len()).sum();
        let words = self.first.len() + self.to.len() + self.done.len();
        4 * (words + classes)
    }
}

/// The finest classes that are coarser than all of these.
pub(crate) fn join_classes<'c>(
    many: usize,
    classes: impl Iterator<Item = (&'c [u32], usize)>,
    work: &Work<'_>,
) -> Result<Classes, Stopped> {
    let mut parent: Vec<u32> = (0..many as u32).collect();
    for (of, count) in classes {
        let mut first = vec![u32::MAX; count];
        work.each(of.iter().enumerate(), |(at, &class)| match &mut first[class as usize] {
            none if *none == u32::MAX => *none = at as u32,
            first => join(&mut parent, *first, at as u32),
        })?;
    }
    let mut names = vec![u32::MAX; many];
    let mut count = 0;
    let mut of = Vec::with_capacity(many);
    work.each(0..many as u32, |at| {
        let root = root(&mut parent, at) as usize;
        if names[root] == u32::MAX {
            names[root] = count;
            count += 1;
        }
        of.push(names[root]);
    })?;
    Ok(Classes { of, count: count as usize })
}

fn root(parent: &mut [u32], mut at: u32) -> u32 {
    while parent[at as usize] != at {
        // Halving paths keeps them short.
        parent[at as usize] = parent[parent[at as usize] as usize];
        at = parent[at as usize];
    }
    at
}

fn join(parent: &mut [u32], left: u32, right: u32) {
    let (left, right) = (root(parent, left), root(parent, right));
    parent[left.max(right) as usize] = left.min(right);
}

/// The numbers with a property.
pub(crate) fn collect_bits(
    many: usize,
    work: &Work<'_>,
    has: impl Fn(usize) -> bool,
) -> Result<FixedBitSet, Stopped> {
    let mut blocks = Vec::with_capacity(many.div_ceil(BITS));
    for at in 0..many.div_ceil(BITS) {
        work.step(BITS as u64)?;
        blocks.push(block(at, many, &has));
    }
    Ok(FixedBitSet::with_capacity_and_blocks(many, blocks))
}

/// The numbers with a property that is looked up.
pub(crate) fn bits_of(many: usize, has: impl Fn(usize) -> bool) -> FixedBitSet {
    let blocks = (0..many.div_ceil(BITS)).map(|at| block(at, many, &has));
    FixedBitSet::with_capacity_and_blocks(many, blocks)
}

const BITS: usize = usize::BITS as usize;

fn block(at: usize, many: usize, has: &impl Fn(usize) -> bool) -> usize {
    let of = at * BITS..((at + 1) * BITS).min(many);
    of.rev().fold(0, |bits, at| bits << 1 | usize::from(has(at)))
}
