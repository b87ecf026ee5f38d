//! Who applies the rules of a game: says what holds in a state, which moves may be made, and what they lead to.
//! Several ways to do so give the same answers.

use super::cut_short::CutShort;
use super::program::Predicate;
use super::term::Term;
use std::hash::Hash;

/// A role of a game, by its place in the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoleId(pub u32);

impl RoleId {
    /// The role at a place.
    pub fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    /// Its place.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// So many roles, in order.
    pub fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count as u32).map(Self)
    }
}

/// A move of a role. The numbers belong to one referee; moves are in the order of their texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoleMove(pub u32);

/// Something that a role sees. The numbers belong to one referee.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Percept(pub u32);

/// Something about knowledge that rules depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnowledgeAtom {
    /// Who knows it; without a role it is common knowledge.
    pub role: Option<RoleId>,
    /// The relation of what is known.
    pub predicate: Predicate,
    /// Its terms.
    pub row: Box<[Term]>,
}

/// Applies the rules of a game.
pub trait Referee {
    /// The facts that hold: a position of the game.
    type Position: Clone + Eq + Hash;

    /// How many roles there are.
    fn roles(&self) -> usize;

    /// The roles as they are written.
    fn role_names(&self) -> Vec<String>;

    /// How many steps of work it is to enter a position, where the referee does not report them itself.
    fn weight(&self) -> u64 {
        1
    }

    /// Whether positions take long, so that nobody should enter many who was not asked to. Known once one was entered.
    fn is_slow(&self) -> bool {
        false
    }

    /// The position in which plays start.
    fn initial(&mut self) -> Self::Position;

    /// From now on plays start in this position.
    fn start_from(&mut self, position: Self::Position);

    /// Finds out what holds in a position; what is asked below is asked of it.
    fn enter(&mut self, position: &Self::Position) -> Result<(), CutShort>;

    /// Whether plays are over.
    fn is_terminal(&self) -> bool;

    /// The moves that a role may make.
    fn legal(&self, role: RoleId) -> &[RoleMove];

    /// What the state is worth for a role: every number for which the rules say so.
    fn goals(&mut self, role: RoleId) -> Result<Vec<i64>, CutShort>;

    /// Makes a move of every role: the state that it leads to.
    fn make(&mut self, moves: &[RoleMove], next: &mut Self::Position) -> Result<(), CutShort>;

    /// What a role sees when the moves are made that were made last; in order.
    fn sees(&mut self, role: RoleId) -> Result<Vec<Percept>, CutShort>;

    /// Finds out what else holds in the state that was entered, for [`holds`](Self::holds).
    fn complete(&mut self) -> Result<(), CutShort>;

    /// Whether an atom holds in the state that was entered. Its terms are those of the game.
    fn holds(&mut self, predicate: Predicate, row: &[Term]) -> Result<bool, CutShort>;

    /// A move as a term of the game, if the game has it.
    fn move_term(&self, role: RoleId, made: RoleMove) -> Term;

    /// What rules say about knowledge; who applies them does not know themselves.
    fn knowledge_atoms(&self) -> Vec<KnowledgeAtom> {
        Vec::new()
    }

    /// Says which of that holds, in states that are entered from now on.
    fn set_known(&mut self, _holds: &[bool]) {}

    /// The facts of a position as they are written, in the order of their texts.
    fn show_position(&self, position: &Self::Position) -> Vec<String>;

    /// A term as it is written.
    fn show_term(&self, term: Term) -> String;

    /// A move as it is written.
    fn show_move(&self, role: RoleId, made: RoleMove) -> String;

    /// Something seen, as it is written.
    fn show_percept(&self, role: RoleId, percept: Percept) -> String;
}
