//! Graphs that lie in a hypercube with their distances unchanged, such as the worlds
//! of the muddy children before and after an announcement.
//!
//! Recognised by the relation of Djoković and Winkler: two edges are parallel when
//! the four distances between their ends do not balance. In a part of a hypercube
//! the parallel classes are the dimensions.

use super::geometry::{Half, Point, at};
use super::graph::{Graph, Pair, Relation, all_distances, neighbours};
use super::links::holds_together;
use super::stress::Scatter;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

/// Corners of a hypercube, one bit per dimension.
pub struct Corners {
    pub dimensions: usize,
    bits: Vec<u32>,
}

/// For each linked pair, who links it.
type Links = BTreeMap<Pair, Vec<usize>>;

/// The corner that cannot be seen: to the left, at the back, below.
const HIDDEN: [u32; 3] = [0, 1, 0];

/// A cube on the page.
pub struct Cube {
    pub at: Vec<Point>,
    /// The hidden edges.
    pub behind: BTreeSet<Pair>,
}

/// Fewer dimensions are polygons, more are no picture.
const DIMENSIONS: std::ops::RangeInclusive<usize> = 3..=5;

/// The coordinates of a graph that fills more than half a hypercube.
pub fn corners(worlds: usize, edges: &[Pair]) -> Option<Corners> {
    let around = neighbours(worlds, edges.iter().copied());
    let far = all_distances(&around);
    let classes = parallel_classes(&far, edges)?;
    let dimensions = classes.len();
    if !DIMENSIONS.contains(&dimensions) || 2 * worlds <= 1 << dimensions {
        return None;
    }
    let bit = |w: usize, (u, v): Pair| u32::from(far[w][v] < far[w][u]);
    let bits: Vec<u32> = (0..worlds)
        .map(|w| classes.iter().enumerate().map(|(k, &edge)| bit(w, edge) << k).sum())
        .collect();
    let faithful = (0..worlds)
        .all(|u| (0..u).all(|v| f64::from((bits[u] ^ bits[v]).count_ones()) == far[u][v]));
    faithful.then_some(Corners { dimensions, bits })
}

/// Eight worlds as the corners of a cube, some edges of which may be missing: every class is held together by edges of the
/// cube, and most of them are links. The pairs are those that would be edges if all were there.
pub fn corners_of_three(part: &Graph) -> Option<(Corners, Vec<Pair>)> {
    if part.worlds != 8 || !part.relations.iter().all(|r| !matches!(r, Relation::Arrows(_))) {
        return None;
    }
    let mut best: Option<(usize, Vec<u32>)> = None;
    let mut found = vec![vec![0]];
    while let Some(bits) = found.pop() {
        let world = bits.len();
        if world < 8 {
            let next = (1..8).rev().filter(|corner| !bits.contains(corner));
            found.extend(next.map(|corner| bits.iter().copied().chain([corner]).collect()));
            continue;
        }
        let linked = edges_of(&bits).into_iter().filter(|p| part.pairs.contains_key(p));
        let linked: Vec<Pair> = linked.collect();
        let better =
            linked.len() >= LINKED && best.as_ref().is_none_or(|(most, _)| linked.len() > *most);
        if better && holds_together(part, &linked) {
            best = Some((linked.len(), bits));
        }
    }
    let (_, bits) = best?;
    let edges = edges_of(&bits);
    Some((Corners { dimensions: 3, bits }, edges))
}

/// The least number of edges of a cube that are links.
const LINKED: usize = 9;

/// The pairs of corners that differ in one bit.
fn edges_of(bits: &[u32]) -> Vec<Pair> {
    let pairs = (0..bits.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
    let mut edges: Vec<Pair> =
        pairs.filter(|&(u, v)| (bits[u] ^ bits[v]).count_ones() == 1).collect();
    edges.sort_unstable();
    edges
}

/// One edge per class of parallel edges; `None` as soon as there are too many.
fn parallel_classes(far: &[Vec<f64>], edges: &[Pair]) -> Option<Vec<Pair>> {
    let parallel = |(u, v): Pair, (x, y): Pair| far[u][x] + far[v][y] != far[u][y] + far[v][x];
    let mut classes: Vec<Pair> = Vec::new();
    for &edge in edges {
        if !classes.iter().any(|&known| parallel(known, edge)) {
            classes.push(edge);
        }
        if classes.len() > *DIMENSIONS.end() {
            return None;
        }
    }
    Some(classes)
}

impl Corners {
    /// A cube as everybody draws one: a square in front, a square behind it to the right and above, and dotted what is
    /// hidden. What the agent with the first links knows runs to the right, the next to the back, the last upwards. The
    /// actual world is in front if it can be, and a corner that is missing is the hidden one.
    pub fn drawn(&self, edges: &[Pair], links: &Links, actual: Option<usize>) -> Cube {
        let along = |axis: usize| {
            let of = |&(u, v): &Pair| self.bits[u] ^ self.bits[v] == 1 << axis;
            edges.iter().filter(|p| of(p)).filter_map(|p| links.get(p)).min()
        };
        let mut axes = [0, 1, 2];
        axes.sort_by_key(|&axis| (along(axis).is_none(), along(axis), axis));
        let place = |flip: u32, w: usize| {
            let bit = |axis: usize| (self.bits[w] ^ flip) >> axis & 1;
            [bit(axes[0]), bit(axes[1]), bit(axes[2])]
        };
        let hidden = |flip: u32, &(u, v): &Pair| [u, v].iter().any(|&w| place(flip, w) == HIDDEN);
        let cost = |flip: &u32| {
            let dotted = edges.iter().filter(|p| links.contains_key(p) && hidden(*flip, p)).count();
            let away = actual.map(|w| place(*flip, w)).map(|[right, back, up]| (back, right, up));
            (dotted, away)
        };
        let flip = (0..8).min_by_key(cost).unwrap_or(0);
        let spot = |w: usize| {
            let [right, back, up] = place(flip, w).map(f64::from);
            at(right + 0.46 * back, -up - 0.42 * back)
        };
        Cube {
            at: (0..self.bits.len()).map(spot).collect(),
            behind: edges.iter().copied().filter(|p| hidden(flip, p)).collect(),
        }
    }

    /// Places in the plane: one direction per dimension, fanned out upwards, so that
    /// a cube of four dimensions becomes an octagon around an octagon.
    pub fn in_plane(&self, edges: &[Pair]) -> Vec<Point> {
        let fan = fan(self.dimensions);
        let even = self.spread(&fan);
        // With an odd number of dimensions two corners would meet in the centre.
        if self.dimensions.is_multiple_of(2) {
            return even;
        }
        let mut scatter = Scatter::of_seed(5);
        let mut best = (disorder(&even, edges), even);
        for _ in 0..TRIES {
            let mut bend =
                |&d: &Point| d.rotate(0.25 * scatter.next()) * (1.0 + 0.4 * scatter.next());
            let bent: Vec<Point> = fan.iter().map(&mut bend).collect();
            let places = self.spread(&bent);
            let disorder = disorder(&places, edges);
            if disorder < best.0 {
                best = (disorder, places);
            }
        }
        best.1
    }

    fn spread(&self, fan: &[Point]) -> Vec<Point> {
        let taken = |bits: u32| fan.iter().enumerate().filter(move |(k, _)| bits >> k & 1 == 1);
        let sum = |&bits: &u32| taken(bits).fold(at(0.0, 0.0), |sum, (_, &step)| sum + step);
        self.bits.iter().map(sum).collect()
    }
}

/// Bent fans that are tried.
const TRIES: usize = 400;

fn fan(dimensions: usize) -> Vec<Point> {
    let angle = |k: usize| PI * (k as f64 + 0.5) / dimensions as f64;
    (0..dimensions).map(|k| at(angle(k).cos(), -angle(k).sin())).collect()
}

/// How many boxes of a usual size overlap or are run through by an edge.
fn disorder(places: &[Point], edges: &[Pair]) -> usize {
    let half = Half { w: 0.2, h: 0.11 };
    let twice = Half { w: 0.44, h: 0.26 };
    let mut count = 0;
    for (i, &p) in places.iter().enumerate() {
        count += 4 * places[..i].iter().filter(|&&q| twice.contains(p, q)).count();
        let foreign = edges.iter().filter(|&&(u, v)| u != i && v != i);
        count += foreign.filter(|&&(u, v)| half.meets(p, places[u], places[v])).count();
    }
    count
}
