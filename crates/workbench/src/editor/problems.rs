//! What is wrong with a draft, each problem at a place of the draft itself: what is wrong in a text that it includes shows
//! where it does so.

use super::{Draft, TextPlace};
use hexa_lang::syntax::tree::StatementKind;
use hexa_lang::{Location, SourceId, Span};
use hexa_text::{Code, Diagnostic, Severity, WayOut};

/// Something that is wrong, or strange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftProblem {
    /// How bad it is.
    pub severity: Severity,
    /// The kind of problem.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// Where in the draft.
    pub span: Span,
    /// Further places, with what there is to say about each.
    pub related: Vec<Related>,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// What to do about it.
    pub way_out: Option<WayOut>,
}

/// A place that a problem has to do with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// Where.
    pub place: TextPlace,
    /// What there is to say about it.
    pub text: String,
}

impl Draft {
    /// What is wrong, or strange, as far as reading tells. That reading was stopped is nothing wrong with the text.
    pub fn problems(&self) -> Vec<DraftProblem> {
        let told = self.diagnostics().iter().filter(|problem| problem.code != Code::Stopped);
        told.map(|problem| self.finding(problem)).collect()
    }

    /// A problem as one of this draft.
    pub(super) fn finding(&self, problem: &Diagnostic) -> DraftProblem {
        let mut related = Vec::new();
        let mut message = problem.message.clone();
        let mut span = None;
        for label in &problem.labels {
            let place = self.place(label.at);
            match (&span, &place.other) {
                (None, None) => {
                    span = Some(place.span);
                    if !label.text.is_empty() {
                        message = format!("{message}: {}", label.text);
                    }
                }
                (None, Some(other)) => {
                    span = Some(self.first_inclusion());
                    message = format!("{other}: {message}");
                    related.push(Related { place, text: label.text.clone() });
                }
                (Some(_), _) => related.push(Related { place, text: label.text.clone() }),
            }
        }
        let first_line = || Span::new(0, self.lines.bytes(&self.text, 0).end);
        DraftProblem {
            severity: problem.severity,
            code: problem.code,
            message,
            span: span.unwrap_or_else(first_line),
            related,
            notes: problem.notes.clone(),
            way_out: problem.way_out.clone(),
        }
    }

    fn place(&self, at: Location) -> TextPlace {
        let is_own = at.source == SourceId(0);
        let other = (!is_own).then(|| self.sources().get(at.source).name.clone());
        TextPlace { other, span: at.span }
    }

    /// Where the draft first speaks of another text.
    fn first_inclusion(&self) -> Span {
        let speaks = |kind: &StatementKind| {
            matches!(kind, StatementKind::Include(_) | StatementKind::StateFrom(..))
        };
        let mut statements = self.parsed.tree.statements.iter();
        let found = statements.find(|statement| speaks(&statement.kind));
        found.map_or(Span::default(), |statement| statement.span)
    }
}
