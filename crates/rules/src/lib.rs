//! Games that are given by rules: descriptions in EGDL (*On axiomatization of epistemic GDL*) and in GDL, GDL-II and
//! GDL-III, the models that they define, and what holds there; and trees in Gambit's files. Nothing here reads files or
//! prints, and nothing looks at a clock.

#![deny(clippy::wildcard_enum_match_arm)]

mod asked;
mod checking;
pub mod definitional;
pub mod efg;
pub mod egdl;
pub mod frame;
pub mod gdl;
#[cfg(feature = "serde")]
mod json;
mod packed;
mod pointed;
mod unfolding;
mod witness;
pub mod words;
mod work;

pub use asked::AskedFormula;
pub use checking::{Checker, GaveUp, Recall};
pub use pointed::{NameInGame, PointedModel};
pub use unfolding::{NoUnfolding, Unfolding};
pub use witness::{PathWitness, Unseen};
pub use work::{BATCH, MOST_AFTER};
