//! Truth and change in states of knowledge. An [`Engine`] builds a [`Setup`] into a
//! state it can hold ([`Held`]), says what is true there, and executes actions.
//!
//! The explicit engine ([`State`], [`truth()`], [`update`]) keeps one column of bits per
//! atom and one class array per agent. The [`definitional`] engine transcribes the
//! definitions and is what the other is tested against. Nothing here reads files or
//! prints. The size of models and searches that may not end soon are limited: see
//! [`Limits`].
//!
//! [`Setup`]: hexa_logic::Setup

mod action_bisimulation;
mod announcement;
mod bisimulation;
mod bits;
mod change;
mod choice;
mod countermodel;
mod counting;
pub mod deals;
mod definedness;
pub mod definitional;
mod description;
mod diagram;
mod distinguishing;
mod engine;
mod execution;
mod explanation;
mod extension;
mod game_action;
#[cfg(feature = "generate")]
pub mod generate;
mod initial;
mod interpretation;
mod isomorphism;
mod iteration;
mod knowledge;
mod learning;
mod limits;
mod matching;
mod memory;
mod modality;
mod model;
mod places;
mod probability;
mod propositional;
mod refinement;
mod relation;
mod relevant;
mod renaming;
mod sifting;
mod similarity;
mod state;
pub mod symbolic;
pub mod translation;
mod truth;
mod valuations;
mod view;
mod weights;

pub use action_bisimulation::{action_bisimilar, action_contraction};
pub use bisimulation::{bisimilar, contraction, minimal_count};
pub use bits::Bits;
pub use change::{
    AccessChange, CellChange, Change, Content, Extent, Fact, FactChange, Knower, LeftOut, Observed,
    Proof, change,
};
pub use choice::{Choice, Ground, Task, WhyNot, WorldByWorld};
pub use countermodel::{Bounds, Entailment, NotStatic, Searched, TooMuch, countermodel};
pub use dashu_int::UBig;
pub use definedness::{
    Construct, Lack, Meaningless, Term, Undefined, Unsupported, check_action, check_formula,
};
pub use description::{Among, Description, Sight, describe};
pub use distinguishing::{Distinction, Length, Patience, distinguish, symbols};
pub use engine::{CompareError, Engine, Held};
pub use execution::{Outcomes, UpdateError, update};
pub use explanation::{Because, Explanation, PathStep, Scene, Whose, explain};
pub use extension::Extension;
pub use game_action::{
    Flaw, Flawed, GameAction, NoGameAction, Unanswerable, Understood, Unfit, game_action,
};
pub use initial::{BuildError, Counted, Misfit, assemble, build, first_state, state_size};
pub use isomorphism::isomorphic;
pub use learning::{
    Described, Hierarchy, Learning, Part, Undescribed, describe_game_action, hierarchy, learning,
};
pub use limits::{Limit, Limits, MOST_STEPS_BETWEEN_LOOKS, model_bytes};
pub use model::Model;
pub use propositional::NotPropositional;
pub use relation::{Arrows, Cells, Relation};
pub use relevant::NoCells;
pub use renaming::translated;
pub use similarity::similar;
pub use state::State;
pub use symbolic::{Nodes, Order};

pub use truth::{EvalError, holds, is_valid, truth};
pub use view::{AccessView, View, WorldView, view};
