//! Trees to logic: names resolved, parameters, lists by rule, binders and macros spelt out, everything
//! checked that can be checked before anything runs.
//!
//! Functions give `None` when something is wrong; the diagnostic has been recorded by then, once per
//! place, so that a binder does not repeat it for every instance.

mod action;
mod declare;
mod definition;
mod expansion;
mod file;
mod formula;
mod game;
mod message;
mod misspelling;
mod model;
mod name;
mod quantity;
mod scope;
mod state;
mod step;
mod suspicion;
mod theory;
mod trade;
mod value;
mod world;

pub(crate) use scope::Scope;
pub use scope::closest;

use crate::document::{Document, Notation, Places, Step};
use crate::load::{Loaded, Resolver, Settings};
use crate::syntax::tree::ExprKind;
use crate::syntax::{MAX_ERRORS, Symbol, Tree};
use action::{Iteration, Learning};
use expansion::{Call, Spelt};
use file::Line;
use hexa_logic::{Action, Formula, RelationSetup, Stop, Stopped, Terms, Vocabulary, WinCondition};
use hexa_text::{Code, Diagnostic};
use hexa_text::{Location, SourceId, Sources};
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Node;
use std::sync::Arc;
use theory::{Described, Players, Theory};

/// Terms, instances and elements that one document may expand to.
pub const MAX_EXPANSION: u64 = 5_000_000;

/// Names and numbers that may be computed to list the worlds, events, atoms and cells of one document.
/// They cost less than terms: a world takes about ten of these steps.
pub const MAX_LISTING: u64 = 50_000_000;

/// So many of these are counted between two looks at what may end the reading.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 10;

/// How deeply formulas and actions may nest once macros are spelt out.
pub const MAX_NESTING: u32 = 600;

/// The work of reading one document.
struct Elaborator<'r> {
    resolver: &'r dyn Resolver,
    settings: &'r Settings,
    stop: Stop,
    /// Whether somebody asked for the end. What is read then means nothing.
    stopped: bool,
    /// The files whose states are being taken, outermost first.
    reading: Vec<String>,
    /// How many agents there must be: those of the document that takes a state from this one.
    given_agents: Option<usize>,
    sources: Sources,
    scope: Scope,
    vocabulary: Vocabulary,
    terms: Terms,
    frame_relations: Vec<Vec<Option<RelationSetup>>>,
    win: WinCondition,
    diagnostics: Vec<Diagnostic>,
    reported: FxHashSet<(SourceId, u32)>,
    /// Where the lines start that could not be read: what else is wrong there follows from that.
    unreadable: FxHashSet<(SourceId, usize)>,
    /// Places of the terms of the step being read.
    places: Places,
    spent: u64,
    /// What [`MAX_LISTING`] limits.
    listed: u64,
    /// Which of the two is being spent.
    expense: Expense,
    depth: u32,
    /// The greatest depth so far, inside the definition that is being spelt out.
    deepest: u32,
    iteration: Iteration,
    /// The fixed points and suspicions around the action being read.
    inside: scope::Binder,
    /// How many of the fixed points are outside of its program: their variables cannot be used.
    outside: u32,
    /// Definitions that were used with plain values.
    formula_calls: FxHashMap<Call, Spelt<Formula>>,
    action_calls: FxHashMap<Call, Spelt<Action>>,
    learnings: Vec<Learning>,
    /// Theories that were spelt out, and deals that were described for them.
    theories: FxHashMap<(Theory, Players), Formula>,
    described_deals: FxHashMap<Players, Arc<[Described]>>,
    /// The names of atoms that nothing declares but the worlds that list them.
    undeclared_atoms: FxHashSet<Symbol>,
    /// What the names in definitions may be besides declared, once somebody asked.
    plain_names: Option<Arc<FxHashSet<String>>>,
}

/// Reads a text with what it includes.
pub(crate) fn load(
    name: &str,
    text: &str,
    resolver: &dyn Resolver,
    settings: &Settings,
    stop: &Stop,
) -> Loaded {
    let mut elaborator = Elaborator::new(resolver, settings, stop);
    elaborator.reading.push(name.to_owned());
    let lines = elaborator.read_files(name, text);
    let assertions = elaborator.count_assertions(&lines);
    let document = elaborator.document(&lines);
    let mut diagnostics = elaborator.diagnostics;
    diagnostics.sort_by_key(Diagnostic::place);
    Loaded { sources: elaborator.sources, document, diagnostics, assertions }
}

/// Reads further lines of a document.
pub(crate) fn read(
    document: &mut Document,
    text: &str,
    sources: &mut Sources,
    stop: &Stop,
) -> Result<Vec<Step>, Vec<Diagnostic>> {
    let mut elaborator = Elaborator::new(&crate::load::NoIncludes, &[], stop);
    elaborator.resume(document, sources);
    let steps = elaborator.further_lines(text);
    *sources = std::mem::take(&mut elaborator.sources);
    document.terms = elaborator.terms;
    document.vocabulary = elaborator.vocabulary;
    if !elaborator.diagnostics.is_empty() {
        return Err(elaborator.diagnostics);
    }
    document.scope = elaborator.scope;
    Ok(steps)
}

impl<'r> Elaborator<'r> {
    fn new(resolver: &'r dyn Resolver, settings: &'r Settings, stop: &Stop) -> Self {
        Self {
            resolver,
            settings,
            stop: stop.clone(),
            stopped: false,
            reading: Vec::new(),
            given_agents: None,
            sources: Sources::default(),
            scope: Scope::default(),
            vocabulary: Vocabulary::default(),
            terms: Terms::default(),
            frame_relations: Vec::new(),
            win: WinCondition::default(),
            diagnostics: Vec::new(),
            reported: FxHashSet::default(),
            unreadable: FxHashSet::default(),
            places: Places::default(),
            spent: 0,
            listed: 0,
            expense: Expense::Terms,
            depth: 0,
            deepest: 0,
            iteration: Iteration::default(),
            inside: scope::Binder::default(),
            outside: 0,
            formula_calls: FxHashMap::default(),
            action_calls: FxHashMap::default(),
            learnings: Vec::new(),
            theories: FxHashMap::default(),
            described_deals: FxHashMap::default(),
            undeclared_atoms: FxHashSet::default(),
            plain_names: None,
        }
    }

    /// Takes up where a document was left.
    fn resume(&mut self, document: &mut Document, sources: &mut Sources) {
        self.sources = std::mem::take(sources);
        self.scope = document.scope.clone();
        self.vocabulary = std::mem::take(&mut document.vocabulary);
        self.terms = std::mem::take(&mut document.terms);
        let frames = self.terms.frames().iter();
        self.frame_relations = frames.map(|frame| frame.relations.clone()).collect();
        self.win = document.win;
    }

    /// The document that the lines make, unless a declaration is in error.
    fn document(&mut self, lines: &[Line]) -> Option<Document> {
        let readable = self.declarations_stand();
        let declared = self.declarations(lines);
        // What a line that cannot be read would have declared is not known: then steps would only
        // repeat that.
        let scenarios = if readable { self.scenarios(lines) } else { Vec::new() };
        let (initial, states) = declared.filter(|_| readable && self.declarations_stand())?;
        self.warn_of_misspellings();
        // A declared name wins over a group that is written like it.
        if self.scope.names().iter().any(|name| self.joins_agents(name)) {
            self.vocabulary.keep_agents_apart();
        }
        Some(Document {
            vocabulary: std::mem::take(&mut self.vocabulary),
            terms: std::mem::take(&mut self.terms),
            initial,
            states,
            win: self.win,
            scenarios,
            notation: Notation::Hexa,
            scope: std::mem::take(&mut self.scope),
        })
    }

    /// Whether all problems so far are problems of steps.
    fn declarations_stand(&self) -> bool {
        let of_a_step = |diagnostic: &Diagnostic| {
            diagnostic.place().is_some_and(|place| self.concerns_a_step(place))
        };
        self.diagnostics.iter().all(of_a_step)
    }

    fn tree(&self, node: Node) -> Arc<Tree> {
        Arc::clone(&self.scope.trees[node.file as usize].1)
    }

    /// What stands at a place, for a look that changes nothing.
    fn kind(&self, node: Node) -> &ExprKind {
        self.scope.trees[node.file as usize].1.kind(node.expr)
    }

    fn location(&self, node: Node) -> Location {
        let (source, tree) = &self.scope.trees[node.file as usize];
        Location { source: *source, span: tree.span(node.expr) }
    }

    fn diagnostic(&self, code: Code, node: Node, message: impl Into<String>) -> Diagnostic {
        let at = self.location(node);
        Diagnostic::new(code, at.source, at.span, message)
    }

    /// Records a problem, unless one was reported at this place: a second is mostly its consequence.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.stopped {
            return;
        }
        if self.diagnostics.len() > MAX_ERRORS {
            // Enough is known to be wrong: no more work is worth doing.
            self.spent = MAX_EXPANSION + 1;
            self.listed = MAX_LISTING + 1;
            return;
        }
        let cut_short = diagnostic.code == Code::TooManyErrors;
        let is_news = diagnostic.place().is_none_or(|at| {
            let first = self.reported.insert((at.source, at.span.start));
            first && !self.unreadable.contains(&self.line_of(at))
        });
        if cut_short || is_news {
            self.diagnostics.push(diagnostic.shorten_names());
        }
    }

    /// Records what is wrong with the shape of a text.
    fn report_syntax(&mut self, diagnostics: Vec<Diagnostic>) {
        let lines: Vec<_> = diagnostics
            .iter()
            .filter_map(Diagnostic::place)
            .map(|place| self.line_of(place))
            .collect();
        diagnostics.into_iter().for_each(|diagnostic| self.report(diagnostic));
        self.unreadable.extend(lines);
    }

    /// The line of a place: its source and its first byte.
    fn line_of(&self, at: Location) -> (SourceId, usize) {
        let text = &self.sources.get(at.source).text;
        let before = text.get(..at.span.start as usize).unwrap_or(text);
        (at.source, before.rfind('\n').map_or(0, |newline| newline + 1))
    }

    fn error<T>(&mut self, code: Code, node: Node, message: impl Into<String>) -> Option<T> {
        self.report(self.diagnostic(code, node, message));
        None
    }

    fn error_help<T>(
        &mut self,
        code: Code,
        node: Node,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.report(self.diagnostic(code, node, message).help(help.into()));
        None
    }

    /// Counts one piece of work; refuses when a document expands to too much.
    fn spend(&mut self, node: Node) -> Option<()> {
        let (spent, limit) = match self.expense {
            Expense::Terms => (&mut self.spent, MAX_EXPANSION),
            Expense::Listing => (&mut self.listed, MAX_LISTING),
        };
        *spent += 1;
        if *spent <= limit {
            return if *spent % STEPS_BETWEEN_LOOKS == 0 {
                self.go_on(STEPS_BETWEEN_LOOKS)
            } else {
                Some(())
            };
        }
        if *spent == limit + 1 {
            let message = match self.expense {
                Expense::Terms => format!("the document expands to more than {limit} terms"),
                Expense::Listing => {
                    format!("listing the worlds and atoms takes more than {limit} steps")
                }
            };
            self.error_help::<()>(Code::TooLarge, node, message, "use smaller parameters or sets");
        }
        None
    }

    /// Reports work that was done; refuses to go on if somebody asked for the end.
    fn go_on(&mut self, steps: u64) -> Option<()> {
        match self.stop.count(steps) {
            Ok(()) => Some(()),
            Err(Stopped) => {
                self.end();
                None
            }
        }
    }

    /// Does no more work: somebody asked for the end.
    fn end(&mut self) {
        self.diagnostics = vec![Diagnostic::for_stop()];
        self.stopped = true;
        self.spent = MAX_EXPANSION + 1;
        self.listed = MAX_LISTING + 1;
    }

    /// Does work that only lists worlds, events, atoms or cells.
    fn listing<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.expense, Expense::Listing);
        let result = work(self);
        self.expense = before;
        result
    }

    /// One level deeper; refuses when definitions nest too deeply.
    fn enter(&mut self, node: Node) -> Option<()> {
        self.reach(node, self.depth + 1)?;
        self.depth += 1;
        Some(())
    }

    /// Notes that something nests down to this depth, unless that is too deep.
    fn reach(&mut self, node: Node, depth: u32) -> Option<()> {
        if depth > MAX_NESTING {
            let message = format!("nested more than {MAX_NESTING} levels deep");
            let help = "write it flatter, or with fewer definitions";
            return self.error_help(Code::TooDeep, node, message, help);
        }
        self.deepest = self.deepest.max(depth);
        Some(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// What a piece of work counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expense {
    /// Terms, and instances of binders: [`MAX_EXPANSION`].
    Terms,
    /// Names in lists: [`MAX_LISTING`].
    Listing,
}

/// Whether a name before `_` starts an operator, so that nothing with a subscript can be called so.
fn is_operator(name: &str) -> bool {
    matches!(name, "K" | "M" | "Kw" | "E" | "C" | "D" | "P" | "L" | "U" | "win" | "hand")
}
