//! One interface to all engines. The same state can be held in several ways, and
//! the answer never depends on which.

use crate::building::BuildError;
use crate::compare::{bisimulation, isomorphism, similarity};
use crate::comparison::CompareError;
use crate::definedness;
use crate::definedness::NoCells;
use crate::evaluation::EvalError;
use crate::explicit::initial;
use crate::explicit::truth;
use crate::explicit::{execution, extension, state, view};
use crate::extension::Extension;
use crate::limits::{Limit, Limits};
use crate::outcomes::{Outcomes, UpdateError};
use crate::symbolic::{Nodes, Order};
use crate::view::View;
use crate::{deals, definitional, symbolic};
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Atom, Formula, Group, Setup, Terms, Vocabulary};

/// A way to hold states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Engine {
    /// Columns of bits and class arrays: one entry for each world.
    Explicit,
    /// Decision diagrams: for states whose worlds are too many to list.
    Symbolic,
    /// Charts of deals: for card games at full size.
    Deals,
    /// A transcription of the definitions, for small states.
    Definitional,
}

/// A state, held by one of the engines.
#[derive(Clone, Debug)]
pub enum Held {
    /// By the explicit engine.
    Explicit(state::State),
    /// By the symbolic engine.
    Symbolic(symbolic::State),
    /// By the deals engine.
    Deals(deals::State),
    /// By the definitional engine.
    Definitional(definitional::State),
}

impl Engine {
    /// All engines, the one to be preferred first.
    pub const ALL: [Engine; 4] =
        [Engine::Explicit, Engine::Symbolic, Engine::Deals, Engine::Definitional];

    /// The engines that hold states of any kind.
    pub const GENERAL: [Engine; 3] = [Engine::Explicit, Engine::Symbolic, Engine::Definitional];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Explicit => "explicit",
            Self::Symbolic => "symbolic",
            Self::Deals => "deals",
            Self::Definitional => "definitional",
        }
    }

    /// What it is good for, in a few words.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Explicit => "Columns of bits and arrays of classes",
            Self::Symbolic => "Decision diagrams, for states with too many worlds to list",
            Self::Deals => "Charts of deals, for card games at full size",
            Self::Definitional => "The definitions of the papers, word for word; slow",
        }
    }

    /// The engine of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }

    /// Builds an initial state.
    pub fn build(
        self,
        setup: &Setup,
        vocabulary: &Vocabulary,
        terms: &Terms,
        limits: &Limits,
    ) -> Result<Held, BuildError> {
        self.build_ordered(setup, vocabulary, terms, limits, Order::Auto)
    }

    /// Builds an initial state; if in diagrams, with the variables in some order.
    pub fn build_ordered(
        self,
        setup: &Setup,
        vocabulary: &Vocabulary,
        terms: &Terms,
        limits: &Limits,
        order: Order,
    ) -> Result<Held, BuildError> {
        match self {
            Self::Explicit => initial::build(setup, vocabulary, terms, limits).map(Held::Explicit),
            Self::Symbolic => {
                symbolic::build(setup, vocabulary, terms, limits, order).map(Held::Symbolic)
            }
            Self::Deals => deals::build(setup, vocabulary, terms, limits).map(Held::Deals),
            Self::Definitional => {
                definitional::build(setup, vocabulary, terms, limits).map(Held::Definitional)
            }
        }
    }
}

impl Held {
    /// The engine that holds it.
    pub fn engine(&self) -> Engine {
        match self {
            Self::Explicit(_) => Engine::Explicit,
            Self::Symbolic(_) => Engine::Symbolic,
            Self::Deals(_) => Engine::Deals,
            Self::Definitional(_) => Engine::Definitional,
        }
    }

    /// The charts of a card game, if that is how it is held: what is known of cards is found there without a list
    /// of worlds.
    pub fn deals(&self) -> Option<&deals::State> {
        match self {
            Self::Deals(state) => Some(state),
            Self::Explicit(_) | Self::Symbolic(_) | Self::Definitional(_) => None,
        }
    }

    /// How large its diagrams are, if it is held in diagrams.
    pub fn nodes(&self) -> Option<Nodes> {
        match self {
            Self::Symbolic(state) => Some(state.nodes()),
            Self::Explicit(_) | Self::Deals(_) | Self::Definitional(_) => None,
        }
    }

    /// The same state with its variables in an order in which the law is smaller, if it is held in
    /// diagrams and one is found.
    pub fn reordered(&self) -> Result<Held, Limit> {
        match self {
            Self::Symbolic(state) => state.reordered().map(Self::Symbolic),
            Self::Explicit(_) | Self::Deals(_) | Self::Definitional(_) => Ok(self.clone()),
        }
    }

    /// What may be used for it, and what ends the work on it.
    pub fn limits(&self) -> &Limits {
        match self {
            Self::Explicit(state) => state.limits(),
            Self::Symbolic(state) => state.limits(),
            Self::Deals(state) => state.limits(),
            Self::Definitional(state) => state.limits(),
        }
    }

    /// Who has access.
    pub fn group(&self) -> Group {
        match self {
            Self::Explicit(state) => state.group().clone(),
            Self::Symbolic(state) => state.group().clone(),
            Self::Deals(state) => state.group().clone(),
            Self::Definitional(state) => state.group(),
        }
    }

    /// Executes an action.
    pub fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<Held>, UpdateError> {
        match self {
            Self::Explicit(state) => {
                Ok(execution::update(state, terms, action)?.map(Self::Explicit))
            }
            Self::Symbolic(state) => Ok(state.update(terms, action)?.map(Self::Symbolic)),
            Self::Deals(state) => Ok(state.update(terms, action)?.map(Self::Deals)),
            Self::Definitional(state) => Ok(state.update(terms, action)?.map(Self::Definitional)),
        }
    }

    /// Whether an action means anything here.
    pub(crate) fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError> {
        match self {
            Self::Explicit(state) => {
                let arrows = state.model().arrow_agents();
                definedness::check_action(terms, action, state.group(), &arrows)?;
                Ok(())
            }
            Self::Symbolic(state) => state.check_action(terms, action).map(|_| ()),
            Self::Deals(state) => state.check_action(terms, action).map(|_| ()),
            Self::Definitional(state) => state.check_action(terms, action),
        }
    }

    /// Whether a formula is true in the actual world.
    pub fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        match self {
            Self::Explicit(state) => truth::holds(state, terms, formula),
            Self::Symbolic(state) => state.holds(terms, formula),
            Self::Deals(state) => state.holds(terms, formula),
            Self::Definitional(state) => state.holds(terms, formula),
        }
    }

    /// Whether a formula is true in every relevant world.
    pub fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        match self {
            Self::Explicit(state) => truth::is_valid(state, terms, formula),
            Self::Symbolic(state) => state.is_valid(terms, formula),
            Self::Deals(state) => state.is_valid(terms, formula),
            Self::Definitional(state) => state.is_valid(terms, formula),
        }
    }

    /// For each world of the [`view`](Self::view), whether a formula is true in it.
    pub fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
        match self {
            Self::Explicit(state) => {
                let truth = truth::truth(state, terms, formula)?;
                let relevant = state.relevant()?;
                Ok(relevant.ones().map(|world| truth.contains(world)).collect())
            }
            Self::Symbolic(state) => state.relevant_truth(terms, formula),
            Self::Deals(state) => state.relevant_truth(terms, formula),
            Self::Definitional(state) => state.relevant_truth(terms, formula),
        }
    }

    /// Where a formula is true: in how many relevant worlds, and at most so many of them.
    pub fn extension(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Extension, EvalError> {
        match self {
            Self::Explicit(state) => extension::extension(state, terms, formula, most),
            Self::Symbolic(state) => state.extension(terms, formula, most),
            Self::Deals(state) => state.extension(terms, formula, most),
            Self::Definitional(state) => state.extension(terms, formula, most),
        }
    }

    /// The same state with another actual world: the one where exactly these atoms are true, if
    /// there is one.
    pub fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Held>, Limit> {
        Ok(match self {
            Self::Explicit(state) => extension::moved_to(state, atoms).map(Self::Explicit),
            Self::Symbolic(state) => state.moved_to(atoms)?.map(Self::Symbolic),
            Self::Deals(state) => state.moved_to(atoms)?.map(Self::Deals),
            Self::Definitional(state) => state.moved_to(atoms).map(Self::Definitional),
        })
    }

    /// How many worlds are relevant.
    pub fn relevant_count(&self) -> Result<UBig, Limit> {
        match self {
            Self::Explicit(state) => Ok(UBig::from(state.relevant_count()?)),
            Self::Symbolic(state) => state.relevant_count(),
            Self::Deals(state) => state.relevant_count(),
            Self::Definitional(state) => Ok(UBig::from(state.relevant().len())),
        }
    }

    /// Whether at most so many worlds are relevant.
    pub fn has_at_most(&self, worlds: usize) -> bool {
        self.relevant_count().is_ok_and(|count| count <= UBig::from(worlds))
    }

    /// How many worlds the bisimulation contraction has.
    pub fn minimal_count(&self) -> Result<usize, CompareError> {
        match self {
            Self::Explicit(state) => Ok(bisimulation::minimal_count(state)?),
            Self::Symbolic(_) | Self::Deals(_) => Ok(bisimulation::minimal_count(&self.listed()?)?),
            Self::Definitional(state) => state.minimal_count().map_err(CompareError::GaveUp),
        }
    }

    /// The same state with its relevant worlds listed; the definitional engine keeps its own.
    pub fn listed(&self) -> Result<state::State, CompareError> {
        match self {
            Self::Explicit(state) => Ok(state.clone()),
            Self::Symbolic(state) => state.listed().map_err(CompareError::GaveUp),
            Self::Deals(state) => state.listed().map_err(CompareError::GaveUp),
            Self::Definitional(_) => Err(CompareError::DifferentEngines),
        }
    }

    /// One world for each class of bisimilar relevant worlds. Formulas with `D` or `P` may have other truth
    /// values there.
    pub fn contraction(&self) -> Result<Held, CompareError> {
        Ok(Self::Explicit(bisimulation::contraction(&self.listed()?)?))
    }

    /// How many cells an agent's partition has on the relevant worlds.
    pub fn class_count(&self, agent: Agent) -> Result<Result<UBig, NoCells>, Limit> {
        match self {
            Self::Explicit(state) => Ok(state.class_count(agent)?.map(UBig::from)),
            Self::Symbolic(state) => state.class_count(agent),
            Self::Deals(state) => state.class_count(agent),
            Self::Definitional(state) => Ok(state.class_count(agent).map(UBig::from)),
        }
    }

    /// Whether two states over the same vocabulary are bisimilar.
    pub fn bisimilar(&self, other: &Held) -> Result<bool, CompareError> {
        match (self, other) {
            (Self::Explicit(left), Self::Explicit(right)) => {
                Ok(bisimulation::bisimilar(left, right)?)
            }
            (Self::Symbolic(left), Self::Symbolic(right)) => left.bisimilar(right),
            (Self::Deals(left), Self::Deals(right)) => left.bisimilar(right),
            (Self::Definitional(left), Self::Definitional(right)) => {
                definitional::bisimilar(left, right).map_err(CompareError::GaveUp)
            }
            _ => Err(CompareError::DifferentEngines),
        }
    }

    /// Whether two states over the same vocabulary are isomorphic.
    pub fn isomorphic(&self, other: &Held) -> Result<bool, CompareError> {
        match (self, other) {
            (Self::Explicit(left), Self::Explicit(right)) => {
                isomorphism::isomorphic(left, right).map_err(CompareError::GaveUp)
            }
            (Self::Symbolic(_), Self::Symbolic(_)) | (Self::Deals(_), Self::Deals(_)) => {
                isomorphism::isomorphic(&self.listed()?, &other.listed()?)
                    .map_err(CompareError::GaveUp)
            }
            (Self::Definitional(left), Self::Definitional(right)) => {
                definitional::isomorphic(left, right).map_err(CompareError::GaveUp)
            }
            _ => Err(CompareError::DifferentEngines),
        }
    }

    /// Whether two states of the same agents are agent-similar: alike up to renaming agents. If so,
    /// who stands for whom among those who have access.
    pub fn similar(&self, other: &Held) -> Result<Option<Vec<(Agent, Agent)>>, CompareError> {
        match (self, other) {
            (Self::Explicit(left), Self::Explicit(right)) => {
                similarity::similar(left, right).map_err(CompareError::GaveUp)
            }
            (Self::Symbolic(_), Self::Symbolic(_)) | (Self::Deals(_), Self::Deals(_)) => {
                similarity::similar(&self.listed()?, &other.listed()?).map_err(CompareError::GaveUp)
            }
            (Self::Definitional(left), Self::Definitional(right)) => {
                definitional::similar(left, right).map_err(CompareError::GaveUp)
            }
            _ => Err(CompareError::DifferentEngines),
        }
    }

    /// The relevant worlds and the access between them.
    pub fn view(&self) -> Result<View, Limit> {
        match self {
            Self::Explicit(state) => view::view(state),
            Self::Symbolic(state) => view::view(&state.listed()?),
            Self::Deals(state) => view::view(&state.listed()?),
            Self::Definitional(state) => Ok(state.view()),
        }
    }
}
