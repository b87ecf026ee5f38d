//! What a game is: whose turn it is, which moves there are and what they lead to, what everybody observes of a step, and
//! what the play is worth in the end. Whoever describes a game implements [`Game`] and [`Play`]; whoever plays, draws,
//! simulates or solves one calls them, and needs to know nothing else of it.
//!
//! Three things have three names. An *observation* is what a player notices of what happens, with a public part that
//! everybody notices ([`Memory`]); an *information set* is all that a player cannot tell apart, as canonical bytes
//! ([`Play::information`]); a *view* is what a person is shown, and a function of the information set ([`Game::view`]). A
//! strategy gets the first two ([`Strategy`](crate::Strategy)), and never a play.
//!
//! Steps are not observed as such: a forced move is made at once, and whoever does not know that it was forced must not
//! notice. So a step leads to any number of observations, and these alone tell plays apart.

mod chance;
mod declaration;
mod information;
mod symmetry;
mod view;

pub use chance::{Chance, ChanceError, Weights};
pub use declaration::{
    Declaration, Forgetting, MoveNumbers, PlayLength, Recall, RecallFailure, Seats, Sum,
};
pub use information::{InformationSet, InformationTable, Memory, Observation};
pub use symmetry::Symmetry;
pub use view::PlayerView;

use crate::belief::EpistemicGame;
use crate::exact::Exact;
use hexa_logic::{Stop, Stopped, Stream};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A player of a game, by their place in its declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(pub u32);

impl Player {
    /// The player at a place.
    pub fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    /// Their place.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// So many players, in order.
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count as u32).map(Self)
    }
}

/// A move. Where a game lists its moves beforehand, numbers mean the same in every position; elsewhere they count the
/// moves of a position in the order of their texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u32);

impl Move {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who is to move. Only players who have a choice are asked: a forced move is made for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One player.
    Decision(Player),
    /// Several players at once, in order; nobody sees what the others choose.
    Simultaneous(Vec<Player>),
    /// Chance.
    Chance,
    /// Nobody: the play is over.
    Over,
}

impl Turn {
    /// The players who are asked.
    pub fn players(&self) -> &[Player] {
        match self {
            Self::Decision(player) => std::slice::from_ref(player),
            Self::Simultaneous(players) => players,
            Self::Chance | Self::Over => &[],
        }
    }
}

/// What happens next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlayStep {
    /// A move of each player who is asked, in the order of the turn.
    Moves(Vec<Move>),
    /// A listed move of chance.
    Chance(Move),
    /// A move of chance that was drawn, as its text.
    Drawn(String),
}

/// Why a play does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// That is no move of the player here.
    NoSuchMove {
        /// Who.
        player: Player,
        /// What was to be moved.
        made: Move,
    },
    /// It is not their turn, or not so many moves are asked for.
    WrongTurn,
    /// That is no move of chance here.
    NoSuchChance,
    /// The player must move and cannot.
    Stuck(Player),
    /// The probabilities of chance are no probabilities.
    Chance(ChanceError),
    /// The play is over, and the rules do not say what it is worth for a player, or say several things.
    NoPayoff(Player),
    /// These bytes are no information set of the game.
    NoInformation,
    /// The player has other moves in positions that they cannot tell apart, so that there is no information set.
    MovesDiffer(Player),
    /// There is more of something than the limit.
    Limit(GameLimit),
    /// Somebody asked for the end.
    Stopped,
}

/// What there can be too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameLimit {
    /// Legal moves in a position.
    Moves(usize),
    /// Nodes of a tree.
    Nodes(usize),
    /// Positions that a player considers possible.
    Positions(usize),
    /// Worlds of a model.
    Worlds(usize),
    /// Steps of a play.
    Steps(usize),
    /// What the source says of itself: rules applied, atoms, depth of terms.
    Source(&'static str, u64),
}

impl From<Stopped> for Trouble {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// A game: what plays have in common. It is shared by all threads. What is made for one game alone finds it by its type.
pub trait Game: Any + Send + Sync {
    /// What is known of it beforehand.
    fn declaration(&self) -> &Declaration;

    /// An observation of a player in words; empty if there is nothing to tell.
    fn tell(&self, player: Player, observed: Observation<'_>) -> String;

    /// What a player with this information set is shown.
    fn view(&self, player: Player, information: &[u8]) -> Result<PlayerView, Trouble>;

    /// A play at its start. Each thread makes its own; what it keeps for speed is its own too.
    fn start(self: Arc<Self>, stop: &Stop) -> Result<Box<dyn Play>, Trouble>;

    /// The same game as one that keeps account of what players know, if it does. Beliefs are found for all others by trying
    /// all plays.
    fn epistemic(self: Arc<Self>) -> Option<Arc<dyn EpistemicGame>> {
        None
    }
}

/// A play: a position, and how it came to be.
pub trait Play: Send {
    /// Who is to move.
    fn turn(&self) -> &Turn;

    /// The legal moves of a player who is asked, in order; none of others.
    fn moves(&self, player: Player) -> &[Move];

    /// A move as it is written, also of a player who is not asked.
    fn move_text(&self, player: Player, made: Move) -> String;

    /// What chance can do, where it is its turn.
    fn chance(&self) -> Result<Chance<'_>, Trouble>;

    /// A move of chance as it is written.
    fn chance_text(&self, made: Move) -> String;

    /// Draws a move of chance, with its probability.
    fn draw(&self, stream: &mut Stream) -> Result<(PlayStep, Exact), Trouble>;

    /// Goes on by a step. If it is refused, nothing has changed.
    fn apply(&mut self, step: &PlayStep) -> Result<(), Trouble>;

    /// Takes the last step back; does nothing at the start.
    fn undo(&mut self);

    /// How many steps were made.
    fn steps(&self) -> usize;

    /// What a player has done and observed so far.
    fn memory(&self, player: Player) -> &Memory;

    /// What a player cannot tell apart, as canonical bytes: what they remember, unless the game declares otherwise.
    fn information(&self, player: Player, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self.memory(player).bytes());
    }

    /// What is the case here, as atoms of the Hexa language, in order: cards and who holds them, marks on a board. What is
    /// not among them is not the case. Knowledge and beliefs are about these.
    fn facts(&self) -> Vec<String>;

    /// What came of the last step without a choice, such as a card that had to be shown, in words for those to whom everything
    /// is told.
    fn consequences(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the last step was worth for each player.
    fn rewards(&self) -> Result<Vec<Exact>, Trouble>;

    /// What the play has been worth so far for each player.
    fn returns(&self) -> Result<Vec<Exact>, Trouble>;

    /// The same play once more; whatever is done to one does nothing to the other.
    fn fork(&self) -> Box<dyn Play>;
}

impl fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.declaration().name)
    }
}

impl fmt::Debug for dyn Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Play({:?} after {} steps)", self.turn(), self.steps())
    }
}
