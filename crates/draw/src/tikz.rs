//! The scene as a `tikzpicture`. It needs only `\usepackage{tikz}`.

use super::geometry::Point;
use super::outline::Outline;
use super::palette::{DOTS, look};
use super::picture::Cut;
use super::row::{Mark, MarkKind};
use super::scene::{Depth, Key, Link, Node, RING, Role, SAMPLE, Scene, Strand};
use hexa_text::latex_escaped;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Centimetres to a pixel, so that names come out at about ten points.
const PIXEL: f64 = 0.0235;

/// Writes a scene.
pub fn write(scene: &Scene) -> String {
    let mut out = String::from(
        "% \\usepackage{tikz} in the preamble, then \\input this file; or \\documentclass{standalone}\n",
    );
    let page = Page { height: scene.height };
    out.push_str("\\begin{tikzpicture}[x=1cm,y=1cm,\n");
    out.push_str("  world/.style={draw=gray,fill=gray!6,rounded corners=3pt,inner sep=0pt},\n");
    out.push_str("  actual/.style={world,font=\\sffamily\\bfseries},\n");
    out.push_str("  ring/.style={draw=black,line width=1.1pt,rounded corners=4pt},\n");
    out.push_str("  tag/.style={font=\\footnotesize\\sffamily,fill=white,inner sep=1pt},\n");
    out.push_str("  many/.style={draw=gray,line width=.8pt},\n");
    for agent in agents(scene) {
        out.push_str(&agent_style(agent));
    }
    out.push_str("  behind/.style={line width=.7pt,opacity=.75,line cap=round,");
    let _ = writeln!(out, "dash pattern={}}}]", pattern(DOTS));
    if let Some(title) = &scene.title {
        let place = page.spot(Point { x: scene.width / 2.0, y: 28.0 });
        let _ = writeln!(out, "\\node[font=\\bfseries] at {place} {{{}}};", latex_escaped(title));
    }
    scene.outlines.iter().for_each(|outline| page.write_outline(&mut out, outline));
    scene.links.iter().for_each(|link| page.write_link(&mut out, link));
    scene.nodes.iter().for_each(|node| page.write_node(&mut out, node));
    scene.links.iter().for_each(|link| page.write_tag(&mut out, link));
    scene.marks.iter().for_each(|mark| page.write_mark(&mut out, mark));
    page.write_legend(&mut out, scene);
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn agents(scene: &Scene) -> BTreeSet<usize> {
    let used = scene.links.iter().flat_map(|link| link.agents.iter().copied());
    let listed = scene
        .legend
        .iter()
        .filter_map(|entry| if let Key::Agent(agent) = entry.key { Some(agent) } else { None });
    used.chain(listed).collect()
}

fn agent_style(agent: usize) -> String {
    let look = look(agent);
    let channel = |from: usize| u8::from_str_radix(&look.light[from..from + 2], 16).unwrap_or(0);
    let colour = format!("{{rgb,255:red,{};green,{};blue,{}}}", channel(0), channel(2), channel(4));
    let dash = match look.dash {
        "" => String::new(),
        dash => format!(",dash pattern={}", pattern(dash)),
    };
    format!(
        "  agent{agent}/.style={{draw={colour},line width=1pt{dash}}},\n  \
         text{agent}/.style={{tag,text={colour}}},\n  head{agent}/.style={{fill={colour}}},\n"
    )
}

/// `9 4` in pixels becomes `on 6.3pt off 2.8pt`.
fn pattern(dash: &str) -> String {
    let lengths = dash.split(' ').filter_map(|part| part.parse::<f64>().ok());
    let words = lengths.enumerate().map(|(index, length)| {
        let word = if index % 2 == 0 { "on" } else { "off" };
        format!("{word} {:.2}pt", length * 0.67)
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A number with three decimals, without a negative zero.
fn cm(pixels: f64) -> String {
    let text = format!("{:.3}", pixels * PIXEL);
    if text == "-0.000" { "0.000".to_string() } else { text }
}

struct Page {
    height: f64,
}

impl Page {
    fn spot(&self, p: Point) -> String {
        format!("({},{})", cm(p.x), cm(self.height - p.y))
    }

    fn write_outline(&self, out: &mut String, outline: &Outline) {
        for corners in &outline.loops {
            let spots: Vec<String> = corners.iter().map(|&p| self.spot(p)).collect();
            let line = spots.join(" -- ");
            let _ = writeln!(out, "\\draw[agent{}] {line} -- cycle;", outline.agent);
        }
    }

    fn write_link(&self, out: &mut String, link: &Link) {
        for strand in &link.strands {
            let style = strand.agent.map_or("many".to_string(), |agent| format!("agent{agent}"));
            let behind = if link.depth == Depth::Behind { ",behind" } else { "" };
            let _ = writeln!(out, "\\draw[{style}{behind}] {};", self.path(strand));
            let fill = strand.agent.map_or("fill=gray".to_string(), |agent| format!("head{agent}"));
            for &(tip, direction) in &strand.heads {
                let _ = writeln!(out, "\\fill[{fill}] {};", self.head(tip, direction));
            }
        }
    }

    fn path(&self, strand: &Strand) -> String {
        let (from, to) = (self.spot(strand.from), self.spot(strand.to));
        match strand.controls {
            None => format!("{from} -- {to}"),
            Some((a, b)) => {
                format!("{from} .. controls {} and {} .. {to}", self.spot(a), self.spot(b))
            }
        }
    }

    fn head(&self, tip: Point, direction: Point) -> String {
        let back = tip - direction * 9.0;
        let side = direction.normal() * 4.2;
        let corners = [tip + direction * 1.5, back + side, back - side].map(|p| self.spot(p));
        format!("{} -- cycle", corners.join(" -- "))
    }

    fn write_node(&self, out: &mut String, node: &Node) {
        let style = if node.role == Role::Actual { "actual" } else { "world" };
        let cut = if node.cut == Cut::LeadsOut { ",densely dashed" } else { "" };
        let name: Vec<String> = node.name.iter().map(|line| latex_escaped(line)).collect();
        let details = node
            .details
            .iter()
            .map(|line| format!("\\\\[-1pt] \\scriptsize {}", latex_escaped(line)));
        let _ = writeln!(
            out,
            "\\node[{style}{cut},align=center,minimum width={}cm,minimum height={}cm] at {} {{{}{}}};",
            cm(2.0 * node.half.w),
            cm(2.0 * node.half.h),
            self.spot(node.centre),
            name.join("\\\\[-1pt] "),
            details.collect::<String>()
        );
        if node.role == Role::Actual {
            let half = node.half.grow(RING);
            let reach = Point { x: half.w, y: half.h };
            let (low, high) = (self.spot(node.centre - reach), self.spot(node.centre + reach));
            let _ = writeln!(out, "\\draw[ring] {low} rectangle {high};");
        }
        if let Some(corners) = node.triangle() {
            let [a, b, c] = corners.map(|corner| self.spot(corner));
            let _ = writeln!(out, "\\filldraw[draw=gray,fill=gray!6] {a} -- {b} -- {c} -- cycle;");
        }
    }

    fn write_tag(&self, out: &mut String, link: &Link) {
        let Some(place) = link.tag else { return };
        let style = match link.agents[..] {
            [agent] => format!("text{agent}"),
            _ => "tag".to_string(),
        };
        let _ = writeln!(
            out,
            "\\node[{style}] at {} {{{}}};",
            self.spot(place),
            latex_escaped(&link.text)
        );
    }

    fn write_lines(&self, out: &mut String, mark: &Mark, lines: &[String]) {
        for (index, line) in lines.iter().enumerate() {
            let place = self.spot(mark.line_at(index, lines.len()));
            let text = latex_escaped(line);
            let _ = writeln!(out, "\\node[font=\\footnotesize] at {place} {{{text}}};");
        }
    }

    fn write_mark(&self, out: &mut String, mark: &Mark) {
        let sign = match &mark.kind {
            MarkKind::Times => "\\times",
            MarkKind::Equals => "=",
            MarkKind::Arrow(lines) => {
                let side = Point { x: mark.half, y: 0.0 };
                let (from, to) = (self.spot(mark.at - side), self.spot(mark.at + side));
                let _ = writeln!(out, "\\draw[line width=1pt] {from} -- {to};");
                let right = Point { x: 1.0, y: 0.0 };
                let _ = writeln!(out, "\\fill {};", self.head(mark.at + side, right));
                return self.write_lines(out, mark, lines);
            }
            MarkKind::Frame(half, lines) => {
                let reach = Point { x: mark.half, y: *half };
                let (low, high) = (self.spot(mark.at - reach), self.spot(mark.at + reach));
                let _ = writeln!(out, "\\draw[gray!40] {low} rectangle {high};");
                return self.write_lines(out, mark, lines);
            }
        };
        let place = self.spot(mark.at);
        let _ = writeln!(out, "\\node[font=\\Large] at {place} {{${sign}$}};");
    }

    fn write_legend(&self, out: &mut String, scene: &Scene) {
        for entry in &scene.legend {
            let mut place = entry.at;
            let end = Point { x: place.x + SAMPLE, y: place.y };
            match entry.key {
                Key::Agent(agent) => {
                    let (from, to) = (self.spot(place), self.spot(end));
                    let _ = writeln!(out, "\\draw[agent{agent}] {from} -- {to};");
                }
                Key::Actual => {
                    let low = Point { x: place.x + 4.0, y: place.y + 7.0 };
                    let high = Point { x: place.x + 30.0, y: place.y - 7.0 };
                    let (low, high) = (self.spot(low), self.spot(high));
                    let _ = writeln!(out, "\\draw[ring] {low} rectangle {high};");
                }
                Key::Note => {}
            }
            if entry.key != Key::Note {
                place.x += SAMPLE + 8.0;
            }
            let _ = writeln!(
                out,
                "\\node[anchor=west,inner sep=0pt,font=\\footnotesize] at {} {{{}}};",
                self.spot(place),
                latex_escaped(&entry.text)
            );
        }
    }
}
