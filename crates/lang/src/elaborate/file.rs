//! Files and what they include.

use super::Elaborator;
use super::scope::Node;
use crate::smcdel;
use crate::syntax::tree::{ExprKind, StatementKind};
use crate::syntax::{self, Tree};
use hexa_text::{Code, Diagnostic};
use hexa_text::{Location, SourceId, Sources, Span};
use std::sync::Arc;

/// How many files may include each other, or take states from each other, one inside of the other.
const MAX_FILES_DEEP: usize = 50;

/// A statement of one of the files.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Which file.
    pub file: u32,
    /// Which of its statements.
    pub statement: usize,
    /// Whether the file is the document itself or included by it.
    pub origin: Origin,
}

/// Where a statement comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// The document itself.
    Main,
    /// A file that it includes: its steps do not count.
    Included,
}

/// The keywords that start steps.
const STEP_WORDS: [&str; 14] = [
    "do",
    "announce",
    "tell",
    "privately",
    "lie",
    "check",
    "expect",
    "save",
    "restore",
    "print",
    "draw",
    "scenario",
    "claim",
    "refute",
];

impl Elaborator<'_> {
    /// The statements of a text and, at their places, of the files that it includes.
    pub(super) fn read_files(&mut self, name: &str, text: &str) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut open = vec![name.to_owned()];
        let file = self.read_text(name, text);
        self.collect(file, Origin::Main, &mut open, &mut lines);
        lines
    }

    /// Parses a text.
    pub(super) fn read_text(&mut self, name: &str, text: &str) -> u32 {
        let source = self.sources.add(name, text);
        let tree = if text.len() > Sources::MAX_BYTES {
            let message = format!("a text of more than {} bytes", Sources::MAX_BYTES);
            self.report(Diagnostic::new(Code::TooLong, source, Span::default(), message));
            Tree::default()
        } else {
            let symbols = &mut self.scope.symbols;
            let parsed = syntax::parse_until(text, source, symbols, &self.stop);
            match self.stop.is_asked() {
                true => self.end(),
                false => self.report_syntax(parsed.diagnostics),
            }
            parsed.tree
        };
        self.scope.trees.push((source, Arc::new(tree)));
        self.scope.trees.len() as u32 - 1
    }

    fn collect(
        &mut self,
        file: u32,
        origin: Origin,
        open: &mut Vec<String>,
        lines: &mut Vec<Line>,
    ) {
        let tree = Arc::clone(&self.scope.trees[file as usize].1);
        for (statement, line) in tree.statements.iter().enumerate() {
            if let StatementKind::Include(path) = line.kind {
                self.include(Node { file, expr: path }, open, lines);
            } else {
                lines.push(Line { file, statement, origin });
            }
        }
    }

    fn include(&mut self, path: Node, open: &mut Vec<String>, lines: &mut Vec<Line>) {
        let Some((name, text)) = self.fetch(path) else { return };
        if open.contains(&name) {
            let chain = open.join(" includes ");
            let message = format!("files include each other: {chain} includes {name}");
            self.error::<()>(Code::IncludeCycle, path, message);
        } else if self.sources.find(&name).is_none()
            && self.follow_files(path, open.len()).is_some()
        {
            let file = self.read_text(&name, &text);
            open.push(name);
            self.collect(file, Origin::Included, open, lines);
            open.pop();
        }
    }

    /// Refuses to follow files that lead to each other without end.
    pub(super) fn follow_files(&mut self, path: Node, already: usize) -> Option<()> {
        if already < MAX_FILES_DEEP {
            return Some(());
        }
        let message = format!("files lead to each other more than {MAX_FILES_DEEP} deep");
        let help = "include them from one place";
        self.error_help(Code::TooDeep, path, message, help)
    }

    /// The text that a path means.
    pub(super) fn fetch(&mut self, path: Node) -> Option<(String, String)> {
        let tree = self.tree(path);
        let ExprKind::Text(text) = tree.kind(path.expr) else { return None };
        let from = self.sources.get(self.location(path).source).name.clone();
        match self.resolver.resolve(&from, text) {
            Ok((name, text)) if smcdel::is_smcdel(&name, &text) => {
                let message = format!("\"{name}\" is a file of SMCDEL");
                let help = "`hexa convert FILE --to hexa` makes a file of Hexa out of it";
                self.error_help(Code::CannotRead, path, message, help)
            }
            Ok(found) => Some(found),
            Err(reason) => {
                let message = format!("cannot read \"{text}\": {reason}");
                self.error(Code::CannotRead, path, message)
            }
        }
    }

    /// Whether a problem stands in a step, so that the rest of the document can still run. A line that
    /// starts with no known keyword counts as a step if steps come before it.
    pub(super) fn concerns_a_step(&self, at: Location) -> bool {
        if at.source != SourceId(0) {
            return false;
        }
        let text = &self.sources.get(at.source).text;
        let before = text.get(..at.span.start as usize + 1).unwrap_or(text);
        let mut first_words = statement_words(before);
        let Some(word) = first_words.next() else { return false };
        let known = crate::syntax::STATEMENT_WORDS.contains(&word);
        STEP_WORDS.contains(&word) || (!known && first_words.any(|word| STEP_WORDS.contains(&word)))
    }
}

/// The words that the lines in column 0 start with, the last line first.
fn statement_words(text: &str) -> impl Iterator<Item = &str> {
    text.rsplit('\n').filter_map(|line| {
        let word = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        (!word.is_empty()).then_some(word)
    })
}
