//! Why a formula is true or false in a state that is held in diagrams (thesis def. 32): the same tree as elsewhere, over
//! the few worlds that it speaks of. What holds in all worlds that somebody considers possible is told with how many
//! they are.

use super::conversion::{minterm, views};
use super::model::Access;
use super::{State, update};
use crate::diagram::{Diagram, Variable};
use crate::evaluation::EvalError;
use crate::explain::explanation::{
    Because, Body, Executed, Explaining, MOST_NODES, PathStep, Scene, Whose,
};
use crate::limits::Limit;
use crate::view::{AccessView, View};
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Formula, Group, Terms};
use std::sync::Arc;

/// Chains of access are followed this far.
const MOST_STEPS: usize = 64;

/// The values of a model's variables.
type Point = Vec<bool>;

impl State {
    /// Explains the truth value of a formula in the actual world.
    pub(crate) fn explain(&self, terms: &Terms, formula: Formula) -> Result<Scene, EvalError> {
        self.explain_within(terms, formula, &mut { MOST_NODES })
    }

    fn explain_within(
        &self,
        terms: &Terms,
        formula: Formula,
        left: &mut usize,
    ) -> Result<Scene, EvalError> {
        if self.is_picture() {
            return Err(EvalError::Limit(update::PICTURES));
        }
        let worlds = vec![self.point.to_vec()];
        let mut explainer = Explainer { state: self, terms, worlds, left };
        let explanation = explainer.explain(formula, 0)?;
        Ok(Scene { view: explainer.view(), explanation })
    }

    /// The same state in another world.
    fn at(&self, world: &[bool]) -> Self {
        Self { point: world.into(), relevant: Arc::default(), ..self.clone() }
    }
}

struct Explainer<'a> {
    state: &'a State,
    terms: &'a Terms,
    /// The worlds that are spoken of, the actual one first.
    worlds: Vec<Point>,
    /// How many nodes may still be made.
    left: &'a mut usize,
}

impl Explainer<'_> {
    /// The worlds that are spoken of, with everybody's access between them.
    fn view(&self) -> View {
        let access = self.state.group.iter();
        View {
            worlds: views(&self.state.model, &self.worlds),
            actual: 0,
            access: access.map(|agent| (agent, self.access(agent))).collect(),
        }
    }

    fn access(&self, agent: Agent) -> AccessView {
        let places = 0..self.worlds.len();
        if let Some(Access::Arrows(arrows)) = self.state.model.access(agent) {
            let leads = |from: usize, to: usize| {
                arrows.holds(|variable| {
                    let (first, twin) = (Variable(variable.0 & !1), variable.0 & 1 == 1);
                    self.value(if twin { to } else { from }, first)
                })
            };
            let pairs = places.clone().flat_map(|from| places.clone().map(move |to| (from, to)));
            return AccessView::Arrows(pairs.filter(|&(from, to)| leads(from, to)).collect());
        }
        let mut cells: Vec<Vec<usize>> = Vec::new();
        for at in places {
            match cells.iter_mut().find(|cell| self.looks_alike(agent, cell[0], at)) {
                Some(cell) => cell.push(at),
                None => cells.push(vec![at]),
            }
        }
        AccessView::Cells(cells)
    }

    /// Whether an agent who sees the values of variables sees the same in two worlds.
    fn looks_alike(&self, agent: Agent, one: usize, other: usize) -> bool {
        let Some(Access::Sees(seeing)) = self.state.model.access(agent) else {
            return one == other;
        };
        seeing.seen.iter().all(|&seen| self.value(one, seen) == self.value(other, seen))
    }

    fn value(&self, place: usize, variable: Variable) -> bool {
        let at = self.state.model.variables.binary_search(&variable);
        at.is_ok_and(|at| self.worlds[place][at])
    }

    /// The place of a world among those that are spoken of.
    fn place(&mut self, world: Point) -> usize {
        let known = self.worlds.iter().position(|known| *known == world);
        known.unwrap_or_else(|| {
            self.worlds.push(world);
            self.worlds.len() - 1
        })
    }

    fn at(&self, place: usize) -> State {
        self.state.at(&self.worlds[place])
    }

    /// The worlds that an agent considers possible in one.
    fn considered(&self, agent: Agent, world: usize) -> Result<Diagram, Limit> {
        let model = &self.state.model;
        let diagrams = &model.diagrams;
        match model.access(agent) {
            None => Ok(diagrams.constant(false)),
            Some(Access::Sees(seeing)) => {
                let values: Point =
                    seeing.seen.iter().map(|&seen| self.value(world, seen)).collect();
                model.worlds(&minterm(diagrams, &seeing.seen, &values)?)
            }
            Some(Access::Arrows(arrows)) => {
                let here = minterm(diagrams, &model.variables, &self.worlds[world])?;
                let there =
                    diagrams.and_exists(arrows, &here, &diagrams.cube(&model.variables)?)?;
                model.worlds(&model.as_first(&there)?)
            }
        }
    }

    /// The worlds that somebody considers possible in one.
    fn cell(&self, whose: &Whose, world: usize) -> Result<Diagram, Limit> {
        match whose {
            Whose::Agent(agent) => self.considered(*agent, world),
            Whose::Together(group) | Whose::Chains(group) => {
                let mut all = self.state.model.law.clone();
                for agent in group.iter() {
                    let cell = self.considered(agent, world)?;
                    all = self.state.model.diagrams.and(&all, &cell)?;
                }
                Ok(all)
            }
        }
    }

    fn count(&self, whose: &Whose, world: usize) -> Result<UBig, EvalError> {
        let cell = self.cell(whose, world).map_err(EvalError::Limit)?;
        Ok(cell.count(&self.state.model.variables))
    }

    fn truth(&self, formula: Formula) -> Result<Diagram, EvalError> {
        self.state.diagram(self.terms, formula)
    }

    fn first(&self, set: &Diagram) -> Option<Point> {
        set.solutions(&self.state.model.variables).next()
    }

    /// The place of a world that somebody considers possible where a formula has a value; the world
    /// itself if it can be.
    fn find_witness(
        &mut self,
        whose: &Whose,
        body: Formula,
        world: usize,
        value: bool,
    ) -> Result<Option<usize>, EvalError> {
        let truth = self.truth(body)?;
        let found = || {
            let (cell, diagrams) = (self.cell(whose, world)?, &self.state.model.diagrams);
            match value {
                true => diagrams.and(&cell, &truth),
                false => diagrams.minus(&cell, &truth),
            }
        };
        let found = found().map_err(EvalError::Limit)?;
        if self.at(world).obeys(&found) {
            return Ok(Some(world));
        }
        Ok(self.first(&found).map(|found| self.place(found)))
    }

    /// The steps of a shortest chain from a world into a set, if it is not too long.
    fn chain(
        &mut self,
        group: &Group,
        set: &Diagram,
        world: usize,
    ) -> Result<Option<Vec<PathStep>>, Limit> {
        let state = self.state;
        let (model, diagrams) = (&state.model, &state.model.diagrams);
        let start = self.at(world);
        // From where the set is reached in so many steps.
        let mut reaching = vec![model.worlds(set)?];
        while !start.obeys(&reaching[reaching.len() - 1]) {
            if reaching.len() > MOST_STEPS {
                return Ok(None);
            }
            let last = &reaching[reaching.len() - 1];
            let mut next = diagrams.constant(false);
            for agent in group.iter() {
                next = diagrams.or(&next, &model.imagines(agent, last)?)?;
            }
            reaching.push(model.worlds(&next)?);
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
        set: &Diagram,
        from: usize,
    ) -> Result<Option<(Agent, Point)>, Limit> {
        for agent in group.iter() {
            let cell = self.considered(agent, from)?;
            if let Some(world) = self.first(&self.state.model.diagrams.and(&cell, set)?) {
                return Ok(Some((agent, world)));
            }
        }
        Ok(None)
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
        self.at(world).holds(self.terms, formula)
    }

    fn every(&mut self, whose: Whose, body: Body, value: bool) -> Result<Because, EvalError> {
        let Body { formula: body, world, holds: all } = body;
        if all {
            let count = self.count(&whose, world)?;
            return Ok(Because::ManyWorlds { of: vec![(whose, count)], value });
        }
        match self.find_witness(&whose, body, world, !value)? {
            Some(to) => self.at_end(vec![PathStep { by: whose, to }], body, to),
            None => Ok(Because::Unexplained),
        }
    }

    fn whether(&mut self, agent: Agent, body: Body) -> Result<Because, EvalError> {
        let Body { formula, world, .. } = body;
        let whose = Whose::Agent(agent);
        let yes = self.find_witness(&whose, formula, world, true)?;
        let no = self.find_witness(&whose, formula, world, false)?;
        Ok(match (yes, no) {
            (Some(yes), Some(no)) => Because::Both { agent, yes, no },
            (yes, _) => {
                let count = self.count(&whose, world)?;
                Because::ManyWorlds { of: vec![(whose, count)], value: yes.is_some() }
            }
        })
    }

    fn everybody(&mut self, group: &Group, body: Body) -> Result<Because, EvalError> {
        let Body { formula, world, holds } = body;
        let mut all = Vec::new();
        for agent in group.iter() {
            let whose = Whose::Agent(agent);
            if !holds && self.find_witness(&whose, formula, world, false)?.is_some() {
                return self.every(whose, Body { holds: false, ..body }, true);
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

    fn common(&mut self, group: &Group, body: Body) -> Result<Because, EvalError> {
        let Body { formula, world, holds } = body;
        if holds {
            let state = State { group: group.clone(), ..self.at(world) };
            let count = state.relevant_count().map_err(EvalError::Limit)?;
            let of = vec![(Whose::Chains(group.clone()), count)];
            return Ok(Because::ManyWorlds { of, value: true });
        }
        let truth = self.truth(formula)?;
        let fails = self.state.model.diagrams.not(&truth);
        let path = fails.and_then(|fails| self.chain(group, &fails, world));
        match path.map_err(EvalError::Limit)? {
            Some(path) => {
                let end = path.last().map_or(world, |step| step.to);
                self.at_end(path, formula, end)
            }
            None => Ok(Because::Unexplained),
        }
    }

    fn likelihood(
        &mut self,
        agent: Agent,
        body: Formula,
        world: usize,
    ) -> Result<(UBig, UBig), EvalError> {
        let truth = self.truth(body)?;
        let count = || {
            let cell = self.considered(agent, world)?;
            let likely = self.state.model.diagrams.and(&cell, &truth)?;
            let variables = &self.state.model.variables;
            Ok((likely.count(variables), cell.count(variables)))
        };
        count().map_err(EvalError::Limit)
    }

    fn execute(&mut self, action: Action, world: usize) -> Executed<State> {
        Because::of_execution(self.at(world).update(self.terms, action))
    }

    fn holds_after(&self, state: &State, formula: Formula) -> Result<bool, EvalError> {
        state.holds(self.terms, formula)
    }

    fn scene(&mut self, state: &State, formula: Formula) -> Result<Scene, EvalError> {
        state.explain_within(self.terms, formula, self.left)
    }
}
