//! Texts on the page: whole where there is room, on several lines if need be, and otherwise cut so that different texts
//! stay different. Two worlds never look alike because the end of a name was in the way.

use super::picture::PictureWorld;
use super::wording::clean;
use std::collections::{BTreeMap, BTreeSet};

/// Longest line of a name, in characters.
const NAME_LINE: usize = 24;
/// Longest name that is shown whole.
const NAME: usize = 3 * NAME_LINE;
/// Longest line under a name.
const DETAIL_LINE: usize = 30;
/// Longest text under a name that is shown whole.
const DETAILS: usize = 4 * DETAIL_LINE;
/// How much is shown before the place where two texts differ.
const BEFORE: usize = 2;
/// How often a cut is refined before the texts are numbered.
const ROUNDS: usize = 8;

/// What is written into the box of a world.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Caption {
    /// The lines of the name.
    pub name: Vec<String>,
    /// The smaller lines under it.
    pub details: Vec<String>,
}

/// What is written into the boxes of worlds: worlds with different texts get different captions.
pub fn captions<'a>(worlds: impl Iterator<Item = &'a PictureWorld>) -> Vec<Caption> {
    let (labels, details): (Vec<String>, Vec<Vec<String>>) =
        worlds.map(|world| (world.label.clone(), world.details.clone())).unzip();
    let names = distinct(&labels, NAME).into_iter().map(|name| match name.is_empty() {
        true => vec!["·".to_owned()],
        false => balanced(&name, NAME_LINE),
    });
    let caption = |(name, details)| Caption { name, details };
    names.zip(detail_lines(&details)).map(caption).collect()
}

/// The lines under the names. They are kept apart from each other where that leaves room.
fn detail_lines(given: &[Vec<String>]) -> Vec<Vec<String>> {
    const LINES: usize = DETAILS / DETAIL_LINE;
    let broken = |lines: &Vec<String>| -> Vec<String> {
        lines.iter().flat_map(|line| broken(&clean(line), DETAIL_LINE)).collect()
    };
    let whole: Vec<Vec<String>> = given.iter().map(broken).collect();
    let joined: Vec<String> = given.iter().map(|lines| lines.join("; ")).collect();
    // A text that is too long changes how it is cut beside others, but never those that are short enough.
    let cut = distinct(&joined, DETAILS - DETAIL_LINE);
    let lines = whole.into_iter().zip(cut);
    lines
        .map(|(lines, cut)| match lines.len() <= LINES {
            true => lines,
            false => self::broken(&cut, DETAIL_LINE),
        })
        .collect()
}

/// The texts, made harmless and cut to about so many characters, so that different ones stay different: those that would
/// come out alike show the places where they differ, and are numbered if that takes too many places.
pub fn distinct(texts: &[String], room: usize) -> Vec<String> {
    let letters: Vec<Vec<char>> = texts.iter().map(|text| clean(text).chars().collect()).collect();
    let mut places = vec![BTreeSet::from([0]); texts.len()];
    let mut shown: Vec<String> = Vec::new();
    for _ in 0..ROUNDS {
        shown = letters.iter().zip(&places).map(|(text, places)| cut(text, places, room)).collect();
        let confused = confused(&shown, texts);
        if confused.is_empty() {
            return shown;
        }
        for group in confused {
            let letter = |w: usize, at: usize| letters[w].get(at);
            let longest = group.iter().map(|&w| letters[w].len()).max().unwrap_or(0);
            let differ =
                |at: &usize| group.iter().any(|&w| letter(w, *at) != letter(group[0], *at));
            if let Some(place) = (0..longest).find(differ) {
                group.iter().for_each(|&w| {
                    places[w].insert(place);
                });
            }
        }
    }
    for group in confused(&shown, texts) {
        let different: BTreeSet<&String> = group.iter().map(|&w| &texts[w]).collect();
        for w in group {
            let number = different.iter().take_while(|text| **text != &texts[w]).count() + 1;
            shown[w].push_str(&format!(" ({number})"));
        }
    }
    shown
}

/// Groups of different texts that are shown in the same way.
fn confused(shown: &[String], texts: &[String]) -> Vec<Vec<usize>> {
    let mut alike: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
    for (index, text) in shown.iter().enumerate() {
        alike.entry(text).or_default().push(index);
    }
    let differ = |group: &Vec<usize>| group.iter().any(|&w| texts[w] != texts[group[0]]);
    alike.into_values().filter(differ).collect()
}

/// The parts of a text that begin a little before the given places, with dots for what is left out.
fn cut(text: &[char], places: &BTreeSet<usize>, room: usize) -> String {
    if text.len() <= room {
        return text.iter().collect();
    }
    let part = (room / places.len()).max(2 * BEFORE + 4);
    let mut kept = String::new();
    let mut end = 0;
    for &place in places {
        let start = place.saturating_sub(BEFORE).min(text.len());
        if start > end {
            kept.push('…');
        }
        let from = start.max(end);
        end = (start + part - 1).min(text.len()).max(end);
        kept.extend(&text[from..end]);
    }
    if end < text.len() {
        kept.push('…');
    }
    kept
}

/// A text on as few lines as can be, all about as long as each other.
fn balanced(text: &str, most: usize) -> Vec<String> {
    let fewest = broken(text, most).len();
    let length = text.chars().count();
    let narrow = (length.div_ceil(fewest)..most).find(|&width| broken(text, width).len() == fewest);
    broken(text, narrow.unwrap_or(most))
}

/// A text in lines of at most some characters, broken at spaces and after signs if possible.
fn broken(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in words(text) {
        if line.chars().count() + word.trim_end().chars().count() > most && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        line.push_str(&word);
        while line.trim_end().chars().count() > most {
            let rest = line.chars().skip(most).collect();
            lines.push(line.chars().take(most).collect());
            line = rest;
        }
    }
    lines.push(line);
    let trimmed = lines.into_iter().map(|line| line.trim().to_owned());
    trimmed.filter(|line| !line.is_empty()).collect()
}

/// The pieces between which a text can be broken.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in text.chars() {
        let last = words.len() - 1;
        words[last].push(c);
        if matches!(c, ' ' | ',' | '|' | ';') {
            words.push(String::new());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn long_texts_are_cut_where_they_do_not_differ() {
        let shown = distinct(&texts(&["abcdefghijklmnop", "abcdefghijklmnoq", "short"]), 12);
        assert_eq!(shown, ["abcdefg…nop", "abcdefg…noq", "short"]);
    }

    #[test]
    fn different_texts_are_shown_differently_whatever_they_are() {
        let many: Vec<String> = (0..200).map(|n: u32| format!("{n:0100b}{}", n % 3)).collect();
        for room in [1, 5, 12, 40] {
            let shown: BTreeSet<String> = distinct(&many, room).into_iter().collect();
            assert_eq!(shown.len(), many.len(), "room {room}");
        }
        let dots = distinct(&texts(&["aaaaaaaaaa", "aaaa…", "aaaaaaaaab"]), 5);
        assert_eq!(dots.iter().collect::<BTreeSet<_>>().len(), 3, "{dots:?}");
    }

    #[test]
    fn lines_are_about_as_long_as_each_other() {
        assert_eq!(balanced("green rope | plum dagger", 24), ["green rope | plum dagger"]);
        assert_eq!(
            balanced("green rope hall | plum dagger kitchen", 24),
            ["green rope hall |", "plum dagger kitchen"]
        );
        assert_eq!(balanced("0101010101", 6), ["01010", "10101"]);
    }
}
