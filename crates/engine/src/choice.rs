//! Which engine runs a scenario. Told from the scenario as a whole, before anything is built:
//!
//! - the explicit engine, if the states that are described have at most 2^14 worlds, counted before
//!   a law takes some away, or are written out;
//! - the explicit engine too, if it can hold them, finds them soon, and something is to be done that
//!   the symbolic engine does world by world: probabilities, iteration, concurrent actions, updates
//!   inside of updates;
//! - the explicit engine too, if worlds that cannot be reached are to be counted;
//! - the deals engine, if it can hold everything: a deal of cards with moves of card games;
//! - the symbolic engine otherwise, or the explicit one if the symbolic engine was left out of the program.
//!
//! A limit on the number of worlds is one on worlds that are listed. Who sets it wants larger states
//! refused, which the explicit engine does.

use crate::announcement;
use crate::building::{BuildError, WhyNot, WorldByWorld, state_size};
use crate::deals;
use crate::definedness::{self, Unsupported};
use crate::definitional;
use crate::engine::Engine;
use crate::explicit::initial;
use crate::limits::Limits;
use crate::symbolic;
use dashu_int::UBig;
use hexa_logic::{Action, ActionNode, Formula, FormulaNode, Setup, Terms, Vocabulary};
use std::collections::BTreeSet;
use std::fmt;

/// So many worlds are listed without much thought: 2 to the power of this. From about there on diagrams
/// are sooner, as `benches/crossover.rs` measures.
const FEW: usize = 14;

/// So many valuations are tried for worlds that obey a law: 2 to the power of this.
const SEARCHED: usize = 26;

/// What a scenario asks of an engine.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The initial state, and others that are described.
    pub setups: Vec<&'a Setup>,
    /// The formulas to be evaluated.
    pub formulas: Vec<Formula>,
    /// The actions to be executed.
    pub actions: Vec<Action>,
    /// Which worlds are counted.
    pub counted: WorldsCounted,
    /// The names.
    pub vocabulary: &'a Vocabulary,
    /// The store of formulas and actions.
    pub terms: &'a Terms,
    /// What may be used.
    pub limits: Limits,
}

/// Which worlds of its states a scenario counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WorldsCounted {
    /// Those that can be reached from the actual one.
    #[default]
    Relevant,
    /// The others too.
    Whole,
}

/// An engine, and why this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The engine.
    pub engine: Engine,
    /// Why.
    pub ground: Ground,
}

/// Why an engine was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// There are few worlds.
    FewWorlds,
    /// There are, or may be, many worlds.
    ManyWorlds,
    /// There are, or may be, many deals of cards.
    CardGame,
    /// There are more worlds than may be listed, and they should be refused.
    OverLimit,
    /// This is done world by world.
    Listing(WorldByWorld),
    /// Worlds that cannot be reached are counted, and must be kept.
    WholeModel,
    /// There are, or may be, many worlds, and the engine for them was not built into this program.
    OthersLeftOut,
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FewWorlds => write!(f, "few worlds"),
            Self::ManyWorlds => write!(f, "for more than {} worlds, before any law", 1 << FEW),
            Self::CardGame => write!(f, "a card game with more than {} deals", 1 << FEW),
            Self::OverLimit => write!(f, "more worlds than allowed"),
            Self::Listing(what) => write!(f, "{what}, found out world by world"),
            Self::WholeModel => write!(f, "worlds that cannot be reached are counted"),
            Self::OthersLeftOut => write!(f, "this program was built without the symbolic engine"),
        }
    }
}

impl Engine {
    /// The engine that suits a scenario.
    pub fn choose(task: &Task<'_>) -> Choice {
        let (engine, ground) = match task.world_by_world() {
            _ if task.setups.iter().all(|setup| is_small(setup)) => {
                (Engine::Explicit, Ground::FewWorlds)
            }
            _ if task.counted == WorldsCounted::Whole => (Engine::Explicit, Ground::WholeModel),
            _ if task.is_over_limit() => (Engine::Explicit, Ground::OverLimit),
            _ if task.deals().is_ok() => (Engine::Deals, Ground::CardGame),
            Some(what) if task.admit(&task.limits).is_ok() && task.is_listed_soon() => {
                (Engine::Explicit, Ground::Listing(what))
            }
            _ if !Engine::Symbolic.is_included() => (Engine::Explicit, Ground::OthersLeftOut),
            _ => (Engine::Symbolic, Ground::ManyWorlds),
        };
        Choice { engine, ground }
    }

    /// Whether its states keep worlds that cannot be reached from the actual one.
    fn keeps_whole_models(self) -> bool {
        match self {
            Self::Explicit | Self::Definitional => true,
            Self::Symbolic | Self::Deals => false,
        }
    }

    /// Whether it can run a scenario, as far as can be told without building anything.
    pub fn can_hold(self, task: &Task<'_>) -> Result<(), WhyNot> {
        if task.counted == WorldsCounted::Whole && !self.keeps_whole_models() {
            return Err(WhyNot::Unreachable);
        }
        match self {
            Self::Explicit => task.admit(&task.limits).map_err(WhyNot::Initial)?,
            Self::Definitional => {
                let most = definitional::MAX_WORLDS;
                let most = task.limits.max_worlds.map_or(most, |limit| limit.min(most));
                let limits = Limits { max_worlds: Some(most), ..task.limits.clone() };
                task.admit(&limits).map_err(WhyNot::Initial)?;
            }
            Self::Deals => task.deals()?,
            Self::Symbolic => {
                if !self.is_included() {
                    return Err(WhyNot::Initial(BuildError::NoDiagrams));
                }
                if task.setups.iter().any(|setup| matches!(setup, Setup::Weighed(_))) {
                    return Err(WhyNot::Initial(BuildError::Weighed));
                }
                if let Some(action) = task.loses_likelihood() {
                    return Err(WhyNot::Likelihood(action));
                }
                if let Some(what) = task.world_by_world() {
                    task.admit(&task.limits).map_err(|error| WhyNot::Listing(what, error))?;
                }
            }
        }
        let unsupported = first_unsupported(task.terms, &task.actions);
        unsupported.map_or(Ok(()), |what| Err(WhyNot::Action(what)))
    }
}

impl Task<'_> {
    /// Whether all states could be listed, before building them.
    fn admit(&self, limits: &Limits) -> Result<(), BuildError> {
        let mut setups = self.setups.iter();
        setups.try_for_each(|setup| initial::admit(setup, self.vocabulary, self.terms, limits))
    }

    /// Whether the explicit engine finds the worlds soon. A law may leave few of very many valuations,
    /// which are tried one after the other; the symbolic engine finds them all at once, but not how
    /// likely they are after all actions.
    fn is_listed_soon(&self) -> bool {
        let long = |setup: &&Setup| match setup {
            Setup::Structure(structure) => {
                structure.law != Terms::TRUE && structure.atoms.len() > SEARCHED
            }
            Setup::Deal(_) | Setup::Hypercube(_) | Setup::Model(_) | Setup::Weighed(_) => false,
        };
        !self.setups.iter().any(long) || self.loses_likelihood().is_some()
    }

    /// Whether the deals engine can run it.
    fn deals(&self) -> Result<(), WhyNot> {
        for setup in &self.setups {
            let admitted = deals::admit(setup, self.vocabulary);
            admitted.map_err(|why| WhyNot::Initial(BuildError::NoDeal(why)))?;
        }
        let found = self.terms.occurring(&self.formulas, &self.actions);
        let inside = found.formulas.iter().filter_map(|&f| {
            let FormulaNode::After(_, action, _) = *self.terms.node(f) else { return None };
            Some(action)
        });
        let actions: Vec<Action> = self.actions.iter().copied().chain(inside).collect();
        let mut setups = self.setups.iter();
        setups.try_for_each(|setup| {
            deals::admit_actions(self.terms, &actions, setup, self.vocabulary)
        })
    }

    fn is_over_limit(&self) -> bool {
        let Some(most) = self.limits.max_worlds else { return false };
        self.setups.iter().any(|setup| state_size(setup) > UBig::from(most))
    }

    /// An action after which the symbolic engine does not know how likely worlds are, if that is
    /// asked for.
    fn loses_likelihood(&self) -> Option<Action> {
        let terms = self.terms;
        let found = terms.occurring(&self.formulas, &self.actions);
        let mut formulas = found.formulas.iter();
        let asked = formulas.any(|&f| matches!(terms.node(f), FormulaNode::Probability(..)));
        let mut actions = found.actions.iter().copied().filter(|_| asked);
        actions.find(|&action| !announcement::is_one(terms, action))
    }

    /// What is to be done that the symbolic engine does world by world.
    fn world_by_world(&self) -> Option<WorldByWorld> {
        let terms = self.terms;
        let found = terms.occurring(&self.formulas, &self.actions);
        let has = |wanted: fn(&ActionNode) -> bool| {
            found.actions.iter().any(|&action| wanted(terms.action_node(action)))
        };
        let mut formulas = found.formulas.iter();
        if formulas.any(|&f| matches!(terms.node(f), FormulaNode::Probability(..))) {
            return Some(WorldByWorld::Probability);
        }
        if has(|node| matches!(node, ActionNode::Star(_))) {
            return Some(WorldByWorld::Iteration);
        }
        if has(|node| matches!(node, ActionNode::Concurrent(_))) {
            return Some(WorldByWorld::Concurrency);
        }
        let mut programs = found.actions.iter().filter(|&&action| terms.has_update(action));
        let distributed = |&f: &Formula| matches!(terms.node(f), FormulaNode::Distributed(..));
        let listed = programs.any(|&action| {
            !symbolic::is_held(terms, action) || found.formulas.iter().any(distributed)
        });
        listed.then_some(WorldByWorld::Update)
    }
}

/// Whether a state has few worlds, or all of them stand in the text.
fn is_small(setup: &Setup) -> bool {
    setup.model().is_some() || state_size(setup) <= UBig::ONE << FEW
}

/// The first part of a program with `U` that has no meaning in such a program.
fn first_unsupported(terms: &Terms, actions: &[Action]) -> Option<Unsupported> {
    let programs = actions.iter().rev().copied().filter(|&action| terms.has_update(action));
    let mut waiting: Vec<Action> = programs.collect();
    let mut seen = BTreeSet::new();
    while let Some(action) = waiting.pop() {
        if !seen.insert(action) {
            continue;
        }
        use ActionNode as A;
        let node = terms.action_node(action);
        if !matches!(node, A::Test(_) | A::Update(..) | A::Sequence(_) | A::Choice(..)) {
            return Some(definedness::beside_update(action));
        }
        waiting.extend(node.parts().iter().rev());
    }
    None
}
