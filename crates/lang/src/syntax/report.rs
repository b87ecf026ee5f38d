//! The diagnostics of one text, as they are found: at most one for each place, and
//! not more than a reader will look at.

use hexa_text::{Code, Diagnostic};
use hexa_text::{SourceId, Span};
use rustc_hash::FxHashSet;

/// The most errors that are reported for one text.
pub const MAX_ERRORS: usize = 100;

/// Collects diagnostics.
pub(crate) struct Report {
    source: SourceId,
    diagnostics: Vec<Diagnostic>,
    places: FxHashSet<u32>,
    stumbles: usize,
    dropped: usize,
    given_up: Vec<Span>,
}

impl Report {
    pub(crate) fn new(source: SourceId) -> Self {
        Self {
            source,
            diagnostics: Vec::new(),
            places: FxHashSet::default(),
            stumbles: 0,
            dropped: 0,
            given_up: Vec::new(),
        }
    }

    /// A diagnostic in this text, not yet added.
    pub(crate) fn diagnostic(
        &self,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, self.source, span, message)
    }

    /// Adds a diagnostic, unless that place has one or there are enough.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic) {
        self.stumbles += 1;
        if self.is_given_up(diagnostic.span()) {
            return;
        }
        if self.diagnostics.len() >= MAX_ERRORS {
            self.dropped += 1;
        } else if self.places.insert(diagnostic.span().start) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports nothing at a place: what is wrong there follows from what was reported.
    pub(crate) fn silence(&mut self, place: Span) {
        self.places.insert(place.start);
    }

    /// Whether something was reported at a place, or follows from what was.
    pub(crate) fn has_problem_at(&self, place: Span) -> bool {
        self.places.contains(&place.start)
    }

    /// Reports nothing more on these lines: parts of them could not be read at all. Ordered ranges of
    /// bytes.
    pub(crate) fn give_up(&mut self, lines: Vec<Span>) {
        self.given_up = lines;
    }

    fn is_given_up(&self, place: Span) -> bool {
        let after = self.given_up.partition_point(|line| line.start <= place.start);
        after > 0 && place.start <= self.given_up[after - 1].end
    }

    /// Whether something was reported between two places, or might have been if there were not
    /// enough reports already.
    pub(crate) fn has_problem_in(&self, part: Span) -> bool {
        let inside = |at: Span| part.start <= at.start && at.start < part.end.max(1);
        self.dropped > 0 || self.diagnostics.iter().any(|problem| inside(problem.span()))
    }

    /// How often something was wrong, reported or not.
    pub(crate) fn stumbles(&self) -> usize {
        self.stumbles
    }

    /// The diagnostics in the order of the text; a last one says if there were more.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span());
        if self.dropped > 0 {
            let last = self.diagnostics.last().map_or(Span::default(), |last| last.span());
            let message = format!("only the first {MAX_ERRORS} errors of this text are shown");
            self.diagnostics.push(Diagnostic::new(Code::TooManyErrors, self.source, last, message));
        }
        self.diagnostics
    }
}
