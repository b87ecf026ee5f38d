//! Why a formula is true or false in a world (thesis def. 32), as a tree: the parts of
//! it that settle the matter, the worlds that stand for or against it, and the paths to
//! them. Every node is what evaluation says; nothing is put in words here.

use crate::definedness::check_formula;
use crate::execution::{UpdateError, update};
use crate::relation::Relation;
use crate::state::State;
use crate::truth::{EvalError, holds, truth};
use crate::view::{View, view};
use dashu_int::UBig;
use dashu_int::ops::Gcd;
use hexa_logic::{Action, Agent, Formula, FormulaNode, Group, Modality, Terms, World};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// An explanation, with the state it speaks of.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The relevant worlds. Explanations name worlds by their places here.
    pub view: View,
    /// The explanation.
    pub explanation: Explanation,
}

/// Why a formula has its truth value in a world.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The formula.
    pub formula: Formula,
    /// The place of the world in the view.
    pub world: usize,
    /// Whether the formula is true there.
    pub holds: bool,
    /// Why.
    pub because: Because,
}

/// What makes a formula true or false.
#[derive(Clone, Debug)]
pub enum Because {
    /// The valuation, or that it is a constant.
    Valuation,
    /// Parts of it: these are some of those that settle the matter.
    Parts {
        /// Explanations of the first ones.
        shown: Vec<Explanation>,
        /// How many there are that do.
        decisive: usize,
        /// How many parts there are.
        of: usize,
    },
    /// A world that access leads to, and what holds or fails there.
    World {
        /// The steps, at least one unless the world itself settles the matter.
        path: Vec<PathStep>,
        /// What is at their end.
        there: Box<Explanation>,
    },
    /// The agent considers both of these possible.
    Both {
        /// The agent.
        agent: Agent,
        /// Where what he might know is true.
        yes: usize,
        /// Where it is false.
        no: usize,
    },
    /// The part has the same value in all of these worlds.
    AllWorlds {
        /// Whose worlds they are.
        of: Whose,
        /// The worlds, in order.
        worlds: Vec<usize>,
        /// The value.
        value: bool,
    },
    /// The part has the same value in all worlds of these, which are too many to list.
    ManyWorlds {
        /// Whose worlds they are, and how many.
        of: Vec<(Whose, UBig)>,
        /// The value.
        value: bool,
    },
    /// Everybody in the group knows it: the worlds that each considers possible.
    Everybody(Vec<(Agent, Vec<usize>)>),
    /// The action cannot be executed.
    Blocked,
    /// What is true after the action.
    After {
        /// How many outcomes there are.
        outcomes: usize,
        /// The outcome that settles the matter, or the first if all do: one of its states.
        scene: Box<Scene>,
    },
    /// How many of the parts hold.
    Count {
        /// Those that hold.
        holding: Vec<Formula>,
        /// How many parts there are.
        of: usize,
    },
    /// The probability, in lowest terms.
    Probability {
        /// The number above the line.
        part: String,
        /// The number below the line.
        whole: String,
    },
    /// Nothing smaller shows it, or the explanation would be too long.
    Unexplained,
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Whose step.
    pub by: Whose,
    /// Where it leads.
    pub to: usize,
}

/// Whose access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The agent's.
    Agent(Agent),
    /// What all of the group together consider possible: distributed knowledge.
    Together(Group),
    /// Any number of steps of anybody in the group: common knowledge.
    Chains(Group),
}

/// The most nodes of an explanation.
pub(crate) const MOST_NODES: usize = 60;
/// The most parts of a connective that are explained.
pub(crate) const MOST_PARTS: usize = 4;

/// Explains the truth value of a formula in the actual world.
pub fn explain(state: &State, terms: &Terms, formula: Formula) -> Result<Scene, EvalError> {
    explained(state, terms, formula, &mut { MOST_NODES })
}

fn explained(
    state: &State,
    terms: &Terms,
    formula: Formula,
    left: &mut usize,
) -> Result<Scene, EvalError> {
    check_formula(terms, formula, state.group(), &state.model().arrow_agents())?;
    let worlds: Vec<usize> = state.relevant().ones().collect();
    let view = view(state);
    let actual = view.actual;
    let (truths, sights) = (FxHashMap::default(), FxHashMap::default());
    let mut explainer = Explainer { state, terms, worlds, truths, sights, left };
    let explanation = explainer.explain(formula, actual)?;
    Ok(Scene { view, explanation })
}

struct Explainer<'a> {
    state: &'a State,
    terms: &'a Terms,
    /// For each place the world.
    worlds: Vec<usize>,
    truths: FxHashMap<Formula, Vec<bool>>,
    sights: FxHashMap<Agent, Rc<Sight>>,
    /// How many nodes may still be made.
    left: &'a mut usize,
}

impl Explainer<'_> {
    /// Where a formula is true, place by place.
    fn truths(&mut self, formula: Formula) -> Result<&[bool], EvalError> {
        if !self.truths.contains_key(&formula) {
            let truth = truth(self.state, self.terms, formula)?;
            let truths = self.worlds.iter().map(|&world| truth.contains(world)).collect();
            self.truths.insert(formula, truths);
        }
        Ok(&self.truths[&formula])
    }

    fn explain(&mut self, formula: Formula, world: usize) -> Result<Explanation, EvalError> {
        let holds = self.truths(formula)?[world];
        let because = match self.left.checked_sub(1) {
            Some(left) => {
                *self.left = left;
                self.because(formula, world, holds)?
            }
            None => Because::Unexplained,
        };
        Ok(Explanation { formula, world, holds, because })
    }

    fn because(
        &mut self,
        formula: Formula,
        world: usize,
        holds: bool,
    ) -> Result<Because, EvalError> {
        let terms = self.terms;
        match terms.node(formula) {
            FormulaNode::True | FormulaNode::False | FormulaNode::Atom(_) => Ok(Because::Valuation),
            FormulaNode::Not(body) => self.parts(&[*body], 1, world),
            FormulaNode::And(of) => self.junction(of, holds, world),
            FormulaNode::Or(of) => self.junction(of, holds, world),
            FormulaNode::Implies(left, right) => self.implication(*left, *right, holds, world),
            FormulaNode::Iff(left, right) => self.parts(&[*left, *right], 2, world),
            FormulaNode::Knows(agent, body) => {
                self.every(Whose::Agent(*agent), *body, world, (holds, true))
            }
            FormulaNode::Imagines(agent, body) => {
                self.every(Whose::Agent(*agent), *body, world, (!holds, false))
            }
            FormulaNode::KnowsWhether(agent, body) => self.whether(*agent, *body, world),
            FormulaNode::Everybody(group, body) => self.everybody(group, *body, world),
            FormulaNode::Common(group, body) => self.common(group, *body, world),
            // What nobody at all knows together holds in worlds that nobody sees.
            FormulaNode::Distributed(group, _) if group.is_empty() => Ok(Because::Unexplained),
            FormulaNode::Distributed(group, body) => {
                self.every(Whose::Together(group.clone()), *body, world, (holds, true))
            }
            FormulaNode::After(modality, action, body) => {
                self.after(*modality, *action, *body, (world, holds))
            }
            FormulaNode::Count(of, _) => {
                let mut holding = Vec::new();
                for &part in of {
                    if self.truths(part)?[world] {
                        holding.push(part);
                    }
                }
                Ok(Because::Count { holding, of: of.len() })
            }
            FormulaNode::Probability(agent, body, ..) => self.probability(*agent, *body, world),
        }
    }

    /// The parts that have the value of the whole: of a true conjunction and of a false
    /// disjunction all, of the others at least one.
    fn junction(
        &mut self,
        of: &[Formula],
        value: bool,
        world: usize,
    ) -> Result<Because, EvalError> {
        let mut decisive = Vec::new();
        for &part in of {
            if self.truths(part)?[world] == value {
                decisive.push(part);
            }
        }
        match decisive.len() == of.len() {
            true => self.parts(&decisive, of.len(), world),
            false => {
                let count = decisive.len();
                decisive.truncate(1);
                Ok(match self.parts(&decisive, of.len(), world)? {
                    Because::Parts { shown, of, .. } => {
                        Because::Parts { shown, decisive: count, of }
                    }
                    other => other,
                })
            }
        }
    }

    fn implication(
        &mut self,
        left: Formula,
        right: Formula,
        holds: bool,
        world: usize,
    ) -> Result<Because, EvalError> {
        match (holds, self.truths(left)?[world]) {
            (false, _) => self.parts(&[left, right], 2, world),
            (true, false) => self.parts(&[left], 2, world),
            (true, true) => self.parts(&[right], 2, world),
        }
    }

    fn parts(&mut self, parts: &[Formula], of: usize, world: usize) -> Result<Because, EvalError> {
        let shown = parts.iter().take(MOST_PARTS).map(|&part| self.explain(part, world));
        Ok(Because::Parts { shown: shown.collect::<Result<_, _>>()?, decisive: parts.len(), of })
    }

    /// The body has a value in all worlds of somebody, or another in one of them.
    fn every(
        &mut self,
        whose: Whose,
        body: Formula,
        world: usize,
        (all, value): (bool, bool),
    ) -> Result<Because, EvalError> {
        let worlds = self.seen(&whose, world);
        if all {
            return Ok(Because::AllWorlds { of: whose, worlds, value });
        }
        let truths = self.truths(body)?;
        // If it is so in the world itself, there is no need to go anywhere else.
        let itself = worlds.iter().find(|&&to| to == world && truths[to] != value);
        match itself.or_else(|| worlds.iter().find(|&&to| truths[to] != value)) {
            Some(&to) => self.at_end(vec![PathStep { by: whose, to }], body, to),
            None => Ok(Because::Unexplained),
        }
    }

    fn at_end(
        &mut self,
        path: Vec<PathStep>,
        body: Formula,
        world: usize,
    ) -> Result<Because, EvalError> {
        let there = Box::new(self.explain(body, world)?);
        Ok(Because::World { path, there })
    }

    fn whether(&mut self, agent: Agent, body: Formula, world: usize) -> Result<Because, EvalError> {
        let worlds = self.seen(&Whose::Agent(agent), world);
        let truths = self.truths(body)?;
        let such = |value| worlds.iter().copied().find(|&to| truths[to] == value);
        Ok(match (such(true), such(false)) {
            (Some(yes), Some(no)) => Because::Both { agent, yes, no },
            (yes, _) => {
                Because::AllWorlds { of: Whose::Agent(agent), worlds, value: yes.is_some() }
            }
        })
    }

    fn everybody(
        &mut self,
        group: &Group,
        body: Formula,
        world: usize,
    ) -> Result<Because, EvalError> {
        let mut all = Vec::new();
        for agent in group.iter() {
            let worlds = self.seen(&Whose::Agent(agent), world);
            let truths = self.truths(body)?;
            if worlds.iter().any(|&to| !truths[to]) {
                return self.every(Whose::Agent(agent), body, world, (false, true));
            }
            all.push((agent, worlds));
        }
        Ok(Because::Everybody(all))
    }

    /// A shortest chain to a world where the body fails, or all worlds that chains lead to.
    fn common(&mut self, group: &Group, body: Formula, world: usize) -> Result<Because, EvalError> {
        let truths = self.truths(body)?.to_vec();
        let mut came: Vec<Option<(usize, Agent)>> = vec![None; self.worlds.len()];
        let mut met = vec![false; self.worlds.len()];
        let mut waiting = VecDeque::from([world]);
        met[world] = true;
        // Worlds of one cell lead to the same worlds.
        let mut followed = FxHashSet::default();
        while let Some(at) = waiting.pop_front() {
            if !truths[at] {
                return self.at_end(path(&came, at), body, at);
            }
            for agent in group.iter() {
                let sight = self.sight(agent);
                if !followed.insert((agent, sight.set[at])) {
                    continue;
                }
                for &to in sight.from(at) {
                    if !met[to] {
                        met[to] = true;
                        came[to] = Some((at, agent));
                        waiting.push_back(to);
                    }
                }
            }
        }
        let worlds = (0..met.len()).filter(|&to| met[to]).collect();
        Ok(Because::AllWorlds { of: Whose::Chains(group.clone()), worlds, value: true })
    }

    /// The places of the worlds that somebody in a world considers possible, in order.
    fn seen(&mut self, whose: &Whose, from: usize) -> Vec<usize> {
        match whose {
            Whose::Agent(agent) => self.sight(*agent).from(from).to_vec(),
            Whose::Together(group) | Whose::Chains(group) => {
                let sights: Vec<Rc<Sight>> = group.iter().map(|agent| self.sight(agent)).collect();
                let Some((first, others)) = sights.split_first() else { return Vec::new() };
                let all =
                    |to: &usize| others.iter().all(|s| s.from(from).binary_search(to).is_ok());
                first.from(from).iter().copied().filter(all).collect()
            }
        }
    }

    fn sight(&mut self, agent: Agent) -> Rc<Sight> {
        let (state, worlds) = (self.state, &self.worlds);
        let sight = || Rc::new(Sight::new(state.model().relation(agent), worlds));
        Rc::clone(self.sights.entry(agent).or_insert_with(sight))
    }

    fn after(
        &mut self,
        modality: Modality,
        action: Action,
        body: Formula,
        (world, holds_here): (usize, bool),
    ) -> Result<Because, EvalError> {
        let Some(here) = self.state.at(World::from_index(self.worlds[world])) else {
            return Ok(Because::Unexplained);
        };
        let outcomes = match update(&here, self.terms, action) {
            Ok(outcomes) => outcomes,
            Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }) => {
                return Ok(Because::Blocked);
            }
            Err(_) => return Ok(Because::Unexplained),
        };
        let mut decisive = None;
        for outcome in outcomes.alternatives() {
            let truths: Result<Vec<bool>, _> =
                outcome.iter().map(|state| holds(state, self.terms, body)).collect();
            let truths = truths?;
            let good = match modality {
                Modality::Every => truths.iter().any(|&truth| truth),
                Modality::Some => truths.iter().all(|&truth| truth),
            };
            let settles = good == holds_here;
            // A false box and a true diamond need one outcome, the others all of them.
            if !settles && holds_here == (modality == Modality::Every) {
                return Ok(Because::Unexplained);
            }
            if settles && decisive.is_none() {
                let member = truths.iter().position(|&truth| truth == holds_here);
                decisive = member.map(|at| &outcome[at]);
            }
        }
        let Some(state) = decisive else { return Ok(Because::Unexplained) };
        let scene = Box::new(explained(state, self.terms, body, self.left)?);
        Ok(Because::After { outcomes: outcomes.alternatives().len(), scene })
    }

    fn probability(
        &mut self,
        agent: Agent,
        body: Formula,
        world: usize,
    ) -> Result<Because, EvalError> {
        let worlds = self.seen(&Whose::Agent(agent), world);
        let truths = self.truths(body)?.to_vec();
        let weights = self.state.model().weights().whole_numbers();
        let weight = |place: usize| match &weights {
            Some(weight) => weight(self.worlds[place]),
            None => UBig::ONE,
        };
        let sum =
            |places: Vec<usize>| places.into_iter().map(weight).fold(UBig::ZERO, |a, b| a + b);
        let likely = worlds.iter().copied().filter(|&place| truths[place]).collect();
        let (part, whole) = (sum(likely), sum(worlds));
        if whole == UBig::ZERO {
            return Ok(Because::Unexplained);
        }
        let divisor = (&part).gcd(&whole);
        Ok(Because::Probability {
            part: (part / &divisor).to_string(),
            whole: (whole / divisor).to_string(),
        })
    }
}

/// What an agent considers possible, by places.
struct Sight {
    /// For each place the set that is seen from it.
    set: Vec<u32>,
    /// The places in each set, in order.
    members: Vec<Vec<usize>>,
}

impl Sight {
    fn new(relation: Option<&Relation>, worlds: &[usize]) -> Self {
        match relation {
            Some(Relation::Cells(cells)) => {
                let set: Vec<u32> = worlds.iter().map(|&world| cells.class()[world]).collect();
                let mut members = vec![Vec::new(); cells.bound()];
                set.iter().enumerate().for_each(|(at, &set)| members[set as usize].push(at));
                Self { set, members }
            }
            Some(Relation::Arrows(arrows)) => {
                let place = |&to: &u32| worlds.binary_search(&(to as usize)).ok();
                let to =
                    |&world: &usize| arrows.successors(world).iter().filter_map(place).collect();
                let set = (0..worlds.len() as u32).collect();
                Self { set, members: worlds.iter().map(to).collect() }
            }
            None => Self { set: vec![0; worlds.len()], members: vec![Vec::new()] },
        }
    }

    fn from(&self, place: usize) -> &[usize] {
        &self.members[self.set[place] as usize]
    }
}

/// The steps to a place.
fn path(came: &[Option<(usize, Agent)>], mut to: usize) -> Vec<PathStep> {
    let mut steps = Vec::new();
    while let Some((from, agent)) = came[to] {
        steps.push(PathStep { by: Whose::Agent(agent), to });
        to = from;
    }
    steps.reverse();
    steps
}
