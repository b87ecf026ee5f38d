//! The Knowledge Interchange Format, as far as game descriptions use it: names and lists in brackets, with comments
//! from `;` to the end of the line, or from `#|` to `|#`. Reading never fails: what cannot be read becomes a diagnostic.

use crate::work::Work;
use hexa_lang::{Code, Diagnostic, Location, SourceId, Span};
use hexa_logic::Stopped;

/// A name or a list, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExpressionKind {
    /// A name, a number or a variable.
    Word(Box<str>),
    /// A list in brackets.
    List(Vec<Expression>),
}

impl Expression {
    /// The text of a word.
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            ExpressionKind::Word(word) => Some(word),
            ExpressionKind::List(_) => None,
        }
    }

    /// What a list starts with, if that is a word, and the rest. A word is a list of its own.
    pub fn application(&self) -> Option<(&str, &[Expression])> {
        match &self.kind {
            ExpressionKind::Word(word) => Some((word, &[])),
            ExpressionKind::List(items) => {
                let (first, rest) = items.split_first()?;
                first.word().map(|word| (word, rest))
            }
        }
    }
}

/// Lists are not nested deeper than this.
pub const MAX_NESTING: usize = 150;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 16 << 20;

/// More problems than this are not told.
const MAX_PROBLEMS: usize = 100;

/// A text with one kind of line end, for messages that show lines. No byte moves.
pub fn plain_lines(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\r' if rest.peek() != Some(&'\n') => plain.push('\n'),
            '\r' => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

/// The expressions of a text, and what is wrong with it.
pub(crate) fn read(
    text: &str,
    source: SourceId,
    work: &Work<'_>,
) -> Result<(Vec<Expression>, Vec<Diagnostic>), Stopped> {
    let mut reader =
        Reader { text, source, at: 0, open: Vec::new(), done: Vec::new(), wrong: Vec::new() };
    if text.len() > MAX_TEXT {
        let message = format!("this text is longer than {MAX_TEXT} bytes, the most that is read");
        reader.complain(
            Code::TooLong,
            Span::new(0, 0),
            message,
            "split the game, or leave out what it does not need",
        );
    } else {
        reader.run(work)?;
    }
    Ok((reader.done, reader.wrong))
}

struct Reader<'t> {
    text: &'t str,
    source: SourceId,
    at: usize,
    open: Vec<(usize, Vec<Expression>)>,
    done: Vec<Expression>,
    wrong: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn run(&mut self, work: &Work<'_>) -> Result<(), Stopped> {
        while let Some(c) = self.text[self.at..].chars().next() {
            work.step(1)?;
            if self.wrong.len() >= MAX_PROBLEMS {
                self.open.clear();
                return Ok(());
            }
            let from = self.at;
            self.at += c.len_utf8();
            match c {
                '(' => self.open.push((from, Vec::new())),
                ')' => self.close(from),
                ';' => self.skip(|c| c != '\n' && c != '\r'),
                '#' if self.text[self.at..].starts_with('|') => self.block(from, work)?,
                '\u{feff}' if from == 0 => {}
                c if c.is_whitespace() => {}
                c if is_strange(c) => self.strange(c, from),
                _ => self.word(from),
            }
        }
        self.close_all();
        Ok(())
    }

    fn skip(&mut self, mut during: impl FnMut(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !during(c)).unwrap_or(rest.len());
    }

    /// A comment from `#|` to `|#`; others may stand inside of it.
    fn block(&mut self, from: usize, work: &Work<'_>) -> Result<(), Stopped> {
        let mut open = 1_u32;
        self.at += 1;
        while open > 0 {
            work.step(1)?;
            let rest = &self.text[self.at..];
            let Some(next) = rest.find(['#', '|']) else {
                self.at = self.text.len();
                let help = "close it with `|#`";
                let span = Span::new(from, from + 2);
                self.complain(Code::Unclosed, span, "this comment is never closed", help);
                return Ok(());
            };
            let step = match &rest.as_bytes()[next..] {
                [b'|', b'#', ..] => {
                    open -= 1;
                    2
                }
                [b'#', b'|', ..] => {
                    open += 1;
                    2
                }
                [..] => 1,
            };
            self.at += next + step;
        }
        Ok(())
    }

    fn word(&mut self, from: usize) {
        self.skip(|c| !c.is_whitespace() && !matches!(c, '(' | ')' | ';') && !is_strange(c));
        let kind = ExpressionKind::Word(self.text[from..self.at].into());
        self.add(Expression { kind, span: Span::new(from, self.at) });
    }

    fn add(&mut self, expression: Expression) {
        match self.open.last_mut() {
            Some((_, items)) => items.push(expression),
            None => self.done.push(expression),
        }
    }

    fn close(&mut self, at: usize) {
        let span = Span::new(at, at + 1);
        let Some((from, items)) = self.open.pop() else {
            let help = "remove it, or write the `(` that it closes";
            return self.complain(Code::StrayBracket, span, "this bracket closes nothing", help);
        };
        let whole = Span::new(from, at + 1);
        if self.open.len() >= MAX_NESTING {
            // Only the innermost is told; the list is left out.
            if self.open.len() == MAX_NESTING {
                let message = format!("lists are nested deeper than {MAX_NESTING}");
                self.complain(
                    Code::TooDeep,
                    span,
                    message,
                    "name the inner parts with relations of their own",
                );
            }
            return;
        }
        self.add(Expression { kind: ExpressionKind::List(items), span: whole });
    }

    fn close_all(&mut self) {
        if let Some(&(from, _)) = self.open.first() {
            let (inner, _) = self.open[self.open.len() - 1];
            let at = Location { source: self.source, span: Span::new(inner, inner + 1) };
            let end = Span::new(self.text.len(), self.text.len());
            let mut wrong = Diagnostic::new(
                Code::Unclosed,
                self.source,
                end,
                "expected `)`, found the end of the file",
            )
            .help("close it with `)`")
            .at(at, "this bracket is never closed");
            if from != inner {
                let at = Location { source: self.source, span: Span::new(from, from + 1) };
                wrong = wrong.at(at, "the outermost that is open");
            }
            self.wrong.push(wrong);
        }
        self.open.clear();
    }

    fn strange(&mut self, c: char, from: usize) {
        let message =
            format!("the character U+{:04X} does not belong in a game description", c as u32);
        self.skip(is_strange);
        let span = Span::new(from, self.at);
        self.complain(Code::UnknownCharacter, span, message, "is this file a text?");
    }

    fn complain(&mut self, code: Code, span: Span, message: impl Into<String>, help: &str) {
        self.wrong.push(Diagnostic::new(code, self.source, span, message).help(help));
    }
}

/// Characters that no text has: control characters, and what stands for bytes that were no text.
fn is_strange(c: char) -> bool {
    (c.is_control() && !c.is_whitespace()) || c == '\u{fffd}'
}
