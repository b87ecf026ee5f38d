//! The formatter. It works on tokens: it keeps line breaks and comments, and sets
//! the spaces between tokens, the indentation and the blank lines. The tree stays
//! the same, and formatting twice changes nothing more.

use super::lexer::{Comment, Kind, Role, Token};
use super::spelling::Spelling;
use super::symbol::Symbols;
use super::{Parsed, parse_until};
use hexa_logic::{Stop, Stopped};
use hexa_text::Diagnostic;
use hexa_text::SourceId;
use std::ops::Range;

/// Formats a text, unless it has syntax errors: then these.
pub fn format(text: &str, spelling: Spelling) -> Result<String, Vec<Diagnostic>> {
    format_until(text, spelling, &Stop::new())
}

/// The same, unless somebody asks to stop.
pub fn format_until(
    text: &str,
    spelling: Spelling,
    stop: &Stop,
) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse_until(text, SourceId(0), &mut Symbols::default(), stop);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let (parsed, out) = (&parsed, String::with_capacity(text.len()));
    let mut formatter = Formatter { text, parsed, spelling, out, last_line: None };
    formatter.run(stop).map_err(|_| vec![Diagnostic::for_stop()])?;
    Ok(formatter.out)
}

struct Formatter<'a> {
    text: &'a str,
    parsed: &'a Parsed,
    spelling: Spelling,
    out: String,
    /// The number of the last line that was written.
    last_line: Option<u32>,
}

impl Formatter<'_> {
    fn run(&mut self, stop: &Stop) -> Result<(), Stopped> {
        let parsed = self.parsed;
        let mut comments = parsed.comments.as_slice();
        for (at, line) in parsed.layout.lines().iter().enumerate() {
            stop.look()?;
            while let Some((comment, rest)) =
                comments.split_first().filter(|(c, _)| c.line < line.number)
            {
                self.comment_line(comment, at);
                comments = rest;
            }
            self.start_line(line.number, parsed.layout.proper_indent(at));
            self.tokens(parsed.layout.tokens(at..at + 1));
            if let Some((comment, rest)) =
                comments.split_first().filter(|(c, _)| c.line == line.number)
            {
                self.out.push_str("  ");
                self.comment(comment);
                comments = rest;
            }
            self.out.push('\n');
        }
        for comment in comments {
            self.comment_line(comment, parsed.layout.lines().len());
        }
        Ok(())
    }

    /// Keeps one of any blank lines before a line, and indents it.
    fn start_line(&mut self, number: u32, indent: u32) {
        if self.last_line.is_some_and(|last| number > last + 1) {
            self.out.push('\n');
        }
        self.last_line = Some(number);
        for _ in 0..indent {
            self.out.push(' ');
        }
    }

    /// A comment alone on its line, before a line with tokens. In column 0 it stays;
    /// else it goes with the clause or continuation that follows, or that it ends.
    fn comment_line(&mut self, comment: &Comment, next: usize) {
        let proper = |line: usize| {
            let there = line < self.parsed.layout.lines().len();
            if there { self.parsed.layout.proper_indent(line) } else { 0 }
        };
        let indent = match (comment.indent, proper(next)) {
            (0, _) => 0,
            (_, 0) => next.checked_sub(1).map_or(0, proper),
            (_, indent) => indent,
        };
        self.start_line(comment.line, indent);
        self.comment(comment);
        self.out.push('\n');
    }

    fn comment(&mut self, comment: &Comment) {
        self.out.push_str(&self.text[comment.span.range()]);
    }

    /// The tokens of one line.
    fn tokens(&mut self, tokens: Range<usize>) {
        let mut previous: Option<(&Token, &str)> = None;
        for token in &self.parsed.tokens[tokens] {
            let written = &self.text[token.span.range()];
            let spelled = self.spelling.of(token, written);
            if previous.is_some_and(|(before, spelled)| {
                !tight_after(before, spelled) && !tight_before(token)
            }) {
                self.out.push(' ');
            }
            self.out.push_str(spelled);
            previous = Some((token, spelled));
        }
    }
}

/// Whether a token touches what follows.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
fn tight_after(token: &Token, spelled: &str) -> bool {
    match token.kind {
        Kind::OpenParen | Kind::OpenBracket | Kind::OpenBrace | Kind::OpenAngle => true,
        Kind::Underscore | Kind::Tilde | Kind::Question | Kind::Bang => true,
        Kind::Caret | Kind::Dots | Kind::Slash => true,
        Kind::Less => token.role == Role::DiamondOpen,
        Kind::Comma | Kind::Plus | Kind::Minus | Kind::Star => token.role == Role::Tight,
        Kind::Forall | Kind::Exists => !spelled.is_ascii(),
        _ => false,
    }
}

/// Whether a token touches what stands before.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
fn tight_before(token: &Token) -> bool {
    match token.kind {
        Kind::CloseParen | Kind::CloseBracket | Kind::CloseBrace | Kind::CloseAngle => true,
        Kind::Comma | Kind::Colon | Kind::Underscore => true,
        Kind::Caret | Kind::Dots | Kind::Slash => true,
        Kind::Greater => token.role == Role::DiamondClose,
        Kind::OpenParen | Kind::Plus | Kind::Minus | Kind::Star => token.role == Role::Tight,
        _ => false,
    }
}
