//! The tokens of a proof's text. Names with subscripts and arguments are one token, without spaces: `p^x_{1,1}`,
//! `tried(a^x_{1,1})`; so are operators with theirs: `K_a`, `C_{a,b}`.

use hexa_text::Span;

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A name or a number.
    Name(Box<str>),
    /// `K_a`, `E`, `L_{a,b}`: the operator, and who.
    Operator(Named, Option<Box<str>>),
    /// `"..."`
    Text(Box<str>),
    /// `->`, `(`, ...
    Sign(&'static str),
    /// A sign that means nothing here.
    Unknown(char),
    /// The end of the statement.
    End,
}

/// Operators that letters stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    K,
    M,
    Kw,
    E,
    C,
    D,
    L,
}

impl Named {
    const ALL: [Self; 7] = [Self::K, Self::M, Self::Kw, Self::E, Self::C, Self::D, Self::L];

    pub fn name(self) -> &'static str {
        match self {
            Self::K => "K",
            Self::M => "M",
            Self::Kw => "Kw",
            Self::E => "E",
            Self::C => "C",
            Self::D => "D",
            Self::L => "L",
        }
    }
}

/// A token with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub span: Span,
    /// In which column it begins, if it is the first of its line.
    pub first: Option<u32>,
}

/// Signs, longer ones first, each with what it is taken for.
const SIGNS: [(&str, &str); 38] = [
    ("<->", "<->"),
    ("->", "->"),
    ("↔", "<->"),
    ("→", "->"),
    ("¬", "~"),
    ("~", "~"),
    ("∧", "&"),
    ("&", "&"),
    ("∨", "|"),
    ("|", "|"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("⟨", "<"),
    ("⟩", ">"),
    ("<", "<"),
    (">", ">"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (".", "."),
    (":", ":"),
    (";", ";"),
    ("+", "+"),
    ("∪", "+"),
    ("!", "!"),
    ("?", "?"),
    ("=", "="),
    ("^", "^"),
    ("_", "_"),
    ("*", "*"),
    ("/", "/"),
    ("⊤", "true"),
    ("⊥", "false"),
    ("○", "next"),
    ("◯", "next"),
    ("-", "-"),
];

/// The tokens of a text, comments left out.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::with_capacity(text.len() / 3);
    let (mut at, mut line_start, mut is_first) = (0, 0, true);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c == '\n' {
            at += 1;
            (line_start, is_first) = (at, true);
            continue;
        }
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        if c == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        // Behind these stands a name that may have dashes, and whose brackets are not part of it.
        let names = ["theorem", "lemma", "axiom", "logic"];
        let is_named = is_letter(c)
            && found.last().is_some_and(
                |last: &Token| matches!(&last.kind, Kind::Name(word) if names.contains(&&**word)),
            );
        let (kind, length) = match is_named {
            true => {
                let length = dashed(rest);
                (Kind::Name(rest[..length].into()), length)
            }
            false => token(rest, c),
        };
        let column = || u32::try_from(text[line_start..at].chars().count()).unwrap_or(u32::MAX);
        found.push(Token {
            kind,
            span: Span::new(at, at + length),
            first: std::mem::take(&mut is_first).then(column),
        });
        at += length;
    }
    found
}

fn token(rest: &str, c: char) -> (Kind, usize) {
    if c == '"' {
        let line = rest[1..].split('\n').next().unwrap_or_default();
        return match line.find('"') {
            Some(end) => (Kind::Text(line[..end].into()), end + 2),
            None => (Kind::Unknown('"'), 1),
        };
    }
    if is_letter(c) {
        return name(rest);
    }
    for (sign, meaning) in SIGNS {
        if rest.starts_with(sign) {
            let kind = match meaning {
                "true" | "false" | "next" => Kind::Name(meaning.into()),
                _ => Kind::Sign(meaning),
            };
            return (kind, sign.len());
        }
    }
    (Kind::Unknown(c), c.len_utf8())
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '\''
}

fn word(rest: &str) -> usize {
    rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len())
}

/// How long a name with dashes is.
fn dashed(rest: &str) -> usize {
    let mut end = word(rest);
    while let Some(after) =
        rest[end..].strip_prefix('-').filter(|after| after.starts_with(is_letter))
    {
        end += 1 + word(after);
    }
    end
}

/// A name with what belongs to it.
fn name(rest: &str) -> (Kind, usize) {
    let mut end = word(rest);
    let operator = Named::ALL.into_iter().find(|named| named.name() == &rest[..end]);
    if let Some(operator) = operator {
        let who = rest[end..].strip_prefix('_').map(|after| &after[..index(after)]);
        return match who {
            Some(who) => (Kind::Operator(operator, Some(without_spaces(who))), end + 1 + who.len()),
            None => (Kind::Operator(operator, None), end),
        };
    }
    for sign in ['^', '_'] {
        if let Some(after) = rest[end..].strip_prefix(sign) {
            let length = index(after);
            end += if length > 0 { 1 + length } else { 0 };
        }
    }
    // A name in front of brackets has arguments only if these follow at once, and it is no word of the language.
    let is_word = matches!(&rest[..end], "by" | "next" | "in" | "where" | "from");
    if !is_word && rest[end..].starts_with('(') {
        end += arguments(&rest[end..]);
    }
    (Kind::Name(without_spaces(&rest[..end])), end)
}

/// How long `x`, `-x`, `{1,1}` or `(i+1)` at the start of a text is.
fn index(rest: &str) -> usize {
    if rest.starts_with('{') {
        return rest.split('\n').next().and_then(|line| line.find('}')).map_or(0, |end| end + 1);
    }
    let minus = usize::from(rest.starts_with('-'));
    let length = word(&rest[minus..]);
    if length > 0 { minus + length } else { 0 }
}

/// How long arguments at the start of a text are; 0 if they are none: they hold names, numbers and commas only.
fn arguments(rest: &str) -> usize {
    let mut depth = 0u32;
    for (at, c) in rest.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ' ' | ',' | '^' | '_' | '-' => {}
            _ if is_letter(c) => {}
            _ => return 0,
        }
        if depth == 0 {
            return at + 1;
        }
        if depth > 8 || at > 200 {
            return 0;
        }
    }
    0
}

fn without_spaces(text: &str) -> Box<str> {
    match text.contains(' ') {
        true => text.replace(' ', "").into(),
        false => text.into(),
    }
}
