//! Lines to statements and clauses. A statement starts in column 0 and indented
//! lines continue it; in a block each line at the block's indentation is a clause
//! and deeper lines continue the clause. Blank and comment lines are not there.

use super::lexer::{Line, Token};
use super::report::Report;
use hexa_text::Code;
use hexa_text::Span;
use std::ops::Range;

/// How far the formatter indents the clauses of a block.
const BLOCK: u32 = 2;
/// How much further it indents the lines that continue something.
const CONTINUATION: u32 = 4;

/// The lines of a text and what they are.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    lines: Vec<Line>,
    /// For each line, how far it should be indented.
    proper: Vec<u32>,
    token_count: usize,
}

impl Layout {
    pub(super) fn new(lines: Vec<Line>, token_count: usize) -> Self {
        let proper = vec![0; lines.len()];
        Self { lines, proper, token_count }
    }

    /// The lines.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// How far a line should be indented.
    pub(super) fn proper_indent(&self, line: usize) -> u32 {
        self.proper[line]
    }

    /// The tokens of some lines.
    pub(super) fn tokens(&self, lines: Range<usize>) -> Range<usize> {
        let start =
            |line: usize| self.lines.get(line).map_or(self.token_count, |l| l.first as usize);
        start(lines.start)..start(lines.end)
    }

    /// The lines of each statement.
    pub(super) fn statements(
        &mut self,
        tokens: &[Token],
        report: &mut Report,
    ) -> Vec<Range<usize>> {
        if self.lines.first().is_some_and(|line| line.indent > 0) {
            self.report_indentation(
                0,
                tokens,
                report,
                "the first line is indented, but there is nothing to continue",
            );
        }
        let mut statements: Vec<Range<usize>> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            match statements.last_mut() {
                Some(last) if line.indent > 0 => {
                    last.end = at + 1;
                    self.proper[at] = CONTINUATION;
                }
                _ => statements.push(at..at + 1),
            }
        }
        statements
    }

    /// The lines of each clause of a block inside of `outer` other blocks.
    pub(super) fn clauses(
        &mut self,
        block: Range<usize>,
        outer: u32,
        tokens: &[Token],
        report: &mut Report,
    ) -> Vec<Range<usize>> {
        let Some(indent) = self.lines.get(block.start).map(|line| line.indent) else {
            return Vec::new();
        };
        let mut clauses: Vec<Range<usize>> = Vec::new();
        for at in block {
            let deeper = self.lines[at].indent > indent;
            if self.lines[at].indent < indent {
                self.report_indentation(
                    at,
                    tokens,
                    report,
                    "this line is indented less than the clauses above it",
                );
            }
            match clauses.last_mut() {
                Some(last) if deeper => {
                    last.end = at + 1;
                    self.proper[at] = BLOCK * (outer + 1) + CONTINUATION;
                }
                _ => {
                    clauses.push(at..at + 1);
                    self.proper[at] = BLOCK * (outer + 1);
                }
            }
        }
        clauses
    }

    fn report_indentation(
        &self,
        line: usize,
        tokens: &[Token],
        report: &mut Report,
        message: &str,
    ) {
        let first = tokens.get(self.lines[line].first as usize).map_or(Span::default(), |t| t.span);
        let help = "statements start in column 0; the clauses of a block all have the same \
                    indentation, and what continues a line has more";
        report.add(report.diagnostic(Code::Indentation, first, message).help(help));
    }
}
