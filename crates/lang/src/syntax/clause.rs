//! Clauses: the parts of the description of a state or a frame.

use super::expression::Place;
use super::lexer::Kind;
use super::parser::Parser;
use super::statement::nearest_word;
use super::tree::*;
use hexa_text::Code;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The keywords that start a clause.
pub const CLAUSE_WORDS: &[&str] = &[
    "deal",
    "atoms",
    "observe",
    "law",
    "point",
    "hypercube",
    "model",
    "world",
    "cells",
    "arrows",
    "event",
    "ask",
];

/// Those of a state come first, and those that describe a whole file before them.
const OF_A_FILE: usize = 7;
const OF_A_STATE: usize = 10;

/// Where clauses stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    /// In column 0, as statements.
    File,
    /// Under `state s =`.
    State,
    /// Under `model`.
    Model,
    /// Under `frame`.
    Frame,
}

impl Block {
    fn keywords(self) -> &'static [&'static str] {
        match self {
            Block::File => &CLAUSE_WORDS[..OF_A_FILE],
            Block::State => &CLAUSE_WORDS[..OF_A_STATE],
            Block::Model => &["world", "cells", "arrows", "point"],
            Block::Frame => &["event", "cells", "arrows", "ask"],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Block::File => "a file",
            Block::State => "a state",
            Block::Model => "a model",
            Block::Frame => "a frame",
        }
    }
}

/// Whether a word starts some clause.
pub(super) fn is_clause_keyword(word: &str) -> bool {
    CLAUSE_WORDS.contains(&word)
}

impl Parser<'_> {
    /// The clauses on some lines of a block that is inside of `outer` others.
    pub(super) fn block(&mut self, lines: Range<usize>, block: Block, outer: u32) -> Vec<Clause> {
        let groups = self.layout.clauses(lines, outer, &self.tokens, &mut self.report);
        groups.into_iter().map(|lines| self.clause_lines(lines, block, outer + 1)).collect()
    }

    /// A clause with the lines that continue it.
    fn clause_lines(&mut self, lines: Range<usize>, block: Block, outer: u32) -> Clause {
        let head = self.layout.tokens(lines.start..lines.start + 1);
        let opens_block = self.token_text(head.start) == "model";
        let window = if opens_block { head } else { self.layout.tokens(lines.clone()) };
        self.open_window(window);
        let stumbles = self.report.stumbles();
        let clause = self.clause(block);
        self.finish_window(stumbles);
        let mut clause = match clause {
            Some(clause) => clause,
            None => Clause { kind: ClauseKind::Error, at: self.error_node() },
        };
        if opens_block && lines.len() > 1 {
            clause.kind =
                ClauseKind::Model(self.block(lines.start + 1..lines.end, Block::Model, outer));
        }
        clause
    }

    /// A clause, from its keyword to the end of the window. What is no clause is
    /// reported and gives none.
    pub(super) fn clause(&mut self, block: Block) -> Option<Clause> {
        let word = self.word();
        if !self.is(Kind::Name) || !block.keywords().contains(&word) {
            self.no_such_clause(block);
            self.skip_rest();
            return None;
        }
        let span = self.bump();
        let at = self.tree.add(ExprKind::Keyword, span);
        let kind = match word {
            "deal" => self.deal(),
            "atoms" => ClauseKind::Atoms(self.items(Self::declared_item)),
            "observe" => self.observe(),
            "law" => ClauseKind::Law(self.formula()),
            // Alone it says that no atom is true.
            "point" if self.at_end() => ClauseKind::Point(Vec::new()),
            "point" => ClauseKind::Point(self.items(Self::point_like)),
            "hypercube" => ClauseKind::Hypercube(self.items(Self::declared_item)),
            "model" => ClauseKind::Model(Vec::new()),
            "world" => self.world(),
            "cells" => self.cells(),
            "arrows" => self.arrows(),
            "ask" => self.ask_clause(),
            _ => self.event(),
        };
        Some(Clause { kind, at })
    }

    fn no_such_clause(&mut self, block: Block) {
        let accepted: Vec<String> =
            block.keywords().iter().map(|word| format!("`{word}`")).collect();
        let message =
            format!("expected a clause of {}, found {}", block.name(), self.describe_next());
        let help = match nearest_word(self.word(), block.keywords()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("a line here starts with {}", accepted.join(", ")),
        };
        self.fail(Code::Expected, self.position(), message, &help);
    }

    /// An item of a list that declares names.
    pub(super) fn declared_item(&mut self) -> Expr {
        match self.peek() {
            Some(kind) if kind.is_reserved_word() && !matches!(kind, Kind::Size | Kind::Sub) => {
                self.declared_name("what is declared")
            }
            _ => self.domain(),
        }
    }

    fn deal(&mut self) -> ClauseKind {
        let marked = self.is_word("facedown")
            && matches!(self.peek_at(1), Some(Kind::Name | Kind::Number | Kind::Minus));
        if marked {
            self.bump();
        }
        let facing = if marked { Facing::Down } else { Facing::Up };
        ClauseKind::Deal(facing, self.hands())
    }

    /// `observe a: p, q`
    fn observe(&mut self) -> ClauseKind {
        let who = self.who();
        self.colon_of_clause("observe a: p, q");
        ClauseKind::Observe(who, self.items(Self::formula))
    }

    /// For whom a clause is.
    fn who(&mut self) -> Who {
        if self.binds_at(0) {
            return Who::Each(self.binder());
        }
        Who::Listed(self.list(|parser| match parser.peek() {
            Some(Kind::OpenBrace) => parser.set(),
            Some(Kind::Name | Kind::Number) => parser.name_or_number("an agent"),
            Some(_) if parser.builtin().is_some() => parser.builtin_set(),
            _ => {
                parser.report_expected("an agent, a group, or `x in S`");
                parser.error_node()
            }
        }))
    }

    fn colon_of_clause(&mut self, example: &str) -> bool {
        let found = self.eat(Kind::Colon);
        if !found {
            let diagnostic = self.expectation("`:`").help(format!("it is written `{example}`"));
            self.report.add(diagnostic);
            self.skip_rest();
        }
        found
    }

    /// `world s(x,y): a(x), b(y) weight 1/3 for x, y in 2..9 where x < y`
    fn world(&mut self) -> ClauseKind {
        let start = self.position();
        let name = self.declared_point("a world");
        let named = start..self.position();
        if !self.colon_of_clause("world w: p, q") {
            return ClauseKind::World(name, Vec::new(), None, None);
        }
        if self.at_end() || self.is(Kind::For) || self.is_measured("weight") {
            let weight = self.measured("weight");
            return ClauseKind::World(name, Vec::new(), weight, self.rule());
        }
        let mut atoms = self.items(Self::point_like);
        if let Some(weight) = self.measured("weight") {
            return ClauseKind::World(name, atoms, Some(weight), self.rule());
        }
        let last_rule = atoms.last().and_then(|item| item.rule.as_ref());
        let repeats_clause = last_rule.is_some_and(|rule| self.rule_binds(rule, named));
        let rule = if repeats_clause {
            atoms.last_mut().and_then(|item| item.rule.take())
        } else {
            self.rule()
        };
        ClauseKind::World(name, atoms, None, rule)
    }

    /// Whether a weight or a chance follows: the word, and a number. Otherwise the word is a name.
    pub(super) fn is_measured(&self, word: &str) -> bool {
        let number =
            matches!(self.peek_at(1), Some(Kind::Name | Kind::Number | Kind::Size | Kind::Minus));
        self.is_word(word) && number
    }

    /// `weight 1/3`, `chance 1/2`
    fn measured(&mut self, word: &str) -> Option<Fraction> {
        self.is_measured(word).then(|| {
            self.bump();
            self.fraction()
        })
    }

    /// The name of a world or event: `w`, `3`, `s(x,y)`.
    fn declared_point(&mut self, what: &str) -> Expr {
        match self.peek() {
            Some(Kind::Name | Kind::Number) => self.atom(Place::Number),
            _ => self.declared_name_or_number(what),
        }
    }

    /// Whether a rule binds a name that occurs among the arguments of a world's or event's name.
    fn rule_binds(&self, rule: &Binder, named: Range<usize>) -> bool {
        let arguments: FxHashSet<&str> = named
            .skip(1)
            .filter(|&at| self.tokens[at].kind == Kind::Name)
            .map(|at| self.token_text(at))
            .collect();
        let names = rule.variables.iter().flat_map(|(names, _)| names);
        names
            .map(|&name| &self.text[self.span_of(name).range()])
            .any(|name| arguments.contains(name))
    }

    /// `cells 1: {w, v} {u}`, `cells 2 by x + y`
    fn cells(&mut self) -> ClauseKind {
        let who = self.who();
        if self.eat_word("by") {
            return ClauseKind::Access(who, AccessKind::CellsBy(self.list(Self::number)));
        }
        if !self.colon_of_clause("cells 1: {w, v} {u}` or `cells 1 by x + y") {
            return ClauseKind::Access(who, AccessKind::Cells(Vec::new()));
        }
        let mut cells = Vec::new();
        while self.is(Kind::OpenBrace) {
            let expr = self.set();
            let rule = self.rule();
            cells.push(Item { expr, rule });
            self.eat(Kind::Comma);
        }
        // No cell at all is a partition too: every world is alone.
        if !self.at_end() {
            let help = "cells are sets of worlds: `cells 1: {w, v} {u}`";
            let diagnostic = self.expectation("a cell `{...}`").help(help);
            self.report.add(diagnostic);
            self.skip_rest();
        }
        ClauseKind::Access(who, AccessKind::Cells(cells))
    }

    /// `arrows 1: w -> v, v -> v`
    fn arrows(&mut self) -> ClauseKind {
        let who = self.who();
        self.colon_of_clause("arrows 1: w -> v, v -> v");
        if self.at_end() {
            return ClauseKind::Access(who, AccessKind::Arrows(Vec::new()));
        }
        ClauseKind::Access(who, AccessKind::Arrows(self.list(Self::arrow)))
    }

    fn arrow(&mut self) -> Arrow {
        let from = self.point_like();
        self.expect(Kind::Arrow, "->");
        let to = self.point_like();
        if self.is(Kind::Arrow) {
            let help = "write each arrow: `w -> v, v -> u`";
            self.fail(Code::Chained, self.position(), "arrows do not chain", help);
        }
        let rule = self.rule();
        Arrow { from, to, rule }
    }

    /// `ask 2 1`
    fn ask_clause(&mut self) -> ClauseKind {
        let requester = self.name_or_number("the agent who asks");
        let respondent = self.name_or_number("the agent who answers");
        ClauseKind::Ask(requester, respondent)
    }

    fn is_otherwise(&self) -> bool {
        self.is(Kind::Name) && self.word() == "otherwise"
    }

    /// `event white: pre w_1, chance 1/2, post p := K_1 q`, `event at(x): pre p(x) for x in S`
    fn event(&mut self) -> ClauseKind {
        let start = self.position();
        let name = self.declared_point("an event");
        let named = start..self.position();
        let mut precondition = Precondition::None;
        let mut changes = Vec::new();
        let mut rule = None;
        if !self.colon_of_clause("event red: pre p, post q := r") {
            return ClauseKind::Event(name, precondition, None, changes, None);
        }
        if self.is_otherwise() {
            self.bump();
            precondition = Precondition::Otherwise;
        } else if self.eat_word("pre") {
            precondition = Precondition::Formula(self.formula());
        }
        let mut said = precondition != Precondition::None;
        if said {
            self.comma_in_event();
        }
        let chance = self.measured("chance");
        if chance.is_some() {
            said = true;
            self.comma_in_event();
        }
        if self.is(Kind::For) {
            rule = self.rule();
        } else if self.eat_word("post") {
            changes = self.assignments();
            let last_rule = changes.last().and_then(|change| change.rule.as_ref());
            rule = if last_rule.is_some_and(|rule| self.rule_binds(rule, named)) {
                changes.last_mut().and_then(|change| change.rule.take())
            } else {
                self.rule()
            };
        } else if !self.at_end() {
            let help = "an event is written `event red: pre p, chance 1/2, post q := r`";
            let diagnostic = self.expectation("`pre`, `chance`, `post` or `otherwise`").help(help);
            self.report.add(diagnostic);
            self.skip_rest();
        } else if said && self.tokens[self.position() - 1].kind == Kind::Comma {
            self.report_expected("`post`");
        }
        ClauseKind::Event(name, precondition, chance, changes, rule)
    }

    /// The comma before what else is said of an event.
    fn comma_in_event(&mut self) {
        let more = !self.at_end() && !self.is(Kind::For);
        if more && !self.expect(Kind::Comma, ",") {
            self.skip_rest();
        }
    }
}
