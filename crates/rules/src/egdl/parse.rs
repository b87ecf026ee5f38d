//! EGDL texts become trees. A statement that cannot be read is reported, and the next one is read.
//!
//! From the loosest to the tightest: `<->`, `->` (to the right), `|`, `&`, and then `~`, `next`, `K_r`, `M_r`, `E`, `C`. `forall` and
//! `exists` reach as far to the right as they can, and so does `sees r:` with formulas between commas.

use super::token::{Kind, Token};
use super::tree::{Applied, Binder, Comparison, Expression, Look, Set, Statement, Term};
use crate::work::Work;
use hexa_lang::{Code, Diagnostic, SourceId, Span};
use hexa_logic::Stopped;

/// Brackets and prefixes may be nested so deeply.
const DEEPEST: usize = 200;

/// Words that are no names of atoms, actions, agents or indices.
const RESERVED: &[&str] = &[
    "initial", "terminal", "legal", "wins", "does", "next", "forall", "exists", "in", "if", "true",
    "false", "agents", "sees", "K", "M", "E", "C",
];

type Parsed<T> = Result<T, Diagnostic>;

/// The statements of a text, with their places.
#[derive(Default)]
pub(super) struct Statements {
    pub(super) found: Vec<(Statement, Span)>,
    /// Whether something that is no rule could not be read: then what else is wrong cannot be told.
    pub(super) lacks_declarations: bool,
}

/// Reads the statements of a text.
pub(super) fn statements(
    tokens: &[Token],
    source: SourceId,
    wrong: &mut Vec<Diagnostic>,
    work: &Work<'_>,
) -> Result<Statements, Stopped> {
    let mut statements = Statements::default();
    let starts: Vec<usize> = (0..tokens.len())
        .filter(|&at| matches!(tokens[at].kind, Kind::Start | Kind::End))
        .collect();
    if let Some(first) =
        tokens.first().filter(|first| first.kind != Kind::Start && first.kind != Kind::End)
    {
        let message = "the first statement is indented";
        wrong.push(Diagnostic::new(Code::Indentation, source, first.span, message));
    }
    for pair in starts.windows(2) {
        let of = &tokens[pair[0] + 1..pair[1]];
        work.step(of.len() as u64)?;
        let end = Token { kind: Kind::End, span: Span::new(end_of(of), end_of(of)) };
        let tokens: Vec<Token> = of.iter().cloned().chain([end]).collect();
        let mut parser = Parser { tokens: &tokens, at: 0, source, depth: 0 };
        match parser.statement() {
            Ok(statement) => {
                statements.found.push((statement, of[0].span.to(of[of.len() - 1].span)));
            }
            Err(diagnostic) => {
                let is_rule = of.get(1).is_some_and(|second| second.kind == Kind::Sign("."));
                statements.lacks_declarations |= !is_rule;
                wrong.push(diagnostic);
            }
        }
    }
    Ok(statements)
}

fn end_of(tokens: &[Token]) -> usize {
    tokens.last().map_or(0, |token| token.span.end as usize)
}

/// A formula that is all of a text.
pub(super) fn formula(tokens: &[Token], source: SourceId) -> Parsed<Expression> {
    let tokens: Vec<Token> =
        tokens.iter().filter(|token| token.kind != Kind::Start).cloned().collect();
    let mut parser = Parser { tokens: &tokens, at: 0, source, depth: 0 };
    let formula = parser.formula()?;
    parser.end()?;
    Ok(formula)
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    source: SourceId,
    depth: usize,
}

impl Parser<'_> {
    fn kind(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// From a place to the last word that was read.
    fn since(&self, from: Span) -> Span {
        from.to(self.tokens[self.at.saturating_sub(1)].span)
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.kind(), Kind::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Name(found) if found == word)
    }

    fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        if is {
            self.advance();
        }
        is
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        if is {
            self.advance();
        }
        is
    }

    fn need(&mut self, sign: &'static str) -> Parsed<()> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(self.expectation(&format!("`{sign}`"))),
        }
    }

    fn expectation(&self, what: &str) -> Diagnostic {
        let token = &self.tokens[self.at];
        let found = match token.kind {
            Kind::Name(_) | Kind::Number(_) | Kind::Sign(_) => format!("`{}`", token.text()),
            Kind::Quoted(_) => format!("\"{}\"", token.text()),
            Kind::Start | Kind::End => "the end".to_owned(),
        };
        let message = format!("{what} was expected, not {found}");
        Diagnostic::new(Code::Expected, self.source, self.span(), message)
    }

    fn end(&self) -> Parsed<()> {
        match self.kind() {
            Kind::End => Ok(()),
            _ => Err(self.expectation("the end of the statement")),
        }
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            let message = format!("this is nested more than {DEEPEST} deep");
            return Err(Diagnostic::new(Code::TooDeep, self.source, self.span(), message));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn name(&mut self, what: &str) -> Parsed<(String, Span)> {
        let span = self.span();
        match self.kind().clone() {
            Kind::Name(name) if RESERVED.contains(&&name[..]) => {
                let message = format!("`{name}` is a word of the language, and no name");
                Err(Diagnostic::new(Code::ReservedName, self.source, span, message))
            }
            Kind::Name(name) => {
                self.advance();
                Ok((name, span))
            }
            _ => Err(self.expectation(what)),
        }
    }

    fn names(&mut self, what: &str) -> Parsed<Vec<(String, Span)>> {
        let mut names = vec![self.name(what)?];
        while self.take(",") {
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.span();
        let statement = match self.kind().clone() {
            Kind::Number(number) => {
                self.advance();
                self.rule(number.to_string())?
            }
            Kind::Name(word) => {
                self.advance();
                match &word[..] {
                    "game" => self.title()?,
                    "param" => self.parameter()?,
                    "agents" => Statement::Agents(self.names("the name of an agent")?),
                    "index" => Statement::Index(self.declared_binder()?),
                    "atoms" => Statement::Atoms(self.applications("an atom")?),
                    "actions" => Statement::Actions(self.applications("an action")?),
                    "board" => self.board()?,
                    "sees" => {
                        let (agent, formula) = self.seen(start)?;
                        Statement::Sees { agent, formula }
                    }
                    _ if self.is(".") => self.rule(word)?,
                    _ => return Err(self.unknown_statement(start, &word)),
                }
            }
            _ => return Err(self.expectation("a declaration or a numbered rule")),
        };
        self.end()?;
        Ok(statement)
    }

    fn unknown_statement(&self, at: Span, word: &str) -> Diagnostic {
        let message = format!("`{word}` starts no statement");
        Diagnostic::new(Code::UnknownStatement, self.source, at, message).help(
            "game, param, agents, index, atoms, actions, sees, board, or a rule: `1. initial <-> ...`",
        )
    }

    fn title(&mut self) -> Parsed<Statement> {
        match self.kind().clone() {
            Kind::Quoted(title) | Kind::Name(title) => {
                self.advance();
                Ok(Statement::Game(title))
            }
            _ => Err(self.expectation("the name of the game")),
        }
    }

    fn parameter(&mut self) -> Parsed<Statement> {
        let (name, span) = self.name("the name of a number")?;
        self.need("=")?;
        Ok(Statement::Parameter(name, span, self.term()?))
    }

    fn rule(&mut self, label: String) -> Parsed<Statement> {
        self.need(".")?;
        Ok(Statement::Rule { label, formula: self.formula()? })
    }

    fn applications(&mut self, what: &str) -> Parsed<Vec<Applied>> {
        let mut all = vec![self.application(what)?];
        while self.take(",") {
            all.push(self.application(what)?);
        }
        Ok(all)
    }

    /// `board i, j: "x" if φ; "o" if ψ; "."`
    fn board(&mut self) -> Parsed<Statement> {
        let rows = self.name("the index of the rows")?;
        self.need(",")?;
        let columns = self.name("the index of the columns")?;
        self.need(":")?;
        let mut looks = vec![self.look()?];
        while self.take(";") {
            looks.push(self.look()?);
        }
        Ok(Statement::Board { rows, columns, looks })
    }

    fn look(&mut self) -> Parsed<Look> {
        let Kind::Quoted(sign) = self.kind().clone() else {
            return Err(self.expectation("what a cell looks like, in quotes,"));
        };
        self.advance();
        let when = match self.take_word("if") {
            true => Some(self.formula()?),
            false => None,
        };
        Ok(Look { sign, when })
    }

    fn declared_binder(&mut self) -> Parsed<Binder> {
        let binder = self.binder()?;
        match binder.set {
            Some(_) => Ok(binder),
            None => Err(self.expectation("`in`")),
        }
    }

    fn binder(&mut self) -> Parsed<Binder> {
        let names = self.names("an index")?;
        let set = match self.take_word("in") {
            true => Some(self.set()?),
            false => None,
        };
        Ok(Binder { names, set })
    }

    fn set(&mut self) -> Parsed<Set> {
        let start = self.span();
        if self.take_word("agents") {
            return Ok(Set::Agents);
        }
        if self.take("{") {
            let listed = self.terms()?;
            self.need("}")?;
            return Ok(Set::Listed(listed));
        }
        let first = self.term()?;
        self.need("..")?;
        let last = self.term()?;
        Ok(Set::Range(first, last, self.since(start)))
    }

    fn terms(&mut self) -> Parsed<Vec<Term>> {
        let mut terms = vec![self.term()?];
        while self.take(",") {
            terms.push(self.term()?);
        }
        Ok(terms)
    }

    fn term(&mut self) -> Parsed<Term> {
        self.deeper(|parser| {
            let start = parser.span();
            let mut term = parser.operand()?;
            loop {
                let make = match parser.kind() {
                    Kind::Sign("+") => Term::Sum,
                    Kind::Sign("-") => Term::Difference,
                    _ => return Ok(term),
                };
                parser.advance();
                let right = parser.operand()?;
                term = make(Box::new(term), Box::new(right), parser.since(start));
            }
        })
    }

    fn operand(&mut self) -> Parsed<Term> {
        let start = self.span();
        match self.kind().clone() {
            Kind::Number(number) => {
                self.advance();
                Ok(Term::Number(number))
            }
            Kind::Sign("-") => {
                self.advance();
                let of = self.deeper(Self::operand)?;
                Ok(Term::Opponent(Box::new(of), self.since(start)))
            }
            Kind::Sign("(") => {
                self.advance();
                let term = self.term()?;
                self.need(")")?;
                Ok(term)
            }
            _ => Ok(Term::Named(self.application("an index")?)),
        }
    }

    /// What stands above or below a name: one word, or several in braces.
    fn script(&mut self) -> Parsed<Vec<Term>> {
        if self.take("{") {
            let terms = self.terms()?;
            self.need("}")?;
            return Ok(terms);
        }
        let start = self.span();
        let simple = |parser: &mut Self| match parser.kind().clone() {
            Kind::Number(number) => {
                parser.advance();
                Ok(Term::Number(number))
            }
            _ => {
                let (name, span) = parser.name("an index")?;
                Ok(Term::Named(Applied::plain(name, span)))
            }
        };
        match self.take("-") {
            true => {
                let of = simple(self)?;
                Ok(vec![Term::Opponent(Box::new(of), self.since(start))])
            }
            false => Ok(vec![simple(self)?]),
        }
    }

    fn application(&mut self, what: &str) -> Parsed<Applied> {
        let (name, start) = self.name(what)?;
        let mut applied = Applied::plain(name, start);
        loop {
            if self.take("^") {
                applied.above.extend(self.script()?);
            } else if self.take("_") {
                applied.below.extend(self.script()?);
            } else if self.take("(") {
                applied.behind.extend(self.deeper(Self::terms)?);
                self.need(")")?;
                break;
            } else {
                break;
            }
        }
        applied.span = self.since(start);
        Ok(applied)
    }

    fn formula(&mut self) -> Parsed<Expression> {
        self.deeper(|parser| {
            let left = parser.implication()?;
            if !parser.take("<->") {
                return Ok(left);
            }
            let right = parser.implication()?;
            if parser.is("<->") {
                let message = "two `<->` need parentheses between them";
                return Err(Diagnostic::new(Code::Chained, parser.source, parser.span(), message));
            }
            Ok(Expression::Iff(Box::new(left), Box::new(right)))
        })
    }

    fn implication(&mut self) -> Parsed<Expression> {
        let left = self.disjunction()?;
        match self.take("->") {
            true => {
                let right = self.deeper(Self::implication)?;
                Ok(Expression::Implies(Box::new(left), Box::new(right)))
            }
            false => Ok(left),
        }
    }

    fn disjunction(&mut self) -> Parsed<Expression> {
        let mut parts = vec![self.conjunction()?];
        while self.take("|") {
            parts.push(self.conjunction()?);
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0),
            _ => Expression::Or(parts),
        })
    }

    fn conjunction(&mut self) -> Parsed<Expression> {
        let mut parts = vec![self.prefix_formula()?];
        while self.take("&") {
            parts.push(self.prefix_formula()?);
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0),
            _ => Expression::And(parts),
        })
    }

    fn prefix_formula(&mut self) -> Parsed<Expression> {
        self.deeper(|parser| {
            let start = parser.span();
            let body = |parser: &mut Self| parser.prefix_formula().map(Box::new);
            if parser.take("~") {
                return Ok(Expression::Not(body(parser)?));
            }
            let Kind::Name(word) = parser.kind().clone() else { return parser.primary() };
            match &word[..] {
                "next" => {
                    parser.advance();
                    Ok(Expression::Next(body(parser)?))
                }
                "E" | "C" => {
                    parser.advance();
                    Ok(match &word[..] {
                        "E" => Expression::Everybody(body(parser)?),
                        _ => Expression::Common(body(parser)?),
                    })
                }
                "K" | "M" => {
                    parser.advance();
                    parser.need("_")?;
                    let agent = parser.script()?;
                    let span = parser.since(start);
                    let [agent] = <[Term; 1]>::try_from(agent).map_err(|_| {
                        let message = "one agent knows; for everybody write `E`";
                        Diagnostic::new(Code::WrongArity, parser.source, span, message)
                    })?;
                    Ok(match &word[..] {
                        "K" => Expression::Knows(agent, span, body(parser)?),
                        _ => Expression::Imagines(agent, span, body(parser)?),
                    })
                }
                "sees" => {
                    parser.advance();
                    Ok(parser.seen(start)?.1)
                }
                "forall" | "exists" => {
                    parser.advance();
                    let binder = parser.binder()?;
                    parser.need(":")?;
                    let body = Box::new(parser.formula()?);
                    Ok(match &word[..] {
                        "forall" => Expression::Forall(binder, body),
                        _ => Expression::Exists(binder, body),
                    })
                }
                _ => parser.primary(),
            }
        })
    }

    /// `r: φ, ψ` after `sees`; also the agent as it is written.
    fn seen(&mut self, start: Span) -> Parsed<(String, Expression)> {
        let first = self.at;
        let agent = self.term()?;
        let span = self.since(start);
        let written: String = self.tokens[first..self.at].iter().map(Token::text).collect();
        self.need(":")?;
        let mut seen = vec![self.formula()?];
        while self.take(",") {
            seen.push(self.formula()?);
        }
        Ok((written, Expression::Sees(agent, span, seen)))
    }

    fn primary(&mut self) -> Parsed<Expression> {
        let start = self.span();
        match self.kind().clone() {
            Kind::Name(word) => match &word[..] {
                "true" | "false" => {
                    self.advance();
                    Ok(Expression::Constant(word == "true"))
                }
                "initial" => {
                    self.advance();
                    Ok(Expression::Initial)
                }
                "terminal" => {
                    self.advance();
                    Ok(Expression::Terminal)
                }
                "wins" | "legal" | "does" => {
                    self.advance();
                    self.need("(")?;
                    let of = self.term()?;
                    self.need(")")?;
                    let span = self.since(start);
                    Ok(match &word[..] {
                        "wins" => Expression::Wins(of, span),
                        "legal" => Expression::Legal(of, span),
                        _ => Expression::Does(of, span),
                    })
                }
                _ => self.atom_or_comparison(),
            },
            Kind::Number(_) => self.atom_or_comparison(),
            Kind::Sign("(") => {
                self.advance();
                let inner = self.formula()?;
                self.need(")")?;
                Ok(inner)
            }
            _ => Err(self.expectation("a formula")),
        }
    }

    /// `p^r_{i,j}`, or `i != j`.
    fn atom_or_comparison(&mut self) -> Parsed<Expression> {
        let start = self.span();
        let left = self.term()?;
        let comparison = match self.kind() {
            Kind::Sign("=") => Comparison::Equal,
            Kind::Sign("!=") => Comparison::Unequal,
            Kind::Sign("<") => Comparison::Less,
            Kind::Sign("<=") => Comparison::AtMost,
            Kind::Sign(">") => Comparison::More,
            Kind::Sign(">=") => Comparison::AtLeast,
            _ => {
                return match left {
                    Term::Named(applied) => Ok(Expression::Atom(applied)),
                    _ => Err(self.expectation("a comparison such as `=`")),
                };
            }
        };
        self.advance();
        let right = self.term()?;
        Ok(Expression::Compare(comparison, left, right, self.since(start)))
    }
}

impl Applied {
    fn plain(name: String, span: Span) -> Self {
        Self { name, above: Vec::new(), below: Vec::new(), behind: Vec::new(), span }
    }
}
