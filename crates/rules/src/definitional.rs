//! Truth on a path (EGDL def. 5), clause by clause: slow, and the oracle of the checker. A path is infinite, but a formula depends
//! on its first steps alone: as many as it looks ahead, and one more where an agent knows what they do.

use crate::checking::Recall;
use crate::frame::{Frame, Valuation};
use hexa_logic::{Agent, PathFormula, PathFormulas, PathNode};

/// What truth is asked of.
pub struct DefinitionalChecker<'a> {
    /// The states and steps.
    pub frame: &'a Frame,
    /// What holds in states.
    pub facts: &'a dyn Valuation,
    /// The formulas.
    pub formulas: &'a PathFormulas,
    /// Which paths agents cannot tell apart.
    pub recall: Recall,
}

/// The beginning of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathPrefix {
    /// Its first state.
    pub state: u32,
    /// Its first steps.
    pub steps: Vec<u32>,
}

impl DefinitionalChecker<'_> {
    /// Whether a formula holds on all paths.
    pub fn is_valid(&self, formula: PathFormula) -> bool {
        (0..self.frame.states() as u32).all(|state| self.holds_from(formula, state))
    }

    /// Whether a formula holds on all paths from a state.
    pub fn holds_from(&self, formula: PathFormula, state: u32) -> bool {
        let length = self.formulas.depth(formula) + 1;
        self.paths(state, length).iter().all(|path| self.holds(formula, path))
    }

    /// All beginnings of paths of a length from a state.
    pub fn paths(&self, state: u32, length: usize) -> Vec<PathPrefix> {
        let mut paths = match self.frame.is_lasting(state) {
            true => vec![PathPrefix { state, steps: Vec::new() }],
            false => Vec::new(),
        };
        for _ in 0..length {
            let longer = |path: &PathPrefix| {
                let end = path.steps.last().map_or(path.state, |&step| self.frame.to(step));
                let with = |step| PathPrefix { state, steps: [&path.steps[..], &[step]].concat() };
                self.frame.steps(end).map(with).collect::<Vec<_>>()
            };
            paths = paths.iter().flat_map(longer).collect();
        }
        paths
    }

    /// Whether a formula holds on all paths that begin so: at least one step longer than it looks ahead.
    pub fn holds(&self, formula: PathFormula, path: &PathPrefix) -> bool {
        match self.formulas.node(formula) {
            PathNode::Constant(value) => *value,
            PathNode::Fluent(fact) => self.facts.truth(*fact)[path.state as usize],
            PathNode::Does(action) => self.frame.actions(path.steps[0]).contains(action),
            PathNode::Not(body) => !self.holds(*body, path),
            PathNode::And(of) => of.iter().all(|&part| self.holds(part, path)),
            PathNode::Or(of) => of.iter().any(|&part| self.holds(part, path)),
            PathNode::Next(body) => {
                let rest = PathPrefix {
                    state: self.frame.to(path.steps[0]),
                    steps: path.steps[1..].to_vec(),
                };
                self.holds(*body, &rest)
            }
            PathNode::Knows(agent, body) => {
                let same = |other: &PathPrefix| {
                    !self.is_same(*agent, path, other) || self.holds(*body, other)
                };
                self.all(*body).iter().all(same)
            }
            PathNode::Common(body) => {
                let all = self.all(*body);
                let mut met = vec![false; all.len()];
                let mut waiting = vec![path.clone()];
                while let Some(path) = waiting.pop() {
                    for (at, other) in all.iter().enumerate() {
                        let mut agents = (0..self.frame.agents()).map(Agent::from_index);
                        if !met[at] && agents.any(|agent| self.is_same(agent, &path, other)) {
                            met[at] = true;
                            waiting.push(other.clone());
                        }
                    }
                }
                all.iter().zip(met).all(|(other, met)| !met || self.holds(*body, other))
            }
        }
    }

    /// All paths, as far as a formula looks ahead.
    fn all(&self, formula: PathFormula) -> Vec<PathPrefix> {
        let length = self.formulas.depth(formula) + 1;
        (0..self.frame.states() as u32).flat_map(|state| self.paths(state, length)).collect()
    }

    /// Whether an agent cannot tell two paths apart (def. 3, or that they also do the same).
    fn is_same(&self, agent: Agent, path: &PathPrefix, other: &PathPrefix) -> bool {
        let classes = &self.frame.classes(agent).of;
        let looks_same = classes[path.state as usize] == classes[other.state as usize];
        let does = |path: &PathPrefix| self.frame.actions(path.steps[0])[agent.index()];
        looks_same && (self.recall == Recall::None || does(path) == does(other))
    }
}
