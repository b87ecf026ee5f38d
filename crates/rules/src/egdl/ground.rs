//! Descriptions without indices: each rule becomes one formula for all values of the indices that are free in it.

use super::parse;
use super::token::tokens;
use super::tree::{Applied, Binder, Comparison, Expression, Look, Set, Statement, Term};
use crate::formula::{Fact, Formula, Formulas, Move};
use hexa_lang::{Code, Diagnostic, SourceId, Span};
use hexa_logic::Agent;
use indexmap::{IndexMap, IndexSet};

/// A game signature (EGDL sec. 2): agents, atoms, and actions of each agent.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    agents: IndexSet<String>,
    atoms: IndexSet<String>,
    moves: IndexMap<String, Agent>,
}

/// A rule with the values of its indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The indices that are free in the rule, with their values.
    pub indices: Vec<(String, String)>,
    /// All of it.
    pub formula: Formula,
    /// The parts that must all hold, as far as they show.
    pub(crate) clauses: Vec<Clause>,
}

/// A part of a rule, by its outermost connective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clause {
    Iff(Formula, Formula),
    Implies(Formula, Formula),
    Other(Formula),
}

/// A numbered rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its number.
    pub label: String,
    /// Where it is written.
    pub span: Span,
    /// It, for all values of the indices that are free in it.
    pub instances: Vec<Instance>,
}

/// How a state is drawn: signs in rows and columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// For each row and column the signs that it can have, with the formulas that say when; the first one counts.
    pub cells: Vec<Vec<Vec<(String, Formula)>>>,
}

/// A game as it is described.
#[derive(Clone, Debug)]
pub struct Description {
    /// What it is called.
    pub title: Option<String>,
    /// Agents, atoms and actions.
    pub signature: Signature,
    /// The formulas of the rules.
    pub formulas: Formulas,
    /// The rules, in order.
    pub rules: Vec<Rule>,
    /// How states are drawn.
    pub board: Option<Board>,
    /// What other names stand for.
    names: Names,
    source: SourceId,
}

/// What an index can be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Value {
    Number(i64),
    /// An agent, an action, or a constant of a set.
    Symbol(String),
}

#[derive(Clone, Debug, Default)]
struct Names {
    parameters: IndexMap<String, i64>,
    indices: IndexMap<String, Vec<Value>>,
    constants: IndexSet<String>,
}

/// The most formulas and values that rules and declarations may become.
const MOST: usize = 1 << 21;

impl Signature {
    /// The names of the agents.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = &str> {
        self.agents.iter().map(|name| &name[..])
    }

    /// The names of the atoms. The first facts are these.
    pub fn atoms(&self) -> impl ExactSizeIterator<Item = &str> {
        self.atoms.iter().map(|name| &name[..])
    }

    /// The actions: their names, and whose they are.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (&str, Agent)> {
        self.moves.iter().map(|(name, agent)| (&name[..], *agent))
    }

    /// The action without effects of an agent.
    pub fn noop(&self, agent: Agent) -> Move {
        Move(agent.0)
    }

    /// The name of an action.
    pub fn move_name(&self, action: Move) -> &str {
        self.moves.get_index(action.0 as usize).map_or("?", |(name, _)| name)
    }

    /// The action of this name.
    pub fn move_named(&self, name: &str) -> Option<Move> {
        self.moves.get_index_of(name).map(|index| Move(index as u32))
    }

    /// That the state is an initial one.
    pub fn initial(&self) -> Fact {
        Fact(self.atoms.len() as u32)
    }

    /// That the state is a terminal one.
    pub fn terminal(&self) -> Fact {
        Fact(self.atoms.len() as u32 + 1)
    }

    /// That an agent wins in the state.
    pub fn wins(&self, agent: Agent) -> Fact {
        Fact(self.atoms.len() as u32 + 2 + agent.0)
    }

    /// That an action is legal in the state.
    pub fn legal(&self, action: Move) -> Fact {
        Fact((self.atoms.len() + 2 + self.agents.len()) as u32 + action.0)
    }

    /// How many facts there are.
    pub fn facts(&self) -> usize {
        self.atoms.len() + 2 + self.agents.len() + self.moves.len()
    }

    /// A fact as it is written.
    pub fn fact_name(&self, fact: Fact) -> String {
        let at = fact.0 as usize;
        if let Some(atom) = self.atoms.get_index(at) {
            return atom.clone();
        }
        let after = at - self.atoms.len();
        match after {
            0 => "initial".to_owned(),
            1 => "terminal".to_owned(),
            _ => match self.agents.get_index(after - 2) {
                Some(agent) => format!("wins({agent})"),
                None => {
                    let action = Move((after - 2 - self.agents.len()) as u32);
                    format!("legal({})", self.move_name(action))
                }
            },
        }
    }
}

/// Reads a description; what is wrong with it comes with it.
pub fn read(text: &str, source: SourceId) -> (Option<Description>, Vec<Diagnostic>) {
    let mut wrong = Vec::new();
    let tokens = tokens(text, source, &mut wrong);
    let statements = parse::statements(&tokens, source, &mut wrong);
    let description = Description {
        title: None,
        signature: Signature::default(),
        formulas: Formulas::default(),
        rules: Vec::new(),
        board: None,
        names: Names::default(),
        source,
    };
    let mut reader = Reader { description, wrong, left: MOST };
    if !statements.lacks_declarations {
        reader.statements(&statements.found);
    }
    match reader.wrong.is_empty() {
        true => (Some(reader.description), Vec::new()),
        false => (None, reader.wrong),
    }
}

/// Reads a formula about a described game, for all values of the indices that are free in it.
pub fn read_formula(
    description: &mut Description,
    text: &str,
    source: SourceId,
) -> Result<Vec<Instance>, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let tokens = tokens(text, source, &mut wrong);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let formula = parse::formula(&tokens, source).map_err(|diagnostic| vec![diagnostic])?;
    let own = std::mem::replace(&mut description.source, source);
    let mut reader = Reader { description: description.clone(), wrong, left: MOST };
    let instances = reader.instances(&formula, Span::new(0, text.len()));
    description.formulas = reader.description.formulas;
    description.source = own;
    instances.map_err(|diagnostic| vec![diagnostic])
}

struct Reader {
    description: Description,
    wrong: Vec<Diagnostic>,
    /// How many formulas and values may still be made.
    left: usize,
}

/// Values of indices.
type Bound = Vec<(String, Value)>;
type Grounded<T> = Result<T, Diagnostic>;

impl Reader {
    /// Declarations first, in the order in which they need each other, and then the rules. Without the declarations, nothing can be
    /// said of the rules.
    fn statements(&mut self, statements: &[(Statement, Span)]) {
        let of_rules = self.wrong.len();
        for step in [Self::names, Self::actions, Self::atoms, Self::rules] {
            if self.wrong.len() > of_rules {
                return;
            }
            for (statement, span) in statements {
                let wrong = step(self, statement, *span).err();
                self.wrong.extend(wrong);
            }
            if self.description.signature.agents.is_empty() && self.wrong.len() == of_rules {
                let at = statements.first().map_or(Span::new(0, 0), |(_, span)| *span);
                let wrong = self.error(Code::NoAgents, at, "no agents are declared");
                self.wrong.push(wrong.help("agents x, o"));
            }
        }
    }

    fn error(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.description.source, span, message)
    }

    fn spend(&mut self, span: Span) -> Grounded<()> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(self
                .error(Code::TooLarge, span, format!("the rules become more than {MOST} formulas"))
                .help("take smaller sets of indices")),
        }
    }

    fn names(&mut self, statement: &Statement, _: Span) -> Grounded<()> {
        match statement {
            Statement::Game(title) => self.description.title = Some(title.clone()),
            Statement::Parameter(name, span, value) => {
                let value = self.number(value, &Vec::new(), *span)?;
                self.declare(name, *span)?;
                self.description.names.parameters.insert(name.clone(), value);
            }
            Statement::Agents(agents) => {
                for (name, span) in agents {
                    self.declare(name, *span)?;
                    let signature = &mut self.description.signature;
                    let agent = Agent::from_index(signature.agents.len());
                    signature.agents.insert(name.clone());
                    signature.moves.insert(format!("noop^{name}"), agent);
                }
            }
            Statement::Index(Binder { names, set }) => {
                let Some(set) = set else { return Ok(()) };
                let at = names.first().map_or(Span::new(0, 0), |(_, span)| *span);
                let values = self.values(set, &Vec::new(), at)?;
                for (name, span) in names {
                    self.declare(name, *span)?;
                    self.description.names.indices.insert(name.clone(), values.clone());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A name stands for one thing.
    fn declare(&self, name: &str, span: Span) -> Grounded<()> {
        let names = &self.description.names;
        let known = names.parameters.contains_key(name)
            || names.indices.contains_key(name)
            || self.description.signature.agents.contains(name);
        match known {
            true => {
                Err(self.error(Code::DuplicateName, span, format!("`{name}` is declared twice")))
            }
            false => Ok(()),
        }
    }

    fn actions(&mut self, statement: &Statement, _: Span) -> Grounded<()> {
        let Statement::Actions(actions) = statement else { return Ok(()) };
        for action in actions {
            for bound in self.bindings(&free_in_applied(self, action), action.span)? {
                let name = self.applied(action, &bound)?;
                let owner =
                    action.above.first().map(|owner| self.value(owner, &bound)).transpose()?;
                let owner = match &owner {
                    Some(Value::Symbol(name)) => {
                        self.description.signature.agents.get_index_of(name)
                    }
                    _ => None,
                };
                let Some(owner) = owner else {
                    let message = "an action needs its agent above it";
                    return Err(self.error(Code::WrongKind, action.span, message).help("a^r"));
                };
                let moves = &mut self.description.signature.moves;
                if moves.insert(name.clone(), Agent::from_index(owner)).is_some() {
                    let message = format!("the action {name} is declared twice");
                    return Err(self.error(Code::DuplicateName, action.span, message));
                }
            }
        }
        Ok(())
    }

    fn atoms(&mut self, statement: &Statement, _: Span) -> Grounded<()> {
        let Statement::Atoms(atoms) = statement else { return Ok(()) };
        for atom in atoms {
            for bound in self.bindings(&free_in_applied(self, atom), atom.span)? {
                let name = self.applied(atom, &bound)?;
                if !self.description.signature.atoms.insert(name.clone()) {
                    let message = format!("the atom {name} is declared twice");
                    return Err(self.error(Code::DuplicateName, atom.span, message));
                }
            }
        }
        Ok(())
    }

    fn rules(&mut self, statement: &Statement, span: Span) -> Grounded<()> {
        match statement {
            Statement::Rule { label, formula } => {
                if self.description.rules.iter().any(|rule| rule.label == *label) {
                    let message = format!("there are two rules {label}");
                    return Err(self.error(Code::DuplicateName, span, message));
                }
                let instances = self.instances(formula, span)?;
                self.description.rules.push(Rule { label: label.clone(), span, instances });
            }
            Statement::Board { rows, columns, looks } => {
                let board = self.board(rows, columns, looks)?;
                self.description.board = Some(board);
            }
            _ => {}
        }
        Ok(())
    }

    fn instances(&mut self, formula: &Expression, span: Span) -> Grounded<Vec<Instance>> {
        let mut free = IndexSet::new();
        free_in(self, formula, &mut Vec::new(), &mut free);
        let free: Vec<String> = free.into_iter().collect();
        let mut instances = Vec::new();
        for mut bound in self.bindings(&free, span)? {
            let mut clauses = Vec::new();
            self.clauses(formula, &mut bound, &mut clauses)?;
            let whole = self.formula(formula, &mut bound)?;
            let written = |(name, value): &(String, Value)| (name.clone(), value.written());
            let indices = bound.iter().map(written).collect();
            instances.push(Instance { indices, formula: whole, clauses });
        }
        Ok(instances)
    }

    fn board(
        &mut self,
        rows: &(String, Span),
        columns: &(String, Span),
        looks: &[Look],
    ) -> Grounded<Board> {
        let (mut cells, down) = (Vec::new(), self.declared(rows)?);
        let across = self.declared(columns)?;
        for row in &down {
            let mut line = Vec::new();
            for column in &across {
                let mut bound =
                    vec![(rows.0.clone(), row.clone()), (columns.0.clone(), column.clone())];
                let mut signs = Vec::new();
                for Look { sign, when } in looks {
                    let when = match when {
                        Some(when) => self.formula(when, &mut bound)?,
                        None => self.description.formulas.constant(true),
                    };
                    if self.description.formulas.depth(when) > 0 {
                        let message = "a board shows a state, not what is done";
                        return Err(self.error(Code::WrongKind, rows.1, message));
                    }
                    signs.push((sign.clone(), when));
                }
                line.push(signs);
            }
            cells.push(line);
        }
        Ok(Board { cells })
    }

    fn declared(&self, (name, span): &(String, Span)) -> Grounded<Vec<Value>> {
        self.description.names.indices.get(name).cloned().ok_or_else(|| {
            self.error(Code::UnknownName, *span, format!("`{name}` is not declared as an index"))
                .help(format!("index {name} in 1..3"))
        })
    }

    /// All values of some declared indices.
    fn bindings(&mut self, names: &[String], span: Span) -> Grounded<Vec<Bound>> {
        let mut all: Vec<Bound> = vec![Vec::new()];
        for name in names {
            let values = self.description.names.indices[name].clone();
            let mut longer = Vec::new();
            for bound in &all {
                for value in &values {
                    self.spend(span)?;
                    longer.push(with(bound, name, value));
                }
            }
            all = longer;
        }
        Ok(all)
    }

    /// The values of indices that are bound in a formula.
    fn bound_by(&mut self, binder: &Binder, bound: &Bound) -> Grounded<Vec<Bound>> {
        let mut all = vec![bound.clone()];
        for (name, span) in &binder.names {
            let values = match &binder.set {
                Some(set) => self.values(set, bound, *span)?,
                None => self.declared(&(name.clone(), *span))?,
            };
            let mut longer = Vec::new();
            for bound in &all {
                for value in &values {
                    self.spend(*span)?;
                    longer.push(with(bound, name, value));
                }
            }
            all = longer;
        }
        Ok(all)
    }

    fn values(&mut self, set: &Set, bound: &Bound, at: Span) -> Grounded<Vec<Value>> {
        match set {
            Set::Agents => {
                Ok(self.description.signature.agents.iter().cloned().map(Value::Symbol).collect())
            }
            Set::Range(first, last, span) => {
                let (first, last) =
                    (self.number(first, bound, *span)?, self.number(last, bound, *span)?);
                let mut values = Vec::new();
                for number in first..=last {
                    self.spend(*span)?;
                    values.push(Value::Number(number));
                }
                Ok(values)
            }
            Set::Listed(terms) => {
                let mut values = Vec::new();
                for term in terms {
                    let value = match term {
                        Term::Named(name)
                            if name.is_plain() && !self.stands_for(&name.name, bound) =>
                        {
                            self.description.names.constants.insert(name.name.clone());
                            Value::Symbol(name.name.clone())
                        }
                        _ => self.value(term, bound)?,
                    };
                    self.spend(at)?;
                    values.push(value);
                }
                Ok(values)
            }
        }
    }

    /// Whether a name stands for something already.
    fn stands_for(&self, name: &str, bound: &Bound) -> bool {
        let names = &self.description.names;
        bound.iter().any(|(known, _)| known == name)
            || names.parameters.contains_key(name)
            || self.description.signature.agents.contains(name)
    }

    fn number(&self, term: &Term, bound: &Bound, span: Span) -> Grounded<i64> {
        match self.value(term, bound)? {
            Value::Number(number) => Ok(number),
            Value::Symbol(name) => {
                Err(self.error(Code::NotANumber, span, format!("`{name}` is no number")))
            }
        }
    }

    fn value(&self, term: &Term, bound: &Bound) -> Grounded<Value> {
        match term {
            Term::Number(number) => Ok(Value::Number(*number)),
            Term::Named(applied) if applied.is_plain() => self.named(applied, bound),
            Term::Named(applied) => {
                let name = self.applied(applied, bound)?;
                match self.description.signature.moves.contains_key(&name) {
                    true => Ok(Value::Symbol(name)),
                    false => Err(self.no_such("action", &name, applied)),
                }
            }
            Term::Opponent(of, span) => self.opponent(of, bound, *span),
            Term::Sum(left, right, span) => self.sum(left, right, bound, *span, i64::checked_add),
            Term::Difference(left, right, span) => {
                self.sum(left, right, bound, *span, i64::checked_sub)
            }
        }
    }

    fn sum(
        &self,
        left: &Term,
        right: &Term,
        bound: &Bound,
        span: Span,
        of: impl Fn(i64, i64) -> Option<i64>,
    ) -> Grounded<Value> {
        let (left, right) = (self.number(left, bound, span)?, self.number(right, bound, span)?);
        of(left, right)
            .map(Value::Number)
            .ok_or_else(|| self.error(Code::Overflow, span, "this number is too large"))
    }

    fn named(&self, applied: &Applied, bound: &Bound) -> Grounded<Value> {
        let (name, names) = (&applied.name, &self.description.names);
        if let Some((_, value)) = bound.iter().rev().find(|(known, _)| known == name) {
            return Ok(value.clone());
        }
        if let Some(&number) = names.parameters.get(name) {
            return Ok(Value::Number(number));
        }
        let signature = &self.description.signature;
        if signature.agents.contains(name)
            || names.constants.contains(name)
            || signature.moves.contains_key(name)
        {
            return Ok(Value::Symbol(name.clone()));
        }
        let message = format!("`{name}` is no index, agent or constant");
        Err(self.error(Code::UnknownName, applied.span, message))
    }

    /// `-r`: the other one of two agents; of a number, its negative.
    fn opponent(&self, of: &Term, bound: &Bound, span: Span) -> Grounded<Value> {
        let name = match self.value(of, bound)? {
            Value::Number(number) => {
                let negative = number.checked_neg();
                return negative
                    .map(Value::Number)
                    .ok_or_else(|| self.error(Code::Overflow, span, "this number is too large"));
            }
            Value::Symbol(name) => name,
        };
        let agents = &self.description.signature.agents;
        match (agents.get_index_of(&name), agents.len()) {
            (Some(at), 2) => Ok(Value::Symbol(agents[1 - at].clone())),
            (Some(_), many) => Err(self
                .error(
                    Code::NoOpponent,
                    span,
                    format!("`{name}` has no opponent: there are {many} agents"),
                )
                .help("`-r` is the other one of two agents")),
            (None, _) => Err(self.error(
                Code::WrongKind,
                span,
                format!("`{name}` is no agent, and has no opponent"),
            )),
        }
    }

    fn agent(&self, term: &Term, bound: &Bound, span: Span) -> Grounded<Agent> {
        let value = self.value(term, bound)?.written();
        match self.description.signature.agents.get_index_of(&value) {
            Some(index) => Ok(Agent::from_index(index)),
            None => Err(self
                .error(Code::UnknownName, span, format!("`{value}` is no agent"))
                .help(format!("the agents are {}", listed(self.description.signature.agents())))),
        }
    }

    fn action(&self, term: &Term, bound: &Bound, span: Span) -> Grounded<Move> {
        let Value::Symbol(name) = self.value(term, bound)? else {
            return Err(self.error(Code::WrongKind, span, "an action was expected, not a number"));
        };
        let found = self.description.signature.moves.get_index_of(&name);
        let no = || {
            self.error(Code::UnknownName, span, format!("`{name}` is no action"))
                .help("actions are declared: `actions a^r_{i,j}`; `noop^r` always is one")
        };
        Ok(Move(found.ok_or_else(no)? as u32))
    }

    /// A name with its indices, as it is written.
    fn applied(&self, applied: &Applied, bound: &Bound) -> Grounded<String> {
        let list = |terms: &[Term]| -> Grounded<String> {
            let values = terms.iter().map(|term| Ok(self.value(term, bound)?.written()));
            Ok(values.collect::<Grounded<Vec<String>>>()?.join(","))
        };
        let mut name = applied.name.clone();
        for (sign, terms) in [('^', &applied.above), ('_', &applied.below)] {
            match terms.len() {
                0 => {}
                1 => name += &format!("{sign}{}", braced(list(terms)?)),
                _ => name += &format!("{sign}{{{}}}", list(terms)?),
            }
        }
        if !applied.behind.is_empty() {
            name += &format!("({})", list(&applied.behind)?);
        }
        Ok(name)
    }

    fn no_such(&self, kind: &str, name: &str, applied: &Applied) -> Diagnostic {
        let signature = &self.description.signature;
        let is_of = |known: &&str| {
            known
                .strip_prefix(&applied.name[..])
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let same: Vec<&str> = match kind {
            "atom" => signature.atoms().filter(is_of).collect(),
            _ => signature.moves().map(|(name, _)| name).filter(is_of).collect(),
        };
        let message = format!("there is no {kind} {name}");
        match same[..] {
            [] => self
                .error(Code::UnknownName, applied.span, message)
                .help(format!("`{}` is not declared: `{kind}s {}...`", applied.name, applied.name)),
            [one] => {
                self.error(Code::OutOfRange, applied.span, message).help(format!("there is {one}"))
            }
            [first, .., last] => self
                .error(Code::OutOfRange, applied.span, message)
                .help(format!("there are {first} to {last}, {} in all", same.len())),
        }
    }

    /// The parts of a formula that must all hold.
    fn clauses(
        &mut self,
        of: &Expression,
        bound: &mut Bound,
        found: &mut Vec<Clause>,
    ) -> Grounded<()> {
        match of {
            Expression::And(parts) => {
                for part in parts {
                    self.clauses(part, bound, found)?;
                }
            }
            Expression::Forall(binder, body) => {
                for mut bound in self.bound_by(binder, bound)? {
                    self.clauses(body, &mut bound, found)?;
                }
            }
            Expression::Iff(left, right) => {
                found.push(Clause::Iff(self.formula(left, bound)?, self.formula(right, bound)?));
            }
            Expression::Implies(left, right) => {
                found
                    .push(Clause::Implies(self.formula(left, bound)?, self.formula(right, bound)?));
            }
            other => found.push(Clause::Other(self.formula(other, bound)?)),
        }
        Ok(())
    }

    fn formula(&mut self, of: &Expression, bound: &mut Bound) -> Grounded<Formula> {
        use Expression as E;
        self.spend(Span::new(0, 0))?;
        let made = match of {
            E::Constant(value) => self.description.formulas.constant(*value),
            E::Initial => self.fact(Signature::initial),
            E::Terminal => self.fact(Signature::terminal),
            E::Wins(agent, span) => {
                let agent = self.agent(agent, bound, *span)?;
                self.fact(|signature| signature.wins(agent))
            }
            E::Legal(action, span) => {
                let action = self.action(action, bound, *span)?;
                self.fact(|signature| signature.legal(action))
            }
            E::Does(action, span) => {
                let action = self.action(action, bound, *span)?;
                self.description.formulas.does(action)
            }
            E::Atom(applied) => self.atom(applied, bound)?,
            E::Compare(comparison, left, right, span) => {
                let holds = self.compare(*comparison, left, right, bound, *span)?;
                self.description.formulas.constant(holds)
            }
            E::Not(body) => {
                let body = self.formula(body, bound)?;
                self.description.formulas.not(body)
            }
            E::And(parts) => {
                let parts = self.formulas(parts, bound)?;
                self.description.formulas.and(parts)
            }
            E::Or(parts) => {
                let parts = self.formulas(parts, bound)?;
                self.description.formulas.or(parts)
            }
            E::Implies(left, right) => {
                let (left, right) = (self.formula(left, bound)?, self.formula(right, bound)?);
                self.description.formulas.implies(left, right)
            }
            E::Iff(left, right) => {
                let (left, right) = (self.formula(left, bound)?, self.formula(right, bound)?);
                self.description.formulas.iff(left, right)
            }
            E::Next(body) => {
                let body = self.formula(body, bound)?;
                self.description.formulas.next(body)
            }
            E::Knows(agent, span, body) => {
                let (agent, body) = (self.agent(agent, bound, *span)?, self.formula(body, bound)?);
                self.description.formulas.knows(agent, body)
            }
            E::Imagines(agent, span, body) => {
                let (agent, body) = (self.agent(agent, bound, *span)?, self.formula(body, bound)?);
                let formulas = &mut self.description.formulas;
                let body = formulas.not(body);
                let knows = formulas.knows(agent, body);
                formulas.not(knows)
            }
            E::Everybody(body) => {
                let (agents, body) =
                    (self.description.signature.agents.len(), self.formula(body, bound)?);
                self.description.formulas.everybody(agents, body)
            }
            E::Common(body) => {
                let body = self.formula(body, bound)?;
                self.description.formulas.common(body)
            }
            E::Forall(binder, body) => {
                let parts = self.each(binder, body, bound)?;
                self.description.formulas.and(parts)
            }
            E::Exists(binder, body) => {
                let parts = self.each(binder, body, bound)?;
                self.description.formulas.or(parts)
            }
        };
        Ok(made)
    }

    fn fact(&mut self, of: impl Fn(&Signature) -> Fact) -> Formula {
        let fact = of(&self.description.signature);
        self.description.formulas.fact(fact)
    }

    fn atom(&mut self, applied: &Applied, bound: &Bound) -> Grounded<Formula> {
        let name = self.applied(applied, bound)?;
        match self.description.signature.atoms.get_index_of(&name) {
            Some(index) => Ok(self.description.formulas.fact(Fact(index as u32))),
            None => Err(self.no_such("atom", &name, applied)),
        }
    }

    fn compare(
        &self,
        comparison: Comparison,
        left: &Term,
        right: &Term,
        bound: &Bound,
        span: Span,
    ) -> Grounded<bool> {
        let (left, right) = (self.value(left, bound)?, self.value(right, bound)?);
        let in_order = || match (&left, &right) {
            (Value::Number(left), Value::Number(right)) => Ok(left.cmp(right)),
            _ => Err(self.error(Code::NotANumber, span, "only numbers are in an order")),
        };
        Ok(match comparison {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => in_order()?.is_lt(),
            Comparison::AtMost => in_order()?.is_le(),
            Comparison::More => in_order()?.is_gt(),
            Comparison::AtLeast => in_order()?.is_ge(),
        })
    }

    fn formulas(&mut self, parts: &[Expression], bound: &mut Bound) -> Grounded<Vec<Formula>> {
        parts.iter().map(|part| self.formula(part, bound)).collect()
    }

    fn each(
        &mut self,
        binder: &Binder,
        body: &Expression,
        bound: &Bound,
    ) -> Grounded<Vec<Formula>> {
        let all = self.bound_by(binder, bound)?;
        all.into_iter().map(|mut bound| self.formula(body, &mut bound)).collect()
    }
}

impl Applied {
    fn is_plain(&self) -> bool {
        self.above.is_empty() && self.below.is_empty() && self.behind.is_empty()
    }
}

impl Value {
    fn written(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Symbol(name) => name.clone(),
        }
    }
}

fn with(bound: &Bound, name: &str, value: &Value) -> Bound {
    let mut longer = bound.clone();
    longer.push((name.to_owned(), value.clone()));
    longer
}

/// In braces unless it is one word.
fn braced(value: String) -> String {
    match value.chars().all(char::is_alphanumeric) {
        true => value,
        false => format!("{{{value}}}"),
    }
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The declared indices of a name.
fn free_in_applied(reader: &Reader, applied: &Applied) -> Vec<String> {
    let mut free = IndexSet::new();
    let terms = applied.above.iter().chain(&applied.below).chain(&applied.behind);
    terms.for_each(|term| free_in_term(reader, term, &[], &mut free));
    free.into_iter().collect()
}

fn free_in_term(reader: &Reader, term: &Term, bound: &[String], free: &mut IndexSet<String>) {
    match term {
        Term::Number(_) => {}
        Term::Named(applied) => free_in_name(reader, applied, bound, free),
        Term::Opponent(of, _) => free_in_term(reader, of, bound, free),
        Term::Sum(left, right, _) | Term::Difference(left, right, _) => {
            free_in_term(reader, left, bound, free);
            free_in_term(reader, right, bound, free);
        }
    }
}

fn free_in_name(reader: &Reader, of: &Applied, bound: &[String], free: &mut IndexSet<String>) {
    let is_index = reader.description.names.indices.contains_key(&of.name);
    if of.is_plain() && is_index && !bound.contains(&of.name) {
        free.insert(of.name.clone());
    }
    let terms = of.above.iter().chain(&of.below).chain(&of.behind);
    terms.for_each(|term| free_in_term(reader, term, bound, free));
}

/// The declared indices that are free in a formula, in the order in which they occur.
fn free_in(reader: &Reader, of: &Expression, bound: &mut Vec<String>, free: &mut IndexSet<String>) {
    use Expression as E;
    match of {
        E::Constant(_) | E::Initial | E::Terminal => {}
        E::Wins(term, _) | E::Legal(term, _) | E::Does(term, _) => {
            free_in_term(reader, term, bound, free);
        }
        E::Atom(applied) => free_in_name(reader, applied, bound, free),
        E::Compare(_, left, right, _) => {
            free_in_term(reader, left, bound, free);
            free_in_term(reader, right, bound, free);
        }
        E::Not(body) | E::Next(body) | E::Everybody(body) | E::Common(body) => {
            free_in(reader, body, bound, free);
        }
        E::Knows(agent, _, body) | E::Imagines(agent, _, body) => {
            free_in_term(reader, agent, bound, free);
            free_in(reader, body, bound, free);
        }
        E::And(parts) | E::Or(parts) => {
            parts.iter().for_each(|part| free_in(reader, part, bound, free));
        }
        E::Implies(left, right) | E::Iff(left, right) => {
            free_in(reader, left, bound, free);
            free_in(reader, right, bound, free);
        }
        E::Forall(binder, body) | E::Exists(binder, body) => {
            let before = bound.len();
            bound.extend(binder.names.iter().map(|(name, _)| name.clone()));
            free_in(reader, body, bound, free);
            bound.truncate(before);
        }
    }
}
