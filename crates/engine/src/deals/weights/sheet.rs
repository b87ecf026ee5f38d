//! The product of tracks about hands, as sheets of cells: one sheet before each level, a row for every way that
//! one half of the tracks can be, a column for every way of the other half. Every card goes to
//! somebody: so rows with so many cards meet only columns with the others. Steps are worked out for rows
//! and for columns, not for cells, and a sheet is filled by additions from one row of the next to one of this.

use super::factor::{Factor, Factors, ONE};
use super::number::Number;
use super::product::{self, Graph};
use super::track::{Levels, Track};
use crate::limits::{Limit, Room};
use dashu_int::UBig;

/// Sheets for all levels.
pub(super) struct Sheets {
    rows: Half,
    columns: Half,
    /// How many cards went to the tracks before each level.
    passed: Vec<u32>,
    layers: Vec<Layer>,
}

/// Half of the tracks.
struct Half {
    graph: Graph,
    /// How many cards it has in each state.
    counts: Vec<u32>,
    /// The place of each state among those of its layer with as many cards.
    ranks: Vec<u32>,
    /// By layer and number of cards, how many states there are.
    sizes: Vec<Vec<u32>>,
}

/// One sheet, and the steps of columns from there.
struct Layer {
    cells: usize,
    /// Where each row starts.
    starts: Vec<usize>,
    /// By what is found and the number of cards of a column.
    moves: Vec<Vec<Vec<Move>>>,
}

/// A state of both halves.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    row: usize,
    column: usize,
}

/// A step from a column to a column of the next sheet.
#[derive(Clone, Copy)]
struct Move {
    from: u32,
    to: u32,
    factor: Factor,
}

impl Half {
    /// None if a state does not settle how many cards there are.
    fn new(graph: Graph, levels: &Levels, holders: u32) -> Option<Self> {
        let mut counts = vec![u32::MAX; graph.size()];
        counts[0] = 0;
        let mut ranks = vec![0; graph.size()];
        let mut sizes = vec![Vec::new(); levels.list.len() + 1];
        for (at, sizes) in sizes.iter_mut().enumerate() {
            for state in graph.layer(at) {
                let count = counts[state] as usize;
                if sizes.len() <= count {
                    sizes.resize(count + 1, 0);
                }
                ranks[state] = sizes[count];
                sizes[count] += 1;
                for edge in graph.edges(state) {
                    let more = levels.is_holder(at) && holders >> edge.found & 1 == 1;
                    let after = counts[state] + u32::from(more);
                    let known = &mut counts[edge.to as usize];
                    if *known != u32::MAX && *known != after {
                        return None;
                    }
                    *known = after;
                }
            }
        }
        Some(Self { graph, counts, ranks, sizes })
    }

    /// How many states of a layer have so many cards.
    fn size(&self, at: usize, count: u32) -> usize {
        self.sizes[at].get(count as usize).map_or(0, |&size| size as usize)
    }
}

/// How many cards went to some holders before each level; none if that depends on the deal.
pub(super) fn cards_before_levels(levels: &Levels, holders: u32) -> Option<Vec<u32>> {
    let mut passed = vec![0];
    for at in 0..levels.list.len() {
        let open = levels.open[at];
        let theirs = levels.is_holder(at) && open & holders != 0;
        if theirs && open & !holders != 0 {
            return None;
        }
        passed.push(passed[at] + u32::from(theirs));
    }
    Some(passed)
}

/// Whose hands the tracks are about.
pub(super) fn holders_of(tracks: &[Track]) -> u32 {
    tracks.iter().filter_map(|track| track.hand).fold(0, |set, hand| set | 1 << hand)
}

/// In two halves, such that neither has many more states than the other.
fn halves(tracks: &[Track]) -> [Vec<Track>; 2] {
    let mut tracks: Vec<&Track> = tracks.iter().collect();
    tracks.sort_by_key(|track| std::cmp::Reverse(track.width()));
    let mut halves = [Vec::new(), Vec::new()];
    let mut widths = [1.0, 1.0];
    for track in tracks {
        let less = usize::from(widths[1] < widths[0]);
        widths[less] *= f64::from(track.width());
        halves[less].push(track.clone());
    }
    halves
}

/// Tracks about more than a hand go with few of the cells: if they remember more than this, ways are better
/// made one by one.
const MOST_WIDE: u32 = 16;

impl Sheets {
    /// None where the tracks do not settle who has how many cards.
    pub(super) fn new(
        tracks: &[Track],
        levels: &Levels,
        factors: &mut Factors,
        most: &Room,
    ) -> Result<Option<Self>, Limit> {
        let Some(passed) = cards_before_levels(levels, holders_of(tracks)) else { return Ok(None) };
        let wide = tracks.iter().filter(|track| track.hand.is_none());
        if wide.map(Track::width).fold(1, u32::saturating_mul) > MOST_WIDE {
            return Ok(None);
        }
        let mut made = Vec::new();
        for half in halves(tracks) {
            let graph = product::graph(&half, levels, factors, most)?;
            let Some(half) = Half::new(graph, levels, holders_of(&half)) else { return Ok(None) };
            made.push(half);
        }
        let (Some(columns), Some(rows)) = (made.pop(), made.pop()) else { return Ok(None) };
        let mut sheets = Self { rows, columns, passed, layers: Vec::new() };
        let (mut cells, pace) = (0, most.pace());
        for at in 0..=levels.list.len() {
            let layer = sheets.layer(at, levels.holders.max(2));
            cells += layer.cells as u64;
            most.admit(cells)?;
            pace.count(layer.cells as u64)?;
            sheets.layers.push(layer);
        }
        Ok(Some(sheets))
    }

    /// How many columns a row meets.
    fn width(&self, at: usize, row: usize) -> usize {
        let rest = self.passed[at].checked_sub(self.rows.counts[row]);
        rest.map_or(0, |rest| self.columns.size(at, rest))
    }

    fn layer(&self, at: usize, outcomes: usize) -> Layer {
        let (mut starts, mut cells) = (Vec::new(), 0);
        for row in self.rows.graph.layer(at) {
            starts.push(cells);
            cells += self.width(at, row);
        }
        let columns = &self.columns;
        let mut moves = vec![vec![Vec::new(); columns.sizes[at].len()]; outcomes];
        for column in columns.graph.layer(at) {
            let (from, count) = (columns.ranks[column], columns.counts[column] as usize);
            for edge in columns.graph.edges(column) {
                let to = columns.ranks[edge.to as usize];
                moves[edge.found as usize][count].push(Move { from, to, factor: edge.factor });
            }
        }
        Layer { cells, starts, moves }
    }

    /// By cell of the last sheet, the end of the one track that may have several.
    pub(super) fn ends(&self) -> Vec<u32> {
        let last = self.layers.len() - 1;
        let mut ends = Vec::with_capacity(self.layers[last].cells);
        for (row, row_end) in self.rows.graph.layer(last).zip(&self.rows.graph.ends) {
            let rest = self.passed[last].checked_sub(self.rows.counts[row]);
            let columns = self.columns.graph.layer(last).zip(&self.columns.graph.ends);
            let met = columns.filter(|(column, _)| Some(self.columns.counts[*column]) == rest);
            ends.extend(met.map(|(_, column_end)| row_end + column_end));
        }
        ends
    }

    /// Where all ways start.
    pub(super) fn first_cell(&self) -> Cell {
        Cell { row: 0, column: 0 }
    }

    /// The place of a cell on a sheet.
    pub(super) fn place(&self, at: usize, cell: Cell) -> usize {
        let first = self.rows.graph.layer(at).start;
        self.layers[at].starts[cell.row - first] + self.columns.ranks[cell.column] as usize
    }

    /// The steps from a cell: what is found, where they lead, and the factors of the row and of the column.
    pub(super) fn next_cells(
        &self,
        cell: Cell,
    ) -> impl Iterator<Item = (usize, Cell, [Factor; 2])> + '_ {
        let columns = self.columns.graph.edges(cell.column);
        self.rows.graph.edges(cell.row).iter().filter_map(move |row| {
            let column = columns.iter().find(|column| column.found == row.found)?;
            let next = Cell { row: row.to as usize, column: column.to as usize };
            Some((row.found as usize, next, [row.factor, column.factor]))
        })
    }

    /// The steps from the rows of a sheet to rows of the next, with those of their columns.
    fn steps(&self, at: usize, mut visit: impl FnMut(RowStep<'_>)) {
        let (layer, next) = (&self.layers[at], &self.layers[at + 1]);
        let after = self.rows.graph.layer(at + 1).start;
        for (row, &from) in self.rows.graph.layer(at).zip(&layer.starts) {
            let width = self.width(at, row);
            if width == 0 {
                continue;
            }
            let rest = (self.passed[at] - self.rows.counts[row]) as usize;
            for edge in self.rows.graph.edges(row) {
                let to = edge.to as usize;
                let moves = &layer.moves[edge.found as usize][rest];
                let start = next.starts[to - after];
                visit(RowStep {
                    from: from..from + width,
                    to: start..start + self.width(at + 1, to),
                    found: edge.found as usize,
                    factor: edge.factor,
                    moves,
                });
            }
        }
    }

    /// Of each cell, the sum of the weights of the ways from there to the end. Cells that cannot be
    /// reached may hold anything.
    pub(super) fn ahead<N: Number>(&self, factors: &[N]) -> Vec<Vec<N>> {
        let last = self.layers.len() - 1;
        let mut ahead = vec![vec![N::of(&UBig::ONE); self.layers[last].cells]];
        for at in (0..last).rev() {
            let mut sheet = vec![N::zero(); self.layers[at].cells];
            let next = &ahead[ahead.len() - 1];
            self.steps(at, |step| step.backward(&mut sheet, next, factors));
            ahead.push(sheet);
        }
        ahead.reverse();
        ahead
    }

    /// Of each cell of the last sheet, the sum of the weights of the ways there.
    pub(super) fn behind<N: Number>(&self, factors: &[N]) -> Vec<N> {
        let mut sheet = vec![N::of(&UBig::ONE); self.layers[0].cells];
        for at in 0..self.layers.len() - 1 {
            let mut next = vec![N::zero(); self.layers[at + 1].cells];
            self.steps(at, |step| step.forward(&sheet, &mut next, factors, |_, _| {}));
            sheet = next;
        }
        sheet
    }

    /// The sum of the weights of all ways.
    pub(super) fn total<N: Number>(&self, factors: &[N]) -> N {
        let mut total = N::zero();
        for weight in self.behind(factors) {
            total.add(&weight);
        }
        total
    }

    /// Tells for each level and what is found there, bit by bit, the weight of the ways; what is ahead of
    /// each cell is given.
    pub(super) fn weigh_outcomes<N: Number>(
        &self,
        factors: &[N],
        ahead: &[Vec<N>],
        mut tell: impl FnMut(usize, usize, &N),
    ) {
        let mut sheet = vec![N::of(&UBig::ONE); self.layers[0].cells];
        for at in 0..self.layers.len() - 1 {
            let mut next = vec![N::zero(); self.layers[at + 1].cells];
            self.steps(at, |step| {
                let ahead = &ahead[at + 1][step.to.clone()];
                let mut sum = N::zero();
                step.forward(&sheet, &mut next, factors, |to, weight| {
                    sum.add(&weight.times(&ahead[to]));
                });
                tell(at, step.found, &sum);
            });
            sheet = next;
        }
    }
}

/// A step of a row and of all columns that it meets.
struct RowStep<'s> {
    from: std::ops::Range<usize>,
    to: std::ops::Range<usize>,
    found: usize,
    factor: Factor,
    moves: &'s [Move],
}

impl RowStep<'_> {
    /// The factor of a move together with the row's; none if it is one.
    fn factor<N: Number>(&self, one: &Move, factors: &[N]) -> Option<N> {
        match (self.factor, one.factor) {
            (ONE, ONE) => None,
            (ONE, factor) | (factor, ONE) => Some(factors[factor as usize].clone()),
            (row, column) => Some(factors[row as usize].times(&factors[column as usize])),
        }
    }

    /// Adds the weights of the ways by this step to the next sheet, and visits them.
    fn forward<N: Number>(
        &self,
        sheet: &[N],
        next: &mut [N],
        factors: &[N],
        mut visit: impl FnMut(usize, &N),
    ) {
        let (sheet, next) = (&sheet[self.from.clone()], &mut next[self.to.clone()]);
        for one in self.moves {
            let (weight, to) = (&sheet[one.from as usize], one.to as usize);
            match self.factor(one, factors) {
                None => {
                    next[to].add(weight);
                    visit(to, weight);
                }
                Some(factor) => {
                    let weight = weight.times(&factor);
                    next[to].add(&weight);
                    visit(to, &weight);
                }
            }
        }
    }

    /// Adds what is ahead by this step to a sheet.
    fn backward<N: Number>(&self, sheet: &mut [N], next: &[N], factors: &[N]) {
        let (sheet, next) = (&mut sheet[self.from.clone()], &next[self.to.clone()]);
        for one in self.moves {
            let weight = &next[one.to as usize];
            match self.factor(one, factors) {
                None => sheet[one.from as usize].add(weight),
                Some(factor) => sheet[one.from as usize].add(&weight.times(&factor)),
            }
        }
    }
}
