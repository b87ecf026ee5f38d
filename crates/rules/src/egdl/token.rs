//! The words of an EGDL text. A line that is not indented starts a statement.

use crate::work::Work;
use hexa_lang::{Code, Diagnostic, SourceId, Span};
use hexa_logic::Stopped;

/// What a word is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Name(String),
    Number(i64),
    Quoted(String),
    /// An operator or a bracket.
    Sign(&'static str),
    /// A statement starts here.
    Start,
    End,
}

/// A word and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

impl Token {
    /// The word as it is written.
    pub(super) fn text(&self) -> String {
        match &self.kind {
            Kind::Name(text) | Kind::Quoted(text) => text.clone(),
            Kind::Number(number) => number.to_string(),
            Kind::Sign(sign) => (*sign).to_owned(),
            Kind::Start | Kind::End => String::new(),
        }
    }
}

/// Signs, longer ones before those that they begin with; the first of each row is its name.
const SIGNS: &[&[&str]] = &[
    &["<->", "↔"],
    &["->", "→"],
    &["..", "…"],
    &["!=", "≠"],
    &["<=", "≤"],
    &[">=", "≥"],
    &["~", "¬"],
    &["&", "∧"],
    &["|", "∨"],
    &["^"],
    &["_"],
    &["{"],
    &["}"],
    &["("],
    &[")"],
    &[","],
    &[";"],
    &[":"],
    &["."],
    &["+"],
    &["-", "−"],
    &["="],
    &["<"],
    &[">"],
];

/// The words of a text, with what is wrong with others. They end with [`Kind::End`].
pub(super) fn tokens(
    text: &str,
    source: SourceId,
    wrong: &mut Vec<Diagnostic>,
    work: &Work<'_>,
) -> Result<Vec<Token>, Stopped> {
    let mut lexer = Lexer { text, source, at: 0, tokens: Vec::new() };
    let mut is_line_start = true;
    while let Some(next) = text[lexer.at..].chars().next() {
        work.step(1)?;
        match next {
            '\n' | '\r' => {
                lexer.at += 1;
                is_line_start = true;
                continue;
            }
            '#' => lexer.skip(|c| c != '\n' && c != '\r'),
            c if c.is_whitespace() => lexer.skip(|c| c.is_whitespace() && c != '\n' && c != '\r'),
            _ => {
                if is_line_start {
                    lexer.push(Kind::Start, lexer.at);
                }
                wrong.extend(lexer.word(next).err());
            }
        }
        is_line_start = false;
    }
    lexer.push(Kind::End, text.len());
    Ok(lexer.tokens)
}

struct Lexer<'t> {
    text: &'t str,
    source: SourceId,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn push(&mut self, kind: Kind, from: usize) {
        self.tokens.push(Token { kind, span: Span::new(from, self.at) });
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !wanted(c)).unwrap_or(rest.len());
    }

    fn word(&mut self, first: char) -> Result<(), Diagnostic> {
        let from = self.at;
        if first.is_ascii_digit() {
            self.skip(|c| c.is_ascii_digit());
            let number = self.text[from..self.at].parse().map_err(|_| {
                self.wrong(Code::BadNumber, from, "this number is too large").help("at most 2^63-1")
            })?;
            self.push(Kind::Number(number), from);
            return Ok(());
        }
        if first.is_alphabetic() {
            self.skip(|c| c.is_alphanumeric() || c == '\'');
            self.push(Kind::Name(self.text[from..self.at].to_owned()), from);
            return Ok(());
        }
        if first == '"' {
            return self.read_quoted(from);
        }
        if first == '○' {
            self.at += first.len_utf8();
            self.push(Kind::Name("next".to_owned()), from);
            return Ok(());
        }
        for row in SIGNS {
            if let Some(sign) = row.iter().find(|sign| self.text[from..].starts_with(**sign)) {
                self.at += sign.len();
                self.push(Kind::Sign(row[0]), from);
                return Ok(());
            }
        }
        self.at += first.len_utf8();
        Err(self.wrong(Code::UnknownCharacter, from, "this character means nothing here"))
    }

    fn read_quoted(&mut self, from: usize) -> Result<(), Diagnostic> {
        self.at += 1;
        self.skip(|c| c != '"' && c != '\n' && c != '\r');
        let inner = self.text[from + 1..self.at].to_owned();
        if !self.text[self.at..].starts_with('"') {
            return Err(self.wrong(Code::UnclosedString, from, "this text has no closing quote"));
        }
        self.at += 1;
        self.push(Kind::Quoted(inner), from);
        Ok(())
    }

    fn wrong(&self, code: Code, from: usize, message: &str) -> Diagnostic {
        Diagnostic::new(code, self.source, Span::new(from, self.at), message)
    }
}
