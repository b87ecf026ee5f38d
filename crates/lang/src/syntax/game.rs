//! The words of knowledge games: deals, hands, winning, and the moves.

use super::expression::Place;
use super::lexer::{Kind, Role};
use super::parser::Parser;
use super::tree::*;
use hexa_text::Code;

/// The names of theories: what formulas they stand for where nothing of that name is declared.
pub const THEORY_WORDS: &[&str] = &[
    "kgames",
    "prekgames",
    "deals",
    "seedontknow",
    "see",
    "dontsee",
    "seeall",
    "dontseeall",
    "seedeal",
    "dontseedeal",
    "atmost",
    "atleast",
    "exactly",
    "dontknowthat",
    "dontknownot",
    "dontknow",
    "dontknowother",
    "dontknowany",
    "33",
    "see33",
    "deals33",
    "dontknowthat33",
    "dontsee33",
    "atmost33",
    "atleast33",
    "exactly33",
    "dontknownot33",
    "dontknowother33",
];

impl Parser<'_> {
    /// `win_a`
    pub(super) fn win_is(&mut self, place: Place) -> Expr {
        self.wrong_sort(place, Place::Formula);
        let start = self.position();
        self.bump();
        let agent = self.subscript();
        self.node(FormulaKind::WinIs(agent), start)
    }

    /// `hand_a(c d)`
    pub(super) fn hand_is(&mut self, place: Place) -> Expr {
        self.wrong_sort(place, Place::Formula);
        let start = self.position();
        self.bump();
        let holder = self.subscript();
        if !self.is(Kind::OpenParen) {
            self.report_expected("`(` and the cards of the hand");
            return self.node(ExprKind::Error, start);
        }
        self.role_of_next(Role::Tight);
        let cards = self.in_brackets(Self::hand);
        self.node(FormulaKind::HandIs(holder, cards), start)
    }

    /// `deal(r | w | b)`
    pub(super) fn deal_is(&mut self, place: Place) -> Expr {
        self.wrong_sort(place, Place::Formula);
        let start = self.position();
        self.bump();
        self.role_of_next(Role::Tight);
        let hands = self.in_brackets(Self::hands);
        self.node(FormulaKind::DealIs(hands), start)
    }

    /// Whether a theory with hands is next, as `kgames(r w | b | -)`. What can be an argument of another kind
    /// is read as one, because the name may be declared: `kgames(r | w | b)`.
    pub(super) fn starts_theory(&self, place: Place) -> bool {
        if !matches!(place, Place::Formula | Place::Any) || self.peek_at(1) != Some(Kind::OpenParen)
        {
            return false;
        }
        if self.is(Kind::Deals) {
            return true;
        }
        let hands = THEORY_WORDS.contains(&self.word()).then(|| self.hands_ahead()).flatten();
        hands.is_some_and(|hands| hands.iter().any(|&cards| cards != 1))
    }

    /// Whether a theory may be next, with one card in each hand.
    pub(super) fn names_theory_of_hands(&self) -> bool {
        self.peek_at(1) == Some(Kind::OpenParen)
            && THEORY_WORDS.contains(&self.word())
            && self.hands_ahead().is_some()
    }

    /// The bars since a place may stand between hands, so they are not written as disjunctions.
    pub(super) fn keep_bars(&mut self, start: usize) {
        for at in start..self.position() {
            if self.token_text(at) == "|" {
                self.set_role(at, Role::Plain);
            }
        }
    }

    /// How many cards are in each hand, if only hands stand between the parentheses ahead.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
    fn hands_ahead(&self) -> Option<Vec<usize>> {
        let mut hands = vec![0];
        for ahead in 2.. {
            let cards = hands.last_mut()?;
            match self.peek_at(ahead)? {
                Kind::Name if starts_move(self.word_at(ahead)) => return None,
                Kind::Name | Kind::Number => *cards += 1,
                Kind::Minus if *cards == 0 => {
                    let next = self.peek_at(ahead + 1)?;
                    if !matches!(next, Kind::Bar | Kind::CloseParen) {
                        return None;
                    }
                }
                Kind::Bar if self.word_at(ahead) == "|" => hands.push(0),
                Kind::CloseParen => return Some(hands),
                _ => return None,
            }
        }
        None
    }

    /// `kgames(r w | b | -)`, `deals(d)`
    pub(super) fn theory_is(&mut self) -> Expr {
        let start = self.position();
        let name = if self.is(Kind::Deals) { self.builtin_set() } else { self.bare_name() };
        self.role_of_next(Role::Tight);
        let hands = self.in_brackets(Self::hands);
        self.node(FormulaKind::TheoryIs(name, hands), start)
    }

    /// Hands with `|` between.
    pub(super) fn hands(&mut self) -> Vec<Vec<Expr>> {
        let mut hands = vec![self.hand()];
        loop {
            match self.peek() {
                Some(Kind::Bar) if self.word() == "|" => {
                    self.bump();
                }
                Some(Kind::BarBar) => {
                    let help = "an empty hand is written `-`: `r | - | b`";
                    self.fail(
                        Code::Expected,
                        self.position(),
                        "there is no hand between these bars",
                        help,
                    );
                    self.bump();
                    hands.push(Vec::new());
                }
                _ => return hands,
            }
            hands.push(self.hand());
        }
    }

    /// Cards with spaces between, or `-`.
    fn hand(&mut self) -> Vec<Expr> {
        if self.eat(Kind::Minus) {
            return Vec::new();
        }
        let mut cards = Vec::new();
        loop {
            match self.peek() {
                Some(Kind::Name) => cards.push(self.bare_name()),
                Some(Kind::Number) => cards.push(self.literal()),
                Some(Kind::Comma) => {
                    let help = "the cards of a hand have spaces between: `r w | b`";
                    let diagnostic = self.expectation("a card or `|`").help(help);
                    self.report.add(diagnostic);
                    self.bump();
                }
                _ => break,
            }
        }
        if cards.is_empty() {
            let diagnostic = self.expectation("a card, or `-` for an empty hand");
            self.report.add(diagnostic);
        }
        cards
    }

    /// `look a`, `win a`, `nowin a`
    pub(super) fn game_action(&mut self, place: Place, kind: fn(Expr) -> ActionKind) -> Expr {
        self.wrong_sort(place, Place::Action);
        let start = self.position();
        self.bump();
        let agent = if self.is_name_or_number(0) {
            self.name_or_number("an agent")
        } else {
            let help = "one agent is needed here, not a group";
            let diagnostic = self.expectation("an agent").help(help);
            self.report.add(diagnostic);
            let span = self.bump();
            self.tree.add(ExprKind::Error, span)
        };
        self.node(kind(agent), start)
    }

    /// `ask 2 1 for r, b: show r`, `ask 2 1 which ~r_1, ~w_1: tell ~w_1`
    pub(super) fn ask(&mut self, place: Place) -> Expr {
        self.wrong_sort(place, Place::Action);
        let start = self.position();
        self.bump();
        let asker = self.name_or_number("the agent who asks");
        let respondent = self.name_or_number("the agent who answers");
        let wanted = if self.eat(Kind::For) {
            let cards = self.items(Self::domain);
            self.expect(Kind::Colon, ":");
            Wanted::Cards(cards, self.answer())
        } else if self.eat_word("which") {
            let answers = self.items(Self::formula);
            self.expect(Kind::Colon, ":");
            Wanted::Answers(answers, self.reply())
        } else {
            let help = "a request is written `ask 2 1 for r, b: show r`, another question `ask 2 1 \
                        which ~r_1, ~w_1: tell ~w_1`";
            let diagnostic = self.expectation("`for` or `which`").help(help);
            self.report.add(diagnostic);
            return self.node(ExprKind::Error, start);
        };
        self.node(ActionKind::Ask(Box::new(Ask { asker, respondent, wanted })), start)
    }

    /// `trade a b: w for y`, `trade a b`
    pub(super) fn trade(&mut self, place: Place) -> Expr {
        self.wrong_sort(place, Place::Action);
        let start = self.position();
        self.bump();
        let first = self.name_or_number("an agent who trades");
        let traders = [first, self.name_or_number("the agent with whom they trade")];
        let given = self.eat(Kind::Colon).then(|| {
            let first = self.hand();
            self.expect(Kind::For, "for");
            [first, self.hand()]
        });
        self.node(ActionKind::Trade(Box::new(Trade { traders, given })), start)
    }

    fn reply(&mut self) -> Reply {
        if self.eat_word("no") {
            return Reply::No;
        }
        if self.eat_word("say") {
            return Reply::Say(self.answer_formula());
        }
        if !self.eat_word("tell") {
            self.report_expected("`tell` or `say` and one of the answers, or `no`");
            return Reply::No;
        }
        let told = self.answer_formula();
        // A number would go on: `to 3 + skip`.
        let to = self.eat_word("to").then(|| match self.is_name_or_number(0) {
            true => self.name_or_number("an agent or a group"),
            false => self.domain(),
        });
        Reply::Tell(told, to)
    }

    /// One of the answers, as a test would be written.
    fn answer_formula(&mut self) -> Option<Expr> {
        let starts = matches!(
            self.peek()?,
            Kind::Name
                | Kind::OpenParen
                | Kind::OpenBracket
                | Kind::OpenAngle
                | Kind::Less
                | Kind::Tilde
                | Kind::True
                | Kind::False
                | Kind::Forall
                | Kind::Exists
                | Kind::Count
        );
        if !starts || self.word() == "to" {
            return None;
        }
        let bare_in_action = std::mem::replace(&mut self.bare_in_action, true);
        let said = self.operand(Place::Formula);
        self.bare_in_action = bare_in_action;
        Some(said)
    }

    fn answer(&mut self) -> ShownCard {
        if self.eat_word("no") {
            return ShownCard::No;
        }
        if !self.eat_word("show") {
            self.report_expected("`show`, `show` and a card, or `no`");
            return ShownCard::No;
        }
        let shown = self.is_name_or_number(0).then(|| self.name_or_number("a card"));
        ShownCard::Show(shown)
    }
}

/// Whether a word can be followed by an agent: then it is a move of the game, not two cards.
fn starts_move(word: &str) -> bool {
    matches!(word, "look" | "win" | "nowin" | "ask" | "trade" | "not")
}
