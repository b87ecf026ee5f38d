//! What can be asked of `hexa gossip`, `hexa questions`, `hexa sizes`, `hexa value`, `hexa pit` and `hexa dice`.

use super::search::GameArgs;
use clap::Args;
use hexa_games::exact::{Exact, RBig};
use std::path::PathBuf;

/// Arguments of `hexa gossip`.
#[derive(Args, Debug)]
pub struct GossipArgs {
    /// How many persons there are, from 2 to 7
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub agents: usize,
    /// Calls to follow, such as 12,34,13,24 [default: a sequence of as few as can be]
    #[arg(long, value_name = "CALLS", value_delimiter = ',', value_parser = call)]
    pub calls: Vec<(usize, usize)>,
}

/// Arguments of `hexa questions`.
#[derive(Args, Debug)]
pub struct QuestionsArgs {
    /// How many cards each player gets; player 1 asks
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', required_unless_present = "cluedo")]
    pub hands: Vec<usize>,
    #[command(flatten)]
    pub game: GameArgs,
    /// Cluedo at its full size: one suspect, one weapon, one room, all players in turn
    #[arg(long, conflicts_with_all = ["hands", "table", "ask", "win", "own"])]
    pub cluedo: bool,
    /// With --cluedo: how many players there are
    #[arg(long, value_name = "N", default_value_t = 6, requires = "cluedo")]
    pub players: usize,
    /// With --cluedo: how many suspects, weapons and rooms there are
    #[arg(
        long,
        value_name = "S,W,R",
        value_delimiter = ',',
        default_value = "6,6,9",
        requires = "cluedo"
    )]
    pub kinds: Vec<usize>,
    /// With --cluedo: how many suspects, weapons and rooms you hold [default: evenly]
    #[arg(long, value_name = "S,W,R", value_delimiter = ',', requires = "cluedo")]
    pub hold: Vec<usize>,
}

/// Arguments of `hexa sizes`.
#[derive(Args, Debug)]
pub struct SizesArgs {
    /// How many cards each player gets; the last one asks the first
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', required_unless_present = "kinds")]
    pub hands: Vec<usize>,
    /// How many cards lie on the table
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub table: usize,
    /// Instead: the models of the Cluedo agents, with so many suspects, weapons and rooms
    #[arg(long, value_name = "S,W,R", value_delimiter = ',', conflicts_with_all = ["hands", "table", "ask", "shown"])]
    pub kinds: Vec<usize>,
    /// With --kinds: how many players there are
    #[arg(long, value_name = "N", default_value_t = 6, requires = "kinds")]
    pub players: usize,
    /// With --kinds: how many suspects, weapons and rooms player 1 holds [default: evenly]
    #[arg(long, value_name = "S,W,R", value_delimiter = ',', requires = "kinds")]
    pub hold: Vec<usize>,
    /// For how many cards is asked
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub ask: usize,
    /// How many times a card is shown
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub shown: usize,
}

/// Arguments of `hexa value`.
#[derive(Args, Debug)]
pub struct ValueArgs {
    /// How many cards each of two players gets; player 1 begins
    #[arg(long, value_name = "N,N", value_delimiter = ',', required = true)]
    pub hands: Vec<u32>,
    /// How many cards lie on the table, which one must know to win
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub table: u32,
    /// For one of how many cards players ask: 1 or 2
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub ask: u32,
}

/// Arguments of `hexa pit`.
#[derive(Args, Debug)]
pub struct PitArgs {
    /// How many players there are
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub players: usize,
    /// How many suits [default: as many as players]
    #[arg(long, value_name = "N")]
    pub suits: Option<usize>,
    /// How many cards a suit has
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub cards: usize,
    /// The most cards that are offered at once [default: all of a suit]
    #[arg(long, value_name = "N")]
    pub most: Option<usize>,
    /// How often a, b, ... offer the card that they share with whom they traded last, such as 1/2,1,0
    #[arg(long, value_name = "P,P,...", value_delimiter = ',', value_parser = chance)]
    pub shared: Vec<RBig>,
    /// The tree of a play instead, with what everybody knows
    #[arg(long, conflicts_with = "shared")]
    pub tree: bool,
    /// With --tree: what is dealt, such as wx.wy.xy [default: a deal without a corner]
    #[arg(long, requires = "tree")]
    pub deal: Option<String>,
    /// With --tree: how many rounds
    #[arg(long, value_name = "N", default_value_t = 1, requires = "tree")]
    pub depth: usize,
    /// With --tree: who trade in the first round, such as ab [default: anybody]
    #[arg(long, value_name = "PLAYERS", requires = "tree")]
    pub first: Option<String>,
    /// With --tree: a picture of it, out.svg or out.dot; `-` is standard output, in SVG
    #[arg(short, long, visible_alias = "svg", value_name = "FILE", requires = "tree")]
    pub output: Option<PathBuf>,
    /// With -o: overwrite the file, whatever it is
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// Arguments of `hexa dice`.
#[derive(Args, Debug)]
pub struct DiceArgs {
    /// How many dice there are
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub dice: u32,
    /// How many sides each has
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub sides: u32,
}

/// A fraction or a number with a point, such as 1/2 or 0.5.
fn chance(text: &str) -> Result<RBig, String> {
    let text = text.trim();
    let read = Exact::read(text).or_else(|| Exact::read_decimal(text));
    read.map(|number| number.0)
        .ok_or_else(|| "a probability is a number such as 1/2, 0.315 or 1".to_owned())
}

/// Two digits, or two numbers with a dash between them.
fn call(text: &str) -> Result<(usize, usize), String> {
    let halves = match text.split_once('-') {
        Some(halves) => Some(halves),
        None => (text.len() == 2).then(|| text.split_at_checked(1)).flatten(),
    };
    let person = |part: &str| part.trim().parse::<usize>().ok().filter(|&person| person > 0);
    match halves.map(|(one, other)| (person(one), person(other))) {
        Some((Some(one), Some(other))) => Ok((one.min(other) - 1, one.max(other) - 1)),
        _ => Err("a call is two persons, such as 12 or 1-2".to_owned()),
    }
}
