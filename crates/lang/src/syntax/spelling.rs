//! The two spellings of signs and words: ASCII and Unicode.

use super::lexer::{Kind, Role, Token};

/// How signs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spelling {
    /// As they stand in the text; ASCII where there is no text.
    #[default]
    AsWritten,
    /// `forall`, `&`, `<α>`
    Ascii,
    /// `∀`, `∧`, `⟨α⟩`
    Unicode,
}

impl Spelling {
    /// One of the two ways to write a sign.
    pub(super) fn choose(self, ascii: &'static str, unicode: &'static str) -> &'static str {
        if self == Spelling::Unicode { unicode } else { ascii }
    }

    /// A token in this spelling.
    pub(super) fn of<'a>(self, token: &Token, written: &'a str) -> &'a str {
        let sign = match self {
            Spelling::AsWritten => None,
            Spelling::Ascii => ascii(token.kind),
            Spelling::Unicode => unicode(token),
        };
        sign.unwrap_or(written)
    }
}

/// The ASCII spelling of what also has another.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
fn ascii(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Tilde => "~",
        Kind::And => "&",
        Kind::Bar => "|",
        Kind::Arrow => "->",
        Kind::DoubleArrow => "<->",
        Kind::True => "true",
        Kind::False => "false",
        Kind::Forall => "forall",
        Kind::Exists => "exists",
        Kind::In => "in",
        Kind::OpenAngle => "<",
        Kind::CloseAngle => ">",
        Kind::Plus => "+",
        Kind::BarBar => "||",
        Kind::Assign => ":=",
        Kind::NotEqual => "!=",
        Kind::LessEqual => "<=",
        Kind::GreaterEqual => ">=",
        _ => return None,
    })
}

/// The Unicode spelling, where the token is used in a way that has one: a bar
/// between hands and a plus between numbers have none.
fn unicode(token: &Token) -> Option<&'static str> {
    Some(match (token.kind, token.role) {
        (Kind::Tilde, _) => "¬",
        (Kind::And, _) => "∧",
        (Kind::Bar, Role::Disjunction) => "∨",
        (Kind::Arrow, _) => "→",
        (Kind::DoubleArrow, _) => "↔",
        (Kind::True, _) => "⊤",
        (Kind::False, _) => "⊥",
        (Kind::Forall, _) => "∀",
        (Kind::Exists, _) => "∃",
        (Kind::In, _) => "∈",
        (Kind::Less, Role::DiamondOpen) => "⟨",
        (Kind::Greater, Role::DiamondClose) => "⟩",
        (Kind::Plus, Role::Choice) => "∪",
        (Kind::BarBar, _) => "∩",
        (Kind::Assign, _) => "≔",
        (Kind::NotEqual, _) => "≠",
        (Kind::LessEqual, _) => "≤",
        (Kind::GreaterEqual, _) => "≥",
        _ => return None,
    })
}
