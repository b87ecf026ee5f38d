//! Behaviour strategies in files: for each information set of a player the probabilities of the moves (Kuhn 1953), with the
//! game that they are for. `docs/games.md` describes the format, version 1.
//!
//! Information sets are known by their canonical bytes, moves by their texts, and probabilities are exact fractions. A
//! move that is not listed is never made.

mod read;
mod strategy;

pub use read::{BehaviourFault, BehaviourFaultKind};
pub use strategy::BehaviourStrategy;

use crate::exact::{Exact, RBig};
use crate::game::{Declaration, Player};
use crate::hexadecimal::show_bytes;
use crate::tree::FlatTree;
use std::fmt::Write;

/// What the first line of a file starts with.
const FORMAT: &str = "hexa-strategy";

/// The version that is written, and read.
const VERSION: u32 = 1;

/// A strategy of one player as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BehaviourFile {
    /// The game that it is for.
    pub game: GameIdentity,
    /// The player, by their name.
    pub player: String,
    /// What to do in other information sets.
    pub elsewhere: Elsewhere,
    /// The information sets, each with what to do there.
    pub sets: Vec<BehaviourSet>,
}

/// What tells games apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameIdentity {
    /// The canonical name.
    pub name: String,
    /// The fingerprint of the text, where the game is described by a file.
    pub fingerprint: Option<u64>,
}

/// What to do in an information set that is not in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Elsewhere {
    /// Nothing: the play does not go on.
    #[default]
    Refuse,
    /// Each legal move with the same chance.
    Uniform,
}

/// What to do in an information set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BehaviourSet {
    /// Its canonical bytes.
    pub information: Box<[u8]>,
    /// What the player knows there, in words; may be empty.
    pub words: String,
    /// The moves, as texts, each with its probability. Those add up to one.
    pub moves: Vec<(String, Exact)>,
}

/// Why a strategy is not for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OtherGame {
    /// It is for another one.
    Game {
        /// The game that the strategy is for.
        meant: GameIdentity,
        /// The game at hand.
        found: GameIdentity,
    },
    /// The game has no such player; it has these.
    NoPlayer {
        /// The player that the strategy is for.
        meant: String,
        /// Those of the game.
        found: Vec<String>,
    },
}

impl GameIdentity {
    /// Whether these are the same game. A file is the same wherever it lies, as long as its text and its settings are.
    pub fn is_same(&self, other: &Self) -> bool {
        let in_folder = |name: &str| name.rsplit('/').next().map(str::to_owned);
        match (self.fingerprint, other.fingerprint) {
            (None, None) => self.name == other.name,
            (Some(left), Some(right)) => {
                left == right && in_folder(&self.name) == in_folder(&other.name)
            }
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

impl BehaviourFile {
    /// Whether the strategy is for this game: the player whose it is.
    pub fn check_game(
        &self,
        declaration: &Declaration,
        fingerprint: Option<u64>,
    ) -> Result<Player, OtherGame> {
        let found = GameIdentity { name: declaration.name.clone(), fingerprint };
        if !self.game.is_same(&found) {
            return Err(OtherGame::Game { meant: self.game.clone(), found });
        }
        let place = declaration.players.iter().position(|name| *name == self.player);
        place.map(Player::from_index).ok_or_else(|| OtherGame::NoPlayer {
            meant: self.player.clone(),
            found: declaration.players.clone(),
        })
    }

    /// The file as a text.
    pub fn write(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write_to(&mut out);
        out
    }

    fn write_to(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "{FORMAT} {VERSION}")?;
        writeln!(out, "game {}", escape(&self.game.name))?;
        if let Some(fingerprint) = self.game.fingerprint {
            writeln!(out, "text {fingerprint:016x}")?;
        }
        writeln!(out, "player {}", escape(&self.player))?;
        match self.elsewhere {
            Elsewhere::Refuse => {}
            Elsewhere::Uniform => writeln!(out, "elsewhere uniform")?,
        }
        for BehaviourSet { information, words, moves } in &self.sets {
            writeln!(out)?;
            writeln!(out, "set {}", show_bytes(information))?;
            if !words.is_empty() {
                writeln!(out, "words {}", escape(words))?;
            }
            for (name, chance) in moves {
                writeln!(out, "move {chance} {}", escape(name))?;
            }
        }
        Ok(())
    }
}

/// The strategy of a player who makes each legal move with the same chance. The tree is one that was made of the game, so
/// that the labels of its sets are what players are asked with.
pub fn uniform_behaviour(tree: &FlatTree, player: Player) -> BehaviourFile {
    let own = tree.sets.iter().filter(|set| set.player == player);
    let sets = own.map(|set| {
        let chance = Exact(RBig::ONE / RBig::from(set.moves.len().max(1) as u64));
        let moves = set.moves.iter().map(|name| (name.clone(), chance.clone()));
        BehaviourSet {
            information: set.label.clone(),
            words: set.words.clone(),
            moves: moves.collect(),
        }
    });
    BehaviourFile {
        game: GameIdentity { name: tree.name.clone(), fingerprint: None },
        player: tree.players.get(player.index()).cloned().unwrap_or_default(),
        elsewhere: Elsewhere::Refuse,
        sets: sets.collect(),
    }
}

/// A text on one line: a backslash starts what stands for an end of line, a tab, a space at the start or the end, or a
/// backslash.
fn escape(text: &str) -> String {
    let last = text.chars().count().saturating_sub(1);
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.chars().enumerate() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            ' ' if at == 0 || at == last => escaped.push_str("\\s"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The text that was written on one line; nothing if a backslash starts something else.
fn unescape(escaped: &str) -> Option<String> {
    let mut text = String::with_capacity(escaped.len());
    let mut chars = escaped.chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                's' => ' ',
                _ => return None,
            },
            c => c,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_on_one_line_and_come_back() {
        for text in ["", "pass", " a\\b \n\r", "a  b", "\\n", " ", "  ", "\ta\t"] {
            let escaped = escape(text);
            assert!(escaped.trim() == escaped && escaped.lines().count() <= 1, "{escaped:?}");
            assert_eq!(unescape(&escaped).as_deref(), Some(text));
        }
        assert_eq!((unescape("\\x"), unescape("\\")), (None, None));
    }

    #[test]
    fn a_file_is_the_same_game_wherever_it_lies() {
        let identity =
            |name: &str, fingerprint| GameIdentity { name: name.to_owned(), fingerprint };
        let here = identity("games/a.efg", Some(1));
        assert!(here.is_same(&identity("a.efg", Some(1))));
        assert!(!here.is_same(&identity("a.efg", Some(2))));
        assert!(!here.is_same(&identity("b.efg", Some(1))));
        assert!(!here.is_same(&identity("games/a.efg", None)));
        assert!(!identity("kuhn(cards=3)", None).is_same(&identity("kuhn(cards=4)", None)));
    }
}
