//! What is wrong: where, why, and what to do about it.

use crate::{Code, Location, SourceId, Span, WayOut};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Strange, but it stops nothing.
    Warning,
    /// Something could not be done.
    #[default]
    Error,
}

/// One problem: of a text, of a step that cannot be taken, of a question that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The kind of problem; stable from version to version.
    pub code: Code,
    /// What is wrong, in one line.
    pub message: String,
    /// The file it concerns, where no place in a text can be shown.
    pub file: Option<Box<str>>,
    /// The places it shows, the main one first.
    pub labels: Vec<Label>,
    /// What else there is to say, one remark each.
    pub notes: Vec<String>,
    /// What to write instead, what would be accepted, which setting to change.
    pub way_out: Option<WayOut>,
}

/// A place that a diagnostic points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub at: Location,
    /// What there is to say about it; may be empty.
    pub text: String,
}

impl Diagnostic {
    /// A problem at a place of a text.
    pub fn new(code: Code, source: SourceId, span: Span, message: impl Into<String>) -> Self {
        Self::without_place(code, message).at(Location { source, span }, "")
    }

    /// A problem that shows in no text, or not yet.
    pub fn without_place(code: Code, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            file: None,
            labels: Vec::new(),
            notes: Vec::new(),
            way_out: None,
        }
    }

    /// Work was ended because somebody asked for it.
    pub fn for_stop() -> Self {
        Self::without_place(Code::Stopped, "gave up: it was stopped")
    }

    /// Whether it stops nothing.
    pub fn is_warning(&self) -> bool {
        self.severity == Severity::Warning
    }

    /// The same as something that is strange, but stops nothing.
    pub fn as_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Names the file it concerns.
    pub fn of_file(mut self, file: impl Into<Box<str>>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Says something about the main place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(main) = self.labels.first_mut() {
            main.text = text.into();
        }
        self
    }

    /// Points at a place, with something to say about it. The first one is the main one.
    pub fn at(mut self, at: Location, text: impl Into<String>) -> Self {
        self.labels.push(Label { at, text: text.into() });
        self
    }

    /// Adds a remark.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says what to do about it.
    pub fn help(mut self, way_out: impl Into<WayOut>) -> Self {
        self.way_out = Some(way_out.into());
        self
    }

    /// With very long names cut short.
    pub fn shorten_names(mut self) -> Self {
        self.message = shorten_names(self.message);
        self.way_out = self.way_out.map(|way_out| way_out.map_words(shorten_names));
        for label in &mut self.labels {
            label.text = shorten_names(std::mem::take(&mut label.text));
        }
        self
    }

    /// The main place, if there is one.
    pub fn place(&self) -> Option<Location> {
        self.labels.first().map(|label| label.at)
    }

    /// The main place in its text; the start if there is none.
    pub fn span(&self) -> Span {
        self.place().map_or(Span::default(), |at| at.span)
    }
}

/// A message in which no word is longer than anybody reads.
fn shorten_names(text: String) -> String {
    const LONGEST: usize = 60;
    if text.len() <= LONGEST {
        return text;
    }
    let mut short = String::new();
    let mut length = 0;
    for c in text.chars() {
        length = if c.is_alphanumeric() || c == '\'' { length + 1 } else { 0 };
        if length < LONGEST {
            short.push(c);
        } else if length == LONGEST {
            short.push('…');
        }
    }
    short
}
