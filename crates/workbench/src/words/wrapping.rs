//! Lines that are no longer than a screen is wide.

use unicode_width::UnicodeWidthStr;

/// Before a piece of a line that starts so far to the left, the line is not broken.
const NARROW: usize = 16;

/// Breaks lines that are too long. Pieces with several spaces between them are columns of a table: each piece starts a line of
/// its own, unless only a number or a letter stands before it. Other lines break at single spaces. The last line ends, too.
pub fn wrap(text: &str, columns: Option<usize>) -> String {
    let columns = columns.unwrap_or(usize::MAX);
    let mut wrapped = String::new();
    for line in text.lines() {
        if visible_width(line) <= columns {
            wrapped += line;
        } else {
            wrap_line(line, columns, &mut wrapped);
        }
        wrapped.push('\n');
    }
    wrapped
}

/// Words in lines that begin at one column, the first of them without what stands before it, and end before another.
pub fn fold(text: &str, left: usize, right: usize) -> String {
    let (mut folded, mut column) = (String::new(), left);
    for word in text.split(' ') {
        if column > left && column + 1 + word.width() > right {
            folded += &format!("\n{:left$}", "");
            column = left;
        } else if column > left {
            folded.push(' ');
            column += 1;
        }
        folded += word;
        column += word.width();
    }
    folded
}

/// How many columns a text takes, without what only starts and ends colours.
fn visible_width(text: &str) -> usize {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            // Up to the letter that ends the sequence.
            '\u{1b}' => while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {},
            c => plain.push(c),
        }
    }
    plain.width()
}

fn wrap_line(line: &str, columns: usize, wrapped: &mut String) {
    let mut indent = line.len() - line.trim_start_matches(' ').len();
    let mut used = indent;
    *wrapped += &" ".repeat(indent);
    let mut rest = line[indent..].trim_end();
    let start = indent;
    while !rest.is_empty() {
        let end = rest.find("  ").unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        for (at, word) in piece.split(' ').enumerate() {
            let wide = visible_width(word);
            let space = usize::from(at > 0);
            if at > 0 && used + space + wide > columns {
                let hanging = (indent + 2).min(columns / 2);
                *wrapped += &format!("\n{}", " ".repeat(hanging));
                used = hanging;
            } else {
                *wrapped += &" ".repeat(space);
                used += space;
            }
            *wrapped += word;
            used += wide;
        }
        rest = after.trim_start_matches(' ');
        let gap = after.len() - rest.len();
        if used + gap <= NARROW {
            *wrapped += &" ".repeat(gap);
            used += gap;
        } else if !rest.is_empty() {
            used = start + 4;
            *wrapped += &format!("\n{}", " ".repeat(used));
        }
        indent = used;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_longer_than_there_are_columns() {
        let text = "\u{1b}[1mIt is told\u{1b}[0m in some words how the play went on after that.\n  know  what you know by now\n";
        let wrapped = wrap(text, Some(20));
        assert!(wrapped.lines().all(|line| visible_width(line) <= 20), "{wrapped}");
        assert_eq!(wrap("short\n", Some(20)), "short\n");
        assert_eq!(wrap(text, None), text);
    }
}
