//! A state as some engine holds it. What every engine can do stands behind [`Holds`]; [`Held`] is one of
//! the states that do it, and nobody outside has to know which.

use crate::compare::{bisimulation, isomorphism, similarity};
use crate::comparison::CompareError;
use crate::definedness::{self, NoCells};
use crate::engine::Engine;
use crate::evaluation::EvalError;
use crate::explain::explanation::{Scene, explain};
use crate::explicit::{execution, extension, pointed, state, view};
use crate::extension::Extension;
use crate::limits::{Limit, Limits};
use crate::order::Nodes;
use crate::outcomes::{Outcomes, UpdateError};
use crate::view::View;
use crate::{deals, definitional, symbolic};
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Atom, Formula, FormulaNode, Group, Stopped, Terms};
use std::ops::Deref;

fn asks_how_likely(terms: &Terms, formula: Formula) -> bool {
    let within = terms.occurring(&[formula], &[]).formulas;
    within.iter().any(|&part| matches!(terms.node(part), FormulaNode::Probability(..)))
}

/// The worlds of a state that is held otherwise are listed for an explanation if they are at most so many.
const MOST_LISTED_ANEW: usize = 1 << 16;

/// A state, held by one of the engines. All that [`Holds`] says can be asked of it.
#[derive(Clone, Debug)]
pub struct Held(Kept);

#[derive(Clone, Debug)]
enum Kept {
    Explicit(state::State),
    Symbolic(symbolic::State),
    Deals(deals::State),
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

    /// How many worlds there are, reachable or not: those of the image that local interpretation gives (thesis def.
    /// 33). None if the engine does not keep those that cannot be reached.
    fn whole_count(&self) -> Option<UBig>;

    /// How many worlds the bisimulation contraction has.
    fn minimal_count(&self) -> Result<UBig, CompareError>;

    /// The same state with its relevant worlds listed; the definitional engine keeps its own.
    fn list_worlds(&self) -> Result<state::State, CompareError>;

    /// How many cells an agent's partition has on the relevant worlds.
    fn class_count(&self, agent: Agent) -> Result<Result<UBig, NoCells>, Limit>;

    /// The relevant worlds and the access between them.
    fn view(&self) -> Result<View, Limit>;
}

/// Engines differ in where their functions stand: those that differ in nothing else are given by their paths.
macro_rules! held_by {
    (
        $engine:ident: $state:ty, $update:path, $holds:path, $is_valid:path, $extension:path;
        $($others:item)*
    ) => {
        impl From<$state> for Held {
            fn from(state: $state) -> Self {
                Self(Kept::$engine(state))
            }
        }

        impl Holds for $state {
            fn engine(&self) -> Engine {
                Engine::$engine
            }

            fn limits(&self) -> &Limits {
                <$state>::limits(self)
            }

            fn group(&self) -> Group {
                <$state>::group(self).clone()
            }

            fn update(&self, terms: &Terms, action: Action) -> Result<Outcomes<Held>, UpdateError> {
                Ok($update(self, terms, action)?.map(Held::from))
            }

            fn holds(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
                $holds(self, terms, formula)
            }

            fn is_valid(&self, terms: &Terms, formula: Formula) -> Result<bool, EvalError> {
                $is_valid(self, terms, formula)
            }

            fn extension(
                &self,
                terms: &Terms,
                formula: Formula,
                most: usize,
            ) -> Result<Extension, EvalError> {
                $extension(self, terms, formula, most)
            }

            $($others)*
        }
    };
}

/// Engines that list their worlds only where nothing else helps.
macro_rules! held_unlisted_by {
    ($engine:ident: $module:ident) => {
        held_by! {
            $engine: $module::State, $module::State::update, $module::State::holds, $module::State::is_valid, $module::State::extension;

            fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError> {
                $module::State::check_action(self, terms, action).map(|_| ())
            }

            fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
                self.relevant_truth(terms, formula)
            }

            fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Held>, Limit> {
                Ok($module::State::moved_to(self, atoms)?.map(Held::from))
            }

            fn relevant_count(&self) -> Result<UBig, Limit> {
                $module::State::relevant_count(self)
            }

            fn whole_count(&self) -> Option<UBig> {
                None
            }

            fn minimal_count(&self) -> Result<UBig, CompareError> {
                if let Some(count) = $module::State::told_apart_count(self)? {
                    return Ok(count);
                }
                Ok(bisimulation::minimal_count(&$module::State::list_worlds(self)?)?.into())
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

held_unlisted_by!(Symbolic: symbolic);
held_unlisted_by!(Deals: deals);

held_by! {
    Explicit: state::State, execution::update, pointed::holds, pointed::is_valid, extension::extension;

    fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError> {
        let arrows = self.model().arrow_agents();
        definedness::check_action(terms, action, state::State::group(self), &arrows)?;
        Ok(())
    }

    fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
        let truth = pointed::relevant_truth(self, terms, formula)?;
        Ok(self.relevant()?.ones().map(|world| truth.contains(world)).collect())
    }

    fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Held>, Limit> {
        Ok(extension::moved_to(self, atoms).map(Held::from))
    }

    fn relevant_count(&self) -> Result<UBig, Limit> {
        Ok(UBig::from(state::State::relevant_count(self)?))
    }

    fn whole_count(&self) -> Option<UBig> {
        Some(UBig::from(self.world_count()))
    }

    fn minimal_count(&self) -> Result<UBig, CompareError> {
        Ok(bisimulation::minimal_count(self)?.into())
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

held_by! {
    Definitional: definitional::State, definitional::State::update, definitional::State::holds,
    definitional::State::is_valid, definitional::State::extension;

    fn check_action(&self, terms: &Terms, action: Action) -> Result<(), UpdateError> {
        definitional::State::check_action(self, terms, action)
    }

    fn truth(&self, terms: &Terms, formula: Formula) -> Result<Vec<bool>, EvalError> {
        self.relevant_truth(terms, formula)
    }

    fn moved_to(&self, atoms: &[Atom]) -> Result<Option<Held>, Limit> {
        Ok(definitional::State::moved_to(self, atoms).map(Held::from))
    }

    fn relevant_count(&self) -> Result<UBig, Limit> {
        Ok(UBig::from(self.relevant().len()))
    }

    fn whole_count(&self) -> Option<UBig> {
        Some(UBig::from(definitional::State::world_count(self)))
    }

    fn minimal_count(&self) -> Result<UBig, CompareError> {
        Ok(definitional::State::minimal_count(self)?.into())
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

/// What every engine can do, without knowing which one it is.
impl Deref for Held {
    type Target = dyn Holds;

    fn deref(&self) -> &Self::Target {
        match &self.0 {
            Kept::Explicit(state) => state,
            Kept::Symbolic(state) => state,
            Kept::Deals(state) => state,
            Kept::Definitional(state) => state,
        }
    }
}

/// Two states that one engine holds, as they are compared where the engine has no better way.
enum Pair<'h> {
    Listed(Box<[state::State; 2]>),
    Definitional(&'h definitional::State, &'h definitional::State),
}

impl Held {
    /// Whether at most so many worlds are relevant, as far as that could be found out.
    pub fn has_at_most(&self, worlds: usize) -> Result<bool, Stopped> {
        match self.relevant_count() {
            Ok(count) => Ok(count <= UBig::from(worlds)),
            Err(Limit::Stopped) => Err(Stopped),
            Err(_) => Ok(false),
        }
    }

    /// The state of the engine that lists all worlds, if it holds this one.
    pub fn as_listed(&self) -> Option<&state::State> {
        match &self.0 {
            Kept::Explicit(state) => Some(state),
            Kept::Symbolic(_) | Kept::Deals(_) | Kept::Definitional(_) => None,
        }
    }

    /// The state as the definitions have it, if it is held so.
    pub fn as_defined(&self) -> Option<&definitional::State> {
        match &self.0 {
            Kept::Definitional(state) => Some(state),
            Kept::Explicit(_) | Kept::Symbolic(_) | Kept::Deals(_) => None,
        }
    }

    /// The state of a card game whose worlds are not listed: it says of cards what others say of worlds.
    pub fn card_game(&self) -> Option<&deals::State> {
        match &self.0 {
            Kept::Deals(state) => Some(state),
            Kept::Explicit(_) | Kept::Symbolic(_) | Kept::Definitional(_) => None,
        }
    }

    /// Why a formula has its truth value in the actual world; none if there are more than so many worlds, and the
    /// engine cannot explain it without listing them.
    pub fn explain(
        &self,
        terms: &Terms,
        formula: Formula,
        most: usize,
    ) -> Result<Option<Scene>, Unexplained> {
        let undefined = |stopped: Stopped| Unexplained::Undefined(stopped.into());
        if !self.has_at_most(MOST_LISTED_ANEW.min(most)).map_err(undefined)? {
            let unlisted = match &self.0 {
                Kept::Deals(state) => Some(state.explain(terms, formula)),
                Kept::Symbolic(state) => Some(state.explain(terms, formula)),
                Kept::Explicit(_) | Kept::Definitional(_) => None,
            };
            if let Some(scene) = unlisted {
                return scene.map(Some).map_err(Unexplained::Undefined);
            }
            if !self.has_at_most(most).map_err(undefined)? {
                return Ok(None);
            }
        }
        let listed = match &self.0 {
            // How likely worlds are is not shown.
            Kept::Definitional(_) if asks_how_likely(terms, formula) => return Ok(None),
            Kept::Definitional(state) => view::state_of(&state.view(), state.limits())
                .map_err(|limit| Unexplained::NotListed(limit.into()))?,
            Kept::Explicit(_) | Kept::Symbolic(_) | Kept::Deals(_) => {
                self.list_worlds().map_err(Unexplained::NotListed)?
            }
        };
        explain(&listed, terms, formula).map(Some).map_err(Unexplained::Undefined)
    }

    /// How large its diagrams are, if it is held in diagrams.
    pub fn nodes(&self) -> Option<Nodes> {
        match &self.0 {
            Kept::Symbolic(state) => Some(state.nodes()),
            Kept::Explicit(_) | Kept::Deals(_) | Kept::Definitional(_) => None,
        }
    }

    /// The same state with its variables in an order in which the law is smaller, if it is held in
    /// diagrams and one is found.
    pub fn reorder(&self) -> Result<Held, Limit> {
        match &self.0 {
            Kept::Symbolic(state) => state.reorder().map(Self::from),
            Kept::Explicit(_) | Kept::Deals(_) | Kept::Definitional(_) => Ok(self.clone()),
        }
    }

    /// One world for each class of bisimilar relevant worlds. Formulas with `D` or `P` may have other truth
    /// values there.
    pub fn contraction(&self) -> Result<Held, CompareError> {
        Ok(Self::from(bisimulation::contraction(&self.list_worlds()?)?))
    }

    /// Whether two states over the same vocabulary are bisimilar.
    pub fn bisimilar(&self, other: &Held) -> Result<bool, CompareError> {
        use Kept as K;
        match (&self.0, &other.0) {
            (K::Explicit(left), K::Explicit(right)) => Ok(bisimulation::bisimilar(left, right)?),
            (K::Symbolic(left), K::Symbolic(right)) => left.bisimilar(right),
            (K::Deals(left), K::Deals(right)) => left.bisimilar(right),
            (K::Definitional(left), K::Definitional(right)) => {
                definitional::bisimilar(left, right).map_err(CompareError::GaveUp)
            }
            (K::Explicit(_) | K::Symbolic(_) | K::Deals(_) | K::Definitional(_), _) => {
                Err(CompareError::DifferentEngines)
            }
        }
    }

    /// Whether two states over the same vocabulary are isomorphic.
    pub fn isomorphic(&self, other: &Held) -> Result<bool, CompareError> {
        let found = match self.beside(other)? {
            Pair::Listed(pair) => isomorphism::isomorphic(&pair[0], &pair[1]),
            Pair::Definitional(left, right) => definitional::isomorphic(left, right),
        };
        found.map_err(CompareError::GaveUp)
    }

    /// Whether two states of the same agents are agent-similar: alike up to renaming agents. If so,
    /// who stands for whom among those who have access.
    pub fn similar(&self, other: &Held) -> Result<Option<Vec<(Agent, Agent)>>, CompareError> {
        let found = match self.beside(other)? {
            Pair::Listed(pair) => similarity::similar(&pair[0], &pair[1]),
            Pair::Definitional(left, right) => definitional::similar(left, right),
        };
        found.map_err(CompareError::GaveUp)
    }

    fn beside<'h>(&'h self, other: &'h Held) -> Result<Pair<'h>, CompareError> {
        match (self.as_defined(), other.as_defined()) {
            (Some(left), Some(right)) => Ok(Pair::Definitional(left, right)),
            (None, None) if self.engine() == other.engine() => {
                Ok(Pair::Listed(Box::new([self.list_worlds()?, other.list_worlds()?])))
            }
            (Some(_) | None, _) => Err(CompareError::DifferentEngines),
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
