//! Worlds drawn at random, each as likely as its share of all weights. At every test the weights of what is ahead say how
//! likely each outcome is.

use super::super::chart::Level;
use super::super::random::Drawn;
use super::factor::{Factor, ONE};
use super::number::Number;
use super::product::Graph;
use super::sheet::Sheets;
use super::{Question, Shape, Size, Ways};
use crate::limits::Limit;
use dashu_int::UBig;
use hexa_logic::Stream;

/// A world that was drawn: who holds each card, and by occasion the card that was shown, where a part is about that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::deals) struct DrawnWorld {
    pub(in crate::deals) holder_of: Vec<u8>,
    pub(in crate::deals) shown: Vec<(u32, usize)>,
}

/// All worlds of a question, to be drawn from.
pub(in crate::deals) struct Draws {
    ways: Ways,
    cards: usize,
    ahead: Ahead,
}

/// What is ahead, in numbers that hold it.
enum Ahead {
    Word(Sums<u64>),
    Double(Sums<u128>),
    Any(Sums<UBig>),
}

struct Sums<N> {
    factors: Vec<N>,
    /// By sheet and cell; of a graph, all states in one.
    ahead: Vec<Vec<N>>,
}

impl Question<'_> {
    /// The worlds to draw from; none if no world is possible.
    pub(in crate::deals) fn draws(&self) -> Result<Option<Draws>, Limit> {
        let Some(ways) = self.ways()? else { return Ok(None) };
        let ahead = match ways.size() {
            Size::Word => Ahead::Word(ways.sums()),
            Size::Double => Ahead::Double(ways.sums()),
            Size::Any => Ahead::Any(ways.sums()),
        };
        let draws = Draws { ways, cards: self.cards, ahead };
        Ok((!draws.is_empty()).then_some(draws))
    }
}

impl Ways {
    fn sums<N: Number>(&self) -> Sums<N> {
        let factors: Vec<N> = self.numbers();
        let ahead = match &self.shape {
            Shape::Graph(graph) => vec![graph.ahead(&factors)],
            Shape::Sheets(sheets) => sheets.ahead(&factors),
        };
        Sums { factors, ahead }
    }
}

impl Draws {
    fn is_empty(&self) -> bool {
        fn nothing<N: Number>(sums: &Sums<N>) -> bool {
            sums.ahead.first().and_then(|first| first.first()).is_none_or(N::is_zero)
        }
        match &self.ahead {
            Ahead::Word(sums) => nothing(sums),
            Ahead::Double(sums) => nothing(sums),
            Ahead::Any(sums) => nothing(sums),
        }
    }

    /// A world.
    pub(in crate::deals) fn draw(&self, stream: &mut Stream) -> DrawnWorld {
        let mut world = DrawnWorld { holder_of: vec![0; self.cards], shown: Vec::new() };
        let levels = &self.ways.levels.list;
        let tell = |at: usize, found: usize| world.set_outcome(levels[at], found);
        match &self.ahead {
            Ahead::Word(sums) => sums.draw(&self.ways.shape, levels.len(), stream, tell),
            Ahead::Double(sums) => sums.draw(&self.ways.shape, levels.len(), stream, tell),
            Ahead::Any(sums) => sums.draw(&self.ways.shape, levels.len(), stream, tell),
        }
        world
    }
}

impl DrawnWorld {
    fn set_outcome(&mut self, level: Level, found: usize) {
        match level.show() {
            None => self.holder_of[level.card()] = found as u8,
            Some(show) if found == 1 => self.shown.push((show as u32, level.card())),
            Some(_) => {}
        }
    }
}

impl<N: Number + Drawn + Ord + for<'n> std::ops::SubAssign<&'n N>> Sums<N> {
    fn draw(
        &self,
        shape: &Shape,
        levels: usize,
        stream: &mut Stream,
        tell: impl FnMut(usize, usize),
    ) {
        match shape {
            Shape::Graph(graph) => self.in_graph(graph, levels, stream, tell),
            Shape::Sheets(sheets) => self.in_sheets(sheets, levels, stream, tell),
        }
    }

    fn in_graph(
        &self,
        graph: &Graph,
        levels: usize,
        stream: &mut Stream,
        mut tell: impl FnMut(usize, usize),
    ) {
        let (ahead, mut state) = (&self.ahead[0], 0);
        for at in 0..levels {
            let mut picking = Picking::new(N::below(&ahead[state], stream));
            for edge in graph.edges(state) {
                let to = edge.to as usize;
                if picking.is_it(self.times(&ahead[to], edge.factor, ONE)) {
                    tell(at, edge.found as usize);
                    state = to;
                    break;
                }
            }
        }
    }

    fn in_sheets(
        &self,
        sheets: &Sheets,
        levels: usize,
        stream: &mut Stream,
        mut tell: impl FnMut(usize, usize),
    ) {
        let mut cell = sheets.first_cell();
        for at in 0..levels {
            let here = &self.ahead[at][sheets.place(at, cell)];
            let mut picking = Picking::new(N::below(here, stream));
            for (found, next, [row, column]) in sheets.next_cells(cell) {
                let weight = &self.ahead[at + 1][sheets.place(at + 1, next)];
                if picking.is_it(self.times(weight, row, column)) {
                    tell(at, found);
                    cell = next;
                    break;
                }
            }
        }
    }

    fn times(&self, weight: &N, one: Factor, two: Factor) -> N {
        let with = |weight: N, factor: Factor| match factor {
            ONE => weight,
            factor => weight.times(&self.factors[factor as usize]),
        };
        with(with(weight.clone(), one), two)
    }
}

/// Weights passed one after the other until a number is used up.
struct Picking<N>(N);

impl<N: Ord + for<'n> std::ops::SubAssign<&'n N>> Picking<N> {
    fn new(left: N) -> Self {
        Self(left)
    }

    /// Whether it is this one, of such a weight.
    fn is_it(&mut self, weight: N) -> bool {
        if self.0 < weight {
            return true;
        }
        self.0 -= &weight;
        false
    }
}
