//! How a name can be abbreviated, and what looks like one.

/// How well a text names something, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// It is the name.
    Name,
    /// It is a word of the name.
    Word,
    /// The name, or a word of it, starts with it.
    Start,
}

/// How well a text names something, in whatever case it is written.
pub fn rank(text: &str, name: &str) -> Option<Rank> {
    let (text, name) = (text.to_lowercase(), name.to_lowercase());
    if text.is_empty() {
        return None;
    }
    if text == name {
        return Some(Rank::Name);
    }
    if name.split(' ').any(|word| word == text) {
        return Some(Rank::Word);
    }
    let starts = name.match_indices(' ').map(|(at, _)| at + 1);
    let mut starts = std::iter::once(0).chain(starts);
    starts.any(|at| name[at..].starts_with(&text)).then_some(Rank::Start)
}

/// The names that look like a text, the most similar first.
pub fn similar<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    const ENOUGH: f64 = 0.78;
    let text = text.to_lowercase();
    let close = |name: &str| {
        let words = name.split(' ').chain([name]);
        words.map(|word| strsim::jaro_winkler(&text, &word.to_lowercase())).fold(0.0, f64::max)
    };
    let mut found: Vec<(f64, &str)> =
        names.map(|name| (close(name), name)).filter(|(close, _)| *close > ENOUGH).collect();
    found.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(two.1)));
    found.dedup_by_key(|(_, name)| *name);
    found.into_iter().map(|(_, name)| name).take(3).collect()
}
