//! Explanations where worlds are deals: charts answer for sets of them.

use super::State;
use super::chart::{Chart, YES};
use super::model::World;
use crate::evaluation::EvalError;
use crate::explain::explanation::unlisted::{Unlisted, explain_unlisted};
use crate::explain::explanation::{Scene, Whose};
use crate::limits::Limit;
use crate::outcomes::{Outcomes, UpdateError};
use crate::view::{AccessView, View, WorldView};
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Formula, Group, Terms};
use std::sync::Arc;

impl State {
    /// Explains the truth value of a formula in the actual world.
    pub fn explain(&self, terms: &Terms, formula: Formula) -> Result<Scene, EvalError> {
        explain_unlisted(self, terms, formula)
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

    fn access_between(&self, agent: Agent, worlds: &[World]) -> Result<AccessView, Limit> {
        let cells = self.cells(agent, worlds, &self.model.most().pace())?;
        let mut lists = vec![Vec::new(); cells.bound()];
        cells.class().iter().enumerate().for_each(|(at, &cell)| lists[cell as usize].push(at));
        Ok(AccessView::Cells(lists))
    }
}

impl Unlisted for State {
    type World = World;
    type Set = Chart;

    const MOST_STEPS: usize = 16;

    fn admit(&self, terms: &Terms, formula: Formula) -> Result<(), EvalError> {
        self.check(terms, formula)
    }

    fn here(&self) -> Result<World, Limit> {
        self.listed_world()
    }

    fn at(&self, world: &World) -> Self {
        Self { point: Arc::new(world.clone()), relevant: Arc::default(), ..self.clone() }
    }

    fn of_group(&self, group: &Group) -> Self {
        Self { group: group.clone(), relevant: Arc::default(), ..self.clone() }
    }

    fn view_of(&self, worlds: &[World]) -> Result<View, Limit> {
        let deck = &self.model.deck;
        let world = |world: &World| WorldView {
            name: None,
            events: Vec::new(),
            atoms: deck.atoms(&world.holder_of),
        };
        let access =
            self.group.iter().map(|agent| Ok((agent, self.access_between(agent, worlds)?)));
        Ok(View {
            worlds: worlds.iter().map(world).collect(),
            actual: 0,
            access: access.collect::<Result<_, Limit>>()?,
        })
    }

    fn holds_here(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        self.holds_after(terms, formula, 0)
    }

    fn truth(&self, terms: &Terms, formula: Formula) -> Result<Chart, EvalError> {
        self.evaluator(terms).truth(&self.model, formula)
    }

    fn nowhere(&self) -> Chart {
        self.model.constant(false)
    }

    fn outside(&self, set: &Chart) -> Result<Chart, Limit> {
        Ok(set.not())
    }

    fn both(&self, one: &Chart, other: &Chart) -> Result<Chart, Limit> {
        one.and(other, self.model.most())
    }

    fn either(&self, one: &Chart, other: &Chart) -> Result<Chart, Limit> {
        one.or(other, self.model.most())
    }

    fn imagines(&self, agent: Agent, set: &Chart) -> Result<Chart, Limit> {
        self.model.imagines(&self.model.sight(agent), set, YES)
    }

    fn considered(&self, whose: &Whose) -> Result<Chart, Limit> {
        let sight = match whose {
            Whose::Agent(agent) => self.model.sight(*agent),
            Whose::Together(group) | Whose::Chains(group) => self.model.sight_of(group.iter()),
        };
        Ok(self.model.cell(&sight, &self.point))
    }

    fn considered_count(&self, whose: &Whose) -> Result<UBig, Limit> {
        match whose {
            Whose::Agent(agent) => Self::considered_count(self, *agent),
            Whose::Together(_) | Whose::Chains(_) => self.model.count(&self.considered(whose)?),
        }
    }

    fn relevant_count(&self) -> Result<UBig, Limit> {
        Self::relevant_count(self)
    }

    fn is_in(&self, set: &Chart) -> bool {
        self.point.is_in(set)
    }

    fn first_in(&self, set: &Chart) -> Result<Option<World>, Limit> {
        self.model.first_in(set)
    }

    fn likelihood(&self, agent: Agent, set: &Chart) -> Result<(UBig, UBig), Limit> {
        self.probability(agent, set)
    }

    fn outcomes(&self, terms: &Terms, action: Action) -> Result<Outcomes<Self>, UpdateError> {
        self.update(terms, action)
    }
}
