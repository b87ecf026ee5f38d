//! A grid of shares: a row for each thing, a column for each model, and a bar in each cell as wide as the share.

use super::page::{LEFT, Page, RIGHT, TEXT_SIZE, WIDTH};
use crate::wording::{clean, shorten, width};

/// Shares in rows and columns.
#[derive(Clone, PartialEq, Debug)]
pub struct GridPlot {
    /// What it shows.
    pub title: String,
    /// What the columns are.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<GridRow>,
}

/// A row of a grid.
#[derive(Clone, PartialEq, Debug)]
pub struct GridRow {
    /// What it is of.
    pub label: String,
    /// Rows of different groups stand apart.
    pub group: usize,
    /// The share of each column, and what is written beside it.
    pub cells: Vec<(f64, String)>,
}

const ROW: f64 = 20.0;
const GAP: f64 = 8.0;
const BAR: f64 = 9.0;
/// Letters are at most so wide, in their height.
const LETTER: f64 = 0.62;

/// Draws a grid.
pub fn render_grid(plot: &GridPlot) -> String {
    let groups = plot.rows.windows(2).filter(|two| two[0].group != two[1].group).count();
    let top = ROW * (plot.columns.len() as f64 + 1.0);
    let height = top + ROW * plot.rows.len() as f64 + GAP * groups as f64 + ROW;
    let mut page = Page::new(&plot.title, height);
    let labels = plot.rows.iter().map(|row| width(&row.label, TEXT_SIZE)).fold(60.0, f64::max);
    let first = LEFT + labels.min(WIDTH / 3.0) + 12.0;
    let step = (WIDTH - RIGHT - first) / plot.columns.len().max(1) as f64;
    let x = |column: usize| first + step * column as f64;
    // Heads stand one below the other, as steps, so that they find room on narrow pages.
    for (at, head) in plot.columns.iter().enumerate() {
        let y = ROW * (at as f64 + 1.0);
        page.text("label", x(at), y, &clean(head));
        page.line("grid", (x(at) - 4.0, y - 10.0), (x(at) - 4.0, height - ROW));
    }
    let most = (labels.min(WIDTH / 3.0) / (LETTER * TEXT_SIZE)).max(4.0) as usize + 2;
    let (mut y, mut group) = (top, plot.rows.first().map(|row| row.group));
    for row in &plot.rows {
        if group != Some(row.group) {
            (y, group) = (y + GAP, Some(row.group));
        }
        let label = clean(&row.label);
        let fits = width(&label, TEXT_SIZE) <= WIDTH / 3.0;
        let label = if fits { label } else { shorten(&label, most) };
        page.text("note", LEFT / 2.0, y + ROW / 2.0, &label);
        for (at, (share, note)) in row.cells.iter().enumerate() {
            let room = step - 8.0;
            let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
            if share > 0.0 {
                page.bar((x(at), y + ROW / 2.0 - BAR), (share * (room - 26.0).max(6.0), BAR), note);
            }
            page.text("tick end", x(at) + room, y + ROW / 2.0, note);
        }
        y += ROW;
    }
    page.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_wide_as_the_share() {
        let row = |share, note: &str| GridRow {
            label: "a <card>".to_owned(),
            group: 0,
            cells: vec![(share, note.to_owned())],
        };
        let plot = GridPlot {
            title: "models".to_owned(),
            columns: vec!["goal: 4 worlds".to_owned()],
            rows: vec![row(0.0, "-"), row(0.5, "2"), row(1.0, "yes"), row(f64::NAN, "?")],
        };
        let svg = render_grid(&plot);
        assert_eq!(svg.matches("<rect class=\"bar\"").count(), 2, "{svg}");
        assert!(svg.contains("a &lt;card&gt;") && svg.contains("goal: 4 worlds"), "{svg}");
        assert_eq!(svg, render_grid(&plot));
    }
}
