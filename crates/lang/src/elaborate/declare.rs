//! Declarations: what the lines outside of scenarios say.

use super::Elaborator;
use super::expansion::Call;
use super::file::Line;
use super::scope::{
    Entity, Env, FrameDeclaration, Joining, Macro, Node, SetDeclaration, SetValue, closest,
};
use super::state::{Declaring, Description};
use super::world::Worlds;
use crate::document::NamedState;
use crate::syntax::Symbol;
use crate::syntax::tree::{
    Clause, ClauseKind, Definition, Expr, ExprKind, Item, Phase, StatementKind, WinClause,
};
use hexa_logic::{EventModel, Formula, Setup, WinCondition};
use hexa_text::{Code, Diagnostic};
use hexa_text::{Location, SourceId, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a name cannot be declared twice.
pub(super) const NAMESPACE: &str =
    "agents, cards, atoms, sets, parameters, macros and frames share one namespace";

/// A `param` line.
#[derive(Clone, Copy, Debug)]
struct Parameter {
    symbol: Symbol,
    /// Where the name stands.
    node: Node,
    value: Node,
    stage: Stage,
}

/// How far the evaluation of a parameter has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Waiting,
    /// What it depends on is being evaluated.
    Begun,
    Done,
}

impl Elaborator<'_> {
    /// Reads all declarations: the initial state and the further ones.
    pub(super) fn declarations(&mut self, lines: &[Line]) -> Option<(Setup, Vec<NamedState>)> {
        self.scope.add_state("initial");
        self.declare_parameters(lines);
        self.each_statement(lines, Self::declare_named);
        self.declare_agents(lines);
        // With other agents nothing could be told of the states of this document; whoever reads it says so.
        if self.given_agents.is_some_and(|given| !self.has_agents(given)) {
            return None;
        }
        self.each_statement(lines, |this, file, kind| {
            if let StatementKind::Table(name) = kind {
                this.declare_table(Node { file, expr: *name });
            }
        });
        let initial = self.initial_description(lines);
        let further = self.further_descriptions(lines);
        self.declare_things(&initial, Declaring::Initial);
        further.iter().for_each(|(_, d)| self.declare_things(d, Declaring::Further));
        let setup = self.initial_setup(&initial);
        self.win_clauses(lines);
        let mut states: Vec<NamedState> = Vec::new();
        for (name, description) in &further {
            let setup = self.setup(description);
            states.extend(setup.and_then(|setup| self.named_state(*name, setup)));
        }
        states.extend(self.states_from_files(lines));
        let setups = setup.iter().chain(states.iter().map(|state| &state.setup));
        let mut worlds = Worlds::default();
        setups.for_each(|setup| worlds.add(setup));
        self.scope.worlds = worlds;
        self.frames_of(0);
        self.evaluate_sets(0);
        self.check_definitions(0);
        Some((setup?, states))
    }

    fn each_statement(
        &mut self,
        lines: &[Line],
        mut each: impl FnMut(&mut Self, u32, &StatementKind),
    ) {
        for line in lines {
            let tree = self.scope.trees[line.file as usize].1.clone();
            each(self, line.file, &tree.statements[line.statement].kind);
        }
    }

    /// Puts a name in the namespace.
    pub(super) fn declare(&mut self, node: Node, name: &str, entity: Entity) {
        let symbol = self.scope.symbols.intern(name);
        let at = self.location(node);
        match self.scope.entities.get(&symbol) {
            Some(&(known, first)) if known != Entity::Constant => {
                // Not everything is declared in the order of the text.
                let (earlier, later) = if at < first { (at, first) } else { (first, at) };
                let is = if at < first { entity } else { known };
                let message = format!("`{name}` is declared already, as {}", is.describe());
                let code = Code::DuplicateName;
                let diagnostic = Diagnostic::new(code, later.source, later.span, message);
                self.report(diagnostic.at(earlier, "declared here").help(NAMESPACE));
            }
            _ => {
                self.scope.entities.insert(symbol, (entity, at));
            }
        }
    }

    pub(super) fn declared_name(&self, node: Node) -> Option<String> {
        if let ExprKind::Number(number) = self.kind(node) {
            return Some(number.to_string());
        }
        self.kind(node).name().map(|symbol| self.scope.symbols.name(symbol).to_owned())
    }

    /// Parameters come first: everything else may depend on them. One may depend on another that is
    /// declared after it.
    fn declare_parameters(&mut self, lines: &[Line]) {
        let mut parameters = Vec::new();
        self.each_statement(lines, |this, file, kind| {
            let StatementKind::Param(name, value) = kind else { return };
            let node = Node { file, expr: *name };
            let ExprKind::Name(symbol) = *this.tree(node).kind(node.expr) else { return };
            let (value, stage) = (node.with(*value), Stage::Waiting);
            parameters.push(Parameter { symbol, node, value, stage });
        });
        let mut by_name = FxHashMap::default();
        for (at, parameter) in parameters.iter().enumerate() {
            by_name.entry(parameter.symbol).or_insert(at);
        }
        for at in 0..parameters.len() {
            self.evaluate_parameter(at, &mut parameters, &by_name);
        }
        let names: Vec<String> =
            parameters.iter().filter_map(|parameter| self.declared_name(parameter.node)).collect();
        for (name, _) in self.settings {
            if !names.contains(name) {
                self.unknown_setting(name, &names);
            }
        }
    }

    /// Declares a parameter after those that its value speaks of. The stack takes the place of
    /// recursion, because files can have any number of parameters.
    fn evaluate_parameter(
        &mut self,
        first: usize,
        parameters: &mut [Parameter],
        by_name: &FxHashMap<Symbol, usize>,
    ) {
        let mut open = vec![first];
        while let Some(&at) = open.last() {
            let Parameter { symbol, node, value, stage } = parameters[at];
            if stage == Stage::Waiting {
                parameters[at].stage = Stage::Begun;
                let mut names = Vec::new();
                self.free_names(value, &mut names);
                for (name, place) in names {
                    let Some(&needed) = by_name.get(&name) else { continue };
                    match parameters[needed].stage {
                        Stage::Waiting => open.push(needed),
                        Stage::Done => {}
                        Stage::Begun => {
                            let message = "this parameter is defined by itself";
                            self.error::<()>(Code::Recursive, place, message);
                            self.declare_parameter(parameters[needed].node, name, None);
                            parameters[needed].stage = Stage::Done;
                        }
                    }
                }
                continue;
            }
            open.pop();
            if stage == Stage::Begun {
                let default = self.number(value, &Env::default());
                self.declare_parameter(node, symbol, default);
                parameters[at].stage = Stage::Done;
            }
        }
    }

    fn declare_parameter(&mut self, node: Node, symbol: Symbol, default: Option<i64>) {
        let name = self.scope.symbols.name(symbol).to_owned();
        let set = self.settings.iter().rev().find(|(set, _)| *set == name);
        let value = set.map(|&(_, value)| value).or(default);
        self.declare(node, &name, value.map_or(Entity::BrokenParameter, Entity::Parameter));
    }

    fn unknown_setting(&mut self, name: &str, names: &[String]) {
        let help = match closest(name, names.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if names.is_empty() => "no `param` is declared".to_owned(),
            None => format!("the parameters are {}", names.join(", ")),
        };
        let message = format!("there is no parameter `{name}` to set");
        let at = Span::default();
        self.report(Diagnostic::new(Code::UnknownParameter, SourceId(0), at, message).help(help));
    }

    /// Declares sets, macros and frames, without looking at what they say.
    pub(super) fn declare_named(&mut self, file: u32, kind: &StatementKind) {
        match kind {
            StatementKind::Set(name, items) => self.declare_set(Node { file, expr: *name }, items),
            StatementKind::Define(sort, name, parameters, body) => {
                self.declare_macro(Node { file, expr: *name }, *sort, parameters, *body);
            }
            StatementKind::Frame(name, clauses) => {
                self.declare_frame(Node { file, expr: *name }, clauses);
            }
            StatementKind::Error
            | StatementKind::Include(_)
            | StatementKind::Agents(_)
            | StatementKind::Table(_)
            | StatementKind::Param(..)
            | StatementKind::Clause(_)
            | StatementKind::State(..)
            | StatementKind::StateFrom(..)
            | StatementKind::Win(_)
            | StatementKind::Scenario(_)
            | StatementKind::Claim(..)
            | StatementKind::Step(_) => {}
        }
    }

    fn declare_set(&mut self, node: Node, items: &[Item]) {
        let Some(name) = self.declared_name(node) else { return };
        let items = items.to_vec();
        self.scope.sets.push(SetDeclaration { name: node, items, value: SetValue::Unknown });
        self.declare(node, &name, Entity::Set(self.scope.sets.len() - 1));
    }

    fn declare_macro(&mut self, node: Node, sort: Definition, parameters: &[Expr], body: Expr) {
        let Some(name) = self.declared_name(node) else { return };
        let (mut symbols, mut known) = (Vec::new(), FxHashSet::default());
        for &parameter in parameters {
            if let ExprKind::Name(symbol) = *self.tree(node).kind(parameter) {
                if !known.insert(symbol) {
                    let message = "two parameters of the same name";
                    self.error::<()>(Code::DuplicateName, node.with(parameter), message);
                }
                symbols.push(symbol);
            }
        }
        let places = parameters.iter().map(|&parameter| node.with(parameter)).collect();
        let body = node.with(body);
        self.scope.macros.push(Macro { sort, parameters: symbols, places, body });
        self.declare(node, &name, Entity::Macro(self.scope.macros.len() - 1));
    }

    fn declare_frame(&mut self, node: Node, clauses: &[Clause]) {
        let Some(name) = self.declared_name(node) else { return };
        let mut events = Vec::new();
        for clause in clauses {
            match &clause.kind {
                // Events by rule are known when sets are; until then only these can be spoken of.
                ClauseKind::Event(event, .., None) => {
                    events.extend(self.atom_name(node.with(*event), &Env::default()));
                }
                ClauseKind::Event(..) | ClauseKind::Access(..) | ClauseKind::Ask(..) => {}
                ClauseKind::Error => {}
                ClauseKind::Deal(..)
                | ClauseKind::Hypercube(_)
                | ClauseKind::Model(_)
                | ClauseKind::Atoms(_)
                | ClauseKind::Observe(..)
                | ClauseKind::Law(_)
                | ClauseKind::Point(_)
                | ClauseKind::World(..) => {
                    let message = "this clause does not belong in a frame";
                    let help = "`event`, `cells`, `arrows` and `ask` clauses";
                    self.error_help::<()>(Code::Misplaced, node.with(clause.at), message, help);
                }
            }
        }
        let clauses = clauses.to_vec();
        self.scope.frames.push(FrameDeclaration { name: node, clauses, events });
        self.declare(node, &name, Entity::Frame(self.scope.frames.len() - 1));
    }

    fn declare_agents(&mut self, lines: &[Line]) {
        let mut joining = Joining::Letters;
        let mut listed = None;
        self.each_statement(lines, |this, file, kind| {
            let StatementKind::Agents(items) = kind else { return };
            let Some(first) = items.first() else { return };
            let node = Node { file, expr: first.expr };
            listed.get_or_insert(node);
            this.for_items(node, items, &Env::default(), |this, item, env| {
                this.names_something_new(item, env, "an agent")?;
                let names = this.names_of_item(item, env)?;
                let literal = matches!(
                    this.tree(item).kind(item.expr),
                    ExprKind::Name(_) | ExprKind::Number(_)
                ) && this.declared_name(item).as_ref() == names.first();
                if !literal || names.iter().any(|name| name.chars().count() != 1) {
                    joining = Joining::Never;
                }
                names.iter().for_each(|name| this.declare_agent(item, name));
                Some(())
            });
            if items.iter().any(|item| item.rule.is_some()) {
                joining = Joining::Never;
            }
        });
        self.scope.joining = joining;
        if joining == Joining::Never {
            self.vocabulary.keep_agents_apart();
        }
        if self.scope.agents.is_empty() && self.diagnostics.is_empty() {
            self.no_agents(listed);
        }
    }

    /// Reports that there is nobody: no list of agents, or one with nothing in it.
    fn no_agents(&mut self, listed: Option<Node>) {
        let diagnostic = match listed {
            None => {
                let message = "no agents are declared";
                Diagnostic::new(Code::NoAgents, SourceId(0), Span::default(), message)
            }
            Some(item) => {
                let list = self.sources.snippet(self.location(item)).to_owned();
                let message = format!("no agents are declared: the list `{list}` is empty");
                self.diagnostic(Code::NoAgents, item, message)
            }
        };
        self.report(diagnostic.help("a line such as `agents 1, 2, 3`"));
    }

    fn declare_agent(&mut self, node: Node, name: &str) {
        // An agent of that name may be there already, if a `state ... from` line is being read.
        let fresh = matches!(self.scope.entity_named(name), None | Some(Entity::Constant));
        let known = self.vocabulary.agent(name);
        let agent = known.unwrap_or_else(|| self.vocabulary.add_agent(name));
        self.declare(node, name, Entity::Agent(agent));
        if fresh {
            self.scope.agents.push(agent);
        }
    }

    fn declare_table(&mut self, node: Node) {
        let Some(name) = self.declared_name(node) else { return };
        if self.scope.entities.values().any(|&(entity, _)| entity == Entity::Table) {
            self.error::<()>(Code::DuplicateName, node, "there is a table already");
            return;
        }
        self.declare(node, &name, Entity::Table);
        self.vocabulary.set_table(name);
    }

    fn initial_description(&mut self, lines: &[Line]) -> Description {
        let mut description = Description::default();
        self.each_statement(lines, |_, file, kind| {
            description.unreadable |= kind.phase() == Phase::Unreadable;
            if let StatementKind::Clause(clause) = kind {
                description.add(file, clause);
            }
        });
        description
    }

    fn further_descriptions(&mut self, lines: &[Line]) -> Vec<(Node, Description)> {
        let mut descriptions = Vec::new();
        self.each_statement(lines, |_, file, kind| {
            let StatementKind::State(name, clauses) = kind else { return };
            let mut description = Description::default();
            clauses.iter().for_each(|clause| description.add(file, clause));
            descriptions.push((Node { file, expr: *name }, description));
        });
        descriptions
    }

    fn initial_setup(&mut self, description: &Description) -> Option<Setup> {
        if !description.is_empty() {
            return self.setup(description);
        }
        if self.diagnostics.is_empty() {
            let at = Span::default();
            let message = "no initial state is given";
            let help =
                "`deal r | w | b`, or atoms with `observe` and `point`, or `hypercube`, or `model`";
            self.report(Diagnostic::new(Code::NoInitialState, SourceId(0), at, message).help(help));
        }
        None
    }

    fn named_state(&mut self, node: Node, setup: Setup) -> Option<NamedState> {
        let name = self.declared_name(node)?;
        if self.scope.has_state(&name) {
            let message = format!("there is a state `{name}` already");
            return self.error(Code::DuplicateName, node, message);
        }
        self.scope.add_state(&name);
        Some(NamedState { name, setup, at: self.location(node) })
    }

    fn win_clauses(&mut self, lines: &[Line]) {
        for line in lines {
            let (source, tree) = self.scope.trees[line.file as usize].clone();
            let statement = &tree.statements[line.statement];
            if let StatementKind::Win(clause) = &statement.kind {
                let at = Location { source, span: statement.span };
                self.win_clause(line.file, at, clause);
            }
        }
    }

    fn win_clause(&mut self, file: u32, at: Location, clause: &WinClause) {
        self.win = match clause {
            WinClause::Deal => WinCondition::Deal,
            WinClause::Table if self.vocabulary.has_table() => WinCondition::Table,
            WinClause::Table => {
                let message = "`win table`, but there is no table";
                let diagnostic = Diagnostic::new(Code::NoTable, at.source, at.span, message);
                return self.report(diagnostic.help("declare it: `table t`"));
            }
            WinClause::Hand(holder) => {
                match self.holder(Node { file, expr: *holder }, &Env::default()) {
                    Some(holder) => WinCondition::Hand(holder),
                    None => return,
                }
            }
        };
    }

    /// Reads the frames that were declared since there were `from` of them.
    pub(super) fn frames_of(&mut self, from: usize) {
        let declared: Vec<FrameDeclaration> = self.scope.frames[from..].to_vec();
        for (at, frame) in declared.iter().enumerate() {
            let (events, relations) = self.frame_relations(frame).unwrap_or_default();
            self.scope.frames[from + at].events = events;
            self.frame_relations.push(relations);
        }
        for (at, frame) in declared.iter().enumerate() {
            let relations = self.frame_relations[from + at].clone();
            let model = self.frame(frame, relations);
            self.terms.add_frame(model.unwrap_or_else(empty_frame));
        }
    }

    /// Checks definitions even if nobody uses them: all of those without parameters, and the names in the
    /// others.
    pub(super) fn check_definitions(&mut self, from: usize) {
        // What was spelt out while not everything was declared is not to be relied on.
        self.formula_calls.clear();
        self.action_calls.clear();
        for index in from..self.scope.macros.len() {
            let Macro { sort, places, body, .. } = self.scope.macros[index].clone();
            for &parameter in &places {
                self.variable(parameter);
            }
            if !places.is_empty() {
                self.check_names(index);
                continue;
            }
            let env = Env::default().inside(index);
            match sort {
                Definition::Formula => {
                    let spelt = self.spell_out(|this| this.formula(body, &env));
                    // What is in error is read again, so that circles are shown from all sides.
                    if spelt.term.is_some() {
                        let call = Call::new::<Formula>(self, index, Vec::new());
                        self.formula_calls.insert(call, spelt);
                    }
                }
                Definition::Action => {
                    self.action_in_modality(body, &env);
                }
            }
        }
    }

    /// Evaluates the sets that nobody has asked for yet, so that their errors show.
    pub(super) fn evaluate_sets(&mut self, from: usize) {
        for set in from..self.scope.sets.len() {
            let node = self.scope.sets[set].name;
            self.declared_set(node, set);
        }
    }

    /// Whether the agents of this document are all there are, and so many.
    fn has_agents(&self, many: usize) -> bool {
        self.vocabulary.agent_count() == many && self.scope.agents.len() == many
    }

    /// The states that are declared as the initial states of other files.
    fn states_from_files(&mut self, lines: &[Line]) -> Vec<NamedState> {
        let mut wanted = Vec::new();
        self.each_statement(lines, |_, file, kind| {
            if let StatementKind::StateFrom(name, path) = kind {
                wanted.push((Node { file, expr: *name }, Node { file, expr: *path }));
            }
        });
        let mut states = Vec::new();
        for (name, path) in wanted {
            let setup = self.setup_from_file(path);
            states.extend(setup.and_then(|setup| self.named_state(name, setup)));
        }
        states
    }

    /// Reads another file in a scope of its own, with the same vocabulary.
    fn setup_from_file(&mut self, path: Node) -> Option<Setup> {
        let (name, text) = self.fetch(path)?;
        if self.reading.contains(&name) {
            let message = format!("\"{name}\" takes a state from itself");
            return self.error(Code::IncludeCycle, path, message);
        }
        self.follow_files(path, self.reading.len())?;
        let stop = self.stop.clone();
        let mut other = Elaborator::new(self.resolver, &[], &stop);
        other.reading = self.reading.clone();
        other.reading.push(name.clone());
        other.sources = std::mem::take(&mut self.sources);
        other.vocabulary = std::mem::take(&mut self.vocabulary);
        other.terms = std::mem::take(&mut self.terms);
        let (agents, before) = (other.vocabulary.agent_count(), other.vocabulary.clone());
        other.given_agents = Some(agents);
        let lines = other.read_files(&name, &text);
        let declared = other.declarations(&lines);
        if other.stopped {
            self.end();
        }
        self.sources = std::mem::take(&mut other.sources);
        self.vocabulary = std::mem::take(&mut other.vocabulary);
        self.terms = std::mem::take(&mut other.terms);
        let failed = !other.diagnostics.is_empty();
        std::mem::take(&mut other.diagnostics).into_iter().for_each(|found| self.report(found));
        if self.vocabulary.agent_count() != agents || other.scope.agents.len() != agents {
            self.vocabulary = before;
            let message = format!("\"{name}\" has other agents than this file");
            return self.error(Code::UnknownName, path, message);
        }
        declared.filter(|_| !failed).map(|(setup, _)| setup)
    }
}

/// Stands for a frame that is in error, so that the others keep their places.
fn empty_frame() -> EventModel {
    EventModel {
        name: String::new(),
        events: Vec::new(),
        relations: Vec::new(),
        roles: None,
        chances: None,
    }
}
