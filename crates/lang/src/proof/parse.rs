//! Reads the text of a proof: statements, theorems, lines, formulas. A statement or a line that cannot be read is reported, and the
//! next one is read.
//!
//! From the loosest to the tightest: `<->`, `->` (to the right), `|`, `&`, and then `~`, `next`, the operators of knowledge, `[α]`.

use super::token::{Kind, Named, Token, tokens};
use super::tree::*;
use hexa_text::{Code, Diagnostic, SourceId, Span};

/// Brackets and prefixes may be nested so deeply.
const DEEPEST: usize = 400;

/// So many problems are reported.
const MOST_PROBLEMS: usize = 50;

type Parsed<T> = Result<T, Diagnostic>;

/// The tree of a text, and what could not be read.
pub(super) fn parse(text: &str, source: SourceId) -> (ProofTree, Vec<Diagnostic>) {
    let mut tokens = tokens(text);
    let end = Span::new(text.len(), text.len());
    tokens.push(Token { kind: Kind::End, span: end, first: Some(0) });
    let mut parser =
        Parser { tokens: &tokens, at: 0, source, depth: 0, tree: ProofTree::default() };
    let mut wrong = Vec::new();
    while *parser.kind() != Kind::End {
        let from = parser.at;
        let start = parser.span();
        let read = parser.statement(&mut wrong);
        match read {
            Ok(kind) => {
                let span = parser.since(start);
                parser.tree.statements.push(ProofStatement { span, kind });
            }
            Err(problem) => wrong.push(problem),
        }
        parser.at = parser.at.max(from + 1);
        while parser.tokens[parser.at].first != Some(0) {
            parser.at += 1;
        }
    }
    if wrong.len() > MOST_PROBLEMS {
        wrong.truncate(MOST_PROBLEMS);
        let message = format!("more than {MOST_PROBLEMS} problems; the others are not shown");
        wrong.push(Diagnostic::new(Code::TooManyErrors, source, end, message));
    }
    (parser.tree, wrong)
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    source: SourceId,
    depth: usize,
    tree: ProofTree,
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
        matches!(self.kind(), Kind::Sign(found) if *found == sign) && !self.is_next_statement()
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Name(found) if **found == *word)
    }

    /// Whether what comes belongs to another statement.
    fn is_next_statement(&self) -> bool {
        self.tokens[self.at].first == Some(0)
    }

    /// Whether a line of a proof begins here.
    fn is_line(&self) -> bool {
        let is_dot = |token: Option<&Token>| {
            token.is_some_and(|token| token.kind == Kind::Sign(".") && token.first.is_none())
        };
        self.tokens[self.at].first.is_some_and(|column| column > 0)
            && matches!(self.kind(), Kind::Name(_))
            && is_dot(self.tokens.get(self.at + 1))
    }

    fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        if is {
            self.advance();
        }
        is
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word) && !self.is_next_statement();
        if is {
            self.advance();
        }
        is
    }

    fn expected(&self, what: &str) -> Diagnostic {
        let span = self.span();
        if let Kind::Unknown(sign) = self.kind() {
            let message = match sign {
                '"' => "this text in quotes does not end on its line".to_owned(),
                sign => format!("`{sign}` means nothing here"),
            };
            return Diagnostic::new(Code::UnknownCharacter, self.source, span, message);
        }
        // What is missing is missing behind what was read last.
        let is_new = self.is_next_statement() || self.is_line() || *self.kind() == Kind::End;
        let span = match (is_new, self.at.checked_sub(1)) {
            (true, Some(last)) => {
                let end = self.tokens[last].span.end as usize;
                Span::new(end, end)
            }
            _ => span,
        };
        Diagnostic::new(Code::Expected, self.source, span, format!("expected {what}"))
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{sign}`"))),
        }
    }

    fn name(&mut self, what: &str) -> Parsed<Word> {
        let span = self.span();
        if let (Kind::Name(text), false) = (self.kind().clone(), self.is_next_statement()) {
            self.advance();
            Ok(Word { text, span })
        } else {
            Err(self.expected(what))
        }
    }

    fn text(&mut self, what: &str) -> Parsed<Word> {
        let span = self.span();
        if let (Kind::Text(text), false) = (self.kind().clone(), self.is_next_statement()) {
            self.advance();
            Ok(Word { text, span })
        } else {
            Err(self.expected(what))
        }
    }

    fn add(&mut self, kind: PartKind) -> ProofPart {
        self.tree.parts.push(kind);
        ProofPart(self.tree.parts.len() as u32 - 1)
    }

    fn statement(&mut self, wrong: &mut Vec<Diagnostic>) -> Parsed<ProofStatementKind> {
        const KEYWORDS: &str = "`logic`, `agents`, `include`, `game`, `let` or `theorem`";
        let span = self.span();
        let keyword = if let Kind::Name(word) = self.kind() { word.clone() } else { Box::from("") };
        if self.tokens[self.at].first != Some(0) {
            let message = "an indented line that belongs to no theorem";
            return Err(Diagnostic::new(Code::Indentation, self.source, span, message));
        }
        self.advance();
        let statement = match &*keyword {
            "logic" => ProofStatementKind::Logic(self.name("the name of a logic")?),
            "agents" => {
                let mut agents = vec![self.name("the name of an agent")?];
                while self.take(",") {
                    agents.push(self.name("the name of an agent")?);
                }
                ProofStatementKind::Agents(agents)
            }
            "actions" => {
                let mut actions = vec![self.name("an action of an agent, such as `a^x`")?];
                while self.take(",") {
                    actions.push(self.name("an action of an agent, such as `a^x`")?);
                }
                ProofStatementKind::Actions(actions)
            }
            "include" => ProofStatementKind::Include(self.text("the name of a file, in quotes")?),
            "game" => ProofStatementKind::Game(self.text("the name of a file, in quotes")?),
            "let" => {
                let name = self.name("a name for a formula")?;
                self.expect("=")?;
                ProofStatementKind::Let(name, self.formula()?)
            }
            "theorem" => ProofStatementKind::Theorem(self.theorem(wrong)?),
            _ => {
                let message = format!("a statement begins with {KEYWORDS}");
                return Err(Diagnostic::new(Code::UnknownStatement, self.source, span, message));
            }
        };
        match self.is_next_statement() {
            true => Ok(statement),
            false => Err(self.expected("the end of the statement")),
        }
    }

    fn theorem(&mut self, wrong: &mut Vec<Diagnostic>) -> Parsed<ProofTheorem> {
        let name = self.name("the name of the theorem")?;
        let mut parameters = Vec::new();
        if self.take("(") {
            let mut kind = None;
            loop {
                kind = self.parameter_kind().or(kind);
                let Some(kind) = kind else {
                    return Err(self.expected("`formula`, `agent`, `group` or `action`"));
                };
                parameters.push((kind, self.name("the name of a parameter")?));
                if !self.take(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        let mut conditions = Vec::new();
        if self.take_word("where") {
            loop {
                if self.take_word("some") {
                    conditions.push(ProofCondition::Inhabited(self.who()?));
                } else {
                    let one = self.who()?;
                    if !self.take_word("in") {
                        return Err(self.expected("`in`"));
                    }
                    conditions.push(ProofCondition::In(one, self.who()?));
                }
                if !self.take(",") {
                    break;
                }
            }
        }
        self.expect(":")?;
        let statement = self.formula()?;
        let mut lines = Vec::new();
        while !self.is_next_statement() {
            match self.line() {
                Ok(line) => lines.push(line),
                Err(problem) => {
                    wrong.push(problem);
                    if !self.is_next_statement() {
                        self.advance();
                    }
                    while !self.is_line() && !self.is_next_statement() {
                        self.advance();
                    }
                }
            }
        }
        Ok(ProofTheorem { name, parameters, conditions, statement, lines })
    }

    fn parameter_kind(&mut self) -> Option<ParameterKind> {
        let Kind::Name(word) = self.kind() else { return None };
        let kind = match &**word {
            "formula" | "formulas" => ParameterKind::Formula,
            "agent" | "agents" => ParameterKind::Agent,
            "group" | "groups" => ParameterKind::Group,
            "action" | "actions" => ParameterKind::Action,
            _ => return None,
        };
        self.advance();
        Some(kind)
    }

    /// An agent or a group: `a`, `B`, `{a,b}`.
    fn who(&mut self) -> Parsed<Word> {
        let span = self.span();
        if !self.take("{") {
            return self.name("an agent or a group");
        }
        let mut text = "{".to_owned();
        while !self.take("}") {
            let name = self.name("an agent")?;
            text.push_str(&name.text);
            if self.take(",") {
                text.push(',');
            }
        }
        text.push('}');
        Ok(Word { text: text.into(), span: self.since(span) })
    }

    fn line(&mut self) -> Parsed<WrittenLine> {
        let start = self.span();
        let column = self.tokens[self.at].first.unwrap_or(0);
        if !self.is_line() {
            return Err(self.expected("a line of a proof: `1. formula by reason`"));
        }
        let mut label = self.name("the number of a line")?;
        while self.take(".") {
            let has_more = matches!(self.kind(), Kind::Name(_))
                && self.tokens.get(self.at + 1).is_some_and(|next| next.kind == Kind::Sign("."));
            if !has_more {
                break;
            }
            let more = self.name("the number of a line")?;
            label.text = format!("{}.{}", label.text, more.text).into();
        }
        let formula = self.formula()?;
        if !self.take_word("by") {
            return Err(self.expected("`by`, and why the line may stand here"));
        }
        let from = self.span();
        let reason = self.reason()?;
        if !self.is_next_statement() && !self.is_line() {
            return Err(self.expected("the end of the line"));
        }
        let reason_span = self.since(from);
        Ok(WrittenLine { label, span: self.since(start), column, formula, reason_span, reason })
    }

    /// The name of a line, as it is used.
    fn reference(&mut self) -> Parsed<Word> {
        let mut label = self.name("the number of a line")?;
        while self.is(".") {
            self.advance();
            let more = self.name("the number of a line")?;
            label.text = format!("{}.{}", label.text, more.text).into();
            label.span = label.span.to(more.span);
        }
        Ok(label)
    }

    fn references(&mut self) -> Parsed<Vec<Word>> {
        let mut lines = vec![self.reference()?];
        while self.take(",") {
            lines.push(self.reference()?);
        }
        Ok(lines)
    }

    fn reason(&mut self) -> Parsed<ProofReason> {
        let is_new = self.is_line() || self.is_next_statement();
        let (Kind::Name(word), false) = (self.kind().clone(), is_new) else {
            let what = "why the line may stand here: lines, or `axiom`, `necessitation`, ...";
            return Err(self.expected(what));
        };
        let plain = |parser: &mut Self, reason| {
            parser.advance();
            Ok(reason)
        };
        match &*word {
            "premise" => plain(self, ProofReason::Premise),
            "given" => plain(self, ProofReason::Given),
            "assumption" => plain(self, ProofReason::Assumption),
            "tautology" => plain(self, ProofReason::Consequence(Vec::new())),
            "axiom" => {
                self.advance();
                Ok(ProofReason::Axiom(self.name("the name of a scheme")?))
            }
            "rule" => {
                self.advance();
                Ok(ProofReason::Rule(self.name("the name of a rule")?))
            }
            "modus" => {
                self.advance();
                if !self.take_word("ponens") {
                    return Err(self.expected("`ponens`"));
                }
                let one = self.reference()?;
                self.expect(",")?;
                Ok(ProofReason::ModusPonens(one, self.reference()?))
            }
            "necessitation" => {
                self.advance();
                Ok(ProofReason::Necessitation(self.reference()?))
            }
            "monotonicity" => {
                self.advance();
                Ok(ProofReason::Monotonicity(self.reference()?))
            }
            "replacement" => {
                self.advance();
                Ok(ProofReason::Replacement(self.reference()?))
            }
            "induction" => {
                self.advance();
                let one = self.reference()?;
                Ok(match self.take(",") {
                    true => ProofReason::LearntInduction(one, self.reference()?),
                    false => ProofReason::Induction(one),
                })
            }
            "subproof" => {
                self.advance();
                Ok(ProofReason::Subproof(self.reference()?))
            }
            "lemma" => {
                self.advance();
                let name = self.name("the name of a theorem")?;
                let mut arguments = Vec::new();
                if self.take("(") {
                    loop {
                        arguments.push(self.argument()?);
                        if !self.take(",") {
                            break;
                        }
                    }
                    self.expect(")")?;
                }
                let lines = if self.take_word("from") { self.references()? } else { Vec::new() };
                Ok(ProofReason::Lemma(name, arguments, lines))
            }
            _ => Ok(ProofReason::Consequence(self.references()?)),
        }
    }

    /// An argument of a theorem: a formula, an agent, a group or an action. A set of agents is a name.
    fn argument(&mut self) -> Parsed<ProofPart> {
        let starts_action = matches!(self.kind(), Kind::Sign("?" | "!"))
            || matches!(self.kind(), Kind::Operator(Named::L, _));
        if self.is("{") {
            let who = self.who()?;
            return Ok(self.add(PartKind::Name(who)));
        }
        if starts_action { self.action() } else { self.formula() }
    }

    fn formula(&mut self) -> Parsed<ProofPart> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("nested more than {DEEPEST} levels deep");
            return Err(Diagnostic::new(Code::TooDeep, self.source, self.span(), message));
        }
        let formula = self.equivalence();
        self.depth = if formula.is_ok() { self.depth - 1 } else { 0 };
        formula
    }

    fn equivalence(&mut self) -> Parsed<ProofPart> {
        let left = self.implication()?;
        if !self.take("<->") {
            return Ok(left);
        }
        let right = self.implication()?;
        if self.is("<->") {
            let message = "`<->` stands between two formulas; put parentheses around one pair";
            return Err(Diagnostic::new(Code::Chained, self.source, self.span(), message));
        }
        Ok(self.add(PartKind::Iff(left, right)))
    }

    fn implication(&mut self) -> Parsed<ProofPart> {
        let mut parts = vec![self.chain("|")?];
        while self.take("->") {
            parts.push(self.chain("|")?);
        }
        let mut whole = parts.pop().expect("there is one");
        while let Some(left) = parts.pop() {
            whole = self.add(PartKind::Implies(left, whole));
        }
        Ok(whole)
    }

    fn chain(&mut self, sign: &'static str) -> Parsed<ProofPart> {
        let part = |parser: &mut Self| match sign {
            "|" => parser.chain("&"),
            _ => parser.prefixed(),
        };
        let first = part(self)?;
        if !self.is(sign) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.take(sign) {
            parts.push(part(self)?);
        }
        Ok(self.add(match sign {
            "|" => PartKind::Or(parts),
            _ => PartKind::And(parts),
        }))
    }

    /// Prefixes are read in a loop, and put in front from the last to the first.
    fn prefixed(&mut self) -> Parsed<ProofPart> {
        enum Prefix {
            Not,
            Next,
            Knowledge(ProofOperator, Option<Word>),
            After(ProofPart, bool),
        }
        let mut prefixes = Vec::new();
        loop {
            if prefixes.len() + self.depth > DEEPEST {
                let message = format!("nested more than {DEEPEST} levels deep");
                return Err(Diagnostic::new(Code::TooDeep, self.source, self.span(), message));
            }
            let span = self.span();
            if self.take("~") {
                prefixes.push(Prefix::Not);
            } else if self.take_word("next") {
                prefixes.push(Prefix::Next);
            } else if self.take("[") {
                let action = self.action()?;
                self.expect("]")?;
                prefixes.push(Prefix::After(action, false));
            } else if self.take("<") {
                let action = self.action()?;
                self.expect(">")?;
                prefixes.push(Prefix::After(action, true));
            } else if let Kind::Operator(named, who) = self.kind().clone()
                && !self.is_next_statement()
            {
                let operator = match named {
                    Named::K => ProofOperator::Knows,
                    Named::M => ProofOperator::Imagines,
                    Named::Kw => ProofOperator::KnowsWhether,
                    Named::E => ProofOperator::Everybody,
                    Named::C => ProofOperator::Common,
                    Named::D => ProofOperator::Distributed,
                    Named::L => return Err(self.expected("a formula; actions stand in `[ ]`")),
                };
                self.advance();
                prefixes.push(Prefix::Knowledge(operator, who.map(|text| Word { text, span })));
            } else {
                break;
            }
        }
        let depth = self.depth;
        self.depth += prefixes.len();
        let mut body = self.atom()?;
        self.depth = depth;
        for prefix in prefixes.into_iter().rev() {
            body = self.add(match prefix {
                Prefix::Not => PartKind::Not(body),
                Prefix::Next => PartKind::Next(body),
                Prefix::Knowledge(operator, who) => PartKind::Knowledge(operator, who, body),
                Prefix::After(action, some) => PartKind::After { action, body, some },
            });
        }
        Ok(body)
    }

    fn atom(&mut self) -> Parsed<ProofPart> {
        if self.take("(") {
            let inside = self.formula()?;
            self.expect(")")?;
            return Ok(inside);
        }
        if self.is_word("by") || self.is_line() {
            return Err(self.expected("a formula"));
        }
        let name = self.name("a formula")?;
        Ok(match &*name.text {
            "true" => self.add(PartKind::Constant(true)),
            "false" => self.add(PartKind::Constant(false)),
            _ => self.add(PartKind::Name(name)),
        })
    }

    fn action(&mut self) -> Parsed<ProofPart> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("nested more than {DEEPEST} levels deep");
            return Err(Diagnostic::new(Code::TooDeep, self.source, self.span(), message));
        }
        // `!φ` alone is an announcement, and in front of an alternative a mark.
        let mut parts = Vec::new();
        let mut mark = None;
        loop {
            let marked = self.is("!") && !self.is_announcement();
            if marked {
                self.advance();
                let at = u32::try_from(parts.len()).unwrap_or(u32::MAX);
                if mark.replace(at).is_some() {
                    let message = "two alternatives are marked";
                    return Err(Diagnostic::new(Code::BadMark, self.source, self.span(), message));
                }
            }
            parts.push(self.sequence()?);
            if !self.take("+") {
                break;
            }
        }
        self.depth -= 1;
        match (parts.len(), mark) {
            (1, None) => Ok(parts[0]),
            (1, Some(_)) => {
                let message = "there is nothing to choose";
                Err(Diagnostic::new(Code::BadMark, self.source, self.span(), message))
            }
            _ => Ok(self.add(PartKind::Choice(parts, mark))),
        }
    }

    /// Whether `!` stands in front of a formula: no action can begin behind it.
    fn is_announcement(&self) -> bool {
        let next = self.tokens.get(self.at + 1).map(|token| &token.kind);
        !matches!(next, Some(Kind::Sign("?") | Kind::Operator(Named::L, _)))
            && !self.is_marked_bracket()
    }

    /// Whether behind `!(` an action stands.
    fn is_marked_bracket(&self) -> bool {
        let kind = |at: usize| self.tokens.get(self.at + at).map(|token| &token.kind);
        kind(1) == Some(&Kind::Sign("("))
            && matches!(kind(2), Some(Kind::Sign("?" | "!") | Kind::Operator(Named::L, _)))
    }

    fn sequence(&mut self) -> Parsed<ProofPart> {
        let first = self.prefixed_action()?;
        if !self.is(";") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.take(";") {
            parts.push(self.prefixed_action()?);
        }
        Ok(self.add(PartKind::Sequence(parts)))
    }

    fn prefixed_action(&mut self) -> Parsed<ProofPart> {
        let span = self.span();
        if self.take("?") {
            let body = self.prefixed()?;
            return Ok(self.add(PartKind::Test(body)));
        }
        if self.take("!") {
            let body = self.prefixed()?;
            return Ok(self.add(PartKind::Announce(body)));
        }
        if let Kind::Operator(Named::L, Some(who)) = self.kind().clone() {
            self.advance();
            self.depth += 1;
            if self.depth > DEEPEST {
                let message = format!("nested more than {DEEPEST} levels deep");
                return Err(Diagnostic::new(Code::TooDeep, self.source, span, message));
            }
            let inside = self.prefixed_action()?;
            self.depth -= 1;
            return Ok(self.add(PartKind::Learn(Word { text: who, span }, inside)));
        }
        if self.take("(") {
            let inside = self.action()?;
            self.expect(")")?;
            return Ok(inside);
        }
        let name = self.name("an action: `!φ`, `?φ`, `L_B α`")?;
        Ok(self.add(PartKind::Name(name)))
    }
}
