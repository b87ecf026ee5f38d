//! The page that a plot is drawn on, as SVG.

use crate::palette::COLOURS;
use crate::svg::{escape, num};
use std::fmt::Write;

/// How wide plots are.
pub const WIDTH: f64 = 440.0;
/// Room at the left.
pub const LEFT: f64 = 24.0;
/// Room at the right.
pub const RIGHT: f64 = 24.0;
/// Room below, for numbers and what they are.
pub const BOTTOM: f64 = 46.0;
/// How large letters are.
pub const TEXT_SIZE: f64 = 12.5;

/// A picture that is being drawn.
pub struct Page {
    out: String,
}

impl Page {
    /// So high.
    pub fn new(title: &str, height: f64) -> Self {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hexa-plot\" role=\"img\" \
             viewBox=\"0 0 {WIDTH:.0} {height:.0}\">\n<title>{}</title>",
            escape(title)
        );
        out.push_str(&style());
        // In a file of its own there may be anything behind it.
        let _ =
            writeln!(out, "<rect class=\"paper\" width=\"{WIDTH:.0}\" height=\"{height:.0}\"/>");
        Self { out }
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ = writeln!(
            self.out,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            num(from.0),
            num(from.1),
            num(to.0),
            num(to.1)
        );
    }

    pub fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let (x, y, text) = (num(x), num(y), escape(text));
        let _ = writeln!(self.out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    /// A text that covers the lines behind it.
    pub fn halo(&mut self, class: &str, x: f64, y: f64, text: &str) {
        self.text(&format!("halo {class}"), x, y, text);
    }

    pub fn dot(&mut self, class: &str, x: f64, y: f64) {
        let (x, y) = (num(x), num(y));
        let _ = writeln!(self.out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>");
    }

    pub fn bar(&mut self, corner: (f64, f64), size: (f64, f64), told: &str) {
        let _ = writeln!(
            self.out,
            "<rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
            num(corner.0),
            num(corner.1),
            num(size.0),
            num(size.1),
            escape(told)
        );
    }

    pub fn path(&mut self, class: &str, dash: &str, points: &[(f64, f64)]) {
        let steps: Vec<String> =
            points.iter().map(|&(x, y)| format!("{} {}", num(x), num(y))).collect();
        let dash = match dash {
            "" => String::new(),
            dash => format!(" stroke-dasharray=\"{dash}\""),
        };
        let _ = writeln!(self.out, "<path class=\"{class}\"{dash} d=\"M{}\"/>", steps.join(" L"));
    }

    pub fn finish(self) -> String {
        self.out + "</svg>\n"
    }
}

fn style() -> String {
    let mut css = String::from("<style>\n");
    let _ = writeln!(css, ".hexa-plot text{{font:{TEXT_SIZE}px system-ui,sans-serif}}");
    css.push_str(
        ".hexa-plot .middle{text-anchor:middle}.hexa-plot .end{text-anchor:end}\n\
         .hexa-plot .label{font-weight:600}.hexa-plot .halo{paint-order:stroke;stroke-width:4px}\n\
         .hexa-plot .whisker{stroke-width:2}.hexa-plot .course{fill:none;stroke-width:2}\n\
         .hexa-plot .reference{stroke-width:1.5;stroke-dasharray:5 4}\n",
    );
    css.push_str(&colours("ffffff", "1b1f24", "59636e", "d8dee4", |colour| colour.0));
    css.push_str("@media (prefers-color-scheme:dark){\n");
    css.push_str(&colours("14171c", "e8eaed", "a5afba", "343b44", |colour| colour.1));
    css.push_str("}\n</style>\n");
    css
}

fn colours(
    paper: &str,
    ink: &str,
    faint: &str,
    grid: &str,
    of: fn(&(&'static str, &'static str, &'static str)) -> &'static str,
) -> String {
    let mut css = format!(
        ".hexa-plot text{{fill:#{ink}}}.hexa-plot .tick,.hexa-plot .axis,.hexa-plot .note{{fill:#{faint}}}\n\
         .hexa-plot .paper{{fill:#{paper}}}.hexa-plot .halo{{stroke:#{paper}}}.hexa-plot .grid{{stroke:#{grid}}}\n\
         .hexa-plot .frame,.hexa-plot .reference,.hexa-plot .faint{{stroke:#{faint}}}\
         .hexa-plot circle.faint{{fill:#{faint}}}\n"
    );
    for (index, colour) in COLOURS.iter().enumerate() {
        let colour = of(colour);
        let _ = writeln!(
            css,
            ".hexa-plot .a{index}{{stroke:#{colour}}}.hexa-plot circle.a{index}{{fill:#{colour}}}"
        );
    }
    if let Some(first) = COLOURS.first() {
        let _ = writeln!(css, ".hexa-plot .bar{{fill:#{}}}", of(first));
    }
    css
}
