//! What is wrong with a draft, each problem at a place of the draft itself: what is wrong in a text that it includes shows
//! where it does so.

use super::{Draft, Edit, TextPlace};
use hexa_lang::syntax::tree::{ExprKind, Statement, StatementKind};
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

impl DraftProblem {
    /// What repairs it, if its way out is another word for the one that it is about.
    pub fn repair(&self) -> Option<Edit> {
        let words = self.way_out.as_ref()?.to_string();
        let text = words.strip_prefix("did you mean `")?.strip_suffix("`?")?.to_owned();
        Some(Edit { span: self.span, text })
    }
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
                    span = Some(self.inclusion_of(other));
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

    /// Where the draft speaks of another text, or of the one that leads to it.
    fn inclusion_of(&self, other: &str) -> Span {
        let mut to = other;
        // A way back is as long as there are texts, at most.
        for _ in 0..=self.ways.len() {
            let Some(way) = self.ways.iter().find(|way| way.to == to) else { break };
            if way.from == self.name {
                return self.statement_with(&way.path);
            }
            to = &way.from;
        }
        Span::default()
    }

    fn statement_with(&self, path: &str) -> Span {
        let tree = &self.parsed.tree;
        let speaks = |statement: &&Statement| {
            let (StatementKind::Include(text) | StatementKind::StateFrom(_, text)) = statement.kind
            else {
                return false;
            };
            matches!(tree.kind(text), ExprKind::Text(text) if **text == *path)
        };
        tree.statements.iter().find(speaks).map_or(Span::default(), |statement| statement.span)
    }
}
