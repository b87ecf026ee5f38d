//! Formulas of EGDL (def. 4): what is said of a path. What holds of a state is a [`Fluent`], whatever it is: an atom, `initial`,
//! `terminal`, `wins(r)`, `legal(a)`. All other connectives are written with these.

use crate::Agent;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// Something that is true or false of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fluent(pub u32);

/// An action of an agent; different agents have different actions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AgentAction(pub u32);

/// A formula of some [`PathFormulas`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PathFormula(u32);

/// How a formula is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PathNode {
    /// Always true, or always false.
    Constant(bool),
    /// True of the first state.
    Fluent(Fluent),
    /// The first action of its agent.
    Does(AgentAction),
    /// Not.
    Not(PathFormula),
    /// All of them; at least two.
    And(Box<[PathFormula]>),
    /// Some of them; at least two.
    Or(Box<[PathFormula]>),
    /// On the path from the next state on.
    Next(PathFormula),
    /// On all paths that the agent cannot tell from this one.
    Knows(Agent, PathFormula),
    /// On all paths that chains of such paths lead to, of any agents.
    Common(PathFormula),
}

impl PathNode {
    /// What it says of the first state, if it is no more than that.
    pub fn fluent(&self) -> Option<Fluent> {
        if let Self::Fluent(fluent) = self { Some(*fluent) } else { None }
    }
}

/// Formulas, each of them once.
#[derive(Clone, Debug, Default)]
pub struct PathFormulas {
    nodes: IndexSet<PathNode, FxBuildHasher>,
    /// For each formula its depth.
    depths: Vec<u32>,
}

impl PathFormulas {
    /// How a formula is made.
    pub fn node(&self, formula: PathFormula) -> &PathNode {
        &self.nodes[formula.0 as usize]
    }

    fn make(&mut self, node: PathNode) -> PathFormula {
        let (index, is_new) = self.nodes.insert_full(node);
        if is_new {
            self.depths.push(self.depth_of(&self.nodes[index]));
        }
        PathFormula(index as u32)
    }

    fn depth_of(&self, node: &PathNode) -> u32 {
        let depth = |formula: &PathFormula| self.depths[formula.0 as usize];
        match node {
            PathNode::Constant(_) | PathNode::Fluent(_) => 0,
            PathNode::Does(_) => 1,
            PathNode::Next(body) => depth(body) + 1,
            PathNode::Not(body) | PathNode::Knows(_, body) | PathNode::Common(body) => depth(body),
            PathNode::And(of) | PathNode::Or(of) => of.iter().map(depth).max().unwrap_or(0),
        }
    }

    /// Always true, or always false.
    pub fn constant(&mut self, value: bool) -> PathFormula {
        self.make(PathNode::Constant(value))
    }

    /// True of the first state.
    pub fn fact(&mut self, fact: Fluent) -> PathFormula {
        self.make(PathNode::Fluent(fact))
    }

    /// The first action of its agent.
    pub fn does(&mut self, action: AgentAction) -> PathFormula {
        self.make(PathNode::Does(action))
    }

    /// Not.
    pub fn not(&mut self, body: PathFormula) -> PathFormula {
        match *self.node(body) {
            PathNode::Constant(value) => self.constant(!value),
            PathNode::Not(body) => body,
            PathNode::Fluent(_)
            | PathNode::Does(_)
            | PathNode::And(_)
            | PathNode::Or(_)
            | PathNode::Next(_)
            | PathNode::Knows(..)
            | PathNode::Common(_) => self.make(PathNode::Not(body)),
        }
    }

    /// All of them.
    pub fn and(&mut self, of: impl IntoIterator<Item = PathFormula>) -> PathFormula {
        match self.shorten_parts(of, true) {
            None => self.constant(false),
            Some(parts) => match parts[..] {
                [] => self.constant(true),
                [one] => one,
                _ => self.make(PathNode::And(parts.into())),
            },
        }
    }

    /// Some of them.
    pub fn or(&mut self, of: impl IntoIterator<Item = PathFormula>) -> PathFormula {
        match self.shorten_parts(of, false) {
            None => self.constant(true),
            Some(parts) => match parts[..] {
                [] => self.constant(false),
                [one] => one,
                _ => self.make(PathNode::Or(parts.into())),
            },
        }
    }

    /// The parts of a conjunction, or of a disjunction; none if they settle it. `p | (~p & q)` is `p | q`.
    fn shorten_parts(
        &mut self,
        of: impl IntoIterator<Item = PathFormula>,
        all: bool,
    ) -> Option<Vec<PathFormula>> {
        let parts = self.flat_parts(of, all)?;
        let mut shorter = Vec::with_capacity(parts.len());
        for &part in &parts {
            let inner = match (self.node(part), all) {
                (PathNode::And(inner), false) | (PathNode::Or(inner), true) => inner.clone(),
                _ => {
                    shorter.push(part);
                    continue;
                }
            };
            let is_needed = |&inner: &PathFormula| {
                let negated = self.negation(inner);
                negated.is_none_or(|negated| parts.binary_search(&negated).is_err())
            };
            let left: Vec<PathFormula> = inner.iter().copied().filter(is_needed).collect();
            shorter.push(match (left.len() == inner.len(), all) {
                (true, _) => part,
                (false, true) => self.or(left),
                (false, false) => self.and(left),
            });
        }
        match shorter == parts {
            true => Some(parts),
            false => self.flat_parts(shorter, all),
        }
    }

    /// The negation of a formula, if it has been made.
    fn negation(&self, formula: PathFormula) -> Option<PathFormula> {
        if let PathNode::Not(body) = self.node(formula) {
            return Some(*body);
        }
        let index = self.nodes.get_index_of(&PathNode::Not(formula))?;
        Some(PathFormula(index as u32))
    }

    /// The parts of a conjunction, or of a disjunction, in order and each of them once; none if they settle it.
    fn flat_parts(
        &self,
        of: impl IntoIterator<Item = PathFormula>,
        all: bool,
    ) -> Option<Vec<PathFormula>> {
        let mut parts = Vec::new();
        for part in of {
            match self.node(part) {
                PathNode::Constant(value) if *value == all => {}
                PathNode::Constant(_) => return None,
                PathNode::And(inner) if all => parts.extend(inner.iter().copied()),
                PathNode::Or(inner) if !all => parts.extend(inner.iter().copied()),
                PathNode::Fluent(_)
                | PathNode::Does(_)
                | PathNode::Not(_)
                | PathNode::And(_)
                | PathNode::Or(_)
                | PathNode::Next(_)
                | PathNode::Knows(..)
                | PathNode::Common(_) => parts.push(part),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        let opposed = |part: &PathFormula| matches!(self.node(*part), PathNode::Not(body) if parts.binary_search(body).is_ok());
        (!parts.iter().any(opposed)).then_some(parts)
    }

    /// If the first, then the second.
    pub fn implies(&mut self, left: PathFormula, right: PathFormula) -> PathFormula {
        let left = self.not(left);
        self.or([left, right])
    }

    /// Both or none.
    pub fn iff(&mut self, left: PathFormula, right: PathFormula) -> PathFormula {
        let there = self.implies(left, right);
        let back = self.implies(right, left);
        self.and([there, back])
    }

    fn is_constant(&self, formula: PathFormula) -> bool {
        matches!(self.node(formula), PathNode::Constant(_))
    }

    /// On the path from the next state on.
    pub fn next(&mut self, body: PathFormula) -> PathFormula {
        if self.is_constant(body) { body } else { self.make(PathNode::Next(body)) }
    }

    /// On all paths that the agent cannot tell from this one.
    pub fn knows(&mut self, agent: Agent, body: PathFormula) -> PathFormula {
        if self.is_constant(body) { body } else { self.make(PathNode::Knows(agent, body)) }
    }

    /// Every agent knows it.
    pub fn everybody(&mut self, agents: usize, body: PathFormula) -> PathFormula {
        let each: Vec<_> =
            (0..agents).map(|agent| self.knows(Agent::from_index(agent), body)).collect();
        self.and(each)
    }

    /// It is common knowledge among all agents.
    pub fn common(&mut self, body: PathFormula) -> PathFormula {
        if self.is_constant(body) { body } else { self.make(PathNode::Common(body)) }
    }

    /// How many actions from the first one on it depends on, also under knowledge.
    pub fn depth(&self, formula: PathFormula) -> usize {
        self.depths[formula.0 as usize] as usize
    }

    /// A formula with others in the place of some.
    pub fn replace(
        &mut self,
        formula: PathFormula,
        instead: &mut impl FnMut(&mut Self, &PathNode) -> Option<PathFormula>,
    ) -> PathFormula {
        self.replace_known(formula, instead, &mut FxHashMap::default())
    }

    fn replace_known(
        &mut self,
        formula: PathFormula,
        instead: &mut impl FnMut(&mut Self, &PathNode) -> Option<PathFormula>,
        known: &mut FxHashMap<PathFormula, PathFormula>,
    ) -> PathFormula {
        if let Some(&known) = known.get(&formula) {
            return known;
        }
        let node = self.node(formula).clone();
        let made = match instead(self, &node) {
            Some(other) => other,
            None => match node {
                PathNode::Constant(_) | PathNode::Fluent(_) | PathNode::Does(_) => formula,
                PathNode::Not(body) => {
                    let body = self.replace_known(body, instead, known);
                    self.not(body)
                }
                PathNode::And(of) => {
                    let of: Vec<_> =
                        of.iter().map(|&part| self.replace_known(part, instead, known)).collect();
                    self.and(of)
                }
                PathNode::Or(of) => {
                    let of: Vec<_> =
                        of.iter().map(|&part| self.replace_known(part, instead, known)).collect();
                    self.or(of)
                }
                PathNode::Next(body) => {
                    let body = self.replace_known(body, instead, known);
                    self.next(body)
                }
                PathNode::Knows(agent, body) => {
                    let body = self.replace_known(body, instead, known);
                    self.knows(agent, body)
                }
                PathNode::Common(body) => {
                    let body = self.replace_known(body, instead, known);
                    self.common(body)
                }
            },
        };
        known.insert(formula, made);
        made
    }

    /// The parts of a formula of some kind, each of them once; what is inside of these is not looked at.
    pub fn parts<T>(
        &self,
        formula: PathFormula,
        wanted: impl Fn(&PathNode) -> Option<T>,
    ) -> Vec<T> {
        let (mut found, mut waiting) = (Vec::new(), vec![formula]);
        let mut met = FxHashSet::default();
        while let Some(at) = waiting.pop() {
            if !met.insert(at) {
                continue;
            }
            let node = self.node(at);
            if let Some(part) = wanted(node) {
                found.push(part);
                continue;
            }
            match node {
                PathNode::Constant(_) | PathNode::Fluent(_) | PathNode::Does(_) => {}
                PathNode::Not(body)
                | PathNode::Next(body)
                | PathNode::Knows(_, body)
                | PathNode::Common(body) => {
                    waiting.push(*body);
                }
                PathNode::And(of) | PathNode::Or(of) => waiting.extend(of.iter()),
            }
        }
        found
    }

    /// The fluents that a formula says to be true or false; nothing if it says anything else. It is taken as it is, or
    /// as denied.
    pub fn literals(&self, formula: PathFormula, value: bool) -> Option<Vec<(Fluent, bool)>> {
        match self.node(formula) {
            PathNode::Fluent(fluent) => Some(vec![(*fluent, value)]),
            PathNode::Not(body) => self.literals(*body, !value),
            PathNode::And(of) if value => {
                let parts = of.iter().map(|&part| self.literals(part, value));
                Some(parts.collect::<Option<Vec<_>>>()?.concat())
            }
            PathNode::Constant(_)
            | PathNode::Does(_)
            | PathNode::And(_)
            | PathNode::Or(_)
            | PathNode::Next(_)
            | PathNode::Knows(..)
            | PathNode::Common(_) => None,
        }
    }

    /// Whether a formula speaks of one state alone, and not of knowledge.
    pub fn is_of_state(&self, formula: PathFormula) -> bool {
        self.depth(formula) == 0 && !self.is_of_knowledge(formula)
    }

    /// Whether a formula speaks of knowledge.
    pub fn is_of_knowledge(&self, formula: PathFormula) -> bool {
        let knowledge = |node: &PathNode| {
            matches!(node, PathNode::Knows(..) | PathNode::Common(_)).then_some(())
        };
        !self.parts(formula, knowledge).is_empty()
    }
}
