//! What was typed and what it was read as: `print` before a formula, further lines
//! indented. Problems show in what was typed.

use hexa_lang::{Label, Location, SourceId, Sources, Span};
use hexa_text::Diagnostic;

/// How further lines of a statement are indented in files; at a prompt nobody does that.
const INDENT: &str = "  ";

/// A text that was typed, beside the text that was read in its place.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    typed: SourceId,
    /// The bytes at the start of what was typed that were left out.
    blank: usize,
    /// The bytes that were put before it.
    prefix: usize,
}

impl Typed {
    /// What to read for a typed text: the next text that is added to the sources.
    pub fn new(text: &str, prefix: &str, sources: &mut Sources) -> (Self, String) {
        let typed = sources.add("input", text);
        let blank = text.len() - text.trim_start().len();
        let read = format!("{prefix}{}\n", text.trim().replace('\n', &format!("\n{INDENT}")));
        (Self { typed, blank, prefix: prefix.len() }, read)
    }

    fn read(&self) -> SourceId {
        SourceId(self.typed.0 + 1)
    }

    /// The byte that was typed for one that was read.
    fn byte(&self, read: u32, sources: &Sources) -> usize {
        let read = read as usize;
        let text = &sources.get(self.read()).text;
        let before = text.get(..read).unwrap_or(text);
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        // Inside of what was put before a line is the start of the line.
        let added = if line == 0 { self.prefix } else { INDENT.len() };
        let inside = (before.len() - line).saturating_sub(added);
        let earlier = match before[..line].matches('\n').count() {
            0 => 0,
            lines => line - self.prefix - INDENT.len() * (lines - 1),
        };
        (self.blank + earlier + inside).min(sources.get(self.typed).text.len())
    }

    fn place(&self, at: Location, sources: &Sources) -> Location {
        let byte = |read| self.byte(read, sources);
        Location { source: self.typed, span: Span::new(byte(at.span.start), byte(at.span.end)) }
    }
}

/// The problem with its places in what was typed.
pub fn as_typed(problem: Diagnostic, inputs: &[Typed], sources: &Sources) -> Diagnostic {
    let place = |at: Location| {
        let input = inputs.iter().find(|input| input.read() == at.source);
        input.map_or(at, |input| input.place(at, sources))
    };
    let label = |label: Label| Label { at: place(label.at), ..label };
    Diagnostic { labels: problem.labels.into_iter().map(label).collect(), ..problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_what_was_typed() {
        let text = " (p\n | q\n& x)";
        let mut sources = Sources::default();
        let (typed, read) = Typed::new(text, "print ", &mut sources);
        assert_eq!(read, "print (p\n   | q\n  & x)\n");
        let source = sources.add("input", read.as_str());
        assert_eq!(source, typed.read());
        for name in ["(", "p", "|", "q", "&", "x", ")"] {
            let from = read.rfind(name).filter(|_| name != "p").unwrap_or(7);
            let at = Location { source, span: Span::new(from, from + 1) };
            assert_eq!(sources.snippet(typed.place(at, &sources)), name);
        }
        let all = Location { source, span: Span::new(0, read.len()) };
        assert_eq!(sources.snippet(typed.place(all, &sources)), text.trim_start());
    }
}
