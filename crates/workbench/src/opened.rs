//! A text that was opened: what it says, and formulas, actions and groups that are typed beside it.

use crate::access_loss::warn_of_lost_access;
use crate::declared::at_initial_state;
use crate::moment::{Reached, Timeline};
use crate::typed::{Typed, as_typed};
use hexa_engine::Limits;
use hexa_lang::{Document, Loaded, NoIncludes, Sources, Step, StepKind};
use hexa_logic::{Action, Formula, FormulaNode, Group};
use hexa_text::{Code, Diagnostic, Severity};

/// A text, read, that has an initial state.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What it says.
    pub document: Document,
    /// Its texts, and those that were typed.
    pub sources: Sources,
    /// What it is called in messages.
    pub name: String,
    /// What is wrong with it. Steps in error cannot be taken, all others can.
    pub diagnostics: Vec<Diagnostic>,
    /// What may be used for its states.
    pub limits: Limits,
}

/// A formula or action that was typed, as a step of the file.
#[derive(Debug)]
pub struct Typing {
    /// The step: `print φ` or `do α`.
    pub step: Step,
    typed: Typed,
}

/// A state of a text that a question is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct When {
    /// The scenario, by its name, how that begins, or its number; the first one if only a step is given.
    pub scenario: Option<String>,
    /// After so many of its steps; after all of them if only a scenario is given. Without either, the initial state.
    pub step: Option<usize>,
    /// At this line of the text, from 1; then neither of the others counts.
    pub line: Option<usize>,
}

/// Three players with one card each: the running example of the papers.
pub const THREE_PLAYERS: &str = "agents 1, 2, 3\ndeal r | w | b\n";

impl Opened {
    /// What was loaded; if it describes no state, only what is wrong with it.
    pub fn new(name: &str, loaded: Loaded, limits: Limits) -> Result<Self, Box<Unopened>> {
        let Loaded { document, sources, diagnostics, assertions } = loaded;
        match document {
            Some(document) => {
                let mut diagnostics = diagnostics;
                diagnostics.extend(warn_of_lost_access(&document));
                diagnostics.sort_by_key(Diagnostic::place);
                Ok(Self { document, sources, name: name.to_owned(), diagnostics, limits })
            }
            None => Err(Box::new(Unopened { sources, diagnostics, assertions })),
        }
    }

    /// The running example, for questions that need no file.
    pub fn three_players(limits: Limits) -> Result<Self, Box<Unopened>> {
        Self::new("hexa", hexa_lang::load("hexa", THREE_PLAYERS, &NoIncludes, &[]), limits)
    }

    /// Whether something is wrong with the text, and not only strange.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|problem| !problem.is_warning())
    }

    /// Takes what is strange for something that is wrong.
    pub fn deny_warnings(&mut self) {
        self.diagnostics.iter_mut().for_each(|problem| problem.severity = Severity::Error);
    }

    /// Goes to the state that is meant.
    pub fn reach(&self, when: &When) -> Result<Reached<'_>, Diagnostic> {
        let moment = self.moment(when)?;
        self.timeline().reach(moment).map_err(|problem| self.at_initial_state(problem))
    }

    /// Which states there are.
    pub fn timeline(&self) -> Timeline<'_> {
        Timeline { document: &self.document, sources: &self.sources, limits: &self.limits }
    }

    /// A problem that shows nowhere yet, at what describes the initial state.
    pub fn at_initial_state(&self, problem: Diagnostic) -> Diagnostic {
        at_initial_state(problem, &self.name, &self.sources)
    }

    /// Reads a formula.
    pub fn formula(&mut self, text: &str) -> Result<(Formula, Typing), Diagnostic> {
        let example = "write a formula such as `K_1 r_1`";
        let typing = self.typing(text, ("print ", ""), ("formula", example))?;
        if let StepKind::Print(formula) = typing.step.kind {
            Ok((formula, typing))
        } else {
            Err(self.expectation(&typing, "this is not a formula", example))
        }
    }

    /// Reads an action.
    pub fn action(&mut self, text: &str) -> Result<(Action, Typing), Diagnostic> {
        let example = "write an action such as `L_12 ?r_1`";
        let typing = self.typing(text, ("do ", ""), ("action", example))?;
        if let StepKind::Do(action) = typing.step.kind {
            Ok((action, typing))
        } else {
            Err(self.expectation(&typing, "this is not an action", example))
        }
    }

    /// Reads a group: what `E_` takes.
    pub fn group(&mut self, text: &str) -> Result<Group, Diagnostic> {
        let example = "write a group such as `12`, `{1,2}` or `all`";
        let typing = self.typing(text, ("print E_", " true"), ("group", example))?;
        let terms = &self.document.terms;
        if let StepKind::Print(formula) = typing.step.kind
            && let FormulaNode::Everybody(group, rest) = terms.node(formula)
            && matches!(terms.node(*rest), FormulaNode::True)
        {
            return Ok(group.clone());
        }
        Err(self.expectation(&typing, "this is not a group", example))
    }

    fn typing(
        &mut self,
        text: &str,
        (prefix, suffix): (&str, &str),
        (what, example): (&str, &str),
    ) -> Result<Typing, Diagnostic> {
        if text.trim().is_empty() {
            let message = format!("there is no {what}");
            return Err(Diagnostic::without_place(Code::Expected, message).help(example));
        }
        let (typed, text) = Typed::new(text, prefix, &mut self.sources);
        let text = format!("{}{suffix}\n", text.trim_end());
        let read = self.document.read_until(&text, &mut self.sources, &self.limits.stop);
        let unread = || {
            Diagnostic::without_place(Code::NotRun, format!("the {what} could not be read"))
                .help(example)
        };
        match read {
            Ok(steps) => {
                let step = steps.into_iter().next();
                step.map(|step| Typing { step, typed }).ok_or_else(unread)
            }
            Err(found) => {
                let problem = found.first().cloned().unwrap_or_else(unread);
                Err(as_typed(problem, &[typed], &self.sources))
            }
        }
    }

    /// Whether further lines could be read, as if they stood at the end of the text.
    pub(crate) fn can_read(&self, lines: &str) -> Result<bool, Diagnostic> {
        let (mut document, mut sources) = (self.document.clone(), self.sources.clone());
        let read = document.read_until(lines, &mut sources, &self.limits.stop);
        self.go_on()?;
        Ok(read.is_ok())
    }

    /// Whether nobody asked for the end of the work. Where a limit that was reached counts as a no, this is asked
    /// before anything is told.
    pub(crate) fn go_on(&self) -> Result<(), Diagnostic> {
        self.limits.stop.look().map_err(|_| Diagnostic::for_stop())
    }

    fn expectation(&self, typing: &Typing, message: &str, example: &str) -> Diagnostic {
        let problem = Diagnostic::without_place(Code::Expected, message).at(typing.step.at, "");
        self.as_typed(problem.help(example), typing)
    }

    /// A problem with its places in what was typed.
    pub fn as_typed(&self, problem: Diagnostic, typing: &Typing) -> Diagnostic {
        as_typed(problem, &[typing.typed], &self.sources)
    }
}

/// A text that describes no state.
#[derive(Debug)]
pub struct Unopened {
    /// The texts.
    pub sources: Sources,
    /// What is wrong with them.
    pub diagnostics: Vec<Diagnostic>,
    /// How many steps would have asserted something.
    pub assertions: usize,
}
