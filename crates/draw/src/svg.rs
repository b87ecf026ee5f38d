//! The scene as SVG: text stays text, styles are classes under one root class (so
//! that several drawings can share a page), and nothing refers to the outside.

use super::geometry::Point;
use super::outline::Outline;
use super::palette::{COLOURS, DOTS, Look, look};
use super::picture::Cut;
use super::row::{Mark, MarkKind};
use super::scene::{
    DETAIL_SIZE, Depth, Entry, Key, Link, NAME_SIZE, NOTE_SIZE, Node, RING, Role, SAMPLE,
    SIGN_SIZE, Scene, Strand, TAG_SIZE, TITLE_SIZE,
};
use std::fmt::Write;

/// Writes a scene.
pub fn write(scene: &Scene) -> String {
    let mut out = String::new();
    let (w, h) = (scene.width.ceil(), scene.height.ceil());
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hexa-drawing\" role=\"img\" \
         viewBox=\"0 0 {w:.0} {h:.0}\" width=\"{w:.0}\" height=\"{h:.0}\">"
    );
    let title = scene.title.as_deref().unwrap_or("Epistemic state");
    let _ = writeln!(out, "<title>{}</title>", escape(title));
    let _ = writeln!(out, "<desc>{}</desc>", escape(&scene.description));
    out.push_str(&style());
    if !scene.marks.is_empty() {
        out.push_str(&mark_style());
    }
    let _ = writeln!(out, "<rect class=\"paper\" width=\"{w:.0}\" height=\"{h:.0}\"/>");
    if let Some(title) = &scene.title {
        let middle = num(scene.width / 2.0);
        let _ = writeln!(
            out,
            "<text class=\"heading\" x=\"{middle}\" y=\"32\">{}</text>",
            escape(title)
        );
    }
    scene.marks.iter().for_each(|mark| write_frame(&mut out, mark));
    scene.outlines.iter().for_each(|outline| write_outline(&mut out, outline));
    scene.links.iter().for_each(|link| write_link(&mut out, link));
    scene.nodes.iter().for_each(|node| write_node(&mut out, node));
    scene.links.iter().for_each(|link| write_tag(&mut out, link));
    scene.marks.iter().for_each(|mark| write_mark(&mut out, mark));
    scene.legend.iter().for_each(|entry| write_entry(&mut out, entry));
    out.push_str("</svg>\n");
    out
}

/// A number with one decimal, without a negative zero.
pub fn num(x: f64) -> String {
    let text = format!("{x:.1}");
    if text == "-0.0" { "0.0".to_string() } else { text }
}

/// Where a text must stand to be centred on a height. The property that would say so
/// is not understood everywhere.
fn base(y: f64, size: f64) -> String {
    num(y + 0.35 * size)
}

/// A text with nothing in it that SVG and HTML would take for their own.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

fn style() -> String {
    let mut css = String::from("<style>\n");
    let sizes = [
        (".name", NAME_SIZE),
        (".detail", DETAIL_SIZE),
        (".tag", TAG_SIZE),
        (".note", NOTE_SIZE),
        (".heading", TITLE_SIZE),
    ];
    css.push_str(".hexa-drawing text{font-family:sans-serif;text-anchor:middle}\n");
    css.push_str(".hexa-drawing .name{font-family:serif}\n");
    css.push_str(".hexa-drawing .actual .name{font-family:sans-serif;font-weight:bold}\n");
    css.push_str(".hexa-drawing .note{text-anchor:start}\n");
    css.push_str(".hexa-drawing .heading{font-weight:bold}\n");
    for (class, size) in sizes {
        let _ = writeln!(css, ".hexa-drawing {class}{{font-size:{}px}}", num(size));
    }
    css.push_str(".hexa-drawing .link{fill:none;stroke-width:1.6;stroke-linejoin:round}\n");
    css.push_str(".hexa-drawing .behind{stroke-linecap:round;opacity:.75}\n");
    css.push_str(".hexa-drawing .tag{font-weight:bold}\n");
    css.push_str(".hexa-drawing .ring{fill:none;stroke-width:1.6}\n");
    css.push_str(".hexa-drawing .cut{stroke-dasharray:3 3}\n");
    css.push_str(&colours(Scheme::Light));
    css.push_str("@media (prefers-color-scheme:dark){\n");
    css.push_str(&colours(Scheme::Dark));
    css.push_str("}\n</style>\n");
    css
}

#[derive(Clone, Copy)]
enum Scheme {
    Light,
    Dark,
}

fn colours(scheme: Scheme) -> String {
    let (paper, ink, faint, card) = match scheme {
        Scheme::Light => ("ffffff", "1b1f24", "8b949e", "fbfbfa"),
        Scheme::Dark => ("14171c", "e8eaed", "7d8791", "1c2026"),
    };
    let mut css = String::new();
    let _ = writeln!(css, ".hexa-drawing .paper,.hexa-drawing .gap{{fill:#{paper}}}");
    let _ = writeln!(css, ".hexa-drawing text{{fill:#{ink}}}");
    let _ = writeln!(css, ".hexa-drawing .world{{fill:#{card};stroke:#{faint};stroke-width:1.6}}");
    let _ = writeln!(css, ".hexa-drawing .ring{{stroke:#{ink}}}");
    let _ = writeln!(
        css,
        ".hexa-drawing .many{{stroke:#{faint}}}.hexa-drawing .many-head{{fill:#{faint}}}"
    );
    for (index, (light, dark, _)) in COLOURS.iter().enumerate() {
        let colour = match scheme {
            Scheme::Light => light,
            Scheme::Dark => dark,
        };
        let _ = writeln!(
            css,
            ".hexa-drawing .a{index}{{stroke:#{colour}}}\
             .hexa-drawing .a{index}-head,.hexa-drawing text.a{index}-text{{fill:#{colour}}}"
        );
    }
    css
}

fn write_link(out: &mut String, link: &Link) {
    for strand in &link.strands {
        let (class, dash) = match strand.agent {
            Some(agent) => (format!("a{}", look(agent).colour), look(agent).dash),
            None => ("many".to_string(), ""),
        };
        let (extra, dash) = match link.depth {
            Depth::Behind => (" behind", DOTS),
            Depth::Front => ("", dash),
        };
        let _ = writeln!(
            out,
            "<path class=\"link {class}{extra}\"{} d=\"{}\"/>",
            dashes(dash),
            path(strand)
        );
        for &(tip, direction) in &strand.heads {
            let _ = writeln!(out, "<path class=\"{class}-head\" d=\"{}\"/>", head(tip, direction));
        }
    }
}

fn write_outline(out: &mut String, outline: &Outline) {
    let Look { colour, dash, .. } = look(outline.agent);
    let closed = |corners: &Vec<Point>| {
        let spots: Vec<String> = corners.iter().map(|&p| spot(p)).collect();
        format!("M{} Z", spots.join(" L"))
    };
    let loops: Vec<String> = outline.loops.iter().map(closed).collect();
    let _ =
        writeln!(out, "<path class=\"link a{colour}\"{} d=\"{}\"/>", dashes(dash), loops.join(" "));
}

fn dashes(dash: &str) -> String {
    if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") }
}

fn spot(p: Point) -> String {
    format!("{} {}", num(p.x), num(p.y))
}

fn path(strand: &Strand) -> String {
    let (from, to) = (spot(strand.from), spot(strand.to));
    match strand.controls {
        None => format!("M{from} L{to}"),
        Some((a, b)) => format!("M{from} C{} {} {to}", spot(a), spot(b)),
    }
}

fn head(tip: Point, direction: Point) -> String {
    let back = tip - direction * 10.0;
    let side = direction.normal() * 4.6;
    format!("M{} L{} L{} Z", spot(tip + direction * 1.5), spot(back + side), spot(back - side))
}

fn write_node(out: &mut String, node: &Node) {
    let class = if node.role == Role::Actual { " class=\"actual\"" } else { "" };
    let _ = writeln!(out, "<g{class}><title>{}</title>", escape(&node.full));
    let cut = if node.cut == Cut::LeadsOut { " cut" } else { "" };
    rectangle(out, &format!("world{cut}"), node, 0.0);
    if node.role == Role::Actual {
        rectangle(out, "ring", node, RING);
    }
    if let Some(corners) = node.triangle() {
        let [a, b, c] = corners.map(spot);
        let _ = writeln!(out, "<path class=\"world\" d=\"M{a} L{b} L{c} Z\"/>");
    }
    let x = num(node.centre.x);
    let (names, details) = node.line_heights();
    let mut line = |class: &str, size: f64, y: f64, text: &str| {
        let y = base(y, size);
        let _ =
            writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
    };
    node.name.iter().zip(names).for_each(|(text, y)| line("name", NAME_SIZE, y, text));
    node.details.iter().zip(details).for_each(|(text, y)| line("detail", DETAIL_SIZE, y, text));
    out.push_str("</g>\n");
}

fn rectangle(out: &mut String, class: &str, node: &Node, margin: f64) {
    let half = node.half.grow(margin);
    let corner = num((9.0 + margin).min(half.h));
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{corner}\"/>",
        num(node.centre.x - half.w),
        num(node.centre.y - half.h),
        num(2.0 * half.w),
        num(2.0 * half.h)
    );
}

fn write_tag(out: &mut String, link: &Link) {
    let (Some(place), text) = (link.tag, &link.text) else { return };
    let class = match link.agents[..] {
        [agent] => format!(" a{}-text", look(agent).colour),
        _ => String::new(),
    };
    let half = link.label().w - 1.0;
    let _ = writeln!(
        out,
        "<rect class=\"gap\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"14\" rx=\"4\"/>",
        num(place.x - half),
        num(place.y - 7.0),
        num(2.0 * half)
    );
    let _ = writeln!(
        out,
        "<text class=\"tag{class}\" x=\"{}\" y=\"{}\">{}</text>",
        num(place.x),
        base(place.y, TAG_SIZE),
        escape(text)
    );
}

/// Signs have the colour of text.
fn mark_style() -> String {
    let mut css = String::from("<style>\n");
    let _ = writeln!(css, ".hexa-drawing .sign{{font-size:{}px}}", num(SIGN_SIZE));
    css.push_str(".hexa-drawing .times{font-size:30px}\n");
    css.push_str(".hexa-drawing .arrow{stroke:#1b1f24;stroke-width:1.6}\n");
    css.push_str(".hexa-drawing .arrow-head{fill:#1b1f24}\n");
    css.push_str(".hexa-drawing .frame{fill:none;stroke:#d0d5da;stroke-width:1.6}\n");
    css.push_str("@media (prefers-color-scheme:dark){\n");
    css.push_str(".hexa-drawing .frame{stroke:#3a4149}\n");
    css.push_str(".hexa-drawing .arrow{stroke:#e8eaed}\n.hexa-drawing .arrow-head{fill:#e8eaed}\n");
    css.push_str("}\n</style>\n");
    css
}

/// The outline of a frame, which lies below everything.
fn write_frame(out: &mut String, mark: &Mark) {
    let MarkKind::Frame(half, _) = mark.kind else { return };
    let _ = writeln!(
        out,
        "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
        num(mark.at.x - mark.half),
        num(mark.at.y - half),
        num(2.0 * mark.half),
        num(2.0 * half)
    );
}

fn write_lines(out: &mut String, mark: &Mark, lines: &[String]) {
    for (index, line) in lines.iter().enumerate() {
        let place = mark.line_at(index, lines.len());
        let (x, y) = (num(place.x), base(place.y, SIGN_SIZE));
        let _ = writeln!(out, "<text class=\"sign\" x=\"{x}\" y=\"{y}\">{}</text>", escape(line));
    }
}

fn write_mark(out: &mut String, mark: &Mark) {
    let (x, y) = (num(mark.at.x), mark.at.y);
    let sign = match &mark.kind {
        MarkKind::Times => "×",
        MarkKind::Equals => "=",
        MarkKind::Arrow(lines) => {
            let side = Point { x: mark.half, y: 0.0 };
            let (from, to) = (mark.at - side, mark.at + side);
            let _ = writeln!(out, "<path class=\"arrow\" d=\"M{} L{}\"/>", spot(from), spot(to));
            let right = Point { x: 1.0, y: 0.0 };
            let _ = writeln!(out, "<path class=\"arrow-head\" d=\"{}\"/>", head(to, right));
            write_lines(out, mark, lines);
            return;
        }
        MarkKind::Frame(_, lines) => return write_lines(out, mark, lines),
    };
    let _ = writeln!(out, "<text class=\"times\" x=\"{x}\" y=\"{}\">{sign}</text>", base(y, 30.0));
}

fn write_entry(out: &mut String, entry: &Entry) {
    let (x, y) = (entry.at.x, num(entry.at.y));
    let indent = match entry.key {
        Key::Agent(agent) => {
            let Look { colour, dash, .. } = look(agent);
            let _ = writeln!(
                out,
                "<path class=\"link a{colour}\"{} d=\"M{} {y} L{} {y}\"/>",
                dashes(dash),
                num(x),
                num(x + SAMPLE)
            );
            SAMPLE + 8.0
        }
        Key::Actual => {
            let top = num(entry.at.y - 7.0);
            let left = num(x + 4.0);
            let _ = writeln!(
                out,
                "<rect class=\"ring\" x=\"{left}\" y=\"{top}\" width=\"26\" height=\"14\" rx=\"6\"/>"
            );
            SAMPLE + 8.0
        }
        Key::Note => 0.0,
    };
    let left = num(x + indent);
    let y = base(entry.at.y, NOTE_SIZE);
    let _ =
        writeln!(out, "<text class=\"note\" x=\"{left}\" y=\"{y}\">{}</text>", escape(&entry.text));
}
