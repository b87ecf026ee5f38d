//! How agents look. Colours keep apart for the colour-blind and on both light and
//! dark paper; since colour is never enough, each agent has a dash of its own, and
//! dots are kept for links that run behind a solid.

/// The look of one agent's links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Index of the colour, for class names.
    pub colour: usize,
    /// Hexadecimal colour on light paper.
    pub light: &'static str,
    /// Lengths of strokes and spaces in pixels; empty for a full line.
    pub dash: &'static str,
}

/// Colours on light and dark paper.
pub const COLOURS: [(&str, &str, &str); 8] = [
    ("0068A8", "5AB4F0", "blue"),
    ("C44900", "FF9A5C", "orange"),
    ("00795A", "34D3A0", "green"),
    ("A2326F", "F29CC8", "purple"),
    ("7A6000", "E8CF4A", "olive"),
    ("4A3AA7", "B3A6FF", "violet"),
    ("00727F", "58D5E0", "teal"),
    ("8A3324", "E7A08F", "brown"),
];

/// Strokes and spaces; the first is a full line.
const DASHES: [&str; 7] = ["", "9 4", "11 3 2.5 3", "4.5 3", "16 4", "11 3 2.5 3 2.5 3", "6 7"];

/// The dash of links that run behind.
pub const DOTS: &str = "1 4";

/// The look of the agent with a given index. The two cycles have no common divisor,
/// so 56 agents look different.
pub fn look(agent: usize) -> Look {
    let colour = agent % COLOURS.len();
    let (light, _, _) = COLOURS[colour];
    Look { colour, light, dash: DASHES[agent % DASHES.len()] }
}

/// The name of an agent's colour.
pub fn colour_name(agent: usize) -> &'static str {
    COLOURS[agent % COLOURS.len()].2
}
