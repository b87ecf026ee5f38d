//! The parser's place in the tokens: looking ahead, brackets, and how it goes on
//! after an error.
//!
//! Brackets are paired before a statement is parsed. Inside a bracket the parser
//! sees no further than the closing one, so an error never escapes its brackets,
//! recovery is a jump, and the whole takes linear time.

use super::expression::Place;
use super::layout::Layout;
use super::lexer::{Kind, Role, Token};
use super::report::Report;
use super::symbol::{Symbol, Symbols};
use super::tree::{Expr, ExprKind, Tree};
use hexa_text::{Code, Diagnostic};
use hexa_text::{Location, SourceId, Span};
use std::ops::Range;

/// The deepest nesting of brackets, prefix operators and binders. Later phases walk
/// trees recursively, and this keeps them within a small stack.
pub const MAX_DEPTH: usize = 500;

/// No bracket closes this one.
const UNCLOSED: u32 = u32::MAX;

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) source: SourceId,
    pub(super) tokens: Vec<Token>,
    pub(super) layout: Layout,
    pub(super) tree: Tree,
    pub(super) report: Report,
    symbols: &'a mut Symbols,
    /// What the last expression was read as.
    pub(super) last_place: Place,
    /// Whether a formula stands bare in an action, so that `+` after it is a choice.
    pub(super) bare_in_action: bool,
    /// The first token of the statement or clause.
    start: usize,
    /// The next token.
    at: usize,
    /// The end of what may be read now: a closing bracket, or the end of the statement.
    limit: usize,
    /// The end of the statement or clause.
    end: usize,
    depth: usize,
    /// Whether the innermost bracket holds the arguments of a name, so that a comma ends what stands there.
    pub(super) in_arguments: bool,
    /// Whether the bracket being read is never closed, which is reported.
    pub(super) open_ended: bool,
    /// For each opening bracket its closing one.
    pairs: Vec<u32>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &'a str,
        source: SourceId,
        tokens: Vec<Token>,
        layout: Layout,
        report: Report,
        symbols: &'a mut Symbols,
    ) -> Self {
        let pairs = vec![UNCLOSED; tokens.len()];
        Self {
            text,
            source,
            tokens,
            layout,
            tree: Tree::default(),
            report,
            symbols,
            last_place: Place::Any,
            bare_in_action: false,
            start: 0,
            at: 0,
            limit: 0,
            end: 0,
            depth: 0,
            in_arguments: false,
            open_ended: false,
            pairs,
        }
    }

    /// Starts to read a statement or clause: these tokens and no others.
    pub(super) fn open_window(&mut self, tokens: Range<usize>) {
        self.start = tokens.start;
        self.at = tokens.start;
        self.limit = tokens.end;
        self.end = tokens.end;
        self.depth = 0;
        self.open_ended = false;
        self.bare_in_action = false;
        self.in_arguments = false;
        self.pair_brackets(tokens);
    }

    fn pair_brackets(&mut self, tokens: Range<usize>) {
        let mut open: Vec<usize> = Vec::new();
        // How many brackets of each kind are open, so that a closing one that fits
        // none of them is found without searching.
        let mut waiting = [0usize; 4];
        for at in tokens.clone() {
            let kind = self.tokens[at].kind;
            if kind.closer().is_some() {
                waiting[bracket_index(kind)] += 1;
                open.push(at);
            } else if is_closer(kind) {
                if waiting[bracket_index(kind)] == 0 {
                    self.stray(at);
                    continue;
                }
                while let Some(opener) = open.pop() {
                    let opened = self.tokens[opener].kind;
                    waiting[bracket_index(opened)] -= 1;
                    if opened.closer() == Some(kind) {
                        self.pairs[opener] = at as u32;
                        break;
                    }
                    self.report_unclosed(opener, at);
                    // What it holds ends where the bracket around it closes.
                }
            }
        }
        if let Some(opener) = open.pop() {
            self.report_unclosed(opener, tokens.end);
        }
    }

    fn stray(&mut self, at: usize) {
        let span = self.tokens[at].span;
        let message = format!("{} closes nothing", self.describe(at));
        let diagnostic = self
            .report
            .diagnostic(Code::Expected, span, message)
            .help("remove it, or open it before");
        self.report.add(diagnostic);
    }

    /// Reports a bracket that should have been closed before a token.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only `<` is left")]
    pub(super) fn report_unclosed(&mut self, opener: usize, before: usize) {
        let opened = self.tokens[opener];
        let closer = match opened.kind {
            Kind::OpenParen => ")",
            Kind::OpenBracket => "]",
            Kind::OpenBrace => "}",
            Kind::OpenAngle => "⟩",
            _ => ">",
        };
        let found = if before >= self.end { END.to_owned() } else { self.describe(before) };
        let message = format!("expected `{closer}`, found {found}");
        let at = Location { source: self.source, span: opened.span };
        let diagnostic = self
            .report
            .diagnostic(Code::Unclosed, self.span_at(before), message)
            .at(at, "this bracket is never closed")
            .help(format!("close it with `{closer}`"));
        self.report.add(diagnostic);
    }

    /// The kind of the next token, if there is one within the bracket.
    pub(super) fn peek(&self) -> Option<Kind> {
        self.peek_at(0)
    }

    /// The kind of a token further on.
    pub(super) fn peek_at(&self, ahead: usize) -> Option<Kind> {
        let at = self.at + ahead;
        (at < self.limit).then(|| self.tokens[at].kind)
    }

    pub(super) fn is(&self, kind: Kind) -> bool {
        self.peek() == Some(kind)
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.limit
    }

    /// The token that closes the bracket being read, or the end of the statement.
    pub(super) fn end_of_bracket(&self) -> usize {
        self.limit
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// How far ahead the token stands that follows on a bracket and all inside it.
    pub(super) fn after_brackets(&self, open: usize) -> usize {
        let pair = self.pairs.get(self.at + open).copied().unwrap_or(UNCLOSED);
        (pair as usize).saturating_add(1).min(self.limit).saturating_sub(self.at)
    }

    /// The text of the next token, or nothing.
    pub(super) fn word(&self) -> &'a str {
        self.word_at(0)
    }

    /// The text of a token further on, or nothing.
    pub(super) fn word_at(&self, ahead: usize) -> &'a str {
        let at = self.at + ahead;
        if at < self.limit { self.token_text(at) } else { "" }
    }

    pub(super) fn token_text(&self, at: usize) -> &'a str {
        &self.text[self.tokens[at].span.range()]
    }

    /// Whether the next token is a keyword that is reserved only where it stands.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.is(Kind::Name) && self.word() == word
    }

    /// Whether a name or a number is next.
    pub(super) fn is_name_or_number(&self, ahead: usize) -> bool {
        matches!(self.peek_at(ahead), Some(Kind::Name | Kind::Number))
    }

    /// Goes past the next token and gives its place.
    pub(super) fn bump(&mut self) -> Span {
        let span = self.span_at(self.at);
        if self.at < self.limit {
            self.advance();
        }
        span
    }

    /// Goes past a token; to the end of the statement, if somebody asked for the end of the reading.
    fn advance(&mut self) {
        self.at = if self.report.goes_on() { self.at + 1 } else { self.end };
    }

    /// Goes past the next token if it is of a kind.
    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.is(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Goes past the next token if it is this word.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Goes past a token that must be there.
    pub(super) fn expect(&mut self, kind: Kind, written: &str) -> bool {
        let found = self.eat(kind);
        if !found {
            self.report_expected(&format!("`{written}`"));
        }
        found
    }

    pub(super) fn set_role(&mut self, at: usize, role: Role) {
        self.tokens[at].role = role;
    }

    pub(super) fn role_of_next(&mut self, role: Role) {
        if self.at < self.limit {
            self.tokens[self.at].role = role;
        }
    }

    /// Whether the tokens here and before touch.
    pub(super) fn touches(&self, at: usize) -> bool {
        at > 0 && at < self.end && self.tokens[at - 1].span.end == self.tokens[at].span.start
    }

    pub(super) fn symbol_at(&mut self, at: usize) -> Symbol {
        self.symbols.intern(&self.text[self.tokens[at].span.range()])
    }

    /// The place of a token; after the last one, the end of the last.
    pub(super) fn span_at(&self, at: usize) -> Span {
        if at < self.end {
            return self.tokens[at].span;
        }
        let end = match self.end.checked_sub(1) {
            Some(last) => self.tokens[last].span.end as usize,
            None => self.text.len(),
        };
        Span::new(end, end)
    }

    /// From a token to the one before the next.
    pub(super) fn span_from(&self, start: usize) -> Span {
        let last = self.at.max(start + 1) - 1;
        self.span_at(start).to(self.span_at(last.max(start)))
    }

    /// A node from a token up to here.
    pub(super) fn node(&mut self, kind: impl Into<ExprKind>, start: usize) -> Expr {
        let span = self.span_from(start);
        self.tree.add(kind, span)
    }

    /// A node for what could not be read.
    pub(super) fn error_node(&mut self) -> Expr {
        let span = self.span_at(self.at);
        self.tree.add(ExprKind::Error, span)
    }

    // Nesting.

    /// Goes one level deeper, unless that is too deep: then it reports, gives up what
    /// is left in the bracket, and says no.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            return true;
        }
        let message = format!("nested more than {MAX_DEPTH} levels deep");
        let help = "name a part of it with `formula` or `action`, and use the name";
        let diagnostic =
            self.report.diagnostic(Code::TooDeep, self.span_at(self.at), message).help(help);
        self.report.add(diagnostic);
        self.skip_rest();
        false
    }

    pub(super) fn leave(&mut self, levels: usize) {
        self.depth = self.depth.saturating_sub(levels);
    }

    /// Reads what is between the bracket that is next and its partner. Whatever is
    /// left unread there is reported, and skipped.
    pub(super) fn in_brackets<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let open = self.at;
        let outer = self.limit;
        let pair = self.pairs[open] as usize;
        let stumbles = self.report.stumbles();
        let bare_in_action = std::mem::take(&mut self.bare_in_action);
        let in_arguments = std::mem::take(&mut self.in_arguments);
        let open_ended = std::mem::replace(&mut self.open_ended, self.pairs[open] == UNCLOSED);
        self.advance();
        self.limit = pair.min(outer);
        let value = body(self);
        self.bare_in_action = bare_in_action;
        self.in_arguments = in_arguments;
        if self.at < self.limit && stumbles == self.report.stumbles() {
            self.left_over();
        }
        self.open_ended = open_ended;
        self.at = if pair < outer { pair + 1 } else { outer };
        self.limit = outer;
        value
    }

    /// Reads items up to the end of the bracket or statement, with commas between.
    pub(super) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut items = Vec::new();
        loop {
            let stumbles = self.report.stumbles();
            items.push(item(self));
            if stumbles < self.report.stumbles() {
                self.skip_to_comma();
            }
            if !self.eat(Kind::Comma) {
                return items;
            }
            if self.at_end() {
                let message = "a list does not end with a comma";
                let help = "remove the comma, or write another item";
                self.fail(Code::Expected, self.at - 1, message, help);
                return items;
            }
        }
    }

    /// Reads items up to the end of the bracket, where nothing else can follow: what
    /// is left of an item is reported, and the next one is still read.
    pub(super) fn closed_list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        self.list(|parser| {
            let stumbles = parser.report.stumbles();
            let value = item(parser);
            let ends = parser.at_end() || parser.is(Kind::Comma);
            if !ends && stumbles == parser.report.stumbles() {
                parser.left_over();
            }
            value
        })
    }

    /// After an error in a list: on to the next comma that is not inside a bracket.
    fn skip_to_comma(&mut self) {
        while self.at < self.limit && !self.is(Kind::Comma) {
            let pair = self.pairs[self.at] as usize;
            let opens = self.tokens[self.at].kind.closer().is_some();
            self.at = if opens && pair < self.limit { pair + 1 } else { self.at + 1 };
        }
        self.report.silence(self.span_at(self.at));
    }

    /// Gives up the rest of the bracket or statement.
    pub(super) fn skip_rest(&mut self) {
        self.at = self.limit;
        self.report.silence(self.span_at(self.limit));
    }

    /// Reports what is left of a statement, if anything is and nothing was wrong before.
    pub(super) fn finish_window(&mut self, stumbles: usize) {
        if self.at < self.end && stumbles == self.report.stumbles() {
            self.left_over();
        }
        self.at = self.end;
    }

    // Messages.

    /// Reports a problem at a token.
    pub(super) fn fail(&mut self, code: Code, at: usize, message: impl Into<String>, help: &str) {
        let diagnostic = self.report.diagnostic(code, self.span_at(at), message);
        self.report.add(Diagnostic::help(diagnostic, help));
    }

    /// Reports that something else was expected next.
    pub(super) fn report_expected(&mut self, what: &str) {
        let diagnostic = self.expectation(what);
        self.report.add(diagnostic);
    }

    pub(super) fn expectation(&self, what: &str) -> Diagnostic {
        let after = match self.previous() {
            Some(previous) => format!(" after {previous}"),
            None => String::new(),
        };
        let message = format!("expected {what}{after}, found {}", self.describe_next());
        let diagnostic = self.report.diagnostic(Code::Expected, self.span_at(self.at), message);
        match self.habit_of_missing() {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// How it is written here what others begin with a bracket: `{a,b} comknow φ`, `[]_a φ`.
    fn habit_of_missing(&self) -> Option<&'static str> {
        let kind = |at: usize| (at < self.end).then(|| self.tokens[at].kind);
        let here = kind(self.at)?;
        if here == Kind::OpenBrace {
            return Some("a group stands after its operator: `C_{a,b} φ`, `E_{a,b} φ`");
        }
        let closed = here == Kind::CloseBracket || here == Kind::CloseAngle;
        if closed && self.at > self.start && kind(self.at + 1) == Some(Kind::Underscore) {
            return Some("what a knows is written `K_a φ`, what a considers possible `M_a φ`");
        }
        None
    }

    /// Reports a token that nothing can be done with.
    fn left_over(&mut self) {
        if self.open_ended {
            // Where the bracket should have been closed is not known.
            self.report.silence(self.span_at(self.at));
        }
        let (code, message, help) = self.explain_left_over();
        let diagnostic = self.report.diagnostic(code, self.span_at(self.at), message);
        self.report.add(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
    fn explain_left_over(&self) -> (Code, String, Option<String>) {
        let found = self.describe_next();
        let end = if self.limit < self.end { self.describe(self.limit) } else { END.to_owned() };
        let plain = format!("expected an operator or {end}, found {found}");
        let before = if self.at > self.start { self.token_text(self.at - 1) } else { "" };
        let help = match self.tokens[self.at].kind {
            Kind::Name if self.word() == "and" => "conjunction is written `p & q`",
            Kind::Name if self.word() == "or" => "disjunction is written `p | q`",
            Kind::Name if self.word() == "implies" => "implication is written `p -> q`",
            Kind::Name if self.word() == "iff" => "equivalence is written `p <-> q`",
            Kind::Name if self.word() == "xor" => "exactly one of two: `~(p <-> q)`",
            Kind::Name if self.word() == "knowledge" => {
                "`C_{a,b} φ`: it is common knowledge among a and b that φ"
            }
            Kind::Name if self.word() == "knows" && is_everybody(before) => {
                "`E_{a,b} φ`: everybody among a and b knows that φ; `E_all φ`: everybody does"
            }
            Kind::Name if before == "that" => "leave out `that`: `announce p`, `K_a p`",
            Kind::Name | Kind::Comma if self.habit_of_knowing().is_some() => {
                self.habit_of_knowing().unwrap_or_default()
            }
            Kind::Bang => "an announcement is written `[!φ] ψ`, and as a step `announce φ`",
            Kind::Name if self.is_measured("weight") => {
                "only the worlds of a `model` have weights: `world w: p weight 1/3`"
            }
            Kind::Name if self.is_measured("chance") => {
                "the chance of an event stands before what it changes: `event e: pre p, chance 1/2, post q := r`"
            }
            Kind::And | Kind::Bar | Kind::Arrow | Kind::DoubleArrow
                if self.last_place == Place::Action =>
            {
                return (
                    Code::Chained,
                    format!("{found} joins formulas, and what stands before it here is an action"),
                    Some(format!(
                        "a test takes one formula without an operator: write `?(p {} q)`",
                        self.word()
                    )),
                );
            }
            Kind::Plus | Kind::BarBar | Kind::Semicolon if self.last_place == Place::Formula => {
                "`+`, `||` and `;` join actions; a formula speaks of actions as `[α] φ` or `<α> φ`"
            }
            Kind::Assign => "an assignment is an action: `do L_all (p := true)`, `[p := true] φ`",
            Kind::Less
            | Kind::Greater
            | Kind::LessEqual
            | Kind::GreaterEqual
            | Kind::Equal
            | Kind::NotEqual
            | Kind::In => {
                "numbers are compared after `where`, after `count(...)` and after `P_a(...)`; that two formulas have the \
                 same truth value is written `p <-> q`"
            }
            Kind::Underscore => "a name has one subscript; write several as arguments: `p(1,2)`",
            Kind::Caret => "`^` follows a name or `)`: put parentheses around what is repeated",
            Kind::Slash => "only a probability is compared with a fraction: `P_a(φ) >= 1/2`",
            Kind::Name | Kind::Number if is_operator_name(before) => {
                "an operator has its agent or group as a subscript: `K_a φ`, `C_{a,b} φ`"
            }
            Kind::Name | Kind::Tilde | Kind::OpenParen if matches!(before, "CK" | "EK" | "DK") => {
                "`C_{a,b} φ`: common knowledge; `E_{a,b} φ`: everybody knows; `D_{a,b} φ`: distributed knowledge"
            }
            Kind::Question => {
                "`?φ` is a test, an action; that φ is true is asserted by `check φ`, and shown by `print φ`"
            }
            _ => {
                let operator = operator_without_subscript(before);
                let help = operator.map(|(operator, agent)| {
                    format!("an operator has its agent as a subscript: `{operator}_{agent}`")
                });
                return (Code::Expected, plain, help.or_else(|| self.habit_of_operators()));
            }
        };
        (Code::Expected, plain, Some(help.to_owned()))
    }

    /// How an operator is written here that others write with another name or other brackets: `Knows_a φ`, `Pr_a(φ)`,
    /// `C_(a,b) φ`, `B{a} φ`; and otherwise what can stand between two formulas.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
    fn habit_of_operators(&self) -> Option<String> {
        let back = |tokens: usize| match self.at >= self.start + tokens {
            true => self.token_text(self.at - tokens),
            false => "",
        };
        let here = self.tokens[self.at].kind;
        if here == Kind::Comma && back(2) == "(" && back(3) == "_" && is_operator_name(back(4)) {
            return Some(format!("several agents stand in braces: `{}_{{a,b}}`", back(4)));
        }
        if here == Kind::OpenBrace && matches!(back(1), "B" | "Knows" | "Bel") {
            return Some("an operator has its agent as a subscript: `K_a φ`, `B_a φ`".to_owned());
        }
        if back(2) == "_" {
            let agent = back(1);
            match back(3) {
                "Knows" | "knows" | "Know" | "know" | "Box" | "box" => {
                    return Some(format!("`K_{agent} φ`: {agent} knows that φ"));
                }
                "Bel" | "bel" | "Believes" | "believes" => {
                    return Some(format!("`B_{agent} φ`: {agent} believes that φ"));
                }
                "Pr" | "prob" | "Prob" => {
                    return Some(format!("a probability is written `P_{agent}(φ) = 1/2`"));
                }
                _ => {}
            }
        }
        match here {
            Kind::Name | Kind::Comma if self.last_place == Place::Formula => {
                Some("formulas are joined by `&` (and), `|` (or), `->` and `<->`".to_owned())
            }
            _ => None,
        }
    }

    /// How it is written here what others write with words for knowledge after the names of agents.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
    fn habit_of_knowing(&self) -> Option<&'static str> {
        const NAMES: usize = 64;
        let mut at = self.at;
        // `a, b comknow that φ`, `(a, b) comknow that φ`
        while at < self.end.min(self.at + NAMES) {
            match self.tokens[at].kind {
                Kind::Comma | Kind::Number | Kind::CloseParen => at += 1,
                Kind::Name => match self.token_text(at) {
                    "knows" | "know" => {
                        return Some("`K_a φ`: a knows that φ; `Kw_a φ`: a knows whether φ");
                    }
                    "believes" | "believe" => return Some("`B_a φ`: a believes that φ"),
                    "comknow" | "comknows" => {
                        return Some("`C_{a,b} φ`: it is common knowledge that φ");
                    }
                    "distknow" | "distknows" => {
                        return Some("`D_{a,b} φ`: it is distributed knowledge that φ");
                    }
                    _ if at > self.at => at += 1,
                    _ => return None,
                },
                _ => return None,
            }
        }
        None
    }

    /// The token before the next, in the same statement, as messages show it.
    fn previous(&self) -> Option<String> {
        let text = (self.at > self.start).then(|| self.token_text(self.at - 1))?;
        Some(format!("`{}`", shorten(text)))
    }

    /// The next token as messages show it.
    pub(super) fn describe_next(&self) -> String {
        if self.at >= self.end { END.to_owned() } else { self.describe(self.at) }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
    fn describe(&self, at: usize) -> String {
        let text = shorten(self.token_text(at));
        match self.tokens[at].kind {
            Kind::Name => format!("the name `{text}`"),
            Kind::Number => format!("the number `{text}`"),
            Kind::Text => format!("the text {text}"),
            kind if kind.is_reserved_word() => format!("the word `{text}`"),
            _ => format!("`{text}`"),
        }
    }
}

const END: &str = "the end of the line";

fn is_closer(kind: Kind) -> bool {
    matches!(kind, Kind::CloseParen | Kind::CloseBracket | Kind::CloseBrace | Kind::CloseAngle)
}

/// Which of the four brackets one is.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are angles")]
fn bracket_index(kind: Kind) -> usize {
    match kind {
        Kind::OpenParen | Kind::CloseParen => 0,
        Kind::OpenBracket | Kind::CloseBracket => 1,
        Kind::OpenBrace | Kind::CloseBrace => 2,
        _ => 3,
    }
}

/// Whether a word means all agents.
fn is_everybody(word: &str) -> bool {
    matches!(word, "everyone" | "everybody" | "all" | "they" | "we")
}

/// Whether a name is reserved before `_`.
pub(crate) fn is_operator_name(name: &str) -> bool {
    matches!(name, "K" | "M" | "Kw" | "E" | "C" | "D" | "P" | "L" | "U" | "win" | "hand")
}

/// An operator written together with its agent or group, as in `K1` or `Kwa`: both parts.
pub(crate) fn operator_without_subscript(name: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 4;
    let operators = ["Kw", "K", "M", "E", "C", "D", "P", "L", "U"];
    let operator = operators.into_iter().find(|operator| name.starts_with(operator))?;
    let agent = &name[operator.len()..];
    let plain =
        agent.bytes().all(|byte| byte.is_ascii_digit()) || (agent.len() == 1 && agent.is_ascii());
    (plain && !agent.is_empty() && agent.len() <= LONGEST).then_some((operator, agent))
}

/// A text short enough for a message.
pub(super) fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().nth(LONGEST).is_none() {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}
