//! What can be asked of `hexa search`: the game, what to look for, and how far.

use clap::{Args, ValueEnum};

/// A knowledge game, beside the hands.
#[derive(Args, Debug)]
pub struct GameArgs {
    /// How many cards lie on the table
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub table: usize,
    /// For one of how many cards players ask: 2, or 1,3, or 1..3
    #[arg(long, value_name = "SIZES", default_value = "1", value_parser = question_sizes)]
    pub ask: QuestionSizes,
    /// What one must know to win: the deal, the table, or a player's hand
    #[arg(long, value_name = "deal|table|hand:N", default_value = "deal", value_parser = winning)]
    pub win: Winning,
    /// Whether players ask for cards of their own
    #[arg(long, value_enum, value_name = "OWN", default_value_t = OwnCards::Allowed)]
    pub own: OwnCards,
}

/// Arguments of `hexa search`.
#[derive(Args, Debug)]
pub struct SearchArgs {
    /// How many cards each player gets
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', required = true)]
    pub hands: Vec<usize>,
    #[command(flatten)]
    pub game: GameArgs,
    /// Who says that they cannot win at the end of a turn
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Passing::Asker)]
    pub nowin: Passing,
    /// Find a state where this formula holds
    #[arg(long, value_name = "FORMULA", group = "goal")]
    pub property: Option<String>,
    /// With --becomes: an action after which that formula holds
    #[arg(long, value_name = "ACTION", requires = "becomes", conflicts_with_all = ["unsuccessful", "grows"])]
    pub action: Option<String>,
    /// What holds after the action, or after some of its outcomes
    #[arg(long, value_name = "FORMULA", requires = "action")]
    pub becomes: Option<String>,
    /// Find a state where nobody can win, and somebody can as soon as it is said that nobody can, or
    /// as soon as who has asked says that they cannot
    #[arg(long, value_enum, value_name = "WHO", group = "goal")]
    pub unsuccessful: Option<Saying>,
    /// Find a state that has more worlds after a card was shown, both contracted
    #[arg(long, group = "goal")]
    pub grows: bool,
    /// Count the states up to agent-similarity too
    #[arg(long)]
    pub similar: bool,
    /// The most questions in a play [default: no limit]
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// The most states
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_states: usize,
    /// Moves that lead to more worlds, before contraction, are not made
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    pub max_worlds: usize,
    /// Say how long it took, and how many states that is in a minute
    #[arg(long)]
    pub stats: bool,
}

/// For how many cards players may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionSizes(pub Vec<usize>);

/// What one must know to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winning {
    /// The deal.
    Deal,
    /// The table.
    Table,
    /// The hand of this player, counted from 1.
    Hand(usize),
}

/// Whether players ask for cards of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OwnCards {
    /// They may; asking tells nothing
    Allowed,
    /// They do not, but nobody counts on that; asking tells nothing
    Avoided,
    /// They must not; asking tells everybody that one has none of the cards
    Forbidden,
}

/// Who says that they cannot win at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Passing {
    /// Who has asked; if they can win, the play is over
    Asker,
    /// Everybody at once: nobody can win; if somebody can, the play is over
    All,
    /// Nobody, and play goes on whoever can win
    None,
}

/// What is said in a state where nobody can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Saying {
    /// Who has asked says that they cannot win
    Asker,
    /// It is announced that nobody can win
    All,
}

/// Reads `2`, `1,3` or `1..3`.
pub(super) fn question_sizes(text: &str) -> Result<QuestionSizes, String> {
    let wrong =
        || format!("`{text}` says no numbers of cards; write for example 2, or 1,3, or 1..3");
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let sizes: Vec<usize> = match text.split_once("..") {
        // More cards than there can be are told of later.
        Some((from, to)) => (number(from)?..=number(to)?.min(99)).collect(),
        None => text.split(',').map(number).collect::<Result<_, _>>()?,
    };
    if sizes.is_empty() { Err(wrong()) } else { Ok(QuestionSizes(sizes)) }
}

/// Reads `deal`, `table` or `hand:3`.
pub(super) fn winning(text: &str) -> Result<Winning, String> {
    let wrong = || format!("`{text}` is no way to win; write deal, table, or for example hand:3");
    match text {
        "deal" => Ok(Winning::Deal),
        "table" => Ok(Winning::Table),
        _ => {
            let player = text.strip_prefix("hand:").and_then(|n| n.parse::<usize>().ok());
            player.filter(|&player| player > 0).map(Winning::Hand).ok_or_else(wrong)
        }
    }
}
