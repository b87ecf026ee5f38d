//! A state as some engine holds it. What every engine can do stands behind [`Holds`]; [`Held`] is one of
//! the states that do it, and nobody outside has to know which.

use crate::compare::{bisimulation, isomorphism, similarity};
use crate::comparison::CompareError;
use crate::definedness::{self, NoCells};
use crate::engine::Engine;
use crate::evaluation::EvalError;
use crate::explain::explanation::{Scene, explain};
use crate::explicit::{execution, extension, state, truth, view};
use crate::extension::Extension;
use crate::limits::{Limit, Limits};
use crate::outcomes::{Outcomes, UpdateError};
use crate::symbolic::Nodes;
use crate::view::View;
use crate::{deals, definitional, symbolic};
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Atom, Formula, Group, Terms};

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

/// What every engine can do with a state it holds.
pub trait Holds {
    /// The engine.
    fn engine(&self) -> Engine;

    /// What may be used for it, and what ends the work on it.
    fn limits(&self) -> &Limits;

    /// Who has access.
    fn group(&self) -> Group;

    /// Executes an action.
    fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<Held>, UpdateError>;

    /// Whether an action means anything here.
    fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError>;

    /// Whether a formula is true in the actual world.
    fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError>;

    /// Whether a formula is true in every relevant world.
    fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError>;

    /// For each world of the [`view`](Self::view), whether a formula is true in it.
    fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError>;

    /// Where a formula is true: in how many relevant worlds, and at most so many of them.
    fn extension(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Extension, EvalError>;

    /// The same state with another actual world: the one where exactly these atoms are true, if
    /// there is one.
    fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Held>, Limit>;

    /// How many worlds are relevant.
    fn relevant_count(&self) -> Result<UBig, Limit>;

    /// How many worlds the bisimulation contraction has.
    fn minimal_count(&self) -> Result<usize, CompareError>;

    /// The same state with its relevant worlds listed; the definitional engine keeps its own.
    fn list_worlds(&self) -> Result<state::State, CompareError>;

    /// How many cells an agent's partition has on the relevant worlds.
    fn class_count(&self, agent: Agent) -> Result<Result<UBig, NoCells>, Limit>;

    /// The relevant worlds and the access between them.
    fn view(&self) -> Result<View, Limit>;
}

impl Holds for state::State {
    fn engine(&self) -> Engine {
        Engine::Explicit
    }

    fn limits(&self) -> &Limits {
        state::State::limits(self)
    }

    fn group(&self) -> Group {
        state::State::group(self).clone()
    }

    fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<Held>, UpdateError> {
        Ok(execution::update(self, terms, action)?.map(Held::Explicit))
    }

    fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError> {
        let arrows = self.model().arrow_agents();
        definedness::check_action(terms, action, state::State::group(self), &arrows)?;
        Ok(())
    }

    fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        truth::holds(self, terms, formula)
    }

    fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        truth::is_valid(self, terms, formula)
    }

    fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
        let truth = truth::truth(self, terms, formula)?;
        Ok(self.relevant()?.ones().map(|world| truth.contains(world)).collect())
    }

    fn extension(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Extension, EvalError> {
        extension::extension(self, terms, formula, most)
    }

    fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Held>, Limit> {
        Ok(extension::moved_to(self, atoms).map(Held::Explicit))
    }

    fn relevant_count(&self) -> Result<UBig, Limit> {
        Ok(UBig::from(state::State::relevant_count(self)?))
    }

    fn minimal_count(&self) -> Result<usize, CompareError> {
        Ok(bisimulation::minimal_count(self)?)
    }

    fn list_worlds(&self) -> Result<state::State, CompareError> {
        Ok(self.clone())
    }

    fn class_count(&self, agent: Agent) -> Result<Result<UBig, NoCells>, Limit> {
        Ok(state::State::class_count(self, agent)?.map(UBig::from))
    }

    fn view(&self) -> Result<View, Limit> {
        view::view(self)
    }
}

/// Engines that list their worlds only where nothing else helps.
macro_rules! unlisted {
    ($module:ident, $variant:ident) => {
        impl Holds for $module::State {
            fn engine(&self) -> Engine {
                Engine::$variant
            }

            fn limits(&self) -> &Limits {
                $module::State::limits(self)
            }

            fn group(&self) -> Group {
                $module::State::group(self).clone()
            }

            fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<Held>, UpdateError> {
                Ok($module::State::update(self, terms, action)?.map(Held::$variant))
            }

            fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError> {
                $module::State::check_action(self, terms, action).map(|_| ())
            }

            fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
                $module::State::holds(self, terms, formula)
            }

            fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
                $module::State::is_valid(self, terms, formula)
            }

            fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
                self.relevant_truth(terms, formula)
            }

            fn extension(
                &self,
                terms: &Terms,
                formula: Formula,
                most: usize,
            ) -> Result<Extension, EvalError> {
                $module::State::extension(self, terms, formula, most)
            }

            fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Held>, Limit> {
                Ok($module::State::moved_to(self, atoms)?.map(Held::$variant))
            }

            fn relevant_count(&self) -> Result<UBig, Limit> {
                $module::State::relevant_count(self)
            }

            fn minimal_count(&self) -> Result<usize, CompareError> {
                Ok(bisimulation::minimal_count(&$module::State::list_worlds(self)?)?)
            }

            fn list_worlds(&self) -> Result<state::State, CompareError> {
                Ok($module::State::list_worlds(self)?)
            }

            fn class_count(&self, agent: Agent) -> Result<Result<UBig, NoCells>, Limit> {
                $module::State::class_count(self, agent)
            }

            fn view(&self) -> Result<View, Limit> {
                view::view(&$module::State::list_worlds(self)?)
            }
        }
    };
}

unlisted!(symbolic, Symbolic);
unlisted!(deals, Deals);

impl Holds for definitional::State {
    fn engine(&self) -> Engine {
        Engine::Definitional
    }

    fn limits(&self) -> &Limits {
        definitional::State::limits(self)
    }

    fn group(&self) -> Group {
        definitional::State::group(self)
    }

    fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<Held>, UpdateError> {
        Ok(definitional::State::update(self, terms, action)?.map(Held::Definitional))
    }

    fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError> {
        definitional::State::check_action(self, terms, action)
    }

    fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        definitional::State::holds(self, terms, formula)
    }

    fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        definitional::State::is_valid(self, terms, formula)
    }

    fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
        self.relevant_truth(terms, formula)
    }

    fn extension(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Extension, EvalError> {
        definitional::State::extension(self, terms, formula, most)
    }

    fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Held>, Limit> {
        Ok(definitional::State::moved_to(self, atoms).map(Held::Definitional))
    }

    fn relevant_count(&self) -> Result<UBig, Limit> {
        Ok(UBig::from(self.relevant().len()))
    }

    fn minimal_count(&self) -> Result<usize, CompareError> {
        Ok(definitional::State::minimal_count(self)?)
    }

    fn list_worlds(&self) -> Result<state::State, CompareError> {
        Err(CompareError::DifferentEngines)
    }

    fn class_count(&self, agent: Agent) -> Result<Result<UBig, NoCells>, Limit> {
        Ok(definitional::State::class_count(self, agent).map(UBig::from))
    }

    fn view(&self) -> Result<View, Limit> {
        Ok(definitional::State::view(self))
    }
}

impl Held {
    /// What every engine can do.
    fn any(&self) -> &dyn Holds {
        match self {
            Self::Explicit(state) => state,
            Self::Symbolic(state) => state,
            Self::Deals(state) => state,
            Self::Definitional(state) => state,
        }
    }

    /// The engine that holds it.
    pub fn engine(&self) -> Engine {
        self.any().engine()
    }

    /// What may be used for it, and what ends the work on it.
    pub fn limits(&self) -> &Limits {
        self.any().limits()
    }

    /// Who has access.
    pub fn group(&self) -> Group {
        self.any().group()
    }

    /// Executes an action.
    pub fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<Held>, UpdateError> {
        self.any().update(terms, action)
    }

    /// Whether an action means anything here.
    pub(crate) fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError> {
        self.any().check_action(terms, action)
    }

    /// Whether a formula is true in the actual world.
    pub fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        self.any().holds(terms, formula)
    }

    /// Whether a formula is true in every relevant world.
    pub fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
        self.any().is_valid(terms, formula)
    }

    /// For each world of the [`view`](Self::view), whether a formula is true in it.
    pub fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
        self.any().truth(terms, formula)
    }

    /// Where a formula is true: in how many relevant worlds, and at most so many of them.
    pub fn extension(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Extension, EvalError> {
        self.any().extension(terms, formula, most)
    }

    /// The same state with another actual world: the one where exactly these atoms are true, if
    /// there is one.
    pub fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Held>, Limit> {
        self.any().moved_to(atoms)
    }

    /// How many worlds are relevant.
    pub fn relevant_count(&self) -> Result<UBig, Limit> {
        self.any().relevant_count()
    }

    /// Whether at most so many worlds are relevant, as far as that could be found out.
    pub fn has_at_most(&self, worlds: usize) -> bool {
        self.relevant_count().is_ok_and(|count| count <= UBig::from(worlds))
    }

    /// How many worlds the bisimulation contraction has.
    pub fn minimal_count(&self) -> Result<usize, CompareError> {
        self.any().minimal_count()
    }

    /// The same state with its relevant worlds listed; the definitional engine keeps its own.
    pub fn list_worlds(&self) -> Result<state::State, CompareError> {
        self.any().list_worlds()
    }

    /// How many cells an agent's partition has on the relevant worlds.
    pub fn class_count(&self, agent: Agent) -> Result<Result<UBig, NoCells>, Limit> {
        self.any().class_count(agent)
    }

    /// The relevant worlds and the access between them.
    pub fn view(&self) -> Result<View, Limit> {
        self.any().view()
    }

    /// The state of a card game whose worlds are not listed: it says of cards what others say of worlds.
    pub fn card_game(&self) -> Option<&deals::State> {
        match self {
            Self::Deals(state) => Some(state),
            Self::Explicit(_) | Self::Symbolic(_) | Self::Definitional(_) => None,
        }
    }

    /// Why a formula has its truth value in the actual world. Worlds are listed if there are at most so many;
    /// none if there are more, and the engine cannot explain it without listing them.
    pub fn explain(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Option<Scene>, Unexplained> {
        if self.has_at_most(most) {
            let listed = self.list_worlds().map_err(Unexplained::NotListed)?;
            return explain(&listed, terms, formula).map(Some).map_err(Unexplained::Undefined);
        }
        let unlisted = self.card_game().map(|state| state.explain(terms, formula));
        unlisted.transpose().map_err(Unexplained::Undefined)
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
    pub fn reorder(&self) -> Result<Held, Limit> {
        match self {
            Self::Symbolic(state) => state.reorder().map(Self::Symbolic),
            Self::Explicit(_) | Self::Deals(_) | Self::Definitional(_) => Ok(self.clone()),
        }
    }

    /// One world for each class of bisimilar relevant worlds. Formulas with `D` or `P` may have other truth
    /// values there.
    pub fn contraction(&self) -> Result<Held, CompareError> {
        Ok(Self::Explicit(bisimulation::contraction(&self.list_worlds()?)?))
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
                isomorphism::isomorphic(&self.list_worlds()?, &other.list_worlds()?)
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
                similarity::similar(&self.list_worlds()?, &other.list_worlds()?)
                    .map_err(CompareError::GaveUp)
            }
            (Self::Definitional(left), Self::Definitional(right)) => {
                definitional::similar(left, right).map_err(CompareError::GaveUp)
            }
            _ => Err(CompareError::DifferentEngines),
        }
    }
}

/// Why a formula was not explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unexplained {
    /// The worlds could not be listed.
    NotListed(CompareError),
    /// It has no truth value, or evaluating it takes too much.
    Undefined(EvalError),
}
