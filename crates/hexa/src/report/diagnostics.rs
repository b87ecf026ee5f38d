//! Problems as people read them: the code, what is wrong, the line with the part at
//! fault underlined, and what to do.
//!
//! Lines are cut to a window around the place, because a line may be megabytes
//! long, and characters that would move the cursor or reorder the line are shown as
//! stand-ins, because a text may come from anywhere.

use crate::problem::Problem;
use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};
use hexa_lang::{Label, Location, SourceId, Sources};
use std::ops::Range;

/// At most this many problems of one file are shown; the others are counted.
pub const MOST_SHOWN: usize = 100;

/// How many characters of a line are shown at most.
const WINDOW: usize = 160;
/// How many of them may stand before the place.
const BEFORE: usize = 60;

/// A problem as text with colours, which the stream it is written to keeps or drops.
pub fn render(problem: &Problem, sources: &Sources) -> String {
    let title = Level::ERROR.primary_title(clean(&problem.message)).id(problem.code);
    let mut elements: Vec<Element<'_>> = Vec::new();
    match (problem.labels.first(), &problem.file) {
        (Some(label), _) => elements.extend(shown(&problem.labels, label.at, sources)),
        (None, Some(file)) => elements.push(Origin::path(clean(file)).into()),
        (None, None) => {}
    }
    elements.extend(problem.notes.iter().map(|note| Level::NOTE.message(clean(note)).into()));
    elements.extend(problem.help.iter().map(|help| Level::HELP.message(clean(help)).into()));
    let group = Group::with_title(title).elements(elements);
    Renderer::styled().term_width(WINDOW + 40).render(&[group]) + "\n"
}

/// The places of a problem: where the main one is, then every line with its marks.
fn shown<'a>(labels: &[Label], main: Location, sources: &Sources) -> Vec<Element<'a>> {
    let mut lines: Vec<ShownLine> = Vec::new();
    for label in labels {
        let line = line_at(label.at, sources);
        match lines.iter_mut().find(|shown| shown.is(label.at.source, &line)) {
            Some(shown) => shown.labels.push(label.clone()),
            None => {
                lines.push(ShownLine { source: label.at.source, line, labels: vec![label.clone()] })
            }
        }
    }
    // The main line stays first; the others follow as they stand in the texts.
    let (first, rest) = lines.split_at_mut(1);
    rest.sort_by_key(|shown| (shown.source != main.source, shown.source, shown.line.start));
    let mut elements = Vec::new();
    for shown in first.iter().chain(rest.iter()) {
        elements.push(shown.origin(sources));
        elements.push(shown.snippet(main, sources).into());
    }
    elements
}

/// A line of a text with the places to mark in it.
struct ShownLine {
    source: SourceId,
    line: Range<usize>,
    labels: Vec<Label>,
}

impl ShownLine {
    fn is(&self, source: SourceId, line: &Range<usize>) -> bool {
        self.source == source && self.line == *line
    }

    fn origin<'a>(&self, sources: &Sources) -> Element<'a> {
        let (line, column) = sources.line_column(self.labels[0].at);
        let name = clean(&sources.get(self.source).name);
        Origin::path(name).line(line).char_column(column).into()
    }

    fn snippet<'a>(&self, main: Location, sources: &Sources) -> Snippet<'a, Annotation<'a>> {
        let at = self.labels[0].at;
        let text = &sources.get(self.source).text;
        let excerpt = Excerpt::new(text, &self.line, at.span.start as usize);
        let marks = self.labels.iter().map(|label| excerpt.mark(label, main)).collect::<Vec<_>>();
        Snippet::source(excerpt.shown()).line_start(sources.line_column(at).0).annotations(marks)
    }
}

/// The part of a line that is shown.
struct Excerpt<'t> {
    text: &'t str,
    line: Range<usize>,
    window: Range<usize>,
}

impl<'t> Excerpt<'t> {
    /// What stands around a place in a line.
    fn new(text: &'t str, line: &Range<usize>, at: usize) -> Self {
        Self { text, line: line.clone(), window: window(text, line, at) }
    }

    /// As it is shown, up to a place of the text.
    fn up_to(&self, at: usize) -> String {
        let at = floor(self.text, at).clamp(self.window.start, self.window.end);
        let cut = if self.window.start > self.line.start { "…" } else { "" };
        cut.chars().chain(self.text[self.window.start..at].chars().map(harmless)).collect()
    }

    fn shown(&self) -> String {
        let cut = if self.window.end < self.line.end { "…" } else { "" };
        self.up_to(self.window.end) + cut
    }

    fn mark<'a>(&self, label: &Label, main: Location) -> Annotation<'a> {
        let span = label.at.span.range();
        let kind = match label.at == main {
            true => AnnotationKind::Primary,
            false => AnnotationKind::Context,
        };
        let mark = kind.span(self.up_to(span.start).len()..self.up_to(span.end).len());
        match label.text.is_empty() {
            true => mark,
            false => mark.label(clean(&label.text)),
        }
    }
}

/// The bytes of the line in which a place starts, without its end.
fn line_at(at: Location, sources: &Sources) -> Range<usize> {
    let text = &sources.get(at.source).text;
    let start = floor(text, at.span.start as usize);
    let from = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let to = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
    from..from + text[from..to].trim_end_matches('\r').len()
}

/// The part of a line to show, around a place in it.
fn window(text: &str, line: &Range<usize>, at: usize) -> Range<usize> {
    let at = floor(text, at).clamp(line.start, line.end);
    let before = text[line.start..at].char_indices().rev().take(BEFORE);
    let near = before.last().map_or(at, |(offset, _)| line.start + offset);
    let mut fits = text[line.start..line.end].char_indices().skip(WINDOW);
    // A line that fits is shown from its start.
    let start = if fits.next().is_none() { line.start } else { near };
    let mut rest = text[start..line.end].char_indices().skip(WINDOW);
    start..rest.next().map_or(line.end, |(offset, _)| start + offset)
}

/// The nearest start of a character at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A text without characters that move the cursor, start colours or turn the direction of writing.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { harmless(c) }).collect()
}

fn harmless(c: char) -> char {
    match c {
        '\t' => ' ',
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => '\u{fffd}',
        c => c,
    }
}
