//! What is shown at the table, as data.

use super::knowledge::KnownShown;
use super::log::LogEntry;
use super::minds::MindShown;
use super::replay::ReplayEvent;
use super::typed::{NotUnderstood, NotesLevel};
use hexa_games::catalogue::{CATALOGUE, CatalogueEntry};
use hexa_games::strategy_catalogue::{STRATEGIES, StrategyEntry};

/// What is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize),
    serde(tag = "event", rename_all = "snake_case")
)]
pub enum TableEvent {
    /// A play begins, or goes on.
    Began {
        /// The game, by its canonical name.
        game: String,
        /// What it is, in a line.
        about: String,
        /// The players with who plays them.
        seats: Vec<SeatShown>,
        /// Where random numbers start.
        seed: u64,
        /// Whether it goes on after what was played before; not if it is over already.
        is_resumed: bool,
    },
    /// The screen is for somebody else now.
    Pass {
        /// For whom.
        to: String,
    },
    /// What a person has heard after they moved, before somebody else sees the screen.
    Heard {
        /// Who.
        player: String,
        /// What.
        heard: Vec<String>,
    },
    /// A person is asked.
    Turn(TurnShown),
    /// What a person sees.
    View(ViewShown),
    /// All legal moves.
    Moves {
        /// Who is asked.
        player: String,
        /// Their moves.
        moves: Vec<String>,
    },
    /// All that a person has done and heard.
    Log {
        /// Who.
        player: String,
        /// What.
        heard: Vec<String>,
    },
    /// What a person knows.
    Known(KnownShown),
    /// How much is noted down for a person from now on.
    Notes {
        /// Who.
        player: String,
        /// How much.
        level: NotesLevel,
    },
    /// Since when a person knows a fact.
    Why(WhyShown),
    /// From what a person knows what is new to them.
    Reasons {
        /// For each fact.
        reasons: Vec<WhyShown>,
    },
    /// What a strategy would do.
    Hint {
        /// Which.
        strategy: String,
        /// Its move.
        made: String,
        /// Why, in a sentence, if it says so.
        why: Option<String>,
    },
    /// What strategies keep in mind.
    Minds {
        /// Of each that can show it.
        minds: Vec<MindShown>,
    },
    /// Moves were taken back.
    Undone,
    /// The play is kept in this file from now on.
    Saved {
        /// Which.
        file: String,
    },
    /// What can be typed.
    Help,
    /// The play is over.
    Over(OverShown),
    /// A play that is over is told again.
    Replayed {
        /// What is told.
        events: Vec<ReplayEvent>,
    },
    /// Something could not be done.
    Refused {
        /// Why.
        why: Refused,
    },
}

/// Names that can be typed, each with what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ListedNames {
    /// Of games.
    Games(Vec<ListedName>),
    /// Of strategies.
    Strategies(Vec<ListedName>),
}

/// A name that can be typed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ListedName {
    /// As it can be typed.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The settings, each with what it means.
    pub settings: &'static [(&'static str, &'static str)],
}

impl ListedNames {
    /// The games that are known by name.
    pub fn games() -> Self {
        let listed = |entry: &CatalogueEntry| ListedName {
            name: entry.example,
            about: entry.about,
            settings: entry.settings,
        };
        Self::Games(CATALOGUE.iter().map(listed).collect())
    }

    /// The strategies that are known by name.
    pub fn strategies() -> Self {
        let listed = |entry: &StrategyEntry| ListedName {
            name: entry.example,
            about: entry.about,
            settings: entry.settings,
        };
        Self::Strategies(STRATEGIES.iter().map(listed).collect())
    }
}

/// A player and who plays them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SeatShown {
    /// Who is played.
    pub player: String,
    /// By whom: a strategy, or `person`.
    pub by: String,
}

/// What a person is shown who is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct TurnShown {
    /// Who.
    pub player: String,
    /// What they have heard since they were asked last.
    pub heard: Vec<String>,
    /// What they see, in lines.
    pub lines: Vec<String>,
    /// What they see on a board: column, row, and what is there.
    pub board: Vec<(String, String, String)>,
    /// What they can do.
    pub moves: Vec<String>,
}

/// What a person sees.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ViewShown {
    /// Who.
    pub player: String,
    /// What they see, in lines.
    pub lines: Vec<String>,
    /// What they see on a board: column, row, and what is there.
    pub board: Vec<(String, String, String)>,
    /// What they have heard so far.
    pub heard: Vec<String>,
}

/// Since when a fact is known.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct WhyShown {
    /// Who.
    pub player: String,
    /// What.
    pub fact: String,
    /// How it stands.
    pub standing: FactStanding,
    /// What the person heard when they came to know; nothing, if they always knew.
    pub since: Vec<String>,
    /// How many positions were possible then, and how many before, if they waited for something before.
    pub positions: Option<(usize, usize)>,
}

/// How a fact stands for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum FactStanding {
    /// They know that it is the case.
    Known,
    /// They know that it is not.
    KnownNot,
    /// They do not know; this is how likely it is.
    Open(String),
}

/// How a play ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct OverShown {
    /// What whoever looks at the screen has heard since they moved last.
    pub heard: Vec<String>,
    /// What the play was worth for each player.
    pub payoffs: Vec<(String, String)>,
    /// What was the case in the end.
    pub facts: Vec<String>,
    /// The cards of the game in its order, if it has cards.
    pub cards: Vec<String>,
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Refused {
    /// The line was not understood; these are the legal moves.
    NotUnderstood {
        /// What was typed.
        line: String,
        /// Why not.
        why: NotUnderstood,
        /// The legal moves.
        moves: Vec<String>,
    },
    /// No move of this player can be taken back.
    NothingToUndo,
    /// The play is over.
    Over,
    /// The play is not told again.
    NoReplay {
        /// Why, in words.
        why: String,
    },
    /// A strategy does not help.
    NoHint {
        /// Which.
        strategy: String,
        /// Why, in words.
        why: String,
    },
    /// What the player knows was not found out.
    NoBelief {
        /// Why, in words.
        why: String,
    },
    /// This is written like no fact that is or was possible for the player.
    NoSuchFact {
        /// What was typed.
        fact: String,
        /// The facts that the player considers possible.
        facts: Vec<String>,
        /// What was probably meant.
        meant: Option<String>,
    },
    /// The game does not go on.
    Trouble {
        /// Why, in words.
        why: String,
    },
    /// A strategy does not move.
    NoChoice {
        /// Whose turn it is.
        player: String,
        /// Which strategy.
        strategy: String,
        /// Why, in words.
        why: String,
    },
    /// The line could not be kept, so that nothing was done.
    NotKept {
        /// Why, in words.
        why: String,
    },
}

/// What a line leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line of the log, which has to be taken, and kept before anybody is told.
    LogEntry(LogEntry),
    /// Something to show.
    Event(TableEvent),
    /// The play is to be kept in this file.
    Save(String),
    /// So much is to be noted down from now on.
    Notes(NotesLevel),
    /// Whoever was stopped may think again.
    GoOn,
    /// Nothing.
    Nothing,
    /// Somebody leaves.
    Quit,
}
