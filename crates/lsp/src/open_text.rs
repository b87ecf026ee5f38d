//! A text that is open in an editor, and the changes that come in.

use gen_lsp_types::{Range, TextDocumentContentChangeEvent};
use hexa_logic::Stop;
use hexa_workbench::editor::{ColumnUnit, LineStarts, Position};
use std::sync::Arc;

/// A text that is open.
#[derive(Debug)]
pub struct OpenText {
    /// The text.
    pub text: Arc<str>,
    /// Its version, by the client's count.
    pub version: i32,
    /// Asked when there is another version.
    pub edited: Stop,
    /// What the run of this version looks at: asked then too, and by the clock.
    pub run: Stop,
}

impl OpenText {
    /// A text that was opened.
    pub fn new(text: String, version: i32) -> Self {
        Self { text: text.into(), version, edited: Stop::new(), run: Stop::new() }
    }

    /// Takes over some changes, one after the other. All work for the version before ends.
    pub fn change(
        &mut self,
        changes: Vec<TextDocumentContentChangeEvent>,
        version: i32,
        unit: ColumnUnit,
    ) {
        let mut text = self.text.to_string();
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let bytes = byte_range(&text, part.range, unit);
                    text.replace_range(bytes, &part.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    text = whole.text;
                }
            }
        }
        self.text = text.into();
        self.version = version;
        self.renew();
    }

    /// Ends all work for the text as it was.
    pub fn renew(&mut self) {
        self.edited.ask();
        self.run.ask();
        (self.edited, self.run) = (Stop::new(), Stop::new());
    }
}

fn byte_range(text: &str, range: Range, unit: ColumnUnit) -> std::ops::Range<usize> {
    let lines = LineStarts::new(text);
    let byte = |at: gen_lsp_types::Position| {
        lines.byte(text, Position { line: at.line, column: at.character }, unit)
    };
    let (start, end) = (byte(range.start), byte(range.end));
    start.min(end)..start.max(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gen_lsp_types::TextDocumentContentChangePartial;

    #[test]
    fn changes_count_columns_as_the_client_does() {
        let change = |(line, from, to): (u32, u32, u32), text: &str| {
            let at = |character| gen_lsp_types::Position { line, character };
            let range = Range { start: at(from), end: at(to) };
            let text = text.to_owned();
            let part = TextDocumentContentChangePartial { range, text, ..Default::default() };
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part)
        };
        let mut open = OpenText::new("p ∧ q\r\n# 🂡 x\r\n".to_owned(), 1);
        let before = open.edited.clone();
        open.change(vec![change((0, 2, 3), "∨"), change((1, 5, 6), "y")], 2, ColumnUnit::Utf16);
        assert_eq!(&*open.text, "p ∨ q\r\n# 🂡 y\r\n");
        assert!(before.is_asked() && !open.edited.is_asked());
        // Behind the end of a line and of the text, and turned around.
        open.change(vec![change((0, 99, 3), "."), change((9, 0, 5), "end")], 3, ColumnUnit::Utf16);
        assert_eq!(&*open.text, "p ∨.\r\n# 🂡 y\r\nend");
    }
}
