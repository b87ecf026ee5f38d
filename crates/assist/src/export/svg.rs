//! The sheet as a picture in SVG.

use super::picture::Picture;
use std::fmt::Write;

/// Sizes, in the units of the picture.
const ROW: usize = 20;
const CHARACTER: usize = 8;
const GAP: usize = 16;
const MARGIN: usize = 6;

pub(super) fn write(picture: &Picture) -> String {
    let start = |column: usize| MARGIN + picture.start(column, CHARACTER, GAP);
    let (width, height) = (start(picture.columns.len()), ROW * picture.rows + 10);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for placed in &picture.texts {
        let (x, anchor) = match placed.column {
            0 => (MARGIN, "start"),
            at => (start(at) + picture.columns[at] * CHARACTER / 2, "middle"),
        };
        let (y, [red, green, blue]) = (ROW * (placed.row + 1) - 4, placed.ink.color());
        let weight = if placed.ink.is_bold() { " font-weight=\"bold\"" } else { "" };
        // Writing to a text never fails.
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"#{red:02x}{green:02x}{blue:02x}\"{weight}>{}</text>",
            escape(&placed.text)
        );
    }
    text + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
