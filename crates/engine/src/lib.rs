//! Truth and change in states of knowledge. An [`Engine`] builds a [`Setup`] into a
//! state it can hold ([`Held`]), says what is true there, and executes actions.
//!
//! The explicit engine ([`State`], [`truth()`], [`update`]) keeps one column of bits per
//! atom and one class array per agent. The [`definitional`] engine transcribes the
//! definitions and is what the other is tested against. Nothing here reads files or
//! prints. The size of models and searches that may not end soon are limited: see
//! [`Limits`].
//!
//! Two parts can be left out, and whoever asks for them is told so: decision diagrams with the symbolic engine
//! (feature `diagrams`), and the search for countermodels (feature `sat`).
//!
//! [`Setup`]: hexa_logic::Setup

// A new case must be thought about wherever cases are told apart; where all others are alike, the function says so.
#![deny(clippy::wildcard_enum_match_arm)]

mod announcement;
mod building;
mod choice;
mod compare;
mod comparison;
mod countermodel;
pub mod deals;
mod definedness;
pub mod definitional;
mod engine;
mod evaluation;
mod explain;
mod explicit;
mod extension;
#[cfg(feature = "generate")]
pub mod generate;
mod held;
mod limits;
mod memory;
mod order;
mod outcomes;
mod propositional;
#[cfg(feature = "diagrams")]
pub mod symbolic;
pub mod translation;
mod view;
mod way_out;
#[cfg(not(feature = "diagrams"))]
mod without_diagrams;

#[cfg(feature = "diagrams")]
use symbolic::diagram;
#[cfg(not(feature = "diagrams"))]
use without_diagrams as symbolic;

pub use building::{BuildError, Counted, Misfit, WhyNot, WorldByWorld, state_size};
pub use choice::{Choice, Ground, Task, WorldsCounted};
pub use compare::action_bisimulation::{action_bisimilar, action_contraction};
pub use compare::bisimulation::{bisimilar, contraction, minimal_count};
pub use compare::distinguishing::{Distinction, Length, Patience, distinguish, symbols};
pub use compare::isomorphism::isomorphic;
pub use compare::renaming::rename_state;
pub use compare::similarity::similar;
pub use comparison::CompareError;
pub use countermodel::{Bounds, Entailment, NotStatic, Searched, TooMuch, countermodel};
pub use dashu_int::UBig;
pub use definedness::{
    Construct, Lack, Meaningless, NoCells, Term, Undefined, Unsupported, check_action,
    check_formula,
};
pub use engine::Engine;
pub use evaluation::{EvalError, Unanswerable};
pub use explain::change::{
    AccessChange, CellChange, Change, Content, Extent, Fact, FactChange, Knower, LeftOut, Observed,
    Proof, change,
};
pub use explain::description::{Among, Description, Sight, describe};
pub use explain::explanation::{Because, Explanation, PathStep, Scene, Whose, explain};
pub use explain::revision::{NotRevised, Revised, revise};
pub use explain::theory_models::{
    OtherModels, RevisedTheory, TheoryBounds, TheoryModels, models_of, revise_formula,
};
pub use explicit::bits::Bits;
pub use explicit::execution::update;
pub use explicit::initial::{assemble, build, first_state};
pub use explicit::model::Model;
pub use explicit::pointed::{holds, is_valid};
pub use explicit::relation::{Arrows, Cells, Relation};
pub use explicit::state::State;
pub use explicit::truth::truth;
pub use explicit::view::view;
pub use extension::Extension;
pub use held::{Held, Holds, Unexplained};
pub use limits::{Limit, Limits, MOST_STEPS_BETWEEN_LOOKS, model_bytes};
pub use order::{Nodes, Order};
pub use outcomes::{Outcomes, UpdateError};
pub use propositional::NotPropositional;
#[cfg(feature = "diagrams")]
pub use symbolic::diagram::{Diagram, Diagrams, Variable};
pub use translation::game_action::{
    Flaw, Flawed, GameAction, NoGameAction, Understood, Unfit, game_action,
};
pub use translation::learning::{
    Described, Hierarchy, Learning, Part, Undescribed, describe_game_action, hierarchy, learning,
};
pub use view::{AccessView, View, WorldView};
pub use way_out::WayOut;
