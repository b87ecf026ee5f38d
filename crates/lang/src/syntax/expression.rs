//! Formulas, actions, numbers and guards: operators by precedence. What a macro's
//! argument is cannot be known here, so one grammar that contains them all reads
//! those. Chains of one operator are read in a loop; only brackets, prefix operators
//! and binders nest, and those count towards the depth limit.

use super::lexer::{Kind, Role};
use super::parser::{Parser, is_operator_name};
use super::tree::*;
use hexa_logic::{Comparison, Modality};
use hexa_text::Code;
use hexa_text::Span;

/// What a place in the text needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Formula,
    Action,
    Number,
    Guard,
    /// An argument: any of the above but a guard, or a set.
    Any,
}

impl Place {
    fn takes_actions(self) -> bool {
        matches!(self, Place::Action | Place::Any)
    }

    fn takes_numbers(self) -> bool {
        matches!(self, Place::Number | Place::Guard | Place::Any)
    }

    fn takes_sets(self) -> bool {
        matches!(self, Place::Guard | Place::Any)
    }

    /// What it takes, for messages.
    fn what(self) -> &'static str {
        match self {
            Place::Formula => "a formula",
            Place::Action => "an action",
            Place::Number => "a name or a number",
            Place::Guard => "a condition",
            Place::Any => "an argument (a name, number, set, formula or action)",
        }
    }
}

/// An operator between two expressions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Infix {
    Range,
    Chain(ChainOp),
    Compare(Comparison),
    In,
    Minus,
    Times,
}

/// How tight an infix operator binds; the loosest of all is 0.
pub(super) type Level = u8;

const COMPARE: Level = 8;

impl Infix {
    /// In numbers `+` is as tight as `-`: `a - b + c` is a sum of `a - b` and `c`.
    pub(super) fn level(self, place: Place) -> Level {
        match self {
            Infix::Range => 0,
            Infix::Chain(ChainOp::Plus) if matches!(place, Place::Number | Place::Guard) => 9,
            Infix::Chain(ChainOp::Plus) => 1,
            Infix::Chain(ChainOp::Concurrent) => 2,
            Infix::Chain(ChainOp::Sequence) => 3,
            Infix::Chain(ChainOp::Iff) => 4,
            Infix::Chain(ChainOp::Implies) => 5,
            Infix::Chain(ChainOp::Or) => 6,
            Infix::Chain(ChainOp::And) => 7,
            Infix::Compare(_) | Infix::In => COMPARE,
            Infix::Minus => 10,
            Infix::Times => 11,
        }
    }
}

/// An operator before an expression, with its own parts.
#[derive(Clone, Copy)]
enum Prefix {
    Not,
    Knowledge(KnowledgeOp, Expr),
    After(Modality, Expr),
    Test,
    Learn(Expr),
    Update(Expr),
    Suspect(Expr),
    Mark,
}

impl Prefix {
    fn operand(self) -> Place {
        match self {
            Prefix::Learn(_) | Prefix::Update(_) | Prefix::Suspect(_) | Prefix::Mark => {
                Place::Action
            }
            Prefix::Not | Prefix::Knowledge(..) | Prefix::After(..) | Prefix::Test => {
                Place::Formula
            }
        }
    }

    /// How the operator is written, if a binder after it needs parentheses.
    fn before_parentheses(self) -> Option<&'static str> {
        match self {
            Prefix::Test => Some("?"),
            Prefix::Learn(_) => Some("L_B"),
            Prefix::Update(_) => Some("U_B"),
            Prefix::Suspect(_) => Some("S_B"),
            Prefix::Mark => Some("!"),
            Prefix::Not | Prefix::Knowledge(..) | Prefix::After(..) => None,
        }
    }

    fn applied_to(self, inner: Expr) -> ExprKind {
        match self {
            Prefix::Not => FormulaKind::Not(inner).into(),
            Prefix::Knowledge(op, who) => FormulaKind::Knowledge(op, who, inner).into(),
            Prefix::After(modality, action) => FormulaKind::After(modality, action, inner).into(),
            Prefix::Test => ActionKind::Test(inner).into(),
            Prefix::Learn(group) => ActionKind::Learn(group, inner).into(),
            Prefix::Update(group) => ActionKind::Update(group, inner).into(),
            Prefix::Suspect(group) => ActionKind::Suspect(group, inner).into(),
            Prefix::Mark => ActionKind::Mark(inner).into(),
        }
    }
}

/// An operator that is named by letters, without its agents.
enum NamedOperator {
    Know(KnowledgeOp),
    Act(fn(Expr) -> Prefix),
}

impl NamedOperator {
    fn applied_to_agents(self, who: Expr) -> Prefix {
        match self {
            Self::Know(op) => Prefix::Knowledge(op, who),
            Self::Act(act) => act(who),
        }
    }
}

impl Parser<'_> {
    pub(super) fn formula(&mut self) -> Expr {
        self.expression(Place::Formula, 0)
    }

    pub(super) fn action(&mut self) -> Expr {
        self.expression(Place::Action, 0)
    }

    pub(super) fn number(&mut self) -> Expr {
        self.expression(Place::Number, 0)
    }

    pub(super) fn guard(&mut self) -> Expr {
        self.expression(Place::Guard, 0)
    }

    pub(super) fn expression(&mut self, place: Place, min: Level) -> Expr {
        let start = self.position();
        let mut left = self.operand(place);
        while let Some(infix) = self.infix(place) {
            let level = infix.level(place);
            if level < min {
                break;
            }
            left = self.infix_expression(place, infix, start, left);
        }
        self.last_place = place;
        left
    }

    fn infix(&self, place: Place) -> Option<Infix> {
        let kind = self.peek()?;
        let spelled_as_action = || !self.word().is_ascii();
        match (kind, place) {
            (Kind::Plus, Place::Number | Place::Guard) if spelled_as_action() => None,
            (Kind::Plus, Place::Action | Place::Number | Place::Guard | Place::Any) => {
                Some(Infix::Chain(ChainOp::Plus))
            }
            (Kind::BarBar, Place::Action | Place::Any) => Some(Infix::Chain(ChainOp::Concurrent)),
            (Kind::Semicolon, Place::Action | Place::Any) => Some(Infix::Chain(ChainOp::Sequence)),
            (Kind::DoubleArrow, Place::Formula | Place::Any) => Some(Infix::Chain(ChainOp::Iff)),
            (Kind::Arrow, Place::Formula | Place::Any) => Some(Infix::Chain(ChainOp::Implies)),
            (Kind::Bar, Place::Formula | Place::Guard | Place::Any) => {
                Some(Infix::Chain(ChainOp::Or))
            }
            (Kind::And, Place::Formula | Place::Guard | Place::Any) => {
                Some(Infix::Chain(ChainOp::And))
            }
            (Kind::Minus, Place::Number | Place::Guard | Place::Any) => Some(Infix::Minus),
            (Kind::Star, Place::Number | Place::Guard | Place::Any) => Some(Infix::Times),
            (Kind::Dots, Place::Any) => Some(Infix::Range),
            (Kind::In, Place::Guard) => Some(Infix::In),
            (_, Place::Guard) => comparison(kind).map(Infix::Compare),
            _ => None,
        }
    }

    fn infix_expression(&mut self, place: Place, infix: Infix, start: usize, left: Expr) -> Expr {
        let level = infix.level(place);
        let kind = match infix {
            Infix::Chain(op) => ExprKind::Chain(op, self.chain(place, infix, left)),
            Infix::Times => ExprKind::Times(self.chain(place, infix, left)),
            Infix::Minus => ExprKind::Minus(left, self.subtrahend(place)),
            Infix::Range => {
                self.bump();
                let last = self.expression(place, level + 1);
                self.no_second(infix, place, "a range has one `..`");
                ExprKind::Range(left, last)
            }
            Infix::Compare(comparison) => {
                self.bump();
                let right = self.expression(place, level + 1);
                self.no_second(infix, place, "comparisons do not chain: write `x < y & y < z`");
                ExprKind::Compare(comparison, left, right)
            }
            Infix::In => {
                self.bump();
                let set = self.domain();
                self.no_second(infix, place, "comparisons do not chain: write `x in S & y in S`");
                ExprKind::In(left, set)
            }
        };
        self.node(kind, start)
    }

    /// The parts of a chain of one operator, of which the first is read.
    fn chain(&mut self, place: Place, infix: Infix, first: Expr) -> Vec<Expr> {
        let mut parts = vec![first];
        while self.infix(place) == Some(infix) {
            if infix == Infix::Chain(ChainOp::Or) {
                self.role_of_next(Role::Disjunction);
            } else if infix == Infix::Chain(ChainOp::Plus) && place == Place::Action {
                self.role_of_next(Role::Choice);
            }
            self.bump();
            parts.push(self.expression(place, infix.level(place) + 1));
        }
        parts
    }

    /// What is subtracted: `a - b - c` takes away the sum of b and c, which keeps
    /// long differences flat.
    fn subtrahend(&mut self, place: Place) -> Expr {
        self.bump();
        let start = self.position();
        let first = self.expression(place, Infix::Minus.level(place) + 1);
        if self.infix(place) != Some(Infix::Minus) {
            return first;
        }
        let parts = self.chain(place, Infix::Minus, first);
        self.node(ExprKind::Chain(ChainOp::Plus, parts), start)
    }

    fn no_second(&mut self, infix: Infix, place: Place, help: &str) {
        let same = |other: Infix| other.level(place) == infix.level(place);
        if self.infix(place).is_some_and(same) {
            let message = format!("{} cannot follow here", self.describe_next());
            self.fail(Code::Chained, self.position(), message, help);
            self.skip_rest();
        }
    }

    /// Prefix operators and what they stand before.
    pub(super) fn operand(&mut self, place: Place) -> Expr {
        let mut prefixes: Vec<(Prefix, usize)> = Vec::new();
        let mut levels = 0;
        let mut place = place;
        let bare_in_action = self.bare_in_action;
        let mut inner = loop {
            let start = self.position();
            let Some(prefix) = self.prefix(place) else {
                break self.primary(place, prefixes.last().map(|(prefix, _)| *prefix));
            };
            prefixes.push((prefix, start));
            place = prefix.operand();
            self.bare_in_action |= matches!(prefix, Prefix::Test);
            if !self.enter() {
                break self.error_node();
            }
            levels += 1;
        };
        self.leave(levels);
        self.bare_in_action = bare_in_action;
        while let Some((prefix, start)) = prefixes.pop() {
            inner = self.node(prefix.applied_to(inner), start);
        }
        inner
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
    fn prefix(&mut self, place: Place) -> Option<Prefix> {
        if matches!(place, Place::Number | Place::Guard) {
            return None;
        }
        match self.peek()? {
            Kind::Tilde => Some(self.sign_prefix(place, Prefix::Not)),
            Kind::Question => Some(self.sign_prefix(place, Prefix::Test)),
            Kind::Bang => Some(self.sign_prefix(place, Prefix::Mark)),
            Kind::OpenBracket => {
                self.wrong_sort(place, Place::Formula);
                let action = self.modality(Modality::Every);
                Some(Prefix::After(Modality::Every, action))
            }
            Kind::Less | Kind::OpenAngle => {
                self.wrong_sort(place, Place::Formula);
                let action = self.diamond();
                Some(Prefix::After(Modality::Some, action))
            }
            Kind::Name if self.peek_at(1) == Some(Kind::Underscore) => self.named_prefix(place),
            Kind::Name if self.peek_at(1) == Some(Kind::OpenBrace) => {
                self.prefix_without_mark(place)
            }
            _ => None,
        }
    }

    fn sign_prefix(&mut self, place: Place, prefix: Prefix) -> Prefix {
        let sort = if matches!(prefix, Prefix::Not) { Place::Formula } else { Place::Action };
        self.wrong_sort(place, sort);
        self.bump();
        prefix
    }

    /// `K{a} φ`, where `K_{a} φ` is meant.
    fn prefix_without_mark(&mut self, place: Place) -> Option<Prefix> {
        let (_, operator) = self.operator_named(self.word(), place)?;
        let message = format!("`_` is missing between `{}` and its agents", self.word());
        let help = match self.word() {
            word @ ("K" | "B" | "M" | "Kw") => format!("write `{word}_a` or `{word}_{{a}}`"),
            word => format!("write `{word}_a` for one agent, `{word}_{{a,b}}` for several"),
        };
        self.bump();
        self.fail(Code::Expected, self.position(), message, &help);
        let who = self.set();
        Some(operator.applied_to_agents(who))
    }

    fn named_prefix(&mut self, place: Place) -> Option<Prefix> {
        let word = self.word();
        let (sort, operator) = self.operator_named(word, place)?;
        self.wrong_sort(place, sort);
        self.bump();
        let who = self.subscript();
        self.no_comma_between_agents(word);
        if self.is(Kind::OpenParen) {
            self.role_of_next(Role::Tight);
        }
        Some(operator.applied_to_agents(who))
    }

    /// `K_a,b φ`: a comma never follows on an operator.
    fn no_comma_between_agents(&mut self, word: &str) {
        if !self.is(Kind::Comma) || !self.is_name_or_number(1) {
            return;
        }
        let help = match word {
            "K" | "B" | "M" | "Kw" => {
                "one agent: `K_a φ & K_b φ`; several: `E_{a,b} φ` (everybody knows), `C_{a,b} φ` (common knowledge), \
                 `D_{a,b} φ` (distributed knowledge)"
                    .to_owned()
            }
            _ => format!("write `{word}_{{a,b}}`"),
        };
        self.fail(Code::Expected, self.position(), "several agents stand in braces", &help);
        while self.is(Kind::Comma) && self.is_name_or_number(1) {
            self.bump();
            self.bump();
        }
    }

    /// What is needed for the operator of a name, and the operator, if it is one.
    fn operator_named(&self, word: &str, place: Place) -> Option<(Place, NamedOperator)> {
        use NamedOperator::{Act, Know};
        let knowledge = |op| Some((Place::Formula, Know(op)));
        match word {
            "K" => knowledge(KnowledgeOp::Knows),
            "B" if self.starts_belief() => knowledge(KnowledgeOp::Believes),
            "M" => knowledge(KnowledgeOp::Imagines),
            "Kw" => knowledge(KnowledgeOp::KnowsWhether),
            "E" => knowledge(KnowledgeOp::Everybody),
            "C" => knowledge(KnowledgeOp::Common),
            "D" => knowledge(KnowledgeOp::Distributed),
            "L" => Some((Place::Action, Act(Prefix::Learn))),
            "U" => Some((Place::Action, Act(Prefix::Update))),
            "S" if self.starts_suspicion(place) => Some((Place::Action, Act(Prefix::Suspect))),
            _ => None,
        }
    }

    /// Reports a formula where an action stands, or the other way round, at the next token.
    pub(super) fn wrong_sort(&mut self, place: Place, sort: Place) {
        let (message, help) = match (place, sort) {
            (Place::Action, Place::Formula) => (
                format!(
                    "expected an action, found {}, which starts a formula",
                    self.describe_next()
                ),
                "a test of a formula is written `?φ`, with parentheses `?(φ & ψ)`",
            ),
            (Place::Formula, Place::Action) if self.is(Kind::Bang) => {
                ("`!` marks an alternative of an action".to_owned(), "negation is written `~p`")
            }
            (Place::Formula, Place::Action) => (
                format!(
                    "expected a formula, found {}, which starts an action",
                    self.describe_next()
                ),
                "a formula speaks of actions as `[α] φ` or `<α> φ`",
            ),
            _ => return,
        };
        // A row of such operators is one mistake.
        let previous = self.position().checked_sub(1).map(|at| self.span_at(at));
        if previous.is_some_and(|previous| self.report.has_problem_at(previous)) {
            self.report.silence(self.span_at(self.position()));
        }
        self.fail(Code::Expected, self.position(), message, help);
    }

    /// What is between brackets, one level deeper.
    pub(super) fn nested_expression(&mut self, place: Place) -> Expr {
        self.in_brackets(|parser| {
            if !parser.enter() {
                return parser.error_node();
            }
            let inner = parser.expression(place, 0);
            parser.leave(1);
            inner
        })
    }

    /// The action between the brackets of a modality.
    fn modality(&mut self, modality: Modality) -> Expr {
        self.in_brackets(|parser| {
            if !parser.enter() {
                return parser.error_node();
            }
            let action = parser.action_or_announcement(modality);
            parser.leave(1);
            action
        })
    }

    /// The action of a diamond. `<` and `>` also compare, so only the parser can pair them.
    fn diamond(&mut self) -> Expr {
        if self.is(Kind::OpenAngle) {
            return self.modality(Modality::Every);
        }
        let open = self.position();
        let stumbles = self.report.stumbles();
        self.role_of_next(Role::DiamondOpen);
        self.bump();
        if !self.enter() {
            return self.error_node();
        }
        let action = self.action_or_announcement(Modality::Some);
        self.leave(1);
        if self.is(Kind::Bang) && self.peek_at(1) == Some(Kind::Greater) {
            self.report_mark_behind();
        }
        if self.is(Kind::Greater) {
            self.role_of_next(Role::DiamondClose);
            self.bump();
        } else {
            if stumbles == self.report.stumbles() {
                self.report_unclosed(open, self.position());
            }
            self.skip_rest();
        }
        action
    }

    /// An expression without operators before it.
    fn primary(&mut self, place: Place, after: Option<Prefix>) -> Expr {
        let start = self.position();
        let inner = match self.peek() {
            Some(Kind::OpenParen) => self.parenthesis(place),
            Some(Kind::Name) if self.starts_fixed_point(place) => self.fixed_point(after),
            Some(Kind::Name) => self.name_or_operator(place),
            Some(Kind::Number) if self.peek_at(1) == Some(Kind::Underscore) => {
                self.name_or_operator(place)
            }
            Some(Kind::Number) if place.takes_numbers() => self.literal(),
            Some(Kind::Number) if place == Place::Formula && self.word() == "33" => self.literal(),
            Some(Kind::Deals) if self.starts_theory(place) => self.theory_is(),
            Some(Kind::Deals) if place == Place::Formula => self.builtin_set(),
            Some(Kind::True) => self.constant(place, Place::Formula, FormulaKind::True),
            Some(Kind::False) => self.constant(place, Place::Formula, FormulaKind::False),
            Some(Kind::Skip) => self.constant(place, Place::Action, ActionKind::Skip),
            Some(Kind::Forall) => self.quantification(place, BindOp::Forall, after),
            Some(Kind::Exists) => self.quantification(place, BindOp::Exists, after),
            Some(Kind::Choice) => self.quantification(place, BindOp::Choice, after),
            Some(Kind::Seq) => self.quantification(place, BindOp::Seq, after),
            Some(Kind::Count) => self.count(place),
            Some(Kind::Size) if place.takes_numbers() => self.size(),
            Some(Kind::Tilde) if place == Place::Guard => self.negated_guard(),
            Some(Kind::OpenBrace) if place.takes_sets() => self.set(),
            Some(Kind::Sub) if place.takes_sets() => self.subsets(),
            Some(_) if place.takes_sets() && self.builtin().is_some() => self.builtin_set(),
            _ => return self.missing(place),
        };
        self.power(place, start, inner)
    }

    pub(super) fn missing(&mut self, place: Place) -> Expr {
        let diagnostic = self.expectation(place.what());
        let help = match (self.peek(), place) {
            (Some(Kind::Number), Place::Formula) => Some("atoms are `p`, `c_a` or `p(x,1,3)`"),
            (Some(Kind::Number), Place::Action) => {
                Some("`+` joins actions here; put a sum in parentheses: `?count(...) = (n + 1)`")
            }
            (Some(Kind::Minus), Place::Number) => {
                Some("there are no negative numbers; write `n - 1`")
            }
            (Some(Kind::Underscore), _) => {
                Some("put a space between the subscript of an operator and its formula: `K_1 r_1`")
            }
            _ => None,
        };
        self.report.add(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
        self.error_node()
    }

    fn constant(&mut self, place: Place, sort: Place, kind: impl Into<ExprKind>) -> Expr {
        if matches!(place, Place::Number | Place::Guard) {
            return self.missing(place);
        }
        self.wrong_sort(place, sort);
        let span = self.bump();
        self.tree.add(kind, span)
    }

    pub(super) fn literal(&mut self) -> Expr {
        // A number that does not fit was reported by the lexer.
        let value = self.word().parse().unwrap_or(0);
        let span = self.bump();
        self.tree.add(ExprKind::Number(value), span)
    }

    /// A name and nothing else.
    pub(super) fn bare_name(&mut self) -> Expr {
        let symbol = self.symbol_at(self.position());
        let span = self.bump();
        self.tree.add(ExprKind::Name(symbol), span)
    }

    /// Parentheses, or a list of assignments.
    fn parenthesis(&mut self, place: Place) -> Expr {
        let start = self.position();
        let mut inner = None;
        self.in_brackets(|parser| {
            if !parser.enter() {
                return;
            }
            let first = parser.expression(place, 0);
            inner = Some(match parser.peek() {
                Some(Kind::Comma | Kind::For) if parser.is_assignment(first) => {
                    Err(parser.assignments_after(first))
                }
                _ => Ok(first),
            });
            parser.leave(1);
        });
        match inner {
            Some(Ok(inner)) => self.node(ExprKind::Paren(inner), start),
            Some(Err(list)) => self.node(ActionKind::Assign(list), start),
            None => self.node(ExprKind::Error, start),
        }
    }

    fn is_assignment(&self, expr: Expr) -> bool {
        matches!(self.tree.kind(expr), ExprKind::Action(ActionKind::Assign(list)) if list.len() == 1)
    }

    /// The rest of a list whose first assignment is read.
    fn assignments_after(&mut self, first: Expr) -> Vec<Assignment> {
        let ExprKind::Action(ActionKind::Assign(list)) = self.tree.kind(first) else {
            return Vec::new();
        };
        let mut list = list.clone();
        let rule = self.rule();
        if let Some(first) = list.first_mut() {
            first.rule = rule;
        }
        if self.eat(Kind::Comma) {
            // As in the first, whose list it was not known to be.
            self.bare_in_action = true;
            list.extend(self.assignments());
        }
        list
    }

    /// `p := φ, q := ψ for x in S`
    pub(super) fn assignments(&mut self) -> Vec<Assignment> {
        self.list(|parser| {
            let atom = parser.atom(Place::Formula);
            parser.expect(Kind::Assign, ":=");
            let value = parser.formula();
            let rule = parser.rule();
            Assignment { atom, value, rule }
        })
    }

    fn name_or_operator(&mut self, place: Place) -> Expr {
        let start = self.position();
        match (self.word(), self.peek_at(1)) {
            (word, Some(Kind::Underscore)) if place == Place::Guard && is_operator_name(word) => {
                let help = "comparisons with = != < <= > >=, `x in S`, and & | ~ between them";
                self.fail(Code::BadGuard, start, "a guard speaks of names and numbers", help);
                self.skip_rest();
                self.error_node()
            }
            ("P", Some(Kind::Underscore)) => self.probability(place),
            ("win", Some(Kind::Underscore)) => self.win_is(place),
            ("hand", Some(Kind::Underscore)) => self.hand_is(place),
            ("deal", Some(Kind::OpenParen)) => self.deal_is(place),
            ("at", Some(Kind::Name | Kind::Number | Kind::OpenBrace))
                if matches!(place, Place::Formula | Place::Any) =>
            {
                self.at_world()
            }
            ("look", Some(next)) if names_agents(next) => self.game_action(place, ActionKind::Look),
            ("win", Some(next)) if names_agents(next) => self.game_action(place, ActionKind::Win),
            ("nowin", Some(next)) if names_agents(next) => {
                self.game_action(place, ActionKind::NoWin)
            }
            ("not", Some(Kind::Name | Kind::Number | Kind::True | Kind::False))
                if matches!(place, Place::Formula) =>
            {
                self.spelt_negation()
            }
            _ if self.starts_message(place) => self.message(place),
            ("ask", Some(Kind::Name | Kind::Number)) => self.ask(place),
            ("trade", Some(Kind::Name | Kind::Number)) => self.trade(place),
            _ if self.starts_theory(place) => self.theory_is(),
            _ => {
                let atom = self.atom(place);
                if self.is(Kind::Assign) && place.takes_actions() {
                    self.assignment(start, atom)
                } else {
                    atom
                }
            }
        }
    }

    /// `at w`, `at date(7,16)`, `at {p, q}`
    fn at_world(&mut self) -> Expr {
        let start = self.position();
        self.bump();
        let world = if self.is(Kind::OpenBrace) { self.set() } else { self.atom(Place::Formula) };
        self.node(FormulaKind::AtWorld(world), start)
    }

    /// `not p`, as other languages write it.
    fn spelt_negation(&mut self) -> Expr {
        let start = self.position();
        let message = "`not` is no operator of the language";
        self.fail(Code::Expected, start, message, "negation is written `~p`");
        self.bump();
        if !self.enter() {
            return self.error_node();
        }
        let inner = self.operand(Place::Formula);
        self.leave(1);
        self.node(FormulaKind::Not(inner), start)
    }

    fn assignment(&mut self, start: usize, atom: Expr) -> Expr {
        self.bump();
        let bare_in_action = std::mem::replace(&mut self.bare_in_action, true);
        let value = self.formula();
        self.bare_in_action = bare_in_action;
        let list = vec![Assignment { atom, value, rule: None }];
        self.node(ActionKind::Assign(list), start)
    }

    /// `forall BINDER: φ` and its like. The body extends as far right as possible.
    fn quantification(&mut self, place: Place, op: BindOp, after: Option<Prefix>) -> Expr {
        if matches!(place, Place::Number | Place::Guard) {
            return self.missing(place);
        }
        let body = match op {
            BindOp::Forall | BindOp::Exists => Place::Formula,
            BindOp::Choice | BindOp::Seq => Place::Action,
        };
        self.wrong_sort(place, body);
        self.no_operator_before(after);
        let start = self.position();
        self.bump();
        if !self.enter() {
            return self.error_node();
        }
        let binder = self.binder();
        self.colon_after_binder();
        let body = self.expression(body, 0);
        self.leave(1);
        self.node(ExprKind::Bind(op, binder, body), start)
    }

    /// Reports an operator before what takes all that follows.
    fn no_operator_before(&mut self, after: Option<Prefix>) {
        if let Some(operator) = after.and_then(Prefix::before_parentheses) {
            let message = format!("after `{operator}`, {} needs parentheses", self.describe_next());
            let help = "its body extends as far right as possible: put it in parentheses";
            self.fail(Code::Chained, self.position(), message, help);
        }
    }

    /// Whether `S_B` is an operator here: an action follows it. `S_1 := p` assigns to an atom, and
    /// an atom `S_1` is one where no action follows.
    fn starts_suspicion(&self, place: Place) -> bool {
        let opens = |kind| matches!(kind, Kind::OpenParen | Kind::OpenBrace);
        let subscript = self.peek_at(2);
        let is_group = subscript
            .is_some_and(|kind| !matches!(kind, Kind::Name | Kind::Number | Kind::OpenParen));
        let end = if subscript.is_some_and(opens) { self.after_brackets(2) } else { 3 };
        let acts = |kind| {
            matches!(kind, Kind::Name | Kind::OpenParen | Kind::Question | Kind::Bang | Kind::Skip)
                || matches!(kind, Kind::Choice | Kind::Seq)
        };
        place.takes_actions() && (is_group || self.peek_at(end).is_some_and(acts))
    }

    /// Whether `B_a` is an operator here: a formula follows it. Otherwise it is an atom.
    fn starts_belief(&self) -> bool {
        let opens = |kind| matches!(kind, Kind::OpenParen | Kind::OpenBrace);
        let end = if self.peek_at(2).is_some_and(opens) { self.after_brackets(2) } else { 3 };
        self.starts_formula(end)
    }

    /// Whether `fix x: α` starts here; `fix` alone is a name like others.
    fn starts_fixed_point(&self, place: Place) -> bool {
        place.takes_actions()
            && self.word() == "fix"
            && self.peek_at(1) == Some(Kind::Name)
            && self.peek_at(2) == Some(Kind::Colon)
    }

    /// `fix x: α`. The body extends as far right as possible.
    fn fixed_point(&mut self, after: Option<Prefix>) -> Expr {
        self.no_operator_before(after);
        let start = self.position();
        self.bump();
        if !self.enter() {
            return self.error_node();
        }
        let variable = self.bare_name();
        self.bump();
        let body = self.expression(Place::Action, 0);
        self.leave(1);
        self.node(ActionKind::Fix(variable, body), start)
    }

    fn negated_guard(&mut self) -> Expr {
        let start = self.position();
        self.bump();
        if !self.enter() {
            return self.error_node();
        }
        let inner = self.expression(Place::Guard, COMPARE);
        self.leave(1);
        self.node(FormulaKind::Not(inner), start)
    }

    /// A name or number without subscript or arguments.
    pub(super) fn name_or_number(&mut self, what: &str) -> Expr {
        match self.peek() {
            Some(Kind::Name) => self.bare_name(),
            Some(Kind::Number) => self.literal(),
            _ => {
                self.report_expected(what);
                self.error_node()
            }
        }
    }

    /// Where an expression stands.
    pub(super) fn span_of(&self, expr: Expr) -> Span {
        self.tree.span(expr)
    }
}

/// Whether a token can start what names an agent or, wrongly, a group.
fn names_agents(kind: Kind) -> bool {
    matches!(kind, Kind::Name | Kind::Number | Kind::All | Kind::Agents | Kind::OpenBrace)
}

/// The comparison that a token is.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other tokens are alike here")]
pub(super) fn comparison(kind: Kind) -> Option<Comparison> {
    Some(match kind {
        Kind::Equal => Comparison::Equal,
        Kind::NotEqual => Comparison::NotEqual,
        Kind::Less => Comparison::Less,
        Kind::LessEqual => Comparison::AtMost,
        Kind::Greater => Comparison::Greater,
        Kind::GreaterEqual => Comparison::AtLeast,
        _ => return None,
    })
}
