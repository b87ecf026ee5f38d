//! Statements: what a line that starts in column 0 says, with what continues it.

use super::clause::{Block, is_clause_keyword};
use super::expression::Place;
use super::lexer::Kind;
use super::message::manner;
use super::parser::{Parser, shorten};
use super::tree::*;
use hexa_text::Code;
use std::ops::Range;

/// The keywords that start a statement.
pub const STATEMENT_WORDS: &[&str] = &[
    "include",
    "agents",
    "table",
    "set",
    "param",
    "formula",
    "action",
    "deal",
    "law",
    "atoms",
    "observe",
    "point",
    "hypercube",
    "model",
    "state",
    "win",
    "frame",
    "scenario",
    "claim",
    "refute",
    "do",
    "announce",
    "tell",
    "privately",
    "lie",
    "check",
    "expect",
    "save",
    "restore",
    "print",
    "draw",
];

/// What `expect` can be followed by.
pub const EXPECTATIONS: [&str; 12] = [
    "outcomes",
    "worlds",
    "minimal",
    "classes",
    "bisimilar",
    "different",
    "isomorphic",
    "similar",
    "game",
    "nogame",
    "trivial",
    "nontrivial",
];

impl Parser<'_> {
    /// All statements of the text.
    pub(super) fn statements(&mut self) {
        let statements = self.layout.statements(&self.tokens, &mut self.report);
        for lines in statements {
            if self.report.is_stopped() {
                return;
            }
            let tokens = self.layout.tokens(lines.clone());
            let kind = self.statement(lines);
            let first = self.tokens[tokens.start].span;
            let span = first.to(self.tokens[tokens.end - 1].span);
            self.tree.statements.push(Statement { kind, span });
        }
    }

    fn statement(&mut self, lines: Range<usize>) -> StatementKind {
        let first_line = self.layout.tokens(lines.start..lines.start + 1);
        match self.token_text(first_line.start) {
            "model" => self.model(lines),
            "frame" => self.frame(lines),
            "state" => self.state(lines),
            _ => self.plain_statement(lines),
        }
    }

    /// A statement without a block.
    fn plain_statement(&mut self, lines: Range<usize>) -> StatementKind {
        self.open_window(self.layout.tokens(lines));
        let stumbles = self.report.stumbles();
        let kind = self.keyword_statement();
        self.finish_window(stumbles);
        kind
    }

    fn keyword_statement(&mut self) -> StatementKind {
        let word = self.word();
        if !matches!(self.peek(), Some(Kind::Name | Kind::Agents))
            || !STATEMENT_WORDS.contains(&word)
        {
            return self.no_such_statement();
        }
        if matches!(word, "deal" | "law" | "atoms" | "observe" | "point" | "hypercube") {
            return self.clause(Block::File).map_or(StatementKind::Error, StatementKind::Clause);
        }
        if manner(word).is_some() {
            return StatementKind::Step(Step::Do(self.message_step()));
        }
        self.bump();
        match word {
            "include" => StatementKind::Include(self.quotation("the name of a file")),
            "agents" => StatementKind::Agents(self.items(Self::declared_item)),
            "table" => StatementKind::Table(self.declared_name_or_number("the table")),
            "set" => self.set_statement(),
            "param" => self.param(),
            "formula" => self.define(Definition::Formula),
            "action" => self.define(Definition::Action),
            "win" => self.win_statement(),
            "scenario" => StatementKind::Scenario(self.quotation("the name of the scenario")),
            "claim" => self.claim(Stance::For),
            "refute" => self.claim(Stance::Against),
            _ => self.step(word),
        }
    }

    fn no_such_statement(&mut self) -> StatementKind {
        let word = self.word();
        if self.is(Kind::Name) && is_clause_keyword(word) {
            let message = format!("`{word}` belongs in a block, but this line is not indented");
            let help = "indent it under its `model`, `frame` or `state`";
            self.fail(Code::Indentation, self.position(), message, help);
        } else {
            let message = format!("no statement starts with {}", self.describe_next());
            let near = || habit(word).or_else(|| nearest_word(word, STATEMENT_WORDS));
            let help = match (self.habit_of_statements(), near()) {
                (Some(help), _) => help.to_owned(),
                (None, Some(near)) => format!("did you mean `{near}`?"),
                (None, None) => {
                    format!("a statement starts with one of {}", STATEMENT_WORDS.join(", "))
                }
            };
            self.fail(Code::UnknownStatement, self.position(), message, &help);
        }
        self.skip_rest();
        StatementKind::Error
    }

    /// How it is written here what others write as a line without a keyword: `a announces p`, `[!p]`, `K_a p`.
    fn habit_of_statements(&self) -> Option<&'static str> {
        let after = if self.peek_at(1) == Some(Kind::Name) { self.word_at(1) } else { "" };
        match (self.peek()?, after) {
            (Kind::Name | Kind::Number, "announces" | "says" | "say" | "announce") => {
                Some("`announce φ by a`: a says that φ, and everybody hears it")
            }
            (Kind::Name | Kind::Number, "tells" | "whispers" | "informs") => Some(
                "`tell φ to b by a`: who is not told sees that b is; `privately φ to b`: they notice nothing",
            ),
            (Kind::Name | Kind::Number, "lies") => Some("`lie φ to b by a`: a lies to b that φ"),
            (Kind::Name | Kind::Number, "knows" | "know" | "believes") => {
                Some("what holds is asserted with `check`: `check K_a φ`, `check B_a φ`")
            }
            (Kind::Bang | Kind::OpenBracket, _) => {
                Some("a step is written `announce φ`; what holds after it, `check [!φ] ψ`")
            }
            (Kind::Tilde | Kind::OpenParen | Kind::OpenAngle | Kind::Less, _) => Some(
                "that a formula holds is asserted with `check φ`; `print φ` shows whether it does",
            ),
            (Kind::Name, _) if self.peek_at(1) == Some(Kind::Underscore) => Some(
                "that a formula holds is asserted with `check φ`; `print φ` shows whether it does",
            ),
            (Kind::Name, _) if self.peek_at(1) == Some(Kind::Assign) => {
                Some("an assignment is an action: `do L_all (p := true)`")
            }
            _ => None,
        }
    }

    /// `claim "thesis Prop. 5", "thesis Ex. 7"`
    fn claim(&mut self, stance: Stance) -> StatementKind {
        let mut items = vec![self.quotation("what is claimed, as a list of papers calls it,")];
        while self.eat(Kind::Comma) {
            items.push(self.quotation("what else is claimed"));
        }
        StatementKind::Claim(stance, items)
    }

    /// A text in quotes.
    fn quotation(&mut self, what: &str) -> Expr {
        if !self.is(Kind::Text) {
            self.report_expected(&format!("{what} in quotes"));
            return self.error_node();
        }
        let text = self.word();
        let inner = text.trim_matches(['"', '“', '”', '„', '‟', '＂']);
        let span = self.bump();
        self.tree.add(ExprKind::Text(inner.into()), span)
    }

    /// `=`, after a name that is declared.
    fn equals(&mut self, example: &str) -> bool {
        let found = self.eat(Kind::Equal);
        if !found {
            let diagnostic = self.expectation("`=`").help(format!("it is written `{example}`"));
            self.report.add(diagnostic);
            self.skip_rest();
        }
        found
    }

    /// `set pair = {1, 2}`
    fn set_statement(&mut self) -> StatementKind {
        let name = self.declared_name("a set");
        if !self.equals("set s = a, b, c") {
            return StatementKind::Error;
        }
        StatementKind::Set(name, self.items(Self::domain))
    }

    /// `param n = 3`
    fn param(&mut self) -> StatementKind {
        let name = self.declared_name("a parameter");
        if !self.equals("param n = 3") {
            return StatementKind::Error;
        }
        StatementKind::Param(name, self.number())
    }

    /// `formula happy(a) = ...`
    fn define(&mut self, definition: Definition) -> StatementKind {
        let name = self.declared_name(match definition {
            Definition::Formula => "a formula",
            Definition::Action => "an action",
        });
        let parameters = if self.is(Kind::OpenParen) { self.parameters() } else { Vec::new() };
        let (example, body): (_, fn(&mut Self) -> Expr) = match definition {
            Definition::Formula => ("formula happy(a) = K_a p", Self::formula),
            Definition::Action => ("action suspected(x) = L_all (x + skip)", Self::action),
        };
        if !self.equals(example) {
            return StatementKind::Error;
        }
        let body = body(self);
        StatementKind::Define(definition, name, parameters, body)
    }

    fn parameters(&mut self) -> Vec<Expr> {
        self.role_of_next(super::lexer::Role::Tight);
        let open = self.position();
        let parameters = self
            .in_brackets(|parser| parser.closed_list(|parser| parser.declared_name("a parameter")));
        self.tighten_commas(open, parameters.len());
        parameters
    }

    /// `win deal`, `win table`, `win hand 3`
    fn win_statement(&mut self) -> StatementKind {
        let clause = if self.eat_word("deal") {
            WinClause::Deal
        } else if self.eat_word("table") {
            WinClause::Table
        } else if self.eat_word("hand") {
            WinClause::Hand(self.name_or_number("a holder"))
        } else {
            self.report_expected("`deal`, `table`, or `hand` and a holder");
            return StatementKind::Error;
        };
        StatementKind::Win(clause)
    }

    /// `model` with its block.
    fn model(&mut self, lines: Range<usize>) -> StatementKind {
        self.open_window(self.layout.tokens(lines.start..lines.start + 1));
        let stumbles = self.report.stumbles();
        let span = self.bump();
        let at = self.tree.add(ExprKind::Keyword, span);
        self.finish_window(stumbles);
        let clauses = self.block(lines.start + 1..lines.end, Block::Model, 0);
        StatementKind::Clause(Clause { kind: ClauseKind::Model(clauses), at })
    }

    /// `frame showing` with its block.
    fn frame(&mut self, lines: Range<usize>) -> StatementKind {
        self.open_window(self.layout.tokens(lines.start..lines.start + 1));
        let stumbles = self.report.stumbles();
        self.bump();
        let name = self.declared_name("a frame");
        self.finish_window(stumbles);
        let clauses = self.block(lines.start + 1..lines.end, Block::Frame, 0);
        StatementKind::Frame(name, clauses)
    }

    /// `state s = ...` with its block, or `state s from "f.hexa"`.
    fn state(&mut self, lines: Range<usize>) -> StatementKind {
        let starts_clause = |&line: &usize| {
            is_clause_keyword(self.token_text(self.layout.lines()[line].first as usize))
        };
        let head = self.layout.tokens(lines.start..lines.start + 1);
        let opens_block = matches!(self.token_text(head.end - 1), "=" | "model");
        let mut after = lines.start + 1..lines.end;
        let block = if opens_block { after.next() } else { after.find(starts_clause) };
        let block = block.unwrap_or(lines.end);
        self.open_window(self.layout.tokens(lines.start..block));
        let stumbles = self.report.stumbles();
        self.bump();
        let name = self.declared_name("a state");
        if self.eat_word("from") {
            let file = self.quotation("the name of a file");
            self.finish_window(stumbles);
            self.no_block(block..lines.end);
            return StatementKind::StateFrom(name, file);
        }
        if !self.equals("state s = deal r | w | b` or `state s from \"f.hexa\"") {
            return StatementKind::Error;
        }
        let inline = !self.at_end() || block == lines.end;
        let head = inline.then(|| self.clause(Block::State)).flatten();
        self.finish_window(stumbles);
        let rest = self.block(block..lines.end, Block::State, 0);
        StatementKind::State(name, join_state(head, rest))
    }

    fn no_block(&mut self, lines: Range<usize>) {
        if let Some(line) = self.layout.lines().get(lines.start).filter(|_| !lines.is_empty()) {
            let first = line.first as usize;
            self.open_window(self.layout.tokens(lines));
            let message = "a state from a file has no clauses of its own";
            self.fail(
                Code::Expected,
                first,
                message,
                "remove them, or describe the state with `=`",
            );
        }
    }

    fn step(&mut self, word: &str) -> StatementKind {
        StatementKind::Step(match word {
            "do" => Step::Do(self.action_of_step()),
            "check" => self.check(),
            "expect" => {
                return self.expect_step().map_or(StatementKind::Error, StatementKind::Step);
            }
            "save" => Step::Save(self.declared_name("a state")),
            "restore" => Step::Restore(self.state_name()),
            "print" => self.print(),
            _ => Step::Draw(self.quotation("the name of a file")),
        })
    }

    /// A message alone on its line, or a definition that is called like one.
    fn message_step(&mut self) -> Expr {
        if self.starts_message(Place::Action) || self.peek_at(1) == Some(Kind::OpenParen) {
            return self.action();
        }
        let word = self.word();
        self.bump();
        let help = format!("what is said is a formula: `{word} p`");
        let diagnostic = self.expectation("a formula").help(help);
        self.report.add(diagnostic);
        self.error_node()
    }

    fn check(&mut self) -> Step {
        if self.eat_modifier("valid") {
            Step::CheckValid(self.formula())
        } else if self.eat_modifier("executable") {
            Step::CheckExecutable(self.action())
        } else if self.eat_modifier("blocked") {
            Step::CheckBlocked(self.action())
        } else {
            Step::Check(self.formula())
        }
    }

    /// A word that changes what a step means, unless it can only be an atom.
    fn eat_modifier(&mut self, word: &str) -> bool {
        let alone = matches!(
            self.peek_at(1),
            None | Some(Kind::And | Kind::Bar | Kind::Arrow | Kind::DoubleArrow | Kind::Underscore)
        );
        !alone && self.eat_word(word)
    }

    fn expect_step(&mut self) -> Option<Step> {
        let likeness = match self.word() {
            "bisimilar" => Some(Likeness::Bisimilar),
            "different" => Some(Likeness::Different),
            "isomorphic" => Some(Likeness::Isomorphic),
            "similar" => Some(Likeness::Similar),
            _ => None,
        };
        if let Some(likeness) = likeness {
            self.bump();
            return Some(Step::ExpectCompare(likeness, self.state_name()));
        }
        let property = match self.word() {
            "game" => Some(ActionProperty::Game),
            "nogame" => Some(ActionProperty::NoGame),
            "trivial" => Some(ActionProperty::Trivial),
            "nontrivial" => Some(ActionProperty::NonTrivial),
            _ => None,
        };
        if let Some(property) = property {
            self.bump();
            self.expect(Kind::Colon, ":");
            return Some(Step::ExpectAction(property, self.action()));
        }
        if matches!(self.word(), "worlds" | "minimal" | "classes") {
            self.expect_number()
        } else if self.eat_word("outcomes") {
            let number = self.number();
            self.expect(Kind::Colon, ":");
            Some(Step::ExpectOutcomes(number, self.action()))
        } else {
            let words = EXPECTATIONS.map(|word| format!("`{word}`"));
            let mut diagnostic = self.expectation(&format!("one of {}", words.join(", ")));
            if let Some(near) = nearest_word(self.word(), &EXPECTATIONS) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            self.report.add(diagnostic);
            None
        }
    }

    /// The name of a state that is there already.
    fn state_name(&mut self) -> Expr {
        if self.is(Kind::Name) || self.is(Kind::Initial) {
            return self.bare_name();
        }
        self.report_expected("the name of a state");
        self.error_node()
    }

    fn print(&mut self) -> Step {
        let alone = self.peek_at(1).is_none();
        if alone && self.eat_word("state") {
            Step::PrintState
        } else if alone && self.eat_word("knowledge") {
            Step::PrintKnowledge
        } else if let Some(number) = self.printed_number() {
            number
        } else {
            Step::Print(self.formula())
        }
    }
}

/// The clauses of a state. After `= model` on its first line, the clauses of a
/// model stand beside the others and belong to it.
fn join_state(head: Option<Clause>, rest: Vec<Clause>) -> Vec<Clause> {
    let Some(mut head) = head else { return rest };
    let mut beside = Vec::new();
    if let ClauseKind::Model(inner) = &mut head.kind {
        for clause in rest {
            match clause.kind {
                ClauseKind::Error
                | ClauseKind::World(..)
                | ClauseKind::Access(..)
                | ClauseKind::Point(_) => inner.push(clause),
                ClauseKind::Deal(..)
                | ClauseKind::Atoms(_)
                | ClauseKind::Observe(..)
                | ClauseKind::Law(_)
                | ClauseKind::Hypercube(_)
                | ClauseKind::Model(_)
                | ClauseKind::Event(..)
                | ClauseKind::Ask(..) => beside.push(clause),
            }
        }
    } else {
        beside = rest;
    }
    beside.insert(0, head);
    beside
}

/// The keyword for what other languages start with this word.
fn habit(word: &str) -> Option<&'static str> {
    Some(match word {
        "define" | "def" | "let" | "macro" => "formula",
        "assert" | "query" | "test" => "check",
        "execute" | "update" | "perform" => "do",
        "say" => "announce",
        "show" | "display" | "eval" => "print",
        "worlds" | "states" | "kripke" => "model",
        "players" => "agents",
        "vars" | "VARS" | "propositions" => "atoms",
        "LAW" => "law",
        "OBS" => "observe",
        _ => return None,
    })
}

/// The keyword that a word is most like, if it is like one.
pub(super) fn nearest_word(word: &str, keywords: &[&'static str]) -> Option<&'static str> {
    const LONGEST: usize = 24;
    const ALIKE: f64 = 0.8;
    if word.len() > LONGEST {
        return None;
    }
    let word = shorten(word).to_lowercase();
    let similarity = |keyword: &&str| (strsim::jaro_winkler(&word, keyword) * 1000.0) as u32;
    let best = keywords.iter().copied().max_by_key(similarity)?;
    (f64::from(similarity(&best)) >= ALIKE * 1000.0).then_some(best)
}
