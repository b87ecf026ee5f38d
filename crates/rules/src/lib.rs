//! Games that are given by rules: descriptions in EGDL (*On axiomatization of epistemic GDL*) and in GDL, GDL-II and
//! GDL-III, the models that they define, and what holds there. Nothing here reads files or prints, and nothing looks
//! at a clock.

mod checking;
mod condition;
mod definition;
pub mod definitional;
pub mod egdl;
pub mod frame;
pub mod gdl;
mod initial;
mod model;
mod packed;
mod unfolding;
mod uniqueness;
mod witness;

pub use checking::{Checker, GaveUp, Recall};
pub use model::{ModelLimits, NoModel, PositionFlaw, ReachedPosition, TransitionModel};
pub use unfolding::{TooManyHistories, Unfolding};
pub use uniqueness::{Uniqueness, uniqueness};
pub use witness::{PathWitness, Unseen};
