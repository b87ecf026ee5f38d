//! Plots of numbers: values with intervals, counts as bars, courses as lines. They are narrow, with names above what they name,
//! so that they can be read on a phone, and follow the page into the dark. The same plot gives the same bytes.

mod axis;
mod grid;
mod page;

pub use grid::{GridPlot, GridRow, render_grid};

use crate::palette::look;
use crate::wording::{clean, shorten, width};
use axis::Axis;
use page::{BOTTOM, LEFT, Page, RIGHT, TEXT_SIZE, WIDTH};

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberForm {
    /// As they are.
    Plain,
    /// As hundredths.
    Percent,
}

/// How much something stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emphasis {
    /// In its colour.
    Strong,
    /// In grey.
    Faint,
}

/// Values with intervals, one below the other.
#[derive(Clone, PartialEq, Debug)]
pub struct WhiskerPlot {
    /// What it shows.
    pub title: String,
    /// What the numbers are.
    pub axis: String,
    /// How they are written.
    pub form: NumberForm,
    /// A number that others are held against.
    pub reference: Option<f64>,
    /// The values.
    pub rows: Vec<Whisker>,
}

/// A value with its interval.
#[derive(Clone, PartialEq, Debug)]
pub struct Whisker {
    /// Whose.
    pub label: String,
    /// What stands at the other side of the line.
    pub note: String,
    /// The lower end, the value and the upper end.
    pub interval: (f64, f64, f64),
    /// Which colour it has.
    pub colour: usize,
    /// How much it stands out.
    pub emphasis: Emphasis,
}

/// Counts as bars over ranges of whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BarPlot {
    /// What it shows.
    pub title: String,
    /// What the ranges are of.
    pub axis: String,
    /// What is counted.
    pub counts: String,
    /// From, to, and how many.
    pub bars: Vec<(u64, u64, u64)>,
}

/// Courses as lines, from left to right.
#[derive(Clone, PartialEq, Debug)]
pub struct LinePlot {
    /// What it shows.
    pub title: String,
    /// What goes to the right.
    pub axis: String,
    /// What goes up.
    pub height: String,
    /// The lines, each with what it is called.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

const ROW: f64 = 40.0;
const LONGEST_LABEL: usize = 48;

/// Draws values with intervals.
pub fn render_whiskers(plot: &WhiskerPlot) -> String {
    let is_finite = |row: &&Whisker| {
        let (low, value, high) = row.interval;
        low.is_finite() && value.is_finite() && high.is_finite()
    };
    let rows: Vec<&Whisker> = plot.rows.iter().filter(is_finite).collect();
    let ends = rows.iter().flat_map(|row| [row.interval.0, row.interval.2]);
    let axis = Axis::around(ends.chain(plot.reference));
    let bottom = ROW.mul_add(rows.len() as f64, 10.0);
    let mut page = Page::new(&plot.title, bottom + BOTTOM);
    let x = |value: f64| LEFT + axis.place(value) * (WIDTH - LEFT - RIGHT);
    for tick in axis.ticks() {
        page.line("grid", (x(tick), 6.0), (x(tick), bottom));
        page.text("tick middle", x(tick), bottom + 16.0, &axis.number(tick, plot.form));
    }
    if let Some(reference) = plot.reference {
        page.line("reference", (x(reference), 6.0), (x(reference), bottom));
    }
    for (at, row) in rows.iter().enumerate() {
        let top = ROW.mul_add(at as f64, 22.0);
        let y = top + 13.0;
        let (low, value, high) = row.interval;
        let class = match row.emphasis {
            Emphasis::Strong => format!("a{}", look(row.colour).colour),
            Emphasis::Faint => "faint".to_owned(),
        };
        let left = WIDTH - width(&row.note, TEXT_SIZE) - 24.0;
        let most = ((left / (0.58 * TEXT_SIZE)) as usize).min(LONGEST_LABEL);
        page.halo("label", 8.0, top, &shorten(&clean(&row.label), most));
        page.halo("note end", WIDTH - 8.0, top, &row.note);
        page.line(&format!("whisker {class}"), (x(low), y), (x(high), y));
        for end in [low, high] {
            page.line(&format!("whisker {class}"), (x(end), y - 4.0), (x(end), y + 4.0));
        }
        page.dot(&class, x(value), y);
    }
    page.line("frame", (LEFT, bottom), (WIDTH - RIGHT, bottom));
    page.text("axis middle", WIDTH / 2.0, bottom + 36.0, &plot.axis);
    page.finish()
}

const HEIGHT: f64 = 180.0;
const SIDE: f64 = 52.0;

/// Draws counts as bars.
pub fn render_bars(plot: &BarPlot) -> String {
    let most = plot.bars.iter().map(|bar| bar.2).max().unwrap_or(0);
    let axis = Axis::around([0.0, most as f64].into_iter());
    let (top, bottom) = (28.0, 28.0 + HEIGHT);
    let mut page = Page::new(&plot.title, bottom + BOTTOM);
    let y = |value: f64| bottom - axis.place(value) * (bottom - top);
    for tick in axis.ticks() {
        page.line("grid", (SIDE, y(tick)), (WIDTH - RIGHT, y(tick)));
        page.text("tick end", SIDE - 6.0, y(tick) + 4.0, &axis.number(tick, NumberForm::Plain));
    }
    let step = (WIDTH - RIGHT - SIDE) / plot.bars.len().max(1) as f64;
    // No more numbers than fit.
    let widest =
        plot.bars.iter().map(|bar| width(&bar.0.to_string(), TEXT_SIZE)).fold(0.0, f64::max);
    let every = (((widest + 8.0) / step).ceil() as usize).max(1);
    for (at, &(from, to, games)) in plot.bars.iter().enumerate() {
        let x = step.mul_add(at as f64, SIDE);
        let gap = (step * 0.12).min(3.0);
        let range = if from == to { from.to_string() } else { format!("{from} to {to}") };
        let told = format!("{range}: {games}");
        page.bar((x + gap, y(games as f64)), (step - 2.0 * gap, bottom - y(games as f64)), &told);
        if at % every == 0 {
            page.text("tick middle", x + step / 2.0, bottom + 16.0, &from.to_string());
        }
    }
    page.line("frame", (SIDE, bottom), (WIDTH - RIGHT, bottom));
    page.text("axis", 8.0, 14.0, &plot.counts);
    page.text("axis middle", WIDTH / 2.0, bottom + 36.0, &plot.axis);
    page.finish()
}

/// Draws courses as lines.
pub fn render_lines(plot: &LinePlot) -> String {
    let points = || plot.lines.iter().flat_map(|(_, points)| points.iter().copied());
    let across = Axis::around(points().map(|(x, _)| x));
    let up = Axis::around(points().map(|(_, y)| y).chain([0.0]));
    let key = 18.0 * plot.lines.len() as f64;
    let (top, bottom) = (28.0, 28.0 + HEIGHT);
    let mut page = Page::new(&plot.title, bottom + BOTTOM + key);
    let x = |value: f64| SIDE + across.place(value) * (WIDTH - RIGHT - SIDE);
    let y = |value: f64| bottom - up.place(value) * (bottom - top);
    for tick in up.ticks() {
        page.line("grid", (SIDE, y(tick)), (WIDTH - RIGHT, y(tick)));
        page.text("tick end", SIDE - 6.0, y(tick) + 4.0, &up.number(tick, NumberForm::Plain));
    }
    for tick in across.ticks() {
        page.text("tick middle", x(tick), bottom + 16.0, &across.number(tick, NumberForm::Plain));
    }
    for (at, (label, points)) in plot.lines.iter().enumerate() {
        let look = look(at);
        let path: Vec<(f64, f64)> = points.iter().map(|&(h, v)| (x(h), y(v))).collect();
        page.path(&format!("course a{}", look.colour), look.dash, &path);
        let level = bottom + 56.0 + 18.0 * at as f64;
        page.path(
            &format!("course a{}", look.colour),
            look.dash,
            &[(SIDE, level - 4.0), (SIDE + 30.0, level - 4.0)],
        );
        page.text("label", SIDE + 38.0, level, &shorten(&clean(label), LONGEST_LABEL));
    }
    page.line("frame", (SIDE, bottom), (WIDTH - RIGHT, bottom));
    page.text("axis", 8.0, 14.0, &plot.height);
    page.text("axis middle", WIDTH / 2.0, bottom + 34.0, &plot.axis);
    page.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whisker(label: &str, interval: (f64, f64, f64)) -> Whisker {
        let (label, note) = (label.to_owned(), "note".to_owned());
        Whisker { label, note, interval, colour: 0, emphasis: Emphasis::Strong }
    }

    #[test]
    fn intervals_stand_where_their_numbers_are() {
        let plot = WhiskerPlot {
            title: "Wins".to_owned(),
            axis: "share".to_owned(),
            form: NumberForm::Percent,
            reference: Some(0.5),
            rows: vec![whisker("a<b", (0.4, 0.5, 0.6)), whisker("nobody", (f64::NAN, 0.0, 1.0))],
        };
        let svg = render_whiskers(&plot);
        assert!(svg.contains("a&lt;b") && !svg.contains("nobody") && !svg.contains("NaN"), "{svg}");
        assert!(svg.contains(">40 %<") && svg.contains(">60 %<"), "{svg}");
        // The value is in the middle of the axis.
        assert!(svg.contains("cx=\"220.0\""), "{svg}");
        assert_eq!(svg, render_whiskers(&plot));
    }

    #[test]
    fn plots_of_nothing_are_empty() {
        let bars = BarPlot {
            title: String::new(),
            axis: String::new(),
            counts: String::new(),
            bars: Vec::new(),
        };
        assert!(!render_bars(&bars).contains("NaN"));
        let lines = LinePlot {
            title: String::new(),
            axis: String::new(),
            height: String::new(),
            lines: vec![("one".to_owned(), vec![(1.0, 1.0)])],
        };
        assert!(!render_lines(&lines).contains("NaN"));
    }

    #[test]
    fn bars_are_as_high_as_their_counts() {
        let plot = BarPlot {
            title: "Lengths".to_owned(),
            axis: "steps".to_owned(),
            counts: "games".to_owned(),
            bars: vec![(4, 4, 100), (5, 5, 50)],
        };
        let svg = render_bars(&plot);
        assert!(svg.contains("height=\"180.0\"") && svg.contains("height=\"90.0\""), "{svg}");
        assert!(svg.contains("<title>4: 100</title>"), "{svg}");
    }
}
