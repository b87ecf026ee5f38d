//! What can be asked of `hexa gdl`.

use super::MomentFileArgs;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `hexa gdl`.
#[derive(Args, Debug)]
pub struct GdlArgs {
    /// The game; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Check a formula in all histories; may be given several times
    #[arg(long, value_name = "FORMULA")]
    pub check: Vec<String>,
    /// What players remember
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = GdlRecall::Perfect)]
    pub recall: GdlRecall,
    /// Check only histories of at most so many steps [default: all]
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Make so many random plays
    #[arg(long, value_name = "N")]
    pub playouts: Option<u64>,
    /// The seed of random plays: the same seed gives the same plays
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Leave a random play after so many steps
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_steps: u64,
    /// How rules are applied
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = GdlEngine::Auto)]
    pub engine: GdlEngine,
    /// The most states, or histories
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_states: usize,
    /// The most rules without variables, or answers to questions about them
    #[arg(long, value_name = "N", default_value_t = 3_000_000)]
    pub max_rules: usize,
    /// Begin after these moves of all roles, or with --to write the histories of that length: '(hide 3) noop; noop (guess 5)'
    #[arg(long, value_name = "MOVES", conflicts_with = "length")]
    pub after: Option<String>,
    /// Show the moves of random plays; of one if nothing else is said
    #[arg(long)]
    pub trace: bool,
    /// Say how much CPU time plays took
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    pub moment: MomentFileArgs,
    /// With --to: histories of so many steps, of which the first one is the actual one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub length: usize,
}

/// How rules are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GdlEngine {
    /// By a network, if it is not too large
    Auto,
    /// By a network of gates, compiled before play
    Network,
    /// One by one, in every state
    Interpreter,
}

/// What players remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GdlRecall {
    /// All their moves and all they have seen
    Perfect,
    /// What they have seen in the last step
    State,
}
