//! Explanations where all worlds are listed.

use super::{Because, Body, Executed, Explaining, MOST_NODES, PathStep, Scene, Whose};
use crate::definedness::check_formula;
use crate::evaluation::EvalError;
use crate::explicit::execution::update;
use crate::explicit::pointed::holds;
use crate::explicit::relation::Relation;
use crate::explicit::state::State;
use crate::explicit::truth::truth;
use crate::explicit::view::view;
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Formula, Group, Terms, World};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// Explains the truth value of a formula in the actual world.
pub fn explain(state: &State, terms: &Terms, formula: Formula) -> Result<Scene, EvalError> {
    explain_within(state, terms, formula, &mut { MOST_NODES })
}

fn explain_within(
    state: &State,
    terms: &Terms,
    formula: Formula,
    left: &mut usize,
) -> Result<Scene, EvalError> {
    check_formula(terms, formula, state.group(), &state.model().arrow_agents())?;
    let worlds: Vec<usize> = state.relevant()?.ones().collect();
    let view = view(state)?;
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

    /// The places of the worlds that somebody in a world considers possible, in order.
    fn worlds_considered(&mut self, whose: &Whose, from: usize) -> Vec<usize> {
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
}

impl<'a> Explaining<'a> for Explainer<'a> {
    type State = State;

    fn terms(&self) -> &'a Terms {
        self.terms
    }

    fn budget(&mut self) -> &mut usize {
        self.left
    }

    fn holds(&mut self, formula: Formula, world: usize) -> Result<bool, EvalError> {
        Ok(self.truths(formula)?[world])
    }

    fn every(&mut self, whose: Whose, body: Body, value: bool) -> Result<Because, EvalError> {
        let Body { formula: body, world, holds: all } = body;
        let worlds = self.worlds_considered(&whose, world);
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

    fn whether(&mut self, agent: Agent, body: Body) -> Result<Because, EvalError> {
        let Body { formula, world, .. } = body;
        let worlds = self.worlds_considered(&Whose::Agent(agent), world);
        let truths = self.truths(formula)?;
        let such = |value| worlds.iter().copied().find(|&to| truths[to] == value);
        Ok(match (such(true), such(false)) {
            (Some(yes), Some(no)) => Because::Both { agent, yes, no },
            (yes, _) => {
                Because::AllWorlds { of: Whose::Agent(agent), worlds, value: yes.is_some() }
            }
        })
    }

    fn everybody(&mut self, group: &Group, body: Body) -> Result<Because, EvalError> {
        let Body { formula, world, .. } = body;
        let mut all = Vec::new();
        for agent in group.iter() {
            let worlds = self.worlds_considered(&Whose::Agent(agent), world);
            let truths = self.truths(formula)?;
            if worlds.iter().any(|&to| !truths[to]) {
                return self.every(Whose::Agent(agent), Body { holds: false, ..body }, true);
            }
            all.push((agent, worlds));
        }
        Ok(Because::Everybody(all))
    }

    fn common(&mut self, group: &Group, body: Body) -> Result<Because, EvalError> {
        let Body { formula, world, .. } = body;
        let truths = self.truths(formula)?.to_vec();
        let mut came: Vec<Option<(usize, Agent)>> = vec![None; self.worlds.len()];
        let mut met = vec![false; self.worlds.len()];
        let mut waiting = VecDeque::from([world]);
        met[world] = true;
        // Worlds of one cell lead to the same worlds.
        let mut followed = FxHashSet::default();
        let pace = self.state.pace();
        while let Some(at) = waiting.pop_front() {
            if !truths[at] {
                return self.at_end(path(&came, at), formula, at);
            }
            for agent in group.iter() {
                let sight = self.sight(agent);
                if !followed.insert((agent, sight.set[at])) {
                    continue;
                }
                pace.count(1 + sight.from(at).len() as u64)?;
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

    fn likelihood(
        &mut self,
        agent: Agent,
        body: Formula,
        world: usize,
    ) -> Result<(UBig, UBig), EvalError> {
        let worlds = self.worlds_considered(&Whose::Agent(agent), world);
        let truths = self.truths(body)?.to_vec();
        let weights = self.state.model().weights().whole_numbers();
        let weight = |place: usize| match &weights {
            Some(weight) => weight(self.worlds[place]),
            None => UBig::ONE,
        };
        let sum =
            |places: Vec<usize>| places.into_iter().map(weight).fold(UBig::ZERO, |a, b| a + b);
        let likely = worlds.iter().copied().filter(|&place| truths[place]).collect();
        Ok((sum(likely), sum(worlds)))
    }

    fn execute(&mut self, action: Action, world: usize) -> Executed<State> {
        match self.state.at(World::from_index(self.worlds[world])) {
            Some(here) => Because::of_execution(update(&here, self.terms, action)),
            None => Ok(Err(Because::Unexplained)),
        }
    }

    fn holds_after(&self, state: &State, formula: Formula) -> Result<bool, EvalError> {
        holds(state, self.terms, formula)
    }

    fn scene(&mut self, state: &State, formula: Formula) -> Result<Scene, EvalError> {
        explain_within(state, self.terms, formula, self.left)
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
