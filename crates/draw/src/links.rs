//! Which lines to draw. An equivalence class is drawn by as few lines as keep it
//! together; the reader supplies reflexivity and transitivity, as in the papers.

use super::geometry::{Point, distance_to_segment};
use super::graph::{Graph, Pair, Relation, neighbours, pair, pairs_in};
use std::collections::{BTreeMap, BTreeSet};

/// The direction of a line, seen from its first to its second world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Access both ways, without heads.
    Both,
    Forth,
    Back,
}

/// One line between two worlds, for all agents whose access it shows.
#[derive(Clone, Debug)]
pub struct Line {
    pub ends: Pair,
    pub way: Way,
    pub agents: Vec<usize>,
}

/// Lines that the shape of the picture already consists of.
pub type Skeleton = BTreeSet<Pair>;

type Chosen = BTreeMap<(Pair, Way), Vec<usize>>;

/// Picks the lines for worlds at given places.
pub fn choose(graph: &Graph, places: &[Point], skeleton: &Skeleton) -> Vec<Line> {
    let mut chosen = Chosen::new();
    for (agent, relation) in graph.relations.iter().enumerate() {
        match relation {
            Relation::Nobody => {}
            Relation::Cells { cells, .. } => {
                for cell in cells.iter().filter(|cell| cell.len() > 1) {
                    for ends in lines_of_cell(cell, places, skeleton, &chosen) {
                        chosen.entry((ends, Way::Both)).or_default().push(agent);
                    }
                }
            }
            Relation::Arrows(arrows) => choose_arrows(&arrows.drawn, agent, &mut chosen),
        }
    }
    chosen.into_iter().map(|((ends, way), agents)| Line { ends, way, agents }).collect()
}

fn choose_arrows(drawn: &BTreeSet<(usize, usize)>, agent: usize, chosen: &mut Chosen) {
    for &(u, v) in drawn {
        let way = match (drawn.contains(&(v, u)), u < v) {
            (true, true) => Way::Both,
            (true, false) => continue,
            (false, true) => Way::Forth,
            (false, false) => Way::Back,
        };
        chosen.entry((pair(u, v), way)).or_default().push(agent);
    }
}

/// The lines that hold one class together.
pub fn holding(cell: &[usize], places: &[Point], skeleton: &Skeleton) -> Vec<Pair> {
    lines_of_cell(cell, places, skeleton, &Chosen::new())
}

fn lines_of_cell(
    cell: &[usize],
    places: &[Point],
    skeleton: &Skeleton,
    chosen: &Chosen,
) -> Vec<Pair> {
    let all = pairs_in(cell);
    let inside: Vec<Pair> = all.iter().copied().filter(|p| skeleton.contains(p)).collect();
    let few = inside.len() <= cell.len() || is_grid(cell, &inside);
    if few && connects(cell, &inside) {
        return inside;
    }
    if skeleton.is_empty() && all.len() == 3 && open_triangle(cell, places) {
        return all;
    }
    let cost = |&(u, v): &Pair| {
        let shared = chosen.contains_key(&((u, v), Way::Both));
        let framed = skeleton.contains(&(u, v));
        let factor = match (framed, shared) {
            (true, _) => 0.3,
            (false, true) => 0.7,
            (false, false) => 1.0,
        };
        // In a solid the places are fixed, so a line must avoid worlds by itself.
        let blocked = !skeleton.is_empty() && !framed && runs_into((u, v), places);
        let detour = if blocked { 3.0 } else { 1.0 };
        (places[u].distance(places[v]) * factor * detour * 1e6).round()
    };
    let mut order: Vec<(f64, Pair)> = all.iter().map(|p| (cost(p), *p)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let order: Vec<Pair> = order.into_iter().map(|(_, p)| p).collect();
    spanning(cell, &order)
}

/// Whether pairs look like the lines of a grid: all together easier to read than some of them.
fn is_grid(cell: &[usize], pairs: &[Pair]) -> bool {
    let linked = |u: usize, v: usize| pairs.contains(&pair(u, v));
    let in_triangle = |&(u, v): &Pair| cell.iter().any(|&w| linked(u, w) && linked(v, w));
    pairs.len() <= 2 * cell.len() && !pairs.iter().any(in_triangle)
}

fn runs_into((u, v): Pair, places: &[Point]) -> bool {
    let near = 0.12 * places[u].distance(places[v]);
    let others = (0..places.len()).filter(|&w| w != u && w != v);
    others.into_iter().any(|w| distance_to_segment(places[w], places[u], places[v]) < near)
}

/// Whether three worlds can be joined by three lines that stay clear of the third.
fn open_triangle(cell: &[usize], places: &[Point]) -> bool {
    let corner = |i: usize| places[cell[i % 3]];
    (0..3).all(|i| {
        let (a, b, c) = (corner(i), corner(i + 1), corner(i + 2));
        distance_to_segment(a, b, c) > 0.3 * b.distance(c)
    })
}

fn connects(cell: &[usize], pairs: &[Pair]) -> bool {
    spanning(cell, pairs).len() + 1 == cell.len()
}

/// The pairs, taken in order, that join what was not joined before.
fn spanning(cell: &[usize], order: &[Pair]) -> Vec<Pair> {
    let mut name: BTreeMap<usize, usize> = cell.iter().map(|&w| (w, w)).collect();
    let mut kept = Vec::new();
    for &(u, v) in order {
        let (a, b) = (name[&u], name[&v]);
        if a != b {
            name.values_mut().filter(|n| **n == b).for_each(|n| *n = a);
            kept.push((u, v));
        }
    }
    kept
}

/// Whether every class is connected by the given pairs, so that no line has to leave
/// the shape.
pub fn holds_together(part: &Graph, edges: &[Pair]) -> bool {
    let around = neighbours(part.worlds, edges.iter().copied());
    part.relations.iter().all(|relation| match relation {
        Relation::Nobody => true,
        Relation::Arrows(_) => edges.len() == part.pairs.len(),
        Relation::Cells { cells, .. } => cells.iter().all(|cell| connected_in(&around, cell)),
    })
}

fn connected_in(around: &[Vec<usize>], cell: &[usize]) -> bool {
    let mut found = BTreeSet::from([cell[0]]);
    let mut queue = vec![cell[0]];
    while let Some(u) = queue.pop() {
        for &v in around[u].iter().filter(|v| cell.contains(v)) {
            if found.insert(v) {
                queue.push(v);
            }
        }
    }
    found.len() == cell.len()
}
