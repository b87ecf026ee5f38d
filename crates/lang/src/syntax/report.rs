//! The diagnostics of one text, as they are found: at most one for each place, and
//! not more than a reader will look at. Reading looks here whether to go on.

use hexa_logic::Stop;
use hexa_text::{Code, Diagnostic};
use hexa_text::{SourceId, Span};
use rustc_hash::FxHashSet;

/// The most errors that are reported for one text.
pub const MAX_ERRORS: usize = 100;

/// So many tokens are read between two looks at what may end the reading.
const TOKENS_BETWEEN_LOOKS: u64 = 1 << 10;

/// Collects diagnostics.
pub(crate) struct Report {
    source: SourceId,
    diagnostics: Vec<Diagnostic>,
    places: FxHashSet<u32>,
    stumbles: usize,
    dropped: usize,
    given_up: Vec<Span>,
    stop: Stop,
    /// Tokens that were read since the last look.
    read: u64,
    stopped: bool,
}

impl Report {
    pub(crate) fn new(source: SourceId, stop: &Stop) -> Self {
        Self {
            source,
            diagnostics: Vec::new(),
            places: FxHashSet::default(),
            stumbles: 0,
            dropped: 0,
            given_up: Vec::new(),
            stop: stop.clone(),
            read: 0,
            stopped: false,
        }
    }

    /// Counts a token that was read, and tells whether to go on to the next one.
    #[inline]
    pub(crate) fn goes_on(&mut self) -> bool {
        self.read += 1;
        if self.read >= TOKENS_BETWEEN_LOOKS {
            self.stopped |= self.stop.count(std::mem::take(&mut self.read)).is_err();
        }
        !self.stopped
    }

    /// Whether somebody asked for the end of the reading. What was read until then means nothing.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
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
        if self.stopped {
            return vec![Diagnostic::for_stop()];
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span());
        if self.dropped > 0 {
            let last = self.diagnostics.last().map_or(Span::default(), |last| last.span());
            let message = format!("only the first {MAX_ERRORS} errors of this text are shown");
            self.diagnostics.push(Diagnostic::new(Code::TooManyErrors, self.source, last, message));
        }
        self.diagnostics
    }
}
