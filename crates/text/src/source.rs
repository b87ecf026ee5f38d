//! Texts and places in them.

/// A range of bytes of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// From one byte up to, not including, another.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// The shortest range that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes as a range.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One of the texts of a [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceId(pub u32);

/// A place in one of several texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// Which text.
    pub source: SourceId,
    /// Where in it.
    pub span: Span,
}

/// A text with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it is called in messages, usually a path.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The texts that were read for one document: its own and those it includes.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    sources: Vec<Source>,
}

impl Sources {
    /// The longest text accepted, in bytes: places are 32-bit.
    pub const MAX_BYTES: usize = 1 << 30;

    /// Adds a text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.sources.push(Source { name: name.into(), text: text.into() });
        SourceId(self.sources.len() as u32 - 1)
    }

    /// A text by its number.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.sources[id.0 as usize]
    }

    /// The text at a place.
    pub fn snippet(&self, at: Location) -> &str {
        self.get(at.source).text.get(at.span.range()).unwrap_or("")
    }

    /// Line and column of a place's start, both from 1, the column in characters.
    pub fn line_column(&self, at: Location) -> (usize, usize) {
        let text = &self.get(at.source).text;
        let before = text.get(..at.span.start as usize).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The text whose name is this, if it was read already.
    pub fn find(&self, name: &str) -> Option<SourceId> {
        self.sources.iter().position(|source| source.name == name).map(|at| SourceId(at as u32))
    }
}
