//! Atoms and what is written close to a name: subscripts, arguments and exponents.

use super::expression::Place;
use super::lexer::{Kind, Role};
use super::parser::Parser;
use super::tree::*;
use hexa_text::Code;

impl Parser<'_> {
    /// `p`, `c_a`, `p(x,1,3)`, or in a number `17`.
    pub(super) fn atom(&mut self, place: Place) -> Expr {
        let start = self.position();
        let may_be_hands = self.names_theory_of_hands();
        let base = match self.peek() {
            Some(Kind::Name) => self.bare_name(),
            Some(Kind::Number) => self.literal(),
            _ => return self.missing(place),
        };
        match self.peek() {
            Some(Kind::Underscore) => {
                let subscript = self.subscript();
                if let ExprKind::Set(_) = self.tree.kind(subscript) {
                    let message = "the subscript of an atom is a name or a number";
                    let help = "`r_1`, `r_a`, `r_(i+1)`; several are arguments: `p(1,2)`";
                    self.fail(Code::Expected, start, message, help);
                }
                self.node(ExprKind::Subscript(base, subscript), start)
            }
            Some(Kind::OpenParen) if matches!(self.tree.kind(base), ExprKind::Name(_)) => {
                let arguments = self.arguments();
                if may_be_hands {
                    self.keep_bars(start);
                }
                self.node(ExprKind::Apply(base, arguments), start)
            }
            _ => base,
        }
    }

    /// `(x,1,3)`
    fn arguments(&mut self) -> Vec<Expr> {
        self.role_of_next(Role::Tight);
        let (open, arguments) = (
            self.position(),
            self.in_brackets(|parser| {
                if parser.at_end() {
                    let help = "without arguments, leave the parentheses out";
                    let diagnostic = parser.expectation("an argument").help(help);
                    parser.report.add(diagnostic);
                    return Vec::new();
                }
                if !parser.enter() {
                    return Vec::new();
                }
                parser.in_arguments = true;
                let arguments = parser.closed_list(|parser| parser.expression(Place::Any, 0));
                parser.leave(1);
                arguments
            }),
        );
        self.tighten_commas(open, arguments.len());
        arguments
    }

    /// A list in brackets of which every item is one token is written without spaces.
    pub(super) fn tighten_commas(&mut self, open: usize, items: usize) {
        let inside = open + 1..self.position().saturating_sub(1);
        if items < 2 || inside.len() != 2 * items - 1 {
            return;
        }
        for at in inside {
            if self.tokens[at].kind == Kind::Comma {
                self.set_role(at, Role::Tight);
            }
        }
    }

    /// `_a`, `_12`, `_{1,2}`, `_all`, `_(i+1)`
    pub(super) fn subscript(&mut self) -> Expr {
        let mark = self.position();
        let followed = self.peek_at(1).is_some();
        if !self.touches(mark) || (followed && !self.touches(mark + 1)) {
            let message = "`_` must touch what stands before and after it";
            self.fail(
                Code::Expected,
                mark,
                message,
                "write `K_a`, `r_1`, `C_{a,b}` without spaces",
            );
        }
        self.bump();
        match self.peek() {
            Some(Kind::Name) => self.bare_name(),
            Some(Kind::Number) => self.literal(),
            Some(Kind::OpenBrace) => {
                let open = self.position();
                let set = self.set();
                if let ExprKind::Set(items) = self.tree.kind(set) {
                    let count = items.len();
                    self.tighten_commas(open, count);
                }
                set
            }
            Some(Kind::OpenParen) => self.small_number(),
            Some(_) if self.builtin().is_some() => self.builtin_set(),
            _ => {
                let help = "write `K_a`, `r_1`, `C_{a,b}`, `p_(i+1)`";
                let what = "an agent, a group or a number in parentheses";
                let diagnostic = self.expectation(what).help(help);
                self.report.add(diagnostic);
                self.error_node()
            }
        }
    }

    /// A number in parentheses as a subscript or exponent. A short one is written
    /// without spaces.
    fn small_number(&mut self) -> Expr {
        const SHORT: usize = 12;
        let open = self.position();
        let number = self.nested_expression(Place::Number);
        let tokens = open..self.position();
        for at in tokens.clone().filter(|_| tokens.len() <= SHORT) {
            if matches!(self.tokens[at].kind, Kind::Plus | Kind::Minus | Kind::Star) {
                self.set_role(at, Role::Tight);
            }
        }
        number
    }

    /// What may follow a name or a closing parenthesis: `^3`, `^n`, `^(n-1)`, `^*3`, `^*`.
    pub(super) fn power(&mut self, place: Place, start: usize, base: Expr) -> Expr {
        if !self.is(Kind::Caret) || place == Place::Formula {
            return base;
        }
        self.check_power_base(base);
        self.bump();
        let exponent = if self.is(Kind::Star) {
            self.starred_exponent()
        } else {
            Exponent::Exactly(self.exponent())
        };
        if self.is(Kind::Caret) {
            let help = "write parentheses: `(α^2)^3`";
            self.fail(Code::Chained, self.position(), "`^` cannot follow another `^`", help);
            self.skip_rest();
        }
        self.node(ExprKind::Power(base, exponent), start)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions need parentheses")]
    fn check_power_base(&mut self, base: Expr) {
        let allowed = match self.tree.kind(base) {
            ExprKind::Name(_) | ExprKind::Apply(..) | ExprKind::Paren(_) | ExprKind::Number(_) => {
                true
            }
            ExprKind::Subscript(..) | ExprKind::Size(_) | ExprKind::Error => true,
            ExprKind::Action(ActionKind::Assign(_)) => {
                self.tokens[self.position() - 1].kind == Kind::CloseParen
            }
            _ => false,
        };
        if !allowed {
            let help = "put parentheses around what is repeated";
            self.fail(Code::Chained, self.position(), "`^` follows a name or `)`", help);
        }
    }

    fn starred_exponent(&mut self) -> Exponent {
        let bounded = matches!(self.peek_at(1), Some(Kind::Number | Kind::Name | Kind::OpenParen));
        if !bounded {
            self.bump();
            return Exponent::Star;
        }
        self.role_of_next(Role::Tight);
        self.bump();
        Exponent::AtMost(self.exponent())
    }

    fn exponent(&mut self) -> Expr {
        match self.peek() {
            Some(Kind::Number) => self.literal(),
            Some(Kind::Name) => self.bare_name(),
            Some(Kind::OpenParen) => self.small_number(),
            _ => {
                self.report_expected("a number, a name, a number in parentheses, or `*`");
                self.error_node()
            }
        }
    }
}
