//! Scenarios and their steps.

use super::Elaborator;
use super::file::{Line, Origin};
use super::scope::{Env, Node, closest};
use crate::document::{Claim, Places, Scenario, Step, StepKind};
use crate::syntax::tree::{self, ExprKind, Phase, Statement, StatementKind};
use hexa_text::Location;
use hexa_text::{Code, Diagnostic};

impl Elaborator<'_> {
    /// The scenarios of a document. Steps of included files do not count.
    pub(super) fn scenarios(&mut self, lines: &[Line]) -> Vec<Scenario> {
        let mut scenarios: Vec<Scenario> = Vec::new();
        for line in lines.iter().filter(|line| line.origin == Origin::Main) {
            let (source, tree) = self.scope.trees[line.file as usize].clone();
            let statement = &tree.statements[line.statement];
            let at = Location { source, span: statement.span };
            let node = |expr| Node { file: line.file, expr };
            let scenario = |name| Scenario { name, at, steps: Vec::new(), claims: Vec::new() };
            if let StatementKind::Scenario(name) = &statement.kind {
                scenarios.push(scenario(self.text(node(*name))));
            } else if let StatementKind::Claim(stance, items) = &statement.kind {
                let items = items.iter().filter_map(|&item| self.text(node(item))).collect();
                let last = last_or_insert(&mut scenarios, || scenario(None));
                let steps = last.steps.len()..last.steps.len();
                last.claims.push(Claim { items, stance: *stance, at, steps });
            } else if let Some(step) = self.step(line.file, statement, at) {
                last_or_insert(&mut scenarios, || scenario(None)).push(step);
            }
        }
        scenarios
    }

    /// How many steps of the document itself assert something, as far as they can be read.
    pub(super) fn count_assertions(&self, lines: &[Line]) -> usize {
        let asserts = |line: &&Line| {
            let tree = &self.scope.trees[line.file as usize].1;
            let step = tree.statements[line.statement].kind.step();
            line.origin == Origin::Main && step.is_some_and(tree::Step::asserts)
        };
        lines.iter().filter(asserts).count()
    }

    /// Further lines, as if they stood at the end of the document.
    pub(super) fn further_lines(&mut self, text: &str) -> Vec<Step> {
        let file = self.read_text("input", text);
        let (source, tree) = self.scope.trees[file as usize].clone();
        let (macros, frames) = (self.scope.macros.len(), self.scope.frames.len());
        let sets = self.scope.sets.len();
        for statement in &tree.statements {
            self.further_declaration(file, statement, source);
        }
        self.frames_of(frames);
        self.evaluate_sets(sets);
        self.check_definitions(macros);
        let mut steps = Vec::new();
        for statement in &tree.statements {
            let at = Location { source, span: statement.span };
            steps.extend(self.step(file, statement, at));
        }
        steps
    }

    fn further_declaration(
        &mut self,
        file: u32,
        statement: &Statement,
        source: hexa_text::SourceId,
    ) {
        match statement.kind.phase() {
            Phase::Definition => self.declare_named(file, &statement.kind),
            Phase::Step | Phase::Unreadable => {}
            Phase::Inclusion | Phase::Setting | Phase::Heading => {
                let message = "only steps, sets, formulas, actions and frames can be added here";
                self.report(Diagnostic::new(Code::Misplaced, source, statement.span, message));
            }
        }
    }

    fn text(&self, node: Node) -> Option<String> {
        if let ExprKind::Text(text) = self.kind(node) { Some(text.to_string()) } else { None }
    }

    /// A step, if the statement is one; in error it is broken.
    fn step(&mut self, file: u32, statement: &Statement, at: Location) -> Option<Step> {
        let kind = if let Some(step) = statement.kind.step() {
            self.places = Places::default();
            let node = Node { file, expr: tree::Expr(0) };
            let problems = self.diagnostics.len();
            let kind = self.step_kind(node, step);
            let unreadable = problems < self.diagnostics.len() || self.has_problem_in(at);
            kind.filter(|_| !unreadable).unwrap_or(StepKind::Broken)
        } else if statement.kind.phase() == Phase::Unreadable && self.concerns_a_step(at) {
            StepKind::Broken
        } else {
            return None;
        };
        let text = one_line(self.sources.snippet(at));
        Some(Step { kind, at, text, places: std::mem::take(&mut self.places) })
    }

    fn has_problem_in(&self, at: Location) -> bool {
        self.diagnostics.iter().filter_map(Diagnostic::place).any(|problem| {
            problem.source == at.source
                && at.span.start <= problem.span.start
                && problem.span.start <= at.span.end
        })
    }

    fn step_kind(&mut self, node: Node, step: &tree::Step) -> Option<StepKind> {
        let none = Env::default();
        Some(match *step {
            tree::Step::Do(action) => StepKind::Do(self.action_of_step(node.with(action))?),
            tree::Step::Check(formula) => StepKind::Check(self.formula(node.with(formula), &none)?),
            tree::Step::CheckValid(formula) => {
                StepKind::CheckValid(self.formula(node.with(formula), &none)?)
            }
            tree::Step::CheckExecutable(action) => {
                StepKind::CheckExecutable(self.action_of_step(node.with(action))?)
            }
            tree::Step::CheckBlocked(action) => {
                StepKind::CheckBlocked(self.action_of_step(node.with(action))?)
            }
            tree::Step::ExpectOutcomes(number, action) => {
                let number = self.natural(node.with(number), &none);
                let (number, action) = number.zip(self.action_of_step(node.with(action)))?;
                StepKind::ExpectOutcomes(number, action)
            }
            tree::Step::ExpectAction(property, action) => {
                StepKind::ExpectAction(property, self.action_of_step(node.with(action))?)
            }
            tree::Step::ExpectWorlds(number) => {
                StepKind::ExpectWorlds(self.large_natural(node.with(number), &none)?)
            }
            tree::Step::ExpectAllWorlds(number) => {
                StepKind::ExpectAllWorlds(self.large_natural(node.with(number), &none)?)
            }
            tree::Step::ExpectMinimal(number) => {
                StepKind::ExpectMinimal(self.natural(node.with(number), &none)?)
            }
            tree::Step::ExpectClasses(agent, number) => {
                let agent = self.agent(node.with(agent), &none);
                let (agent, number) = agent.zip(self.natural(node.with(number), &none))?;
                StepKind::ExpectClasses(agent, number)
            }
            tree::Step::ExpectNumber(ref quantity, comparison, number) => {
                let quantity = self.quantity(node, quantity);
                let number = self.large_natural(node.with(number), &none);
                let (quantity, number) = quantity.zip(number)?;
                StepKind::ExpectNumber(quantity, comparison, number)
            }
            tree::Step::ExpectCompare(likeness, state) => {
                StepKind::ExpectCompare(likeness, self.known_state(node.with(state))?)
            }
            tree::Step::Save(state) => StepKind::Save(self.saved_state(node.with(state))?),
            tree::Step::Restore(state) => StepKind::Restore(self.known_state(node.with(state))?),
            tree::Step::Print(formula) => self.printed(node.with(formula))?,
            tree::Step::PrintNumber(ref quantity) => {
                StepKind::PrintNumber(self.quantity(node, quantity)?)
            }
            tree::Step::PrintCount => StepKind::PrintCount,
            tree::Step::PrintState => StepKind::PrintState,
            tree::Step::PrintKnowledge => StepKind::PrintKnowledge,
            tree::Step::Draw(path) => StepKind::Draw(self.picture(node.with(path))?),
        })
    }

    fn state_name(&self, node: Node) -> String {
        // `initial` is a reserved word; the snippet is what was written.
        let written = || self.sources.snippet(self.location(node)).to_owned();
        self.declared_name(node).unwrap_or_else(written)
    }

    fn saved_state(&mut self, node: Node) -> Option<String> {
        let name = self.state_name(node);
        if name == "initial" {
            return self.error_help(
                Code::ReservedName,
                node,
                "`initial` always names the initial state",
                "save under another name",
            );
        }
        self.scope.add_state(&name);
        Some(name)
    }

    fn known_state(&mut self, node: Node) -> Option<String> {
        let name = self.state_name(node);
        if self.scope.has_state(&name) {
            return Some(name);
        }
        let known = self.scope.states.join(", ");
        let help = match closest(&name, self.scope.states.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the states so far are {known}"),
        };
        self.error_help(Code::UnknownState, node, format!("there is no state `{name}`"), help)
    }

    fn picture(&mut self, node: Node) -> Option<String> {
        let path = self.text(node)?;
        if [".svg", ".dot", ".tikz", ".tex"].iter().any(|ending| path.ends_with(ending)) {
            return Some(path);
        }
        self.error_help(
            Code::BadPicture,
            node,
            "a picture of an unknown format",
            "a file that ends in .svg, .dot or .tikz",
        )
    }
}

/// The last scenario; without one, steps have one that has no name.
fn last_or_insert(
    scenarios: &mut Vec<Scenario>,
    unnamed: impl FnOnce() -> Scenario,
) -> &mut Scenario {
    if scenarios.is_empty() {
        scenarios.push(unnamed());
    }
    let last = scenarios.len() - 1;
    &mut scenarios[last]
}

/// A statement's text on one line, without comments.
fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let mut quoted = false;
        let comment = line.find(|c| {
            quoted ^= c == '"';
            c == '#' && !quoted
        });
        line[..comment.unwrap_or(line.len())].trim()
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
