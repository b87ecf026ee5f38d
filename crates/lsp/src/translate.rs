//! From data about a draft to the words of the protocol.

use crate::shelf::{Judged, JudgingProgress, Shelf};
use gen_lsp_types::{
    Code, CodeLens, Command, CompletionItem, CompletionItemKind, CompletionItemTextEdit,
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DocumentHighlight,
    DocumentSymbol, InlayHint, Label, Location, Message, Position, Range, SymbolKind, TextEdit,
};
use hexa_lang::Span;
use hexa_text::Severity;
use hexa_workbench::editor::{
    self, ColumnUnit, Draft, DraftProblem, Edit, Judgement, LineStarts, NameKind, OfferKind,
    Offers, Outcome, OutlineItem, TextPlace,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;

/// Turns data about one draft into the words of the protocol.
#[derive(Clone, Copy)]
pub struct Translator<'a> {
    /// The draft.
    pub draft: &'a Draft,
    /// Its address.
    pub uri: &'a str,
    /// What knows which other texts are open, and what columns count.
    pub shelf: &'a Shelf,
}

impl Translator<'_> {
    /// The byte at a position.
    pub fn byte(&self, at: Position) -> usize {
        let at = editor::Position { line: at.line, column: at.character };
        self.draft.lines.byte(&self.draft.text, at, self.shelf.unit)
    }

    /// The range of a part of the draft.
    pub fn range(&self, span: Span) -> Range {
        range(&self.draft.text, &self.draft.lines, span, self.shelf.unit)
    }

    /// A place in the draft or in a text that it was read with.
    pub fn location(&self, place: &TextPlace) -> Option<Location> {
        match &place.other {
            None => Some(Location { uri: self.uri.into(), range: self.range(place.span) }),
            Some(other) => {
                let text = self.draft.text_of(other)?;
                let range = range(text, &LineStarts::new(text), place.span, self.shelf.unit);
                Some(Location { uri: self.shelf.address(other).into(), range })
            }
        }
    }

    /// A change of one of the texts.
    pub fn edit_of(&self, other: Option<&str>, edit: &Edit) -> Option<TextEdit> {
        let place = TextPlace { other: other.map(str::to_owned), span: edit.span };
        let range = self.location(&place)?.range;
        Some(TextEdit { range, new_text: edit.text.clone() })
    }

    /// What repairs problems that touch a range, each by another word.
    pub fn repairs(&self, range: Range) -> Vec<serde_json::Value> {
        let touches = |of: Range| of.start <= range.end && range.start <= of.end;
        let action = |found: &DraftProblem| {
            let (edit, problem) = (self.edit(&found.repair()?), self.problem(found));
            touches(edit.range).then(|| {
                json!({
                    "title": format!("replace by `{}`", edit.new_text),
                    "kind": "quickfix",
                    "isPreferred": true,
                    "diagnostics": [problem],
                    "edit": { "changes": { self.uri: [edit] } },
                })
            })
        };
        self.draft.problems().iter().filter_map(action).collect()
    }

    /// A change.
    pub fn edit(&self, edit: &Edit) -> TextEdit {
        TextEdit { range: self.range(edit.span), new_text: edit.text.clone() }
    }

    /// What is wrong with the draft.
    pub fn problems(&self) -> Vec<Diagnostic> {
        self.draft.problems().iter().map(|finding| self.problem(finding)).collect()
    }

    /// Something that is wrong with it.
    pub fn problem(&self, finding: &DraftProblem) -> Diagnostic {
        let mut message = finding.message.clone();
        for note in &finding.notes {
            message = format!("{message}\n{note}");
        }
        if let Some(way_out) = &finding.way_out {
            message = format!("{message}\nhelp: {way_out}");
        }
        let related = finding.related.iter().filter_map(|related| {
            let (location, message) = (self.location(&related.place)?, related.text.clone());
            Some(DiagnosticRelatedInformation { location, message })
        });
        let related: Vec<_> = related.collect();
        let severity = match finding.severity {
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Error => DiagnosticSeverity::Error,
        };
        let code = finding.code.as_str();
        let problem = self.diagnostic(finding.span, severity, code, message);
        Diagnostic { related_information: (!related.is_empty()).then_some(related), ..problem }
    }

    fn diagnostic(
        &self,
        span: Span,
        severity: DiagnosticSeverity,
        code: &str,
        message: String,
    ) -> Diagnostic {
        Diagnostic {
            range: self.range(span),
            severity: Some(severity),
            code: Some(Code::String(code.to_owned())),
            code_description: None,
            source: Some("hexa".to_owned()),
            message: Message::String(message),
            tags: None,
            related_information: None,
            data: None,
        }
    }

    /// What came out of a run that somebody should look at.
    pub fn failures(&self, judgements: &[Judgement], limit: Duration) -> Vec<Diagnostic> {
        let mut stopped = false;
        let failure = |one: &Judgement| match &one.outcome {
            Outcome::Fails(why) => {
                let message = format!("does not hold: {why}");
                Some(self.diagnostic(one.span, DiagnosticSeverity::Error, "FAILED", message))
            }
            Outcome::Stuck(finding) => Some(self.problem(finding)),
            // The first says it for all.
            Outcome::Stopped if !std::mem::replace(&mut stopped, true) => {
                let message = format!("gave up after {} s", limit.as_secs_f64());
                Some(self.diagnostic(one.span, DiagnosticSeverity::Information, "STOPPED", message))
            }
            Outcome::Holds(_) | Outcome::NotRun(_) | Outcome::Stopped | Outcome::Shows(_) => None,
        };
        judgements.iter().filter_map(failure).collect()
    }

    /// What can be written.
    pub fn completion(&self, offers: &Offers) -> Vec<CompletionItem> {
        let range = self.range(offers.span);
        let item = |offer: &editor::Offer| {
            let edit = TextEdit { range, new_text: offer.text.clone() };
            CompletionItem {
                label: offer.text.clone(),
                kind: Some(completion_kind(offer.kind)),
                detail: (!offer.detail.is_empty()).then(|| offer.detail.clone()),
                text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
                ..CompletionItem::default()
            }
        };
        offers.offers.iter().map(item).collect()
    }

    /// Where the draft itself means something.
    pub fn highlights(&self, places: &[TextPlace]) -> Vec<DocumentHighlight> {
        let own = places.iter().filter(|place| place.other.is_none());
        own.map(|place| DocumentHighlight { range: self.range(place.span), kind: None }).collect()
    }

    /// What the draft consists of.
    pub fn symbols(&self, outline: &[OutlineItem]) -> Vec<DocumentSymbol> {
        let symbol = |item: &OutlineItem| {
            let detail = item.kind.map(|kind| kind.words().to_owned());
            let (whole, name) = (self.range(item.whole), self.range(item.span));
            let kind = symbol_kind(item.kind);
            DocumentSymbol::new(item.name.clone(), detail, kind, None, None, whole, name, None)
        };
        outline.iter().map(symbol).collect()
    }

    /// A lens above each scenario that runs it, and above each step that was judged, or will be, one with its verdict.
    pub fn lenses(&self, judged: &Judged, verdicts: bool, limit: Duration) -> Vec<CodeLens> {
        let mut lenses = Vec::new();
        let mut known: BTreeMap<usize, Vec<&Judgement>> = BTreeMap::new();
        for one in &judged.judgements {
            known.entry(one.scenario).or_default().push(one);
        }
        for mark in self.draft.scenarios() {
            let argument = json!({ "uri": self.uri, "scenario": mark.scenario });
            lenses.push(self.lens(
                mark.span,
                "▶ run this scenario".to_owned(),
                "hexa.run",
                argument.clone(),
            ));
            let of_it = known.get(&mark.scenario).map(Vec::as_slice).unwrap_or_default();
            if let Some(title) = summary(of_it, judged.progress, limit) {
                lenses.push(self.lens(mark.span, title, "hexa.run", argument));
            }
        }
        if verdicts {
            let known: BTreeMap<u32, &Judgement> =
                judged.judgements.iter().map(|one| (one.span.start, one)).collect();
            for step in self.draft.assertions() {
                let known = known.get(&step.span.start);
                let title = known.map_or("…".to_owned(), |one| title(&one.outcome));
                let argument =
                    json!({ "uri": self.uri, "scenario": step.scenario, "step": step.step });
                lenses.push(self.lens(step.span, title, "hexa.explain", argument));
            }
        }
        lenses
    }

    fn lens(
        &self,
        span: Span,
        title: String,
        command: &str,
        argument: serde_json::Value,
    ) -> CodeLens {
        let start = self.range(span).start;
        let command = command.to_owned();
        let command = Command { title, tooltip: None, command, arguments: Some(vec![argument]) };
        CodeLens { range: Range { start, end: start }, command: Some(command), data: None }
    }

    /// Verdicts at the ends of lines.
    pub fn hints(&self, judged: &Judged) -> Vec<InlayHint> {
        let hint = |one: &Judgement| InlayHint {
            position: self.range(one.span).end,
            label: Label::String(title(&one.outcome)),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        };
        judged.judgements.iter().map(hint).collect()
    }
}

fn range(text: &str, lines: &LineStarts, span: Span, unit: ColumnUnit) -> Range {
    let position = |byte: u32| {
        let at = lines.position(text, byte as usize, unit);
        Position { line: at.line, character: at.column }
    };
    Range { start: position(span.start), end: position(span.end) }
}

/// A verdict in a line.
fn title(outcome: &Outcome) -> String {
    const LONGEST: usize = 200;
    let text = match outcome {
        Outcome::Holds(None) => "✓ holds".to_owned(),
        Outcome::Holds(Some(more)) => format!("✓ holds ({more})"),
        Outcome::Fails(why) => format!("✗ {why}"),
        Outcome::Stuck(problem) => format!("✗ {}", problem.message),
        Outcome::NotRun(why) => format!("not run: {why}"),
        Outcome::Stopped => "gave up".to_owned(),
        Outcome::Shows(shown) => shown.lines().next().unwrap_or_default().to_owned(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// `3 hold, 1 does not`
fn summary(
    judgements: &[&Judgement],
    progress: JudgingProgress,
    limit: Duration,
) -> Option<String> {
    let (mut hold, mut fail, mut unknown) = (0, 0, 0);
    for judgement in judgements {
        match judgement.outcome {
            Outcome::Holds(_) => hold += 1,
            Outcome::Fails(_) | Outcome::Stuck(_) => fail += 1,
            Outcome::NotRun(_) | Outcome::Stopped => unknown += 1,
            Outcome::Shows(_) => {}
        }
    }
    let mut parts = Vec::new();
    if hold > 0 {
        parts.push(format!("✓ {hold}"));
    }
    if fail > 0 {
        parts.push(format!("✗ {fail}"));
    }
    if unknown > 0 {
        parts.push(format!("not run: {unknown}"));
    }
    if progress == JudgingProgress::GaveUp && unknown > 0 {
        parts.push(format!("gave up after {} s", limit.as_secs_f64()));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn completion_kind(kind: OfferKind) -> CompletionItemKind {
    match kind {
        OfferKind::Word => CompletionItemKind::Keyword,
        OfferKind::Operator => CompletionItemKind::Operator,
        OfferKind::Name(name) => match name {
            NameKind::Agent | NameKind::Table => CompletionItemKind::Class,
            NameKind::Card | NameKind::Plain => CompletionItemKind::EnumMember,
            NameKind::Atom => CompletionItemKind::Field,
            NameKind::Set => CompletionItemKind::Enum,
            NameKind::Parameter => CompletionItemKind::Constant,
            NameKind::Formula | NameKind::Action => CompletionItemKind::Function,
            NameKind::Frame => CompletionItemKind::Module,
            NameKind::Event | NameKind::World | NameKind::State => CompletionItemKind::Value,
            NameKind::Variable => CompletionItemKind::Variable,
        },
    }
}

fn symbol_kind(kind: Option<NameKind>) -> SymbolKind {
    match kind {
        None => SymbolKind::Namespace,
        Some(NameKind::Agent | NameKind::Table) => SymbolKind::Class,
        Some(NameKind::Card | NameKind::Plain) => SymbolKind::EnumMember,
        Some(NameKind::Atom) => SymbolKind::Field,
        Some(NameKind::Set) => SymbolKind::Enum,
        Some(NameKind::Parameter) => SymbolKind::Constant,
        Some(NameKind::Formula | NameKind::Action) => SymbolKind::Function,
        Some(NameKind::Frame) => SymbolKind::Module,
        Some(NameKind::Event) => SymbolKind::Event,
        Some(NameKind::World | NameKind::State) => SymbolKind::Object,
        Some(NameKind::Variable) => SymbolKind::Variable,
    }
}
