//! Experiments: lists of tournaments, each with a question, and what they say together. The one there is plays the agents of the
//! Cluedo agents project again, with enough games to mean something (Agents page; the site's results and conclusion), and strong
//! players beside them. Whoever has folders and threads plays the tournaments ([`ExperimentSetup::tournaments`]); so an experiment can be
//! interrupted wherever they can.

mod comparison;
mod findings;
mod folder;
mod html;
mod markdown;
mod plan;
mod plots;
mod report;
mod table;

pub use comparison::Comparison;
pub use findings::{
    Conclusion, ConclusionKind, ExperimentSummary, FoundTournament, Standing, StrategyGroup,
};
pub use folder::{ExperimentSetup, OtherExperiment};
pub use html::experiment_html;
pub use markdown::experiment_markdown;
pub use plan::{
    ComparedStrategies, ExperimentPart, ExperimentSize, PROJECT_RESULTS, PlannedTournament,
    ProjectResult, planned_tournaments,
};
pub use report::{PartInShort, parts_in_short};
pub use table::{comparison_table, experiment_table};
