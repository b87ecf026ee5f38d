//! Formulas of EGDL (def. 4): what is said of a path. What holds of a state is a [`Fact`], whatever it is: an atom, `initial`,
//! `terminal`, `wins(r)`, `legal(a)`. All other connectives are written with these.

use hexa_logic::Agent;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// Something that is true or false of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact(pub u32);

/// An action of an agent; different agents have different actions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u32);

/// A formula of some [`Formulas`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Formula(u32);

/// How a formula is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// Always true, or always false.
    Constant(bool),
    /// True of the first state.
    Fact(Fact),
    /// The first action of its agent.
    Does(Move),
    /// Not.
    Not(Formula),
    /// All of them; at least two.
    And(Box<[Formula]>),
    /// Some of them; at least two.
    Or(Box<[Formula]>),
    /// On the path from the next state on.
    Next(Formula),
    /// On all paths that the agent cannot tell from this one.
    Knows(Agent, Formula),
    /// On all paths that chains of such paths lead to, of any agents.
    Common(Formula),
}

/// Formulas, each of them once.
#[derive(Clone, Debug, Default)]
pub struct Formulas {
    nodes: IndexSet<Node, FxBuildHasher>,
    /// For each formula its depth.
    depths: Vec<u32>,
}

impl Formulas {
    /// How a formula is made.
    pub fn node(&self, formula: Formula) -> &Node {
        &self.nodes[formula.0 as usize]
    }

    fn make(&mut self, node: Node) -> Formula {
        let (index, is_new) = self.nodes.insert_full(node);
        if is_new {
            self.depths.push(self.depth_of(&self.nodes[index]));
        }
        Formula(index as u32)
    }

    fn depth_of(&self, node: &Node) -> u32 {
        let depth = |formula: &Formula| self.depths[formula.0 as usize];
        match node {
            Node::Constant(_) | Node::Fact(_) => 0,
            Node::Does(_) => 1,
            Node::Next(body) => depth(body) + 1,
            Node::Not(body) | Node::Knows(_, body) | Node::Common(body) => depth(body),
            Node::And(of) | Node::Or(of) => of.iter().map(depth).max().unwrap_or(0),
        }
    }

    /// Always true, or always false.
    pub fn constant(&mut self, value: bool) -> Formula {
        self.make(Node::Constant(value))
    }

    /// True of the first state.
    pub fn fact(&mut self, fact: Fact) -> Formula {
        self.make(Node::Fact(fact))
    }

    /// The first action of its agent.
    pub fn does(&mut self, action: Move) -> Formula {
        self.make(Node::Does(action))
    }

    /// Not.
    pub fn not(&mut self, body: Formula) -> Formula {
        match *self.node(body) {
            Node::Constant(value) => self.constant(!value),
            Node::Not(body) => body,
            _ => self.make(Node::Not(body)),
        }
    }

    /// All of them.
    pub fn and(&mut self, of: impl IntoIterator<Item = Formula>) -> Formula {
        match self.settled(of, true) {
            None => self.constant(false),
            Some(parts) => match parts[..] {
                [] => self.constant(true),
                [one] => one,
                _ => self.make(Node::And(parts.into())),
            },
        }
    }

    /// Some of them.
    pub fn or(&mut self, of: impl IntoIterator<Item = Formula>) -> Formula {
        match self.settled(of, false) {
            None => self.constant(true),
            Some(parts) => match parts[..] {
                [] => self.constant(false),
                [one] => one,
                _ => self.make(Node::Or(parts.into())),
            },
        }
    }

    /// The parts of a conjunction, or of a disjunction; none if they settle it. `p | (~p & q)` is `p | q`.
    fn settled(
        &mut self,
        of: impl IntoIterator<Item = Formula>,
        all: bool,
    ) -> Option<Vec<Formula>> {
        let parts = self.flat(of, all)?;
        let mut shorter = Vec::with_capacity(parts.len());
        for &part in &parts {
            let inner = match self.node(part) {
                Node::And(inner) if !all => inner.clone(),
                Node::Or(inner) if all => inner.clone(),
                _ => {
                    shorter.push(part);
                    continue;
                }
            };
            let is_needed = |&inner: &Formula| {
                let negated = self.negation(inner);
                negated.is_none_or(|negated| parts.binary_search(&negated).is_err())
            };
            let left: Vec<Formula> = inner.iter().copied().filter(is_needed).collect();
            shorter.push(match (left.len() == inner.len(), all) {
                (true, _) => part,
                (false, true) => self.or(left),
                (false, false) => self.and(left),
            });
        }
        match shorter == parts {
            true => Some(parts),
            false => self.flat(shorter, all),
        }
    }

    /// The negation of a formula, if it has been made.
    fn negation(&self, formula: Formula) -> Option<Formula> {
        match self.node(formula) {
            Node::Not(body) => Some(*body),
            _ => self.nodes.get_index_of(&Node::Not(formula)).map(|index| Formula(index as u32)),
        }
    }

    /// The parts of a conjunction, or of a disjunction, in order and each of them once; none if they settle it.
    fn flat(&self, of: impl IntoIterator<Item = Formula>, all: bool) -> Option<Vec<Formula>> {
        let mut parts = Vec::new();
        for part in of {
            match self.node(part) {
                Node::Constant(value) if *value == all => {}
                Node::Constant(_) => return None,
                Node::And(inner) if all => parts.extend(inner.iter().copied()),
                Node::Or(inner) if !all => parts.extend(inner.iter().copied()),
                _ => parts.push(part),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        let opposed = |part: &Formula| match self.node(*part) {
            Node::Not(body) => parts.binary_search(body).is_ok(),
            _ => false,
        };
        (!parts.iter().any(opposed)).then_some(parts)
    }

    /// If the first, then the second.
    pub fn implies(&mut self, left: Formula, right: Formula) -> Formula {
        let left = self.not(left);
        self.or([left, right])
    }

    /// Both or none.
    pub fn iff(&mut self, left: Formula, right: Formula) -> Formula {
        let there = self.implies(left, right);
        let back = self.implies(right, left);
        self.and([there, back])
    }

    /// On the path from the next state on.
    pub fn next(&mut self, body: Formula) -> Formula {
        match self.node(body) {
            Node::Constant(_) => body,
            _ => self.make(Node::Next(body)),
        }
    }

    /// On all paths that the agent cannot tell from this one.
    pub fn knows(&mut self, agent: Agent, body: Formula) -> Formula {
        match self.node(body) {
            Node::Constant(_) => body,
            _ => self.make(Node::Knows(agent, body)),
        }
    }

    /// Every agent knows it.
    pub fn everybody(&mut self, agents: usize, body: Formula) -> Formula {
        let each: Vec<_> =
            (0..agents).map(|agent| self.knows(Agent::from_index(agent), body)).collect();
        self.and(each)
    }

    /// It is common knowledge among all agents.
    pub fn common(&mut self, body: Formula) -> Formula {
        match self.node(body) {
            Node::Constant(_) => body,
            _ => self.make(Node::Common(body)),
        }
    }

    /// How many actions from the first one on it depends on, also under knowledge.
    pub fn depth(&self, formula: Formula) -> usize {
        self.depths[formula.0 as usize] as usize
    }

    /// A formula with others in the place of some.
    pub fn replaced(
        &mut self,
        formula: Formula,
        instead: &mut impl FnMut(&mut Self, &Node) -> Option<Formula>,
    ) -> Formula {
        self.replacing(formula, instead, &mut FxHashMap::default())
    }

    fn replacing(
        &mut self,
        formula: Formula,
        instead: &mut impl FnMut(&mut Self, &Node) -> Option<Formula>,
        known: &mut FxHashMap<Formula, Formula>,
    ) -> Formula {
        if let Some(&known) = known.get(&formula) {
            return known;
        }
        let node = self.node(formula).clone();
        let made = match instead(self, &node) {
            Some(other) => other,
            None => match node {
                Node::Constant(_) | Node::Fact(_) | Node::Does(_) => formula,
                Node::Not(body) => {
                    let body = self.replacing(body, instead, known);
                    self.not(body)
                }
                Node::And(of) => {
                    let of: Vec<_> =
                        of.iter().map(|&part| self.replacing(part, instead, known)).collect();
                    self.and(of)
                }
                Node::Or(of) => {
                    let of: Vec<_> =
                        of.iter().map(|&part| self.replacing(part, instead, known)).collect();
                    self.or(of)
                }
                Node::Next(body) => {
                    let body = self.replacing(body, instead, known);
                    self.next(body)
                }
                Node::Knows(agent, body) => {
                    let body = self.replacing(body, instead, known);
                    self.knows(agent, body)
                }
                Node::Common(body) => {
                    let body = self.replacing(body, instead, known);
                    self.common(body)
                }
            },
        };
        known.insert(formula, made);
        made
    }

    /// The parts of a formula of some kind, each of them once; what is inside of these is not looked at.
    pub fn parts<T>(&self, formula: Formula, wanted: impl Fn(&Node) -> Option<T>) -> Vec<T> {
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
                Node::Constant(_) | Node::Fact(_) | Node::Does(_) => {}
                Node::Not(body) | Node::Next(body) | Node::Knows(_, body) | Node::Common(body) => {
                    waiting.push(*body);
                }
                Node::And(of) | Node::Or(of) => waiting.extend(of.iter()),
            }
        }
        found
    }

    /// Whether a formula speaks of one state alone, and not of knowledge.
    pub fn is_of_state(&self, formula: Formula) -> bool {
        self.depth(formula) == 0 && !self.is_of_knowledge(formula)
    }

    /// Whether a formula speaks of knowledge.
    pub fn is_of_knowledge(&self, formula: Formula) -> bool {
        let knowledge =
            |node: &Node| matches!(node, Node::Knows(..) | Node::Common(_)).then_some(());
        !self.parts(formula, knowledge).is_empty()
    }
}
