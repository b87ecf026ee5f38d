//! How games and strategies are named: a word, and settings in parentheses, as in `knowledge(hands=1,1,1; ask=1)`. There is one
//! canonical form of a name, which logs and results keep.

use std::fmt;

/// A name with its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The word.
    pub word: String,
    /// The settings, in the order in which they are written.
    pub settings: Vec<(String, String)>,
}

/// Why a text is no name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoName {
    /// There is no word at its beginning.
    NoWord,
    /// The parenthesis is not closed, or something follows it.
    Unclosed,
    /// A setting is not of the form `key=value`.
    NoSetting(String),
    /// A setting is given twice.
    Twice(String),
}

/// Why the settings of a name do not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadSetting {
    /// There is no such setting; these there are.
    Unknown {
        /// What was written.
        key: String,
        /// The settings that there are.
        known: Vec<&'static str>,
    },
    /// It cannot have this value; this is what it takes.
    Value {
        /// The setting.
        key: &'static str,
        /// What was written.
        value: String,
        /// What it takes.
        takes: String,
    },
    /// It must be given.
    Missing(&'static str),
}

impl Named {
    /// A word without settings.
    pub fn word(word: &str) -> Self {
        Self { word: word.to_owned(), settings: Vec::new() }
    }

    /// Reads a name.
    pub fn read(text: &str) -> Result<Self, NoName> {
        let text = text.trim();
        let end = text.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        if word.is_empty() {
            return Err(NoName::NoWord);
        }
        let mut named = Self::word(word);
        let rest = rest.trim();
        if rest.is_empty() {
            return Ok(named);
        }
        let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let inside = inside.ok_or(NoName::Unclosed)?;
        for part in inside.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| NoName::NoSetting(part.to_owned()))?;
            let (key, value) = (key.trim(), value.trim());
            if key.is_empty() || value.is_empty() || value.contains(['(', ')']) {
                return Err(NoName::NoSetting(part.to_owned()));
            }
            if named.setting(key).is_some() {
                return Err(NoName::Twice(key.to_owned()));
            }
            named.settings.push((key.to_owned(), value.to_owned()));
        }
        Ok(named)
    }

    /// With a setting more.
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.settings.push((key.to_owned(), value.to_string()));
        self
    }

    /// The value of a setting.
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| known == key).map(|(_, value)| &**value)
    }

    /// Refuses settings that are not among these. One that ends in N stands for those that end in a number instead.
    pub fn check_keys(&self, known: &[&'static str]) -> Result<(), BadSetting> {
        let is_known = |key: &str| known.iter().any(|known| is_called(key, known));
        match self.settings.iter().find(|(key, _)| !is_known(key)) {
            Some((key, _)) => Err(BadSetting::Unknown { key: key.clone(), known: known.to_vec() }),
            None => Ok(()),
        }
    }

    /// The value of a setting that is a number, or this if it is not given.
    pub fn number(
        &self,
        key: &'static str,
        default: u64,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, BadSetting> {
        let Some(value) = self.setting(key) else { return Ok(default) };
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(BadSetting::Value {
                key,
                value: value.to_owned(),
                takes: format!("a number from {} to {}", range.start(), range.end()),
            }),
        }
    }

    /// The value of a setting that is one of some words, or the first of them if it is not given.
    pub fn one_of<T: Copy>(
        &self,
        key: &'static str,
        words: &[(&'static str, T)],
    ) -> Result<T, BadSetting> {
        let value = self.setting(key).unwrap_or(words[0].0);
        match words.iter().find(|(word, _)| *word == value) {
            Some((_, meaning)) => Ok(*meaning),
            None => {
                let words: Vec<String> =
                    words.iter().map(|(word, _)| format!("`{word}`")).collect();
                let takes = format!("one of {}", words.join(", "));
                Err(BadSetting::Value { key, value: value.to_owned(), takes })
            }
        }
    }

    /// The value of a setting that is a list of numbers, such as `1,1,2` or `1..3`.
    pub fn numbers(&self, key: &'static str) -> Result<Option<Vec<usize>>, BadSetting> {
        let Some(value) = self.setting(key) else { return Ok(None) };
        let wrong = || BadSetting::Value {
            key,
            value: value.to_owned(),
            takes: "numbers, such as 1,1,2 or 1..3".to_owned(),
        };
        let mut numbers = Vec::new();
        for part in value.split(',').map(str::trim) {
            match part.split_once("..") {
                None => numbers.push(part.parse().map_err(|_| wrong())?),
                Some((from, to)) => {
                    let from: usize = from.trim().parse().map_err(|_| wrong())?;
                    let to: usize = to.trim().parse().map_err(|_| wrong())?;
                    if from > to || to - from > 100 {
                        return Err(wrong());
                    }
                    numbers.extend(from..=to);
                }
            }
        }
        if numbers.len() > 100 { Err(wrong()) } else { Ok(Some(numbers)) }
    }
}

/// Whether a setting is this one, or one of these.
fn is_called(key: &str, known: &str) -> bool {
    let number = known.strip_suffix('N').and_then(|word| key.strip_prefix(word));
    let is_number = |rest: &str| {
        !rest.is_empty() && !rest.starts_with('0') && rest.bytes().all(|c| c.is_ascii_digit())
    };
    key == known && !known.ends_with('N') || number.is_some_and(is_number)
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)?;
        let settings: Vec<String> =
            self.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        if settings.is_empty() { Ok(()) } else { write!(f, "({})", settings.join("; ")) }
    }
}

impl fmt::Display for NoName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoWord => f.write_str("there is no name"),
            Self::Unclosed => f.write_str("the parenthesis is not closed, or something follows it"),
            Self::NoSetting(text) => write!(f, "`{text}` is not of the form `key=value`"),
            Self::Twice(key) => write!(f, "`{key}` is given twice"),
        }
    }
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { key, known } if known.is_empty() => {
                write!(f, "there is no setting `{key}`: there are none here")
            }
            Self::Unknown { key, known } => {
                write!(f, "there is no setting `{key}`; it can have: {}", known.join(", "))
            }
            Self::Value { key, value, takes } => write!(f, "`{key}={value}`: it takes {takes}"),
            Self::Missing(key) => write!(f, "`{key}` must be given"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        let named = Named::read(" knowledge ( hands = 1,1,2 ;ask=1..3; ) ").expect("a name");
        assert_eq!(named.to_string(), "knowledge(hands=1,1,2; ask=1..3)");
        assert_eq!(Named::read(&named.to_string()), Ok(named.clone()));
        assert_eq!(named.numbers("hands"), Ok(Some(vec![1, 1, 2])));
        assert_eq!(named.numbers("ask"), Ok(Some(vec![1, 2, 3])));
        assert_eq!(Named::read("kuhn").map(|named| named.to_string()), Ok("kuhn".to_owned()));
    }

    #[test]
    fn what_is_no_name_is_refused() {
        assert_eq!(Named::read(""), Err(NoName::NoWord));
        assert_eq!(Named::read("kuhn(cards=3"), Err(NoName::Unclosed));
        assert_eq!(Named::read("kuhn(cards=3) x"), Err(NoName::Unclosed));
        assert_eq!(Named::read("kuhn(cards)"), Err(NoName::NoSetting("cards".to_owned())));
        assert_eq!(Named::read("kuhn(a=1; a=2)"), Err(NoName::Twice("a".to_owned())));
        let named = Named::read("kuhn(cards=many)").expect("a name");
        assert!(matches!(named.number("cards", 3, 2..=9), Err(BadSetting::Value { .. })));
        assert!(matches!(named.check_keys(&["deck"]), Err(BadSetting::Unknown { .. })));
        let checked = |key: &str| Named::word("trader").with(key, 1).check_keys(&["x", "afterN"]);
        assert_eq!(["x", "after1", "after10"].map(checked), [Ok(()), Ok(()), Ok(())]);
        for wrong in ["after", "afterN", "after0", "after-1", "after+1", "x1", "after1x"] {
            assert!(matches!(checked(wrong), Err(BadSetting::Unknown { .. })), "{wrong}");
        }
        let wide = Named::read("k(ask=1..999999999)").expect("a name");
        assert!(wide.numbers("ask").is_err());
    }
}
