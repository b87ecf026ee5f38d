//! What was typed, cut into words and marks.

use std::ops::Range;

/// A word or a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    /// One of [`MARKS`].
    Mark(char),
}

/// A piece of a line, by its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) at: Range<usize>,
}

const MARKS: &str = ":,.;>?!";

/// Between spaces these are read as commas: `plum rope hall - wrong`.
const DASHES: &str = "-\u{2013}\u{2014}";

/// Words that are written with a stop: `Mrs. White`.
const TITLES: &[&str] =
    &["mr", "mrs", "ms", "dr", "prof", "col", "rev", "sgt", "mme", "m", "st", "capt"];

fn is_title(word: &str) -> bool {
    TITLES.contains(&word.to_lowercase().as_str())
}

/// Whether nothing is attached to what stands before this.
fn is_alone(rest: &str) -> bool {
    rest.chars().next().is_none_or(char::is_whitespace)
}

/// The words and marks of a line.
pub(super) fn tokens(line: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut in_word = false;
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        if c == '.' && in_word && tokens.last().is_some_and(|word| is_title(&line[word.at.clone()]))
        {
            in_word = false;
        } else if DASHES.contains(c) && !in_word && is_alone(&line[end..]) {
            tokens.push(Token { kind: Kind::Mark(','), at: at..end });
        } else if MARKS.contains(c) {
            tokens.push(Token { kind: Kind::Mark(c), at: at..end });
            in_word = false;
        } else if c.is_whitespace() {
            in_word = false;
        } else if let (true, Some(word)) = (in_word, tokens.last_mut()) {
            word.at.end = end;
        } else {
            tokens.push(Token { kind: Kind::Word, at: at..end });
            in_word = true;
        }
    }
    tokens
}
