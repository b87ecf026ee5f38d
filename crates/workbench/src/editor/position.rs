//! Places as editors count them: lines, and columns in units of some encoding. Bytes are what everything else counts.
//!
//! A line ends with a line feed, a carriage return, or both in this order. A column that lies in the middle of a character
//! means its start; one behind the end of its line means that end; and a line behind the last means the end of the text.

/// What a column counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColumnUnit {
    /// Units of UTF-16, of which a character outside of the basic plane has two: what most editors count.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
    /// Characters.
    Utf32,
}

impl ColumnUnit {
    fn width(self, c: char) -> usize {
        match self {
            Self::Utf16 => c.len_utf16(),
            Self::Utf8 => c.len_utf8(),
            Self::Utf32 => 1,
        }
    }
}

/// A place between two characters. Both count from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column in it.
    pub column: u32,
}

/// Where the lines of a text start.
#[derive(Clone, Debug)]
pub struct LineStarts {
    starts: Vec<u32>,
}

impl LineStarts {
    /// Finds the lines of a text.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let after = (0..bytes.len()).filter(ends).map(|at| at as u32 + 1);
        Self { starts: std::iter::once(0).chain(after).collect() }
    }

    /// The line of a byte.
    pub fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= byte) - 1
    }

    /// The bytes of a line, without what ends it; nothing behind the last line.
    pub fn bytes(&self, text: &str, line: usize) -> std::ops::Range<usize> {
        let Some(&start) = self.starts.get(line) else { return text.len()..text.len() };
        let start = start as usize;
        let end = self.starts.get(line + 1).map_or(text.len(), |&next| next as usize);
        start..start + text[start..end].trim_end_matches(['\n', '\r']).len()
    }

    /// The byte at a position.
    pub fn byte(&self, text: &str, position: Position, unit: ColumnUnit) -> usize {
        let line = self.bytes(text, position.line as usize);
        let mut left = position.column as usize;
        for (at, c) in text[line.clone()].char_indices() {
            let width = unit.width(c);
            if left < width {
                return line.start + at;
            }
            left -= width;
        }
        line.end
    }

    /// The position of a byte.
    pub fn position(&self, text: &str, byte: usize, unit: ColumnUnit) -> Position {
        let byte = byte.min(text.len());
        let line = self.line(byte);
        let start = self.starts[line] as usize;
        let before = text.get(start..byte).unwrap_or_default();
        let column = before.chars().map(|c| unit.width(c)).sum::<usize>();
        Position { line: line as u32, column: column as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_the_units_of_the_encoding() {
        let text = "check p ∧ q\r\n# 🂡 ace\rlast";
        let lines = LineStarts::new(text);
        let at = |what: &str| text.find(what).expect("it is there");
        let position = |what, unit| {
            (lines.position(text, at(what), unit).line, lines.position(text, at(what), unit).column)
        };
        assert_eq!(position("q", ColumnUnit::Utf16), (0, 10));
        assert_eq!(position("q", ColumnUnit::Utf8), (0, 12));
        assert_eq!(position("ace", ColumnUnit::Utf16), (1, 5));
        assert_eq!(position("ace", ColumnUnit::Utf32), (1, 4));
        assert_eq!(position("last", ColumnUnit::Utf16), (2, 0));
        // In the middle of the card, behind the end of its line, and behind the last line.
        let byte = |line, column| lines.byte(text, Position { line, column }, ColumnUnit::Utf16);
        assert_eq!(byte(1, 3), at("🂡"));
        assert_eq!(byte(0, 99), at("\r\n"));
        assert_eq!(byte(9, 0), text.len());
    }

    #[test]
    fn every_byte_between_characters_comes_back() {
        let text = "a∧🂡\r\n\n\r\rb🂡";
        let lines = LineStarts::new(text);
        for unit in [ColumnUnit::Utf16, ColumnUnit::Utf8, ColumnUnit::Utf32] {
            for (at, c) in text.char_indices().filter(|(_, c)| !['\r', '\n'].contains(c)) {
                let position = lines.position(text, at, unit);
                assert_eq!(lines.byte(text, position, unit), at, "{c} {position:?}");
            }
        }
    }
}
