//! Tokens of SMCDEL's format. The longest match counts, so that `Kwame` is a name though `Kw` is
//! an operator. Comments go from `--` to the end of the line.

use crate::syntax::Report;
use hexa_text::Code;
use hexa_text::Span;

/// What kind of token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Vars,
    Law,
    Obs,
    /// `TRUE?`
    True,
    /// `VALID?`
    Valid,
    /// `WHERE?`
    Where,
    Comma,
    Colon,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Less,
    Greater,
    Bang,
    Question,
    Top,
    Bottom,
    Not,
    And,
    Or,
    Implies,
    Iff,
    /// `AND`, `OR`, `XOR`, `ONEOF`: of a list.
    AllOf,
    AnyOf,
    OddOf,
    OneOf,
    Forall,
    Exists,
    /// `K`
    Knows,
    /// `Kw`
    KnowsWhether,
    Number,
    Word,
}

impl Kind {
    /// Whether a part of the file starts here.
    pub(super) fn starts_part(self) -> bool {
        matches!(self, Self::Vars | Self::Law | Self::Obs) || self.starts_query()
    }

    /// Whether a query starts here.
    pub(super) fn starts_query(self) -> bool {
        matches!(self, Self::True | Self::Valid | Self::Where)
    }
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// Longer signs before those they start with.
const SIGNS: &[(&str, Kind)] = &[
    ("<->", Kind::Iff),
    ("->", Kind::Implies),
    (",", Kind::Comma),
    (":", Kind::Colon),
    ("(", Kind::Open),
    (")", Kind::Close),
    ("[", Kind::OpenBracket),
    ("]", Kind::CloseBracket),
    ("{", Kind::OpenBrace),
    ("}", Kind::CloseBrace),
    ("<", Kind::Less),
    (">", Kind::Greater),
    ("!", Kind::Bang),
    ("?", Kind::Question),
    ("~", Kind::Not),
    ("¬", Kind::Not),
    ("&", Kind::And),
    ("∧", Kind::And),
    ("|", Kind::Or),
    ("∨", Kind::Or),
    ("→", Kind::Implies),
    ("↔", Kind::Iff),
];

/// The tokens of a text. What is none is reported and left out.
pub(super) fn lex(text: &str, report: &mut Report) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = blank(text, 0);
    while at < text.len() && report.goes_on() {
        let rest = &text[at..];
        let (kind, length) = match token(rest) {
            Some(found) => found,
            None => {
                at += report_unknown(rest, at, report);
                at = blank(text, at);
                continue;
            }
        };
        let span = Span::new(at, at + length);
        if kind == Kind::Number && rest[..length].parse::<u32>().is_err() {
            let message = "this number is too large for a variable";
            let help = format!("variables are numbers up to {}", u32::MAX);
            report.add(report.diagnostic(Code::BadNumber, span, message).help(help));
        }
        tokens.push(Token { kind, span });
        at = blank(text, at + length);
    }
    tokens
}

/// The token that a text starts with, and its length.
fn token(text: &str) -> Option<(Kind, usize)> {
    let first = text.as_bytes()[0];
    if first.is_ascii_digit() {
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        return Some((Kind::Number, length));
    }
    if first.is_ascii_alphabetic() {
        let length = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let asks = text.as_bytes().get(length) == Some(&b'?');
        return Some(match query(&text[..length]).filter(|_| asks) {
            Some(query) => (query, length + 1),
            None => (word(&text[..length]), length),
        });
    }
    let sign = SIGNS.iter().find(|(sign, _)| text.starts_with(sign));
    sign.map(|&(sign, kind)| (kind, sign.len()))
}

fn query(word: &str) -> Option<Kind> {
    match word {
        "TRUE" => Some(Kind::True),
        "VALID" => Some(Kind::Valid),
        "WHERE" => Some(Kind::Where),
        _ => None,
    }
}

fn word(word: &str) -> Kind {
    match word {
        "VARS" => Kind::Vars,
        "LAW" => Kind::Law,
        "OBS" => Kind::Obs,
        "Top" => Kind::Top,
        "Bot" => Kind::Bottom,
        "Not" | "not" => Kind::Not,
        "iff" => Kind::Iff,
        "AND" => Kind::AllOf,
        "OR" => Kind::AnyOf,
        "XOR" => Kind::OddOf,
        "ONEOF" => Kind::OneOf,
        "ForAll" | "Forall" => Kind::Forall,
        "Exists" => Kind::Exists,
        "K" => Kind::Knows,
        "Kw" => Kind::KnowsWhether,
        _ => Kind::Word,
    }
}

/// Reports characters that mean nothing, as many as stand together, and says how long they are.
fn report_unknown(rest: &str, at: usize, report: &mut Report) -> usize {
    let alien = |&(at, c): &(usize, char)| !c.is_whitespace() && token(&rest[at..]).is_none();
    let length: usize =
        rest.char_indices().take_while(alien).map(|(_, character)| character.len_utf8()).sum();
    let length = length.max(rest.chars().next().map_or(1, char::len_utf8));
    let message = "this means nothing in a file of SMCDEL";
    let help = match rest.as_bytes()[0] {
        b'#' => "a comment starts with `--`",
        b'=' => "write `iff` for \"if and only if\"",
        b'_' => "names of agents are made of letters and digits",
        _ => "signs are ~ & | -> iff ( ) [ ] < > { } ! ? , and :",
    };
    let span = Span::new(at, at + length);
    report.add(report.diagnostic(Code::UnknownCharacter, span, message).help(help));
    length
}

/// The first place from here on that is neither space nor comment.
fn blank(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let space = rest.len() - rest.trim_start().len();
        at += space;
        if !text[at..].starts_with("--") {
            return at;
        }
        at += text[at..].find('\n').unwrap_or(text.len() - at);
    }
}

/// The first word of a text.
pub(super) fn first_word(text: &str) -> &str {
    let rest = &text[blank(text, 0)..];
    let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    &rest[..length]
}

/// Where the word `LAW` stands, outside of comments.
pub(super) fn law(text: &str) -> Option<usize> {
    tokens(text).find(|(_, kind)| *kind == Kind::Law).map(|(at, _)| at)
}

/// How many queries of a text are asked for truth, which is what asserts.
pub(super) fn count_assertions(text: &str) -> usize {
    tokens(text).filter(|(_, kind)| matches!(kind, Kind::True | Kind::Valid)).count()
}

/// The tokens with their places; what is none is left out.
fn tokens(text: &str) -> impl Iterator<Item = (usize, Kind)> {
    let mut at = blank(text, 0);
    std::iter::from_fn(move || {
        while at < text.len() {
            let (start, found) = (at, token(&text[at..]));
            let skipped = || text[start..].chars().next().map_or(1, char::len_utf8);
            at = blank(text, at + found.map_or_else(skipped, |(_, length)| length));
            if let Some((kind, _)) = found {
                return Some((start, kind));
            }
        }
        None
    })
}
