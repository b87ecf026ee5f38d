//! Text to tokens and comments. Line breaks are not tokens: [`Lexed::lines`] says
//! which token starts which line and how far that line is indented. Characters that
//! only look like those of the language are reported and then read as what they
//! look like, so that one wrong quote does not hide the other errors of a file.

use super::lookalike::{Lookalike, lookalike};
use super::report::Report;
use hexa_text::Span;
use hexa_text::{Code, Diagnostic};
use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A token: what it is, how it is used, where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// How the parser used it; the formatter needs to know.
    pub role: Role,
    /// Where it stands.
    pub span: Span,
}

/// What a token is. A sign and its Unicode spelling are the same kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The names say it.
pub enum Kind {
    Name,
    Number,
    Text,
    // Brackets.
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenAngle,
    CloseAngle,
    // Signs.
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    Comma,
    Colon,
    Assign,
    Dots,
    Plus,
    Minus,
    Star,
    Caret,
    Slash,
    Bar,
    BarBar,
    And,
    Tilde,
    Arrow,
    DoubleArrow,
    Question,
    Bang,
    Semicolon,
    Underscore,
    // Words that are reserved everywhere.
    True,
    False,
    Forall,
    Exists,
    Count,
    Choice,
    Seq,
    For,
    In,
    Where,
    Skip,
    All,
    Agents,
    Cards,
    Holders,
    Deals,
    Sub,
    Size,
    Initial,
}

impl Kind {
    /// Whether it is a word that nothing can be named.
    pub fn is_reserved_word(self) -> bool {
        self as u8 >= Kind::True as u8
    }

    /// The closing bracket, of an opening one. `<` and `>` are left to the parser.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are no opening brackets")]
    pub fn closer(self) -> Option<Kind> {
        Some(match self {
            Kind::OpenParen => Kind::CloseParen,
            Kind::OpenBracket => Kind::CloseBracket,
            Kind::OpenBrace => Kind::CloseBrace,
            Kind::OpenAngle => Kind::CloseAngle,
            _ => return None,
        })
    }
}

/// How the parser used a token, where that is not plain from the token itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Nothing special.
    #[default]
    Plain,
    /// `+` between actions, for sure.
    Choice,
    /// `|` between formulas or guards.
    Disjunction,
    /// `<` that opens a diamond.
    DiamondOpen,
    /// `>` that closes a diamond.
    DiamondClose,
    /// Stands close to its neighbour: `(` to what precedes, `,` and `*` to what follows.
    Tight,
}

/// A comment, from `#` to the end of its line.
#[derive(Clone, Copy, Debug)]
pub struct Comment {
    /// Where it stands, without the line break.
    pub span: Span,
    /// Its line, from 0.
    pub line: u32,
    /// How many tokens stand before it.
    pub after: u32,
    /// How far it is indented, if it is alone on its line.
    pub indent: u32,
}

/// A line that has tokens.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its first token.
    pub first: u32,
    /// Its number, from 0.
    pub number: u32,
    /// How far it is indented, in characters.
    pub indent: u32,
}

/// What the lexer found.
#[derive(Clone, Debug, Default)]
pub struct Lexed {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The comments.
    pub comments: Vec<Comment>,
    /// The lines that have tokens.
    pub lines: Vec<Line>,
    /// The lines of which a part is lost, because its characters mean nothing.
    pub lost: Vec<Span>,
}

/// Cuts a text into tokens.
pub(super) fn lex(text: &str, report: &mut Report) -> Lexed {
    let mut lexer = Lexer::new(text, report);
    lexer.run();
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    /// Indentation of the current line; none until its first token or comment.
    indent: Option<u32>,
    /// Whether the current line already has a token.
    has_token: bool,
    /// The character that indents the lines so far.
    indented_by: Option<char>,
    report: &'a mut Report,
    out: Lexed,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str, report: &'a mut Report) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self {
            text,
            at,
            line: 0,
            indent: None,
            has_token: false,
            indented_by: None,
            report,
            out: Lexed::default(),
        }
    }

    fn run(&mut self) {
        self.indentation();
        while let Some(&byte) = self.text.as_bytes().get(self.at)
            && self.report.goes_on()
        {
            match byte {
                b' ' | b'\t' => self.at += 1,
                b'\r' if self.rest().starts_with("\r\n") => self.at += 1,
                b'\n' => self.newline(),
                b'#' => self.comment(),
                b'"' => self.quotation("\""),
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => self.word(),
                0x80.. => self.other_character(),
                _ => self.sign(),
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: Kind, start: usize) {
        if !self.has_token {
            self.has_token = true;
            self.out.lines.push(Line {
                first: self.out.tokens.len() as u32,
                number: self.line,
                indent: self.indent.unwrap_or(0),
            });
        }
        let span = Span::new(start, self.at);
        self.out.tokens.push(Token { kind, role: Role::Plain, span });
    }

    fn newline(&mut self) {
        self.at += 1;
        self.line += 1;
        self.has_token = false;
        self.indentation();
    }

    /// Measures the white space that starts a line.
    fn indentation(&mut self) {
        let rest = self.rest();
        let blank = |c: char| c == ' ' || c == '\t' || lookalike(c) == Some(Lookalike::Space);
        let white = &rest[..rest.find(|c| !blank(c)).unwrap_or(rest.len())];
        self.indent = Some(white.chars().count() as u32);
        let bare = matches!(rest[white.len()..].chars().next(), None | Some('\n' | '\r' | '#'));
        if !bare {
            self.check_indentation(white);
        }
    }

    /// Tabs and spaces look alike, so a file may indent with only one of them.
    fn check_indentation(&mut self, white: &str) {
        let Some(first) = white.chars().next() else { return };
        let by = *self.indented_by.get_or_insert(first);
        if white.chars().any(|c| c != by && (c == ' ' || c == '\t')) {
            let span = Span::new(self.at, self.at + white.len());
            let message = "this line is indented with both tabs and spaces, or unlike those above";
            self.report.add(
                self.report
                    .diagnostic(Code::Indentation, span, message)
                    .help("indent all lines of a file with spaces"),
            );
        }
    }

    fn comment(&mut self) {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        self.out.comments.push(Comment {
            span: Span::new(self.at, self.at + line.trim_end().len()),
            line: self.line,
            after: self.out.tokens.len() as u32,
            indent: self.indent.unwrap_or(0),
        });
        self.at += line.len();
    }

    /// A text in quotes, up to one of the given closing quotes.
    fn quotation(&mut self, closers: &str) {
        let start = self.at;
        let quote = self.rest().chars().next().map_or(0, char::len_utf8);
        let rest = &self.text[start + quote..];
        let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
        if let Some(length) = line.find(|c| closers.contains(c)) {
            let closer = line[length..].chars().next().map_or(0, char::len_utf8);
            self.at = start + quote + length + closer;
        } else {
            self.at = start + quote + line.len();
            let diagnostic = self
                .report
                .diagnostic(
                    Code::UnclosedString,
                    Span::new(start, self.at),
                    "this quote is never closed",
                )
                .help("a text ends with `\"` on the same line");
            self.report.add(diagnostic);
        }
        self.push(Kind::Text, start);
    }

    /// A name, a number or a reserved word.
    fn word(&mut self) {
        let start = self.at;
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
        }
        if bytes.get(self.at).is_some_and(|byte| !byte.is_ascii()) {
            self.name_characters();
        }
        while bytes.get(self.at) == Some(&b'\'') {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let kind = if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.check_number(start, word);
            self.decimal(start);
            Kind::Number
        } else {
            reserved_word(word).unwrap_or(Kind::Name)
        };
        if !word.is_ascii() {
            self.check_normal_form(start, word);
        }
        self.push(kind, start);
    }

    /// Letters of any script, with their accents.
    fn name_characters(&mut self) {
        let rest = self.rest();
        let ends = |c: char| !is_name_character(c);
        self.at += rest.find(ends).unwrap_or(rest.len());
    }

    fn check_number(&mut self, start: usize, digits: &str) {
        let leading_zero = digits.len() > 1 && digits.starts_with('0');
        if !leading_zero && digits.parse::<i64>().is_ok() {
            return;
        }
        let span = Span::new(start, self.at);
        let diagnostic = if leading_zero {
            let group: Vec<String> = digits.chars().take(12).map(String::from).collect();
            let help = format!(
                "drop the leading zeros; a group of agents with digits for names is `{{{}}}`",
                group.join(",")
            );
            self.report.diagnostic(Code::BadNumber, span, "a number with leading zeros").help(help)
        } else {
            let message = "a number that is too large";
            let help = format!("the largest number is {}", i64::MAX);
            self.report.diagnostic(Code::BadNumber, span, message).help(help)
        };
        self.report.add(diagnostic);
    }

    /// Goes past the rest of a decimal number, which the language does not have.
    fn decimal(&mut self, start: usize) {
        let rest = self.rest().strip_prefix('.').unwrap_or("");
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return;
        }
        self.at += 1 + digits;
        let written = &self.text[start..self.at];
        let help = match fraction(written) {
            Some((above, below)) => {
                format!("a probability is compared with a fraction: write `{above}/{below}`")
            }
            None => "a probability is compared with a fraction, such as `1/2`".to_owned(),
        };
        let message = "there are no decimal numbers";
        let span = Span::new(start, self.at);
        let diagnostic = self.report.diagnostic(Code::UnknownCharacter, span, message).help(help);
        self.report.add(diagnostic);
    }

    fn check_normal_form(&mut self, start: usize, word: &str) {
        if is_nfc(word) {
            return;
        }
        let normal: String = word.nfc().take(60).collect();
        let message =
            "this name is not in Unicode normal form C, so it is another name than it looks";
        let diagnostic = self
            .report
            .diagnostic(Code::NotNormalized, Span::new(start, self.at), message)
            .help(format!("write `{normal}` with composed characters"));
        self.report.add(diagnostic);
    }

    /// A character outside ASCII: a sign, a letter, a lookalike, or nothing at all.
    fn other_character(&mut self) {
        let Some(c) = self.rest().chars().next() else { return };
        if let Some(kind) = unicode_sign(c) {
            let start = self.at;
            self.at += c.len_utf8();
            self.push(kind, start);
        } else if let Some(looks) = lookalike(c) {
            self.read_lookalike(c, looks);
        } else if is_name_character(c) && !is_combining_mark(c) {
            self.word();
        } else {
            self.report_unknown(c);
        }
    }

    fn read_lookalike(&mut self, c: char, looks: Lookalike) {
        let start = self.at;
        // Several in a row, such as subscript digits, are one mistake.
        let run: String = self
            .rest()
            .chars()
            .take_while(|&other| {
                other == c || (looks.joins() && lookalike(other).is_some_and(|l| l.joins()))
            })
            .take(40)
            .collect();
        let advance = if looks.repeats() { run.len() } else { c.len_utf8() };
        let shown = if looks.repeats() { run.as_str() } else { &run[..c.len_utf8()] };
        let diagnostic = self
            .report
            .diagnostic(
                Code::Lookalike,
                Span::new(start, start + advance),
                format!("{} only looks like {}", shown_character(c), looks.meaning(shown)),
            )
            .help(format!("write {}", looks.meaning(shown)));
        self.report.add(diagnostic);
        match looks {
            Lookalike::Quote => self.quotation("“”„‟\""),
            Lookalike::Sign(_, kind) => {
                self.at += advance;
                self.push(kind, start);
            }
            Lookalike::Space | Lookalike::LineBreak => self.at += advance,
            Lookalike::Prime
            | Lookalike::Subscript
            | Lookalike::Superscript
            | Lookalike::Letter => {
                self.at += advance;
                self.lose_line(start);
            }
        }
    }

    /// Remembers that a part of a line is lost.
    fn lose_line(&mut self, at: usize) {
        if self.out.lost.last().is_some_and(|last| at <= last.end as usize) {
            return;
        }
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = self.text[at..].find('\n').map_or(self.text.len(), |length| at + length);
        self.out.lost.push(Span::new(start, end));
    }

    fn sign(&mut self) {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        if let Some((wrong, right, kind)) = mistaken_sign(rest) {
            self.at += wrong.len();
            let message = format!("`{wrong}` is not a sign of the language");
            let diagnostic = self
                .report
                .diagnostic(Code::UnknownCharacter, Span::new(start, self.at), message)
                .help(format!("write {right}"));
            self.report.add(diagnostic);
            self.push(kind, start);
        } else if let Some((length, kind)) = ascii_sign(rest) {
            self.at += length;
            self.push(kind, start);
        } else if let Some(c) = self.rest().chars().next() {
            match lookalike(c) {
                Some(looks) => self.read_lookalike(c, looks),
                None => self.report_unknown(c),
            }
        }
    }

    /// Characters that mean nothing; several in a row are reported once.
    fn report_unknown(&mut self, first: char) {
        let start = self.at;
        while let Some(c) = self.rest().chars().next().filter(|&c| is_unknown(c)) {
            self.at += c.len_utf8();
        }
        if self.at == start {
            self.at += first.len_utf8();
        }
        self.lose_line(start);
        let message = format!("{} means nothing here", shown_character(first));
        let diagnostic =
            self.report.diagnostic(Code::UnknownCharacter, Span::new(start, self.at), message);
        let help = match first {
            '.' => "a range is written `1..6`",
            '\'' => "`'` can only follow the letters and digits of a name",
            '\r' => "end lines with a line feed",
            _ if first.is_numeric() => "digits are 0 to 9",
            _ => "names are letters and digits; remove this, or put `#` before a comment",
        };
        self.report.add(Diagnostic::help(diagnostic, help));
    }
}

/// A decimal number as a fraction in lowest terms.
fn fraction(decimal: &str) -> Option<(u64, u64)> {
    let (whole, part) = decimal.split_once('.')?;
    let above: u64 = format!("{whole}{part}").parse().ok()?;
    let below = 10u64.checked_pow(u32::try_from(part.len()).ok()?)?;
    let (mut divisor, mut rest) = (above, below);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    Some((above / divisor, below / divisor))
}

fn is_name_character(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    (c.is_alphabetic() || is_combining_mark(c)) && lookalike(c).is_none()
}

fn is_unknown(c: char) -> bool {
    if c.is_ascii() {
        let starts_token = c.is_ascii_alphanumeric() || " \t\n\r#\"".contains(c);
        // A single `.` or `\` is unknown, but may start a sign with what follows.
        let may_start_sign = c == '.' || c == '\\' || ascii_sign(&[c as u8]).is_some();
        return !starts_token && lookalike(c).is_none() && !may_start_sign;
    }
    unicode_sign(c).is_none()
        && lookalike(c).is_none()
        && (!is_name_character(c) || is_combining_mark(c))
}

/// A character as messages show it: itself if it can be seen, and its number.
fn shown_character(c: char) -> String {
    if c.is_ascii_graphic() {
        format!("`{c}`")
    } else if c.is_control() || c.is_whitespace() || is_combining_mark(c) {
        format!("the character U+{:04X}", u32::from(c))
    } else {
        format!("`{c}` (U+{:04X})", u32::from(c))
    }
}

/// The sign that starts a text in ASCII, and its length.
fn ascii_sign(text: &[u8]) -> Option<(usize, Kind)> {
    Some(match text {
        [b'<', b'-', b'>', ..] => (3, Kind::DoubleArrow),
        [b'-', b'>', ..] => (2, Kind::Arrow),
        [b'<', b'=', ..] => (2, Kind::LessEqual),
        [b'>', b'=', ..] => (2, Kind::GreaterEqual),
        [b'!', b'=', ..] => (2, Kind::NotEqual),
        [b':', b'=', ..] => (2, Kind::Assign),
        [b'.', b'.', ..] => (2, Kind::Dots),
        [b'|', b'|', ..] => (2, Kind::BarBar),
        [b'(', ..] => (1, Kind::OpenParen),
        [b')', ..] => (1, Kind::CloseParen),
        [b'[', ..] => (1, Kind::OpenBracket),
        [b']', ..] => (1, Kind::CloseBracket),
        [b'{', ..] => (1, Kind::OpenBrace),
        [b'}', ..] => (1, Kind::CloseBrace),
        [b'<', ..] => (1, Kind::Less),
        [b'>', ..] => (1, Kind::Greater),
        [b'=', ..] => (1, Kind::Equal),
        [b',', ..] => (1, Kind::Comma),
        [b':', ..] => (1, Kind::Colon),
        [b'+', ..] => (1, Kind::Plus),
        [b'-', ..] => (1, Kind::Minus),
        [b'*', ..] => (1, Kind::Star),
        [b'^', ..] => (1, Kind::Caret),
        [b'/', ..] => (1, Kind::Slash),
        [b'|', ..] => (1, Kind::Bar),
        [b'&', ..] => (1, Kind::And),
        [b'~', ..] => (1, Kind::Tilde),
        [b'?', ..] => (1, Kind::Question),
        [b'!', ..] => (1, Kind::Bang),
        [b';', ..] => (1, Kind::Semicolon),
        [b'_', ..] => (1, Kind::Underscore),
        _ => return None,
    })
}

/// A sign of other languages that starts a text, with ours.
fn mistaken_sign(text: &[u8]) -> Option<(&'static str, &'static str, Kind)> {
    Some(match text {
        [b'<', b'=', b'>', ..] => ("<=>", "`<->`", Kind::DoubleArrow),
        [b'=', b'>', ..] => ("=>", "`->`", Kind::Arrow),
        [b'=', b'=', ..] => ("==", "`=` between numbers, `<->` between formulas", Kind::Equal),
        [b'&', b'&', ..] => ("&&", "`&`", Kind::And),
        [b'/', b'\\', ..] => ("/\\", "`&`", Kind::And),
        [b'\\', b'/', ..] => ("\\/", "`|`", Kind::Bar),
        _ => return None,
    })
}

fn unicode_sign(c: char) -> Option<Kind> {
    Some(match c {
        '¬' => Kind::Tilde,
        '∧' => Kind::And,
        '∨' => Kind::Bar,
        '→' => Kind::Arrow,
        '↔' => Kind::DoubleArrow,
        '⊤' => Kind::True,
        '⊥' => Kind::False,
        '∀' => Kind::Forall,
        '∃' => Kind::Exists,
        '∈' => Kind::In,
        '⟨' => Kind::OpenAngle,
        '⟩' => Kind::CloseAngle,
        '∪' => Kind::Plus,
        '∩' => Kind::BarBar,
        '≔' => Kind::Assign,
        '≠' => Kind::NotEqual,
        '≤' => Kind::LessEqual,
        '≥' => Kind::GreaterEqual,
        _ => return None,
    })
}

fn reserved_word(word: &str) -> Option<Kind> {
    Some(match word {
        "true" => Kind::True,
        "false" => Kind::False,
        "forall" => Kind::Forall,
        "exists" => Kind::Exists,
        "count" => Kind::Count,
        "choice" => Kind::Choice,
        "seq" => Kind::Seq,
        "for" => Kind::For,
        "in" => Kind::In,
        "where" => Kind::Where,
        "skip" => Kind::Skip,
        "all" => Kind::All,
        "agents" => Kind::Agents,
        "cards" => Kind::Cards,
        "holders" => Kind::Holders,
        "deals" => Kind::Deals,
        "sub" => Kind::Sub,
        "size" => Kind::Size,
        "initial" => Kind::Initial,
        _ => return None,
    })
}
