//! What a typed line is: a command, a statement of the language, or an expression.

use hexa_lang::syntax::STATEMENT_WORDS;

/// Whether a text is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It is.
    Nothing,
    /// A bracket is open, or a block has not been ended by an empty line.
    MoreLines,
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Nothing, or only a comment.
    Nothing,
    /// `:word argument`
    Command(&'a str, &'a str),
    /// It starts with a keyword.
    Statement(&'a str),
    /// Anything else: a formula, we hope.
    Expression(&'a str),
}

/// Statements whose clauses stand on lines of their own.
const BLOCKS: &[&str] = &["frame", "model"];

/// What a text still needs.
pub fn need(text: &str) -> Need {
    if text.trim_start().starts_with(':') {
        return Need::Nothing;
    }
    let mut open = 0i64;
    for line in text.lines() {
        let code = line.split('#').next().unwrap_or_default();
        open += code.chars().map(bracket).sum::<i64>();
    }
    let block = BLOCKS.contains(&first_word(text)) && !ended(text);
    if open > 0 || block { Need::MoreLines } else { Need::Nothing }
}

/// A block ends with an empty line.
fn ended(text: &str) -> bool {
    text.lines().count() > 1 && text.rsplit('\n').next().is_some_and(|last| last.trim().is_empty())
}

fn bracket(c: char) -> i64 {
    match c {
        '(' | '[' | '{' => 1,
        ')' | ']' | '}' => -1,
        _ => 0,
    }
}

/// What a text is.
pub fn kind(text: &str) -> Input<'_> {
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed.lines().all(|line| line.trim_start().starts_with('#')) {
        return Input::Nothing;
    }
    if let Some(command) = trimmed.strip_prefix(':') {
        let (word, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        return Input::Command(word, argument.trim());
    }
    match STATEMENT_WORDS.contains(&first_word(trimmed)) {
        true => Input::Statement(trimmed),
        false => Input::Expression(trimmed),
    }
}

/// The word that a text starts with, if it stands alone: `win 3`, but not `win_3` or `deal(r | w)`.
fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_stand_alone_are_keywords() {
        assert_eq!(kind("do skip"), Input::Statement("do skip"));
        assert_eq!(kind("win_3 & p"), Input::Expression("win_3 & p"));
        assert_eq!(kind("deal(r | w | b)"), Input::Expression("deal(r | w | b)"));
        assert_eq!(kind(" :load  a b "), Input::Command("load", "a b"));
        assert_eq!(kind("# only a comment"), Input::Nothing);
    }

    #[test]
    fn open_brackets_and_blocks_need_more_lines() {
        assert_eq!(need("check (p"), Need::MoreLines);
        assert_eq!(need("check (p\n  | q)"), Need::Nothing);
        assert_eq!(need("check p # ("), Need::Nothing);
        assert_eq!(need("frame f"), Need::MoreLines);
        assert_eq!(need("frame f\n  event e: pre p\n"), Need::Nothing);
    }
}
