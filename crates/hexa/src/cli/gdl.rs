//! What can be asked of `hexa gdl`.

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
    /// The most rules without variables in a network
    #[arg(long, value_name = "N", default_value_t = 3_000_000)]
    pub max_rules: usize,
    /// Say how long it took
    #[arg(long)]
    pub stats: bool,
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
