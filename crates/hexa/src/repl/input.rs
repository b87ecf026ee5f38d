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

/// The inputs that a text consists of: several, if several lines are pasted at once. Lines belong together while a
/// bracket is open, and if they are indented more than the first. A command, or an empty line, ends what was typed before
/// it even if a bracket is open: there must be a way out of a forgotten one.
pub fn inputs(text: &str) -> Vec<&str> {
    let mut inputs: Vec<std::ops::Range<usize>> = Vec::new();
    let mut begun = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let here = at..at + line.len();
        at = here.end;
        if line.trim().is_empty() {
            begun = false;
            continue;
        }
        match inputs.last_mut().filter(|_| begun && !is_command(line)) {
            Some(input) if goes_on(&text[input.clone()], line) => input.end = here.end,
            _ => inputs.push(here),
        }
        begun = !is_command(line);
    }
    inputs.into_iter().map(|input| text[input].trim()).collect()
}

/// Whether a line belongs to the input before it.
fn goes_on(input: &str, line: &str) -> bool {
    let indent = |text: &str| text.len() - text.trim_start().len();
    open_brackets(input) > 0 || indent(line) > indent(input)
}

fn is_command(line: &str) -> bool {
    line.trim_start().starts_with(':')
}

/// What a text still needs.
pub fn need(text: &str) -> Need {
    let last = text.rsplit('\n').next().unwrap_or_default();
    let inputs = inputs(text);
    let Some(input) = inputs.last().filter(|input| !is_command(input) && !last.trim().is_empty())
    else {
        return Need::Nothing;
    };
    let block = BLOCKS.contains(&first_word(input));
    if open_brackets(input) > 0 || block { Need::MoreLines } else { Need::Nothing }
}

fn open_brackets(text: &str) -> i64 {
    let code = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    code.flat_map(str::chars).map(bracket).sum()
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
        assert_eq!(inputs("check (p\n:undo"), ["check (p", ":undo"]);
        assert_eq!(inputs("check (p\n\nq)"), ["check (p", "q)"]);
        assert_eq!(inputs(":undo\n  p"), [":undo", "p"]);
    }

    #[test]
    fn lines_that_are_pasted_together_are_inputs_of_their_own() {
        assert_eq!(
            inputs("K_1 r_1\ndo L_123 ?~w_1\nK_3 r_1"),
            ["K_1 r_1", "do L_123 ?~w_1", "K_3 r_1"]
        );
        assert_eq!(inputs("  check p &\n    q\n  check r\n"), ["check p &\n    q", "check r"]);
        let frame = "frame f\n  event e: pre p\n  cells all: {e}\ndo f(e)";
        assert_eq!(inputs(frame), [&frame[..41], "do f(e)"]);
        assert_eq!(need(frame), Need::Nothing);
        assert_eq!(need("do skip\nframe f\n  event e"), Need::MoreLines);
    }
}
