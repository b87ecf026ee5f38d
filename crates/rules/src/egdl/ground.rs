//! Descriptions without indices: each rule becomes one formula for all values of the indices that are free in it.

mod free;
mod terms;

use super::parse;
use super::signature::Signature;
use super::token::tokens;
use super::tree::{Applied, Binder, Expression, Look, Set, Statement, Term};
use super::underscore::NameParts;
use crate::work::Work;
use hexa_lang::{Code, Diagnostic, SourceId, Span};
use hexa_logic::{Agent, Fluent, PathFormula, PathFormulas, Stop, Stopped};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;
use terms::Value;

/// A rule with the values of its indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The indices that are free in the rule, with their values.
    pub indices: Vec<(String, String)>,
    /// All of it.
    pub formula: PathFormula,
    /// The parts that must all hold, as far as they show.
    pub clauses: Vec<RuleClause>,
}

/// A part of a rule, by its outermost connective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleClause {
    /// φ ↔ ψ
    Iff(PathFormula, PathFormula),
    /// φ → ψ
    Implies(PathFormula, PathFormula),
    /// Anything else.
    Other(PathFormula),
}

/// A numbered rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedRule {
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
    pub cells: Vec<Vec<Vec<(String, PathFormula)>>>,
}

/// A game as it is described.
#[derive(Clone, Debug)]
pub struct Description {
    /// What it is called.
    pub title: Option<String>,
    /// Agents, atoms and actions.
    pub signature: Signature,
    /// The formulas of the rules.
    pub formulas: PathFormulas,
    /// The rules, in order.
    pub rules: Vec<NumberedRule>,
    /// How states are drawn.
    pub board: Option<Board>,
    /// What other names stand for.
    names: Names,
    /// Where agents, actions and atoms are declared, in their orders.
    pub(super) declared: Declared,
    source: SourceId,
}

/// The places of declarations.
#[derive(Clone, Debug, Default)]
pub(super) struct Declared {
    agents: Vec<Span>,
    moves: Vec<Span>,
    atoms: Vec<Span>,
}

impl Description {
    /// The place to point at where no rule defines a fact: where it is declared, or else where the rules start.
    pub(super) fn place_of(&self, fact: Fluent) -> Span {
        let (atoms, agents) = (self.declared.atoms.len(), self.declared.agents.len());
        let at = fact.0 as usize;
        let declared = match at.checked_sub(atoms) {
            None => self.declared.atoms.get(at),
            Some(0 | 1) => None,
            Some(after) if after - 2 < agents => self.declared.agents.get(after - 2),
            Some(after) => self.declared.moves.get(after - 2 - agents),
        };
        let rules = || self.rules.first().map(|rule| rule.span);
        let place = declared.copied().or_else(rules);
        place.or(self.declared.agents.first().copied()).unwrap_or_default()
    }
}

#[derive(Clone, Debug, Default)]
struct Names {
    parameters: IndexMap<String, i64>,
    indices: IndexMap<String, Vec<Value>>,
    constants: IndexSet<String>,
    parts: NameParts,
}

/// The most formulas and values that rules and declarations may become.
const MOST: usize = 1 << 21;

/// Why a description or a formula could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRead {
    /// What is wrong with the text, all of it.
    Wrong(Vec<Diagnostic>),
    /// Somebody asked for the end.
    Stopped,
}

impl From<Stopped> for NotRead {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Reads a description.
pub fn read(text: &str, source: SourceId, stop: &Stop) -> Result<Description, NotRead> {
    let mut wrong = Vec::new();
    let work = Work::new(stop);
    let tokens = tokens(text, source, &mut wrong, &work)?;
    let mut parts = NameParts::default();
    parts.declare(&tokens);
    let tokens = parts.join(tokens);
    let statements = parse::statements(&tokens, source, &mut wrong, &work)?;
    drop(work);
    let description = Description {
        title: None,
        signature: Signature::default(),
        formulas: PathFormulas::default(),
        rules: Vec::new(),
        board: None,
        names: Names { parts, ..Names::default() },
        declared: Declared::default(),
        source,
    };
    let mut reader = Reader::new(description, wrong, stop);
    if !statements.lacks_declarations {
        reader.statements(&statements.found);
    }
    match (reader.is_stopped, reader.wrong.is_empty()) {
        (true, _) => Err(NotRead::Stopped),
        (false, true) => Ok(reader.description),
        (false, false) => Err(NotRead::Wrong(reader.wrong)),
    }
}

/// Reads a formula about a described game, for all values of the indices that are free in it.
pub fn read_formula(
    description: &mut Description,
    text: &str,
    source: SourceId,
    stop: &Stop,
) -> Result<Vec<Instance>, NotRead> {
    let mut wrong = Vec::new();
    let tokens = tokens(text, source, &mut wrong, &Work::new(stop))?;
    if !wrong.is_empty() {
        return Err(NotRead::Wrong(wrong));
    }
    let mut parts = description.names.parts.clone();
    parts.declare(&tokens);
    let tokens = parts.join(tokens);
    let is_wrong = |diagnostic| NotRead::Wrong(vec![diagnostic]);
    let formula = parse::formula(&tokens, source).map_err(is_wrong)?;
    let own = std::mem::replace(&mut description.source, source);
    let mut reader = Reader::new(description.clone(), wrong, stop);
    reader.at = Span::new(0, text.len());
    let instances = reader.instances(&formula, reader.at);
    description.formulas = reader.description.formulas;
    description.source = own;
    match reader.is_stopped {
        true => Err(NotRead::Stopped),
        false => instances.map_err(is_wrong),
    }
}

struct Reader<'s> {
    description: Description,
    wrong: Vec<Diagnostic>,
    /// The numbers of the rules so far.
    labels: FxHashSet<String>,
    /// How many formulas and values may still be made.
    left: usize,
    /// The statement that is being read.
    at: Span,
    work: Work<'s>,
    /// Whether somebody asked for the end: what is read since then does not count.
    is_stopped: bool,
}

/// Values of indices.
type Bound = Vec<(String, Value)>;
type Grounded<T> = Result<T, Diagnostic>;

impl<'s> Reader<'s> {
    fn new(description: Description, wrong: Vec<Diagnostic>, stop: &'s Stop) -> Self {
        let labels = FxHashSet::default();
        let (work, at) = (Work::new(stop), Span::default());
        Self { description, wrong, labels, left: MOST, at, work, is_stopped: false }
    }

    /// Declarations first, in the order in which they need each other, and then the rules. Without the declarations, nothing can be
    /// said of the rules.
    fn statements(&mut self, statements: &[(Statement, Span)]) {
        let of_rules = self.wrong.len();
        for step in [Self::names, Self::actions, Self::atoms, Self::rules] {
            if self.wrong.len() > of_rules {
                return;
            }
            for (statement, span) in statements {
                if self.is_stopped || self.work.step(1).is_err() {
                    self.is_stopped = true;
                    return;
                }
                self.at = *span;
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
        if self.is_stopped || self.work.step(1).is_err() {
            self.is_stopped = true;
            return Err(self.error(Code::TooLarge, span, "reading was stopped"));
        }
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
                    self.description.declared.agents.push(*span);
                    self.description.declared.moves.push(*span);
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
            for bound in self.bindings(&free::in_name_declared(self, action), action.span)? {
                let name = self.full_name(action, &bound)?;
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
                self.description.declared.moves.push(action.span);
            }
        }
        Ok(())
    }

    fn atoms(&mut self, statement: &Statement, _: Span) -> Grounded<()> {
        let Statement::Atoms(atoms) = statement else { return Ok(()) };
        for atom in atoms {
            for bound in self.bindings(&free::in_name_declared(self, atom), atom.span)? {
                let name = self.full_name(atom, &bound)?;
                if !self.description.signature.atoms.insert(name.clone()) {
                    let message = format!("the atom {name} is declared twice");
                    return Err(self.error(Code::DuplicateName, atom.span, message));
                }
                self.description.declared.atoms.push(atom.span);
            }
        }
        Ok(())
    }

    fn rules(&mut self, statement: &Statement, span: Span) -> Grounded<()> {
        match statement {
            Statement::Rule { label, formula } => {
                if !self.labels.insert(label.clone()) {
                    let message = format!("there are two rules {label}");
                    return Err(self.error(Code::DuplicateName, span, message));
                }
                let instances = self.instances(formula, span)?;
                self.description.rules.push(NumberedRule { label: label.clone(), span, instances });
            }
            Statement::Sees { agent, formula } => {
                let label = self.label_for_seen(agent);
                let instances = self.instances(formula, span)?;
                self.description.rules.push(NumberedRule { label, span, instances });
            }
            Statement::Board { rows, columns, looks } => {
                let board = self.board(rows, columns, looks)?;
                self.description.board = Some(board);
            }
            _ => {}
        }
        Ok(())
    }

    /// `sees r` for a rule without a number, with a number where there are several.
    fn label_for_seen(&mut self, agent: &str) -> String {
        let first = format!("sees {agent}");
        let numbered = (2..).map(|number| format!("sees {agent} ({number})"));
        let mut labels = [first.clone()].into_iter().chain(numbered);
        let label = labels.find(|label| !self.labels.contains(label)).unwrap_or(first);
        self.labels.insert(label.clone());
        label
    }

    fn instances(&mut self, formula: &Expression, span: Span) -> Grounded<Vec<Instance>> {
        let mut free = IndexSet::new();
        free::in_formula(self, formula, &mut Vec::new(), &mut free);
        let free: Vec<String> = free.into_iter().collect();
        let mut instances = Vec::new();
        for mut bound in self.bindings(&free, span)? {
            let mut clauses = Vec::new();
            self.clauses(formula, &mut bound, &mut clauses)?;
            let whole = self.formula(formula, &mut bound)?;
            let written = |(name, value): &(String, Value)| (name.clone(), value.show());
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
        let (mut cells, down) = (Vec::new(), self.values_of_index(rows)?);
        let across = self.values_of_index(columns)?;
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

    fn values_of_index(&self, (name, span): &(String, Span)) -> Grounded<Vec<Value>> {
        self.description.names.indices.get(name).cloned().ok_or_else(|| {
            self.error(Code::UnknownName, *span, format!("`{name}` is not declared as an index"))
                .help(format!("index {name} in 1..3"))
        })
    }

    /// All values of some declared indices.
    fn bindings(&mut self, names: &[String], span: Span) -> Grounded<Vec<Bound>> {
        let names = names.iter().map(|name| (name.clone(), span)).collect();
        self.bound_by(&Binder { names, set: None }, &Vec::new())
    }

    /// The values of indices that are bound in a formula.
    fn bound_by(&mut self, binder: &Binder, bound: &Bound) -> Grounded<Vec<Bound>> {
        let mut all = vec![bound.clone()];
        for (name, span) in &binder.names {
            let values = match &binder.set {
                Some(set) => self.values(set, bound, *span)?,
                None => self.values_of_index(&(name.clone(), *span))?,
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

    /// The parts of a formula that must all hold.
    fn clauses(
        &mut self,
        of: &Expression,
        bound: &mut Bound,
        found: &mut Vec<RuleClause>,
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
            Expression::Sees(agent, span, seen) => {
                for part in seen {
                    found.push(RuleClause::Other(self.sees((agent, *span), part, bound)?));
                }
            }
            Expression::Iff(left, right) => {
                found
                    .push(RuleClause::Iff(self.formula(left, bound)?, self.formula(right, bound)?));
            }
            Expression::Implies(left, right) => {
                found.push(RuleClause::Implies(
                    self.formula(left, bound)?,
                    self.formula(right, bound)?,
                ));
            }
            other => found.push(RuleClause::Other(self.formula(other, bound)?)),
        }
        Ok(())
    }

    fn formula(&mut self, of: &Expression, bound: &mut Bound) -> Grounded<PathFormula> {
        use Expression as E;
        self.spend(self.at)?;
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
            E::Sees(agent, span, seen) => {
                let sees = |part| self.sees((agent, *span), part, bound);
                let parts = seen.iter().map(sees).collect::<Grounded<Vec<_>>>()?;
                self.description.formulas.and(parts)
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

    /// `K_r φ | K_r ~φ`.
    fn sees(
        &mut self,
        (agent, span): (&Term, Span),
        body: &Expression,
        bound: &mut Bound,
    ) -> Grounded<PathFormula> {
        let (agent, body) = (self.agent(agent, bound, span)?, self.formula(body, bound)?);
        let formulas = &mut self.description.formulas;
        let negated = formulas.not(body);
        let knows = [body, negated].map(|body| formulas.knows(agent, body));
        Ok(formulas.or(knows))
    }

    fn fact(&mut self, of: impl Fn(&Signature) -> Fluent) -> PathFormula {
        let fact = of(&self.description.signature);
        self.description.formulas.fact(fact)
    }

    fn atom(&mut self, applied: &Applied, bound: &Bound) -> Grounded<PathFormula> {
        let name = self.full_name(applied, bound)?;
        match self.description.signature.atoms.get_index_of(&name) {
            Some(index) => Ok(self.description.formulas.fact(Fluent(index as u32))),
            None => Err(self.no_such("atom", &name, applied)),
        }
    }

    fn formulas(&mut self, parts: &[Expression], bound: &mut Bound) -> Grounded<Vec<PathFormula>> {
        parts.iter().map(|part| self.formula(part, bound)).collect()
    }

    fn each(
        &mut self,
        binder: &Binder,
        body: &Expression,
        bound: &Bound,
    ) -> Grounded<Vec<PathFormula>> {
        let all = self.bound_by(binder, bound)?;
        all.into_iter().map(|mut bound| self.formula(body, &mut bound)).collect()
    }
}

fn with(bound: &Bound, name: &str, value: &Value) -> Bound {
    let mut longer = bound.clone();
    longer.push((name.to_owned(), value.clone()));
    longer
}
