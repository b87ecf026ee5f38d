//! Why a formula is true or false where the worlds are too many to list (thesis def. 32): the same tree as
//! elsewhere, over the few worlds that it speaks of. What holds in all worlds that somebody considers possible is
//! told with how many they are.

use super::chart::{Chart, Sight, YES};
use super::model::World;
use super::{State, conjuncts};
use crate::execution::UpdateError;
use crate::explanation::{Because, Explanation, MOST_NODES, MOST_PARTS, PathStep, Scene, Whose};
use crate::limits::Limit;
use crate::truth::EvalError;
use crate::view::{AccessView, View, WorldView};
use dashu_int::UBig;
use dashu_int::ops::Gcd;
use hexa_logic::{Action, Agent, Formula, FormulaNode, Group, Modality, Terms};
use std::sync::Arc;

/// Chains of access are followed this far.
const MOST_STEPS: usize = 16;

impl State {
    /// Explains the truth value of a formula in the actual world.
    pub fn explain(&self, terms: &Terms, formula: Formula) -> Result<Scene, EvalError> {
        self.explained(terms, formula, &mut { MOST_NODES })
    }

    fn explained(
        &self,
        terms: &Terms,
        formula: Formula,
        left: &mut usize,
    ) -> Result<Scene, EvalError> {
        self.check(terms, formula)?;
        let worlds = vec![self.told().map_err(EvalError::Limit)?];
        let mut explainer = Explainer { state: self, terms, worlds, left };
        let explanation = explainer.explain(formula, 0)?;
        Ok(Scene { view: explainer.view(), explanation })
    }

    /// The same state in another world.
    fn at(&self, world: &World) -> Self {
        Self { point: Arc::new(world.clone()), relevant: Arc::default(), ..self.clone() }
    }
}

struct Explainer<'a> {
    state: &'a State,
    terms: &'a Terms,
    /// The worlds that are spoken of, the actual one first.
    worlds: Vec<World>,
    /// How many nodes may still be made.
    left: &'a mut usize,
}

impl Explainer<'_> {
    /// The worlds that are spoken of, with everybody's access between them.
    fn view(&self) -> View {
        let deck = &self.state.model.deck;
        let world = |world: &World| WorldView { name: None, atoms: deck.atoms(&world.holder_of) };
        View {
            worlds: self.worlds.iter().map(world).collect(),
            actual: 0,
            access: self.state.group.iter().map(|agent| (agent, self.access(agent))).collect(),
        }
    }

    fn access(&self, agent: Agent) -> AccessView {
        let cells = self.state.cells(agent, &self.worlds);
        let mut lists = vec![Vec::new(); cells.bound()];
        cells.class().iter().enumerate().for_each(|(at, &cell)| lists[cell as usize].push(at));
        AccessView::Cells(lists)
    }

    /// The place of a world among those that are spoken of.
    fn place(&mut self, world: World) -> usize {
        match self.worlds.iter().position(|known| *known == world) {
            Some(place) => place,
            None => {
                self.worlds.push(world);
                self.worlds.len() - 1
            }
        }
    }

    fn at(&self, place: usize) -> State {
        self.state.at(&self.worlds[place])
    }

    fn holds(&self, formula: Formula, place: usize) -> Result<bool, EvalError> {
        self.at(place).holds_here(self.terms, formula, 0)
    }

    fn truth(&self, formula: Formula) -> Result<Chart, EvalError> {
        self.state.evaluator(self.terms).truth(&self.state.model, formula)
    }

    fn explain(&mut self, formula: Formula, world: usize) -> Result<Explanation, EvalError> {
        let holds = self.holds(formula, world)?;
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
        use FormulaNode as F;
        match self.terms.node(formula) {
            F::True | F::False | F::Atom(_) => Ok(Because::Valuation),
            F::Not(body) => self.parts(&[*body], 1, world),
            F::And(of) | F::Or(of) => self.junction(of, holds, world),
            F::Implies(left, right) => match (holds, self.holds(*left, world)?) {
                (false, _) => self.parts(&[*left, *right], 2, world),
                (true, false) => self.parts(&[*left], 2, world),
                (true, true) => self.parts(&[*right], 2, world),
            },
            F::Iff(left, right) => self.parts(&[*left, *right], 2, world),
            F::Knows(agent, body) => self.every(Whose::Agent(*agent), *body, world, (holds, true)),
            F::Imagines(agent, body) => {
                self.every(Whose::Agent(*agent), *body, world, (!holds, false))
            }
            F::KnowsWhether(agent, body) => self.whether(*agent, *body, world, holds),
            F::Everybody(group, body) => self.everybody(group, *body, world, holds),
            F::Common(group, body) => self.common(group, *body, world, holds),
            F::Distributed(group, _) if group.is_empty() => Ok(Because::Unexplained),
            F::Distributed(group, body) => {
                self.every(Whose::Together(group.clone()), *body, world, (holds, true))
            }
            F::After(modality, action, body) => {
                self.after((*modality, *action), *body, world, holds)
            }
            F::Count(of, _) => {
                let mut holding = Vec::new();
                for &part in of {
                    if self.holds(part, world)? {
                        holding.push(part);
                    }
                }
                Ok(Because::Count { holding, of: of.len() })
            }
            F::Probability(agent, body, ..) => self.probability(*agent, *body, world),
        }
    }

    /// The parts that have the value of the whole.
    fn junction(
        &mut self,
        of: &[Formula],
        value: bool,
        world: usize,
    ) -> Result<Because, EvalError> {
        let mut decisive = Vec::new();
        for &part in of {
            if self.holds(part, world)? == value {
                decisive.push(part);
            }
        }
        let count = decisive.len();
        if count < of.len() {
            decisive.truncate(1);
        }
        match self.parts(&decisive, of.len(), world)? {
            Because::Parts { shown, of, .. } => Ok(Because::Parts { shown, decisive: count, of }),
            other => Ok(other),
        }
    }

    fn parts(&mut self, parts: &[Formula], of: usize, world: usize) -> Result<Because, EvalError> {
        let shown = parts.iter().take(MOST_PARTS).map(|&part| self.explain(part, world));
        Ok(Because::Parts { shown: shown.collect::<Result<_, _>>()?, decisive: parts.len(), of })
    }

    fn sight(&self, whose: &Whose) -> Sight {
        match whose {
            Whose::Agent(agent) => self.state.model.sight(*agent),
            Whose::Together(group) | Whose::Chains(group) => {
                self.state.model.sight_of(group.iter())
            }
        }
    }

    /// What somebody sees in a world.
    fn cell(&self, whose: &Whose, world: usize) -> Chart {
        self.state.model.cell(&self.sight(whose), &self.worlds[world])
    }

    /// The place of a world that somebody considers possible where a formula has a value; the world
    /// itself if it can be.
    fn seen(
        &mut self,
        whose: &Whose,
        body: Formula,
        world: usize,
        value: bool,
    ) -> Result<Option<usize>, EvalError> {
        if self.holds(body, world)? == value {
            return Ok(Some(world));
        }
        let cell = self.cell(whose, world);
        // To be false is to be false in one part.
        let parts = if value { vec![body] } else { conjuncts(self.terms, body) };
        for part in parts {
            let truth = self.truth(part)?;
            let wanted = if value { truth } else { truth.not() };
            if let Some(found) = self.first(&cell, &wanted)? {
                return Ok(Some(self.place(found)));
            }
        }
        Ok(None)
    }

    /// The first world in two sets.
    fn first(&self, cell: &Chart, wanted: &Chart) -> Result<Option<World>, EvalError> {
        let model = &self.state.model;
        let found = || model.first_in(&cell.and(wanted, model.most())?);
        found().map_err(EvalError::Limit)
    }

    /// The body has a value in all worlds of somebody, or another in one of them.
    fn every(
        &mut self,
        whose: Whose,
        body: Formula,
        world: usize,
        (all, value): (bool, bool),
    ) -> Result<Because, EvalError> {
        if all {
            let count = self.count(&whose, world)?;
            return Ok(Because::ManyWorlds { of: vec![(whose, count)], value });
        }
        match self.seen(&whose, body, world, !value)? {
            Some(to) => {
                let there = Box::new(self.explain(body, to)?);
                Ok(Because::World { path: vec![PathStep { by: whose, to }], there })
            }
            None => Ok(Because::Unexplained),
        }
    }

    /// How many worlds somebody considers possible.
    fn count(&self, whose: &Whose, world: usize) -> Result<UBig, EvalError> {
        let count = match whose {
            Whose::Agent(agent) => self.at(world).considered_count(*agent),
            _ => self.state.model.count(&self.cell(whose, world)),
        };
        count.map_err(EvalError::Limit)
    }

    fn whether(
        &mut self,
        agent: Agent,
        body: Formula,
        world: usize,
        holds: bool,
    ) -> Result<Because, EvalError> {
        let whose = Whose::Agent(agent);
        if holds {
            let value = self.holds(body, world)?;
            let count = self.count(&whose, world)?;
            return Ok(Because::ManyWorlds { of: vec![(whose, count)], value });
        }
        let (yes, no) =
            (self.seen(&whose, body, world, true)?, self.seen(&whose, body, world, false)?);
        Ok(match (yes, no) {
            (Some(yes), Some(no)) => Because::Both { agent, yes, no },
            _ => Because::Unexplained,
        })
    }

    fn everybody(
        &mut self,
        group: &Group,
        body: Formula,
        world: usize,
        holds: bool,
    ) -> Result<Because, EvalError> {
        let mut all = Vec::new();
        for agent in group.iter() {
            let whose = Whose::Agent(agent);
            if !holds && self.seen(&whose, body, world, false)?.is_some() {
                return self.every(whose, body, world, (false, true));
            }
            if holds {
                let count = self.count(&whose, world)?;
                all.push((whose, count));
            }
        }
        Ok(match all.is_empty() {
            true => Because::Everybody(Vec::new()),
            false => Because::ManyWorlds { of: all, value: true },
        })
    }

    /// A shortest chain to a world where the body fails, or how many worlds chains lead to.
    fn common(
        &mut self,
        group: &Group,
        body: Formula,
        world: usize,
        holds: bool,
    ) -> Result<Because, EvalError> {
        if holds {
            let state = State { group: group.clone(), ..self.at(world) };
            let count = state.relevant_count().map_err(EvalError::Limit)?;
            let of = vec![(Whose::Chains(group.clone()), count)];
            return Ok(Because::ManyWorlds { of, value: true });
        }
        let fails = self.truth(body)?.not();
        match self.chain(group, fails, world).map_err(EvalError::Limit)? {
            Some(path) => {
                let end = path.last().map_or(world, |step| step.to);
                let there = Box::new(self.explain(body, end)?);
                Ok(Because::World { path, there })
            }
            None => Ok(Because::Unexplained),
        }
    }

    /// The steps of a shortest chain from a world into a set, if it is not too long.
    fn chain(
        &mut self,
        group: &Group,
        set: Chart,
        world: usize,
    ) -> Result<Option<Vec<PathStep>>, Limit> {
        let model = &self.state.model;
        // From where the set is reached in so many steps.
        let mut reaching = vec![set];
        while !self.worlds[world].is_in(&reaching[reaching.len() - 1]) {
            if reaching.len() > MOST_STEPS {
                return Ok(None);
            }
            let last = &reaching[reaching.len() - 1];
            let mut next = model.constant(false);
            for agent in group.iter() {
                let from = model.imagines(&model.sight(agent), last, YES)?;
                next = next.or(&from, model.most())?;
            }
            reaching.push(next);
        }
        reaching.pop();
        let (mut path, mut at) = (Vec::new(), world);
        while let Some(set) = reaching.pop() {
            let Some((agent, to)) = self.step(group, &set, at)? else { return Ok(None) };
            at = self.place(to);
            path.push(PathStep { by: Whose::Agent(agent), to: at });
        }
        Ok(Some(path))
    }

    /// An agent who considers a world of a set possible, and the world.
    fn step(
        &self,
        group: &Group,
        set: &Chart,
        from: usize,
    ) -> Result<Option<(Agent, World)>, Limit> {
        let model = &self.state.model;
        for agent in group.iter() {
            let cell = self.cell(&Whose::Agent(agent), from);
            if let Some(world) = model.first_in(&cell.and(set, model.most())?)? {
                return Ok(Some((agent, world)));
            }
        }
        Ok(None)
    }

    fn after(
        &mut self,
        (modality, action): (Modality, Action),
        body: Formula,
        world: usize,
        holds: bool,
    ) -> Result<Because, EvalError> {
        let outcomes = match self.at(world).update(self.terms, action) {
            Ok(outcomes) => outcomes,
            Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }) => {
                return Ok(Because::Blocked);
            }
            Err(_) => return Ok(Because::Unexplained),
        };
        let mut decisive = None;
        for state in outcomes.alternatives().iter().flatten() {
            let settles = state.holds_here(self.terms, body, 1)? == holds;
            if !settles && holds == (modality == Modality::Every) {
                return Ok(Because::Unexplained);
            }
            if settles {
                decisive = decisive.or(Some(state));
            }
        }
        let Some(state) = decisive else { return Ok(Because::Unexplained) };
        let scene = Box::new(state.explained(self.terms, body, self.left)?);
        Ok(Because::After { outcomes: outcomes.alternatives().len(), scene })
    }

    fn probability(
        &mut self,
        agent: Agent,
        body: Formula,
        world: usize,
    ) -> Result<Because, EvalError> {
        let truth = self.truth(body)?;
        let found = self.at(world).probability(agent, &truth);
        let (part, whole) = found.map_err(EvalError::Limit)?;
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
