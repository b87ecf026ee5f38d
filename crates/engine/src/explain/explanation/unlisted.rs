//! Explanations where worlds are not listed but held as sets: over the few worlds that are spoken of. What holds in all
//! worlds that somebody considers possible is told with how many they are.

use super::{Because, Body, Executed, Explaining, MOST_NODES, PathStep, Scene, Whose};
use crate::evaluation::EvalError;
use crate::limits::Limit;
use crate::outcomes::{Outcomes, UpdateError};
use crate::propositional::conjuncts;
use crate::view::View;
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Formula, Group, Terms};

/// A state that answers with sets of worlds.
pub(crate) trait Unlisted: Sized {
    /// A world.
    type World: Clone + PartialEq;
    /// A set of worlds.
    type Set;

    /// Chains of access are followed this far.
    const MOST_STEPS: usize;

    /// Whether a formula means anything here.
    fn admit(&self, terms: &Terms, formula: Formula) -> Result<(), EvalError>;

    /// The actual world.
    fn here(&self) -> Result<Self::World, Limit>;

    /// The same state in another world.
    fn at(&self, world: &Self::World) -> Self;

    /// The same state where only a group has access.
    fn of_group(&self, group: &Group) -> Self;

    /// Some worlds with everybody's access between them, the first one being the actual one.
    fn view_of(&self, worlds: &[Self::World]) -> Result<View, Limit>;

    /// Whether a formula is true in the actual world.
    fn holds_here(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError>;

    /// Where a formula is true.
    fn truth(&self, terms: &Terms, formula: Formula) -> Result<Self::Set, EvalError>;

    /// No world.
    fn nowhere(&self) -> Self::Set;

    /// Where a set does not reach.
    fn outside(&self, set: &Self::Set) -> Result<Self::Set, Limit>;

    /// What two sets have in common.
    fn both(&self, one: &Self::Set, other: &Self::Set) -> Result<Self::Set, Limit>;

    /// What is in one of two sets.
    fn either(&self, one: &Self::Set, other: &Self::Set) -> Result<Self::Set, Limit>;

    /// Where an agent considers a world of a set possible.
    fn imagines(&self, agent: Agent, set: &Self::Set) -> Result<Self::Set, Limit>;

    /// The worlds that somebody considers possible in the actual one.
    fn considered(&self, whose: &Whose) -> Result<Self::Set, Limit>;

    /// How many these are.
    fn considered_count(&self, whose: &Whose) -> Result<UBig, Limit>;

    /// How many worlds are relevant.
    fn relevant_count(&self) -> Result<UBig, Limit>;

    /// Whether the actual world is in a set.
    fn is_in(&self, set: &Self::Set) -> bool;

    /// The first world of a set.
    fn first_in(&self, set: &Self::Set) -> Result<Option<Self::World>, Limit>;

    /// What the worlds of an agent weigh that are in a set, and all of theirs.
    fn likelihood(&self, agent: Agent, set: &Self::Set) -> Result<(UBig, UBig), Limit>;

    /// Executes an action.
    fn outcomes(&self, terms: &Terms, action: Action) -> Result<Outcomes<Self>, UpdateError>;
}

/// Explains the truth value of a formula in the actual world.
pub(crate) fn explain_unlisted<S: Unlisted>(
    state: &S,
    terms: &Terms,
    formula: Formula,
) -> Result<Scene, EvalError> {
    explain_within(state, terms, formula, &mut { MOST_NODES })
}

fn explain_within<S: Unlisted>(
    state: &S,
    terms: &Terms,
    formula: Formula,
    left: &mut usize,
) -> Result<Scene, EvalError> {
    state.admit(terms, formula)?;
    let worlds = vec![state.here().map_err(EvalError::Limit)?];
    let mut explainer = Explainer { state, terms, worlds, left };
    let explanation = explainer.explain(formula, 0)?;
    let view = state.view_of(&explainer.worlds).map_err(EvalError::Limit)?;
    Ok(Scene { view, explanation })
}

struct Explainer<'a, S: Unlisted> {
    state: &'a S,
    terms: &'a Terms,
    /// The worlds that are spoken of, the actual one first.
    worlds: Vec<S::World>,
    /// How many nodes may still be made.
    left: &'a mut usize,
}

impl<S: Unlisted> Explainer<'_, S> {
    /// The place of a world among those that are spoken of.
    fn place(&mut self, world: S::World) -> usize {
        let known = self.worlds.iter().position(|known| *known == world);
        known.unwrap_or_else(|| {
            self.worlds.push(world);
            self.worlds.len() - 1
        })
    }

    fn at(&self, place: usize) -> S {
        self.state.at(&self.worlds[place])
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
        let here = self.at(world);
        let cell = here.considered(whose).map_err(EvalError::Limit)?;
        if here.is_in(&cell) && here.holds_here(self.terms, body)? == value {
            return Ok(Some(world));
        }
        // To be false is to be false in one part.
        let parts = if value { vec![body] } else { conjuncts(self.terms, body) };
        for part in parts {
            let truth = self.state.truth(self.terms, part)?;
            let found = || {
                let wanted = if value { truth } else { self.state.outside(&truth)? };
                self.state.first_in(&self.state.both(&cell, &wanted)?)
            };
            if let Some(found) = found().map_err(EvalError::Limit)? {
                return Ok(Some(self.place(found)));
            }
        }
        Ok(None)
    }

    /// How many worlds somebody considers possible, told as the reason.
    fn all_of(&self, whose: Whose, world: usize, value: bool) -> Result<Because, EvalError> {
        let of = vec![self.counted(whose, world)?];
        Ok(Because::ManyWorlds { of, value })
    }

    fn counted(&self, whose: Whose, world: usize) -> Result<(Whose, UBig), EvalError> {
        let count = self.at(world).considered_count(&whose).map_err(EvalError::Limit)?;
        Ok((whose, count))
    }

    /// The steps of a shortest chain from a world into a set, if it is not too long.
    fn chain(
        &mut self,
        group: &Group,
        set: S::Set,
        world: usize,
    ) -> Result<Option<Vec<PathStep>>, Limit> {
        let (state, start) = (self.state, self.at(world));
        // From where the set is reached in so many steps.
        let mut reaching = vec![set];
        while !start.is_in(&reaching[reaching.len() - 1]) {
            if reaching.len() > S::MOST_STEPS {
                return Ok(None);
            }
            let last = &reaching[reaching.len() - 1];
            let mut next = state.nowhere();
            for agent in group.iter() {
                next = state.either(&next, &state.imagines(agent, last)?)?;
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
        set: &S::Set,
        from: usize,
    ) -> Result<Option<(Agent, S::World)>, Limit> {
        let here = self.at(from);
        for agent in group.iter() {
            let cell = here.considered(&Whose::Agent(agent))?;
            if let Some(world) = self.state.first_in(&self.state.both(&cell, set)?)? {
                return Ok(Some((agent, world)));
            }
        }
        Ok(None)
    }
}

impl<'a, S: Unlisted> Explaining<'a> for Explainer<'a, S> {
    type State = S;

    fn terms(&self) -> &'a Terms {
        self.terms
    }

    fn budget(&mut self) -> &mut usize {
        self.left
    }

    fn holds(&mut self, formula: Formula, world: usize) -> Result<bool, EvalError> {
        self.at(world).holds_here(self.terms, formula)
    }

    fn every(&mut self, whose: Whose, body: Body, value: bool) -> Result<Because, EvalError> {
        let Body { formula: body, world, holds: all } = body;
        if all {
            return self.all_of(whose, world, value);
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
        match (yes, self.find_witness(&whose, formula, world, false)?) {
            (Some(yes), Some(no)) => Ok(Because::Both { agent, yes, no }),
            (yes, _) => self.all_of(whose, world, yes.is_some()),
        }
    }

    fn everybody(&mut self, group: &Group, body: Body) -> Result<Because, EvalError> {
        let Body { formula, world, holds } = body;
        let mut all = Vec::new();
        for agent in group.iter() {
            let whose = Whose::Agent(agent);
            if holds {
                all.push(self.counted(whose, world)?);
            } else if self.find_witness(&whose, formula, world, false)?.is_some() {
                return self.every(whose, Body { holds: false, ..body }, true);
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
            let state = self.at(world).of_group(group);
            let count = state.relevant_count().map_err(EvalError::Limit)?;
            let of = vec![(Whose::Chains(group.clone()), count)];
            return Ok(Because::ManyWorlds { of, value: true });
        }
        let truth = self.state.truth(self.terms, formula)?;
        let fails = self.state.outside(&truth);
        let path = fails.and_then(|fails| self.chain(group, fails, world));
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
        let truth = self.state.truth(self.terms, body)?;
        self.at(world).likelihood(agent, &truth).map_err(EvalError::Limit)
    }

    fn execute(&mut self, action: Action, world: usize) -> Executed<S> {
        Because::of_execution(self.at(world).outcomes(self.terms, action))
    }

    fn holds_after(&self, state: &S, formula: Formula) -> Result<bool, EvalError> {
        state.holds_here(self.terms, formula)
    }

    fn scene(&mut self, state: &S, formula: Formula) -> Result<Scene, EvalError> {
        explain_within(state, self.terms, formula, self.left)
    }
}
