//! What a text declares, and where it is meant. Agents, cards, atoms, sets, parameters, definitions and frames share one
//! namespace; states have one, and so have the worlds of each model and the events of each frame.

use super::Draft;
use super::slot::Slot;
use super::walk::{Meanings, Walk, head};
use hexa_lang::Span;
use hexa_lang::syntax::tree::{
    Binder, Clause, ClauseKind, Definition, Expr, ExprKind, Item, Statement, StatementKind, Step,
    Tree,
};
use std::collections::BTreeMap;

/// What a name is a name of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameKind {
    /// An agent.
    Agent,
    /// The table.
    Table,
    /// A card.
    Card,
    /// An atom.
    Atom,
    /// A set.
    Set,
    /// A name that stands for itself.
    Plain,
    /// A parameter.
    Parameter,
    /// A defined formula.
    Formula,
    /// A defined action.
    Action,
    /// A frame.
    Frame,
    /// An event of a frame.
    Event,
    /// A world of a model.
    World,
    /// A state.
    State,
    /// A variable.
    Variable,
}

/// A name where it is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// What it is a name of.
    pub kind: NameKind,
    /// In which text: 0 is the draft itself, the others are included.
    pub file: usize,
    /// Where the name stands.
    pub span: Span,
    /// The statement that declares it.
    pub whole: Span,
}

/// A place where a name stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    /// In which text.
    pub file: usize,
    /// Where.
    pub span: Span,
    /// What fits there.
    pub slot: Slot,
    /// What it means, by its place among the declared names.
    pub meaning: Option<usize>,
}

/// What is declared outside of statements.
#[derive(Debug, Default)]
pub(super) struct Globals {
    pub declared: Vec<Declared>,
    pub by_name: Meanings,
    pub states: Meanings,
    events: BTreeMap<Box<str>, Meanings>,
}

/// All names of a text.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub globals: Globals,
    /// What is declared inside of statements, too.
    pub declared: Vec<Declared>,
    /// By file and place.
    pub occurrences: Vec<Occurrence>,
}

impl Names {
    /// The names of a draft and of what it includes.
    pub fn new(draft: &Draft) -> Self {
        let own = (&draft.parsed.tree, &*draft.text);
        let others = draft.included.iter().map(|other| (&other.parsed.tree, &*other.text));
        let texts: Vec<(&Tree, &str)> = std::iter::once(own).chain(others).collect();
        let globals = Globals::new(&texts);
        let mut names = Self::default();
        let mut inner = Vec::new();
        for (file, (tree, text)) in texts.iter().enumerate() {
            let mut walk = Walk::new(tree, text, file, &globals);
            walk.inner = std::mem::take(&mut inner);
            walk.statements();
            inner = walk.inner;
            names.occurrences.extend(walk.occurrences);
        }
        names.occurrences.sort_by_key(|found| (found.file, found.span.start));
        names.declared = globals.declared.iter().cloned().chain(inner).collect();
        names.globals = globals;
        names
    }

    /// The name at a place of the draft, or just before it.
    pub fn at(&self, at: usize) -> Option<&Occurrence> {
        let own = self.occurrences.iter().filter(|found| found.file == 0);
        let touches = |found: &&Occurrence| {
            (found.span.start as usize..=found.span.end as usize).contains(&at)
        };
        // Of two that touch the place, the one that starts there.
        own.filter(touches).max_by_key(|found| found.span.start)
    }

    /// Where a declared name stands, its declaration included.
    pub fn places_of(&self, meaning: usize) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().filter(move |found| found.meaning == Some(meaning))
    }
}

impl Globals {
    /// The names that some texts declare, the first text last in doubt about plain names.
    fn new(texts: &[(&Tree, &str)]) -> Self {
        let mut globals = Self::default();
        // Agents, atoms and elements may be given by sets and parameters, which have to be known before.
        for stage in [Stage::Named, Stage::Listed, Stage::Plain] {
            for (file, (tree, text)) in texts.iter().enumerate() {
                let (whole, rule) = (Span::default(), None);
                let mut reading = Reading { tree, text, file, globals: &mut globals, whole, rule };
                tree.statements.iter().for_each(|statement| reading.statement(statement, stage));
            }
        }
        globals
    }

    /// The events of a frame.
    pub fn events_of(&self, frame: &str) -> Option<&Meanings> {
        self.events.get(frame)
    }

    /// What a name means outside of statements.
    pub fn find(&self, name: &str) -> Option<&Declared> {
        self.by_name.get(name).map(|&at| &self.declared[at])
    }
}

/// Which names are collected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Those whose statements name them.
    Named,
    /// Those in lists, which other names may stand for.
    Listed,
    /// Those that are names of nothing else.
    Plain,
}

/// A text whose declarations are collected.
struct Reading<'a> {
    tree: &'a Tree,
    text: &'a str,
    file: usize,
    globals: &'a mut Globals,
    whole: Span,
    /// The rule of the clause.
    rule: Option<Binder>,
}

impl Reading<'_> {
    fn statement(&mut self, statement: &Statement, stage: Stage) {
        self.whole = statement.span;
        match &statement.kind {
            StatementKind::Error
            | StatementKind::Include(_)
            | StatementKind::Win(_)
            | StatementKind::Scenario(_)
            | StatementKind::Claim(..) => {}
            StatementKind::Agents(items) if stage == Stage::Listed => {
                self.items(items, NameKind::Agent)
            }
            StatementKind::Agents(_) => {}
            StatementKind::Table(name) => self.named(*name, NameKind::Table, stage),
            StatementKind::Set(name, items) => {
                self.named(*name, NameKind::Set, stage);
                if stage == Stage::Plain {
                    self.plain(items);
                }
            }
            StatementKind::Param(name, _) => self.named(*name, NameKind::Parameter, stage),
            StatementKind::Define(Definition::Formula, name, ..) => {
                self.named(*name, NameKind::Formula, stage);
            }
            StatementKind::Define(Definition::Action, name, ..) => {
                self.named(*name, NameKind::Action, stage);
            }
            StatementKind::Clause(clause) => self.clause(clause, stage),
            StatementKind::State(name, clauses) => {
                self.state(*name, stage);
                clauses.iter().for_each(|clause| self.clause(clause, stage));
            }
            StatementKind::StateFrom(name, _) => self.state(*name, stage),
            StatementKind::Frame(name, clauses) => {
                self.named(*name, NameKind::Frame, stage);
                if stage == Stage::Named {
                    self.events(*name, clauses);
                }
            }
            // What steps save is known under the name that a state was declared with, if there is one.
            StatementKind::Step(Step::Save(name)) if stage == Stage::Listed => {
                self.state(*name, Stage::Named);
            }
            StatementKind::Step(_) => {}
        }
    }

    fn clause(&mut self, clause: &Clause, stage: Stage) {
        match &clause.kind {
            ClauseKind::Deal(_, hands) if stage == Stage::Listed => {
                hands.iter().flatten().for_each(|&card| self.declare(card, NameKind::Card));
            }
            ClauseKind::Atoms(items) | ClauseKind::Hypercube(items) => match stage {
                Stage::Listed => self.items(items, NameKind::Atom),
                Stage::Named => {}
                Stage::Plain => self.arguments(items),
            },
            ClauseKind::Model(clauses) => {
                clauses.iter().for_each(|clause| self.clause(clause, stage))
            }
            ClauseKind::World(_, atoms, _, rule) => {
                self.rule = rule.clone();
                match stage {
                    Stage::Listed => self.items(atoms, NameKind::Atom),
                    Stage::Named => {}
                    Stage::Plain => self.arguments(atoms),
                }
                self.rule = None;
            }
            ClauseKind::Error
            | ClauseKind::Deal(..)
            | ClauseKind::Observe(..)
            | ClauseKind::Law(_)
            | ClauseKind::Point(_)
            | ClauseKind::Access(..)
            | ClauseKind::Event(..)
            | ClauseKind::Ask(..) => {}
        }
    }

    fn items(&mut self, items: &[Item], kind: NameKind) {
        for item in items {
            let name = head(self.tree, item.expr);
            if !self.is_bound(name, item) {
                self.declare(name, kind);
            }
        }
    }

    /// The elements of a set that are names of nothing else.
    fn plain(&mut self, items: &[Item]) {
        for item in items {
            if let ExprKind::Set(inner) = self.tree.kind(item.expr) {
                self.plain(&inner.clone());
            } else if !self.is_bound(item.expr, item) {
                self.declare(item.expr, NameKind::Plain);
            }
        }
    }

    /// The arguments of atoms that are declared may be plain names.
    fn arguments(&mut self, items: &[Item]) {
        for item in items {
            let ExprKind::Apply(_, arguments) = self.tree.kind(item.expr) else { continue };
            for &argument in arguments {
                if !self.is_bound(argument, item) && self.tree.kind(argument).name().is_some() {
                    self.declare(argument, NameKind::Plain);
                }
            }
        }
    }

    /// Whether a name is a variable of the rule of an item, or of the clause around it.
    fn is_bound(&self, name: Expr, item: &Item) -> bool {
        let Some(symbol) = self.tree.kind(name).name() else { return false };
        let binds = |rule: &Binder| {
            let mut names = rule.variables.iter().flat_map(|(names, _)| names);
            names.any(|&variable| self.tree.kind(variable).name() == Some(symbol))
        };
        item.rule.iter().chain(&self.rule).any(binds)
    }

    fn named(&mut self, name: Expr, kind: NameKind, stage: Stage) {
        if stage == Stage::Named {
            self.declare(name, kind);
        }
    }

    fn declare(&mut self, name: Expr, kind: NameKind) {
        if !matches!(self.tree.kind(name), ExprKind::Name(_) | ExprKind::Number(_)) {
            return;
        }
        let declared = self.declared(name, kind);
        if !self.globals.by_name.contains_key(&*declared.name) {
            let name = declared.name.clone().into_boxed_str();
            let at = self.add(declared);
            self.globals.by_name.insert(name, at);
        }
    }

    fn state(&mut self, name: Expr, stage: Stage) {
        let declared = self.declared(name, NameKind::State);
        if stage == Stage::Named && !self.globals.states.contains_key(&*declared.name) {
            let name = declared.name.clone().into_boxed_str();
            let at = self.add(declared);
            self.globals.states.insert(name, at);
        }
    }

    fn events(&mut self, frame: Expr, clauses: &[Clause]) {
        let mut events = Meanings::default();
        for clause in clauses {
            let ClauseKind::Event(name, ..) = &clause.kind else { continue };
            let declared = self.declared(head(self.tree, *name), NameKind::Event);
            let name = declared.name.clone().into_boxed_str();
            let at = self.add(declared);
            events.entry(name).or_insert(at);
        }
        let frame = self.spelt(frame).into();
        self.globals.events.entry(frame).or_insert(events);
    }

    fn add(&mut self, declared: Declared) -> usize {
        self.globals.declared.push(declared);
        self.globals.declared.len() - 1
    }

    fn spelt(&self, expr: Expr) -> &str {
        self.text.get(self.tree.span(expr).range()).unwrap_or_default()
    }

    fn declared(&self, name: Expr, kind: NameKind) -> Declared {
        let span = self.tree.span(name);
        let (name, whole) = (self.spelt(name).to_owned(), self.whole);
        Declared { name, kind, file: self.file, span, whole }
    }
}

impl NameKind {
    /// What to call it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Agent => "an agent",
            Self::Table => "the table",
            Self::Card => "a card",
            Self::Atom => "an atom",
            Self::Set => "a set",
            Self::Plain => "a plain name, which stands for itself",
            Self::Parameter => "a parameter",
            Self::Formula => "a defined formula",
            Self::Action => "a defined action",
            Self::Frame => "a frame",
            Self::Event => "an event of a frame",
            Self::World => "a world of the model",
            Self::State => "a state",
            Self::Variable => "a variable",
        }
    }
}
