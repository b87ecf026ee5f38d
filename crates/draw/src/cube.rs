//! Graphs that lie in a hypercube with their distances unchanged, such as the worlds
//! of the muddy children before and after an announcement.
//!
//! Recognised by the relation of Djoković and Winkler: two edges are parallel when
//! the four distances between their ends do not balance. In a part of a hypercube
//! the parallel classes are the dimensions.

use super::geometry::{Half, Point, Solid, at};
use super::graph::{Pair, all_distances, neighbours};
use super::stress::Scatter;
use std::f64::consts::PI;

/// Corners of a hypercube, one bit per dimension.
pub struct Corners {
    pub dimensions: usize,
    bits: Vec<u32>,
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
    /// Places in space, for three dimensions.
    pub fn in_space(&self) -> Vec<Solid> {
        let side = |bits: u32, k: usize| f64::from(bits >> k & 1) - 0.5;
        self.bits.iter().map(|&b| [side(b, 0), side(b, 1), side(b, 2)]).collect()
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
