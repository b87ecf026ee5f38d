//! States whose worlds are too many to list, held as decision diagrams: a law and what each agent
//! sees, both functions of the world. The answers are those of the other engines.
//!
//! What has no short description in this form is done world by world if the worlds are few
//! enough, and refused otherwise: probabilities, iteration, concurrent actions and updates inside
//! of updates.

mod cliques;
mod conversion;
pub(crate) mod diagram;
mod explanation;
mod initial;
mod interpretation;
mod knowledge;
mod model;
mod order;
mod reordering;
mod sifting;
mod sum;
mod truth;
mod update;

pub(crate) use initial::build;
pub(crate) use interpretation::is_held;

use crate::announcement;
use crate::compare::bisimulation;
use crate::comparison::CompareError;
use crate::definedness::NoCells;
use crate::definedness::{self, Lack};
use crate::diagram::{Diagram, Graph, Variable};
use crate::evaluation::EvalError;
use crate::explicit::execution;
use crate::explicit::pointed;
use crate::explicit::state::State as ListedState;
use crate::extension::Extension;
use crate::limits::{Limit, Limits, Work};
use crate::order::Nodes;
use crate::outcomes::{Outcomes, UpdateError};
use dashu_int::UBig;
use hexa_logic::{Action, ActionNode, Agent, Atom, Formula, FormulaNode, Group, Modality, Terms};
use interpretation::Interpreter;
use model::{Access, Likelihood, Model, Parts, Sight, without};
use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

/// A state held in decision diagrams. It never changes and is cheap to clone.
#[derive(Clone, Debug)]
pub struct State {
    model: Arc<Model>,
    group: Group,
    /// For each variable of the model its value in the actual world.
    point: Arc<[bool]>,
    limits: Limits,
    relevant: Arc<OnceLock<Diagram>>,
}

impl State {
    fn new(model: Arc<Model>, group: Group, point: Arc<[bool]>, limits: Limits) -> Self {
        Self { model, group, point, limits, relevant: Arc::default() }
    }

    /// What may be used for this state.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Who has access.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// How large its diagrams are.
    pub fn nodes(&self) -> Nodes {
        let law = Graph::of(&self.model.law).nodes().len();
        // With marks, a law may take fewer nodes than are counted here.
        Nodes { law, peak: self.model.diagrams.peak().max(law) }
    }

    /// Whether the actual world is in a set of worlds.
    fn obeys(&self, set: &Diagram) -> bool {
        set.holds(|variable| self.value(variable))
    }

    fn value(&self, variable: Variable) -> bool {
        let place = self.model.variables.binary_search(&variable);
        place.is_ok_and(|place| self.point[place])
    }

    fn interpreter<'t>(&self, terms: &'t Terms) -> Interpreter<'t> {
        Interpreter::new(terms, &self.limits, Arc::clone(&self.model), self.group.clone())
    }

    /// Where a formula is true; meaningless outside of the law.
    fn diagram(&self, terms: &Terms, formula: Formula) -> Result<Diagram, EvalError> {
        definedness::check_formula(terms, formula, &self.group, &self.model.arrow_agents())?;
        self.interpreter(terms).truth(Interpreter::START, formula)
    }

    /// Whether a formula is true in the actual world.
    pub fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        definedness::check_formula(terms, formula, &self.group, &self.model.arrow_agents())?;
        // What happens in other worlds after announcements is not asked.
        let (mut state, mut formula) = (self.clone(), formula);
        while let FormulaNode::After(modality, action, body) = *terms.node(formula)
            && announcement::is_one(terms, action)
        {
            match state.announce(terms, action, self.group.clone()) {
                Ok(next) => (state, formula) = (next, body),
                Err(UpdateError::NotExecutable { .. }) => return Ok(modality == Modality::Every),
                Err(UpdateError::Evaluation(error)) => return Err(error),
                Err(UpdateError::NoOutcome { .. }) => break,
            }
        }
        if has_iteration(terms, formula) {
            let listed = state.listed_for(terms, formula)?.map_err(EvalError::Limit)?;
            return pointed::holds(&listed, terms, formula);
        }
        match state.interpreter(terms).truth(Interpreter::START, formula) {
            Err(error) if pointed::is_needed_somewhere(&error) => {
                match state.listed_for(terms, formula)? {
                    Ok(listed) => pointed::holds(&listed, terms, formula),
                    Err(_) => Err(error),
                }
            }
            found => Ok(state.obeys(&found?)),
        }
    }

    /// All worlds, listed for a formula that is undefined in some of them, where it may not be needed, or that
    /// is about what is done any number of times.
    fn listed_for(
        &self,
        terms: &Terms,
        formula: Formula,
    ) -> Result<Result<ListedState, Limit>, EvalError> {
        self.model.likelihood.admit(terms, &[formula], &[])?;
        Ok(match self.is_picture() {
            true => Err(update::PICTURES),
            false => self.listed_within(&self.model.law),
        })
    }

    /// Whether a formula is true in every relevant world.
    pub fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        let truth = match self.diagram(terms, formula) {
            Err(error) if pointed::is_needed_somewhere(&error) => {
                return match self.listed_for(terms, formula)? {
                    Ok(listed) => pointed::is_valid(&listed, terms, formula),
                    Err(_) => Err(error),
                };
            }
            found => found?,
        };
        let valid = || {
            let doubtful = self.model.diagrams.minus(&self.model.law, &truth)?;
            // What holds in all worlds holds in the relevant ones, whichever they are.
            if doubtful.is_false() {
                return Ok(true);
            }
            Ok(self.model.diagrams.and(&doubtful, &self.relevant()?)?.is_false())
        };
        valid().map_err(EvalError::Limit)
    }

    /// Where a formula is true: in how many relevant worlds, and at most so many of them.
    pub(crate) fn extension(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Extension, EvalError> {
        let truth = self.diagram(terms, formula)?;
        let found = || self.model.diagrams.and(&truth, &self.possibilities()?);
        let found = found().map_err(EvalError::Limit)?;
        let count = found.count(&self.model.variables);
        let first =
            conversion::first_worlds(&self.model, &found, most).map_err(EvalError::Limit)?;
        Ok(Extension { count, first })
    }

    /// The same state with another actual world: the first one where exactly these atoms are true.
    pub(crate) fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Self>, Limit> {
        let (model, diagrams) = (&self.model, &self.model.diagrams);
        if atoms.iter().any(|atom| atom.index() >= model.values.len()) {
            return Ok(None);
        }
        let mut there = model.law.clone();
        for (at, value) in model.values.iter().enumerate().rev() {
            there = match atoms.contains(&Atom::from_index(at)) {
                true => diagrams.and(&there, value)?,
                false => diagrams.minus(&there, value)?,
            };
        }
        let point = there.solutions(&model.variables).next();
        let state = |point: Vec<bool>| {
            Self::new(Arc::clone(model), self.group.clone(), point.into(), self.limits.clone())
        };
        Ok(point.map(state))
    }

    /// For each relevant world, as [`list_worlds`](Self::list_worlds) lists them, whether a formula is true.
    pub(crate) fn relevant_truth(
        &self,
        terms: &Terms,
        formula: Formula,
    ) -> Result<Vec<bool>, EvalError> {
        let truth = match self.diagram(terms, formula) {
            Err(error) if pointed::is_needed_somewhere(&error) => {
                let Ok(listed) = self.listed_for(terms, formula)? else { return Err(error) };
                let truth = pointed::relevant_truth(&listed, terms, formula)?;
                let relevant = listed.relevant().map_err(EvalError::Limit)?;
                return Ok(relevant.ones().map(|world| truth.contains(world)).collect());
            }
            found => found?,
        };
        let found = || {
            let model = self.model.restrict_to(&self.possibilities()?)?;
            Ok(conversion::export(&model, &self.group, &self.limits)?.truths(&model, &truth))
        };
        found().map_err(EvalError::Limit)
    }

    /// The relevant worlds, if no two of them picture the same possibility.
    fn possibilities(&self) -> Result<Diagram, Limit> {
        match self.is_picture() {
            true => Err(update::PICTURES),
            false => self.relevant(),
        }
    }

    /// The relevant worlds.
    fn relevant(&self) -> Result<Diagram, Limit> {
        if let Some(known) = self.relevant.get() {
            return Ok(known.clone());
        }
        let model = &self.model;
        let here = conversion::minterm(&model.diagrams, &model.variables, &self.point)?;
        let found = model.reachable(&self.group, &here)?;
        Ok(self.relevant.get_or_init(|| found).clone())
    }

    /// How many worlds are relevant.
    pub fn relevant_count(&self) -> Result<UBig, Limit> {
        Ok(self.possibilities()?.count(&self.model.variables))
    }

    /// How many relevant worlds there are, if atoms that are variables of the model tell all of them apart: then no two
    /// are bisimilar, and none need be listed to know it.
    pub(crate) fn told_apart_count(&self) -> Result<Option<UBig>, Limit> {
        let (model, worlds) = (&self.model, self.possibilities()?);
        let mut is_atom = vec![false; model.variables.len()];
        for value in &*model.values {
            if let [variable] = value.support()[..]
                && let Ok(place) = model.variables.binary_search(&variable)
            {
                is_atom[place] = true;
            }
        }
        let (atoms, others): (Vec<_>, Vec<_>) =
            model.variables.iter().zip(is_atom).partition(|(_, is)| *is);
        let atoms: Vec<Variable> = atoms.into_iter().map(|(&variable, _)| variable).collect();
        let others: Vec<Variable> = others.into_iter().map(|(&variable, _)| variable).collect();
        let count = worlds.count(&model.variables);
        let cube = model.diagrams.cube(&others)?;
        let told = model.diagrams.exists(&worlds, &cube)?.count(&atoms);
        Ok((told == count).then_some(count))
    }

    /// How many cells an agent's partition has on the relevant worlds.
    pub fn class_count(&self, agent: Agent) -> Result<Result<UBig, NoCells>, Limit> {
        if !self.group.contains(agent) {
            return Ok(Err(NoCells { agent, lack: Lack::Access }));
        }
        match self.model.access(agent) {
            Some(Access::Sees(seeing)) => {
                let hidden = self.model.hidden_cube(seeing)?;
                let cells = self.model.diagrams.exists(&self.possibilities()?, &hidden)?;
                Ok(Ok(cells.count(&seeing.seen)))
            }
            Some(Access::Arrows(_)) => Ok(Err(NoCells { agent, lack: Lack::Cells })),
            None => Ok(Err(NoCells { agent, lack: Lack::Access })),
        }
    }

    /// Whether it has fewer relevant worlds than one that is bisimilar to it, or as many and fewer cells, agent
    /// by agent.
    fn is_smaller_than(&self, other: &Self) -> Result<bool, Limit> {
        let cells = |state: &Self| -> Result<Vec<Option<UBig>>, Limit> {
            state.group.iter().map(|agent| Ok(state.class_count(agent)?.ok())).collect()
        };
        match self.relevant_count()?.cmp(&other.relevant_count()?) {
            Ordering::Less => Ok(true),
            Ordering::Equal => Ok(cells(self)? < cells(other)?),
            Ordering::Greater => Ok(false),
        }
    }

    /// The same state with its worlds listed: the relevant ones only.
    pub fn list_worlds(&self) -> Result<ListedState, Limit> {
        self.listed_within(&self.possibilities()?)
    }

    fn listed_within(&self, worlds: &Diagram) -> Result<ListedState, Limit> {
        let model = self.model.restrict_to(worlds)?;
        let export = conversion::export(&model, &self.group, &self.limits)?;
        let point = export.place(&self.point).unwrap_or(0);
        Ok(export.state(point, &self.limits))
    }

    /// A state whose worlds are listed and equally likely, in diagrams.
    pub fn of_listed(state: &ListedState) -> Result<Self, Limit> {
        conversion::import(state, state.limits(), Likelihood::Equal)
    }

    fn with_likelihood(self, likelihood: Likelihood) -> Self {
        if self.model.likelihood == likelihood {
            return self;
        }
        let parts = Parts { likelihood, ..self.model.parts() };
        Self { model: Arc::new(parts.model()), relevant: Arc::default(), ..self }
    }

    /// Whether an action means anything here, and which groups it can leave access.
    pub(crate) fn check_action(
        &self,
        terms: &Terms,
        action: Action,
    ) -> Result<Vec<Group>, UpdateError> {
        let arrows = self.model.arrow_agents();
        Ok(definedness::check_action(terms, action, &self.group, &arrows)?)
    }

    /// Executes an action.
    pub fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<Self>, UpdateError> {
        let groups = self.check_action(terms, action)?;
        if let ([group], true) = (&groups[..], announcement::is_one(terms, action)) {
            return self.announce(terms, action, group.clone()).map(Outcomes::one);
        }
        if !self.is_held(terms, action).map_err(EvalError::Limit)? {
            return self.update_listed(terms, action);
        }
        match self.update_on_diagrams(terms, action) {
            Err(UpdateError::Evaluation(error)) if pointed::is_needed_somewhere(&error) => {
                match self.update_listed(terms, action) {
                    Err(gave_up) if gave_up.limit().is_some() => Err(error.into()),
                    found => found,
                }
            }
            found => found,
        }
    }

    fn update_on_diagrams(
        &self,
        terms: &Terms,
        action: Action,
    ) -> Result<Outcomes<Self>, UpdateError> {
        let mut states = vec![self.clone()];
        for step in execution::steps(terms, action) {
            states = follow(&states, terms, step)?;
        }
        Ok(Outcomes::new(states.into_iter().map(|state| vec![state]).collect()))
    }

    /// Whether an action is executed on diagrams. Of few worlds, updates are executed one by one.
    fn is_held(&self, terms: &Terms, action: Action) -> Result<bool, Limit> {
        Ok(interpretation::is_held(terms, action)
            && (!terms.has_update(action)
                || self.is_picture()
                || self.relevant_count()? > UBig::from(update::FEW)))
    }

    /// Whether several worlds may picture one possibility (def. 52).
    fn is_picture(&self) -> bool {
        matches!(self.model.likelihood, Likelihood::Pictures(_))
    }

    /// Makes the tests of an announcement, and leaves access to a group.
    fn announce(&self, terms: &Terms, action: Action, group: Group) -> Result<Self, UpdateError> {
        let mut work = Work::new(&self.limits);
        let tests = announcement::tests(terms, action, &mut work).map_err(EvalError::Limit)?;
        let mut state = self.clone();
        for test in tests {
            let truth = state.interpreter(terms).truth(Interpreter::START, test)?;
            if !state.obeys(&truth) {
                return Err(UpdateError::NotExecutable { test });
            }
            let model = state.model.restrict_to(&truth).map_err(EvalError::Limit)?;
            state = Self { model, relevant: Arc::default(), ..state };
        }
        state.group = group;
        state.drop_idle_variables().map_err(|limit| EvalError::Limit(limit).into())
    }

    /// What an action leads to that is not executed on diagrams.
    fn update_listed(&self, terms: &Terms, action: Action) -> Result<Outcomes<Self>, UpdateError> {
        self.model.likelihood.admit(terms, &[], &[action])?;
        let listed = match terms.has_update(action) {
            true => self.list_worlds(),
            // Worlds that are not relevant count too: models are the same only if they come from all worlds
            // in the same way.
            false => self.listed_within(&self.model.law),
        };
        let outcomes = execution::update(&listed.map_err(EvalError::Limit)?, terms, action)?;
        let mut alternatives = Vec::new();
        for alternative in outcomes.alternatives() {
            let lost = Likelihood::Lost(action);
            let states =
                alternative.iter().map(|state| conversion::import(state, &self.limits, lost));
            alternatives.push(states.collect::<Result<Vec<_>, _>>().map_err(EvalError::Limit)?);
        }
        Ok(Outcomes::new(alternatives))
    }

    /// The states that one step leads to.
    fn states_after_step(&self, terms: &Terms, action: Action) -> Result<Vec<Self>, UpdateError> {
        let mut interpreter = self.interpreter(terms);
        let images = interpreter.interpret(Interpreter::START, action)?;
        let diagrams = &self.model.diagrams;
        let mut states = Vec::new();
        for image in images.iter() {
            let reached = &interpreter.reached[image.place];
            let model = &reached.model;
            let found = || {
                let here = conversion::minterm(diagrams, &self.model.variables, &self.point)?;
                let worlds = diagrams.and(&model.law, &image.chosen)?;
                diagrams.and(&worlds, &here)
            };
            let found = found().map_err(EvalError::Limit)?;
            for point in found.solutions(&model.variables) {
                let (model, group) = (Arc::clone(model), reached.group.clone());
                let state = Self::new(model, group, point.into(), self.limits.clone());
                states.push(state.drop_idle_variables().map_err(EvalError::Limit)?);
            }
        }
        match states.is_empty() {
            true => Err(self.reason(terms, action)?),
            false => Ok(states),
        }
    }

    /// The smallest part of an action without outcome that has none.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn reason(&self, terms: &Terms, action: Action) -> Result<UpdateError, UpdateError> {
        match terms.action_node(action) {
            ActionNode::Test(test) => Ok(UpdateError::NotExecutable { test: *test }),
            ActionNode::Learn(_, inner) => self.reason(terms, *inner),
            ActionNode::Game(game) => self.reason(terms, game.description),
            ActionNode::Choice(parts, Some(chosen)) => match parts.get(*chosen as usize) {
                Some(&part) => self.reason(terms, part),
                None => Ok(UpdateError::NoOutcome { action }),
            },
            ActionNode::Concurrent(parts) => {
                for &part in parts {
                    match self.states_after_step(terms, part) {
                        Ok(_) => {}
                        Err(UpdateError::Evaluation(error)) => return Err(error.into()),
                        Err(why) => return Ok(why),
                    }
                }
                Ok(UpdateError::NoOutcome { action })
            }
            ActionNode::Event(frame, event) => {
                let event = &terms.frame(*frame).events[event.index()];
                Ok(UpdateError::NotExecutable { test: event.precondition })
            }
            ActionNode::Message(index) => {
                let event = &terms.said(*index).1.events[0];
                Ok(UpdateError::NotExecutable { test: event.precondition })
            }
            ActionNode::Epistemic(expression, index) => {
                let event = &terms.epistemic(*index).frame.events[0];
                let tests = execution::tests_of(terms, *expression);
                let test = self.first_false(terms, event.precondition, &tests)?;
                Ok(UpdateError::NotExecutable { test })
            }
            _ => Ok(UpdateError::NoOutcome { action }),
        }
    }

    /// The first test of a precondition that is false: a part of a conjunction, or what should hold
    /// after the first parts of a sequence.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    fn first_false(
        &self,
        terms: &Terms,
        precondition: Formula,
        tests: &[Formula],
    ) -> Result<Formula, UpdateError> {
        if tests.contains(&precondition) {
            return Ok(precondition);
        }
        match terms.node(precondition) {
            FormulaNode::And(of) => {
                for &part in of {
                    let truth = self.interpreter(terms).truth(Interpreter::START, part)?;
                    if !self.obeys(&truth) {
                        return self.first_false(terms, part, tests);
                    }
                }
                Ok(precondition)
            }
            FormulaNode::After(_, action, later) => match self.states_after_step(terms, *action) {
                Ok(led) => match led.first() {
                    Some(next) => next.first_false(terms, *later, tests),
                    None => Ok(precondition),
                },
                Err(UpdateError::Evaluation(error)) => Err(error.into()),
                Err(_) => Ok(precondition),
            },
            _ => Ok(precondition),
        }
    }

    /// Without variables that do not matter any more: those with one value in all worlds, those
    /// that tell the same as a variable of the initial state, and those that nothing depends on
    /// and others fix. Who has no access sees nothing.
    fn drop_idle_variables(self) -> Result<Self, Limit> {
        let model = &self.model;
        // Those of the initial state stay, and come first.
        let listed = model.listing.variables.iter().max();
        let made: Vec<Variable> =
            model.variables.iter().filter(|v| Some(*v) > listed).copied().collect();
        let visible = model.group() == self.group;
        if made.is_empty() && visible {
            return Ok(self);
        }
        let mut parts = self.model.parts();
        for (agent, sight) in parts.sights.iter_mut().enumerate() {
            if !self.group.contains(Agent::from_index(agent)) {
                *sight = None;
            }
        }
        let mut dropped = Vec::new();
        for &variable in made.iter().rev() {
            if parts.replace(variable)? || parts.drop(variable)? {
                dropped.push(variable);
            }
        }
        if dropped.is_empty() && visible {
            return Ok(self);
        }
        dropped.sort_unstable();
        let kept = self.model.variables.iter().zip(self.point.iter());
        let kept = kept.filter(|(v, _)| dropped.binary_search(v).is_err());
        let point: Arc<[bool]> = kept.map(|(_, &value)| value).collect();
        parts.variables = without(&self.model.variables, &dropped);
        Ok(Self::new(Arc::new(parts.model()), self.group, point, self.limits.clone()))
    }

    /// Whether two states over the same vocabulary are bisimilar.
    pub fn bisimilar(&self, other: &Self) -> Result<bool, CompareError> {
        let same = Arc::ptr_eq(&self.model, &other.model)
            || (Arc::ptr_eq(&self.model.diagrams, &other.model.diagrams)
                && self.model.law == other.model.law
                && self.model.values == other.model.values
                && self.model.access == other.model.access);
        if same && self.point == other.point && self.group == other.group {
            return Ok(true);
        }
        let left = self.list_worlds().map_err(CompareError::GaveUp)?;
        let right = other.list_worlds().map_err(CompareError::GaveUp)?;
        bisimulation::bisimilar(&left, &right).map_err(CompareError::GaveUp)
    }
}

impl Parts {
    /// Forgets a variable if one of the initial state tells the same. What an agent sees of a
    /// variable at the end of the order, diagrams would have to remember until there.
    fn replace(&mut self, variable: Variable) -> Result<bool, Limit> {
        let diagrams = Arc::clone(&self.diagrams);
        let has_arrows = self.sights.iter().flatten().any(|s| matches!(s, Sight::Arrows(_)));
        if has_arrows || !self.is_seen(variable) {
            return Ok(false);
        }
        let literal = diagrams.variable(variable)?;
        let yes = diagrams.and(&self.law, &literal)?;
        let no = diagrams.minus(&self.law, &literal)?;
        let (fixed, otherwise) =
            (yes.fixed_values(&self.variables), no.fixed_values(&self.variables));
        let same = self.listing.variables.iter().find_map(|initial| {
            let value = *fixed.get(initial)?;
            (otherwise.get(initial) == Some(&!value)).then_some((*initial, value))
        });
        let Some((initial, value)) = same else { return Ok(false) };
        let instead = diagrams.variable(initial)?;
        let instead = if value { instead } else { diagrams.not(&instead)? };
        let instead = [(variable, instead)];
        let depends = |diagram: &Diagram| diagram.support().binary_search(&variable).is_ok();
        if self.values.iter().any(depends) {
            let values = self.values.iter().map(|of| diagrams.substitute(of, &instead));
            self.values = values.collect::<Result<Vec<_>, _>>()?.into();
        }
        self.law = diagrams.exists(&self.law, &literal)?;
        for sight in self.sights.iter_mut().flatten() {
            if let Sight::Sees(seen) = sight {
                seen.iter_mut().filter(|seen| **seen == variable).for_each(|seen| *seen = initial);
            }
        }
        Ok(true)
    }

    /// Forgets a variable if it does not matter.
    fn drop(&mut self, variable: Variable) -> Result<bool, Limit> {
        let diagrams = Arc::clone(&self.diagrams);
        let literal = diagrams.variable(variable)?;
        let yes = diagrams.and(&self.law, &literal)?;
        let constant = yes.is_false() || yes == self.law;
        let depends = |diagram: &Diagram| diagram.support().binary_search(&variable).is_ok();
        if !constant && self.is_seen(variable) {
            return Ok(false);
        }
        if !constant {
            if self.values.iter().any(depends) {
                return Ok(false);
            }
            let no = diagrams.minus(&self.law, &literal)?;
            let either = diagrams.exists(&yes, &literal)?;
            if !diagrams.and(&either, &diagrams.exists(&no, &literal)?)?.is_false() {
                return Ok(false);
            }
        }
        let value_of = |function: &Diagram, literal: &Diagram| {
            let held = match yes.is_false() {
                true => diagrams.minus(function, literal)?,
                false => diagrams.and(function, literal)?,
            };
            diagrams.exists(&held, literal)
        };
        if self.values.iter().any(depends) {
            let values = self.values.iter().map(|value| value_of(value, &literal));
            self.values = values.collect::<Result<_, _>>()?;
        }
        self.law = diagrams.exists(&self.law, &literal)?;
        for sight in self.sights.iter_mut().flatten() {
            match sight {
                Sight::Sees(seen) => seen.retain(|&seen| seen != variable),
                Sight::Arrows(arrows) => {
                    let twin = diagrams.variable(variable.twin())?;
                    *arrows = value_of(&value_of(arrows, &literal)?, &twin)?;
                }
            }
        }
        Ok(true)
    }

    fn is_seen(&self, variable: Variable) -> bool {
        self.sights.iter().flatten().any(|sight| match sight {
            Sight::Sees(seen) => seen.contains(&variable),
            Sight::Arrows(_) => true,
        })
    }
}

/// One step from each state. Bisimilar states count once: the smallest of them.
fn follow(states: &[State], terms: &Terms, step: Action) -> Result<Vec<State>, UpdateError> {
    let mut next: Vec<State> = Vec::new();
    let mut blocked = None;
    for state in states {
        match state.states_after_step(terms, step) {
            Err(why @ (UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. })) => {
                blocked.get_or_insert(why);
            }
            found => next.extend(found?),
        }
    }
    match (next.is_empty(), blocked) {
        (true, Some(why)) => Err(why),
        _ => distinct(next).map_err(|limit| EvalError::Limit(limit).into()),
    }
}

fn distinct(states: Vec<State>) -> Result<Vec<State>, Limit> {
    if states.len() < 2 {
        return Ok(states);
    }
    let mut distinct: Vec<State> = Vec::new();
    'states: for state in states {
        for known in &mut distinct {
            let alike = known.bisimilar(&state).map_err(|error| match error {
                CompareError::GaveUp(limit) => limit,
                CompareError::DifferentEngines => Limit::Numbering,
            })?;
            if alike {
                if state.is_smaller_than(known)? {
                    *known = state;
                }
                continue 'states;
            }
        }
        distinct.push(state);
    }
    Ok(distinct)
}

/// Whether something is done any number of times in a formula.
fn has_iteration(terms: &Terms, formula: Formula) -> bool {
    let occurring = terms.occurring(&[formula], &[]);
    occurring.actions.iter().any(|&action| matches!(terms.action_node(action), ActionNode::Star(_)))
}
