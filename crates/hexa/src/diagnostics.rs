//! Problems as people read them: the code, what is wrong, the line with the part at
//! fault underlined, and what to do.
//!
//! Lines are cut to a window around the place, because a line may be megabytes
//! long, and characters that would move the cursor or reorder the line are shown as
//! stand-ins, because a text may come from anywhere.

use crate::setting;
use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};
use hexa_text::{Diagnostic, Label, Location, Severity, SourceId, Sources, clean, harmless};
use std::ops::Range;

/// How many characters of a line are shown at most.
const WINDOW: usize = 160;
/// How many of them may stand before the place.
const BEFORE: usize = 60;

/// A problem as text with colours, which the stream it is written to keeps or drops.
pub fn render(problem: &Diagnostic, sources: &Sources) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(clean(&problem.message)).id(problem.code.as_str());
    let mut elements: Vec<Element<'_>> = Vec::new();
    match (problem.labels.first(), &problem.file) {
        (Some(label), _) => elements.extend(elements_of(&problem.labels, label.at, sources)),
        (None, Some(file)) => elements.push(Origin::path(clean(file)).into()),
        (None, None) => {}
    }
    elements.extend(problem.notes.iter().map(|note| Level::NOTE.message(clean(note)).into()));
    let way_out = problem.way_out.as_ref().map(setting::way_out_text);
    elements.extend(way_out.map(|help| Level::HELP.message(clean(&help)).into()));
    let group = Group::with_title(title).elements(elements);
    without_empty_origins(&Renderer::styled().term_width(WINDOW + 40).render(&[group])) + "\n"
}

/// The renderer counts columns in the text it is given, which is only a window of the line. So we
/// give it origins of our own and snippets without a path, for which it still writes a `:::`.
fn without_empty_origins(rendered: &str) -> String {
    let empty = |line: &str| anstream::adapter::strip_str(line).to_string().trim() == ":::";
    rendered.lines().filter(|line| !empty(line)).map(|line| format!("{line}\n")).collect()
}

/// The places of a problem: where the main one is, then every line with its marks.
fn elements_of<'a>(labels: &[Label], main: Location, sources: &Sources) -> Vec<Element<'a>> {
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
        Snippet::source(excerpt.text()).line_start(sources.line_column(at).0).annotations(marks)
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

    fn text(&self) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use hexa_text::{Code, Span};

    /// What is shown for the part of a text between two bytes.
    fn shown_for(text: &str, span: Range<usize>) -> String {
        let mut sources = Sources::default();
        let source = sources.add("f.hexa", text);
        let at = Location { source, span: Span::new(span.start, span.end) };
        let problem = Diagnostic::without_place(Code::UnknownName, "no such name")
            .at(at, "here")
            .help("write another");
        plain(&problem, &sources)
    }

    fn plain(problem: &Diagnostic, sources: &Sources) -> String {
        anstream::adapter::strip_str(&render(problem, sources)).to_string()
    }

    #[test]
    fn the_part_at_fault_is_underlined() {
        let shown = "\
error[E020]: no such name
 --> f.hexa:2:9
  |
2 | check K_x p
  |         ^ here
  |
  = help: write another

";
        assert_eq!(shown_for("agents 1\ncheck K_x p\n", 17..18), shown);
    }

    /// The line with the mark, and the mark below it.
    fn mark_line(text: &str, span: Range<usize>) -> [String; 2] {
        let shown = shown_for(text, span);
        let mut lines = shown.lines().skip(3).map(str::to_owned);
        [lines.next().unwrap_or_default(), lines.next().unwrap_or_default()]
    }

    #[test]
    fn tabs_wide_and_combining_characters_stay_aligned() {
        let lines = mark_line("a\t王e\u{301} x y", 9..10);
        assert_eq!(lines, ["1 | a 王e\u{301} x y", "  |       ^ here"]);
    }

    #[test]
    fn control_characters_are_shown_and_not_obeyed() {
        let lines = mark_line("a \u{1b}[31m \u{202e} b", 2..3);
        assert_eq!(lines, ["1 | a ␛[31m \u{fffd} b", "  |   ^ here"]);
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}X{}", "é ".repeat(5_000_000), " o".repeat(5_000_000));
        let shown = shown_for(&text, 15_000_000..15_000_001);
        assert!(shown.contains("f.hexa:1:10000001\n"), "{shown}");
        assert!(shown.contains("1 | …é é") && shown.contains("é é X o o") && shown.contains("o …"));
        assert!(shown.lines().all(|line| line.chars().count() < 200), "{shown}");
    }

    #[test]
    fn places_past_the_end_and_inside_characters_do_no_harm() {
        assert_eq!(mark_line("", 0..0), ["1 |", "  | ^ here"]);
        assert_eq!(mark_line("é", 1..40), ["1 | é", "  | ^ here"]);
        assert_eq!(mark_line("ab\n", 2..3), ["1 | ab", "  |   ^ here"]);
    }

    #[test]
    fn several_places_are_all_shown() {
        let mut sources = Sources::default();
        let source = sources.add("f.hexa", "agents a, b\n\n\n\n\nagents a, a\n");
        let other = sources.add("g.hexa", "agents a\n");
        let place = |source, from, to| Location { source, span: Span::new(from, to) };
        let problem = Diagnostic::without_place(Code::DuplicateName, "`a` is declared twice")
            .at(place(source, 23, 24), "again here")
            .at(place(source, 26, 27), "and here")
            .at(place(source, 7, 8), "first here")
            .at(place(other, 7, 8), "also here")
            .note("one note")
            .help("one help\non two lines");
        let shown = "\
error[E021]: `a` is declared twice
 --> f.hexa:6:8
  |
6 | agents a, a
  |        ^  - and here
  |        |
  |        again here
 ::: f.hexa:1:8
  |
1 | agents a, b
  |        - first here
 ::: g.hexa:1:8
  |
1 | agents a
  |        - also here
  |
  = note: one note
  = help: one help
          on two lines

";
        assert_eq!(plain(&problem, &sources), shown);
    }
}
