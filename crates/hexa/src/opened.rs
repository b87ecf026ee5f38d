//! A file that was opened for one question: what it says, and formulas and actions that were typed
//! beside it.

use crate::cli::SettingArgs;
use crate::command::{Console, Status};
use crate::files;
use crate::repl::{Typed, as_typed};
use crate::report::{MOST_SHOWN, render};
use hexa_lang::{Document, Loaded, NoIncludes, Sources, Step, StepKind};
use hexa_logic::{Action, Formula, FormulaNode, Group};
use hexa_text::{Code, Diagnostic};
use std::io;
use std::path::Path;

/// A file, read.
#[derive(Clone)]
pub struct Opened {
    /// What it says.
    pub document: Document,
    /// Its texts, and those that were typed.
    pub sources: Sources,
    /// What it is called in messages.
    pub name: String,
    /// Whether all of it could be read.
    pub status: Status,
}

/// A formula or action that was typed, as a step of the file.
pub struct Typing {
    /// The step: `print φ` or `do α`.
    pub step: Step,
    typed: Typed,
}

/// Reads a file, and says what is wrong with it; nothing if there is nothing to go on with.
pub fn open(
    file: &Path,
    settings: &SettingArgs,
    console: &mut Console,
) -> io::Result<Option<Opened>> {
    told(files::load(file, &settings.set), files::display_name(file), console)
}

/// A text that was loaded, after saying what is wrong with it.
pub fn told(
    loaded: Result<Loaded, Box<(Diagnostic, Sources)>>,
    name: String,
    console: &mut Console,
) -> io::Result<Option<Opened>> {
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(unread) => {
            console.complain(&render(&unread.0, &unread.1))?;
            return Ok(None);
        }
    };
    for diagnostic in loaded.diagnostics.iter().take(MOST_SHOWN) {
        console.complain(&render(diagnostic, &loaded.sources))?;
    }
    let status = if loaded.diagnostics.is_empty() { Status::Fine } else { Status::Broken };
    let sources = loaded.sources;
    Ok(loaded.document.map(|document| Opened { document, sources, name, status }))
}

/// Three players with one card each: the running example of the papers.
pub const THREE_PLAYERS: &str = "agents 1, 2, 3\ndeal r | w | b\n";

/// The running example, for what needs no file.
pub fn three_players() -> Option<Opened> {
    let loaded = hexa_lang::load("hexa", THREE_PLAYERS, &NoIncludes, &[]);
    let (sources, name) = (loaded.sources, "hexa".to_owned());
    loaded.document.map(|document| Opened { document, sources, name, status: Status::Fine })
}

impl Opened {
    /// Reads a formula.
    pub fn formula(&mut self, text: &str) -> Result<(Formula, Typing), Diagnostic> {
        let example = "write a formula such as `K_1 r_1`";
        let typing = self.typing(text, ("print ", ""), ("formula", example))?;
        match typing.step.kind {
            StepKind::Print(formula) => Ok((formula, typing)),
            _ => Err(self.unexpected(&typing, "this is not a formula", example)),
        }
    }

    /// Reads an action.
    pub fn action(&mut self, text: &str) -> Result<(Action, Typing), Diagnostic> {
        let example = "write an action such as `L_12 ?r_1`";
        let typing = self.typing(text, ("do ", ""), ("action", example))?;
        match typing.step.kind {
            StepKind::Do(action) => Ok((action, typing)),
            _ => Err(self.unexpected(&typing, "this is not an action", example)),
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
        Err(self.unexpected(&typing, "this is not a group", example))
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
        let read = self.document.read(&text, &mut self.sources);
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

    fn unexpected(&self, typing: &Typing, message: &str, example: &str) -> Diagnostic {
        let problem = Diagnostic::without_place(Code::Expected, message).at(typing.step.at, "");
        self.as_typed(problem.help(example), typing)
    }

    /// A problem with its places in what was typed.
    pub fn as_typed(&self, problem: Diagnostic, typing: &Typing) -> Diagnostic {
        as_typed(problem, &[typing.typed], &self.sources)
    }

    /// Tells a problem.
    pub fn complain(&self, problem: &Diagnostic, console: &mut Console) -> io::Result<Status> {
        console.complain(&render(problem, &self.sources))?;
        Ok(Status::Broken)
    }
}
