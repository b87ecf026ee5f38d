//! Numbers that a state gives: what `print` shows and `expect` compares.

use super::expression::comparison;
use super::lexer::Kind;
use super::parser::Parser;
use super::tree::*;
use hexa_logic::Comparison;

impl Parser<'_> {
    /// `expect worlds N`, `expect worlds > 3`, `expect minimal N`, `expect classes a = N`
    pub(super) fn expect_number(&mut self) -> Option<Step> {
        let quantity = self.counted()?;
        let comparison = self.peek().and_then(comparison);
        if comparison.is_some() {
            self.bump();
        } else if let Quantity::Classes(_) = quantity {
            self.expect(Kind::Equal, "=");
        }
        let comparison = comparison.unwrap_or(Comparison::Equal);
        let number = self.number();
        Some(match (quantity, comparison) {
            (Quantity::Worlds, Comparison::Equal) => Step::ExpectWorlds(number),
            (Quantity::AllWorlds, Comparison::Equal) => Step::ExpectAllWorlds(number),
            (Quantity::Minimal, Comparison::Equal) => Step::ExpectMinimal(number),
            (Quantity::Classes(agent), Comparison::Equal) => Step::ExpectClasses(agent, number),
            (quantity, comparison) => Step::ExpectNumber(quantity, comparison, number),
        })
    }

    /// `worlds`, `worlds all`, `minimal`, `classes a`
    fn counted(&mut self) -> Option<Quantity> {
        if self.eat_word("worlds") {
            Some(if self.eat(Kind::All) { Quantity::AllWorlds } else { Quantity::Worlds })
        } else if self.eat_word("minimal") {
            Some(Quantity::Minimal)
        } else if self.eat_word("classes") {
            Some(Quantity::Classes(self.name_or_number("an agent")))
        } else {
            None
        }
    }

    /// A number to be shown, if what follows can be nothing else: `print worlds` may be about an atom.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
    pub(super) fn printed_number(&mut self) -> Option<Step> {
        let word = self.word();
        let next = self.peek_at(1);
        let counts = match word {
            "worlds" => next == Some(Kind::All),
            "classes" => self.is_name_or_number(1),
            _ => false,
        };
        if counts && self.is(Kind::Name) {
            return self.counted().map(Step::PrintNumber);
        }
        match self.peek()? {
            Kind::Count if next.is_none() => {
                self.bump();
                Some(Step::PrintCount)
            }
            Kind::Count if self.is_last(self.after_brackets(1)) => {
                self.bump();
                let (binder, body) = self.binder_and_body()?;
                Some(Step::PrintNumber(Quantity::Instances(binder, body)))
            }
            Kind::Name if word == "P" && next == Some(Kind::Underscore) => {
                let subscript = if self.opens(2) { self.after_brackets(2) } else { 3 };
                if !self.opens(subscript) || !self.is_last(self.after_brackets(subscript)) {
                    return None;
                }
                self.bump();
                let agent = self.subscript();
                let body = self.in_parentheses(Self::formula)?;
                Some(Step::PrintNumber(Quantity::Probability(agent, body)))
            }
            Kind::Size => Some(Step::PrintNumber(Quantity::Number(self.number()))),
            Kind::Number | Kind::Name if next.is_some_and(calculates) => {
                Some(Step::PrintNumber(Quantity::Number(self.number())))
            }
            Kind::Number if next.is_none() && word != "33" => {
                Some(Step::PrintNumber(Quantity::Number(self.number())))
            }
            _ => None,
        }
    }

    fn opens(&self, ahead: usize) -> bool {
        matches!(self.peek_at(ahead), Some(Kind::OpenParen | Kind::OpenBrace))
    }

    fn is_last(&self, ahead: usize) -> bool {
        self.peek_at(ahead).is_none()
    }
}

fn calculates(kind: Kind) -> bool {
    matches!(kind, Kind::Plus | Kind::Minus | Kind::Star | Kind::Caret)
}
