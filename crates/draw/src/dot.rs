//! The scene as Graphviz input. Positions are given, so `neato -n` draws the same
//! picture; other engines may lay it out anew.

use super::links::Way;
use super::palette::{colour_name, look};
use super::picture::Cut;
use super::row::{Mark, MarkKind};
use super::scene::{Depth, Entry, Key, Link, Node, Role, Scene};
use super::svg::num;
use std::fmt::Write;

/// Writes a scene.
pub fn write(scene: &Scene) -> String {
    let mut out = String::from("// neato -n -Tsvg keeps the positions\ndigraph hexa {\n");
    let label = legend(scene);
    let _ = writeln!(
        out,
        "  graph [splines=true, overlap=true, labelloc=b, fontname=\"Helvetica\", fontsize=11, label=\"{label}\"];"
    );
    out.push_str("  node [shape=box, style=rounded, fontname=\"Times\", fontsize=12, height=0.3, width=0.4, margin=\"0.08,0.03\"];\n");
    out.push_str("  edge [dir=none, fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n");
    for (index, node) in scene.nodes.iter().enumerate() {
        write_node(&mut out, index, node, scene.height);
    }
    scene.links.iter().for_each(|link| write_link(&mut out, link));
    for (index, mark) in scene.marks.iter().enumerate() {
        write_mark(&mut out, index, mark, scene.height);
    }
    out.push_str("}\n");
    out
}

/// Quotes and backslashes are special inside a quoted name.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn legend(scene: &Scene) -> String {
    let mut lines: Vec<String> = scene.title.iter().map(|title| escape(title)).collect();
    let entry = |entry: &Entry| match entry.key {
        Key::Agent(agent) => {
            Some(format!("{}: {}, {}", escape(&entry.text), colour_name(agent), stroke_name(agent)))
        }
        Key::Actual => Some(format!("double outline: {}", escape(&entry.text))),
        Key::Note => None,
    };
    lines.extend(scene.legend.iter().filter_map(entry));
    lines.extend(scene.notes.iter().map(|note| escape(note)));
    lines.iter().map(|line| format!("{line}\\l")).collect()
}

fn write_node(out: &mut String, index: usize, node: &Node, height: f64) {
    // Points are three quarters of a pixel, and grow upwards.
    let (x, y) = (num(node.centre.x * 0.75), num((height - node.centre.y) * 0.75));
    let lines: Vec<String> = node.name.iter().chain(&node.details).map(|l| escape(l)).collect();
    let label = lines.join("\\n");
    let mut style = String::new();
    if node.role == Role::Actual {
        style.push_str(", peripheries=2, penwidth=1.6, fontname=\"Helvetica-Bold\"");
    }
    if node.cut == Cut::LeadsOut {
        style.push_str(", style=\"rounded,dashed\"");
    }
    let _ = writeln!(
        out,
        "  w{index} [label=\"{label}\", pos=\"{x},{y}\", tooltip=\"{}\"{style}];",
        escape(&node.full)
    );
    if let Some([apex, corner, _]) = node.triangle() {
        let y = num((height - (apex.y + corner.y) / 2.0) * 0.75);
        let _ = writeln!(
            out,
            "  t{index} [shape=triangle, style=solid, label=\"\", fixedsize=true, width=0.23, height=0.2, pos=\"{x},{y}\"];\n  \
             w{index} -> t{index} [color=\"#6a737d\"];"
        );
    }
}

fn write_mark(out: &mut String, index: usize, mark: &Mark, height: f64) {
    // The text of a frame stands at its top.
    let place = match &mark.kind {
        MarkKind::Frame(_, lines) => mark.line_at(lines.len() / 2, lines.len()),
        MarkKind::Arrow(_) | MarkKind::Times | MarkKind::Equals => mark.at,
    };
    let (x, y) = (num(place.x * 0.75), num((height - place.y) * 0.75));
    let label = match &mark.kind {
        MarkKind::Times => "×".to_string(),
        MarkKind::Equals => "=".to_string(),
        MarkKind::Arrow(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
            format!("{}\\n⟶", lines.join("\\n"))
        }
        MarkKind::Frame(_, lines) => {
            let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
            lines.join("\\n")
        }
    };
    let _ = writeln!(
        out,
        "  s{index} [shape=plaintext, fontname=\"Helvetica\", label=\"{label}\", pos=\"{x},{y}\"];"
    );
}

fn write_link(out: &mut String, link: &Link) {
    let (u, v) = link.ends;
    // Graphviz places the strands itself: it gets them in the order of the label.
    let mut agents: Vec<Option<usize>> = link.strands.iter().map(|strand| strand.agent).collect();
    agents.sort_unstable();
    let colours: Vec<String> = agents.into_iter().map(colour).collect();
    let way = match link.way {
        Way::Both => "",
        Way::Forth => ", dir=forward",
        Way::Back => ", dir=back",
    };
    let label = escape(&link.text);
    let _ = writeln!(
        out,
        "  w{u} -> w{v} [label=\"{label}\", color=\"{}\", style={}{way}];",
        colours.join(":"),
        stroke(link)
    );
}

fn colour(agent: Option<usize>) -> String {
    agent.map_or("#6a737d".to_string(), |agent| format!("#{}", look(agent).light))
}

/// Graphviz has only two dashes besides the full line.
fn stroke(link: &Link) -> &'static str {
    match (link.depth, &link.agents[..]) {
        (Depth::Behind, _) => "dotted",
        (Depth::Front, [agent]) if !look(*agent).dash.is_empty() => "dashed",
        _ => "solid",
    }
}

fn stroke_name(agent: usize) -> &'static str {
    if look(agent).dash.is_empty() { "full" } else { "dashed" }
}
