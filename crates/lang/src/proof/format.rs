//! The usual form of a proof's text: what stands under an assumption is indented by two, and the reasons of a theorem stand in one
//! column. Words are kept as they are written, comments too.

use super::token::{Kind, tokens};

/// Reasons stand no further to the right.
const WIDEST: usize = 84;

/// A text in its usual form.
pub fn format_proof(text: &str) -> String {
    let lines: Vec<Physical> = text.lines().map(Physical::read).collect();
    let mut formatted = String::with_capacity(text.len());
    let mut start = 0;
    while start < lines.len() {
        // A statement with what is indented under it.
        let mut end = start + 1;
        while end < lines.len() && !lines[end].starts_statement {
            end += 1;
        }
        write_block(&lines[start..end], &mut formatted);
        start = end;
    }
    let trimmed = formatted.trim_end().len();
    formatted.truncate(trimmed);
    if !formatted.is_empty() {
        formatted.push('\n');
    }
    formatted
}

/// A physical line.
struct Physical {
    column: usize,
    /// All but a reason at its end.
    words: String,
    /// From `by` on.
    reason: Option<String>,
    starts_statement: bool,
    /// Whether a line of a proof begins here.
    starts_line: bool,
    is_blank: bool,
}

impl Physical {
    fn read(line: &str) -> Self {
        let body = line.trim();
        let column = line.chars().take_while(|c| c.is_whitespace()).count();
        let tokens = tokens(body);
        let by = tokens.iter().rev().find(|token| token.kind == Kind::Name("by".into()));
        let (words, reason) = match by {
            Some(by) => {
                let at = by.span.start as usize;
                (body[..at].trim_end().to_owned(), Some(body[at..].to_owned()))
            }
            None => (body.to_owned(), None),
        };
        let is_label = matches!(tokens.first().map(|token| &token.kind), Some(Kind::Name(_)))
            && tokens.get(1).is_some_and(|token| token.kind == Kind::Sign("."));
        Self {
            column,
            words,
            reason,
            starts_statement: column == 0 && !tokens.is_empty(),
            starts_line: column > 0 && is_label,
            is_blank: body.is_empty(),
        }
    }
}

fn write_block(lines: &[Physical], to: &mut String) {
    // Where assumptions begin that are open.
    let mut open: Vec<usize> = Vec::new();
    let mut indents = Vec::with_capacity(lines.len());
    let mut inside = 0;
    for line in lines {
        if line.starts_line {
            while open.last().is_some_and(|&column| column >= line.column) {
                open.pop();
            }
            inside = 2 + 2 * open.len();
            indents.push(inside);
            if line.reason.as_deref().is_some_and(|reason| reason.trim() == "by assumption") {
                open.push(line.column);
            }
        } else {
            let continued = if inside == 0 { 2 } else { inside + 3 };
            indents.push(if line.column == 0 { 0 } else { continued });
        }
    }
    let width = |(line, indent): (&Physical, &usize)| indent + line.words.chars().count();
    let with_reason = lines.iter().zip(&indents).filter(|(line, _)| line.reason.is_some());
    let column = with_reason.map(width).filter(|&it| it <= WIDEST).max().unwrap_or(0) + 2;
    for (line, &indent) in lines.iter().zip(&indents) {
        if line.is_blank {
            if !to.is_empty() && !to.ends_with("\n\n") {
                to.push('\n');
            }
            continue;
        }
        if !line.words.is_empty() {
            to.extend(std::iter::repeat_n(' ', indent));
            to.push_str(&line.words);
        }
        if let Some(reason) = &line.reason {
            let used = if line.words.is_empty() { 0 } else { width((line, &indent)) };
            let gap = if used + 2 > column { 2 } else { column - used };
            to.extend(std::iter::repeat_n(' ', gap));
            to.push_str(reason);
        }
        to.push('\n');
    }
}
