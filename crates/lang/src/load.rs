//! From text to document.

use crate::document::{Document, Step};
use crate::elaborate;
use crate::smcdel;
use hexa_logic::Stop;
use hexa_text::Diagnostic;
use hexa_text::Sources;

/// Brings the texts that others include.
pub trait Resolver {
    /// The text that `path` means in the source named `from`, with the name it should go by (the
    /// same text must always get the same name), or why it cannot be had.
    fn resolve(&self, from: &str, path: &str) -> Result<(String, String), String>;
}

/// Includes nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoIncludes;

impl Resolver for NoIncludes {
    fn resolve(&self, _from: &str, _path: &str) -> Result<(String, String), String> {
        Err("no other file can be read here".to_owned())
    }
}

/// Values for the parameters of a document, by name: `--set n=4`.
pub type Settings = [(String, i64)];

/// What became of a text.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The texts that were read, for messages.
    pub sources: Sources,
    /// The document, unless its declarations are in error. Steps that are in error are
    /// [`Broken`](crate::document::StepKind::Broken); the others can still be run.
    pub document: Option<Document>,
    /// All problems, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// How many steps of the text assert something, whether or not there is a document to run them in.
    pub assertions: usize,
}

/// Reads a text with what it includes. Texts of SMCDEL are told by their names, or by how they start.
pub fn load(name: &str, text: &str, resolver: &dyn Resolver, settings: &Settings) -> Loaded {
    load_until(name, text, resolver, settings, &Stop::new())
}

/// Reads a text with what it includes, until somebody asks for the end: then there is no document, and
/// [`Code::Stopped`](hexa_text::Code::Stopped) is among the diagnostics.
pub fn load_until(
    name: &str,
    text: &str,
    resolver: &dyn Resolver,
    settings: &Settings,
    stop: &Stop,
) -> Loaded {
    match smcdel::is_smcdel(name, text) {
        true => smcdel::load(name, text, settings, stop),
        false => elaborate::load(name, text, resolver, settings, stop),
    }
}

impl Document {
    /// Reads further lines as if they stood at the end of the document: definitions are added to it,
    /// steps are given back. On any problem nothing is added.
    pub fn read(
        &mut self,
        text: &str,
        sources: &mut Sources,
    ) -> Result<Vec<Step>, Vec<Diagnostic>> {
        elaborate::read(self, text, sources, &Stop::new())
    }

    /// Reads further lines, until somebody asks for the end: that counts as a problem.
    pub fn read_until(
        &mut self,
        text: &str,
        sources: &mut Sources,
        stop: &Stop,
    ) -> Result<Vec<Step>, Vec<Diagnostic>> {
        elaborate::read(self, text, sources, stop)
    }

    /// Every name that an expression of this document may use, sorted: for completion.
    pub fn names(&self) -> Vec<String> {
        self.scope.names()
    }

    /// A name that can still be declared: the one wanted, with as many primes as it takes.
    pub fn free_name(&self, wanted: &str) -> String {
        let taken = self.names();
        let mut name = wanted.to_owned();
        while taken.binary_search(&name).is_ok() {
            name.push('\'');
        }
        name
    }
}
