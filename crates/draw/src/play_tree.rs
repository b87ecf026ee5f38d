//! The tree of a play with what is known at each node (*Logic and game theory of Pit*, figure 2), as SVG: nodes in columns, worlds
//! in a node with the links of those who cannot tell them apart, and what is done along the edges.

use crate::Format;
use crate::geometry::{Point, at, between};
use crate::palette::look;
use crate::svg::{escape, num};
use std::fmt::Write;

/// The tree of a play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayTree {
    /// What it is called.
    pub title: String,
    /// The players.
    pub players: Vec<String>,
    /// The nodes; the first one is the root.
    pub nodes: Vec<PlayNode>,
    /// What leads from node to node, each to a later one; a node has one that leads to it.
    pub edges: Vec<PlayEdge>,
    /// What is said below it.
    pub notes: Vec<String>,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayNode {
    /// What the worlds are called.
    pub worlds: Vec<String>,
    /// Which of them is the actual one.
    pub actual: usize,
    /// For each player pairs of worlds that they cannot tell apart.
    pub links: Vec<Vec<(usize, usize)>>,
    /// What is said of it.
    pub caption: String,
    /// Whether the play is over here.
    pub is_end: bool,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayEdge {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What is done, line by line.
    pub lines: Vec<String>,
}

const LETTER: f64 = 7.6;
const LINE: f64 = 16.0;
const CHIP: f64 = 24.0;
const MARGIN: f64 = 16.0;
/// Between nodes of a column.
const GAP: f64 = 22.0;
/// More worlds than this are counted, not drawn.
const MOST_WORLDS: usize = 12;

/// Draws a tree as SVG. The same tree gives the same bytes.
pub fn render_play_tree(tree: &PlayTree) -> String {
    let page = Page::new(tree);
    let (width, height) = (page.width, page.height);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\" \
         viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\">\n<title>{}</title>\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>",
        Format::Svg.marker(),
        escape(&tree.title),
        w = num(width),
        h = num(height)
    );
    text(&mut out, at(MARGIN, MARGIN + LINE), "start", "font-weight=\"bold\"", &tree.title);
    for edge in &tree.edges {
        page.write_edge(&mut out, edge);
    }
    for (node, place) in tree.nodes.iter().zip(&page.places) {
        write_node(&mut out, node, place, &tree.players);
    }
    for (at_line, note) in tree.notes.iter().enumerate() {
        let y = height - MARGIN - LINE * (tree.notes.len() - 1 - at_line) as f64;
        text(&mut out, at(MARGIN, y), "start", "fill=\"#57606a\"", note);
    }
    out.push_str("</svg>\n");
    out
}

/// The same for Graphviz. A node has its worlds below each other, the actual one marked, and then who cannot tell which apart.
pub fn render_play_tree_dot(tree: &PlayTree) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut out = format!(
        "{}\ndigraph play {{\n  label=\"{}\"\n  rankdir=LR\n  node [shape=box, style=rounded]\n",
        Format::Dot.marker(),
        quoted(&tree.title)
    );
    for (number, node) in tree.nodes.iter().enumerate() {
        let lines: Vec<String> =
            dot_lines(node, &tree.players).iter().map(|of| quoted(of)).collect();
        let style =
            if node.is_end { ", style=\"rounded,filled\", fillcolor=\"#fff8e1\"" } else { "" };
        let _ = writeln!(out, "  n{number} [label=\"{}\"{style}]", lines.join("\\n"));
    }
    for edge in &tree.edges {
        let lines: Vec<String> = edge.lines.iter().map(|of| quoted(of)).collect();
        let _ = writeln!(out, "  n{} -> n{} [label=\"{}\"]", edge.from, edge.to, lines.join("\\n"));
    }
    out.push_str("}\n");
    out
}

fn dot_lines(node: &PlayNode, players: &[String]) -> Vec<String> {
    let actual = node.worlds.get(node.actual).map_or("", String::as_str);
    let mut lines = vec![format!("[{actual}]")];
    if is_drawn(node) {
        let others = node.worlds.iter().enumerate().filter(|&(at, _)| at != node.actual);
        lines.extend(others.map(|(_, world)| world.clone()));
        for (player, links) in players.iter().zip(&node.links) {
            let named = |&(left, right): &(usize, usize)| {
                Some(format!("{} {player} {}", node.worlds.get(left)?, node.worlds.get(right)?))
            };
            lines.extend(links.iter().filter_map(named));
        }
    } else {
        lines.push(format!("{} worlds", node.worlds.len()));
    }
    lines.push(node.caption.clone());
    lines
}

/// Where a node stands: its middle, and its size.
#[derive(Clone, Copy)]
struct Place {
    middle: Point,
    size: Point,
}

struct Page {
    places: Vec<Place>,
    width: f64,
    height: f64,
}

impl Page {
    /// Leaves stand below each other, and whatever leads to several stands in the middle before them.
    fn new(tree: &PlayTree) -> Self {
        let depths = depths(tree);
        let columns = depths.iter().copied().max().map_or(0, |most| most + 1);
        let sizes: Vec<Point> = tree.nodes.iter().map(size_of).collect();
        let top = MARGIN + 2.5 * LINE;
        let mut left = MARGIN;
        let mut lefts = Vec::new();
        for column in 0..columns {
            lefts.push(left);
            let widest = |of: &dyn Fn(usize) -> f64| {
                (0..depths.len()).filter(|&at| depths[at] == column).map(of).fold(0.0, f64::max)
            };
            let edges = |node: usize| {
                let leaving = tree.edges.iter().filter(|edge| edge.from == node);
                let lines = leaving.flat_map(|edge| &edge.lines).map(|line| line_width(line));
                lines.fold(0.0, f64::max)
            };
            left += widest(&|at| sizes[at].x) + widest(&edges) + 56.0;
        }
        let mut places: Vec<Place> =
            sizes.iter().map(|&size| Place { middle: at(0.0, 0.0), size }).collect();
        let mut cursor = top;
        if !tree.nodes.is_empty() {
            set_heights(tree, 0, &mut places, &mut cursor);
        }
        let mut right: f64 = line_width(&tree.title) + MARGIN;
        for (place, &depth) in places.iter_mut().zip(&depths) {
            place.middle.x = lefts[depth] + place.size.x / 2.0;
            right = right.max(lefts[depth] + place.size.x);
        }
        let notes = tree.notes.iter().map(|note| line_width(note)).fold(0.0, f64::max);
        let width = right.max(notes + MARGIN) + MARGIN;
        Self { places, width, height: cursor + LINE * tree.notes.len() as f64 + MARGIN }
    }

    fn write_edge(&self, out: &mut String, edge: &PlayEdge) {
        let (Some(from), Some(to)) = (self.places.get(edge.from), self.places.get(edge.to)) else {
            return;
        };
        let start = at(from.middle.x + from.size.x / 2.0, from.middle.y);
        let end = at(to.middle.x - to.size.x / 2.0, to.middle.y);
        let bend = at(start.x + 20.0, end.y);
        let _ = writeln!(
            out,
            "<path d=\"M{} {}L{} {}H{}\" fill=\"none\" stroke=\"#57606a\" stroke-width=\"1.4\"/>\
             <path d=\"M{x} {y}l-8 -4v8z\" fill=\"#57606a\"/>",
            num(start.x),
            num(start.y),
            num(bend.x),
            num(bend.y),
            num(end.x),
            x = num(end.x),
            y = num(end.y)
        );
        for (line, words) in edge.lines.iter().enumerate() {
            let up = LINE * (edge.lines.len() - 1 - line) as f64;
            let place = at(bend.x + 6.0, end.y - 5.0 - up);
            text(out, place, "start", "font-size=\"12\"", words);
        }
    }
}

/// How many edges lead to each node.
fn depths(tree: &PlayTree) -> Vec<usize> {
    let mut depths = vec![0; tree.nodes.len()];
    for edge in &tree.edges {
        if edge.from < edge.to && edge.to < depths.len() {
            depths[edge.to] = depths[edge.from] + 1;
        }
    }
    depths
}

/// Puts a node and all below it on the page; the depth is that of the tree, which is drawn only if it is small.
fn set_heights(tree: &PlayTree, node: usize, places: &mut [Place], cursor: &mut f64) {
    let below: Vec<usize> =
        tree.edges.iter().filter(|edge| edge.from == node).map(|edge| edge.to).collect();
    let below: Vec<usize> =
        below.into_iter().filter(|&at| at > node && at < places.len()).collect();
    let begins = *cursor;
    for &next in &below {
        set_heights(tree, next, places, cursor);
    }
    let own = places[node].size.y;
    let middle = match (below.first(), below.last()) {
        (Some(&first), Some(&last)) => (places[first].middle.y + places[last].middle.y) / 2.0,
        _ => begins + own / 2.0,
    };
    let middle = middle.max(begins + own / 2.0);
    places[node].middle.y = middle;
    *cursor = cursor.max(middle + own / 2.0 + GAP);
}

fn line_width(line: &str) -> f64 {
    line.chars().count() as f64 * LETTER
}

fn chip_width(node: &PlayNode) -> f64 {
    node.worlds.iter().map(|world| line_width(world)).fold(0.0, f64::max) + 16.0
}

/// Where the worlds of a node stand, around its middle: two beside each other, more in a circle.
fn world_places(node: &PlayNode) -> Vec<Point> {
    let (many, chip) = (node.worlds.len(), chip_width(node));
    let half = match many {
        0 | 1 => return vec![at(0.0, 0.0); many],
        2 => return vec![at(-chip / 2.0 - 22.0, 0.0), at(chip / 2.0 + 22.0, 0.0)],
        _ => at(chip * 0.55 + 14.0 * many as f64, 16.0 * many as f64),
    };
    let angle = |number: usize| std::f64::consts::TAU * number as f64 / many as f64;
    let mut places = vec![at(0.0, 0.0); many];
    for (n, world) in circle(node).into_iter().enumerate() {
        places[world] = at(-half.x * angle(n).cos(), -half.y * angle(n).sin());
    }
    places
}

/// The worlds in an order in which the next one is linked to the one before, where that can be: six deals become a hexagon.
fn circle(node: &PlayNode) -> Vec<usize> {
    let is_linked = |one: usize, other: usize| {
        let mut pairs = node.links.iter().flatten();
        pairs.any(|&(left, right)| (left, right) == (one, other) || (left, right) == (other, one))
    };
    let mut order: Vec<usize> = Vec::with_capacity(node.worlds.len());
    while order.len() < node.worlds.len() {
        let left = (0..node.worlds.len()).filter(|world| !order.contains(world));
        let left: Vec<usize> = left.collect();
        let last = order.last().copied();
        let near = left.iter().copied().find(|&world| last.is_some_and(|of| is_linked(of, world)));
        order.extend(near.or(left.first().copied()));
    }
    order
}

fn is_drawn(node: &PlayNode) -> bool {
    node.worlds.len() <= MOST_WORLDS
}

fn size_of(node: &PlayNode) -> Point {
    let caption = line_width(&node.caption) + 20.0;
    if !is_drawn(node) {
        return at(caption.max(chip_width(node) + 20.0), CHIP + 2.0 * LINE + 14.0);
    }
    let places = world_places(node);
    let across = places.iter().map(|place| place.x).fold(0.0, f64::max);
    let down = places.iter().map(|place| place.y).fold(0.0, f64::max);
    at((2.0 * across + chip_width(node) + 20.0).max(caption), 2.0 * down + CHIP + LINE + 18.0)
}

fn write_node(out: &mut String, node: &PlayNode, place: &Place, players: &[String]) {
    let corner = place.middle - at(place.size.x / 2.0, place.size.y / 2.0);
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{}\" stroke=\"#d0d7de\"/>",
        num(corner.x),
        num(corner.y),
        num(place.size.x),
        num(place.size.y),
        if node.is_end { "#fff8e1" } else { "#f6f8fa" }
    );
    let caption = at(place.middle.x, corner.y + place.size.y - 7.0);
    text(out, caption, "middle", "font-size=\"12\" fill=\"#57606a\"", &node.caption);
    let middle = place.middle - at(0.0, LINE / 2.0);
    let actual = node.worlds.get(node.actual).map_or("", String::as_str);
    if !is_drawn(node) {
        let many = format!("{} worlds", node.worlds.len());
        write_chip(out, middle - at(0.0, LINE * 0.7), chip_width(node), actual, true);
        text(out, middle + at(0.0, LINE * 1.1), "middle", "", &many);
        return;
    }
    let places: Vec<Point> = world_places(node).iter().map(|&world| middle + world).collect();
    write_links(out, node, &places, players);
    for (number, (world, &place)) in node.worlds.iter().zip(&places).enumerate() {
        write_chip(out, place, chip_width(node), world, number == node.actual);
    }
}

/// A line for each two worlds that somebody cannot tell apart, with the names of all who cannot.
fn write_links(out: &mut String, node: &PlayNode, places: &[Point], players: &[String]) {
    for left in 0..places.len() {
        for right in left + 1..places.len() {
            let has = |links: &Vec<(usize, usize)>| {
                links.contains(&(left, right)) || links.contains(&(right, left))
            };
            let who: Vec<usize> =
                node.links.iter().enumerate().filter(|(_, of)| has(of)).map(|(at, _)| at).collect();
            let Some(&first) = who.first() else { continue };
            let (from, to) = (places[left], places[right]);
            let colour = format!("#{}", look(first).light);
            let _ = writeln!(
                out,
                "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                num(from.x),
                num(from.y),
                num(to.x),
                num(to.y)
            );
            let names: Vec<&str> =
                who.iter().filter_map(|&at| players.get(at)).map(String::as_str).collect();
            let label = names.join("");
            // Off the middle, where lines cross.
            let place = between(from, to, if places.len() > 2 { 0.4 } else { 0.5 });
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"15\" fill=\"#f6f8fa\"/>",
                num(place.x - line_width(&label) / 2.0 - 2.0),
                num(place.y - 8.0),
                num(line_width(&label) + 4.0)
            );
            let style = format!("font-weight=\"bold\" font-size=\"12\" fill=\"{colour}\"");
            text(out, place + at(0.0, 4.0), "middle", &style, &label);
        }
    }
}

fn write_chip(out: &mut String, place: Point, width: f64, label: &str, is_actual: bool) {
    let (stroke, thick) = if is_actual { ("#1b1f24", "2.2") } else { ("#afb8c1", "1") };
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"12\" fill=\"#ffffff\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>",
        num(place.x - width / 2.0),
        num(place.y - CHIP / 2.0),
        num(width),
        num(CHIP)
    );
    let style = if is_actual { "font-weight=\"bold\"" } else { "" };
    text(out, place + at(0.0, 4.5), "middle", style, label);
}

fn text(out: &mut String, place: Point, anchor: &str, style: &str, words: &str) {
    let (x, y) = (num(place.x), num(place.y));
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" {style}>{}</text>",
        escape(words)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> PlayTree {
        let node = |worlds: &[&str], links: Vec<Vec<(usize, usize)>>| PlayNode {
            worlds: worlds.iter().map(|&world| world.to_owned()).collect(),
            links,
            caption: "c does not know".to_owned(),
            ..PlayNode::default()
        };
        let edge = |to| PlayEdge { from: 0, to, lines: vec!["Trade <a,b>".to_owned()] };
        PlayTree {
            title: "A play".to_owned(),
            players: vec!["a".to_owned(), "b".to_owned()],
            nodes: vec![
                node(&["u", "v", "w"], vec![vec![(0, 1)], vec![(0, 1), (1, 2)]]),
                node(&["u", "v"], vec![vec![], vec![(0, 1)]]),
                node(&["w"], vec![]),
            ],
            edges: vec![edge(1), edge(2)],
            notes: vec!["a note".to_owned()],
        }
    }

    #[test]
    fn every_world_link_and_edge_is_drawn_once_and_nodes_do_not_cover_each_other() {
        let drawn = render_play_tree(&tree());
        assert_eq!(drawn, render_play_tree(&tree()));
        assert_eq!(drawn.matches("rx=\"12\"").count(), 6);
        assert_eq!(drawn.matches("Trade &lt;a,b&gt;").count(), 2);
        assert_eq!(drawn.matches(">ab</text>").count(), 1);
        let page = Page::new(&tree());
        let (one, other) = (page.places[1], page.places[2]);
        assert!(one.middle.y + one.size.y / 2.0 < other.middle.y - other.size.y / 2.0);
    }

    #[test]
    fn graphviz_gets_every_node_edge_and_link() {
        let drawn = render_play_tree_dot(&tree());
        assert!(
            drawn.contains(r#"n0 [label="[u]\nv\nw\nu a v\nu b v\nv b w\nc does not know"]"#),
            "{drawn}"
        );
        assert_eq!(drawn.matches(" -> ").count(), 2);
    }

    #[test]
    fn trees_that_are_none_are_drawn_as_far_as_they_go() {
        let mut odd = tree();
        odd.edges.push(PlayEdge { from: 2, to: 9, lines: Vec::new() });
        odd.edges.push(PlayEdge { from: 1, to: 0, lines: Vec::new() });
        odd.nodes[2].actual = 7;
        assert!(render_play_tree(&odd).ends_with("</svg>\n"));
        assert!(render_play_tree(&PlayTree::default()).contains("<svg"));
    }
}
