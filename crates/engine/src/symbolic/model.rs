//! Models whose worlds are not listed: a world is a valuation of some variables that obeys a
//! law, an atom is a function of the world, and an agent sees the values of some variables
//! (knowledge structures). Whatever else they see is given a variable of its own, whose value the
//! law fixes. Where access is no equivalence, it is a function of two worlds.
//!
//! Variables of worlds have even numbers; each is followed by its *twin*, the same variable of
//! the second of two worlds.

use crate::diagram::{Diagram, Diagrams, Variable};
use crate::evaluation::EvalError;
use crate::limits::Limit;
use crate::memory::Memory;
use hexa_logic::{Action, Agent, Atom, Formula, FormulaNode, Group, Terms};
use std::sync::{Arc, OnceLock};

/// A model. It never changes; what was found out about it is remembered.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) diagrams: Arc<Diagrams>,
    /// Sorted.
    pub(crate) variables: Arc<[Variable]>,
    /// Which valuations are worlds.
    pub(crate) law: Diagram,
    law_size: OnceLock<usize>,
    /// For each atom where it is true; an atom without an entry is false.
    pub(crate) values: Arc<[Diagram]>,
    /// For each agent their access, if they have any.
    pub(crate) access: Arc<[Option<Access>]>,
    pub(crate) listing: Arc<Listing>,
    pub(crate) likelihood: Likelihood,
    truths: Memory<(u64, Formula), Diagram>,
    /// The models of some of its worlds.
    narrowings: Memory<Diagram, Arc<Model>>,
}

/// How likely worlds are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Likelihood {
    /// All alike.
    Equal,
    /// Not known any more: this action made several worlds of one, or is not executed here.
    Lost(Action),
    /// Nor which worlds are the same possibility, after this program with `U`.
    Pictures(Action),
}

impl Likelihood {
    /// What it is after an action that does not keep it.
    pub(crate) fn losing(self, action: Action) -> Self {
        match self {
            Self::Equal | Self::Lost(_) => Self::Lost(action),
            Self::Pictures(_) => self,
        }
    }

    /// The action that did not keep it.
    pub(crate) fn lost(self) -> Option<Action> {
        match self {
            Self::Equal => None,
            Self::Lost(action) | Self::Pictures(action) => Some(action),
        }
    }

    /// Refuses formulas and actions that ask how likely something is, if that is not known.
    pub(crate) fn admit(
        self,
        terms: &Terms,
        formulas: &[Formula],
        actions: &[Action],
    ) -> Result<(), EvalError> {
        let Some(action) = self.lost() else { return Ok(()) };
        let mut asked = terms.occurring(formulas, actions).formulas.into_iter();
        let probability = |f: &Formula| matches!(terms.node(*f), FormulaNode::Probability(..));
        match asked.find(probability) {
            None => Ok(()),
            Some(formula) if terms.has_update(action) => {
                Err(EvalError::NoProbability { formula, action })
            }
            Some(formula) => Err(EvalError::Unweighed { formula, action }),
        }
    }
}

/// What an agent can tell of the world.
#[derive(Clone, Debug)]
pub(crate) enum Access {
    /// The values of some variables.
    Sees(Arc<Seeing>),
    /// Whatever worlds this function of two worlds leads to.
    Arrows(Diagram),
}

/// What an agent sees who sees the values of some variables.
#[derive(Debug)]
pub(crate) struct Seeing {
    /// Sorted.
    pub(crate) seen: Vec<Variable>,
    /// The other variables of the model, as a cube. Mostly few agents are asked about.
    hidden: OnceLock<Diagram>,
}

impl PartialEq for Access {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Sees(left), Self::Sees(right)) => left.seen == right.seen,
            (Self::Arrows(left), Self::Arrows(right)) => left == right,
            _ => false,
        }
    }
}

/// How worlds are listed and called.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    /// Worlds are ordered by the values of these variables, the first one counting most.
    pub(crate) variables: Vec<Variable>,
    /// Which value comes first.
    pub(crate) first: bool,
    /// The names of worlds, by the number that the listed variables spell.
    pub(crate) names: Vec<String>,
    /// Which events made which worlds: no world has two histories.
    pub(crate) histories: Vec<History>,
}

/// Events with the worlds that they made, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) events: Vec<String>,
    pub(crate) worlds: Diagram,
}

/// So many histories are told apart; of more, none is told.
const MOST_HISTORIES: usize = 64;

impl Listing {
    /// The same worlds, each paired with the event that has happened where it is: for each event its worlds. What worlds
    /// are called is not worth giving up for.
    pub(crate) fn with_events(&self, diagrams: &Diagrams, events: &[(&str, &Diagram)]) -> Self {
        let histories = self.longer_histories(diagrams, events).unwrap_or_default();
        let few = histories.len() <= MOST_HISTORIES;
        Self { histories: if few { histories } else { Vec::new() }, ..self.clone() }
    }

    fn longer_histories(
        &self,
        diagrams: &Diagrams,
        events: &[(&str, &Diagram)],
    ) -> Result<Vec<History>, Limit> {
        let mut rest = diagrams.constant(true);
        for history in &self.histories {
            rest = diagrams.minus(&rest, &history.worlds)?;
        }
        let others = History { events: Vec::new(), worlds: rest };
        let mut longer = Vec::new();
        for History { events: before, worlds: set } in self.histories.iter().chain([&others]) {
            for &(event, share) in events {
                let worlds = diagrams.and(set, share)?;
                if !worlds.is_false() {
                    let events = before.iter().cloned().chain([event.to_owned()]).collect();
                    longer.push(History { events, worlds });
                }
            }
        }
        Ok(longer)
    }

    /// The events that made a world.
    pub(crate) fn events(&self, world: impl Fn(Variable) -> bool) -> Vec<String> {
        let history = self.histories.iter().find(|history| history.worlds.holds(&world));
        history.map(|history| history.events.clone()).unwrap_or_default()
    }
}

/// So much is remembered at most.
const MOST_TRUTHS: usize = 4096;
const MOST_PARTS: usize = 64;

type Made = Result<Diagram, Limit>;

impl Variable {
    /// The same variable of the second of two worlds.
    pub(crate) fn twin(self) -> Self {
        Self(self.0 + 1)
    }

    /// The variable in that place.
    pub(crate) fn at(place: usize) -> Self {
        Self(2 * place as u32)
    }

    /// The next one.
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 2)
    }
}

/// What a model is made of, before what each agent does not see is known.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    pub(crate) diagrams: Arc<Diagrams>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) law: Diagram,
    pub(crate) values: Arc<[Diagram]>,
    pub(crate) sights: Vec<Option<Sight>>,
    pub(crate) listing: Arc<Listing>,
    pub(crate) likelihood: Likelihood,
}

/// An agent's access, before what they do not see is known.
#[derive(Clone, Debug)]
pub(crate) enum Sight {
    Sees(Vec<Variable>),
    Arrows(Diagram),
}

impl Parts {
    /// The model.
    pub(crate) fn model(mut self) -> Model {
        self.variables.sort_unstable();
        self.variables.dedup();
        let access = self.sights.into_iter().map(|sight| {
            Some(match sight? {
                Sight::Arrows(arrows) => Access::Arrows(arrows),
                Sight::Sees(mut seen) => {
                    seen.sort_unstable();
                    seen.dedup();
                    Access::Sees(Arc::new(Seeing { seen, hidden: OnceLock::new() }))
                }
            })
        });
        Model {
            variables: self.variables.into(),
            law: self.law,
            law_size: OnceLock::new(),
            values: self.values,
            access: access.collect(),
            listing: self.listing,
            likelihood: self.likelihood,
            truths: Memory::new(MOST_TRUTHS),
            narrowings: Memory::new(MOST_PARTS),
            diagrams: self.diagrams,
        }
    }
}

/// Those of a sorted list that are not in another.
pub(crate) fn without(all: &[Variable], left_out: &[Variable]) -> Vec<Variable> {
    all.iter().filter(|v| left_out.binary_search(v).is_err()).copied().collect()
}

impl Model {
    /// What it is made of.
    pub(crate) fn parts(&self) -> Parts {
        let sight = |access: &Option<Access>| {
            Some(match access.as_ref()? {
                Access::Sees(seeing) => Sight::Sees(seeing.seen.clone()),
                Access::Arrows(arrows) => Sight::Arrows(arrows.clone()),
            })
        };
        Parts {
            diagrams: Arc::clone(&self.diagrams),
            variables: self.variables.to_vec(),
            law: self.law.clone(),
            values: Arc::clone(&self.values),
            sights: self.access.iter().map(sight).collect(),
            listing: Arc::clone(&self.listing),
            likelihood: self.likelihood,
        }
    }

    /// An agent's access.
    pub(crate) fn access(&self, agent: Agent) -> Option<&Access> {
        self.access.get(agent.index())?.as_ref()
    }

    /// The variables that somebody does not see, as a cube.
    pub(crate) fn hidden_cube(&self, seeing: &Seeing) -> Made {
        if let Some(known) = seeing.hidden.get() {
            return Ok(known.clone());
        }
        let hidden = self.diagrams.cube(&without(&self.variables, &seeing.seen))?;
        Ok(seeing.hidden.get_or_init(|| hidden).clone())
    }

    /// The agents who have access.
    pub(crate) fn group(&self) -> Group {
        let agents = (0..self.access.len()).map(Agent::from_index);
        agents.filter(|&agent| self.access(agent).is_some()).collect()
    }

    /// The agents whose access is no equivalence, as far as is known.
    pub(crate) fn arrow_agents(&self) -> Group {
        let arrows = |&agent: &Agent| matches!(self.access(agent), Some(Access::Arrows(_)));
        self.group().iter().filter(arrows).collect()
    }

    /// Where an atom is true.
    pub(crate) fn value(&self, atom: Atom) -> Diagram {
        let value = self.values.get(atom.index());
        value.cloned().unwrap_or_else(|| self.diagrams.constant(false))
    }

    /// How many nodes the law takes.
    pub(crate) fn law_size(&self) -> usize {
        *self.law_size.get_or_init(|| self.law.size())
    }

    /// The worlds among these.
    pub(crate) fn worlds(&self, set: &Diagram) -> Made {
        self.diagrams.and(&self.law, set)
    }

    /// The model of the worlds that are in a set.
    pub(crate) fn restrict_to(self: &Arc<Self>, set: &Diagram) -> Result<Arc<Self>, Limit> {
        let law = self.worlds(set)?;
        if law == self.law {
            return Ok(Arc::clone(self));
        }
        if let Some(known) = self.narrowings.recall(&law) {
            return Ok(known);
        }
        let part = Arc::new(Self {
            diagrams: Arc::clone(&self.diagrams),
            variables: Arc::clone(&self.variables),
            law: law.clone(),
            law_size: OnceLock::new(),
            values: Arc::clone(&self.values),
            access: Arc::clone(&self.access),
            listing: Arc::clone(&self.listing),
            likelihood: self.likelihood,
            truths: Memory::new(MOST_TRUTHS),
            narrowings: Memory::new(MOST_PARTS),
        });
        self.narrowings.remember(law, Arc::clone(&part));
        Ok(part)
    }

    /// Where a formula was found to be true.
    pub(crate) fn recall(&self, store: u64, formula: Formula) -> Option<Diagram> {
        self.truths.recall(&(store, formula))
    }

    /// Remembers where a formula is true.
    pub(crate) fn remember(&self, store: u64, formula: Formula, truth: &Diagram) {
        self.truths.remember((store, formula), truth.clone());
    }

    /// A function of the first of two worlds, as one of the second.
    pub(crate) fn as_second(&self, set: &Diagram) -> Made {
        let twins = self.variables.iter().map(|&v| Ok((v, self.diagrams.variable(v.twin())?)));
        self.diagrams.substitute(set, &twins.collect::<Result<Vec<_>, Limit>>()?)
    }

    /// A function of the second of two worlds, as one of the first.
    pub(crate) fn as_first(&self, set: &Diagram) -> Made {
        let twins = self.variables.iter().map(|&v| Ok((v.twin(), self.diagrams.variable(v)?)));
        self.diagrams.substitute(set, &twins.collect::<Result<Vec<_>, Limit>>()?)
    }

    /// Seeing these variables, as a function of two worlds.
    pub(crate) fn same(&self, seen: &[Variable]) -> Made {
        let mut same = self.diagrams.constant(true);
        for &variable in seen.iter().rev() {
            let here = self.diagrams.variable(variable)?;
            let there = self.diagrams.variable(variable.twin())?;
            same = self.diagrams.and(&self.diagrams.iff(&here, &there)?, &same)?;
        }
        Ok(same)
    }
}
