//! Formulas that are asked about a game: the connectives of EGDL, with the atoms of the game's file. A bracket is an
//! atom, as in `(goal white 100)`, unless something is combined in it.

use super::dependency::Phase;
use super::program::{Pattern, Predicate, Program};
use super::read::usual_case;
use super::referee::RoleId;
use super::rulebook::{Rulebook, Statics};
use super::term::Term;
use hexa_lang::{Code, Diagnostic, SourceId, Span};
use hexa_logic::{Agent, AgentAction, Fluent, PathFormula, PathFormulas};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// What formulas say of a state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum GdlFluent {
    /// Plays start there.
    Initial,
    /// An atom of the file holds.
    Atom(Predicate, Box<[Term]>),
}

/// Formulas about a game, with what they speak of.
#[derive(Clone, Debug)]
pub struct Queries {
    /// The formulas.
    pub formulas: PathFormulas,
    said: IndexSet<GdlFluent, FxBuildHasher>,
    moves: IndexSet<(RoleId, Term), FxBuildHasher>,
    roles: Vec<(Term, String)>,
    /// The roles that know something, in order: all but chance.
    players: Vec<RoleId>,
}

impl Queries {
    /// None so far.
    pub fn new(statics: &Statics) -> Self {
        let names = statics.role_names();
        let is_player = |role: &RoleId| statics.random != Some(*role);
        let players = RoleId::first(names.len()).filter(is_player).collect();
        let roles = statics.roles.iter().copied().zip(names).collect();
        let (formulas, said, moves) =
            (PathFormulas::default(), IndexSet::default(), IndexSet::default());
        Self { formulas, said, moves, roles, players }
    }

    /// What is said of states; facts of formulas are places in it.
    pub fn gdl_fluents(&self) -> impl ExactSizeIterator<Item = &GdlFluent> {
        self.said.iter()
    }

    /// The relations that are spoken of.
    pub fn relations(&self) -> Vec<Predicate> {
        let relation = |said: &GdlFluent| match said {
            GdlFluent::Initial => None,
            GdlFluent::Atom(predicate, _) => Some(*predicate),
        };
        self.said.iter().filter_map(relation).collect()
    }

    /// The roles that know something.
    pub fn players(&self) -> &[RoleId] {
        &self.players
    }

    /// The number of a move of a role.
    pub fn action_of(&mut self, role: RoleId, term: Term) -> AgentAction {
        AgentAction(self.moves.insert_full((role, term)).0 as u32)
    }

    /// The role and the term of a move; none after the end of a play.
    pub fn move_of(&self, made: AgentAction) -> Option<(RoleId, Term)> {
        self.moves.get_index(made.0 as usize).copied()
    }

    /// Reads a formula. Its terms become terms of the game, so that this comes before the game is run.
    pub fn read(
        &mut self,
        game: &mut Rulebook,
        text: &str,
        source: SourceId,
    ) -> Result<PathFormula, Diagnostic> {
        let tokens = tokens(text);
        let mut parser = Parser { queries: self, game, text, source, tokens, at: 0, depth: 0 };
        let formula = parser.equivalence()?;
        match parser.peek() {
            None => Ok(formula),
            Some(_) => Err(parser.wrong(
                Code::Expected,
                "this does not belong to the formula before it",
                OPERATORS,
            )),
        }
    }
}

const OPERATORS: &str = "formulas are combined with ~ & | -> <-> next K_r M_r E C";

/// Formulas are nested at most so deeply.
const MAX_DEPTH: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Open,
    Close,
    Not,
    And,
    Or,
    Implies,
    Iff,
    Word,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    span: Span,
}

const SIGNS: &[(&str, Kind)] = &[
    ("(", Kind::Open),
    (")", Kind::Close),
    ("~", Kind::Not),
    ("¬", Kind::Not),
    ("&", Kind::And),
    ("∧", Kind::And),
    ("|", Kind::Or),
    ("∨", Kind::Or),
    ("<->", Kind::Iff),
    ("↔", Kind::Iff),
    ("->", Kind::Implies),
    ("→", Kind::Implies),
];

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        let (kind, length) = match sign {
            Some((sign, kind)) => (*kind, sign.len()),
            None if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            None => (Kind::Word, word_length(rest)),
        };
        tokens.push(Token { kind, span: Span::new(at, at + length) });
        at += length;
    }
    tokens
}

fn word_length(text: &str) -> usize {
    let ends = |(at, c): &(usize, char)| {
        c.is_whitespace() || SIGNS.iter().any(|(sign, _)| text[*at..].starts_with(sign))
    };
    text.char_indices().find(ends).map_or(text.len(), |(at, _)| at)
}

struct Parser<'a> {
    queries: &'a mut Queries,
    game: &'a mut Rulebook,
    text: &'a str,
    source: SourceId,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

type Read<T> = Result<T, Diagnostic>;

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn take(&mut self, kind: Kind) -> bool {
        let is_there = self.peek() == Some(kind);
        self.at += usize::from(is_there);
        is_there
    }

    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.range()])
    }

    fn wrong(&self, code: Code, message: impl Into<String>, help: &str) -> Diagnostic {
        self.wrong_at(self.at, code, message, help)
    }

    fn wrong_at(
        &self,
        at: usize,
        code: Code,
        message: impl Into<String>,
        help: &str,
    ) -> Diagnostic {
        let end = Span::new(self.text.len(), self.text.len());
        let span = self.tokens.get(at).map_or(end, |token| token.span);
        Diagnostic::new(code, self.source, span, message).help(help)
    }

    fn unclosed_bracket(&self, open: usize) -> Diagnostic {
        self.wrong_at(open, Code::Unclosed, "this bracket is never closed", "close it with `)`")
    }

    fn knows_too_much(&self, open: usize) -> Diagnostic {
        let message = "`knows` is about one formula";
        self.wrong_at(open, Code::WrongArity, message, "write `(knows r p)`")
    }

    fn equivalence(&mut self) -> Read<PathFormula> {
        let mut left = self.implication()?;
        while self.take(Kind::Iff) {
            let right = self.implication()?;
            left = self.queries.formulas.iff(left, right);
        }
        Ok(left)
    }

    fn implication(&mut self) -> Read<PathFormula> {
        let left = self.disjunction()?;
        if !self.take(Kind::Implies) {
            return Ok(left);
        }
        let right = self.deeper(Self::implication)?;
        Ok(self.queries.formulas.implies(left, right))
    }

    fn disjunction(&mut self) -> Read<PathFormula> {
        let mut parts = vec![self.conjunction()?];
        while self.take(Kind::Or) {
            parts.push(self.conjunction()?);
        }
        Ok(self.queries.formulas.or(parts))
    }

    fn conjunction(&mut self) -> Read<PathFormula> {
        let mut parts = vec![self.single()?];
        while self.take(Kind::And) {
            parts.push(self.single()?);
        }
        Ok(self.queries.formulas.and(parts))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("formulas are nested deeper than {MAX_DEPTH}");
            return Err(self.wrong(Code::TooDeep, message, "ask for the parts one by one"));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// One formula without a connective between two.
    fn single(&mut self) -> Read<PathFormula> {
        match self.peek() {
            Some(Kind::Not) => {
                self.at += 1;
                let body = self.deeper(Self::single)?;
                Ok(self.queries.formulas.not(body))
            }
            Some(Kind::Word) => self.word_formula(),
            Some(Kind::Open) if self.is_atom() => self.deeper(Self::bracket_formula),
            Some(Kind::Open) => {
                let open = self.at;
                self.at += 1;
                let body = self.deeper(Self::equivalence)?;
                match self.take(Kind::Close) {
                    true => Ok(body),
                    false => Err(self.unclosed_bracket(open)),
                }
            }
            Some(_) => Err(self.wrong(Code::Expected, "a formula is missing here", OPERATORS)),
            None => Err(self.wrong(Code::Expected, "a formula is missing at the end", OPERATORS)),
        }
    }

    /// Whether a bracket holds an atom: a word that is no operator of formulas, and nothing that combines.
    fn is_atom(&self) -> bool {
        let first = self.at + 1;
        if self.tokens.get(first).map(|token| token.kind) != Some(Kind::Word)
            || is_operator(self.word(first))
        {
            return false;
        }
        let mut open = 0;
        for token in &self.tokens[self.at..] {
            match token.kind {
                Kind::Open => open += 1,
                Kind::Close => open -= 1,
                Kind::Word => {}
                _ => return false,
            }
            if open == 0 {
                return true;
            }
        }
        true
    }

    fn word_formula(&mut self) -> Read<PathFormula> {
        let at = self.at;
        let word = self.word(at);
        self.at += 1;
        let has_body = matches!(self.peek(), Some(Kind::Word | Kind::Open | Kind::Not));
        match word {
            "next" if has_body => {
                let body = self.deeper(Self::single)?;
                Ok(self.queries.formulas.next(body))
            }
            "E" if has_body => {
                let body = self.deeper(Self::single)?;
                Ok(self.queries.formulas.everybody(self.queries.players.len(), body))
            }
            "C" if has_body => {
                let body = self.deeper(Self::single)?;
                Ok(self.queries.formulas.common(body))
            }
            "true" => Ok(self.queries.formulas.constant(true)),
            "false" => Ok(self.queries.formulas.constant(false)),
            _ => match word
                .split_once('_')
                .filter(|(sign, _)| has_body && matches!(*sign, "K" | "M"))
            {
                Some((sign, name)) => {
                    let agent = self.agent(name, at)?;
                    let body = self.deeper(Self::single)?;
                    Ok(self.knowledge(sign, agent, body))
                }
                None => self.atom(word, &[], at),
            },
        }
    }

    fn knowledge(&mut self, sign: &str, agent: Agent, body: PathFormula) -> PathFormula {
        let formulas = &mut self.queries.formulas;
        if sign == "K" {
            return formulas.knows(agent, body);
        }
        let not = formulas.not(body);
        let knows = formulas.knows(agent, not);
        formulas.not(knows)
    }

    fn agent(&self, name: &str, at: usize) -> Read<Agent> {
        let role = self.queries.roles.iter().position(|(_, known)| known == name);
        let players: Vec<&str> = self
            .queries
            .players
            .iter()
            .map(|role| self.queries.roles[role.index()].1.as_str())
            .collect();
        let help = format!("the players are {}", players.join(", "));
        let Some(role) = role else {
            return Err(self.wrong_at(
                at,
                Code::UnknownName,
                format!("there is no player `{name}`"),
                &help,
            ));
        };
        match self.queries.players.iter().position(|player| player.index() == role) {
            Some(agent) => Ok(Agent::from_index(agent)),
            None => Err(self.wrong_at(
                at,
                Code::WrongKind,
                format!("`{name}` is chance, which knows nothing"),
                &help,
            )),
        }
    }

    /// An atom in brackets, or conditions in the way of the file: `(not p)`, `(and p q)`, `(knows r p)`.
    fn bracket_formula(&mut self) -> Read<PathFormula> {
        let open = self.at;
        self.at += 1;
        let name = self.word(self.at);
        self.at += 1;
        match usual_case(name).as_str() {
            word @ ("not" | "and" | "or") => {
                let word = word.to_owned();
                let parts = self.inner(open)?;
                let formulas = &mut self.queries.formulas;
                match (word.as_str(), &parts[..]) {
                    ("not", [body]) => Ok(formulas.not(*body)),
                    ("not", _) => Err(self.wrong_at(
                        open,
                        Code::WrongArity,
                        "`not` is about one formula",
                        OPERATORS,
                    )),
                    ("and", _) => Ok(formulas.and(parts)),
                    _ => Ok(formulas.or(parts)),
                }
            }
            "knows" if self.is_knowledge_of_one() => {
                let name = self.word(self.at);
                let agent = self.agent(name, self.at)?;
                self.at += 1;
                match self.inner(open)?[..] {
                    [body] => Ok(self.queries.formulas.knows(agent, body)),
                    _ => Err(self.knows_too_much(open)),
                }
            }
            "knows" => match self.inner(open)?[..] {
                [body] => Ok(self.queries.formulas.common(body)),
                _ => Err(self.knows_too_much(open)),
            },
            _ => {
                let arguments = self.terms(open)?;
                self.atom(name, &arguments, open + 1)
            }
        }
    }

    /// Whether a name stands before what is known.
    fn is_knowledge_of_one(&self) -> bool {
        let next = self.tokens.get(self.at + 1).map(|token| token.kind);
        self.peek() == Some(Kind::Word) && next.is_some_and(|kind| kind != Kind::Close)
    }

    /// The formulas up to the end of a bracket.
    fn inner(&mut self, open: usize) -> Read<Vec<PathFormula>> {
        let mut parts = Vec::new();
        loop {
            match self.peek() {
                Some(Kind::Close) => {
                    self.at += 1;
                    return Ok(parts);
                }
                Some(_) => parts.push(self.deeper(Self::single)?),
                None => {
                    return Err(self.unclosed_bracket(open));
                }
            }
        }
    }

    /// The terms up to the end of a bracket.
    fn terms(&mut self, open: usize) -> Read<Vec<Term>> {
        let mut terms = Vec::new();
        loop {
            match self.peek() {
                Some(Kind::Close) => {
                    self.at += 1;
                    return Ok(terms);
                }
                Some(Kind::Open) => terms.push(self.deeper(Self::compound)?),
                Some(Kind::Word) => {
                    let name = self.name(self.at)?;
                    let symbol = self.game.program.terms.symbol(&name);
                    terms.push(self.game.program.terms.constant(symbol));
                    self.at += 1;
                }
                Some(_) => {
                    return Err(self.wrong(
                        Code::Expected,
                        "a term is missing here",
                        "terms are names and `(function term ...)`",
                    ));
                }
                None => {
                    return Err(self.unclosed_bracket(open));
                }
            }
        }
    }

    fn compound(&mut self) -> Read<Term> {
        let open = self.at;
        let name = self.name(self.at + 1)?;
        self.at += 2;
        let arguments = self.terms(open)?;
        let symbol = self.game.program.terms.symbol(&name);
        Ok(self.game.program.terms.compound(symbol, arguments.into()))
    }

    fn name(&self, at: usize) -> Read<String> {
        let word = self.word(at);
        if word.starts_with('?') {
            let help = "ask of each term on its own";
            return Err(self.wrong_at(
                at,
                Code::WrongKind,
                format!("`{word}` is a variable"),
                help,
            ));
        }
        Ok(usual_case(word))
    }

    fn atom(&mut self, name: &str, arguments: &[Term], at: usize) -> Read<PathFormula> {
        let name = usual_case(name);
        if name == "does" {
            return self.does(arguments, at);
        }
        let terms = &mut self.game.program.terms;
        let symbol = terms.symbol(&name);
        let said = match self.game.program.atom_of(symbol, arguments.len()) {
            Some(predicate)
                if self.game.program.is_defined(predicate) || predicate == Predicate::TRUE =>
            {
                self.of_state(predicate, &name, at)?;
                GdlFluent::Atom(predicate, arguments.into())
            }
            _ if name == "initial" && arguments.is_empty() => GdlFluent::Initial,
            _ => {
                let fact = self.game.program.terms.compound(symbol, arguments.into());
                if !is_fluent(&self.game.program, &name, arguments.len()) {
                    return Err(self.unknown_name(&name, arguments.len(), at));
                }
                GdlFluent::Atom(Predicate::TRUE, [fact].into())
            }
        };
        let fact = Fluent(self.queries.said.insert_full(said).0 as u32);
        Ok(self.queries.formulas.fact(fact))
    }

    fn does(&mut self, arguments: &[Term], at: usize) -> Read<PathFormula> {
        let [role, made] = arguments else {
            return Err(self.wrong_at(
                at,
                Code::WrongArity,
                "`does` is about a role and a move",
                "write `(does r m)`",
            ));
        };
        let Some(role) = self.queries.roles.iter().position(|(known, _)| known == role) else {
            let shown = self.game.program.terms.show(*role).to_string();
            return Err(self.wrong_at(
                at,
                Code::UnknownName,
                format!("there is no role `{shown}`"),
                "name one of the roles",
            ));
        };
        let made = self.queries.action_of(RoleId::from_index(role), *made);
        Ok(self.queries.formulas.does(made))
    }

    fn of_state(&self, predicate: Predicate, name: &str, at: usize) -> Read<()> {
        let is_late = self.game.dependencies.phase(predicate) == Phase::Moves;
        if is_late || matches!(predicate, Predicate::NEXT | Predicate::SEES | Predicate::INIT) {
            let message = format!("`{name}` is no matter of a state");
            let help =
                "ask what holds after a move with `next`, and which move is made with `(does r m)`";
            return Err(self.wrong_at(at, Code::WrongKind, message, help));
        }
        Ok(())
    }

    fn unknown_name(&self, name: &str, arity: usize, at: usize) -> Diagnostic {
        let program = &self.game.program;
        let with = if arity == 1 { "1 argument".to_owned() } else { format!("{arity} arguments") };
        let message = format!("the game has no relation and no fact `{name}` with {with}");
        let mut known: Vec<String> = fluents(program).map(|(name, _)| name.to_owned()).collect();
        known.extend(
            program.rules.iter().map(|rule| program.relation_name(rule.head.predicate).to_owned()),
        );
        known.sort();
        known.dedup();
        known.truncate(12);
        self.wrong_at(
            at,
            Code::UnknownName,
            message,
            &format!("there are for example {}", known.join(", ")),
        )
    }
}

/// Whether a word is an operator in front of a formula.
fn is_operator(word: &str) -> bool {
    matches!(word, "next" | "E" | "C") || word.starts_with("K_") || word.starts_with("M_")
}

/// The functions of which facts are made, with their numbers of arguments.
fn fluents(program: &Program) -> impl Iterator<Item = (&str, usize)> {
    let heads = program
        .rules
        .iter()
        .filter(|rule| matches!(rule.head.predicate, Predicate::INIT | Predicate::NEXT));
    heads.filter_map(|rule| match &rule.head.arguments[0] {
        Pattern::Ground(term) => {
            let node = program.terms.node(*term);
            Some((program.terms.name(node.name), node.arguments.len()))
        }
        Pattern::Compound(name, inner) => Some((program.terms.name(*name), inner.len())),
        Pattern::Variable(_) => None,
    })
}

fn is_fluent(program: &Program, name: &str, arity: usize) -> bool {
    fluents(program).any(|fluent| fluent == (name, arity))
}
