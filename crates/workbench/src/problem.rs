//! A problem as part of an answer: the diagnostic, with its places in lines and columns for whoever does not have the
//! texts it speaks of.

use hexa_text::{Code, Diagnostic, Location, Severity, Sources, Span};

/// Something that is wrong, or strange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What is wrong, with places in the texts of the document.
    pub diagnostic: Box<Diagnostic>,
    /// The same places in lines and columns.
    pub places: Vec<Place>,
}

/// A part of a text, its end excluded. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Place {
    /// The name of the text.
    pub file: String,
    /// Where it starts.
    pub line: usize,
    /// Where it starts in its line.
    pub column: usize,
    /// Where it ends.
    pub end_line: usize,
    /// Where it ends in its line.
    pub end_column: usize,
}

impl Place {
    /// The place of a location.
    pub fn new(at: Location, sources: &Sources) -> Self {
        let end = Span { start: at.span.end, end: at.span.end };
        let (line, column) = sources.line_column(at);
        let (end_line, end_column) = sources.line_column(Location { span: end, ..at });
        let file = sources.get(at.source).name.clone();
        Self { file, line, column, end_line, end_column }
    }
}

impl Problem {
    /// With the places that a diagnostic shows in these texts.
    pub fn new(diagnostic: Diagnostic, sources: &Sources) -> Self {
        let places = diagnostic.labels.iter().map(|label| Place::new(label.at, sources)).collect();
        Self { diagnostic: Box::new(diagnostic), places }
    }

    /// One that shows in no text.
    pub fn without_place(code: Code, message: impl Into<String>) -> Self {
        Self::new(Diagnostic::without_place(code, message), &Sources::default())
    }

    /// Whether something could not be done.
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }

    /// The file it is about.
    pub fn file(&self) -> Option<&str> {
        let place = self.places.first().map(|place| place.file.as_str());
        place.or(self.diagnostic.file.as_deref())
    }
}

#[cfg(feature = "json")]
mod json {
    use super::{Place, Problem};
    use hexa_text::{Severity, WayOut};
    use serde::{Serialize, Serializer};

    /// The order of the fields is the order of the keys.
    #[derive(Serialize)]
    struct Object<'a> {
        severity: Severity,
        code: &'a str,
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        file: Option<&'a str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        labels: Vec<LabelObject<'a>>,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        notes: &'a [String],
        #[serde(skip_serializing_if = "Option::is_none")]
        help: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        way_out: Option<&'a WayOut>,
    }

    #[derive(Serialize)]
    struct LabelObject<'a> {
        #[serde(flatten)]
        place: &'a Place,
        text: &'a str,
    }

    impl Serialize for Problem {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let diagnostic = &self.diagnostic;
            let labels = self.places.iter().zip(&diagnostic.labels);
            Object {
                severity: diagnostic.severity,
                code: diagnostic.code.as_str(),
                message: &diagnostic.message,
                file: self.file(),
                labels: labels
                    .map(|(place, label)| LabelObject { place, text: &label.text })
                    .collect(),
                notes: &diagnostic.notes,
                help: diagnostic.way_out.as_ref().map(ToString::to_string),
                way_out: diagnostic.way_out.as_ref().filter(|way_out| way_out.has_settings()),
            }
            .serialize(serializer)
        }
    }
}
