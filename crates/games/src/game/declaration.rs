//! What a game says of itself before it is played. The conformance suite checks it.

use super::Symmetry;
use crate::exact::Exact;

/// What is known of a game beforehand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// What to type to get this game: a file, or `name(key=value; ...)`, in its canonical form.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// What it is made from: its settings with their values, also those that are as usual.
    pub parameters: Vec<(String, String)>,
    /// The players.
    pub players: Vec<String>,
    /// What players can be while they play.
    pub seats: Seats,
    /// Whether moves are numbered once for all positions.
    pub numbers: MoveNumbers,
    /// The least and the most that a play can be worth for anybody, if that is known.
    pub payoffs: Option<(Exact, Exact)>,
    /// Whether the worths of all players add up.
    pub sum: Sum,
    /// How long plays are.
    pub length: PlayLength,
    /// Whether everybody sees everything.
    pub perfect_information: bool,
    /// Whether a player remembers what they have done and seen.
    pub recall: Vec<Recall>,
    /// Whether a player may try moves that the rules then refuse, so that legal moves are not known beforehand.
    pub tries: bool,
    /// Symmetries, from which others follow by doing several one after the other. There may be more that nobody looked for.
    pub symmetries: Vec<Symmetry>,
    /// What is assumed where the source is silent, in sentences.
    pub assumptions: Vec<String>,
}

/// Seats are what the rules speak of, such as white and black; players take them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seats {
    /// Each player has a seat of their own and keeps it.
    OfPlayers,
    /// These, which players may exchange.
    Exchanged(Vec<String>),
}

/// How moves are numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveNumbers {
    /// The moves of each player, the same numbers in every position.
    Listed(Vec<Vec<String>>),
    /// In every position anew, in the order of their texts.
    PerPosition,
}

/// Whether what a play is worth for all players together is always the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sum {
    /// It is.
    Constant(Exact),
    /// It need not be.
    General,
}

/// How long plays are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayLength {
    /// At most so many steps.
    AtMost(usize),
    /// No bound is known. Whoever plays sets one.
    Unbounded,
}

/// What a player remembers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recall {
    /// All of their moves and observations.
    Perfect,
    /// The source says otherwise; two plays show it, where they were looked for and the player is asked after both.
    Imperfect(Option<Box<RecallFailure>>),
}

/// What a player forgets: after both plays they are asked in the same information set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecallFailure {
    /// In which way.
    pub kind: Forgetting,
    /// The steps of the two plays, as texts.
    pub plays: [Vec<String>; 2],
}

/// In which way a player forgets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forgetting {
    /// They made another move in the same information set, and do not remember which.
    OwnMove,
    /// They were in other information sets before, or more often, and no longer know what they knew there.
    Knowledge,
    /// They are asked in one information set twice in one play: one of the plays is the beginning of the other.
    Absentminded,
}

impl Declaration {
    /// A game of these players of which nothing else is known.
    pub fn of_players(name: &str, players: Vec<String>) -> Self {
        let recall = vec![Recall::Perfect; players.len()];
        Self {
            name: name.to_owned(),
            about: String::new(),
            parameters: Vec::new(),
            players,
            seats: Seats::OfPlayers,
            numbers: MoveNumbers::PerPosition,
            payoffs: None,
            sum: Sum::General,
            length: PlayLength::Unbounded,
            perfect_information: false,
            recall,
            tries: false,
            symmetries: Vec::new(),
            assumptions: Vec::new(),
        }
    }
}
