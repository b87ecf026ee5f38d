//! How a name can be abbreviated, and what looks like one.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// How well a text names something, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// It is the name.
    Name,
    /// It is a word of the name.
    Word,
    /// The name starts with it.
    Start,
    /// A later word of the name starts with it.
    WordStart,
}

/// A name as it is compared: in small letters, without accents and stops, with single spaces.
pub fn fold(text: &str) -> String {
    let plain =
        text.nfd().filter(|c| !is_combining_mark(*c) && !matches!(c, '.' | '\u{2019}' | '\''));
    let plain: String = plain.flat_map(char::to_lowercase).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How well a text names something, in whatever case it is written.
pub fn rank(text: &str, name: &str) -> Option<Rank> {
    let (text, name) = (fold(text), fold(name));
    if text.is_empty() {
        return None;
    }
    if text == name {
        return Some(Rank::Name);
    }
    if name.split(' ').any(|word| word == text) {
        return Some(Rank::Word);
    }
    if name.starts_with(&text) {
        return Some(Rank::Start);
    }
    let mut later = name.match_indices(' ').map(|(at, _)| &name[at + 1..]);
    later.any(|rest| rest.starts_with(&text)).then_some(Rank::WordStart)
}

/// The names that look like a text, the most similar first.
pub fn similar<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    const ENOUGH: f64 = 0.78;
    const AS_GOOD: f64 = 0.04;
    let text = text.to_lowercase();
    let likeness = |name: &str| strsim::jaro_winkler(&text, &name.to_lowercase());
    // A whole name that looks like it comes before a word of a longer one.
    let close = |name: &str| {
        name.split(' ').map(|word| 0.95 * likeness(word)).fold(likeness(name), f64::max)
    };
    let mut found: Vec<(f64, &str)> =
        names.map(|name| (close(name), name)).filter(|(close, _)| *close > ENOUGH).collect();
    found.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(two.1)));
    found.dedup_by_key(|(_, name)| *name);
    let best = found.first().map_or(0.0, |(close, _)| *close);
    found.retain(|(close, _)| *close > best - AS_GOOD);
    found.into_iter().map(|(_, name)| name).take(3).collect()
}
