//! Formulas that compare a number: how many instances hold, how likely something is.

use super::expression::{Infix, Place, comparison};
use super::lexer::{Kind, Role};
use super::parser::Parser;
use super::tree::*;
use hexa_text::Code;

impl Parser<'_> {
    /// `count(BINDER: φ) = 1`, `count(BINDER: φ) in {1,3}`
    pub(super) fn count(&mut self, place: Place) -> Expr {
        if matches!(place, Place::Number | Place::Guard) {
            return self.missing(place);
        }
        self.wrong_sort(place, Place::Formula);
        let start = self.position();
        self.bump();
        let Some((binder, body)) = self.binder_and_body() else {
            return self.node(ExprKind::Error, start);
        };
        let side = if self.eat(Kind::In) {
            CountSide::In(self.domain())
        } else if let Some(comparison) = self.peek().and_then(comparison) {
            self.bump();
            if self.no_second_measure("a count is compared with a number: `count(...) = 1`") {
                return self.node(ExprKind::Error, start);
            }
            CountSide::Compare(comparison, self.compared_number())
        } else {
            self.report_expected("`=`, `!=`, `<`, `<=`, `>`, `>=` or `in`");
            return self.node(ExprKind::Error, start);
        };
        self.node(FormulaKind::Count(binder, body, side), start)
    }

    pub(super) fn binder_and_body(&mut self) -> Option<(Binder, Expr)> {
        self.in_parentheses(|parser| {
            let binder = parser.binder();
            parser.colon_after_binder();
            (binder, parser.formula())
        })
    }

    /// A number that something is compared with. Bare in an action, `+` after it is a
    /// choice, not a sum: `?count(...) = 1 + skip`.
    fn compared_number(&mut self) -> Expr {
        if self.bare_in_action {
            self.expression(Place::Number, Infix::Minus.level(Place::Number))
        } else {
            self.number()
        }
    }

    /// `P_a(φ) >= 1/2`
    pub(super) fn probability(&mut self, place: Place) -> Expr {
        self.wrong_sort(place, Place::Formula);
        let start = self.position();
        self.bump();
        let agent = self.subscript();
        if !self.is(Kind::OpenParen) {
            self.report_expected("`(`");
            return self.node(ExprKind::Error, start);
        }
        self.role_of_next(Role::Tight);
        let formula = self.nested_expression(Place::Formula);
        let Some(comparison) = self.peek().and_then(comparison) else {
            let help = "a probability is compared: `P_a(φ) >= 1/2`";
            let diagnostic = self.expectation("`=`, `!=`, `<`, `<=`, `>` or `>=`").help(help);
            self.report.add(diagnostic);
            return self.node(ExprKind::Error, start);
        };
        self.bump();
        if self.no_second_measure("a probability is compared with a number: `P_a(φ) >= 1/2`") {
            return self.node(ExprKind::Error, start);
        }
        let stumbles = self.report.stumbles();
        let numerator = self.compared_number();
        if stumbles < self.report.stumbles() {
            self.skip_rest();
        }
        let denominator = self.denominator(numerator);
        let kind = FormulaKind::Probability(agent, formula, comparison, numerator, denominator);
        self.node(kind, start)
    }

    /// Reports a probability or a count on the right side of a comparison, and says whether it did.
    fn no_second_measure(&mut self, help: &str) -> bool {
        let measure = match (self.word(), self.peek(), self.peek_at(1)) {
            ("P", _, Some(Kind::Underscore)) => "a probability",
            (_, Some(Kind::Count), _) => "a count",
            _ => return false,
        };
        let message = format!("a number is needed here, found {measure}");
        self.fail(Code::Expected, self.position(), message, help);
        self.skip_rest();
        true
    }

    /// `1/3`, `x/(n + 1)`
    pub(super) fn fraction(&mut self) -> Fraction {
        let above = self.number();
        Fraction { above, below: self.denominator(above) }
    }

    fn denominator(&mut self, numerator: Expr) -> Option<Expr> {
        if !self.is(Kind::Slash) {
            return None;
        }
        let numerator = self.tree.kind(numerator);
        if matches!(numerator, ExprKind::Chain(..) | ExprKind::Minus(..) | ExprKind::Times(_)) {
            let help = "write `(a + b)/c`";
            self.fail(
                Code::Chained,
                self.position(),
                "above `/`, operators need parentheses",
                help,
            );
        }
        self.bump();
        Some(self.operand(Place::Number))
    }
}
