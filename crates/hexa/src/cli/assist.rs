//! Arguments of `hexa assist`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The games that it knows.
#[derive(Subcommand, Debug)]
pub enum AssistGame {
    /// Cluedo (Clue): where the cards can be, what is in the envelope, and why
    #[command(after_help = "\
Examples:
  hexa assist cluedo                          go on with cluedo.game, or set up a new game
  hexa assist cluedo friday.game              the same with another file
  hexa assist cluedo friday.game --setup us   a new game; what the file `us` does not say is asked
  hexa assist cluedo friday.game --replay     tell the game step by step
  echo grid | hexa assist cluedo --json       one JSON object for each line, for programs

Type `help` in it. Every line is saved before it is answered, so that you can stop at any time.

Exit status: 0 all is well; 2 the file cannot be used, or a line from a pipe was refused.")]
    Cluedo(AssistArgs),
}

/// Arguments of `hexa assist cluedo`.
#[derive(Args, Debug)]
pub struct AssistArgs {
    /// The file of the game
    #[arg(value_name = "FILE", default_value = "cluedo.game")]
    pub file: PathBuf,
    /// Only begin a game; refuse if the file is there already
    #[arg(long, conflicts_with = "replay")]
    pub new: bool,
    /// Take the set-up of a new game from this file; only what it does not say is asked
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub setup: Option<PathBuf>,
    /// Tell the game step by step, and change nothing
    #[arg(long)]
    pub replay: bool,
    /// Where drawing at random starts when suspicions are ranked
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many columns there are; those of the terminal, if this is not said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(40..))]
    pub width: Option<u16>,
    /// Tell how much suspicions and cards tell, in bits
    #[arg(long)]
    pub detail: bool,
}
