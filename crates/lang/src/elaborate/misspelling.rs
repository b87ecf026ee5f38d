//! Names that are probably misspelt. Nothing is wrong with them: an atom may be new where a world lists it, and a word in
//! a set may stand for itself. But they are mentioned only once, and another name is one slip of the keyboard away: a letter
//! too many, missing or wrong, or two letters in the wrong order.

use super::Elaborator;
use super::scope::Entity;
use crate::syntax::Symbol;
use hexa_text::{Code, Diagnostic, Location};
use rustc_hash::FxHashMap;

/// More warnings than this of one text help nobody.
const MOST_WARNINGS: usize = 20;

/// Names of which the longer is shorter than this resemble each other by chance.
const SHORTEST: usize = 4;

/// Longer names are not compared.
const LONGEST: usize = 40;

/// A name, what it is, where it was met first, and how often it is mentioned.
#[derive(Clone, Copy)]
struct Mention {
    symbol: Symbol,
    entity: Entity,
    at: Location,
    times: usize,
}

impl Elaborator<'_> {
    /// Warns of names that are probably misspelt.
    pub(super) fn warn_of_misspellings(&mut self) {
        let mentions = self.mentions();
        let suspects: Vec<Mention> =
            mentions.iter().copied().filter(|mention| self.is_suspect(mention)).collect();
        if suspects.is_empty() {
            return;
        }
        let near = Neighbours::of(&mentions, |symbol| self.scope.symbols.name(symbol));
        let mut warnings = Vec::new();
        for suspect in suspects {
            let name = self.scope.symbols.name(suspect.symbol);
            let meant = near.of_name(name).map(|at| mentions[at]).find(|other| {
                let other_name = self.scope.symbols.name(other.symbol);
                is_slip(name, other_name) && self.is_rather_meant(other, &suspect)
            });
            warnings.extend(meant.map(|meant| self.warn_of(&suspect, &meant)));
        }
        warnings.sort_by_key(Diagnostic::place);
        warnings.truncate(MOST_WARNINGS);
        self.diagnostics.extend(warnings);
    }

    /// The names that stand for things in worlds: agents, holders, cards, atoms, plain names.
    fn mentions(&self) -> Vec<Mention> {
        let mut times: FxHashMap<Symbol, usize> = FxHashMap::default();
        let names = self.scope.trees.iter().flat_map(|(_, tree)| tree.names());
        names.for_each(|name| *times.entry(name).or_default() += 1);
        let thing = |entity: Entity| match entity {
            Entity::Agent(_)
            | Entity::Table
            | Entity::Card(_)
            | Entity::Atoms
            | Entity::Local
            | Entity::Constant => true,
            Entity::Set(_)
            | Entity::Parameter(_)
            | Entity::BrokenParameter
            | Entity::Macro(_)
            | Entity::Frame(_) => false,
        };
        let entities = self.scope.entities.iter().filter(|(_, (entity, _))| thing(*entity));
        let mut mentions: Vec<Mention> = entities
            .map(|(&symbol, &(entity, at))| Mention {
                symbol,
                entity,
                at,
                times: times.get(&symbol).copied().unwrap_or(0),
            })
            .collect();
        mentions.sort_by_key(|mention| mention.at);
        mentions
    }

    fn is_suspect(&self, mention: &Mention) -> bool {
        mention.times == 1
            && (mention.entity == Entity::Constant
                || mention.entity == Entity::Atoms
                    && self.undeclared_atoms.contains(&mention.symbol))
    }

    /// Whether another name is likelier to be meant: it is of a kind that is declared, or mentioned more often, or was
    /// there before. Of plain names in one list each may be meant.
    fn is_rather_meant(&self, other: &Mention, suspect: &Mention) -> bool {
        match (suspect.entity, other.entity) {
            (Entity::Atoms, Entity::Atoms) => other.times > 1 || other.at < suspect.at,
            (Entity::Atoms, _) => false,
            (_, Entity::Constant) => {
                let together = self.statement_at(other.at) == self.statement_at(suspect.at);
                !together && (other.times > 1 || other.at < suspect.at)
            }
            _ => true,
        }
    }

    /// Where the statement starts that a place is in.
    fn statement_at(&self, at: Location) -> Option<Location> {
        let (_, tree) = self.scope.trees.iter().find(|(source, _)| *source == at.source)?;
        let after =
            tree.statements.partition_point(|statement| statement.span.start <= at.span.start);
        let statement = tree.statements.get(after.checked_sub(1)?)?;
        Some(Location { source: at.source, span: statement.span })
    }

    fn warn_of(&self, suspect: &Mention, meant: &Mention) -> Diagnostic {
        let name = self.scope.symbols.name(suspect.symbol);
        let other = self.scope.symbols.name(meant.symbol);
        let (code, message, help) = match suspect.entity == Entity::Atoms {
            true => (
                Code::MisspeltAtom,
                format!("`{name}` is a new atom, and almost `{other}`"),
                format!(
                    "write `{other}`, or declare both if both are meant: `atoms {other}, {name}`"
                ),
            ),
            false => (
                Code::MisspeltName,
                format!("`{name}` is mentioned nowhere else, and almost `{other}`"),
                format!("write `{other}`, if that is meant"),
            ),
        };
        let what = format!("`{other}` is {}", meant.entity.describe());
        Diagnostic::without_place(code, message)
            .as_warning()
            .at(suspect.at, "mentioned only here")
            .at(meant.at, what)
            .help(help)
    }
}

/// Names by what is left of them without one letter: of two names that are one slip apart, one is left of the other or the
/// same is left of both.
struct Neighbours {
    by_rest: FxHashMap<String, Vec<usize>>,
}

impl Neighbours {
    fn of<'a>(mentions: &[Mention], name: impl Fn(Symbol) -> &'a str) -> Self {
        let mut by_rest: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (at, mention) in mentions.iter().enumerate() {
            for rest in rests(name(mention.symbol)) {
                by_rest.entry(rest).or_default().push(at);
            }
        }
        Self { by_rest }
    }

    /// The places of names that may be one slip away, in order.
    fn of_name(&self, name: &str) -> impl Iterator<Item = usize> {
        let mut found: Vec<usize> = rests(name)
            .iter()
            .filter_map(|rest| self.by_rest.get(rest))
            .flatten()
            .copied()
            .collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter()
    }
}

/// A name, and the name without each of its letters that a slip can be about; nothing if it is too short or too long to be
/// compared.
fn rests(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().take(LONGEST + 1).collect();
    if !(SHORTEST - 1..=LONGEST).contains(&letters.len()) {
        return Vec::new();
    }
    let without = |at: usize| letters[..at].iter().chain(&letters[at + 1..]).collect();
    let slips = (0..letters.len()).filter(|&at| can_slip(letters[at]));
    slips.map(without).chain([name.to_owned()]).collect()
}

/// Whether a letter may be there by a slip of the keyboard.
fn can_slip(letter: char) -> bool {
    letter.is_alphabetic() && !letter.is_uppercase()
}

/// Whether one name becomes another by one slip. Digits, capitals and primes tell names apart on purpose, and so does the
/// last letter: `door1` and `door2`, `roomA` and `roomB`, `card` and `cards`.
fn is_slip(name: &str, other: &str) -> bool {
    let (name, other): (Vec<char>, Vec<char>) = (name.chars().collect(), other.chars().collect());
    if name == other || name.len().max(other.len()) < SHORTEST {
        return false;
    }
    let same = |(a, b): &(&char, &char)| a == b;
    let start = name.iter().zip(&other).take_while(same).count();
    let (left, right) = (&name[start..], &other[start..]);
    let end = left.iter().rev().zip(right.iter().rev()).take_while(same).count();
    let (left, right) = (&left[..left.len() - end], &right[..right.len() - end]);
    let small = left.iter().chain(right).all(|&c| can_slip(c));
    let doubled = |c: char| start > 0 && name[start - 1] == c;
    small
        && match (left, right) {
            ([_], [_]) => end > 0,
            ([a, b], [c, d]) => a == d && b == c,
            ([c], []) | ([], [c]) => end > 0 || doubled(*c),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::is_slip;

    #[test]
    fn a_slip_is_one_letter_or_two_in_the_wrong_order() {
        for (name, other) in [
            ("dwan", "dawn"),
            ("scarlet", "scarlett"),
            ("kichen", "kitchen"),
            ("kitchen", "kitcben"),
            ("plmu", "plum"),
            ("hal", "hall"),
        ] {
            assert!(is_slip(name, other) && is_slip(other, name), "{name} {other}");
        }
    }

    #[test]
    fn names_that_are_told_apart_on_purpose_are_no_slips() {
        for (name, other) in [
            ("door1", "door2"),
            ("roomA", "roomB"),
            ("card", "cards"),
            ("rain'", "rain"),
            ("red", "rde"),
            ("rowa", "rowb"),
            ("dawn", "noon"),
        ] {
            assert!(!is_slip(name, other) && !is_slip(other, name), "{name} {other}");
        }
    }
}
