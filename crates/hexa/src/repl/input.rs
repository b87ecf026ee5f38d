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
    Statement,
    /// Anything else: a formula, we hope.
    Expression,
}

/// Statements whose clauses stand on lines of their own.
const BLOCKS: &[&str] = &["frame", "model"];

/// Lines that belong together, and the command after them. A command, or an empty line, ends what
/// was typed before it even if a bracket is open: there must be a way out of a forgotten one.
pub fn split_at_command(text: &str) -> (&str, Option<&str>) {
    match text.trim_end().rsplit_once('\n') {
        Some((before, last)) if is_command(last) => (before, Some(last)),
        _ => (text, None),
    }
}

fn is_command(line: &str) -> bool {
    line.trim_start().starts_with(':')
}

/// What a text still needs.
pub fn need(text: &str) -> Need {
    let last = text.rsplit('\n').next().unwrap_or_default();
    if is_command(text) || is_command(last) || last.trim().is_empty() {
        return Need::Nothing;
    }
    let mut open = 0i64;
    for line in text.lines() {
        let code = line.split('#').next().unwrap_or_default();
        open += code.chars().map(bracket).sum::<i64>();
    }
    let block = BLOCKS.contains(&first_word(text));
    if open > 0 || block { Need::MoreLines } else { Need::Nothing }
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
        true => Input::Statement,
        false => Input::Expression,
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
        assert_eq!(kind("do skip"), Input::Statement);
        assert_eq!(kind("win_3 & p"), Input::Expression);
        assert_eq!(kind("deal(r | w | b)"), Input::Expression);
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

    #[test]
    fn a_command_or_an_empty_line_ends_what_is_open() {
        assert_eq!(need("check (p\n"), Need::Nothing);
        assert_eq!(need("check (p\n:undo"), Need::Nothing);
        assert_eq!(split_at_command("check (p\n:undo"), ("check (p", Some(":undo")));
        assert_eq!(split_at_command("check (p\n"), ("check (p\n", None));
        assert_eq!(split_at_command(":undo"), (":undo", None));
    }
}
