//! A proof's text with what it includes: every text once, those that are included before those that include them.

use super::parse::parse;
use super::tree::{ProofStatementKind, ProofTree};
use crate::load::Resolver;
use hexa_text::{Code, Diagnostic, Location, SourceId, Sources};

/// So many texts may include each other in a row.
const DEEPEST: usize = 50;

/// A text with all that it includes.
#[derive(Clone, Debug, Default)]
pub struct LoadedProof {
    /// The texts.
    pub sources: Sources,
    /// Their trees, each with its text: what is included comes first, the text itself last.
    pub trees: Vec<(SourceId, ProofTree)>,
    /// What could not be read.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a text with what it includes.
pub fn load_proof(name: &str, text: &str, resolver: &dyn Resolver) -> LoadedProof {
    let mut loaded = LoadedProof::default();
    let mut open = Vec::new();
    let mut read = Vec::new();
    loaded.enter(name, text, resolver, (&mut open, &mut read));
    loaded
}

/// The names of texts that are being read, and of those that have been.
type Names<'n> = (&'n mut Vec<String>, &'n mut Vec<String>);

impl LoadedProof {
    fn enter(&mut self, name: &str, text: &str, resolver: &dyn Resolver, names: Names<'_>) {
        let (open, read) = names;
        let source = self.sources.add(name, text);
        let (tree, wrong) = parse(text, source);
        self.diagnostics.extend(wrong);
        open.push(name.to_owned());
        for statement in &tree.statements {
            let ProofStatementKind::Include(path) = &statement.kind else { continue };
            let at = Location { source, span: path.span };
            let mut refuse = |code, message: String| {
                self.diagnostics.push(Diagnostic::without_place(code, message).at(at, ""));
            };
            match resolver.resolve(name, &path.text) {
                Err(why) => refuse(Code::CannotRead, format!("cannot read {}: {why}", path.text)),
                Ok((included, _)) if open.contains(&included) => {
                    let message = format!("{included} includes itself: {}", open.join(" -> "));
                    refuse(Code::IncludeCycle, message);
                }
                Ok((included, _)) if read.contains(&included) => {}
                Ok(_) if open.len() >= DEEPEST => {
                    let message = format!("more than {DEEPEST} texts include each other");
                    refuse(Code::TooDeep, message);
                }
                Ok((included, text)) => {
                    self.enter(&included, &text, resolver, (&mut *open, &mut *read));
                }
            }
        }
        open.pop();
        read.push(name.to_owned());
        self.trees.push((source, tree));
    }
}
