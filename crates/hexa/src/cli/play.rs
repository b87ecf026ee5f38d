//! Arguments of `hexa play` and `hexa replay`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use hexa_workbench::table::NotesLevel;
use std::path::PathBuf;

/// Arguments of `hexa play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// A file (.gdl, .kif, .egdl, .efg, .board) or a name such as 'kuhn(cards=3)'; without it, games are listed
    #[arg(value_name = "GAME", conflicts_with_all = ["resume", "hands"])]
    pub game: Option<String>,
    /// A player that a person plays, or all; may be given several times [default: the first player]
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    pub seat: Vec<String>,
    /// The others: one strategy for all, or one for each; easy, medium, hard, names or .strategy files [default: random]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', conflicts_with = "resume")]
    pub against: Vec<String>,
    /// Where drawing at random starts [default: the clock says, and it is told]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// Keep the play in this file, which must not be there yet
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub log: Option<PathBuf>,
    /// Go on with the play in this file
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// What is noted down for persons at every turn
    #[arg(long, value_name = "LEVEL", default_value = "none", value_parser = PossibleValuesParser::new(NotesLevel::ALL.map(NotesLevel::word)))]
    pub notes: String,
    /// Show what strategies keep in mind whenever it changes, such as the models of agents in Cluedo
    #[arg(long)]
    pub minds: bool,
    /// The same as drawings, in this folder
    #[arg(long, value_name = "DIR")]
    pub minds_to: Option<PathBuf>,
    /// List the strategies
    #[arg(long)]
    pub strategies: bool,
    /// Short for 'knowledge(hands=...)'
    #[arg(long, value_name = "N,N,...", conflicts_with = "resume")]
    pub hands: Option<String>,
    /// With --hands: how many cards lie on the table
    #[arg(long, value_name = "N", requires = "hands")]
    pub table: Option<String>,
    /// With --hands: for one of how many cards players ask
    #[arg(long, value_name = "SIZES", requires = "hands")]
    pub ask: Option<String>,
    /// How many columns there are; those of the terminal, if this is not said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(40..))]
    pub width: Option<u16>,
}

impl PlayArgs {
    /// The game as it is named, also where it is given by options.
    pub fn game_text(&self) -> Option<String> {
        let hands = self.hands.as_ref().map(|hands| {
            let rest = [("table", &self.table), ("ask", &self.ask)];
            let rest = rest.iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
            let rest: String = rest.map(|(key, value)| format!("; {key}={value}")).collect();
            format!("knowledge(hands={hands}{rest})")
        });
        hands.or_else(|| self.game.clone())
    }
}

/// Arguments of `hexa replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The log of a play
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// The player whose eyes it is seen with, or all [default: the only person, or all]
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    /// Draw the board as it stands at the end of the log into this SVG file
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// How many columns there are
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(40..))]
    pub width: Option<u16>,
}
