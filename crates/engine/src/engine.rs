//! One interface to all engines. The same state can be held in several ways, and
//! the answer never depends on which.

use crate::building::BuildError;
use crate::explicit::initial;
use crate::held::Held;
use crate::limits::{Limit, Limits};
use crate::order::Order;
use crate::{deals, definitional, symbolic};
use hexa_logic::{Setup, Terms, Vocabulary};

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
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }

    /// Whether it was built into this program. One that was not refuses to build states.
    pub fn is_included(self) -> bool {
        match self {
            Self::Symbolic => cfg!(feature = "diagrams"),
            Self::Explicit | Self::Deals | Self::Definitional => true,
        }
    }

    /// The engine that lists the worlds of states of any kind.
    pub fn listing() -> Self {
        Self::Explicit
    }

    /// Whether it lists worlds, one by one. The others list them only for what cannot be found otherwise.
    pub fn lists_worlds(self) -> bool {
        match self {
            Self::Explicit | Self::Definitional => true,
            Self::Symbolic | Self::Deals => false,
        }
    }

    /// Whether it is for small states only.
    pub fn is_for_small_states(self) -> bool {
        match self {
            Self::Definitional => true,
            Self::Explicit | Self::Symbolic | Self::Deals => false,
        }
    }

    /// Whether it holds states of any kind.
    pub fn is_general(self) -> bool {
        Self::GENERAL.contains(&self)
    }

    /// Whether this limit was hit while worlds were listed by an engine that otherwise does not list them.
    pub fn is_limit_of_listing(self, limit: &Limit) -> bool {
        match limit {
            Limit::Memory { .. } | Limit::Numbering | Limit::Worlds(_) => !self.lists_worlds(),
            Limit::Work(_)
            | Limit::Depth(_)
            | Limit::Possibilities(_)
            | Limit::Events(_)
            | Limit::Nodes(_)
            | Limit::Shows(_)
            | Limit::Stopped => false,
        }
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
            Self::Explicit => initial::build(setup, vocabulary, terms, limits).map(Held::from),
            Self::Symbolic => {
                symbolic::build(setup, vocabulary, terms, limits, order).map(Held::from)
            }
            Self::Deals => deals::build(setup, vocabulary, terms, limits).map(Held::from),
            Self::Definitional => {
                definitional::build(setup, vocabulary, terms, limits).map(Held::from)
            }
        }
    }
}
