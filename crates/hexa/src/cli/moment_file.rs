//! How one moment of a game that is given by rules is written as a model.

use clap::{Args, ValueEnum};

/// What `--to` needs.
#[derive(Args, Debug)]
pub struct MomentFileArgs {
    /// Write what is possible at one moment as a model, in this format, instead of checking anything
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "check")]
    pub to: Option<ModelFormat>,
    /// With --to: the most worlds
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_worlds: usize,
}

/// A format of models.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ModelFormat {
    /// The language of Hexa: `hexa describe`, `compare`, `why`, `draw` and `run` read it
    Hexa,
    /// The text format of SMCDEL
    Smcdel,
    /// Graphviz
    Dot,
}
