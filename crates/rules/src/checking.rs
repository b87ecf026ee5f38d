//! Where formulas of EGDL hold (def. 5). `K_r φ` is φ on all paths that r cannot tell from this one: to the letter (def. 3) those
//! that start in a state which looks the same to them, whatever they do next; or only those on which they do the same.
//!
//! Most formulas speak of a state, or of a state and one step: their truth is found for all states, or all steps, at once. A
//! formula that looks further ahead is taken one step along each path, to what it says there.

use crate::frame::{Classes, Frame, Valuation, bits_of, collect_bits, join_classes};
use crate::work::Work;
use fixedbitset::FixedBitSet;
use hexa_logic::{Agent, AgentAction, PathFormula, PathFormulas, PathNode, Stop, Stopped};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Which paths an agent cannot tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Recall {
    /// Those that start in states which look the same to them (def. 3).
    #[default]
    None,
    /// Of these, those on which they do the same first.
    OwnAction,
}

/// Why a check has no result. Nothing is known about the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GaveUp {
    /// The most steps along paths were taken: so many.
    Steps(u64),
    /// Somebody asked for the end.
    Stopped,
}

impl From<Stopped> for GaveUp {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// What a formula speaks of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reach {
    /// The first state.
    State,
    /// The first step: also what is done, or what holds in the second state.
    Step,
    /// More of the path.
    Path,
}

/// Checks formulas in a frame.
pub struct Checker<'a> {
    frame: &'a Frame,
    facts: &'a dyn Valuation,
    formulas: &'a mut PathFormulas,
    recall: Recall,
    /// How many steps may still be taken along paths, and how many there were.
    left: u64,
    most: u64,
    work: Work<'a>,
    states: FxHashMap<PathFormula, Rc<FixedBitSet>>,
    steps: FxHashMap<PathFormula, Rc<FixedBitSet>>,
    /// Whether a formula holds on all paths from a state.
    paths: FxHashMap<(PathFormula, u32), bool>,
    reaches: FxHashMap<PathFormula, Reach>,
}

impl<'a> Checker<'a> {
    /// So many steps may be taken along paths.
    pub fn new(
        frame: &'a Frame,
        facts: &'a dyn Valuation,
        formulas: &'a mut PathFormulas,
        recall: Recall,
        most: u64,
        stop: &'a Stop,
    ) -> Self {
        Self {
            frame,
            facts,
            formulas,
            recall,
            left: most,
            most,
            work: Work::new(stop),
            states: FxHashMap::default(),
            steps: FxHashMap::default(),
            paths: FxHashMap::default(),
            reaches: FxHashMap::default(),
        }
    }

    /// The states such that a formula holds on all paths from there.
    pub fn everywhere(&mut self, formula: PathFormula) -> Result<Rc<FixedBitSet>, GaveUp> {
        match self.reach(formula) {
            Reach::State => {
                let mut holds = (*self.on_states(formula)?).clone();
                // No path starts where one cannot go on.
                let is_end = |&state: &usize| !self.frame.is_lasting(state as u32);
                let mut ends = Vec::new();
                self.work.each(holds.zeroes(), |state| {
                    if is_end(&state) {
                        ends.push(state);
                    }
                })?;
                holds.extend(ends);
                Ok(Rc::new(holds))
            }
            Reach::Step | Reach::Path => {
                let holds = self.on_all_steps(formula)?;
                let all = |state: u32| self.frame.steps(state).all(|step| holds[step as usize]);
                let states = self.frame.states();
                Ok(Rc::new(collect_bits(states, &self.work, |state| all(state as u32))?))
            }
        }
    }

    /// Whether a formula holds on all paths that begin with these steps, which follow each other from a state.
    pub fn along(
        &mut self,
        formula: PathFormula,
        state: u32,
        steps: &[u32],
    ) -> Result<bool, GaveUp> {
        match steps.split_first() {
            None => self.from(formula, state),
            Some((&step, rest)) => {
                let then = self.after(formula, step)?;
                self.along(then, self.frame.to(step), rest)
            }
        }
    }

    /// Steps from a state such that a formula is false on all paths that begin so.
    pub fn against(
        &mut self,
        formula: PathFormula,
        state: u32,
    ) -> Result<Option<Vec<u32>>, GaveUp> {
        if self.from(formula, state)? {
            return Ok(None);
        }
        let (mut steps, mut at, mut formula) = (Vec::new(), state, formula);
        while self.reach(formula) != Reach::State {
            let mut next = None;
            for step in self.frame.steps(at) {
                let then = self.after(formula, step)?;
                if !self.from(then, self.frame.to(step))? {
                    next = Some((step, then));
                    break;
                }
            }
            let Some((step, then)) = next else { break };
            steps.push(step);
            (at, formula) = (self.frame.to(step), then);
        }
        Ok(Some(steps))
    }

    /// Steps from a state, the first with an action of an agent, such that a formula is false on all paths that begin so.
    pub(crate) fn against_doing(
        &mut self,
        formula: PathFormula,
        state: u32,
        (agent, action): (Agent, AgentAction),
    ) -> Result<Option<Vec<u32>>, GaveUp> {
        for step in self.frame.steps(state) {
            self.work.step(1)?;
            if self.frame.actions(step)[agent.index()] != action {
                continue;
            }
            let (then, to) = (self.after(formula, step)?, self.frame.to(step));
            if let Some(rest) = self.against(then, to)? {
                return Ok(Some([&[step], &rest[..]].concat()));
            }
        }
        Ok(None)
    }

    pub(crate) fn frame(&self) -> &'a Frame {
        self.frame
    }

    pub(crate) fn stop(&self) -> &'a Stop {
        self.work.stop()
    }

    pub(crate) fn recall(&self) -> Recall {
        self.recall
    }

    pub(crate) fn node(&self, formula: PathFormula) -> PathNode {
        self.formulas.node(formula).clone()
    }

    /// What a formula speaks of.
    fn reach(&mut self, formula: PathFormula) -> Reach {
        if let Some(&reach) = self.reaches.get(&formula) {
            return reach;
        }
        let reach = match self.formulas.node(formula).clone() {
            PathNode::Constant(_) | PathNode::Fluent(_) => Reach::State,
            PathNode::Does(_) => Reach::Step,
            PathNode::Not(body) => self.reach(body),
            PathNode::And(of) | PathNode::Or(of) => {
                of.iter().map(|&part| self.reach(part)).max().unwrap_or(Reach::State)
            }
            PathNode::Next(body) => match self.reach(body) {
                Reach::State => Reach::Step,
                Reach::Step | Reach::Path => Reach::Path,
            },
            PathNode::Knows(..) | PathNode::Common(_) => match self.recall {
                Recall::None => Reach::State,
                Recall::OwnAction => Reach::Step,
            },
        };
        self.reaches.insert(formula, reach);
        reach
    }

    /// The states in which a formula holds that speaks of a state.
    fn on_states(&mut self, formula: PathFormula) -> Result<Rc<FixedBitSet>, GaveUp> {
        if let Some(known) = self.states.get(&formula) {
            return Ok(Rc::clone(known));
        }
        let many = self.frame.states();
        self.work.pass(many)?;
        let found = match self.formulas.node(formula).clone() {
            PathNode::Constant(value) => Rc::new(bits_of(many, |_| value)),
            PathNode::Fluent(fact) => Rc::new(self.facts.truth(fact)),
            PathNode::Not(body) => Rc::new(complement(&*self.on_states(body)?)),
            PathNode::And(of) => self.combine(&of, Self::on_states, FixedBitSet::intersect_with)?,
            PathNode::Or(of) => self.combine(&of, Self::on_states, FixedBitSet::union_with)?,
            PathNode::Knows(agent, body) => {
                let body = self.everywhere(body)?;
                Rc::new(known_by(self.frame.classes(agent), body.zeroes(), &self.work)?)
            }
            PathNode::Common(body) => {
                let body = self.everywhere(body)?;
                Rc::new(known_by(&self.common_classes()?, body.zeroes(), &self.work)?)
            }
            // These do not speak of one state.
            PathNode::Does(_) | PathNode::Next(_) => Rc::new(bits_of(many, |_| false)),
        };
        self.states.insert(formula, Rc::clone(&found));
        Ok(found)
    }

    /// What chains connect: through states that paths lead through.
    fn common_classes(&self) -> Result<Classes, Stopped> {
        let frame = self.frame;
        let many = frame.states();
        self.work.pass(many)?;
        if (0..many as u32).all(|state| frame.is_lasting(state)) {
            return frame.common(self.work.stop());
        }
        // A state that is on no path connects nothing: it is in a class of its own.
        let apart = |agent: usize| {
            let classes = frame.classes(Agent::from_index(agent));
            let own = |state: usize| match frame.is_lasting(state as u32) {
                true => classes.of[state],
                false => (classes.count + state) as u32,
            };
            ((0..many).map(own).collect::<Vec<u32>>(), classes.count + many)
        };
        let apart: Vec<(Vec<u32>, usize)> = (0..frame.agents()).map(apart).collect();
        join_classes(many, apart.iter().map(|(of, count)| (&of[..], *count)), &self.work)
    }

    /// The steps on which a formula holds that speaks of no more than a step.
    fn on_steps(&mut self, formula: PathFormula) -> Result<Rc<FixedBitSet>, GaveUp> {
        if let Some(known) = self.steps.get(&formula) {
            return Ok(Rc::clone(known));
        }
        self.work.pass(self.frame.step_count())?;
        let found = match (self.reach(formula), self.formulas.node(formula).clone()) {
            (Reach::State, _) | (_, PathNode::Constant(_) | PathNode::Fluent(_)) => {
                let holds = self.on_states(formula)?;
                Rc::new(self.steps_from(&holds)?)
            }
            (_, PathNode::Does(action)) => Rc::new(self.steps_with(action)?),
            (_, PathNode::Not(body)) => Rc::new(complement(&*self.on_steps(body)?)),
            (_, PathNode::And(of)) => {
                self.combine(&of, Self::on_steps, FixedBitSet::intersect_with)?
            }
            (_, PathNode::Or(of)) => self.combine(&of, Self::on_steps, FixedBitSet::union_with)?,
            (_, PathNode::Next(body)) => {
                let holds = self.on_states(body)?;
                let frame = self.frame;
                let leads_there = |step: usize| holds[frame.to(step as u32) as usize];
                Rc::new(collect_bits(frame.step_count(), &self.work, leads_there)?)
            }
            (_, PathNode::Knows(agent, body)) => {
                let body = self.on_all_steps(body)?;
                let classes = classes_by_own_action(self.frame, agent, &self.work)?;
                Rc::new(known_by(&classes, body.zeroes(), &self.work)?)
            }
            (_, PathNode::Common(body)) => {
                let body = self.on_all_steps(body)?;
                let agents = (0..self.frame.agents()).map(Agent::from_index);
                let each = agents.map(|agent| classes_by_own_action(self.frame, agent, &self.work));
                let each = each.collect::<Result<Vec<Classes>, Stopped>>()?;
                let each = each.iter().map(|classes| (&classes.of[..], classes.count));
                let classes = join_classes(self.frame.step_count(), each, &self.work)?;
                Rc::new(known_by(&classes, body.zeroes(), &self.work)?)
            }
        };
        self.steps.insert(formula, Rc::clone(&found));
        Ok(found)
    }

    /// The steps such that a formula holds on all paths that begin so.
    fn on_all_steps(&mut self, formula: PathFormula) -> Result<Rc<FixedBitSet>, GaveUp> {
        if self.reach(formula) < Reach::Path {
            return self.on_steps(formula);
        }
        let mut holds = FixedBitSet::with_capacity(self.frame.step_count());
        for step in 0..self.frame.step_count() as u32 {
            let then = self.after(formula, step)?;
            if self.from(then, self.frame.to(step))? {
                holds.insert(step as usize);
            }
        }
        Ok(Rc::new(holds))
    }

    /// Whether a formula holds on all paths from a state.
    fn from(&mut self, formula: PathFormula, state: u32) -> Result<bool, GaveUp> {
        match self.reach(formula) {
            // No path starts where one cannot go on.
            _ if !self.frame.is_lasting(state) => Ok(true),
            Reach::State => Ok(self.on_states(formula)?[state as usize]),
            Reach::Step => {
                let holds = self.on_steps(formula)?;
                Ok(self.frame.steps(state).all(|step| holds[step as usize]))
            }
            Reach::Path => {
                if let Some(&known) = self.paths.get(&(formula, state)) {
                    return Ok(known);
                }
                let mut holds = true;
                for step in self.frame.steps(state) {
                    let then = self.after(formula, step)?;
                    holds = self.from(then, self.frame.to(step))?;
                    if !holds {
                        break;
                    }
                }
                self.paths.insert((formula, state), holds);
                Ok(holds)
            }
        }
    }

    /// What a formula says of the paths that follow a step.
    pub(crate) fn after(&mut self, formula: PathFormula, step: u32) -> Result<PathFormula, GaveUp> {
        self.left = self.left.checked_sub(1).ok_or(GaveUp::Steps(self.most))?;
        self.work.step(1)?;
        if self.reach(formula) < Reach::Path {
            if let PathNode::Next(body) = *self.formulas.node(formula) {
                return Ok(body);
            }
            let holds = self.on_steps(formula)?[step as usize];
            return Ok(self.formulas.constant(holds));
        }
        match self.formulas.node(formula).clone() {
            PathNode::Not(body) => {
                let body = self.after(body, step)?;
                Ok(self.formulas.not(body))
            }
            PathNode::And(of) => {
                let of = self.each_after(&of, step)?;
                Ok(self.formulas.and(of))
            }
            PathNode::Or(of) => {
                let of = self.each_after(&of, step)?;
                Ok(self.formulas.or(of))
            }
            PathNode::Next(body) => Ok(body),
            // These speak of no more than a step.
            PathNode::Constant(_)
            | PathNode::Fluent(_)
            | PathNode::Does(_)
            | PathNode::Knows(..)
            | PathNode::Common(_) => Ok(formula),
        }
    }

    fn each_after(&mut self, of: &[PathFormula], step: u32) -> Result<Vec<PathFormula>, GaveUp> {
        of.iter().map(|&part| self.after(part, step)).collect()
    }

    /// What holds of all parts, or of some of them.
    fn combine(
        &mut self,
        of: &[PathFormula],
        on: On<'a>,
        with: fn(&mut FixedBitSet, &FixedBitSet),
    ) -> Result<Rc<FixedBitSet>, GaveUp> {
        let mut combined = (*on(self, of[0])?).clone();
        for &part in &of[1..] {
            self.work.pass(combined.len())?;
            with(&mut combined, &*on(self, part)?);
        }
        Ok(Rc::new(combined))
    }

    /// The steps from states of a set.
    fn steps_from(&self, states: &FixedBitSet) -> Result<FixedBitSet, Stopped> {
        let mut steps = FixedBitSet::with_capacity(self.frame.step_count());
        for state in states.ones() {
            self.work.step(1)?;
            let these = self.frame.steps(state as u32);
            steps.insert_range(these.start as usize..these.end as usize);
        }
        Ok(steps)
    }

    /// The steps in which an action is taken.
    fn steps_with(&self, action: AgentAction) -> Result<FixedBitSet, Stopped> {
        let joint = self.frame.joint();
        let does: Vec<bool> = joint.iter().map(|done| done.contains(&action)).collect();
        let is_done = |step: usize| does[self.frame.joint_of(step as u32) as usize];
        collect_bits(self.frame.step_count(), &self.work, is_done)
    }
}

/// Steps from states that look the same to an agent, and in which they do the same, are in one class.
pub(crate) fn classes_by_own_action(
    frame: &Frame,
    agent: Agent,
    work: &Work<'_>,
) -> Result<Classes, Stopped> {
    let classes = frame.classes(agent);
    let mut names: FxHashMap<(u32, AgentAction), u32> = FxHashMap::default();
    let mut of = Vec::with_capacity(frame.step_count());
    for state in 0..frame.states() as u32 {
        for step in frame.steps(state) {
            work.step(1)?;
            let looks = (classes.of[state as usize], frame.actions(step)[agent.index()]);
            let next = names.len() as u32;
            of.push(*names.entry(looks).or_insert(next));
        }
    }
    Ok(Classes { of, count: names.len() })
}

type On<'a> = fn(&mut Checker<'a>, PathFormula) -> Result<Rc<FixedBitSet>, GaveUp>;

fn complement(set: &FixedBitSet) -> FixedBitSet {
    let mut other = set.clone();
    other.toggle_range(..);
    other
}

/// Those in whose class nothing speaks against it.
fn known_by(
    classes: &Classes,
    against: impl IntoIterator<Item = usize>,
    work: &Work<'_>,
) -> Result<FixedBitSet, Stopped> {
    let mut known = vec![true; classes.count];
    work.each(against, |at| known[classes.of[at] as usize] = false)?;
    collect_bits(classes.of.len(), work, |at| known[classes.of[at] as usize])
}
