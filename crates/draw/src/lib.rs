//! Drawings of states, in the manner of *Knowledge games* (figures 2.1, 4.1, 6.4):
//! worlds named by what is true there, links named by agents, the actual world
//! set apart, and the links that follow from reflexivity and transitivity left out.
//!
//! The input is a [`Picture`], or a [`Row`] of them, which knows no engine. The work is done in passes:
//! `overview` keeps what can be read, `graph` tidies the relations, `shape` and
//! `layout` find positions, `links` picks the lines, `scene` puts measures on everything, and
//! `svg`, `dot` and `tikz` only write the scene down. A [`Tree`] needs no layout but its own, and a
//! [`plot`] has an axis instead.
//!
//! Departure from the papers: the point is not only set in another type face but
//! also ringed, and links have a colour and a dash as well as a name.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod board;
mod cube;
mod dot;
mod figure;
mod film;
mod flat;
mod geometry;
mod graph;
mod labels;
mod lattice;
mod layers;
mod layout;
pub mod legibility;
mod links;
mod names;
mod outline;
mod overview;
mod palette;
pub mod picture;
mod play_tree;
pub mod plot;
pub mod print;
mod row;
mod scene;
mod shape;
mod solid;
mod stress;
mod svg;
mod table;
mod tikz;
mod tree;
mod wording;

pub use film::Film;
pub use picture::{Access, Cells, Cut, Picture, PictureWorld, Row, Sign, Things};
pub use play_tree::{PlayEdge, PlayNode, PlayTree, render_play_tree, render_play_tree_dot};
pub use print::{PRINT_MARK, Print, Unprintable, print};
pub use tree::{Branch, Tree, TreeNode};

/// The kind of file a drawing is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A self-contained SVG image, for light and dark pages.
    Svg,
    /// Graphviz, with positions (`neato -n` keeps them).
    Dot,
    /// A `tikzpicture` for LaTeX.
    Tikz,
}

impl Format {
    /// The format meant by a file name's extension.
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "svg" => Some(Format::Svg),
            "dot" | "gv" => Some(Format::Dot),
            "tikz" | "tex" => Some(Format::Tikz),
            _ => None,
        }
    }

    /// The format in which a picture is drawn for a file with this extension: PNG and PDF are printed from SVG.
    pub fn drawn_for(extension: &str) -> Option<Format> {
        let printed = Print::from_extension(extension).map(|_| Format::Svg);
        printed.or_else(|| Format::from_extension(extension))
    }

    /// The first line of every drawing in this format. A file that starts with it
    /// was drawn by us and may be drawn over.
    pub fn marker(self) -> &'static str {
        match self {
            Format::Svg => "<!-- drawn by hexa -->",
            Format::Dot => "// drawn by hexa",
            Format::Tikz => "% drawn by hexa",
        }
    }
}

/// Draws a picture. The same picture always gives the same bytes; input that makes
/// no sense (a world that does not exist, a cell that overlaps another) is dropped
/// rather than refused.
pub fn render(picture: &Picture, format: Format) -> String {
    let fitted = overview::fit(picture);
    write_format(&scene::build(&fitted), format)
}

/// Draws pictures side by side.
pub fn render_row(row: &Row, format: Format) -> String {
    write_format(&row::build(row), format)
}

/// Draws pictures one after the other, with what led to each.
pub fn render_film(film: &Film, format: Format) -> String {
    write_format(&film::build(film), format)
}

/// Draws a tree.
pub fn render_tree(tree: &Tree, format: Format) -> String {
    write_format(&tree::build(tree), format)
}

fn write_format(scene: &scene::Scene, format: Format) -> String {
    let body = match format {
        Format::Svg => svg::write(scene),
        Format::Dot => dot::write(scene),
        Format::Tikz => tikz::write(scene),
    };
    format!("{}\n{}", format.marker(), body)
}
