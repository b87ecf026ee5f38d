//! What is said: `announce φ`, `tell φ to a, b`, `privately φ to a`, `lie φ to b by a`, and `[!φ]`. What is said is a
//! formula that ends where an action goes on. The words are names like others where no formula follows; in `tell(p)` only
//! the declarations tell which of the two it is, so that it is read as a call.

use super::expression::Place;
use super::lexer::{Kind, Role};
use super::parser::Parser;
use super::tree::*;
use hexa_logic::{Manner, Modality};
use hexa_text::Code;

/// The words that start a message.
pub(crate) const MESSAGES: [Manner; 4] =
    [Manner::Announce, Manner::Tell, Manner::Privately, Manner::Lie];

/// The manner that a word names.
pub(crate) fn manner(word: &str) -> Option<Manner> {
    MESSAGES.into_iter().find(|manner| manner.word() == word)
}

impl Parser<'_> {
    /// Whether a message starts here.
    pub(super) fn starts_message(&self, place: Place) -> bool {
        let possible = matches!(place, Place::Action | Place::Any | Place::Formula);
        possible
            && manner(self.word()).is_some()
            && match self.peek_at(1) {
                Some(Kind::OpenParen) => self.goes_on_after_brackets(),
                _ => self.starts_formula(1),
            }
    }

    /// Whether what follows `word (...)` shows that the brackets belong to a formula.
    fn goes_on_after_brackets(&self) -> bool {
        let after = self.after_brackets(1);
        match self.peek_at(after) {
            Some(Kind::And | Kind::Bar | Kind::Arrow | Kind::DoubleArrow) => true,
            Some(Kind::Name) => ends_what_is_said(self.word_at(after)),
            _ => false,
        }
    }

    /// Whether a formula must start at a token further on.
    pub(super) fn starts_formula(&self, ahead: usize) -> bool {
        match self.peek_at(ahead) {
            Some(Kind::Name) => !ends_what_is_said(self.word_at(ahead)),
            Some(Kind::Number) => {
                self.word_at(ahead) == "33" || self.peek_at(ahead + 1) == Some(Kind::Underscore)
            }
            Some(kind) => {
                matches!(kind, Kind::OpenParen | Kind::OpenBracket | Kind::OpenAngle | Kind::Less)
                    || matches!(kind, Kind::Tilde | Kind::True | Kind::False | Kind::Deals)
                    || matches!(kind, Kind::Forall | Kind::Exists | Kind::Count)
            }
            None => false,
        }
    }

    /// `announce φ`, `tell φ to a, b by c`, ...
    pub(super) fn message(&mut self, place: Place) -> Expr {
        self.wrong_sort(place, Place::Action);
        let start = self.position();
        let manner = manner(self.word()).unwrap_or(Manner::Announce);
        self.bump();
        if !self.enter() {
            return self.error_node();
        }
        let said = self.said();
        self.leave(1);
        let (mut to, mut by) = (Vec::new(), None);
        loop {
            let at = self.position();
            if to.is_empty() && self.eat_word("to") {
                to = self.those_told();
            } else if by.is_none() && self.eat_word("by") {
                by = Some(self.name_or_number("the agent who says it"));
            } else {
                break;
            }
            debug_assert!(at < self.position());
        }
        self.check_message(manner, start, &to, by);
        let message = Message { manner, said, to, by };
        self.node(ActionKind::Message(Box::new(message)), start)
    }

    fn said(&mut self) -> Expr {
        let bare_in_action = std::mem::replace(&mut self.bare_in_action, true);
        let said = self.formula();
        self.bare_in_action = bare_in_action;
        said
    }

    /// `a, b`, `{a, b}`, `all`. Among the arguments of a definition a comma ends it.
    fn those_told(&mut self) -> Vec<Expr> {
        let mut told = vec![self.agent_or_group()];
        while !self.in_arguments && self.eat(Kind::Comma) {
            told.push(self.agent_or_group());
        }
        told
    }

    fn agent_or_group(&mut self) -> Expr {
        // A number would go on: `to 3 + skip`.
        match self.is_name_or_number(0) {
            true => self.name_or_number("an agent or a group"),
            false => self.domain(),
        }
    }

    /// Each manner says to whom, or by whom.
    fn check_message(&mut self, manner: Manner, start: usize, to: &[Expr], by: Option<Expr>) {
        let (message, help) = match manner {
            Manner::Announce if !to.is_empty() => (
                "what is announced is heard by everybody",
                "`tell φ to a` if the others see it, `privately φ to a` if they notice nothing",
            ),
            Manner::Tell | Manner::Privately if to.is_empty() => (
                "it is not said who is told",
                "`tell φ to a, b`, `privately φ to a`; what everybody hears is `announce φ`",
            ),
            Manner::Lie if by.is_none() => {
                ("it is not said who lies", "`lie φ to b by a`: a lies to b that φ")
            }
            Manner::Announce | Manner::Tell | Manner::Privately | Manner::Lie => return,
        };
        self.fail(Code::Expected, start, message, help);
    }

    /// The action of a step. A mark without a choice is an announcement as others write it.
    pub(super) fn action_of_step(&mut self) -> Expr {
        if !self.is(Kind::Bang) || !self.announces(Modality::Every) {
            return self.action();
        }
        let start = self.position();
        let message = "`!` marks an alternative, and there is nothing to choose here";
        let help = "to announce φ write `announce φ`; `!α + β` marks one operand of a `+`";
        self.fail(Code::BadMark, start, message, help);
        self.bump();
        self.formula();
        self.skip_rest();
        self.node(ExprKind::Error, start)
    }

    /// The action of `[α]` or `<α>`, or the announcement of `[!φ]` and `<!φ>`.
    pub(super) fn action_or_announcement(&mut self, modality: Modality) -> Expr {
        if let Some(mark) = self.mark_behind(modality) {
            return self.announced_behind(mark);
        }
        if !self.is(Kind::Bang) || !self.announces(modality) {
            return self.action();
        }
        let start = self.position();
        self.role_of_next(Role::Tight);
        self.bump();
        let said = self.formula();
        if matches!(self.peek(), Some(Kind::Semicolon | Kind::BarBar)) {
            let message = format!("{} cannot follow on `!φ`", self.describe_next());
            let help = "one after the other is `[!p][!q]`, or `[announce p ; announce q]`";
            self.fail(Code::Chained, self.position(), message, help);
            self.skip_rest();
        }
        self.announcement(said, start)
    }

    fn announcement(&mut self, said: Expr, start: usize) -> Expr {
        let message = Message { manner: Manner::Announce, said, to: Vec::new(), by: None };
        self.node(ActionKind::Message(Box::new(message)), start)
    }

    /// `[p!]`, where `[!p]` is meant: the place of the `!` before the closing bracket.
    fn mark_behind(&self, modality: Modality) -> Option<usize> {
        let mark = self.end_of_bracket().checked_sub(1)?;
        let is_mark = mark > self.position() && self.tokens[mark].kind == Kind::Bang;
        (modality == Modality::Every && is_mark).then_some(mark)
    }

    fn announced_behind(&mut self, mark: usize) -> Expr {
        let start = self.position();
        let said = self.formula();
        if self.position() == mark {
            self.report_mark_behind();
        }
        self.announcement(said, start)
    }

    /// Reports the `!` that is next.
    pub(super) fn report_mark_behind(&mut self) {
        let message = "`!` stands before what is announced, not after it";
        let help = "an announcement is written `[!φ] ψ` or `<!φ> ψ`";
        self.fail(Code::Expected, self.position(), message, help);
        self.bump();
    }

    /// Whether what follows on `!` is a formula: it does not start as an action does, and neither `+` nor `:=` stands
    /// directly in the modality.
    fn announces(&self, modality: Modality) -> bool {
        let starts_action = match (self.peek_at(1), self.peek_at(2)) {
            (Some(Kind::Question | Kind::Bang | Kind::Skip | Kind::Choice | Kind::Seq), _) => true,
            (Some(Kind::Name), Some(Kind::Underscore)) => matches!(self.word_at(1), "L" | "U"),
            _ => false,
        };
        !starts_action && !self.chooses(modality)
    }

    /// Whether `+` or `:=` comes before the modality is closed. After `count(...)` and `P_a(...)`, `<` and `>` compare.
    fn chooses(&self, modality: Modality) -> bool {
        let (mut ahead, mut diamonds) = (0, 0usize);
        let (mut measures, mut measured) = (false, None);
        while let Some(kind) = self.peek_at(ahead).filter(|_| ahead < MOST_LOOKED_AT) {
            let after_underscore = ahead > 0 && self.peek_at(ahead - 1) == Some(Kind::Underscore);
            if kind.closer().is_some() {
                ahead = self.after_brackets(ahead);
                if measures && !after_underscore {
                    (measures, measured) = (false, Some(ahead));
                }
                continue;
            }
            let is_probability =
                self.word_at(ahead) == "P" && self.peek_at(ahead + 1) == Some(Kind::Underscore);
            measures |= kind == Kind::Count || is_probability;
            let compares = measured == Some(ahead);
            if kind == Kind::Less && !compares {
                diamonds += 1;
            } else if kind == Kind::Greater && !compares {
                if diamonds == 0 && modality == Modality::Some {
                    return false;
                }
                diamonds = diamonds.saturating_sub(1);
            } else if diamonds == 0 && matches!(kind, Kind::Plus | Kind::Assign) {
                return true;
            }
            ahead += 1;
        }
        false
    }
}

/// So far it is looked for what shows that a `!` marks an alternative.
const MOST_LOOKED_AT: usize = 1 << 12;

/// The words that stand after what is said.
fn ends_what_is_said(word: &str) -> bool {
    matches!(word, "to" | "by")
}
