//! Why a formula does not hold on all paths: a path on which it is false, and for knowledge that fails a path which the agent
//! cannot tell from it. That is never the same path again: where what is not known is false on the path itself, nothing else has
//! to be shown. Of a disjunction all parts are false, and each gets its own path.

use crate::checking::{Checker, GaveUp, Recall};
use crate::frame::Frame;
use crate::work::Work;
use hexa_logic::{Agent, PathFormula, PathNode, Stopped};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A path on which a formula is false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathWitness {
    /// Its first state.
    pub state: u32,
    /// The steps from there that matter.
    pub steps: Vec<u32>,
    /// Why knowledge fails on it, if that is why: agents, and what they cannot tell apart. Each comes after the one that it
    /// cannot be told from.
    pub unseen: Vec<Unseen>,
}

/// A path that an agent cannot tell from another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unseen {
    /// The agent.
    pub agent: Agent,
    /// From which of the unseen paths; none if from the path of the witness itself.
    pub from: Option<usize>,
    /// Its first state.
    pub state: u32,
    /// The steps from there that matter.
    pub steps: Vec<u32>,
}

/// A path on which something is false.
#[derive(Clone, Copy)]
struct Path<'p> {
    state: u32,
    /// Its first steps.
    steps: &'p [u32],
    /// Which of the unseen paths it is, if any.
    of: Option<usize>,
}

impl Checker<'_> {
    /// A path from a state on which a formula is false, if there is one.
    pub fn witness(
        &mut self,
        formula: PathFormula,
        state: u32,
    ) -> Result<Option<PathWitness>, GaveUp> {
        let Some(steps) = self.against(formula, state)? else { return Ok(None) };
        let mut unseen = Vec::new();
        self.find_unseen(formula, Path { state, steps: &steps, of: None }, &mut unseen)?;
        Ok(Some(PathWitness { state, steps, unseen }))
    }

    /// A path from a state that begins with some steps, on which a formula is false; there has to be one.
    pub fn witness_along(
        &mut self,
        formula: PathFormula,
        state: u32,
        steps: &[u32],
    ) -> Result<PathWitness, GaveUp> {
        let steps = self.lengthen(formula, Path { state, steps, of: None })?;
        let mut unseen = Vec::new();
        self.find_unseen(formula, Path { state, steps: &steps, of: None }, &mut unseen)?;
        Ok(PathWitness { state, steps, unseen })
    }

    /// What agents cannot tell from a path on which a formula is false.
    fn find_unseen(
        &mut self,
        formula: PathFormula,
        path: Path<'_>,
        found: &mut Vec<Unseen>,
    ) -> Result<(), GaveUp> {
        let Path { state, steps, .. } = path;
        match self.node(formula) {
            PathNode::And(of) => {
                // One false part is enough: one that speaks of knowledge tells more.
                let before = found.len();
                for part in of {
                    if found.len() == before && !self.along(part, state, steps)? {
                        self.find_unseen(part, path, found)?;
                    }
                }
                Ok(())
            }
            PathNode::Or(of) => {
                for part in of {
                    if !self.along(part, state, steps)? {
                        self.find_unseen(part, path, found)?;
                    }
                }
                Ok(())
            }
            PathNode::Next(body) => match steps.split_first() {
                Some((&step, steps)) => {
                    let state = self.frame().to(step);
                    self.find_unseen(body, Path { state, steps, ..path }, found)
                }
                None => Ok(()),
            },
            PathNode::Knows(agent, body) => self.find_other(agent, body, path, found),
            PathNode::Common(body) => self.chain(body, path, found),
            PathNode::Constant(_) | PathNode::Fluent(_) | PathNode::Does(_) | PathNode::Not(_) => {
                Ok(())
            }
        }
    }

    /// A path that an agent cannot tell from this one and on which a formula is false, unless it is false on this one.
    fn find_other(
        &mut self,
        agent: Agent,
        body: PathFormula,
        path: Path<'_>,
        found: &mut Vec<Unseen>,
    ) -> Result<(), GaveUp> {
        let Path { state, steps, of } = path;
        let is_here = !self.along(body, state, steps)?;
        let other = match is_here {
            true => Some((state, self.lengthen(body, path)?)),
            false => self.other(agent, body, (state, steps))?,
        };
        let Some((at, along)) = other else { return Ok(()) };
        let here = Path { state: at, steps: &along, of };
        if at == state && steps.starts_with(&along) {
            return self.find_unseen(body, Path { steps, ..here }, found);
        }
        let unseen = Unseen { agent, from: of, state: at, steps: along.clone() };
        let known = found.iter().position(|known| *known == unseen);
        let of = known.unwrap_or(found.len());
        if known.is_none() {
            found.push(unseen);
        }
        self.find_unseen(body, Path { of: Some(of), ..here }, found)
    }

    /// Steps of a path that begins with these, on which a formula is false.
    fn lengthen(&mut self, formula: PathFormula, path: Path<'_>) -> Result<Vec<u32>, GaveUp> {
        let (mut then, mut at) = (formula, path.state);
        for &step in path.steps {
            (then, at) = (self.after(then, step)?, self.frame().to(step));
        }
        let rest = self.against(then, at)?.unwrap_or_default();
        Ok([path.steps, &rest[..]].concat())
    }

    /// A path that an agent cannot tell from another and on which a formula is false; from the same state if it can be.
    fn other(
        &mut self,
        agent: Agent,
        body: PathFormula,
        (state, steps): (u32, &[u32]),
    ) -> Result<Option<(u32, Vec<u32>)>, GaveUp> {
        let frame = self.frame();
        let classes = frame.classes(agent);
        let class = classes.of[state as usize];
        let holds = self.everywhere(body)?;
        let work = Work::new(self.stop());
        for other in [state].into_iter().chain(0..frame.states() as u32) {
            work.step(1)?;
            if holds[other as usize] || classes.of[other as usize] != class {
                continue;
            }
            let found = match (self.recall(), steps.first()) {
                (Recall::OwnAction, Some(&step)) => {
                    let does = frame.actions(step)[agent.index()];
                    self.against_doing(body, other, (agent, does))?
                }
                (Recall::OwnAction, None) | (Recall::None, _) => self.against(body, other)?,
            };
            if let Some(steps) = found {
                return Ok(Some((other, steps)));
            }
        }
        Ok(None)
    }

    /// The shortest chain of what agents cannot tell apart that leads to a path on which a formula is false, and why it is. Where agents know what
    /// they do, chains are of paths, and none is shown.
    fn chain(
        &mut self,
        body: PathFormula,
        path: Path<'_>,
        found: &mut Vec<Unseen>,
    ) -> Result<(), GaveUp> {
        let state = path.state;
        if self.recall() == Recall::OwnAction {
            return Ok(());
        }
        let holds = self.everywhere(body)?;
        let is_wanted = |at: u32| !holds[at as usize];
        let Some(chain) = chain(self.frame(), state, is_wanted, &Work::new(self.stop()))? else {
            return Ok(());
        };
        let Some(&(_, end)) = chain.last() else {
            // It is false here, on this path or on another from here, and nobody tells paths from one state apart.
            let first = (0..self.frame().agents()).map(Agent::from_index).next();
            return first.map_or(Ok(()), |agent| self.find_other(agent, body, path, found));
        };
        let steps = self.against(body, end)?.unwrap_or_default();
        let mut from = path.of;
        for (at, &(agent, state)) in chain.iter().enumerate() {
            let is_last = at + 1 == chain.len();
            let steps = if is_last { steps.clone() } else { Vec::new() };
            found.push(Unseen { agent, from, state, steps });
            from = Some(found.len() - 1);
        }
        self.find_unseen(body, Path { state: end, steps: &steps, of: from }, found)
    }
}

/// The shortest chain of what agents cannot tell apart from a state to one that is wanted.
fn chain(
    frame: &Frame,
    state: u32,
    is_wanted: impl Fn(u32) -> bool,
    work: &Work<'_>,
) -> Result<Option<Vec<(Agent, u32)>>, Stopped> {
    work.pass(frame.agents() * frame.states())?;
    let agents = || (0..frame.agents()).map(Agent::from_index);
    let members: Vec<Vec<Vec<u32>>> =
        agents().map(|agent| frame.classes(agent).members()).collect();
    let mut followed: Vec<Vec<bool>> = members.iter().map(|of| vec![false; of.len()]).collect();
    let mut came: FxHashMap<u32, (Agent, u32)> = FxHashMap::default();
    let mut waiting = VecDeque::from([state]);
    while let Some(at) = waiting.pop_front() {
        if is_wanted(at) {
            return Ok(Some(back(&came, state, at)));
        }
        for agent in agents() {
            let class = frame.classes(agent).of[at as usize] as usize;
            if std::mem::replace(&mut followed[agent.index()][class], true) {
                continue;
            }
            let members = members[agent.index()][class].iter().filter(|&&to| frame.is_lasting(to));
            for &to in members.filter(|&&to| to != state) {
                work.step(1)?;
                came.entry(to).or_insert_with(|| {
                    waiting.push_back(to);
                    (agent, at)
                });
            }
        }
    }
    Ok(None)
}

fn back(came: &FxHashMap<u32, (Agent, u32)>, start: u32, mut at: u32) -> Vec<(Agent, u32)> {
    let mut chain = Vec::new();
    while let Some(&(agent, from)) = came.get(&at).filter(|_| at != start) {
        chain.push((agent, at));
        at = from;
    }
    chain.reverse();
    chain
}
