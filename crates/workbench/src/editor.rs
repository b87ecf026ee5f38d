//! What an editor asks while somebody writes a text of Hexa. Text and place go in, plain data comes out: no protocol, no
//! file, no clock.
//!
//! Who calls: the language server `hexa lsp` (`crates/lsp`), and through it VS Code, Vim, Neovim, Emacs, Helix and others;
//! and a page with an editor in it, in which the workbench runs without any server. Both need the same answers in the same
//! units, so what they share is here, and what only a protocol knows (numbers of messages, addresses of files, who asked for
//! what) is not. Places are bytes of the text; [`LineStarts`] turns them into lines and columns and back.
//!
//! A [`Draft`] is a text as it was at one moment of writing, read as far as it can be. Reading is quick and happens at
//! every key; [`Draft::judge`] runs the scenarios, may take long, and looks at the `Stop` in the limits. A draft never
//! changes, so that one thread can answer while another one judges.
//!
//! What stands where is found in the syntax tree, which there always is: names, completion and the outline work in a text
//! that has errors. What something is worth needs a text without errors in its declarations.

mod completion;
mod hover;
mod judgement;
mod names;
mod navigation;
mod position;
mod problems;
mod prompt;
mod reference;
mod rename;
mod slot;
mod state;
mod walk;

pub use completion::{Offer, OfferKind, Offers};
pub use hover::{FormulaValue, Hover};
pub use judgement::{AssertionMark, Judgement, Outcome, ScenarioMark};
pub use names::{Declared, NameKind};
pub use navigation::{OutlineItem, TextPlace};
pub use position::{ColumnUnit, LineStarts, Position};
pub use problems::{DraftProblem, Related};
pub use prompt::Prompt;
pub use reference::{explanation_of_word, words_with_explanations};
pub use rename::{Rereading, TextEdits};
pub use state::{MOST_DRAWN, StateShown};

use crate::opened::{Opened, Unopened};
use hexa_engine::Limits;
use hexa_lang::syntax::tree::{ExprKind, Statement, StatementKind};
use hexa_lang::syntax::{Parsed, Spelling, Symbols, format_until, parse_until};
use hexa_lang::{Resolver, Settings, SourceId, Sources, Span, load_until, smcdel};
use hexa_text::Diagnostic;
use names::Names;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

/// A text at one moment of writing.
#[derive(Debug)]
pub struct Draft {
    /// What it is called in messages.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// Its lines.
    pub lines: LineStarts,
    /// What it says, or why it says nothing.
    pub opened: Result<Opened, Box<Unopened>>,
    /// What the other texts are called that it was read with: those that it includes, and those that it takes states from.
    pub others: Vec<String>,
    ways: Vec<Way>,
    parsed: Parsed,
    included: Vec<Included>,
    names: OnceLock<Names>,
}

/// A path that a text names, and the text that it leads to.
#[derive(Debug)]
struct Way {
    from: String,
    path: String,
    to: String,
}

/// A text that another one includes, with all that it declares.
#[derive(Debug)]
struct Included {
    name: String,
    text: Arc<str>,
    parsed: Parsed,
}

/// A change of a text: what stands instead of some bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes that go.
    pub span: Span,
    /// What comes instead.
    pub text: String,
}

impl Draft {
    /// Reads a text. If it was stopped, the draft has the problem that says so, and little else.
    pub fn read(
        name: &str,
        text: impl Into<Arc<str>>,
        resolver: &dyn Resolver,
        settings: &Settings,
        limits: &Limits,
    ) -> Self {
        let text = text.into();
        let listening = Listening { resolver, brought: RefCell::default() };
        let loaded = load_until(name, &text, &listening, settings, &limits.stop);
        let opened = Opened::new(name, loaded, limits.clone());
        let mut symbols = Symbols::default();
        let parse = |text: &str, symbols: &mut Symbols| {
            parse_until(text, SourceId(0), symbols, &limits.stop)
        };
        // Texts of SMCDEL are read and judged; what stands where in them is not looked at.
        let foreign = smcdel::is_smcdel(name, &text);
        let parsed = parse(if foreign { "" } else { &text }, &mut symbols);
        let brought = listening.brought.into_inner();
        let mut included: Vec<Included> = Vec::new();
        let mut open = paths(&parsed, name);
        while let Some((from, path)) = open.pop() {
            let is_meant = |one: &&Brought| one.from == from && one.path == path;
            let Some(found) = brought.iter().find(is_meant) else { continue };
            if found.name != name && included.iter().all(|known| known.name != found.name) {
                let parsed = parse(&found.text, &mut symbols);
                open.extend(paths(&parsed, &found.name));
                let (name, text) = (found.name.clone(), found.text.clone().into());
                included.push(Included { name, text, parsed });
            }
        }
        let lines = LineStarts::new(&text);
        let (name, names) = (name.to_owned(), OnceLock::new());
        let others = brought.iter().map(|found| found.name.clone()).collect();
        let way = |found: Brought| Way { from: found.from, path: found.path, to: found.name };
        let ways = brought.into_iter().map(way).collect();
        Self { name, text, lines, opened, others, ways, parsed, included, names }
    }

    /// The texts that the places of problems are in.
    fn sources(&self) -> &Sources {
        match &self.opened {
            Ok(opened) => &opened.sources,
            Err(unopened) => &unopened.sources,
        }
    }

    /// One of the other texts that the draft was read with, by its name.
    pub fn text_of(&self, other: &str) -> Option<&str> {
        let sources = self.sources();
        sources.find(other).map(|found| sources.get(found).text.as_str())
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        match &self.opened {
            Ok(opened) => &opened.diagnostics,
            Err(unopened) => &unopened.diagnostics,
        }
    }

    /// What it takes to bring the text into its usual form; nothing if it has errors. Lines that are in it already stay as they
    /// are, so that cursors and marks of an editor stay where they were.
    pub fn format(&self, spelling: Spelling, limits: &Limits) -> Vec<Edit> {
        let text = &*self.text;
        let Ok(formatted) = format_until(text, spelling, &limits.stop) else { return Vec::new() };
        let lines = |text: &str| -> Vec<(usize, usize)> {
            let mut end = 0;
            let pieces = text.split_inclusive('\n').map(str::len);
            let line = |length| {
                let start = end;
                end += length;
                (start, end)
            };
            pieces.map(line).collect()
        };
        let (before, mut after) = (lines(text), lines(&formatted));
        if before.len() != after.len() {
            after = vec![(0, formatted.len())];
        }
        let mut edits = Vec::new();
        for (at, &(start, end)) in after.iter().enumerate() {
            let (from, to) = if after.len() == before.len() { before[at] } else { (0, text.len()) };
            if text[from..to] != formatted[start..end] {
                edits.push(Edit {
                    span: Span::new(from, to),
                    text: formatted[start..end].to_owned(),
                });
            }
        }
        edits
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::new(self))
    }
}

/// What a text includes: who includes it, and by which path.
fn paths(parsed: &Parsed, from: &str) -> Vec<(String, String)> {
    let path = |statement: &Statement| {
        let StatementKind::Include(path) = statement.kind else { return None };
        let ExprKind::Text(path) = parsed.tree.kind(path) else { return None };
        Some((from.to_owned(), path.to_string()))
    };
    parsed.tree.statements.iter().filter_map(path).collect()
}

/// A resolver that remembers what it brought.
struct Listening<'r> {
    resolver: &'r dyn Resolver,
    brought: RefCell<Vec<Brought>>,
}

struct Brought {
    from: String,
    path: String,
    name: String,
    text: String,
}

impl Resolver for Listening<'_> {
    fn resolve(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let (name, text) = self.resolver.resolve(from, path)?;
        let (from, path) = (from.to_owned(), path.to_owned());
        self.brought.borrow_mut().push(Brought {
            from,
            path,
            name: name.clone(),
            text: text.clone(),
        });
        Ok((name, text))
    }
}

#[cfg(test)]
mod tests;
