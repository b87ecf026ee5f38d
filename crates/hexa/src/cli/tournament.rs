//! What can be asked of `hexa tournament` and `hexa experiment`: the game, who plays, how often, and where results go.

use clap::Args;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// Arguments of `hexa tournament`.
#[derive(Args, Debug)]
pub struct TournamentArgs {
    /// The game: a file, or a name with settings such as `kuhn(cards=3)`
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The strategies, between commas: names, or .strategy files; one may be named several times
    #[arg(long, value_name = "A,B,...")]
    pub players: String,
    /// How many games are played, in whole rounds: every deal by all line-ups
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub games: u64,
    /// Everybody sits in the same seat in all games, in the order of --players
    #[arg(long)]
    pub fixed_seats: bool,
    /// Where random numbers start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The folder for results; what is there already of the same tournament is gone on with
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Only go on with results that are there
    #[arg(long)]
    pub resume: bool,
    /// Games of more steps are left
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub max_steps: u64,
    /// Measure what players consider possible over time, in the first N games
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub knowledge: u64,
    /// How many threads play; this changes nothing in the results [default: as many as the machine has cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Tell how far it is, also where that goes to a file
    #[arg(long)]
    pub progress: bool,
}

/// Arguments of `hexa experiment`.
#[derive(Args, Debug)]
pub struct ExperimentArgs {
    /// What is tried: `agents`, the agents of the Cluedo agents project
    #[arg(value_name = "NAME", value_parser = ["agents"])]
    pub name: String,
    /// The folder for results, in which each tournament has its own; what is there already is gone on with
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// A few games of each tournament, in seconds
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// Everything, in hours
    #[arg(long)]
    pub full: bool,
    /// At most so many games of each tournament, in whole rounds
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroU64>,
    /// Where random numbers start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many threads play [default: as many as the machine has cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}
