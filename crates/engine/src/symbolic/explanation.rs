//! Explanations where worlds are valuations: diagrams answer for sets of them.

use super::conversion::{minterm, views};
use super::model::Access;
use super::{State, update};
use crate::diagram::{Diagram, Variable};
use crate::evaluation::EvalError;
use crate::explain::explanation::unlisted::{Unlisted, explain_unlisted};
use crate::explain::explanation::{Scene, Whose};
use crate::limits::Limit;
use crate::outcomes::{Outcomes, UpdateError};
use crate::view::{AccessView, View};
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Formula, Group, Terms};
use std::sync::Arc;

/// The values of a model's variables.
type Point = Vec<bool>;

impl State {
    /// Explains the truth value of a formula in the actual world.
    pub(crate) fn explain(&self, terms: &Terms, formula: Formula) -> Result<Scene, EvalError> {
        explain_unlisted(self, terms, formula)
    }

    fn value_in(&self, world: &Point, variable: Variable) -> bool {
        self.model.variables.binary_search(&variable).is_ok_and(|at| world[at])
    }

    fn access_between(&self, agent: Agent, worlds: &[Point]) -> AccessView {
        let places = 0..worlds.len();
        if let Some(Access::Arrows(arrows)) = self.model.access(agent) {
            let leads = |from: usize, to: usize| {
                arrows.holds(|variable| {
                    let (first, twin) = (Variable(variable.0 & !1), variable.0 & 1 == 1);
                    self.value_in(&worlds[if twin { to } else { from }], first)
                })
            };
            let pairs = places.clone().flat_map(|from| places.clone().map(move |to| (from, to)));
            return AccessView::Arrows(pairs.filter(|&(from, to)| leads(from, to)).collect());
        }
        let mut cells: Vec<Vec<usize>> = Vec::new();
        for at in places {
            let alike =
                |cell: &&mut Vec<usize>| self.looks_alike(agent, &worlds[cell[0]], &worlds[at]);
            match cells.iter_mut().find(alike) {
                Some(cell) => cell.push(at),
                None => cells.push(vec![at]),
            }
        }
        AccessView::Cells(cells)
    }

    /// Whether an agent who sees the values of variables sees the same in two worlds.
    fn looks_alike(&self, agent: Agent, one: &Point, other: &Point) -> bool {
        let Some(Access::Sees(seeing)) = self.model.access(agent) else { return one == other };
        seeing.seen.iter().all(|&seen| self.value_in(one, seen) == self.value_in(other, seen))
    }

    /// The worlds that an agent considers possible in the actual one.
    fn considered_by(&self, agent: Agent) -> Result<Diagram, Limit> {
        let model = &self.model;
        let diagrams = &model.diagrams;
        match model.access(agent) {
            None => Ok(diagrams.constant(false)),
            Some(Access::Sees(seeing)) => {
                let values: Point = seeing.seen.iter().map(|&seen| self.value(seen)).collect();
                model.worlds(&minterm(diagrams, &seeing.seen, &values)?)
            }
            Some(Access::Arrows(arrows)) => {
                let here = minterm(diagrams, &model.variables, &self.point)?;
                let cube = diagrams.cube(&model.variables)?;
                model.worlds(&model.as_first(&diagrams.and_exists(arrows, &here, &cube)?)?)
            }
        }
    }
}

impl Unlisted for State {
    type World = Point;
    type Set = Diagram;

    const MOST_STEPS: usize = 64;

    fn admit(&self, _: &Terms, _: Formula) -> Result<(), EvalError> {
        match self.is_picture() {
            true => Err(EvalError::Limit(update::PICTURES)),
            false => Ok(()),
        }
    }

    fn here(&self) -> Result<Point, Limit> {
        Ok(self.point.to_vec())
    }

    fn at(&self, world: &Point) -> Self {
        Self { point: world[..].into(), relevant: Arc::default(), ..self.clone() }
    }

    fn of_group(&self, group: &Group) -> Self {
        Self { group: group.clone(), relevant: Arc::default(), ..self.clone() }
    }

    fn view_of(&self, worlds: &[Point]) -> Result<View, Limit> {
        let access = self.group.iter();
        Ok(View {
            worlds: views(&self.model, worlds),
            actual: 0,
            access: access.map(|agent| (agent, self.access_between(agent, worlds))).collect(),
        })
    }

    fn holds_here(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        self.holds(terms, formula)
    }

    fn truth(&self, terms: &Terms, formula: Formula) -> Result<Diagram, EvalError> {
        self.diagram(terms, formula)
    }

    fn nowhere(&self) -> Diagram {
        self.model.diagrams.constant(false)
    }

    fn outside(&self, set: &Diagram) -> Result<Diagram, Limit> {
        self.model.diagrams.minus(&self.model.law, set)
    }

    fn both(&self, one: &Diagram, other: &Diagram) -> Result<Diagram, Limit> {
        self.model.diagrams.and(one, other)
    }

    fn either(&self, one: &Diagram, other: &Diagram) -> Result<Diagram, Limit> {
        self.model.diagrams.or(one, other)
    }

    fn imagines(&self, agent: Agent, set: &Diagram) -> Result<Diagram, Limit> {
        self.model.worlds(&self.model.imagines(agent, set)?)
    }

    fn considered(&self, whose: &Whose) -> Result<Diagram, Limit> {
        match whose {
            Whose::Agent(agent) => self.considered_by(*agent),
            Whose::Together(group) | Whose::Chains(group) => {
                let mut all = self.model.law.clone();
                for agent in group.iter() {
                    all = self.model.diagrams.and(&all, &self.considered_by(agent)?)?;
                }
                Ok(all)
            }
        }
    }

    fn considered_count(&self, whose: &Whose) -> Result<UBig, Limit> {
        Ok(self.considered(whose)?.count(&self.model.variables))
    }

    fn relevant_count(&self) -> Result<UBig, Limit> {
        Self::relevant_count(self)
    }

    fn is_in(&self, set: &Diagram) -> bool {
        self.obeys(set)
    }

    fn first_in(&self, set: &Diagram) -> Result<Option<Point>, Limit> {
        Ok(set.solutions(&self.model.variables).next())
    }

    fn likelihood(&self, agent: Agent, set: &Diagram) -> Result<(UBig, UBig), Limit> {
        let cell = self.considered_by(agent)?;
        let likely = self.model.diagrams.and(&cell, set)?;
        let variables = &self.model.variables;
        Ok((likely.count(variables), cell.count(variables)))
    }

    fn outcomes(&self, terms: &Terms, action: Action) -> Result<Outcomes<Self>, UpdateError> {
        self.update(terms, action)
    }
}
