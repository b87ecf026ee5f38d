//! Binders, sets and lists by rule: `x, y in S, z in T where guard`.

use super::expression::Place;
use super::lexer::{Kind, Role};
use super::parser::Parser;
use super::tree::*;
use hexa_text::Code;

impl Parser<'_> {
    /// `x, y in S, z in T where guard`
    pub(super) fn binder(&mut self) -> Binder {
        let mut variables = vec![self.bound()];
        while self.is(Kind::Comma) && self.binds_at(1) {
            self.bump();
            variables.push(self.bound());
        }
        let guard = self.eat(Kind::Where).then(|| self.guard());
        Binder { variables, guard }
    }

    /// `x, y in S`
    fn bound(&mut self) -> (Vec<Expr>, Expr) {
        let mut names = vec![self.declared_name("a variable")];
        while self.eat(Kind::Comma) {
            names.push(self.declared_name("a variable"));
        }
        if !self.eat(Kind::In) {
            let help = "a binder is `x in S`, `x, y in S`, `x in S where guard`";
            let diagnostic = self.expectation("`in`").help(help);
            self.report.add(diagnostic);
            return (names, self.error_node());
        }
        (names, self.domain())
    }

    /// Whether names with commas between and then `in` stand there. This tells
    /// `x in S, y in T` from a list that goes on after its rule.
    pub(super) fn binds_at(&self, ahead: usize) -> bool {
        let mut ahead = ahead;
        while self.peek_at(ahead) == Some(Kind::Name) {
            match self.peek_at(ahead + 1) {
                Some(Kind::In) => return true,
                Some(Kind::Comma) => ahead += 2,
                _ => return false,
            }
        }
        false
    }

    pub(super) fn colon_after_binder(&mut self) {
        if !self.eat(Kind::Colon) {
            let help = "after the binder comes `:` and what it binds in: `forall x in S: φ`";
            let diagnostic = self.expectation("`:`").help(help);
            self.report.add(diagnostic);
        }
    }

    /// `for BINDER` after an item, if it is there.
    pub(super) fn rule(&mut self) -> Option<Binder> {
        self.eat(Kind::For).then(|| self.binder())
    }

    /// A list of items, each possibly by rule.
    pub(super) fn items(&mut self, item: impl Fn(&mut Self) -> Expr) -> Vec<Item> {
        self.list(|parser| {
            let stumbles = parser.report.stumbles();
            let expr = item(parser);
            let rule = parser.rule();
            if stumbles == parser.report.stumbles() {
                parser.no_item_without_comma();
            }
            Item { expr, rule }
        })
    }

    /// Reports an item that follows another with only a space between.
    fn no_item_without_comma(&mut self) {
        // The weight of a world follows its atoms.
        if self.is_measured("weight") {
            return;
        }
        let starts_item = matches!(self.peek(), Some(Kind::Name | Kind::Number | Kind::OpenBrace));
        if starts_item || self.builtin().is_some() {
            let help = "the items of a list have commas between them: `a, b, c`";
            let diagnostic = self.expectation("`,`").help(help);
            self.report.add(diagnostic);
        }
    }

    /// What a variable ranges over, or an item of a set: a set, a range, a number, a name.
    pub(super) fn domain(&mut self) -> Expr {
        let start = self.position();
        match self.peek() {
            Some(Kind::OpenBrace) => return self.set(),
            Some(Kind::Sub) => return self.subsets(),
            Some(_) if self.builtin().is_some() => return self.builtin_set(),
            Some(Kind::Name | Kind::Number | Kind::OpenParen | Kind::Size) => {}
            _ => {
                self.report_expected("a name, a number, a range or a set");
                return self.error_node();
            }
        }
        let first = self.number();
        if !self.eat(Kind::Dots) {
            return first;
        }
        let last = self.number();
        self.node(ExprKind::Range(first, last), start)
    }

    /// `{1, 2}`
    pub(super) fn set(&mut self) -> Expr {
        let start = self.position();
        let items = self.in_brackets(|parser| {
            if parser.at_end() {
                return Vec::new();
            }
            if !parser.enter() {
                return Vec::new();
            }
            let items = parser.closed_list(|parser| {
                let stumbles = parser.report.stumbles();
                let expr = parser.domain();
                let rule = parser.rule();
                if stumbles == parser.report.stumbles() && !parser.open_ended {
                    parser.no_item_without_comma();
                }
                Item { expr, rule }
            });
            parser.leave(1);
            items
        });
        self.node(ExprKind::Set(items), start)
    }

    /// `sub(k, S)`
    pub(super) fn subsets(&mut self) -> Expr {
        let start = self.position();
        self.bump();
        let parts = self.in_parentheses(|parser| {
            let size = parser.number();
            parser.expect(Kind::Comma, ",");
            (size, parser.domain())
        });
        match parts {
            Some((size, set)) => self.node(ExprKind::Subsets(size, set), start),
            None => self.node(ExprKind::Error, start),
        }
    }

    /// `size(a)`, `size(S)`
    pub(super) fn size(&mut self) -> Expr {
        let start = self.position();
        self.bump();
        match self.in_parentheses(Self::domain) {
            Some(of) => self.node(ExprKind::Size(of), start),
            None => self.node(ExprKind::Error, start),
        }
    }

    /// What stands in parentheses right after a word; reported if there are none.
    pub(super) fn in_parentheses<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if !self.is(Kind::OpenParen) {
            self.report_expected("`(`");
            return None;
        }
        self.role_of_next(Role::Tight);
        self.in_brackets(|parser| {
            if !parser.enter() {
                return None;
            }
            let value = body(parser);
            parser.leave(1);
            Some(value)
        })
    }

    /// The word for a set that is next, if one is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
    pub(super) fn builtin(&self) -> Option<Builtin> {
        match self.peek()? {
            Kind::All => Some(Builtin::All),
            Kind::Agents => Some(Builtin::Agents),
            Kind::Cards => Some(Builtin::Cards),
            Kind::Holders => Some(Builtin::Holders),
            Kind::Deals => Some(Builtin::Deals),
            _ => None,
        }
    }

    pub(super) fn builtin_set(&mut self) -> Expr {
        let Some(builtin) = self.builtin() else { return self.error_node() };
        let span = self.bump();
        self.tree.add(ExprKind::Builtin(builtin), span)
    }

    /// A name that is declared or bound here.
    pub(super) fn declared_name(&mut self, what: &str) -> Expr {
        match self.peek() {
            Some(Kind::Name) => self.bare_name(),
            Some(kind) if kind.is_reserved_word() => self.report_reserved(what),
            _ => {
                self.report_expected(&format!("{what} (a name)"));
                self.error_node()
            }
        }
    }

    /// A name or number that is declared here.
    pub(super) fn declared_name_or_number(&mut self, what: &str) -> Expr {
        if self.is(Kind::Number) { self.literal() } else { self.declared_name(what) }
    }

    fn report_reserved(&mut self, what: &str) -> Expr {
        let message =
            format!("{} is reserved, so {what} cannot be called that", self.describe_next());
        self.fail(Code::ReservedName, self.position(), message, "choose another name");
        let span = self.bump();
        self.tree.add(ExprKind::Error, span)
    }

    /// An atom, a world or a card: a name with a subscript or arguments, or a number.
    pub(super) fn point_like(&mut self) -> Expr {
        if self.is(Kind::Tilde) {
            let help = "list only what is true; what is not listed is false";
            let diagnostic = self.expectation("an atom").help(help);
            self.report.add(diagnostic);
            return self.error_node();
        }
        self.atom(Place::Number)
    }
}
