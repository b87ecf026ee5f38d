//! What can be asked of `hexa egdl`: the file, what to check, and what agents remember.

use super::MomentFileArgs;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `hexa egdl`.
#[derive(Args, Debug)]
pub struct EgdlArgs {
    /// A game described in EGDL; - is standard input
    pub file: PathBuf,
    /// A formula that should hold on all paths; may be given several times
    #[arg(long, value_name = "FORMULA")]
    pub check: Vec<String>,
    /// Instead of building the model, print the closures of a formula that the completeness proof is about; may be
    /// given several times
    #[arg(long, value_name = "FORMULA", conflicts_with_all = ["check", "recall", "depth", "from", "along", "max_states"])]
    pub closure: Vec<String>,
    /// What agents remember: nothing but what they see now; also what they are about to do; or all that they have seen and done
    #[arg(long, value_enum, value_name = "RECALL", default_value_t = Recalling::None)]
    pub recall: Recalling,
    /// With --recall perfect: how many moves a play may have
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub depth: usize,
    /// Check on all paths from the state that these moves lead to, instead of everywhere: 'a^x_{1,1}; a^o_{2,2}'
    #[arg(long, value_name = "MOVES")]
    pub from: Option<String>,
    /// Check on the paths that go on with these moves
    #[arg(long, value_name = "MOVES")]
    pub along: Option<String>,
    /// The most states
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub max_states: usize,
    #[command(flatten)]
    pub moment: MomentFileArgs,
}

/// What agents remember.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Recalling {
    /// Nothing: they know what they see now
    None,
    /// Nothing, but they know what they are about to do
    OwnAction,
    /// All that they have seen and done
    Perfect,
}
