//! A text in the notation of the papers, for LaTeX. Like the formatter it works on tokens, so that what
//! is written with binders, definitions and deals stays as short as it is: `deal(r | w | b)` becomes
//! δ_{rwb}, `forall a in agents: φ` a large conjunction, `+` a union.

use super::game::THEORY_WORDS;
use super::lexer::{Kind, Role, Token};
use super::symbol::Symbols;
use super::{Parsed, parse};
use hexa_text::{Diagnostic, SourceId, latex_escaped};
use std::ops::Range;

/// A statement or a clause of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A remark, without its `#`.
    Remark(String),
    /// Words, then a formula or the like for math mode; either may be empty.
    Statement(String, String),
}

/// Words that lead up to a formula or an action.
const CHECKS: &[&str] = &["valid", "executable", "blocked"];
/// Words inside of actions and frames.
const WORDS: &[&str] = &[
    "announce",
    "ask",
    "by",
    "lie",
    "look",
    "no",
    "nowin",
    "otherwise",
    "post",
    "pre",
    "privately",
    "say",
    "show",
    "tell",
    "to",
    "trade",
    "which",
    "win",
];
/// Statements that are nothing but words.
const PLAIN: &[&str] = &["save", "restore", "draw", "include", "scenario", "claim", "refute"];

/// A text as lines for LaTeX, unless it has syntax errors: then these.
pub fn latex(text: &str) -> Result<Vec<Line>, Vec<Diagnostic>> {
    let parsed = parse(text, SourceId(0), &mut Symbols::default());
    match parsed.diagnostics.is_empty() {
        true => Ok(Writer { text, parsed: &parsed }.lines()),
        false => Err(parsed.diagnostics),
    }
}

struct Writer<'a> {
    text: &'a str,
    parsed: &'a Parsed,
}

impl<'a> Writer<'a> {
    fn lines(&self) -> Vec<Line> {
        let layout = &self.parsed.layout;
        let mut comments = self.parsed.comments.iter().peekable();
        let mut all = Vec::new();
        for item in self.items() {
            let first = layout.tokens(item.clone()).start;
            while let Some(comment) = comments.next_if(|c| c.after as usize <= first) {
                all.push(self.remark(comment.span.range()));
            }
            all.push(self.statement(&self.parsed.tokens[layout.tokens(item)]));
        }
        all.extend(comments.map(|comment| self.remark(comment.span.range())));
        all
    }

    /// The lines of each statement, or of each clause of one.
    fn items(&self) -> Vec<Range<usize>> {
        let layout = &self.parsed.layout;
        let mut items: Vec<Range<usize>> = Vec::new();
        for at in 0..layout.lines().len() {
            // What continues something is indented by 4, or by 4 more than the clause.
            let continues = layout.proper_indent(at) >= 4;
            match items.last_mut() {
                Some(last) if continues => last.end = at + 1,
                _ => items.push(at..at + 1),
            }
        }
        items
    }

    fn remark(&self, span: Range<usize>) -> Line {
        Line::Remark(self.text[span].trim_start_matches('#').trim().to_owned())
    }

    fn token_text(&self, token: &Token) -> &'a str {
        &self.text[token.span.range()]
    }

    fn statement(&self, tokens: &[Token]) -> Line {
        let Some(first) = tokens.first() else {
            return Line::Statement(String::new(), String::new());
        };
        let word = self.token_text(first);
        let words = |count: usize| -> Vec<&str> {
            tokens[..count].iter().map(|token| self.token_text(token)).collect()
        };
        let colon = tokens.iter().position(|token| token.kind == Kind::Colon);
        let count = match (word, tokens.get(1).map(|token| self.token_text(token))) {
            ("formula" | "action", _) => {
                return Line::Statement(String::new(), self.definition(&tokens[1..]));
            }
            (word, _) if PLAIN.contains(&word) => tokens.len(),
            ("check", Some(next)) if CHECKS.contains(&next) => 2,
            ("expect", _) => colon.map_or(tokens.len(), |at| at + 1),
            ("print", Some("state" | "knowledge")) => 2,
            _ => 1,
        };
        let words = words(count).join(" ").replace(" :", ":");
        Line::Statement(words, self.math(&tokens[count..]))
    }

    /// `name(x) = φ`
    fn definition(&self, tokens: &[Token]) -> String {
        let equals = tokens.iter().position(|token| token.kind == Kind::Equal).unwrap_or(0);
        let (name, rest) = (&tokens[..equals], &tokens[(equals + 1).min(tokens.len())..]);
        format!("{} \\mathrel{{:=}} {}", self.math(name), self.math(rest))
    }

    /// Tokens in math mode.
    fn math(&self, tokens: &[Token]) -> String {
        let mut out = String::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let (text, next) = self.piece(tokens, at, token);
            let closes = text.starts_with(['_', '^', ',', ')', ']', ':']) || text == "\\}";
            let tight = closes || out.is_empty();
            if !tight && !out.ends_with(['(', '[', '{', ' ']) {
                out.push(' ');
            }
            out.push_str(&text);
            at = next;
        }
        out
    }

    /// One thing, and where the next one starts.
    fn piece(&self, tokens: &[Token], at: usize, token: &Token) -> (String, usize) {
        let kind = |at: usize| tokens.get(at).map(|token| token.kind);
        let written = self.token_text(token);
        match (token.kind, kind(at + 1)) {
            (Kind::Name, Some(Kind::OpenParen)) if written == "deal" => {
                let (inside, next) = self.split_at_bracket(tokens, at + 1);
                (format!("\\delta_{{{}}}", self.hands(inside)), next)
            }
            (Kind::Name, Some(Kind::Underscore)) if written == "hand" => {
                let (holder, next) = self.script(tokens, at + 2);
                let (inside, next) = self.split_at_bracket(tokens, next);
                (format!("\\delta^{{{holder}}}_{{{}}}", self.hands(inside)), next)
            }
            (Kind::Name, Some(Kind::Name))
                if written == "fix" && kind(at + 2) == Some(Kind::Colon) =>
            {
                (format!("\\mu {}.", self.math(&tokens[at + 1..at + 2])), at + 3)
            }
            (Kind::Name, next) => (self.word(written, next), at + 1),
            (Kind::Underscore, _) => {
                let (script, next) = self.script(tokens, at + 1);
                (format!("_{{{script}}}"), next)
            }
            (Kind::Caret, Some(Kind::Star)) => {
                let counted = matches!(kind(at + 2), Some(Kind::Number));
                let count = if counted { self.token_text(&tokens[at + 2]) } else { "" };
                (format!("^{{*{count}}}"), at + 2 + usize::from(counted))
            }
            (Kind::Caret, _) => {
                let (script, next) = self.script(tokens, at + 1);
                (format!("^{{{script}}}"), next)
            }
            (Kind::Forall | Kind::Exists | Kind::Choice | Kind::Seq, _) => {
                self.big_operator(tokens, at, token.kind)
            }
            (Kind::For, _) => ("\\ \\mathsf{for}\\ ".to_owned(), at + 1),
            (Kind::Number, Some(Kind::Name | Kind::Number)) => (format!("{written}\\ "), at + 1),
            (Kind::Deals, _) => {
                let is_set = at > 0 && kind(at - 1) == Some(Kind::In);
                (if is_set { "D" } else { "\\mathsf{deals}" }.to_owned(), at + 1)
            }
            _ => (self.sign(token, written), at + 1),
        }
    }

    /// A large conjunction, disjunction, union or sequence, if a binder follows.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only `seq` is left")]
    fn big_operator(&self, tokens: &[Token], at: usize, kind: Kind) -> (String, usize) {
        let sign = match kind {
            Kind::Forall => "\\bigwedge",
            Kind::Exists => "\\bigvee",
            Kind::Choice => "\\bigcup",
            _ => "\\mathop{\\mathbf{;}}",
        };
        let colon = (at + 1..tokens.len()).find(|&to| tokens[to].kind == Kind::Colon);
        let end = colon.unwrap_or(at + 1);
        let range = self.math(&tokens[at + 1..end]);
        (format!("{sign}_{{{range}}}"), (end + 1).min(tokens.len()))
    }

    /// What stands in brackets, and what comes after them.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
    fn split_at_bracket<'t>(&self, tokens: &'t [Token], open: usize) -> (&'t [Token], usize) {
        let mut depth = 0usize;
        for at in open..tokens.len() {
            match tokens[at].kind {
                Kind::OpenParen | Kind::OpenBrace | Kind::OpenBracket => depth += 1,
                Kind::CloseParen | Kind::CloseBrace | Kind::CloseBracket => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            if depth == 0 {
                let inside = tokens.get(open + 1..at).unwrap_or_default();
                return (inside, at + 1);
            }
        }
        (&tokens[open.min(tokens.len())..], tokens.len())
    }

    /// A subscript or a power.
    fn script(&self, tokens: &[Token], at: usize) -> (String, usize) {
        match tokens.get(at).map(|token| token.kind) {
            Some(Kind::OpenParen | Kind::OpenBrace) => {
                let (inside, next) = self.split_at_bracket(tokens, at);
                (self.math(inside), next)
            }
            Some(_) => (self.math(&tokens[at..at + 1]), at + 1),
            None => (String::new(), at),
        }
    }

    /// Hands of cards: those with names of one letter next to each other, and without bars if
    /// everybody has one card.
    fn hands(&self, tokens: &[Token]) -> String {
        let hands: Vec<&[Token]> = tokens.split(|token| token.kind == Kind::Bar).collect();
        let letters = tokens.iter().all(|token| self.token_text(token).chars().count() == 1);
        let hand = |cards: &&[Token]| {
            let cards: Vec<String> = cards
                .iter()
                .map(|card| match card.kind == Kind::Minus {
                    true => "\\varepsilon".to_owned(),
                    false => self.math(std::slice::from_ref(card)),
                })
                .collect();
            cards.join(if letters { "" } else { "\\," })
        };
        let plain = letters && hands.iter().all(|cards| cards.len() == 1);
        let hands: Vec<String> = hands.iter().map(hand).collect();
        hands.join(if plain { "" } else { "|" })
    }

    fn word(&self, written: &str, next: Option<Kind>) -> String {
        let juxtaposed = matches!(next, Some(Kind::Name | Kind::Number));
        match WORDS.contains(&written) {
            // `win_a` is a proposition, `win a` a move, `show(x)` a definition.
            true if !matches!(next, Some(Kind::Underscore | Kind::OpenParen)) => {
                format!("\\mathsf{{{written}}}\\ ")
            }
            _ if THEORY_WORDS.contains(&written) => format!("\\mathsf{{{written}}}"),
            _ if juxtaposed => format!("{}\\ ", name(written)),
            _ => name(written),
        }
    }

    fn sign(&self, token: &Token, written: &str) -> String {
        let sign = match (token.kind, token.role) {
            (Kind::Text, _) => return format!("\\text{{{}}}", latex_escaped(written)),
            (Kind::OpenBrace, _) => "\\{",
            (Kind::CloseBrace, _) => "\\}",
            (Kind::OpenAngle, _) | (Kind::Less, Role::DiamondOpen) => "\\langle",
            (Kind::CloseAngle, _) | (Kind::Greater, Role::DiamondClose) => "\\rangle",
            (Kind::LessEqual, _) => "\\leq",
            (Kind::GreaterEqual, _) => "\\geq",
            (Kind::NotEqual, _) => "\\neq",
            (Kind::Assign, _) => "\\mathrel{:=}",
            (Kind::Dots, _) => "\\ldots",
            (Kind::Plus, Role::Choice) => "\\cup",
            (Kind::Bar, Role::Disjunction) => "\\vee",
            (Kind::Bar, _) => "|",
            (Kind::BarBar, _) => "\\cap",
            (Kind::And, _) => "\\wedge",
            (Kind::Tilde, _) => "\\neg",
            (Kind::Arrow, _) => "\\to",
            (Kind::DoubleArrow, _) => "\\leftrightarrow",
            (Kind::Question, _) => "{?}",
            (Kind::Bang, _) => "{!}",
            (Kind::Semicolon, _) => "\\mathbin{;}",
            (Kind::True, _) => "\\top",
            (Kind::False, _) => "\\bot",
            (Kind::In, _) => "\\in",
            (Kind::Where, _) => ",\\",
            (Kind::All | Kind::Agents, _) => "\\mathbf{A}",
            (Kind::Cards, _) => "\\mathbf{C}",
            (Kind::Holders, _) => "\\mathbf{H}",
            (kind, _) if kind.is_reserved_word() => return format!("\\mathsf{{{written}}}"),
            _ => written,
        };
        sign.to_owned()
    }
}

/// A name in math mode: letters that stand for themselves, or a word.
fn name(written: &str) -> String {
    let base = written.trim_end_matches('\'');
    let primes = &written[base.len()..];
    let base = match base.chars().count() {
        1 if base.is_ascii() => base.to_owned(),
        _ if base.is_ascii() => format!("\\mathit{{{base}}}"),
        _ => match greek(base) {
            Some(letter) => letter,
            None => format!("\\text{{{}}}", latex_escaped(base)),
        },
    };
    format!("{base}{primes}")
}

/// The command for a Greek letter that Latin has none like.
fn greek(base: &str) -> Option<String> {
    const SMALL: [&str; 25] = [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "varepsilon",
        "zeta",
        "eta",
        "vartheta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "",
        "pi",
        "rho",
        "varsigma",
        "sigma",
        "tau",
        "upsilon",
        "varphi",
        "chi",
        "psi",
        "omega",
    ];
    let mut letters = base.chars();
    let (letter, None) = (letters.next()?, letters.next()) else { return None };
    let place = (letter as usize).checked_sub('α' as usize)?;
    SMALL.get(place).filter(|name| !name.is_empty()).map(|name| format!("\\{name}"))
}
