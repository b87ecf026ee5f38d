//! What is wrong with a file. The same problem in many places is told once, with the first places and their number.

use hexa_lang::{Code, Diagnostic, Location, SourceId, Span};
use rustc_hash::FxHashMap;

/// More problems than this are not told.
const MAX_PROBLEMS: usize = 100;

/// So many places of one problem are shown.
const SHOWN_PLACES: usize = 3;

/// Problems that were found so far.
pub(super) struct Problems {
    source: SourceId,
    found: Vec<(Diagnostic, u64)>,
    /// Where each is among them, by its code and message.
    places: FxHashMap<(Code, String), usize>,
    errors: usize,
}

impl Problems {
    pub(super) fn new(source: SourceId) -> Self {
        Self { source, found: Vec::new(), places: FxHashMap::default(), errors: 0 }
    }

    /// Whether the file cannot be read.
    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether there are so many that it makes no sense to go on.
    pub(super) fn are_many(&self) -> bool {
        self.errors >= MAX_PROBLEMS
    }

    /// Something is wrong.
    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: &str) {
        let wrong = Diagnostic::new(code, self.source, span, message).help(help);
        self.add(wrong);
    }

    /// Something is wrong that has to do with another place.
    pub(super) fn clash(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        (other, about): (Span, &str),
        help: &str,
    ) {
        let other = Location { source: self.source, span: other };
        let wrong = Diagnostic::new(code, self.source, span, message).help(help);
        self.add(wrong.at(other, about));
    }

    /// Something is strange.
    pub(super) fn warning(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: &str,
    ) {
        let strange = Diagnostic::new(code, self.source, span, message).help(help);
        self.add(strange.as_warning());
    }

    fn add(&mut self, problem: Diagnostic) {
        let key = (problem.code, problem.message.clone());
        if let Some(&place) = self.places.get(&key) {
            let (told, times) = &mut self.found[place];
            *times += 1;
            if *times <= SHOWN_PLACES as u64 {
                told.labels.extend(problem.labels);
            }
            return;
        }
        if !problem.is_warning() {
            self.errors += 1;
        } else if self.found.len() >= MAX_PROBLEMS {
            return;
        }
        self.places.insert(key, self.found.len());
        self.found.push((problem.shorten_names(), 1));
    }

    /// All of them, in the order in which they were found.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let is_cut = self.are_many();
        let told = self.found.into_iter().map(|(told, times)| match times {
            1 => told,
            _ => told.note(format!("this is so in {times} places")),
        });
        let mut told: Vec<Diagnostic> = told.collect();
        if is_cut {
            let message =
                format!("more than {MAX_PROBLEMS} errors; the rest of the file is not read");
            told.push(Diagnostic::without_place(Code::TooManyErrors, message));
        }
        told
    }
}
