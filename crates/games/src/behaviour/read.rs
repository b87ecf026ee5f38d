//! Reading strategy files. All faults are found, each with its line.

use super::{BehaviourFile, BehaviourSet, Elsewhere, FORMAT, GameIdentity, VERSION, unescape};
use crate::exact::{Exact, RBig};
use crate::game::{ChanceError, Weights};
use crate::hexadecimal::read_bytes;
use rustc_hash::{FxHashMap, FxHashSet};

/// Something that is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BehaviourFault {
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong.
    pub kind: BehaviourFaultKind,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BehaviourFaultKind {
    /// It does not start like a strategy.
    NotAStrategy,
    /// It is of another version.
    Version(String),
    /// A line starts with no word of the format.
    UnknownWord(String),
    /// This is given twice.
    Twice(&'static str),
    /// This is never given.
    Missing(&'static str),
    /// This is given after the first information set, or before any.
    Misplaced(&'static str),
    /// The text after this word cannot be read.
    BadText(&'static str),
    /// These are no bytes in hexadecimal digits.
    NoBytes(String),
    /// This is no fraction, such as `1/3`.
    NoFraction(String),
    /// A probability is negative.
    Negative(Exact),
    /// The move is in the information set twice.
    MoveTwice(String),
    /// The information set is in the file twice; first on this line.
    SetTwice(usize),
    /// The information set has no moves.
    NoMoves,
    /// The probabilities of an information set are none.
    Chances(ChanceError),
}

/// More faults than this are not looked for.
const MOST_FAULTS: usize = 100;

/// What stands between the parts of a line.
const BLANKS: [char; 2] = [' ', '\t'];

impl BehaviourFile {
    /// Reads a file. Whether it is for a game at hand is checked by [`BehaviourFile::check_game`].
    pub fn read(text: &str) -> Result<Self, Vec<BehaviourFault>> {
        let mut reading = Reading::default();
        let mut line = 0;
        for (number, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            line = number + 1;
            let text = text.trim_matches(BLANKS);
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let (word, rest) = text.split_once(BLANKS).unwrap_or((text, ""));
            let rest = rest.trim_start_matches(BLANKS);
            let wrong = if reading.has_begun {
                reading.line(line, word, rest).err()
            } else {
                reading.has_begun = true;
                first_line(word, rest).err()
            };
            if let Some(kind) = wrong {
                let ends = matches!(
                    kind,
                    BehaviourFaultKind::NotAStrategy | BehaviourFaultKind::Version(_)
                );
                reading.complain(line, kind);
                if ends || reading.faults.len() >= MOST_FAULTS {
                    return Err(reading.faults);
                }
            }
        }
        reading.finish(line.max(1))
    }
}

fn first_line(word: &str, rest: &str) -> Result<(), BehaviourFaultKind> {
    match (word == FORMAT, rest.parse() == Ok(VERSION)) {
        (true, true) => Ok(()),
        (true, false) => Err(BehaviourFaultKind::Version(rest.to_owned())),
        (false, _) => Err(BehaviourFaultKind::NotAStrategy),
    }
}

#[derive(Default)]
struct Reading {
    has_begun: bool,
    name: Option<String>,
    fingerprint: Option<u64>,
    player: Option<String>,
    elsewhere: Option<Elsewhere>,
    sets: Vec<BehaviourSet>,
    /// The line of the information set that is being read, and its moves.
    open: Option<(usize, FxHashSet<String>)>,
    /// Whether a move of it could not be read, so that nothing is said of their sum.
    is_broken: bool,
    lines: FxHashMap<Box<[u8]>, usize>,
    faults: Vec<BehaviourFault>,
}

impl Reading {
    fn complain(&mut self, line: usize, kind: BehaviourFaultKind) {
        self.faults.push(BehaviourFault { line, kind });
    }

    fn line(&mut self, line: usize, word: &str, rest: &str) -> Result<(), BehaviourFaultKind> {
        match word {
            "game" => {
                let name = unescape(rest).ok_or(BehaviourFaultKind::BadText("game"));
                self.once("game", |reading| &mut reading.name, name)
            }
            "text" => {
                let digits = rest.len() == 16 && rest.bytes().all(|c| c.is_ascii_hexdigit());
                let value = u64::from_str_radix(rest, 16).ok().filter(|_| digits);
                let value = value.ok_or_else(|| BehaviourFaultKind::NoBytes(rest.to_owned()));
                self.once("text", |reading| &mut reading.fingerprint, value)
            }
            "player" => {
                let name = unescape(rest).ok_or(BehaviourFaultKind::BadText("player"));
                self.once("player", |reading| &mut reading.player, name)
            }
            "elsewhere" => {
                let value = match rest {
                    "uniform" => Ok(Elsewhere::Uniform),
                    "refuse" => Ok(Elsewhere::Refuse),
                    _ => Err(BehaviourFaultKind::BadText("elsewhere")),
                };
                self.once("elsewhere", |reading| &mut reading.elsewhere, value)
            }
            "set" => self.set(line, rest),
            "words" => {
                let words = unescape(rest).ok_or(BehaviourFaultKind::BadText("words"))?;
                let set = self.sets.last_mut().ok_or(BehaviourFaultKind::Misplaced("words"))?;
                if !set.words.is_empty() {
                    return Err(BehaviourFaultKind::Twice("words"));
                }
                set.words = words;
                Ok(())
            }
            "move" => {
                let made = self.made(rest);
                self.is_broken |= made.is_err();
                made
            }
            _ => Err(BehaviourFaultKind::UnknownWord(word.to_owned())),
        }
    }

    /// What is said once, before the information sets.
    fn once<T>(
        &mut self,
        word: &'static str,
        place: impl FnOnce(&mut Self) -> &mut Option<T>,
        value: Result<T, BehaviourFaultKind>,
    ) -> Result<(), BehaviourFaultKind> {
        if !self.sets.is_empty() {
            return Err(BehaviourFaultKind::Misplaced(word));
        }
        let place = place(self);
        if place.is_some() {
            return Err(BehaviourFaultKind::Twice(word));
        }
        *place = Some(value?);
        Ok(())
    }

    fn set(&mut self, line: usize, rest: &str) -> Result<(), BehaviourFaultKind> {
        self.close();
        let bytes = read_bytes(rest);
        let information: Box<[u8]> = bytes.clone().unwrap_or_default().into();
        self.open = Some((line, FxHashSet::default()));
        let (words, moves) = (String::new(), Vec::new());
        self.sets.push(BehaviourSet { information: information.clone(), words, moves });
        if bytes.is_none() {
            return Err(BehaviourFaultKind::NoBytes(rest.to_owned()));
        }
        match self.lines.insert(information, line) {
            Some(first) => Err(BehaviourFaultKind::SetTwice(first)),
            None => Ok(()),
        }
    }

    fn made(&mut self, rest: &str) -> Result<(), BehaviourFaultKind> {
        let (Some(set), Some((_, known))) = (self.sets.last_mut(), &mut self.open) else {
            return Err(BehaviourFaultKind::Misplaced("move"));
        };
        let (chance, name) = rest.split_once(BLANKS).unwrap_or((rest, ""));
        let name =
            unescape(name.trim_start_matches(BLANKS)).ok_or(BehaviourFaultKind::BadText("move"))?;
        if !known.insert(name.clone()) {
            return Err(BehaviourFaultKind::MoveTwice(name));
        }
        let no_fraction = || BehaviourFaultKind::NoFraction(chance.to_owned());
        let chance = Exact::read(chance).ok_or_else(no_fraction)?;
        if chance.0 < RBig::ZERO {
            return Err(BehaviourFaultKind::Negative(chance));
        }
        set.moves.push((name, chance));
        Ok(())
    }

    /// An information set is complete.
    fn close(&mut self) {
        let is_broken = std::mem::take(&mut self.is_broken);
        let (Some((line, _)), Some(set)) = (self.open.take(), self.sets.last()) else { return };
        let wrong = if is_broken {
            None
        } else if set.moves.is_empty() {
            Some(BehaviourFaultKind::NoMoves)
        } else {
            weights_of(&set.moves).err().map(BehaviourFaultKind::Chances)
        };
        if let Some(kind) = wrong {
            self.complain(line, kind);
        }
    }

    fn finish(mut self, last: usize) -> Result<BehaviourFile, Vec<BehaviourFault>> {
        if !self.has_begun {
            self.complain(last, BehaviourFaultKind::NotAStrategy);
            return Err(self.faults);
        }
        self.close();
        for (word, is_there) in [("game", self.name.is_some()), ("player", self.player.is_some())] {
            if !is_there {
                self.complain(last, BehaviourFaultKind::Missing(word));
            }
        }
        match (self.name, self.player) {
            (Some(name), Some(player)) if self.faults.is_empty() => Ok(BehaviourFile {
                game: GameIdentity { name, fingerprint: self.fingerprint },
                player,
                elsewhere: self.elsewhere.unwrap_or_default(),
                sets: self.sets,
            }),
            (Some(_) | None, _) => Err(self.faults),
        }
    }
}

/// The weights of the moves that are made at all.
pub(super) fn weights_of(moves: &[(String, Exact)]) -> Result<Weights, ChanceError> {
    let made: Vec<Exact> = moves
        .iter()
        .filter(|(_, chance)| chance.0 != RBig::ZERO)
        .map(|(_, one)| one.clone())
        .collect();
    match made.is_empty() {
        true => Err(ChanceError::Sum(Exact(RBig::ZERO))),
        false => Weights::new(&made),
    }
}
