//! Situations of Pit, derived: which states of knowledge there are up to other names, and the game that comes back to them
//! (*Logic and game theory of Pit*, sections 4 and 5).

mod actions;
mod canonical;
mod census;
mod courses;
mod derivation;
mod known_by_depth;
mod known_by_models;
mod limits;
mod meaning;
mod renaming;
mod rounds;
mod state;
mod states;
mod table;
mod tree;
mod words;

pub use actions::PitLanguage;
pub use census::{PitCensus, count_situations, count_to_depth};
pub use derivation::{
    DealtCorners, DerivationRequest, Derived, KnowledgeDepth, NoDerivation, PitChoice,
    PitSituation, derive,
};
pub use limits::{PitCut, PitLimits};
pub use meaning::{KnownCount, OfferMeaning};
pub use renaming::Exchanged;
pub use rounds::Round;
pub use state::{PitState, RoundResult};
pub use states::ChoiceNames;
pub use table::{DealTable, SuitCounts, Swap};
pub use tree::{FirstTraders, PitAction, PitEdge, PitNode, PitStage, PitTree, grow_tree};
pub use words::write_hands;
