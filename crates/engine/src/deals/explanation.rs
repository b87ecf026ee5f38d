//! Why a formula is true or false where the worlds are too many to list (thesis def. 32): the same tree as
//! elsewhere, over the few worlds that it speaks of. What holds in all worlds that somebody considers possible is
//! told with how many they are.

use super::chart::{Chart, Sight, YES};
use super::model::World;
use super::{State, conjuncts};
use crate::evaluation::EvalError;
use crate::explain::explanation::{
    Because, Body, Executed, Explaining, MOST_NODES, PathStep, Scene, Whose,
};
use crate::limits::Limit;
use crate::view::{AccessView, View, WorldView};
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Formula, Group, Stopped, Terms};
use std::sync::Arc;

/// Chains of access are followed this far.
const MOST_STEPS: usize = 16;

impl State {
    /// Explains the truth value of a formula in the actual world.
    pub fn explain(&self, terms: &Terms, formula: Formula) -> Result<Scene, EvalError> {
        self.explain_within(terms, formula, &mut { MOST_NODES })
    }

    fn explain_within(
        &self,
        terms: &Terms,
        formula: Formula,
        left: &mut usize,
    ) -> Result<Scene, EvalError> {
        self.check(terms, formula)?;
        let worlds = vec![self.listed_world().map_err(EvalError::Limit)?];
        let mut explainer = Explainer { state: self, terms, worlds, left };
        let explanation = explainer.explain(formula, 0)?;
        Ok(Scene { view: explainer.view()?, explanation })
    }

    /// How many worlds an agent considers possible, and in how many of them a formula is false.
    pub fn count_doubts(
        &self,
        terms: &Terms,
        agent: Agent,
        formula: Formula,
    ) -> Result<(UBig, UBig), EvalError> {
        self.check(terms, formula)?;
        let truth = self.evaluator(terms).truth(&self.model, formula)?;
        let model = &self.model;
        let count = || -> Result<(UBig, UBig), Limit> {
            let cell = model.cell(&model.sight(agent), &self.listed_world()?);
            let doubts = cell.and(&truth.not(), model.most())?;
            Ok((self.considered_count(agent)?, model.count(&doubts)?))
        };
        count().map_err(EvalError::Limit)
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
    fn view(&self) -> Result<View, Stopped> {
        let deck = &self.state.model.deck;
        let world = |world: &World| WorldView { name: None, atoms: deck.atoms(&world.holder_of) };
        let access = self.state.group.iter().map(|agent| Ok((agent, self.access(agent)?)));
        Ok(View {
            worlds: self.worlds.iter().map(world).collect(),
            actual: 0,
            access: access.collect::<Result<_, _>>()?,
        })
    }

    fn access(&self, agent: Agent) -> Result<AccessView, Stopped> {
        let pace = self.state.model.most().pace();
        let cells = self.state.cells(agent, &self.worlds, &pace)?;
        let mut lists = vec![Vec::new(); cells.bound()];
        cells.class().iter().enumerate().for_each(|(at, &cell)| lists[cell as usize].push(at));
        Ok(AccessView::Cells(lists))
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

    fn truth(&self, formula: Formula) -> Result<Chart, EvalError> {
        self.state.evaluator(self.terms).truth(&self.state.model, formula)
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
    fn find_witness(
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

    /// How many worlds somebody considers possible.
    fn count(&self, whose: &Whose, world: usize) -> Result<UBig, EvalError> {
        let count = match whose {
            Whose::Agent(agent) => self.at(world).considered_count(*agent),
            Whose::Together(_) | Whose::Chains(_) => {
                self.state.model.count(&self.cell(whose, world))
            }
        };
        count.map_err(EvalError::Limit)
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
        self.at(world).holds_here(self.terms, formula, 0)
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
        let Body { formula, world, holds } = body;
        let whose = Whose::Agent(agent);
        if holds {
            let value = self.holds(formula, world)?;
            let count = self.count(&whose, world)?;
            return Ok(Because::ManyWorlds { of: vec![(whose, count)], value });
        }
        let (yes, no) = (
            self.find_witness(&whose, formula, world, true)?,
            self.find_witness(&whose, formula, world, false)?,
        );
        Ok(match (yes, no) {
            (Some(yes), Some(no)) => Because::Both { agent, yes, no },
            _ => Because::Unexplained,
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
        let fails = self.truth(formula)?.not();
        match self.chain(group, fails, world).map_err(EvalError::Limit)? {
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
        self.at(world).probability(agent, &truth).map_err(EvalError::Limit)
    }

    fn execute(&mut self, action: Action, world: usize) -> Executed<State> {
        Because::of_execution(self.at(world).update(self.terms, action))
    }

    fn holds_after(&self, state: &State, formula: Formula) -> Result<bool, EvalError> {
        state.holds_here(self.terms, formula, 1)
    }

    fn scene(&mut self, state: &State, formula: Formula) -> Result<Scene, EvalError> {
        state.explain_within(self.terms, formula, self.left)
    }
}
