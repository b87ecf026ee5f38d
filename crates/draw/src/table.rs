//! A table, for dense models: a row for each class of one agent, a column for each
//! class of another, and marks on the worlds for the classes of everybody else. All
//! lines are then level or upright, and none runs through a world.

use super::figure::Shape;
use super::geometry::at;
use super::graph::{Graph, Relation};
use std::collections::BTreeMap;

/// Height of a row, in widths of a column.
const ROW_HEIGHT: f64 = 0.62;
/// A table with more places in a row than this is folded, if it is not high.
const WIDEST: usize = 12;
/// The least places in a row of a folded table.
const NARROWEST: f64 = 6.0;
/// Room between the parts of a folded table, in rows.
const BETWEEN: f64 = 0.35;

/// The table with the fewest places, rows being the fewer; `None` when there are
/// arrows or fewer than two agents.
pub fn table(part: &Graph) -> Option<Shape> {
    let columns: Vec<(usize, Vec<usize>)> = part
        .relations
        .iter()
        .enumerate()
        .filter(|(_, relation)| !matches!(relation, Relation::Nobody))
        .map(|(agent, relation)| Some((agent, class_of(part.worlds, relation)?)))
        .collect::<Option<_>>()?;
    let mut best: Option<(usize, Shape)> = None;
    for (a, rows) in &columns {
        for (b, cols) in columns.iter().filter(|(b, _)| b != a) {
            if count(rows) > count(cols) {
                continue;
            }
            let Grid { places, mut shape, folded } = grid(rows, cols);
            let lined = |agent: &usize| agent == b || (agent == a && !folded);
            shape.marked =
                columns.iter().map(|(agent, _)| *agent).filter(|agent| !lined(agent)).collect();
            if best.as_ref().is_none_or(|(known, _)| places < *known) {
                best = Some((places, shape));
            }
        }
    }
    best.map(|(_, shape)| shape)
}

/// The number of each world's class.
fn class_of(worlds: usize, relation: &Relation) -> Option<Vec<usize>> {
    let Relation::Cells { cells, .. } = relation else { return None };
    let mut class = vec![None; worlds];
    for (number, cell) in cells.iter().enumerate() {
        cell.iter().for_each(|&w| class[w] = Some(number));
    }
    // A world without access for the agent is in a class of its own.
    let own = |(w, c): (usize, Option<usize>)| c.unwrap_or(cells.len() + w);
    Some(class.into_iter().enumerate().map(own).collect())
}

fn count(classes: &[usize]) -> usize {
    ranks(classes).len()
}

fn ranks(classes: &[usize]) -> BTreeMap<usize, usize> {
    let mut ranks: BTreeMap<usize, usize> = classes.iter().map(|&c| (c, 0)).collect();
    ranks.values_mut().enumerate().for_each(|(rank, value)| *value = rank);
    ranks
}

/// A table with the number of its places, empty ones included.
struct Grid {
    places: usize,
    shape: Shape,
    /// Whether it had to be folded, so that its rows are no lines any more.
    folded: bool,
}

/// Worlds in the same row and column stand side by side, which widens the column. A table that is too wide is folded: the
/// columns that do not fit stand below.
fn grid(rows: &[usize], cols: &[usize]) -> Grid {
    let (row_ranks, col_ranks) = (ranks(rows), ranks(cols));
    let mut held: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut slots = Vec::new();
    for (&row, &col) in rows.iter().zip(cols) {
        let seat = held.entry((row, col)).or_default();
        slots.push(*seat);
        *seat += 1;
    }
    let mut widths = vec![1; col_ranks.len()];
    for ((_, col), &number) in &held {
        let width = &mut widths[col_ranks[col]];
        *width = number.max(*width);
    }
    let whole: usize = widths.iter().sum();
    let height = row_ranks.len();
    let folded = whole > WIDEST && whole > 2 * height;
    let most = match folded {
        true => ((whole * height) as f64 * 0.9).sqrt().ceil().max(NARROWEST) as usize,
        false => whole,
    };
    // The band and the first place of each column.
    let (mut band, mut next) = (0, 0);
    let mut starts = Vec::new();
    for &width in &widths {
        if next > 0 && next + width > most {
            (band, next) = (band + 1, 0);
        }
        starts.push((band, next));
        next += width;
    }
    let places = (0..rows.len()).map(|w| {
        let (band, start) = starts[col_ranks[&cols[w]]];
        let above = band as f64 * (height as f64 + BETWEEN);
        at((start + slots[w]) as f64, (above + row_ranks[&rows[w]] as f64) * ROW_HEIGHT)
    });
    let shape = Shape { at: places.collect(), ..Shape::default() };
    Grid { places: height * whole, shape, folded: band > 0 }
}
